"""United Kingdom."""

from __future__ import annotations

from stdnum.gb import nhs

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed


def _nhs_check(body: str) -> str:
    return next((check for check in "0123456789" if nhs.checksum(body + check) == 0), "")


def _chi(compact: str) -> bool:
    """Scotland's number: a birth date, then the same check digit as the NHS number."""
    return bool(nhs.is_valid(compact)) and 1 <= int(compact[:2]) <= 31 and 1 <= int(compact[2:4]) <= 12


def _nino(compact: str) -> bool:
    return (
        compact[:2] not in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ")
        and compact[0] not in "DFIQUV"
        and compact[1] not in "DFIOQUV"
    )


IDENTIFIERS = (
    Identifier(
        name="gb_nhs",
        country="GB",
        label="INSURANCE_ID",
        title="NHS number",
        pattern=r"\d{3}[ \-]{0,2}\d{3}[ \-]{0,2}\d{4}",
        cues=listed("nhs, nhs no, nhs number, nhs#, nhs num"),
        valid=nhs.is_valid,
        fake=drawn("9## ### ####", nhs.is_valid),
        composed=composed_of("#########?", check=_nhs_check),
        examples=("NHS No ⟦943 476 5919⟧", "NHS number: ⟦9434765919⟧", "nhs ⟦967-496-3677⟧"),
        counter_examples=("NHS 111 was called", "waited 12 weeks on the NHS"),
    ),
    Identifier(
        name="gb_chi",
        country="GB",
        label="INSURANCE_ID",
        title="Community health index (CHI, Scotland)",
        pattern=r"[0-3]\d[01]\d{3}[ \-]?\d{4}",
        cues=listed("chi, chi no, chi number"),
        valid=_chi,
        fake=drawn("{ddmmyy}####", _chi),
        composed=composed_of("{ddmmyy}###?", check=_nhs_check),
        examples=("CHI ⟦0403842549⟧", "CHI no: ⟦250324 4866⟧"),
    ),
    Identifier(
        name="gb_hcn",
        country="GB",
        label="INSURANCE_ID",
        title="Health and care number (H&C, Northern Ireland)",
        pattern=r"3\d{2}[ \-]?\d{3}[ \-]?\d{4}",
        cues=listed("h&c, h&c no, h&c number, hcn, health and care number, hc number"),
        valid=nhs.is_valid,
        fake=drawn("3## ### ####", nhs.is_valid),
        composed=composed_of("3########?", check=_nhs_check),
        examples=("H&C no ⟦399 279 5004⟧", "H&C: ⟦3446503285⟧"),
    ),
    Identifier(
        name="gb_nino",
        country="GB",
        label="INSURANCE_ID",
        title="National insurance number",
        pattern=r"[a-z]{2}[ \-]?\d{2}[ \-]?\d{2}[ \-]?\d{2}[ \-]?[a-d]",
        cues=listed("ni, nino, national insurance, ni number, ni no, n.i."),
        valid=_nino,
        fake=drawn("[ABCEGHJKLMN][ABCEGHJKLMPR] ## ## ## [ABCD]", _nino),
        composed=composed_of("[A-CEGHJ-PRSTW-Z][A-CEGHJ-NPRSTW-Z]######[A-D]"),
        examples=("NI ⟦AB 12 34 56 C⟧", "national insurance number ⟦BX923036A⟧", "her file shows ⟦AB 12 34 56 C⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="gb_licence",
        country="GB",
        label="LICENCE_ID",
        title="Professional registers (GMC, NMC, GPhC, HCPC, GDC, GOC, SWE)",
        pattern=r"\d{2}[a-l]\d{4}[a-z]|[a-z]{2,3}\d{5,6}|\d{2}-\d{4,5}|\d{5,8}",
        cues=listed("gmc, nmc, nmc pin, gphc, hcpc, gdc, goc, gmc no, gmc number, pin, swe, nmc no, social work england"),
        fake=drawn("[4567]######"),
        examples=("Dr Lowell, GMC ⟦8319667⟧", "NMC PIN ⟦98I1234E⟧", "HCPC ⟦PH123456⟧", "GOC ⟦10-81640⟧"),
    ),
    Identifier(
        name="gb_hospital",
        country="GB",
        label="PATIENT_ID",
        title="Hospital number",
        pattern=r"[a-z]{0,4}[ \-]?\d{4,10}[a-z]?",
        cues=listed("hospital number, hosp no, hospital no, hosp num, hosp, unit no, district no, pas no, rxr"),
        fake=drawn("@@@#######"),
        examples=("Hosp no.: ⟦RCF7003545⟧", "hospital number ⟦A123456⟧"),
        counter_examples=("in hosp 3 days",),
    ),
    Identifier(
        name="gb_prison",
        country="GB",
        label="PATIENT_ID",
        title="Prison (NOMIS) and police national computer numbers",
        pattern=r"[a-z]\d{4}[a-z]{2}|\d{2}/\d{4,7}[a-z]",
        cues=listed("prison no, prison number, nomis, noms, pnc"),
        fake=drawn("A####@@"),
        examples=("Prison no. ⟦A7405EK⟧", "PNC ⟦79/919337T⟧"),
    ),
    Identifier(
        name="gb_plate",
        country="GB",
        label="VEHICLE_ID",
        title="Vehicle registration",
        pattern=r"[a-z]{2}\d{2} ?[a-z]{3}|[a-z]\d{1,3} ?[a-z]{3}",
        cues=listed("reg, registration, vehicle, vehicle reg, number plate, vrm, car, van"),
        fake=drawn("[ABCDEFGHK][ABCDEFGHK][12]# @@@"),
        examples=("van reg ⟦CX69 ZHD⟧", "number plate ⟦P123 ABC⟧"),
        counter_examples=("reg 5 mg", "car crash 3 days ago"),
    ),
)
