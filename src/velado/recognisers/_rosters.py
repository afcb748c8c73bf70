"""Names in lists of patients: behind a bed, a number or an hour, or at the head of the line, when the lines are laid out alike."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado import lexicons
from velado.languages import words
from velado.lexicons.look import chances
from velado.patterns import late_pattern, matches_at, places_of
from velado.recognisers._names import NO, PARTICLES, SURE, UNKNOWN, WEAK, NameReader
from velado.tokens import Page

__all__ = ["roster"]

_BED = (
    r"(?i:bed|bd|rm|room|bay|box|cama|cuna|sala|leito|quarto|hab|habitaci[oó]n|maq|sr|side ?room|sill[oó]n|puesto|cot|pod|slot|iso|pac|incubadora|hall|trolley|boxe)"
)
# What a line of a list begins with: a bed, the code of one, an hour, a number; several may stand side by side on a board.
_HEAD = late_pattern(
    rf"(?:(?m:^)[ \t>*•|\[\]]{{0,6}}|(?<=[^ \t\n])(?:[ ]{{2,12}}|\t|  ?[&|y] ))"
    rf"(?:(?P<bed>{_BED}\.? ?(?:n[º°o]\.? ?)?\d{{1,4}}[A-Za-z]?|[A-Z]{{1,3}}\d{{1,2}} (?:bed |bay |SR)?\d{{1,3}})|(?P<code>[A-Z]{{1,3}}-?\d{{1,4}}(?:-\d{{1,5}})?[A-Z]?|\d{{2,4}}-?[A-F])"
    rf"|(?P<hour>\d{{1,2}}[:.h]\d{{2}}h?|[0-2]\d[0-5]\d(?!\d)h?)|(?P<number>\d{{1,3}}[.)ºª]?(?![\d:/,%])))"
    rf"(?:[ \t]{{0,8}}(?:[:|–—-](?=[ \t])|\)))?[ \t]{{1,12}}"
)
_INSIDE = ("\t", "  ", " & ", " | ", " y ")  # the gaps that may come before a head inside a line
# A line that begins with a name: what may stand behind it.
_BEHIND_NAME = late_pattern(r"[ \t]{0,3}(?:[–—:(|=]|-[ \t]|,? ?\d)")
_EMPTY = words(
    """libre libres vacia vacio vazio vaga clean closed empty free boarding blocked cerrada cerrado bloqueada alta altas home dc dnp dnr anulado anulada suspendida suspendido
    no sin pendiente pending new nuevo nueva ingreso admission transfer traslado sucia limpieza limpia dirty out off break lunch pausa comida descanso cafe coffee"""
)
# Things to do begin like names: "chase bloods", "page surgeons".
_TASKS = words(
    """chase ring book page check call rush may read walk bond pick bill hunt grant stop start pray wait bring turn speak hold give send ask see need needs note repeat
    rest dress wash feed pack case cross sharp bowel stone rash ball pain mood cough wound burn lab drew taken went came left right seen said told asked gave sat lay
    dolores tos cura curas visita paso control llamar pedir dar ver poner quitar toma lleva trae dice mira hora dia noche manana tarde guardia marcha carga calma santa san mayo abril
    julio marzo enero agosto lunes martes domingo monday tuesday sunday june april august march baby twin male female boy girl lady man woman nino nina bebe rn hombre mujer varon"""
)
_PLACES = words("cuna sala cama box bay bed room hab leito quarto maq puesto pod unknown desconocido desconocida total nombre name hang iufd")
_NOT_FIRST = lexicons.TITLE | lexicons.KINSHIP | lexicons.SEX_WORD | lexicons.DRUG | lexicons.MICROBE | lexicons.EPONYM
_MARKS = frozenset("-'’´")
_LONE = frozenset("bcdgijnqsvwxz")  # the others are a side, a sex or an electrolyte: "Ward K 6.9"
_UNITS = words("hb na cr wbc plt inr crp bp hr rr fc fr ta ef fe ph bm gcs abi ct us ecg mri bmi imc eva cd ca ps pa tsh psa tn hba hr sao sat fio map ck bnp vs ck ast alt")
_ENOUGH = 3


class _Line:
    """The place in a list where a name would begin."""

    __slots__ = ("at", "kind", "stop", "strength")

    def __init__(self, kind: str, at: int, stop: int, strength: int) -> None:
        self.kind, self.at, self.stop, self.strength = kind, at, stop, strength


def roster(page: Page, reader: NameReader) -> Iterator[tuple[int, int, float]]:
    """First token, token behind and score of each name in a list whose lines are laid out alike."""
    lines: dict[str, list[_Line]] = {}
    for match in _heads(page):
        kind = match.lastgroup or ""
        if kind in ("hour", "number") and match.start() and page.text[match.start() - 1] != "\n":
            continue  # inside a line they are values
        at = page.token_from(match.end())
        if at < len(page.words) and page.spans[at][0] - match.end() <= 1:
            lines.setdefault(kind, []).append(_read(reader, kind, at))
    lines["line"] = _opened_by_names(page, reader)
    for kind, members in lines.items():
        named = [line for line in members if line.strength]
        plain = sum(line.strength > 1 for line in named)
        share = 0.35 if kind in ("bed", "code") else 0.5 if kind == "number" else 0.6
        if len(named) >= _ENOUGH and plain >= 2 and len(named) >= share * len(members):
            for line in named:
                yield line.at, line.stop, 0.62 if line.strength > 1 else 0.55


def _heads(page: Page) -> Iterator[re.Match[str]]:
    """Every match of `_HEAD`; it is slow, so it looks only where one can begin: at a line's start or at a gap inside a line."""
    return matches_at(_HEAD, page.text, {*page.line_starts, *places_of(_INSIDE, page.text)})


def _read(reader: NameReader, kind: str, at: int) -> _Line:
    """How far a name runs from a token, and how much it looks like one: 2 by itself, 1 in good company, 0 not at all."""
    page = reader.page
    if _ends_before_age(reader, at):
        return _Line(kind, at, at + 1, 2)
    position, parts, strength = at, 0, 0
    stop = at
    if _turns_around(reader, at):
        return _Line(kind, at, _with_rest(reader, at + 1), 2)
    while position < len(page.words) and parts < 4 and (position == at or reader.same_line(position - 1, position)):
        word = page.words[position]
        if word in PARTICLES and reader.kinds[position] == NO and _leads_on(reader, position):
            position += 1
            continue
        if word in ("o", "d") and page.words[position + 1 : position + 2] and page.words[position + 1] in _MARKS and position + 2 < len(page.words):
            position, parts, strength = position + 3, parts + 1, 2
            stop = position
            continue
        if parts and word in _MARKS and position + 1 < len(page.words) and page.spans[position][1] == page.spans[position + 1][0]:
            position += 1
            continue
        fit = _opens(reader, position, kind) if not parts else int(_may_follow(reader, position))
        if not fit:
            break
        strength = max(strength, fit)
        position, parts = position + 1, parts + 1
        stop = position
    return _Line(kind, at, _with_rest(reader, stop) if parts else at, strength if parts else 0)


def _ends_before_age(reader: NameReader, at: int) -> bool:
    """"SP 61", "JK 84F": the patient's initials, with the age behind them."""
    page = reader.page
    start, end = page.spans[at]
    written = page.text[start:end]
    if not 2 <= end - start <= 3 or not written.isupper() or not written.isalpha() or reader.flat[at] or page.words[at] in _UNITS:
        return False
    behind = page.words[at + 1] if at + 1 < len(page.words) else ""
    return behind.isdigit() and len(behind) == 2 and page.text[end : page.spans[at + 1][0]] == " " and page.text[page.spans[at + 1][1] : page.spans[at + 1][1] + 1] in (" ", ",", "F", "M", "y")


def _turns_around(reader: NameReader, at: int) -> bool:
    """"QUICK, Susan": a surname that is a word, told by the first name behind the comma."""
    page = reader.page
    if at + 2 >= len(page.words) or page.words[at + 1] != "," or not page.words[at].isalpha() or not reader.is_capital(at) or not reader.is_capital(at + 2):
        return False
    value = lexicons.lookup(page.words[at + 2])
    named = lexicons.first_name_strength(value) >= 2 and not value & lexicons.MEDICAL
    return named and page.text[page.spans[at + 1][1] : page.spans[at + 2][0]] == " " and page.spans[at][1] == page.spans[at + 1][0]


def _opens(reader: NameReader, number: int, kind: str) -> int:
    """How much the first word of an entry looks like a name."""
    page, word = reader.page, reader.page.words[number]
    value = lexicons.lookup(word)
    if not word.isalpha() or len(word) < 3 or word in _EMPTY or word in _TASKS or word in _PLACES:
        return 0
    strength = lexicons.name_strength(value)
    if value & _NOT_FIRST or reader.kinds[number] == NO:
        return 0
    if value & lexicons.MEDICAL:
        return int(lexicons.first_name_strength(value) >= 3)
    if strength >= 2:
        return 2
    if strength == 1 or reader.kinds[number] == SURE:
        return 1 if kind in ("bed", "code") or reader.is_capital(number) else 0
    first, surname, _, plain = chances(word)
    unknown = not value & ~(lexicons.PREFIX | lexicons.TOWN) & 0xFFFFFF and lexicons.frequency(value, page.language) == 0
    return int(unknown and len(word) > 3 and first + surname > 0.6 and plain < 0.3 and (reader.is_capital(number) or kind == "bed"))


def _leads_on(reader: NameReader, number: int) -> bool:
    """Whether particles here lead to another part of a name."""
    for ahead in range(number + 1, min(number + 4, len(reader.kinds))):
        if reader.page.words[ahead] not in PARTICLES or reader.kinds[ahead] != NO:
            return _may_follow(reader, ahead)
    return False


def _may_follow(reader: NameReader, number: int) -> bool:
    """Whether a word goes on with a name."""
    word = reader.page.words[number]
    value = lexicons.lookup(word)
    if len(word) < 3 or word in _EMPTY or word in _TASKS or value & (_NOT_FIRST | lexicons.MEDICAL):
        return False
    if reader.kinds[number] == SURE or word == reader.page.words[number - 1]:
        return True
    if reader.flat[number] or not reader.is_capital(number):
        if not value & ~lexicons.PREFIX:
            return len(word) > 4 and sum(chances(word)[:2]) > 0.95
        common = 5 if lexicons.surname_strength(value) >= 3 else 4
        return reader.kinds[number] == WEAK and lexicons.name_strength(value) >= 2 and lexicons.frequency(value, reader.page.language) <= common
    return reader.kinds[number] >= UNKNOWN


def _with_rest(reader: NameReader, stop: int) -> int:
    """The end of "Pham, L", "sinead w", "Bautista, Lourdes": what stands behind the surnames, where it can be nothing else."""
    page = reader.page
    comma = stop < len(page.words) and page.words[stop] == ","
    at = stop + comma
    if at >= len(page.words) or not page.words[at].isalpha():
        return stop
    start, end = page.spans[at]
    if page.text[page.spans[at - 1][1] : start] not in ("", " ") or page.text[end : end + 1].isalnum():
        return stop
    if end - start == 1:
        dotted = reader.is_capital(at) and page.text[end : end + 1] == "."
        return at + 1 if comma or dotted or page.words[at] in _LONE else stop
    first = lexicons.first_name_strength(lexicons.lookup(page.words[at]))
    if not comma or not reader.is_capital(at) or first < (1 if reader.flat[at] else 2) and reader.kinds[at] < UNKNOWN:
        return stop
    return at + 2 if at + 1 < len(page.words) and reader.same_line(at, at + 1) and _may_follow(reader, at + 1) else at + 1


def _opened_by_names(page: Page, reader: NameReader) -> list[_Line]:
    """Every line that begins with a word and goes on with a dash, a colon, a bracket or a number; none where too few are names."""
    named: list[_Line] = []
    others: list[tuple[int, int]] = []
    for start in page.line_starts:
        at = page.token_from(start)
        if at >= len(page.words) or page.spans[at][0] > start + 12 or "\n" in page.text[start : page.spans[at][0]]:
            continue
        if page.words[at] in "-•*" and at + 1 < len(page.words):
            at += 1
        if not page.words[at][0].isalpha():
            continue
        if not _may_open(reader, at):
            others.append((start, at))
            continue
        line = _read(reader, "line", at)
        if line.strength > 1 and _BEHIND_NAME.match(page.text, page.spans[line.stop - 1][1]):
            named.append(line)
        else:
            others.append((start, at))
    if len(named) < _ENOUGH:
        return []
    return named + [_Line("line", at, at, 0) for start, at in others if _goes_on_alike(page, start, at)]


def _may_open(reader: NameReader, at: int) -> bool:
    """A quick look at the first word of a line: most are labels or words that no name begins with."""
    word = reader.page.words[at]
    return reader.kinds[at] != NO or len(word) < 4 or word in PARTICLES or reader.page.words[at + 1 : at + 2] == [","]


def _goes_on_alike(page: Page, start: int, at: int) -> bool:
    """Whether one of the first words of a line has behind it what stands behind a name."""
    end = next((k for k in range(at, min(at + 4, len(page.words))) if _BEHIND_NAME.match(page.text, page.spans[k][1])), None)
    return end is not None and "\n" not in page.text[start : page.spans[end][1]]
