"""What a picture shows: on white and on dark ground where it is transparent, and in eight bits where it has more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from velado.formats import UnreadableError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["has_alpha", "shown", "turned_left", "without_hidden"]

_FLAT = 8  # levels between the darkest and the lightest dot: nobody sees more than one colour


def has_alpha(image: Image) -> bool:
    """Whether a picture may be transparent somewhere."""
    return "A" in image.mode.upper().replace("LAB", "") or "transparency" in image.info


def shown(image: Image) -> list[Image]:
    """The picture in grey or in colours, without transparency: once, or as often as it can be seen differently.

    Text may be dark on nothing or white on nothing; and what is all but transparent is seen when the colours are looked at alone.
    """
    if image.mode.startswith("I") or image.mode == "F":
        return [_eight_bits(image)]
    try:
        if not has_alpha(image):
            return [image.convert("L") if image.mode in ("1", "L") else image.convert("RGB")]
        clear = without_hidden(image)
    except ValueError:
        raise UnreadableError("the colours of the picture are of a kind that cannot be read") from None
    import PIL.Image

    views = []
    for ground in ("white", "black"):
        view = PIL.Image.new("RGBA", clear.size, ground)
        view.alpha_composite(clear)
        views.append(view.convert("RGB"))
    views.append(clear.convert("RGB"))
    seen: list[Image] = []
    for view in views:
        if not _flat(view) and not any(_flat(_difference(view, other)) for other in seen):
            seen.append(view)
    return seen or views[:1]


def without_hidden(image: Image) -> Image:
    """The picture with transparency of its own, and no colour where nothing is seen: pixels could hide there."""
    import PIL.Image

    whole = image.convert("RGBA")
    hidden = whole.getchannel("A").point([255] + 255 * [0])
    whole.paste(PIL.Image.new("RGBA", whole.size, (0, 0, 0, 0)), mask=hidden)
    return whole


def turned_left(image: Image, degrees: int) -> Image:
    """The picture turned to the left by a multiple of 90 degrees."""
    from PIL.Image import Transpose

    ways = {90: Transpose.ROTATE_90, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_270}
    return image.transpose(ways[degrees]) if degrees else image


def _difference(view: Image, other: Image) -> Image:
    from PIL import ImageChops

    return ImageChops.difference(view, other)


def _flat(view: Image) -> bool:
    return all(high - low < _FLAT for low, high in view.getextrema())  # type: ignore[misc]


def _eight_bits(image: Image) -> Image:
    """Sixteen bits and more, stretched: radiographs seldom use all of them, and the library would cut off what is above 255."""
    import numpy
    import PIL.Image

    values = numpy.nan_to_num(numpy.asarray(image.convert("F"), dtype="float32"), posinf=0, neginf=0)
    low, high = float(values.min()), float(values.max())
    return PIL.Image.fromarray(((values - low) * (255 / max(high - low, 1e-6))).astype("uint8"))
