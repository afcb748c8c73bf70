"""Mozambique."""

from __future__ import annotations

from velado.identifiers import Identifier
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="mz_bi",
        country="MZ",
        label="PATIENT_ID",
        title="Bilhete de identidade",
        pattern=r"\d{12} ?[a-z]",
        cues=listed("bi, b.i., bi nº, bilhete, bilhete de identidade"),
        fake=drawn("1101########B"),
        form_suffices=True,
        examples=("BI ⟦110100482765B⟧", "bilhete de identidade nº ⟦030204117788M⟧"),
    ),
    Identifier(
        name="mz_nuit",
        country="MZ",
        label="PATIENT_ID",
        title="Número único de identificação tributária",
        pattern=r"\d{3}[ .]?\d{3}[ .]?\d{3}",
        cues=listed("nuit, nº nuit"),
        fake=drawn("1########"),
        examples=("NUIT ⟦104882716⟧", "NUIT: ⟦104 882 716⟧"),
    ),
)
