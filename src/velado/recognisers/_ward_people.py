"""People of a ward or an ambulance: first names behind the word for what they do and at the head of an entry with its hour, and whole crews."""

from __future__ import annotations

from collections.abc import Iterator

from velado import lexicons
from velado.patterns import late_pattern
from velado.recognisers._calendar import month_words, weekday_words
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["ward_people"]

# Words that on a ward stand before somebody's name.
_ROLES = Awaited(
    """porter runner driver clerk scribe taker camillero camillera celador celadora auxiliar maqueiro tecnico tecnica tec chofer motorista
    conductor condutor vigilante interprete interpreter administrativo administrativa recepcionista receptionist telefonista
    operador operadora dispatcher medic crew paramedico paramedica acompanante voluntaria voluntario pasante interno interna residente
    alumno alumna becario estagiaria estagiario tcae tens supervisora coordinadora relevo plantonista recibe recebe""".split()
)
_ENTRY = late_pattern(
    r"[ \t]*(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,? )?(?:[01]?\d|2[0-3])[:.h][0-5]\d(?: ?h(?:rs?)?\b)? {1,4}([A-ZÀ-ÖØ-Þ][a-zà-ÿ]{3,11})(?=:[ \n]| {2}|\t)"
)
# "CREW HATCH P44817 / TSOSIE E20931", "Crew: Stubbs (Para) / Tash": the head of a line or a cell, and one of them at the head of each item.
_CREW = late_pattern(r"(?:(?m:^)|  |\t|\. |[|;—–] ?)[ \t]*(?:CREW|[Cc]rew)\b:? {1,3}(?=[A-ZÀ-ÖØ-Þ])([^\n]{2,90})")
_ITEM = late_pattern(r"(?:\A|[/+&]) ?((?:[A-Z]\.? )?[A-ZÀ-ÖØ-Þ][\w'’-]{2,}(?: [A-ZÀ-ÖØ-Þ][^\W\d_]{2,})?)(?!\w)")
# "S/N Falade": a staff nurse, where no digit makes it the number of a device.
_NURSE = late_pattern(r"(?<![\w/])[SR]/N\.? ([A-ZÀ-ÖØ-Þ][^\W\d_]{2,}(?:-[A-ZÀ-ÖØ-Þ][^\W\d_]+)?(?: [A-ZÀ-ÖØ-Þ][a-zà-ÿ]{2,})?)(?![\w-])")
_RANKS = frozenset("als bls emt ems rn lpn para paramedic medic pilot driver student observer captain capt lt sgt ect eac fru chief doctor nurse unit".split())
_LISTED = 0.9
_NOT_A_NAME = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE | lexicons.FACILITY_WORD | lexicons.TITLE | lexicons.KINSHIP
_SURE = 0.96
_EVERYDAY = 5  # as common as this, a word is rather a word: "May", "Will"


def ward_people(page: Page) -> Iterator[tuple[int, int, float]]:
    """First token, token behind and score of each name."""
    words, gaps, written = page.words, page.gaps, page.written
    for number in index_of(page).tokens(_ROLES):
        named = number + 1
        if named < len(words) and words[named] in (".", ":") and not gaps[named - 1]:
            named += 1
        if named < len(words) and gaps[named - 1] == " " and _is_first_name(words[named], written[named]):
            yield named, named + 1, _SURE
    for start in page.line_starts:
        entry = _ENTRY.match(page.text, start)
        if entry is not None:
            named = page.token_from(entry.start(1))
            if page.spans[named] == entry.span(1) and _is_first_name(words[named], written[named]):
                yield named, named + 1, _SURE
    yield from _crews(page)
    for nurse in _NURSE.finditer(page.text) if "/N" in page.text else ():
        first, last = page.token_from(nurse.start(1)), page.token_from(nurse.end(1) - 1)
        if not lexicons.lookup(page.words[first]) & _NOT_A_NAME:
            yield first, last + 1, _LISTED


def _crews(page: Page) -> Iterator[tuple[int, int, float]]:
    """The surnames or first names of a crew, whatever words they are."""
    for crew in _CREW.finditer(page.text) if "crew" in page.folded else ():
        for item in _ITEM.finditer(crew[1]):
            first, last = page.token_from(crew.start(1) + item.start(1)), page.token_from(crew.start(1) + item.end(1) - 1)
            another = page.words[last] in _RANKS or page.written[last].isupper() != page.written[last - 1].isupper()
            last -= last > first and another  # "P Sidhu HCPC"
            if page.words[first] not in _RANKS:
                yield first, last + 1, _LISTED


def _is_first_name(word: str, written: str) -> bool:
    """Whether a word is a first name as it is written: in small letters only one that is no everyday word."""
    value = lexicons.lookup(word)
    if len(word) < 3 or value & _NOT_A_NAME or not lexicons.first_name_strength(value) or lexicons.commonness(value) >= _EVERYDAY:
        return False
    if word in month_words() or word in weekday_words():
        return False
    if written[0].isupper():
        return not written.isupper()
    return lexicons.first_name_strength(value) >= 2 and not lexicons.commonness(value)
