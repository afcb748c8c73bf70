"""The measures, with values worked out by hand and properties that always hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Span
from velado.evaluation import AS_WRITTEN, Pair, Score, Share, Tally, common_scheme, count_sentences, evaluate, translator
from velado.evaluation.bootstrap import intervals
from velado.evaluation.meddocan import merge, score_merged
from velado.labels import LABELS

#       0         1         2         3         4
#       0123456789012345678901234567890123456789012
TEXT = "Ana Gil Ruiz, 45 años. Tel. 612 345 678. OK"
GOLD = (Span(0, 12, "PATIENT_NAME"), Span(14, 21, "AGE"), Span(28, 39, "PHONE"))


def one(*system: Span, gold: tuple[Span, ...] = GOLD, text: str = TEXT, **options: object) -> Tally:
    return evaluate([Pair(text, gold, system)], resamples=0, **options).total  # type: ignore[arg-type]


def test_a_name_cut_in_two_and_an_age_called_a_date() -> None:
    found = (Span(0, 3, "PATIENT_NAME"), Span(4, 12, "PATIENT_NAME"), Span(14, 21, "DATE"), Span(41, 43, "PLACE"))
    total = one(*found)
    assert total.ner == Score(0, 4, 3)
    assert total.spans == Score(1, 3, 2)
    # The merged name and age stand in one run, since ", " holds no letter: (0, 21) agrees, beside (14, 21).
    assert total.merged == Score(2, 1, 1)
    # Words: Ana Gil Ruiz · 45 años · 612 345 678 against Ana Gil Ruiz · 45 años (as a date) · OK.
    assert total.tokens == Score(3, 3, 5)
    assert total.tokens_blind == Score(5, 1, 3)
    # Letters and digits: 10 + 6 + 9 in gold; 10 + 6 + 2 in the system.
    assert total.characters == Score(16, 2, 9)
    assert total.covered == Share(2, 3)
    assert total.covered_direct == Share(1, 2)
    assert total.clean == total.clean_direct == Share(0, 1)


def test_errors_are_told_apart() -> None:
    gold = (*GOLD, Span(41, 43, "OTHER"))
    found = (Span(0, 7, "PATIENT_NAME"), Span(14, 21, "DATE"), Span(27, 39, "FAX"), Span(22, 23, "PLACE"), Span(23, 26, "PLACE"))
    result = evaluate([Pair(TEXT, gold, found, "n1")], list_errors=True)
    assert result.errors == {"missed": 1, "boundary": 1, "type": 1, "both": 1, "spurious": 2}
    assert result.left == {"missed": 1, "boundary": 1, "type": 0, "both": 0, "spurious": 0}
    assert result.confusions == {("AGE", "DATE"): 1, ("PHONE", "FAX"): 1}
    assert result.types["PLACE"].errors["spurious"] == 2
    assert [slip.kind for slip in result.slips] == ["boundary", "type", "spurious", "spurious", "both", "missed"]
    assert all(slip.gold_text is None and slip.system_text is None for slip in result.slips)
    told = evaluate([Pair(TEXT, gold, found)], list_errors=True, show_text=True).slips[0]
    assert (told.gold_text, told.system_text) == ("Ana Gil Ruiz", "Ana Gil")
    assert "Ana" not in repr(told)


def test_what_is_left_is_about_letters_and_digits_whatever_the_type() -> None:
    whole = one(Span(0, 3, "DATE"), Span(4, 12, "DATE"), Span(28, 39, "DATE"))
    assert whole.covered == Share(2, 3)
    assert (whole.clean_direct, whole.clean) == (Share(1, 1), Share(0, 1))
    assert one().clean_direct == Share(0, 1)
    assert one(gold=()).clean == Share(1, 1)


def test_direct_identifiers_are_told_before_labels_are_renamed() -> None:
    # MEDDOCAN has one name for relatives' names and for kinship words.
    gold = (Span(0, 7, "RELATIVE_NAME"), Span(14, 21, "KINSHIP"))
    assert one(gold=gold, rename=translator("meddocan")).covered_direct == Share(0, 1)


def test_types_can_be_left_out_under_any_name() -> None:
    gold = (Span(0, 7, "FAMILIARES_SUJETO_ASISTENCIA"), Span(14, 21, "EDAD_SUJETO_ASISTENCIA"))
    found = (Span(0, 7, "KINSHIP"), Span(14, 21, "AGE"))
    assert one(*found, gold=gold, rename=translator("velado"), ignore={"KINSHIP"}).ner == Score(1, 0, 0)
    assert one(*found, gold=gold, rename=translator("meddocan")).ner == Score(2, 0, 0)


def test_leak_needs_the_sentences_of_every_note() -> None:
    pairs = [Pair(TEXT, GOLD, (), sentences=4), Pair(TEXT, GOLD, GOLD, sentences=2)]
    result = evaluate(pairs)
    assert (result.total.leak.value, result.sentences) == (0.5, 6)
    assert evaluate([*pairs, Pair(TEXT, GOLD, ())]).total.leak.value is None
    assert evaluate([*pairs, Pair("", (), (), sentences=0)]).total.leak.value == 0.5


def test_macro_is_the_mean_over_types_of_either_side() -> None:
    result = evaluate([Pair(TEXT, GOLD, (GOLD[0], Span(41, 43, "PLACE")))])
    assert result.macro == (0.25, 0.25, 0.25)
    assert evaluate([]).macro == (0.0, 0.0, 0.0)


def test_equal_spans_count_once() -> None:
    assert one(GOLD[0], GOLD[0], Span(0, 12, "PATIENT_NAME", 0.4, "other")).ner == Score(1, 0, 2)


@pytest.mark.parametrize(
    ("text", "places", "merged"),
    [
        ("a - b c", {(0, 1), (4, 5)}, {(0, 5)}),
        ("a_b", {(0, 1), (2, 3)}, {(0, 3)}),
        ("a 1 b", {(0, 1), (4, 5)}, {(0, 1), (4, 5)}),
        ("abcdef", {(0, 6), (1, 3)}, {(0, 3)}),  # the published scorer takes the later end, even the smaller one
        ("", set(), set()),
    ],
)
def test_merging(text: str, places: set[tuple[int, int]], merged: set[tuple[int, int]]) -> None:
    assert merge(text, places) == merged


def test_sentences_are_estimated_in_linear_time() -> None:
    assert count_sentences("") == 0
    assert count_sentences("Dra. A. Gil vio a Ana. ¿Dolor? No. sin fiebre\nAlta") == 4
    for hard in ("A. " * 100_000, "." * 300_000, " " * 300_000, "a" * 300_000):
        count_sentences(hard)


def test_labels_meet_under_names_that_both_sides_have() -> None:
    assert common_scheme({"ID", "FACILITY"}, {"PATIENT_ID", "HOSPITAL"}) == "coarse"
    assert common_scheme({"PATIENT_NAME"}, {"NOMBRE_SUJETO_ASISTENCIA"}) == "meddocan"
    assert common_scheme({"DOCTOR", "ZIP"}, {"STAFF_NAME"}) == "i2b2"
    assert common_scheme({"COLOUR"}, {"FECHAS"}) == AS_WRITTEN
    assert common_scheme({"FECHAS"}, set()) == AS_WRITTEN
    for label in LABELS.values():
        assert translator("meddocan")(label.meddocan) == label.meddocan
        assert translator("i2b2")(label.name) == label.i2b2


def test_intervals_hold_the_measure_and_come_out_the_same_every_time() -> None:
    pairs = [Pair(TEXT, GOLD, GOLD[: number % 4]) for number in range(40)]
    first, again = evaluate(pairs), evaluate(pairs)
    assert first.intervals == again.intervals != evaluate(pairs, seed=2).intervals
    low, high = first.intervals["ner.recall"]
    assert low < first.total.ner.recall < high
    assert first.intervals["ner.precision"] == (1.0, 1.0)
    assert evaluate(pairs[:1]).intervals == {}
    assert intervals([Tally(), Tally()])["ner.f1"] == (0.0, 0.0)


LABEL = st.sampled_from(("PATIENT_NAME", "DATE", "PLACE"))


@st.composite
def spans_of(draw: st.DrawFn, size: int) -> tuple[Span, ...]:
    places = st.tuples(st.integers(0, size - 1), st.integers(1, 6), LABEL)
    return tuple(Span(s, min(s + n, size), label) for s, n, label in draw(st.lists(places, max_size=8)))


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    text = draw(st.text("ab1 .,\n_", min_size=1, max_size=40))
    return Pair(text, draw(spans_of(len(text))), draw(spans_of(len(text))), sentences=3)


SCORES = ("ner", "spans", "merged", "tokens", "tokens_blind", "characters")


@given(pairs())
def test_a_perfect_system_leaves_nothing(pair: Pair) -> None:
    total = evaluate([Pair(pair.text, pair.gold, pair.gold, sentences=1)]).total
    assert all((score := getattr(total, name)).fp == score.fn == 0 for name in SCORES)
    assert not pair.gold or total.ner.f1 == total.spans.f1 == total.merged.f1 == 1.0
    assert total.clean == total.clean_direct == Share(1, 1)
    assert total.leak.value == 0.0


@given(pairs())
def test_changing_sides_exchanges_precision_and_recall(pair: Pair) -> None:
    there, back = evaluate([pair]).total, evaluate([Pair(pair.text, pair.system, pair.gold)]).total
    for name in SCORES:
        score: Score = getattr(there, name)
        assert getattr(back, name) == Score(score.tp, score.fn, score.fp)


@given(pairs())
def test_what_asks_less_scores_no_less(pair: Pair) -> None:
    total = evaluate([pair]).total
    assert total.merged.recall >= total.spans.recall
    assert total.merged.precision >= total.spans.precision
    assert total.covered.part >= total.spans.tp
    assert total.clean_direct.part >= total.clean.part


@given(pairs())
def test_every_gold_span_is_right_or_an_error(pair: Pair) -> None:
    result = evaluate([pair], list_errors=True)
    wrong = sum(count for kind, count in result.errors.items() if kind != "spurious")
    assert wrong == result.total.ner.fn
    assert result.errors["spurious"] <= result.total.ner.fp
    assert sum((entry.score for entry in result.types.values()), Score()) == result.total.ner
    assert sum((entry.covered for entry in result.types.values()), Share()) == result.total.covered
    assert len(result.slips) == sum(result.errors.values())


@given(st.lists(pairs(), max_size=4))
def test_documents_add_up(several: list[Pair]) -> None:
    together = evaluate(several, resamples=0).total
    assert together == sum((evaluate([pair]).total for pair in several), Tally())
    assert Tally.from_row(together.row()) == together


@given(pairs())
def test_merged_never_looks_at_types(pair: Pair) -> None:
    plain = [Span(span.start, span.end, "X") for span in pair.gold]
    assert score_merged(pair.text, plain, pair.system) == score_merged(pair.text, pair.gold, pair.system)
