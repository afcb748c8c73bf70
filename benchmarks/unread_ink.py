"""Which pages with unread writing are withheld, and what leaks from those that are not.

`python benchmarks/unread_ink.py [--pages 330] [--jobs 2] [--cache FOLDER] [--plot FILE.png] [--samples FOLDER]`

Draws pages (spoilt_pages.py), runs each through the picture format and the default pipeline, and looks at the pixels where
each name and number was drawn: is its ink still there? The result is not read again: what tesseract misses once, it misses
twice. Thresholds are chosen on pages of even rounds; the figures are those of odd rounds.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy
from PIL import Image, ImageDraw, ImageFont

from spoilt_pages import KINDS, ORDINARY, WORDLESS, Page, Unit, draw, fonts
from velado.formats import Options, _ocr
from velado.formats import _second_look as second_look
from velado.formats import _tesseract as tesseract
from velado.formats import _unread_ink as unread_ink
from velado.formats._boxes import turned_back
from velado.formats._picture_views import turned_left
from velado.formats.image import FORMAT
from velado.formats.source import source_of
from velado.pipeline import Pipeline

CONFIDENT, TOO_MUCH = unread_ink.CONFIDENT, unread_ink.TOO_MUCH  # as shipped
CONFIDENCES = (30, 50, 60, 70, 80)
SHARES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 1.0)
HARMLESS = {kind.__name__ for kind in (*ORDINARY, *WORDLESS)}
COLOURS = ("#b22222", "#d98200", "#2e7d32", "#1565c0", "#6a1b9a", "#555555")
STILL_THERE = 0.5  # of a letter's pixels, and of those around it
READABLE = 0.4  # of the letters of a word or number, and two of them at least
SEEN = 12  # levels of contrast below which nobody sees a letter in the page as it was drawn


@dataclass
class Outcome:
    """What becomes of one page at one confidence, if it is not withheld."""

    number: int
    kind: str
    confidence: int
    share: float = 0.0
    missed: list[str] = field(default_factory=list)  # leaked, because the engine did not see that it identifies
    leaked: list[str] = field(default_factory=list)  # leaked, because it was not read or read wrong
    identifiers: int = 0
    words: int = 0  # that identify nobody
    covered: int = 0
    seconds: float = 0.0  # of reading the page
    ink_seconds: float = 0.0  # of looking for unread ink

    @property
    def chosen(self) -> bool:
        """Whether the page is one that thresholds are chosen on."""
        return self.number // len(KINDS) % 2 == 0


def visible(page: Page, result: Image.Image) -> list[Unit]:
    """The words and numbers whose ink a person can still read in the result."""
    before = numpy.asarray(page.image.convert("L"), dtype="float32")
    same = numpy.asarray(page.image.convert("RGB")) == numpy.asarray(result.convert("RGB"))
    same = same.all(axis=2)  # what was not covered keeps every pixel
    letters = numpy.asarray(page.letters)
    down, across = numpy.nonzero(letters)
    count, numbers = page.count + 1, letters[down, across]
    first, last = numpy.full((2, count), 1 << 30), numpy.zeros((2, count), dtype=int)
    for axis, at in enumerate((down, across)):
        numpy.minimum.at(first[axis], numbers, at)
        numpy.maximum.at(last[axis], numbers, at)
    kept = []
    for unit in page.units:
        seen = there = 0
        for letter in unit.letters:
            if last[0, letter] == 0:
                continue
            place = tuple(slice(max(0, first[axis, letter] - 3), last[axis, letter] + 4) for axis in (0, 1))
            ink, around = letters[place] == letter, letters[place] == 0
            if around.any() and abs(before[place][ink].mean() - before[place][around].mean()) >= SEEN:
                seen += 1
                there += min(same[place][ink].mean(), same[place][around].mean()) >= STILL_THERE
        if seen and there >= max(2, READABLE * seen):
            kept.append(unit)
    return kept


@cache
def pipeline() -> Pipeline:
    """The default pipeline."""
    return Pipeline()


def keep_tables(folder: Path) -> None:
    """Remember what tesseract said of a picture, so that other settings can be tried on the same reading."""
    ask = tesseract.table_of

    def asked(pixels: bytes, *options: str) -> str:
        path = folder / sha256(pixels + " ".join(options).encode()).hexdigest()
        if not path.exists():
            path.write_text(ask(pixels, *options), "utf-8")
        return path.read_text("utf-8")

    tesseract.table_of = asked


def measure(number: int, confidences: Sequence[int], cached: Path | None = None, samples: Path | None = None) -> list[Outcome]:
    """Draw a page, hand it to Velado as a file, and look at the pixels of what comes back, for each confidence."""
    if cached is not None and tesseract.table_of.__name__ == "table_of":
        keep_tables(cached)
    page, outcomes = draw(number), []
    asked: list[tuple[Any, ...]] = []

    def noted(*given: Any) -> unread_ink.UnreadInk:
        asked[:] = [given]
        return unread_ink.unread_ink(*given)

    second_look.unread_ink = noted
    _ocr.TOO_MUCH = 1.0  # pages are withheld below, at every share
    with tempfile.TemporaryDirectory() as folder:
        path, target = Path(folder, "page.png"), Path(folder, "out.png")
        page.image.save(path, dpi=(150, 150))
        source = source_of(path)
        options, start = Options(language=page.language), time.perf_counter()
        document = next(iter(FORMAT.read(source, options)))
        seconds = time.perf_counter() - start
        result = pipeline().deidentify(document)
        sheet = document.place.sheets[0]
        scan, turned = sheet.scan, turned_left(page.image, sheet.scan.turned).size
        for confidence in confidences:
            unread_ink.CONFIDENT = confidence
            start = time.perf_counter()
            ink = unread_ink.unread_ink(*asked[0]) if asked else unread_ink.UnreadInk()
            spent = time.perf_counter() - start
            boxes = (turned_back(box, scan.turned, turned) for box in ink.boxes)
            sheet.scan = replace(scan, unread=(*boxes, *scan.codes), unread_share=ink.share)
            FORMAT.write(target, source, [(document, result)], options)
            with Image.open(target) as written:
                kept = visible(page, written)
            left = [unit.text for unit in kept if unit.identifies]
            outcome = Outcome(number, page.kind, confidence, ink.share, seconds=seconds, ink_seconds=spent)
            outcome.identifiers = sum(unit.identifies for unit in page.units)
            outcome.words = len(page.units) - outcome.identifiers
            outcome.missed = [text for text in left if text in document.text]
            outcome.leaked = [text for text in left if text not in document.text]
            outcome.covered = outcome.words - sum(not unit.identifies for unit in kept)
            outcomes.append(outcome)
            if samples is not None and confidence == CONFIDENT:
                state = "withheld" if ink.share > TOO_MUCH else "leaked" if outcome.leaked else "passed"
                shutil.copy(target, samples / f"{state}-{page.kind}-{number}.png")
    return outcomes


def withheld_and_leaked(outcomes: Iterable[Outcome], share: float) -> tuple[float, float, float]:
    """Of all pages with identifiers those withheld and those that leak, and of ordinary and wordless pages those withheld."""
    outcomes = list(outcomes)
    named = [outcome for outcome in outcomes if outcome.identifiers]
    harmless = [outcome for outcome in outcomes if outcome.kind in HARMLESS]
    leaking = sum(bool(outcome.leaked) and outcome.share <= share for outcome in named)
    return (
        sum(outcome.share > share for outcome in named) / len(named),
        leaking / len(named),
        sum(outcome.share > share for outcome in harmless) / len(harmless),
    )


def print_curve(outcomes: Sequence[Outcome]) -> None:
    """Withheld against leaked for every confidence and share, on the pages that thresholds are chosen on."""
    print("confidence   share   withheld   leaking pages   ordinary pages withheld   words covered on ordinary pages")
    for confidence in dict.fromkeys(outcome.confidence for outcome in outcomes):
        some = [outcome for outcome in outcomes if outcome.confidence == confidence and outcome.chosen]
        plain = [outcome for outcome in some if outcome.kind in HARMLESS]
        covered = sum(outcome.covered for outcome in plain) / sum(outcome.words for outcome in plain)
        for share in SHARES:
            withheld, leaking, ordinary = withheld_and_leaked(some, share)
            print(f"{confidence:>10}{share:>8.2f}{withheld:>11.1%}{leaking:>16.1%}{ordinary:>26.1%}{covered:>34.1%}")


def print_kinds(outcomes: Sequence[Outcome]) -> None:
    """What the shipped thresholds do, by kind of page, on the other half of the pages."""
    some = [outcome for outcome in outcomes if outcome.confidence == CONFIDENT and not outcome.chosen]
    print(f"\nconfidence {CONFIDENT}, share {TOO_MUCH}; pages on which nothing was chosen")
    print(f"{'kind':<18}{'pages':>6}{'withheld':>10}{'leaking':>9}{'leaked words':>14}{'missed by the engine':>22}{'others covered':>16}")
    kinds = defaultdict(list)
    for outcome in some:
        kinds[outcome.kind].append(outcome)
    for kind, pages in [*kinds.items(), ("ordinary", [page for page in some if page.kind in HARMLESS]), ("all", some)]:
        passed = [page for page in pages if page.share <= TOO_MUCH]
        words = sum(page.words for page in passed)
        leaked, total = sum(len(page.leaked) for page in passed), sum(page.identifiers for page in pages)
        missed = sum(len(page.missed) for page in passed)
        covered = f"{sum(page.covered for page in passed) / words:.1%}" if words else "-"
        leaking = sum(bool(page.leaked) for page in passed)
        print(f"{kind:<18}{len(pages):>6}{len(pages) - len(passed):>10}{leaking:>9}{f'{leaked} of {total}':>14}{missed:>22}{covered:>16}")
    reading, looking = sum(page.seconds for page in some), sum(page.ink_seconds for page in some)
    print(f"the search for unread ink takes {looking / len(some):.2f} s a page; reading takes {reading / len(some):.2f} s with it")


def plot(outcomes: Sequence[Outcome], path: Path) -> None:
    """Draw withheld against leaked, one line for each confidence, a dot for each share."""
    image = Image.new("RGB", (900, 560), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(17)
    left, top, right, bottom = 90, 40, 700, 470
    lines = {}
    for confidence in dict.fromkeys(outcome.confidence for outcome in outcomes):
        some = [outcome for outcome in outcomes if outcome.confidence == confidence]
        lines[confidence] = [withheld_and_leaked(some, share)[:2] for share in SHARES]
    widest = max(0.1, *(x for line in lines.values() for x, _ in line))
    highest = max(0.02, *(y for line in lines.values() for _, y in line))
    for step in range(6):
        x, y = left + (right - left) * step / 5, bottom - (bottom - top) * step / 5
        pen.line((left, y, right, y), fill="#dddddd")
        pen.text((x, bottom + 8), f"{widest * step / 5:.0%}", fill="black", font=font, anchor="ma")
        pen.text((left - 10, y), f"{highest * step / 5:.1%}", fill="black", font=font, anchor="rm")
    pen.text(((left + right) / 2, bottom + 50), "pages with names that are withheld", fill="black", font=font, anchor="ma")
    pen.text((left - 60, 10), "pages that leak an unread name or number", fill="black", font=font)
    for at, (confidence, line) in enumerate(lines.items()):
        colour = COLOURS[at % len(COLOURS)]
        points = [(left + (right - left) * x / widest, bottom - (bottom - top) * y / highest) for x, y in line]
        pen.line(points, fill=colour, width=3)
        for share, (x, y) in zip(SHARES, points, strict=True):
            size = 8 if (confidence, share) == (CONFIDENT, TOO_MUCH) else 4
            pen.ellipse((x - size, y - size, x + size, y + size), fill=colour)
        pen.text((right + 30, top + 28 * at), f"confidence {confidence}", fill=colour, font=font)
    pen.text((right + 30, top + 28 * len(lines) + 10), f"dots: share {SHARES[0]}\nto {SHARES[-1]} of the ink\nlarge: as shipped", fill="black", font=font)
    image.save(path)


def main() -> int:
    """Measure and print; exit with 1 if an identifier leaks from an ordinary page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10 * len(KINDS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--confidences", type=int, nargs="+", default=CONFIDENCES)
    parser.add_argument("--cache", type=Path, help="folder for what tesseract said, so that a second run is fast")
    parser.add_argument("--samples", type=Path, help="folder for the pages that come out")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--outcomes", type=Path, help="file for one line of JSON a page")
    options = parser.parse_args()
    for folder in (options.cache, options.samples):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    print("command: python", " ".join(sys.argv))
    print(f"fonts: {len(fonts())} printed, {len(fonts(hand=True))} like handwriting")
    if lack := FORMAT.missing():
        sys.exit(lack)
    confidences = sorted({*options.confidences, CONFIDENT})
    work = partial(measure, confidences=confidences, cached=options.cache, samples=options.samples)
    with ProcessPoolExecutor(options.jobs) as pool:
        outcomes = [outcome for some in pool.map(work, range(options.pages)) for outcome in some]
    if options.outcomes is not None:
        options.outcomes.write_text("".join(json.dumps(asdict(outcome)) + "\n" for outcome in outcomes), "utf-8")
    print_curve(outcomes)
    print_kinds(outcomes)
    if options.plot is not None:
        plot(outcomes, options.plot)
    at_fault = [page for page in outcomes if page.confidence == CONFIDENT and page.kind in HARMLESS and page.share <= TOO_MUCH and page.leaked]
    return 1 if at_fault else 0


if __name__ == "__main__":
    raise SystemExit(main())
