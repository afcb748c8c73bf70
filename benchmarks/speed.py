"""Notes per second and peak memory of one process: `python benchmarks/speed.py FOLDER [--warm FOLDER] [--rules] [--profile] [--without-compiled]`.

What is known of a word is kept, so a long run grows quicker: `--warm` names other notes that are read before, and the
last line tells how fast it gets at most, with every word met before. `--without-compiled` leaves velado-compiled out.
Timings depend on the machine and on what else it does; compare figures of one run with each other.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

if "--without-compiled" in sys.argv:
    sys.modules["velado_compiled"] = None  # type: ignore[assignment]  # cannot be imported; before anything looks for it

from velado.compiled import compiled
from velado.document import Document
from velado.pipeline import Pipeline


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--warm", type=Path, help="notes to read before the clock starts")
    arguments.add_argument("--rules", action="store_true", help="rules and lexicons alone")
    arguments.add_argument("--profile", action="store_true", help="time of each recogniser as a share of the whole")
    arguments.add_argument("--without-compiled", action="store_true", help="as where velado-compiled is not installed")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    print("inner loops:", "compiled" if compiled() else "not compiled")
    print(f"Python {platform.python_version()}, {platform.python_compiler()}; how it was built may be worth a tenth and more")
    wall, cpu = start_up()
    print(f"start-up and one short note: {wall:.2f} s, {cpu:.2f} s of processor time")
    texts = read(options.folder)
    pipeline = Pipeline(model=not options.rules)
    for text in [*texts[:20], *(read(options.warm) if options.warm else ())]:
        pipeline.detect(Document(text))
    took = seconds(pipeline, texts)
    characters = sum(map(len, texts))
    print(f"{len(texts)} notes, {characters} characters: {len(texts) / took:.0f} notes a second, {characters / took / 1e6:.2f} million characters a second")
    print(f"the same notes once more, all words of them met before: {len(texts) / seconds(pipeline, texts):.0f} notes a second")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    if options.profile:
        profile(pipeline, texts, took)
    return 0


def seconds(pipeline: Pipeline, texts: list[str]) -> float:
    begun = time.process_time()
    for text in texts:
        pipeline.detect(Document(text))
    return time.process_time() - begun


def read(folder: Path) -> list[str]:
    return [file.read_text("utf-8") for file in sorted(folder.rglob("*.txt"))]


def start_up() -> tuple[float, float]:
    """Seconds of a new process with one short note, the best of three; the byte code is there, as in an installed package."""
    without = "import sys; sys.modules['velado_compiled'] = None; " if "--without-compiled" in sys.argv else ""
    command = [sys.executable, "-c", f"{without}import velado; velado.deidentify('Paciente: Ana Gil, tel. 612 345 678')"]
    runs: list[tuple[float, float]] = []
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(4):
            begun, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=True, env=environment)
            now = resource.getrusage(resource.RUSAGE_CHILDREN)
            runs.append((time.perf_counter() - begun, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime))
    walls, processors = zip(*runs[1:], strict=True)  # the first run writes the byte code
    return min(walls), min(processors)


def profile(pipeline: Pipeline, texts: list[str], whole: float) -> None:
    from velado import languages
    from velado.tokens import Page, read_text

    shares: dict[str, float] = {"reading": 0.0}
    for text in texts:
        begun = time.process_time()
        page = Page(read_text(text).text, languages.detect(text))
        assert page.words is not None
        assert page.fields is not None
        shares["reading"] += time.process_time() - begun
        for recogniser in pipeline.recognisers:
            begun = time.process_time()
            for _ in recogniser.find(page):
                pass
            shares[recogniser.name] = shares.get(recogniser.name, 0.0) + time.process_time() - begun
    for name, took in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"   {name:<14}{took / whole:6.1%}{1000 * took / len(texts):8.2f} ms a note")


if __name__ == "__main__":
    raise SystemExit(main())
