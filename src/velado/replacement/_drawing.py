"""Draws that anybody with the key can repeat: a stream of choices from HMAC(derived key, what the draw is for).

No state is shared and nothing is remembered, so one process, sixteen, Spark and the browser draw alike.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from velado.keys import Purpose, derive
from velado.labels import NAMES
from velado.replacement import Case
from velado.tokens import fold

__all__ = ["Draw", "digest", "key_of", "kind_of", "normal", "number_key_of", "patient_of", "subject_of"]

_T = TypeVar("_T")
_SECRET = secrets.token_bytes(32)
# What belongs to whoever treats, not to the patient: the same in the notes of all patients.
_NOT_OF_THE_SUBJECT = frozenset({"STAFF_NAME", "LICENCE_ID", "EMPLOYEE_ID", "HOSPITAL", "HEALTH_CENTRE"})


def digest(key: bytes, *parts: str) -> bytes:
    """HMAC-SHA256 over the parts, each with its length, so that ("ab", "c") and ("a", "bc") differ."""
    message = b"".join(len(data).to_bytes(4, "big") + data for data in (part.encode("utf-8", "surrogatepass") for part in parts))
    return hmac.digest(key, message, hashlib.sha256)


class Draw:
    """A stream of choices for one purpose.

    >>> Draw(b"key", "NAME", "ana").below(100) == Draw(b"key", "NAME", "ana").below(100)
    True
    """

    __slots__ = ("_block", "_key", "_pool")

    def __init__(self, key: bytes, *parts: str) -> None:
        self._key = digest(key, *parts)
        self._block = 0
        self._pool = b""

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        if len(self._pool) < 4:
            self._pool = hmac.digest(self._key, self._block.to_bytes(4, "big"), hashlib.sha256)
            self._block += 1
        number = int.from_bytes(self._pool[:4], "big")
        self._pool = self._pool[4:]
        # Limits are at most thousands: the bias of the remainder is below one in a million.
        return number % limit

    def pick(self, choices: Sequence[_T]) -> _T:
        """One of the choices."""
        return choices[self.below(len(choices))]

    def pick_unless(self, choices: Sequence[_T], refused: Callable[[_T], bool]) -> _T | None:
        """One of the choices that is not refused; None when all are."""
        for _ in range(40):
            choice = self.pick(choices)
            if not refused(choice):
                return choice
        return next((choice for choice in choices if not refused(choice)), None)

    def generator(self) -> random.Random:
        """A generator for code that wants Python's own."""
        return random.Random(int.from_bytes(hmac.digest(self._key, b"generator", hashlib.sha256), "big"))


def key_of(case: Case, purpose: Purpose, *, number: bool = False) -> bytes:
    """Derive the key for one purpose from the case's key, or from that for numbers."""
    return derive(number_key_of(case) if number else _key(case), purpose)


def number_key_of(case: Case) -> bytes:
    """Return the key from which pseudonyms of numbers are derived."""
    return case.number_key or _key(case)


def _key(case: Case) -> bytes:
    """The case's key, or one of this process and document if it has none."""
    return case.key or hmac.digest(_SECRET, case.text.encode("utf-8", "surrogatepass"), hashlib.sha256)


def subject_of(case: Case, label: str) -> str:
    """Whose draw it is: the patient's, where the patient is known and the label tells of the patient."""
    return "" if case.subject is None or label in _NOT_OF_THE_SUBJECT else case.subject.key


def patient_of(case: Case) -> str:
    """What stands for the patient across documents: the key, else the fullest name, else this text alone."""
    if case.subject is not None and case.subject.key:
        return case.subject.key
    names = list(case.subject.names) if case.subject is not None else []
    names += [span.text(case.text) for span in case.spans if span.label == "PATIENT_NAME"]
    fullest = max((normal(name) for name in names), key=lambda name: (len(name.split()), name), default="")
    return fullest or case.text


def normal(text: str) -> str:
    """What different spellings of the same thing have in common: folded words, sorted, without marks between them.

    >>> normal("GARCÍA LÓPEZ, María") == normal("maría garcía lópez"), normal("612-34 56")
    (True, '34 56 612')
    """
    words = "".join(character if character.isalnum() else " " for character in fold(text)).split()
    return " ".join(sorted(words))


def kind_of(label: str) -> str:
    """What a draw is for: the role of a person may be told differently in another note, so all names are one kind."""
    return "NAME" if label in NAMES else label
