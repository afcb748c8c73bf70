"""Time from drop to result at the desk: `python benchmarks/desk.py NOTES [--rules]`, NOTES a folder of marked notes.

A server is started as a user starts it; one page, then twenty files of mixed kinds, are put on the desk over HTTP and
waited for. Timings depend on the machine and on what else it does; compare figures of one run with each other.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx

from velado.formats import annotation_formats, formats

FILES = 20


def as_docx(text: str) -> bytes:
    import docx

    document = docx.Document()
    for line in text.splitlines():
        document.add_paragraph(line)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def as_pdf(text: str) -> bytes:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen import canvas

    out = io.BytesIO()
    page = canvas.Canvas(out, A4)
    page.setFont("Helvetica", 8)
    text = text.encode("cp1252", "ignore").decode("cp1252")  # a letter that the font lacks would have the page read as a picture
    rows = [line[start : start + 110] for line in text.splitlines() for start in range(0, max(len(line), 1), 110)]
    for number, row in enumerate(rows):  # all on one page, as the twenty are meant to be
        page.drawString(50, 820 - number * min(11.0, 780 / len(rows)), row)
    page.save()
    return out.getvalue()


def kinds() -> dict[str, object]:
    made = {".txt": str.encode, ".docx": as_docx, ".pdf": as_pdf}
    ready = {suffix for style in formats().values() if not style.missing() for suffix in style.suffixes}
    return {suffix: make for suffix, make in made.items() if suffix in ready}


def wait(client: httpx.Client, begun: float) -> tuple[float, float, int]:
    """Seconds until the first and until all files are done, and how many are withheld."""
    first = 0.0
    while True:
        files = client.get("/api/desk/files").json()["files"]
        at = time.perf_counter() - begun
        ended = [file for file in files if file["state"] not in ("queued", "reading")]
        first = first or (at if ended else 0.0)
        if len(ended) == len(files):
            return first, at, sum(file["state"] == "withheld" for file in files)
        time.sleep(0.02)


def memory(process: int) -> int:
    """Kilobytes of a process and its children, what they share counted once (Linux)."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            told = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            if int(told["PPid"]) == process or status.parent.name == str(process):
                rolled = (status.parent / "smaps_rollup").read_text()
                total += next(int(line.split()[1]) for line in rolled.splitlines() if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return total


def put(client: httpx.Client, files: list[tuple[str, bytes]]) -> tuple[float, float, int]:
    client.delete("/api/desk/session")
    client.post("/api/desk/session").raise_for_status()
    begun = time.perf_counter()
    client.post("/api/desk/files", files=[("files", file) for file in files]).raise_for_status()
    return wait(client, begun)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("notes", type=Path)
    arguments.add_argument("--rules", action="store_true", help="without the learned model")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    print(f"{os.cpu_count()} processors, {os.getloadavg()[0]:.1f} processes wanted one in the last minute")
    marked = annotation_formats()["marked"]
    texts = [marked.read(path)[0] for path in sorted(options.notes.glob("*.txt"))[:FILES]]
    made = kinds()
    files = [
        (f"{number}{suffix}", make(text))  # type: ignore[operator]
        for number, (text, (suffix, make)) in enumerate(zip(texts, list(made.items()) * FILES, strict=False))
    ]
    begun = time.perf_counter()
    command = [sys.executable, "-m", "velado", "serve", "--port", "0", "--no-open", *(["--forms-only"] if options.rules else [])]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        print(f"start of the server: {time.perf_counter() - begun:.2f} s")
        with httpx.Client(base_url=found[0], timeout=600) as client:
            cold = put(client, [("page.txt", texts[0].encode())])[1]
            warm = min(put(client, [("page.txt", texts[0].encode())])[1] for _ in range(5))
            print(f"one page ({len(texts[0])} characters): {warm:.2f} s from drop to verified result; {cold:.2f} s just after the start")
            first, whole, withheld = put(client, files)
            characters = sum(map(len, texts))
            print(f"{len(files)} files ({', '.join(made)}; {characters} characters): first {first:.2f} s, all {whole:.2f} s, {withheld} withheld")
            begun = time.perf_counter()
            archive = client.get("/api/desk/download")
            print(f"ZIP with report: {time.perf_counter() - begun:.2f} s, {len(archive.content)} bytes")
        print(f"memory of the server and its workers together: {memory(server.pid) / 1024:.0f} MB")
    finally:
        server.terminate()
        server.wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
