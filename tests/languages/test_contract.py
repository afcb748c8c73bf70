"""What every file in languages/ must offer."""

from __future__ import annotations

from dataclasses import fields

import pytest

from velado.labels import LABELS
from velado.languages import Language, detect, languages
from velado.tokens import fold

LANGUAGES = list(languages().values())


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda entry: entry.code)
class TestEveryLanguage:
    def test_nothing_is_empty(self, language: Language) -> None:
        assert all(getattr(language, field.name) for field in fields(language))
        assert all(language.field_labels.values())
        assert all(language.field_starts.values())

    def test_everything_is_folded(self, language: Language) -> None:
        for field in fields(language):
            value = getattr(language, field.name)
            if isinstance(value, str):
                continue
            words = value if field.name not in ("field_labels", "field_starts") else [name for names in value.values() for name in names]
            for word in words:
                assert word == fold(word).strip(), (field.name, word)
                assert "  " not in word
                assert "." not in word, (field.name, word)

    def test_labels_are_known_and_fields_have_one_each(self, language: Language) -> None:
        assert set(language.field_labels) | set(language.field_starts) <= set(LABELS)
        names = [name for names in language.field_labels.values() for name in names]
        assert len(names) == len(set(names))

    def test_phrases_come_longest_first(self, language: Language) -> None:
        for cues in (language.patient_cues, language.relative_cues, language.staff_cues, language.place_cues, language.profession_cues):
            assert [len(cue) for cue in cues] == sorted((len(cue) for cue in cues), reverse=True)

    def test_calendar(self, language: Language) -> None:
        assert set(language.months.values()) == set(range(1, 13))
        assert language.roman_months["xii"] == 12
        assert len(language.weekdays) >= 14

    def test_numbers_reach_a_hundred_and_twenty(self, language: Language) -> None:
        assert set(range(121)) <= set(language.numbers.values())

    def test_units_and_sexes(self, language: Language) -> None:
        assert set(language.age_units.values()) == {"year", "month", "week", "day", "hour"}
        assert set(language.sex_words.values()) == {"f", "m", "x"}

    def test_enough_headings(self, language: Language) -> None:
        assert len(language.headings) >= 150

    def test_fillers_do_not_hide_fields(self, language: Language) -> None:
        for name, label in language.field_of.items():
            assert language.field(name) == label


@pytest.mark.parametrize(
    ("code", "name", "label"),
    [
        ("es", "Nombre(s) y Apellidos", "PATIENT_NAME"), ("es", "NOMBRE DEL PACIENTE", "PATIENT_NAME"), ("es", "Usuario/a", "PATIENT_NAME"),
        ("es", "Nº de Hist. Clínica", "PATIENT_ID"), ("es", "No. de Expediente", "PATIENT_ID"), ("es", "Fecha de nacimiento", "DATE"),
        ("es", "F. Nac.", "DATE"), ("es", "Fecha del último episodio febril", "DATE"), ("es", "Nombre de la madre", "RELATIVE_NAME"),
        ("es", "Nombre y firma del médico", "STAFF_NAME"), ("es", "Médico tratante", "STAFF_NAME"), ("es", "Domicilio actual", "STREET"),
        ("es", "Teléfono de contacto", "PHONE"), ("es", "C.P.", "PLACE"), ("es", "Lugar de nacimiento", "PLACE"),
        ("es", "Ocupación", "PROFESSION"), ("es", "Cédula profesional", "LICENCE_ID"), ("es", "N.º de afiliado", "INSURANCE_ID"),
        ("pt", "Nome completo", "PATIENT_NAME"), ("pt", "Nº de utente", "PATIENT_ID"), ("pt", "Nome da mãe", "RELATIVE_NAME"),
        ("pt", "Data de Nascimento", "DATE"), ("pt", "Morada", "STREET"), ("pt", "Endereço residencial", "STREET"),
        ("pt", "Naturalidade", "PLACE"), ("pt", "Profissão", "PROFESSION"), ("pt", "Cartão SUS", "INSURANCE_ID"), ("pt", "CRM", "LICENCE_ID"),
        ("en", "Patient's Name", "PATIENT_NAME"), ("en", "NHS No.", "PATIENT_ID"), ("en", "D.O.B.", "DATE"), ("en", "Next of kin", "RELATIVE_NAME"),
        ("en", "Consultant", "STAFF_NAME"), ("en", "Home address", "STREET"), ("en", "Post code", "PLACE"), ("en", "Occupation", "PROFESSION"),
        ("es", "Abdomen", None), ("es", "Plan", None), ("es", "Antecedentes personales", None), ("es", "", None), ("es", "...", None),
        ("pt", "Exame objetivo", None), ("pt", "Impressão", None), ("en", "Assessment", None), ("en", "Past medical history", None),
    ],
)  # fmt: skip
def test_fields_in_any_spelling(code: str, name: str, label: str | None) -> None:
    assert languages()[code].field(name) == label


def test_number_words() -> None:
    assert languages()["es"].numbers["cuarenta y cinco"] == 45
    assert languages()["es"].numbers["treinta y un"] == 31
    assert languages()["pt"].numbers["cento e dois"] == 102
    assert languages()["pt"].numbers["vinte e duas"] == 22
    assert languages()["en"].numbers["forty five"] == 45
    assert languages()["en"].numbers["one hundred and three"] == 103


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("PACIENTE FEMENINO 34 ANOS ACUDE POR CEFALEA DE 3 DIAS. NIEGA ALERGIAS. TA 120/80 FC 78", "es"),
        ("px masc 45a hta dm2, niega alergias, refiere dolor en pecho", "es"),
        ("Varón de 3 años traído por su madre.", "es"),
        ("PACIENTE FEMININA, 34 ANOS, REFERE CEFALEIA HA 3 DIAS. NEGA ALERGIAS. PA 120X80", "pt"),
        ("pcte masc 45a has dm, nega alergias, relata dor no peito, mae acompanha", "pt"),
        ("Doente de 72 anos, internado por pneumonia. Vive com a esposa.", "pt"),
        ("72 YO MALE PRESENTS WITH CHEST PAIN X2 DAYS. DENIES SOB. BP 120/80", "en"),
        ("Dear Dr, thank you for seeing this lady with knee pain.", "en"),
        ("pt seen on ward, obs stable, home today", "en"),
    ],
)
def test_detection(text: str, code: str) -> None:
    assert detect(text) == code


def test_detection_needs_something_to_go_by() -> None:
    assert detect("") == "es"
    assert detect("120/80 36.5", default="en") == "en"
    assert detect("1" * 1_000_000) == "es"
