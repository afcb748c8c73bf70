"""Costa Rica."""

from __future__ import annotations

from velado.identifiers import Identifier
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="cr_cedula",
        country="CR",
        label="PATIENT_ID",
        title="Cédula de identidad",
        pattern=r"[1-9][ \-]\d{3,4}[ \-]\d{3,4}|[1-9]\d{8}",
        cues=listed("cédula, cédula de identidad, ced, identificación, expediente, cédula nº"),
        fake=drawn("[1234567]-0###-0###"),
        examples=("cédula ⟦4-8311-2191⟧", "ced. ⟦346605026⟧", "identificación: ⟦1-1234-0567⟧"),
    ),
    Identifier(
        name="cr_dimex",
        country="CR",
        label="PATIENT_ID",
        title="Documento de identidad migratorio (DIMEX)",
        pattern=r"1\d{10,11}",
        cues=listed("dimex"),
        fake=drawn("1###########"),
        examples=("DIMEX ⟦123157280484⟧",),
    ),
    Identifier(
        name="cr_licence",
        country="CR",
        label="LICENCE_ID",
        title="Código profesional",
        pattern=r"\d{4,6}",
        cues=listed("código médico, cód. médico, cód. prof., código profesional, med"),
        fake=drawn("1####"),
        examples=("Dra. Mata, código médico ⟦93552⟧", "cód. prof. ⟦9345⟧"),
    ),
)
