"""The written forms of tokens, and the features that a form has by itself, at each distance from which it is seen."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from velado import lexicons
from velado.languages.classes import classes_of
from velado.lexicons.families import family_of
from velado.lexicons.look import look_of
from velado.remembered import Remembered
from velado.tokens import fold_word

__all__ = ["FLAGS", "Form", "Group", "Names", "Parts", "Trait", "form_of", "forms", "names_of_edge"]

FLAGS = (
    ("Tw", lexicons.TOWN), ("Rg", lexicons.REGION), ("Ra", lexicons.REGION_ABBREVIATION), ("Co", lexicons.COUNTRY),
    ("Dm", lexicons.DEMONYM), ("Lp", lexicons.LANGUAGE_OR_PEOPLE), ("Me", lexicons.MEDICAL), ("Dr", lexicons.DRUG),
    ("Ep", lexicons.EPONYM), ("Mi", lexicons.MICROBE), ("Bd", lexicons.BRAND_DEVICE), ("Pr", lexicons.PROFESSION),
    ("Ki", lexicons.KINSHIP), ("St", lexicons.STREET_TYPE), ("Fa", lexicons.FACILITY_WORD), ("Ti", lexicons.TITLE),
    ("Sx", lexicons.SEX_WORD), ("Ni", lexicons.NICKNAME), ("Cy", lexicons.COMPANY), ("Cw", lexicons.WEAK_COMPANY), ("Mk", lexicons.MAKER),
)  # fmt: skip
_EDGE = 4  # letters
_FLAGGED = sum(flag for _, flag in FLAGS)
_CUES = lexicons.TITLE | lexicons.KINSHIP | lexicons.FACILITY_WORD | lexicons.STREET_TYPE


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """What words of one shape have in common about which the lexicon says the same. Each group is one object."""

    kind: str
    shape: str
    grade: str  # how common its words are
    here: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...]
    is_cue: bool
    vouches: str


@dataclass(frozen=True, slots=True, eq=False)
class Trait:
    """What words have in common that look alike, or that are of one family. Each trait is one object, however many have it."""

    here: tuple[str, ...]
    near: tuple[str, ...]


class Names(NamedTuple):
    """The features of a form: of the token itself, as a direct neighbour, two tokens away, three tokens away."""

    here: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...]
    remote: tuple[str, ...]


class Parts(NamedTuple):
    """What the names of a word's features are made of: its letters, and what it shares with other words."""

    written: str
    folded: str
    group: Group
    look: Trait
    family: Trait

    def whole(self) -> tuple[str, ...]:
        """The features of all its letters, of the token itself."""
        folded, kind, shape = self.folded, self.group.kind, self.group.shape
        return f"w={folded}", f"W={self.written}", f"l={min(len(folded), 12)}|{shape}", f"e3={folded[-3:]}|{shape}", f"e2={folded[-2:]}|{kind}"

    def edges(self) -> tuple[str, str]:
        """Its first and its last letters, on which all other features of letters depend; a short word is marked as being whole."""
        folded = self.folded
        return (folded[:_EDGE], folded[-_EDGE:]) if len(folded) > _EDGE else (f"{folded}$", f"^{folded}")

    def own(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The features of its letters alone: of the token itself, and of a direct neighbour."""
        (head, head_near), (tail, tail_near) = map(names_of_edge, self.edges(), "pe")
        return (*self.whole(), *head, *tail), (f"w={self.folded}", head_near, tail_near)

    def names(self) -> Names:
        """All features."""
        group, look, family, word = self.group, self.look, self.family, f"w={self.folded}"
        here, near = self.own()
        return Names(
            (*here, *group.here, *look.here, *family.here),
            (*near, *group.near, *look.near, *family.near),
            (word, *group.far, *family.near),
            (word, f"k={group.kind}"),
        )


def names_of_edge(edge: str, sort: str) -> tuple[list[str], str]:
    """The features of first or last letters, "p" or "e", as `Parts.edges` tells them: of the token itself, and of a neighbour.

    >>> names_of_edge("hosp", "p"), names_of_edge("^sra", "e")
    ((['p1=h', 'p2=ho', 'p3=hos', 'p4=hosp'], 'p3=hos'), (['e1=a', 'e2=ra'], 'e3=sra'))
    """
    letters = edge.strip("^$")
    sizes = range(1, len(letters) + (letters == edge))  # no piece is the whole word
    pieces = [f"{sort}{size}={letters[:size] if sort == 'p' else letters[-size:]}" for size in sizes]
    return pieces, f"{sort}3={letters[:3] if sort == 'p' else letters[-3:]}"


class Form:
    """The features of one written form, by the distance at which they are looked at. Each form is one object."""

    __slots__ = ("_names", "is_cue", "kind", "paired", "parts", "vouches", "word")

    def __init__(self, kind: str, word: str, names: Names | None = None, parts: Parts | None = None) -> None:
        self.kind = kind  # lexicon class and shape in one short word, for combinations
        self.word = word  # folded
        self.parts = parts  # of a word; who works with them needs no names
        self._names = names
        group, several = parts.group if parts is not None else None, len(word) > 1
        # What stands for it in a pair with the word before: the word itself, or the kind of signs and numbers.
        self.paired = word if group is not None and several else kind
        # A title, kinship word, facility or street type: what follows is seen in its light.
        self.is_cue = group is not None and several and group.is_cue
        # "title" or "kin": the name behind it counts wherever it stands in the document.
        self.vouches = group.vouches if group is not None else ""

    @property
    def names(self) -> Names:
        """Its features, spelled out when somebody first wants them: every note has new words."""
        if self._names is None:
            self._names = self.parts.names() if self.parts is not None else Names((), (), (), ())
        return self._names

    def called(self, names: Names) -> Form:
        """The same with other features, as training has some."""
        other = copy(self)
        other._names, other.parts = names, None
        return other


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


def _tell_form(written: str) -> Form:
    shape, folded = shape_of(written), fold_word(written)
    if folded.isdecimal():  # "²" is a digit too, but no number
        number = _number_class(folded)
        word = folded if len(folded) <= 2 else "#" * len(folded)
        digits = (f"w={word}", f"s={shape}", f"n={number}", f"p1={folded[0]}", f"p2={folded[:2]}|{len(folded)}")
        near = (f"w={word}", f"s={shape}", f"n={number}")
        return Form(number, folded, Names(digits, near, near[1:], near[2:]))
    if not folded[0].isalpha():
        sign = (f"w={folded}",)
        return Form(folded, folded, Names((*sign, "punct"), sign, sign, sign))
    group = group_of(lexicons.lookup(folded), shape, classes_of(folded))
    parts = Parts(written, folded, group, _trait_of_look(look_of(folded), shape, group.grade), _trait_of_family(family_of(folded), shape))
    return Form(group.kind, folded, parts=parts)


forms = Remembered(_tell_form, 200_000)
form_of = forms.__getitem__  # the features of a form as it is written


@lru_cache(maxsize=20_000)
def _trait_of_look(look: tuple[str, ...], shape: str, grade: str) -> Trait:
    return Trait((*look, *(f"{feature}|{shape}|{grade}" for feature in look)), look[:1])


@lru_cache(maxsize=20_000)
def _trait_of_family(family: tuple[str, ...], shape: str) -> Trait:
    """The fine family is told with the shape too."""
    return Trait((*family, f"{family[-1]}|{shape}") if family else (), family)


@lru_cache(maxsize=50_000)
def group_of(value: int, shape: str, classes: tuple[str, ...]) -> Group:
    """The group of the words of a shape that have a value in the lexicon and stand in some lists."""
    first = lexicons.first_name_strength(value) if value & lexicons.FIRST_NAME else 9
    surname = lexicons.surname_strength(value) if value & lexicons.SURNAME else 9
    common = max(lexicons.frequency(value, "es"), lexicons.frequency(value, "pt"), lexicons.frequency(value, "en"))
    town = f"t{lexicons.town_size(value)}" if value & lexicons.TOWN else ""
    return _group(value & _FLAGGED, first, surname, common, town, value in (0, lexicons.PREFIX), shape, classes)


@lru_cache(maxsize=20_000)
def _group(flagged: int, first: int, surname: int, common: int, town: str, unknown: bool, shape: str, classes: tuple[str, ...]) -> Group:
    """Values that differ in nothing else have one group."""
    flags = [name for name, flag in FLAGS if flagged & flag]
    grade = "0" if common == 0 else "1" if common <= 3 else "2" if common <= 5 else "3"
    name = ("f" if first not in (0, 9) else "") + ("s" if surname not in (0, 9) else "") or ("r" if first != 9 or surname != 9 else "-")
    main = next((flag for flag in ("Ki", "Ti", "Fa", "St", "Pr", "Me", "Dr", "Ep", "Co", "Rg", "Sx") if flag in flags), "")
    kind = f"{name}{grade}{main or town}{'?' if unknown else ''}|{shape}"
    listed = [*(f"F={flag}" for flag in flags), *(f"C={name}" for name in classes)]
    near = (f"s={shape}", f"L={name}{grade}{town}", f"N={first}{surname}{grade}", f"k={kind}", *listed)
    here = (*near, *(f"F={flag}|{shape}" for flag in flags), f"c{common}|{shape}")
    vouches = "title" if flagged & lexicons.TITLE else "kin" if flagged & lexicons.KINSHIP else ""
    return Group(kind, shape, grade, here, near, (f"s={shape}", f"k={kind}", *listed), bool(flagged & _CUES), vouches)
