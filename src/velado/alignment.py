"""An original note and the same note with tags in the place of what identifies somebody: where did the tags' text stand?

Words are compared, not characters. Windows of a few words that stand once in either note are anchors; what lies between two
anchors is aligned word by word at the least cost, where a word may have been edited and a tag takes one word of the
original or more. A tag that leaves no choice is certain, others get a lower score, and what cannot be aligned is listed.

>>> result = align("Paciente hipertenso Jesús Mendoza Mares es remiso", "Paciente hipertenso {NOMBRE} es remiso")
>>> result.spans
(Span(start=20, end=39, label='PERSON_NAME', score=1.0, source='alignment'),)
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from velado.document import Span
from velado.labels import LABELS, NAMES, NUMBERS, label_named
from velado.tokens import Page, fold

__all__ = ["ANY_TAG", "DOUBTFUL", "Alignment", "Unaligned", "align", "label_of_tag", "redact"]

# {NOMBRE}, [PERSONA], <NAME>, [**Name 3**], and the nameless ***, XXXX, ____, ####, ███.
ANY_TAG = re.compile(
    r"(?:\{{1,2}|\[{1,2}|<{1,2}|⟦)\*{0,2} ?/?(?P<label>[^\W\d_][^{}\[\]<>⟦⟧\n*]{0,40})\*{0,2}/?(?:\}{1,2}|\]{1,2}|>{1,2}|⟧)"
    r"|\*{2,}|(?<!\w)(?:X{2,}|x{3,})(?!\w)|_{3,}|#{2,}|█+"
)
DOUBTFUL = 0.5  # the score of a span whose ends are not certain
_OTHER_NAMES = {
    "NOMBRE": "PERSON_NAME", "NOMBRES": "PERSON_NAME", "APELLIDO": "PERSON_NAME", "APELLIDOS": "PERSON_NAME", "NOME": "PERSON_NAME",
    "PER": "PERSON_NAME", "CEL": "PHONE", "CELULAR": "PHONE", "TELEPHONE": "PHONE", "DOMICILIO": "STREET", "DOMICILIARIO": "STREET",
    "LOC": "PLACE", "LOCATION": "PLACE", "LOCAL": "PLACE", "MUNICIPIO": "PLACE", "CIDADE": "PLACE", "ORG": "INSTITUTION",
    "MAIL": "EMAIL", "ID": "OTHER_ID",
}  # fmt: skip
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u00ad"
_LARGEST_GAP = 2_000_000  # cells: beyond this the two notes have next to nothing in common

# Costs, whole numbers so that equal ways are seen to be equal.
_ADDED = _REMOVED = 20  # a word of one note that the other lacks
_EDITED = 18  # a word in the place of another one that is written alike
_REPLACED = 26
_LOST_TAG = 60  # a tag that takes no word
_ODD = 10  # a word that a tag of this label hardly stands for
_UNUSUAL = 2
_ABRUPT = 5  # a tag that does not begin with a word its label likes to begin with
_STREET_WORDS = """calle c cl cll avda avd av avenida paseo po plaza pza plz pl carretera ctra camino ronda travesia urbanizacion urb
    barrio colonia col cra carrera kra diagonal transversal rua r travessa praca alameda rodovia estrada street road"""
_FACILITY_WORDS = """hospital hosp h hu huca complejo complexo clinica centro cs caps ubs cap consultorio ambulatorio instituto inst
    servicio servico unidad unidade departamento facultad universidad universidade fundacion fundacao policlinica sanatorio
    residencia posto upa maternidad maternidade santa department clinic"""
_OPENERS = {"STREET": frozenset(_STREET_WORDS.split())} | dict.fromkeys(
    ("HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"), frozenset(_FACILITY_WORDS.split())
)
_CLOSED = frozenset("de del la las los el y e i da do dos das di du van von san santa".split())


@dataclass(frozen=True, slots=True)
class Unaligned:
    """A tag whose text was not found in the original: where it stands in the redacted note, and why."""

    start: int
    end: int
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """Spans of the original; the tags that found no place; how many words were edited outside the tags."""

    spans: tuple[Span, ...] = field(repr=False)
    unaligned: tuple[Unaligned, ...] = ()
    edited: int = 0

    @property
    def doubtful(self) -> tuple[Span, ...]:
        """The spans that might begin or end elsewhere: two tags in a row, edited words beside the tag, an odd text for the label."""
        return tuple(span for span in self.spans if span.score <= DOUBTFUL)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word or a tag."""

    start: int
    end: int
    key: str = field(repr=False)  # what is compared
    look: str = ""  # how a word is written: "0" digits, "A" capital, "a" small, "." others
    label: str = ""  # of a tag
    nameless: bool = False


@cache
def _tag_names() -> Mapping[str, str]:
    names = dict(_OTHER_NAMES)
    for label in LABELS.values():
        for name in (label.tag, label.spanish, label.portuguese, label.english):
            names.setdefault(fold(name).upper(), label.name)
    return names


def label_of_tag(name: str) -> str | None:
    """The label that a tag's name stands for, in any of the known schemes and languages; None when nobody uses that name.

    >>> label_of_tag("NOMBRE"), label_of_tag("Teléfono 2"), label_of_tag("PERSON_1"), label_of_tag("FECHAS"), label_of_tag("sic")
    ('PERSON_NAME', 'PHONE', 'PERSON_NAME', 'DATE', None)
    """
    plain = re.sub(r"[\s_\-]+", "_", fold(name).upper()).rstrip("0123456789_")
    return _tag_names().get(plain) or label_named(plain)


def redact(text: str, spans: Iterable[Span], tag: str = "{%s}") -> str:
    """The text as a person would redact it, a tag with the label in the place of each span; of overlapping ones, the first.

    >>> redact("Vino Ana.", [Span(5, 8, "PATIENT_NAME")])
    'Vino {PATIENT_NAME}.'
    """
    pieces: list[str] = []
    position = 0
    for span in sorted(spans):
        if span.start >= position:
            pieces += (text[position : span.start], tag.replace("%s", span.label))
            position = span.end
    return "".join((*pieces, text[position:]))


def align(
    original: str,
    redacted: str,
    *,
    tags: re.Pattern[str] = ANY_TAG,
    labels: Mapping[str, str] | None = None,
    window: int = 3,
) -> Alignment:
    """Find the text of every tag of the redacted note in the original.

    `tags` says what a tag looks like; its group "label", where it has one, holds the tag's name. `labels` gives names their
    labels, before those that are known anyway; a name that nobody knows, and a tag without one, get the label OTHER. What
    stands in the original in the same words is no tag. `window` is how many words around a tag are sought together at first.
    """
    own_labels = {name.upper(): label for name, label in (labels or {}).items()}
    left = _joined(_pieces(redacted, tags, own_labels), redacted)
    marks = sorted({redacted[piece.start : piece.end] for piece in left if piece.label}, key=len, reverse=True)
    same = re.compile("|".join(map(re.escape, marks)) or r"(?!)")
    # What looks like a tag in the original too is a word like any other.
    right = [replace(piece, look=".", label="") if piece.label else piece for piece in _pieces(original, same, {})]
    spans: list[Span] = []
    unaligned: list[Unaligned] = []
    edited = 0
    for first, last, begin, stop in _gaps(left, right, window):
        gap, words = left[first:last], right[begin:stop]
        if not any(piece.label for piece in gap):
            ours, theirs = Counter(piece.key for piece in gap), Counter(word.key for word in words)
            edited += max((ours - theirs).total(), (theirs - ours).total())
        elif (len(gap) + 1) * (len(words) + 1) > _LARGEST_GAP:
            unaligned += (_lost(piece, "too little around it is the same in both notes") for piece in gap if piece.label)
        else:
            found = _settle(gap, words)
            spans += found.spans
            unaligned += found.unaligned
            edited += found.edited
    return Alignment(tuple(sorted(spans)), tuple(unaligned), edited)


def _pieces(text: str, tags: re.Pattern[str], labels: Mapping[str, str]) -> Iterator[_Piece]:
    """Words and tags in the order of the text."""
    position = 0
    for match in tags.finditer(text):
        if match.end() > match.start():
            yield from _words(text, position, match.start())
            position = match.end()
            name = (match.groupdict().get("label") or "").strip()
            label = labels.get(name.upper()) or label_of_tag(name) or "OTHER"
            yield _Piece(*match.span(), match[0], label=label, nameless=not name)
    yield from _words(text, position, len(text))


def _words(text: str, start: int, end: int) -> Iterator[_Piece]:
    part = text[start:end]
    for first, last in Page(part).spans:
        sign = part[first]
        if sign not in _INVISIBLE:
            look = "0" if sign.isdigit() else "A" if sign.isupper() else "a" if sign.isalpha() else "."
            yield _Piece(start + first, start + last, fold(part[first:last]), look)


def _joined(pieces: Iterable[_Piece], text: str) -> list[_Piece]:
    """Nameless tags with blanks between them as one: "XXXX XXXX" masks the words of one name."""
    joined: list[_Piece] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        if before and before.nameless and piece.nameless and not text[before.end : piece.start].strip():
            joined[-1] = replace(before, end=piece.end, key=text[before.start : piece.end])
        else:
            joined.append(piece)
    return joined


def _lost(tag: _Piece, reason: str) -> Unaligned:
    return Unaligned(tag.start, tag.end, tag.label, reason)


def _gaps(left: Sequence[_Piece], right: Sequence[_Piece], window: int) -> list[tuple[int, int, int, int]]:
    """The stretches of both notes between the anchors: first and last piece of the redacted one, then of the original."""
    gaps = [(0, len(left), 0, len(right))]
    for width in range(max(window, 1), 0, -1):
        finer: list[tuple[int, int, int, int]] = []
        for first, last, begin, stop in gaps:
            i, j = first, begin
            for at_left, at_right in _anchors(left[first:last], right[begin:stop], width):
                for step in range(width):
                    here, there = first + at_left + step, begin + at_right + step
                    if here < i or there < j:  # windows overlap
                        continue
                    if here > i or there > j:
                        finer.append((i, here, j, there))
                    i, j = here + 1, there + 1
            if i < last or j < stop:
                finer.append((i, last, j, stop))
        gaps = finer
    return gaps


def _anchors(left: Sequence[_Piece], right: Sequence[_Piece], width: int) -> list[tuple[int, int]]:
    """Where windows of `width` words stand that each side has once, in the order of both."""
    ours, theirs = _windows(left, width), _windows(right, width)
    # The longest run of pairs that ascends on both sides (patience sorting); ours are in order already.
    tops: list[int] = []
    piles: list[list[tuple[tuple[int, int], int]]] = []
    for key, here in ours.items():
        there = theirs.get(key)
        if there is None:
            continue
        pile = bisect_left(tops, there)
        if pile == len(piles):
            piles.append([])
            tops.append(there)
        tops[pile] = there
        piles[pile].append(((here, there), len(piles[pile - 1]) - 1 if pile else -1))
    chain: list[tuple[int, int]] = []
    back = len(piles[-1]) - 1 if piles else -1
    for stack in reversed(piles):
        pair, back = stack[back]
        chain.append(pair)
    return chain[::-1]


def _windows(pieces: Sequence[_Piece], width: int) -> dict[tuple[str, ...], int]:
    keys = [None if piece.label else piece.key for piece in pieces]
    found: dict[tuple[str, ...], int] = {}
    counts: Counter[tuple[str, ...]] = Counter()
    for at in range(len(keys) - width + 1):
        key = tuple(word for word in keys[at : at + width] if word is not None)
        if len(key) == width and any(word[0].isalnum() for word in key):
            counts[key] += 1
            found[key] = at
    return {key: at for key, at in found.items() if counts[key] == 1}


def _cost(label: str, word: _Piece) -> int:
    """What it costs a tag to take a word: little where the word is odd for its label, so that tags in a row share well."""
    look, key = word.look, word.key
    if label in NAMES:
        odd = look == "0" or key == "@"
        return _ODD if odd else _UNUSUAL if look == "a" and key not in _CLOSED else 0
    if label in NUMBERS:
        return _ODD if look in "Aa" and len(key) > 3 else _UNUSUAL if look in "Aa" else 0
    if label in ("EMAIL", "URL", "AGE", "DATE"):
        return _UNUSUAL if look == "A" else 0
    if label in ("PLACE", "COUNTRY", "HOSPITAL", "PROFESSION", "KINSHIP", "SEX"):
        postcode = label == "PLACE" and len(key) == 5
        return _ODD if key == "@" or look == "0" and not postcode else 0
    return _UNUSUAL if label == "STREET" and look == "0" and len(key) == 5 else 0


def _opening_cost(label: str, word: _Piece) -> int:
    """What it costs a tag to begin with a word."""
    abrupt = word.key not in _OPENERS[label] if label in _OPENERS else word.look == "." or word.key in _CLOSED
    return _cost(label, word) + (_ABRUPT if abrupt else 0)


def _difference(ours: _Piece, theirs: _Piece) -> int:
    """What it costs that one word stands in the place of another."""
    return 0 if ours.key == theirs.key else _EDITED if ours.look == theirs.look else _REPLACED


class _Table:
    """The least cost of every beginning of a gap, and the ways back through it."""

    def __init__(self, gap: Sequence[_Piece], words: Sequence[_Piece]) -> None:
        self.gap, self.words = gap, words
        self.costs = [[_REMOVED * number for number in range(len(words) + 1)]]
        self.taken: list[list[int]] = [[]]  # the same with the last word inside the tag
        for piece in gap:
            self._row(piece)

    def _row(self, piece: _Piece) -> None:
        before = self.costs[-1]
        row = [before[0] + (_LOST_TAG if piece.label else _ADDED)]
        taken = [_LARGEST_GAP]
        for number, word in enumerate(self.words):
            least = min(row[number] + _REMOVED, before[number + 1] + (_LOST_TAG if piece.label else _ADDED))
            if piece.label:
                begun = before[number] + _opening_cost(piece.label, word)
                inside = min(begun, taken[number] + _cost(piece.label, word))
                taken.append(inside)
                least = min(least, inside)
                if word.key == piece.key:
                    least = min(least, before[number])
            else:
                least = min(least, before[number] + _difference(piece, word))
            row.append(least)
        self.costs.append(row)
        self.taken.append(taken)

    def way(self, long_last: bool) -> list[tuple[str, int, int]]:
        """The cheapest way: what became of each piece, and the words it took. Of equal ways, tags late in the gap are long or short."""
        steps: list[tuple[str, int, int]] = []
        i, j = len(self.gap), len(self.words)
        while i or j:
            cost = self.costs[i][j]
            if i == 0 or (j and cost == self.costs[i][j - 1] + _REMOVED):
                steps.append(("removed", j - 1, j))
                j -= 1
                continue
            piece = self.gap[i - 1]
            before = self.costs[i - 1]
            if j and self.words[j - 1].key == piece.key and cost == before[j - 1]:
                steps.append(("same", j - 1, j))
                j -= 1
            elif piece.label and j and cost == self.taken[i][j]:
                end = j
                while True:
                    word = self.words[j - 1]
                    starts = self.taken[i][j] == before[j - 1] + _opening_cost(piece.label, word)
                    goes_on = self.taken[i][j] == self.taken[i][j - 1] + _cost(piece.label, word)
                    j -= 1
                    if starts and not (goes_on and long_last):
                        break
                steps.append(("taken", j, end))
            elif not piece.label and j and cost == before[j - 1] + _difference(piece, self.words[j - 1]):
                steps.append(("edited", j - 1, j))
                j -= 1
            else:
                steps.append(("lost" if piece.label else "added", j, j))
            i -= 1
        return steps[::-1]


def _settle(gap: Sequence[_Piece], words: Sequence[_Piece]) -> Alignment:
    """Give every tag of a gap its words."""
    table = _Table(gap, words)
    steps = table.way(long_last=False)
    fates = [step for step in steps if step[0] != "removed"]
    others = [step for step in table.way(long_last=True) if step[0] != "removed"]
    spans: list[Span] = []
    unaligned: list[Unaligned] = []
    for number, (piece, (fate, first, last)) in enumerate(zip(gap, fates, strict=True)):
        if not piece.label or fate == "same":
            continue
        firm = [_beside(fates[:number][::-1]), _beside(fates[number + 1 :])]
        if fate == "lost":
            unaligned.append(_lost(piece, "no word of the original is left for it"))
        elif not any(firm):
            unaligned.append(_lost(piece, "the words on both sides of it were edited"))
        else:
            odd = any(_cost(piece.label, word) >= _ODD for word in words[first:last])
            in_row = any(step[0] == "taken" for step in (*fates[max(number - 1, 0) : number], *fates[number + 1 : number + 2]))
            certain = all(firm) and not odd and not in_row and others[number] == (fate, first, last)
            spans.append(Span(words[first].start, words[last - 1].end, piece.label, 1.0 if certain else DOUBTFUL, "alignment"))
    return Alignment(tuple(spans), tuple(unaligned), sum(step[0] in ("removed", "edited", "added") for step in steps))


def _beside(fates: Sequence[tuple[str, int, int]]) -> bool:
    """Whether the nearest word on one side is the same in both notes, or an anchor or the note's end is next."""
    return next((fate == "same" for fate, _, _ in fates if fate != "taken"), True)
