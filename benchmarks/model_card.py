"""Write docs/model-card.md from measurements: `python benchmarks/model_card.py --shared FOLDER [--train-only FOLDER] [--log FILE…]`.

FOLDER is the data beside the project (development notes, MEDDOCAN, clean text). `--train-only` names weights that were
trained without MEDDOCAN's dev split, for an honest figure on it. Every number on the page is measured here.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from clean_text import sources
from findings import FOLDER, lost_in
from robustness import ORDER
from velado.document import Document, Span
from velado.evaluation.counts import Score
from velado.evaluation.coverage import Coverage
from velado.evaluation.meddocan import score_merged, score_ner, score_spans
from velado.labels import DIRECT, NAMES, rename
from velado.models import Taggers, load_tagger
from velado.models.tagger import Tagger
from velado.models.weights import Weights
from velado.pipeline import Pipeline
from velado.pipeline import as_published
from velado.tokens import Page
from velado.training.corpora import Example, brat_folder, marked_folder
from velado.training.multiply import with_noise
from velado.training.tuning import measure

UNMARKED = {"KINSHIP", "SEX"}
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
TEXT = Path(__file__).with_name("model_card.txt")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def notes_table(pipeline: Pipeline, folders: Sequence[Path]) -> tuple[str, Counter[str], Counter[str]]:
    rows, marked, found = [], Counter[str](), Counter[str]()
    for folder in folders:
        examples = list(marked_folder(folder))
        direct = hidden_direct = total = hidden = clean = clean_all = 0
        characters = Score()
        for example in examples:
            spans = [span for span in pipeline.detect(Document(example.text)) if span.label not in UNMARKED]
            covered = Coverage.of(example.text, spans)
            left = [span for span in example.spans if covered.left(span)]
            characters += Coverage.of(example.text, example.spans).score(covered)
            total, hidden = total + len(example.spans), hidden + len(example.spans) - len(left)
            these = [span for span in example.spans if span.label in DIRECT]
            missed = [span for span in left if span.label in DIRECT]
            direct, hidden_direct = direct + len(these), hidden_direct + len(these) - len(missed)
            clean, clean_all = clean + (not missed), clean_all + (not left)
            marked.update(span.label for span in example.spans)
            found.update(span.label for span in example.spans if span not in left)
        rows.append(
            [f"{folder.parent.name}/{folder.name}", str(len(examples)), share(hidden_direct, direct), share(hidden, total), f"{characters.precision:.3f}", share(clean, len(examples)), share(clean_all, len(examples))]
        )
    head = ["notes", "how many", "direct identifiers hidden", "all hidden", "character precision", "notes without a direct identifier left", "notes with nothing left"]
    return table(head, rows), marked, found


def share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "–"


def reports_table(folder: Path, weights: Path) -> str:
    tagger = Tagger.of(Weights.load((weights / "reports.weights").read_bytes()), None)
    pipeline = Pipeline()
    pipeline.__dict__["tagger"] = Taggers(True, lambda name: tagger if name == "reports" else load_tagger(name))
    ner = spans = merged = None
    for example in brat_folder(folder):
        system = meddocan(as_published(example.text, pipeline.detect(Document(example.text, language="es"))))
        gold = meddocan(example.spans)
        scores = score_ner(gold, system), score_spans(gold, system), score_merged(example.text, gold, system)
        ner, spans, merged = scores if ner is None else (ner + scores[0], spans + scores[1], merged + scores[2])  # type: ignore[operator]
    rows = [[name, f"{s.precision:.4f}", f"{s.recall:.4f}", f"{s.f1:.4f}"] for name, s in (("NER", ner), ("strict spans", spans), ("merged spans", merged)) if s]
    return table(["MEDDOCAN dev, trained on train only", "precision", "recall", "F1"], rows)


def meddocan(spans: Iterable[Span]) -> list[Span]:
    return [Span(span.start, span.end, rename(span.label, "meddocan")) for span in spans]


def clean_table(pipeline: Pipeline, data: Path) -> str:
    rows = []
    for name, texts in sources(data):
        tokens = names = 0
        for text in texts[:: max(1, len(texts) // (1500 if name != "codiesp" else 120))]:
            tokens += len(Page(text).spans)
            names += sum(span.label in NAMES for span in pipeline.detect(Document(text, language="es")))
        rows.append([name, str(tokens), f"{1000 * names / tokens:.2f}"])
    return table(["clinical text", "tokens", "spans called a name, per 1,000 tokens"], rows)


def findings_table(pipeline: Pipeline) -> str:
    rows = []
    for file in sorted(FOLDER.glob("*.txt")):
        lines = file.read_text("utf-8").splitlines()
        spoilt = sum(bool(lost_in(pipeline, line)) for line in lines)
        rows.append([file.stem, str(len(lines)), share(spoilt, len(lines))])
    return table(["language", "lines of medicine", "with something hidden"], rows)


def robustness_table(pipeline: Pipeline, examples: list[Example]) -> str:
    rows = []
    for noise in ORDER:
        recall, _, precision = measure(pipeline, examples if noise == "as written" else [with_noise(e, noise, 1) for e in examples])
        rows.append([noise, f"{recall:.3f}", f"{precision:.3f}"])
    return table(["noise", "direct identifiers hidden", "character precision"], rows)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, required=True)
    arguments.add_argument("--train-only", type=Path)
    arguments.add_argument("--log", type=Path, nargs="*", default=[])
    arguments.add_argument("--out", type=Path, default=Path("docs/model-card.md"))
    options = arguments.parse_args()
    held = sorted(Path("corpus").glob("dev_*"))
    development = [options.shared / "notes" / name for name in ("latam", "pt", "es", "en")]
    rules, full = Pipeline(model=False), Pipeline()
    parts = {
        "rules_notes": notes_table(rules, [*development, *held])[0],
        "reports": reports_table(options.shared / "data/meddocan/dev", options.train_only) if options.train_only else "not measured in this run",
        "clean": clean_table(full, options.shared / "data"),
        "findings": findings_table(full),
        "robustness": robustness_table(full, [example for folder in held for example in marked_folder(folder)]),
        "log": "\n".join(log.read_text("utf-8") for log in options.log),
    }
    parts["notes"], *_ = notes_table(full, [*development, *held])
    _, marked, found = notes_table(full, held)
    parts["labels"] = table(["label", "marks in the held-out notes", "hidden"], [[name, str(marked[name]), share(found[name], marked[name])] for name in sorted(marked)])
    page = TEXT.read_text("utf-8")
    for name, text in parts.items():
        page = page.replace("{{" + name + "}}", text)
    options.out.write_text(page, "utf-8")
    readme = Path("README.md")
    text = readme.read_text("utf-8")
    start, stop = text.index(BEGIN) + len(BEGIN), text.index(END)
    told = f"""
## How well it does

On notes that no training saw: the share of direct identifiers (names, contacts, numbers, streets) and of everything marked of which no
letter or digit is left, and how much of what was hidden had to be hidden. `notes/` are development notes, `corpus/dev_*` are in this
repository; `python benchmarks/notes.py corpus/dev_*` repeats the second half. More in [docs/model-card.md](docs/model-card.md).

{parts["notes"]}

"""
    readme.write_text(text[:start] + told + text[stop:], "utf-8")
    print(f"written: {options.out} and the results in README.md")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
