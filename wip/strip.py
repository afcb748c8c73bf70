import re,sys,random
from pathlib import Path
M=re.compile(r"⟦([A-Z_]+):([^⟦⟧\n]*)⟧")
src,dst,files=Path(sys.argv[1]),Path(sys.argv[2]),sys.argv[3].split(",")
dst.mkdir(parents=True,exist_ok=True)
for f in files:
    (dst/f"{f}.txt").write_text(M.sub(lambda m:m.group(2),(src/f"{f}.txt").read_text("utf-8")),"utf-8")
