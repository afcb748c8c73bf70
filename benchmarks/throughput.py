"""Compare `velado run` with an older commit, in turns: `python benchmarks/throughput.py --old REV [--rounds 5] [--rows 3000] [--small 20000]`.

Both versions run from their own source trees with this Python, over a table (CSV), a folder of notes, and (with
`--small`) a folder of so many one-line files with `--resume`, which shows what syncing results costs. Each round runs old
and new one after the other; the ratio of the medians counts, because machines are noisy. The notes are the corpus's.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import time
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from velado.formats.marked import parse_marks

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    arguments.add_argument("--old", required=True, metavar="REV", help="the commit to compare with")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--rows", type=int, default=3_000, help="rows of the table")
    arguments.add_argument("--notes", type=int, default=1_500, help="notes of the folder")
    arguments.add_argument("--small", type=int, default=0, help="one-line files of a third folder, with --resume")
    arguments.add_argument("--jobs", type=int, default=2)
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    with TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        home = Path(folder)
        trees = {"old": source_of(options.old, home / "old"), "new": ROOT / "src"}
        start_up(trees, options.rounds)
        key = home / "key"
        key.write_bytes(os.urandom(32))
        key.chmod(0o600)
        cases = {"table": (table(home, options.rows), []), "folder": (notes(home, options.notes), [])}
        if options.small:
            cases["small files, --resume"] = (small(home, options.small), ["--resume", "--key-file", str(key)])
        for name, (source, more) in cases.items():
            took: dict[str, list[float]] = {version: [] for version in trees}
            for _ in range(options.rounds):
                for version, tree in trees.items():
                    took[version].append(seconds(tree, source, home / "out", options.jobs, more))
            old, new = (statistics.median(took[version]) for version in trees)
            print(f"{name}: old {old:.1f} s, new {new:.1f} s, throughput {old / new:.2f} of the old")
    return 0


def source_of(revision: str, folder: Path) -> Path:
    """Return the source tree of a commit."""
    packed = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def texts(count: int) -> list[str]:
    """Return so many notes of the corpus, again from the start when there are not enough."""
    files = sorted((ROOT / "corpus").glob("dev_*/*.txt"))
    return [parse_marks(file.read_text("utf-8"))[0] for file in islice(cycle(files), count)]


def table(home: Path, rows: int) -> Path:
    path = home / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["row_id", "nota"])
        writer.writerows((number, text[:1_000]) for number, text in enumerate(texts(rows), 1))
    return path


def notes(home: Path, count: int) -> Path:
    folder = home / "notes"
    folder.mkdir()
    for number, text in enumerate(texts(count)):
        (folder / f"{number:05}.txt").write_text(text, encoding="utf-8")
    return folder


def small(home: Path, count: int) -> Path:
    folder = home / "small"
    folder.mkdir()
    lines = [line for text in texts(2_000) for line in text.splitlines() if len(line) > 20]
    for number, line in enumerate(islice(cycle(lines), count)):
        (folder / f"{number:05}.txt").write_text(line, encoding="utf-8")
    return folder


def seconds(tree: Path, source: Path, out: Path, jobs: int, more: list[str]) -> float:
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "velado", "run", str(source), "--out", str(out), "--jobs", str(jobs), *more]
    started = time.monotonic()
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(tree)}, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"the run failed: {done.stderr}")
    return time.monotonic() - started


def start_up(trees: dict[str, Path], rounds: int) -> None:
    """Print the processor time of one short note, in all processes together."""
    took: dict[str, list[float]] = {version: [] for version in trees}
    for _ in range(rounds):
        for version, tree in trees.items():
            before = os.times()
            subprocess.run(
                [sys.executable, "-m", "velado", "run", "-"], input=b"Acude la Sra. Ana Gil Ruiz por tos.\n", env=os.environ | {"PYTHONPATH": str(tree)},
                capture_output=True, check=True,
            )  # fmt: skip
            after = os.times()
            took[version].append(after.children_user + after.children_system - before.children_user - before.children_system)
    old, new = (statistics.median(took[version]) for version in trees)
    print(f"one short note: old {old:.2f} s, new {new:.2f} s of processor time, {new - old:+.2f} s")


if __name__ == "__main__":
    sys.exit(main())
