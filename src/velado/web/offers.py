"""What there is to choose from, for the API and the page: the engine's catalogue, which a worker tells, and our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from velado import __version__
from velado.labels import LABELS
from velado.web.choices import BUILT_IN, DOUBT, NO_MODEL, STYLES
from velado.web.config import Config, Limits

__all__ = ["all_choices", "all_labels", "all_limits", "all_models", "names_in"]


def names_in(catalogue: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """Return which names each setting takes."""
    return {
        "policy": sorted(policy["name"] for policy in catalogue["policies"]),
        "replace": catalogue["strategies"],
        "style": list(STYLES),
        "language": catalogue["languages"],
        "recognisers": [recogniser["name"] for recogniser in catalogue["recognisers"]],
    }


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


def all_choices(config: Config, catalogue: Mapping[str, Any]) -> dict[str, Any]:
    """Everything the settings offer."""
    return {
        **catalogue,
        "labels": all_labels(),
        "styles": [{"name": name, "example": example} for name, example in STYLES.items()],
        "models": [{"model": name, "kind": where if name == where else "folder"} for name, where in all_models(config).items()],
        "own_models": not config.shared,
        "doubt": DOUBT,
        "version": __version__,
    }
