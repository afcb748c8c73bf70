"""Measure the writing on a page that no confidently read word accounts for.

Tesseract reports only what it can read. A name with a line through it, a pale stamp or a fax full of specks may give no
word at all, or a wrong one. So the ink itself is looked at: connected pieces of the size and shape of letters, in rows, that
lie outside every word read with confidence. Such ink is covered, and a page with too much of it is withheld.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from velado.formats._boxes import Box, around, overlap
from velado.formats._ink import INK, components, faint_ink, is_texture, rows, without_rules
from velado.formats._tesseract import Word

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["CONFIDENT", "TOO_MUCH", "UnreadInk", "may_be_word", "unread_ink"]

# Both chosen with benchmarks/unread_ink.py; docs/documents.md has the curve.
CONFIDENT = 70  # tesseract's confidence in a word, from 0 to 100
TOO_MUCH = 0.2  # of the ink that looks like writing

_LOWEST, _HIGHEST = 5, 160  # pixels, of letters
_MOST_SIGNS = 8_000
_FEW_LETTERS = 30  # so few unread letters are covered, whatever their share
_WITHIN_WORD = 0.3  # times its height lie between the letters of a word at most
_BRIDGE = 4  # times its height may lie between unread pieces of one name
_SHORT = 3  # letters: such words are seen in any ink, so more confidence is asked of them
_MORE_IF_SHORT = 15
_DENSE = 0.2  # of its box is ink in a letter; curves have less
_WIDE = 3  # times its height: in a wider piece of ink letters hang together
_MOSTLY = 0.75  # of such a piece lies in words that were read, or it was not read
_LONGEST_LETTER = 1.6  # times its height: a word in a wider box was not read, only found


@dataclass(frozen=True, slots=True)
class UnreadInk:
    """Boxes over unread writing, and its share of all ink on the page that looks like writing."""

    boxes: tuple[Box, ...] = ()
    share: float = 0.0


def is_confident(word: Word) -> bool:
    """Whether a word was read well enough to be judged by its letters."""
    least = CONFIDENT + (_MORE_IF_SHORT if sum(map(str.isalnum, word.text)) <= _SHORT else 0)
    left, top, right, bottom = word.upright
    return word.confidence >= least and right - left <= _LONGEST_LETTER * len(word.text) * (bottom - top)


def may_be_word(word: Word) -> bool:
    """Whether something read has two letters or figures; with fewer it may be a speck."""
    return sum(map(str.isalnum, word.text)) >= 2


def _is_labelled(words: Iterable[Word]) -> bool:
    """Whether a word stands in a picture. Where there is one there are more: a name beside it may not have been read."""
    return any(is_confident(word) and _has_letters(word) for word in words)


def _has_letters(word: Word) -> bool:
    return sum(map(str.isalpha, word.text)) >= 3


def unread_ink(
    image: Image, drawn: Image, words: Sequence[Word], guesses: Iterable[Box], known: Iterable[Box], factor: int = 1
) -> UnreadInk:
    """Find the writing in a picture and its relief that no confident word covers.

    `guesses` are boxes where tesseract saw writing without being sure of it, `known` those of barcodes. They and the boxes
    of `words` are in pixels of the page, which is `factor` times larger than the picture.
    """
    import numpy

    def shrink(box: Box) -> Box:
        return box[0] // factor, box[1] // factor, -(-box[2] // factor), -(-box[3] // factor)

    is_labelled = _is_labelled(words)
    dark = numpy.asarray(drawn) < 255 - INK
    if is_texture(dark):  # a page so dirty that its ink cannot be taken apart, or no page
        return UnreadInk((), 1.0 if is_labelled else 0.0)
    ink, rules = without_rules(dark)
    weight = _signs(ink) | _signs(faint_ink(image, drawn))
    coded = _mask(map(shrink, known), ink.shape)
    signs = [sign for sign in weight if not _lies_in(sign, coded)]

    read, level, doubtful = list[Box](), list[Box](), list[Box]()
    for word in words:
        boxes = [shrink(box) for box in word.pieces or (word.box,)]
        if not is_confident(word) or _struck(word, boxes, rules):
            doubtful += boxes if may_be_word(word) else []
        elif is_labelled:  # in a texture tesseract sees short words
            read += boxes
            level += boxes if not word.pieces else []
    anchors, guessed = list(read), [*doubtful, *map(shrink, guesses)]
    while True:
        covered = _mask(read, ink.shape, edge=0.2)
        outside = [sign for sign in signs if not _lies_in(sign, covered)]
        groups = [group for group in rows(outside) if _is_writing(group, anchors, guessed, None if is_labelled else weight)]
        boxes = [box for group in groups for box in (group if _slants(group) else [around(group)])]
        # On a dirty page the ink of a doubtful word may not look like writing; in a texture tesseract sees words everywhere.
        boxes += [doubt for doubt in doubtful if is_labelled or any(overlap(doubt, box) for box in boxes)]
        parts = set(_read_in_part(level, [*outside, *boxes]))
        if not parts:
            break
        read, level = [word for word in read if word not in parts], [word for word in level if word not in parts]
        doubtful += parts
    unread = sum(weight[sign] for group in groups for sign in group)
    all_read = sum(weight[sign] for sign in signs if _lies_in(sign, covered))
    letters = sum(_letters(group) for group in groups)
    share = unread / (unread + all_read) if letters > _FEW_LETTERS else 0.0
    boxes += _bridges(boxes, read)
    return UnreadInk(tuple((box[0] * factor, box[1] * factor, box[2] * factor, box[3] * factor) for box in boxes), share)


def _mask(boxes: Iterable[Box], shape: tuple[int, int], edge: float = 0.0) -> Any:
    """The dots that lie in boxes, each with an edge that is a part of its height."""
    import numpy

    mask = numpy.zeros(shape, dtype=bool)
    for left, top, right, bottom in boxes:
        more = int(edge * (bottom - top))
        mask[max(0, top - more) : bottom + more, max(0, left - more) : right + more] = True
    return mask


def _lies_in(sign: Box, mask: Any) -> bool:
    """Whether a piece of ink belongs to what a mask covers: by its middle, and by its width where letters hang together.

    A line through several words makes one piece of them; its middle may lie in the only one that was read.
    """
    left, top, right, bottom = sign
    if not mask[(top + bottom) // 2, (left + right) // 2]:
        return False
    return right - left <= _WIDE * (bottom - top) or float(mask[top:bottom, left:right].any(axis=0).mean()) >= _MOSTLY


def _read_in_part(words: Sequence[Box], pieces: Sequence[Box]) -> list[Box]:
    """The words that unread ink in their line stands so near to that it belongs to them."""
    import numpy

    if not pieces:
        return []
    left, top, right, bottom = numpy.asarray(pieces).T
    high = bottom - top
    found = []
    for word in words:
        own = word[3] - word[1]
        shared = numpy.minimum(bottom, word[3]) - numpy.maximum(top, word[1])
        apart = numpy.maximum(left, word[0]) - numpy.minimum(right, word[2])
        like = (high >= 0.6 * own) & (high <= 2.5 * own) & (shared >= 0.5 * numpy.minimum(high, own))
        if (like & (apart >= -0.3 * own) & (apart <= _WITHIN_WORD * numpy.minimum(high, own))).any():
            found.append(word)
    return found


def _bridges(boxes: Sequence[Box], read: Iterable[Box]) -> list[Box]:
    """Boxes over the gaps between unread pieces of one line: what lies there was not read either."""
    lines, bridges = list(read), list[Box]()
    for one in boxes:
        after = [box for box in [*boxes, *lines] if box[0] >= one[2] and _same_line(one, box)]
        if after:
            following = min(after, key=lambda box: box[0])
            if following not in lines and following[0] - one[2] <= _BRIDGE * min(one[3] - one[1], following[3] - following[1]):
                bridges.append((one[2], min(one[1], following[1]), following[0], max(one[3], following[3])))
    return bridges


def _same_line(one: Box, other: Box) -> bool:
    high, low = sorted((one[3] - one[1], other[3] - other[1]), reverse=True)
    return high <= 2.5 * low and _apart(one, other)[1] >= 0.5 * low


def _apart(one: Box, other: Box) -> tuple[int, int]:
    """How far two boxes lie apart sideways, and how much of their height they share."""
    return max(one[0], other[0]) - min(one[2], other[2]), min(one[3], other[3]) - max(one[1], other[1])


def _signs(ink: Any) -> dict[Box, float]:
    """Pieces of ink that may be letters, or words whose letters hang together, and how many dots each has."""
    import numpy

    left, top, right, bottom, area = components(ink)
    wide, high = right - left, bottom - top
    fits = (high >= _LOWEST) & (high <= _HIGHEST) & (wide <= 30 * high) & (area >= 0.06 * wide * high) & (area >= 8)
    fits &= ~((wide > 3 * high) & (area > 0.85 * wide * high)) & ~((2 * wide > high) & (area > 0.9 * wide * high))  # rules, squares
    if fits.sum() > _MOST_SIGNS:
        fits &= area >= numpy.sort(area[fits])[-_MOST_SIGNS]
    boxes = zip(left[fits].tolist(), top[fits].tolist(), right[fits].tolist(), bottom[fits].tolist(), strict=True)
    return dict(zip(boxes, area[fits].tolist(), strict=True))


def _struck(word: Word, boxes: Sequence[Box], rules: Any) -> bool:
    """Whether a line runs through the middle of a word; below it lies an underline, above it a frame."""
    left, top, right, bottom = boxes[0]
    if word.pieces or 3 * (right - left) < 2 * (bottom - top):
        return False
    band = rules[top + (bottom - top) // 4 : bottom - (bottom - top) // 4, left:right]
    return bool(band.size) and float(band.any(axis=0).mean()) > 0.6


def _height(group: Sequence[Box]) -> int:
    return sorted(bottom - top for _, top, _, bottom in group)[len(group) // 2]


def _slants(group: Sequence[Box]) -> bool:
    box = around(group)
    return box[3] - box[1] > 2.5 * _height(group)


def _letters(group: Sequence[Box]) -> float:
    """About how many letters a group holds; those of handwriting hang together."""
    if len(group) > 2:
        return len(group)
    return sum(max(1.0, (right - left) / (0.7 * (bottom - top))) for left, top, right, bottom in group)


def _is_writing(group: Sequence[Box], anchors: Iterable[Box], guesses: Iterable[Box], weight: Mapping[Box, float] | None) -> bool:
    """Whether pieces of ink side by side are writing: in line with words that were read, guessed to be words, or like letters.

    `weight` is given for pictures without a word. Their textures and curves are guessed to be words as well, so
    that pieces of ink must be very like letters there.
    """
    box, high = around(group), _height(group)
    wide = box[2] - box[0]
    strokes = sum(right - left < 0.25 * (bottom - top) for left, top, right, bottom in group)
    if wide < 1.2 * high and len(group) < 3 or len(group) > 2 and 2 * strokes > len(group):  # dots, bars, grids
        return False
    if any(_in_line(box, other) for other in anchors):
        return True
    like = sum(0.5 * high <= bottom - top <= 1.8 * high for _, top, _, bottom in group) >= 0.8 * len(group) and not _slants(group)
    guess = any(overlap(other, box) or overlap(box, other) for other in guesses)
    if weight is None:
        return guess or like and len(group) >= 3 and high >= 6
    dense = sum(map(weight.__getitem__, group)) >= _DENSE * sum((right - left) * (bottom - top) for left, top, right, bottom in group)
    if len(group) <= 2:  # letters that hang together
        return guess and dense and wide >= 2 * high >= 16
    base = sorted(bottom for *_, bottom in group)[len(group) // 2]
    level = sum(abs(bottom - base) <= 0.2 * high for *_, bottom in group) >= 0.6 * len(group)
    return like and dense and level and len(group) >= 4 and high >= 8


def _in_line(box: Box, word: Box) -> bool:
    """Whether ink stands in the line of a word, not far from it and about as high."""
    high, other = box[3] - box[1], word[3] - word[1]
    apart, shared = _apart(box, word)
    return 0.5 * other <= high <= 2.5 * other and shared >= 0.5 * min(high, other) and apart <= 6 * other
