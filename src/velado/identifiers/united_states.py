"""United States and Puerto Rico."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import digits_of, drawn, listed, luhn


def _ssn(compact: str) -> bool:
    return (
        len(compact) == 9
        and compact.isdigit()
        and compact[:3] not in ("000", "666")
        and compact[3:5] != "00"
        and compact[5:] != "0000"
    )


def _npi(compact: str) -> bool:
    return len(compact) == 10 and compact.isdigit() and compact[0] in "12" and luhn("80840" + compact)


def _dea(compact: str) -> bool:
    digits = digits_of(compact[2:])
    if len(digits) != 7 or not compact[2:].isdigit():
        return False
    return (digits[0] + digits[2] + digits[4] + 2 * (digits[1] + digits[3] + digits[5])) % 10 == digits[6]


_LETTER, _SIGN = "[AC-HJ-KM-NP-RT-Y]", "[0-9AC-HJ-KM-NP-RT-Y]"
_A = "[ac-hj-km-np-rt-y]"  # the letters of a Medicare number: no s, l, o, i, b, z

IDENTIFIERS = (
    Identifier(
        name="us_ssn",
        country="US",
        label="PATIENT_ID",
        title="Social security number",
        pattern=r"(?:\d{3}|xxx|\*{3})[ \-]{1,2}(?:\d{2}|xx|\*{2})[ \-]{1,2}\d{4}",
        cues=listed("ssn, ss#, ss, social security, social security number, social, soc sec"),
        valid=_ssn,
        fake=drawn("9##-[56789]#-####"),
        form_suffices=True,
        composed=composed_of("#########"),
        examples=("SSN ⟦987-65-4320⟧", "social security number ⟦954 81 2207⟧", "DOE, J   ⟦912-58-7740⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="us_ssn_bare",
        country="US",
        label="PATIENT_ID",
        title="Social security number without hyphens",
        pattern=r"\d{9}",
        cues=listed("ssn, ss#, social security number"),
        fake=drawn("9########"),
        examples=("SSN ⟦954812207⟧",),
    ),
    Identifier(
        name="us_mrn",
        country="US",
        label="PATIENT_ID",
        title="Medical record number",
        pattern=r"(?:[a-z]{1,4}[ \-]?)?\d{3,12}(?:-\d{1,4})?",
        cues=listed(
            "mrn, mr#, mr, medical record, medical record number, chart, chart#, record, pt id, patient id, unit number, "
            "emrn, mrn#, record#"
        ),
        fake=drawn("########"),
        examples=("MRN ⟦07566722⟧", "MRN: ⟦LR-679027⟧", "chart # ⟦24226⟧", "Record #: ⟦CSM-57287⟧"),
        counter_examples=("chart reviewed, 3 visits",),
    ),
    Identifier(
        name="us_mbi",
        country="US",
        label="INSURANCE_ID",
        title="Medicare beneficiary identifier",
        pattern=rf"[1-9]{_A}[0-9a-z]\d[ \-]?{_A}[0-9a-z]\d[ \-]?{_A}{{2}}\d{{2}}",
        cues=listed("medicare, mbi, medicare id, beneficiary, medicare number, hic, hicn"),
        fake=drawn("[123456789][ACDEFGHJK]#[0123456789]-[ACDEFGHJK]#[0123456789]-[ACDEFGHJK][ACDEFGHJK]##"),
        composed=composed_of(f"[1-9]{_LETTER}{_SIGN}#{_LETTER}{_SIGN}#{_LETTER}{_LETTER}##"),
        examples=("Medicare ⟦1EG4-TE5-MK73⟧", "MBI: ⟦1EG4TE5MK73⟧", "card shows ⟦7WD7-KJ7-TE46⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="us_medicaid",
        country="US",
        label="INSURANCE_ID",
        title="Medicaid, Medi-Cal, CHIP and other state plans",
        pattern=r"[a-z]{0,3}\d{6,14}[a-z]{0,2}|\d{3}[ \-]\d{3}[ \-]\d{3}|[a-z]{2}[ \-]?\d{5}[a-z]|\d{4}[ \-]\d{4}[ \-]\d{2,6}",
        cues=listed(
            "medicaid, medicaid id, medi-cal, masshealth, tenncare, chip, providerone, rid, ahcccs, badgercare, plan "
            "vital, mi salud, medical assistance, pmi, mpi"
        ),
        fake=drawn("##########"),
        examples=("Medicaid ID ⟦6577285321⟧", "Plan Vital MPI ⟦0656361336735⟧", "ProviderOne ⟦454578926WA⟧"),
        counter_examples=("on Medicaid since 2 visits ago",),
    ),
    Identifier(
        name="us_npi",
        country="US",
        label="LICENCE_ID",
        title="National provider identifier",
        pattern=r"[12]\d{9}",
        cues=listed("npi, npi#, national provider identifier"),
        valid=_npi,
        fake=drawn("1#########", _npi),
        composed=composed_of("[12]########?"),
        examples=("NPI ⟦1815665801⟧", "NPI# ⟦1863512608⟧"),
    ),
    Identifier(
        name="us_dea",
        country="US",
        label="LICENCE_ID",
        title="DEA registration",
        pattern=r"[a-z][a-z9] ?\d{7}",
        cues=listed("dea, dea#, dea number"),
        valid=_dea,
        fake=drawn("[ABFM]@#######", _dea),
        composed=composed_of("@[A-Z9]######?"),
        examples=("DEA ⟦FP6986434⟧", "DEA# ⟦BQ3678818⟧"),
    ),
    Identifier(
        name="us_licence",
        country="US",
        label="LICENCE_ID",
        title="State licence of a professional",
        pattern=r"(?:[a-z]{1,4}[ .\-]?)?\d{1,3}[,.]\d{3}|(?:[a-z]{1,5}[ .\-]?)?\d{4,10}(?:-?[a-z0-9]{1,2})?",
        cues=listed("lic, lic#, license, license no, licence, license number, state license, cert#, board cert"),
        fake=drawn("@@######"),
        examples=("R. Ray RN, lic ⟦535148L⟧", "Lic. ⟦79,680⟧", "Lic ⟦APRN91561138⟧"),
        counter_examples=("driver's license suspended",),
    ),
    Identifier(
        name="us_driver",
        country="US",
        label="PATIENT_ID",
        title="Driver's licence or state identity card",
        pattern=r"[a-z]{0,2}[ \-]?\d{2,4}(?:[ \-]\d{2,4}){1,4}|[a-z]{0,3}\d{5,14}[a-z]{0,2}",
        cues=listed("dl, dl#, driver's license, drivers license, driver license, state id, licencia de conducir"),
        fake=drawn("@ ### ### ### ###"),
        examples=("TX DL ⟦C 639 511 799 196⟧", "driver's license ⟦D1234567⟧"),
        counter_examples=("CO 4.5, HDL 40, DL 200",),
    ),
    Identifier(
        name="us_accession",
        country="US",
        label="EPISODE_ID",
        title="Accession number of a study or specimen",
        pattern=r"[a-z]{0,4}[ \-]?\d{2,4}-\d{3,8}(?:-\d{1,4})?|[a-z]{0,3}\d{5,14}",
        cues=listed("accession, accession#, acc, acc#, accession no, specimen, case#"),
        fake=drawn("SP-23-######"),
        examples=("Accession: ⟦SP-51-829155⟧", "Acc# ⟦79420548476⟧"),
    ),
    Identifier(
        name="us_plate",
        country="US",
        label="VEHICLE_ID",
        title="Licence plate",
        pattern=r"(?:[a-z]{2} )?(?:[a-z]{2,3}[ \-]?\d{3,4}|\d{1,3}[ \-]?[a-z]{3}[ \-]?\d{0,3}|\d{3}[ \-]?[a-z]{3})",
        cues=listed("plate, plates, license plate, lic plate, tag, plate#"),
        fake=drawn("#@@@###"),
        examples=("white sedan plate ⟦TFX 475⟧", "license plate ⟦7ABC123⟧"),
        counter_examples=("plate and 6 screws",),
    ),
)
