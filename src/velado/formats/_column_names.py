"""Names of columns and keys of records: how the engine reads them, and what stands there instead of people."""

from __future__ import annotations

from collections.abc import Sequence

from velado.columns import is_plain_name, may_be_people, spaced
from velado.document import Result
from velado.labels import DIRECT

__all__ = ["apart_from_people", "readable", "renamed"]


def readable(name: str) -> str:
    """A name as it is read: with blanks between its words where a program would have given it."""
    return spaced(name)[0] if is_plain_name(name) else name


def renamed(name: str, result: Result, *, any_label: bool) -> str | None:
    """A name without the people in it; None where it stays. Of names that programs give only people and numbers go."""
    if result.text is None:
        return ""
    plain = is_plain_name(name)
    wanted = [one for one in result.replacements if any_label or not plain or one.span.label in DIRECT]
    if not wanted:
        return None
    places = spaced(name)[1] if plain else range(len(name) + 1)
    pieces: list[str] = []
    position = 0
    for one in wanted:
        pieces += (name[position : places[one.span.start]], one.text)
        position = places[one.span.end]
    new = "".join([*pieces, name[position:]])
    return None if new == name else new


def apart_from_people(names: Sequence[str], new: list[str | None]) -> None:
    """Where the names beside it are people's, one that the engine took for a word ("Blanco") is somebody's too."""
    maybe = [place for place, name in enumerate(names) if may_be_people(name)]
    people = [place for place in maybe if new[place] is not None]
    if people and 3 * len(people) >= len(maybe):
        for place in maybe:
            new[place] = f"col_{place + 1}" if new[place] is None else new[place]
    taken = {name for place, name in enumerate(names) if new[place] is None}
    for place, name in enumerate(new):
        if name:
            number, own = 1, name
            while own in taken:
                number += 1
                own = f"{name} {number}"
            taken.add(own)
            new[place] = own
