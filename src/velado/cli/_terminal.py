"""What the terminal shows: a progress line, colours, and names that cannot play tricks on it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TextIO

__all__ = ["Progress", "colours", "locale_language", "rows_done", "say", "shown", "table"]


def shown(name: object) -> str:
    """A file name or a text as it can be printed: control characters and undecodable bytes escaped.

    >>> shown("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    text = str(name)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def say(message: str) -> None:
    """A line for the user, on standard error: standard output belongs to results."""
    if sys.stderr is not None:  # else `print` would take standard output
        print(message, file=sys.stderr)


def colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal that may be given colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def locale_language(known: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> str:
    """The user's language if it is among the known ones, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            return value[:2].lower() if value[:2].lower() in known else "en"
    return "en"


def table(rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """Columns as wide as they need to be; the last one runs free."""
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append((indent + "  ".join([*cells, row[-1]])).rstrip())
    return "\n".join(lines)


class Progress:
    """A line on the terminal for work that takes longer than a second; silent when nobody looks on."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._total = total
        self._done = self._inside = 0
        self._started = self._drawn = time.monotonic()
        self._visible = False
        self._rows = self._whole = 0  # of the table at hand
        self._first = (0, 0.0)  # with which row of it this run began, and when

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        self._inside = self._rows = self._whole = 0
        self._draw()

    def within(self, notes: int, rows: int = 0, whole: int = 0) -> None:
        """So many notes of the one at hand are done, and so many of all rows of a table."""
        if whole and not self._whole:
            self._first = (rows, time.monotonic())
        self._inside, self._rows, self._whole = notes, min(rows, whole), whole
        self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if now - self._started < 1.0 or now - self._drawn < 0.1 or self._stream is None or not self._stream.isatty():
            return
        self._drawn, self._visible = now, True
        self._stream.write(f"\r{self._table(now) if self._whole else self._files(now)}\x1b[K")
        self._stream.flush()

    def _files(self, now: float) -> str:
        share = self._done / self._total if self._total else 1.0
        left = f"{_span((now - self._started) * (1 - share) / share)} left" if share else "…"
        filled = int(share * 30)
        bar = "█" * filled + "░" * (30 - filled)
        pieces = f"  {self._inside:,} notes" if self._inside > 100 else ""
        return f"{bar} {self._done}/{self._total}{pieces}  {left} "

    def _table(self, now: float) -> str:
        files = f"file {self._done + 1}/{self._total}  " if self._total > 1 else ""
        return files + rows_done(self._rows, self._whole, self._rows - self._first[0], now - self._first[1])

    def clear(self) -> None:
        """Wipe the line, so that other text can be printed."""
        if self._visible:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._visible = False


def rows_done(rows: int, whole: int, own: int, seconds: float) -> str:
    """How far a table is; `own` of its rows were done in these seconds, the others by an earlier run.

    >>> rows_done(7616, 20000, 7616, 112.0), rows_done(0, 20000, 0, 0.0)
    ('7,616/20,000 rows  38 %  68 rows/s  3:02 left', '0/20,000 rows  0 %')
    """
    told = f"{rows:,}/{whole:,} rows  {int(100 * rows / whole)} %"
    if own <= 0 or seconds <= 0:
        return told
    rate = own / seconds
    return f"{told}  {rate:,.0f} rows/s  {_span((whole - rows) / rate)} left"


def _span(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
