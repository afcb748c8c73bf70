"""Mutated documents of every format, and hostile texts, in folders through `velado run`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from math import log10
from pathlib import Path
from random import Random

from benchmarks.soak.fixtures import CANARIES, FIXTURES, NAME, SCANS
from benchmarks.soak.leaks import leaked, shows_name
from benchmarks.soak.mutations import mutated
from benchmarks.soak.outcome import Budget, Outcome, crashed, run, write_known

__all__ = ["documents", "texts"]

BATCH = 100
SCAN_EVERY = 100  # one document in so many
HANG = 300.0, 2.0, 10_000  # a batch hangs beyond so many seconds, and so many a document, and one for so many bytes


def documents(budget: Budget) -> Outcome:
    """Mutate fixtures of every format that Velado knows."""
    from velado.formats import format_for, formats

    covered = {style.name for suffix in FIXTURES if (style := format_for(Path(f"a{suffix}")))}
    if without := set(formats()) - covered:
        raise SystemExit(f"benchmarks/soak/fixtures.py has no document of these formats: {', '.join(sorted(without))}")
    originals = {suffix: make() for suffix, make in FIXTURES.items()}
    paper = [suffix for suffix in originals if suffix not in SCANS]

    def made(number: int) -> tuple[str, bytes]:
        chance = budget.random("document", number)
        suffix = chance.choice(SCANS) if number % SCAN_EVERY == SCAN_EVERY - 1 else paper[number % len(paper)]
        return f"{number:06}{suffix}", mutated(originals[suffix], chance)

    return _through(budget, "mutated documents", BATCH, made)


def texts(budget: Budget) -> Outcome:
    """Write texts that are repetitive, endless, strange or broken, with the patient in the middle."""

    def made(number: int) -> tuple[str, bytes]:
        return f"{number:06}.txt", hostile_text(budget.random("text", number), 1e4 if budget.short else 1e6)

    return _through(budget, "hostile texts", 20, made)


PIECES = (
    "a,b\n", "a ", "1 ", "1/", "1-1-", "Dr. ", "Sr. D. ", "de la ", "C/ ", "@", "a@b.", "www.", "http://", "+34 ", "((((", "[[", "<b>", "\\", "\t",
    "\n", "\r", "\r\n", "\x00", "\x1b[31m", "\u00a0", "\u00ad", "\u0301", "e\u0301", "\u200b", "\u200d", "\u202e", "\u2066", "\u2028", "\ufeff",
    "\U0001f468\u200d\U0001f469", "\u0645\u0631\u064a\u0636 ", "\u5f20\u4f1f", "ﬁ", "İ", "ß", "Ⅷ", "１２", "12 de marzo de ", "ANA ", "Ana\n", "A. ",
    "x-", "x_", "_", "...", "···", "|", ";;", ": ", "nombre: ", "Paciente ", "años ", "hijo de ",
)  # fmt: skip
BROKEN = (b"\xed\xa0\x80", b"\xff", b"\xc3", b"\xf0\x9f", b"\0", b"\xfe\xff", b"\x80\x81")


def hostile_text(chance: Random, most: float) -> bytes:
    """Make one text, of a hundred bytes to about `most`."""
    size = int(10 ** chance.uniform(2, log10(most)))
    pieces = chance.sample(PIECES, chance.randint(1, 4))
    shape = chance.randrange(4)
    if shape == 0:
        unit = "".join(pieces)
        text = unit * (size // len(unit.encode()) + 1)
    elif shape == 1:
        text = "".join(chance.choices(pieces, k=size // 3))
    elif shape == 2:
        text = chance.choice(("a", "9", "Á", "x1", "zarra")) * (size // 2)  # one token, one line
    else:
        text = "".join(chr(chance.choice((chance.randrange(0x20, 0x250), chance.randrange(0x300, 0x370), chance.randrange(0xE000)))) for _ in range(size // 2))
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    middle = len(text) // 2
    text = f"{text[:middle]}\nPaciente: {NAME}, NHC {CANARIES[-1]}.\n{text[middle:]}"
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(chance.choice((0, 0, 0, 1, 5))):
        place = chance.randrange(len(data))
        data[place:place] = chance.choice(BROKEN)
    return bytes(data)


def _through(budget: Budget, what: str, batch: int, made) -> Outcome:  # type: ignore[no-untyped-def]
    outcome = Outcome(what, budget.count, failures={"raw units": 0, "crashes": 0, "hangs": 0, "lost": 0}, counts={"withheld": 0})
    for numbers in _batches(budget, batch):
        with tempfile.TemporaryDirectory(prefix="soak-") as home:
            _batch(Path(home), [made(number) for number in numbers], outcome, budget)
    return outcome


def _batches(budget: Budget, size: int) -> Iterator[range]:
    for start in range(0, budget.count, size):
        if budget.spent():
            return
        yield range(start, min(start + size, budget.count))


def _batch(home: Path, files: list[tuple[str, bytes]], outcome: Outcome, budget: Budget) -> None:
    source, out, temporary = home / "in", home / "out", home / "tmp"
    for folder in (source, temporary):
        folder.mkdir()
    for name, data in files:
        (source / name).write_bytes(data)
    first, *_, last = [name for name, _ in files] * 2
    fixed, each, rate = HANG
    seconds = fixed + each * len(files) + sum(len(data) for _, data in files) / rate
    result = run(["run", source, "--out", out, "--known", write_known(home)], seconds, temporary)
    outcome.tried += len(files)
    if result is None:
        outcome.fail("hangs", f"{first} to {last} took longer than {seconds:.0f} s")
        _keep(budget, source, files)
        return
    if died := crashed(result):
        outcome.fail("crashes", f"{first} to {last}: {died}")
        _keep(budget, source, files)
    if leaked(result.stdout.encode() + result.stderr.encode()):
        outcome.fail("raw units", f"{first} to {last}: what was printed names the patient")
    for name, data in files:
        path = out / name
        if not path.is_file():
            outcome.counts["withheld"] += 1
            if not died and name not in result.stderr:
                outcome.fail("lost", f"{name} has no result, and nothing was said about it")
                _keep(budget, source, [(name, data)])
            continue
        written = path.read_bytes()
        if shows_name(data, written) if path.suffix in SCANS else leaked(written):
            outcome.fail("raw units", name)
            _keep(budget, source, [(name, data)])
            shutil.copy(path, budget.keep / f"result-{name}")
    names = {name for name, _ in files}
    for path in out.rglob("*"):
        if path.is_file() and path.relative_to(out).as_posix() not in names and leaked(path.read_bytes()):
            outcome.fail("raw units", f"{first} to {last}: the patient is in {path.relative_to(out)}, which is no result")
    for path in temporary.rglob("*"):
        if path.is_file():
            outcome.fail("lost", f"{first} to {last}: a temporary file was left behind")
            break


def _keep(budget: Budget, source: Path, files: list[tuple[str, bytes]]) -> None:
    budget.keep.mkdir(parents=True, exist_ok=True)
    for name, _ in files:
        shutil.copy(source / name, budget.keep / name)
