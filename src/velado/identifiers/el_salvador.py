"""El Salvador."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, weighted


def _dui(compact: str) -> bool:
    return len(compact) == 9 and compact.isdigit() and (10 - weighted(compact[:8], range(9, 1, -1)) % 10) % 10 == int(compact[8])


IDENTIFIERS = (
    Identifier(
        name="sv_dui",
        country="SV",
        label="PATIENT_ID",
        title="Documento único de identidad (DUI)",
        pattern=r"\d{8} ?- ?\d|\d{9}",
        cues=listed("dui, d.u.i., documento único de identidad"),
        valid=_dui,
        fake=drawn("0#######-#", _dui),
        composed=composed_of("########?"),
        examples=("DUI ⟦46051216-8⟧", "dui ⟦002517249⟧"),
    ),
    Identifier(
        name="sv_nit",
        country="SV",
        label="PATIENT_ID",
        title="Número de identificación tributaria (NIT)",
        pattern=r"\d{4}[ \-]\d{6}[ \-]\d{3}[ \-]\d",
        cues=listed("nit, n.i.t."),
        fake=drawn("0614-{ddmmyy}-1##-#"),
        examples=("NIT ⟦0614-120385-102-3⟧", "aporta ⟦0614-120385-102-3⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="sv_licence",
        country="SV",
        label="LICENCE_ID",
        title="Juntas de vigilancia (JVPM, JVPE, JVPTS…)",
        pattern=r"\d{3,6}",
        cues=listed("jvpm, jvpe, jvpts, jvpo, jvpqf, jvplc, jvpp, j.v.p.m."),
        fake=drawn("####"),
        examples=("Dra. Irma Paz, JVPM ⟦12345⟧", "J.V.P.M. ⟦3740⟧"),
    ),
)
