"""One role for each column: by its values where they are clear, by its name where they are not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from velado.columns.field_words import is_field
from velado.columns.forms import FORMS, identifiers_of
from velado.columns.hints import AMOUNT, CODE, MEASURED, NOTES, NUMBER, STAFF, hint_of
from velado.columns.names import DATE_LIKE, Meaning, fits, is_date, joined_words, meaning_of, words_of
from velado.columns.numbers import balance_of, counts_rows, is_no_age, is_serial, span_of, usual_digits
from velado.columns.procedures import procedures_share
from velado.columns.profile import Profile
from velado.columns.roles import CLEAR, HELD, NAMED, Decision, Reason, Role, is_code, is_measured, shown_share
from velado.columns.texts import of_words
from velado.columns.together import settle
from velado.headings import PERSON
from velado.labels import NAMES
from velado.tokens import word_set

__all__ = ["decide"]

_LIKELY = 0.7
_MARKED = 0.3  # share of codes with a dot or check digit that vouch for the plain ones beside them
_FREQUENT = 0.4  # share of frequent procedures among numbers that are codes of CPT
_FEW = 3  # different values below which nothing is clear
_POSTCODES = word_set("cp cep zip zipcode postcode postal")
_ADDRESS = re.compile(r"[^\s@]{1,64}@[^\s@]{1,255}\.[A-Za-z]{2,24}")
_LINK = re.compile(r"(?:https?://|www\.)\S{3,}", re.IGNORECASE)
_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_PHONE = re.compile(r"\+\d{1,3}[ .-]?(?:\(?\d{1,4}\)?[ .-]?){2,5}|00\d{1,3}[ .-](?:\d{1,4}[ .-]?){2,5}|\(\d{2,4}\) ?\d{3,5}[ .-]?\d{3,4}|[6789]\d{2}[ .-]\d{3}[ .-]\d{3}|\d{3}[.-]\d{3}[.-]\d{4}|[679]\d{2} \d{2} \d{2} \d{2}")
_PARTED = re.compile(r"(?:[^\W\d_]{1,5}[ .:/#-]{0,2}){0,2}[(+]?\d[\d .()/-]{3,24}(?:[ -]?[^\W\d_]{1,2})?")
_GROUPS = re.compile(r"[(+]{0,2}(?:\d[ ()-]{0,3}){8,13}")
_NUMBERED = re.compile(r"(|[^\W\d_]\D{0,11})\d{3,12}(\D{0,3})")
_WHOLE_AS_DECIMAL = re.compile(r"\d{1,18}\.0")
_CASES = word_set("case caso cases subj subject suj exp p pt part participante participant s id")
_MANY = 20  # different values that a category of codes hardly has
_KEYLIKE = re.compile(r"[0-9A-Fa-f]{16,64}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


def decide(profiles: Sequence[Profile]) -> tuple[Decision, ...]:
    """Give each column of a table its role, with reasons."""
    decisions = [_decided(profile) for profile in profiles]
    settled = settle(profiles, decisions, [_looks(profile, decision) for profile, decision in zip(profiles, decisions, strict=True)])
    return tuple(replace(decision, tail=_tail(profile)) for decision, profile in zip(settled, profiles, strict=True))


def _looks(profile: Profile, decision: Decision) -> Decision:
    """What the values of a column look like where its name may have decided."""
    return decision if decision.sure or not decision.identifies or not profile.count else _by_values(profile, hint_of(profile.name))


def _decided(profile: Profile) -> Decision:
    meaning, hint = meaning_of(profile.name), hint_of(profile.name)
    if not profile.count:
        return _by_name(meaning) if meaning.label else Decision(Role.CONSTANT, (Reason("no values"),))
    found = _by_values(profile, hint)
    if found.role == Role.CATEGORY and profile.different == 1:
        found = replace(found, role=Role.CONSTANT, reasons=(Reason("always the same value"),))
    if not meaning.label:
        return found
    return _with_name(found, meaning, profile)


def _with_name(found: Decision, meaning: Meaning, profile: Profile) -> Decision:
    """Settle between the values and a name that speaks of people: what would stay must be clear beyond doubt."""
    called = _by_name(meaning)
    dates, numbers = (Role.DATE, Role.BIRTH_DATE), (Role.OTHER_ID, Role.PATIENT_ID)
    if (found.role == called.role and found.identifies) or (found.role in dates and called.role in dates):
        return replace(called, reasons=(*found.reasons, NAMED), sure=found.sure)
    if called.role == Role.NAME and found.role in numbers and set(words_of(profile.name)) & PERSON:
        return found if found.sure else replace(found, role=Role.PATIENT_ID, meaning=Meaning("PATIENT_ID"), reasons=(*found.reasons, NAMED))
    if called.role == Role.NAME and found.role == Role.ROW_NUMBER and set(words_of(profile.name)) & PERSON:
        called = Decision(Role.PATIENT_ID, (*found.reasons, NAMED), Meaning("PATIENT_ID"))
    fitting = profile.share(DATE_LIKE.fullmatch if called.role in dates else lambda value: fits(meaning, value))
    if found.role in HELD and not found.identifies:
        wins = _stays(found, called, profile, fitting)
    elif found.role in (Role.NOTE, Role.UNKNOWN):
        wins = fitting < (0.5 if found.sure else 0.3) and found.role == Role.NOTE
    elif found.sure:
        wins = not (found.role == Role.OTHER_ID and called.role == Role.PATIENT_ID) and not (found.role == Role.NAME and meaning.label in NAMES)
    else:
        wins = fitting < 0.3
    return found if wins else called


def _stays(found: Decision, called: Decision, profile: Profile, fitting: float) -> bool:
    """Whether values that would stay win against a name that says that they are people's."""
    label, words = called.meaning.label, set(words_of(profile.name))
    numbers = called.role == Role.PATIENT_ID or label.endswith("_ID") or bool(words & PERSON)
    if called.meaning.point and fitting >= 0.3:
        return False  # degrees look like measurements
    if found.role == Role.ROW_NUMBER:
        return profile.wholes.low <= 1 and not words & PERSON if numbers else True
    if found.role == Role.CODE and not (found.sure or numbers or label == "PLACE"):
        return True
    if found.role in (Role.CATEGORY, Role.CONSTANT) and label == "STREET":
        # No address comes again and again without a number, or is as short as a code.
        return found.sure or not any(any(map(str.isdigit, value)) for value in profile.values) or profile.share(lambda value: len(value) <= 6) >= CLEAR
    if found.role in (Role.CODE, Role.CATEGORY, Role.CONSTANT):
        # Where numbers should stand, a word is no less a category for it.
        return (found.sure and (found.role == Role.CODE or label not in ("AGE", "PROFESSION"))) or (fitting < 0.1 and found.role != Role.CODE)
    figures = profile.wholes.count < 0.5 * profile.count  # with decimals, units or ranges
    if label == "AGE":
        return profile.share(is_no_age) >= 0.3
    if label in ("PHONE", "FAX"):
        return figures or (profile.wholes.usual_digits() < 7 and (profile.wholes.usual_digits() <= 3 or span_of(profile) >= 2))
    if called.role == Role.PLACE and words & _POSTCODES:
        return figures or span_of(profile) >= 3  # postcodes are as long as each other
    if called.role == Role.PLACE or (label in NAMES and not numbers):
        return not numbers
    return (figures and found.sure and not _are_alike(profile)) or (not numbers and fitting < 0.1)


def _are_alike(profile: Profile) -> bool:
    """Whether all values are as long as each other and have the digits of record numbers: "123456.7" is one with its check digit."""
    digits = Counter(sum(map(str.isdigit, value)) for value in profile.values)
    usual, count = digits.most_common(1)[0]
    return usual >= 6 and count >= 0.95 * digits.total()


def _by_name(meaning: Meaning) -> Decision:
    """What the name alone says."""
    label = meaning.label
    if meaning.birth:
        role = Role.BIRTH_DATE
    elif label == "DATE":
        role = Role.DATE
    elif label in NAMES:
        role = Role.NAME
    elif label == "PATIENT_ID":
        role = Role.PATIENT_ID
    elif label in ("STREET", "PLACE", "COUNTRY"):
        role = Role.PLACE
    elif label in ("AGE", "SEX", "PROFESSION"):
        role = Role.MEASUREMENT if label == "AGE" else Role.CATEGORY
    else:
        role = Role.OTHER_ID if label else Role.UNKNOWN
    return Decision(role, (NAMED,), meaning)


def _by_values(profile: Profile, hint: str) -> Decision:
    """What the values say; the hint of the name settles ties."""
    for test in (_dates, _terms, _contacts, _identifiers, _whole_numbers, _figures, _numbered, _short_codes, _parted_numbers):
        if found := test(profile, hint):
            return found
    return of_words(profile, hint)


def _dates(profile: Profile, hint: str) -> Decision | None:
    typed = profile.typed["date"] / profile.count
    share = max(typed, profile.share(is_date))
    if share < CLEAR:
        return None
    return Decision(Role.DATE, (Reason("dates", share),), Meaning("DATE"), sure=True)


def _contacts(profile: Profile, hint: str) -> Decision | None:
    """Addresses of all kinds, telephones with their signs, and keys of programs."""
    for label, what, pattern in (("EMAIL", "e-mail addresses", _ADDRESS), ("URL", "links", _LINK), ("IP_ADDRESS", "IP addresses", _IP), ("PHONE", "telephone numbers", _PHONE)):
        share = profile.share(pattern.fullmatch)
        if share >= _LIKELY:
            return Decision(Role.OTHER_ID, (Reason(what, share),), Meaning(label), sure=share >= CLEAR)
    share = profile.share(_KEYLIKE.fullmatch)
    if share >= CLEAR and profile.share(lambda value: not value.isdecimal()) >= _LIKELY:
        return Decision(Role.OTHER_ID, (Reason("keys that programs make", share),), Meaning("OTHER_ID"), sure=True)
    return None


def _terms(profile: Profile, hint: str) -> Decision | None:
    """Codes of a terminology. Plain ones are sure of themselves only beside others."""
    shares: dict[str, float] = {}
    special: dict[str, float] = {}
    plain: set[str] = set()
    upper = {value: value.upper() for value in profile.values}
    words = joined_words(profile.name)
    for form in FORMS:
        if form.weak and not form.names & words:
            continue
        if hint != CODE and len(upper) < form.least:
            continue
        share = profile.share(lambda value, fitting=form.fits: fitting(upper[value]))  # type: ignore[misc]
        shares[form.name] = max(share, shares.get(form.name, 0.0))
        if not form.plain:
            special[form.name] = max(share, special.get(form.name, 0.0))
        else:
            plain.add(form.name)
    if not shares:
        return None
    name = max(shares, key=lambda name: (shares[name], special.get(name, 0.0)))
    marked = special.get(name, 0.0) >= _MARKED
    if shares[name] < (_LIKELY if hint == CODE else CLEAR) or (name in plain and not marked and _are_records(profile, hint)):
        return None
    return Decision(Role.CODE, (Reason(f"{name} codes", shares[name]),), sure=marked and shares[name] >= CLEAR)


def _recurs(profile: Profile) -> bool:
    return profile.count >= 10 and profile.different <= profile.count // 3


def _are_records(profile: Profile, hint: str) -> bool:
    """Whether plain codes are rather numbers of records, which are as long as each other."""
    lengths = Counter(map(len, profile.values))
    length, count = lengths.most_common(1)[0]
    if hint == CODE:
        return profile.count >= 20 and profile.repeats <= 0.1 * profile.taken and length >= 6
    alike = count >= 0.95 * lengths.total()
    return alike and (length >= 5 or bool(_numbering(profile)))


def _identifiers(profile: Profile, hint: str) -> Decision | None:
    """National identifiers, by their check digits or a form of their own."""
    titles: Counter[tuple[str, str]] = Counter()
    asked = 0
    for value in profile.values:
        if any(map(str.isdigit, value)):
            titles.update(identifiers_of(value).items())
        asked += 1
        if asked == 300:
            break
    if not titles or asked < _FEW:
        return None
    (title, label), count = titles.most_common(1)[0]
    # One number in ten or eleven has a right check digit by chance.
    if count / asked < 0.8 or count < (_FEW if any(map(str.isalpha, "".join(list(profile.values)[:3]))) else 5):
        return None
    role = Role.PATIENT_ID if label == "PATIENT_ID" else Role.OTHER_ID
    return Decision(role, (Reason(f"numbers with the form or check digit of: {title}", count / asked),), Meaning(label), sure=True)


def _whole_numbers(profile: Profile, hint: str) -> Decision | None:
    wholes = profile.wholes
    if wholes.count < CLEAR * profile.count:
        return None
    if counts_rows(profile):
        step = "rises by one from row to row" if wholes.rising >= 0.99 * wholes.steps else "rises from row to row, with few gaps"
        return Decision(Role.ROW_NUMBER, (Reason(step),), sure=True, digits=20)
    if hint == CODE and _recurs(profile) and wholes.usual_digits() <= 5:
        return Decision(Role.CODE, (Reason(f"{profile.different} numbers that come again and again"), NAMED))
    if profile.complete and (share := procedures_share(profile.values)) >= _FREQUENT:
        return Decision(Role.CODE, (Reason(f"CPT codes: {shown_share(share)} of them frequent ones"),), sure=len(profile.values) >= 8)
    balance = balance_of(profile, hint)
    digits = wholes.usual_digits()
    if balance.are_figures:
        if not hint and digits >= 4 and balance.records >= 3 and balance.figures <= balance.records + 2:
            return Decision(Role.UNKNOWN, (Reason("neither its values nor its name tell what it holds"),))
        gaps = digits <= 4 and wholes.high - wholes.low >= 5 * profile.different  # of codes that are given to wards, not measured
        most = min(20, profile.count // 5) if digits <= 2 else min(40, profile.count // 10) if gaps else 0
        few = profile.complete and profile.count >= 20 and profile.different <= most
        if few and hint not in (AMOUNT, MEASURED):
            return Decision(Role.CATEGORY, (Reason(f"{profile.different} small numbers that come again and again"),), values=frozenset(profile.values))
        role = Role.AMOUNT if hint == AMOUNT else Role.MEASUREMENT
        return Decision(role, (Reason(balance.why_figures or "numbers of different lengths"),), digits=digits)
    if profile.different < _FEW and profile.count < 5 and hint not in (NUMBER, STAFF):
        return None
    records = "a list of numbers without gaps, in no order" if is_serial(profile) else balance.why_records
    label = "LICENCE_ID" if hint == STAFF else "OTHER_ID"
    return Decision(Role.OTHER_ID, (Reason(records or "numbers like those of records"),), Meaning(label))


def _figures(profile: Profile, hint: str) -> Decision | None:
    """Numbers with decimals, signs, units or currencies, and times of day."""
    if profile.wholes.count >= CLEAR * profile.count and profile.wholes.usual_digits() >= 5:
        return None  # weighed before, and found to be too few or numbers of records
    share = profile.share(is_measured)
    if share < (0.5 if hint in (AMOUNT, MEASURED) else 0.8):
        return None
    money = profile.share(lambda value: re.search(r"[€$£]|EUR|USD|BRL|R\$", value))
    cents = profile.share(lambda value: re.search(r"[.,]\d{2}$", value))
    wide = profile.share(lambda value: re.match(r"[+-]?\d{3,}", value.replace(".", "").replace(",", "")[:-2])) > 0.3
    if hint == CODE and _recurs(profile) and profile.share(is_code) >= CLEAR:
        return Decision(Role.CODE, (Reason("figures that come again and again", share), NAMED))
    amount = money > 0.5 or hint == AMOUNT or (hint != MEASURED and cents > 0.95 and wide)
    return Decision(Role.AMOUNT if amount else Role.MEASUREMENT, (Reason("figures", share),), sure=share >= CLEAR, digits=usual_digits(profile))


def _numbered(profile: Profile, hint: str) -> Decision | None:
    """Numbers behind the same letters: "PAC-017", "NHC 1234", "P301"."""
    lead = _numbering(profile)
    if lead is None or hint == CODE:
        return None
    told = meaning_of(lead).label or hint in (NUMBER, STAFF) or set(words_of(lead)) & _CASES
    if not told and (not lead or (len(lead) > 1 and is_field(lead)) or profile.different <= _MANY):
        return None
    return Decision(Role.OTHER_ID, (Reason("numbers like those of records"),), Meaning("LICENCE_ID" if hint == STAFF else "OTHER_ID"))


def _numbering(profile: Profile) -> str | None:
    """The letters that stand in front of every number of a column, perhaps none; None where they differ."""
    if profile.different < _FEW or profile.longer:
        return None
    numbered = [_NUMBERED.fullmatch(value) for value in profile.values]
    around = {(match[1], match[2]) for match in numbered if match is not None}
    return around.pop()[0] if None not in numbered and len(around) == 1 else None


def _short_codes(profile: Profile, hint: str) -> Decision | None:
    """Codes that no terminology tells: those of records if they have enough digits, a category if they are short and few."""
    share = profile.share(is_code)
    if share < 0.8:
        return None
    most = Counter[int]()
    for value, count in profile.values.items():
        most[sum(map(str.isdigit, value))] += count
    long = sum(count for digits, count in most.items() if digits >= 4) / max(most.total(), 1)
    short = profile.share(lambda value: len(value) <= 6) >= CLEAR
    again = profile.complete and profile.count >= 10 and (_recurs(profile) or (short and 5 * profile.repeats >= profile.taken))
    if again and (hint == CODE or long < 0.1):
        reason = Reason(f"{profile.different} codes that come again and again")
        return Decision(Role.CODE if hint == CODE else Role.CATEGORY, (reason,), values=frozenset(profile.values))
    if long >= 0.5:
        each = "each comes once" if not profile.repeats else "with the digits of record numbers"
        return Decision(Role.OTHER_ID, (Reason(f"codes, {each}"),), Meaning("LICENCE_ID" if hint == STAFF else "OTHER_ID"))
    if hint == CODE:
        return Decision(Role.CODE, (Reason("codes", share), NAMED))
    return None


def _parted_numbers(profile: Profile, hint: str) -> Decision | None:
    """Numbers with signs between their groups, or short letters before them: telephones, licences, postcodes."""
    share = profile.share(_PARTED.fullmatch)
    if hint == NOTES or (profile.different < _FEW and any(map(str.isalpha, "".join(profile.values)))):
        return None  # "NHC 4455667" may stand in a note
    if share < 0.8 or not 2 * sum(sum(map(str.isdigit, value)) >= 5 for value in profile.values) >= len(profile.values):
        return None
    label = "LICENCE_ID" if hint == STAFF else "PHONE" if profile.share(_GROUPS.fullmatch) >= 0.8 else "OTHER_ID"
    return Decision(Role.OTHER_ID, (Reason("numbers with signs between them", share),), Meaning(label))


def _tail(profile: Profile) -> str:
    """What programs write behind every whole number of a column in which some are missing."""
    return ".0" if profile.different >= _FEW and profile.share(_WHOLE_AS_DECIMAL.fullmatch) >= 0.99 else ""
