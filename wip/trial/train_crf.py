import sys, pickle, time
name, pkl, epochs, faint = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
from pathlib import Path
from velado.document import Span
from velado.training import crf
from velado.training.corpora import Example
from velado.training.look import Folds, word_lists
from velado.lexicons import look
from velado.recognisers import recognisers
t0=time.time()
say=lambda s: print(f"[{time.time()-t0:6.0f}] {s}", flush=True)
ex=[Example(t,tuple(Span(*s) for s in sp),src,lang) for t,sp,src,lang in pickle.load(open(pkl,'rb'))]
extra=sys.argv[5:]
if extra:
    from velado.training.corpora import marked_folder, with_kinship
    for d in extra: ex+= [with_kinship(e) for e in marked_folder(Path(d))]
say(f"{len(ex)} examples; {[r.name for r in recognisers()]}")
rec=recognisers()
known={}
def hints(page):
    if page.text not in known: known[page.text]=[s for r in rec for s in r.find(page)]
    return known[page.text]
with look.instead(Folds.of(word_lists(Path('/work/shared/data')))):
    w=crf.train(ex, hints, epochs=epochs, faintest=faint, log=say)
    w.save(Path(f'/work/trial/{name}.weights'))
    say(f"{len(w.names)} features {Path(f'/work/trial/{name}.weights').stat().st_size}")
    pickle.dump(list(w.labels), open(f'/work/trial/{name}.labels','wb'))
