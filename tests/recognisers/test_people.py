"""Names in running text: behind titles and cues, and by their look."""

from __future__ import annotations

import pytest

from velado.formats.marked import parse_marks
from velado.labels import NAMES
from velado.recognisers.people import RECOGNISER
from velado.resolution import resolve
from velado.tokens import Page

ANNOUNCED = [
    ("es", "Valorado por el Dr. ⟦STAFF_NAME:de la Fuente⟧ y la Dra. ⟦STAFF_NAME:M. Echeverría⟧."),
    ("es", "Avisada la Sra.⟦PATIENT_NAME:Pérez⟧ del cambio."),
    ("es", "D. ⟦PERSON_NAME:Eusebio Larrañaga⟧ firma el alta."),
    ("es", "acude con su hija ⟦RELATIVE_NAME:brenda⟧ por tos"),
    ("es", "PACIENTE ⟦PATIENT_NAME:EDELMIRA SANTIBAÑEZ⟧ CON FIEBRE DE 3 DIAS"),
    ("es", "La enfermera ⟦STAFF_NAME:Araceli⟧ avisa."),
    ("es", 'Es conocido como "⟦PERSON_NAME:El Chato⟧" en su calle.'),
    ("pt", "Avaliado pelo Dr. ⟦STAFF_NAME:Vasconcelos⟧ de manhã."),
    ("pt", "dona ⟦PATIENT_NAME:zulmira⟧ nao tomou a losartana"),
    ("pt", "O filho ⟦RELATIVE_NAME:Wellington⟧ assinou o termo."),
    ("en", "Mr ⟦PATIENT_NAME:O'Shaughnessy⟧ denies chest pain."),
    ("en", "Seen by Dr ⟦STAFF_NAME:van der Merwe⟧ this morning."),
    ("en", "her daughter ⟦RELATIVE_NAME:Tabitha⟧ was present"),
    ("en", "Signed ⟦STAFF_NAME:Marcus Feldman⟧, MD"),
    ("en", "Wound check by ⟦STAFF_NAME:LT⟧, RN at noon"),
    ("es", "lo baja el celador ⟦STAFF_NAME:Manolo⟧ a rayos"),
    ("pt", "tec. ⟦STAFF_NAME:Rosana⟧ fez o acesso"),
    ("en", "11:35 ⟦STAFF_NAME:Rhodri⟧  units in the fridge"),
    ("es", "18:50 ⟦STAFF_NAME:Itzel⟧: potasio 6.1"),
    ("en", "2018 April: MI\n2021 August: stroke; the runner May have fallen"),
    ("es", "10:00 Domingo  libre"),
    ("en", "RUN 118\nCREW ⟦STAFF_NAME:LOCKE⟧ P55102 / ⟦STAFF_NAME:D MARSH⟧ EMT\nSCENE SAFE"),
    ("en", "KNOWN TO CREW AS A REGULAR, crew to restock"),
    ("en", 'unk male "⟦PATIENT_NAME:Yankee Harbor⟧", GCS 3'),
    ("es", 'Ingresa desconocido masculino "⟦PATIENT_NAME:Equis Norte⟧", TCE'),
]
CONVERSATIONS = [
    "[22:14] ⟦STAFF_NAME:Ximena⟧: cama 4 sat 88\n[22:15] ⟦STAFF_NAME:Jé⟧: subo O2\n[22:15] ⟦STAFF_NAME:Ximena⟧: gaso?\n[22:19] ⟦STAFF_NAME:Jé⟧: ya va\n[22:20] ⟦STAFF_NAME:Ximena⟧: ok",
    "⟦STAFF_NAME:Beatriz⟧ R3: potasio 6.1\n⟦STAFF_NAME:Chuy⟧ gastro: repetir\n⟦STAFF_NAME:Beatriz⟧ R3: hecho\n⟦STAFF_NAME:Chuy⟧ gastro: gluconato\n⟦STAFF_NAME:Beatriz⟧ R3: puesto",
    "Plan: alta\nTA: 120/80\nPlan: control\nTA: 130/70\nPlan: dieta\nTA: 110/60",
]
BY_LOOK = [
    ("es", "Entregado el informe a ⟦PERSON_NAME:Yolanda Beltrán⟧ ayer."),
    ("es", "⟦PERSON_NAME:QUISPE MAMANI, ROSMERY⟧"),
    ("es", "Firma ⟦PERSON_NAME:Assumpta Rovira i Carbó⟧ hoy."),
    ("pt", "Entregue a carta a ⟦PERSON_NAME:Rui Taveira⟧ hoje."),
    ("en", "Letter handed to ⟦PERSON_NAME:Wendy Sutcliffe⟧ today."),
]
NOBODY = [
    ("es", "Signo de Murphy positivo. Enfermedad de Parkinson. Sonda de Foley."),
    ("es", "Child-Pugh B, Hoffmann ausente, Giordano negativo, Weil-Felix 1/80."),
    ("es", "Vive con su abuelo. Dice que no duerme."),
    ("es", "Antígeno AgHBs negativo. Médico de guardia avisado."),
    ("es", "MEDICO DE GUARDIA AVISADO. MEDICO DE FAMILIA INFORMADO."),
    ("es", "Hoy refiere dolor en el costado; mañana control de laboratorio."),
    ("pt", "Interna de Cirurgia Geral. Assistente Social presente."),
    ("pt", "Dor nas costas, intolerância ao leite, lesão rosa."),
    ("en", "Checked by the RN. Discussed at handover. Returns tomorrow."),
    ("en", "Hoffmann sign absent, Miller Fisher variant excluded, Foley catheter in place."),
    ("en", "She will mark the date and may return. Pat the skin dry."),
]
SIGNED = [
    ("en", "Wound fine. Reviewed by ⟦STAFF_NAME:TQM⟧ 10.30, then home."),
    ("en", "Seen 0340 by ⟦STAFF_NAME:WOF⟧ in majors"),
    ("en", "Letter filed.\nMerge done by ⟦STAFF_NAME:dq⟧"),
    ("en", "Dictated, typed 12/05/24 ⟦STAFF_NAME:gv⟧/⟦STAFF_NAME:bwt⟧"),
    ("en", "Clinic list\nLeaflet given, class booked. – ⟦STAFF_NAME:VQ⟧"),
    ("en", "Steady on the stairs.\n⟦STAFF_NAME:GTW⟧ OT"),
    ("en", "Steady on the stairs.\n⟦STAFF_NAME:Jonty⟧ (F1)"),
    ("es", "Curas hechas. Visto por ⟦STAFF_NAME:RGQ⟧, sin cambios."),
]
LISTS = [
    ("en", "bed 1 ⟦PATIENT_NAME:hope⟧ ct today\nbed 2 ⟦PATIENT_NAME:french⟧ echo then home\nbed 3 clean\nbed 4 ⟦PATIENT_NAME:swift⟧ wandering"),
    ("en", "⟦PATIENT_NAME:pearl⟧ – cough, amox\n⟦PATIENT_NAME:ivy⟧ – rash, cream\n⟦PATIENT_NAME:rose⟧ – bowels not open\n"),
    ("en", "411A  ⟦PATIENT_NAME:Pham, L⟧  copd\n412B  ⟦PATIENT_NAME:Whitaker, D⟧ etoh\n413A  ⟦PATIENT_NAME:Moreno⟧  dka\n"),
    ("en", "1. ⟦PATIENT_NAME:TP⟧ 61 lump\n2. ⟦PATIENT_NAME:RK⟧ 84 letrozole only\n3. ⟦PATIENT_NAME:GV⟧ 50 cyst, discharge\n"),
    ("es", "cuna 1 ⟦PATIENT_NAME:milagros⟧ fiebre\ncuna 2 vacia\ncuna 3 ⟦PATIENT_NAME:cruz⟧ hernia\ncuna 4 ⟦PATIENT_NAME:dulce⟧ tosferina\n"),
]
NO_LIST = [
    ("en", "1. Chase bloods\n2. Ring family\n3. Book scan\n4. Stop heparin\n"),
    ("en", "Seen by GP. Done by noon. Checked ok. Reviewed by MDT.\nPlan – CXR"),
    ("es", "1. Dieta blanda\n2. Reposo\n3. Control en 7 días\n"),
]


def found(text: str, language: str) -> list[tuple[bool, str]]:
    return [(span.label in NAMES, span.text(text)) for span in resolve(text, RECOGNISER.find(Page(text, language)))]


@pytest.mark.parametrize(("language", "marked"), ANNOUNCED + BY_LOOK)
def test_names_are_found_whole_and_without_their_titles(language: str, marked: str) -> None:
    text, gold = parse_marks(marked)
    assert found(text, language) == [(True, span.text(text)) for span in gold]


@pytest.mark.parametrize(("language", "marked"), ANNOUNCED)
def test_the_cue_tells_the_role(language: str, marked: str) -> None:
    text, gold = parse_marks(marked)
    spans = resolve(text, RECOGNISER.find(Page(text, language)))
    assert [span.label for span in spans] == [span.label for span in gold]


@pytest.mark.parametrize(("language", "text"), NOBODY)
def test_medicine_and_everyday_words_are_nobody(language: str, text: str) -> None:
    assert [piece for _, piece in found(text, language)] == []


@pytest.mark.parametrize(("language", "marked"), SIGNED + LISTS)
def test_initials_and_the_names_of_a_list(language: str, marked: str) -> None:
    text, gold = parse_marks(marked)
    assert found(text, language) == [(True, span.text(text)) for span in gold]


@pytest.mark.parametrize(("language", "text"), NO_LIST)
def test_things_to_do_and_wards_are_nobody(language: str, text: str) -> None:
    assert found(text, language) == []


@pytest.mark.parametrize("marked", CONVERSATIONS)
def test_who_speaks_in_a_conversation_is_somebody(marked: str) -> None:
    text, spans = parse_marks(marked)
    page = Page(text, "es")
    named = {span for span in RECOGNISER.find(page) if span.start == 0 or text[: span.start].endswith(("\n", "] "))}
    assert {(span.start, span.end) for span in named} == {(span.start, span.end) for span in spans}
