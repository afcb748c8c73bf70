"""Policies: which labels are acted on, and how. One TOML file each; a user's own file works the same way.

>>> load_policy("everything").rule_for("PATIENT_NAME").strategy
'label'
>>> {"everything", "patient", "research", "safe-harbor"} <= set(policies())
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from velado.discovery import offered
from velado.labels import LABELS
from velado.policies._reading import PolicyError, policy_from, similar
from velado.policies.policy import KEEP, Policy, Rule

__all__ = ["KEEP", "Policy", "PolicyError", "Rule", "explain", "load_policy", "policies"]

_HOME = files(__name__)
_WORDS = {
    "es": ("se deja como está", "puntuación mínima"),
    "pt": ("fica como está", "pontuação mínima"),
    "en": ("left as it is", "least score"),
}


@cache
def _built_in(name: str) -> Policy:
    return policy_from((_HOME / f"{name}.toml").read_text("utf-8"), f"{name}.toml", name, _base)


def _names() -> list[str]:
    return sorted(entry.name.removesuffix(".toml") for entry in _HOME.iterdir() if entry.name.endswith(".toml"))


def _base(name: str, where: str) -> Policy:
    """The policy that another one starts from: a built-in one, so that a file says all there is to say."""
    if name in _names():
        return _built_in(name)
    raise PolicyError(f"{where}: no policy {name!r}{similar(name, _names())}; there are: {', '.join(_names())}")


def load_policy(name_or_path: str | Path) -> Policy:
    """A policy by its name, or from a TOML file of the user's. Raises `PolicyError` with the key that is wrong.

    >>> load_policy("evrything")
    Traceback (most recent call last):
      ...
    velado.policies._reading.PolicyError: no such policy or file: evrything, did you mean everything?
    """
    name = str(name_or_path)
    if name in _names():
        return _built_in(name)
    path = Path(name)
    if path.is_file():
        try:
            text = path.read_text("utf-8-sig")
        except UnicodeDecodeError:
            raise PolicyError(f"{path.name}: not a UTF-8 text") from None
        return policy_from(text, path.name, path.stem, _base)
    known = policies()
    if name in known:
        return known[name]
    hint = similar(name, known) or f"; there are: {', '.join(known)}"
    raise PolicyError(f"no such policy or file: {name}{hint}")


@cache
def policies() -> Mapping[str, Policy]:
    """Every policy there is, by name: those of this folder, then those of other packages."""
    found = {name: _built_in(name) for name in _names()}
    found |= {policy.name: policy for policy in offered("policies", "POLICY")}
    return MappingProxyType(found)


def explain(policy: Policy, language: str = "en") -> str:
    """A policy in words: its description, then what happens to which labels, one line per rule.

    >>> print(explain(load_policy("patient")).splitlines()[-1])
    keep (left as it is): STAFF_NAME, KINSHIP, SEX, HOSPITAL, HEALTH_CENTRE, LICENCE_ID, EMPLOYEE_ID
    """
    kept, least = _WORDS.get(language, _WORDS["en"])
    groups: dict[str, list[str]] = {}
    for label in LABELS:
        rule = policy.rule_for(label)
        options = ", ".join(f"{name} = {_shown(value)}" for name, value in rule.options.items())
        how = kept if rule.strategy == KEEP else options
        groups.setdefault(f"{rule.strategy} ({how})" if how else rule.strategy, []).append(label)
    lines = [policy.description.get(language) or policy.description.get("en", policy.name)]
    ordered = sorted(groups.items(), key=lambda group: (group[0].startswith(KEEP), -len(group[1])))
    lines += [f"{how}: {', '.join(labels)}" for how, labels in ordered]
    if policy.thresholds:
        lines.append(f"{least}: " + ", ".join(f"{label} {score}" for label, score in policy.thresholds.items()))
    # What is left as it is comes last: it is what a reader must agree to.
    return "\n".join(sorted(lines, key=lambda line: line.startswith(f"{KEEP} (")))


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
