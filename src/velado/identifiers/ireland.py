"""Ireland."""

from __future__ import annotations

from stdnum.ie import pps, vat

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed


def _old_check(body: str) -> str:
    """The check letter of a number whose last letter does not count."""
    return str(vat.calc_check_digit(body[:7]))


IDENTIFIERS = (
    Identifier(
        name="ie_ppsn",
        country="IE",
        label="PATIENT_ID",
        title="Personal public service number (PPSN)",
        pattern=r"\d{7} ?[a-w][abhtwx]?",
        cues=listed("ppsn, pps, pps no, pps number"),
        valid=pps.is_valid,
        fake=drawn("#######@", pps.is_valid),
        composed=(*composed_of("#######?", "#######?[ABH]", check=vat.calc_check_digit), *composed_of("#######?[TWX]", check=_old_check)),
        examples=("PPSN ⟦1234567T⟧", "PPS no ⟦0146595LA⟧", "known as ⟦1234567T⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="ie_medical_card",
        country="IE",
        label="INSURANCE_ID",
        title="Medical card (GMS), drugs payment scheme, individual health identifier",
        pattern=r"[a-z]\d{6}[a-z]|\d{18}|\d{7,10}[a-z]?",
        cues=listed("gms, medical card, dps, gms no, ihi, gp visit card"),
        fake=drawn("@######@"),
        examples=("GMS ⟦K450959B⟧", "medical card ⟦J551811A⟧", "IHI ⟦662998732725800123⟧"),
        counter_examples=("medical card holder",),
    ),
    Identifier(
        name="ie_licence",
        country="IE",
        label="LICENCE_ID",
        title="Medical council and nursing board (IMC, MCRN, NMBI, CORU, PSI)",
        pattern=r"[a-z]{0,2}\d{4,8}",
        cues=listed("imc, mcrn, mcn, nmbi, coru, psi, nmbi pin, mcrn no"),
        fake=drawn("4#####"),
        examples=("Dr Keane, MCRN ⟦444198⟧", "NMBI ⟦87671056⟧"),
        counter_examples=("IMC 31,2 kg/m2", "PSI 90"),
    ),
    Identifier(
        name="ie_plate",
        country="IE",
        label="VEHICLE_ID",
        title="Vehicle registration",
        pattern=r"\d{2,3}[ \-][a-z]{1,2}[ \-]\d{1,6}",
        cues=listed("reg, car reg, registration"),
        fake=drawn("[12]#1-D-#####"),
        examples=("car reg ⟦191-D-12345⟧", "reg ⟦08-KY-1234⟧"),
    ),
)
