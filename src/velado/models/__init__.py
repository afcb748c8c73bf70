"""The learned taggers: features, scoring, decoding, and the weights that ship with the package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from velado.document import Span
from velado.models.features import is_report
from velado.models.network import NetworkWeights
from velado.models.tagger import LIKELY, Tagger
from velado.models.weights import Weights
from velado.tokens import Page

__all__ = ["LIKELY", "Tagger", "Taggers", "Weights", "is_report", "load_tagger"]


@cache
def load_tagger(name: str) -> Tagger:
    """A tagger with the weights in the package, "notes" or "reports".

    A package that has lost its weights says so: half a tool must not pass for a whole.
    """
    home = files("velado.models")
    weights, network = home.joinpath(f"{name}.weights"), home.joinpath(f"{name}.network")
    if not weights.is_file() or (name == "notes" and not network.is_file()):
        raise FileNotFoundError(f"the weights of the tagger are missing ({name}): install velado again, or use forms alone")
    told = NetworkWeights.load(network.read_bytes()) if network.is_file() else None
    return Tagger.of(Weights.load(weights.read_bytes()), told)


@dataclass(frozen=True)
class Taggers:
    """The tagger of notes and, where `habits` are wanted, another one for reports in the manner of the published Spanish corpus.

    Each is loaded when the first page asks for it.
    """

    habits: bool = False
    load: Callable[[str], Tagger] = load_tagger

    def find(self, page: Page, hints: Sequence[Span], least: float = LIKELY) -> Iterator[Span]:
        """Spans of one page; `hints` are what its forms tell."""
        return self.of(page).find(page, hints, least)

    def of(self, page: Page) -> Tagger:
        """The tagger that reads a page."""
        return self.load("reports" if self.habits and is_report(page) else "notes")
