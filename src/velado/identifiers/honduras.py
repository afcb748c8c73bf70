"""Honduras."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="hn_dni",
        country="HN",
        label="PATIENT_ID",
        title="Documento nacional de identificación, tarjeta de identidad",
        pattern=r"(?:0[1-9]|1[0-8])\d{2}[ \-]{0,2}(?:19|20)\d{2}[ \-]{0,2}\d{5}",
        cues=listed("dni, identidad, tarjeta de identidad, id, nº identidad"),
        fake=drawn("0801-{yyyy}-#####"),
        composed=composed_of("{01-18}##{19|20}#######"),
        examples=("identidad ⟦0266-2087-60019⟧", "DNI ⟦1117 1933 09591⟧", "Ortiz ⟦0696193752109⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="hn_licence",
        country="HN",
        label="LICENCE_ID",
        title="Colegio médico de Honduras",
        pattern=r"\d{3,6}",
        cues=listed("cmh, c.m.h., colegiación, nº colegiación"),
        fake=drawn("#####"),
        examples=("Dr. Zelaya CMH ⟦12345⟧", "colegiación ⟦3740⟧"),
        counter_examples=("CMH 12%",),
    ),
)
