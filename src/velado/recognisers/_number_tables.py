"""Numbers whose cue is not right before them: under the head of a column, or dictated digit by digit."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.recognisers._calendar import alternatives
from velado.recognisers._cue_book import Cue, cue_book
from velado.tokens import Page

__all__ = ["header_above", "spelled_out"]

_MAX_ROWS, _MAX_LINE = 40, 1000
_CELL = late_pattern(r"[|\t]")
_DIGITS = "zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|um|dois|quatro|sete|oito|nove|meia"
_TENS = (
    "diez|once|doce|trece|catorce|quince|dieci[a-z]{3,6}|veinte|veinti[a-z]{2,6}|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien"
    "|ciento|doscientos|trescientos|cuatrocientos|quinientos|seiscientos|setecientos|ochocientos|novecientos|ten|eleven|twelve|thirteen"
    "|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|mil|millon|millones|milhoes|dez|onze|doze|treze"
    "|quatorze|quinze|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|cem|cento"
)
_NUMBER = alternatives(f"{_DIGITS}|{_TENS}".split("|"))
_SPELLED = late_pattern(
    rf"(?<![a-z])(?:{_NUMBER})(?:[ ,\-]{{1,2}}(?:(?:y|e|and|guion|hyphen|dash|hifen|punto|barra|diagonal|slash) )?(?:{_NUMBER})(?![a-z])){{2,18}}"
    r"(?: (?:hache|jota|zeta|erre|equis|be|ce|ge|eme|ene|ka|[a-z])(?![a-z]))?"
)
_HINTS = (" cero ", " siete ", " seis ", " nueve ", " zero ", " oh ", " seven ", " nine ", " sete ", " nove ", " meia ")
_SPOKEN = late_pattern(_TENS)


def header_above(page: Page, start: int) -> Cue | None:
    """The cue in the head of the column that a number stands in, where the lines above it form a table."""
    starts = page.line_starts
    number = page.line_of(start)
    text, folded = page.text, page.folded
    line_start, line_end = page.line_bounds(start)
    if line_end - line_start > _MAX_LINE or not _CELL.search(text, line_start, line_end):
        return None
    top = number
    while top > 0 and number - top < _MAX_ROWS and _CELL.search(text, starts[top - 1], starts[top]):
        top -= 1
    if top == number or starts[top + 1] - starts[top] > _MAX_LINE:
        return None
    column = len(_CELL.findall(text, line_start, start))
    head = _CELL.split(folded[starts[top] : starts[top + 1] - 1])
    return cue_book().leading(head[column]) if column < len(head) else None


def spelled_out(page: Page) -> Iterator[tuple[int, int, str]]:
    """Numbers dictated in words, five digits and more, or fewer words behind a cue."""
    folded = page.folded
    if not any(map(folded.__contains__, _HINTS)):
        return
    book = cue_book()
    for match in _SPELLED.finditer(folded):
        words = match.group().split()
        cue = book.before(folded, page.text, match.start()).cue
        if cue is not None and cue.label:
            yield match.start(), match.end(), cue.label
        elif cue is None and len(words) >= 6 and not _SPOKEN.search(match.group()):
            yield match.start(), match.end(), "OTHER_ID"
