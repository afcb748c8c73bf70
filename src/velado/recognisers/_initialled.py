"""Initials of staff in records that several people keep: at the ends of lines, in columns, and explained in a legend."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from velado import lexicons
from velado.languages import words
from velado.lexicons.families import family_of
from velado.patterns import late_pattern
from velado.recognisers._signatures import is_initials
from velado.recognisers._signing_columns import signing_cells
from velado.tokens import Page, fold

__all__ = ["initialled"]

_TAIL = 24  # characters of a line in which it ends
_LEAST = 3  # lines that end in the same letters before these are somebody
# "AC = Anjelica Cho CNM": the letters begin the words of a name.
_LEGEND = late_pattern(r"(?<![\w=])([^\W\d_]{2,4}) ?= ?([A-ZÁÉÍÓÚÑ][\w.'’-]{0,19}(?: [A-ZÁÉÍÓÚÑ][\w.'’-]{0,19}){1,3})")
_LINE_END = late_pattern(r"(?:\t| {2,}|[.;)] )((?:[A-ZÁÉÍÓÚÑ]\.){1,3}[A-ZÁÉÍÓÚÑ]|[A-ZÁÉÍÓÚÑ]{2,3}|[a-zñ]{2,3})\.?[ \t]*\Z")
# "04 h JLM."; but not "cada 6 h", "168@36h", "T4 1.20", "14:30 FSG: 200".
_BEHIND_HOUR = late_pattern(
    r"\d(?<![\d/:.,\-@]\d)(?:\d?[:h][0-5]\d(?: ?h(?:rs?|s)?\b)?|\d? ?h(?:rs?|s)?\b)\.? {1,2}\(?((?:[A-ZÁÉÍÓÚÑ]{3}|[a-zñ]{3})(?![\w'’]))"
    r"(?=[).,;/\n]|:(?! ?\d)|[ \t]*(?:\n|\Z)|  | [-=]?>)"
)
# An entry that begins with its hour, perhaps behind the day: "16:10 ta p1 130/70 yg", "3/10 0430 turned, dry MK". Of four digits in a row years,
# and of all what a unit follows, are none.
_ENTRY = late_pattern(
    r"[ \t>*•·\-\[]{0,6}(?:\d{1,2}[/.\-]\d{1,2}(?:[/.\-]\d{2,4})?\]?,? {1,3})?\(?"
    r"(?:(?:[01]?\d|2[0-3])[:.h][0-5]\d(?![\d.,/])(?: ?h(?:rs?|s)?\b)?|(?!19|20[2-9])(?:[01]\d|2[0-3])[0-5]\d(?![\d.,/:])h?|(?:[01]?\d|2[0-3]) ?h(?:rs?|s)?\b)"
    r"(?! ?(?:mg|ml|mcg|ui|iu|cc|cm|mm|kg|g|l|x|%|u|h\b)\b)"
)
_CLOSING = late_pattern(r"[ \t]\(?((?:[A-ZÁÉÍÓÚÑ]\.){1,3}[A-ZÁÉÍÓÚÑ]|[A-ZÁÉÍÓÚÑ]{2,3}|[a-zñ]{2,3})\.?\)?\.?[ \t]*\Z")
# Behind these stands what was done or where, not who did it: "cura de UPP", "pain on RLQ".
_LEADS_ON = words("de del en da do na no em al a ao la el con com sin sem por via on in at to of for with per from pain dolor dor and y e o or")
_EVERY = late_pattern(r"(?:\b(?:cada|c|q|por|durante|x|em|en|for|over|every|de|each|as|las|los)|[@/~]) ?\Z")
_FLAGS = 0xFFFFFF & ~lexicons.PREFIX  # all that a list can say of a word
# Sites, ways and eyes of vaccines and drugs, answers, units and codes that fill the last column of a table.
_COLUMN_WORDS = words(
    """ld rd la ra lvl rvl lt rt lta rta ll rl al ar bd be bi im sc id po pr vo ev iv sl od os oi oe dd di md me mse mie neg pos nl nd nt nm np nv fc dnr dni
    full cpr ok si no sim nao yes nr na wk wks mo mos yr yrs hr hrs min seg sec gr ud uds cc iu ui gt cp caps tab tabs amp fco hs qd bid tid qid qod stat
    mm cm kg mg ml mcg ug meq lb lbs oz in ft x f m v h mv vm nc ao rx dx tx ac pc alta baja alto bajo hi lo low high norm nml wnl abn pend rev fin end am pm ext int
    esp ing por pt en es uk usa eua mex arg chi col per bra""",
)

# States and provinces as their country writes them, which fill columns as well.
_REGIONS = {
    "es": words("gto jal ver qro slp ags nl bc cdmx edo mex son sin chis oax yuc"),
    "en": words(
        """qc on ab sk mb ns nb pe nt nu yt bc nl nsw vic qld tas act wa sa al ak az ar ca co ct de fl ga hi ia id il in ks ky la ma md me mi mn
        mo ms mt nc nd ne nh nj nm nv ny oh ok or pa ri sc sd tn tx ut va vt wi wv wy"""
    ),
    "pt": words("ac al am ap ba ce df es go ma mg ms mt pa pb pe pi pr rj rn ro rr rs sc se sp to"),
}


def initialled(page: Page) -> list[tuple[int, int, float]]:
    """Start, end and score of each pair or triple of initials, each place once."""
    best: dict[tuple[int, int], float] = {}
    for start, end, score in _found(page):
        best[start, end] = max(score, best.get((start, end), 0.0))
    return [(start, end, score) for (start, end), score in best.items()]


def _found(page: Page) -> Iterator[tuple[int, int, float]]:
    text = page.text
    if text.isupper():
        return  # among capitals only, initials look like any other word
    told = {match.group(1) for match in _LEGEND.finditer(text) if _explains(match.group(1), match.group(2))} if "=" in text else set()
    for number, token in enumerate(page.written) if told else ():
        if token in told:
            yield *page.spans[number], 0.92
    for letters, places in _by_letters(page, _LINE_END, page.lines()).items():
        if len(places) >= _LEAST and letters not in told and _may_sign(page, letters):
            yield from ((start, end, 0.9) for start, end in places)
    for start, end in signing_cells(page):
        if _may_sign(page, text[start:end]):
            yield start, end, 0.96
    yield from _beside_hours(page)
    yield from _closing_entries(page)


def _by_letters(page: Page, pattern: re.Pattern[str], lines: Iterable[tuple[int, int]]) -> dict[str, list[tuple[int, int]]]:
    """Where which letters end some lines."""
    ends: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for start, end in lines:
        tail = max(start, end - _TAIL)
        if match := pattern.search(page.text[tail:end]):
            ends[match.group(1)].append((match.start(1) + tail, match.end(1) + tail))
    return ends


def _closing_entries(page: Page) -> Iterator[tuple[int, int, float]]:
    """Letters that end entries with their hour: of several by themselves, of one only where nothing is known of them."""
    entries = (line for line in page.lines() if _ENTRY.match(page.text, *line))
    for letters, found in _by_letters(page, _CLOSING, entries).items():
        places = [place for place in found if not _leads_on(page, place[0])]
        unknown = _is_of_no_list(page, letters)
        if unknown or (len(places) > 1 and _may_sign(page, letters)):
            # Known letters are rather medicine, "RLQ", "UPP": there the tagger has the last word, and nothing spreads.
            score = 0.9 if unknown and len(places) > 1 else 0.8 if unknown else 0.7
            yield from ((start, end, score) for start, end in places)


def _leads_on(page: Page, start: int) -> bool:
    """Whether a word before some letters says that they are a thing or a place."""
    number = page.token_from(start)
    return number > 0 and page.words[number - 1] in _LEADS_ON


def _beside_hours(page: Page) -> Iterator[tuple[int, int, float]]:
    """Three letters that nothing is known of, right behind the hour: "Tegaderm cambiado 04 h JLM."."""
    for match in _BEHIND_HOUR.finditer(page.text):
        if _is_of_no_list(page, match.group(1)) and not _EVERY.search(page.folded, max(0, match.start() - 9), match.start()):
            yield *match.span(1), 0.96


def _may_sign(page: Page, letters: str) -> bool:
    """Whether somebody may sign so: what fills columns of tables is mostly something else."""
    word = fold(letters).rstrip(".")  # with dots between them letters are no abbreviation
    return is_initials(letters) and word not in _COLUMN_WORDS and word not in _REGIONS.get(page.language, ())


def _is_of_no_list(page: Page, letters: str) -> bool:
    """Whether no list and no clinical text has some letters as a word or as short for something."""
    word = fold(letters)
    value = lexicons.lookup(word)
    known = value & _FLAGS or lexicons.commonness(value) > 1 or family_of(word)
    return not known and _may_sign(page, letters)


def _explains(letters: str, name: str) -> bool:
    """Whether letters are the initials of a name: the first of the first word, and the last of a later one."""
    initials = [fold(word[0]) for part in name.split() for word in part.split(".") if word]
    folded = fold(letters)
    return len(initials) > 1 and folded[0] == initials[0] and folded[-1] in initials[1:]
