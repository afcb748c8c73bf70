"""Mexico."""

from __future__ import annotations

import random

from stdnum.mx import curp, rfc

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import SEP, born, drawn, listed, luhn, luhn_digit

_STATES = ("AS", "BC", "BS", "CC", "CL", "CM", "CS", "CH", "DF", "DG", "GT", "GR", "HG", "JC", "MC", "MN", "MS", "NT",
           "NL", "OC", "PL", "QT", "QR", "SP", "SL", "SR", "TC", "TS", "TL", "VZ", "YN", "ZS")  # fmt: skip
_CONSONANTS = "BCDFGHJKLMNPRSTVZ"
# Four letters that look like a word no registry would give out are avoided by a fixed vowel.
_VOWELS = "AEIO"


def _clabe(compact: str) -> bool:
    if len(compact) != 18 or not compact.isdigit():
        return False
    return _clabe_check(compact[:17]) == compact[17]


def _clabe_check(body: str) -> str:
    return str(-sum(int(digit) * weight % 10 for digit, weight in zip(body, (3, 7, 1) * 6, strict=False)) % 10)


def _nss(compact: str) -> bool:
    return compact[:11].isdigit() and len(compact) in (11, 19) and luhn(compact[:11])


def _nss_check(body: str) -> str:
    return luhn_digit(body[:10])


def _initials(rng: random.Random) -> str:
    return rng.choice(_CONSONANTS) + rng.choice(_VOWELS) + rng.choice(_CONSONANTS) + rng.choice(_CONSONANTS)


def _fake_curp(rng: random.Random) -> str:
    while True:
        day = born(rng)
        tail = "".join(rng.choice(_CONSONANTS) for _ in range(3))
        century = rng.choice("0123456789") if day.year < 2000 else rng.choice("ABCDEFGH")
        head = f"{_initials(rng)}{day:%y%m%d}{rng.choice('HM')}{rng.choice(_STATES)}{tail}{century}"
        number = head + str(curp.calc_check_digit(head))
        if curp.is_valid(number):
            return number


def _fake_rfc(rng: random.Random) -> str:
    while True:
        head = f"{_initials(rng)}{born(rng):%y%m%d}{rng.choice(_CONSONANTS)}{rng.choice('0123456789')}"
        number = head + str(rfc.calc_check_digit(head))
        if rfc.is_valid(number, validate_check_digits=True):
            return number


def _fake_clabe(rng: random.Random) -> str:
    return drawn("0##180############", _clabe)(rng)


IDENTIFIERS = (
    Identifier(
        name="mx_curp",
        country="MX",
        label="PATIENT_ID",
        title="Clave única de registro de población (CURP)",
        pattern=r"[a-z]{4}[ \-]?\d{6}[ \-]?[hmx][ \-]?[a-z]{2}[a-z]{3}[ \-]?[a-z0-9]\d",
        cues=listed("curp, clave única de registro de población"),
        valid=curp.is_valid,
        fake=_fake_curp,
        composed=composed_of("@[AEIOUX]@@{yymmdd}[HM]{" + "|".join((*_STATES, "NE")) + "}@@@[A-Z0-9]?", check=curp.calc_check_digit),
        examples=("CURP: ⟦GOMC630815MDFMRR48⟧", "la curp es ⟦GOMC171008 MDFMRR03⟧", "Gómez, ⟦GOMC630815MDFMRR48⟧, 38 a"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="mx_rfc",
        country="MX",
        label="PATIENT_ID",
        title="Registro federal de contribuyentes (RFC)",
        pattern=r"[a-z&]{3,4}[ \-]?\d{6}[ \-]?[a-z0-9]{2}[0-9a]",
        cues=listed("rfc, r.f.c., registro federal de contribuyentes"),
        valid=lambda compact: bool(rfc.is_valid(compact, validate_check_digits=True)),
        fake=_fake_rfc,
        composed=composed_of("@@@@{yymmdd}[A-Z0-9][A-Z0-9]?", "@@@{yymmdd}[A-Z0-9][A-Z0-9]?", check=rfc.calc_check_digit),
        examples=("RFC ⟦CTZW810518JB6⟧", "R.F.C. ⟦PERK-310220-LH9⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="mx_nss",
        country="MX",
        label="INSURANCE_ID",
        title="Número de seguridad social del IMSS (NSS), con agregado médico",
        pattern=rf"\d{{2}}{SEP}\d{{2}}{SEP}\d{{2}}{SEP}\d{{4}}{SEP}\d(?:[ /\-]{{1,3}}\d ?[mf] ?\d{{4}} ?[a-z]{{2}})?",
        cues=listed("nss, n.s.s., afiliación, no. de afiliación, núm. de seguridad social, seguro social, imss, afil"),
        valid=_nss,
        fake=drawn("#### ## #### #", _nss),
        composed=(*composed_of("##########?", check=luhn_digit), *composed_of("##########?#[MF]####@@", check=_nss_check)),
        examples=(
            "NSS ⟦9685 36 1596 9⟧",
            "NSS: ⟦17-92-38-9309-7 7F4651OR⟧",
            "Afiliación ⟦01197986845⟧",
            "N.S.S. ⟦4285833786-0⟧",
        ),
        counter_examples=("seguro social vigente desde hace 4 meses",),
    ),
    Identifier(
        name="mx_agregado",
        country="MX",
        label="INSURANCE_ID",
        title="Agregado médico del IMSS",
        pattern=r"\d ?[mf] ?(?:19|20)\d{2} ?(?:or|pe|es|sf|nd|et|oe|pd|reg)",
        cues=listed("agregado, agregado médico, agr, agreg"),
        fake=drawn("[123][MF]{yyyy}OR"),
        composed=composed_of("#[MF]{19|20}##{OR|PE|ES|SF|ND|ET|OE|PD}"),
        examples=("Agr. ⟦5F2077PE⟧", "agregado médico: ⟦2M1975OR⟧", "CONS 3 ⟦3F2001OR⟧ turno matutino"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="mx_issste",
        country="MX",
        label="PATIENT_ID",
        title="Expediente del ISSSTE (RFC y tipo de derechohabiente)",
        pattern=r"[a-z]{4}[ \-]?\d{6}(?:[ \-]?[a-z0-9]{3})? ?[/\-] ?\d{1,2}",
        cues=listed("issste, expediente issste, exp, cédula issste, rfc"),
        fake=drawn("@@@@{yymmdd}/[123]0"),
        examples=("ISSSTE ⟦GOMC850312/10⟧", "exp. ⟦GOMC-850312/30⟧", "RIOS T. ⟦SARO-491103/10⟧ cama 4"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="mx_elector",
        country="MX",
        label="PATIENT_ID",
        title="Clave de elector",
        pattern=r"[a-z]{6}[ \-]?\d{8}[ \-]?[hm][ \-]?\d{3}",
        cues=listed("clave de elector, ine, ife, elector, credencial de elector"),
        fake=drawn("@@@@@@{yymmdd}##[HM]###"),
        composed=composed_of("@@@@@@{yymmdd}##[HM]###"),
        examples=("clave de elector ⟦GMMRCR85031209M500⟧", "INE ⟦GMMRCR85031209M500⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="mx_ine",
        country="MX",
        label="PATIENT_ID",
        title="Credencial del INE (CIC, OCR, IDMEX)",
        pattern=r"idmex ?\d{9,13}(?:<+\d{10,13})?|\d{9,13}",
        cues=listed("ine, ife, cic, idmex, credencial ine, folio ine, credencial para votar, ocr"),
        fake=drawn("IDMEX##########"),
        examples=("INE ⟦IDMEX1234567890⟧", "credencial para votar ⟦0123456789012⟧"),
    ),
    Identifier(
        name="mx_cedula_profesional",
        country="MX",
        label="LICENCE_ID",
        title="Cédula profesional y de especialidad",
        pattern=r"\d{5,8}",
        cues=listed(
            "cédula profesional, céd. prof., ced prof, cédula, ced, céd. esp., cédula de especialidad, ced. prof. esp, "
            "d.g.p., dgp, ssa, registro s.s.a."
        ),
        fake=drawn("[123456789]######"),
        examples=("Dr. Gil, céd. prof. ⟦4567890⟧", "DRA ROJAS CED PROF ⟦11234567⟧", "céd. esp. ⟦7654321⟧"),
        counter_examples=("cédula profesional en trámite",),
    ),
    Identifier(
        name="mx_matricula",
        country="MX",
        label="EMPLOYEE_ID",
        title="Matrícula de trabajador",
        pattern=r"\d{7,9}|\d{4} \d{5}",
        cues=listed("matrícula, mat, matr"),
        fake=drawn("99######"),
        examples=("Enf. Rosas, mat. ⟦99123456⟧", "DR LEAL MATRICULA ⟦311234567⟧"),
    ),
    Identifier(
        name="mx_clues",
        country="MX",
        label="OTHER_ID",
        title="Clave única de establecimientos de salud (CLUES)",
        pattern=r"[a-z]{2}(?:ssa|ims|imo|ist|smp|dif|pmx|sdn|smm|cij|cru|hun|imb)\d{6}",
        cues=listed("clues"),
        fake=drawn("JCSSA######"),
        composed=composed_of("@@{SSA|IMS|IMO|IST|SMP|DIF|PMX|SDN|SMM|CIJ|CRU|HUN|IMB}######"),
        examples=("CLUES: ⟦DFSSA001234⟧", "unidad ⟦OCIMO000123⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="mx_clabe",
        country="MX",
        label="OTHER_ID",
        title="Clave bancaria estandarizada (CLABE)",
        pattern=r"\d{3}[ \-]?\d{3}[ \-]?\d{11}[ \-]?\d|\d{4}[ \-]\d{4}[ \-]\d{4}[ \-]\d{4}[ \-]\d{2}",
        cues=listed("clabe, clabe interbancaria, cuenta"),
        valid=_clabe,
        fake=_fake_clabe,
        composed=composed_of("#################?", check=_clabe_check),
        examples=("CLABE ⟦032180000118359719⟧", "clabe interbancaria ⟦0321 8000 0118 3597 19⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="mx_plate",
        country="MX",
        label="VEHICLE_ID",
        title="Placas de circulación",
        pattern=(
            r"[a-z]{3}[ \-]?\d{3,4}|[a-z]{3}[ \-]?\d{2,3}[ \-]?[a-z]{1,2}|[a-z]{2}[ \-]?\d{2}[ \-]?\d{3}"
            r"|\d{1,2}[ \-]?[a-z]{3}[ \-]?\d{2,3}|[a-z]\d{2}[ \-]?[a-z]{3}"
        ),
        cues=listed("placas, placa, con placas, placas de circulación"),
        fake=drawn("@@@-###-@"),
        examples=("camioneta placas ⟦ABC-123-D⟧", "PLACAS ⟦UB-04-382⟧", "placas ⟦3-TRA-584⟧"),
        counter_examples=("placas de ateroma de 3 mm",),
    ),
)
