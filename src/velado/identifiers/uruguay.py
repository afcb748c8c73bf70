"""Uruguay."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, weighted


def _ci(compact: str) -> bool:
    return compact.isdigit() and len(compact) <= 8 and _ci_check(compact[:-1]) == compact[-1]


def _ci_check(body: str) -> str:
    return str(-weighted(body.zfill(7), (2, 9, 8, 7, 6, 3, 4)) % 10)


IDENTIFIERS = (
    Identifier(
        name="uy_ci",
        country="UY",
        label="PATIENT_ID",
        title="Cédula de identidad",
        pattern=r"\d[. ]?\d{3}[. ]?\d{3}[ \-/]{0,3}\d|\d{3}[. ]\d{3} ?- ?\d",
        cues=listed("ci, c.i., cédula, cédula de identidad, documento"),
        valid=_ci,
        fake=drawn("[12345].###.###-#", _ci),
        composed=composed_of("######?", "#######?", check=_ci_check),
        examples=("CI ⟦1.234.567-2⟧", "cédula ⟦12345672⟧", "Sosa, ⟦1.234.567-2⟧, socia"),
        needs_cue=False,
    ),
    Identifier(
        name="uy_mutualista",
        country="UY",
        label="PLAN_ID",
        title="Número de socio de mutualista",
        pattern=r"\d{1,3}(?:[. ]\d{3}){1,2}(?:-\d)?|\d{3,8}(?:[\-/]\d{1,2})?",
        cues=listed("socio, socia, nº de socio, mutualista, matrícula mutual, casmu, mat. casmu"),
        fake=drawn("###.###"),
        examples=("socia ⟦592.893⟧", "CASMU socio nº ⟦838.036-9⟧"),
        counter_examples=("vive con su socio",),
    ),
    Identifier(
        name="uy_cjppu",
        country="UY",
        label="LICENCE_ID",
        title="Caja de profesionales (CJPPU)",
        pattern=r"\d{2,3}\.?\d{3}",
        cues=listed("cjppu, cjp, c.j.p.p.u., caja de profesionales, c.j.p."),
        fake=drawn("[56789]####"),
        examples=("Dra. Pons CJPPU ⟦91075⟧", "c.j.p. ⟦112.345⟧"),
    ),
    Identifier(
        name="uy_plate",
        country="UY",
        label="VEHICLE_ID",
        title="Matrícula de vehículo",
        pattern=r"[a-z]{3}[ \-]?\d{4}",
        cues=listed("matrícula, chapa, patente"),
        fake=drawn("S@@ ####"),
        examples=("auto matrícula ⟦AAR 5451⟧", "matrícula ⟦SBC 1234⟧"),
    ),
)
