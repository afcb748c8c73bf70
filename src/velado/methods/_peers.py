"""Peers that live in an environment of their own: a worker there reads notes as JSON lines and answers with what it found.

Nothing of them is imported here, so their licences and versions are their own affair.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.document import Span
from velado.languages import detect
from velado.methods import Note, Outcome, UnavailableError
from velado.methods._redaction import redact
from velado.resolution import resolve

__all__ = ["Peer"]

VARIABLE = "VELADO_PEERS"  # the folder of the environment, where it is not .venv-peers beside Velado's own
COMMAND = "sh scripts/peers.sh"


@dataclass(frozen=True)
class Peer:
    """Another tool as a method: nothing to train, its labels translated to ours."""

    name: str
    description: str
    worker: str  # the file in this folder that the other environment runs
    labels: Mapping[str, str]  # its label -> ours
    other: str  # ours for a label that is not in the table
    published: Mapping[str, float] = field(default_factory=dict)
    trained: bool = False

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """There is nothing to learn; raises UnavailableError early where the environment is missing."""
        peer_python()

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """What the peer finds; where its findings overlap, the surer one keeps the place and nothing is uncovered."""
        outcomes = []
        for note, found in zip(notes, self._ask(notes), strict=True):
            spans = [Span(start, end, self.labels.get(label, self.other), score, self.name) for start, end, label, score in found]
            settled = tuple(resolve(note.text, (span for span in spans if span.start < span.end)))
            outcomes.append(Outcome(redact(note.text, settled), settled))
        return outcomes

    def _ask(self, notes: Sequence[Note]) -> Iterator[list[tuple[int, int, str, float]]]:
        lines = "".join(json.dumps({"text": note.text, "language": detect(note.text)}) + "\n" for note in notes)
        command = [str(peer_python()), "-I", str(Path(__file__).parent / self.worker)]
        # What the worker complains about may quote a note: it is not shown.
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
        answers = done.stdout.splitlines()
        if done.returncode or len(answers) != len(notes):
            raise UnavailableError(f"{self.name} does not run in its environment (exit code {done.returncode}); make it anew: {COMMAND}")
        for answer in answers:
            yield [(int(start), int(end), str(label), float(score)) for start, end, label, score in json.loads(answer)]


def peer_python() -> Path:
    """The interpreter of the peers' environment. Raises UnavailableError with the command that makes it."""
    named = os.environ.get(VARIABLE)
    for home in [Path(named)] if named else [Path(sys.prefix).parent / ".venv-peers", Path.cwd() / ".venv-peers"]:
        for python in (home / "bin" / "python", home / "Scripts" / "python.exe"):
            if python.exists():
                return python
    raise UnavailableError(f"the peers need an environment of their own: {COMMAND} (or name one in {VARIABLE})")
