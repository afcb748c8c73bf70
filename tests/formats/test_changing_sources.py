"""Whatever happens to a source while it is handled, nothing goes out that was not judged.

Every format is in here. Each of its files is overwritten, truncated, appended to, replaced by rename and deleted at three
moments: right after it was opened, in the middle of its documents, and before the result is verified. What takes its place
holds a canary, a name in otherwise ordinary text, so that raw text is told from text that was read. The result is that of
the file as it was, byte by byte, or there is none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from large_files import CANARY, CASES, PATIENT, Case, unpacked

from velado.document import Document, Replacement, Result, Span, replaced
from velado.formats import DEFAULTS, Format, Handled, Options, UnreadableError, formats
from velado.formats.safe_copy import check_result, write_safe_copy
from velado.formats.source import Source, SourceChangedError, private_copy, source_in_memory

MOMENTS = ("after open", "mid-stream", "before verify")


def test_every_format_has_a_file_here() -> None:
    assert {case.format for case in CASES} == set(formats())


# What happens to a file


def overwritten(path: Path, data: bytes) -> None:
    with path.open("r+b") as stream:
        stream.write(data)
        stream.truncate()


def truncated(path: Path, data: bytes) -> None:
    os.truncate(path, path.stat().st_size // 2)


def appended(path: Path, data: bytes) -> None:
    with path.open("ab") as stream:
        stream.write(data)


def renamed_over(path: Path, data: bytes) -> None:
    other = path.with_name(f"other{path.suffix}")
    other.write_bytes(data)
    other.replace(path)


def deleted(path: Path, data: bytes) -> None:
    path.unlink()


CHANGES = (overwritten, truncated, appended, renamed_over, deleted)
Change = Callable[[Path, bytes], None]


@cache
def content(case: Case, name: str) -> bytes:
    return case.build(name)


def style_of(case: Case) -> Format:
    style = formats()[case.format]
    if style.missing():
        pytest.skip(style.missing())
    return style


# The way through the library


def answered(document: Document) -> Result:
    """Both names are replaced wherever they are read: what still stands in a result was never judged."""
    pieces: list[Replacement] = []
    for name in (PATIENT, CANARY, *PATIENT.split(), *CANARY.split()):
        at = document.text.find(name)
        while at >= 0:
            if not any(one.span.start < at + len(name) and at < one.span.end for one in pieces):
                pieces.append(Replacement(Span(at, at + len(name), "PATIENT_NAME"), "[PACIENTE]"))
            at = document.text.find(name, at + 1)
    pieces.sort(key=lambda one: one.span)
    return Result(document.id, replaced(document.text, pieces), tuple(pieces), (), "es", tuple(one.span for one in pieces))


@dataclass
class Hooked:
    """A judge and a format that do something once, at one moment."""

    style: Format
    moment: str
    act: Callable[[], None]
    documents: int = 2  # of the file, about
    done: bool = field(default=False, init=False)

    def at(self, moment: str) -> None:
        if moment == self.moment and not self.done:
            self.done = True
            self.act()

    def judge(self, documents: Iterator[Document]) -> Iterator[Handled]:
        for number, document in enumerate(documents, 1):
            if number >= self.documents // 2:
                self.at("mid-stream")
            yield document, answered(document)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.style, name)

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        self.at("before verify")
        return self.style.verify(path, source, handled)


class _Audit:
    """Runs something when a file was opened and the next one is about to be: no program can be quicker."""

    def __init__(self) -> None:
        self.path = ""
        self.act: Callable[[], None] | None = None
        self.opened = False

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or self.act is None:
            return
        if str(arguments[0]) == self.path:
            self.opened = True
        elif self.opened and not isinstance(arguments[0], int):  # a number is the file that was opened just now
            act, self.act = self.act, None
            act()


AUDIT = _Audit()
sys.addaudithook(AUDIT)


@pytest.fixture
def audit() -> Iterator[_Audit]:
    AUDIT.act, AUDIT.opened = None, False
    yield AUDIT
    AUDIT.act, AUDIT.opened = None, False


def carried(case: Case, path: Path, out: Path, hooked: Hooked) -> bool:
    """Take a file to its result; whether there is one."""
    target = out / f"part{path.suffix}"
    try:
        with private_copy(path, out) as copy:
            write_safe_copy(hooked, copy, target, hooked.judge, case.options)  # type: ignore[arg-type]
    except (UnreadableError, FileNotFoundError):
        assert list(out.iterdir()) == []
        return False
    assert [file.name for file in out.iterdir()] == [target.name]
    return True


@cache
def undisturbed(case: Case, folder: Path) -> tuple[bytes | None, int]:
    """The result of a file that nobody touches, and how many documents it has."""
    count = 0

    def judge(documents: Iterator[Document]) -> Iterator[Handled]:
        nonlocal count
        for count, document in enumerate(documents, 1):  # noqa: B007
            yield document, answered(document)

    source, target = folder / case.file, folder / f"result-{case.file}"
    source.write_bytes(content(case, PATIENT))
    try:
        with private_copy(source, folder) as copy:
            write_safe_copy(formats()[case.format], copy, target, judge, case.options)
    except UnreadableError:
        assert case.format == "doc"
        return None, 0
    return target.read_bytes(), count


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("undisturbed")


def judged_only(out: Path) -> bool:
    """Whether no file below a folder holds the canary, or the name that was replaced."""
    words = [word.encode() for name in (CANARY, PATIENT) for word in name.split()]
    return not any(word in piece for file in out.rglob("*") if file.is_file() for piece in unpacked(file) for word in words)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_file_that_nobody_touches_comes_out(case: Case, home: Path, tmp_path: Path) -> None:
    style_of(case)
    result, documents = undisturbed(case, home)
    if case.format == "doc":
        assert result is None
        return
    assert result is not None
    assert documents
    assert len(content(case, PATIENT)) > 1 << 18
    (tmp_path / case.file).write_bytes(result)
    assert judged_only(tmp_path)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("case", [case for case in CASES if not case.options.keep_columns], ids=str)
def test_a_source_that_changes(case: Case, change: Change, moment: str, home: Path, tmp_path: Path, audit: _Audit) -> None:
    style = style_of(case)
    result, documents = undisturbed(case, home)
    path, out = tmp_path / case.file, tmp_path / "out"
    path.write_bytes(content(case, PATIENT))
    os.utime(path, (1_700_000_000, 1_700_000_000))  # written some time ago, as files are
    out.mkdir()
    hooked = Hooked(style, moment, lambda: change(path, content(case, CANARY)), documents)
    if moment == "after open":
        audit.path, audit.act = str(path), lambda: hooked.at("after open")
    if carried(case, path, out, hooked):
        assert (out / f"part{path.suffix}").read_bytes() == result
    assert hooked.done or result is None
    assert judged_only(out)


@pytest.mark.parametrize("moment", MOMENTS[1:])
@pytest.mark.parametrize("change", [overwritten, renamed_over], ids=lambda change: change.__name__)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_private_copy_that_changes(case: Case, change: Change, moment: str, home: Path, tmp_path: Path) -> None:
    style = style_of(case)
    result, documents = undisturbed(case, home)
    path, out = tmp_path / case.file, tmp_path / "out"
    path.write_bytes(content(case, PATIENT))
    out.mkdir()

    def tamper() -> None:
        for copy in out.glob(".velado-*"):
            change(copy, content(case, CANARY))

    if carried(case, path, out, Hooked(style, moment, tamper, documents)):
        assert (out / f"part{path.suffix}").read_bytes() == result
    for left in out.glob("other*"):
        left.unlink()
    assert judged_only(out)


class _Shifting(BytesIO):
    """A stream that gives other bytes from some moment on, as a file without any protection would."""

    def __init__(self, state: dict[str, bytes]) -> None:
        super().__init__(state["now"])
        self._state = state

    def _renew(self) -> None:
        if self.getbuffer() != self._state["now"]:
            at = self.tell()
            self.seek(0)
            self.truncate()
            self.write(self._state["now"])
            self.seek(at)

    def read(self, size: int | None = -1) -> bytes:
        self._renew()
        return super().read(size)

    def readline(self, size: int | None = -1) -> bytes:
        self._renew()
        return super().readline(size)


class _ShiftingSource(Source):
    """A reader that is not deterministic: what it reads later is something else, and no digest of blocks says so."""

    __slots__ = ("state",)

    def open(self) -> BinaryIO:
        return _Shifting(self.state)

    def read_bytes(self, most: int | None = None) -> bytes:
        return self.state["now"]


def shifting(case: Case, state: dict[str, bytes]) -> Source:
    plain = source_in_memory(case.file, b"")
    source = _ShiftingSource(plain.path, plain.name, len(state["now"]))
    object.__setattr__(source, "state", state)
    return source


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_reader_that_reads_otherwise_the_second_time(case: Case, tmp_path: Path) -> None:
    style = style_of(case)
    state = {"now": content(case, PATIENT)}

    def judge(documents: Iterator[Document]) -> Iterator[Handled]:
        pairs = [(document, answered(document)) for document in documents]
        state["now"] = content(case, CANARY)
        return iter(pairs)

    try:
        write_safe_copy(style, shifting(case, state), tmp_path / case.file, judge, case.options)
    except UnreadableError:
        assert list(tmp_path.iterdir()) == []
    assert judged_only(tmp_path)


# What is judged


def test_a_result_that_is_not_the_judged_text_is_refused() -> None:
    document = Document("Paciente: Ana Gil.")
    span = Span(10, 17, "PATIENT_NAME")
    check_result(document, Result("", "Paciente: [X].", (Replacement(span, "[X]"),)))
    check_result(document, Result("", None))
    for wrong in (
        Result("", "Paciente: Eva Sol.", (Replacement(span, "[X]"),)),
        Result("", "Paciente: Eva Sol."),
        Result("", "Paciente: [X][X].", (Replacement(span, "[X]"), Replacement(span, "[X]"))),
        Result("", "Paciente: [X]", (Replacement(Span(10, 99, "PATIENT_NAME"), "[X]"),)),
    ):
        with pytest.raises(UnreadableError):
            check_result(document, wrong)


@pytest.mark.parametrize("wrong", ["exchanged", "missing", "doubled", "other text"])
def test_documents_and_results_belong_together(wrong: str, tmp_path: Path) -> None:
    def judge(documents: Iterator[Document]) -> Iterator[Handled]:
        pairs = [(document, Result(document.id, document.text)) for document in documents]
        if wrong == "exchanged":
            pairs.reverse()
        elif wrong == "missing":
            pairs.pop()
        elif wrong == "doubled":
            pairs.append(pairs[-1])
        else:
            pairs[1] = (Document("otra cosa"), Result("", "otra cosa"))
        return iter(pairs)

    source = source_in_memory("tabla.csv", b"nota\nAcude por tos ayer\nAcude por fiebre hoy\n")
    with pytest.raises(UnreadableError):
        write_safe_copy(formats()["csv"], source, tmp_path / "out.csv", judge, DEFAULTS)
    assert list(tmp_path.iterdir()) == []


def test_a_format_that_does_not_say_what_it_proves_is_not_used(tmp_path: Path) -> None:
    class Old:
        name = "old"

        def missing(self) -> str:
            return ""

        def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
            raise AssertionError

    with pytest.raises(UnreadableError, match="older version"):
        write_safe_copy(Old(), source_in_memory("a.old", b"Ana"), tmp_path / "a", lambda documents: iter(()), DEFAULTS)  # type: ignore[arg-type]


# The private copy


def test_the_private_copy_is_private_and_gone_afterwards(tmp_path: Path) -> None:
    path, out = tmp_path / "nota.txt", tmp_path / "out"
    path.write_bytes(b"Ana")
    out.mkdir()

    def fail() -> None:
        with private_copy(path, out, key=b"k" * 32) as copy:
            assert copy.read_bytes() == b"Ana"
            assert copy.path.parent == out
            assert (copy.name, copy.stem, copy.suffix, copy.size) == ("nota.txt", "nota", ".txt", 3)
            assert "nota" not in repr(copy)
            if os.name == "posix":
                assert copy.path.stat().st_mode & 0o777 == 0o600
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(out.iterdir()) == []


def test_the_digest_depends_on_key_and_content(tmp_path: Path) -> None:
    path = tmp_path / "nota.txt"
    path.write_bytes(b"Ana")
    digests = []
    for key in (b"", b"k" * 32, b"l" * 32):
        with private_copy(path, tmp_path, key=key) as copy:
            digests.append(copy.digest)
    assert digests[0] == ""
    assert len(set(digests)) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "nota.txt")
    with pytest.raises(UnreadableError, match="regular"), private_copy(tmp_path / "nota.txt", tmp_path):
        pass


def test_a_file_beyond_the_limit_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "nota.txt"
    path.write_bytes(b"Ana" * 100)
    with pytest.raises(UnreadableError, match="larger"), private_copy(path, tmp_path, limit=100):
        pass
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("at", [0, 300_000, 599_999])
def test_one_changed_byte_of_the_copy_is_noticed(at: int, tmp_path: Path) -> None:
    path = tmp_path / "nota.txt"
    path.write_bytes(os.urandom(600_000))
    with private_copy(path, tmp_path) as copy:
        data = bytearray(copy.path.read_bytes())
        data[at] ^= 1
        copy.path.write_bytes(data)
        with pytest.raises(SourceChangedError):
            copy.read_bytes()
