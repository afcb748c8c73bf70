"""Spain."""

from __future__ import annotations

import random

from stdnum.es import ccc, dni, nie

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import SEP, drawn, listed

_CONTROL = "TRWAGMYFPDXBNJZSQVHLCKE"


def _nass(compact: str) -> bool:
    """Social security: province, serial number and the remainder by 97."""
    if len(compact) not in (11, 12) or not compact.isdigit():
        return False
    return _nass_check(compact[:-2]) == compact[-2:]


def _nass_check(body: str) -> str:
    province, serial = body[:2], body[2:]
    short = serial.lstrip("0")
    base = int(province + serial) if len(short) == 8 else int(province) * 10_000_000 + int(short or "0")
    return f"{base % 97:02d}"


def _fake_dni(rng: random.Random) -> str:
    number = rng.randrange(1_000_000, 99_999_999)
    return f"{number:08d}{_CONTROL[number % 23]}"


def _fake_ccc(rng: random.Random) -> str:
    bank, account = f"{rng.randrange(1, 9999):04d}{rng.randrange(1, 9999):04d}", f"{rng.randrange(10**10):010d}"
    check = ccc.calc_check_digits(f"{bank}00{account}")
    return f"{bank[:4]} {bank[4:]} {check} {account}"


IDENTIFIERS = (
    Identifier(
        name="es_dni",
        country="ES",
        label="PATIENT_ID",
        title="Documento nacional de identidad (DNI, NIF)",
        pattern=rf"\d{{1,2}}{SEP}\d{{3}}{SEP}\d{{3}}(?:[ .\-/]| - )?[a-hj-np-tv-z]",
        cues=listed("dni, nif, documento nacional de identidad, documento de identidad, dni/nif, doc. identidad"),
        valid=dni.is_valid,
        fake=_fake_dni,
        composed=composed_of("########?", check=lambda body: _CONTROL[int(body) % 23]),
        examples=("DNI: ⟦12345678Z⟧", "con d.n.i. ⟦78.815.555-Y⟧ de Madrid", "se identifica con ⟦12345678-Z⟧ en admisión"),
        counter_examples=("DNI: no aporta", "tomó 12345678 unidades"),
        needs_cue=False,
    ),
    Identifier(
        name="es_nie",
        country="ES",
        label="PATIENT_ID",
        title="Número de identidad de extranjero (NIE)",
        pattern=rf"[xyz]{SEP}\d{{7,8}}(?:[ .\-/]| - )?[a-hj-np-tv-z]",
        cues=listed("nie, tie, tarjeta de residencia, número de identidad de extranjero"),
        valid=nie.is_valid,
        fake=drawn("[XYZ]#######@", nie.is_valid),
        composed=composed_of("[XYZ]#######?", check=nie.calc_check_digit),
        examples=("NIE ⟦X1234567L⟧", "nie: ⟦Y-7654321-G⟧", "aporta ⟦X1234567L⟧ caducado"),
        needs_cue=False,
    ),
    Identifier(
        name="es_passport",
        country="ES",
        label="PATIENT_ID",
        title="Pasaporte",
        pattern=rf"[a-z]{{2,3}}{SEP}\d{{6}}[a-z]?",
        cues=listed("pasaporte, pasaporte español"),
        fake=drawn("[XP]A@######"),
        examples=("Pasaporte ⟦XDA123456⟧", "pasaporte nº ⟦PAB 123456⟧"),
    ),
    Identifier(
        name="es_nass",
        country="ES",
        label="INSURANCE_ID",
        title="Número de afiliación a la Seguridad Social (NASS, NUSS)",
        pattern=r"\d{2}(?:[ .\-/]| - )?\d{7,8}(?:[ .\-/]| - )?\d{2}",
        cues=listed("nass, nuss, naf, nss, seguridad social, número de afiliación, afiliación, n.s.s., nº ss"),
        valid=_nass,
        fake=drawn("[01234]# ######## ##", _nass),
        composed=composed_of("#########??", "##########??", check=_nass_check),
        examples=("NASS: ⟦28 12345678 40⟧", "nº Seguridad Social ⟦28/1234567840⟧", "NUSS ⟦281234567840⟧"),
        counter_examples=("La Seguridad Social cubre 12 sesiones",),
    ),
    Identifier(
        name="es_cip",
        country="ES",
        label="PATIENT_ID",
        title="Código de identificación personal autonómico (CIP, CIPA)",
        pattern=r"[a-z]{4}[ \-]{0,2}\d(?:[ \-]?\d){9,11}",
        cues=listed("cip, cipa, cip autonómico, código de identificación personal, tarjeta sanitaria, tsi"),
        fake=drawn("@@@@############"),
        examples=("CIP: ⟦GRLM850312001124⟧", "CIP ⟦MARO 1850101003⟧", "código ⟦GRLM850312001124⟧ leído"),
        needs_cue=False,
    ),
    Identifier(
        name="es_cip_sns",
        country="ES",
        label="INSURANCE_ID",
        title="Código del Sistema Nacional de Salud (CIP-SNS)",
        pattern=r"b{4}[a-z0-9]{6,8}\d{4,6}",
        cues=listed("cip-sns, cip sns, código sns, sns"),
        fake=drawn("BBBB@@##########"),
        composed=composed_of(*("BBBB" + "[A-Z0-9]" * width + "####" for width in range(6, 11))),
        examples=("CIP-SNS ⟦BBBBHX0123456789⟧", "código SNS: ⟦BBBBHX0123456789⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="es_nuhsa",
        country="ES",
        label="INSURANCE_ID",
        title="Número único de historia de salud de Andalucía (NUHSA)",
        pattern=r"an[ \-]?\d{10}",
        cues=listed("nuhsa, nuss andalucía"),
        fake=drawn("AN##########"),
        composed=composed_of("AN##########"),
        examples=("NUHSA ⟦AN0123456789⟧", "nuhsa: ⟦AN 0123456789⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="es_health_card",
        country="ES",
        label="INSURANCE_ID",
        title="Tarjeta sanitaria autonómica (SIP, TIS, TSI, CITE)",
        pattern=r"(?:[a-z]{2,4}[ \-]?)?\d{6,16}",
        cues=listed("sip, tis, tsi, cite, tarjeta sanitaria, tarjeta sanitaria individual, nº tarjeta"),
        fake=drawn("########"),
        examples=("SIP ⟦10234567⟧", "TIS: ⟦01234567⟧", "tarjeta sanitaria nº ⟦080012345678⟧"),
        counter_examples=("Trae la tarjeta sanitaria.",),
    ),
    Identifier(
        name="es_nhc",
        country="ES",
        label="PATIENT_ID",
        title="Número de historia clínica (NHC)",
        pattern=r"\d{3,10}(?:[/\-]\d{1,2})?",
        cues=listed("nhc, nº historia clínica, n.h.c., historia clínica, núm. hª, hª clínica, nº hª"),
        fake=drawn("[123456789]######"),
        examples=("NHC: ⟦2345678⟧", "N.H.C. ⟦34681⟧", "nº Hª ⟦824940⟧"),
        counter_examples=("Historia clínica: HTA, DM2",),
    ),
    Identifier(
        name="es_colegiado",
        country="ES",
        label="LICENCE_ID",
        title="Número de colegiado",
        pattern=r"\d{2}[ /.\-]{0,3}\d{2}[ /.\-]{0,3}\d{5}|\d{1,2}[./\-]\d{3,6}|\d{4,9}",
        cues=listed("colegiado, colegiada, nº colegiado, núm. col., nº col, ncol, colegiado número, col, coleg"),
        fake=drawn("28/28#####"),
        examples=("Nº Col: ⟦28 28 35489⟧", "Dra. Gil, colegiada ⟦082912345⟧", "núm. col. ⟦28/28/45321⟧", "Col. ⟦30456⟧"),
        counter_examples=("Col total 210", "col 180 mg/dl"),
    ),
    Identifier(
        name="es_ccc",
        country="ES",
        label="OTHER_ID",
        title="Código cuenta cliente",
        pattern=r"\d{4}[ \-]?\d{4}[ \-]?\d{2}[ \-]?\d{10}",
        cues=listed("ccc, cuenta, nº cuenta, cuenta bancaria, c/c, cuenta corriente"),
        valid=ccc.is_valid,
        fake=_fake_ccc,
        composed=composed_of("########??##########", check=lambda body: str(ccc.calc_check_digits(f"{body[:8]}00{body[8:]}"))),
        examples=("cuenta ⟦2100 0418 45 0200051332⟧", "domiciliado en ⟦2100-0418-45-0200051332⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="es_plate",
        country="ES",
        label="VEHICLE_ID",
        title="Matrícula de vehículo",
        pattern=r"\d{4}[ \-]{0,2}[bcdfghj-np-tv-z]{3}|[a-z]{1,2}[ \-]{1,3}\d{4}[ \-]{1,3}[a-z]{1,2}",
        cues=listed("matrícula, matrículas, matr., placa"),
        fake=drawn("#### [BCDFGHJKLMNPRSTVWXYZ][BCDFGHJKLMNPRSTVWXYZ][BCDFGHJKLMNPRSTVWXYZ]"),
        examples=("ambulancia matrícula ⟦4512 KLM⟧", "turismo, matrícula ⟦M-1234-BC⟧"),
        counter_examples=("recibió 4512 mg",),
    ),
)
