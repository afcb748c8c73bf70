"""Where the marks of the published Spanish reports begin and end, and what a field with a name of its own holds.

Each habit here was counted on the corpus's train split: too rare for its tagger to learn, too regular to be chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["FACILITIES", "OF_KIN", "as_published", "joined", "with_edges"]

OF_KIN = "kin"  # the source of ages that the tagger knew to be a relative's

FACILITIES = frozenset({"HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"})
_TITLE = late_pattern(r"(?:doctora?|profesora?|dra?|prof)\b\.? ?")
_HALF = late_pattern(r" y medi[oa]\b")
_CARE_NUMBER = late_pattern(r"\bnass ?: ?\Z")
# "Hospital Gil Casares 2ª planta" and "6, 1º A C.P. 45006": what follows shows that the last token belongs to it.
_STOREY, _STOREY_SIGN = late_pattern(r"[ ,-]+\d{1,2}\Z"), late_pattern(r"[ªº°]")
_CODE, _CODE_REST = late_pattern(r"[ ,-]+c\Z"), late_pattern(r"\. ?[Pp]\b")
# A second facility behind a whole first one: "… de Chile y Hospital San José", "Universidad de X Hospital Y".
_SECOND = late_pattern(r" (?:y (?=hospital |clinica )|(?=complejo hospitalario )|(?<!clinico )(?=hospital (?:universitario|clinico|general|regional) ))")
_FIRST_WORDS = 3  # "Fundación Hospital", "Clínica Hospital", "Complejo Hospitalario Hospital": heads of one name


def with_edges(page: Page, spans: Iterable[Span]) -> list[Span]:
    """The spans of a report as its annotators would have cut them, in order."""
    cut = [piece for span in sorted(spans) for piece in _cut(page, span)]
    return list(joined(cut, partial(_is_cut_off, page)))


def as_published(text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans as the published corpus marks them: a relative and their age have one label, and one mark where they stand together.

    For its scores alone; whoever replaces text must tell them apart, because policies let words of kin stay.
    """
    alike = (replace(span, label="KINSHIP") if span.source == OF_KIN else span for span in sorted(spans))
    return list(joined(alike, partial(_are_kin_and_age, text)))


def _are_kin_and_age(text: str, held: Span, span: Span) -> bool:
    return held.label == "KINSHIP" and (span.label == "AGE" or span.source == OF_KIN) and text[held.end : span.start] == " de "


def _cut(page: Page, span: Span) -> Iterator[Span]:
    folded, text = page.folded, page.text
    start, end = span.start, span.end
    if span.label == "STAFF_NAME" and (title := _TITLE.match(folded, start, end)) and title.end() < end:
        yield replace(span, start=title.end())
    elif span.label == "AGE" and (half := _HALF.match(folded, end)):
        yield replace(span, end=half.end())
    elif span.label == "PATIENT_ID" and _CARE_NUMBER.search(folded, max(0, start - 8), start):
        yield replace(span, label="INSURANCE_ID")
    elif span.label in FACILITIES | {"STREET"}:
        last, rest = (_CODE, _CODE_REST) if span.label == "STREET" else (_STOREY, _STOREY_SIGN)
        if rest.match(text, end) and (cut := last.search(folded, start, end)) and cut.start() > start:
            span = replace(span, end=cut.start())
        if text.count("(", start, span.end) > text.count(")", start, span.end) and text[span.end : span.end + 1] == ")":
            span = replace(span, end=span.end + 1)
        yield from _apart(page, span) if span.label in FACILITIES else (span,)
    else:
        yield span


def _apart(page: Page, span: Span) -> Iterator[Span]:
    """Two facilities that were read as one."""
    for second in _SECOND.finditer(page.folded, span.start, span.end):
        if len(page.folded[span.start : second.start()].split()) >= _FIRST_WORDS:
            yield replace(span, end=second.start())
            yield replace(span, start=second.end(), label="HOSPITAL")
            return
    yield span


def joined(spans: Iterable[Span], go_together: Callable[[Span, Span], bool]) -> Iterator[Span]:
    """The spans, in order; one that goes together with the one before it becomes part of that one."""
    held: Span | None = None
    for span in spans:
        if held is not None and go_together(held, span):
            held = replace(held, end=span.end, score=max(held.score, span.score))
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def _is_cut_off(page: Page, held: Span, span: Span) -> bool:
    """Whether the name of a facility ended in "de", and here is the place that it was cut off before."""
    return (
        held.label in FACILITIES and span.label == "PLACE" and page.text[held.end : span.start] == " "
        and page.folded.endswith(" de", held.start, held.end)
    )  # fmt: skip
