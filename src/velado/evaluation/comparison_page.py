"""A comparison of methods as one HTML page that needs nothing else: charts are inline SVG; no network, no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from velado.evaluation._charts import bars, lines, points
from velado.evaluation.announced import ANNOUNCED_COLUMNS, ANNOUNCED_WORDS
from velado.evaluation.comparison import BY_TEXT, MEASURES, announced_rows, published_rows
from velado.evaluation.parts import PART_COLUMNS, PART_WORDS, PARTS, marked_by_part, part_rows

__all__ = ["as_html"]

_STYLE = """
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6570;--line:#dde2e7;--paper:#fff;--card:#f5f7f9;--bar:#9db4c0;--best:#2f7d6b;
--c0:#1f6f8b;--c1:#c8553d;--c2:#2f7d6b;--c3:#8a5aa8;--c4:#b8860b;--c5:#3f6fd1;--c6:#a23b72;--c7:#5b6570}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaed;--soft:#a2acb6;--line:#363d45;--paper:#16191d;--card:#1f2429;--bar:#5c7480;--best:#4fb39b;
--c0:#6fc3df;--c1:#ff9a7f;--c2:#4fb39b;--c3:#c79be0;--c4:#e6bd4e;--c5:#8fb1ff;--c6:#ee8fc0;--c7:#a2acb6}}
*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:76rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.5rem 0 .5rem}h3{font-size:.95rem;margin:0 0 .4rem}
p{color:var(--soft);margin:.3rem 0 .8rem;max-width:60rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.32rem .5rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal}th:first-child,td:first-child,.l{text-align:left}.l+.l{white-space:normal}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr));gap:1rem;margin-bottom:1rem}
.large{grid-template-columns:repeat(auto-fill,minmax(min(32rem,100%),1fr))}
.chart{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;overflow-x:auto;break-inside:avoid}
.chart p{font-size:.85rem;margin:.1rem 0 .5rem}svg{max-width:100%;height:auto}
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}.end{text-anchor:end}.middle{text-anchor:middle}svg .soft,svg .number{fill:var(--soft)}
.bar{fill:var(--bar)}.best{fill:var(--best)}.grid{stroke:var(--line)}
.line{fill:none;stroke:currentColor;stroke-width:2.5}.thin{fill:none;stroke:currentColor;stroke-width:.8;opacity:.6}.dot{fill:currentColor}
.c0{color:var(--c0)}.c1{color:var(--c1)}.c2{color:var(--c2)}.c3{color:var(--c3)}.c4{color:var(--c4)}.c5{color:var(--c5)}.c6{color:var(--c6)}.c7{color:var(--c7)}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--soft)}
@media print{body{max-width:none;padding:0}.charts{grid-template-columns:1fr 1fr}details{display:none}}
""".strip()

_BARS = (
    "ner_f1", "spans_f1", "covered_direct", "clean_direct", "character_precision", "pattern_recall", "levenshtein_recall",
    "clean_notes", "loss_codes", "loss_chapters",
)  # fmt: skip
_FAVOURITE = "velado"


def as_html(told: Mapping[str, Any]) -> str:
    """The whole page from what the command keeps as table.json."""
    done = [record for record in told["methods"] if record["status"] == "done"]
    title = f"Comparison: {told['title']}"
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(summary(told))}</p>"]
    if done:
        parts += [_table(done, told["ceiling"]), _bars(done), _curves(done), _published(done), _announced(done)]
        parts += [_by_part(done), _types(done), _removed(done)]
    parts.append(_missing([record for record in told["methods"] if record["status"] != "done"]))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + f"\n<p>Made by Velado {escape(told['velado'])}.</p>\n</body></html>\n"
    )


def summary(told: Mapping[str, Any]) -> str:
    """What was compared on what, in a few sentences."""
    words = [f"{told['train']} notes to learn from, {told['dev']} notes to judge on; labels: {told['scheme']}."]
    if told["ignored"]:
        words.append(f"Left out, because the notes do not mark them: {', '.join(told['ignored'])}.")
    if told["quick"]:
        words.append("A quick run on a tenth of the data: the figures only show that everything works.")
    for language, coder in told["coders"].items():
        source = "coded cases" if coder["source"] == "cases" else "a code list"
        quality = coder["measured"]
        known = (
            f"on {quality['cases']} unseen cases it finds {quality['codes']['found']:.2f} of the categories and "
            f"{quality['chapters']['found']:.2f} of the chapters among its first ones"
            if quality
            else "its quality could not be measured"
        )
        words.append(f"The coder behind the information loss ({language}) comes from {source}: {known}.")
    return " ".join(words)


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(f"<{tag}{' class=l' if at in left else ''}>{cell}</{tag}>" for at, cell in enumerate(row))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{cells(head, "th")}</tr></thead><tbody>{body}</tbody></table></div>'


def _number(value: float | None, best: bool = False) -> str:
    text = "–" if value is None else f"{value:.4f}"
    return f"<b>{text}</b>" if best else text


def _table(done: Sequence[Mapping[str, Any]], ceiling: Mapping[str, float | None]) -> str:
    shown = [name for name in MEASURES if any(record["measures"].get(name) is not None for record in done)]
    parts = []
    for title, names in (
        ("By spans", [name for name in shown if name not in BY_TEXT]),
        ("By the text given out", [name for name in shown if name in BY_TEXT]),
    ):
        rows = [_line(record, names, done) for record in done if any(record["measures"].get(name) is not None for name in names)]
        if not rows:
            continue
        if names[0] in BY_TEXT:
            rows.append(["<i>exactly what is marked</i>", *(_number(ceiling.get(name)) for name in names)])
        head = [f'<span title="{escape(MEASURES[name].words)}">{MEASURES[name].short}</span>' for name in names]
        parts.append(f"<h2>{title}</h2>{_rows(['method', *head], rows)}")
    legend = "".join(f"<li>{MEASURES[name].short}: {escape(MEASURES[name].words)} ({MEASURES[name].better} is better)</li>" for name in shown)
    methods = "".join(
        f"<li>{escape(record['method'])}: {escape(record['description'])} Trained in {record['seconds']['fit']:.0f} s, "
        f"run in {record['seconds']['apply']:.1f} s.</li>"
        for record in done
    )
    return "".join(parts) + f"<details><summary>What the lines and columns mean</summary><ul>{methods}</ul><ul>{legend}</ul></details>"


def _line(record: Mapping[str, Any], names: Sequence[str], done: Sequence[Mapping[str, Any]]) -> list[str]:
    """A method's values, in bold where nobody has a better one."""
    cells = []
    for name in names:
        value = record["measures"].get(name)
        others = [other for each in done if (other := each["measures"].get(name)) is not None]
        best = min(others) if MEASURES[name].better == "lower" else max(others)
        cells.append(_number(value, len(others) > 1 and value == best))
    return [escape(record["method"]), *cells]


def _bars(done: Sequence[Mapping[str, Any]]) -> str:
    charts = []
    for name in _BARS:
        values = {record["method"]: record["measures"].get(name) for record in done}
        if any(value is not None for value in values.values()):
            entry = MEASURES[name]
            charts.append(
                f'<div class="chart"><h3>{escape(entry.short)}</h3><p>{escape(entry.words)}; {entry.better} is better</p>'
                f"{bars(entry.short, values, _FAVOURITE)}</div>"
            )
    return f'<h2>Measure by measure</h2><div class="charts">{"".join(charts)}</div>'


def _curves(done: Sequence[Mapping[str, Any]]) -> str:
    series = {
        record["method"]: {float(level): value for level, value in record["levenshtein"].items() if value is not None}
        for record in done
    }
    series = {name: line for name, line in series.items() if line}
    words = "An entity counts as hidden when nothing in the new text is as similar to it as the threshold says."
    parts = [
        f'<div class="chart"><h3>Levenshtein recall over thresholds</h3><p>{words}</p>'
        f"{lines('Levenshtein recall over thresholds', series, ('threshold', 'Levenshtein recall'))}</div>"
    ] if series else []  # fmt: skip
    places = {
        record["method"]: (record["measures"]["loss_codes"], record["measures"]["levenshtein_recall"])
        for record in done
        if record["measures"].get("loss_codes") is not None and record["measures"].get("levenshtein_recall") is not None
    }
    if places:
        parts.append(
            '<div class="chart"><h3>Recall against information loss</h3><p>The upper left corner is the place to be: people hidden, '
            "medicine kept.</p>"
            f"{points('Recall against information loss', places, ('clinical information loss, codes', 'Levenshtein recall'))}</div>"
        )
    return f"<h2>What hiding costs</h2><div class=\"charts large\">{''.join(parts)}</div>" if parts else ""


def _published(done: Sequence[Mapping[str, Any]]) -> str:
    rows = [(escape(method), escape(name), f"{theirs:.4f}", _number(ours)) for method, name, theirs, ours in published_rows(done)]
    if not rows:
        return ""
    words = "What the authors report, mostly on other data, and what the method does here."
    return f"<h2>Papers and here</h2><p>{words}</p>{_rows(('method', 'measure', 'paper', 'here'), rows, (0, 1))}"


def _announced(done: Sequence[Mapping[str, Any]]) -> str:
    rows = [(escape(method), escape(kind), *told.cells(paper)) for method, kind, told, paper in announced_rows(done)]
    if not rows:
        return ""
    words = re.sub(r"\*(\w+)\*", r"<i>\1</i>", escape(ANNOUNCED_WORDS))
    return f"<h2>What the triggers announce</h2><p>{words}</p>{_rows(('method', 'items', *ANNOUNCED_COLUMNS), rows, (0, 1))}"


def _by_part(done: Sequence[Mapping[str, Any]]) -> str:
    marked = marked_by_part(done)
    if not marked:
        return ""
    scored = {record["method"]: record["parts"] for record in done if record.get("parts")}
    charts = "".join(
        f'<div class="chart"><h3>NER F1, {part}</h3><p>{marked[part]} items marked</p>'
        f"{bars(f'NER F1, {part}', {method: parts[part]['f1'] for method, parts in scored.items()}, _FAVOURITE)}</div>"
        for part in PARTS
    )
    head = [f"{part} {short}" for part in marked for short in PART_COLUMNS.values()]
    rows = [[escape(method), *(f"<b>{cell}</b>" if best else cell for cell, best in cells)] for method, cells in part_rows(done).items()]
    return f'<h2>By part of the note</h2><p>{PART_WORDS}</p><div class="charts">{charts}</div>{_rows(["method", *head], rows)}'


def _types(done: Sequence[Mapping[str, Any]]) -> str:
    labels = sorted({label for record in done for label in record["types"]})
    with_spans = [record for record in done if record["types"]]
    if not labels:
        return ""
    rows = []
    for label in labels:
        found = [record["types"].get(label) for record in with_spans]
        gold = max((entry["gold"] for entry in found if entry), default=0)
        rows.append([escape(label), str(gold), *(_number(entry["f1"] if entry else None) for entry in found)])
    head = ("type", "marked", *(escape(record["method"]) for record in with_spans))
    return f"<h2>F1 by type</h2>{_rows(head, rows)}"


def _removed(done: Sequence[Mapping[str, Any]]) -> str:
    counted = {record["method"]: {label: items for label, items, _ in record["removed"]} for record in done if record["removed"]}
    if not counted:
        return ""
    labels = sorted({label for items in counted.values() for label in items})
    rows = [[escape(label), *(str(items.get(label, 0)) for items in counted.values())] for label in labels]
    rows.append(["all", *(str(sum(items.values())) for items in counted.values())])
    return f"<h2>Items removed, by type</h2>{_rows(('type', *map(escape, counted)), rows)}"


def _missing(records: Sequence[Mapping[str, Any]]) -> str:
    if not records:
        return ""
    rows = [(escape(record["method"]), escape(record["status"]), escape(record["reason"])) for record in records]
    return f"<h2>Not run</h2>{_rows(('method', 'status', 'reason'), rows, (0, 1, 2))}"
