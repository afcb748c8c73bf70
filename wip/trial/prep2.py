import pickle, sys, time
from pathlib import Path
from velado.training import recipe
from velado.training.multiply import Lists
t=time.time()
data=Path('/work/shared/data'); corpus=Path('/work/trial/corpus')
r=recipe.Recipe(copies=2)
ex=recipe.notes(data, corpus, r, Lists.read(data))
pickle.dump([(e.text,[(s.start,s.end,s.label) for s in e.spans],e.source,e.language) for e in ex], open('/work/trial/notes2.pkl','wb'))
print(len(ex), time.time()-t)
