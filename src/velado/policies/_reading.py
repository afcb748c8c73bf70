"""Reads a policy's TOML and says, with the key, what is wrong in it."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace as changed
from typing import Any

from velado.discovery import offered
from velado.labels import LABELS, label_named
from velado.policies.options import Option
from velado.policies.policy import KEEP, Policy, Rule

__all__ = ["PolicyError", "policy_from", "similar"]

_KEYS = ("name", "base", "min_score", "description", "default", "rules", "thresholds")


class PolicyError(ValueError):
    """A policy cannot be used; the message names the file and the key."""


def policy_from(text: str, source: str, name: str, base: Callable[[str, str], Policy]) -> Policy:
    """The policy that a TOML text describes. `source` is how messages call the file, `base` finds the policy it builds on."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"{source}: not valid TOML: {error}") from None
    for key in table:
        if key not in _KEYS:
            hint = similar(key, _KEYS) or f"; there are: {', '.join(_KEYS)}"
            raise PolicyError(f"{source}: {key}: no such key{hint}{_misplaced(key)}")
    start = Policy(name)
    if "base" in table:
        start = base(_text(table, "base", source), f"{source}: base")
    rules = dict(start.rules)
    for label, rule in _table(table, "rules", source).items():
        rules[_label(label, f"{source}: rules.{label}")] = _rule(rule, f"{source}: rules.{label}")
    thresholds = dict(start.thresholds)
    for label, score in _table(table, "thresholds", source).items():
        thresholds[_label(label, f"{source}: thresholds.{label}")] = _score(score, f"{source}: thresholds.{label}")
    description = _table(table, "description", source)
    for language, words in description.items():
        if not isinstance(words, str):
            raise PolicyError(f"{source}: description.{language}: must be a text")
    return changed(
        start,
        name=_text(table, "name", source) if "name" in table else name,
        rules=rules,
        default=_rule(table["default"], f"{source}: default") if "default" in table else start.default,
        min_score=_score(table["min_score"], f"{source}: min_score") if "min_score" in table else start.min_score,
        thresholds=thresholds,
        description=description or start.description,
    )


def similar(name: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant, to hang behind a message; empty when nothing comes near."""
    near = {word.lower(): word for word in known}
    match = difflib.get_close_matches(name.lower(), list(near), 1)
    return f", did you mean {near[match[0]]}?" if match else ""


def _misplaced(key: str) -> str:
    return "; labels belong under [rules]" if key in LABELS else ""


def _table(table: Mapping[str, Any], key: str, source: str) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise PolicyError(f"{source}: {key}: must be a table: write [{key}] and one line for each entry")
    return value


def _text(table: Mapping[str, Any], key: str, source: str) -> str:
    value = table[key]
    if not isinstance(value, str) or not value:
        raise PolicyError(f"{source}: {key}: must be a text")
    return value


def _score(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise PolicyError(f"{where}: must be a number from 0 to 1, not {value!r}")
    return float(value)


def _label(name: str, where: str) -> str:
    if name in LABELS:
        return name
    ours = label_named(name)
    if ours is not None:
        raise PolicyError(f"{where}: no such label; Velado calls it {ours}")
    raise PolicyError(f"{where}: no such label{similar(name, LABELS) or '; there are: ' + ', '.join(LABELS)}")


def _rule(value: object, where: str) -> Rule:
    """A rule is a strategy's name, or a table with `strategy` and its options."""
    if isinstance(value, str):
        value = {"strategy": value}
    if not isinstance(value, dict) or not isinstance(value.get("strategy"), str):
        raise PolicyError(f'{where}: must be the name of a strategy or a table such as {{ strategy = "label" }}')
    strategy, options = value["strategy"], {key: option for key, option in value.items() if key != "strategy"}
    # Found by discovery at run time: policies stand below the replacements and do not import them.
    known = {entry.name: entry for entry in offered("replacement", "STRATEGY")}
    if strategy != KEEP and strategy not in known:
        names = sorted([KEEP, *known])
        hint = similar(strategy, names) or f"; there are: {', '.join(names)}"
        raise PolicyError(f"{where}.strategy: no strategy {strategy!r}{hint}")
    allowed: Mapping[str, Option] = {} if strategy == KEEP else getattr(known[strategy], "options", {})
    for key, option in options.items():
        if key not in allowed:
            hint = similar(key, allowed) or (f"; there are: {', '.join(allowed)}" if allowed else "; it has none")
            raise PolicyError(f"{where}.{key}: {strategy} has no such option{hint}")
        if problem := allowed[key].problem(option):
            raise PolicyError(f"{where}.{key}: {problem}")
    return Rule(strategy, options)
