"""What a rule may set: each replacement strategy declares its options as plain values, and policies are checked against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Option", "settings"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a strategy. The default tells its type; `choices`, or `least` and `most`, bound it.

    >>> Option(10, "width of a band", choices=(5, 10)).problem(7)
    'must be one of 5, 10, not 7'
    >>> Option(182, "days", least=1, most=3650).problem("many")
    "must be a whole number, not 'many'"
    >>> Option(True, "number them").problem(False) is None
    True
    """

    default: bool | int | str
    meaning: str
    choices: tuple[int | str, ...] = ()
    least: int | None = None
    most: int | None = None

    def problem(self, value: object) -> str | None:
        """What is wrong with a value, in words; None when it will do."""
        kind = type(self.default)
        if type(value) is not kind:
            wanted = {bool: "true or false", int: "a whole number", str: "a text"}[kind]
            return f"must be {wanted}, not {value!r}"
        if self.choices and value not in self.choices:
            return f"must be one of {', '.join(map(str, self.choices))}, not {value}"
        if isinstance(value, int) and not isinstance(value, bool):
            if self.least is not None and value < self.least:
                return f"must be at least {self.least}, not {value}"
            if self.most is not None and value > self.most:
                return f"must be at most {self.most}, not {value}"
        return None


def settings(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with the value given for it, or its default. Options of other strategies are passed over.

    >>> settings({"days": Option(182, "widest shift", least=1)}, {"style": "tag"})
    {'days': 182}
    """
    chosen = {}
    for name, option in options.items():
        value = given.get(name, option.default)
        if problem := option.problem(value):
            raise ValueError(f"option {name} {problem}")
        chosen[name] = value
    return chosen
