"""Invented people, places and numbers: consistent, of the right form, and never the original."""

from __future__ import annotations

import ipaddress
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velado import lexicons
from velado.document import Span, Subject
from velado.formats.marked import parse_marks
from velado.identifiers import compact, identifiers
from velado.labels import NAMES as NAME_LABELS
from velado.replacement import Case, strategies
from velado.replacement._places import REGIONS
from velado.replacement._surrogate_names import NAMES
from velado.tokens import fold

KEYS = [b"%d" % number for number in range(25)]


def surrogates(
    marked: str, language: str = "es", country: str = "ES", key: bytes = b"k", subject: Subject | None = None
) -> list[str]:
    text, spans = parse_marks(marked)
    replace = strategies()["surrogate"].begin(Case(text, tuple(spans), language, country, subject, key))
    return [replace(span) for span in spans]


def one(label: str, text: str, **rest: object) -> str:
    return surrogates(f"Nota: ⟦{label}:{text}⟧.", **rest)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("key", KEYS)
def test_parts_follow_the_whole(key: bytes) -> None:
    note = (
        "⟦PATIENT_NAME:María García López⟧. Sra. ⟦PATIENT_NAME:García⟧, ⟦PATIENT_NAME:MGL⟧, ⟦PATIENT_NAME:M. García⟧, "
        "⟦PATIENT_NAME:GARCIA LOPEZ MARIA⟧, ⟦PATIENT_NAME:García López, María⟧, ⟦PATIENT_NAME:maría⟧, ⟦PATIENT_NAME:M.G.L.⟧"
    )
    whole, surname, initials, short, turned, comma, lower, dotted = surrogates(note, key=key)
    given, first, second = whole.split()
    letters = [fold(word)[0].upper() for word in (given, first, second)]
    plain = [fold(word).upper() for word in (given, first, second)]
    assert surname == first
    assert initials == "".join(letters)
    assert short == f"{letters[0]}. {first}"
    assert [fold(turned).upper(), turned] == [f"{plain[1]} {plain[2]} {plain[0]}"] * 2
    assert comma == f"{first} {second}, {given}"
    assert lower == given.lower()
    assert dotted == f"{letters[0]}.{letters[1]}.{letters[2]}."


def test_relatives_share_surnames_and_staff_do_not() -> None:
    differing = 0
    note = "⟦PATIENT_NAME:María García López⟧, hijo ⟦RELATIVE_NAME:Pedro Ruiz García⟧, Dra. ⟦STAFF_NAME:Ana García Vela⟧"
    for key in KEYS:
        patient, son, doctor = surrogates(note, key=key)
        assert patient.split()[1] == son.split()[2]
        differing += doctor.split()[1] != patient.split()[1]
    assert differing > 20


def test_the_same_person_in_other_notes() -> None:
    here = surrogates("⟦PATIENT_NAME:Lucía Prado Santos⟧, Dr. ⟦STAFF_NAME:Iván Mora Peña⟧")
    there = surrogates(
        "Dr. ⟦STAFF_NAME:Mora Peña, Iván⟧ ve a ⟦PATIENT_NAME:PRADO SANTOS LUCÍA⟧ y a ⟦RELATIVE_NAME:Juan Gil Mas Oro⟧"
    )
    assert fold(there[1]) == fold(" ".join([*here[0].split()[1:], here[0].split()[0]]))
    assert there[0].replace(",", "").split() == [*here[1].split()[1:], here[1].split()[0]]
    assert surrogates("⟦PATIENT_NAME:Lucía Prado Santos⟧", key=b"other") != here[:1]


def test_a_known_patient_is_one_person_even_in_parts() -> None:
    patient = Subject("p1", ("Lucía Prado Santos",))
    whole = surrogates("⟦PATIENT_NAME:Lucía Prado Santos⟧", subject=patient)[0]
    assert fold(surrogates("La Sra. ⟦PATIENT_NAME:Prado⟧", subject=patient)[0]) == fold(whole.split()[1])
    assert fold(surrogates("La Sra. ⟦PATIENT_NAME:Prado⟧", subject=Subject("p1"))[0]) == fold(whole.split()[1])
    others = {surrogates("⟦PATIENT_NAME:Lucía Prado⟧", subject=Subject(f"p{number}"))[0] for number in range(20)}
    assert len(others) > 15
    # Whoever treats is the same in the notes of all patients.
    staff = {surrogates("Dr. ⟦STAFF_NAME:Iván Mora⟧", subject=Subject(f"p{number}"))[0] for number in range(5)}
    assert len(staff) == 1


@pytest.mark.parametrize(
    ("name", "language", "country", "female", "region"),
    [
        ("Carmen Soto", "es", "ES", True, "es-ES"),
        ("Javier Soto", "es", "MX", False, "es-419"),
        ("Beatriz Almeida", "pt", "PT", True, "pt-PT"),
        ("Paulo Almeida", "pt", "BR", False, "pt-BR"),
        ("Susan Miller", "en", "GB", True, "en"),
        ("Robert Miller", "en", "US", False, "en"),
    ],
)
def test_the_right_sex_and_country(name: str, language: str, country: str, female: bool, region: str) -> None:
    names = NAMES[region]
    for key in KEYS:
        given, surname = one("PATIENT_NAME", name, language=language, country=country, key=key).split()
        accents = {fold(entry) for entry in (names.female if female else names.male)}
        assert fold(given) in accents
        assert fold(surname) in {fold(entry) for entry in names.surnames}


def test_particles_and_two_given_names() -> None:
    assert len(one("PATIENT_NAME", "María del Carmen de la Fuente Ríos").split()) == 4
    assert one("PATIENT_NAME", "João da Silva", language="pt", country="BR").split()[1] == "de"
    married = one("PATIENT_NAME", "Marta Ruiz de Vidal").split()
    assert married[2] == "de"


def test_accents_are_left_out_where_the_writer_leaves_them_out() -> None:
    for key in KEYS:
        assert one("PATIENT_NAME", "MARIA RODRIGUEZ PEREZ", key=key).isascii()


WORDS = """María José Ana Luis Íñigo García López De La Cruz Núñez Silva Santos João Smith O'Brien McKay Lupita Pepe Gil Ruiz XYZ
M. J. Mª del y Fdez. von Jr. Zulú ÁLVAREZ pérez"""
NAME = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=5)


@settings(max_examples=150)
@given(
    st.lists(st.tuples(NAME, st.sampled_from(sorted(NAME_LABELS))), min_size=1, max_size=6),
    st.sampled_from(["es", "pt", "en"]),
    st.binary(min_size=1, max_size=8),
)
def test_no_word_of_a_name_survives(names: list[tuple[list[str], str]], language: str, key: bytes) -> None:
    text, spans = "", []
    for words, label in names:
        start = len(text)
        text += " ".join(words)
        spans.append(Span(start, len(text), label))
        text += ". "
    replace = strategies()["surrogate"].begin(Case(text, tuple(spans), language, key=key))
    again = strategies()["surrogate"].begin(Case(text, tuple(spans), language, key=key))
    originals = {word for span in spans for word in re.findall(r"[^\W\d_]{3,}", fold(span.text(text)))}
    for span in spans:
        new = replace(span)
        assert new == again(span)
        assert new != span.text(text)
        assert not originals.intersection(re.findall(r"[^\W\d_]{3,}", fold(new)))


@pytest.mark.parametrize(
    ("label", "text", "country"),
    [
        ("PATIENT_ID", "12345678Z", "ES"),
        ("PATIENT_ID", "12.345.678-Z", "ES"),
        ("PATIENT_ID", "X1234567L", "ES"),
        ("INSURANCE_ID", "28 12345678 40", "ES"),
        ("PATIENT_ID", "529.982.247-25", "BR"),
    ],
)
def test_identifiers_keep_layout_and_check_digit(label: str, text: str, country: str) -> None:
    kinds = [entry for entry in identifiers() if entry.country == country and entry.valid and entry.accepts(text)]
    assert kinds
    for key in KEYS[:5]:
        new = one(label, text, country=country, key=key)
        assert new != text
        assert re.sub("[A-Z]", "A", re.sub(r"\d", "9", new)) == re.sub("[A-Z]", "A", re.sub(r"\d", "9", text))
        assert any(entry.accepts(new) for entry in kinds)


def test_one_number_in_two_layouts() -> None:
    dotted, bare = surrogates("⟦PATIENT_ID:12.345.678-Z⟧ ⟦PATIENT_ID:12345678Z⟧")
    assert compact(dotted) == bare
    long, short = surrogates("⟦PHONE:+34 612 345 678⟧ ⟦PHONE:612345678⟧")
    assert long.replace(" ", "") == f"+34{short}"


@pytest.mark.parametrize("text", ["HC-2021/00345", "A 7", "exp. 99-b"])
def test_other_numbers_keep_their_shape(text: str) -> None:
    new = one("OTHER_ID", text)
    assert [sign.isdigit() for sign in new] == [sign.isdigit() for sign in text]
    assert [sign.isupper() for sign in new] == [sign.isupper() for sign in text]


def test_addresses_of_the_net_are_nobodys() -> None:
    name, mail = surrogates("⟦PATIENT_NAME:Marta Ruiz⟧ ⟦EMAIL:marta.ruiz76@correo.es⟧")
    given, surname = (fold(word) for word in name.split())
    assert re.fullmatch(rf"{given}\.{surname}\d\d@example\.(org|com|net)", mail)
    assert one("URL", "https://www.clinica.es/ana").startswith("https://www.example.")
    assert one("URL", "@mingo_rp98").startswith("@")
    assert "mingo" not in one("URL", "@mingo_rp98")
    assert ipaddress.ip_address(one("IP_ADDRESS", "10.2.3.4")).is_private
    assert ipaddress.ip_address(one("IP_ADDRESS", "fe80::1")) in ipaddress.ip_network("2001:db8::/32")


def test_places_are_of_the_country() -> None:
    towns = {town for names in REGIONS["MX"].values() for town in names}
    assert {one("PLACE", "Zapopan", country="MX", key=key) for key in KEYS} <= towns
    assert one("PLACE", "Jalisco", country="MX") in REGIONS["MX"]
    assert re.fullmatch(r"\d{5}", one("PLACE", "28013"))
    assert one("COUNTRY", "USA", language="en", country="US") != "UNITED STATES"


def test_facilities_keep_their_kind_and_their_short_names() -> None:
    full, short = surrogates("⟦HOSPITAL:Hospital Universitario Ribera Baja⟧ o ⟦HOSPITAL:Ribera Baja⟧")
    assert full.startswith("Hospital Universitario ")
    assert full.split(maxsplit=2)[2] == short.split(maxsplit=1)[1]
    assert not one("HOSPITAL", "Hospital La Colina").startswith("Hospital La Colina")
    assert "Hospital La El" not in {one("HOSPITAL", "Hospital La Colina", key=key)[:14] for key in KEYS}
    assert one("HOSPITAL", "St Brigid's Hospital", language="en", country="IE").endswith(" Hospital")


def test_streets_keep_their_kind() -> None:
    assert re.fullmatch(r"C/ [\w ]+, \d{1,2}", one("STREET", "C/ del Pez 14, 2º B"))
    assert re.fullmatch(r"Cra \d\d # \d\d-\d\d", one("STREET", "Cra 15 # 45-23", country="CO"))
    assert re.fullmatch(r"\d{1,2} [\w ]+", one("STREET", "14 Long Acre", language="en", country="GB"))


def test_ages_stay_in_their_time_of_life() -> None:
    for key in KEYS:
        assert one("AGE", "47 años", key=key) in {"45 años", "46 años", "48 años", "49 años"}
        assert one("AGE", "seventy-one", language="en", key=key).startswith("seventy")


def test_what_has_no_likeness_becomes_a_label() -> None:
    assert one("SEX", "varón") == "[SEXO]"
    assert one("OTHER", "alcaldesa") == "[OTRO]"
    assert one("KINSHIP", "Madre") == "Familiar"


def test_no_stand_in_reads_like_medicine() -> None:
    clinical = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE | lexicons.KINSHIP
    for language, country in (("es", "ES"), ("es", "MX"), ("pt", "PT"), ("pt", "BR"), ("en", "GB")):
        for number in range(150):
            name = one("PATIENT_NAME", "Ana Ruiz Gil", language=language, country=country, key=b"%d" % number)
            assert not any(lexicons.lookup(fold(word)) & clinical for word in name.split()), name


@pytest.mark.parametrize("region", sorted(NAMES))
def test_the_lists_are_long_and_varied(region: str) -> None:
    names = NAMES[region]
    assert len(set(names.female)) == len(names.female) >= 80
    assert len(set(names.male)) == len(names.male) >= 80
    assert len(set(names.surnames)) == len(names.surnames) >= 150
    assert all(name[0].isupper() for name in (*names.female, *names.male, *names.surnames))
    # Another initial than the original's must always be at hand.
    for entries in (names.female, names.male, names.surnames, names.short_female, names.short_male):
        assert len({fold(name)[0] for name in entries}) >= 10
