"""What is taken for somebody's own and is medicine by its form and its neighbours: scores, doses, gases, antibiograms.

Each needs a word of medicine beside it, or values that no identifier has, and what could be a date, a telephone or
initials as well stays hidden: a name left standing is the worst error.
"""

from __future__ import annotations

from velado import lexicons
from velado.document import Span
from velado.findings._dates import is_no_date
from velado.findings._names import is_eponym_in_use, is_no_name
from velado.findings._numbers import is_in_a_row, is_no_number
from velado.labels import NAMES, NUMBERS
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["is_eponym_in_use", "is_finding"]

_DOUBTED = NAMES | NUMBERS | {"PLACE", "COUNTRY", "STREET", "AGE", "DATE"}
_BEFORE = 60  # characters of the line before a span that are looked at
_AGE_OF_WHAT = late_pattern(
    r"\b(?:edad|idade|age) (?:gestacional|osea|vascular|cardiaca|dental|mental|biologica)\b[^\d\n]{0,6}\Z"
    r"|\b(?:bone|gestational|vascular) age\b[^\d\n]{0,6}\Z"
)
_VIRUS = late_pattern(
    r"\b(?:virus|encefalitis|encefalite|encephalitis|cepa|fiebre hemorragica|febre hemorragica)(?: (?:de|del|da|do|of))* \Z"
)
_ROW_OF_FINDINGS = late_pattern(
    r"\b(?:cig(?:arrillos)?/d|ultimos \d|hgt|dxt|fcf|bcf|lcf|ca ?(?:125|15|19)[ .:-]|(?:afp|cea)[ :=]{1,2}[<>]?\d{1,4}[.,]\d|pplat|peep)"
)
_ROWS = 40  # of a table, up to its heading
_NO_AGES = frozenset("pieza piezas pza pz diente dientes dente dentes tooth teeth od cama leito bed peso weight fc fr sat spo2 glu glucemia dxt hgt eva temp".split())
_LIVES = late_pattern(r"\b(?:vive|domicilio|direccion|endereco|lives|mora|c/)[^\n]{0,8}\Z")


def is_finding(page: Page, span: Span) -> bool:
    """Whether a span is medicine by its form and its neighbours.

    >>> text = "EVA 8/10 al ingreso, 3/10 al alta. HD L-M-V. Glucemias 132-156-178"
    >>> page = Page(text, "es")
    >>> values = [("3/10", "DATE"), ("L-M-V", "PATIENT_NAME"), ("132-156-178", "PHONE"), ("8/10", "STREET")]
    >>> [is_finding(page, Span(text.index(value), text.index(value) + len(value), label)) for value, label in values]
    [True, True, True, False]
    """
    if span.label not in _DOUBTED:
        return False
    value = page.folded[span.start : span.end]
    before = page.folded[max(page.line_bounds(span.start)[0], span.start - _BEFORE) : span.start]
    if span.label in NAMES:
        return is_no_name(page, span, value, before)
    if span.label in ("PLACE", "COUNTRY"):
        return _VIRUS.search(before) is not None
    if span.label == "STREET":
        return _ROW_OF_FINDINGS.search(value) is not None and not _has_street(value) and not _LIVES.search(before)
    if span.label == "AGE":
        coded = page.text[span.start - 1 : span.start]  # "E43" is a disease; "F34" and "M45" are people
        if coded.isalpha() and coded.isupper() and coded not in "FMHV" and not page.text[span.start - 2 : span.start - 1].isalpha():
            return True
        return _AGE_OF_WHAT.search(before) is not None or is_in_a_row(page, span) or _column_of(page, span.start) in _NO_AGES
    return is_no_number(page, span, value, before) or (span.label == "DATE" and is_no_date(page, span, value, before))


def _column_of(page: Page, offset: int) -> str:
    """What the first row of a table drawn with bars calls the column of an offset; "" where there is no table."""
    line = page.line_of(offset)
    folded, starts = page.folded, page.line_starts
    if folded.find("|", starts[line], offset) < 0:
        return ""
    first = line
    while first and line - first < _ROWS and "|" in folded[starts[first - 1] : starts[first]]:
        first -= 1
    if line - first == _ROWS:
        return ""
    cells = folded[starts[first] : starts[first + 1]].split("|") if first < line else []
    column = folded.count("|", starts[line], offset)
    return cells[column].strip() if column < len(cells) else ""


def _has_street(value: str) -> bool:
    return any(lexicons.lookup(word.strip("./")) & lexicons.STREET_TYPE or word.startswith("c/") for word in value.split()[:3])
