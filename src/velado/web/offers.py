"""What there is to choose from, for the API and the page."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from velado import __version__
from velado.formats import annotation_formats, formats
from velado.labels import LABELS
from velado.languages import languages
from velado.policies import policies
from velado.recognisers import recognisers
from velado.replacement import strategies
from velado.web.choices import BUILT_IN, DOUBT, NO_MODEL, STYLES
from velado.web.config import Config, Limits

__all__ = ["all_choices", "all_formats", "all_labels", "all_limits", "all_models", "all_policies", "all_recognisers"]

ANNOTATIONS = ("brat", "jsonl")


def all_policies() -> list[dict[str, Any]]:
    """Every policy with its strategy per label."""
    return [
        {
            "name": policy.name,
            "description": dict(policy.description),
            "rules": {label: policy.rule_for(label).strategy for label in LABELS},
        }
        for policy in policies().values()
    ]


def all_labels() -> list[dict[str, Any]]:
    """Every label with its names."""
    return [
        {
            "name": label.name,
            "meddocan": label.meddocan,
            "i2b2": label.i2b2,
            "tag": label.tag,
            "direct": label.direct,
            "words": {"es": label.spanish, "pt": label.portuguese, "en": label.english},
        }
        for label in LABELS.values()
    ]


def all_formats() -> list[dict[str, Any]]:
    """Every kind of file, and what it lacks here."""
    return [
        {
            "name": style.name,
            "suffixes": list(style.suffixes),
            "description": style.description,
            "available": not style.missing(),
            "missing": style.missing(),
        }
        for style in formats().values()
    ]


def all_recognisers() -> list[dict[str, str]]:
    """Every recogniser."""
    return [{"name": recogniser.name} for recogniser in recognisers()]


def all_limits(limits: Limits) -> dict[str, int]:
    """The limits, by name."""
    return {entry.name: getattr(limits, entry.name) for entry in fields(limits)}


def all_models(config: Config) -> dict[str, str]:
    """What each model that may be chosen by name is: the word in the settings, and where it lies."""
    found = {BUILT_IN: BUILT_IN, NO_MODEL: NO_MODEL} if config.model else {NO_MODEL: NO_MODEL}
    if config.models is not None and config.models.is_dir():
        found |= {path.name: str(path) for path in sorted(config.models.iterdir()) if _is_model(path)}
    return found


def _is_model(path: Path) -> bool:
    return path.is_dir() and any(path.glob("config.json"))


def all_choices(config: Config) -> dict[str, Any]:
    """Everything the settings offer."""
    return {
        "policies": all_policies(),
        "labels": all_labels(),
        "formats": all_formats(),
        "recognisers": all_recognisers(),
        "strategies": sorted(strategies()),
        "styles": [{"name": name, "example": example} for name, example in STYLES.items()],
        "languages": ["auto", *sorted(languages())],
        "annotations": [name for name in ANNOTATIONS if name in annotation_formats()],
        "models": [{"model": name, "kind": where if name == where else "folder"} for name, where in all_models(config).items()],
        "own_models": not config.shared,
        "threshold": {policy.name: policy.min_score for policy in policies().values()},
        "doubt": DOUBT,
        "version": __version__,
    }
