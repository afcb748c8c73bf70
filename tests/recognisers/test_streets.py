"""Addresses in running text: what is marked must come out marked, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.streets import RECOGNISER
from velado.tokens import Page

SPAIN = [
    "Trabaja en el ⟦STREET:Polígono Industrial Los Olmos, nave 12⟧, de noche.",
    "Nave en ⟦STREET:Pol. Ind. La Dehesa II⟧.",
    "Vive en la ⟦STREET:calle Sierpes 14, 2º B⟧.",
    "Domicilio actual ⟦STREET:C/ Arrayán, 23, 5C⟧.",
    "Remitido a ⟦STREET:Avda. de la Ribera, 21⟧, ⟦PLACE:11009⟧ ⟦PLACE:Cádiz⟧.",
    "Acude desde su casa, ⟦STREET:Pza. del Olmo 3, 1º izq⟧ - ⟦PLACE:26340⟧ ⟦PLACE:Logroño⟧",
    "Recogido en ⟦STREET:Ctra. de Burgos, km. 9,100⟧ por la ambulancia.",
    "Servicio de Urología ⟦STREET:Paseo del Arenal, 261⟧ ⟦PLACE:28046⟧ ⟦PLACE:Madrid⟧",
    "Vive sola en ⟦STREET:Travesía de la Fuente 6, bajo⟧.",
    "Padrón en ⟦STREET:Carrer Nou 15, 3r 2a⟧.",
    "Residencia: ⟦STREET:calle Real 234, 3, B⟧.",
    "vive en ⟦STREET:calle olivo 12⟧ con su hermana",
    "vive en ⟦STREET:calle olivo 12 4 izq⟧ con su hermana",
    "paciente que vive en ⟦STREET:c/ olivo 12⟧, con tos",
    "dir ⟦STREET:c/ las armas 39 4 izq⟧",
    "Hospital provincial, ⟦STREET:Hermanos Bécquer, s/n, planta 3⟧",
    "Dr. Lope. ⟦STREET:Mimosas, 18⟧. ⟦PLACE:33423⟧ ⟦PLACE:Oviedo⟧",
    "Cartas al ⟦STREET:Apartado de Correos 41⟧.",
]
MAP = [
    "Found two hours out, GPS ⟦STREET:42.31 -110.77⟧, pale.",
    "Casa sin número, ⟦STREET:19.432608, -99.133209⟧.",
    "Caído en el monte, ⟦STREET:41°09'12\"N 8°37'48\"W⟧.",
    "Monte, ⟦STREET:N 41º 9.2' W 8º 37.8'⟧.",
    "Código ⟦STREET:796RWF8Q+WF⟧.",
    "pH 7.3512, 7.4123. Cobb 45° a 30°. Cariotipo 47XX+22. FC 88 lat 62. p 0.0012, 0.0345.",
]
MEXICO = [
    "Vive en ⟦STREET:Calle 5 de Mayo 123 int 4, Col. Centro⟧, ⟦PLACE:Puebla⟧",
    "DOMICILIO ⟦STREET:AV HIDALGO NO 45 COL SAN RAFAEL⟧",
    "Domicilio en ⟦STREET:Blvd. Las Torres 1420, Fracc. Los Sauces⟧.",
    "vive en ⟦STREET:Priv. Nogal #22⟧",
    "Se ubica en ⟦STREET:Mza 4 Lte 12, Col. Nueva Aurora⟧.",
    "Su casa, ⟦STREET:Calle 21 #104-A x 20 y 22⟧, tiene piso de tierra.",
    "Domicilio ⟦STREET:23 Sur 1104-B, Barrio de Analco⟧.",
    "Vive en ⟦STREET:Carr. Federal km 12⟧.",
    "⟦STREET:Prol. Zaragoza 310, depto 4⟧, entregar sobre.",
    "Consultorio en ⟦STREET:Río Verde 315 ote., 2o piso⟧.",
]
ANDES = [
    "Reside en la ⟦STREET:Carrera 45 # 12-30 apto 302⟧.",
    "dirección ⟦STREET:Cl 8 No. 4-56⟧",
    "Vive en ⟦STREET:Cra 17B # 24 sur 19 int 5⟧",
    "⟦STREET:Transversal 60 número 115-58 torre B apto 804⟧",
    "⟦STREET:Jr. Los Incas 214, barrio Belén⟧",
    "Domicilio ⟦STREET:Mz. F Lt. 9⟧",
    "⟦STREET:Av. América N 2240, segundo piso⟧",
    "Vive en la ⟦STREET:calle 72 con carrera 46⟧.",
]
CONE = [
    "Vive en ⟦STREET:Av. Belgrano 1187, piso 3 depto B⟧, ⟦PLACE:Rosario⟧.",
    "domiciliado en ⟦STREET:Pje. Los Aromos 8834⟧",
    "Vive en ⟦STREET:Garibaldi 2640, apto 4⟧.",
    "encargada de un edificio en ⟦STREET:Juan Molina al 400⟧.",
    "⟦STREET:Block 1142 dpto 34, Villa España⟧",
    "reside en ⟦STREET:B° Los Álamos, Mz 14 Lote 9⟧",
    "Chocó en la ⟦STREET:ruta 14 km 88⟧.",
]
CENTRAL = [
    "Vive ⟦STREET:de la iglesia 200 m al sur⟧.",
    "Casa: ⟦STREET:75 metros norte del parque⟧.",
    "⟦STREET:6a. Av. 3-22 zona 1⟧",
]
BRAZIL = [
    "Mora na ⟦STREET:Rua das Palmeiras, 77, apto 501, Centro⟧, ⟦PLACE:Santos⟧.",
    "Residente na ⟦STREET:Av. Frei Caneca 1881 sl 3⟧",
    "mora na ⟦STREET:travessa Boa Esperança 61⟧",
    "Endereço ⟦STREET:Qd. 141, Lt. 5, Setor Bueno⟧",
    "Acidente na ⟦STREET:BR-999 km 12⟧.",
    "END ⟦STREET:RUA 14 DE MAIO QD 37 LT 09 CASA B⟧",
    "Mora na ⟦STREET:Estrada do Sertão, km 4⟧.",
]
PORTUGAL = [
    "Mora na ⟦STREET:Rua do Arco, 33, 2.º esq⟧, ⟦PLACE:4000-115⟧ ⟦PLACE:Porto⟧.",
    "Residente na ⟦STREET:Travessa da Figueira n.º 2, r/c dto⟧.",
    "Morada: ⟦STREET:Largo do Chafariz 7⟧",
    "vive na ⟦STREET:Praceta dos Lírios, lote 4⟧",
    "Consultório ⟦STREET:Av. dos Aliados 12⟧",
]
ENGLISH = [
    "home is ⟦STREET:14 heol y bont⟧ by the chapel",
    "Resides ⟦STREET:12, Triq San Pawl⟧.",
    "moved to ⟦STREET:45B Ffordd Penlan⟧, since May",
    "seen at 14 maes, reviewed 3 rue",
    "Lives at ⟦STREET:Unit 3/44 Elmfield Road⟧, alone.",
    "Lives at ⟦STREET:2nd floor, 9 Elmfield Road⟧, alone.",
    "Lives at ⟦STREET:ground floor, 9 Elmfield Road⟧, alone.",
    "Seen at ⟦STREET:Level 4, 12 Elmfield Road⟧.",
    "Found at ⟦STREET:milepost 31⟧ in the snow.",
    "LOC: ⟦STREET:MP 283 US-70 WB⟧, rollover",
    "Lives ⟦STREET:2 Larkspur Cottages⟧ with a dog.",
    "Collapsed on the ⟦STREET:A835 at Corrie Junction⟧ yesterday.",
    "House is ⟦STREET:two doors up from Kerrigan's shop⟧.",
    "Given as ⟦STREET:///lemon.bakes.river⟧ by the caller.",
    "Lives at ⟦STREET:12 High Street⟧.",
    "Lives at ⟦STREET:Flat 2, 15 Wharf Road⟧.",
    "Home is ⟦STREET:221B Baker St⟧.",
    "She moved to ⟦STREET:314 Alder St Apt 2⟧.",
    "Mail goes to ⟦STREET:PO Box 52⟧.",
    "ADDR ⟦STREET:17 WILLOW ST 2ND FL⟧",
    "Found on ⟦STREET:Otter Lane⟧ by police.",
    "Next to the shop on ⟦STREET:Elmfield Road⟧.",
    "Lives at ⟦STREET:88 Copper Creek Dr⟧, alone.",
]
NOTHING = {
    "es": [
        "Le atropellaron en la calle de la",  # the note ends here
        "Paciente en situación de calle, sin domicilio fijo.",
        "Bloqueo AV de primer grado. AV OD 20/40, OI 20/30.",
        "Paracetamol 1 g c/8 h por 5 días, ibuprofeno 400 c/6 x 3.",
        "Cr 1,9, Na 138, K 4,2. Carrera de 5 km sin disnea.",
        "Fractura cerrada de tibia. Deambula con andador.",
        "Prolongación del QT (487 ms). Administración por vía oral.",
        "Pza 2.4 con caries; sector anterior retenido.",
        "Vacuna lote 12AB345, BCG lote C9021.",
        "acude c/ fiebre 39 y tos, sale c/ oxigeno 2 lpm; edema c/ fovea 3",
        "Barthel 65, Braden 17, Glasgow 15, Norton 12.",
        "Vive con su madre y dos hermanos en casa propia.",
        "Corte transversal del abdomen a 3 cm de la piel.",
        "Dolor en plaza de la mano 3 días, camino difícil.",
        "Cama 12, sala 3, piso 2.",
        "PCTE CON DOLOR EN LA CALLE DESDE HACE 3 DIAS.",
        "Refiere caída en la calle hace 2 semanas.",
    ],
    "pt": [
        "Morador de rua há 3 anos, sem documentos.",
        "Dor lombar ao descer a ladeira, 2 dias.",
        "Cr 1,3. Hb 13,8. Retorno em 30 dias.",
        "Aguarda vaga p/ 12.10, c/ oxigénio 2 l.",
    ],
    "en": [
        "ST elevation in leads II, III. CT chest next.",
        "He can walk 2 blocks. Drive pressure 12.",
        "Bed 4, ward 7, room 12.",
        "Seen by Dr Hall, 3 days of cough.",
        "Lot 7PQ31 given in the left arm.",
    ],
}


@pytest.mark.parametrize("case", SPAIN + MAP + MEXICO + ANDES + CONE + CENTRAL)
def test_spanish(marked: Callable[..., str], case: str) -> None:
    assert marked(parse_marks(case)[0], "es") == case


@pytest.mark.parametrize("case", BRAZIL + PORTUGAL)
def test_portuguese(marked: Callable[..., str], case: str) -> None:
    assert marked(parse_marks(case)[0], "pt") == case


@pytest.mark.parametrize("case", ENGLISH)
def test_english(marked: Callable[..., str], case: str) -> None:
    assert marked(parse_marks(case)[0], "en") == case


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in NOTHING.items() for text in texts])
def test_nothing(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


@pytest.mark.parametrize("piece", ["1", " ", "a.", "Calle ", "Av. ", "s/n ", "vive en ", "5 ", "MZ 4 ", "R. A. ", "C/", "on Street "])
def test_large_odd_text_ends(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    for span in RECOGNISER.find(Page(text, "es")):
        assert 0 <= span.start < span.end <= len(text)
