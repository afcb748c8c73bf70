"""What calls and answers about tables look like."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from velado.web.schemas import DocumentBody

__all__ = [
    "CellBody",
    "Cells",
    "ColumnChoice",
    "ColumnChoices",
    "ColumnEntry",
    "Columns",
    "RestCell",
    "TableEntry",
]


class RestCell(BaseModel):
    """A cell that stays as it is."""

    column: str
    text: str


class CellBody(DocumentBody):
    """A short text under review, whole; with the first of a row the cells of that row that stay."""

    text: str
    rest: list[RestCell]


class Cells(BaseModel):
    """Short texts of a file; longer ones are read one by one."""

    documents: list[CellBody]


class ColumnEntry(BaseModel):
    """A column of a table; `name` is null where it might be somebody's. `guess` is what happens unless somebody chooses."""

    number: int
    name: str | None
    role: str
    reason: str
    action: str
    label: str
    guess: str
    choice: str | None


class TableEntry(BaseModel):
    """A table of a file; `row` is that of its header, 0 without one."""

    name: str
    row: int
    rows: int
    columns: list[ColumnEntry]


class Columns(BaseModel):
    """The tables of a file, and how many other files with the same columns wait."""

    tables: list[TableEntry]
    alike: int


class ColumnChoice(BaseModel):
    """What a column is for."""

    model_config = ConfigDict(extra="forbid")
    table: Annotated[int, Field(ge=0, le=100_000)]
    column: Annotated[int, Field(ge=0, le=100_000)]
    choice: Literal["notes", "patient", "identity", "date", "keep", "drop"]


class ColumnChoices(BaseModel):
    """What is said of the columns of a file; of all others the guess holds."""

    model_config = ConfigDict(extra="forbid")
    choices: Annotated[list[ColumnChoice], Field(max_length=2_000)] = []
    same: bool = False
