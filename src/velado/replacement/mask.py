"""`mask`: letters and figures become asterisks; length and layout stay."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Mapping

from velado.document import Span
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._label_text import label_text

__all__ = ["STRATEGY", "MaskStrategy"]


class MaskStrategy:
    """As many characters as before, so that columns stay in line; the length of a name is told."""

    name = "mask"
    options: Mapping[str, Option] = {"sign": Option("*", "what stands for a letter or figure", choices=("*", "X", "#", "█", "_"))}

    def begin(self, case: Case) -> Callable[[Span], str]:
        """Blanks, line breaks and punctuation stay."""
        sign: str = settings(self.options, case.options)["sign"]

        def masked(span: Span) -> str:
            text = span.text(case.text)
            covered = "".join(character if _is_layout(character) else sign for character in text)
            # Nothing but layout to begin with: it must not come back as it was.
            return covered if covered != text else label_text(span.label, case.labels_in)

        return masked


def _is_layout(character: str) -> bool:
    return character in string.punctuation or character.isspace() or unicodedata.category(character)[0] in "PZ"


STRATEGY = MaskStrategy()
