"""E-mail messages: who wrote to whom, the subject and the bodies without the people in them, attachments by their own formats.

The message is put together anew from what was read: headers that are not about the look of the message are left out, and
so are attachments that cannot be handled here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.encoders import encode_base64
from email.errors import MessageError
from email.header import Header, decode_header, make_header
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import compat32
from email.utils import getaddresses
from pathlib import Path
from quopri import encodestring

from velado.document import Document, Result, Span
from velado.formats import DEFAULTS, Handled, Options, UnreadableError, suffix_of
from velado.formats._encoding import decode
from velado.formats._html import HtmlReader, html_patches, page_gathered, picture_address, renamed_html
from velado.formats._inner import Inside, inner_documents, inside, outside, rewritten
from velado.formats._naming import Naming, naming_of
from velado.formats._traces import FOUND, traces_of
from velado.formats._units import OTHER_UNITS
from velado.formats._weave import OTHER_WORDS, Stream, Thread, Weave, woven
from velado.formats._xml import Patch, patched
from velado.formats.source import Source

__all__ = ["FORMAT"]

_PEOPLE = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc")
_HEADERS = (*_PEOPLE, "Subject", "Date")
_SUFFIXES = {
    "text/csv": ".csv", "text/rtf": ".rtf", "application/rtf": ".rtf", "application/pdf": ".pdf", "message/rfc822": ".eml",
    "application/zip": ".zip", "image/png": ".png", "image/jpeg": ".jpg", "image/tiff": ".tif", "application/json": ".json",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx", "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}  # fmt: skip
_ENCRYPTED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted", "application/pgp-encrypted")
_SIGNATURES = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"]{1,64}@[^\s@<>()\[\],;:\"]{1,255}")
_NOBODY = "removed@example.invalid"  # where the replacement is no address, for mail programs to read the header
_ENCODED_WORD = re.compile(r"=\?[^\s?]{0,60}(?:\?\S{0,2000})?")
_NESTED = 30  # multiparts inside multiparts


@dataclass(slots=True)
class _Leaf:
    """One part of the message that is no container."""

    message: Message = field(repr=False)
    kind: str  # plain, html, attachment
    text: str = field(default="", repr=False)
    charset: str = "utf-8"
    page: HtmlReader | None = field(default=None, repr=False)
    name: str = ""  # of an attachment: a number with the suffix that says its format
    data: bytes = field(default=b"", repr=False)
    problem: str = ""


@dataclass(slots=True)
class _Mail:
    """A message taken apart."""

    message: Message = field(repr=False)
    headers: list[tuple[str, str]] = field(repr=False)
    leaves: list[_Leaf] = field(repr=False)
    given: list[Span] = field(default_factory=list)
    people: dict[int, list[tuple[int, int, bool]]] = field(default_factory=dict)  # per header: names and addresses, in order
    weave: Weave = field(default_factory=lambda: woven([]), repr=False)


def _said(value: object) -> str:
    """A header in plain letters; what is encoded and cannot be decoded is left out, because nobody could read it here."""
    try:
        text = str(make_header(decode_header(str(value))))
    except (MessageError, LookupError, UnicodeError, ValueError):
        text = str(value)
    text = _ENCODED_WORD.sub("", text.encode("utf-8", "replace").decode("utf-8"))
    return re.sub(r"\s+", " ", text).strip()


def _bytes(message: Message) -> bytes:
    try:
        return message.as_bytes(policy=compat32)
    except (UnicodeError, LookupError, ValueError, MessageError):
        pass
    raise UnreadableError("the message is damaged")


def _leaves(message: Message, depth: int = 0) -> Iterator[_Leaf]:
    kind = message.get_content_type()
    if kind in _ENCRYPTED:
        raise UnreadableError("the message is encrypted; save it again after it was decrypted")
    if depth > _NESTED:
        raise UnreadableError(f"the message nests more than {_NESTED} parts")
    if message.is_multipart() and kind != "message/rfc822":
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _leaves(part, depth + 1)
        return
    if kind not in _SIGNATURES:
        yield _leaf(message, kind)


def _leaf(message: Message, kind: str) -> _Leaf:
    named = _said(message.get_filename() or "")
    attached = message.get_content_disposition() == "attachment" or bool(named)
    if kind in ("text/plain", "text/html") and not attached:
        data = message.get_payload(decode=True)
        data = data if isinstance(data, bytes) else b""
        charset = (message.get_content_charset() or "utf-8").lower()
        try:
            text = data.decode(charset)
        except (LookupError, UnicodeDecodeError):
            encoded = decode(data)
            text, charset = encoded.whole(), encoded.encoding
        return _Leaf(message, kind.partition("/")[2], text, charset)
    if kind == "message/rfc822":
        inner = message.get_payload()
        data = _bytes(inner[0]) if isinstance(inner, list) and inner and isinstance(inner[0], Message) else b""
    else:
        payload = message.get_payload(decode=True)
        data = payload if isinstance(payload, bytes) else b""
    return _Leaf(message, "attachment", name=suffix_of(Path(named)) or _SUFFIXES.get(kind, ""), data=data)


def _opened(data: bytes) -> _Mail:
    message = message_from_bytes(data, policy=compat32)
    if not any(message.get(name) for name in ("From", "To", "Subject", "Date", "Received", "Message-ID", "MIME-Version")):
        raise UnreadableError("the file is not what its name says: it has no header of a message")
    headers = [(name, _said(value)) for name in _HEADERS for value in message.get_all(name, [])]
    mail = _Mail(message, headers, list(_leaves(message)))
    streams: list[Stream] = []
    places: list[tuple[int, int, str, str]] = []  # header, offset, text, label
    for number, (name, value) in enumerate(headers):
        streams.append(Stream([Thread(value, f"h{number}", 0, None, "header")] if value else []))
        places += _certain(number, name, value)
    for number, leaf in enumerate(mail.leaves):
        if leaf.kind == "plain":
            streams.append(Stream([Thread(leaf.text, f"b{number}", 0)] if leaf.text else []))
        elif leaf.kind == "html":
            leaf.page = HtmlReader(f"b{number}", leaf.text).read()
            streams += leaf.page.streams
    mail.weave = woven(streams)
    starts = {thread.part: start for thread, start in zip(mail.weave.threads, mail.weave.starts, strict=True)}
    for number, at, text, label in places:
        if label != "DATE":
            mail.people.setdefault(number, []).append((at, at + len(text), label == "EMAIL"))
        start = starts[f"h{number}"] + at
        mail.given.append(Span(start, start + len(text), label, 1.0, "header"))
    return mail


def _certain(number: int, name: str, value: str) -> Iterator[tuple[int, int, str, str]]:
    """What a header names for certain: people, their addresses, the date."""
    if name == "Date" and value:
        yield number, 0, value, "DATE"
    elif name in _PEOPLE:
        position = 0
        for person, address in getaddresses([value]):
            for text, label in ((person, "PERSON_NAME"), (address, "EMAIL")):
                at = value.find(text, position) if text.strip() else -1
                if at >= 0:
                    if value[at - 1 : at] == '"' == value[at + len(text) : at + len(text) + 1]:
                        at, text = at - 1, f'"{text}"'
                    yield number, at, text, label
                    position = at + len(text)


@dataclass(frozen=True)
class Eml:
    """One message, one note; its attachments are notes of their own."""

    name: str = "eml"
    suffixes: tuple[str, ...] = (".eml",)
    description: str = "e-mail messages with their attachments; Received, Message-ID and the like are removed"
    extra: str = ""
    proves: str = "every header and all text of the bodies, letter by letter; attachments as their own formats prove them"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The message with its headers, then the documents of its attachments."""
        mail = _opened(source.read_bytes(options.limits.part_bytes))
        found: list[Document] = []
        for number, leaf in enumerate(mail.leaves):
            if leaf.kind == "attachment":
                try:
                    found += inside(number, inner_documents(f"a{leaf.name}", leaf.data, options))
                except UnreadableError as error:
                    leaf.problem = str(error)
        yield Document(mail.weave.text, source.stem, place=mail, given=tuple(mail.given))
        yield from found

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The message put together anew."""
        pairs = list(handled)
        (document, result), attached = pairs[0], outside(pairs[1:])
        if result.text is None:
            return ()
        mail: _Mail = document.place
        patches: dict[str, set[Patch]] = {}
        made = list(mail.weave.changes(result.replacements))
        for number, leaf in enumerate(mail.leaves):
            if leaf.page is not None:
                changes = [change for change in made if change.part == f"b{number}"]
                blank = {Patch(picture.start, picture.end, picture_address()) for picture in leaf.page.pictures}
                patches[f"b{number}"] = {*leaf.page.patches, *html_patches(changes, leaf.page.links), *blank}
        pages = frozenset(patches)
        for change in made:
            if change.part not in pages:
                patches.setdefault(change.part, set()).add(Patch(change.start, change.end, change.text))
        notes: Counter[str] = Counter()
        writer = _Writer(mail, patches, attached, options, notes, naming_of(pairs))
        path.write_bytes(_bytes(writer.message()))
        return ["headers of the way the message took removed", *(f"{what}: {count}" for what, count in notes.items())]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The written message, parsed afresh: every header, every body."""
        main = [(document, result) for document, result in handled if not isinstance(document.place, Inside)]
        traces = traces_of(main)
        said = _opened(path.read_bytes()).weave.visible()
        if any(said != document.place.weave.visible(result.replacements) for document, result in main):
            return [OTHER_WORDS]
        message = message_from_bytes(path.read_bytes(), policy=compat32)
        found = [(name, _said(value)) for name, value in message.items() if name in _HEADERS]
        if any(found != [(name, _said(value)) for name, value in _meant(document.place, result)] for document, result in main):
            return [OTHER_UNITS]
        texts: list[str] = []
        hidden: list[str] = []
        for part in _walk(message):
            texts += [_said(value) for name, value in part.items() if name in _HEADERS]
            hidden += [_said(value) for name, value in part.items() if name not in _HEADERS]
            data = part.get_payload(decode=True)
            if isinstance(data, bytes) and part.get_content_maintype() == "text" and not part.get_filename():
                text = data.decode(part.get_content_charset() or "utf-8", "replace")
                if part.get_content_type() == "text/html":
                    text, values = page_gathered(text)
                    hidden += values
                texts.append(text)
        return [FOUND] if traces.in_text(*texts) or traces.in_hidden(*hidden) else []


def _meant(mail: _Mail, result: Result) -> Iterator[tuple[str, str]]:
    """The headers that the result must have."""
    patches: dict[str, set[Patch]] = {}
    for change in mail.weave.changes(result.replacements):
        patches.setdefault(change.part, set()).add(Patch(change.start, change.end, change.text))
    return _Writer(mail, patches, {}, DEFAULTS, Counter(), naming_of(())).headers()


def _walk(message: Message) -> Iterator[Message]:
    """The parts of a message, without those of messages attached to it: they were verified when they were written."""
    yield message
    if message.is_multipart() and message.get_content_type() != "message/rfc822":
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _walk(part)


@dataclass(slots=True)
class _Writer:
    """Builds the new message along the shape of the old one."""

    mail: _Mail
    patches: dict[str, set[Patch]] = field(repr=False)
    attached: dict[int, list[Handled]] = field(repr=False)
    options: Options
    notes: Counter[str]
    naming: Naming
    _next: int = 0
    _containers: int = 0

    def message(self) -> Message:
        """The whole message."""
        new = self._built(self.mail.message) or MIMENonMultipart("text", "plain", policy=compat32)
        for name, safe in self.headers():
            new[name] = Header(safe, "us-ascii" if safe.isascii() else "utf-8", header_name=name).encode()
        return new

    def headers(self) -> Iterator[tuple[str, str]]:
        """The headers that stay, with what was replaced in them."""
        for number, (name, value) in enumerate(self.mail.headers):
            yield name, re.sub(r"[\r\n]+", " ", self._people(number, value) if name in _PEOPLE else self._said(number, value))

    def _said(self, number: int, value: str, start: int = 0, end: int | None = None) -> str:
        """A stretch of a header with what was replaced in it."""
        end = len(value) if end is None else end
        rows = []
        for patch in self.patches.get(f"h{number}", ()):
            first, last = max(patch.start, start), min(patch.end, end)
            if first < last:  # one that reaches over the border is written where it begins
                rows.append(Patch(first - start, last - start, patch.text if patch.start >= start else ""))
        return patched(value[start:end], rows)

    def _people(self, number: int, value: str) -> str:
        """People and addresses as mail programs want them, whatever stands in their place now."""
        written, name = [], ""
        for start, end, is_address in self.mail.people.get(number, ()):
            said = self._said(number, value, start, end)
            if not is_address:
                name = re.sub(r'["\\]', "", said)
                continue
            address = said if _ADDRESS.fullmatch(said) else _NOBODY
            written.append(f'"{name}" <{address}>' if name else address)
            name = ""
        return ", ".join(written) or _NOBODY

    def _built(self, old: Message) -> Message | None:
        kind = old.get_content_type()
        if old.is_multipart() and kind != "message/rfc822":
            self._containers += 1
            # The same bytes every time; no body can hold it, because of how they are encoded.
            boundary = f"=_velado_{self.options.depth}_{self._containers}"
            kind = "mixed" if kind == "multipart/signed" else old.get_content_subtype()
            new = MIMEMultipart(kind, boundary=boundary, policy=compat32)
            for part in old.get_payload():
                if isinstance(part, Message) and (built := self._built(part)) is not None:
                    new.attach(built)
            return new
        if kind in _SIGNATURES:
            self.notes["signatures removed"] += 1
            return None
        number, self._next = self._next, self._next + 1
        leaf = self.mail.leaves[number]
        return self._attachment(leaf, number) if leaf.kind == "attachment" else self._body(leaf, number)

    def _body(self, leaf: _Leaf, number: int) -> Message:
        text = patched(leaf.text, self.patches.get(f"b{number}", ()))
        if leaf.page is not None:
            text = renamed_html(text, self.naming)
            self.notes.update({what: count for what, count in leaf.page.removed.items() if count})
            self.notes["pictures blanked"] += leaf.page.blanked + len(leaf.page.pictures)
            self.notes += Counter()  # drops what stayed at nothing
        charset = leaf.charset
        try:
            text.encode(charset)
        except (LookupError, UnicodeEncodeError):
            charset = "utf-8"
        new = MIMENonMultipart("text", leaf.kind, charset=charset, policy=compat32)
        if leaf.message.get_param("format") == "flowed":
            new.set_param("format", "flowed")
        # Every mail program reads it, and the letters stay readable; line ends become the message's own.
        new["Content-Transfer-Encoding"] = "quoted-printable"
        new.set_payload(encodestring(text.encode(charset).replace(b"\r\n", b"\n")).decode("ascii"))
        return new

    def _attachment(self, leaf: _Leaf, number: int) -> Message | None:
        notes: list[str] = []
        try:
            if leaf.problem:
                raise UnreadableError(leaf.problem)
            data = rewritten(f"a{leaf.name}", leaf.data, self.attached.get(number, []), self.options, notes)
        except UnreadableError as error:
            self.notes[f"left out of the message: {error}"] += 1
            return None
        self.notes.update(f"in an attachment: {note}" for note in notes)
        if leaf.message.get_content_type() == "message/rfc822":
            new: Message = MIMEBase("message", "rfc822", policy=compat32)
            new.attach(message_from_bytes(data, policy=compat32))
            return new
        new = MIMEBase(leaf.message.get_content_maintype(), leaf.message.get_content_subtype(), policy=compat32)
        new.set_payload(data)
        encode_base64(new)
        new.add_header("Content-Disposition", "attachment", filename=f"attachment{number + 1}{leaf.name}")
        return new


FORMAT = Eml()
