"""What a user chose: policy, way to replace, language, recognisers, model, threshold; and the pipeline that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from velado.languages import languages
from velado.models.token_classifier import TokenClassifier
from velado.pipeline import Finder, Pipeline
from velado.policies import policies
from velado.policies.policy import KEEP, Policy, Rule
from velado.recognisers import recognisers
from velado.replacement import strategies

__all__ = ["BUILT_IN", "DOUBT", "NO_MODEL", "STYLES", "Choice", "pipeline_for"]

BUILT_IN = "built-in"
NO_MODEL = "none"
STYLES: Mapping[str, str] = {"bracket": "[PERSONA]", "tag": "{NOMBRE}", "angle": "<PERSON_NAME>", "meddocan": "[NOMBRE_SUJETO_ASISTENCIA]"}
DOUBT = 0.8  # spans with a lower score are worth a second look


@dataclass(frozen=True, slots=True)
class Choice:
    """Small enough to be sent to a worker, which makes the pipeline.

    >>> Choice(policy="/etc/passwd").problem()
    'policy: there is everything, patient, research, safe-harbor'
    """

    policy: str = "everything"
    replace: str | None = None
    style: str | None = None
    language: str = "auto"
    recognisers: tuple[str, ...] | None = None
    model: str = BUILT_IN
    threshold: float | None = None

    def problem(self) -> str:
        """What there is not, in words; "" when all is well. Only names count: nobody may have the server open a path."""
        known = sorted(policies())
        if self.policy not in known:
            return f"policy: there is {', '.join(known)}"
        if self.replace is not None and self.replace not in strategies():
            return f"replace: there is {', '.join(sorted(strategies()))}"
        if self.style is not None and self.style not in STYLES:
            return f"style: there is {', '.join(STYLES)}"
        if self.language not in ("auto", *languages()):
            return f"language: there is auto, {', '.join(sorted(languages()))}"
        names = [recogniser.name for recogniser in recognisers()]
        if self.recognisers is not None and not set(self.recognisers) <= set(names):
            return f"recognisers: there is {', '.join(names)}"
        return ""

    def pipeline(self, key: bytes = b"") -> Pipeline:
        """The pipeline. A model of one's own takes the place of the built-in one; the rules work in any case."""
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
    return TokenClassifier(where) if threshold is None else TokenClassifier(where, threshold)


@lru_cache(maxsize=8)
def pipeline_for(choice: Choice, key: bytes) -> Pipeline:
    """The pipeline of a choice, kept for the next document."""
    return choice.pipeline(key)
