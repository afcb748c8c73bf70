"""Dominican Republic."""

from __future__ import annotations

from stdnum.do import cedula

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, luhn_digit

IDENTIFIERS = (
    Identifier(
        name="do_cedula",
        country="DO",
        label="PATIENT_ID",
        title="Cédula de identidad y electoral",
        pattern=r"\d{3}[ \-]{0,2}\d{7}[ \-]{0,2}\d",
        cues=listed("cédula, ced, cédula de identidad y electoral, cie, c.i.e."),
        valid=cedula.is_valid,
        fake=drawn("001-#######-#", cedula.is_valid),
        composed=composed_of("##########?", check=luhn_digit),
        examples=("cédula ⟦001-1234567-3⟧", "ced ⟦00112345673⟧", "Lora (⟦001-1234567-3⟧)"),
        counter_examples=("CIE-10 E11.9",),
        needs_cue=False,
    ),
    Identifier(
        name="do_nss",
        country="DO",
        label="INSURANCE_ID",
        title="Número de seguridad social y de afiliado a una ARS",
        pattern=r"\d{8,10}(?:-\d{1,2})?",
        cues=listed("nss, ars, afiliado, afiliada, seguridad social, contrato ars, senasa"),
        fake=drawn("########-#"),
        examples=("NSS ⟦44709934-8⟧", "ARS, afiliada ⟦022952008⟧"),
    ),
    Identifier(
        name="do_exequatur",
        country="DO",
        label="LICENCE_ID",
        title="Exequátur",
        pattern=r"\d{1,4}[\-/]\d{2,4}|\d{3,6}",
        cues=listed("exequátur, exeq, exequatur no., cmd, c.m.d."),
        fake=drawn("###-##"),
        examples=("Dra. Núñez, exequátur ⟦540-05⟧", "exeq. ⟦136-35⟧"),
    ),
)
