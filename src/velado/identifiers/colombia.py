"""Colombia."""

from __future__ import annotations

from stdnum.co import nit

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="co_document",
        country="CO",
        label="PATIENT_ID",
        title="Cédula de ciudadanía y de extranjería, tarjeta de identidad, registro civil, NUIP, PEP, PPT",
        pattern=r"\d{1,3}(?:[., ]?\d{3}){2,4}|\d{5,15}",
        cues=listed(
            "cc, c.c., cédula, cédula de ciudadanía, cédula de extranjería, ce, ti, t.i., tarjeta de identidad, rc, "
            "registro civil, nuip, pep, ppt, documento, identificada con, identificado con, permiso por protección "
            "temporal, cn, certificado nacido vivo, adulto sin identificación"
        ),
        fake=drawn("1.0##.###.###"),
        examples=(
            "CC ⟦1.036.123.456⟧",
            "cédula ⟦71.234.567⟧ de Medellín",
            "TI ⟦1031234567⟧",
            "C.C. Nro. ⟦0 843 261 364⟧",
            "ppt ⟦5123456⟧",
        ),
        counter_examples=("se pasan 500 cc en bolo", "CC 34 cm", "IRC estadio 4", "TI 2"),
    ),
    Identifier(
        name="co_nit",
        country="CO",
        label="OTHER_ID",
        title="Número de identificación tributaria (NIT)",
        pattern=r"\d{3}[. ]?\d{3}[. ]?\d{3} ?- ?\d",
        cues=listed("nit, n.i.t."),
        valid=nit.is_valid,
        fake=drawn("9##.###.###-#", nit.is_valid),
        composed=composed_of("#########?", check=nit.calc_check_digit),
        examples=("NIT ⟦900.123.456-8⟧", "N.I.T. ⟦900123456-8⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="co_registro_medico",
        country="CO",
        label="LICENCE_ID",
        title="Registro médico, tarjeta profesional",
        pattern=r"\d{2}[\-/ ]\d{3,6}(?:[\-/]\d{2,4})?|\d{1,3}(?:[. ]\d{3}){1,3}|\d{4,10}(?:-[a-z])?",
        cues=listed("registro médico, reg. médico, rm, r.m., tarjeta profesional, t.p., tp, reg. prof., licencia so"),
        fake=drawn("05-####-##"),
        examples=("Dra. Gil, RM ⟦05-1234-21⟧", "registro médico ⟦1036123456⟧", "T.P. ⟦745973-I⟧"),
        counter_examples=("RM de columna L4-L5", "RM 3 T"),
    ),
    Identifier(
        name="co_plate",
        country="CO",
        label="VEHICLE_ID",
        title="Placa de vehículo o motocicleta",
        pattern=r"[a-z]{3}[ \-]?\d{2,3}[a-z]?",
        cues=listed("placa, placas, vehículo de placa, moto de placas"),
        fake=drawn("@@@-###"),
        examples=("ambulancia placa ⟦OKZ 125⟧", "moto placa ⟦XYZ12D⟧"),
    ),
)
