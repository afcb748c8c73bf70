"""python3 align.py FOLDER: are all marks found in their texts, in order?"""
import sys
from pathlib import Path
bad=0
for f in sorted(Path(sys.argv[1]).glob("*.marks")):
    text=f.with_suffix(".txt").read_text("utf-8"); at=0
    for n,line in enumerate(f.read_text("utf-8").splitlines(),1):
        if not line.strip(): continue
        label,_,value=line.partition("\t")
        i=text.find(value,at)
        if not value or i<0: print(f"{f.name}:{n}: not found in order: {line!r}"); bad+=1; continue
        at=i+len(value)
print("complaints:",bad)
