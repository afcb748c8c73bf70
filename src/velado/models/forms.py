"""The written forms of tokens, and the features that a form has by itself, at each distance from which it is seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from velado import lexicons
from velado.lexicons.families import family_of
from velado.lexicons.look import look_of

__all__ = ["Form", "Group", "Parts", "Trait", "form_of"]

_FLAGS = (
    ("Tw", lexicons.TOWN), ("Rg", lexicons.REGION), ("Ra", lexicons.REGION_ABBREVIATION), ("Co", lexicons.COUNTRY),
    ("Dm", lexicons.DEMONYM), ("Lp", lexicons.LANGUAGE_OR_PEOPLE), ("Me", lexicons.MEDICAL), ("Dr", lexicons.DRUG),
    ("Ep", lexicons.EPONYM), ("Mi", lexicons.MICROBE), ("Bd", lexicons.BRAND_DEVICE), ("Pr", lexicons.PROFESSION),
    ("Ki", lexicons.KINSHIP), ("St", lexicons.STREET_TYPE), ("Fa", lexicons.FACILITY_WORD), ("Ti", lexicons.TITLE),
    ("Sx", lexicons.SEX_WORD), ("Ni", lexicons.NICKNAME), ("Cy", lexicons.COMPANY), ("Cw", lexicons.WEAK_COMPANY), ("Mk", lexicons.MAKER),
)  # fmt: skip
_FLAGGED = sum(flag for _, flag in _FLAGS)
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


class Parts(NamedTuple):
    """What the names of a word's features are made of: its letters, and what it shares with other words."""

    written: str
    folded: str
    group: Group
    look: Trait
    family: Trait

    def own(self) -> list[str]:
        """The features of the letters alone, of the token itself."""
        folded, kind, shape = self.folded, self.group.kind, self.group.shape
        length = len(folded)
        names = [
            f"w={folded}", f"W={self.written}", f"l={min(length, 12)}|{shape}", f"e3={folded[-3:]}|{shape}", f"e2={folded[-2:]}|{kind}",
        ]  # fmt: skip
        if length > 4:
            names += (f"p4={folded[:4]}", f"e4={folded[-4:]}")
        if length > 3:
            names += (f"p3={folded[:3]}", f"e3={folded[-3:]}")
        if length > 2:
            names += (f"p2={folded[:2]}", f"e2={folded[-2:]}")
        if length > 1:
            names += (f"p1={folded[0]}", f"e1={folded[-1]}")
        return names

    def own_near(self) -> tuple[str, str, str]:
        """The features of the letters alone, of a neighbour."""
        return f"w={self.folded}", f"e3={self.folded[-3:]}", f"p3={self.folded[:3]}"

    def names(self) -> tuple[tuple[str, ...], ...]:
        """All features: of the token itself, of a neighbour, two tokens away, three tokens away."""
        group, look, family, word = self.group, self.look, self.family, f"w={self.folded}"
        return (
            (*self.own(), *group.here, *look.here, *family.here),
            (*self.own_near(), *group.near, *look.near, *family.near),
            (word, *group.far, *family.near),
            (word, f"k={group.kind}"),
        )


_SPELLED = ("here", "near", "far", "remote")


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
    parts: Parts | None = field(default=None, init=False)  # of a word whose names have not been changed

    @classmethod
    def of_word(cls, parts: Parts) -> Form:
        """The form of a word. Every note has new ones, and who works with their parts needs no names."""
        form, put = cls.__new__(cls), object.__setattr__
        group, word = parts.group, parts.folded
        several = len(word) > 1
        put(form, "kind", group.kind)
        put(form, "word", word)
        put(form, "paired", word if several else group.kind)
        put(form, "is_cue", several and group.is_cue)
        put(form, "vouches", group.vouches)
        put(form, "parts", parts)
        return form

    def __getattr__(self, name: str) -> tuple[str, ...]:
        # Asked only for what is not set yet: the names of a word are spelled out when somebody wants them.
        if name not in _SPELLED or self.parts is None:
            raise AttributeError(name)
        for spelled, names in zip(_SPELLED, self.parts.names(), strict=True):
            object.__setattr__(self, spelled, names)
        told: tuple[str, ...] = object.__getattribute__(self, name)
        return told


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
    if folded.isdecimal():  # "²" is a digit too, but no number
        number = _number_class(folded)
        word = folded if len(folded) <= 2 else "#" * len(folded)
        digits = (f"w={word}", f"s={shape}", f"n={number}", f"p1={folded[0]}", f"p2={folded[:2]}|{len(folded)}")
        return Form(digits, (f"w={word}", f"s={shape}", f"n={number}"), (f"s={shape}", f"n={number}"), (f"n={number}",), number, folded, number)
    if not folded[0].isalpha():
        return Form((f"w={folded}", "punct"), (f"w={folded}",), (f"w={folded}",), (f"w={folded}",), folded, folded, folded)
    group = group_of(lexicons.lookup(folded), shape)
    return Form.of_word(Parts(form, folded, group, _trait_of_look(look_of(folded), shape, group.grade), _trait_of_family(family_of(folded), shape)))


@lru_cache(maxsize=20_000)
def _trait_of_look(look: tuple[str, ...], shape: str, grade: str) -> Trait:
    return Trait((*look, *(f"{feature}|{shape}|{grade}" for feature in look)), look[:1])


@lru_cache(maxsize=20_000)
def _trait_of_family(family: tuple[str, ...], shape: str) -> Trait:
    """The fine family is told with the shape too."""
    return Trait((*family, f"{family[-1]}|{shape}") if family else (), family)


@lru_cache(maxsize=50_000)
def group_of(value: int, shape: str) -> Group:
    """The group of the words of a shape that have a value in the lexicon."""
    first = lexicons.first_name_strength(value) if value & lexicons.FIRST_NAME else 9
    surname = lexicons.surname_strength(value) if value & lexicons.SURNAME else 9
    common = max(lexicons.frequency(value, "es"), lexicons.frequency(value, "pt"), lexicons.frequency(value, "en"))
    town = f"t{lexicons.town_size(value)}" if value & lexicons.TOWN else ""
    return _group(value & _FLAGGED, first, surname, common, town, value in (0, lexicons.PREFIX), shape)


@lru_cache(maxsize=20_000)
def _group(flagged: int, first: int, surname: int, common: int, town: str, unknown: bool, shape: str) -> Group:
    """Values that differ in nothing else have one group."""
    flags = [name for name, flag in _FLAGS if flagged & flag]
    grade = "0" if common == 0 else "1" if common <= 3 else "2" if common <= 5 else "3"
    name = ("f" if first not in (0, 9) else "") + ("s" if surname not in (0, 9) else "") or ("r" if first != 9 or surname != 9 else "-")
    main = next((flag for flag in ("Ki", "Ti", "Fa", "St", "Pr", "Me", "Dr", "Ep", "Co", "Rg", "Sx") if flag in flags), "")
    kind = f"{name}{grade}{main or town}{'?' if unknown else ''}|{shape}"
    told = [f"F={flag}" for flag in flags]
    near = (f"s={shape}", f"L={name}{grade}{town}", f"N={first}{surname}{grade}", f"k={kind}", *told)
    here = (*near, *(f"F={flag}|{shape}" for flag in flags), f"c{common}|{shape}")
    vouches = "title" if flagged & lexicons.TITLE else "kin" if flagged & lexicons.KINSHIP else ""
    return Group(kind, shape, grade, here, near, (f"s={shape}", f"k={kind}", *told), bool(flagged & _CUES), vouches)
