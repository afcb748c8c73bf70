"""Chile."""

from __future__ import annotations

from stdnum.cl import rut

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="cl_run",
        country="CL",
        label="PATIENT_ID",
        title="Rol único nacional o tributario (RUN, RUT)",
        pattern=r"\d{1,3}[. ]?\d{3}[. ]?\d{3} ?- ?[0-9k]",
        cues=listed("rut, run, r.u.t., r.u.n., rut provisorio, cédula de identidad, c. identidad, cédula"),
        valid=rut.is_valid,
        fake=drawn("##.###.###-[0123456789K]", rut.is_valid),
        composed=composed_of("#######?", "########?", check=rut.calc_check_digit),
        examples=("RUT ⟦12.345.678-5⟧", "run: ⟦12345678-5⟧", "Soto Pardo, ⟦12.345.678-5⟧, 44 a"),
        counter_examples=("RUT: no recuerda",),
        needs_cue=False,
    ),
    Identifier(
        name="cl_run_written",
        country="CL",
        label="PATIENT_ID",
        title="RUN o RUT con puntos y guion, aunque el dígito no cuadre",
        pattern=r"\d{1,2}\.\d{3}\.\d{3}-[0-9k]",
        cues=listed("rut, run"),
        fake=drawn("##.###.###-[0123456789K]", rut.is_valid),
        examples=("Vera Lagos, ⟦9.876.543-1⟧, control",),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="cl_run_bare",
        country="CL",
        label="PATIENT_ID",
        title="RUN o RUT sin guion ni dígito verificador",
        pattern=r"\d{1,2}[. ]\d{3}[. ]\d{3}[0-9k]?|\d{7,8}[0-9k]?",
        cues=listed("rut, run, r.u.t., r.u.n."),
        fake=drawn("##.###.###"),
        examples=("rut ⟦12.345.678⟧", "RUN ⟦12345678k⟧"),
    ),
    Identifier(
        name="cl_plate",
        country="CL",
        label="VEHICLE_ID",
        title="Patente de vehículo",
        pattern=r"[a-z]{4}[ .\-·]{0,2}\d{2}|[a-z]{2}[ .\-·]{0,2}\d{4}",
        cues=listed("patente, ppu, placa patente, placa patente única"),
        fake=drawn("[BCDFGHJKLPRSTVWXYZ][BCDFGHJKLPRSTVWXYZ][BCDFGHJKLPRSTVWXYZ][BCDFGHJKLPRSTVWXYZ]-##"),
        examples=("ambulancia patente ⟦HXKT-26⟧", "PPU ⟦LGBR.32⟧"),
    ),
    Identifier(
        name="cl_superintendencia",
        country="CL",
        label="LICENCE_ID",
        title="Registro de prestadores de la Superintendencia de Salud",
        pattern=r"\d{4,7}",
        cues=listed("registro sis, reg. sis, rnpi, registro superintendencia, icm, i.c.m."),
        fake=drawn("######"),
        examples=("Matrona Vera, RNPI ⟦123456⟧", "ICM ⟦23456⟧"),
    ),
)
