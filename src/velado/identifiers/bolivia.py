"""Bolivia."""

from __future__ import annotations

from velado.identifiers import Identifier
from velado.identifiers._forms import drawn, listed

_DEPARTMENT = r"(?:lp|sc|cb|cbba|ch|or|pt|tj|be|bn|pa|pd|qr|ex)"

IDENTIFIERS = (
    Identifier(
        name="bo_ci",
        country="BO",
        label="PATIENT_ID",
        title="Cédula de identidad, con el departamento que la expidió",
        pattern=(
            rf"(?:e ?- ?)?\d{{1,2}}[. ]?\d{{3}}[. ]?\d{{3}}(?:[ \-]?\d[a-z])?(?: ?-? ?{_DEPARTMENT}\b)?"
            rf"|\d{{5,8}}(?: ?-? ?{_DEPARTMENT}\b)?"
        ),
        cues=listed("ci, c.i., cédula de identidad, carnet, carnet de identidad, ci boliviana, cédula"),
        fake=drawn("####### LP"),
        examples=("C.I. ⟦4787918 LP⟧", "ci ⟦5915187 TJ⟧", "carnet de identidad ⟦4567890-1A CB⟧", "CI ⟦7037580⟧"),
        counter_examples=("CI 3 l/min",),
    ),
    Identifier(
        name="bo_insured",
        country="BO",
        label="INSURANCE_ID",
        title="Matrícula del asegurado (CNS y otras cajas)",
        pattern=r"\d{2}[\- ]?\d{4}[\- ]?[a-z]{3}(?:[\- ]?\d{1,2})?",
        cues=listed("matrícula, matrícula de asegurado, asegurado, asegurada, mat. aseg, cns, caja nacional"),
        fake=drawn("##-####-@@@"),
        examples=("matrícula de asegurado ⟦85-0312-GMC⟧", "asegurada ⟦85-0312 GMC⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="bo_licence",
        country="BO",
        label="LICENCE_ID",
        title="Matrícula profesional",
        pattern=r"[a-z]{1,2}[ \-]?\d{2,5}|\d{3,6}",
        cues=listed("matrícula profesional, mat. prof., m.p., colegio médico"),
        fake=drawn("@-####"),
        examples=("Dr. Roca, mat. prof. ⟦C-1234⟧", "Mat. Prof. ⟦Q-567⟧"),
    ),
    Identifier(
        name="bo_plate",
        country="BO",
        label="VEHICLE_ID",
        title="Placa de vehículo",
        pattern=r"\d{3,4}[ \-]?[a-z]{3}",
        cues=listed("placa, placas, chapa"),
        fake=drawn("####-@@@"),
        examples=("camión placa ⟦8278-KXD⟧", "minibús placa ⟦1234 ABC⟧"),
    ),
)
