"""Names broken over two lines: `python benchmarks/wrapped_names.py FOLDER… [--cases N] [--invented] [--errors]`.

Takes annotated notes, breaks a line inside one annotated name at a time, and compares what is hidden of the name with the reading of
the note as it was written. A case fails when a letter of the name is readable that was hidden without the break. `--invented` gives
the name surnames that no list has. Notes are chosen at random, as many in each language.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from velado import languages
from velado.document import Span
from velado.formats.marked import parse_marks
from velado.labels import NAMES
from velado.pipeline import Pipeline

BREAKS = {"line feed": "\n", "CR LF": "\r\n", "indented": "\n    ", "tab": "\n\t", "trailing blanks": "  \n", "quoted": "\n> "}
WIDTHS = (60, 72, 78, 90)
SYLLABLES = "urru ti koe txe zal du mendi gor ka ri xo chi tla ñe pun ko val en ska dri op fjell ak wa ndu mba oye che sza ber quis ma ni hua ro jau le".split()


@dataclass(frozen=True)
class Case:
    """A note before and after the break, and where the name stands in both."""

    kind: str
    text: str
    name: Span
    broken: str
    start: int
    end: int


def invented(rng: random.Random, like: str) -> str:
    """A surname that nobody has, written in the case of another."""
    word = "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))
    return word.upper() if like.isupper() else word if like.islower() else word.capitalize()


def with_new_surnames(rng: random.Random, text: str, name: Span) -> tuple[str, Span]:
    """The note with other last words in one name."""
    words = re.split(r"(\s+)", name.text(text))
    for at in range(2, len(words), 2):
        if len(words[at]) > 3 and words[at].isalpha():
            words[at] = invented(rng, words[at])
    new = "".join(words)
    return text[: name.start] + new + text[name.end :], Span(name.start, name.start + len(new), name.label)


def cases_of(rng: random.Random, text: str, name: Span) -> Iterator[Case]:
    """One break of a random kind between two words of the name, one inside a word, or a paragraph wrapped at a width."""
    gaps = [name.start + match.start() for match in re.finditer(r" (?=\S)", name.text(text))]
    if not gaps:
        return
    at = rng.choice(gaps)
    kind = rng.choice((*BREAKS, "hyphen", "width"))
    if kind in BREAKS:
        yield Case(kind, text, name, text[:at] + BREAKS[kind] + text[at + 1 :], name.start, name.end + len(BREAKS[kind]) - 1)
    elif kind == "hyphen":
        places = [name.start + match.start() for match in re.finditer(r"(?<=[^\W\d_]{3})(?=[^\W\d_]{3})", name.text(text))]
        if places:
            cut = rng.choice(places)
            yield Case(kind, text, name, text[:cut] + "-\n" + text[cut:], name.start, name.end + 2)
    else:
        first, last = text.rfind("\n", 0, name.start) + 1, text.find("\n", name.end)
        last = last if last >= 0 else len(text)
        for width in rng.sample(WIDTHS, len(WIDTHS)):
            lines = textwrap.wrap(text[first:last], width, drop_whitespace=True, break_long_words=False, break_on_hyphens=False)
            wrapped = "\n".join(lines)
            if len(wrapped) == last - first and "\n" in wrapped[name.start - first : name.end - first]:
                yield Case(kind, text, name, text[:first] + wrapped + text[last:], name.start, name.end)
                return


def hidden(pipeline: Pipeline, text: str, start: int, end: int) -> list[bool]:
    """For each letter of a stretch whether it is hidden; signs and blanks do not count."""
    covered = bytearray(len(text))
    for span in pipeline.detect(text):
        covered[span.start : span.end] = b"\1" * len(span)
    return [bool(covered[at]) for at in range(start, end) if text[at].isalpha()]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", nargs="+", type=Path)
    arguments.add_argument("--cases", type=int, default=3000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--invented", action="store_true", help="give the names surnames that no list has")
    arguments.add_argument("--errors", action="store_true", help="print what is left readable")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    rng = random.Random(options.seed)
    pipeline = Pipeline()
    notes: dict[str, list[tuple[str, Span]]] = defaultdict(list)
    for file in sorted(file for folder in options.folders for file in folder.rglob("*.txt")):
        text, gold = parse_marks(file.read_text("utf-8"))
        language = languages.detect(text)
        notes[language] += [(text, span) for span in gold if span.label in NAMES and " " in span.text(text)]
    tried: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for language, names in sorted(notes.items()):
        rng.shuffle(names)
        done = 0
        for text, name in names:
            if options.invented:
                text, name = with_new_surnames(rng, text, name)
            for case in cases_of(rng, text, name):
                whole = hidden(pipeline, case.text, case.name.start, case.name.end)
                parted = hidden(pipeline, case.broken, case.start, case.end)
                left = any(before and not after for before, after in zip(whole, parted, strict=True))
                done += 1
                for group in ("all", language, case.kind):
                    tried[group] += 1
                    failed[group] += left
                if left and options.errors:
                    print(f"{case.kind}: {case.broken[max(0, case.start - 40) : case.end + 30]!r} {''.join('#' if a else '.' for a in parted)}")
            if done * len(notes) >= options.cases:
                break
    for group in tried:
        print(f"{group:<18}{failed[group]:>6} of {tried[group]:<6}{failed[group] / tried[group]:.2%}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
