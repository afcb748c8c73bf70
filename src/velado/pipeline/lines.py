"""Where a name ends and where it goes on: not beyond the end of a sentence, but across a line break.

"Ana Gil Ruiz. Ana niega fiebre" names somebody twice. "Dr. Anselmo" at the end of a line and "Urrutikoetxea" at the start of the next
name somebody once. `wrapping` sees a width that broke many lines; here it is a single break, so each break is looked at where a line
ends and the next begins with what can be part of a name.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import attrgetter, itemgetter

from velado import lexicons
from velado.document import Span
from velado.labels import NAMES
from velado.mending import Mended, mended
from velado.tokens import Page, word_set

__all__ = ["JoinedLines", "join_lines", "split_at_sentence_ends"]

_MARKS = frozenset(".!?…")
# Shortened names with a vowel in them, and words before a surname; those without a vowel ("Hdz", "St", "Jr") need no list.
_SHORTENED = word_set(
    "ma vda vdo gpe hdez fdez glez gonz mtnez mnez rguez rdguez dguez gtez lpez fco fca fdo fda sta sto sor fray bta bto aux ap edu salv mohd ant "
    "jos jse dgo ign alej conc enr fern guil joa raf ros vic xav est eug eus greg isab jes luc man mig nic ped pil ram ter vte mons gral"
)
_PARTICLES = word_set("de del la las los el y e i da das do dos van von der den ter di du le al bin ibn san santa mc mac")
_SUFFIXES = word_set("jr junior ii iii filho neto sobrinho")
_VOWELS = frozenset("aeiouy")
_LONGEST = 4  # letters of an abbreviation that no list has
_MOST = 3  # particles in a row
_OF_ROLES = lexicons.PROFESSION | lexicons.FACILITY_WORD | lexicons.STREET_TYPE | lexicons.KINSHIP | lexicons.SEX_WORD | lexicons.TITLE
_USUAL = 2  # how typical a name must be to be one in short capitals
_EVERYWHERE = 7  # how common a word is that opens a sentence rather than goes on with a name: "Se", "The"
_SURE = 0.9  # the score with which even everyday words go on with a name
_STICKS_OUT = 0.55  # the score of what is added to a span that is there
_REACH = 160  # characters of a line that are read on either side of a break
# One break with few blanks and quote signs around it. A hyphen before it may part a word.
_BREAK = re.compile(r"(?<![ \t-])(-?)[ \t]{0,8}+\n[ \t]{0,24}+(?:>[ \t]{0,4}+){0,3}+(?=[^\W\d_])")


def split_at_sentence_ends(page: Page, span: Span) -> Iterator[Span]:
    """Yield the parts of a name that lie in different sentences; all other spans as they are.

    A full stop behind an initial or an abbreviation ends no sentence, unless what follows cannot go on with the name. A later part
    without any word that could be a name is dropped: it is the beginning of a sentence.

    >>> page = Page("Paciente: Ana Gil Ruiz. Ana niega fiebre.")
    >>> [part.text(page.text) for part in split_at_sentence_ends(page, Span(10, 27, "PATIENT_NAME"))]
    ['Ana Gil Ruiz', 'Ana']
    """
    if span.label not in NAMES or span.source == "known" or not any(mark in page.text[span.start : span.end - 1] for mark in _MARKS):
        yield span
        return
    first = start = page.token_from(span.start)
    stop = page.token_at(span.end - 1) + 1
    parts: list[tuple[int, int]] = []
    for number in range(first + 1, stop - 1):
        if number > start and page.written[number] in _MARKS and _ends_sentence(page, first, number):
            parts.append((start, number))
            start = number + 1
    if not parts:
        yield span
        return
    for begin, end in [*parts, (start, stop)]:
        while begin < end and not page.words[begin][0].isalnum():
            begin += 1
        words = [word for word in page.words[begin:end] if word[0].isalpha() and word not in _PARTICLES]
        if begin < end and (begin == first or not all(map(lexicons.cannot_name, words))):
            left = span.start if begin == first else page.spans[begin][0]
            yield Span(left, span.end if end == stop else page.spans[end - 1][1], span.label, span.score, span.source)


def _ends_sentence(page: Page, first: int, mark: int) -> bool:
    """Whether a mark inside a name that begins with token `first` ends a sentence."""
    before, behind, written = page.words[mark - 1], page.words[mark + 1], page.written[mark + 1]
    if not before[0].isalpha() or not behind[0].isalpha():
        return False
    if page.written[mark] != ".":
        return bool(page.gaps[mark])
    if written[0].islower() and not page.text[page.starts[first] : page.starts[mark]].islower():
        return False
    if not page.gaps[mark] and (len(behind) == 1 or written[0].islower()):
        return False  # "A.M.", an address
    if len(behind) > 2 and behind not in _PARTICLES and behind in page.words[first:mark]:
        return True  # a name does not hold the same word twice
    if _is_shortened(page, mark - 1):
        # "I. Chaveiro" is a name, whatever a keyring is called; "Gil Ruiz, A. Niega" is not.
        if all(len(word) < 2 or not word[0].isalpha() for word in page.words[first : mark - 1]):
            return False
        return len(behind) > 2 and behind not in _PARTICLES and lexicons.cannot_name(behind)
    return True


def _is_shortened(page: Page, number: int) -> bool:
    """Whether a word before a full stop is an initial, a title or the short form of a name."""
    word = page.words[number]
    if len(word) == 1 or word in _SHORTENED or page.written[number][-1] in "ªº" or not _VOWELS & set(word):
        return True
    value = lexicons.lookup(word)
    return bool(value & lexicons.TITLE) or (len(word) <= _LONGEST and not lexicons.name_strength(value))


@dataclass(frozen=True, slots=True)
class JoinedLines:
    """The lines around breaks that may part a name, without these breaks."""

    mended: Mended
    joints: list[tuple[int, int]]  # where the breaks were: start and end in the joined text, in order

    def with_names(self, found: Sequence[Span], spans: Iterable[Span], page: Page) -> list[Span]:
        """Return what the page shows, `found`, with the names of the joined text that cross a break or begin right behind one.

        Half a name says little of who somebody is: all parts of a name, line by line, get the label that the joined text tells.
        """
        found = sorted(found)
        furthest = list(accumulate((span.end for span in found), max))
        relabelled, added = dict[Span, str](), list[Span]()
        for span in spans:
            parts = [_without_words(page, part) for part in self._parts(span)] if span.label in NAMES else []
            if not parts:
                continue
            is_half = len(parts) > 1 or self.mended.text[max(0, span.start - 2) : span.start] == ", "  # "Gil,\nAna"
            near = bisect_right(furthest, parts[0].start), bisect_left(found, parts[-1].end, key=attrgetter("start"))
            beside = [[other for other in found[slice(*near)] if other.start < part.end and part.start < other.end] for part in parts]
            for part, others in zip(parts, beside, strict=True):
                if part is not parts[0] and _opens_sentence(page, parts[0], part):
                    continue
                if is_half:
                    relabelled |= {other: span.label for other in others if _is_piece(page, part, other)}
                if not any(other.start <= part.start and part.end <= other.end for other in others) and _goes_on(page, part):
                    added.append(replace(part, score=min(part.score, _STICKS_OUT) if others else part.score))
        return [*(replace(span, label=relabelled.get(span, span.label)) for span in found), *added]

    def _parts(self, span: Span) -> Iterator[Span]:
        """The parts of a span of the joined text as spans of the page; none when no break is inside or right before it."""
        edges = [span.start]
        for joint in self.joints[bisect_left(self.joints, span.start, key=itemgetter(1)) :]:
            if joint[0] >= span.end:
                break
            edges += joint
        if len(edges) > 1:
            edges.append(span.end)
            for start, end in zip(edges[::2], edges[1::2], strict=True):
                if start < end:
                    yield self.mended.back(Span(start, end, span.label, span.score, span.source))


def join_lines(page: Page, spans: Iterable[Span]) -> JoinedLines | None:
    """Join the lines around each break that may part a name; None when there is no such break.

    `spans` are what was found so far: where a name reaches a break, the word on the other side needs no capital.
    """
    named = [span for span in spans if span.label in NAMES]
    reached = {page.token_from(span.start) for span in named} | {page.token_at(span.end - 1) for span in named}
    labels = {field.start: field.label for field in page.fields if not field.label[-1:].isdigit()}  # no hours
    breaks = [match for match in _BREAK.finditer(page.text) if _may_part_a_name(page, match.start(), match.end(), reached, labels)]
    if not breaks:
        return None
    texts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    joints: list[tuple[int, int]] = []
    for low, high, inside in _stretches(page.text, breaks):
        mends = [(match.start(), match.end(), _joint(match)) for match in inside]
        shift = len(starts) - low
        for start, end, joint in mends:
            joints.append((start + shift, start + shift + len(joint)))
            shift -= end - start - len(joint)
        stretch = mended(page.text, mends, low, high)
        starts += (*stretch.starts, high)
        ends += (*stretch.ends, high)
        texts.append(stretch.text)
    return JoinedLines(Mended("".join(f"{text}\n" for text in texts), starts, ends), joints)


def _stretches(text: str, breaks: Sequence[re.Match[str]]) -> Iterator[tuple[int, int, list[re.Match[str]]]]:
    """Yield the parts of the text around breaks, with a line more on either side: start, end and the breaks inside."""
    low = high = -1
    inside: list[re.Match[str]] = []
    for match in breaks:
        start = _line_start(text, _line_start(text, match.start()) - 1)
        if inside and start > high:
            yield low, high, inside
            inside = []
        low = low if inside else max(0, start)
        high = _line_end(text, _line_end(text, match.end()) + 1)
        inside.append(match)
    yield low, high, inside


def _line_start(text: str, offset: int) -> int:
    """Where the line around an offset begins, or as much of it as is read."""
    return max(text.rfind("\n", 0, max(0, offset)) + 1, offset - _REACH)


def _line_end(text: str, offset: int) -> int:
    """Where the line around an offset ends, or as much of it as is read."""
    end = text.find("\n", offset)
    return min(len(text) if end < 0 else end, offset + _REACH)


def _without_words(page: Page, part: Span) -> Span:
    """Return a part without the everyday words in small letters behind its capitals: "CAMPO REY camina"."""
    first, last = page.token_from(part.start), page.token_at(part.end - 1)
    kept = last
    while kept > first and page.written[kept][0].islower() and page.words[kept] not in _PARTICLES and lexicons.is_common_word(page.words[kept]):
        kept -= 1
    return part if kept == last or page.written[kept][0].islower() else replace(part, end=page.spans[kept][1])


def _is_piece(page: Page, part: Span, other: Span) -> bool:
    """Whether what was found in a part of a name is a name too, or words taken for a place or a company without the other part."""
    if other.source == "known":
        return False
    inside = part.start <= other.start and other.end <= part.end
    return other.label in NAMES or (inside and not any(map(str.isdigit, other.text(page.text))))


def _opens_sentence(page: Page, before: Span, part: Span) -> bool:
    """Whether an everyday word that is hardly ever a name begins a line of prose below a name that is complete without it.

    "Paciente: Ana Gil" in one line and "Toma metformina" in the next: few people are called Toma, and Ana Gil has a surname.
    """
    number = page.token_from(part.start)
    if number != page.token_at(part.end - 1) or number + 1 >= len(page.words):
        return False
    known = page.token_at(before.end - 1) > page.token_from(before.start)
    word = page.words[number]
    rare = lexicons.is_common_word(word) and lexicons.name_strength(lexicons.lookup(word)) <= _USUAL
    return known and rare and page.written[number + 1][0].islower()


def _goes_on(page: Page, part: Span) -> bool:
    """Whether a part of a name that crosses a line break may be one: everyday words and single letters only where it is sure."""
    words = [word for word in page.words[page.token_from(part.start) : page.token_at(part.end - 1) + 1] if word[0].isalpha()]
    if part.score >= _SURE or (len(words) == 1 == len(words[0]) and "." in page.text[part.end - 1 : part.end + 1]):
        return True
    return not all(len(word) == 1 or word in _PARTICLES or lexicons.cannot_name(word) for word in words)


def _joint(match: re.Match[str]) -> str:
    """What is read in place of a break: nothing inside a word, the hyphen of a double name, else a blank."""
    if not match[1]:
        return " "
    return "" if match.string[match.end()].islower() else "-"


def _may_part_a_name(page: Page, start: int, end: int, reached: Set[int], labels: Mapping[int, str]) -> bool:
    """Whether the words on both sides of a line break can belong to one name. `reached` are the first and last
    tokens of names, `labels` those of fields by their start.
    """
    last, first = page.token_at(start - 1), page.token_from(end)
    if last < 0 or page.spans[last][1] <= page.text.rfind("\n", 0, start) + 1:
        return False
    if page.written[last] == "," or (page.written[last] == "." and last and _is_shortened(page, last - 1)):
        last -= 1
    if not page.words[last][0].isalpha() or page.text[page.starts[last] - 1 : page.starts[last]].isdigit():
        return False
    if page.text[start] == "-" and page.written[last][0].isupper():
        return True
    nearest = last
    for _ in range(_MOST):
        if _is_particle(page, last) and last and not page.written[last].istitle():
            last -= 1
    is_reached = not reached.isdisjoint(range(last, nearest + 1))
    for _ in range(_MOST):
        if _is_particle(page, first) and first + 1 < len(page.words):
            first += 1
    if not page.words[last][0].isalpha() or not page.words[first][0].isalpha() or _begins_anew(page, last, first, is_reached, labels):
        return False
    if is_reached:
        return first in reached or page.written[first][0].isupper() or not lexicons.cannot_name(page.words[first])
    if first in reached:
        return _can_be_a_name(page, last) or not (lexicons.cannot_name(page.words[last]) or page.written[first][0].isupper())
    return _can_be_a_name(page, last) and _can_be_a_name(page, first)


def _is_particle(page: Page, number: int) -> bool:
    """Whether a word only joins names: "e" does, the initial in "E. Gil" does not."""
    return page.words[number] in _PARTICLES and page.text[page.spans[number][1] : page.spans[number][1] + 1] != "."


def _begins_anew(page: Page, last: int, first: int, is_reached: bool, labels: Mapping[int, str]) -> bool:
    """Whether a line begins with the label of a field, an abbreviation or what somebody is, and not with the rest of a name."""
    word, written = page.words[first], page.written[first]
    start, end = page.spans[first]
    if start in labels and not (is_reached and all(map(_is_name_or_unknown, labels[start].split()))):
        return True
    if len(word) == 1:
        return page.text[end : end + 1] in ":)/-" or page.text[end : end + 2].strip(".")[:1].isalnum()
    value = lexicons.lookup(word)
    if word in _SUFFIXES:
        return False
    if lexicons.commonness(value) >= _EVERYWHERE:
        return True
    shouted = written.isupper() and not page.written[last].isupper()
    if lexicons.name_strength(value) >= _USUAL and (not lexicons.is_common_word(word) or (is_reached and not shouted)):
        return False
    if value & _OF_ROLES:
        return True
    initial = page.written[last].isupper() and page.written[last + 1] == "."
    named = initial or (page.written[last].isupper() and lexicons.name_strength(lexicons.lookup(page.words[last])))
    return written.isupper() and len(word) <= _LONGEST and not named  # "IPV", "OPP"


def _is_name_or_unknown(word: str) -> bool:
    value = lexicons.lookup(word)
    strength = lexicons.name_strength(value)
    return word in _PARTICLES or (word.isalpha() and (not value or strength > _USUAL or (strength > 0 and not lexicons.is_common_word(word))))


def _can_be_a_name(page: Page, number: int) -> bool:
    """Whether a word may be part of a name as it is written, or a title before one."""
    word, written = page.words[number], page.written[number]
    value = lexicons.lookup(word)
    if value & lexicons.TITLE or (written[0].isupper() and (len(word) == 1 or not lexicons.cannot_name(word))):
        return not value & lexicons.EPONYM
    return bool(lexicons.name_strength(value)) and not lexicons.is_common_word(word)
