"""What the columns of a table tell of each other: which is misnamed, which only counts rows, whose number is the patient's.

`decide` looks at each column by itself; here that is settled where other columns know better.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from velado.columns.hints import NUMBER, hint_of
from velado.columns.names import Meaning, birth_date_of, words_of
from velado.columns.numbers import counts_rows, is_no_age, is_skewed, may_be_records, usual_digits
from velado.columns.people import Kind, kind_of
from velado.columns.profile import Profile
from velado.columns.roles import CLEAR, HELD, NAMED, Decision, Reason, Role
from velado.columns.ties import Tie, ages_in_notes, is_key, stands_in_notes, tie_of
from velado.headings import PERSON
from velado.tokens import word_set

__all__ = ["settle"]

_DAY_OR_MONTH = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?!\d)")
_UNITS_OF_AGE = word_set("mes meses months month dia dias days day semanas weeks hours horas")
_RECORD = 7  # digits from which on a number is rather somebody's than a figure
_DECIMAL = re.compile(r"[+-]?\d{1,7}[.,](?:\d?[1-9]|\d{3,}[1-9])")
_MANY = 20  # different values that a category of codes hardly has


def settle(profiles: Sequence[Profile], decisions: Sequence[Decision], looks: Sequence[Decision]) -> list[Decision]:
    """The decisions on the columns of one table, settled among each other; `looks` is what the values alone say."""
    settled = list(decisions)
    _misnamed(profiles, settled, looks)
    _constants(profiles, settled)
    _rows(profiles, settled)
    _one_patient(profiles, settled)
    _one_birth(profiles, settled)
    _one_order(profiles, settled)
    return settled


def _misnamed(profiles: Sequence[Profile], decisions: list[Decision], looks: Sequence[Decision]) -> None:
    """Content under a name that speaks of people, and people under one that speaks of codes: the other columns tell.

    Where they do not, nothing is redrawn.
    """
    texts = [profile for profile in profiles if 2 * profile.longer > profile.count]
    known = list(decisions)
    content = [look.role in HELD and not look.identifies for look in looks]
    people = [not held and _tells_people(one, profile) for one, profile, held in zip(known, profiles, content, strict=True)]
    for place, profile in enumerate(profiles):
        if known[place].sure or not content[place] or not profile.count:
            continue
        others = [profiles[at] for at, told in enumerate(people) if told and at != place]
        if known[place].identifies:
            decisions[place] = _told_apart(known[place], looks[place], profile, others, texts)
        elif _may_be_peoples(known[place], profile) and tie_of(profile, others) == Tie.TIED:
            decisions[place] = Decision(Role.OTHER_ID, (Reason("equal values stand in rows of one person"),), Meaning("OTHER_ID"))


def _may_be_peoples(decision: Decision, profile: Profile) -> bool:
    """Whether codes or numbers that stay for want of evidence may be those of people, who come again as often."""
    if not is_key(profile):
        return False
    if decision.role == Role.CODE:
        return usual_digits(profile) >= 5
    plain = decision.role == Role.MEASUREMENT and hint_of(profile.name) in ("", NUMBER) and profile.wholes.count >= CLEAR * profile.count
    return plain and profile.wholes.usual_digits() >= 5 and may_be_records(profile)


def _told_apart(called: Decision, found: Decision, profile: Profile, others: Sequence[Profile], texts: Sequence[Profile]) -> Decision:
    """Settle between what the values look like and a name that speaks of people, by the rest of the table."""
    numbers = called.role in (Role.PATIENT_ID, Role.OTHER_ID) or bool(set(words_of(profile.name)) & PERSON)
    if called.meaning.label == "AGE":
        doubtful, tie = _is_small_scale(profile) or _exceeds_ages(profile), _tie_of_ages(profile, texts)
    elif numbers or (called.role == Role.NAME and _are_few_words(found, profile)):
        doubtful, tie = _is_doubtful(found, profile), Tie.TIED if stands_in_notes(profile, texts) else tie_of(profile, others)
        doubtful = doubtful or _is_shared(found, profile, others)
    else:
        return called
    if not doubtful or tie == Tie.TIED:
        return called
    if tie == Tie.LOOSE:
        return replace(found, reasons=(*found.reasons, Reason("equal values stand in rows of many people")))
    return Decision(Role.UNKNOWN, (Reason("its name speaks of people but its values do not"),))


def _is_shared(found: Decision, profile: Profile, others: Sequence[Profile]) -> bool:
    """Whether a few codes or numbers come again in rows of far more people than there are of them."""
    if found.role not in (Role.CATEGORY, Role.CODE) or profile.wholes.padded or usual_digits(profile) >= _RECORD:
        return False
    return tie_of(profile, [other for other in others if other.different >= 2 * profile.different]) == Tie.LOOSE


def _tells_people(decision: Decision, profile: Profile) -> bool:
    """Whether a column tells whom its rows are about, or may: its name or its values say so."""
    if decision.role == Role.BIRTH_DATE:
        return _spans_a_life(profile)
    if decision.role == Role.OTHER_ID:
        return decision.meaning.label != "LICENCE_ID"
    return decision.role == Role.PATIENT_ID or (decision.role == Role.NAME and decision.meaning.label != "STAFF_NAME")


def _is_doubtful(found: Decision, profile: Profile) -> bool:
    """Whether values that look like content are hardly somebody's numbers, although the name of their column says so."""
    if found.role == Role.CODE:
        return not any(value.isdecimal() for value in profile.values) and _are_terms(profile)
    if _are_few_words(found, profile):
        return True
    if found.role not in (Role.MEASUREMENT, Role.AMOUNT, Role.CATEGORY) or profile.wholes.padded:
        return False
    if profile.wholes.count < CLEAR * profile.count:
        return profile.share(_DECIMAL.fullmatch) >= 0.2 and profile.share(lambda value: sum(map(str.isdigit, value)) < 5) >= 0.5
    many = profile.different >= _MANY  # fewer may be skewed by chance
    if profile.wholes.usual_digits() >= 4:
        return many and is_skewed(profile) and not may_be_records(profile)
    return (many and is_skewed(profile, 3)) or (profile.different <= _MANY and 5 * profile.different <= profile.count)


def _are_few_words(found: Decision, profile: Profile) -> bool:
    """Whether a few ordinary words come again and again, of which none may be anybody's name."""
    few = found.role == Role.CATEGORY and profile.complete and profile.count >= 20 and profile.different <= min(12, profile.count // 10)
    return few and all(kind_of(value) in (Kind.WORDS, Kind.MEDICINE, Kind.LETTERS) for value in profile.values)


def _are_terms(profile: Profile) -> bool:
    """Whether short codes are of many chapters, and of several lengths or very short, as no numbers of records are."""
    lengths = Counter(map(len, profile.values))
    letters = Counter(value[:1] for value in profile.values)
    return len(letters) >= 6 and (max(lengths) <= 3 or (max(lengths) <= 8 and lengths.most_common(1)[0][1] <= CLEAR * lengths.total()))


def _tie_of_ages(profile: Profile, texts: Sequence[Profile]) -> Tie:
    """Whether the ages that the notes tell are those of the column."""
    told, share = ages_in_notes(profile, texts)
    if told < 10:
        return Tie.OPEN
    return Tie.TIED if share >= 0.5 else Tie.LOOSE if share < 0.25 else Tie.OPEN


def _is_small_scale(profile: Profile) -> bool:
    """Whether a few small numbers come again and again, where ages would be of all kinds."""
    return profile.complete and profile.count >= 50 and profile.different <= 10 and profile.wholes.high <= 10


def _exceeds_ages(profile: Profile) -> bool:
    """Whether many different numbers are more than people live years; names that speak of months or days are no years."""
    if set(words_of(profile.name)) & _UNITS_OF_AGE:
        return False
    over = list(filter(is_no_age, profile.values))
    return len(over) >= 5 and sum(profile.values[value] for value in over) >= 0.05 * profile.count


def _constants(profiles: Sequence[Profile], decisions: list[Decision]) -> None:
    """A number that is the same in all rows is nobody's where other columns tell that the rows are of many people."""
    people = (Role.PATIENT_ID, Role.NAME, Role.BIRTH_DATE)
    if not any(decision.role in people and profile.different > 1 for decision, profile in zip(decisions, profiles, strict=True)):
        return
    for place, (decision, profile) in enumerate(zip(decisions, profiles, strict=True)):
        if decision.role == Role.OTHER_ID and not decision.sure and decision.meaning.label == "OTHER_ID" and profile.different == 1 and profile.count >= 20:
            decisions[place] = Decision(Role.CONSTANT, (Reason("always the same value"),), values=frozenset(profile.values))


def _rows(profiles: Sequence[Profile], decisions: list[Decision]) -> None:
    """Numbers that rise by one from row to row count rows, whatever they are called, where the same people come again."""
    people = (Role.PATIENT_ID, Role.NAME, Role.BIRTH_DATE)
    again = [decision.role in people and 5 * profile.repeats > profile.taken for decision, profile in zip(decisions, profiles, strict=True)]
    for place, (decision, profile) in enumerate(zip(decisions, profiles, strict=True)):
        if decision.role in people and not decision.sure and any(again) and counts_rows(profile):
            decisions[place] = Decision(Role.ROW_NUMBER, (Reason("rises by one from row to row, and the same people come again"),), digits=20)


def _one_patient(profiles: Sequence[Profile], decisions: list[Decision]) -> None:
    """Where no column is called the patient's, one whose numbers come as often as the people do is: there are as many of them.

    Without people in the table it is the first whose numbers come again and again, else the only one with numbers.
    """
    known = [place for place, decision in enumerate(decisions) if decision.role == Role.PATIENT_ID]
    open_to = [place for place, decision in enumerate(decisions) if decision.role == Role.OTHER_ID and decision.meaning.label == "OTHER_ID"]
    if called := [place for place in known if not decisions[place].sure]:
        open_to = [place for place in open_to if place < called[0] and hint_of(profiles[place].name) == NUMBER]
    names = [place for place, decision in enumerate(decisions) if decision.role == Role.NAME and decision.meaning.label == "PATIENT_NAME"]
    again = [place for place in open_to if profiles[place].repeats]
    people = [profiles[place].different for place in (*known, *names)]
    alike = [place for place in again if any(abs(profiles[place].different - count) <= 0.03 * count for count in people)]
    chosen = alike[:1] or ([] if known else again[:1] or (open_to if len(open_to) == 1 else []))
    for place in chosen:
        decisions[place] = replace(decisions[place], role=Role.PATIENT_ID, meaning=Meaning("PATIENT_ID"))


def _one_birth(profiles: Sequence[Profile], decisions: list[Decision]) -> None:
    """Where no column is called a date of birth, the dates that reach back over a lifetime are."""
    if any(decision.role == Role.BIRTH_DATE for decision in decisions):
        return
    for place, decision in enumerate(decisions):
        if decision.role == Role.DATE and NAMED not in decision.reasons and _spans_a_life(profiles[place]):
            reasons = (*decision.reasons, Reason("over a lifetime"))
            decisions[place] = replace(decision, role=Role.BIRTH_DATE, meaning=Meaning("DATE", True), reasons=reasons)
            return


def _one_order(profiles: Sequence[Profile], decisions: list[Decision]) -> None:
    """A number above twelve in one date tells which is the day in all dates of the column, and of columns that do not tell."""
    dates = [place for place, decision in enumerate(decisions) if decision.role in (Role.DATE, Role.BIRTH_DATE)]
    orders = {place: _month_first(profiles[place]) for place in dates}
    told = {order for order in orders.values() if order is not None}
    usual = told.pop() if len(told) == 1 else None
    for place, order in orders.items():
        decisions[place] = replace(decisions[place], month_first=usual if order is None else order)


def _month_first(profile: Profile) -> bool | None:
    """Whether the month stands before the day; None where no date tells, or as many tell the contrary."""
    days = Counter[bool]()
    for value, count in profile.values.items():
        if (match := _DAY_OR_MONTH.match(value)) and (int(match[1]) > 12) != (int(match[2]) > 12):
            days[int(match[2]) > 12] += count
    return None if days[True] == days[False] else days[True] > days[False]


def _spans_a_life(profile: Profile) -> bool:
    years = sorted(born.year for value in list(profile.values)[:300] if (born := birth_date_of(value)))
    return len(years) >= 8 and years[-1] - years[0] >= 35 and years[len(years) // 2] <= 2005
