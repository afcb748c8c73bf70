import sys, pickle, time, os
name, pkl, labels, epochs = sys.argv[1], sys.argv[2], pickle.load(open(sys.argv[3],'rb')), int(sys.argv[4])
import torch; torch.set_num_threads(int(os.environ.get('THREADS','1')))
from pathlib import Path
from velado.document import Span
from velado.training.corpora import Example
from velado.training.look import Folds, word_lists
from velado.lexicons import look
from velado.recognisers import recognisers
from velado.training.network import lines_of_pages, train_network, quantized
t0=time.time()
say=lambda s: print(f"[{time.time()-t0:6.0f}] {s}", flush=True)
cache=Path(pkl+'.pages')
if cache.exists(): lines=pickle.load(open(cache,'rb'))
else:
    ex=[Example(t,tuple(Span(*s) for s in sp),src,lang) for t,sp,src,lang in pickle.load(open(pkl,'rb'))]
    extra=sys.argv[5:]
    if extra:
        from velado.training.corpora import marked_folder, with_kinship
        for d in extra: ex+= [with_kinship(e) for e in marked_folder(Path(d))]
    rec=recognisers()
    with look.instead(Folds.of(word_lists(Path('/work/shared/data')))):
        lines=lines_of_pages(ex, lambda page: [s for r in rec for s in r.find(page)], labels)
    pickle.dump(lines, open(cache,'wb'))
say(f"{len(lines)} pieces, {sum(len(l.labels) for l in lines)} tokens")
net=train_network(lines, labels, epochs=epochs, log=say)
Path(f'/work/trial/{name}.network').write_bytes(quantized(net, labels).dump())
torch.save(net.state_dict(), f'/work/trial/{name}.pt')
say(Path(f'/work/trial/{name}.network').stat().st_size)
