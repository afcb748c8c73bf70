"""Dates as people write them: read into day, month and year with their places in the text, and written back in the same form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from velado.languages import ROMAN_MONTHS
from velado.patterns import late_pattern
from velado.replacement._months import month_text, month_word, spelled_date, weekday_text, weekday_word
from velado.tokens import fold, read_text

__all__ = ["Moment", "coarsened", "exists", "read_date", "shifted"]


@dataclass(frozen=True, slots=True)
class Moment:
    """One date in a text. `pieces` tell where its parts stand: kind, start, end.

    Kinds: d day, m month in figures, b month by name, r month in Roman figures, y year, o the ordinal's ending,
    w weekday, s a date spelled out in words. A part that is not written is None, or was lent by a neighbour.
    """

    pieces: tuple[tuple[str, int, int], ...] = field(repr=False)
    day: int | None = field(default=None, repr=False)
    month: int | None = field(default=None, repr=False)
    year: int | None = field(default=None, repr=False)
    language: str = "es"

    def has(self, kind: str) -> bool:
        """Whether a part of this kind is written."""
        return any(piece[0] == kind for piece in self.pieces)


_GAP = r"(?:\s{0,2}[/\-.]\s{0,2})"
_WIDE = r"(?:\s{0,2}[/\-.|]\s{0,2}|\s{1,3})"  # forms with boxes: "12 | 03 | 2021"
_OF = (
    r"(?:\s{0,2},?\s{0,2}(?:\b(?:de|del|do|da|of|d')(?:\s{1,2}|(?<='))(?:(?:mes|ano|any|year)(?: de| do| of)? )?)?"
    r"|\s?[/\-.,]\s?)"
)
_DAY = r"(?P<d>[0-3]?\d)(?P<o>\.?[oa]|r[oa]|er|st|nd|rd|th)?"
_NAME = r"(?P<b>[a-z]{3,10})\.?"
_YEAR = r"'?(?P<y>(?:1[89]|2[01])\d\d|\d\d)"
_LONG_YEAR = r"(?P<y>(?:1[89]|2[01])\d\d)"

# Tried in this order; the first that fits the whole text and gives a date there can be is taken.
_FORMS = tuple(
    late_pattern(form)
    for form in (
        rf"(?P<n1>\d{{1,2}}){_WIDE}(?P<n2>\d{{1,2}}){_WIDE}'?(?P<y>\d{{4}}|\d{{2}})",
        r"(?P<y>\d\d)-(?P<m>\d\d)-(?P<d>\d\d)",
        rf"{_LONG_YEAR}{_GAP}(?P<m>\d{{1,2}}){_GAP}(?P<d>\d{{1,2}})",
        r"(?P<y>(?:19|20)\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)(?:[0-2]\d[0-5]\d(?:[0-5]\d)?)?",
        r"(?P<n1>[0-3]\d)(?P<n2>[0-3]\d)(?P<y>(?:19|20)\d\d)",
        r"(?P<d>[0-3]\d)(?P<m>[01]\d)(?P<y>\d\d)",
        rf"{_DAY}{_OF}{_NAME}(?:{_OF}{_YEAR})?",
        rf"{_NAME}\s{{1,2}}{_DAY}(?:(?:,\s{{0,2}}|\s{{1,2}}|{_OF}){_LONG_YEAR})?",
        rf"{_NAME}{_OF}{_YEAR}",
        rf"{_LONG_YEAR}{_OF}{_NAME}(?:{_OF}{_DAY})?",
        rf"{_DAY}\s{{0,2}}[/\-. ]\s{{0,2}}(?P<r>[ivx]{{1,4}})(?:\s{{0,2}}[/\-. ]\s{{0,2}}{_YEAR})?",
        rf"(?P<r>[ivx]{{1,4}})\s{{0,2}}[/\-. ]\s{{0,2}}{_YEAR}",
        rf"(?P<m>\d{{1,2}}){_GAP}{_LONG_YEAR}",
        rf"{_LONG_YEAR}{_GAP}(?P<m>\d{{1,2}})",
        rf"(?P<n1>\d{{1,2}}){_GAP}(?P<n2>\d{{1,2}})",
        _YEAR,
        _NAME,
    )
)
_ROMAN_TEXT = {number: roman for roman, number in ROMAN_MONTHS.items()}

_WEEKDAY = late_pattern(r"(?:(?:el|la|on|na|no|dia)\s{1,2})?([a-z]{3,9}(?:-feira)?)\.?,?\s{1,2}(?:(?:dia|el|the)\s)?")
_LEADING = late_pattern(
    r"(?:(?:a|em|en|in|el|la|los|the|no|na|ao|del?|do|desde|dia|ano|any|year|principios|inicios|comienzos|mediados|finales|fines"
    r"|fins|fin|inicio|comeco|meados|finais|final|early|mid|late|beginning|end|of|verano|verao|otono|outono|invierno|inverno"
    r"|primavera|summer|autumn|fall|winter|spring)[\s-]{1,2}){1,4}"
)
_TIME = late_pattern(
    r"(?:t|[\s,;]{1,3})(?:a las |as |at )?\d{1,2}(?:\s?[:.h]\s?\d{2}){1,2}(?:\.\d{1,6})?"
    r"\s?(?:z|[ap]\.?\s?m\.?|h(?:o?ra)?s?\.?|[+-]\d{2}:?\d{2})?\.?$"
)
_BETWEEN = late_pattern(r"\s{1,2}(?:-|a|al|ao|to|till|until|hasta|ate|through|y|e|and|i)\s{1,2}(?:el |o |the )?|\s?-\s?|/|,\s?")
_SLIPS = str.maketrans({"o": "0", "l": "1", "i": "1", "|": "1"})
_PIVOT = 40  # two figures up to here are of this century


def read_date(text: str, language: str = "es", order: str = "dmy") -> tuple[str, tuple[Moment, ...]] | None:
    """The text as it was read, and the date in it, or the several dates of a range; None when it is no date we can read.

    >>> [(m.day, m.month, m.year) for m in read_date("del 3 al 9 de junio de 2021")[1]]
    [(3, 6, 2021), (9, 6, 2021)]
    """
    clean = read_text(text).text
    if not 0 < len(clean) <= 80:
        return None
    folded = fold(clean)
    time = _TIME.search(folded)
    end = time.start() if time else len(folded)
    while end and folded[end - 1] in " \n\t.,;:":
        end -= 1
    start = len(folded) - len(folded.lstrip())
    for at, pieces, weekday_language in _openings(folded, start, end, language):
        found = _read_range(folded, at, end, weekday_language or language, order)
        if found:
            return clean, (replace(found[0], pieces=pieces + found[0].pieces), *found[1:])
    return None


def _openings(folded: str, start: int, end: int, language: str) -> Iterator[tuple[int, tuple[tuple[str, int, int], ...], str]]:
    """Where the date proper may begin: at once, behind a weekday, behind words such as "mid" or "a finales de"."""
    yield start, (), ""
    weekday = _WEEKDAY.match(folded, start, end)
    if weekday and (known := weekday_word(weekday[1], language)):
        yield weekday.end(), (("w", weekday.start(1), weekday.end(1)),), known[1]
    leading = _LEADING.match(folded, start, end)
    if leading:
        yield leading.end(), (), ""


def _read_range(folded: str, start: int, end: int, language: str, order: str) -> tuple[Moment, ...]:
    whole = _read_one(folded, start, end, language, order)
    if whole:
        return (whole,)
    for joint in _BETWEEN.finditer(folded, start, end):
        first = _read_one(folded, start, joint.start(), language, order)
        second = _read_one(folded, joint.end(), end, language, order)
        if second and (lent := _bare_day(folded, start, joint.start(), second)):
            return (lent, second)  # "3 y 4 de mayo"
        if first and (lent := _bare_day(folded, joint.end(), end, first)):
            return (first, lent)  # "Dec 30-31"
        if first and second and _likely_range(first, second):
            return (_lend(first, second), second)
        if first and first.year and not first.month and re.fullmatch(r"\d\d", folded[joint.end() : end]):
            year = first.year - first.year % 100 + int(folded[joint.end() : end])
            return (first, Moment((("y", joint.end(), end),), None, None, year, language))
    return ()


def _bare_day(folded: str, start: int, end: int, lender: Moment) -> Moment | None:
    """A day alone that has its month and year from the date beside it."""
    match = re.compile(_DAY).fullmatch(folded, start, end)
    # Behind a date in figures a number is no day: "12/03-15" says something else.
    if not match or not lender.day or (lender.has("m") and start > lender.pieces[0][1]):
        return None
    pieces = tuple((kind, *match.span(kind)) for kind in "do" if match[kind])
    moment = Moment(pieces, int(match["d"]), lender.month, lender.year, lender.language)
    return moment if exists(moment) else None


def _likely_range(first: Moment, second: Moment) -> bool:
    if first.day and first.month:
        return bool(second.day and second.month)
    return bool(first.month) == bool(second.month) and not second.day


def _lend(first: Moment, second: Moment) -> Moment:
    """The first date of "3/5 al 9/6/2021" is of the second's year."""
    return replace(first, year=second.year) if first.year is None and second.year else first


def _read_one(folded: str, start: int, end: int, language: str, order: str) -> Moment | None:
    for form in _FORMS:
        match = form.fullmatch(folded, start, end)
        if match:
            moment = _moment(match, language, order)
            if moment and exists(moment):
                return moment
    spelled = spelled_date(folded[start:end], language)
    if spelled:
        day, month, year, tongue = spelled
        moment = Moment((("s", start, end),), day, month, year, tongue)
        return moment if exists(moment) else None
    repaired = folded[start:end].translate(_SLIPS)
    if repaired != folded[start:end] and not re.search(r"[^\d/\-. ]", repaired):
        # "l2/O3/2O21": letters that a scanner took for figures.
        return _read_one(folded[:start] + repaired + folded[end:], start, end, language, order)
    return None


def _moment(match: re.Match[str], language: str, order: str) -> Moment | None:
    found = {kind: value for kind, value in match.groupdict().items() if value is not None}
    places = {kind: match.span(kind) for kind in found}
    if "n1" in found:
        kinds = _order(int(found["n1"]), int(found["n2"]), "y" in found, order)
        for number, kind in zip(("n1", "n2"), kinds, strict=True):
            found[kind], places[kind] = found.pop(number), places.pop(number)
    month = int(found["m"]) if "m" in found else None
    if "r" in found:
        month = ROMAN_MONTHS.get(found["r"])
        if month is None:
            return None
    if "b" in found:
        known = month_word(found["b"], language)
        if known is None:
            return None
        month, language = known
    year = int(found["y"]) if "y" in found else None
    if year is not None and len(found["y"]) == 2:
        year += 2000 if year <= _PIVOT else 1900
    day = int(found["d"]) if "d" in found else None
    pieces = tuple(sorted(((kind, *places[kind]) for kind in found), key=lambda piece: piece[1]))
    return Moment(pieces, day, month, year, language)


def _order(first: int, second: int, with_year: bool, order: str) -> tuple[str, str]:
    """What the two figures of a numeric date are; a month and a year where nothing else makes sense."""
    if not with_year and (second > 31 or (order == "dmy" and second > 12 and first <= 12)):
        return "m", "y"
    if order == "mdy":
        return ("d", "m") if first > 12 >= second else ("m", "d")
    return ("m", "d") if second > 12 >= first else ("d", "m")


def exists(moment: Moment) -> bool:
    """Whether the calendar has such a date."""
    if moment.month is not None and not 1 <= moment.month <= 12:
        return False
    if moment.year is not None and not 1800 <= moment.year <= 2199:
        return False
    if moment.day is None:
        return moment.month is not None or moment.year is not None
    if moment.month is None:
        return False
    try:
        date(moment.year or 2020, moment.month, moment.day)
    except ValueError:
        return False
    return True


def _moved(moment: Moment, days: int, usual_year: int) -> Moment:
    if moment.day is not None and moment.month is not None:
        leap_day = (moment.day, moment.month) == (29, 2)
        year = moment.year or (2020 if leap_day else usual_year)
        then = date(year, moment.month, moment.day) + timedelta(days)
        if moment.year is None and (then.day, then.month) == (moment.day, moment.month):
            then += timedelta(1)  # whole years away, and the year is not written
        return replace(moment, day=then.day, month=then.month, year=then.year)
    sign = 1 if days > 0 else -1
    if moment.month is not None:
        # A coarse date moves by whole units, and by one at least: it never stays where it was.
        months = round(days / 30.4375) or sign
        if moment.year is None and months % 12 == 0:
            months += sign
        count = (moment.year or usual_year) * 12 + moment.month - 1 + months
        return replace(moment, month=count % 12 + 1, year=count // 12)
    return replace(moment, year=(moment.year or usual_year) + (round(days / 365.25) or sign))


def shifted(text: str, moments: Sequence[Moment], days: int, usual_year: int = 2021) -> str | None:
    """The text with its dates moved, everything else as it was; None when a date leaves the calendar.

    >>> text, moments = read_date("12-III-2021")
    >>> shifted(text, moments, 30)
    '11-IV-2021'
    """
    edits: list[tuple[int, int, str]] = []
    figures = [text[start:end] for moment in moments for kind, start, end in moment.pieces if kind in "dm"]
    numeric = any(moment.has("m") or moment.has("r") for moment in moments)
    # Two figures each unless one of them is written with a single one; beside a month's name, only if there is a zero.
    padded = all(len(figure) == 2 for figure in figures) if numeric else any(figure.startswith("0") for figure in figures)
    try:
        for moment in moments:
            moved = _moved(moment, days, usual_year)
            if moved.year is not None and not 1000 <= moved.year <= 9999:
                return None
            edits += _edits(text, moment, moved, days, padded)
    except (ValueError, OverflowError):
        return None
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _edits(text: str, old: Moment, new: Moment, days: int, padded: bool) -> Iterator[tuple[int, int, str]]:
    for kind, start, end in old.pieces:
        piece = text[start:end]
        if kind == "d":
            yield start, end, f"{new.day:02d}" if padded else str(new.day)
        elif kind == "m":
            yield start, end, f"{new.month:02d}" if padded else str(new.month)
        elif kind == "y" and new.year is not None:
            yield start, end, f"{new.year:04d}" if len(piece) == 4 else f"{new.year % 100:02d}"
        elif kind == "b" and new.month is not None:
            name = month_text(new.month, old.language, piece)
            # Catalan: "d'agost" but "de setembre".
            elided = text[start - 2 : start].lower() in ("d'", "d’") and fold(name[0]) not in "aeiou"
            yield (start - 2, end, f"de {name}") if elided else (start, end, name)
        elif kind == "r" and new.month is not None:
            roman = _ROMAN_TEXT[new.month]
            yield start, end, roman.upper() if piece.isupper() else roman
        elif kind == "o" and new.day is not None:
            yield start, end, _ordinal(piece, new.day)
        elif kind == "w":
            known = weekday_word(fold(piece), old.language)
            if known:
                yield start, end, weekday_text((known[0] + days) % 7, known[1], piece)
        elif kind == "s":
            yield start, end, _plain(new if old.year else replace(new, year=None))


def _ordinal(ending: str, day: int) -> str:
    if ending.lower() in ("st", "nd", "rd", "th"):
        teen = 10 <= day % 100 <= 20
        new = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
        return new.upper() if ending.isupper() else new
    return ending if day == 1 else ""


def _plain(moment: Moment) -> str:
    """A date that was spelled out in words comes back in figures and the month's name."""
    name = month_text(moment.month or 1, moment.language, "")
    joint = " " if moment.language == "en" else " de "
    return joint.join(str(part) for part in (moment.day, name, moment.year) if part is not None)


def coarsened(text: str, moments: Sequence[Moment], unit: str) -> str | None:
    """The text's dates with their day left out (`unit` "month"), or all but the year ("year"); None when that is not written.

    >>> text, moments = read_date("12 de marzo de 2020")
    >>> coarsened(text, moments, "month"), coarsened(text, moments, "year")
    ('marzo de 2020', '2020')
    """
    # Two days of one month say it once, in the words of the one that has them.
    written: dict[tuple[int | None, int | None], str | None] = {}
    for moment in moments:
        what = (moment.year, moment.month if unit == "month" else None)
        written[what] = _coarse(text, moment, unit) or written.get(what)
    parts = [part for part in written.values() if part]
    return " - ".join(parts) if len(parts) == len(written) else None


def _coarse(text: str, moment: Moment, unit: str) -> str | None:
    places: Mapping[str, tuple[int, int]] = {kind: (start, end) for kind, start, end in moment.pieces}
    if moment.year is None:
        return text[slice(*places["b"])] if unit == "month" and "b" in places else None
    if unit == "year" or moment.month is None:
        return str(moment.year)
    month = places.get("b") or places.get("r")
    year = places.get("y")
    if month and year and month[0] < year[0] and not month[0] < places.get("d", (-1, -1))[0] < year[0]:
        return text[month[0] : year[0]].rstrip("'") + str(moment.year)
    if month:
        joint = " " if "b" in places else "/"
        return f"{text[slice(*month)]}{joint}{moment.year}"
    if year and "m" in places and year[0] < places["m"][0]:
        return f"{moment.year}-{moment.month:02d}"
    return f"{moment.month:02d}/{moment.year}"
