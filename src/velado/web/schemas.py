"""What calls and answers look like; the OpenAPI description is made from these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from velado.web.choices import BUILT_IN, Choice

__all__ = [
    "Add",
    "Call",
    "Changed",
    "ChangedDocument",
    "Choices",
    "DocumentBody",
    "DocumentSpan",
    "EditEntry",
    "Edited",
    "ErrorBody",
    "Everywhere",
    "FileEntry",
    "FileList",
    "FormatEntry",
    "Found",
    "FoundSpan",
    "Head",
    "Heads",
    "Health",
    "LabelEntry",
    "Login",
    "Model",
    "ModelState",
    "Named",
    "Never",
    "Offset",
    "Pasted",
    "Patch",
    "Patients",
    "Place",
    "Policy",
    "Replaced",
    "ReplacedSpan",
    "Reviewed",
    "RuleEntry",
    "Rules",
    "Settings",
    "Some",
    "Spans",
    "State",
    "Stretch",
    "Style",
]

Offset = Annotated[int, Field(ge=0, le=2**40)]
SpanLabel = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{0,39}$")]
FileId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Text = Annotated[str, Field(max_length=20_000_000)]
Name = Annotated[str, Field(max_length=60)]


class _Call(BaseModel):
    """What is not known is refused: a slip in a name must not pass for a setting."""

    model_config = ConfigDict(extra="forbid")


class Call(_Call):
    """A text for the stateless API."""

    text: Text = Field(examples=["Acude la Sra. Lucía Ferrer Campos por tos."])
    policy: Name = "everything"
    replace: Name | None = None
    language: Name = "auto"

    def choice(self) -> Choice:
        """The same as the engine takes it."""
        return Choice(self.policy, self.replace, None, self.language)


class FoundSpan(BaseModel):
    """Offsets in characters (code points) of the text that was sent, half open."""

    start: int
    end: int
    label: str
    score: float
    source: str


class ReplacedSpan(FoundSpan):
    """And what stands there in the result; null where the policy leaves the text."""

    replacement: str | None


class Found(BaseModel):
    """The text as it was sent."""

    text: str
    language: str
    spans: list[FoundSpan]


class Replaced(BaseModel):
    """The safe text; the offsets refer to the one that was sent."""

    text: str
    language: str
    spans: list[ReplacedSpan]


class ErrorBody(BaseModel):
    """Every error."""

    model_config = ConfigDict(extra="allow")
    error: str
    message: str


class Policy(BaseModel):
    """A policy and its rule per label."""

    name: str
    description: dict[str, str]
    rules: dict[str, str]


class LabelEntry(BaseModel):
    """A label and its names elsewhere."""

    name: str
    meddocan: str
    i2b2: str
    tag: str
    direct: bool
    words: dict[str, str]


class FormatEntry(BaseModel):
    """A kind of file."""

    name: str
    suffixes: list[str]
    description: str
    available: bool
    missing: str
    table: bool


class Named(BaseModel):
    """A recogniser."""

    name: str


class Style(BaseModel):
    """How labels are written."""

    name: str
    example: str


class Model(BaseModel):
    """A model that may be chosen."""

    model: str
    kind: str


class Health(BaseModel):
    """That the server is there, and how much may be asked of it."""

    status: str
    version: str
    token: bool
    shared: bool
    limits: dict[str, int]


class Choices(BaseModel):
    """Everything the settings offer."""

    policies: list[Policy]
    labels: list[LabelEntry]
    formats: list[FormatEntry]
    recognisers: list[Named]
    strategies: list[str]
    styles: list[Style]
    languages: list[str]
    annotations: list[str]
    models: list[Model]
    own_models: bool
    threshold: dict[str, float]
    doubt: float
    version: str


class Settings(_Call):
    """What a person chose for the session."""

    policy: Name = "everything"
    replace: Name | None = None
    style: Name | None = None
    language: Name = "auto"
    recognisers: Annotated[list[Name], Field(max_length=100)] | None = None
    model: Annotated[str, Field(max_length=500)] = BUILT_IN
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    keep_names: bool = False

    def choice(self) -> Choice:
        """The same as the engine takes it."""
        only = None if self.recognisers is None else tuple(dict.fromkeys(self.recognisers))
        return Choice(self.policy, self.replace, self.style, self.language, only, self.model, self.threshold)

    @classmethod
    def of(cls, choice: Choice, keep_names: bool) -> Settings:
        """The way back."""
        only = None if choice.recognisers is None else list(choice.recognisers)
        return cls(
            policy=choice.policy, replace=choice.replace, style=choice.style, language=choice.language, recognisers=only,
            model=choice.model, threshold=choice.threshold, keep_names=keep_names,
        )  # fmt: skip


class FileEntry(BaseModel):
    """A file on the desk."""

    id: str
    name: str
    size: int
    format: str | None
    state: Literal["queued", "reading", "columns", "done", "withheld", "cancelled"]
    stage: str
    progress: float | None
    reason: str
    reason_code: str
    rows: int
    table: bool
    documents: int
    withheld_documents: int
    characters: int
    language: str
    spans: int
    counts: dict[str, int]
    doubtful: int
    problems: list[str]
    cleaned: list[str]
    changed: int
    edited: bool
    reviewed: bool
    stale: bool
    version: int


class FileList(BaseModel):
    """Files that were just put on the desk."""

    files: list[FileEntry]


class Patients(BaseModel):
    """A list of patients, in numbers."""

    people: int
    names: int
    numbers: int


class State(BaseModel):
    """The whole desk, or what has changed on it."""

    version: int
    files: list[FileEntry]
    order: list[str]
    undo: int
    redo: int
    settings: Settings
    patients: Patients | None
    limits: dict[str, int]


class Head(BaseModel):
    """A document in a list."""

    number: int
    length: int
    language: str
    spans: int
    doubtful: int
    revision: int
    edited: bool
    withheld: bool
    wide: int
    row: int
    column: str
    sheet: int
    lead: int
    note: bool


class Heads(BaseModel):
    """Some documents of a file."""

    total: int
    documents: list[Head]


class DocumentSpan(ReplacedSpan):
    """A span under review."""

    strategy: str


class EditEntry(BaseModel):
    """A stretch of the original with the text that was written there by hand."""

    start: int
    end: int
    text: str


class DocumentBody(BaseModel):
    """A document under review, without its text."""

    number: int
    length: int
    language: str
    doubtful: int
    revision: int
    edited: bool
    withheld: bool
    wide: int
    spans: list[DocumentSpan]
    edits: list[EditEntry]
    dropped_edits: int
    standing: int
    result_length: int
    problems: list[str]


class Stretch(BaseModel):
    """A part of a text."""

    text: str
    start: int
    end: int
    length: int
    wide: int


class Login(_Call):
    """The token, once."""

    token: Annotated[str, Field(max_length=500)]


class Pasted(_Call):
    """A text that was typed or pasted."""

    text: Text
    name: Annotated[str, Field(max_length=200)] = ""


class Some(_Call):
    """Some files; all when none are named."""

    files: Annotated[list[FileId], Field(max_length=10_000)] | None = None


class Place(_Call):
    """A stretch."""

    start: Offset
    end: Offset


class Add(Place):
    """A stretch and what it is."""

    label: SpanLabel


class Spans(_Call):
    """All spans of a document, as a person wants them."""

    revision: Offset
    spans: Annotated[list[Add], Field(max_length=500_000)]


class Patch(_Call):
    """A few spans."""

    revision: Offset
    add: Annotated[list[Add], Field(max_length=10_000)] = []
    remove: Annotated[list[Place], Field(max_length=10_000)] = []


class Edited(_Call):
    """The whole result as it was edited."""

    revision: Offset
    text: Text


class Reviewed(_Call):
    """Whether a person has looked at a file."""

    reviewed: bool


class Never(Place):
    """Words of a document that identify nobody."""

    file: FileId
    document: Offset


class Everywhere(Never):
    """Words of a document that identify somebody wherever they stand."""

    label: SpanLabel


class ChangedDocument(BaseModel):
    """A document that is another now."""

    file: str
    document: int
    revision: int
    spans: int


class Changed(BaseModel):
    """What a step did."""

    changed: list[ChangedDocument]
    undo: int
    redo: int
    version: int
    rule: str | None


class RuleEntry(BaseModel):
    """A rule of the session."""

    id: str
    kind: str
    text: str
    label: str


class Rules(BaseModel):
    """All of them."""

    rules: list[RuleEntry]


class ModelState(BaseModel):
    """How far the loading of a model is."""

    state: Literal["idle", "loading", "ready", "failed"]
    message: str
    progress: float | None
