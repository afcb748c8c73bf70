"""Hospitals, health centres and institutions: marked cases and traps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.facilities import RECOGNISER
from velado.tokens import Page

MARKED = {
    "es": [
        "Ingresó en el ⟦HOSPITAL:Hospital General de Valverde⟧ el lunes.",
        "Referido de ⟦HOSPITAL:HGZ 5⟧ a ⟦HEALTH_CENTRE:UMF No. 34⟧.",
        'Operada en el ⟦HOSPITAL:Hospital General "San Marcos"⟧.',
        "Seguimiento en ⟦HEALTH_CENTRE:Centro de Salud Las Encinas⟧.",
        "Control en ⟦HEALTH_CENTRE:CESFAM Los Copihues⟧.",
        "Visto en ⟦HEALTH_CENTRE:C.S. El Almendro⟧ ayer.",
        "Compra la metformina en la ⟦HEALTH_CENTRE:farmacia La Violeta⟧.",
        "Nació en la ⟦HOSPITAL:Clínica Santa Elena⟧.",
        "Estudia en la ⟦INSTITUTION:escuela Los Girasoles⟧.",
        "Alumno del ⟦INSTITUTION:IES La Serna⟧.",
        "Trabaja en ⟦INSTITUTION:Aceros del Bajío S.A. de C.V⟧.",
        "Empleado de ⟦INSTITUTION:Montajes Aurora SpA⟧",
        "Lo recibe el padre de la ⟦INSTITUTION:parroquia Santa Ginebra⟧.",
        "Interno del ⟦INSTITUTION:Centro Penitenciario de Valverde⟧.",
        "Becada por la ⟦INSTITUTION:Fundación Manos Abiertas⟧.",
        "Duerme en el ⟦INSTITUTION:albergue San Telmo⟧.",
        "INGRESO EN ⟦HOSPITAL:HOSPITAL SAN RAFAEL⟧ POR DISNEA",
        "Derivado al ⟦HOSPITAL:Sardinya⟧ para cateterismo.",
        "Afiliada a la EPS ⟦INSTITUTION:Vida Serrana⟧.",
        "Atendido en el ⟦HOSPITAL:Hospital Universitario 9 de Abril⟧, planta 3.",
        "Le operó el equipo del ⟦HOSPITAL:Complejo Hospitalario de Valverde⟧.",
        "Vacunada en la ⟦HEALTH_CENTRE:Unidad Médica Rural 12⟧.",
        "Informe para el ⟦INSTITUTION:Juzgado de 1ª Instancia nº 8 de Almuñécar⟧.",
        "Citado en el ⟦INSTITUTION:3er Juzgado Civil⟧ el lunes.",
        "Le operaron en el ⟦HOSPITAL:Zubialde⟧ de joven.",
        "Pendiente de TAC en el ⟦HOSPITAL:Clínico de Zaragoza⟧.",
        "Registro de guardia, ⟦HOSPITAL:H. Infanta Beatriz⟧",
    ],
    "pt": [
        "Internado no ⟦HOSPITAL:Hospital de Santa Inês⟧.",
        "Acompanhada na ⟦HEALTH_CENTRE:USF Horizonte⟧.",
        "Encaminhado à ⟦HEALTH_CENTRE:UBS Vila Nova⟧ amanhã.",
        "Nasceu na ⟦HOSPITAL:Maternidade Ana Bela⟧.",
        "Operado na ⟦HOSPITAL:Santa Casa de Passos⟧.",
        "Estuda no ⟦INSTITUTION:Colégio Polivalente do Lago⟧.",
        "Trabalha na ⟦INSTITUTION:Construtora Rio Verde Ltda⟧.",
        "Vive no ⟦INSTITUTION:Lar de São Gil⟧.",
        "Levanta na ⟦HEALTH_CENTRE:Farmácia Nova Era⟧.",
        "Seguida no ⟦HEALTH_CENTRE:Centro de Saúde da Ajuda⟧.",
    ],
    "en": [
        "Transferred to ⟦HOSPITAL:Green Valley Heart Hospital⟧ by air.",
        "Registered with ⟦HEALTH_CENTRE:Bramley View Surgery⟧.",
        "IN THE ⟦INSTITUTION:CROWN COURT AT HADLEIGH⟧ on Monday",
        "⟦INSTITUTION:STATE OF MONTANA DEPT OF CORRECTIONS⟧ sick call",
        "Brought by ⟦INSTITUTION:Cedar Grove PD⟧ in cuffs.",
        "Mam pregnant, attends ⟦HOSPITAL:the Rotunda⟧.",
        "She teaches at ⟦INSTITUTION:Maple Creek School⟧.",
        "Works at ⟦INSTITUTION:Brightmart⟧ on nights.",
        "Seen at ⟦HEALTH_CENTRE:Otter Bay Health Centre⟧.",
        "A patient of the ⟦HOSPITAL:Royal Lakes Infirmary⟧.",
        "He studied at the ⟦INSTITUTION:University of Leeds⟧.",
        "Employed by ⟦INSTITUTION:Copper Creek LLC⟧.",
    ],
}
NOTHING = {
    "es": [
        "Acude al hospital por dolor. El centro de salud está cerrado.",
        "Va a la escuela sin faltas. Trabaja en el campo.",
        "Servicio de Urología, Unidad de Cuidados Intensivos.",
        "Hospital de día. Clínica del dolor. Banco de sangre.",
        "IMSS y ISSSTE sin vigencia. FONASA B. Policía avisada.",
        "Historia clínica, exploración clínica normal, clínica de HTA.",
        "Se deriva a Neurología y a UCI. Alta de Urgencias.",
        "INGRESA AL HOSPITAL POR DOLOR ABDOMINAL",
        "Presenta clínica sugestiva de apendicitis.",
        "Infertilidad secundaria, atención primaria.",
        "Pared de la caja torácica, cámara anterior.",
    ],
    "pt": [
        "Vai ao centro de saúde. Hospital cheio.",
        "Clínica Médica, 3º andar. Banco de leite.",
        "SUS e SAMU acionados. Alta da UTI.",
    ],
    "en": [
        "Seen in clinic. Admitted to hospital from the ward.",
        "Transferred to the ED, then to the ICU. Followed in the Emergency Department.",
        "Practice nurse called. Lab results at bedside.",
        "At Christmas he had a fall. School refused.",
    ],
}


@pytest.mark.parametrize(("language", "case"), [(code, text) for code, texts in MARKED.items() for text in texts])
def test_marked(marked: Callable[..., str], language: str, case: str) -> None:
    assert marked(parse_marks(case)[0], language) == case


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in NOTHING.items() for text in texts])
def test_nothing(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


@pytest.mark.parametrize("piece", ["1", " ", "a.", "Hospital ", "S.A. ", "Ltda ", "al A ", '"', "centro de salud ", "hospital de ", "UMF 3"])
def test_large_odd_text_ends(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    for span in RECOGNISER.find(Page(text, "es")):
        assert 0 <= span.start < span.end <= len(text)
