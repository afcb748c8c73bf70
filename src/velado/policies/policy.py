"""Which labels are acted on, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["KEEP", "Policy", "Rule"]

KEEP = "keep"  # the strategy that leaves a span as it is


@dataclass(frozen=True, slots=True)
class Rule:
    """What happens to the spans of a label: a replacement strategy and its options."""

    strategy: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules per label, one for all others, and the score below which a span is not acted on."""

    name: str
    rules: Mapping[str, Rule] = field(default_factory=dict)
    default: Rule = field(default_factory=lambda: Rule("label"))
    min_score: float = 0.5
    thresholds: Mapping[str, float] = field(default_factory=dict)
    description: Mapping[str, str] = field(default_factory=dict)

    def rule_for(self, label: str) -> Rule:
        """The rule that holds for a label."""
        return self.rules.get(label, self.default)

    def least_score(self, label: str) -> float:
        """The score from which on spans of this label count."""
        return self.thresholds.get(label, self.min_score)

    def acts_on(self, label: str, score: float) -> bool:
        """Whether a span of this label and score is replaced at all."""
        return score >= self.least_score(label) and self.rule_for(label).strategy != KEEP
