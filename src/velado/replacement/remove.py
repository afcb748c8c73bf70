"""`remove`: nothing stands in the place of the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from velado.document import Span
from velado.policies.options import Option
from velado.replacement import Case

__all__ = ["STRATEGY", "RemoveStrategy"]


class RemoveStrategy:
    """The text is taken out; the blanks around it stay, so that everything else keeps its characters."""

    name = "remove"
    options: Mapping[str, Option] = {}

    def begin(self, case: Case) -> Callable[[Span], str]:
        """The same for every span."""
        return lambda span: ""


STRATEGY = RemoveStrategy()
