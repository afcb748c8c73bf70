"""What the server and its workers tell each other. Light: the server itself never imports what opens documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self

from velado.engines.process import JSON, PICKLE, Codec
from velado.web.choices import Choice
from velado.web.columns import Choices
from velado.web.rules import Rule
from velado.web.store import Summary

if TYPE_CHECKING:
    from velado.formats import Options

__all__ = ["DIED", "DONE", "IN_SERVER", "IN_WORKER", "READY", "REFUSED", "STARTED", "TOLD", "Outcome", "Reading", "Saved", "plain", "saved_from"]

READY, STARTED, TOLD, DONE, REFUSED = "ready", "started", "told", "done", "refused"
DIED = "the process that handled it died"
# A process that has read a hostile document may be in its hands: nothing that it sends is unpickled.
IN_SERVER = Codec(PICKLE.encode, JSON.decode)
IN_WORKER = Codec(JSON.encode, PICKLE.decode)
Saved = tuple[Summary, Summary]  # what the engine found in a document, and what stands now


@dataclass(frozen=True, slots=True)
class Reading:
    """One file to handle: where it is, and how."""

    folder: str
    source: str
    choice: Choice
    key: bytes = field(repr=False)
    rules: tuple[Rule, ...] = ()
    file_bytes: int = 100_000_000
    choices: Choices = ()  # what was said of the columns of its tables
    patients: str = ""  # where the session's list of patients is

    @property
    def options(self) -> Options:
        """What the format is told. Archives may unpack to ten times what a file may have."""
        from velado.formats import Limits, Options

        limits = Limits(file_bytes=self.file_bytes, unpacked_bytes=10 * self.file_bytes, part_bytes=5 * self.file_bytes)
        return Options(language=self.choice.language, limits=limits, key=self.key, choices=self.choices, for_review=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a file; nothing in it is from its content."""

    format: str
    documents: int = 0
    withheld: int = 0
    characters: int = 0
    language: str = ""
    spans: int = 0
    doubtful: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    cleaned: tuple[str, ...] = ()
    input_hmac: str = ""
    output_sha256: str = ""
    rows: int = 0  # of tables
    columns: tuple[Mapping[str, Any], ...] = ()  # of tables: what became of each

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Rebuild what a worker sent."""
        rebuilt: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        return cls(**rebuilt)


def plain(answer: Any) -> Any:
    """Turn a job's answer into what JSON can hold.

    >>> plain({2: (Summary(spans=1),)})["2"][0]["spans"]
    1
    """
    if isinstance(answer, Outcome | Summary):
        return {entry.name: plain(getattr(answer, entry.name)) for entry in fields(answer)}
    if isinstance(answer, Mapping):
        return {str(name): plain(value) for name, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    return answer


def saved_from(values: Any) -> Saved:
    """Rebuild what a worker sent."""
    found, now = values
    return Summary(**found), Summary(**now)
