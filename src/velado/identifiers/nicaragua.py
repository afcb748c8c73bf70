"""Nicaragua."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

_CONTROL = "ABCDEFGHJKLMNPQRSTUVWXY"


def _cedula(compact: str) -> bool:
    return len(compact) == 14 and compact[:13].isdigit() and compact[13] == _CONTROL[int(compact[:13]) % 23]


IDENTIFIERS = (
    Identifier(
        name="ni_cedula",
        country="NI",
        label="PATIENT_ID",
        title="Cédula de identidad",
        pattern=r"\d{3}[ \-]{0,2}\d{6}[ \-]{0,2}\d{4} ?[a-y]",
        cues=listed("cédula, cédula de identidad, ced, identificada con cédula"),
        valid=_cedula,
        fake=drawn("001-{ddmmyy}-000#@", _cedula),
        composed=composed_of("###{ddmmyy}####?", "#############?", check=lambda body: _CONTROL[int(body) % 23]),
        examples=("cédula ⟦001-160493-0008G⟧", "Luna, ⟦001-160493-0008G⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="ni_inss",
        country="NI",
        label="INSURANCE_ID",
        title="Número de asegurado del INSS",
        pattern=r"\d{5,9}(?:-\d)?",
        cues=listed("inss, nº inss, asegurado inss"),
        fake=drawn("########"),
        examples=("INSS ⟦12345678⟧", "nº INSS: ⟦1234567-8⟧"),
    ),
    Identifier(
        name="ni_licence",
        country="NI",
        label="LICENCE_ID",
        title="Código sanitario del MINSA",
        pattern=r"\d{3,6}",
        cues=listed("cod minsa, código minsa, código sanitario, cód. san., minsa"),
        fake=drawn("#####"),
        examples=("Dr. Sanz, código MINSA ⟦70881⟧", "cód. san. ⟦7890⟧"),
    ),
)
