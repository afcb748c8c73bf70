"""Boxes in pictures: where they lie to each other, and where they lie when the picture is turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Box", "around", "grown", "inside", "overlap", "turned_back"]

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels
_N = TypeVar("_N", int, float)  # pixels, or points of a page


def around(boxes: Sequence[tuple[_N, _N, _N, _N]]) -> tuple[_N, _N, _N, _N]:
    """The smallest box with all of these in it."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def grown(box: Box) -> Box:
    """The box with an edge around it: what sticks out of a word's box tells its letters too."""
    left, top, right, bottom = box
    edge = max(2, (bottom - top) // 8)
    return left - edge, top - edge, right + edge, bottom + edge


def inside(box: Box, other: Box) -> bool:
    """Whether the middle of a box lies in another."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] <= x <= other[2] and other[1] <= y <= other[3]


def overlap(box: Box, other: Box) -> bool:
    """Whether a good part of a box lies in another: a speck or a frame that was taken for a word beside the true one."""
    across, down = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return across > 0 and down > 0 and across * down > 0.3 * (box[2] - box[0]) * (box[3] - box[1])


def turned_back(box: tuple[_N, _N, _N, _N], turned: int, size: tuple[_N, _N]) -> tuple[_N, _N, _N, _N]:
    """A box of a picture that was turned, in the picture as it lies.

    >>> turned_back((0, 0, 30, 10), 90, (100, 50))
    (40, 0, 50, 30)
    """
    left, top, right, bottom = box
    width, height = size
    boxes = {
        90: (height - bottom, left, height - top, right),
        180: (width - right, height - bottom, width - left, height - top),
        270: (top, width - right, bottom, width - left),
    }
    return boxes.get(turned, box)
