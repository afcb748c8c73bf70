"""Ages without a unit: "hija 15", "Rosa Gil, 71,", "(34)", "tiene 45", "a los 39"."""

from __future__ import annotations

from velado import lexicons
from velado.patterns import late_pattern
from velado.recognisers._age_places import SKIPPED, Place
from velado.recognisers._labelled_ages import COUNTED, Found
from velado.recognisers._persons import EXPECTING, PERSON, is_name, is_relative
from velado.tokens import Page

__all__ = ["bare_age"]


_EDGE = frozenset((",", ".", ";", ")", "|", "\n", "", "]", '"', "?", "!", "”"))
_AND = late_pattern(
    r" \(| (?:recien|segun|certos|y|e|and|ya|hoy|now|pero|mas|but|when|cuando|quando|con|com|with|en|in|hizo|&|and|herself|"
    r"himself|feitos|cumplidos|last|next|on|w/|\+|feit[oa]s)(?![a-z])"
)
_HALF = late_pattern(
    r"(?: y medio| y 1/2| e meio| and a half| and three quarters| 1/2|½| y (?:pico|picos|tantos|algo|pocos)| e (?:poucos|tantos)|"
    r"-?ish|-something|-odd| odd(?=[,.;)\n])| something(?=[,.;)\n])| largos)(?![a-z])"
)
_OPENING = late_pattern(r", [a-z]{3}")
_DAYS_FOLLOW = late_pattern(r"\) ?(?:dias?|horas?|meses|semanas|days|hours)\b")
_PAIR = late_pattern(r" (?:y|e|and) \d{1,2}[ )]")
_AND_UNITS = late_pattern(r" (?:y|e|a|-) ?\d+ ?(?:min|h\b|hora|d\b|dia|sem|mes|seg|cc|ml)")
_HOUSE_AFTER = late_pattern(
    r"[.,]?,? ?-? ?(?:e-)?\d{4,5}\b|[ ,.-]{0,3}\d{1,2} ?[º°o.]|, ?\d{1,2},? ?[a-f]\b|[.,]? (?:bajo|izq|dcha|der|col\b|piso|"
    r"depto|local|bis\b|esc)"
)
_SHORT_FIGURE = late_pattern(r"\s{1,24}\d{1,3}(?:[.,]\d+)?(?!\d)(?! ?[/:])")
_SEX_LETTER = late_pattern(r" [FM](?![\w'])")
_READINGS = late_pattern(
    r"\b(?:sat|spo2|fc|fr|pa|ta|hb|glic\w*|gluc\w*|peso|pam|temp|hto|hr|bp|score|puntaje|escala|pontua\w*|hgt|dxtx?)\b"
)
_SMALL = late_pattern("[a-z]")
_SIGNS = frozenset(",(|·[\":)†~¿±'”")
_HAS = frozenset(
    "tiene tenia tienen tengo cumplio cumple tem tinha completou fez turned turns aged turning cumplira cumplir tener ter tenho".split()
)
_BIRTHDAYS = frozenset("cumple cumplio cumplira cumplir cumplia turns turning turned hacer hago faco faz fez".split())
_ON_A_DAY = late_pattern(r" (?:el|este|esta|en|on|next|last|ayer|hoy|para|pa|em|no dia|in|this|today|tomorrow|manana|ahora|agora|certos|ya)\b")
_COMPLETED = frozenset("hizo hace cumple cumplio haciendo cumplir hara fiesta".split())
_ROUGHLY = frozenset("aprox approx unos uns app about aparenta casi como aproximadamente".split())
_YOUNG = frozenset("nena nene nina nino nen chico chica boy girl menino menina lad chaval chavala chamaco chamaca gurisa".split())
_GROWN = frozenset("man woman lady gentleman son daughter child".split())
_LISTED_INITIALS = late_pattern(r"\n {0,3}\d{1,2}[.)] ?[A-Z]{2,3} \Z")
_END_OF_LIFE = late_pattern(r"\b(?:died|diagnosed|dx|ca|cancer|stroke|mi)\b[^.\n]{0,24}\Z")
_SAYS = frozenset("dice dicen diz dizem refiere claims says looks".split())
_WHO = frozenset("he she who him her patient pt i will they".split())
_DIED = frozenset("died d dead dx diagnosed married retired menopause stroke mi lost".split())
_SEXES = frozenset("masc fem masculino femenino femenina feminino varon mujer hombre homem mulher".split())
_WHO_FLAGS = lexicons.FIRST_NAME | lexicons.SURNAME | lexicons.SEX_WORD
_ANNOUNCING = _HAS | _SAYS | _BIRTHDAYS | frozenset("s m is was be am re he she ella ela ele los os aos de con com at".split())


def bare_age(page: Page, number: int, stop: int, value: int) -> Found | None:
    """The number from token `number` to offset `stop` if where it stands makes it somebody's age."""
    folded, start = page.folded, page.spans[number][0]
    if (
        not 0 < value <= 110
        or number == 0
        or (folded[stop : stop + 1].isalnum() and not folded.startswith(("ish", "-ish"), stop))
    ):
        return None
    likely, round_ = _may_be_age(page, number, stop, value), value >= 20 and value % 10 == 0
    if not (likely or round_) or COUNTED.match(folded, stop):
        return None
    half = _HALF.match(folded, stop)
    if half and round_ and not half.group().endswith(("medio", "meio", "2", "half", "½")):
        return start, half.end(), 0.7  # "sesenta y pico" is said of people
    if not likely:
        return None
    in_words = not folded[start].isdigit()
    end = half.end() if half else stop
    follower = folded[end : end + 1]
    if follower == " " and folded[end + 1 : end + 2].isdigit():
        return None
    edge = follower in _EDGE and not folded[end + 1 : end + 2].isdigit()
    place = Place(page, number)
    if place.before in EXPECTING:
        return None
    if place.mark in ("", ",") and page.words[number - 1] in _ROUGHLY and value >= 12 and (place.is_person() or place.is_name()):
        return start, end, 0.6
    score = _beside_verb(page, place, start, end, value, edge, in_words)
    if not score and place.mark and place.mark in ',(|/-–—·[":;':
        score = _behind_mark(page, place, end, value, edge, in_words)
    if not score and place.mark in ("", ")") and place.gap <= 2:
        score = _beside_person(page, place, end, value, edge, in_words)
    if not score and place.mark in ("", ")") and place.gap >= 2 and place.number >= 0 and not in_words:
        score = _in_column(page, place, end)
    if not score and value >= 16 and place.opens() and _OPENING.match(folded, end):
        score = 0.55
    if not score and value >= 13 and (place.mark == "." or (in_words and place.opens())):
        # A sentence of its own: "Noventa y dos, organista", "… de anoche. 46, tos seca"; "13. …" numbers a list.
        ends = follower == "," or (follower == "." and (in_words or value >= (15 if page.language == "en" else 30)))
        score = 0.55 if ends and folded[end + 1 : end + 2] in (" ", "\n", "") and not place.before.isdigit() else 0.0
    return (start, end, score) if score else None


def _may_be_age(page: Page, number: int, stop: int, value: int) -> bool:
    """A quick look around: most numbers follow a word that announces no age, or a sign that stands before none."""
    word, text = page.words[number - 1], page.text
    start, end = page.spans[number - 1]
    gap = page.spans[number][0] - end
    if gap >= 2:
        return True
    if not word[0].isalpha():
        if word == ".":
            return value >= 13 and gap == 1 and text[stop : stop + 1] in (".", ",", " ")
        if word in "-–—/":
            return gap == 1
        return word in _SIGNS
    if word == "of" or word in _YOUNG:
        return True
    if text[start].isupper():
        # "FC 88", "TA 120": an abbreviation, unless the whole note is in capitals.
        return (
            not (end - start < 5 and text[start:end].isupper() and _SMALL.search(text, max(0, start - 30), stop + 30))
            or word in PERSON
            or _LISTED_INITIALS.search(text, max(0, start - 9), end + 1) is not None
        )
    return (
        word in _ANNOUNCING
        or word in PERSON
        or word in SKIPPED
        or bool(lexicons.lookup(word) & _WHO_FLAGS)
        or is_relative(word, page.language)
    )


def _beside_verb(page: Page, place: Place, start: int, end: int, value: int, edge: bool, in_words: bool) -> float:
    """ "tiene 45", "he is 39", "a los 39", "aos 52", "mujer de 77"."""
    before, folded = place.before, page.folded
    if place.mark:
        return 0.0
    closed = edge or _AND.match(folded, end) is not None
    if before in _BIRTHDAYS and (in_words or value >= 4) and _ON_A_DAY.match(folded, end):
        return 0.7
    if before in _HAS:
        return 0.75 if closed and value >= 4 else 0.55 if in_words and value >= 30 else 0.0
    if before in ("s", "m", "is", "was", "be", "am", "re"):
        owner = place.stepped_back()
        if owner.before == "'":
            owner = owner.stepped_back()
        owned = owner.before in _WHO or owner.is_name() or owner.is_person() or owner.is_kin()
        return 0.7 if closed and owned and value >= 4 else 0.0
    if before in ("he", "she", "ella", "ela", "ele"):
        return 0.6 if edge and value >= 4 else 0.0
    if before == "of":
        owner = place.stepped_back()
        return 0.65 if owner.before in _YOUNG | _GROWN and closed else 0.0
    if before in ("los", "os"):
        fits = place.word(1) in _COMPLETED or place.word(1) in ("a", "desde", "hasta", "ate", "com") and value >= 4 or (place.word(1) == "en" and value >= 20)
        return 0.7 if fits and (closed or value >= 10) and not _AND_UNITS.match(folded, end) else 0.0
    if before == "aos":
        return 0.7 if (value >= 10 or (closed and value >= 4)) and not _AND_UNITS.match(folded, end) else 0.0
    if before == "de":
        owner = place.stepped_back()
        if owner.before == ".":
            owner = owner.stepped_back()  # "Sra. de 62"
        if folded.startswith((" de edad", " de idade"), end):
            return 0.9
        if owner.before in ("dos", "ambos", "ambas") and owner.word(1) in ("las", "los", "os", "as") and closed and value >= 4:
            return 0.65
        if owner.several() or owner.before in EXPECTING or folded[end : end + 3] == " de":
            return 0.7 if owner.several() and (edge or _PAIR.match(folded, end)) else 0.0
        if owner.before == "," and (value >= 4 or in_words) and closed:
            named = owner.stepped_back()
            return 0.75 if named.is_name() or named.is_person() else 0.0
        if (owner.is_person() and owner.before not in ("menor", "mayor")) or owner.is_kin():
            return 0.75
        listed = value >= 4 or owner.among_several()
        return 0.6 if owner.is_name() and closed and listed and not owner.in_address() else 0.0
    if before in ("con", "com"):
        quiet = in_words or not _READINGS.search(folded[max(0, start - 40) : start])
        return 0.55 if edge and value >= 18 and quiet else 0.0
    if before == "at":
        if in_words and edge and value >= 18:
            return 0.55
        owner = place.stepped_back()
        if closed and value >= 18 and _END_OF_LIFE.search(folded, max(0, start - 34), start):
            return 0.6
        return 0.6 if closed and value >= 2 and (owner.before in _DIED or owner.is_name() or owner.is_person()) else 0.0
    if before in _SAYS:
        return 0.55 if closed and value >= 6 else 0.0
    return 0.0


def _behind_mark(page: Page, place: Place, end: int, value: int, edge: bool, in_words: bool) -> float:
    """ "Rosa Gil, 71,", "la hija (34)", "| Rosa | 71 |", "n. 3/4/61 (62)"."""
    folded = page.folded
    follower = folded[end : end + 1]
    person, name = place.is_person(), place.is_name() or place.is_kin()
    if place.mark in ("|", "/"):
        closed = folded[end : end + 2].strip(" ") in ("|", "/", "", "\n", "+") or folded[end : end + 3].strip() in ("|", "/", "+")
        if in_words or not closed:
            return 0.0
        if place.mark == "/" and not place.gap:
            return 0.0
        if person or name:
            return 0.6
        filled = any(map(str.isdigit, place.before)) or place.before in ("sin", "unk", "?", "nd", "-")
        return 0.55 if place.mark == "|" and (filled or value >= 12) and _row_names_somebody(page, place) else 0.0
    if place.mark == ";" and follower == ")" and len(place.before) == 4 and place.before.isdigit():
        return 0.7  # "(born 17 May 1996; now 28)"
    if place.mark == "(":
        if _DAYS_FOLLOW.match(folded, end):
            return 0.0  # "nueve (9) días"
        dated = (
            place.before.isdigit()
            and place.word(1) in ("/", "-", ".", ",")
            and place.word(3) == place.word(1)
            or len(place.before) == 4
        )
        if person or name or dated:
            return (
                0.7
                if follower in (")", ",", ";", "!") and (value > 3 or person or dated or place.among_several())
                else 0.55
                if person and _PAIR.match(folded, end)
                else 0.0
            )
        return 0.0
    if value <= 3 and (not person or in_words) and follower not in (" ",) and not folded[end - 3 : end].isalpha():
        return 0.0
    if place.mark in ("-", "–", "—", "·"):
        spaced = folded[end : end + 3].strip(" ")[:1] in ("-", "·", ",", ".", "\n", "")
        cell = place.gap >= 1 and folded[end : end + 2] in (" -", " –", " —")
        return (
            0.55 if spaced and place.gap >= 1 and (person or name or (cell and value >= 12 and place.before.isalpha())) else 0.0
        )
    if place.mark == ":":
        return 0.6 if place.word(1) in PERSON and follower in (",", ".") else 0.0
    if place.mark == "[" or _HOUSE_AFTER.match(folded, end) or (not person and place.in_address()):
        return 0.0
    if not person and not name:
        # ", 38, natural de": what else would stand alone between two commas?
        worded = place.before.isalpha() or (place.before.isdigit() and (len(place.before) > 3 or place.word(1) in (".", "-")))
        plain = place.mark == "," and worded and value >= 12 and follower in (",", ".", ";", ")", ":")
        return 0.55 if plain and not lexicons.lookup(place.before) & (lexicons.DRUG | lexicons.EPONYM) else 0.0
    if (
        edge
        or follower == ":"
        or _AND.match(folded, end)
        or folded[end : end + 2] in ("  ", " (", " –", " -")
        or _SEX_LETTER.match(page.text, end)
    ):
        return 0.7 if person or follower in (",", ".", "\n", ";") else 0.6
    return 0.55 if place.is_full_name() and value >= 12 and folded[end : end + 1] == " " else 0.0


def _row_names_somebody(page: Page, place: Place) -> bool:
    """Whether one of the two cells before holds a name: "| Rosa Gil | 4021 77 | 73 |"."""
    words, spans, text = page.words, page.spans, page.text
    at, bars = place.number, 0
    line = text.rfind("\n", max(0, spans[at][0] - 200), spans[at][0])
    while at >= 0 and spans[at][0] > line and bars < 2:
        if words[at] == "|":
            bars += 1
        elif len(words[at]) > 2 and words[at].isalpha() and is_name(page, at):
            return True
        at -= 1
    return False


def _beside_person(page: Page, place: Place, end: int, value: int, edge: bool, in_words: bool) -> float:
    """ "hija 15", "fem 34", "hermana Nuria 17 a pie", "9:10 Benita Sosa 66 gripe"."""
    if place.before in _SEXES:
        return 0.7 if not in_words and value >= 1 and edge or value >= 13 else 0.0
    if place.before in _YOUNG and value < 30:
        return 0.6 if edge or in_words else 0.0
    start = page.spans[place.number][0] if place.number >= 0 else 0
    if value >= 18 and not in_words and _LISTED_INITIALS.search(page.text, max(0, start - 9), page.spans[place.number][1] + 1):
        return 0.55  # "3. JK 84 frail": patients of a list
    if place.in_address():
        return 0.0
    if place.dead and (place.is_name() or place.is_person()):
        return 0.7
    if place.is_kin():
        if value <= 3 and not edge:
            return 0.0
        return 0.65 if edge or value >= 10 else 0.55
    if in_words or not place.is_name():
        return 0.0
    closed = edge or _AND.match(page.folded, end) is not None
    if (closed or value >= 10 or place.is_known_name()) and place.among_several():
        return 0.6
    if place.is_known_name() and page.text[end : end + 2] in (" –", " -", " —") and place.begins_line():
        return 0.6
    if (place.is_full_name() or (place.is_known_name() and value >= 4)) and place.begins_line():
        return 0.6
    return 0.55 if value >= 4 and place.is_full_name() and (edge or value >= 12) else 0.0


def _in_column(page: Page, place: Place, end: int) -> float:
    """A cell of its own behind a name or a word of kinship, in a table of wide gaps."""
    text = page.text
    follower = text[end : end + 1]
    wide = follower in ("\n", "\t", "|", "") or text[end : end + 2] == "  "
    after = text[end : end + 24].lstrip(" \t")[:1]
    if not wide or (after and after in "%<>") or _SHORT_FIGURE.match(text, end):
        return 0.0
    owned = place.is_full_name(1) or place.is_person() or (place.is_known_name() and (place.mark == ")" or place.begins_line()))
    return 0.6 if owned and not place.in_address() else 0.0
