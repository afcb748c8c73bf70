"""Cuba."""

from __future__ import annotations

from stdnum.cu import ni

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="cu_ci",
        country="CU",
        label="PATIENT_ID",
        title="Carné de identidad",
        pattern=r"\d{6}[ \-]?\d{5}",
        cues=listed("ci, c.i., carné de identidad, carnet de identidad, carné, nip, número de identidad permanente"),
        valid=ni.is_valid,
        fake=drawn("{yymmdd}#####", ni.is_valid),
        composed=composed_of("{yymmdd}#####"),
        examples=("CI ⟦37060235222⟧", "carné de identidad ⟦34011009546⟧"),
    ),
    Identifier(
        name="cu_licence",
        country="CU",
        label="LICENCE_ID",
        title="Registro profesional",
        pattern=r"\d{1,3}\.\d{3}|\d{4,7}",
        cues=listed("rp, r.p., reg. prof., registro profesional"),
        fake=drawn("#####"),
        examples=("Dr. Mora, reg. prof. ⟦307564⟧", "Dr. Vega, RP ⟦94061⟧"),
    ),
)
