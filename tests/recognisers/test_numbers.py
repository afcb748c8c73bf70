"""Numbers and codes that identify, in three languages, neat and messy; and the many numbers of a note that do not."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.numbers import RECOGNISER
from velado.tokens import Page

FOUND = [
    # Records.
    ("es", "Exp. ⟦PATIENT_ID:2023-10456⟧ cama 4"),
    ("es", "expediente clínico no. ⟦PATIENT_ID:77345/21⟧"),
    ("es", "H.C. ⟦PATIENT_ID:88129⟧ Edad 40"),
    ("es", "hc ⟦PATIENT_ID:355671⟧ refiere tos"),
    ("es", "Nº Historia: ⟦PATIENT_ID:1234567⟧"),
    ("es", "NHC ⟦PATIENT_ID:556677⟧, varón de 60 años"),
    ("es", "FICHA.....: ⟦PATIENT_ID:00991823-04⟧"),
    ("es", "Registro: ⟦PATIENT_ID:77.512-3⟧   Sala 2"),
    ("pt", "pront. ⟦PATIENT_ID:0731456-2⟧, consciente"),
    ("pt", "Prontuário nº ⟦PATIENT_ID:55.817⟧"),
    ("pt", "Proc. clínico: ⟦PATIENT_ID:0918273⟧"),
    ("en", "MRN ⟦PATIENT_ID:00934412⟧ DOB"),
    ("en", "chart # ⟦PATIENT_ID:55213⟧ reviewed"),
    ("en", "Hosp no.: ⟦PATIENT_ID:RXB1029384⟧"),
    ("en", "MRN⟦PATIENT_ID:00934412⟧ seen today"),
    ("en", "UHID: ⟦PATIENT_ID:20431187⟧, seen today"),
    ("en", "Aadhaar ⟦PATIENT_ID:4821 7730 1196⟧ shown"),
    # National identifiers without the usual neatness.
    ("es", "dni⟦PATIENT_ID:12345678Z⟧ domicilio"),
    ("es", "C.C. N° ⟦PATIENT_ID:1.045.678.912⟧ de Cali"),
    ("es", "la cédula de la mamá ⟦PATIENT_ID:4.781.223⟧"),
    ("es", "ci de la madre ⟦PATIENT_ID:5.102.334⟧"),
    ("es", "cédula\n⟦PATIENT_ID:001-7812345-6⟧ y se retira"),
    ("es", "Doc | ⟦PATIENT_ID:M 8.123.456⟧\nEdad | 70"),
    ("pt", "RG ⟦PATIENT_ID:9.654.321 SSP-GO⟧, casada"),
    ("pt", "CC ⟦PATIENT_ID:13456789 0 ZY5⟧ válido"),
    ("pt", "CPF n. ⟦PATIENT_ID:246.813.579-04⟧"),
    ("en", "NI ⟦INSURANCE_ID:AB 65 43 21 C⟧   CHI"),
    ("en", "SSN ⟦PATIENT_ID:987 65 4320⟧ given"),
    # The first and the last group belong to it.
    ("es", "incapacidad con folio ⟦PATIENT_ID:MR 330518⟧ por 7 días"),
    ("es", "pasaporte marroquí ⟦PATIENT_ID:QX 8181801⟧, domiciliado"),
    ("es", "DNI ⟦PATIENT_ID:44 6 62 1 93 E⟧ — autónomo"),
    ("en", "pacemaker s/n ⟦DEVICE_ID:PKN 550293 S⟧. removed"),
    ("en", "(ICD serial ⟦DEVICE_ID:BLW551 209S⟧)."),
    ("pt", "NIB ⟦OTHER_ID:0035 0421 00077182930 45⟧."),
    ("pt", "Nº contacto ⟦EPISODE_ID:SNS24-250518-077123⟧"),
    ("es", "Dra. Laia Roca, col·legiada ⟦LICENCE_ID:08/55238⟧"),
    ("en", "pendant no ⟦OTHER_ID:61188⟧ tested"),
    # Vehicles.
    ("pt", "viatura ⟦VEHICLE_ID:AB 52 QM⟧, km 9"),
    ("es", "la cabeza tractora ⟦VEHICLE_ID:7736 MHD⟧ queda allí"),
    ("es", "matrícula ⟦VEHICLE_ID:7ª IB-3-229-05⟧ del velero"),
    ("en", "vehicle rego ⟦VEHICLE_ID:1QX 5BT⟧"),
    ("es", "UVI MÓVIL ⟦VEHICLE_ID:1-853⟧ en escena"),
    # Insurance.
    ("es", "NSS ⟦INSURANCE_ID:6712 88 4501 2 1M1988OR⟧  UMF 4"),
    ("es", "Afiliación: ⟦INSURANCE_ID:67-12-88-4501-2⟧"),
    ("es", "póliza ⟦INSURANCE_ID:GMM 00551827-3⟧ vigente"),
    ("pt", "cns ⟦INSURANCE_ID:705 4021 8837 1192⟧"),
    ("pt", "N.º utente: ⟦INSURANCE_ID:345 678 912⟧"),
    ("pt", "convênio Unimed cart ⟦PLAN_ID:0 045 881294567890 1⟧."),
    ("en", "NHS no. ⟦INSURANCE_ID:612 345 6788⟧"),
    ("en", "Member ID ⟦PLAN_ID:XQH 811 224 907⟧, copay 20"),
    ("en", "policy ⟦INSURANCE_ID:UA-TR-7701223⟧, case manager"),
    # Licences and employees.
    ("es", "Dra. Ruiz, céd. prof. ⟦LICENCE_ID:6712345⟧"),
    ("es", "Dr. Gómez MP ⟦LICENCE_ID:5518⟧"),
    ("es", "núm. col. ⟦LICENCE_ID:08/08/12345⟧"),
    ("es", "CMP ⟦LICENCE_ID:53312⟧ RNE ⟦LICENCE_ID:28814⟧"),
    ("es", "Lic. ⟦LICENCE_ID:17,335⟧"),
    ("es", "Lic. Luna, reg. ⟦LICENCE_ID:031245-I⟧"),
    ("pt", "Dra. Alves CRM-PA ⟦LICENCE_ID:21334⟧"),
    ("pt", "enf. Rosa coren sc ⟦LICENCE_ID:334.812⟧"),
    ("pt", "Dr. Reis, OM ⟦LICENCE_ID:45512⟧"),
    ("pt", "psicóloga CRP ⟦LICENCE_ID:06/77123⟧"),
    ("en", "NPI ⟦LICENCE_ID:1098765432⟧, DEA ⟦LICENCE_ID:BX1234563⟧"),
    ("en", "Dr Reid, GMC ⟦LICENCE_ID:6123987⟧"),
    ("en", "Officer Dale, badge ⟦EMPLOYEE_ID:5518⟧"),
    ("es", "Enf. Solís, nómina ⟦EMPLOYEE_ID:553412⟧"),
    ("pt", "crachá ⟦EMPLOYEE_ID:40.551⟧ da técnica"),
    # Episodes.
    ("es", "muestra ⟦EPISODE_ID:AMZ-0551⟧ pendiente"),
    ("es", "folios ⟦EPISODE_ID:331⟧ y ⟦EPISODE_ID:332⟧ archivados"),
    ("es", "Biopsia N° ⟦EPISODE_ID:B-23-09112⟧"),
    ("es", "autorización ⟦EPISODE_ID:85-00551223⟧"),
    ("pt", "guia ⟦EPISODE_ID:991827364⟧, senha ⟦EPISODE_ID:ZK20918⟧"),
    ("pt", "exame n.º ⟦EPISODE_ID:H24-010223⟧"),
    ("pt", "Senha para informação telefónica: \"⟦EPISODE_ID:pinhal-47⟧\""),
    ("en", "Accession: ⟦EPISODE_ID:SP-24-055123⟧"),
    ("en", "claim ⟦EPISODE_ID:WC-2024-551827-02⟧ open"),
    # Devices, lots, vehicles.
    ("es", "BCG lote ⟦DEVICE_ID:037G9911⟧"),
    ("es", "marcapasos, nº serie ⟦DEVICE_ID:PJN551829S⟧"),
    ("pt", "bolsas ⟦DEVICE_ID:B4012 24 220145⟧ e ⟦DEVICE_ID:B4012 24 220157⟧)"),
    ("en", "MMR lot ⟦DEVICE_ID:X081234⟧; Varivax ⟦DEVICE_ID:Y023456⟧"),
    ("es", "ambulancia placa ⟦VEHICLE_ID:QRS 318⟧ con la auxiliar"),
    ("es", "chapa ⟦VEHICLE_ID:BKD 551⟧."),
    ("es", "le atropelló un Seat, ⟦VEHICLE_ID:5531 KBD⟧, gris"),
    ("pt", "carrinha, matrícula ⟦VEHICLE_ID:58-TX-21⟧"),
    ("pt", "queda de mota ⟦VEHICLE_ID:09 OA 77⟧, capacete fechado"),
    ("pt", "ambulância ⟦VEHICLE_ID:AFK 118 NP⟧ avariada; viatura ⟦VEHICLE_ID:LD-12-34-AB⟧"),
    ("pt", "remoção aérea, prefixo ⟦VEHICLE_ID:PT-VKD⟧"),
    ("en", "blue van reg ⟦VEHICLE_ID:LK70 WXT⟧"),
    # Everything else.
    ("es", "cuenta CLABE ⟦OTHER_ID:032180000118359719⟧"),
    ("es", "carpeta de investigación ⟦OTHER_ID:FGE/UA/00551/2024⟧"),
    ("es", "Cuenta para domiciliar el pago: ⟦OTHER_ID:ES12 3456 7890 1234 5678 9012⟧"),
    ("pt", "agência ⟦OTHER_ID:2081-3⟧ conta ⟦OTHER_ID:0710554-9⟧"),
    ("pt", "processo nº ⟦OTHER_ID:0551827-44.2024.8.20.5001⟧"),
    ("en", "sort code ⟦OTHER_ID:51-72-13⟧ a/c"),
    ("en", "key safe ⟦OTHER_ID:2957Y⟧ by the door"),
    ("en", "medical record number ⟦PATIENT_ID:five oh three nine one eight⟧ dictated"),
    ("es", "huella índice derecho, código ⟦BIOMETRIC_ID:HD-IND-551827⟧"),
    # Codes without any cue.
    ("es", "se entrega (⟦OTHER_ID:QT-55123⟧) al familiar"),
    ("es", "Benítez, Juan (⟦PATIENT_ID:V-8.214.805⟧)"),
    # A table: the column's head tells.
    ("es", "Cama | Nombre | NSS | Dx\n1 | Rosas | ⟦INSURANCE_ID:6712 88 4501 2⟧ | ICC\n2 | Díaz | ⟦INSURANCE_ID:6713 90 1177 4⟧ | EPOC"),
    ("en", "Bed | Name | MRN\n3 | Lowe | ⟦PATIENT_ID:5512034⟧\n4 | Pratt | ⟦PATIENT_ID:5512077⟧"),
]  # fmt: skip

LEFT_ALONE = [
    ("es", "FA 113 ukat/L (intervalo de referencia: 89-215 ukat/L)"),
    ("es", "leucocitos 12400, rango normal 4500-11000"),
    ("es", "Plaquetas 145000 (150000-450000)"),
    ("en", "WBC 12,400 (4,500-11,000)"),
    ("es", "Leucocitos      9200  /uL     4500-11000"),
    ("en", "SNOMED CT 73211009, 44054006, 38341003"),
    ("pt", "SIGTAP 0307010031 x2 / 0414020138 x1"),
    ("es", "leucocitos 1.250.000/mL en la orina"),
    ("pt", "VA OE 20 25 25 40 60 70"),
    ("es", "audiometría 15-15-20-25-30-35 dB"),
    ("es", "valproato 500-0-1000, insulina 12-8-10-20"),
    ("en", "stool chart\n0330 pt settled"),
    ("en", "epi x4 1805 1809 1813 1817, ROSC"),
    ("en", "CF F508del/G542X, sweat 71"),
    ("es", "MEC 29/35, GDS 3/15"),
    ("es", "cemento REF 6195-1-001  LOT"),
    ("pt", "plaquetas 98000, faixa de referência (150000-450000)"),
    ("en", "ferritin 2310, reference range: 1200-3400"),
    ("en", "Resident moved to Rm 114-B after lunch"),
    ("es", "positivo a un título 1/512 (IgG)"),
    ("es", "TA 120/80, FC 88, FR 18, Sat 97%, T 36.5"),
    ("es", "Plaquetas 250000, leucocitos 12500, Hb 13.4"),
    ("es", "penicilina 1200000 UI IM dosis única"),
    ("es", "paracetamol 500 mg c/8h x 3 días"),
    ("es", "Glasgow 15, NIHSS 4, APGAR 8/9, EVA 7/10"),
    ("es", "dx E11.9, I10, CIE-10 J18.9"),
    ("es", "dolor L4-L5, listesis L5-S1, pT2N0M0"),
    ("es", "cama 12, box 3, habitación 312, sala 4"),
    ("es", "mañana a las 10:30 h o 1030 hrs"),
    ("es", "12/03/2021 y 2021-03-12, en 03/2020"),
    ("es", "paciente de 45 años, 34 sdg, 3 meses de evolución"),
    ("es", "Tel. 55 1234 5678, cel 5512345678"),
    ("es", "Ley 1751 de 2015, artículo 14, NOM-004-SSA3-2012"),
    ("es", "CA-125 35, CA 19-9 22, HLA-B27, IL-6, COVID-19"),
    ("es", "caries en 36 y 46, pieza 18"),
    ("es", "Av. Juárez 1204, col. Centro, C.P. 06050"),
    ("es", "sonda 18 Fr, aguja 21G, tubo 7.5"),
    ("es", "colesterol 210, col 180, TG 150"),
    ("es", "peso 70 kg, talla 1.70 m, IMC 24.2"),
    ("es", "G3P2A1, FUM incierta"),
    ("es", "pago de $1.734.500 pendiente"),
    ("es", "diuresis 1200 ml, balance +350"),
    ("es", "historia de 20 años de tabaquismo"),
    ("es", "placas de ateroma, placa de 3 cm"),
    ("es", "serie blanca normal, serie roja 2 cruces"),
    ("es", "muestra 2 de 3 negativa"),
    ("es", "RM 3 T de rodilla"),
    ("es", "reacción 1:320, VDRL 1:8"),
    ("pt", "PA 130x80 mmHg, FC 92 bpm, SpO2 96%"),
    ("pt", "dipirona 1 g EV 6/6h"),
    ("pt", "leucócitos 11.200, plaquetas 180.000"),
    ("pt", "CEP 01310-100, leito 7"),
    ("pt", "3º dia de internamento, 2ª consulta"),
    ("pt", "CID F32.1; TUSS 40304361"),
    ("pt", "Lei 13.709/2018 e Portaria 1.820"),
    ("pt", "creatinina 1,2; ureia 45; K 4,1"),
    ("en", "BP 118/76, HR 72, RR 14, T 98.6"),
    ("en", "metoprolol 25 mg BID, Lantus 20 units"),
    ("en", "WBC 12.3, Hgb 9.8, Plt 210, BNP 1450"),
    ("en", "ICD-10 S72.001A, TNM T2N1M0, BI-RADS 4"),
    ("en", "room 214, bed 2, unit 3 west"),
    ("en", "NHS 111 advised, call 999"),
    ("en", "BRCA1 c.5266dupC, factor V G1691A, rs1801133"),
    ("en", "36 F chest tube, 18G IV, #10 blade"),
    ("en", "dated 03/14/2022, at 1430 hrs"),
    ("en", "PHQ-9 14, GAD-7 11, MMSE 28/30"),
    ("en", "lot of pain for 3 weeks"),
    ("en", "chart reviewed, 2 prior visits in 2019"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "case"), FOUND, ids=lambda value: value[:40])
def test_finds(marked: Callable[..., str], language: str, case: str) -> None:
    text, _ = parse_marks(case)
    assert marked(text, language) == case


@pytest.mark.parametrize(("language", "text"), LEFT_ALONE, ids=lambda value: value[:40])
def test_leaves_alone(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


@pytest.mark.parametrize(("language", "case"), FOUND[:20], ids=lambda value: value[:40])
def test_finds_in_capitals(language: str, case: str) -> None:
    text, spans = parse_marks(case)
    found = [(span.start, span.end) for span in RECOGNISER.find(Page(text.upper(), language))]
    assert all(any(start <= span.start and span.end <= end for start, end in found) for span in spans)


def test_spans_are_in_bounds_and_do_not_overlap() -> None:
    rng = random.Random(4)
    pieces = [
        "exp",
        "DNI",
        "nº",
        "12345",
        "4.567.890",
        "lote",
        "AB-12",
        ":",
        "\n",
        "|",
        "3",
        "años",
        "de",
        "600 123 456",
        "y",
        "(",
        ")",
        "CRM-SP",
    ]
    for _ in range(300):
        text = " ".join(rng.choice(pieces) for _ in range(25))
        spans = sorted(RECOGNISER.find(Page(text)), key=lambda span: span.start)
        assert all(0 <= span.start < span.end <= len(text) for span in spans)
        assert all(one.end <= two.start for one, two in pairwise(spans)), text


@pytest.mark.parametrize(
    "unit",
    [
        "1",
        "1 ",
        "1.",
        "1-",
        "a1",
        "exp 12345 ",
        "12345 ",
        ": 1234567",
        "| 1234567 ",
        "\t1234567",
        "AB 12 ",
        "nº ",
        "uno cero ",
        "12,345 ",
    ],
)
def test_time_is_linear(unit: str) -> None:
    def seconds(size: int) -> float:
        page = Page((unit * (size // len(unit) + 1))[:size])
        started = time.process_time()
        RECOGNISER.find(page)
        return time.process_time() - started

    seconds(10_000)
    assert seconds(200_000) < 8 * seconds(50_000) + 0.5
