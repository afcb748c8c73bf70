"""Whether a table comes back as the same table: `python benchmarks/tables.py [--forms-only] [--only 3,21] [--rows 300]`.

Sixty tables of an invented hospital (Spanish, Portuguese, English; CSV, Parquet, XLSX, JSON lines; honest, missing and
misleading names of columns; six of them with 20,000 rows) go through `velado run`, each call in a process of its own, and
what comes out is compared cell by cell with what went in. The generator knows what every cell holds: codes, amounts,
measurements, categories, constants and row numbers must not change; people must be gone; numbers that point to people
must stay one-to-one. The people are invented, so values are shown as examples.

What is in a table stands in `benchmarks/tables/LANGUAGE/tables.txt`, the notes in `notes.txt` beside it. The same seed makes
the same tables. `--save` keeps the figures in a file and `--against` shows them beside those of another run.
Seconds are those of the processor, all processes together.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from hospital.blueprints import Blueprint, blueprints, filled
from hospital.findings import Figure, Findings
from hospital.roles import roles_of, wrong_roles
from hospital.runs import Run, carried_out, name_of, together
from hospital.summary import AS_BEFORE, ASKED, by_kind, summary


def _numbers(text: str) -> set[int]:
    """Return table numbers: 3,7 or 1-20 or both."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--only", type=_numbers, metavar="N,N-N", help="these tables, by number")
    add("--rows", type=int, metavar="N", help="at most so many rows of each table")
    add("--forms-only", action="store_true", help="without the learned model")
    add("--jobs", type=int, default=1, help="processes of each call (default: 1)")
    add("--seed", default="22", help="of the tables (default: 22)")
    add("--keep", type=Path, metavar="DIR", help="leave tables, results and reports there")
    add("--save", type=Path, metavar="FILE.json", help="write the figures there")
    add("--against", type=Path, metavar="FILE.json", help="figures of another run, to stand beside these")
    add("--list", action="store_true", help="say what the tables are, and make none")
    return parser.parse_args()


def _handled(tables: Sequence[Blueprint], folder: Path, options: argparse.Namespace) -> tuple[Run, Findings | None]:
    """Make the tables of one call and have them handled; the roles of their columns where the command tells them."""
    filled(tables, options.seed, options.rows)
    more = ["--jobs", str(options.jobs), *(["--forms-only"] if options.forms_only else [])]
    run = carried_out(tables, folder, more)
    told = [(table, roles_of(folder / "in" / name_of(table), folder)) for table in tables]
    roles = Findings()
    roles.include(wrong_roles(table, names) for table, names in told if names)
    for table in tables:
        table.rows = []
    return run, roles if any(names for _, names in told) else None


def _told(run: Run) -> str:
    titles = " + ".join(f"{table.number} {table.title} ({table.suffix})" for table in run.tables)
    worst = sum(run.findings.total(figure).bad for figure, asked in ASKED.items() if asked == "0")
    return f"{titles:60} {run.rows:7,} rows {run.taken.seconds:7.1f} s  exit {run.taken.code}  {worst:7,} wrong   {run.command}"


def main() -> int:
    """Handle the tables that were asked for, and print every figure; 1 when one is more than is asked."""
    options = _arguments()
    chosen = [table for table in blueprints() if options.only is None or table.number in options.only]
    if options.list:
        for table in chosen:
            print(f"{table.number:3} {table.language} {table.country} {' '.join(table.file):28} {table.names:10} {table.size:6,} rows  {table.title}")
        return 0
    print("command: python", " ".join(sys.argv), flush=True)
    before = json.loads(options.against.read_text("utf-8")) if options.against else {}
    runs: list[Run] = []
    roles: Findings | None = None
    with tempfile.TemporaryDirectory() if options.keep is None else nullcontext(str(options.keep)) as home:
        for tables in together(chosen):
            folder = Path(home) / f"{tables[0].number:02}"
            if folder.exists():
                raise SystemExit(f"{folder} is there already: choose another --keep")
            folder.mkdir(parents=True)
            run, told = _handled(tables, folder, options)
            runs.append(run)
            if told:
                roles = roles or Findings()
                roles.include([told])
            print(_told(run), flush=True)
            if options.keep is None:
                shutil.rmtree(folder)
    return _finished(runs, roles, before, options)


def _finished(runs: Sequence[Run], roles: Findings | None, before: dict[str, object], options: argparse.Namespace) -> int:
    """Print and keep the figures."""
    whole = Findings()
    whole.include(run.findings for run in runs)
    whole.include([roles] if roles else [])
    print()
    earlier = Findings.from_json(before["figures"]) if before else None  # type: ignore[arg-type]
    print("\n".join(summary(runs, roles, earlier, float(before.get("speed", 0)))))  # type: ignore[arg-type]
    print("\n".join(by_kind(whole, [*ASKED, Figure.ROLES])))
    if options.save:
        seconds = sum(run.taken.seconds for run in runs)
        kept = {"command": sys.argv, "speed": sum(run.rows for run in runs) / max(seconds, 0.001), "figures": whole.as_json()}
        options.save.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return int(any(whole.total(figure).bad > most for figure, most in _most(earlier).items()))


def _most(earlier: Findings | None) -> dict[str, int]:
    """Return how many are allowed of each figure of which so much is asked."""
    most = {figure: 0 for figure, asked in ASKED.items() if asked == "0"}
    if earlier:
        most |= {figure: earlier.total(figure).bad for figure, asked in ASKED.items() if asked == AS_BEFORE}
    return most


if __name__ == "__main__":
    raise SystemExit(main())
