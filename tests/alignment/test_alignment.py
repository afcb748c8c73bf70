"""Tags of a redacted copy find their text in the original."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velado.alignment import align, label_of_tag, redact
from velado.document import Span
from velado.formats.marked import parse_marks

ORDINARY = "paciente que acude por dolor en el pecho desde ayer sin fiebre ni tos , se ingresa para estudio . control en un mes :".split()
VALUES = {
    "PERSON_NAME": "Ana Luz Berta Gil Ruiz Otero Peña Íñigo".split(),
    "PHONE": "612 345 678 955 001 002".split(),
    "PLACE": "Lugo Morelia Évora Tui".split(),
}


def found(original: str, redacted: str, **options: object) -> list[tuple[str, str]]:
    result = align(original, redacted, **options)  # type: ignore[arg-type]
    assert not result.unaligned
    return [(span.text(original), span.label) for span in result.spans]


@st.composite
def redacted_notes(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """An invented note with spans, at least one ordinary word between two of them."""
    text, spans = "", []
    for _ in range(draw(st.integers(0, 8))):
        text += " ".join(draw(st.lists(st.sampled_from(ORDINARY), min_size=0 if not text else 1, max_size=9)))
        text += draw(st.sampled_from([" ", "\n", "  ", "\r\n"])) if text else ""
        label = draw(st.sampled_from(sorted(VALUES)))
        value = " ".join(draw(st.lists(st.sampled_from(VALUES[label]), min_size=1, max_size=4)))
        spans.append(Span(len(text), len(text) + len(value), label))
        text += value + draw(st.sampled_from([" ", ", ", "\n"]))
    return text + " ".join(draw(st.lists(st.sampled_from(ORDINARY), max_size=9))), spans


@settings(deadline=None)
@given(redacted_notes(), st.sampled_from(["{%s}", "[%s]", "<%s>", "[**%s**]", "{%s_2}"]), st.integers(1, 4))
def test_what_was_redacted_is_found_again(note: tuple[str, list[Span]], tag: str, window: int) -> None:
    text, spans = note
    result = align(text, redact(text, spans, tag), window=window)
    assert [(span.start, span.end, span.label) for span in result.spans] == [(s.start, s.end, s.label) for s in spans]
    assert result.unaligned == ()
    assert result.edited == 0


@settings(deadline=None)
@given(redacted_notes(), st.sampled_from(["***", "XXXX", "____", "████"]))
def test_nameless_masks_are_found_again(note: tuple[str, list[Span]], mask: str) -> None:
    text, spans = note
    result = align(text, redact(text, spans, mask))
    assert [(span.start, span.end, span.label) for span in result.spans] == [(s.start, s.end, "OTHER") for s in spans]


@settings(deadline=None)
@given(st.text(max_size=80), st.text(alphabet="ab {}[]*X\n.", max_size=80))
def test_any_two_texts_give_spans_inside_the_original(original: str, redacted: str) -> None:
    result = align(original, redacted)
    ends = [0]
    for span in result.spans:
        assert ends[-1] <= span.start < span.end <= len(original)
        ends.append(span.end)
    assert all(0 <= tag.start < tag.end <= len(redacted) for tag in result.unaligned)


def test_tags_at_both_ends_and_nothing_else() -> None:
    assert found("Ana Gil vive en Lugo", "{NOMBRE} vive en {CIUDAD}") == [("Ana Gil", "PERSON_NAME"), ("Lugo", "PLACE")]
    assert found("Ana Gil", "{NOMBRE}") == [("Ana Gil", "PERSON_NAME")]
    assert found("sin cambios", "sin cambios") == []


def test_tags_in_a_row_share_by_what_their_labels_look_like() -> None:
    text = "Avisar a Ana Gil Peña 612 345 678 ana.gil@ejemplo.es calle Mayor 3, 2º B 28013 Madrid por la tarde"
    copy = "Avisar a {NOMBRE} {TEL} {CORREO} {DOM} {CIUDAD} {CIUDAD} por la tarde"
    assert [value for value, _ in found(text, copy)] == [
        "Ana Gil Peña", "612 345 678", "ana.gil@ejemplo.es", "calle Mayor 3, 2º B", "28013", "Madrid",
    ]  # fmt: skip
    # Nothing stands between them: the borders remain a guess, and that is said.
    assert len(align(text, copy).doubtful) == 6


def test_a_tag_that_leaves_no_choice_is_certain() -> None:
    result = align("Vino con Ana Gil ayer", "Vino con {NOMBRE} ayer")
    assert [span.score for span in result.spans] == [1.0]
    assert result.doubtful == ()


def test_a_word_that_stands_in_and_beside_the_tag_leaves_a_choice() -> None:
    result = align("vio a Pía y Blas y Cosme hoy", "vio a {NOMBRE} y {NOMBRE} hoy")
    assert len(result.spans) == len(result.doubtful) == 2


def test_words_edited_between_the_tags_are_coped_with() -> None:
    text = "La señora Ana Gil acudió ayer a consulta por tos y dio el teléfono 612 345 678 de su hermana Luz."
    copy = "La señora {NOMBRE} acude hoy a la consulta por tos; dio el teléfono {TEL} de la hermana {NOMBRE}."
    result = align(text, copy)
    assert [span.text(text) for span in result.spans] == ["Ana Gil", "612 345 678", "Luz"]
    assert result.edited > 0


def test_accents_case_and_line_ends_may_differ() -> None:
    assert found("Señor Íñigo Peña\r\nAcudió solo", "SENOR [PERSONA]\nacudio solo") == [("Íñigo Peña", "PERSON_NAME")]


@pytest.mark.parametrize(
    ("original", "redacted"),
    [
        ("Vino ayer a consulta", "Vino {NOMBRE} ayer a consulta"),  # nothing is left for the tag
        ("Su madre refiere que come mal", "Paciente de {NOMBRE} años con tos"),  # another note
        ("", "{NOMBRE}"),
    ],
)
def test_what_cannot_be_aligned_is_listed(original: str, redacted: str) -> None:
    result = align(original, redacted)
    assert result.spans == ()
    (tag,) = result.unaligned
    assert redacted[tag.start : tag.end] == "{NOMBRE}"
    assert tag.label == "PERSON_NAME"
    assert tag.reason


def test_the_rest_is_aligned_when_one_tag_is_lost() -> None:
    text = "Vino ayer a consulta con su hija Luz y se le pidió una placa"
    result = align(text, "Vino {NOMBRE} ayer a consulta con su hija {NOMBRE} y se le pidió una placa")
    assert [span.text(text) for span in result.spans] == ["Luz"]
    assert len(result.unaligned) == 1


def test_what_the_original_has_too_is_no_tag() -> None:
    assert found("cariotipo XX [sic] de Ana Gil", "cariotipo XX [sic] de {NOMBRE}") == [("Ana Gil", "PERSON_NAME")]
    assert found("nota *** previa de Ana ***", "nota *** previa de {NOMBRE} ***") == [("Ana", "PERSON_NAME")]


def test_words_masked_one_by_one_are_one_span() -> None:
    assert found("La señora Ana Gil Peña acude", "La señora XXXX XXXX XXXX acude") == [("Ana Gil Peña", "OTHER")]
    assert [value for value, _ in found("el 12/03/2020 vino", "el XX/XX/XXXX vino")] == ["12", "03", "2020"]


def test_own_tags_and_own_names() -> None:
    text = "Atiende Ana Gil en Lugo"
    options = {"tags": re.compile(r"@@(?P<label>\w+)@@"), "labels": {"doc": "STAFF_NAME"}}
    assert found(text, "Atiende @@DOC@@ en @@CIUDAD@@", **options) == [("Ana Gil", "STAFF_NAME"), ("Lugo", "PLACE")]
    assert found(text, "Atiende (N) en Lugo", tags=re.compile(r"\(N\)")) == [("Ana Gil", "OTHER")]


def test_every_known_label_names_its_tag() -> None:
    assert label_of_tag("PATIENT_NAME") == "PATIENT_NAME"
    assert label_of_tag("NOMBRE_PERSONAL_SANITARIO") == "STAFF_NAME"
    assert [label_of_tag(name) for name in ("Dirección", "ENDEREÇO", "Address", "DOM")] == ["STREET"] * 4


def test_a_long_note_with_marks() -> None:
    line = "Paciente ⟦PATIENT_NAME:Ana Gil⟧, de ⟦PLACE:Lugo⟧, tel. ⟦PHONE:612 345 678⟧, acude por tos número {}.\n"
    text, spans = parse_marks("".join(line.replace("{}", str(number)) for number in range(60)))
    result = align(text, redact(text, spans))
    assert [(s.start, s.end, s.label) for s in result.spans] == [(s.start, s.end, s.label) for s in spans]


def test_nothing_of_the_note_shows() -> None:
    assert "Ana" not in repr(align("Vino Ana Gil hoy", "Vino {NOMBRE} hoy"))
