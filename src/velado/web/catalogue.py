"""What the engine offers: policies, formats, recognisers, strategies, languages. Runs in a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from velado.formats import Tabular, annotation_formats, formats
from velado.labels import LABELS
from velado.languages import languages
from velado.policies import policies
from velado.recognisers import recognisers
from velado.replacement import strategies

__all__ = ["catalogue"]

ANNOTATIONS = ("brat", "jsonl")


def catalogue(tell: Callable[[str, int], None]) -> dict[str, Any]:
    """Return everything there is to choose from."""
    return {
        "policies": [
            {
                "name": policy.name,
                "description": dict(policy.description),
                "rules": {label: policy.rule_for(label).strategy for label in LABELS},
            }
            for policy in policies().values()
        ],
        "formats": [
            {
                "name": style.name,
                "suffixes": list(style.suffixes),
                "description": style.description,
                "available": not style.missing(),
                "missing": style.missing(),
                "table": isinstance(style, Tabular),
            }
            for style in formats().values()
        ],
        "recognisers": [{"name": recogniser.name} for recogniser in recognisers()],
        "strategies": sorted(strategies()),
        "languages": ["auto", *sorted(languages())],
        "annotations": [name for name in ANNOTATIONS if name in annotation_formats()],
        "threshold": {policy.name: policy.min_score for policy in policies().values()},
    }
