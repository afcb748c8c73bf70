"""Slips of the finger: words that differ by one letter."""

from __future__ import annotations

__all__ = ["is_one_slip_away"]


def is_one_slip_away(left: str, right: str) -> bool:
    """Whether one letter inserted, dropped, changed or swapped with its neighbour turns one word into the other.

    >>> is_one_slip_away("garcia", "gracia"), is_one_slip_away("garcia", "garci"), is_one_slip_away("ana", "eva")
    (True, True, False)
    """
    if left == right:
        return True
    if abs(len(left) - len(right)) > 1:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
