"""Australia."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, luhn, luhn_digit, weighted


def _medicare(compact: str) -> bool:
    if len(compact) not in (10, 11) or not compact.isdigit() or compact[0] not in "23456":
        return False
    return _medicare_check(compact) == compact[8]


def _medicare_check(body: str) -> str:
    return str(weighted(body[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10)


def _ihi(compact: str) -> bool:
    return len(compact) == 16 and compact.startswith("80036") and luhn(compact)


IDENTIFIERS = (
    Identifier(
        name="au_medicare",
        country="AU",
        label="INSURANCE_ID",
        title="Medicare card",
        pattern=r"[2-6]\d{3}[ \-]?\d{5}[ \-]?\d(?: ?[/\-] ?\d)?",
        cues=listed("medicare, medicare no, medicare card, medicare number"),
        valid=_medicare,
        fake=drawn("[23456]### ##### #", _medicare),
        composed=composed_of("[2-6]#######?#", "[2-6]#######?##", check=_medicare_check),
        examples=("Medicare ⟦6503 65188 4⟧", "Medicare no. ⟦5548345558⟧"),
        counter_examples=("Medicare item 23",),
    ),
    Identifier(
        name="au_ihi",
        country="AU",
        label="INSURANCE_ID",
        title="Individual healthcare identifier (IHI, HPI-I)",
        pattern=r"800[368][ \-]?\d{4}[ \-]?\d{4}[ \-]?\d{4}",
        cues=listed("ihi, hpi-i, hpii, hpi-o"),
        valid=_ihi,
        fake=drawn("8003 6### #### ####", _ihi),
        composed=composed_of("80036##########?", check=luhn_digit),
        examples=("IHI ⟦8003 6048 6761 4116⟧", "IHI: ⟦8003672036190193⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="au_dva",
        country="AU",
        label="INSURANCE_ID",
        title="Veterans' affairs and Centrelink (DVA, CRN)",
        pattern=r"[nvqwst][a-z]{0,3} ?\d{2,6}[a-z]?|\d{3}[ \-]?\d{3}[ \-]?\d{3} ?[a-z]",
        cues=listed("dva, crn, centrelink, pension, dva no, veteran"),
        fake=drawn("NX######"),
        examples=("DVA ⟦QX123456⟧", "Pension ⟦111-173-303K⟧"),
        counter_examples=("veteran aged 70",),
    ),
    Identifier(
        name="au_ahpra",
        country="AU",
        label="LICENCE_ID",
        title="AHPRA registration",
        pattern=r"(?:med|nmw|pha|phy|psy|den|occ|pod|opt|chi|ost|par|mrp|atsihp)\d{10}",
        cues=listed("ahpra, ahpra no"),
        fake=drawn("MED000#######"),
        composed=composed_of("{MED|NMW|PHA|PHY|PSY|DEN|OCC|POD|OPT|CHI|OST|PAR|MRP}##########", "ATSIHP##########"),
        examples=("Dr Amy Nolan, AHPRA ⟦MED2451538002⟧", "signed ⟦NMW0001234567⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="au_provider",
        country="AU",
        label="LICENCE_ID",
        title="Medicare provider number",
        pattern=r"\d{5,6}[0-9a-z][a-z]",
        cues=listed("prov no, provider no, provider number, provider"),
        fake=drawn("######[123456789]@"),
        examples=("Dr Nolan, prov no. ⟦261088JB⟧", "provider number ⟦2610881B⟧"),
    ),
    Identifier(
        name="au_urn",
        country="AU",
        label="PATIENT_ID",
        title="Unit record number (URN, UR, HRN)",
        pattern=r"[a-z]{0,3}\d{5,9}",
        cues=listed("urn, ur, ur no, hrn, umrn, u.r."),
        fake=drawn("#######"),
        examples=("UR ⟦0322051⟧", "HRN ⟦8469943⟧", "URN: ⟦1234567⟧"),
    ),
)
