"""Charts as inline SVG: bars, lines and points. Colours are classes of the page's style, so that they follow light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

__all__ = ["COLOURS", "bars", "lines", "points"]

COLOURS = 8  # classes c0 … c7; further series take them again with other dashes
_DASHES = ("", "6 3", "2 3")
_LETTER = 7.2  # about how wide a letter is


def _series(number: int) -> str:
    dash = _DASHES[number // COLOURS % len(_DASHES)]
    return f'class="c{number % COLOURS}"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _image(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def bars(title: str, values: Mapping[str, float | None], favourite: str = "") -> str:
    """One horizontal bar per name, on a scale from 0 to 1 (further if need be); the favourite in the accent colour."""
    names = [name for name, value in values.items() if value is not None]
    left = max((len(name) for name in names), default=0) * _LETTER + 8
    width, step = 190.0, 21
    longest = max([1.0, *(value for value in values.values() if value is not None)])
    parts = []
    for number, name in enumerate(names):
        value, top = values[name] or 0.0, number * step + 4
        kind = "bar best" if name == favourite else "bar"
        parts.append(
            f'<text x="{left - 6:.0f}" y="{top + 11}" class="end">{escape(name)}</text>'
            f'<rect x="{left:.0f}" y="{top}" width="{width * value / longest:.1f}" height="14" rx="2" class="{kind}"/>'
            f'<text x="{left + width * value / longest + 5:.1f}" y="{top + 11}" class="number">{value:.3f}</text>'
        )
    return _image(left + width + 50, len(names) * step + 6, title, parts)


def _frame(
    width: float, height: float, across: Sequence[float], up: Sequence[float], names: tuple[str, str]
) -> Iterator[str]:
    """Grid lines with their numbers, and the names of the axes."""
    for x, value in _spread(across, 0, width):
        yield f'<line x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height:.0f}" class="grid"/>'
        yield f'<text x="{x:.1f}" y="{height + 16:.0f}" class="middle">{value:g}</text>'
    for y, value in _spread(up, height, 0):
        yield f'<line x1="0" y1="{y:.1f}" x2="{width:.0f}" y2="{y:.1f}" class="grid"/>'
        yield f'<text x="-6" y="{y + 4:.1f}" class="end">{value:g}</text>'
    yield f'<text x="{width / 2:.0f}" y="{height + 34:.0f}" class="middle soft">{escape(names[0])}</text>'
    yield f'<text transform="translate(-40 {height / 2:.0f}) rotate(-90)" class="middle soft">{escape(names[1])}</text>'


def _spread(ticks: Sequence[float], start: float, stop: float) -> Iterator[tuple[float, float]]:
    for tick in ticks:
        yield _place(tick, ticks[0], ticks[-1], start, stop), tick


def _place(value: float, low: float, high: float, start: float, stop: float) -> float:
    return start + (value - low) / (high - low) * (stop - start)


def _apart(wanted: Sequence[float], gap: float, bottom: float) -> list[float]:
    """Heights for labels, near the wanted ones but never closer than the gap to each other."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    placed = [0.0] * len(wanted)
    last = -gap
    for number in order:
        placed[number] = last = max(wanted[number], last + gap)
    over = last - bottom
    if over > 0:  # pushed out at the bottom: move up what can
        free = bottom
        for number in reversed(order):
            placed[number] = free = min(placed[number], free)
            free -= gap
    return placed


def _ticks(values: Sequence[float]) -> list[float]:
    """Round steps from below the smallest value to 1, or to what the largest needs."""
    low, high = min(values), max(1.0, *values)
    step = next((step for step in (0.02, 0.05, 0.1, 0.2) if (high - low) / step <= 6), 0.25)
    first = int(low / step) * step
    count = round((high - first) / step + 0.499)
    return [round(first + step * number, 4) for number in range(max(1, count) + 1)]


def lines(title: str, series: Mapping[str, Mapping[float, float]], names: tuple[str, str]) -> str:
    """One line per name over the same places, each with its name at its end."""
    width, height = 460.0, 330.0
    places = sorted({x for line in series.values() for x in line})
    up = _ticks([y for line in series.values() for y in line.values()])

    def at(x: float, y: float) -> tuple[float, float]:
        return _place(x, places[0], places[-1], 0, width), _place(y, up[0], up[-1], height, 0)

    parts = list(_frame(width, height, places, up, names))
    ends = _apart([at(places[-1], line[max(line)])[1] for line in series.values()], 15, height)
    for number, ((name, line), end) in enumerate(zip(series.items(), ends, strict=True)):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(x, line[x]) for x in sorted(line)))
        last = at(max(line), line[max(line)])[1]
        parts.append(f'<g {_series(number)}><polyline points="{path}" class="line"/>')
        parts.append(f'<polyline points="{width:.0f},{last:.1f} {width + 14:.0f},{end:.1f}" class="thin"/></g>')
        parts.append(f'<text x="{width + 18:.0f}" y="{end + 4:.1f}">{escape(name)}</text>')
    return _moved(title, parts, width + max(map(len, series)) * _LETTER + 20, height)


def points(title: str, places: Mapping[str, tuple[float, float]], names: tuple[str, str]) -> str:
    """One point per name, with its name beside it."""
    width, height = 460.0, 330.0
    across, up = _ticks([x for x, _ in places.values()]), _ticks([y for _, y in places.values()])
    parts = list(_frame(width, height, across, up, names))
    spots = [(_place(x, across[0], across[-1], 0, width), _place(y, up[0], up[-1], height, 0)) for x, y in places.values()]
    ends = _apart([y for _, y in spots], 15, height)
    for number, (name, (x, y), end) in enumerate(zip(places, spots, ends, strict=True)):
        parts.append(f'<g {_series(number)}><polyline points="{x:.1f},{y:.1f} {width + 14:.0f},{end:.1f}" class="thin"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" class="dot"/></g>')
        parts.append(f'<text x="{width + 18:.0f}" y="{end + 4:.1f}">{escape(name)}</text>')
    return _moved(title, parts, width + max(map(len, places)) * _LETTER + 20, height)


def _moved(title: str, parts: Sequence[str], width: float, height: float) -> str:
    """Room to the left and below for the axes."""
    return _image(width + 60, height + 58, title, ['<g transform="translate(56 12)">', *parts, "</g>"])
