"""The end of an address: postcode, town, region, country. Shared by the recognisers of streets and of places."""

from __future__ import annotations

from collections.abc import Iterator

from velado import lexicons
from velado.document import Span
from velado.patterns import late_pattern
from velado.recognisers._address_words import KEYWORDS
from velado.recognisers._capitals import Look
from velado.tokens import Page

__all__ = ["AREA", "NOT_PLACES", "NOT_UNKNOWN", "POSTCODE_LABELS", "STATES", "behind_address", "datelines", "place_span", "postcode_behind", "postcodes"]

AREA = lexicons.TOWN | lexicons.REGION | lexicons.COUNTRY

# Postcodes whose form alone gives them away, on the text as written.
POSTCODE_AREAS = frozenset(
    """AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP
    HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG
    SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE""".split()
)
_LETTERED = late_pattern(
    r"(?P<uk>([A-Z]{1,2})\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})(?![\w-])"
    r"|(?P<canada>[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d)(?![\w-])"
    r"|(?P<ireland>[AC-FHKNPRTV-Y]\d[0-9W] (?=[0-9]{0,3}[AC-FHKNPRTV-Y])[0-9AC-FHKNPRTV-Y]{4})(?![\w-])"
    r"|(?P<argentina>[A-HJ-NP-Z]\d{4}[A-Z]{3})(?![\w-])"
)
_DIGITS = late_pattern(
    r"(?P<brazil>(?:\d{5}|\d{2}\.\d{3})-\d{3})(?![\w/-]|[.,]\d)"
    r"|(?P<portugal>[1-9]\d{3}-\d{3})(?= [A-ZÁÀÂÃÉÊÍÓÔÕÚÇ][A-ZÁÀÂÃÉÊÍÓÔÕÚÇa-zà-ÿ])"
)
_NUMBER = late_pattern(r"(?:[a-z]?\d{4,5}(?:-\d{3,4}|[a-z]{3})?|\d{2}\.\d{3}-\d{3}|\d{8})(?![\w/]|[.,]\d)")
POSTCODE_LABELS = frozenset("cp cep zip postal postcode eircode".split())
STATES = frozenset(
    """AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT
    VA WA WV WI WY DC PR NSW VIC QLD SA TAS ACT NT ON QC BC AB MB SK NS NB NL""".split()
)
_AUSTRALIA = frozenset("NSW VIC QLD SA TAS ACT NT WA".split())
_BRAZIL_STATES = frozenset("AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO".split())
_STATE_WORDS = frozenset(state.lower() for state in STATES)
NOT_PLACES = lexicons.MEDICAL | lexicons.DRUG | lexicons.EPONYM | lexicons.MICROBE | lexicons.BRAND_DEVICE | lexicons.TITLE | lexicons.KINSHIP
NOT_UNKNOWN = NOT_PLACES | lexicons.PROFESSION | lexicons.FACILITY_WORD | lexicons.SEX_WORD | lexicons.DEMONYM | lexicons.STREET_TYPE
_DATELINE = late_pattern(
    r"[ \t]{0,40}(?:E[nm] )?((?!E[nm] )[A-ZÁÉÍÓÚÑÂÃÊÔÇ][\w'’.-]{1,20}(?: (?:[a-z]{1,3} ){0,2}[A-ZÁÉÍÓÚÑÂÃÊÔÇ][\w'’-]{1,20}){0,3})(?:,? ?\(?[A-Z][\w.]{1,12}\.?\)?)?, ?(?:a )?"
    r"(?:\d{1,2} de |\d{1,2}/\d|\d{1,2}-\d|(?:[a-zç]+), \d{1,2} de )"
)
_DATE_BEHIND = late_pattern(r", ?(?:a )?(?:\d{1,2}(?: de |/\d|-\d)|[a-zç]+, \d{1,2} de )")  # what it ends with
_SEPARATORS = frozenset(",-.(–/·~—|")


def _postcode_at(look: Look, number: int) -> tuple[int, int, float]:
    """A postcode that needs no more than its form, around a token of digits: where it starts and ends, and the score."""
    start, end = look.spans[number]
    text = look.text
    if look.glued(number) and text[start - 1].isupper() and end - start <= 4:
        first = look.spans[number - 1][0]
        if first and (text[first - 1].isalnum() or text[first - 1] == "-"):
            return 0, 0, 0.0
        match = _LETTERED.match(text, first)
        if match and (match.lastgroup != "uk" or match.group(2) in POSTCODE_AREAS):
            return first, match.end(), 0.8 if match.lastgroup == "ireland" else 0.85
        return 0, 0, 0.0
    if start and (text[start - 1].isalnum() or text[start - 1] in ".,/-+"):
        return 0, 0, 0.0
    match = _DIGITS.match(text, start) if text[end : end + 1] in ("-", ".") else None
    if match:
        return start, match.end(), 0.85
    before = text[look.spans[number - 1][0] : look.spans[number - 1][1]] if number else ""
    if before in STATES and look.page.language == "en" and look.joined(number) and (end - start == 5 or (end - start == 4 and before in _AUSTRALIA)):
        if text[end : end + 1] in "/." or look.word(number - 2) != "," and not look.word(number - 2).isalpha() or before in ("ID", "CO") and look.word(number - 2) != ",":
            return 0, 0, 0.0
        return start, end, 0.85
    return 0, 0, 0.0


def postcode_behind(look: Look, number: int) -> tuple[int, int]:
    """The postcode that a label announces, as offsets; (0, 0) when none follows. `number` is the label's last word."""
    position = number + 1
    while look.word(position) in (".", ":", "code", "no", "-") and position < number + 4:
        position += 1
    if position >= look.count or "\n" in look.text[look.spans[number][1] : look.spans[position][0]]:
        return 0, 0
    match = _NUMBER.match(look.folded, look.spans[position][0])
    return match.span() if match else (0, 0)


def place_span(look: Look, first: int, stop: int, value: int, score: float, source: str) -> Span:
    """The span of tokens `first` to `stop`, as a country where the lexicon says so and knows no town of that name."""
    country = value & lexicons.COUNTRY and not (value & lexicons.TOWN and lexicons.town_size(value) >= 3)
    return Span(look.spans[first][0], look.spans[stop - 1][1], "COUNTRY" if country else "PLACE", score, source)


def behind_address(look: Look, at: int, source: str) -> Iterator[Span]:
    """Postcode, town, region and country that follow an address which ends before token `at`."""
    position, found, postcode = at, 0, False
    while position < look.count and found < 4:
        start = position
        while position < look.count and position - start < 2 and look.word(position) in _SEPARATORS and _near(look, position):
            position += 1
        if position >= look.count or not _near(look, position):
            return
        word = look.word(position)
        if word in ("cp", "cep", "c", "codigo", "cod") and found < 2:
            ahead = position + 1
            while look.word(ahead) in (".", ":", "p", "postal") and ahead < position + 5:
                ahead += 1
            position, word = ahead, look.word(ahead)
        stop = _postcode(look, position)
        if stop > position:
            yield Span(look.spans[position][0], look.spans[stop - 1][1], "PLACE", 0.9, source)
            position, found, postcode = stop, found + 1, True
            continue
        code = look.text[look.spans[position][0] : look.spans[position][1]] if position < look.count else ""
        if (code in STATES or code in _BRAZIL_STATES) and not (look.shouted(position) and look.word(position + 1).isalpha() and look.joined(position + 1)):
            yield Span(look.spans[position][0], look.spans[position][1], "PLACE", 0.85, source)
            position, found = position + 1, found + 1
            continue
        if position == start and not (postcode and look.part(position, False)) or not (look.part(position, False) or look.without_capitals):
            # Without a separator only a known town may follow.
            length, value = lexicons.longest(look.words, position) if look.part(position, False) else (0, 0)
            if not (value & AREA and (lexicons.town_size(value) >= 1 or value & lexicons.REGION) and lexicons.frequency(value, look.page.language) == 0):
                return
            yield place_span(look, position, position + length, value, 0.8, source)
            position, found = position + length, found + 1
            continue
        length, value = lexicons.longest(look.words, position)
        stop = look.name(position, KEYWORDS, most=5)
        if value & AREA and length:
            stop = position + length
        elif stop == position or look.flat(position) or look.shouted(position) or look.word(stop) not in _SEPARATORS and _near(look, stop) and stop < look.count:
            return
        if value & AREA or look.capital(position):
            yield place_span(look, position, stop, value if value & AREA else 0, 0.88 if value & AREA else 0.7, source)
        position, found, postcode = stop, found + 1, False


def _near(look: Look, at: int) -> bool:
    """Whether a token follows on the same line, or opens the next one."""
    gap = look.text[look.spans[at - 1][1] : look.spans[at][0]] if at < look.count else "\n\n"
    return "\n" not in gap and len(gap) <= 3


def _postcode(look: Look, at: int) -> int:
    word = look.word(at)
    if not word.isdigit():
        return at
    if len(word) == 4 and look.word(at + 1) == "-" and len(look.word(at + 2)) == 3 and look.word(at + 2).isdigit():
        return at + 3
    if len(word) == 5:
        if look.word(at + 1) == "-" and look.word(at + 2).isdigit() and len(look.word(at + 2)) in (3, 4):
            return at + 3
        return at + 1
    if len(word) == 4 and look.glued(at + 1) is False and (look.part(at + 1, False) or look.word(at + 1) in _SEPARATORS):
        return at + 1 if at + 1 < look.count and lexicons.longest(look.words, at + 1)[1] & AREA else at
    return at


def postcodes(look: Look, number: int, source: str) -> Iterator[Span]:
    """Postcodes by their form, and five digits in front of a known town; with the town on the other side."""
    start, end, score = _postcode_at(look, number)
    if score:
        yield Span(start, end, "PLACE", score, source)
        yield from _before_postcode(look, start, source)
        town = look.page.token_at(end - 1) + 1
        if town < look.count and look.joined(town) and look.part(town, False) and end - start == 8 and not look.shouted(town):
            stop = look.name(town, KEYWORDS, most=4)  # "1234-567 Vila Alta"
            if stop > town:
                yield Span(look.spans[town][0], look.spans[stop - 1][1], "PLACE", 0.8, source)
        return
    at = number + 1
    if len(look.words[number]) != 5 or at >= look.count or look.word(number - 1) in (".", ",") and look.glued(number):
        return
    if look.words[at] in ("-", ",") and look.spans[at + 1 if at + 1 < look.count else at][0] - look.spans[number][1] <= 3:
        at += 1
    if at < look.count and look.capital(at) and look.spans[at][0] - look.spans[number][1] <= 3 and "\n" not in look.text[look.spans[number][1] : look.spans[at][0]]:
        length, value = lexicons.longest(look.words, at)
        if value & AREA and (lexicons.town_size(value) >= 1 or value & lexicons.REGION or length > 1):
            yield Span(look.spans[number][0], look.spans[number][1], "PLACE", 0.9, source)
            yield place_span(look, at, at + length, value, 0.88, source)


def _before_postcode(look: Look, start: int, source: str) -> Iterator[Span]:
    """The town in front of a postcode, known or not: "Llanfair, LL61 5UJ"."""
    number = look.page.token_at(start)
    end = number - (look.word(number - 1) == ",")
    if end <= 0 or look.flat(number) or look.spans[number][0] - look.spans[end - 1][1] > 3:
        return
    first = look.name_before(end, max(0, end - 6), KEYWORDS | _STATE_WORDS, most=3)
    if first < end and look.words[end - 1] not in POSTCODE_LABELS and not lexicons.lookup(look.words[first]) & NOT_UNKNOWN:
        yield Span(look.spans[first][0], look.spans[end - 1][1], "PLACE", 0.7, source)


def datelines(page: Page, source: str) -> Iterator[Span]:
    """"Zamora, a 3 de mayo de 2020" at the head of a letter."""
    for line in dict.fromkeys(page.line_of(comma.start()) for comma in _DATE_BEHIND.finditer(page.text)):
        match = _DATELINE.match(page.text, page.line_starts[line])
        if match and not lexicons.lookup(page.folded[match.start(1) : match.end(1)]) & NOT_UNKNOWN:
            yield Span(match.start(1), match.end(1), "PLACE", 0.8, source)
