"""Columns of words: notes, names, places, categories; or text that has to be read because nothing else is certain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from velado import lexicons
from velado.columns.field_words import is_unit, names_a_test
from velado.columns.hints import NOTES, STAFF
from velado.columns.names import Meaning
from velado.columns.people import Kind, kind_of, may_name, names_somebody
from velado.columns.profile import Profile
from velado.columns.roles import NAMED, Decision, Reason, Role
from velado.tokens import fold, word_set

__all__ = ["of_words"]

_FEW = 3  # different values below which nothing is told
_MANY = 2_000  # different values that a category may have
_MANY_DIGITS = 5
_CODE = 4  # letters
_MOST = 600  # different values that are looked at beyond those of a category
_NAMED_AFTER = re.compile(r"[^\W\d_]{6,}(?: [^\W\d_]+){0,3} (?:de|of|do|da) [^\W\d_]+")
_SEXES = word_set("m f h v hombre mujer homem mulher male female masculino femenino feminino varon masc fem man woman indeterminado intersex unknown desconocido")


def of_words(profile: Profile, hint: str) -> Decision:
    """The role of a column that is neither dates, codes nor numbers."""
    if profile.longer >= 0.2 * profile.count:
        return Decision(Role.NOTE, (Reason("long texts", profile.longer / profile.count),), sure=True)
    again = _comes_again(profile)
    values = list(profile.values) if again else list(profile.values)[:_MOST]
    kinds = _kinds_of(values)
    shares = _Shares(kinds.values())
    if again and len(values) <= 6 and word_set(" ".join(map(fold, values))) <= _SEXES:
        return Decision(Role.CATEGORY, (Reason("words for a sex"),), Meaning("SEX"))
    if len(values) >= _FEW and (found := _people_or_places(profile, hint, shares)):
        return found
    if again and (found := _category(profile, hint, kinds, shares)):
        return found
    if found := _medicine(profile, kinds, shares):
        return found
    return _text(profile, hint, shares, values)


def _kinds_of(values: Sequence[str]) -> dict[str, Kind]:
    """What each value names. Among codes of a few capitals, one that is a short name too is a code."""
    kinds = {value: Kind.MEDICINE if is_unit(value) or names_a_test(value) else kind_of(value) for value in values}
    codes = [value for value in values if value.isupper() and 1 < len(value) <= _CODE]
    if len(codes) >= 3 and 5 * len(codes) >= 3 * len(values) and 2 * sum(names_somebody(kinds[value]) for value in codes) <= len(codes):
        kinds.update((value, Kind.LETTERS) for value in codes if kinds[value] != Kind.MEDICINE)
    return kinds


class _Shares:
    """How many of the different values are of each kind."""

    def __init__(self, kinds: Collection[Kind]) -> None:
        self._counts = Counter(kinds)
        self._all = max(len(kinds) - self._counts[Kind.NOTHING], 1)

    def of(self, *kinds: Kind) -> float:
        """The share of some kinds among the values with letters."""
        return sum(self._counts[kind] for kind in kinds) / self._all


def _comes_again(profile: Profile) -> bool:
    """Whether the values come again and again, and all of them are known."""
    return profile.complete and not profile.longer and profile.count >= 10 and profile.different <= min(_MANY, profile.count // 3)


def _people_or_places(profile: Profile, hint: str, shares: _Shares) -> Decision | None:
    names = shares.of(Kind.PERSON, Kind.NAME)
    wide = names + shares.of(Kind.DOUBLE, Kind.NAMELIKE) if names >= 0.3 else names
    if wide >= 0.6:
        staff = hint == STAFF or (profile.count >= 50 and profile.different <= profile.count // 10)
        label = "STAFF_NAME" if staff else "PATIENT_NAME"
        return Decision(Role.NAME, (Reason("names of people", wide),), Meaning(label), sure=wide >= 0.8)
    for label, what, kind in (("STREET", "addresses", Kind.STREET), ("HOSPITAL", "hospitals and centres", Kind.FACILITY)):
        if shares.of(kind) >= 0.6:
            return Decision(Role.PLACE, (Reason(what, shares.of(kind)),), Meaning(label), sure=shares.of(kind) >= 0.8)
    places = shares.of(Kind.PLACE)
    if places >= 0.5 and places + shares.of(Kind.NAME, Kind.NAMELIKE, Kind.DOUBLE, Kind.STRANGE) >= 0.7:
        return Decision(Role.PLACE, (Reason("towns, regions or countries", places),), Meaning("PLACE"), sure=places >= 0.8)
    return None


def _category(profile: Profile, hint: str, kinds: dict[str, Kind], shares: _Shares) -> Decision | None:
    """Values that come again and again. Those in which somebody may be named are left out: they are read."""
    people = shares.of(*(kind for kind in Kind if may_name(kind)), Kind.PROSE)
    if people > 0.3 or shares.of(Kind.STRANGE) > 0.5 or _are_first_names(kinds):
        return None
    words = sum(len(value.split()) for value in kinds) / len(kinds)
    medicine = shares.of(Kind.MEDICINE)
    if hint == NOTES and (words > 3 or (len(kinds) > 30 and medicine < 0.6)):
        return None
    # "Mastectomía de Madden" among procedures: whom it is named after is no patient.
    eponyms = medicine >= 0.8 and shares.of(Kind.MIXED) <= 0.1
    values = frozenset(
        value for value, kind in kinds.items() if (not may_name(kind) and kind != Kind.PROSE) or (eponyms and kind == Kind.MIXED and _NAMED_AFTER.fullmatch(value))
    )
    sure = not any(map(names_somebody, kinds.values())) and medicine + shares.of(Kind.WORDS) >= 0.8 and medicine >= (0.5 if len(kinds) > 1 else 1)
    if len(kinds) == 1:
        return Decision(Role.CONSTANT, (Reason("always the same value"),), values=values, sure=sure)
    reason = Reason(f"{len(kinds)} values that come again and again")
    reasons = (reason, Reason("diseases, drugs, tests or wards", medicine)) if medicine >= 0.5 else (reason,)
    return Decision(Role.CATEGORY, reasons, values=values, sure=sure)


def _medicine(profile: Profile, kinds: dict[str, Kind], shares: _Shares) -> Decision | None:
    """Diseases, drugs or tests in few words, also where hardly one comes again. What is not known for medicine is read."""
    medicine = shares.of(Kind.MEDICINE)
    words = sum(len(value.split()) for value in kinds) / max(len(kinds), 1)
    if profile.longer or not profile.complete or profile.count < 10 or medicine < 0.8 or words > 4 or shares.of(Kind.PERSON, Kind.NAME) > 0:
        return None
    values = frozenset(value for value in profile.values if kind_of(value) == Kind.MEDICINE and sum(map(str.isdigit, value)) < _MANY_DIGITS)
    return Decision(Role.CATEGORY, (Reason("diseases, drugs, tests or wards", medicine),), values=values, sure=True)


def _are_first_names(kinds: dict[str, Kind]) -> bool:
    """Whether most values are words that are first names too: Rosa, Alba, Luz."""
    doubles = [value for value, kind in kinds.items() if kind == Kind.DOUBLE and lexicons.first_name_strength(lexicons.lookup(fold(value))) >= 2]
    return 2 * len(doubles) > len(kinds)


def _text(profile: Profile, hint: str, shares: _Shares, values: list[str]) -> Decision:
    """Text: notes where it is told that they are, else unknown."""
    words = sum(len(value.split()) for value in values) / max(len(values), 1)
    if hint == NOTES:
        return Decision(Role.NOTE, (NAMED,))
    if profile.longer or words >= 4 or shares.of(Kind.PROSE) >= 0.2:
        return Decision(Role.NOTE, (Reason("sentences"),), sure=words >= 4)
    ordinary = shares.of(Kind.WORDS, Kind.MEDICINE, Kind.DOUBLE)
    if ordinary >= 0.6 and any(any(map(str.isalpha, value)) for value in values):
        medicine = shares.of(Kind.MEDICINE)
        people = shares.of(Kind.PERSON, Kind.NAME, Kind.NAMELIKE, Kind.MIXED)
        return Decision(Role.NOTE, (Reason("short texts of ordinary or medical words", ordinary),), sure=medicine >= 0.8 and not people)
    if profile.count < 5 and any(any(map(str.isalpha, value)) for value in values):
        return Decision(Role.NOTE, (Reason("too few values to tell"),))
    return Decision(Role.UNKNOWN, (Reason("neither its values nor its name tell what it holds"),))
