"""What the tagger sees of a token: its form, its neighbours, the line and the field it stands in, what the rules say.

Nearly every feature belongs to one word form at one distance from the token, so their weights can be summed once
per form and kept. `Form` lists them; `Marks` and `Sentence` have what depends on the line and the document.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import compress, count
from operator import attrgetter

from velado.document import Span
from velado.models.forms import Form, form_of
from velado.remembered import Remembered
from velado.tokens import Page

__all__ = ["REACH", "Form", "Marks", "Sentence", "form_of", "is_report", "names_after", "names_before", "names_between", "sentences", "strings_of"]

REACH = 3  # how many tokens to either side a token sees
LONGEST = 160  # tokens in one piece; longer lines are cut
_LETTERS = 3  # with which somebody signs, at most
_HOURS, _MINUTES = 24, 60
_OFTEN = 4  # times that letters end a line; more say no more


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


Mark = tuple[str, Sequence[int]]  # a feature and the tokens of the page that have it


@dataclass(frozen=True)
class Marks:
    """The features of a page's tokens that are not of their form."""

    forms: Sequence[Form] = field(repr=False)
    marks: list[Mark] = field(default_factory=list, repr=False)
    cues: list[tuple[int, int, int]] = field(default_factory=list, repr=False)  # a token, the cue to its left, how far that is

    @cached_property
    def by_token(self) -> list[tuple[str, ...]]:
        """For each token of the page its features."""
        own: list[list[str]] = [[] for _ in self.forms]
        for name, tokens in self.marks:
            for number in tokens:
                own[number].append(name)
        for number, cue, distance in self.cues:
            own[number] += names_of_cue(self.forms[cue], distance, self.forms[number])
        return list(map(tuple, own))


def names_of_cue(cue: Form, distance: int, here: Form) -> tuple[str, str]:
    """Features of a token together with the last cue to its left."""
    return f"cue={cue.word}|{distance}", f"cuek={cue.word}|{here.kind}"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of a page, or a piece of a very long one, ready to be scored."""

    first: int  # number of its first token in the page
    case: str  # "upper", "lower" or "mixed"
    forms: tuple[Form, ...]
    line: tuple[str, ...]  # features that all its tokens share
    marks: Marks  # of the whole page

    @property
    def own(self) -> list[tuple[str, ...]]:
        """For each token its features that are not of its form."""
        return self.marks.by_token[self.first : self.first + len(self.forms)]


def strings_of(sentence: Sentence) -> list[list[str]]:
    """Every feature of every token, spelled out: for training, and to tell why."""
    forms = sentence.forms
    items = []
    for number, form in enumerate(forms):
        before = forms[number - 1] if number else None
        after = forms[number + 1] if number + 1 < len(forms) else None
        item = [*form.names.here, f"ck={sentence.case}|{form.kind}", *sentence.line, *sentence.own[number]]
        item += (*names_before(before, form), *names_after(form, after))
        item += names_between(before.kind if before else "", form.kind, after.kind if after else "")
        for distance in range(1, REACH + 1):
            for offset in (-distance, distance):
                at = number + offset
                if 0 <= at < len(forms):
                    item += [f"{offset:+}{name}" for name in forms[at].names[distance]]
        items.append(item)
    return items


_is_cue, _vouches = attrgetter("is_cue"), attrgetter("vouches")
# A label is looked for by its letters, and only then by what stands before it, which is much faster than the other way round.
_REPORT = tuple(
    map(
        re.compile,
        (
            r"datos del paciente", r"datos asistenciales", r"nhc(?<!\wnhc) ?:", r"nass(?<!\wnass) ?:", r"apellidos(?<!\wapellidos) ?:",
            r"localidad(?<!\wlocalidad) ?/ ?provincia ?:",
        ),
    )
)  # fmt: skip


@lru_cache(maxsize=2)  # the taggers ask for it, and whoever weighs what they say
def is_report(page: Page) -> bool:
    """Whether the page is a report with a labelled header in the manner of the published Spanish corpus.

    Such reports follow conventions of their own, and a model of their own reads them.
    """
    head = page.folded[:1500]
    return sum(pattern.search(head) is not None for pattern in _REPORT) >= 3


def sentences(page: Page, hints: Sequence[Span] = ()) -> list[Sentence]:
    """The page line by line. `hints` are what the rules found: the tagger learns how far to trust each of them."""
    text = page.text
    words = page.words
    if not words:
        return []
    forms = list(map(form_of, page.written))
    own = Marks(forms)
    marks = own.marks
    cues = list(compress(count(), map(_is_cue, forms)))
    marks += _hints(page, hints)
    marks += _fields(page)
    marks += _repeats(words, forms)
    language = f"lang={page.language}"
    result: list[Sentence] = []
    starts = page.line_starts
    above = ""
    first, lines = 0, len(starts)
    for line, start in enumerate(starts):
        end = starts[line + 1] if line + 1 < lines else len(text)
        stop = bisect_left(page.starts, end, first)
        if stop == first:
            continue
        case = _case_of(text[start:end])
        shared = [language, f"case={case}", f"up={above}", f"top={min(line, 6)}", f"end={min(lines - line, 6)}", f"open={words[first]}"]
        if stop - first <= 4:
            shared.append("short")
        for piece in range(first, stop, LONGEST):
            behind = min(stop, piece + LONGEST)
            own.cues.extend(_cues(words, cues[bisect_left(cues, piece) : bisect_left(cues, behind)], behind))
            marks += _quotes(words, piece, behind)
            result.append(Sentence(piece, case, tuple(forms[piece:behind]), tuple(shared), own))
        if words[first].isdecimal():
            marks += _closes(words, first, stop)
        above = words[first]
        first = stop
    marks += _gaps(page, result)
    marks += _endings(words, result)
    return result


_SMALLS = bytes(code for code in range(256) if chr(code).islower())


def _case_of(line: str) -> str:
    try:
        letters = line.encode("latin-1")
        lower = len(letters) - len(letters.translate(None, _SMALLS))
    except UnicodeEncodeError:  # letters of other alphabets are counted one by one, which is slower
        lower = sum(map(str.islower, line))
    if 3 * lower >= len(line) and not (lower > 25 and line.islower()):
        return "mixed"  # as nearly always: whatever else there is, it cannot be twice as much
    upper = sum(map(str.isupper, line))
    if upper > 2 * lower:
        return "upper"
    return "lower" if upper == 0 and lower > 25 else "mixed"


def _hints(page: Page, hints: Sequence[Span]) -> Iterator[Mark]:
    """What the rules say of a token, and of its neighbours."""
    starts, last = page.starts, len(page.starts)
    for span in hints:
        first = page.token_from(span.start)
        stop = max(first, bisect_left(starts, span.end))
        sure = "+" if span.score >= 0.9 else "" if span.score >= 0.7 else "-"
        before, begun, begins, goes, goes_on, behind = _names_of_hint[span.source, span.label, sure]
        if 0 < first < last:
            yield before, (first - 1,)
        if first < stop:
            yield begun, (first,)
            yield begins, (first,)
        if first + 1 < stop:
            inside = range(first + 1, stop)
            yield goes, inside
            yield goes_on, inside
        if stop < last:
            yield behind, (stop,)


def _tell_hint(key: tuple[str, str, str]) -> tuple[str, ...]:
    source, label, sure = key
    return f"H>={label}", f"H={source}:B:{label}{sure}", f"h=B:{label}", f"H={source}:I:{label}{sure}", f"h=I:{label}", f"H<={label}"


# What rules say, and what fields are called, is the same on every page.
_names_of_hint = Remembered(_tell_hint)
_DISTANCES = ((0, 1), (1, 3), (3, 8), (8, 24))  # from the start of a field's value


def _fields(page: Page) -> Iterator[Mark]:
    """The label before the colon, for the tokens of its value, with how far they are from it."""
    for entry in page.fields:
        first = page.token_from(entry.value_start)
        stop = min(bisect_left(page.starts, entry.value_end), first + _DISTANCES[-1][1])
        if stop <= first:
            continue
        whole, opening, *parts = _names_of_field[entry.label]
        yield whole, range(first, stop)
        yield opening, (first,)
        for name, (low, high) in zip(parts, _DISTANCES, strict=True):
            if first + low < stop:
                yield name, range(first + low, min(first + high, stop))


def _tell_field(told: str) -> tuple[str, ...]:
    label = told.split()
    name, last = " ".join(label[-3:]), label[-1] if label else ""
    return f"fl={name}", f"f0={name}", *(f"fd={last}|{near}" for near in range(len(_DISTANCES)))


_names_of_field = Remembered(_tell_field)


def _repeats(words: list[str], forms: Sequence[Form]) -> Iterator[Mark]:
    """A capitalised word behind a title or kinship word vouches for its other occurrences in the document."""
    cued: dict[str, str] = {}
    for number in compress(count(), map(_vouches, forms)):
        named = number + 2 if words[number + 1 : number + 2] in (["."], [":"]) else number + 1
        if named < len(forms) and "|X" in forms[named].kind:
            cued.setdefault(words[named], forms[number].vouches)
    if cued:
        for number in compress(count(), map(cued.__contains__, words)):
            yield f"cued={cued[words[number]]}", (number,)


def _gaps(page: Page, pieces: Sequence[Sentence]) -> Iterator[Mark]:
    """Wide gaps and glued words inside the lines."""
    opening = {piece.first for piece in pieces}
    gaps = page.gaps
    others = [number for number in compress(count(1), map(" ".__ne__, gaps)) if number not in opening]  # nearly all are one blank
    yield "glued", [number for number in others if not gaps[number - 1]]
    yield "gap", [number for number in others if len(gaps[number - 1]) > 2 or gaps[number - 1][0:1] == "\t"]


def _cues(words: Sequence[str], cues: Sequence[int], stop: int) -> Iterator[tuple[int, int, int]]:
    """The tokens of a line behind a title, a kinship word and the like, up to the next: which one, and how far it is."""
    for cue, last in zip(cues, (*cues[1:], stop - 1), strict=False):
        age = 0
        for number in range(cue + 1, last + 1):
            if age >= 7:
                break
            yield number, cue, min(age, 4)
            age += 3 if words[number] == ";" else 1


def _closes(words: Sequence[str], first: int, stop: int) -> Iterator[Mark]:
    """The last word of a line that begins with an hour, "16:10", "03.15" or "0430": there people sign."""
    hour = words[first]
    minute = words[first + 2] if stop - first > 3 and len(hour) <= 2 and words[first + 1] in (":", ".", "h") else hour[2:] if len(hour) == 4 else ""
    if len(minute) == 2 and minute.isdecimal() and int(hour[:2]) < _HOURS and int(minute) < _MINUTES:
        last = next((number for number in range(stop - 1, max(first, stop - 4), -1) if words[number][0].isalpha()), -1)
        if last > first:
            yield f"closes={min(len(words[last]), 5)}", (last,)


def _endings(words: Sequence[str], pieces: Sequence[Sentence]) -> Iterator[Mark]:
    """Letters that end several lines of the page: whoever keeps a record signs again and again."""
    ends: dict[str, list[int]] = {}
    for piece in pieces:
        last = piece.first + len(piece.forms) - 1
        if words[last] in (".", ")") and last > piece.first:
            last -= 1
        if 1 < len(words[last]) <= _LETTERS and words[last].isalpha():
            ends.setdefault(words[last], []).append(last)
    for numbers in ends.values():
        if len(numbers) > 1:
            yield f"ends={min(len(numbers), _OFTEN)}", numbers


def _quotes(words: Sequence[str], first: int, stop: int) -> Iterator[Mark]:
    """The tokens of a line that stand in quotes."""
    if '"' in words[first:stop]:
        quotes = [number for number in range(first, stop) if words[number] == '"']
        for opened, closed in zip(quotes[::2], (*quotes[1::2], stop - 1), strict=False):
            yield "quoted", range(opened + 1, closed + 1)
