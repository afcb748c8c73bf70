"""Pages per second and memory of documents, from one page to many: `python benchmarks/documents.py [docx …] [--rules]`.

Each size runs in a process of its own, so that its peak memory is its own. A page is some 2,500 characters: a heading,
paragraphs, a table of six rows. Timings depend on the machine; compare figures of one run with each other.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

PAGES = (5, 20, 100)
SENTENCES = (
    "Paciente que acude a urgencias por disnea de tres días de evolución, sin fiebre ni dolor torácico.",
    "Acompañada por su hija, Nuria Salcedo Ugarte, que aporta informes del Hospital de la Vega.",
    "Antecedentes: hipertensión arterial, diabetes tipo 2 en tratamiento con metformina 850 mg cada 12 horas.",
    "A la exploración: TA 135/80, FC 88 lpm, saturación 94 % con aire ambiente, crepitantes en base derecha.",
    "Radiografía de tórax del 12/03/2024: infiltrado en lóbulo inferior derecho. Se inicia amoxicilina-clavulánico.",
)
ROWS = (
    ("Nombre", "Nélida Ugarte Salcedo"), ("Fecha de nacimiento", "03/04/1956"), ("NHC", "4456781"),
    ("Domicilio", "Calle del Olmo 12, Zamora"), ("Teléfono", "612 345 678"), ("Médico", "Dr. Luis Ferrer Soto"),
)  # fmt: skip


def make_docx(path: Path, pages: int) -> None:
    """A Word document with tables, made with python-docx."""
    import docx

    document = docx.Document()
    for page in range(pages):
        document.add_heading(f"Evolución {page + 1}", 1)
        for number in range(20):
            document.add_paragraph(SENTENCES[(page + number) % len(SENTENCES)])
        table = document.add_table(len(ROWS), 2, "Table Grid")
        for row, (label, value) in zip(table.rows, ROWS, strict=True):
            row.cells[0].text, row.cells[1].text = label, value
        document.add_page_break()
    document.save(str(path))


def make_html(path: Path, pages: int) -> None:
    """The same as a web page."""
    rows = "".join(f"<tr><td>{label}</td><td>{value}</td></tr>" for label, value in ROWS)
    page = "".join(f"<p>{SENTENCES[number % len(SENTENCES)]}</p>" for number in range(20)) + f"<table>{rows}</table>"
    path.write_text(f"<html><body>{page * pages}</body></html>", "utf-8")


def make_rtf(path: Path, pages: int) -> None:
    """The same as RTF."""
    rows = "".join(rf"\trowd\cellx3000\cellx9000 {label}\cell {value}\cell\row " for label, value in ROWS)
    page = "".join(rf"\pard {SENTENCES[number % len(SENTENCES)]}\par " for number in range(20)) + rows + r"\pard\page "
    path.write_bytes(rf"{{\rtf1\ansi\ansicpg1252\deff0{{\fonttbl{{\f0 Arial;}}}}{page * pages}}}".encode("cp1252"))


def make_pdf(path: Path, pages: int) -> None:
    """The same as PDF, made with reportlab."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen import canvas

    sheet = canvas.Canvas(str(path), pagesize=A4)
    for page in range(pages):
        sheet.setFont("Helvetica-Bold", 14)
        sheet.drawString(60, 790, f"Evolución {page + 1}")
        sheet.setFont("Helvetica", 10)
        for number in range(20):
            sheet.drawString(60, 765 - 15 * number, SENTENCES[(page + number) % len(SENTENCES)])
        for number, (label, value) in enumerate(ROWS):
            sheet.drawString(60, 440 - 16 * number, label)
            sheet.drawString(220, 440 - 16 * number, value)
        sheet.showPage()
    sheet.save()


# One line per format: who makes its documents. The suffix is the format's name.
MAKERS: dict[str, Callable[[Path, int], None]] = {"docx": make_docx, "html": make_html, "pdf": make_pdf, "rtf": make_rtf}


def measure(path: Path, rules: bool) -> dict[str, float]:
    """Seconds of each step and the peak memory of this process, for one document."""
    from velado.formats import format_for
    from velado.formats.source import source_of
    from velado.pipeline import Pipeline

    style = format_for(path)
    assert style is not None
    pipeline = Pipeline(model=not rules)
    pipeline.deidentify(SENTENCES[0])  # the lexicons are loaded before the clock starts
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    clock = [time.process_time()]
    source = source_of(path)
    documents = list(style.read(source))
    clock.append(time.process_time())
    handled = [(document, pipeline.deidentify(document)) for document in documents]
    clock.append(time.process_time())
    target = path.with_name(f"out{path.suffix}")
    style.write(target, source, iter(handled))
    clock.append(time.process_time())
    problems = list(style.verify(target, source, handled))
    clock.append(time.process_time())
    assert not problems, problems
    steps = dict(zip(("read", "engine", "write", "verify"), (after - first for first, after in pairwise(clock)), strict=True))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {**steps, "start_mb": before / 1024, "peak_mb": peak / 1024}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("formats", nargs="*", default=list(MAKERS), metavar="FORMAT", help=", ".join(MAKERS))
    arguments.add_argument("--rules", action="store_true", help="rules and lexicons alone")
    arguments.add_argument("--pages", type=int, nargs="*", default=PAGES)
    arguments.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.rules)))
        return 0
    print("command: python", " ".join(sys.argv))
    print(f"{'format':<8}{'pages':>6}{'pages/s':>9}{'read':>8}{'engine':>8}{'write':>8}{'verify':>8}  seconds of processor; memory MB at start, peak")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.formats:
            for pages in options.pages:
                path = Path(folder) / f"{pages}.{name}"
                MAKERS[name](path, pages)
                command = [sys.executable, __file__, "--one", str(path), *(["--rules"] if options.rules else [])]
                took = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                steps = [took[step] for step in ("read", "engine", "write", "verify")]
                shown = "".join(f"{seconds:8.2f}" for seconds in steps)
                print(f"{name:<8}{pages:>6}{pages / sum(steps):9.1f}{shown}{took['start_mb']:10.0f}{took['peak_mb']:6.0f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
