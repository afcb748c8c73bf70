"""The roles that a column can have, and the decision that gives it one, with its reasons in plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from velado.columns.field_words import is_unit
from velado.columns.names import NOTHING, Meaning

__all__ = ["CLEAR", "HELD", "NAMED", "Decision", "Reason", "Role", "is_code", "is_measured", "shown_share"]


class Role(StrEnum):
    """What a column is for. The values are the words that users see."""

    NOTE = "note text"
    PATIENT_ID = "patient id"
    OTHER_ID = "other identifier"
    NAME = "name"
    BIRTH_DATE = "date of birth"
    DATE = "date"
    PLACE = "place"
    CODE = "code"
    MEASUREMENT = "measurement"
    AMOUNT = "amount"
    CATEGORY = "category"
    ROW_NUMBER = "row number"
    CONSTANT = "constant"
    UNKNOWN = "unknown"  # text for finding people; single codes are never redrawn


CLEAR = 0.9  # share of the values of a column from which on they decide
HELD = frozenset({Role.CODE, Role.MEASUREMENT, Role.AMOUNT, Role.CATEGORY, Role.ROW_NUMBER, Role.CONSTANT})

_CODE = re.compile(r"[^\W_][\w.\-/+†*]{0,39}")
_NUMBER = r"(?:\d{1,3}(?P<sign>[.,' ])\d{3}(?:(?P=sign)\d{3}){0,3}|\d{1,12})(?:[.,]\d{1,17})?(?:[eE][+-]?\d{1,3})?"
_SIGN = r"(?:[<>=~≤≥±]{1,2} ?)?(?:[$€£] ?|R\$ ?|US\$ ?|(?:EUR|USD|BRL|MXN|S/\.?) ?)?[+-]?"
# A range rises, and no figure in it begins with a zero: "35900-000" and "21-0758" are codes. Over a stroke stand pressures.
_FIGURE = re.compile(
    rf"{_SIGN}(?P<low>{_NUMBER})(?: ?(?:-|–|a|to) ?(?P<high>\d{{1,7}}(?:[.,]\d{{1,6}})?)|(?<=\d) ?/ ?(?P<below>\d{{2,3}}))?"
    r"(?: (?:\*{1,3}|[↑↓]|[HL]|\([HL]\))| ?(?:€|\$|%|[?¤]|EUR|USD|BRL|MXN|euros?|reais|pesos)|(?P<unit> ?[A-Za-zµμ/%°].{0,29}))?"
)
_TIME = re.compile(r"\d{1,2}\+[0-6]|\d{1,2}[:h.]\d{2}(?::\d{2}(?:[.,]\d{1,9})?)? ?(?:[AaPp]\.?[Mm]\.?|h|hs|hrs)?")
_LIST = re.compile(r"\s*[;,|+&]\s*|\s+")
_LONG_NUMBER = 9  # digits from which on a number among smaller ones may be a telephone's or a person's


def is_code(value: str) -> bool:
    """Whether a value is a single code or number: no blanks, at least one digit, no address of a person.

    >>> is_code("K50.9"), is_code("10450"), is_code("Ana"), is_code("ana3@example.org"), is_code("2 comprimidos")
    (True, True, False, False, False)
    """
    return _CODE.fullmatch(value) is not None and any(map(str.isdigit, value))


def is_measured(value: str) -> bool:
    """Whether a value is a figure, perhaps with a sign, a unit or a currency, or a time of day, or weeks and days.

    >>> [is_measured(value) for value in ("12,5", "< 0.01", "1.250,00 €", "130/80", "70-110 mg/dl", "10:20", "R$ 12,50", "4963132 *")]
    [True, True, True, True, True, True, True, True]
    >>> [is_measured(value) for value in ("Ana", "K50.9", "R52", "12/03/2021", "2021-03", "35900-000", "168750/1")]
    [False, False, False, False, False, False, False]
    """
    if len(value) > 60:
        return False
    value = value.replace("\xa0", " ").replace("\u202f", " ")
    figure = _FIGURE.fullmatch(value)
    if figure is None:
        return _TIME.fullmatch(value) is not None
    if figure["unit"] and not is_unit(figure["unit"]):
        return False
    if figure["high"]:
        return _rises(figure["low"], figure["high"])
    return not figure["below"] or _is_pressure(figure["low"], int(figure["below"]))


def _is_pressure(high: str, low: int) -> bool:
    """A pressure, or a score out of its maximum. What is far below may be a year: "123/19" is the number of a record."""
    return high.isdecimal() and len(high) <= 3 and high[0] != "0" and (low >= 30 or int(high) <= low)


def _rises(low: str, high: str) -> bool:
    if any(len(bound) > 1 and bound[0] == "0" and bound[1].isdigit() for bound in (low, high)):
        return False
    try:
        return float(low.replace(",", ".")) <= float(high.replace(",", "."))
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a column has its role: `share` of its values, where there is one, and what they are.

    >>> Reason("ICD-10 codes", 0.981).words, Reason("rises by one from row to row").words
    ('98 % are ICD-10 codes', 'rises by one from row to row')
    """

    what: str
    share: float = 0.0

    @property
    def words(self) -> str:
        """The reason as it is shown."""
        return f"{shown_share(self.share)} are {self.what}" if self.share else self.what


def shown_share(share: float) -> str:
    """A share in per cent; one that is not whole is never shown as 100.

    >>> shown_share(1.0), shown_share(0.9999), shown_share(0.981)
    ('100 %', '99 %', '98 %')
    """
    return f"{100 if share >= 1 else min(int(100 * share + 0.5), 99)} %"


NAMED = Reason("its name says so")


@dataclass(frozen=True, slots=True)
class Decision:
    """The role of one column.

    `meaning` says how values that identify somebody are labelled. `values` are those of a category that were looked at:
    they stay; without them (None) the form of a value decides. `sure` tells that the values alone made the decision.
    """

    role: Role = Role.UNKNOWN
    reasons: tuple[Reason, ...] = ()
    meaning: Meaning = NOTHING
    sure: bool = False
    digits: int = 0  # of the usual numbers of a column of figures
    values: frozenset[str] | None = field(default=None, repr=False)
    month_first: bool | None = None  # in the dates of the column; None where they do not tell
    tail: str = ""  # behind every whole number of the column: ".0" where a program wrote them as decimals

    @property
    def identifies(self) -> bool:
        """Whether the values say something of a person by where they stand: also the age, sex and profession of one."""
        return bool(self.meaning.label)

    @property
    def words(self) -> str:
        """The reasons as they are shown."""
        return "; ".join(reason.words for reason in self.reasons)

    def keeps(self, value: str) -> bool:
        """Whether a value stays as it is without being read: what does not look like the rest of its column is read.

        >>> Decision(Role.MEASUREMENT, digits=5).keeps("12.5"), Decision(Role.MEASUREMENT, digits=5).keeps("612345678")
        (True, False)
        """
        value = value.strip()
        if self.role not in HELD or self.identifies:
            return False
        if self.values is not None:
            return value in self.values
        if self.role == Role.CODE:
            pieces = [piece for piece in _LIST.split(value) if piece]
            return all(_CODE.fullmatch(piece) and any(map(str.isdigit, piece)) for piece in pieces)
        digits = sum(map(str.isdigit, value))
        return is_measured(value) and (digits < _LONG_NUMBER or digits <= self.digits + 2)
