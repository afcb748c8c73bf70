"""An evaluation as one HTML page that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from velado.document import Span
from velado.evaluation.bootstrap import Interval
from velado.evaluation.counts import Score, Share
from velado.evaluation.errors import KINDS
from velado.evaluation.report import KIND_NAMES, SCORE_NAMES, SHARE_NAMES, About, number
from velado.evaluation.scores import Evaluation

__all__ = ["as_html"]

_STYLE = """
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6570;--line:#dde2e7;--paper:#fff;--card:#f5f7f9;--bar:#2f7d6b;--bad:#a8321f}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaed;--soft:#a2acb6;--line:#363d45;--paper:#16191d;--card:#1f2429;--bar:#4fb39b;--bad:#ff9a85}}
*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:72rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.5rem 0 .5rem}p{color:var(--soft);margin:.3rem 0 .8rem;max-width:60rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.8rem;margin-top:1.5rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem}
.card b{display:block;font-size:1.7rem;font-variant-numeric:tabular-nums}.card span{color:var(--soft);font-size:.88rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th{color:var(--soft);font-weight:600}th:first-child,td:first-child,.l{text-align:left}
.bar{display:inline-block;width:6rem;height:.55rem;border-radius:.3rem;background:var(--line);margin-left:.5rem;overflow:hidden}
.bar i{display:block;height:100%;background:var(--bar)}
.left{color:var(--bad)}td.t{white-space:pre-wrap;text-align:left;max-width:24rem;overflow-wrap:anywhere}
@media print{body{max-width:none;padding:0}}
""".strip()


def as_html(result: Evaluation, about: About, title: str = "Evaluation") -> str:
    """The whole page; texts of spans are on it only if the evaluation kept them."""
    ignored = f" Left out: {', '.join(about.ignored)}." if about.ignored else ""
    total = result.total
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{result.documents} documents, {total.ner.tp + total.ner.fn} gold spans, {total.ner.tp + total.ner.fp} system spans. "
        f"Labels: {escape(about.scheme)}.{escape(ignored)}</p>",
        _cards(result),
        _scores(result),
        _shares(result, about),
        _types(result),
        _errors(result),
        _listing(result),
    ]
    made = f" by Velado {about.version}" if about.version else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + f"\n<p>Made{escape(made)}. Intervals: {about.resamples} bootstrap samples of documents, seed {about.seed}.</p>\n</body></html>\n"
    )


def _cell(text: str, kind: str = "") -> str:
    """A cell; what is given as `kind` is its class."""
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


def _bar(value: float | None) -> str:
    width = 100 * (value or 0.0)
    return f'<td>{number(value)}<span class="bar"><i style="width:{width:.1f}%"></i></span></td>'


def _table(head: Sequence[str], rows: Iterable[str], left: int = 1) -> str:
    cells = "".join(f'<th class="l">{escape(c)}</th>' if n < left else f"<th>{escape(c)}</th>" for n, c in enumerate(head))
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _row(*cells: str) -> str:
    return f"<tr>{''.join(cells)}</tr>\n"


def _spread(found: Interval | None) -> str:
    return f"{found[0]:.4f} – {found[1]:.4f}" if found else ""


def _cards(result: Evaluation) -> str:
    total = result.total
    shown = (
        (number(total.clean_direct.value), SHARE_NAMES["clean_direct"], "clean_direct"),
        (number(total.covered.value), SHARE_NAMES["covered"], "covered"),
        (number(total.characters.precision), "of the letters and digits taken had to go", "characters.precision"),
        (number(total.ner.f1), f"F1, {SCORE_NAMES['ner']}", "ner.f1"),
    )
    cards = []
    for value, words, name in shown:
        spread = _spread(result.intervals.get(name))
        more = f"<br>95 %: {spread}" if spread else ""
        cards.append(f'<div class="card"><b>{value}</b><span>{escape(words)}{more}</span></div>')
    return f'<div class="cards">{"".join(cards)}</div>'


def _scores(result: Evaluation) -> str:
    rows = []
    for name, title in SCORE_NAMES.items():
        score: Score = getattr(result.total, name)
        counts = (str(score.tp), str(score.fp), str(score.fn))
        spread = _spread(result.intervals.get(f"{name}.f1"))
        values = (_cell(number(score.precision)), _cell(number(score.recall)), _bar(score.f1))
        rows.append(_row(_cell(title), *values, _cell(spread), *map(_cell, counts)))
    precision, recall, f1 = result.macro
    means = (_cell(number(precision)), _cell(number(recall)), _bar(f1))
    rows.append(_row(_cell(f"mean of the {len(result.types)} types"), *means, *[_cell("")] * 4))
    head = ("", "precision", "recall", "F1", "95 % of F1", "right", "wrong", "missed")
    return f"<h2>Scores</h2>{_table(head, rows)}"


def _shares(result: Evaluation, about: About) -> str:
    rows = []
    for name, title in SHARE_NAMES.items():
        share: Share = getattr(result.total, name)
        counts = (_spread(result.intervals.get(name)), str(share.part), str(share.whole))
        rows.append(_row(_cell(title), _bar(share.value), *map(_cell, counts)))
    leak = result.total.leak
    if result.sentences:
        origin = " (sentences estimated)" if about.sentences == "estimate" else ""
        cells = (number(leak.value), _spread(result.intervals.get("leak")), str(leak.part), str(leak.whole))
        rows.append(_row(_cell(f"MEDDOCAN leak: missed spans per sentence{origin}"), *map(_cell, cells)))
    words = "Left means that a letter or digit of a gold span is covered by no system span, whatever its type."
    return f"<h2>What is left</h2><p>{words}</p>{_table(('', 'share', '95 %', 'count', 'of'), rows)}"


def _types(result: Evaluation) -> str:
    rows = []
    for label, entry in result.types.items():
        score = entry.score
        counts = (str(score.tp + score.fn), str(score.tp + score.fp), number(score.precision), number(score.recall))
        errors = (str(entry.errors[kind] or "") for kind in KINDS)
        rows.append(
            _row(_cell(label), *map(_cell, counts), _bar(score.f1), _cell(number(entry.covered.value)), *map(_cell, errors))
        )
    head = ("type", "gold", "system", "precision", "recall", "F1", "covered", *KINDS)
    return f"<h2>Types</h2>{_table(head, rows)}"


def _errors(result: Evaluation) -> str:
    rows = [
        _row(_cell(KIND_NAMES[kind]), _cell(str(result.errors[kind])), _cell(str(result.left[kind] or ""), "left"))
        for kind in KINDS
    ]
    part = f"<h2>Errors</h2>{_table(('', 'count', 'leave something in sight'), rows)}"
    if result.confusions:
        mixed = [_row(_cell(gold), _cell(system, "l"), _cell(str(n))) for (gold, system), n in result.confusions.items()]
        part += f"<h2>Called something else</h2>{_table(('gold type', 'called', 'count'), mixed, left=2)}"
    return part


def _listing(result: Evaluation) -> str:
    if not result.slips:
        return ""

    def side(span: Span | None, text: str | None) -> str:
        return _cell(f"{span.label} {span.start}–{span.end}" + (f"\n{text}" if text is not None else "") if span else "", "t")

    rows = [
        _row(
            _cell(slip.document),
            _cell(slip.kind, "l"),
            _cell("yes" if slip.left else "", "left"),
            side(slip.gold, slip.gold_text),
            side(slip.system, slip.system_text),
        )
        for slip in result.slips
    ]
    return f"<h2>Every error</h2>{_table(('document', 'kind', 'in sight', 'gold', 'system'), rows, left=2)}"
