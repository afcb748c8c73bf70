"""RTF: the text is replaced between the control words, everything else of the look stays as it was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._inner import Inside, inside, outside
from velado.formats._naming import Naming, naming_of
from velado.formats._pictures import BLANK, picture_documents, picture_written, told
from velado.formats._rtf import Picture, RtfReader
from velado.formats._traces import FOUND, traces_of
from velado.formats._weave import OTHER_WORDS, Weave, woven
from velado.formats._xml import Patch
from velado.formats.source import Source

__all__ = ["FORMAT", "escaped_rtf", "patched_rtf"]

_SUFFIXES = {".png": "\\pngblip", ".jpg": "\\jpegblip"}
_HEX = re.compile(r"\\'([0-9a-fA-F]{2})")
_UNICODE = re.compile(r"\\u(-?[0-9]{1,6}) ?(?:\\'[0-9a-fA-F]{2}|[^\\{}])?")
_GAP = re.compile(r"\\(?:par|line|tab|cell|row|sect|page)(?![a-z])[0-9-]* ?")
_CALLED = ("{\\fonttbl", "{\\*\\pgdsctbl", "{\\*\\listtable", "{\\*\\latentstyles", "{\\stylesheet")
# A control word, or a stretch of letters: as they are, by their code page or by their number.
_NAME = re.compile(r"\\(?!u-?[0-9])[a-zA-Z]{1,40}(?:-?[0-9]{1,10})? ?|((?:[^\\{};\r\n]|\\'[0-9a-fA-F]{2}|\\u-?[0-9]{1,6} ?)+)")
_WORD = re.compile(r"\\[a-zA-Z]{1,40}-?[0-9]{0,10} ?|[{}\r\n]|\\\*")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What writing needs: the text and its way back, what changes in any case, and which picture is which document."""

    weave: Weave = field(repr=False)
    patches: tuple[Patch, ...] = field(repr=False)
    bare: frozenset[int] = field(repr=False)
    removed: Mapping[str, int]
    pictures: tuple[Picture, ...]
    read: tuple[int, ...]  # the numbers of the pictures that could be read
    text: str = field(repr=False)  # the file itself


@dataclass(frozen=True)
class Rtf:
    """One file, one note; its pictures are notes of their own where they can be read."""

    name: str = "rtf"
    suffixes: tuple[str, ...] = (".rtf",)
    description: str = "RTF documents: text, tables, headers, footnotes, text boxes"
    extra: str = ""
    proves: str = "all text, letter by letter; no replaced string between the control words"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The document's text, then its pictures."""
        text = source.read_bytes(options.limits.part_bytes).decode("latin-1")
        reader = RtfReader(text).read()
        found: list[Document] = []
        read: list[int] = []
        for number, picture in enumerate(reader.pictures):
            documents = picture_documents(f"a{picture.kind[2]}", _data(text, picture), options) if picture.kind[2] else None
            if documents is not None:
                found += inside(number, documents)
                read.append(number)
        plan = _Plan(
            woven(reader.streams), tuple(reader.patches), frozenset(reader.bare), reader.removed, tuple(reader.pictures), tuple(read), text
        )
        yield Document(plan.weave.text, source.stem, place=plan)
        yield from found

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The document with the results in it."""
        pairs = list(handled)
        (document, result), pictures = pairs[0], outside(pairs[1:])
        if result.text is None:
            return ()
        plan: _Plan = document.place
        text = plan.text
        patches = list(plan.patches)
        for change in plan.weave.changes(result.replacements):
            patches.append(Patch(change.start, change.end, "".join(escaped_rtf(change.text))))
        seen = 0
        for number, picture in enumerate(plan.pictures):
            name, data = f"a{picture.kind[2]}", None
            if number in plan.read:
                data = picture_written(name, _data(text, picture), pictures.get(number, ()), options)
            seen += data is not None
            start, end, suffix = picture.kind
            patches.append(Patch(start, end, (_SUFFIXES[suffix] if data else "\\pngblip") + " "))
            patches.append(Patch(picture.start, picture.end, (data or BLANK).hex()))
        path.write_bytes(_renamed(patched_rtf(text, patches, plan.bare), naming_of(pairs)).encode("latin-1"))
        notes = [f"{what}: {count}" for what, count in plan.removed.items() if count]
        return [*notes, *told(seen, len(plan.pictures) - seen)]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The written file without its control words, whatever they mean, and without the fonts' and styles' own names."""
        main = [(document, result) for document, result in handled if not isinstance(document.place, Inside)]
        raw = path.read_bytes().decode("latin-1")
        plain = raw
        for table in ("{\\fonttbl", "{\\stylesheet", "{\\*\\latentstyles"):
            plain = _without(plain, table)
        # Code pages are not known here: the one of the West reads its letters, and the others' names are written with \u.
        text = _HEX.sub(lambda match: bytes.fromhex(match[1]).decode("cp1252", "replace"), _UNICODE.sub(_letter, plain))
        text = _GAP.sub("\t", text)
        traces = traces_of(main)
        said = woven(RtfReader(raw).read().streams).visible()
        if any(said != document.place.weave.visible(result.replacements) for document, result in main):
            return [OTHER_WORDS]
        # Line ends in the file mean nothing; a control word may stand inside a word or between two.
        return [FOUND] if traces.in_text(_WORD.sub("", text)) or traces.in_hidden(_WORD.sub(" ", text)) else []


def _data(text: str, picture: Picture) -> bytes:
    raw = text[picture.start : picture.end]
    if picture.binary:
        return raw[re.match(r"\\bin[0-9]+ ?", raw).end() :].encode("latin-1")  # type: ignore[union-attr]
    digits = "".join(raw.split())
    return bytes.fromhex(digits[: len(digits) // 2 * 2])


def _renamed(raw: str, naming: Naming) -> str:
    """The document without people in what its fonts, pages and list signs are called."""
    for table in _CALLED if naming else ():
        start = raw.find(table)
        rest = _without(raw[start:], table) if start >= 0 else ""
        if rest:
            end = len(raw) - len(rest)
            raw = raw[:start] + _NAME.sub(lambda match: _called(match[0], naming) if match[1] else match[0], raw[start:end]) + rest
    return raw


def _called(written: str, naming: Naming) -> str:
    said = _HEX.sub(lambda match: bytes.fromhex(match[1]).decode("cp1252", "replace"), _UNICODE.sub(_letter, written))
    new = naming.of(said)
    return written if new == said else "".join(escaped_rtf(new))


def _letter(match: re.Match[str]) -> str:
    code = int(match[1]) % 65_536
    return chr(code) if not 0xD800 <= code < 0xE000 else "?"


def _without(raw: str, beginning: str) -> str:
    """The text without the group that begins so."""
    start = raw.find(beginning)
    if start < 0:
        return raw
    depth = 0
    for match in re.compile(r"\\[\\{}]|[{}]").finditer(raw, start):
        depth += (match[0] == "{") - (match[0] == "}")
        if not depth:
            return raw[:start] + raw[match.end() :]
    return raw


def patched_rtf(text: str, patches: Iterable[Patch], bare: Collection[int]) -> str:
    """The text with the patches in it; a control word that loses what set it apart gets a blank behind it.

    >>> patched_rtf("{\\\\b\\\\v Juan 5}", [Patch(3, 6, ""), Patch(6, 11, "")], {3})
    '{\\\\b 5}'
    """
    pieces: list[str] = []
    position, open_word = 0, False

    def add(piece: str, ends: bool) -> None:
        nonlocal open_word
        if piece:
            if open_word and (piece[0].isalnum() or piece[0] in "- "):
                pieces.append(" ")
            pieces.append(piece)
            open_word = ends

    for patch in sorted(patches, key=lambda patch: (patch.start, -patch.end)):
        if patch.start >= position:
            add(text[position : patch.start], patch.start in bare)
            add(patch.text, False)
            position = patch.end
        elif patch.end > position:
            raise UnreadableError("two changes of the RTF overlap")
    add(text[position:], False)
    return "".join(pieces)


def escaped_rtf(text: str) -> Iterator[str]:
    """A text as it is written in RTF; what is not ASCII stands in a group of its own, so that nothing before it matters."""
    for character in text:
        if character in "\\{}":
            yield f"\\{character}"
        elif character == "\n":
            yield "\\line "
        elif character == "\t":
            yield "\\tab "
        elif " " <= character <= "~":
            yield character
        elif character > "~":
            units = character.encode("utf-16-le")
            codes = (int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2))
            yield "{\\uc1" + "".join(f"\\u{code}?" for code in codes) + "}"


FORMAT = Rtf()
