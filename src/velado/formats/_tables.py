"""Tables inside documents: which stretches make up which cell, and what the engine reads in front of them.

Below a row that names columns of people every value is read in a line of its own behind the name of its column; in the
file nothing of that is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from velado.formats._weave import Stream, Thread
from velado.headings import leads

__all__ = ["Tables"]

_WIDEST = 200  # columns; what spans more says nothing


@dataclass(slots=True)
class _Table:
    """A table while it is read: the threads of each cell, row by row, by column."""

    rows: list[dict[int, list[Thread]]] = field(default_factory=list, repr=False)
    heads: dict[int, bool] = field(default_factory=dict)  # the rows of which the file says whether they name columns
    column: int = 0  # of the next cell
    below: dict[int, int] = field(default_factory=dict)  # columns that a cell from above reaches into, and for how many rows
    here: frozenset[int] = frozenset()  # those of the row being read
    cell: tuple[Stream, int, int, int] | None = None  # the open one: where its threads go, from which on, its column, how far down


@dataclass(slots=True)
class Tables:
    """The tables of one part, in the order they are met; the innermost of the open ones is the last."""

    _open: list[_Table] = field(default_factory=list, repr=False)
    _all: list[_Table] = field(default_factory=list, repr=False)

    def begin(self) -> None:
        """A table begins."""
        self._open.append(_Table())
        self._all.append(self._open[-1])

    def end(self) -> None:
        """A table ends, with whatever is still open in it."""
        if self._open:
            self.end_cell()
            self._open.pop()

    def row(self) -> None:
        """A row begins."""
        if not self._open:
            self.begin()
        self.end_cell()
        table = self._open[-1]
        table.here = frozenset(column for column, rows in table.below.items() if rows > 0)
        table.below = {column: rows - 1 for column, rows in table.below.items() if rows > 1}
        table.rows.append({})
        table.column = 0

    def head(self, names: bool = True) -> None:
        """The row being read names columns, or one of its cells does not."""
        if self._open and self._open[-1].rows:
            row = len(self._open[-1].rows) - 1
            self._open[-1].heads[row] = names and self._open[-1].heads.get(row, True)

    def is_first(self) -> bool:
        """Whether the next cell is the first of its row."""
        return not self._open or not self._open[-1].rows or self._open[-1].column == 0

    def cell(self, stream: Stream, across: int = 1, down: int = 1, since: int | None = None) -> None:
        """A cell begins whose text goes into the stream, or has gone there `since` a thread; it may reach over columns and rows."""
        if not self._open or not self._open[-1].rows:
            self.row()
        self.end_cell()
        table = self._open[-1]
        while table.column in table.here:
            table.column += 1
        table.cell = (stream, len(stream.threads) if since is None else since, table.column, down)
        self.skip(across)

    def skip(self, columns: int = 1) -> None:
        """The next cell stands so many columns further on."""
        if self._open:
            table = self._open[-1]
            for column in range(table.column, table.column + max(0, min(columns, _WIDEST))):
                if table.cell is not None and table.cell[3] > 1:
                    table.below[column] = table.cell[3] - 1
            table.column += max(0, min(columns, _WIDEST))

    def end_cell(self) -> None:
        """The open cell of the innermost table ends, if one is open."""
        if self._open and (open_cell := self._open[-1].cell) is not None:
            stream, first, column, _ = open_cell
            self._open[-1].rows[-1][column] = stream.threads[first:]
            self._open[-1].cell = None

    def tell(self, streams: Iterable[Stream]) -> None:
        """Put what the headings say in front of the cells below them."""
        while self._open:
            self.end()
        told: dict[int, str] = {}
        for table in self._all:
            wide = max((column + 1 for row in table.rows for column in row), default=0)
            said = [["".join(thread.text for thread in row.get(column, ())) for column in range(wide)] for row in table.rows]
            for number, column, lead in leads(said, [row for row, names in table.heads.items() if names]):
                first = next(thread for thread in table.rows[number][column] if any(map(str.isalnum, thread.text)))
                told[id(first)] = lead
        if told:
            for stream in streams:
                stream.threads = list(_with_leads(stream.threads, told))


def _with_leads(threads: Iterable[Thread], told: dict[int, str]) -> Iterable[Thread]:
    waiting: Thread | None = None  # a gap that may become the end of a line
    for thread in threads:
        lead = told.get(id(thread))
        if lead is not None:
            yield from (Thread("\n"), Thread(lead), thread)
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        waiting = None
        if thread.start < 0 and thread.text.isspace():
            waiting = thread
        else:
            yield thread
    if waiting is not None:
        yield waiting
