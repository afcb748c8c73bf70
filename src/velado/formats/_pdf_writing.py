"""A PDF written without what was replaced in its text: glyphs taken out, replacements set in, boxes burnt into pictures."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from velado.document import Replacement
from velado.formats import Limits, UnreadableError
from velado.formats._ocr import Box, boxes_over, burn
from velado.formats._pdf_clean import saved, swept
from velado.formats._pdf_codes import figures_at
from velado.formats._pdf_glyphs import Glyph, Painting
from velado.formats._pdf_ground import bare, set_ground
from velado.formats._pdf_letters import characters
from velado.formats._pdf_overlay import Gap, Lines, Overlay, add_fonts, gaps_of
from velado.formats._pdf_pages import Examined, examined, seen_box
from velado.formats._pdf_pictures import lying, page_pixels, picture_object, picture_pixels, set_page_picture
from velado.formats._pdf_reading import Source

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["write_pdf"]

_MISPLACED = "a page does not look as it was meant to after writing"


@dataclass(slots=True)
class _Work:
    """What has to be done to one page."""

    gone: set[int] = field(default_factory=set)  # glyphs
    writings: list[tuple[list[int], str]] = field(default_factory=list, repr=False)  # glyphs, and what takes their place
    boxes: dict[int | None, list[tuple[Box, str]]] = field(default_factory=lambda: defaultdict(list), repr=False)  # by picture


def write_pdf(data: bytes, source: Source, replacements: Iterable[Replacement], limits: Limits) -> tuple[bytes, list[str]]:
    """The new file, and what else was cleaned. Raises UnreadableError."""
    if sha256(data).digest() != source.digest:
        raise UnreadableError("the file was changed while it was being handled")
    pages = examined(data, limits)
    work = _work(source, replacements, len(pages.sheets))
    grounds = _grounds(pages, source, work, limits)
    pictures = _new_pictures(pages, source, work, limits)
    expected: dict[int, tuple[set[int], int]] = {}  # of pages of text: the glyphs that go, and the letters set in
    _draw_pages(pages, source, work, limits)
    for number, (page, sheet) in enumerate(zip(pages.clean.pages, pages.sheets, strict=True)):
        if number in source.as_pictures:
            continue
        figures = figures_at(sheet.painting, source.codes.get(number, ()))
        gone = _with_what_lies_there(sheet.painting, work[number].gone | figures)
        if ground := grounds.get(number):
            nothing = dict.fromkeys(range(len(sheet.painting.pictures)))
            content = pages.rewriter.page(page, sheet.painting, gone, nothing, drawn=False)
            content = set_ground(pages.clean.writer, page, ground) + content
        else:
            content = pages.rewriter.page(page, sheet.painting, gone, pictures[number])
        overlay = _overlay(sheet.painting, work[number], gone, seen_box(page))
        expected[number] = gone, overlay.letters
        if overlay.faces:
            add_fonts(page["/Resources"], overlay.faces)  # type: ignore[arg-type]
            content = b"q\n" + content + b"\nQ\n" + overlay.operators
        pages.rewriter.place(page, content)
    swept(pages.clean.writer)
    written = saved(pages.clean.writer)
    _check(written, pages, expected)
    return written, _notes(pages, source, len(grounds))


def _work(source: Source, replacements: Iterable[Replacement], pages: int) -> list[_Work]:
    work = [_Work() for _ in range(pages)]
    for replacement in sorted(replacements, key=lambda entry: entry.span):
        span = replacement.span
        for segment in source.segments:
            if segment.start < span.end and span.start < segment.end:
                numbers = segment.numbers(span.start, span.end)
                page = work[segment.page]
                if segment.words:
                    page.boxes[segment.picture] += boxes_over([segment.words[number] for number in numbers], replacement.text)
                elif fresh := [number for number in numbers if number not in page.gone]:
                    # What a cell says twice in the text is replaced once.
                    page.writings.append((fresh, replacement.text if len(fresh) == len(numbers) else ""))
                    page.gone.update(fresh)
    for number, scan in [*source.as_pictures.items(), *source.grounds.items()]:
        work[number].boxes[None] += [(box, "") for box in scan.unread]
    for (number, picture), boxes in source.unread.items():
        work[number].boxes[picture] += [(box, "") for box in boxes]
    return work


def _new_pictures(pages: Examined, source: Source, work: Sequence[_Work], limits: Limits) -> list[dict[int, Any]]:
    """For each page, the pictures that are painted in the place of those with words in them that must go."""
    made: dict[tuple[int, int], Any] = {}
    new: list[dict[int, Any]] = [{} for _ in pages.sheets]
    for number, sheet in enumerate(pages.sheets):
        if number in source.as_pictures:
            continue
        for at, picture in enumerate(sheet.painting.pictures):
            first = source.same.get((number, at), (number, at))
            boxes = work[first[0]].boxes.get(first[1])
            way = lying(picture.matrix)
            if (number, at) in source.blank:
                new[number][at] = None
            elif boxes and way is not None:
                if first not in made:
                    image = burn(picture_pixels(picture, way, limits), boxes)
                    made[first] = picture_object(pages.clean.writer, image)
                new[number][at] = (made[first], way)
    return new


def _grounds(pages: Examined, source: Source, work: Sequence[_Work], limits: Limits) -> dict[int, Image]:
    """For the pages behind whose text something must go, all that is there as one picture, with boxes in it."""
    from pypdfium2 import PdfDocument

    numbers = [number for number in source.grounds if work[number].boxes.get(None)]
    if not numbers:
        return {}
    with closing(PdfDocument(bare(pages, numbers, source.blank))) as document:
        return {number: burn(page_pixels(document, number, limits), work[number].boxes[None]) for number in numbers}


def _draw_pages(pages: Examined, source: Source, work: Sequence[_Work], limits: Limits) -> None:
    """Pages that cannot be handled as text become pictures with boxes in them."""
    from pypdfium2 import PdfDocument

    if source.as_pictures:
        with closing(PdfDocument(pages.plain)) as document:
            for number in source.as_pictures:
                image = burn(page_pixels(document, number, limits), work[number].boxes.get(None, ()))
                set_page_picture(pages.clean.writer, pages.clean.pages[number], image)


def _with_what_lies_there(painting: Painting, gone: set[int]) -> set[int]:
    """The glyphs that go, and those that are painted over or under them: shadows, second layers, letters made bold."""
    if not gone:
        return set()
    cells: dict[tuple[int, int], list[Glyph]] = defaultdict(list)
    for number in gone:
        glyph = painting.glyphs[number]
        reach = math.ceil(glyph.size / 8)
        for x in range(-reach, reach + 1):
            for y in range(-reach, reach + 1):
                cells[round(glyph.x / 8) + x, round(glyph.y / 8) + y].append(glyph)
    found = set(gone)
    for number, glyph in enumerate(painting.glyphs):
        if number not in found and not glyph.hidden:
            middle = _middle(glyph)
            if any(_covers(other, middle) for other in cells.get((round(middle[0] / 8), round(middle[1] / 8)), ())):
                found.add(number)
    return found


def _middle(glyph: Glyph) -> tuple[float, float]:
    turn = math.radians(glyph.angle)
    up = 0.3 * glyph.size
    return glyph.x + glyph.along_x / 2 - up * math.sin(turn), glyph.y + glyph.along_y / 2 + up * math.cos(turn)


def _covers(glyph: Glyph, point: tuple[float, float]) -> bool:
    turn = math.radians(glyph.angle)
    x, y = point[0] - glyph.x, point[1] - glyph.y
    along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    return 0 < along < math.hypot(glyph.along_x, glyph.along_y) and -0.1 * glyph.size < across < 0.7 * glyph.size


def _overlay(painting: Painting, work: _Work, gone: set[int], box: tuple[float, float, float, float]) -> Overlay:
    overlay = Overlay()
    if not work.writings:
        return overlay
    lines = Lines(glyph for number, glyph in enumerate(painting.glyphs) if number not in gone and not glyph.hidden)
    taken = [
        (gaps_of([painting.glyphs[number] for number in numbers]), text) for numbers, text in work.writings if text.strip()
    ]
    everywhere = [gap for gaps, _ in taken for gap in gaps]
    for gaps, text in taken:
        for gap in gaps:
            gap.room = min(lines.room_behind(gap, _to_edge(gap, box)), _to_next(gap, everywhere))
        overlay.write(gaps, text)
    return overlay


def _to_edge(gap: Gap, box: tuple[float, float, float, float]) -> float:
    turn = math.radians(gap.angle)
    x, y = gap.x + gap.width * math.cos(turn), gap.y + gap.width * math.sin(turn)
    ways = {0: box[2] - x, 90: box[3] - y, 180: x - box[0], 270: y - box[1]}
    return max(0.0, ways.get(gap.angle, 0.0) - gap.size)


def _to_next(gap: Gap, others: Sequence[Gap]) -> float:
    """How far it is to the next gap of the line: two replacements must not run into each other."""
    turn = math.radians(gap.angle)
    nearest = math.inf
    for other in others:
        x, y = other.x - gap.x, other.y - gap.y
        along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
        if other is not gap and abs(across) < 0.9 * gap.size and along > gap.width - 0.3 * gap.size:
            nearest = min(nearest, max(0.0, along - gap.width - 0.15 * gap.size))
    return nearest


def _check(written: bytes, pages: Examined, expected: dict[int, tuple[set[int], int]]) -> None:
    """Read what was written: every letter that stays is where it was, and there are none besides. Raises UnreadableError."""
    from pypdfium2 import PdfDocument

    with closing(PdfDocument(written)) as document:
        if len(document) != len(pages.sheets):
            raise UnreadableError(_MISPLACED)
        for number, (gone, letters) in expected.items():
            there: dict[tuple[int, int], set[str]] = defaultdict(set)
            count = 0
            with closing(document[number]) as page:
                for character in characters(page):
                    there[round(character.x), round(character.y)].add(character.text)
                    count += len("".join(character.text.split()))
            glyphs = enumerate(pages.sheets[number].painting.glyphs)
            kept = [glyph for at, glyph in glyphs if at not in gone and not glyph.hidden and glyph.text.strip()]
            if count > letters + sum(len(glyph.text) for glyph in kept):
                raise UnreadableError(_MISPLACED)
            if not all(_stands(glyph, there) for glyph in kept):
                raise UnreadableError(_MISPLACED)


def _stands(glyph: Glyph, there: Mapping[tuple[int, int], set[str]]) -> bool:
    x, y = math.floor(glyph.rough_x), math.floor(glyph.rough_y)
    near = [there[x + i, y + j] for i in (0, 1, -1, 2) for j in (0, 1, -1, 2) if (x + i, y + j) in there]
    return any(glyph.text in texts or any(glyph.text in text or text in glyph.text for text in texts) for texts in near)


def _notes(pages: Examined, source: Source, grounds: int) -> list[str]:
    hidden = sum(sheet.painting.hidden_text for sheet in pages.sheets)
    things = sum(sheet.painting.hidden_things for sheet in pages.sheets)
    scans = [*source.as_pictures.values(), *source.grounds.values()]
    unread = sum(map(len, source.unread.values())) + sum(len(scan.unread) for scan in scans)
    told = [
        (hidden, "letters that nobody sees removed"),
        (things, "hidden things removed"),
        (len(source.as_pictures), "pages made into pictures, because their text cannot be told for certain"),
        (grounds, "pages whose drawings and pictures were made into one picture, because words in them had to be covered"),
        (source.pictures, "pictures read; faces are not recognised"),
        (source.photographs, "photographs without words removed"),
        (len(source.blank) - source.photographs, "pictures that could not be read removed"),
        (unread, "places with unread writing in pictures covered"),
    ]
    return [*pages.clean.notes, *(f"{count} {what}" for count, what in told if count)]
