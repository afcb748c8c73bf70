"""Ways to run the pipeline over many documents: one file each, and the processes they share."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from velado.pipeline import Pipeline
    from velado.policies.policy import Policy

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a pipeline is made from: small enough to be sent to every worker, which makes its own.

    `run_key` is made up with the settings and travels with them, so that all workers of a run draw the same for a number.
    """

    policy: str | Policy = "everything"
    language: str = "auto"
    replace: str | None = None
    key: bytes = field(default=b"", repr=False)
    model: bool = True
    stages: tuple[str, ...] = ()  # optional stages of recognition
    run_key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False, compare=False)

    def pipeline(self) -> Pipeline:
        """Return a pipeline with these settings. Raises ValueError when there is no such policy, language or strategy."""
        from velado.pipeline import Pipeline

        return Pipeline(self.policy, self.language, self.replace, self.key, self.model, stages=self.stages, run_key=self.run_key)
