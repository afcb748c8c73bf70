"""`velado compare`: the published methods and Velado's default on the same notes, in one table and one page."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado import __version__
from velado.cli import DONE, WITHHELD, WrongCallError
from velado.cli._terminal import say, shown

if TYPE_CHECKING:
    from velado.methods import Method

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Compare:
    """Trains, runs and scores methods."""

    name: str = "compare"
    help: str = "train, run and score the published methods beside Velado's default"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        parser.add_argument(
            "--train", type=Path, nargs="+", required=True, metavar="DIR", help="annotated notes to learn from: brat, marked notes, …"
        )
        parser.add_argument("--dev", type=Path, nargs="+", required=True, metavar="DIR", help="annotated notes to judge on")
        parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where models, tables and the page go")
        parser.add_argument("--methods", default="", metavar="NAME,…", help="these only; a name stands for its variants too")
        parser.add_argument(
            "--codes", type=Path, nargs="+", default=[], metavar="PATH",
            help="cases with ICD-10 codes (CodiEsp as .jsonl) and code lists (.csv, .tsv), for the clinical information loss",
        )  # fmt: skip
        parser.add_argument("--quick", action="store_true", help="a tenth of the notes and the shortest training")
        parser.add_argument("--fresh", action="store_true", help="do again what --out holds already")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="of everything that is drawn (default: 0)")
        parser.add_argument("--title", default="", metavar="TEXT", help="what the notes are called in tables (default: the folder of --dev)")
        parser.add_argument("--docs", type=Path, metavar="FILE.md", help="also write the run as a section of this page, and its JSON beside it")

    def run(self, options: Namespace) -> int:
        """Exit code 3 when a method could not be run: the table says why, and holds the others."""
        from velado.cli._codes import coders_for, fingerprint
        from velado.cli._compared import ceiling, compare_method, read_data
        from velado.languages import detect

        chosen = _chosen(options.methods)
        data = read_data(options.train, options.dev, options.quick)
        try:
            options.out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WrongCallError(f"--out {shown(options.out)}: {error.strerror}") from None
        say(f"{len(data.train)} notes to learn from, {len(data.dev)} to judge on, {len(chosen)} methods")
        spoken = {detect(note.text) for note in data.dev}
        coders = coders_for(options.codes, [note.id for note in data.dev], spoken, options.out / "codes")
        codes = fingerprint(options.codes) if options.codes else ""
        told: dict[str, Any] = {
            "velado": __version__, "title": options.title or "+".join(source.name for source in options.dev),
            "train": len(data.train), "dev": len(data.dev), "scheme": data.scheme, "ignored": sorted(data.ignored),
            "quick": data.quick, "seed": options.seed,
            "coders": {language: {"source": coder.source, "measured": coder.measured} for language, coder in coders.items()},
            "ceiling": ceiling(data, coders), "methods": [],
        }  # fmt: skip
        for method in chosen.values():
            folder = options.out / method.name
            told["methods"].append(compare_method(method, data, folder, coders, codes, fresh=options.fresh, seed=options.seed))
            _write(options.out, told)  # after every method: a run that is stopped has its table too
        if options.docs:
            from velado.cli._comparison_docs import update_docs

            update_docs(options.docs, told)
        print((options.out / "table.md").read_text("utf-8"), end="")
        return DONE if all(record["status"] == "done" for record in told["methods"]) else WITHHELD


def _chosen(wanted: str) -> Mapping[str, Method]:
    from velado.methods import methods

    known = dict(sorted(methods().items(), key=lambda entry: (entry[0] != "velado", entry[0])))
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if not names:
        return known
    found: dict[str, Method] = {}
    for name in names:
        own = {other: method for other, method in known.items() if other == name or other.startswith(f"{name}-")}
        if not own:
            raise WrongCallError(f"--methods {shown(name)}: there is {', '.join(known)}")
        found |= own
    return found


def _write(folder: Path, told: Mapping[str, Any]) -> None:
    from velado.cli._comparison_docs import markdown_section
    from velado.evaluation.comparison import MEASURES, as_csv
    from velado.evaluation.comparison_page import as_html

    rows = {
        record["method"]: {
            "status": record["status"],
            **record.get("measures", {}),
            **{f"levenshtein_recall_{level}": value for level, value in record.get("levenshtein", {}).items()},
            **{f"{part}_{name}": value for part, scores in record.get("parts", {}).items() for name, value in scores.items()},
            **{f"{part}_seconds": value for part, value in record.get("seconds", {}).items()},
        }
        for record in told["methods"]
    }
    columns = dict.fromkeys(["status", *MEASURES, *(name for row in rows.values() for name in row)])
    (folder / "table.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
    (folder / "table.csv").write_text(as_csv(rows, list(columns)), "utf-8")
    (folder / "table.md").write_text(markdown_section(told, words=False), "utf-8")
    (folder / "comparison.html").write_text(as_html(told), "utf-8")


COMMAND = Compare()
