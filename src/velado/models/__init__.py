"""The learned taggers: features, scoring, decoding, and the weights that ship with the package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from velado.document import Span
from velado.models.features import is_report
from velado.models.network import LateNetwork
from velado.models.tagger import Tagger
from velado.models.weights import Weights
from velado.tokens import Page

__all__ = ["Tagger", "Taggers", "Weights", "is_report", "load_tagger"]


@cache
def load_tagger(name: str) -> Tagger:
    """A tagger with the weights in the package, "notes" or "reports".

    A package that has lost its weights says so: half a tool must not pass for a whole.
    """
    home = files("velado.models")
    weights, network = home.joinpath(f"{name}.weights"), home.joinpath(f"{name}.onnx")
    if not weights.is_file():
        raise FileNotFoundError(f"the weights of the tagger are missing ({name}.weights): install velado again, or use rules alone")
    return Tagger.of(Weights.load(weights.read_bytes()), LateNetwork(network.read_bytes) if network.is_file() else None)


@dataclass(frozen=True)
class Taggers:
    """One tagger for notes as people write them, one for reports with a labelled header, which have their own conventions.

    Each is loaded when the first page asks for it.
    """

    load: Callable[[str], Tagger] = load_tagger

    def find(self, page: Page, hints: Sequence[Span]) -> Iterator[Span]:
        """Spans of one page; `hints` are what the rules found there."""
        return self.load("reports" if is_report(page) else "notes").find(page, hints)
