"""Forms and tagger as one: an identifier found by its form stays whole, a certain one stands by itself."""

from __future__ import annotations

from itertools import product

import pytest

from velado.document import Span
from velado.pipeline.join import join_spans

TEXT = "mail ana.gil@example.org, tel. 612 345 678, el 12 de marzo de 2021, HC 4417"


def span(piece: str, label: str, score: float = 0.9) -> Span:
    start = TEXT.index(piece)
    return Span(start, start + len(piece), label, score)


def joined(forms: list[Span], tagged: list[Span]) -> set[tuple[str, str]]:
    return {(one.label, one.text(TEXT)) for one in join_spans(TEXT, forms, tagged)}


def test_a_name_inside_an_address_does_not_cut_it() -> None:
    forms = [span("ana.gil@example.org", "EMAIL", 0.97)]
    assert joined(forms, [span("ana", "PATIENT_NAME", 0.99), span("gil", "PATIENT_NAME", 0.99)]) == {("EMAIL", "ana.gil@example.org")}


def test_a_part_that_the_tagger_saw_becomes_the_whole_form() -> None:
    forms = [span("12 de marzo de 2021", "DATE", 0.92)]
    assert joined(forms, [span("12 de marzo", "DATE", 0.7), span("2021", "DATE", 0.6)]) == {("DATE", "12 de marzo de 2021")}


def test_the_tagger_chooses_among_kinds_of_numbers() -> None:
    forms = [span("612 345 678", "PATIENT_ID", 0.8)]
    assert joined(forms, [span("612 345", "PHONE", 0.8)]) == {("PHONE", "612 345 678")}


@pytest.mark.parametrize(("score", "stands"), [(0.95, True), (0.5, False)])
def test_a_certain_form_stands_without_the_tagger_and_a_faint_one_does_not(score: float, stands: bool) -> None:
    assert (("PATIENT_ID", "4417") in joined([span("4417", "PATIENT_ID", score)], [])) is stands


def test_nothing_that_is_tagged_is_lost() -> None:
    pieces = [("ana.gil", "URL"), ("612 345 678", "PHONE"), ("marzo", "PATIENT_NAME"), ("4417", "OTHER_ID")]
    forms = [span("ana.gil@example.org", "EMAIL", 0.97), span("12 de marzo de 2021", "DATE", 0.92), span("345 678", "PHONE", 0.6)]
    for chosen in product((False, True), repeat=len(pieces)):
        tagged = [span(*piece) for piece, keep in zip(pieces, chosen, strict=True) if keep]
        covered = {at for one in join_spans(TEXT, forms, tagged) for at in range(one.start, one.end)}
        assert all(at in covered for one in tagged for at in range(one.start, one.end))
