"""What the tagger sees of a token: its form, its neighbours, the line and the field it stands in, what the rules say.

Nearly every feature belongs to one word form at one distance from the token, so their weights can be summed once
per form and kept. `Form` lists them; `LineContext` has what depends on the line and the document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from velado import lexicons
from velado.document import Span
from velado.lexicons.look import look_of
from velado.tokens import Page

__all__ = ["REACH", "Form", "Sentence", "form_of", "is_report", "names_after", "names_before", "names_between", "sentences"]

REACH = 3  # how many tokens to either side a token sees
LONGEST = 160  # tokens in one piece; longer lines are cut

_FLAGS = (
    ("Tw", lexicons.TOWN), ("Rg", lexicons.REGION), ("Ra", lexicons.REGION_ABBREVIATION), ("Co", lexicons.COUNTRY),
    ("Dm", lexicons.DEMONYM), ("Lp", lexicons.LANGUAGE_OR_PEOPLE), ("Me", lexicons.MEDICAL), ("Dr", lexicons.DRUG),
    ("Ep", lexicons.EPONYM), ("Mi", lexicons.MICROBE), ("Bd", lexicons.BRAND_DEVICE), ("Pr", lexicons.PROFESSION),
    ("Ki", lexicons.KINSHIP), ("St", lexicons.STREET_TYPE), ("Fa", lexicons.FACILITY_WORD), ("Ti", lexicons.TITLE),
    ("Sx", lexicons.SEX_WORD), ("Ni", lexicons.NICKNAME),
)  # fmt: skip


_CUES = lexicons.TITLE | lexicons.KINSHIP | lexicons.FACILITY_WORD | lexicons.STREET_TYPE


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The features of one written form, by the distance at which they are looked at. Each form is one object."""

    here: tuple[str, ...]  # of the token itself
    near: tuple[str, ...]  # as a direct neighbour
    far: tuple[str, ...]  # two tokens away
    remote: tuple[str, ...]  # three tokens away
    kind: str  # lexicon class and shape in one short word, for combinations
    word: str  # folded
    paired: str  # what stands for it in a pair with the word before: the word itself, or the kind of signs and numbers
    is_cue: bool = False  # a title, kinship word, facility or street type: what follows is seen in its light
    vouches: str = ""  # "title" or "kin": the name behind it counts wherever it stands in the document


def shape_of(form: str) -> str:
    """The outline of a form, runs shortened: "García" → "Xx", "MX" → "XX", "2021" → "dddd".

    >>> shape_of("García"), shape_of("GIL"), shape_of("J"), shape_of("2021"), shape_of("mg")
    ('Xx', 'XX', 'X', 'dddd', 'xx')
    """
    if form.isdigit():
        return "d" * min(len(form), 12)
    if not form[0].isalpha():
        return form[0]
    if form.isupper():
        return "X" if len(form) == 1 else "XX"
    if form[0].isupper():
        return "Xx"
    return "x" if len(form) == 1 else "xx"


def _number_class(digits: str) -> str:
    value = int(digits) if len(digits) <= 4 else 0
    if len(digits) <= 2:
        return "day" if 1 <= value <= 31 else "n2"
    if len(digits) == 4 and 1900 <= value <= 2035:
        return "year"
    return f"n{min(len(digits), 12)}"


@lru_cache(maxsize=200_000)
def form_of(form: str, folded: str) -> Form:
    """The features of a written form; the second argument is its folded self."""
    shape = shape_of(form)
    if folded.isdigit():
        number = _number_class(folded)
        word = folded if len(folded) <= 2 else "#" * len(folded)
        digits = (f"w={word}", f"s={shape}", f"n={number}", f"p1={folded[0]}", f"p2={folded[:2]}|{len(folded)}")
        return Form(digits, (f"w={word}", f"s={shape}", f"n={number}"), (f"s={shape}", f"n={number}"), (f"n={number}",), number, folded, number)
    if not folded[0].isalpha():
        return Form((f"w={folded}", "punct"), (f"w={folded}",), (f"w={folded}",), (f"w={folded}",), folded, folded, folded)
    value = lexicons.lookup(folded)
    first, surname = lexicons.first_name_strength(value), lexicons.surname_strength(value)
    if not value & lexicons.FIRST_NAME:
        first = 9
    if not value & lexicons.SURNAME:
        surname = 9
    common = max(lexicons.frequency(value, code) for code in ("es", "pt", "en"))
    flags = [name for name, flag in _FLAGS if value & flag]
    grade = "0" if common == 0 else "1" if common <= 3 else "2" if common <= 5 else "3"
    name = ("f" if first not in (0, 9) else "") + ("s" if surname not in (0, 9) else "") or ("r" if first != 9 or surname != 9 else "-")
    town = f"t{lexicons.town_size(value)}" if value & lexicons.TOWN else ""
    unknown = "?" if value in (0, lexicons.PREFIX) else ""
    main = next((flag for flag in ("Ki", "Ti", "Fa", "St", "Pr", "Me", "Dr", "Ep", "Co", "Rg", "Sx") if flag in flags), "")
    kind = f"{name}{grade}{main or town}{unknown}|{shape}"
    look = look_of(folded)
    lexical = [f"L={name}{grade}{town}", f"N={first}{surname}{grade}", f"k={kind}", *(f"F={flag}" for flag in flags)]
    here = [f"w={folded}", f"s={shape}", f"W={form}", *lexical]
    here += [f"F={flag}|{shape}" for flag in flags]
    for size in (1, 2, 3, 4):
        if len(folded) > size:
            here += (f"p{size}={folded[:size]}", f"e{size}={folded[-size:]}")
    here += (f"l={min(len(folded), 12)}|{shape}", f"e3={folded[-3:]}|{shape}", f"e2={folded[-2:]}|{kind}", f"c{common}|{shape}")
    here += [*look, *(f"{feature}|{shape}|{grade}" for feature in look)]
    near = [f"w={folded}", f"s={shape}", *lexical, *look[:1], f"e3={folded[-3:]}", f"p3={folded[:3]}"]
    far = [f"w={folded}", f"s={shape}", f"k={kind}", *(f"F={flag}" for flag in flags)]
    remote = [f"w={folded}", f"k={kind}"]
    paired = folded if len(folded) > 1 else kind
    vouches = "title" if value & lexicons.TITLE else "kin" if value & lexicons.KINSHIP else ""
    is_cue = len(folded) > 1 and bool(value & _CUES)
    return Form(tuple(here), tuple(near), tuple(far), tuple(remote), kind, folded, paired, is_cue, vouches)


def names_before(before: Form | None, here: Form) -> tuple[str, ...]:
    """Features of a token together with the one before it."""
    if before is None:
        return ("first", f"first|{here.kind}", f"kk=^|{here.kind}")
    return (f"kk={before.kind}|{here.kind}", f"ww={before.word}|{here.paired}", f"wk={before.word}|{here.kind}")


def names_after(here: Form, after: Form | None) -> tuple[str, ...]:
    """Features of a token together with the one behind it."""
    if after is None:
        return ("last", f"kr={here.kind}|$")
    return (f"kr={here.kind}|{after.kind}", f"kw={here.kind}|{after.word}")


def names_between(left: str, here: str, right: str) -> tuple[str, ...]:
    """Features of the kinds of three tokens in a row; "" stands for the edge of the line."""
    return (f"kkk={left}|{here}|{right}",)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of a page, or a piece of a very long one, ready to be scored."""

    first: int  # number of its first token in the page
    case: str  # "upper", "lower" or "mixed"
    forms: tuple[Form, ...]
    line: tuple[str, ...]  # features that all its tokens share
    own: tuple[tuple[str, ...], ...]  # features of each token that are not of its form


_REPORT = tuple(
    map(re.compile, (r"datos del paciente", r"datos asistenciales", r"\bnhc ?:", r"\bnass ?:", r"\bapellidos ?:", r"\blocalidad ?/ ?provincia ?:"))
)


def is_report(page: Page) -> bool:
    """Whether the page is a report with a labelled header in the manner of the published Spanish corpus.

    Such reports follow conventions of their own, and a model of their own reads them.
    """
    head = page.folded[:1500]
    return sum(pattern.search(head) is not None for pattern in _REPORT) >= 3


def sentences(page: Page, hints: Sequence[Span] = ()) -> list[Sentence]:
    """The page line by line. `hints` are what the rules found: the tagger learns how far to trust each of them."""
    text = page.text
    bounds, words = page.spans, page.words
    if not bounds:
        return []
    forms = [form_of(text[start:end], word) for (start, end), word in zip(bounds, words, strict=True)]
    own: list[list[str]] = [[] for _ in bounds]
    _add_hints(page, hints, own)
    _add_fields(page, own)
    _add_repeats(page, forms, own)
    document = [f"lang={page.language}"]
    result: list[Sentence] = []
    starts = page.line_starts
    above = ""
    number, count, lines = 0, len(bounds), len(starts)
    for line, start in enumerate(starts):
        end = starts[line + 1] if line + 1 < lines else len(text)
        first = number
        while number < count and bounds[number][0] < end:
            number += 1
        if number == first:
            continue
        case = _case_of(text[start:end])
        shared = [*document, f"case={case}", f"up={above}", f"top={min(line, 6)}", f"end={min(lines - line, 6)}"]
        if number - first <= 4:
            shared.append("short")
        shared.append(f"open={words[first]}")
        for piece in range(first, number, LONGEST):
            stop = min(number, piece + LONGEST)
            _add_places(page, piece, stop, forms, own)
            result.append(Sentence(piece, case, tuple(forms[piece:stop]), tuple(shared), tuple(map(tuple, own[piece:stop]))))
        above = words[first]
    return result


def _case_of(line: str) -> str:
    upper, lower = sum(map(str.isupper, line)), sum(map(str.islower, line))
    if upper > 2 * lower:
        return "upper"
    return "lower" if upper == 0 and lower > 25 else "mixed"


def _add_hints(page: Page, hints: Sequence[Span], own: list[list[str]]) -> None:
    for span in hints:
        number = page.token_from(span.start)
        sure = "+" if span.score >= 0.9 else "" if span.score >= 0.7 else "-"
        mark = "B"
        if 0 < number < len(own):
            own[number - 1].append(f"H>={span.label}")
        while number < len(own) and page.spans[number][0] < span.end:
            own[number].append(f"H={span.source}:{mark}:{span.label}{sure}")
            own[number].append(f"h={mark}:{span.label}")
            mark = "I"
            number += 1
        if number < len(own):
            own[number].append(f"H<={span.label}")


def _add_fields(page: Page, own: list[list[str]]) -> None:
    """The label before the colon, for the tokens of its value, with how far they are from it."""
    for field in page.fields:
        label = field.label.split()
        name, last = " ".join(label[-3:]), label[-1] if label else ""
        number = page.token_from(field.value_start)
        distance = 0
        while number < len(own) and page.spans[number][0] < field.value_end and distance < 24:
            near = "0" if distance == 0 else "1" if distance < 3 else "2" if distance < 8 else "3"
            own[number] += (f"fl={name}", f"fd={last}|{near}")
            if distance == 0:
                own[number].append(f"f0={name}")
            distance += 1
            number += 1


def _add_repeats(page: Page, forms: Sequence[Form], own: list[list[str]]) -> None:
    """A capitalised word behind a title or kinship word vouches for its other occurrences in the document."""
    cued: dict[str, str] = {}
    words = page.words
    for number, form in enumerate(forms):
        if form.vouches:
            named = number + 2 if words[number + 1 : number + 2] in (["."], [":"]) else number + 1
            if named < len(forms) and "|X" in forms[named].kind:
                cued.setdefault(words[named], form.vouches)
    if cued:
        for number, word in enumerate(words):
            if word in cued:
                own[number].append(f"cued={cued[word]}")


def _add_places(page: Page, first: int, stop: int, forms: Sequence[Form], own: list[list[str]]) -> None:
    """Wide gaps, glued words, quotes, the last cue to the left."""
    words, bounds, text = page.words, page.spans, page.text
    cue, age, quoted = "", 9, False
    for number in range(first, stop):
        word = words[number]
        if number > first:
            gap = bounds[number][0] - bounds[number - 1][1]
            if gap == 0:
                own[number].append("glued")
            elif gap > 2 or text[bounds[number - 1][1]] == "\t":
                own[number].append("gap")
        if age < 7:
            own[number] += (f"cue={cue}|{min(age, 4)}", f"cuek={cue}|{forms[number].kind}")
        if quoted:
            own[number].append("quoted")
        if word == '"':
            quoted = not quoted
        age += 1
        if forms[number].is_cue:
            cue, age = word, 0
        elif word == ";":
            age += 2
