"""Medicine that looks like somebody's own stays; what is somebody's own in the same shape does not become medicine."""

from __future__ import annotations

import pytest

from velado.document import Span
from velado.findings import is_eponym_in_use, is_finding
from velado.pipeline import Pipeline
from velado.tokens import Page


def finding(text: str, value: str, label: str, language: str = "es") -> bool:
    start = text.rindex(value)
    return is_finding(Page(text, language), Span(start, start + len(value), label))


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("EVA 8/10 al ingreso, 3/10 al alta", "3/10", "DATE"),
        ("Diagnóstico: Addison", "Addison", "STAFF_NAME"),
        ("conducto medicado y obturado con Fermín", "Fermín", "STAFF_NAME"),
        ("Mandibular: clase 2 de kennedy", "kennedy", "STAFF_NAME"),
        ("CLASE III SUBDIVISION 2 DE KENNEDY", "KENNEDY", "STAFF_NAME"),
        ("rotura del tendón de Aquiles", "Aquiles", "PATIENT_NAME"),
        ("Coxa congénita: vara o valga", "valga", "STAFF_NAME"),
        ("Pain down from 8/10 to 4/10", "4/10", "DATE"),
        ("dolor abdominal intensidad 7-8/10", "7-8/10", "DATE"),
        ("DU 4/10/45, BCF 138", "4/10/45", "DATE"),
        ("EPOC, VMNI 14/6, pCO2 61", "14/6", "DATE"),
        ("Ciclos 28/4, regulares", "28/4", "DATE"),
        ("Ceftriaxona día 4/7", "4/7", "DATE"),
        ("fractura de 1/3 medio de tibia", "1/3", "DATE"),
        ("NPH 18-0-12, 10-12-14", "10-12-14", "DATE"),
        ("Glucometrías 132-156-178-144", "132-156-178-144", "PHONE"),
        ("Paracetamol 1 g 06-14-22", "06-14-22", "DATE"),
        ("120/70 - 84 - 18 - 36,7 - 97", "120/70 - 84 - 18 - 36,7 - 97", "PHONE"),
        ("Gaso 7.36/42/99/23.5/-1.2/97", "7.36/42/99/23.5/-1.2/97", "OTHER_ID"),
        ("134/5.2/98/18", "134/5.2/98/18", "OTHER_ID"),
        ("Obs 36.4, 78, 16, 132/68", "78", "AGE"),
        ("según ACC/AHA 2022", "2022", "DATE"),
        ("Guías ESC 2021", "ESC 2021", "EPISODE_ID"),
        ("Resolución 3280 de 2018", "2018", "DATE"),
        ("Ing 2350 Egr 1980", "1980", "DATE"),
        ("Stent 2.75x18", "2.75x18", "DEVICE_ID"),
        ("HBsAg Neg, VHC Neg", "Neg", "STAFF_NAME"),
        ("AMP R, CIP R, MEM S", "MEM S", "STAFF_NAME"),
        ("HD L-M-V por FAV", "L-M-V", "PATIENT_NAME"),
        ("Enf Paget, Enf Crohn", "Paget", "STAFF_NAME"),
        ("hernioplastia con técnica Lichtenstein", "Lichtenstein", "STAFF_NAME"),
        ("fiebre hemorrágica de Junín", "Junín", "PLACE"),
        ("edad ósea 11 años", "11 años", "AGE"),
    ],
)
def test_medicine(text: str, value: str, label: str) -> None:
    assert finding(text, value, label)


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("Acude con Fermín, su hijo", "Fermín", "RELATIVE_NAME"),
        ("Remitido por Kennedy", "Kennedy", "STAFF_NAME"),
        ("Su hijo Aquiles acude", "Aquiles", "RELATIVE_NAME"),
        ("Visto por Addison", "Addison", "STAFF_NAME"),
        ("Control el 3/10 por dolor", "3/10", "DATE"),
        ("dolor desde el 4/10", "4/10", "DATE"),
        ("pain since altercation 3/27", "3/27", "DATE"),
        ("Segunda sesión (4/6)", "4/6", "DATE"),
        ("último ciclo 28/05", "28/05", "DATE"),
        ("NEXT 1-6-25", "1-6-25", "DATE"),
        ("audiometría 15-01", "15-01", "DATE"),
        ("Tel 132-156-1784", "132-156-1784", "PHONE"),
        ("IAM 2015, DM2 2010", "2015", "DATE"),
        ("operado en 2018", "2018", "DATE"),
        ("BCG lote 220X119", "220X119", "DEVICE_ID"),
        ("frasco B25-10 447", "B25-10 447", "EPISODE_ID"),
        ("Ari R + Ari S", "Ari S", "PATIENT_NAME"),
        ("técnica Noeci", "Noeci", "STAFF_NAME"),
        ("enf Diógenes, leva", "Diógenes", "STAFF_NAME"),
        ("escala Funchal", "Funchal", "PLACE"),
        ("mujer de 78 años", "78 años", "AGE"),
        ("Denosumab 12-10-23", "12-10-23", "DATE"),
        ("Hierro IV 05-06-24", "05-06-24", "DATE"),
        ("Vacunas: 12-10-23", "12-10-23", "DATE"),
        ("EVA 7/10, cita control 9/10", "9/10", "DATE"),
        ("Dolor desde el 3/11, consulta el 5/11", "5/11", "DATE"),
        ("Dolor inicio 3/10", "3/10", "DATE"),
        ("HC: 4567890, 120/80, 36.5, 98%", "4567890", "PATIENT_ID"),
        ("Edad 67, 120/80, 36,6", "67", "AGE"),
        ("Paciente LMV", "LMV", "PATIENT_NAME"),
        ("Firma: LMV", "LMV", "STAFF_NAME"),
        ("Tratamiento iniciado el día 5/6", "5/6", "DATE"),
        ("Cefalea desde el día 3/5", "3/5", "DATE"),
        ("Teléfono 24 horas 612 345 678", "612 345 678", "PHONE"),
        ("Enalapril 10 mg, 612 345 678 hija", "612 345 678", "PHONE"),
        ("Sesión 3/11: refiere ansiedad", "3/11", "DATE"),
        ("BCF 140, citada 3/10/24", "3/10/24", "DATE"),
        ("Enf. Koch, UTI 2", "Koch", "STAFF_NAME"),
        ("Operado en Berlín 2015", "2015", "DATE"),
        ("Fecha de egreso: 2017", "2017", "DATE"),
        ("Resolución en 2019", "2019", "DATE"),
        ("Menstruaciones última 28/5", "28/5", "DATE"),
        ("Grupo: ANA S, EVA R, JUAN S", "EVA R", "PATIENT_NAME"),
        ("VMNI: 14/03 inicio", "14/03", "DATE"),
        ("Vive en Cea Bermúdez 46", "Cea Bermúdez 46", "STREET"),
        ("RG 12.34-56-78", "12.34-56-78", "PATIENT_ID"),
        ("Febre de Angola", "Angola", "PLACE"),
    ],
)
def test_somebodys_own(text: str, value: str, label: str) -> None:
    assert not finding(text, value, label)


def in_use(text: str, value: str) -> bool:
    start = text.rindex(value)
    return is_eponym_in_use(Page(text, "es"), Span(start, start + len(value), "STAFF_NAME"))


@pytest.mark.parametrize(
    ("text", "value", "own"),
    [
        ("NOF 2019, Austin Moore prosthesis", "Austin Moore", False),
        ("left arm weak, a todd paresis", "todd", False),
        ("meets Duke criteria", "Duke", False),
        ("Maria's rash is better", "Maria", True),
        ("Lee staging CT booked", "Lee", True),
        ("Khan sign off at 5", "Khan", True),
        ("Tom Duke, criteria explained", "Duke", True),
        ("Dr Duke criteria meeting at 5", "Duke", True),
    ],
)
def test_what_english_names_after_people(text: str, value: str, own: bool) -> None:
    assert finding(text, value, "PATIENT_NAME", "en") is not own


@pytest.mark.parametrize(("heading", "own"), [("pieza", False), ("Dente", False), ("edad", True), ("", True)])
def test_what_a_column_is_called(heading: str, own: bool) -> None:
    text = f"| fecha | {heading} | tto |\n|---|---|---|\n| 9-1-23 | 36 | endo |\n"
    assert finding(text, "36", "AGE") is not own


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("[14/05/24, 7:53 p.m.] Hija: gracias", "p.m", "STAFF_NAME"),
        ("nifedipino 10 mg VO, FOLEY 16 FR", "FOLEY", "RELATIVE_NAME"),
        ("suspender Varfine 2 TOMAS", "TOMAS", "PATIENT_NAME"),
        ("MED. DE GUARDIA H.Q.R.", "DE GUARDIA", "STAFF_NAME"),
        ("11 m | E43 desnutrición", "43", "AGE"),
    ],
)
def test_hours_doses_sizes_and_codes(text: str, value: str, label: str) -> None:
    assert finding(text, value, label)


@pytest.mark.parametrize(("text", "value", "label"), [("F34 con tos", "34", "AGE"), ("vino Tomas", "Tomas", "PATIENT_NAME"), ("Dr. Foley 16 años", "Foley", "STAFF_NAME")])
def test_what_looks_like_them(text: str, value: str, label: str) -> None:
    assert not finding(text, value, label)


def test_months_ago_as_the_british_write_them() -> None:
    assert finding("s/p THR 8/12 ago", "8/12", "DATE", "en")
    assert not finding("cita 8/12", "8/12", "DATE")


@pytest.mark.parametrize("text", ["abdomen blando, Murphy +", "signo de Murphy ausente", "Murphy neg"])
def test_an_eponym_that_is_used(text: str) -> None:
    assert in_use(text, "Murphy")


@pytest.mark.parametrize(
    "text",
    [
        "firma Murphy",
        "avisar a Dr. Murphy 2",
        "can u do Murphy 7am",
        "F/u with Murphy 2 weeks",
        "Hoy Murphy postrada",
        "Cito a Murphy a las 10",
        "Murphy + wife",
    ],
)
def test_a_person_called_like_an_eponym(text: str) -> None:
    assert not in_use(text, "Murphy")


def test_through_the_pipeline() -> None:
    note = "Paciente: Ana Gil Soto, NHC 4412087. Dr. Iván Murphy.\nEVA 7-8/10 al ingreso, 3/10 al alta. Murphy + y Blumberg neg.\nGlucometrías 132-156-178-144."
    found = {span.text(note) for span in Pipeline(language="es").detect(note)}
    assert {"Ana Gil Soto", "4412087", "Iván Murphy"} <= found
    assert found.isdisjoint({"7-8/10", "3/10", "Murphy", "132-156-178-144"})
