"""The forms of codes: one table of terminologies, and the national identifiers with their check digits.

A row's `weak` form is shared with ordinary numbers or record numbers: it counts only where the column's name speaks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from velado.tokens import fold, word_set

__all__ = ["FORMS", "Form", "identifier_of", "identifiers_of", "loinc", "verhoeff"]


def loinc(code: str) -> bool:
    """Whether the check digit of a LOINC code is right: Luhn over the digits before the hyphen.

    >>> loinc("2345-7"), loinc("718-7"), loinc("2345-8")
    (True, True, False)
    """
    number, _, check = code.partition("-")
    total = 0
    for position, digit in enumerate(map(int, reversed(number))):
        doubled = digit if position % 2 else digit * 2
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10) == check


_MULTIPLIED = ("0123456789", "1234067895", "2340178956", "3401289567", "4012395678", "5987604321", "6598710432", "7659821043", "8765932104", "9876543210")
_MOVED = ("0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258")


def verhoeff(number: str) -> bool:
    """Whether a number's last digit is its Verhoeff check digit.

    >>> verhoeff("73211009"), verhoeff("22298006"), verhoeff("73211008")
    (True, True, False)
    """
    check = "0"
    for position, digit in enumerate(reversed(number)):
        check = _MULTIPLIED[int(check)][int(_MOVED[position % 8][int(digit)])]
    return check == "0"


def _snomed(code: str) -> bool:
    """A concept, description or relationship of SNOMED CT: its partition before the check digit."""
    return code[-3:-1] in ("00", "01", "02", "10", "11", "12") and verhoeff(code)


def _by_eleven(code: str) -> bool:
    """Whether the check digit of a procedure of SIGTAP or TUSS is right: the remainder by eleven, as in many national numbers."""
    return (-sum(weight * int(digit) for weight, digit in zip(range(len(code), 1, -1), code, strict=False))) % 11 % 10 == int(code[-1])


_LIST = re.compile(r"\s*[;,|]\s*|\s+")


@dataclass(frozen=True, slots=True)
class Form:
    """How the codes of a terminology look.

    `valid` is their check digit, `least` how many different ones tell it for certain. `plain` codes have nothing that record
    numbers lack: a dot, a check digit, letters in the middle.
    """

    name: str
    pattern: re.Pattern[str]
    valid: Callable[[str], bool] | None = None
    weak: bool = False
    names: frozenset[str] = frozenset()  # of columns: one of these words must be in it for a weak form
    least: int = 3
    plain: bool = False

    def fits(self, value: str) -> bool:
        """Whether a value, in capitals, is such a code, or a list of them."""
        if self._is_one(value):
            return True
        pieces = [piece for piece in _LIST.split(value) if piece]
        return len(pieces) > 1 and all(map(self._is_one, pieces))

    def _is_one(self, value: str) -> bool:
        return self.pattern.fullmatch(value) is not None and (self.valid is None or self.valid(value))


def _form(name: str, pattern: str, valid: Callable[[str], bool] | None = None, **more: Any) -> Form:
    return Form(name, re.compile(pattern), valid, **more)


def _weak(name: str, pattern: str, names: str, *, plain: bool = True) -> Form:
    return Form(name, re.compile(pattern), weak=True, plain=plain, names=word_set(names))


# The groups of SIGTAP and the chapters of TUSS keep record numbers of the same length out.
_SIGTAP = r"(?:01(?:0[1-3])|02(?:0[1-9]|1[0-4])|03(?:0[1-9]|10)|04(?:0[1-9]|1[0-8])|05(?:0[1-6])|06(?:0[1-5])|07(?:0[1-2])|08(?:0[1-3]))"
_HEALTH_OCCUPATIONS = r"(?:2(?:21[12]|23[1-9]|241|25[123]|263|51[56])|32(?:2[1-6]|4[12])|515[1-3])"  # families of CBO
_PCS = r"(?=(?:\d*[A-HJ-NP-Z]){2})[0-9A-HJ-NP-Z]{7}"
_TUSS = r"(?:101|20[1-3]|30[1-9]|31[0-6]|40[1-9]|41[0-5])"
# The first that fits most values is taken; what is rarer stands first.
FORMS: tuple[Form, ...] = (
    _form("LOINC", r"\d{1,5}-\d", loinc),
    _form("SNOMED CT", r"[1-9]\d{5,17}", _snomed),
    _form("ATC", r"[ABCDGHJLMNPRSV]\d{2}[A-Z]{2}\d{2}", least=1),
    _weak("ATC", r"[ABCDGHJLMNPRSV](?:\d{2}(?:[A-Z]{1,2}(?:\d{2})?)?)?", "atc"),
    _form("ICD-10", r"[A-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}[†*+]?", least=1),
    _form("ICD-10", r"[A-TV-Z]\d[0-9A-B](?:\.?[0-9X]{1,3}[0-9A-Z]?|\.?-)?[†*+]?", plain=True),
    _weak("ICD-9", r"(?:V\d{2}|E\d{3}|\d{3})\.\d{1,2}", "cie cie9 icd icd9 cid9 ciemc icd9cm dx diag diagnostico diagnosis"),
    _weak("ICD-11", r"[0-9A-HJ-NP-Z][A-HJ-NP-Z][0-9][0-9A-HJ-NP-Z](?:\.[0-9A-Z]{1,2})?(?:[&/][0-9A-Z.]{3,8}){0,3}", "cie11 icd11 cid11 cie icd cid"),
    _form("ICD-O", r"M?-?8\d{3}/[0-369]|M?-?9\d{3}/[0-369]"),
    _form("ICPC", r"[ABDFHKLNPRSTUWXYZ]\d{2}(?:\.\d{1,2})?", plain=True),
    _form("TUSS", _TUSS + r"\d{5}", _by_eleven, least=4),
    _weak("TUSS", _TUSS + r"\d{5}", "tuss cbhpm"),
    _form("TUSS", r"\d\.\d{2}\.\d{2}\.\d{2,3}-?\d?"),
    _form("SIGTAP", _SIGTAP + r"\d{6}", _by_eleven),
    _form("SIGTAP", r"0\d\.\d{2}\.\d{2}\.\d{3}-\d"),
    _form("HPO", r"HP:\d{7}"),
    _form("ORPHA", r"ORPHA:? ?\d{1,6}"),
    _weak("UMLS", r"C\d{7}", "umls cui"),
    _weak("MeSH", r"[CD]\d{6,9}", "mesh"),
    _weak("ICF", r"[BDES]\d{3,5}(?:\.[0-4]\d{0,2})?", "icf cif"),
    _weak("HCPCS", r"[A-V]\d{4}", "hcpcs cpt procedure"),
    _form("NDC", r"\d{4,5}-\d{3,4}-\d{1,2}"),
    _form("TNM", r"[CPYR]{0,2}T(?:IS|[0-4X])[A-D]?N[0-3X][A-C]?M[01X][A-C]?"),
    _weak("CPT", r"\d{4}[0-9FTU](?:-\d{2})?", "cpt procedure procedimiento procedimento proc"),
    _weak("DRG", r"\d{3,4}(?:-[1-4])?", "drg grd gdr gdh hrg mdc msdrg aprdrg"),
    _weak("CUPS", r"\d{6}|\d{2}\.\d\.\d\.\d{2}", "cups procedimiento"),
    _weak("CIPESC", r"\d{8,10}", "cipesc cipe"),
    _form("ICD-10-PCS", _PCS, plain=True, least=4),
    _form("ICD-10-PCS", _PCS + r"(?<=Z)", least=4),  # of most procedures nothing more is to be said: the last sign is a Z
    _weak("ICD-10-PCS", _PCS, "pcs proc procedimiento procedimento procedure cie cie10 icd icd10", plain=False),
    _weak("MedDRA", r"10\d{6}", "meddra llt soc", plain=False),
    _form("CBO", _HEALTH_OCCUPATIONS + r"-?\d{2}", least=5),
    _weak("CBO", r"\d{4}-?\d{2}", "cbo cbor"),
    _weak("national drug", r"\d{8,14}", "chnm cum anvisa gtin ean"),
    _weak("national drug", r"\d{6}\.?\d?", "nacional cn cnp ndc"),
)  # fmt: skip


@cache
def _identifiers() -> tuple[tuple[str, str, re.Pattern[str], Callable[[str], bool], bool, bool], ...]:
    """The identifiers that a form or a check digit tells: title, label, pattern, check, whether it has one, whether letters are part of it."""
    from velado.identifiers import identifiers

    found = []
    for one in identifiers():
        if one.valid is not None or not one.needs_cue:
            found.append((one.title, one.label, re.compile(one.pattern), one.accepts, one.valid is not None, one.needs_cue))
    return tuple(found)


@lru_cache(maxsize=8192)
def identifiers_of(value: str) -> Mapping[str, str]:
    """The titles of the national identifiers that a value may be, with their labels: right check digits or a form of their own.

    >>> list(identifiers_of("529.982.247-25").values()), identifiers_of("10450")
    (['PATIENT_ID', 'PATIENT_ID'], {})
    """
    folded = fold(value)
    if sum(map(str.isdigit, folded)) < 6 or len(folded) > 40:
        return {}
    return {title: label for title, label, pattern, accepts, _, _ in _identifiers() if pattern.fullmatch(folded) and accepts(folded)}


def identifier_of(value: str) -> str:
    """The label of a value that is a national identifier for certain, with no word before it; "" for any other.

    >>> identifier_of("12345678Z"), identifier_of("12345678A"), identifier_of("123456785")
    ('PATIENT_ID', '', '')
    """
    folded = fold(value)
    if sum(map(str.isdigit, folded)) < 6 or len(folded) > 40:
        return ""
    for _, label, pattern, accepts, _, needs_cue in _identifiers():
        if not needs_cue and pattern.fullmatch(folded) and accepts(folded):
            return label
    return ""
