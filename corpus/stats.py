"""Write the corpus' figures into its README, between the two markers: `python corpus/stats.py`."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

HOME = Path(__file__).parent
MARK = re.compile(r"⟦([A-Z_]+):")
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def main() -> None:
    rows, labels = [], Counter[str]()
    notes = words = marks = empty = 0
    for folder in sorted(path for path in HOME.iterdir() if path.is_dir() and not path.name.startswith("_")):
        texts = [file.read_text("utf-8") for file in sorted(folder.glob("[0-9]*.txt"))]
        found = [MARK.findall(text) for text in texts]
        labels.update(label for marked in found for label in marked)
        bare = sum(not marked for marked in found)
        size = sum(len(text.split()) for text in texts)
        rows.append(f"| {folder.name} | {len(texts)} | {size} | {sum(map(len, found))} | {bare} |")
        notes, words, marks, empty = notes + len(texts), words + size, marks + sum(map(len, found)), empty + bare
    table = ["| pass | notes | words | marks | notes without any |", "|---|---|---|---|---|", *rows]
    table.append(f"| **all** | **{notes}** | **{words}** | **{marks}** | **{empty}** |")
    kinds = ["", "| label | marks |", "|---|---|", *(f"| {label} | {count} |" for label, count in labels.most_common())]
    readme = HOME / "README.md"
    text = readme.read_text("utf-8")
    start, stop = text.index(BEGIN) + len(BEGIN), text.index(END)
    readme.write_text(text[:start] + "\n" + "\n".join(table + kinds) + "\n" + text[stop:], "utf-8")


if __name__ == "__main__":
    main()
