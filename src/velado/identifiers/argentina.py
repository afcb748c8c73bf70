"""Argentina."""

from __future__ import annotations

from stdnum.ar import cbu, cuit

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed


def _person(compact: str) -> bool:
    return compact[:2] in ("20", "23", "24", "27") and bool(cuit.is_valid(compact))


def _company(compact: str) -> bool:
    return compact[:2] in ("30", "33", "34") and bool(cuit.is_valid(compact))


IDENTIFIERS = (
    Identifier(
        name="ar_dni",
        country="AR",
        label="PATIENT_ID",
        title="Documento nacional de identidad, libreta de enrolamiento o cívica, cédula",
        pattern=r"(?:[mf] ?)?\d{1,2}[. ]?\d{3}[. ]?\d{3}",
        cues=listed(
            "dni, d.n.i., doc, documento, le, l.e., lc, l.c., libreta cívica, libreta de enrolamiento, du, documento "
            "único, dni extranjero, nro doc, nº documento, tipo y nº doc"
        ),
        fake=drawn("[1234]#.###.###"),
        examples=("DNI ⟦77.502.822⟧", "dni ⟦72683984⟧", "L.C. ⟦0.539.744⟧", "Doc: ⟦M 3.922.859⟧", "(DNI ⟦97 827 368⟧)"),
        counter_examples=("doc. adjunta", "LC 2 cm"),
    ),
    Identifier(
        name="ar_cuil",
        country="AR",
        label="PATIENT_ID",
        title="Clave única de identificación laboral o tributaria de personas (CUIL, CUIT)",
        pattern=r"2[0347][ .\-/]{0,2}\d{8}[ .\-/]{0,2}\d",
        cues=listed("cuil, cuit, c.u.i.l., cuil/cuit"),
        valid=_person,
        fake=drawn("2[07]-########-#", _person),
        composed=composed_of("{20|23|24|27}########?", check=cuit.calc_check_digit),
        examples=("CUIL ⟦20-12345678-6⟧", "cuil ⟦20123456786⟧", "monotributista ⟦20-12345678-6⟧ activo"),
        needs_cue=False,
    ),
    Identifier(
        name="ar_cuit",
        country="AR",
        label="OTHER_ID",
        title="CUIT de personas jurídicas",
        pattern=r"3[034][ .\-/]{0,2}\d{8}[ .\-/]{0,2}\d",
        cues=listed("cuit, c.u.i.t."),
        valid=_company,
        fake=drawn("30-########-#", _company),
        composed=composed_of("{30|33|34}########?", check=cuit.calc_check_digit),
        examples=("CUIT ⟦30-12345678-1⟧", "c.u.i.t. ⟦30123456781⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="ar_matricula",
        country="AR",
        label="LICENCE_ID",
        title="Matrícula nacional o provincial (MN, MP)",
        pattern=r"\d{1,3}[. ]\d{3}|\d{3,7}(?:[/\-]\d{1,3})?",
        cues=listed("mn, m.n., mp, m.p., matrícula nacional, matrícula provincial, mat. nac., mat. prov., matrícula, mat"),
        fake=drawn("[123456789]##.###"),
        examples=("Dra. Ríos, MN ⟦123.456⟧", "M.P. ⟦9098⟧", "Lic. Sosa – MP ⟦0854⟧"),
        counter_examples=("matrícula escolar al día",),
    ),
    Identifier(
        name="ar_obra_social",
        country="AR",
        label="INSURANCE_ID",
        title="Número de afiliado a obra social o PAMI",
        pattern=(
            r"\d{2,3}[\-/ ]\d{6,9}[\-/ ]\d{1,2}(?:[\-/ ]\d{1,2})?|\d{6,14}(?:[\-/ ]\d{1,2}){0,2}"
            r"|\d{1,3}(?:\.\d{3}){1,2}(?:[/\-]\d{1,2})?"
        ),
        cues=listed(
            "afiliado, afiliada, nº de afiliado, nro afiliado, benef, beneficiario, beneficio, pami, obra social, ioma, "
            "osde, ospe, osecac, iosper, credencial"
        ),
        fake=drawn("150-########-#/00"),
        examples=("PAMI benef. ⟦668-24219471-9/89⟧", "IOMA, afiliado ⟦1234567890/01⟧", "nº de afiliado: ⟦83-73956159-66⟧"),
        counter_examples=("afiliada a la obra social desde hace 3 años",),
    ),
    Identifier(
        name="ar_cbu",
        country="AR",
        label="OTHER_ID",
        title="Clave bancaria uniforme (CBU, CVU)",
        pattern=r"\d{8}[ \-]?\d{14}",
        cues=listed("cbu, cvu"),
        valid=cbu.is_valid,
        fake=drawn("########[0123456789]#############", cbu.is_valid),
        composed=composed_of("#######?#############?", check=lambda body: f"{cbu.calc_check_digit(body[:7])}{cbu.calc_check_digit(body[7:])}"),
        examples=("CBU ⟦2850590940090418135201⟧", "cvu: ⟦28505909 40090418135201⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="ar_plate",
        country="AR",
        label="VEHICLE_ID",
        title="Patente de vehículo (antigua y Mercosur)",
        pattern=r"[a-z]{2}[ \-]?\d{3}[ \-]?[a-z]{2}|[a-z]{3}[ \-]?\d{3}|\d{3}[ \-]?[a-z]{3}",
        cues=listed("patente, dominio, chapa patente"),
        fake=drawn("A[ABCDE] ### @@"),
        examples=("taxi patente ⟦AB 893 QX⟧", "dominio ⟦FGH 123⟧", "patente ⟦AF123CD⟧"),
        counter_examples=("conducto arterioso patente 3 mm",),
    ),
)
