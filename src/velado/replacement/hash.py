"""`hash`: a code that is the same wherever the same person or number stands, and tells nothing without the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from velado.document import Span
from velado.keys import Purpose
from velado.labels import NAMES, NUMBERS
from velado.patterns import late_pattern
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._drawing import digest, key_of, kind_of, normal
from velado.replacement._label_text import label_text
from velado.replacement._people import People
from velado.tokens import fold, read_text

__all__ = ["STRATEGY", "HashStrategy"]

_WORD = late_pattern(r"[^\W_]+")


class HashStrategy:
    """[PACIENTE:3f9a2c71e05b8d64]: keyed (HMAC-SHA256), so that nobody without the key can try names until one fits."""

    name = "hash"
    keeps_apart = True
    options: Mapping[str, Option] = {"length": Option(16, "hexadecimal digits of the code", least=16, most=64)}

    def begin(self, case: Case) -> Callable[[Span], str]:
        """Numbers count by their figures and letters, people by the fullest form of their name in the document."""
        length: int = settings(self.options, case.options)["length"]
        key, number_key = key_of(case, Purpose.HASH), key_of(case, Purpose.HASH, number=True)
        people = People(case)

        def coded(span: Span) -> str:
            text = read_text(span.text(case.text)).text
            person = people.person(span) if span.label in NAMES else None
            if person is not None:
                what = person.anchor
            elif span.label in NUMBERS:
                what = "".join(character for character in fold(text) if character.isalnum())
            elif span.label in NAMES:
                what = normal(text)
            else:  # in order: 12/03 is not 03/12
                what = " ".join(_WORD.findall(fold(text)))
            code = digest(number_key if span.label in NUMBERS else key, kind_of(span.label), what).hex()[:length]
            return f"{label_text(span.label, case.labels_in)[:-1]}:{code}]"

        return coded


STRATEGY = HashStrategy()
