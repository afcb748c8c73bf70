"""Guatemala."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, weighted


def _cui(compact: str) -> bool:
    if len(compact) != 13 or not compact.isdigit():
        return False
    department = int(compact[9:11])
    return 1 <= department <= 22 and weighted(compact[:8], range(2, 10)) % 11 == int(compact[8])


IDENTIFIERS = (
    Identifier(
        name="gt_cui",
        country="GT",
        label="PATIENT_ID",
        title="Código único de identificación (CUI, DPI)",
        pattern=r"\d{4}[ \-]{0,2}\d{5}[ \-]{0,2}\d{4}",
        cues=listed("cui, dpi, documento personal de identificación, c.u.i., d.p.i."),
        valid=_cui,
        fake=drawn("#### ##### [01]###", _cui),
        composed=composed_of("########?{01-22}##"),
        examples=("DPI ⟦1375 99943 2268⟧", "CUI: ⟦9473338000561⟧", "su DPI es ⟦8643-03084-0746⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="gt_igss",
        country="GT",
        label="INSURANCE_ID",
        title="Número de afiliación al IGSS",
        pattern=r"\d{1,4}[\- ]\d{3,6}(?:[\- ]\d{1,4})?|\d{6,13}",
        cues=listed("igss, afiliación igss, asegurado, asegurada"),
        fake=drawn("1##-#####-#"),
        examples=("IGSS ⟦188-12345-6⟧", "asegurado ⟦1093-6724-2⟧"),
    ),
    Identifier(
        name="gt_licence",
        country="GT",
        label="LICENCE_ID",
        title="Colegiado activo",
        pattern=r"\d{1,2}[.,]\d{3}|\d{4,6}",
        cues=listed("colegiado, colegiado activo, col, colegiada activa"),
        fake=drawn("##,###"),
        examples=("Dr. Lux, colegiado ⟦78,268⟧", "col. ⟦61948⟧"),
    ),
)
