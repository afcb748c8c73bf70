"""The stages together: what goes wrong stays inside, and what is known of the patient is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from traceback import format_exception

import pytest

from velado import Document, Pipeline, Span, Subject
from velado.tokens import Page


@cache
def pipeline() -> Pipeline:
    return Pipeline(model=False)


class Touchy:
    """Fails on one note only."""

    name = "touchy"

    def find(self, page: Page) -> Iterator[Span]:
        if "veneno" in page.text:
            raise ZeroDivisionError("Nélida Ugarte")
        yield Span(0, 3, "PERSON_NAME", 0.9, self.name)


def test_an_error_withholds_its_document_and_no_other() -> None:
    touchy = Pipeline(model=False)
    touchy.__dict__["recognisers"] = (Touchy(),)
    results = list(touchy.run([Document("Ana tose", "1"), Document("veneno", "2"), Document("Eva come", "3")]))
    assert [result.document_id for result in results] == ["1", "2", "3"]
    assert [result.withheld for result in results] == [False, True, False]
    assert results[1].problems == ("ZeroDivisionError while de-identifying",)
    assert results[1].replacements == results[1].spans == ()
    assert results[2].text is not None
    assert results[2].text.endswith("come")


@pytest.mark.parametrize("text", [None, 7, b"Ana"])
def test_what_is_no_text_is_withheld(text: object) -> None:
    results = list(pipeline().run([Document(text, "1"), text, "Paciente: Ana Ruiz Gil"]))  # type: ignore[arg-type, list-item]
    assert [result.withheld for result in results] == [True, True, False]
    assert results[0].problems


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ufeff", "\u200b\u200b", "...", "²", "٣ ½ Ⅷ", "\x00", "\ud800"])
def test_empty_and_odd_texts_come_back_as_they_are(text: str) -> None:
    result = pipeline().deidentify(Document(text))
    assert result.text == text
    assert result.spans == ()


@pytest.mark.parametrize("language", ["auto", "es", "pt", "en", "xx", "", "fr"])
def test_an_unknown_language_withholds_nothing(language: str) -> None:
    text = "Paciente: Nélida Ugarte Salcedo, tel. 612 345 678, ingresa el 12/03/2021."
    result = pipeline().deidentify(Document(text, language=language))
    assert result.text is not None
    assert not any(piece in result.text for piece in ("Ugarte", "612", "2021"))


def test_the_documents_language_goes_before_the_pipelines() -> None:
    assert Pipeline(language="pt", model=False).deidentify(Document("Tos.", language="es")).language == "es"
    assert Pipeline(language="pt", model=False).deidentify(Document("Tos.")).language == "pt"
    assert pipeline().deidentify(Document("The patient was seen in the clinic and will return.")).language == "en"


@pytest.mark.parametrize(
    "slip",
    [
        {"replace": "keep"}, {"replace": "lable"}, {"language": "spanish"}, {"policy": "evrything"},
        {"only": ["conctacts"]}, {"only": "contacts"}, {"key": b"short"}, {"key": "a text of many letters"},
    ],
    ids=str,
)  # fmt: skip
def test_a_slip_in_the_settings_lets_no_note_through(slip: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"key|there are|did you mean"):
        Pipeline(model=False, **slip)  # type: ignore[arg-type]


def test_a_tagger_in_doubt_does_not_hide_what_a_rule_is_certain_of() -> None:
    class Doubtful:
        def find(self, page: Page, hints: list[Span]) -> list[Span]:
            return [Span(span.start, span.end, span.label, 0.3, "model") for span in hints]

    text = "Contacto: ana.gil@example.org"
    doubtful = Pipeline()
    doubtful.__dict__["tagger"] = Doubtful()
    assert [span.text(text) for span in doubtful.detect(text)] == ["ana.gil@example.org"]


def test_a_text_will_do_for_a_document() -> None:
    text = "Paciente: Ana Ruiz Gil, tel. 612 345 678"
    assert pipeline().deidentify(text) == pipeline().deidentify(Document(text))
    assert pipeline().detect(text) == pipeline().detect(Document(text))
    with pytest.raises(TypeError, match="deidentify"):
        list(pipeline().run(text))


def test_an_error_in_detect_tells_its_kind_only() -> None:
    touchy = Pipeline(model=False)
    touchy.__dict__["recognisers"] = (Touchy(),)
    with pytest.raises(RuntimeError, match="ZeroDivisionError") as caught:
        touchy.detect("veneno")
    assert "Ugarte" not in "".join(format_exception(caught.value))


def test_only_the_named_recognisers_are_used() -> None:
    found = Pipeline(model=False, only=["contacts"]).detect(Document("Paciente: Ana Ruiz Gil, tel. 612 345 678"))
    assert {span.label for span in found} == {"PHONE"}


def test_offsets_refer_to_the_text_as_given() -> None:
    text = "\ufeffPaciente: Ne\u0301lida\u00a0Ugar\u00adte\r\nTel. ６１２ ３４５ ６７８\r\n"
    found = {span.text(text) for span in pipeline().detect(Document(text))}
    assert {"Ne\u0301lida\u00a0Ugar\u00adte", "６１２ ３４５ ６７８"} <= found
    result = pipeline().deidentify(Document(text))
    assert result.text is not None
    assert result.text.startswith("\ufeffPaciente: ")
    assert result.text.endswith("\r\n")


def test_two_halves_of_one_character_are_replaced_once() -> None:
    class Halves:
        name = "halves"

        def find(self, page: Page) -> list[Span]:
            at = page.text.index("fi")
            return [Span(at - 1, at + 1, "PERSON_NAME", 0.9), Span(at + 1, at + 4, "PLACE", 0.9)]

    halves = Pipeline(model=False)
    halves.__dict__["recognisers"] = (Halves(),)
    text = "Aoﬁxy b"
    spans = halves.detect(Document(text))
    assert [span.text(text) for span in spans] == ["oﬁ", "xy"]


SUBJECT = Subject("1", ("Nélida Ugarte de la Fuente Zorrilla", "Neli"), date(1961, 4, 3), ("44.170-93/B", "612 345 678"))


def found(text: str, subject: Subject = SUBJECT) -> list[tuple[str, str]]:
    document = Document(text, language="es", subject=subject)
    return [(s.label, s.text(text)) for s in Pipeline(model=False, only=["known"]).detect(document)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("vino Nélida Ugarte hoy", "Nélida Ugarte"),
        ("vino nelida hoy", "nelida"),
        ("vino Nelida Ugrate hoy", "Nelida Ugrate"),
        ("vino Zorilla, Nélida hoy", "Zorilla, Nélida"),
        ("vino Ugartte hoy", "Ugartte"),
        ("VINO UGARTE DE LA FUENTE ZORRILLA HOY", "UGARTE DE LA FUENTE ZORRILLA"),
        ("vino Ugarte-Zorrilla hoy", "Ugarte-Zorrilla"),
        ("vino Neli hoy", "Neli"),
        ("vino N.U.F.Z. hoy", "N.U.F.Z."),
        ("vino NUFZ hoy", "NUFZ"),
    ],
)
def test_known_names_are_found_with_a_typo_and_as_one_span(text: str, name: str) -> None:
    assert found(text) == [("PATIENT_NAME", name)]


@pytest.mark.parametrize("text", ["Acude a Urgencias. Hallada la fuente del dolor.", "De la misma", "una zorra", "vino Nelson", "un puente"])
def test_other_words_are_left(text: str) -> None:
    assert found(text) == []


def test_lines_are_not_joined() -> None:
    assert found("Nélida\nUgarte") == [("PATIENT_NAME", "Nélida"), ("PATIENT_NAME", "Ugarte")]


@pytest.mark.parametrize("number", ["4417093B", "44.170.93-B", "4417093/b", "44 170 93 B", "612345678", "612-34-56-78"])
def test_known_numbers_are_found_with_other_separators(number: str) -> None:
    assert found(f"ref {number}, ver") == [("PATIENT_ID", number)]


@pytest.mark.parametrize("number", ["14417093B", "4417093", "6123456789"])
def test_other_numbers_are_left(number: str) -> None:
    assert found(f"ref {number}, ver") == []


@pytest.mark.parametrize(
    "day",
    [
        "03/04/1961", "3/4/61", "3-4-1961", "03.04.61", "04/03/1961", "1961-04-03", "3 4 1961", "03041961", "19610403",
        "3 de abril de 1961", "3 abr 1961", "3 de abril del 1961", "3-IV-1961", "3 de Abril de 61", "April 3, 1961", "3rd April 1961", "Apr 3 1961",
    ],
)  # fmt: skip
def test_the_birth_date_is_found_in_other_formats(day: str) -> None:
    assert found(f"nac. {day}, sana") == [("DATE", day)]


@pytest.mark.parametrize("day", ["13/04/1961", "3/4/62", "3/4", "1961"])
def test_other_dates_are_left(day: str) -> None:
    assert found(f"el {day}, sana") == []


def test_without_a_subject_nothing_is_known() -> None:
    text = "vino Nélida Ugarte"
    assert Pipeline(model=False, only=["known"]).detect(Document(text)) == []
    assert found(text, Subject()) == []


def test_a_name_spreads_through_a_long_document() -> None:
    body = "Se revisa la analítica, sin cambios. Auscultación normal, sin fiebre.\n" * 1_000
    text = f"Paciente: Eulogia Tarrasa Mondéjar\n{body}\nSe lo explicamos a Eulogia y se va.\n"
    result = Pipeline(model=False, language="es").deidentify(Document(text))
    assert result.text is not None
    assert "Eulogia" not in result.text
    assert result.text.count("[PACIENTE]") == 2


def test_a_faint_name_needs_a_page_that_speaks_of_somebody() -> None:
    class Faint:
        def find(self, page: Page, hints: Sequence[Span]) -> Iterator[Span]:
            start = page.text.index("zincenol")
            yield Span(start, start + 8, "STAFF_NAME", 0.7, "model")

    pipeline = Pipeline(language="es")
    pipeline.__dict__["tagger"] = Faint()
    assert pipeline.detect("se deja algodon con zincenol") == []
    for told in ("se deja algodon con zincenol. Dra. Marta Ruiz Gil", "paciente zincenol acude por tos"):
        assert "zincenol" in [span.text(told) for span in pipeline.detect(told)]
    known = Document("se deja algodon con zincenol", subject=Subject(names=("Marta Ruiz",)))
    assert [span.text(known.text) for span in pipeline.detect(known)] == ["zincenol"]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ('<p class="Paciente Juan Pérez García, DNI 12345678Z">Acude por tos.</p>', ["Juan", "Pérez", "12345678Z"]),
        ("MRN | Dx\n447120 | COPD\n447121 | CHF\n447129 | HTN", ["447120"]),
        ("Mr Dau was seen today with cough.", ["Dau"]),
        (r"Ruta C:\Users\nuria\notas\informe.docx adjunta.", ["nuria"]),
    ],
)
def test_what_repairs_and_filters_must_not_let_through(text: str, gone: list[str]) -> None:
    result = Pipeline().deidentify(text)
    assert result.text is not None
    assert not [name for name in gone if name in result.text]


def test_what_the_structure_names_is_found_in_damaged_prose() -> None:
    document = Document("Tordo\nNota<br>tos seca, ayer Tordo peor. ", given=(Span(0, 5, "PATIENT_NAME"),))
    assert Pipeline(language="es").deidentify(document).text == "[PACIENTE]\nNota<br>tos seca, ayer [PACIENTE] peor. "


def test_a_damaged_name_is_replaced_as_the_name_it_was() -> None:
    text = Pipeline(replace="mask", language="es").deidentify("Sr. Jos&eacute; Mu&ntilde;oz Gil acude.").text
    assert text == "Sr. **** ***** *** acude."


def test_text_damaged_without_end_is_read_all_the_same() -> None:
    result = Pipeline().deidentify("Paciente: Marta Ruiz Gil &" + "amp;" * 1200 + " tos")
    assert result.text is not None
    assert "Marta" not in result.text


@pytest.mark.parametrize(
    "text",
    [
        "Analítica: Plaquetas: 187000, Leucocitos: 12500, Hematíes: 4500000. Carga viral: 1250000 copias/ml. CPK: 125000 U/L",
        "Exames: Plaquetas: 187000, hemácias: 4500000\nCK total: 154300\nNT-proBNP: 35000\nbeta-HCG: 125430 mUI/mL",
        "Labs: Platelets: 187000, RBC: 4500000\nHIV RNA 1250000\nAFP: 1254300\nCA-125: 125430",
    ],
)
def test_results_of_the_laboratory_are_nobodys_numbers(text: str) -> None:
    assert not Pipeline().detect(text)


def test_a_record_number_beside_a_result_is_found() -> None:
    text = "NHC 154300, plaquetas 187000"
    assert [(span.start, span.end) for span in Pipeline().detect(text)] == [(4, 10)]


def test_in_a_long_text_words_of_kinship_stay_where_a_name_is_one_as_well() -> None:
    text = "Paciente: Carlos Nieto Gil, 60 años.\nVive con su nieto. El Sr. Nieto tose.\n" + "Sin cambios en la exploración.\n" * 2_100
    assert len(text) > 60_000
    kin = text.index("nieto")
    found = Pipeline(model=False, language="es").detect(Document(text))
    assert [span.label for span in found if span.start <= kin < span.end] == ["KINSHIP"]
    assert [span.label for span in found if span.text(text) == "Nieto"] == ["PATIENT_NAME"]
