import sys, time, argparse
from pathlib import Path
from collections import Counter
ap=argparse.ArgumentParser(); ap.add_argument('weights'); ap.add_argument('network'); ap.add_argument('--set',nargs='+',default=['.5,1.6,2.2']); ap.add_argument('--faint',type=float,default=0); ap.add_argument('--dirs',nargs='+',default=['dev']); ap.add_argument('--labels',action='store_true'); ap.add_argument('--every',type=int,default=1); ap.add_argument('--shipped',action='store_true')
o=ap.parse_args()
from velado.document import Document, Span
from velado.evaluation.counts import Score
from velado.evaluation.coverage import Coverage
from velado.formats.marked import parse_marks
from velado.labels import DIRECT, DESCRIPTIONS
from velado.pipeline import Pipeline
from velado.models import Taggers
from velado.models.tagger import Tagger
from velado.models.weights import Weights
def files(d):
    if d=='dev': return sorted(f for p in Path('/work/lean/corpus').glob('dev_*') for f in p.glob('*.txt'))
    if d=='long': return sorted(f for p in Path('/work/shared/notes').glob('long_*') for f in p.rglob('*.txt'))
    if d=='short': return sorted(f for n in ('es','latam','pt','en') for f in Path('/work/shared/notes',n).rglob('*.txt'))
    return sorted(Path(d).rglob('*.txt'))
notes={d:[parse_marks(f.read_text('utf-8')) for f in files(d)[::o.every]] for d in o.dirs}
if not o.shipped:
    from velado.models.network import NetworkWeights, best_network
    w=Weights.load(Path(o.weights).read_bytes())
    if o.faint:
        rows={}
        for n,i in w.names.items():
            r=w.row(i)
            if max(abs(v) for _,v in r)>o.faint: rows[n]={w.labels[c]:v for c,v in r}
        w=Weights.made_of(w.labels,rows,{(a,b):w.steps[x][y] for x,a in enumerate(w.labels) for y,b in enumerate(w.labels)},w.notes)
        w.save(Path('/tmp/pruned.weights')); print('features',len(rows),'bytes',Path('/tmp/pruned.weights').stat().st_size)
    net=best_network(NetworkWeights.load(Path(o.network).read_bytes())) if o.network!='-' else None
for s in o.set:
    p=Pipeline()
    if not o.shipped:
        share,bias,care=map(float,s.split(','))
        t=Tagger(w,net,share,bias,care)
        p.__dict__['tagger']=Taggers(load=lambda name: t)
    for d in o.dirs:
        t0=time.process_time(); direct=miss=allm=alln=0; ch=Score(); clean=0; found=Counter(); marked=Counter()
        for text,gold in notes[d]:
            pred=[x for x in p.detect(Document(text)) if x.label not in DESCRIPTIONS]
            cov,truth=Coverage.of(text,pred),Coverage.of(text,gold)
            m=[x for x in gold if cov.left(x)]
            for x in gold: marked[x.label]+=1; found[x.label]+= x not in m
            dm=sum(x.label in DIRECT for x in m); miss+=dm; direct+=sum(x.label in DIRECT for x in gold); alln+=len(gold); allm+=len(m); clean+=not dm
            ch+=truth.score(cov)
        el=time.process_time()-t0
        print(f"{s:>14} {d[-12:]:>12} n={len(notes[d])} direct {1-miss/direct:.4f} missed {miss} of {direct}; all {1-allm/alln:.4f}; prec {ch.precision:.4f}; clean {clean/len(notes[d]):.3f}; {len(notes[d])/el:.0f}/s",flush=True)
        if o.labels:
            print({l:(round(found[l]/marked[l],3),marked[l]) for l in sorted(marked)})
