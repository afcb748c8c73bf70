"""What cameras and programs write into pictures besides the pixels: taken out without touching those."""

from __future__ import annotations

from typing import Any

from velado.formats._pdf_objects import entry

__all__ = ["jp2_without_metadata", "jpeg_without_metadata", "picture_bytes", "without_metadata"]

_KEPT_SEGMENTS = frozenset({0xE0, 0xEE})  # JFIF's density and Adobe's colour transform: the pixels' look needs them
_DROPPED_BOXES = frozenset({b"xml ", b"uuid", b"uinf", b"asoc", b"cref"})


def jpeg_without_metadata(data: bytes) -> bytes:
    """The same picture without EXIF, XMP, IPTC, colour profile, thumbnails and comments; unchanged when it is no JPEG.

    >>> jpeg_without_metadata(b"\\xff\\xd8\\xff\\xfe\\x00\\x06Ana!\\xff\\xda\\x00\\x02pixels\\xff\\xd9behind")
    b'\\xff\\xd8\\xff\\xda\\x00\\x02pixels\\xff\\xd9'
    """
    if not data.startswith(b"\xff\xd8"):
        return data
    pieces, position = [b"\xff\xd8"], 2
    while position + 4 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker == 0xFF:  # a filler
            position += 1
            continue
        if marker == 0xD9:
            break
        end = position + 2 + int.from_bytes(data[position + 2 : position + 4], "big")
        application = 0xE0 <= marker <= 0xEF or marker == 0xFE
        # A JFIF segment may hold a thumbnail; its head is 16 bytes long.
        if not application or (marker in _KEPT_SEGMENTS and end - position <= 18):
            pieces.append(data[position:end])
        if marker == 0xDA:
            last = data.rfind(b"\xff\xd9")
            pieces.append(data[end : last + 2] if last >= end else data[end:])
            return b"".join(pieces)
        position = end
    return data


def jp2_without_metadata(data: bytes) -> bytes:
    """The same JPEG 2000 picture without its XML and UUID boxes; a bare code stream stays as it is."""
    if data[4:8] != b"jP  ":
        return data
    pieces, position = [], 0
    while position + 8 <= len(data):
        size, kind = int.from_bytes(data[position : position + 4], "big"), data[position + 4 : position + 8]
        if size == 1:
            size = int.from_bytes(data[position + 8 : position + 16], "big")
        end = len(data) if size == 0 else position + size
        if end <= position:
            return data
        if kind not in _DROPPED_BOXES:
            pieces.append(data[position:end])
        position = end
    return b"".join(pieces)


def picture_bytes(stream: Any) -> tuple[bytes, str]:
    """The bytes of a picture in a PDF as its own format packs them, and that format's filter; "" when it has several or none.

    A JPEG may be packed once more on its way into the file, as text for one.
    """
    from pypdf.generic import ArrayObject, EncodedStreamObject, NameObject

    data: bytes = stream._data
    filters = entry(stream, "/Filter")
    listed = [str(name) for name in filters] if isinstance(filters, list) else [str(filters)]
    if len(listed) > 1 and listed[-1] in ("/DCTDecode", "/JPXDecode"):
        outer = EncodedStreamObject()
        outer._data = data
        outer[NameObject("/Filter")] = ArrayObject([NameObject(name) for name in listed[:-1]])
        return outer.get_data(), listed[-1]
    return data, listed[0] if len(listed) == 1 else ""


def without_metadata(stream: Any) -> tuple[bytes, str]:
    """The same without what the picture's own format says besides the pixels."""
    data, kind = picture_bytes(stream)
    if kind == "/DCTDecode":
        return jpeg_without_metadata(data), kind
    return (jp2_without_metadata(data) if kind == "/JPXDecode" else data), kind
