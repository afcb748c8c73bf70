"""What a user chose: policy, way to replace, language, recognisers, model, threshold; and the pipeline that follows from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from velado.policies import policies
from velado.policies.policy import KEEP, Policy, Rule

if TYPE_CHECKING:  # the server makes choices; only its workers make pipelines
    from velado.pipeline import Finder, Pipeline

__all__ = ["BUILT_IN", "DOUBT", "NO_MODEL", "STYLES", "Choice", "pipeline_for"]

BUILT_IN = "built-in"
NO_MODEL = "none"
STYLES: Mapping[str, str] = {"bracket": "[PERSONA]", "tag": "{NOMBRE}", "angle": "<PERSON_NAME>", "meddocan": "[NOMBRE_SUJETO_ASISTENCIA]"}
DOUBT = 0.8  # spans with a lower score are worth a second look


@dataclass(frozen=True, slots=True)
class Choice:
    """Small enough to be sent to a worker, which makes the pipeline.

    >>> Choice(policy="/etc/passwd").problem({"policy": ["everything", "patient"]})
    'Unknown policy. Available: everything, patient'
    """

    policy: str = "everything"
    replace: str | None = None
    style: str | None = None
    language: str = "auto"
    recognisers: tuple[str, ...] | None = None
    model: str = BUILT_IN
    threshold: float | None = None

    def problem(self, offered: Mapping[str, Collection[str]]) -> str:
        """Say which setting is unknown; "" when all is well. Only names count: nobody may have the server open a path."""
        for name, known in offered.items():
            value = getattr(self, name)
            chosen = value if name == "recognisers" else [value]
            if value is not None and not set(chosen) <= set(known):
                return f"Unknown {name}. Available: {', '.join(known)}"
        return ""

    def pipeline(self, key: bytes = b"") -> Pipeline:
        """The pipeline. A model of one's own takes the place of the built-in one; the rules work in any case."""
        from velado.pipeline import Pipeline

        extra: tuple[Finder, ...] = ()
        if self.model not in (BUILT_IN, NO_MODEL):
            extra = (_classifier(self.model, self.threshold),)
        policy = self._policy()
        return Pipeline(policy, self.language, None, key, self.model == BUILT_IN, self.recognisers, extra)

    def _policy(self) -> Policy:
        policy = policies()[self.policy]
        if self.threshold is not None:
            policy = replace(policy, min_score=self.threshold, thresholds={})
        rules = {label: self._rule(rule) for label, rule in policy.rules.items()}
        return replace(policy, rules=rules, default=self._rule(policy.default))

    def _rule(self, rule: Rule) -> Rule:
        if rule.strategy == KEEP:
            return rule
        strategy = self.replace or rule.strategy
        options = {**rule.options, "style": self.style} if self.style and strategy == "label" else rule.options
        return Rule(strategy, options)


@lru_cache(maxsize=1)  # one model at a time: they are large
def _classifier(where: str, threshold: float | None) -> Finder:
    from velado.models.token_classifier import TokenClassifier

    return TokenClassifier(where) if threshold is None else TokenClassifier(where, threshold)


@lru_cache(maxsize=8)
def pipeline_for(choice: Choice, key: bytes) -> Pipeline:
    """The pipeline of a choice, kept for the next document."""
    return choice.pipeline(key)
