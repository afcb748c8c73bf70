"""Search for texts that take long: `python benchmarks/slow_inputs.py [--pieces N] [--seed N] [--varied] [--piece TEXT]`.

Short pieces (letters, digits, signs, blanks, line breaks, titles, dates, the words that recognisers wait for, and mixtures) are
repeated to 2 kB. The slowest of them and a random sample are then repeated to 20 and 200 kB. Everything is measured in processor
time and compared with ordinary notes, which are measured first, because machines differ. A piece is reported when a text ten times
as long takes more than fifteen times as long, or when it is read at less than 100 kB/s.
"""

from __future__ import annotations

import argparse
import pkgutil
import random
import string
import sys
import time
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from velado.formats.marked import parse_marks
from velado.pipeline import Pipeline

SIZES = (2_000, 20_000, 200_000)  # characters
SLOW = 100.0  # kB/s
STEEP = 15.0  # times as long for ten times the text
CORPUS = Path(__file__).parents[1] / "corpus"
SIGNS = string.punctuation + "ºª°·•–—¡¿«»“”€§"
GAPS = (" ", "  ", "\t", "\n", "\r\n", "\n\n", "\n ", "\u00a0", "\u200b")
FORMS = (
    "12/03/2021", "3/5", "1-2-99", "12 de marzo de 2020", "12 March 2020", "mar-21", "10:30", "45 años", "72-year-old", "3 m", "612 345 678", "+34 ", "(11) 9",
    "12345678Z", "390.533.447-05", "NHC: 44", "120/80", "5 mg", "a@b.es", "www.a.es", "http://", "1.2.3.4", "A1", "C/ Mayor 3", "28001", "Ana", "Gil Ruiz",
    "J. Pérez", "Mª", "MGL", "M.G.", "Dr.", "Dra. ", "Sr. ", "Mrs ", "Nombre:", "Tel.:", "Paciente\tMédico\n", "a|b|c\n", "|---|", "- ", "1) ", "* ", "> ",
    "&amp;", "<br>", "Ã±", "\\n", "%20", "?", "\ufffd", "é", "e\u0301", "ß", "Ω", "漢", "😀", "\x1b[1m", "ﬁ", "½", "Ａ",
)  # fmt: skip


def cue_words() -> list[str]:
    """Every word in a set, tuple or table of the modules that recognise something, in all languages."""
    found: set[str] = set()
    for package in ("velado.recognisers", "velado.languages", "velado.findings", "velado.identifiers"):
        root = import_module(package)
        names = [package, *(f"{package}.{module.name}" for module in pkgutil.iter_modules(root.__path__))]
        for module in map(import_module, [*names, "velado.headings", "velado.readings", "velado.resolution", "velado.whole_names", "velado.signing"]):
            for value in vars(module).values():
                if isinstance(value, (frozenset, set, tuple, list, dict)):
                    found.update(word for word in value if isinstance(word, str) and 0 < len(word) <= 16)
    return sorted(found)


def pieces(rng: random.Random, cues: list[str]) -> Iterator[str]:
    """Pieces without end, no two alike."""
    seen = {""}
    letters = string.ascii_letters + "áéíóúñçãõÁÑ"
    alphabets = (letters, string.digits, SIGNS, letters + " ", string.digits + " ./-", letters + SIGNS, string.digits + SIGNS, letters + string.digits + SIGNS)
    while True:
        kind = rng.randrange(4)
        if kind == 0:
            text = "".join(rng.choices(rng.choice(alphabets), k=rng.randint(1, 12)))
        elif kind == 1:
            text = "".join(rng.choice((rng.choice(alphabets[:3])[:1], rng.choice(letters), rng.choice(string.digits), rng.choice(SIGNS), rng.choice(GAPS))) for _ in range(rng.randint(1, 12)))
        elif kind == 2:
            text = rng.choice(cues) + rng.choice(("", *GAPS, *SIGNS[:12]))
        else:
            text = "".join(rng.choice((rng.choice(cues), rng.choice(FORMS), rng.choice(GAPS), rng.choice(SIGNS), rng.choice(letters))) for _ in range(rng.randint(1, 4)))
        if kind < 3 and rng.random() < 0.3:
            text += rng.choice(GAPS)
        if rng.random() < 0.05:
            text = text.upper()
        if text not in seen:
            seen.add(text)
            yield text


def repeated(piece: str, size: int, varied: bool) -> str:
    """The piece again and again; `varied` puts another letter or digit into each copy, so that no two stretches are alike."""
    if not varied:
        return (piece * (size // len(piece) + 1))[:size]
    rng = random.Random(piece)
    places = [at for at, character in enumerate(piece) if character.isalnum() and character.isascii()]
    copies = []
    for _ in range(size // len(piece) + 1):
        letters = list(piece)
        if places:
            at = rng.choice(places)
            letters[at] = rng.choice(string.digits if piece[at].isdigit() else string.ascii_uppercase if piece[at].isupper() else string.ascii_lowercase)
        copies.append("".join(letters))
    return "".join(copies)[:size]


def seconds(pipeline: Pipeline, piece: str, size: int, varied: bool) -> float:
    """Processor time for a text of this size; the better of two for short ones."""
    text = repeated(piece, size, varied)
    best = float("inf")
    for _ in range(2 if size <= SIZES[0] else 1):
        begun = time.process_time()
        result = pipeline.deidentify(text)
        best = min(best, time.process_time() - begun)
        if result.text is None:
            raise RuntimeError(f"withheld: {piece!r}")
    return max(best, 1e-6)


def ordinary(pipeline: Pipeline) -> float:
    """kB/s over real notes whose words have been met before."""
    texts = [parse_marks(file.read_text("utf-8"))[0] for file in sorted(CORPUS.glob("dev_*7/*.txt"))]
    for text in texts:
        pipeline.deidentify(text)
    begun = time.process_time()
    for text in texts:
        pipeline.deidentify(text)
    return sum(map(len, texts)) / 1000 / (time.process_time() - begun)


def measure(pipeline: Pipeline, chosen: Iterable[str], size: int, took: dict[str, list[float]], options: argparse.Namespace) -> None:
    """Add the time at one size for each piece; leave out what would take longer than asked for."""
    for piece in chosen:
        if took.get(piece) and took[piece][-1] * 10 > options.patience:
            continue
        took.setdefault(piece, []).append(seconds(pipeline, piece, size, options.varied))


def complaint(took: list[float]) -> str:
    """Why a piece is reported; empty when there is nothing to say."""
    reasons = [f"{longer / shorter:.0f} times as long from {size // 1000} kB on" for size, shorter, longer in zip(SIZES, took, took[1:], strict=False) if longer > STEEP * shorter]
    slowest = min(size / 1000 / second for size, second in zip(SIZES, took, strict=False))
    return "; ".join(["slow"] * (slowest < SLOW) + reasons)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--pieces", type=int, default=2000, help="pieces at 2 kB")
    arguments.add_argument("--longer", type=int, default=120, help="pieces at 20 kB: the slowest and as many others")
    arguments.add_argument("--longest", type=int, default=16, help="pieces at 200 kB: the slowest and as many others")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--patience", type=float, default=60.0, help="seconds that one text may take")
    arguments.add_argument("--show", type=int, default=40, help="rows to print")
    arguments.add_argument("--varied", action="store_true", help="change a letter or digit in each copy")
    arguments.add_argument("--piece", action="append", default=[], help=r"measure this piece alone; \n and \t are read as in Python")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    rng = random.Random(options.seed)
    pipeline = Pipeline()
    usual = ordinary(pipeline)
    print(f"ordinary notes: {usual:.0f} kB/s of processor time")
    took: dict[str, list[float]] = {}
    if options.piece:
        given = [piece.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r") for piece in options.piece]
        for size in SIZES:
            measure(pipeline, given, size, took, options)
    else:
        source = pieces(rng, cue_words())
        measure(pipeline, [next(source) for _ in range(options.pieces)], SIZES[0], took, options)
        for count, size in ((options.longer, SIZES[1]), (options.longest, SIZES[2])):
            ready = [piece for piece in took if len(took[piece]) == SIZES.index(size)]
            ready.sort(key=lambda piece: -took[piece][-1])
            others = ready[count:]
            measure(pipeline, [*ready[:count], *rng.sample(others, min(count, len(others)))], size, took, options)
    reported = {piece: reason for piece, seconds_ in took.items() if (reason := complaint(seconds_))}
    print(f"{len(took)} pieces, {len(reported)} reported")
    print(f"{'kB/s at 2, 20, 200 kB':<26}{'of ordinary':>12}  piece, reason")
    ranked = sorted(took, key=lambda piece: (piece not in reported, -max(second / size for size, second in zip(SIZES, took[piece], strict=False))))
    steep = [piece for piece in ranked if "times" in reported.get(piece, "")]
    for piece in [*steep[: options.show], *[piece for piece in ranked if piece not in steep][: options.show]]:
        speeds = [size / 1000 / second for size, second in zip(SIZES, took[piece], strict=False)]
        print(f"{' '.join(f'{speed:8.0f}' for speed in speeds):<26}{min(speeds) / usual:>12.2f}  {piece!r} {reported.get(piece, '')}")
    return 1 if reported else 0


if __name__ == "__main__":
    raise SystemExit(main())
