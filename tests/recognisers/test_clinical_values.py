"""Medicine where a rule waits for a name or a licence: abbreviations behind a head, results, methods, doses, devices."""

from __future__ import annotations

import pytest

from velado.labels import NAMES
from velado.recognisers import fields, numbers, people, places
from velado.tokens import Page

RECOGNISERS = [fields.RECOGNISER, numbers.RECOGNISER, people.RECOGNISER, places.RECOGNISER]
HEADS = [
    ("en", "CT: LUL nodule 6 mm, no effusion"),
    ("en", "CT: RML GGO, small effusion"),
    ("en", "PT: NWB RLE, crutches"),
    ("en", "RN: VSS, afebrile"),
    ("en", "GP: TCI 3/52, bloods"),
    ("es", "HOJA DE ENFERMERIA: UPP TALON G II 3X2 CM"),
    ("es", "AG: TOT 7.5, Cormack I"),
    ("es", "Kine: KNT 3v/d"),
    ("es", "Kine: XQT 3v/d"),  # in no list, but with a figure behind it
    ("es", "Fono: GUSS 12, dieta blanda"),
    ("es", "Nutri: GER 1650, peso estable"),
    ("es", "DR: RDNP leve OI"),
    ("es", "Med: TDF, 3TC, DTG"),
    ("es", "Paciente: MEG, taquicardico"),
    ("pt", "Paciente: REG, descorado"),
    ("es", "Enf: HGT 187, sin fiebre"),
]
TITLES = [
    ("es", "HBsAg Neg, VHC Neg"),
    ("pt", "HBeAg Pos, CrAg Neg"),
    ("es", "FR Neg, ANA Neg"),
    ("es", "Psic Neg, Resp Normal"),
    ("en", "Takes MS Contin 30 BID"),
    ("en", "Mechanical AVR (St. Jude), INR 2.7"),
    ("es", "Prótesis St Jude nº 25"),
    ("en", "No grapefruit, no St John's wort"),
    ("es", "Vacunas: SPR, Penta 2da dosis"),
    ("es", "Enf. von Willebrand tipo 1"),
]
METHODS = [
    ("es", "Hernioplastia con técnica Lichtenstein"),
    ("es", "Acceso por técnica Seldinger"),
    ("es", "Técnica Milligan-Morgan sin incidencias"),
    ("es", "Cesárea técnica Kerr"),
    ("es", "Técnica: Lichtenstein"),
    ("es", "Téc. Bassini"),
]
PEOPLE = [
    ("es", "Kine: JPR", "JPR"),
    ("es", "Enf: RMG\nSin cambios", "RMG"),
    ("es", "Enf: RMG 14:30", "RMG"),
    ("es", "Enf: RMG 12/03", "RMG"),
    ("es", "Enf: RMG 45123", "RMG"),
    ("es", "Enf: RMG administra la dosis", "RMG"),
    ("es", "Enf: RMG, JPR", "RMG"),
    ("es", "Médico: LPP", "LPP"),
    ("es", "Enf: Rosa M", "Rosa M"),
    ("es", "ENFERMERO: TOT PUIG", "TOT PUIG"),
    ("es", "Enf. Wilson administra", "Wilson"),
    ("es", "Enf. von Braun administra", "von Braun"),
    ("es", "La técnica Ramírez toma la muestra", "Ramírez"),
    ("pt", "A técnica Noeci anotou", "Noeci"),
    ("es", "Técnica: Lucía Paz", "Lucía Paz"),
    ("es", "Muestra tomada por técnica Ramírez", "Ramírez"),
    ("es", "Hablado con técnica López-Rey", "López-Rey"),
    ("pt", "A técnica Longo anotou", "Longo"),
    ("es", "hablado conLic. Ruiz", "Ruiz"),
    ("es", "avisada laDra. Ruiz", "Ruiz"),
    ("en", "MS Walters 42yo F", "Walters"),
    ("en", "MS Zyxwell 42 yo", "Zyxwell"),
    ("en", "PA Silversmith 928-555-0165", "Silversmith"),
    ("en", "Patient: MEG, unwell", "MEG"),
    ("en", "The OT, Mhairi, has seen her", "Mhairi"),
    ("en", "R. St. Germain 66", "Germain"),
]


def found(text: str, language: str) -> list[tuple[str, str]]:
    page = Page(text, language)
    return [(span.label, span.text(text)) for one in RECOGNISERS for span in one.find(page) if span.score >= 0.5]


@pytest.mark.parametrize(("language", "text"), HEADS + TITLES + METHODS)
def test_medicine_is_nobody(language: str, text: str) -> None:
    assert found(text, language) == []


@pytest.mark.parametrize(("language", "text", "name"), PEOPLE)
def test_people_stay_found(language: str, text: str, name: str) -> None:
    assert any(label in NAMES and name in piece for label, piece in found(text, language))


@pytest.mark.parametrize("text", ["Med: AAS 100, ATV 40", "Enf: HGT 187", "AG: TOF 3/4", "Enf Crohn A2L3B2"])
def test_drugs_and_measures_are_no_licences(text: str) -> None:
    assert list(numbers.RECOGNISER.find(Page(text, "es"))) == []


@pytest.mark.parametrize("text", ["Enf: AB 45123", "Enf: 45123", "Med: nº AB 123"])
def test_licences_stay_found(text: str) -> None:
    assert [span.label for span in numbers.RECOGNISER.find(Page(text, "es"))] == ["LICENCE_ID"]


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Eco renal: RPC 1.4, sin litiasis", False),
        ("Riñón derecho con RPC conservada", False),
        ("Natural de RPC, vive con su hija", True),
        ("De nacionalidad RPC, habla poco", True),
        ("Pasaporte RPC en regla", True),
    ],
)
def test_letters_of_a_country_need_a_word_of_origin(text: str, country: bool) -> None:
    assert any(span.label == "COUNTRY" for span in places.RECOGNISER.find(Page(text, "es"))) is country
