"""Panama."""

from __future__ import annotations

from velado.identifiers import Identifier
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="pa_cedula",
        country="PA",
        label="PATIENT_ID",
        title="Cédula de identidad personal",
        pattern=r"(?:pe|e|n|1?[0-9](?:av|pi)?) ?- ?\d{1,4} ?- ?\d{2,6}",
        cues=listed("cédula, cip, c.i.p., cédula de identidad personal, ced, identidad personal"),
        fake=drawn("8-###-####"),
        examples=("cédula ⟦8-456-1234⟧", "Cédula: ⟦PE-98-478⟧", "ced. ⟦4-336-6300⟧", "C.I.P. ⟦E-8-12345⟧"),
    ),
    Identifier(
        name="pa_css",
        country="PA",
        label="INSURANCE_ID",
        title="Número de seguro social (CSS)",
        pattern=r"\d{3}[ \-]?\d{4}|\d{6,9}",
        cues=listed("ss, s.s., seguro social, css, nº seguro social"),
        fake=drawn("###-####"),
        examples=("S.S.: ⟦284-7309⟧", "seguro social ⟦284-7309⟧"),
        counter_examples=("SS 0,9% 1000 ml",),
    ),
    Identifier(
        name="pa_licence",
        country="PA",
        label="LICENCE_ID",
        title="Registro profesional",
        pattern=r"\d{3,6}|\d-\d{2,4}-\d{2,4}",
        cues=listed("reg, registro, idoneidad, reg. idoneidad, código"),
        fake=drawn("####"),
        examples=("Dr. Ruiz, idoneidad ⟦5782⟧", "reg. idoneidad ⟦12345⟧"),
    ),
)
