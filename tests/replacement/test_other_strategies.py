"""Labels, masks, codes and coarse values."""

from __future__ import annotations

import pytest

from velado.formats.marked import parse_marks
from velado.replacement import Case, strategies
from velado.replacement._ages import banded, neighbouring
from velado.replacement._drawing import Draw


def replaced(
    strategy: str, marked: str, language: str = "es", key: bytes = b"k", country: str = "", **options: object
) -> list[str]:
    text, spans = parse_marks(marked)
    replace = strategies()[strategy].begin(Case(text, tuple(spans), language, country, None, key, options))
    return [replace(span) for span in spans]


def test_labels_speak_the_notes_language() -> None:
    note = "⟦PATIENT_NAME:Ana⟧ ⟦DATE:2020⟧"
    assert replaced("label", note, "es") == ["[PACIENTE]", "[FECHA]"]
    assert replaced("label", note, "pt") == ["[PACIENTE]", "[DATA]"]
    assert replaced("label", note, "en") == ["[PATIENT]", "[DATE]"]
    assert replaced("label", note, style="tag") == ["{NOMBRE}", "{FECHA}"]
    assert replaced("label", note, style="angle") == ["<PATIENT_NAME>", "<DATE>"]
    assert replaced("label", note, style="meddocan") == ["[NOMBRE_SUJETO_ASISTENCIA]", "[FECHAS]"]


def test_numbers_tell_people_apart() -> None:
    note = "⟦PATIENT_NAME:Ana Gil Ruiz⟧, ⟦STAFF_NAME:Eva Mas⟧, ⟦PATIENT_NAME:AGR⟧, ⟦STAFF_NAME:Leo Mas⟧, ⟦PATIENT_NAME:Gil⟧"
    ana, eva, leo = "[PACIENTE_1]", "[PROFESIONAL_1]", "[PROFESIONAL_2]"
    assert replaced("label", note, number=True) == [ana, eva, ana, leo, ana]
    assert replaced("label", "⟦DATE:2020⟧ ⟦DATE:2021⟧ ⟦DATE:2020⟧", number=True) == ["[FECHA_1]", "[FECHA_2]", "[FECHA_1]"]
    tags = replaced("label", "⟦PATIENT_NAME:Ana Gil⟧ ⟦STAFF_NAME:Leo Mas⟧", number=True, style="tag")
    assert tags == ["{NOMBRE_1}", "{NOMBRE_2}"]


def test_wrong_options_are_refused() -> None:
    with pytest.raises(ValueError, match="option style must be one of"):
        replaced("label", "⟦DATE:2020⟧", style="loud")


def test_masks_keep_the_layout() -> None:
    assert replaced("mask", "⟦PATIENT_NAME:Ana Núñez-Gil⟧ ⟦PHONE:+34 612⟧") == ["*** *****-***", "+** ***"]
    assert replaced("mask", "⟦PATIENT_NAME:Ana⟧", sign="█") == ["███"]
    # An accent that stands as a character of its own is no layout.
    assert replaced("mask", "⟦PATIENT_NAME:Jose\u0301⟧") == ["*****"]
    assert replaced("mask", "⟦OTHER_ID:--⟧") == ["[ID_OTRO]"]


def test_codes_are_keyed_and_follow_people_and_numbers() -> None:
    note = "⟦PATIENT_NAME:Ana Gil Ruiz⟧ ⟦PATIENT_NAME:GIL⟧ ⟦PATIENT_ID:12.345-A⟧ ⟦PATIENT_ID:12345a⟧ ⟦PATIENT_ID:12346a⟧"
    whole, part, dotted, bare, other = replaced("hash", note)
    assert whole == part
    assert dotted == bare != other
    assert whole.startswith("[PACIENTE:")
    assert len(whole) == len("[PACIENTE:]") + 16
    assert replaced("hash", note, key=b"other")[0] != whole
    assert len(replaced("hash", note, length=24)[0]) == len("[PACIENTE:]") + 24
    # Without a key nobody can find the name by trying.
    assert replaced("hash", note + " x", key=b"")[0] != replaced("hash", note, key=b"")[0]


def test_codes_tell_apart_what_has_the_same_parts_in_another_order() -> None:
    march, december, again = replaced("hash", "⟦DATE:12/03/2021⟧ ⟦DATE:03/12/2021⟧ ⟦DATE:12-03-2021⟧")
    assert march == again != december
    one, other = replaced("hash", "⟦IP_ADDRESS:10.1.2.3⟧ ⟦IP_ADDRESS:3.2.1.10⟧")
    assert one != other


def test_removal_leaves_nothing() -> None:
    assert replaced("remove", "⟦PATIENT_NAME:Ana⟧") == [""]


@pytest.mark.parametrize(
    ("text", "language", "ten", "one"),
    [
        ("45 años", "es", "40-49 años", "45 años"),
        ("93-year-old", "en", "90+-year-old", "90+-year-old"),
        ("noventa y un años", "es", "90+ años", "90+ años"),
        ("quarenta e três anos", "pt", "40-49 anos", "quarenta e três anos"),
        ("5 años y 3 meses", "es", "0-9 años", "5 años y 3 meses"),
        ("3 meses", "es", "0-11 meses", "3 meses"),
        ("10 días", "es", "0-27 días", "10 días"),
        ("late 40s", "en", "40-49", "40-49"),
        ("44", "es", "40-49", "44"),
        ("cuarentona", "es", None, None),
        ("2021", "es", None, None),
    ],
)
def test_bands_of_ages(text: str, language: str, ten: str | None, one: str | None) -> None:
    assert (banded(text, language, 10), banded(text, language, 1)) == (ten, one)


def test_other_ages_are_written_alike() -> None:
    twelve_to_seventeen = ("DOZE", "TREZE", "CATORZE", "QUATORZE", "QUINZE", "DEZESSEIS")
    assert neighbouring("DEZESSETE ANOS", "pt", Draw(b"k")) in {f"{word} ANOS" for word in twelve_to_seventeen}
    assert neighbouring("1 año", "es", Draw(b"k")) == "2 año"
    assert neighbouring("nada", "es", Draw(b"k")) is None


def test_generalised_places() -> None:
    assert replaced("generalise", "⟦PLACE:Zapopan⟧ ⟦PLACE:JALISCO⟧ ⟦PLACE:Villarriba⟧") == ["Jalisco", "JALISCO", "[LUGAR]"]
    assert replaced("generalise", "⟦PLACE:Zapopan⟧", place="country") == ["México"]
    # Two Guadalajaras: only the country tells which.
    assert replaced("generalise", "⟦PLACE:Guadalajara⟧") == ["[LUGAR]"]
    assert replaced("generalise", "⟦PLACE:Guadalajara⟧", country="MX") == ["Jalisco"]
    assert replaced("generalise", "⟦PLACE:Guadalajara⟧, tel. ⟦PHONE:+34 949 123 456⟧")[0] == "Castilla-La Mancha"
    assert replaced("generalise", "⟦PLACE:44100⟧ ⟦HOSPITAL:Hospital Civil⟧", country="MX") == ["[LUGAR]", "[HOSPITAL]"]


def test_generalised_dates() -> None:
    assert replaced("generalise", "⟦DATE:12/03/2021⟧ ⟦DATE:12/03⟧ ⟦DATE:2019⟧") == ["2021", "[FECHA]", "2019"]
    assert replaced("generalise", "⟦DATE:12 de marzo de 2021⟧", date="month") == ["marzo de 2021"]
    # A year of birth that tells an age of ninety is as telling as the age.
    assert replaced("generalise", "Nacida en ⟦DATE:1931⟧, ingreso ⟦DATE:03/2024⟧") == ["[FECHA]", "2024"]
