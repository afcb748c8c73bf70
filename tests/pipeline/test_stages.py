"""The table of stages: their order, what may be left out, and what they do."""

from __future__ import annotations

import pytest

from velado import Document, Pipeline, Span, Subject
from velado.pipeline import OPTIONAL, STAGES
from velado.pipeline.vetoes import VETOES
from velado.tokens import Page


def test_every_stage_says_why_it_is_there() -> None:
    assert len({stage.name for stage in STAGES}) == len(STAGES)
    assert all(stage.why for stage in STAGES)
    assert STAGES[-1].name == "resolve"
    assert OPTIONAL == {"meddocan"}


def test_an_unknown_stage_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="meddocan"):
        Pipeline(stages=("resolve",))


@pytest.mark.parametrize("veto", VETOES, ids=lambda veto: veto.reason)
def test_a_veto_holds_for_its_hit_and_not_for_its_miss(veto) -> None:  # type: ignore[no-untyped-def]
    for example, expected in ((veto.hit, True), (veto.miss, False)):
        before, value, behind = example.replace("⟧", "⟦").split("⟦")
        span = Span(len(before), len(before) + len(value), min(veto.labels), 0.9, "model")
        assert veto.holds(Page(before + value + behind, "es"), span) is expected


def test_what_is_known_of_the_patient_is_never_dropped() -> None:
    document = Document("Signo de Murphy negativo. Se avisa a Murphy.", subject=Subject("1", ("Murphy",)))
    assert [span.text(document.text) for span in Pipeline().detect(document)].count("Murphy") == 2


def test_candidates_below_the_threshold_come_with_their_scores() -> None:
    text = "Acude Lucía por tos. Se comenta con Ferrer y con la supervisora Bel."
    pipeline = Pipeline(language="es")
    chosen, candidates = pipeline.detect(text), pipeline.detect(text, least=0.02)
    assert {(span.start, span.end) for span in chosen} <= {(span.start, span.end) for span in candidates}
    assert all(span.score >= 0.02 for span in candidates)


def test_why_names_stages_and_features() -> None:
    lines = Pipeline(language="es").explain("Paciente: Ana Gil Ruiz, tel. 612 345 678")
    assert any(line.startswith("forms") and "612 345 678" in line for line in lines)
    assert any(line.startswith("tagger") and "Ana Gil Ruiz" in line and "+" in line for line in lines)
