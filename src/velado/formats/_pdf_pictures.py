"""Pictures on PDF pages, as pixels and back; and whole pages as pictures."""

from __future__ import annotations

import math
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING, Any

from velado.formats import Limits, UnreadableError
from velado.formats._pdf_clean import Copier, saved
from velado.formats._pdf_glyphs import Matrix, Picture
from velado.formats._pdf_objects import compressed, entry

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, StreamObject

__all__ = ["PAGE_DPI", "Lying", "dimensions", "drawn_size", "is_photograph", "lying", "page_pixels", "picture_object", "picture_pixels", "see_through", "set_page_picture", "turned_call"]

PAGE_DPI = 250
_FEW_COLOURS = 64
_MANY_COLOURS = 250

Lying = tuple[int, int, int, int]  # the signs of the matrix that a picture is painted with


def lying(matrix: Matrix) -> Lying | None:
    """Which way a picture lies on its page; None when it is askew."""
    a, b, c, d = matrix[:4]
    whole = max(abs(a), abs(b), abs(c), abs(d))
    straight = [0 if abs(value) < 0.01 * whole else int(math.copysign(1, value)) for value in (a, b, c, d)]
    upright, sideways = straight[1] == straight[2] == 0, straight[0] == straight[3] == 0
    return (straight[0], straight[1], straight[2], straight[3]) if upright != sideways else None


def drawn_size(matrix: Matrix) -> tuple[float, float]:
    """Width and height of a picture on the page, in points, as it is seen."""
    a, b, c, d = matrix[:4]
    return abs(a) + abs(c), abs(b) + abs(d)


def _unit(way: Lying) -> Matrix:
    """The matrix that turns the unit square into itself that way."""
    a, b, c, d = way
    return (a, b, c, d, 1.0 if a + c < 0 else 0.0, 1.0 if b + d < 0 else 0.0)


def dimensions(picture: Picture) -> tuple[int, int]:
    """Width and height of a picture in pixels: of its mask, where that is finer and has the letters in it."""
    if picture.image is not None:
        layers = [picture.image, *_masks(picture)]
        width, height = (max(int(entry(layer, side, 0)) for layer in layers) for side in ("/Width", "/Height"))
        return width, height
    given = picture.operation.operands[0]
    return int(given.get("W", given.get("Width", 0))), int(given.get("H", given.get("Height", 0)))


def _masks(picture: Picture) -> list[Any]:
    masks = [entry(picture.image, key) for key in ("/SMask", "/Mask")]
    return [mask for mask in masks if isinstance(mask, dict)]


def see_through(picture: Picture) -> bool:
    """Whether what lies below a picture is seen through it: then its words may be lighter than what is around them."""
    if picture.image is None:
        given = picture.operation.operands[0]
        return given.get("IM", given.get("ImageMask")) is True
    stencil = entry(picture.image, "/ImageMask")
    return bool(_masks(picture)) or "/Mask" in picture.image or bool(getattr(stencil, "value", False))


def picture_pixels(picture: Picture, way: Lying, limits: Limits) -> Image:
    """A picture as it is seen on its page, at its own resolution."""
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, NameObject
    from pypdfium2 import PdfDocument

    width, height = dimensions(picture)
    if width * height > limits.pixels:
        raise UnreadableError(f"a picture has more than {limits.pixels} pixels")
    if not way[0]:
        width, height = height, width
    alone = PdfWriter()
    points = 0.25  # per pixel: large pictures stay below the largest page there can be
    page = alone.add_blank_page(max(width, 1) * points, max(height, 1) * points)
    copier = Copier(alone, set())
    if picture.image is not None:
        call = b"/Picture Do"
        resources = DictionaryObject({NameObject("/XObject"): DictionaryObject({NameObject("/Picture"): copier.copy(picture.image)})})
    else:
        call = picture.part.data[picture.operation.start : picture.operation.end]
        resources = copier.resources(DictionaryObject(picture.part.resources))
    a, b, c, d, e, f = _unit(way)
    sizes = (width * points, height * points)
    matrix = (a * sizes[0], b * sizes[1], c * sizes[0], d * sizes[1], e * sizes[0], f * sizes[1])
    content = " ".join(f"{value:.4f}" for value in matrix).encode("ascii") + b" cm\n" + call
    page[NameObject("/Resources")] = resources
    page[NameObject("/Contents")] = alone._add_object(compressed(content))
    with closing(PdfDocument(saved(alone))) as document, closing(document[0]) as drawn:
        pixels: Image = drawn.render(scale=1 / points).to_pil().convert("RGB")
        return pixels


def is_photograph(image: Image) -> bool:
    """Whether a picture has the many colours of a photograph; drawings, radiographs and recordings have few or are grey.

    >>> import PIL.Image
    >>> is_photograph(PIL.Image.new("RGB", (90, 90), "red")), is_photograph(PIL.Image.effect_noise((90, 90), 99).convert("RGB"))
    (False, False)
    """
    small = image.convert("RGB").resize((64, 64))
    pixels = [tuple(channel >> 3 for channel in pixel) for _, pixel in small.getcolors(64 * 64) or ()]  # type: ignore[union-attr]
    colourful = sum(max(pixel) - min(pixel) >= 2 for pixel in pixels)
    return len(set(pixels)) > _MANY_COLOURS and colourful > 0.3 * len(pixels)


def picture_object(writer: PdfWriter, image: Image) -> Any:
    """A picture of the new file."""
    from pypdf.generic import NameObject, NumberObject

    grey = image if image.mode == "L" else image.convert("L") if _is_grey(image) else None
    shown = grey if grey is not None else image.convert("RGB")
    stream = _encoded(shown)
    stream[NameObject("/Type")] = NameObject("/XObject")
    stream[NameObject("/Subtype")] = NameObject("/Image")
    stream[NameObject("/Width")] = NumberObject(shown.width)
    stream[NameObject("/Height")] = NumberObject(shown.height)
    stream[NameObject("/ColorSpace")] = NameObject("/DeviceGray" if shown.mode == "L" else "/DeviceRGB")
    stream[NameObject("/BitsPerComponent")] = NumberObject(8)
    return writer._add_object(stream)


def _is_grey(image: Image) -> bool:
    from PIL import ImageChops

    red, green, blue = image.convert("RGB").split()
    return all(ImageChops.difference(red, other).getextrema()[1] < 6 for other in (green, blue))  # type: ignore[operator]


def _encoded(image: Image) -> StreamObject:
    """Drawings keep every pixel; photographs and scans are kept as JPEG."""
    from pypdf.generic import EncodedStreamObject, NameObject

    if image.getcolors(_FEW_COLOURS) is not None:
        return compressed(image.tobytes())
    whole = BytesIO()
    image.save(whole, "JPEG", quality=85)
    stream = EncodedStreamObject()
    stream._data = whole.getvalue()
    stream[NameObject("/Filter")] = NameObject("/DCTDecode")
    return stream


def turned_call(name: str, way: Lying) -> bytes:
    """The operators that paint a picture that was taken as it is seen, in the place of one that lies some way."""
    a, b, c, d, e, f = _unit(way)
    size = a * d - b * c
    inverse = (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)
    return b"q " + " ".join(f"{value:.0f}" for value in inverse).encode("ascii") + f" cm {name} Do Q".encode("ascii")


def page_pixels(document: Any, number: int, limits: Limits) -> Image:
    """A page as it is seen, turned as its reader turns it."""
    with closing(document[number]) as page:
        width, height = page.get_size()
        scale = PAGE_DPI / 72
        if width * height * scale * scale > limits.pixels:
            raise UnreadableError(f"a page has more than {limits.pixels} pixels at {PAGE_DPI} dots per inch")
        pixels: Image = page.render(scale=scale).to_pil().convert("RGB")
        return pixels


def set_page_picture(writer: PdfWriter, page: DictionaryObject, image: Image) -> None:
    """Make a page a picture and nothing else."""
    from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject

    width, height = image.width * 72 / PAGE_DPI, image.height * 72 / PAGE_DPI
    for key in [key for key in page if key not in ("/Type", "/Parent")]:
        del page[key]
    page[NameObject("/MediaBox")] = ArrayObject([FloatObject(side) for side in (0, 0, round(width, 3), round(height, 3))])
    shown = DictionaryObject({NameObject("/Page"): picture_object(writer, image)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): shown})
    content = f"q {width:.3f} 0 0 {height:.3f} 0 0 cm /Page Do Q".encode("ascii")
    page[NameObject("/Contents")] = writer._add_object(compressed(content))

