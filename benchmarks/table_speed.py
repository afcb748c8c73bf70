"""Rows per second and peak memory for tables that grow: `python benchmarks/table_speed.py [--rows 2000] [--rules] [--jobs 1]`.

Each table is made here from invented notes, 1, 5 and 20 times as long, and goes through `velado run` in a process of its
own. With `--engine none` nothing is looked for: what is left is reading, writing and verifying the table itself.
The seconds are those of the processor, all processes together, so that other work on the machine changes them little; peak
memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

TIMES = (1, 5, 20)
COLUMNS = ("nhc", "nombre", "fecha_nac", "servicio", "nota")
NAMES = "Begoña Marta Luis Sancho Nuria Iker Olaia Duarte Inés Tomé".split()
SURNAMES = "Zárate Zulueta Quiroga Lasarte Mendibil Carvalho Paredes Figueroa Sotomayor Ledesma".split()
SENTENCES = (
    "Acude por dolor abdominal de tres días de evolución, sin fiebre ni vómitos.",
    "Antecedentes: hipertensión arterial en tratamiento con enalapril 10 mg cada 24 horas.",
    "Exploración: abdomen blando, depresible, no doloroso a la palpación profunda.",
    "Se solicita analítica con hemograma, función renal e iones; sin alteraciones.",
    "Valorado por la Dra. {staff}, que recomienda control en una semana.",
    "Se avisa a {name} por teléfono (612 345 {number:03}) y entiende las indicaciones.",
    "Plan: omeprazol 20 mg, dieta blanda y volver si empeora. Próxima cita el 14/05/2023.",
)  # fmt: skip


def rows(count: int) -> Iterator[list[str]]:
    draw = random.Random(7)
    for number in range(count):
        name = f"{draw.choice(NAMES)} {draw.choice(SURNAMES)} {draw.choice(SURNAMES)}"
        staff = f"{draw.choice(NAMES)} {draw.choice(SURNAMES)}"
        note = "\n".join(draw.choices(SENTENCES, k=12)).format(staff=staff, name=name.split()[0], number=number % 1000)
        yield [str(4_000_000 + number), name, f"19{draw.randrange(30, 99)}-0{draw.randrange(1, 9)}-1{draw.randrange(9)}", "Urgencias", note]


def write_csv(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        writer.writerows(rows(count))


def write_jsonl(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(dict(zip(COLUMNS, row, strict=True)), ensure_ascii=False) + "\n" for row in rows(count))


def write_parquet(path: Path, count: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.string()) for name in COLUMNS])
    with pq.ParquetWriter(path, schema) as writer:
        group: list[list[str]] = []
        for row in rows(count):
            group.append(row)
            if len(group) == 5_000:
                writer.write_table(pa.table(list(map(list, zip(*group, strict=True))), schema=schema))
                group = []
        if group:
            writer.write_table(pa.table(list(map(list, zip(*group, strict=True))), schema=schema))


def write_xlsx(path: Path, count: int) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(COLUMNS)
    for row in rows(count):
        sheet.append(row)
    book.save(path)


TABLES: dict[str, Callable[[Path, int], None]] = {
    "csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet, "xlsx": write_xlsx,
}  # fmt: skip
NO_ENGINE = """
import sys
from velado.cli.main import main
from velado.document import Result
from velado.pipeline import Pipeline
Pipeline.deidentify = lambda self, document: Result(document.id, document.text)
sys.exit(main(sys.argv[1:]))
"""


def measured(call: list[str]) -> tuple[float, float]:
    """Seconds of the processor and peak megabytes of a process and those that it starts."""
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"a run ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", type=int, default=2_000, help="of the smallest table (default: 2000)")
    arguments.add_argument("--engine", choices=("none", "rules", "all"), default="rules", help="what looks for people (default: rules)")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--formats", nargs="+", choices=sorted(TABLES), default=list(TABLES))
    arguments.add_argument("--resume", action="store_true", help="with a journal")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    start = [sys.executable, "-c", NO_ENGINE] if options.engine == "none" else [sys.executable, "-m", "velado"]
    more = (["--forms-only"] if options.engine != "all" else []) + (["--resume"] if options.resume else [])
    with tempfile.TemporaryDirectory() as folder:
        for name in options.formats:
            for times in TIMES:
                source = Path(folder) / name / f"table.{name}"
                source.parent.mkdir(exist_ok=True)
                TABLES[name](source, options.rows * times)
                call = [*start, "run", str(source), "--out", str(Path(folder) / "out"), "--text-column", "nota", "--jobs", str(options.jobs)]
                seconds, megabytes = measured([*call, *more])
                size = source.stat().st_size / 1e6
                count = options.rows * times
                print(
                    f"{name:8} {times:3}×  {count:8,} rows {size:8.1f} MB   {seconds:7.1f} s  {count / seconds:8.0f} rows a second"
                    f"   peak {megabytes:5.0f} MB",
                    flush=True,
                )
                source.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
