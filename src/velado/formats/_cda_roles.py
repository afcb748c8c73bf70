"""Who and what the elements of a clinical document speak of, by the meaning that the standard gives them."""

from __future__ import annotations

import re

from velado.formats._cda_tree import Element
from velado.formats._xml import Attribute, local
from velado.tokens import word_set

__all__ = [
    "ADDRESS_PARTS", "CAPTIONS", "DEMOGRAPHIC", "ID_LABELS", "INLINE", "NAME_LABELS", "NUMBER", "TIME", "is_kept", "is_time", "kind_of", "roles_of",
]  # fmt: skip


_ROLES = {
    "patient": "recordTarget patientRole patient",
    "relative": "guardian relatedEntity relatedSubject",
    "staff": "author dataEnterer legalAuthenticator authenticator performer responsibleParty encounterParticipant assignedEntity "
    "assignedAuthor assignedPerson",
    "person": "informant informationRecipient intendedRecipient associatedEntity",
    "institution": "representedOrganization providerOrganization custodian assignedCustodian representedCustodianOrganization "
    "wholeOrganization receivedOrganization scopingOrganization serviceProviderOrganization asOrganizationPartOf employerOrganization",
    "hospital": "healthCareFacility location",
    "birthplace": "birthplace",
    "encounter": "encompassingEncounter",
    "device": "assignedAuthoringDevice playingDevice device",
    # An allergen, a drug and its maker are called by a name too, and are medicine.
    "thing": "participantRole manufacturedProduct manufacturerOrganization consumable product specimen",
}
_ROLE = {name: role for role, names in _ROLES.items() for name in names.split()}
_NEXT_OF_KIN = word_set("NOK PRS ECON GUARD CAREGIVER CON AGNT PAT")
NAME_LABELS = {
    "patient": "PATIENT_NAME", "relative": "RELATIVE_NAME", "staff": "STAFF_NAME", "person": "PERSON_NAME",
    "institution": "INSTITUTION", "hospital": "HOSPITAL", "birthplace": "PLACE",
}  # fmt: skip
ID_LABELS = {
    "patient": "PATIENT_ID", "relative": "OTHER_ID", "staff": "LICENCE_ID", "person": "OTHER_ID", "institution": "OTHER_ID",
    "hospital": "OTHER_ID", "encounter": "EPISODE_ID", "device": "DEVICE_ID", "birthplace": "OTHER_ID",
}  # fmt: skip
# What stands in front of a name, so that the engine finds it in the narrative too.
CAPTIONS = {
    "es": {"patient": "Paciente: ", "relative": "Familiar: ", "staff": "Médico: ", "person": "Nombre: "},
    "pt": {"patient": "Paciente: ", "relative": "Familiar: ", "staff": "Médico: ", "person": "Nome: "},
    "en": {"patient": "Patient: ", "relative": "Relative: ", "staff": "Doctor: ", "person": "Name: "},
}
# Parts of an address; all others are part of the street.
ADDRESS_PARTS = {"city": "PLACE", "county": "PLACE", "state": "PLACE", "precinct": "PLACE", "postalCode": "PLACE", "country": "COUNTRY"}
DEMOGRAPHIC = {
    "administrativeGenderCode": "SEX", "maritalStatusCode": "OTHER", "religiousAffiliationCode": "OTHER", "raceCode": "OTHER",
    "ethnicGroupCode": "OTHER",
}  # fmt: skip
INLINE = word_set("content sub sup linkHtml footnote footnoteRef renderMultiMedia")

TIME = re.compile(r"(?P<date>(?:18|19|20|21)\d{2}(?:\d{2}){0,2})(?P<rest>(?:(?<=\d{8})(?:\d{2}){1,3}(?:\.\d{1,6})?)?(?:[+-]\d{2,4}|Z)?)")
NUMBER = re.compile(r"[-+]?\d{1,7}(?:[.,]\d{1,10})?(?:[eE][-+]?\d{1,3})?")
_TIMES = word_set("TS IVL_TS PIVL_TS EIVL_TS SXCM_TS SXPR_TS IVXB_TS")
_BOUNDS = word_set("low high center phase comp")
_OID = re.compile(r"[0-2](?:\.(?:0|[1-9]\d{0,38})){1,40}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[A-Za-z][A-Za-z0-9-]{0,40}")
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:^*+/()=<>|,-]{0,59}")
_VOCABULARY = re.compile(r"(?!.*\d{6})[^\s@]{1,60}(?: [^\s@]{1,20}){0,6}")
_WORDS_OF_THE_STANDARD = word_set(
    "classCode moodCode typeCode determinerCode contextControlCode contextConductionInd contextConduction nullFlavor unit use type "
    "qualifier inversionInd negationInd independentInd uncertaintyInd institutionSpecified partitive mediaType representation language "
    "compression operator inclusive alignment preferenceInd listType styleCode colspan rowspan width height align valign border "
    "cellpadding cellspacing frame rules scope span charoff char revised displayable isNotOrdered space lang"
)
_SYSTEMS = word_set("codeSystem valueSet")
_SYSTEM_NAMES = re.compile(
    r"(?:LOINC|SNOMED[ -]?CT|SNOMED|UCUM|RxNorm|ATC|CVX|NUBC|CPT|HL7[\w .:-]{0,40}|(?:ICD|CIE|CID)[ -]?\d{0,2}(?:[ -]?[A-Z]{1,3})?|"
    r"(?:ISO|IETF)[ -]?[\w -]{0,12}|[A-Z][A-Za-z]{2,30}(?:Code|Status|Type|Class|Mood|Language|Gender|Confidentiality))"
)
_VERSION = re.compile(r"(?=.{1,20}\Z)v?\d{1,4}(?:[.-]\d{1,4}){0,3}")


def roles_of(root: Element) -> dict[Element, str]:
    """The role that each element has, its own or that of the nearest element around it."""
    found: dict[Element, str] = {}
    for element in root.walk():
        above = found[element.parent] if element.parent is not None else ""
        found[element] = _own_role(element, above)
    return found


def _own_role(element: Element, above: str) -> str:
    if element.name == "associatedEntity" and element.get("classCode").upper() in _NEXT_OF_KIN:
        return "relative"
    if element.name == "participantRole" and element.get("classCode").upper() in ("SDLOC", "ISDLOC", "DSDLOC"):
        return "hospital"
    if element.name == "playingEntity" and element.get("classCode").upper() == "PSN":
        return "person"
    return _ROLE.get(element.name, above)


def kind_of(element: Element) -> str:
    """The data type that an element says its value has; "" when it says nothing."""
    return next((local(a.value.strip()) for a in element.attributes if a.name.endswith(":type")), "")


def is_time(element: Element, value: str) -> bool:
    """Whether a value is a point in time by the meaning of its place; figures that only look like a date count too."""
    place = element
    while place.name in _BOUNDS and place.parent is not None:
        place = place.parent
    if element.has("unit"):
        return False
    if kind_of(place) in _TIMES or place.name.endswith("Time") or place.name in ("time", "date", "useablePeriod"):
        return any(sign.isdigit() for sign in value)
    return len(value) >= 8 and TIME.fullmatch(value) is not None


def is_kept(element: Element, attribute: Attribute) -> bool:
    """Whether an attribute holds a word of the standard and nothing else: it looks as such a word must."""
    name, value = local(attribute.name), attribute.value.strip()
    if not value:
        return True
    if attribute.name.endswith(":type") or name in _WORDS_OF_THE_STANDARD:
        return _VOCABULARY.fullmatch(value) is not None
    if name in _SYSTEMS or (name == "root" and element.name in ("templateId", "typeId")):
        return _OID.fullmatch(value) is not None or value.startswith(("http://", "https://", "urn:"))
    if name == "code":
        return _CODE.fullmatch(value) is not None
    if name in ("codeSystemVersion", "valueSetVersion") or (name == "extension" and element.name in ("templateId", "typeId")):
        return _VERSION.fullmatch(value) is not None or re.fullmatch(r"POCD_HD0{0,6}\d{1,3}", value) is not None
    if name == "codeSystemName":
        return _SYSTEM_NAMES.fullmatch(value) is not None
    return name == "value" and (value in ("true", "false") or NUMBER.fullmatch(value) is not None)
