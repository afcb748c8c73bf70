"""Ecuador."""

from __future__ import annotations

from stdnum.ec import ci, ruc

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

_fake_cedula = drawn("1[0123456]#######-#", ci.is_valid)

IDENTIFIERS = (
    Identifier(
        name="ec_cedula",
        country="EC",
        label="PATIENT_ID",
        title="Cédula de identidad",
        pattern=r"[0-2]\d{8}[ \-]?\d",
        cues=listed("ci, c.i., cédula, cédula de identidad, cédula de ciudadanía, ced"),
        valid=ci.is_valid,
        fake=_fake_cedula,
        composed=composed_of("{01-24|30|50}[0-6]######?"),
        examples=("CI ⟦1710034065⟧", "CÉDULA: ⟦171003406-5⟧"),
        counter_examples=("CI 2,4 l/min/m2",),
    ),
    Identifier(
        name="ec_ruc",
        country="EC",
        label="OTHER_ID",
        title="Registro único de contribuyentes (RUC)",
        pattern=r"[0-2]\d{9}[ \-]?\d{3}",
        cues=listed("ruc, r.u.c."),
        valid=ruc.is_valid,
        fake=lambda rng: _fake_cedula(rng).replace("-", "") + "001",
        composed=composed_of(*(f"{{01-24|30|50}}{rest}" for rest in ("[0-6]######?###", "6#####?####", "9######?###"))),
        examples=("RUC ⟦1792060346001⟧", "R.U.C. ⟦1710034065001⟧"),
    ),
    Identifier(
        name="ec_senescyt",
        country="EC",
        label="LICENCE_ID",
        title="Registro SENESCYT, ACESS o MSP de un profesional",
        pattern=r"\d{3,5}[\-/]?(?:\d{2,4}[\-/]?){0,3}",
        cues=listed("senescyt, registro senescyt, acess, código msp, reg. msp, msp"),
        fake=drawn("10##-2018-#######"),
        examples=("Dra. Paz, SENESCYT ⟦1005-2018-1234567⟧", "código MSP ⟦23456⟧"),
    ),
    Identifier(
        name="ec_plate",
        country="EC",
        label="VEHICLE_ID",
        title="Placa de vehículo",
        pattern=r"[a-z]{3}[ \-]?\d{3,4}",
        cues=listed("placa, placas"),
        fake=drawn("P@@-####"),
        examples=("camión placa ⟦PBX-1234⟧",),
    ),
)
