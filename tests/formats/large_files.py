"""A file of every format, larger than any buffer, with one name in every unit of it: for tests that change files."""

from __future__ import annotations

import base64
import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from velado.formats import DEFAULTS, Options

PATIENT = "Nerea Ugarte Salcedo"  # in the files as they are first
CANARY = "Iker Barrientos Otxo"  # in what takes their place: of the same length, so that everything stays where it was
SHORT = 290_000  # bytes of text in formats that read a file at once
LONG = 1_120_000  # in formats that read it piece by piece
_SENTENCE = "Acude a consulta por tos seca de tres semanas, sin fiebre ni disnea; buen estado general. "


def note(name: str, number: int = 0, length: int = 4_000) -> str:
    """A note about somebody."""
    return f"Nota {number}. Paciente: {name}. " + _SENTENCE * (length // len(_SENTENCE)) + f"Prueba: {kept(name)}."


def kept(name: str) -> str:
    """A text for places that are kept without being read: nobody's name in the file as it is first."""
    return "Hemoglobina en suero" if name == PATIENT else name


def notes(name: str, size: int) -> list[str]:
    """Notes of so many bytes together."""
    return [note(name, number) for number in range(size // 4_000)]


def _text(name: str) -> bytes:
    return "\n".join(notes(name, SHORT)).encode()


def _table(name: str, delimiter: str) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter)
    writer.writerow(["nota", "sala", "edad"])
    writer.writerows([text, kept(name), "45"] for text in notes(name, LONG))
    return stream.getvalue().encode()


def _jsonl(name: str) -> bytes:
    return "".join(json.dumps({"nota": text, "sala": kept(name), "edad": 45}) + "\n" for text in notes(name, LONG)).encode()


def _observation(name: str, number: int, text: str) -> dict[str, object]:
    return {
        "resourceType": "Observation",
        "id": f"o{number}",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": kept(name)}]},
        "performer": [{"display": name}],
        "note": [{"text": text}],
        "valueQuantity": {"value": 13.5, "unit": "g/dL"},
    }


def _ndjson(name: str) -> bytes:
    return "".join(json.dumps(_observation(name, number, text)) + "\n" for number, text in enumerate(notes(name, SHORT))).encode()


def _fhir(name: str) -> bytes:
    entries = [{"resource": _observation(name, number, text)} for number, text in enumerate(notes(name, SHORT))]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}).encode()


def _json(name: str) -> bytes:
    return json.dumps([{"nota": text, "sala": kept(name), "edad": 45} for text in notes(name, SHORT)]).encode()


def _parquet(name: str) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = notes(name, LONG)
    table = pa.table({"nota": texts, "sala": [kept(name)] * len(texts), "edad": [45] * len(texts), "talla": [1.6] * len(texts)})
    stream = io.BytesIO()
    pq.write_table(table, stream, compression="none", use_dictionary=False, row_group_size=50)
    return stream.getvalue()


def _xlsx(name: str) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["nota", "sala", "edad"])
    for text in notes(name, LONG):
        sheet.append([text, kept(name), 45])
    stream = io.BytesIO()
    book.save(stream)
    return _stored(stream.getvalue())


def _docx(name: str) -> bytes:
    import docx

    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = f"Informe de {name}"
    for text in notes(name, SHORT // 4):  # the template that it is made from is large already
        document.add_paragraph(text)
    stream = io.BytesIO()
    document.save(stream)
    return _stored(stream.getvalue())


def _odt(name: str) -> bytes:
    office = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    text = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    paragraphs = "".join(f"<t:p>{one}</t:p>" for one in notes(name, SHORT))
    content = f'<o:document-content xmlns:o="{office}" xmlns:t="{text}"><o:body><o:text>{paragraphs}</o:text></o:body></o:document-content>'
    return _archive({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": content.encode()}, zipfile.ZIP_STORED)


def _rtf(name: str) -> bytes:
    return ("{\\rtf1\\ansi\\ansicpg1252 " + "\\par\n".join(notes(name, SHORT)) + "}").encode("cp1252")


def _html(name: str) -> bytes:
    body = "".join(f'<p title="{name}">{text}</p>\n' for text in notes(name, SHORT))
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{name}</title></head><body>{body}</body></html>'.encode()


def _eml(name: str) -> bytes:
    message = EmailMessage()
    message["From"] = "consulta@example.org"
    message["Subject"] = f"Informe de {name}"
    message.set_content("\n".join(notes(name, SHORT)))
    message.add_attachment(note(name).encode(), maintype="text", subtype="plain", filename="nota.txt")
    return message.as_bytes()


def _cda(name: str) -> bytes:
    inner = base64.b64encode(note(name).encode()).decode()
    paragraphs = "".join(f"<paragraph>{text}</paragraph>" for text in notes(name, SHORT))
    return (
        '<?xml version="1.0" encoding="UTF-8"?><ClinicalDocument xmlns="urn:hl7-org:v3">'
        f"<title>Informe de {name}</title><component><structuredBody><component><section><text>{paragraphs}</text>"
        f'<entry><observationMedia classCode="OBS" moodCode="EVN"><value mediaType="text/plain" representation="B64">{inner}</value>'
        "</observationMedia></entry></section></component></structuredBody></component></ClinicalDocument>"
    ).encode()


def _hl7(name: str) -> bytes:
    given, *family = name.split()
    messages = [
        f"MSH|^~\\&|A|B|C|D|20240102||ORU^R01|{number}|P|2.5\rPID|1||{4456781 + number}||{' '.join(family)}^{given}\rOBX|1|TX|N||{text}||||||F\r"
        for number, text in enumerate(notes(name, SHORT))
    ]
    return "".join(messages).encode()


def _pdf(name: str) -> bytes:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen import canvas

    stream = io.BytesIO()
    page = canvas.Canvas(stream, pagesize=A4, pageCompression=0, invariant=1)
    page.setSubject(_text(name).decode())
    for number in range(2):
        for line in range(5):
            page.drawString(40, 800 - 12 * line, f"Linea {number}.{line}. Paciente: {name}. {_SENTENCE[:60]}")
        page.showPage()
    page.save()
    return stream.getvalue()


def _picture(name: str) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("L", (1400, 300), 255)
    pen = ImageDraw.Draw(image)
    for line in range(2):
        pen.text((60, 60 + 70 * line), f"Paciente: {name}, linea {line}", fill=0, font=ImageFont.load_default(40))
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=0)
    return stream.getvalue()


def _archive(parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for part, data in parts.items():
            archive.writestr(zipfile.ZipInfo(part), data, method)
    return stream.getvalue()


def _stored(data: bytes) -> bytes:
    """The same archive unpacked inside, so that a change of a few letters changes a few bytes, and the file is large."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return _archive({part: archive.read(part) for part in archive.namelist()}, zipfile.ZIP_STORED)


def _zip(name: str) -> bytes:
    members = {"notas.csv": _table(name, ","), "nota.txt": note(name).encode(), "datos.jsonl": _jsonl(name), "informe.html": _html(name)}
    return _archive(members, zipfile.ZIP_STORED)


@dataclass(frozen=True)
class Case:
    """A file: the format it is of, what it is called, its bytes for a name, and what is said of it."""

    format: str
    file: str
    build: Callable[[str], bytes]
    options: Options = DEFAULTS

    def __str__(self) -> str:
        return self.file


_KEPT = Options(text_columns=("nota",), keep_columns=("sala", "edad"))
_KEYED = Options(key=b"una clave de prueba")
CASES = (
    Case("text", "nota.txt", _text),
    Case("csv", "tabla.csv", lambda name: _table(name, ",")),
    Case("csv", "con-columnas.csv", lambda name: _table(name, ";"), _KEPT),
    Case("tsv", "tabla.tsv", lambda name: _table(name, "\t")),
    Case("jsonl", "registros.jsonl", _jsonl),
    Case("jsonl", "con-columnas.jsonl", _jsonl, _KEPT),
    Case("parquet", "tabla.parquet", _parquet),
    Case("parquet", "con-columnas.parquet", _parquet, Options(text_columns=("nota",), keep_columns=("sala", "edad", "talla"))),
    Case("xlsx", "libro.xlsx", _xlsx),
    Case("fhir", "recursos.ndjson", _ndjson, _KEYED),
    Case("fhir", "recursos.json", _fhir, _KEYED),
    Case("fhir", "otros.json", _json, _KEYED),
    Case("docx", "informe.docx", _docx),
    Case("odt", "informe.odt", _odt),
    Case("rtf", "informe.rtf", _rtf),
    Case("html", "informe.html", _html),
    Case("eml", "mensaje.eml", _eml),
    Case("cda", "informe.xml", _cda),
    Case("hl7", "mensajes.hl7", _hl7),
    Case("zip", "archivo.zip", _zip),
    Case("pdf", "informe.pdf", _pdf),
    Case("image", "escaneo.png", _picture),
    Case("doc", "informe.doc", lambda name: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + _text(name)),
)


def unpacked(path: Path) -> Iterator[bytes]:
    """All bytes of a file, and of everything that is packed in it."""
    data = path.read_bytes()
    yield data
    yield from _inside(data)
    if path.suffix == ".parquet" and data:
        import pyarrow.parquet as pq

        yield repr(pq.read_table(path).to_pydict()).encode()
    if path.suffix == ".pdf" and data:
        import pypdfium2

        document = pypdfium2.PdfDocument(data)
        for page in document:
            yield page.get_textpage().get_text_range().encode()
        document.close()
    for word in data.split(b'"'):
        if len(word) > 200:
            try:
                yield base64.b64decode(word, validate=True)
            except ValueError:
                continue


def _inside(data: bytes) -> Iterator[bytes]:
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for part in archive.namelist():
                yield part.encode()
                yield archive.read(part)
                yield from _inside(archive.read(part))
