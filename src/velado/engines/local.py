"""The pipeline on this machine: in this process, or in several that each have their own.

Documents are taken from the source as workers become free and handed on in their order, so memory stays bounded
however many there are. A worker that dies, hangs or grows takes only the document it was at with it: that one is tried
once more by itself, and withheld when it fails again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from velado.document import Document, Result
from velado.engines import Settings
from velado.engines.pool import Event, Member, Pool
from velado.engines.process import PICKLE, Budget, SupervisedProcess, connect, watchdog

if TYPE_CHECKING:
    from velado.formats import Handled

__all__ = ["run", "run_isolated"]

CHUNK = 16  # documents per message: enough to make the messages' cost disappear
CHUNK_CHARACTERS = 100_000
AHEAD = 8  # chunks per worker that may wait for an earlier, slower one


def run(documents: Iterable[Document], settings: Settings, jobs: int = 1, budget: Budget | None = None) -> Iterator[Handled]:
    """Yield each document with its result, in the order they came in; the same for any number of `jobs`.

    One job is done in this process, several in processes of their own.
    """
    if jobs < 1:
        raise ValueError("jobs must be at least 1")
    pipeline = settings.pipeline()  # wrong settings show here, not in a worker
    if jobs > 1:
        yield from run_isolated(documents, settings, jobs, budget or Budget())
        return
    for document in documents:
        yield document, pipeline.deidentify(document)


def run_isolated(
    documents: Iterable[Document], settings: Settings, jobs: int, budget: Budget, pulse: Callable[[], None] = lambda: None
) -> Iterator[Handled]:
    """The same in processes of their own, also for one job. `pulse` is called now and then while they are waited for."""
    crew = _Crew(settings, jobs, budget, pulse)
    try:
        yield from crew.handle(documents)
    finally:
        crew.pool.end()


@dataclass(slots=True, eq=False)
class _Chunk:
    """Documents that travel together, the results so far, and whether they are being tried again."""

    documents: list[Document]
    results: list[Result] = field(default_factory=list)
    again: bool = False

    @property
    def done(self) -> bool:
        return len(self.results) == len(self.documents)


class _Crew:
    """Workers that are each given one chunk at a time."""

    def __init__(self, settings: Settings, jobs: int, budget: Budget, pulse: Callable[[], None]) -> None:
        self._pulse = pulse

        def start(inbox: object) -> SupervisedProcess:
            process = SupervisedProcess("velado.engines.local:serve", inbox, PICKLE)  # type: ignore[arg-type]
            process.send((settings, budget))
            return process

        self.pool = Pool(start, jobs, budget)

    def handle(self, documents: Iterable[Document]) -> Iterator[Handled]:
        """Yield each document with its result, in order."""
        source = _chunks(documents)
        waiting: deque[_Chunk] = deque()  # what is left of chunks whose worker died
        order: deque[_Chunk] = deque()  # everything taken from the source and not yet handed on
        exhausted = False
        while True:
            for member in self.pool.idle():
                if not waiting and not exhausted and len(order) < AHEAD * len(self.pool.members):
                    chunk = next(source, None)
                    exhausted = chunk is None
                    if chunk is not None:
                        order.append(chunk)
                        waiting.append(chunk)
                if waiting:
                    self._give(member, waiting.popleft())
            while order and order[0].done:
                chunk = order.popleft()
                yield from zip(chunk.documents, chunk.results, strict=True)
            if exhausted and not order:
                return
            # All may be idle here: a slow document held the others back, and handing them on has just made room.
            if self.pool.busy:
                for event in self.pool.wait(self._pulse):
                    waiting.extend(self._note(event))

    def _give(self, member: Member, chunk: _Chunk) -> None:
        rest = chunk.documents[len(chunk.results) :]
        # Where a document came from stays here: it may be anything, and workers have no use for it.
        message = [replace(document, place=None) for document in (rest[:1] if chunk.again else rest)]
        self.pool.give(member, chunk, message, _size(rest[0]))

    def _note(self, event: Event) -> list[_Chunk]:
        """Take in one event; return the chunks that need a worker once more."""
        member, chunk = event.member, event.member.task
        if chunk is None:
            return []  # an idle worker that ended has been replaced
        if event.lost:
            member.task = None
            return self._lost(chunk, event.lost)
        chunk.results.append(event.content)
        if chunk.done:
            self.pool.release(member)
        elif chunk.again:  # the one in doubt came through; the others follow as usual
            chunk.again = False
            self.pool.release(member)
            return [chunk]
        else:
            self.pool.extend(member, _size(chunk.documents[len(chunk.results)]))
        return []

    def _lost(self, chunk: _Chunk, reason: str) -> list[_Chunk]:
        if not chunk.again:
            chunk.again = True
            return [chunk]
        document = chunk.documents[len(chunk.results)]
        chunk.results.append(Result(document.id, None, (), (reason,)))
        chunk.again = False
        return [] if chunk.done else [chunk]


def _chunks(documents: Iterable[Document]) -> Iterator[_Chunk]:
    """Bundle the documents, limited in number and size; a long one travels by itself."""
    characters = 0
    bundle: list[Document] = []
    for document in documents:
        if bundle and (len(bundle) == CHUNK or characters + _size(document) > CHUNK_CHARACTERS):
            yield _Chunk(bundle)
            characters, bundle = 0, []
        bundle.append(document)
        characters += _size(document)
    if bundle:
        yield _Chunk(bundle)


def _size(document: Document) -> int:
    """Return the number of characters. A document without a text is withheld by the pipeline; it must not stop the others here."""
    return len(document.text) if isinstance(document.text, str) else 0


def serve() -> None:
    """A worker's life: documents in, results out, one message each, until the parent is gone."""
    line = connect(PICKLE)
    settings, budget = line.receive()
    pipeline = settings.pipeline()
    line.started()
    while True:
        for document in line.receive():
            watchdog(2 * budget.patience(_size(document)) + 60)
            line.send(pipeline.deidentify(document))
