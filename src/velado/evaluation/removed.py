"""What was taken out of a whole collection, per type: the table that goes into a paper or to a data protection officer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from velado.document import Span

__all__ = ["Removed", "removed"]


@dataclass(frozen=True, slots=True)
class Removed:
    """How many items of each type were removed, and from how many documents."""

    documents: int
    items: Mapping[str, int]
    concerned: Mapping[str, int]  # documents with at least one item of the type

    @property
    def total(self) -> int:
        """All items."""
        return sum(self.items.values())

    def rows(self) -> list[tuple[str, int, int, float]]:
        """Type, items, documents with such an item, items per document; the most frequent type first."""
        ordered = sorted(self.items, key=lambda label: (-self.items[label], label))
        return [(label, self.items[label], self.concerned[label], self.items[label] / self.documents) for label in ordered]

    def as_markdown(self) -> str:
        """The table, with a last line for all types together."""
        lines = ["| type | items | documents | items per document |", "|---|---:|---:|---:|"]
        lines += [f"| {label} | {items} | {concerned} | {share:.2f} |" for label, items, concerned, share in self.rows()]
        each = self.total / self.documents if self.documents else 0.0
        return "\n".join([*lines, f"| all | {self.total} | {self.documents} | {each:.2f} |"])


def removed(documents: Iterable[Iterable[Span]]) -> Removed:
    """Count the spans that were replaced in each document.

    >>> removed([[Span(0, 3, "AGE"), Span(5, 9, "AGE")], [Span(0, 3, "AGE"), Span(4, 8, "PLACE")], []]).rows()
    [('AGE', 3, 2, 1.0), ('PLACE', 1, 1, 0.3333333333333333)]
    """
    count, items, concerned = 0, Counter[str](), Counter[str]()
    for spans in documents:
        count += 1
        labels = [span.label for span in spans]
        items.update(labels)
        concerned.update(set(labels))
    return Removed(count, dict(items), dict(concerned))
