"""Picture files: their frames taken out, and put back with nothing but pixels in the file."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.formats import Limits, UnreadableError, check_size
from velado.formats._boxes import Box, grown
from velado.formats._ocr import burn
from velado.formats._picture_metadata import jpeg_without_metadata
from velado.formats._picture_views import has_alpha, without_hidden
from velado.formats.source import Source

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["check_written", "differs", "frames_of", "save_frames"]

_COMPARED = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK")
_FIELD = 8  # pixels across, as JPEG has them
_TOLERATED = 24  # of 255, on the average of a field: what JPEG may take away, and no letter can hide in

_KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".tif": "TIFF", ".tiff": "TIFF"}
_PNG_CHUNKS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"pHYs"})
# Size, bits, compression, photometry, strips, resolution, planes, predictor, colour map, tiles, extra samples, JPEG tables.
_TIFF_TAGS = frozenset(
    {254, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 282, 283, 284, 292, 293, 296, 297, 317, 320, 322, 323, 324, 325,
     338, 339, 347, 530, 531, 532}
)  # fmt: skip
_TIFF_PACKINGS = frozenset({"raw", "group3", "group4", "packbits", "tiff_lzw", "tiff_adobe_deflate", "jpeg", "tiff_ccitt"})
_OTHERS = frozenset({"MPO"})  # what phones call JPEG


@contextmanager
def _opened(source: Source, limits: Limits) -> Iterator[Image]:
    """The picture of a file, whatever its suffix promises checked. Raises UnreadableError."""
    import PIL.Image

    check_size(source.size, limits.file_bytes)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes, which have a limit of their own here
            with source.open() as stream, PIL.Image.open(stream, formats=("PNG", "JPEG", "TIFF", "MPO")) as image:
                kind = "JPEG" if image.format in _OTHERS else image.format
                if kind != _KINDS.get(source.suffix):
                    raise UnreadableError("the file is another kind of picture than its name says")
                if image.width * image.height > limits.pixels:
                    raise UnreadableError(f"the picture has more than {limits.pixels} pixels")
                yield image
    except UnreadableError:
        raise
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError, PIL.Image.DecompressionBombError, KeyError, TypeError):
        raise UnreadableError("the picture is damaged, cut short, or no picture at all") from None


def _frames(image: Image, limits: Limits) -> Iterator[Image]:
    from PIL import ImageOps

    count = getattr(image, "n_frames", 1)
    if image.format == "PNG" and count > 1:
        raise UnreadableError("the picture moves: only its frames could be handled, one file each")
    if count > limits.pages:
        raise UnreadableError(f"the file has more than {limits.pages} pages")
    for number in range(count if image.format == "TIFF" else 1):
        image.seek(number)
        if image.width * image.height > limits.pixels:
            raise UnreadableError(f"the picture has more than {limits.pixels} pixels")
        image.load()
        # Which side is up stands in the metadata: it is made true of the pixels before that goes.
        upright: Image = ImageOps.exif_transpose(image)
        upright.info = {key: value for key, value in image.info.items() if key in ("dpi", "compression", "transparency")}
        yield upright


def frames_of(source: Source, limits: Limits) -> Iterator[Image]:
    """The pages of a picture file, upright, one at a time. Raises UnreadableError."""
    with _opened(source, limits) as image:
        yield from _frames(image, limits)


def save_frames(path: Path, source: Source, boxes: Sequence[Sequence[tuple[Box, str]]], limits: Limits) -> None:
    """Write the pages of `source` with boxes burnt into them; a page without any keeps every pixel."""
    with _opened(source, limits) as image:
        kind = _KINDS[source.suffix]
        if kind == "JPEG" and not any(boxes) and image.getexif().get(274, 1) == 1 and image.format == "JPEG":
            path.write_bytes(jpeg_without_metadata(source.read_bytes()))
            return
        frames = (
            _bare(_burnt(frame, burning), frame.info) for frame, burning in zip(_frames(image, limits), boxes, strict=True)
        )
        first = next(frames)
        if kind == "TIFF":
            first.save(path, "TIFF", save_all=True, append_images=frames, **_settings(first, kind))
        else:
            first.save(path, kind, **_settings(first, kind))


def differs(written: Source, source: Source, boxes: Sequence[Sequence[tuple[Box, str]]], limits: Limits) -> bool:
    """Whether a written file has other pages, or other pixels, than `source` with boxes burnt into them.

    Files that lose nothing must agree in every pixel, others (JPEG) in every small field, as far as their packing allows.
    """
    from PIL import ImageChops

    with _opened(source, limits) as image, _opened(written, limits) as result:
        if getattr(image, "n_frames", 1) != getattr(result, "n_frames", 1) and image.format == "TIFF":
            return True
        for frame, burning, seen in zip(_frames(image, limits), boxes, _frames(result, limits), strict=True):
            meant = _bare(_burnt(frame, burning), frame.info)
            if meant.size != seen.size:
                return True
            lossy = result.format not in ("PNG", "TIFF") or seen.info.get("compression") == "jpeg"
            if not lossy and meant.mode == seen.mode and meant.tobytes() == seen.tobytes():
                continue
            if meant.mode not in _COMPARED or seen.mode not in _COMPARED:
                return True
            apart = ImageChops.difference(meant.convert("RGB"), seen.convert("RGB"))
            if lossy:
                apart = apart.reduce(_FIELD)
            if max(apart.tobytes(), default=0) > (_TOLERATED if lossy else 0):
                return True
    return False


def _burnt(frame: Image, boxes: Sequence[tuple[Box, str]]) -> Image:
    """The frame with its boxes, in the mode it had; nothing is left where it is transparent, nor under its boxes."""
    if has_alpha(frame):
        clear = without_hidden(frame)
        return burn(clear.convert("LA") if frame.mode == "LA" else clear, boxes)
    if not boxes:
        return frame
    if frame.mode.startswith("I") or frame.mode == "F":  # sixteen bits and more: boxes without words
        from PIL import ImageDraw

        picture = frame.copy()
        for box, _ in boxes:
            ImageDraw.Draw(picture).rectangle(grown(box), fill=0)
        return picture
    burning = burn(frame, boxes)
    return burning.quantize(256) if frame.mode == "P" else burning


def _bare(frame: Image, info: dict[Any, Any]) -> Image:
    """The pixels alone: what the library carries along from the file would be written again."""
    import PIL.Image

    bare = PIL.Image.new(frame.mode, frame.size)
    if frame.mode == "P":
        bare.putpalette(frame.getpalette("RGB") or [])
    bare.paste(frame, (0, 0))
    bare.info = {key: value for key, value in info.items() if key in ("dpi", "compression")}
    return bare


def _settings(frame: Image, kind: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    dpi = frame.info.get("dpi")
    if isinstance(dpi, tuple) and len(dpi) == 2 and all(1 <= float(value) <= 10000 for value in dpi):
        settings["dpi"] = (float(dpi[0]), float(dpi[1]))
    if kind == "JPEG":
        settings |= {"quality": 92, "subsampling": 0}
    if kind == "TIFF" and (packing := frame.info.get("compression")) in _TIFF_PACKINGS:
        bilevel = packing in ("group3", "group4", "tiff_ccitt")
        if bilevel == (frame.mode == "1") or packing not in ("jpeg", "group3", "group4", "tiff_ccitt"):
            settings["compression"] = packing
    return settings


def check_written(path: Path) -> str:
    """What a file holds besides pixels, in words; "" when there is nothing."""
    data = path.read_bytes()
    wrong = "the picture still has metadata"
    if data.startswith(b"\x89PNG"):
        position = 8
        while position + 8 <= len(data):
            if data[position + 4 : position + 8] not in _PNG_CHUNKS:
                return wrong
            position += 12 + int.from_bytes(data[position : position + 4], "big")
        return "" if position == len(data) else wrong
    if data.startswith(b"\xff\xd8"):
        return "" if jpeg_without_metadata(data) == data else wrong
    import PIL.Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with PIL.Image.open(path, formats=("TIFF",)) as image:
            for number in range(getattr(image, "n_frames", 1)):
                image.seek(number)
                if set(image.tag_v2) - _TIFF_TAGS:  # type: ignore[attr-defined]
                    return wrong
    return ""
