"""One small document per format, each with the same invented patient in several of its corners."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from html import escape

__all__ = ["CANARIES", "FIXTURES", "KNOWN", "NAME_BOX", "SCANS"]

NAME, NUMBER = "Begonia Zarrabeitia Otxandiano", "77144088"
CANARIES = ("Zarrabeitia", "Otxandiano", NUMBER)
KNOWN = f"name;numbers\n{NAME};{NUMBER}\n"

LINES = (
    "Informe de alta del servicio de Medicina Interna",
    f"Paciente: {NAME}. NHC {NUMBER}.",
    "Mujer de 63 años con hipertensión que ingresa por disnea de tres días de evolución.",
    "Toma metformina 850 mg y enalapril 20 mg. TA 135/80 mmHg, hemoglobina 11,2 g/dL.",
    "Se habla con la hija de la señora Zarrabeitia, que está de acuerdo con el alta.",
    f"Sin otros hallazgos. Otxandiano, Begonia, con número {NUMBER}, acudirá a revisión en un mes.",
)
NOTE = "\n".join(LINES)
NAME_BOX = (60, 100, 900, 150)  # where the picture shows the name, in pixels


def _rows() -> list[list[str]]:
    return [["id", "nombre", "nhc", "nota"], *([str(n), NAME, NUMBER, f"Visita {n}. {LINES[n % len(LINES)]}"] for n in range(1, 13))]


def _text() -> bytes:
    return NOTE.encode()


def _delimited(mark: str) -> Callable[[], bytes]:
    return lambda: "".join(mark.join(f'"{cell}"' for cell in row) + "\r\n" for row in _rows()).encode()


def _jsonl() -> bytes:
    head, *rows = _rows()
    return "".join(json.dumps(dict(zip(head, row, strict=True)), ensure_ascii=False) + "\n" for row in rows).encode()


def _html() -> bytes:
    body = "".join(f"<p>{escape(line)}</p>\n" for line in LINES)
    return f"<!DOCTYPE html><html><head><title>{NAME}</title></head><body><h1>Alta</h1>{body}<!-- {NAME} --></body></html>".encode()


def _rtf() -> bytes:
    body = "".join("\\par " + "".join(c if c.isascii() else f"\\u{ord(c)}?" for c in line) + "\n" for line in LINES)
    return f"{{\\rtf1\\ansi\\deff0{{\\fonttbl{{\\f0 Arial;}}}}{{\\info{{\\author {NAME}}}}}\\f0 {body}}}".encode()


def _hl7() -> bytes:
    lines = ["MSH|^~\\&|LAB|HSP|HIS|CENTRAL|20240312101500||ORU^R01^ORU_R01|MSG1|P|2.5"]
    lines += [f"PID|1||{NUMBER}^^^HSP^MR||Zarrabeitia^Begonia||19610403|F"]
    lines += [f"OBX|{n}|TX|22637-3^Informe^LN||{line}||||||F" for n, line in enumerate(LINES, 1)]
    return "\r".join([*lines, "NTE|1|L|Avisar a la señora Otxandiano", ""]).encode()


def _fhir() -> bytes:
    patient = {
        "resourceType": "Patient",
        "id": "p1",
        "identifier": [{"system": "urn:nhc", "value": NUMBER}],
        "name": [{"family": "Zarrabeitia Otxandiano", "given": ["Begonia"]}],
        "birthDate": "1961-04-03",
    }
    seen = {"resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "Informe"}, "valueString": NOTE}
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": [{"resource": patient}, {"resource": seen}]}).encode()


def _cda() -> bytes:
    paragraphs = "".join(f"<paragraph>{escape(line)}</paragraph>\n" for line in LINES)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.16.724.4.99.1" extension="INF-1"/><effectiveTime value="20240305"/>
<recordTarget><patientRole><id root="2.16.724.4.99.2" extension="{NUMBER}"/><patient><name><given>Begonia</given><family>Zarrabeitia</family>
<family>Otxandiano</family></name><birthTime value="19610403"/></patient></patientRole></recordTarget>
<component><structuredBody><component><section><title>Alta</title><text>{paragraphs}</text></section></component></structuredBody></component>
</ClinicalDocument>""".encode()


def _eml() -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = f"{NAME} <b@example.org>", "alta@example.org", f"Alta de {NAME}"
    message.set_content(NOTE)
    message.add_alternative(_html().decode(), subtype="html")
    message.add_attachment(_text(), maintype="text", subtype="plain", filename="informe.txt")
    return message.as_bytes()


def _zipped(members: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return stream.getvalue()


def _zip() -> bytes:
    return _zipped({"nota.txt": _text(), "tabla.csv": FIXTURES[".csv"](), "carpeta/nota.html": _html(), "dentro.zip": _zipped({"a.txt": _text()})})


def _docx() -> bytes:
    import docx

    document = docx.Document()
    document.core_properties.author = NAME
    for line in LINES:
        paragraph = document.add_paragraph()
        half = len(line) // 2
        paragraph.add_run(line[:half])
        paragraph.add_run(line[half:]).bold = True
    table = document.add_table(1, 2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Nombre", NAME
    document.sections[0].header.paragraphs[0].text = f"NHC {NUMBER}"
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _odt() -> bytes:
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table"))
    body = "".join(f"<text:p>{escape(line)}</text:p>" for line in LINES)
    content = f'<?xml version="1.0"?><office:document-content {spaces} office:version="1.2"><office:body><office:text>{body}</office:text></office:body></office:document-content>'
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    parts = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, "META-INF/manifest.xml": manifest}
    return _zipped({name: text.encode() for name, text in parts.items()})


def _xlsx() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.properties.creator = NAME
    for row in _rows():
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _parquet() -> bytes:
    import pyarrow
    import pyarrow.parquet

    head, *rows = _rows()
    table = pyarrow.table({name: [row[place] for row in rows] for place, name in enumerate(head)})
    stream = io.BytesIO()
    pyarrow.parquet.write_table(table, stream, compression="none", use_dictionary=False)  # so that damage reaches the values
    return stream.getvalue()


def _pdf() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pageCompression=0, invariant=1)
    canvas.setAuthor(NAME)
    for place, line in enumerate(LINES):
        canvas.drawString(50, 780 - 20 * place, line)
    canvas.save()
    return stream.getvalue()


def _picture(kind: str) -> Callable[[], bytes]:
    def draw() -> bytes:
        from PIL import Image, ImageDraw, ImageFont

        picture = Image.new("L", (1000, 260), 255)
        pen, font = ImageDraw.Draw(picture), ImageFont.load_default(34)
        pen.text((60, 40), "Informe de alta", 0, font)
        pen.text((60, 100), f"Paciente: {NAME}", 0, font)
        pen.text((60, 170), "Toma metformina 850 mg", 0, font)
        stream = io.BytesIO()
        picture.save(stream, kind)  # a TIFF is not compressed: damage changes single points, and the rest can still be read
        return stream.getvalue()

    return draw


def _old_word() -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + NOTE.encode("utf-16-le")


FIXTURES: Mapping[str, Callable[[], bytes]] = {
    ".txt": _text, ".csv": _delimited(","), ".tsv": _delimited("\t"), ".jsonl": _jsonl, ".html": _html, ".rtf": _rtf, ".hl7": _hl7,
    ".json": _fhir, ".xml": _cda, ".eml": _eml, ".zip": _zip, ".docx": _docx, ".odt": _odt, ".xlsx": _xlsx, ".parquet": _parquet,
    ".pdf": _pdf, ".doc": _old_word, ".png": _picture("PNG"), ".tiff": _picture("TIFF"), ".jpg": _picture("JPEG"),
}  # fmt: skip
SCANS = (".png", ".tiff", ".jpg")  # reading them takes seconds each, so they are few
