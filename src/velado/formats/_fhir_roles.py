"""What each element of a FHIR resource is by the standard's own meaning (R4 and R5).

What is listed here as a code stays, as long as it looks like one; what identifies somebody is replaced as a whole; dates,
ids and references are kept in step; everything else, known or not, is read by the engine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from velado.columns import fits, meaning_of
from velado.formats._fhir_files import is_packed
from velado.formats._fhir_ids import target_of
from velado.formats._json_tree import Node
from velado.tokens import word_set

__all__ = ["CODED", "INSTANTS", "KEEP", "READ", "Role", "Where", "facility", "is_kept", "role_of"]


class Role(NamedTuple):
    """What becomes of a value. Kinds: keep, read, given, date, code (gender), age, id, link, markup, file, gone."""

    kind: str
    label: str = ""
    lead: str = ""  # words that stand before it when it is read


KEEP, READ, GONE = Role("keep"), Role("read"), Role("gone")


@dataclass(frozen=True, slots=True)
class Where:
    """Where a value stands: the type of its resource, the keys that lead to its object, and types of resources by full URL."""

    resource: str
    path: tuple[str, ...]
    types: dict[str, str] = field(default_factory=dict, repr=False)


# Codes, units, addresses of terminologies and profiles: elements whose values come from lists, not from people.
CODED = word_set(
    "resourceType status intent priority use system code version unit comparator language mode type kind linkId url profile contentType "
    "valueCode valueUri valueCanonical valueOid valueUuid valueId relation relationship method fhirVersion implicitRules path currency dayOfWeek "
    "daysOfWeek criticality severity docStatus availability availabilityStatus versionId etag ifNoneMatch ifMatch instantiatesCanonical "
    "questionnaire definition definitionCanonical category timingCode durationUnit periodUnit when outcome disposition action "
    "operationalStatus lifecycleStatus clinicalStatus verificationStatus state code-system search contentFormat purposeOfUse "
    "measure subtype deviceType numberOfRepeats sequence conclusionCode hashAlgorithm format targetFormat sigFormat"
)
_CODE = re.compile(r"[\w.:/#+*|%\[\]{}^'(),;=<>~&!-]{1,400}")
_UNIT = re.compile(r"[^\d@]{1,30}|[\w.:/*%\[\]{}^() -]{1,40}")
_TERMINOLOGIES = re.compile(
    r"https?://(?:www\.)?(?:snomed\.info|loinc\.org|unitsofmeasure\.org|hl7\.org|terminology\.hl7\.org|(?:www\.)?nlm\.nih\.gov|who\.int|whocc\.no"
    r"|dicom\.nema\.org|id\.who\.int|orpha\.net|ama-assn\.org|hl7\.org\.[a-z]{2})(?:/\S{0,200})?|urn:(?:iso|ietf):\S{1,200}"
    r"|urn:oid:2\.16\.840\.1\.113883\.6\.\d{1,6}"
)

_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:?\d{2}\S{0,30})?)?")
_YEAR = re.compile(r"(?:18|19|20|21)\d{2}")
_DATED = re.compile(
    r"(?:.*(?:[Dd]ate|[Tt]ime|[Pp]eriod|[Ii]nstant|[Dd]ay)(?:Time)?|start|end|issued|recorded|created|sent|received|authored(?:On)?|event|when"
    r"|lastUpdated|timestamp|onset.*|abatement.*|effective.*|performed.*|occurrence.*|asserted.*|collected.*|born.*|deceased.*|started|.*On)"
)
_PROSE = word_set("valueString valueMarkdown text display title description comment value label summary div conclusion name valueTime")
INSTANTS = word_set("lastUpdated timestamp issued valueInstant effectiveInstant when")  # where a day alone would not be valid

_PEOPLE = {
    "Patient": "PATIENT_NAME", "Practitioner": "STAFF_NAME", "PractitionerRole": "STAFF_NAME", "RelatedPerson": "RELATIVE_NAME",
    "Person": "PERSON_NAME",
}  # fmt: skip
_FACILITIES = word_set("Organization Location HealthcareService Endpoint OrganizationAffiliation InsurancePlan")
_NUMBERS = {
    "Patient": "PATIENT_ID", "Person": "PATIENT_ID", "Practitioner": "LICENCE_ID", "PractitionerRole": "LICENCE_ID", "Coverage": "INSURANCE_ID",
    "Encounter": "EPISODE_ID", "EpisodeOfCare": "EPISODE_ID", "Device": "DEVICE_ID", "Account": "EPISODE_ID",
}  # fmt: skip
_NUMBERS_BY_TYPE = {"MB": "INSURANCE_ID", "SN": "INSURANCE_ID", "EI": "EMPLOYEE_ID", "VN": "EPISODE_ID", "MD": "LICENCE_ID", "PRN": "LICENCE_ID"}
_TELECOM = {"phone": "PHONE", "sms": "PHONE", "pager": "PHONE", "fax": "FAX", "email": "EMAIL", "url": "URL"}
_ADDRESS = {
    "line": "STREET", "text": "STREET", "city": "PLACE", "district": "PLACE", "state": "PLACE", "postalCode": "PLACE", "country": "COUNTRY",
}  # fmt: skip
# Plain strings that name or number somebody, by type of resource ("" for all) and element.
_STRINGS = {
    ("", "authorString"): "STAFF_NAME", ("", "ifNoneExist"): "OTHER_ID", ("FamilyMemberHistory", "name"): "RELATIVE_NAME", ("AuditEvent", "name"): "PERSON_NAME",
    ("AuditEvent", "altId"): "OTHER_ID", ("Coverage", "subscriberId"): "INSURANCE_ID", ("Coverage", "dependent"): "INSURANCE_ID",
    ("Coverage", "policyHolder"): "INSURANCE_ID", ("Coverage", "value"): "PLAN_ID", ("Device", "serialNumber"): "DEVICE_ID",
    ("Device", "distinctIdentifier"): "DEVICE_ID", ("Device", "carrierHRF"): "DEVICE_ID", ("Device", "carrierAIDC"): "DEVICE_ID",
    ("Device", "deviceIdentifier"): "DEVICE_ID", ("ImagingStudy", "uid"): "OTHER_ID", ("Endpoint", "address"): "URL",
}  # fmt: skip
# Extensions that say something of a person, by the last word of their address.
_EXTENSIONS = {
    "patient-mothersMaidenName": "RELATIVE_NAME", "humanname-fathers-family": "name", "humanname-mothers-family": "name",
    "humanname-own-name": "name", "humanname-partner-name": "RELATIVE_NAME", "humanname-partner-prefix": "", "patient-birthPlace": "PLACE",
}  # fmt: skip
_PATIENT_KEYS = word_set("subject patient beneficiary for")
_STAFF_KEYS = word_set(
    "performer author practitioner asserter recorder requester attester authenticator legalAuthenticator generalPractitioner "
    "interpreter resultsInterpreter actor informationSource sender operator individual party member"
)
_FACILITY_KEYS = word_set("serviceProvider managingOrganization custodian organization location payor insurer onBehalfOf")
_HOSPITAL = re.compile(r"\b(?:hosp|cl[ií]n|maternidad|sanatori|policl)", re.IGNORECASE)
_CENTRE = re.compile(r"\b(?:centro|cesfam|consultorio|ambulatorio|unidade b[aá]sica|ubs|posto|health cent|surgery|usf)", re.IGNORECASE)
_AGES = word_set("ageAge onsetAge abatementAge deceasedAge valueAge performedAge occurrenceAge ageRange onsetRange deceasedRange low high")


def facility(name: str) -> str:
    """The label of a place of care by its own name.

    >>> facility("Hospital del Norte"), facility("Centro de Salud Las Eras"), facility("Laboratorios Unidos")
    ('HOSPITAL', 'HEALTH_CENTRE', 'INSTITUTION')
    """
    return "HOSPITAL" if _HOSPITAL.search(name) else "HEALTH_CENTRE" if _CENTRE.search(name) else "INSTITUTION"


def is_kept(key: str, value: str) -> bool:
    """Whether an element of this name holds codes, and this value looks like one: no blanks, no address of a person."""
    if key == "unit":
        return bool(_UNIT.fullmatch(value))
    return key in CODED and bool(_CODE.fullmatch(value)) and "@" not in value


def _who(where: Where) -> str:
    if where.resource == "Patient" and "contact" in where.path:
        return "RELATIVE_NAME"
    return _PEOPLE.get(where.resource, "PERSON_NAME")


def role_of(node: Node, where: Where) -> Role:
    """What becomes of a string or number."""
    owner = node.owner()
    key = node.name().lstrip("_")
    above = where.path[-1] if where.path else ""
    if owner is None:
        return READ
    if node.kind == "number":
        return _number(node, owner, key, where)
    value = node.text
    if not value.strip() or key == "resourceType":
        return KEEP
    if key == "div" or (value.startswith("<div") and value.endswith("</div>")):
        return Role("markup")
    if key == "id":
        return Role("id")
    if key in ("reference", "fullUrl", "location", "source", "uri") or (key == "url" and not _is_definition(owner, above, where)):
        return Role("link")
    if key in ("data", "valueBase64Binary"):
        if owner.get("dimensions") is not None and re.fullmatch(r"[\d.EUL +-]*", value):
            return KEEP  # a curve
        return GONE if above.lower().endswith("signature") or owner.get("who") is not None else Role("file")
    if _is_size_of_a_file_elsewhere(owner, key):
        return GONE
    if key == "hash":
        return KEEP if owner.get("data") is not None else GONE  # follows its file; without one it would tell which file it was
    if label := _identity(node, owner, key, above, where):
        return Role("given", label)
    if key == "gender":
        return Role("code", "SEX")
    if key not in _PROSE and (_DATE.fullmatch(value) or (_YEAR.fullmatch(value) and _DATED.fullmatch(key))):
        return Role("date", "DATE")
    if is_packed(value):
        return Role("file")
    if is_kept(key, value):
        return KEEP
    if key == "display" and owner.string("code") and _TERMINOLOGIES.fullmatch(owner.string("system")):
        return KEEP  # the terminology's own words
    return _told(node, owner, above, where)


def _is_size_of_a_file_elsewhere(owner: Node, key: str) -> bool:
    """Tell whether a number of bytes is that of an original which the record only points to."""
    return key == "size" and owner.get("data") is None and (owner.get("url") is not None or owner.get("contentType") is not None)


def _number(node: Node, owner: Node, key: str, where: Where) -> Role:
    if key in ("latitude", "longitude", "altitude") or owner.string("url") in ("latitude", "longitude"):
        return GONE
    if key == "value" and where.path and where.path[-1] in _AGES and any(part in _AGES - {"low", "high"} for part in where.path):
        return Role("age", "AGE")
    if _is_size_of_a_file_elsewhere(owner, key):
        return GONE
    digits = sum(map(str.isdigit, node.text))
    # A telephone kept as a number; measured values have a unit beside them.
    return Role("read") if digits >= 7 and key.startswith("value") and key != "value" else KEEP


def _is_definition(owner: Node, above: str, where: Where) -> bool:
    """Whether `url` is the name of an extension or a definition, not an address that leads somewhere."""
    if above in ("extension", "modifierExtension"):
        return True
    return owner.get("resourceType") is not None and where.resource not in ("Endpoint", "Subscription", "Binary")


def _identity(node: Node, owner: Node, key: str, above: str, where: Where) -> str:
    """The label of a value that identifies somebody by the element that it stands in."""
    value = node.text
    if (label := _STRINGS.get((where.resource, key)) or _STRINGS.get(("", key))) and (key != "value" or above == "class"):
        return label
    if key in ("text", "family", "given") and (above in ("name", "valueHumanName") or owner.get("family") or owner.get("given")):
        return _who(where)
    if key == "name" and above == "contact":
        return "PERSON_NAME"
    if key in ("name", "alias") and where.resource in ("Organization", "Location") and owner.get("resourceType") is not None:
        return facility(value)
    if key in _ADDRESS and (above.lower().endswith("address") or sum(owner.get(part) is not None for part in _ADDRESS) > 1):
        return _ADDRESS[key]
    if key == "value" and (above in ("telecom", "valueContactPoint", "contactPoint") or owner.string("system") in _TELECOM):
        return _TELECOM.get(owner.string("system")) or ("EMAIL" if "@" in value else "URL" if "://" in value else "PHONE")
    if key == "value" and _is_identifier(owner, above):
        return _numbered(owner, where)
    if key == "display":
        return _pointed_at(owner, above, value, where)
    return ""


def _is_identifier(owner: Node, above: str) -> bool:
    if above.endswith(("dentifier", "requisition", "accession")):
        return True
    return owner.get("system") is not None and (owner.get("type") is not None or owner.get("assigner") is not None)


def _numbered(owner: Node, where: Where) -> str:
    kind = owner.get("type")
    for coding in kind.items("coding") if kind is not None else ():
        if label := _NUMBERS_BY_TYPE.get(coding.string("code")):
            return label
    pointing = [part for part in where.path if part in _PATIENT_KEYS]
    if pointing or where.resource == "Patient":
        return "PATIENT_ID" if "contact" not in where.path else "OTHER_ID"
    return _NUMBERS.get(where.resource, "OTHER_ID")


def _pointed_at(owner: Node, above: str, value: str, where: Where) -> str:
    """The label of a reference's words, by what it leads to."""
    reference = owner.string("reference")
    if not reference and owner.get("code") is not None:
        return ""
    kind = target_of(reference)[0] or where.types.get(reference, "") or owner.string("type")
    if not kind:
        told = (("Patient", _PATIENT_KEYS), ("Practitioner", _STAFF_KEYS), ("Organization", _FACILITY_KEYS))
        kind = next((name for name, keys in told if above in keys), "")
    if kind in _FACILITIES:
        return facility(value)
    return _PEOPLE.get(kind, "")


def _told(node: Node, owner: Node, above: str, where: Where) -> Role:
    """Something to read; an extension, a parameter or an answer is read with what it is called."""
    value, called = node.text, ""
    if above in ("extension", "modifierExtension"):
        called = owner.string("url").rstrip("/").rpartition("/")[2]
        label = _EXTENSIONS.get(called, "")
        if label:
            return Role("given", _who(where) if label == "name" else label)
        outer = where.path[-2] if len(where.path) > 1 else ""
        if outer in ("family", "given"):
            return Role("given", _who(where))
        if outer in _ADDRESS and "address" in "".join(where.path).lower():
            return Role("given", _ADDRESS[outer])
    elif above == "parameter":
        called = owner.string("name")
    elif above == "answer":
        item = owner.owner()
        called = item.string("text") if item is not None else ""
    if not called or not node.name().startswith("value"):
        return READ
    if label := fits(meaning_of(called), value):
        return Role("given", label)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[-_]", " ", called).strip(" :?¿")
    return Role("read", "", f"{words}: " if len(value) <= 200 and len(words) <= 120 else "")
