"""Ways to run the pipeline over many documents: one file each."""

from __future__ import annotations

from dataclasses import dataclass, field

from velado.pipeline import Pipeline
from velado.policies.policy import Policy

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a pipeline is made from: small enough to be sent to every worker, which makes its own."""

    policy: str | Policy = "everything"
    language: str = "auto"
    replace: str | None = None
    key: bytes = field(default=b"", repr=False)
    model: bool = True

    def pipeline(self) -> Pipeline:
        """A pipeline with these settings. Raises ValueError when there is no such policy, language or strategy."""
        return Pipeline(self.policy, self.language, self.replace, self.key, self.model)
