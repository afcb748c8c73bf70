"""Letters that a page does not paint one after the other, or not side by side: shuffled, below each other, along a curve."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from velado.formats._page_layout import Atom, atom_at
from velado.formats._pdf_glyphs import Painting

__all__ = ["atoms_in_order"]

_FEWEST = 4  # letters that make a word
_MOST = 500  # runs of one line
_BEND = 30  # degrees between two letters along a curve
_BELOW = 10_000.0  # points: where words are set that are read a second time


def atoms_in_order(painting: Painting) -> list[Atom]:
    """The glyphs that are seen; shuffled letters in the order of the line, and words that stand or bend once more in a row."""
    atoms = [
        atom_at(number, glyph.text, glyph.x, glyph.y, (glyph.along_x, glyph.along_y), glyph.size, glyph.angle)
        for number, glyph in enumerate(painting.glyphs)
        if not glyph.hidden
    ]
    runs = list(_runs(atoms))
    short = [run for run in runs if _is_short(run)]
    again = [*_standing(short), *_bent(painting, short)]
    rows = [_in_a_row(word, -_BELOW - 100.0 * number) for number, word in enumerate(again)]
    return [*_sorted(runs), *(atom for row in rows for atom in row)]


def _runs(atoms: Iterable[Atom]) -> Iterator[list[Atom]]:
    """Letters that follow each other on one line."""
    run: list[Atom] = []
    for atom in atoms:
        if run and not _follows(run[-1], atom):
            yield run
            run = []
        run.append(atom)
    if run:
        yield run


def _follows(before: Atom, atom: Atom) -> bool:
    size = max(before.size, atom.size)
    level = before.angle == atom.angle and abs(atom.base - before.base) < 0.35 * size
    return level and -0.4 * size < atom.start - before.end < 1.1 * size


def _sorted(runs: Sequence[list[Atom]]) -> Iterator[Atom]:
    """The atoms as they come, but letters that were painted between others of their line where they stand."""
    lines: dict[tuple[int, int], list[list[Atom]]] = defaultdict(list)
    for run in runs:
        lines[_line(run[0])].append(run)
    moved: dict[int, list[Atom]] = {}  # what stands in the place of a run
    for found in lines.values():
        if len(found) > _MOST:
            continue
        mixed = [run for run in found if _is_short(run) or any(_overlap(run, other) for other in found if other is not run)]
        atoms = sorted((atom for run in mixed for atom in run), key=lambda atom: atom.start)
        pairs = list(pairwise(atoms))
        close = sum(_follows(before, atom) for before, atom in pairs)
        # Two texts in one place, or letters painted twice to look bold, are left alone.
        over = sum(before.end - atom.start > 0.4 * max(atom.end - atom.start, 0.1) for before, atom in pairs)
        if len(mixed) > 1 and len(atoms) >= _FEWEST and close >= 0.6 * len(atoms) and over <= 0.1 * len(atoms):
            moved |= {id(run): [] for run in mixed}
            moved[id(mixed[0])] = atoms
    for run in runs:
        yield from moved.get(id(run), run)


def _is_short(run: Sequence[Atom]) -> bool:
    return sum(bool(atom.text.strip()) for atom in run) <= 2


def _overlap(run: Sequence[Atom], other: Sequence[Atom]) -> bool:
    shared = min(run[-1].end, other[-1].end) - max(run[0].start, other[0].start)
    return shared > 0.3 * min(run[-1].end - run[0].start, other[-1].end - other[0].start)


def _line(atom: Atom) -> tuple[int, int]:
    return atom.angle, round(atom.base / max(0.5 * atom.size, 0.1))


def _standing(short: Sequence[list[Atom]]) -> Iterator[list[Atom]]:
    """Single letters that stand below each other."""
    columns: dict[tuple[int, int], list[Atom]] = defaultdict(list)
    for run in short:
        for atom in run:
            if atom.text.strip():
                columns[atom.angle, round(0.5 * (atom.start + atom.end) / max(atom.size, 1))].append(atom)
    for (angle, column), found in columns.items():
        # Narrow and wide letters of one column may fall to either side of a border.
        atoms = sorted([*found, *columns.get((angle, column + 1), ())], key=lambda atom: -atom.base)
        word = atoms[:1]
        for before, atom in pairwise(atoms):
            step = (before.base - atom.base) / max(atom.size, 1)
            if not 0.6 < step < 3.2:
                yield from _words(word)
                word = []
            elif step > 2.1:
                word.append(replace(before, text=" "))
            word.append(atom)
        yield from _words(word)


def _bent(painting: Painting, short: Sequence[list[Atom]]) -> Iterator[list[Atom]]:
    """Letters along a curve: each turned a little more than the one before, and close to where that one ended."""
    word: list[Atom] = []
    for run in short:
        atom = run[0]
        if word:
            before, glyph = painting.glyphs[word[-1].number], painting.glyphs[atom.number]
            turn = abs((glyph.angle - before.angle + 180) % 360 - 180)
            away = math.hypot(glyph.x - before.x - before.along_x, glyph.y - before.y - before.along_y)
            if not 0 < turn <= _BEND or away > glyph.size:
                yield from _words(word)
                word = []
        word += run
    yield from _words(word)


def _words(word: list[Atom]) -> Iterator[list[Atom]]:
    letters = sum(atom.text.isalpha() for atom in word)
    if letters >= _FEWEST and letters > 0.7 * sum(bool(atom.text.strip()) for atom in word):  # no column of figures
        yield word


def _in_a_row(word: Sequence[Atom], base: float) -> list[Atom]:
    """The letters side by side, far from everything else."""
    row, start, size = [], 0.0, max(atom.size for atom in word)
    for atom in word:
        row.append(replace(atom, start=start, end=start + 0.6 * size, base=base, size=size, angle=0))
        start += 0.6 * size
    return row
