"""Pseudonyms of numbers and codes: one-to-one under a key, in the form of the original.

A value is a *number*, its letters and figures, poured into a *layout*: separators, and which letters are small. The layout stays, so
that one number written in several ways has one pseudonym. The *form* of a number says where it has figures and where letters; it stays
too, so that numbers of different forms never meet. Within a form numbers fall into classes: those that are of the same kinds of national
identifier, with right check characters, and those that are of none. (Figures alone are also told apart by a zero in front. A column of
integers would lose it, and 0123 would meet 123.)

The numbers of a class stand on a circle in an order that only the key tells, and the pseudonym of each is the one behind it. So

- no two numbers share a pseudonym: every member of the circle stands behind one other, and no number is on two circles;
- a right check character stays right and a wrong one wrong, because no circle leaves its class;
- no number is its own pseudonym, because a circle has at least two members;
- which note, patient, label or language a number stands in plays no part.

The circle is never laid out. A keyed permutation gives the place of a number among all of its domain (of the kind, or of the form);
from there the places that follow are looked at, backwards through the permutation, until one holds a number of the same class.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import prod
from typing import NamedTuple, Protocol

from velado.identifiers import Numbers, identifiers
from velado.keys import Purpose, derive
from velado.patterns import late_pattern
from velado.remembered import Remembered
from velado.replacement._permutations import KEY_BYTES, Permutation, Permutations, Wide

__all__ = ["Pseudonyms", "pseudonyms_of"]

_ACCENTED = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
_ALPHABETS = {"d": "0123456789", "l": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a": _ACCENTED}
_CLASSES = {ord(sign): name for name, alphabet in _ALPHABETS.items() for sign in alphabet}
_VALUES = {sign: value for alphabet in _ALPHABETS.values() for value, sign in enumerate(alphabet)}
_ORDINALS = "ªº"  # letters to Python, but a layout: nº 7
_HEXADECIMAL = late_pattern(r"(?=.*[0-9])(?=.*[A-F])(?:[0-9A-F]{24}|[0-9A-F]{32}|[0-9A-F]{40}|[0-9A-F]{64})")
_UUID = 32  # figures; two of them say what kind of UUID it is
_LONG = 64  # signs; longer ones have no check characters, and no number to count them with
_CODE = 20  # hexadecimal figures
_RARE = 1 / 500  # numbers that are of several kinds at once: rarer ones are not told apart
_KEPT = 50_000  # pseudonyms that are remembered
_FORMS = 2_000  # forms whose permutations are kept at hand

_CALLING_CODE = late_pattern(r"\s*(?:\+|00)\s?(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?!\d{0,2}$)")
_INTERNATIONAL = 8  # figures: a shorter number has no calling code
_FULL = 7  # figures of a number that has a first figure which tells mobile from fixed lines
_LOCAL = 7  # figures that are the same with and without the area's code


class _Domain(Protocol):
    size: int

    def rank(self, number: str) -> int | None:
        """The rank of a number; None when it is not of this domain."""
        ...

    def number(self, rank: int) -> str | None:
        """The number of a rank; None when the rank has none."""
        ...


class _Whole:
    """All numbers of a form; of figures alone, those with a zero in front or those without."""

    def __init__(self, form: str, zero: bool | None) -> None:
        self._alphabets = [_ALPHABETS[name] for name in form]
        least = 0 if zero is None or zero else 10 ** (len(form) - 1)
        self._least = least
        self.size = (prod(map(len, self._alphabets)) if zero is None else 10 ** (len(form) - 1) if zero else 9 * least)

    def rank(self, number: str) -> int | None:
        rank = 0
        for alphabet, sign in zip(self._alphabets, number, strict=True):
            rank = rank * len(alphabet) + _VALUES[sign]
        return rank - self._least

    def number(self, rank: int) -> str | None:
        rank += self._least
        signs = []
        for alphabet in reversed(self._alphabets):
            rank, value = divmod(rank, len(alphabet))
            signs.append(alphabet[value])
        return "".join(reversed(signs))


class _Hexadecimal:
    """Hexadecimal numbers of one length, such as UUIDs: their figures and letters change places, for "1" and "F" are both figures."""

    def __init__(self, number: str) -> None:
        self._kept = {place: number[place] for place in ((12, 16) if len(number) == _UUID else ())}
        self._width = len(number) - len(self._kept)
        self.size = 1 << 4 * self._width

    def rank(self, number: str) -> int | None:
        return int("".join(sign for place, sign in enumerate(number) if place not in self._kept), 16)

    def number(self, rank: int) -> str | None:
        signs = list(f"{rank:0{self._width}X}")
        for place, sign in self._kept.items():
            signs.insert(place, sign)
        return "".join(signs)


class _Part:
    """The numbers of a domain with a zero in front, or those without."""

    def __init__(self, whole: _Domain, zero: bool) -> None:
        self._whole = whole
        self._least = 0 if zero else whole.size // 10
        self.size = whole.size // 10 if zero else whole.size - self._least

    def rank(self, number: str) -> int | None:
        rank = self._whole.rank(number)
        return None if rank is None else rank - self._least

    def number(self, rank: int) -> str | None:
        return self._whole.number(rank + self._least)


class _Kind(NamedTuple):
    """A kind of identifier, as far as its numbers have some form; `share` is that of all numbers of the form."""

    name: str
    numbers: Numbers
    share: float


@lru_cache(4096)
def _kinds(form: str) -> tuple[_Kind, ...]:
    """The kinds of identifier that numbers of a form may be of, the rarest first; of those with the same numbers, one."""
    if len(form) > _LONG or "a" in form:
        return ()
    size = prod(len(_ALPHABETS[name]) for name in form)
    kinds: dict[object, _Kind] = {}
    for entry in sorted(identifiers(), key=lambda entry: entry.name):
        for composition in entry.composed:
            numbers = composition.numbers(form, entry.valid)
            if numbers is not None:
                what = composition if composition.check else (composition, entry.name)
                kinds.setdefault(what, _Kind(f"{entry.name} {composition.template}", numbers, numbers.size / size))
    return tuple(sorted(kinds.values(), key=lambda kind: (kind.share, kind.name)))


class _Class(NamedTuple):
    """What a number has in common with its pseudonym: a path through the kinds of its form, by what it is of and what not."""

    zero: bool | None  # in front of figures; None where there are letters too
    of: tuple[_Kind, ...]
    apart_from: tuple[_Kind, ...]

    def holds(self, number: str) -> bool:
        """Whether a number of the form, of the first kind if there is one, is in this class."""
        if self.zero is not None and (number[0] == "0") != self.zero:
            return False
        if any(kind.numbers.rank(number) is None for kind in self.of[1:]):  # first what most numbers are not
            return False
        return all(kind.numbers.rank(number) is None for kind in self.apart_from)


def _class_of(number: str, form: str) -> _Class:
    """The class of a number. Kinds are passed over that would make it too rare to be met again among those of the first kind."""
    of: list[_Kind] = []
    apart_from: list[_Kind] = []
    share = 1.0  # about, of the numbers of the first kind
    for kind in _kinds(form):
        if of and (not kind.numbers.has_checks or share * kind.share < _RARE):
            continue
        if kind.numbers.rank(number) is None:
            apart_from.append(kind)
            continue
        share *= kind.share if of else 1.0
        of.append(kind)
    zero = number[0] == "0" if len(form) > 1 and form.count("d") == len(form) else None
    return _Class(zero, tuple(of), tuple(apart_from))


class Pseudonyms:
    """The pseudonyms of one key.

    >>> pseudonyms = Pseudonyms(bytes(KEY_BYTES))
    >>> dotted, plain = pseudonyms.of("12.345.678-z"), pseudonyms.of("12345678Z")
    >>> dotted.replace(".", "").replace("-", "").upper() == plain, len(dotted), dotted == pseudonyms.of("12.345.678-z")
    (True, 12, True)
    """

    def __init__(self, key: bytes, implementation: str = "") -> None:
        """`key` has KEY_BYTES; `implementation` is that of AES, see `block_encryptor`."""
        self._key = hmac.digest(key, b"streams", hashlib.sha256)
        self._permutations = Permutations(key, implementation)
        self._numbers: Remembered[str, str] = Remembered(self._pseudonym, _KEPT)
        self._locals: Remembered[str, str] = Remembered(self._local, _KEPT)
        self._circles: Remembered[tuple[str, int], Permutation] = Remembered(self._circle, _FORMS)

    def of(self, text: str) -> str:
        """Return the pseudonym of a number or code, in its layout; "" for a text without letters and figures.

        Letters of other alphabets have no pseudonym in their form. A text with one becomes a code.
        """
        number = _number_in(text)
        if number is None:
            return hmac.digest(self._key, b"code " + text.casefold().encode("utf-8", "surrogatepass"), hashlib.sha256).hex()[:_CODE]
        if not number:
            return ""
        new = self._numbers[number] if len(number) <= _LONG else self._wide(number)
        return _poured(new, text, small=_HEXADECIMAL.fullmatch(number) is not None and text.upper() != text)

    def of_phone(self, text: str) -> str:
        """Return the pseudonym of a telephone number; the calling code stays, and the first figure behind it.

        The last figures depend on themselves alone, so that they are the same with and without codes in front.
        """
        figures = [place for place, sign in enumerate(text) if sign.isdecimal()]
        if not figures:
            return self.of(text)
        prefix = _CALLING_CODE.match(text) if len(figures) >= _INTERNATIONAL else None
        places = [place for place in figures if prefix is None or place >= prefix.end()]
        number = "".join(str(int(text[place])) for place in places)
        stay = min(len(number) - len(number.lstrip("0")) + 1, len(number) - _FULL + 1) if len(number) >= _FULL else 0
        rest = number[stay:]
        local, area = rest[-_LOCAL:], rest[:-_LOCAL]
        new = dict(zip(places, f"{number[:stay]}{self._area(area, local)}{self._locals[local]}", strict=True))
        return "".join(_in_script(sign, new[place]) if place in new else sign for place, sign in enumerate(text))

    def _pseudonym(self, number: str) -> str:
        form = number.translate(_CLASSES)
        if _HEXADECIMAL.fullmatch(number):
            domain: _Domain = _Hexadecimal(number)
            permutation = self._permutations.below(domain.size, f"hexadecimal {len(number)}")
            return _behind(number, domain, permutation, lambda other: _HEXADECIMAL.fullmatch(other) is not None)
        own = _class_of(number, form)
        name = f"{form} {own.zero}"
        if not own.of:
            domain = _Whole(form, own.zero)
        else:
            name = f"{name} {own.of[0].name}"
            numbers = own.of[0].numbers
            domain = numbers if own.zero is None or not numbers.is_figures else _Part(numbers, own.zero)
        return _behind(number, domain, self._circles[name, domain.size], lambda other: own.holds(other) and not _HEXADECIMAL.fullmatch(other))

    def _circle(self, what: tuple[str, int]) -> Permutation:
        name, size = what
        return self._permutations.below(size, name)

    def _wide(self, number: str) -> str:
        """A long number's pseudonym. Here the next on the circle is the one whose last sign is the next of its alphabet."""
        alphabets = [_ALPHABETS[name] for name in number.translate(_CLASSES)]
        wide = Wide(self._key, list(map(len, alphabets)))
        values = wide.encrypt([_VALUES[sign] for sign in number])
        values[-1] = (values[-1] + 1) % len(alphabets[-1])
        return "".join(alphabet[value] for alphabet, value in zip(alphabets, wide.decrypt(values), strict=True))

    def _local(self, local: str) -> str:
        domain = _Whole("d" * len(local), None)
        return _behind(local, domain, self._circles[f"phone {len(local)}", domain.size], lambda other: True)

    def _area(self, area: str, local: str) -> str:
        """The figures in front of the local number: each moves by an amount that its place, from the right, and the local number tell."""
        stream = hashlib.shake_256(self._key + b"area" + local.encode()).digest(len(area))
        moved = [str((int(figure) + 1 + word % 9) % 10) for figure, word in zip(reversed(area), stream, strict=True)]
        return "".join(reversed(moved))


def _behind(number: str, domain: _Domain, permutation: Permutation, fits: Callable[[str], bool]) -> str:
    """The next number that fits, on the circle on which the permutation puts the numbers of a domain."""
    rank = domain.rank(number)
    assert rank is not None, "a number belongs to the domain of its class"
    place = permutation.encrypt(rank)
    while True:
        place = (place + 1) % domain.size
        other = domain.number(permutation.decrypt(place))
        if other is not None and fits(other):
            return other


def _number_in(text: str) -> str | None:
    """The letters, as capitals, and figures of a text; None when it has letters of an alphabet that is not known here."""
    if text.isascii():
        return "".join(filter(str.isalnum, text)).upper()
    signs = [sign.upper() if sign.isascii() or sign.upper() in _VALUES else str(int(sign)) if sign.isdecimal() else None for sign in _alphanumeric(text)]
    return None if None in signs else "".join(sign for sign in signs if sign is not None)


def _alphanumeric(text: str) -> Iterator[str]:
    return (sign for sign in text if sign.isalnum() and sign not in _ORDINALS)


def _in_script(old: str, new: str) -> str:
    """A figure in the script of another one, a letter in the case of another one."""
    if not new.isdecimal():
        return new.lower() if old.islower() else new
    return chr(ord(old) - int(old) + int(new)) if old.isdecimal() else new


def _poured(number: str, layout: str, small: bool) -> str:
    """The signs of a number in the places of another one's; with `small`, all letters are small."""
    signs = iter(number)
    if small:
        return "".join(next(signs).lower() if sign.isalnum() else sign for sign in layout)
    if layout.isascii():
        written = (next(signs) if sign.isalnum() else sign for sign in layout)
        return "".join(new.lower() if old.islower() else new for new, old in zip(written, layout, strict=True))
    return "".join(_in_script(sign, next(signs)) if sign.isalnum() and sign not in _ORDINALS else sign for sign in layout)


@lru_cache(maxsize=8)
def pseudonyms_of(key: bytes) -> Pseudonyms:
    """Return the pseudonyms under a user's key, or under one that was made up for a run or a document."""
    return Pseudonyms(derive(key, Purpose.PSEUDONYM, length=KEY_BYTES))
