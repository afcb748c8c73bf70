"""E-mail messages: headers, bodies, attachments."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path

import docx
import pytest
from steps import Steps

from velado import Pipeline
from velado.cli.main import main
from velado.document import Result
from velado.formats import Handled, Limits, Options, UnreadableError
from velado.formats.eml import FORMAT as STYLE

FORMAT = Steps(STYLE)

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
NAMES = ("Nélida", "Ugarte", "ugarte", "Salcedo", "Ferrer", "Zamora", "2024", "nelida")


def word() -> bytes:
    document, buffer = docx.Document(), io.BytesIO()
    document.add_paragraph("Paciente: Nélida Ugarte Salcedo")
    document.save(buffer)
    return buffer.getvalue()


def message() -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Nélida Ugarte Salcedo <nelida.ugarte@example.org>"
    mail["To"] = '"Ferrer, Luis" <ferrer@example.org>, citas@example.org'
    mail["Subject"] = "Analítica de la Sra. Nélida Ugarte"
    mail["Date"] = "Tue, 05 Mar 2024 10:00:00 +0100"
    mail["Message-ID"] = "<nelida@ugarte.example>"
    mail["Received"] = "from ugarte.example by mx.example; Tue, 05 Mar 2024 10:00:00 +0100"
    mail["X-Originating-IP"] = "Ugarte"
    mail.set_content("Buenos días:\n\nSoy la Sra. Nélida Ugarte Salcedo, vivo en Zamora.\nTomo metformina 850 mg.\n", cte="quoted-printable")
    mail.add_alternative("<p>Soy la Sra. <b>Nélida</b> Ugarte<img src='cid:ugarte'></p>", subtype="html")
    mail.add_attachment(word(), maintype="application", subtype="octet-stream", filename="Nélida Ugarte.docx")
    mail.add_attachment(b"Ugarte", maintype="application", subtype="octet-stream", filename="ugarte.xyz")
    inner = EmailMessage()
    inner["From"] = "nelida.ugarte@example.org"
    inner["Subject"] = "Sra. Nélida Ugarte"
    inner.set_content("Paciente: Nélida Ugarte Salcedo")
    inner.add_attachment("Nombre: Nélida Ugarte", filename="ugarte.txt")
    mail.add_attachment(inner)
    return mail


def everything(part: Message) -> str:
    """All that a message says anywhere, its attachments unpacked."""
    said = "\n".join(f"{name}: {value}" for name, value in part.items())
    if part.is_multipart():
        return said + "".join(everything(inner) for inner in part.get_payload())  # type: ignore[arg-type]
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = b"".join(archive.read(name) for name in archive.namelist())
    return said + data.decode("utf-8", "replace")


def test_no_corner_keeps_a_name(tmp_path: Path, carried: Carried) -> None:
    (tmp_path / "in.eml").write_bytes(message().as_bytes())
    target, notes, _ = carried(tmp_path / "in.eml")
    parsed = message_from_bytes(target.read_bytes(), policy=default)
    said = everything(parsed)
    assert not [name for name in (*NAMES, "Received", "Message-ID", "X-Orig") if name in said]
    assert parsed["Subject"] == "Analítica de la Sra. [PACIENTE]"
    assert [(person.display_name, person.addr_spec) for person in parsed["To"].addresses] == [
        ("[PERSONA]", "removed@example.invalid"),
        ("", "removed@example.invalid"),
    ]
    plain = parsed.get_body(("plain",))
    assert plain is not None
    assert "Tomo metformina 850 mg." in plain.get_content()
    assert [part.get_content_type() for part in parsed.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/octet-stream",
        "message/rfc822", "multipart/mixed", "text/plain", "text/plain",
    ]  # fmt: skip
    assert [part.get_filename() for part in parsed.iter_attachments()] == ["attachment3.docx", None]
    assert any(note.startswith("left out of the message") for note in notes)


def test_the_same_message_gives_the_same_bytes(tmp_path: Path, carried: Carried) -> None:
    (tmp_path / "in.eml").write_bytes(message().as_bytes())
    first = carried(tmp_path / "in.eml")[0].read_bytes()
    assert carried(tmp_path / "in.eml")[0].read_bytes() == first


def test_names_in_headers_are_certain_and_spread(tmp_path: Path, rules: Pipeline) -> None:
    mail = EmailMessage()
    mail["From"] = "Xochitl Quetzalli <x@example.org>"
    mail.set_content("Anoche Quetzalli no durmió.")
    (tmp_path / "in.eml").write_bytes(mail.as_bytes())
    (document,) = FORMAT.read(tmp_path / "in.eml")
    assert [(span.text(document.text), span.label) for span in document.given] == [
        ("Xochitl Quetzalli", "PERSON_NAME"),
        ("x@example.org", "EMAIL"),
    ]
    assert "Quetzalli" not in str(rules.deidentify(document).text).splitlines()[0]


@pytest.mark.parametrize("subject", ["=?x-none?B?VWdhcnRl?=", "=?utf-8?B?VWdhcnRl=*?=", "=?utf-8?Z?VWdhcnRl?=", "=?utf-8?Q?Sra. N=C3=A9lida Ugarte?="])
def test_headers_that_nobody_can_decode_are_left_out(tmp_path: Path, carried: Carried, subject: str) -> None:
    (tmp_path / "in.eml").write_bytes(f"From: a@example.org\nSubject: {subject}\n\nHola\n".encode())
    target, _, _ = carried(tmp_path / "in.eml")
    written = message_from_bytes(target.read_bytes(), policy=default)
    assert "VWdhcnRl" not in target.read_text()
    assert "Ugarte" not in str(written["Subject"])


def test_without_people_the_body_stays(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Aviso"
    body = "Señores:\r\n\r\nEl ambulatorio abre = a las 8 \u2013 siempre.\r\n" + "x" * 120 + "\r\n"
    mail.set_content(body)
    (tmp_path / "in.eml").write_bytes(mail.as_bytes())
    handled = [(document, Result("", document.text)) for document in FORMAT.read(tmp_path / "in.eml")]
    FORMAT.write(tmp_path / "out.eml", tmp_path / "in.eml", handled)
    after = message_from_bytes((tmp_path / "out.eml").read_bytes(), policy=default)
    assert after.get_content().replace("\r\n", "\n") == body.replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hola", "no header"),
        (b"From: a@b.c\nContent-Type: application/pkcs7-mime\n\nxx", "encrypted"),
        (b"From: a@b.c\nContent-Type: multipart/encrypted; boundary=x\n\n--x\n\na\n--x--\n", "encrypted"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "in.eml").write_bytes(data)
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(tmp_path / "in.eml"))


def test_messages_in_messages_end_at_the_limit(tmp_path: Path, rules: Pipeline) -> None:
    mail = EmailMessage()
    mail["Subject"] = "0"
    mail.set_content("Sra. Nélida Ugarte")
    for number in range(1, 6):
        outer = EmailMessage()
        outer["Subject"] = str(number)
        outer.set_content("x")
        outer.add_attachment(mail)
        mail = outer
    source, target = tmp_path / "in.eml", tmp_path / "out.eml"
    source.write_bytes(mail.as_bytes())
    options = Options(limits=Limits(depth=2))
    handled = [(document, rules.deidentify(document)) for document in FORMAT.read(source, options)]
    notes = FORMAT.write(target, source, handled, options)
    assert any("more than 2 deep" in note for note in notes)
    assert target.read_bytes().count(b"message/rfc822") == 2


def test_the_command_takes_messages(tmp_path: Path) -> None:
    (tmp_path / "in.eml").write_bytes(message().as_bytes())
    # One attachment cannot be read: it is left out, and the call says so.
    assert main(["run", str(tmp_path / "in.eml"), "--out", str(tmp_path / "o"), "--forms-only", "--jobs", "1"]) == 3
    said = everything(message_from_bytes((tmp_path / "o" / "in.eml").read_bytes()))
    assert "Ugarte" not in said
