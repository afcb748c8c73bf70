"""The pipeline on this machine: in this process, or in several that each have their own.

Documents are taken from the source as workers become free and handed on in their order, so memory stays bounded
however many there are. A worker that dies or hangs takes only the document it was at with it: that one is tried once
more by itself, and withheld when it fails again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from velado.document import Document, Result
from velado.engines import Settings
from velado.formats import Handled

__all__ = ["run"]

CHUNK = 16  # documents per message: enough to make the messages' cost disappear
CHUNK_CHARACTERS = 100_000
AHEAD = 8  # chunks per worker that may wait for an earlier, slower one
PATIENCE = 120.0  # seconds a worker may be silent, and one more for every 5,000 characters
CHARACTERS_PER_SECOND = 5_000


def run(documents: Iterable[Document], settings: Settings, jobs: int = 1, patience: float = PATIENCE) -> Iterator[Handled]:
    """Each document with its result, in the order they came in. The results are the same for any number of `jobs`.

    With several jobs call this from a module that can be imported (`if __name__ == "__main__":` in scripts), because
    every worker is a fresh Python process.
    """
    if jobs < 1:
        raise ValueError("jobs must be at least 1")
    pipeline = settings.pipeline()  # wrong settings show here, not in a worker
    if jobs == 1:
        for document in documents:
            yield document, pipeline.deidentify(document)
        return
    crew = _Crew(settings, jobs, patience)
    try:
        yield from crew.handle(documents)
    finally:
        crew.dismiss()


@dataclass(slots=True, eq=False)
class _Chunk:
    """Documents that travel together, the results so far, and whether they are being tried again."""

    documents: list[Document]
    results: list[Result] = field(default_factory=list)
    again: bool = False

    @property
    def done(self) -> bool:
        return len(self.results) == len(self.documents)


@dataclass(slots=True, eq=False)
class _Worker:
    process: BaseProcess
    line: Connection
    chunk: _Chunk | None = None
    deadline: float = 0.0


class _Crew:
    """Workers that are each given one chunk at a time."""

    def __init__(self, settings: Settings, jobs: int, patience: float) -> None:
        self._settings = settings
        self._patience = patience
        self._context = get_context("spawn")  # the same on every system, and safe beside threads
        self._workers = [self._hire() for _ in range(jobs)]

    def _hire(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._settings), daemon=True)
        process.start()
        theirs.close()  # so that the worker's death ends the line
        return _Worker(process, ours)

    def dismiss(self) -> None:
        """End every worker."""
        for worker in self._workers:
            worker.process.kill()
            worker.line.close()
        for worker in self._workers:
            worker.process.join()

    def handle(self, documents: Iterable[Document]) -> Iterator[Handled]:
        """Each document with its result, in order."""
        source = _chunks(documents)
        waiting: deque[_Chunk] = deque()  # what is left of chunks whose worker died
        order: deque[_Chunk] = deque()  # everything taken from the source and not yet handed on
        exhausted = False
        while True:
            for worker in self._workers:
                if worker.chunk is not None:
                    continue
                if not waiting and not exhausted and len(order) < AHEAD * len(self._workers):
                    chunk = next(source, None)
                    exhausted = chunk is None
                    if chunk is not None:
                        order.append(chunk)
                        waiting.append(chunk)
                if waiting:
                    self._give(worker, waiting.popleft())
            while order and order[0].done:
                chunk = order.popleft()
                yield from zip(chunk.documents, chunk.results, strict=True)
            if exhausted and not order:
                return
            # All may be idle here: a slow document held the others back, and handing them on has just made room.
            if any(worker.chunk is not None for worker in self._workers):
                waiting.extend(self._listen())

    def _give(self, worker: _Worker, chunk: _Chunk) -> None:
        rest = chunk.documents[len(chunk.results) :]
        worker.chunk = chunk
        self._extend_deadline(worker)
        with suppress(OSError):  # a worker that is gone already is noticed when its line is read
            # Where a document came from stays here: it may be anything, and workers have no use for it.
            worker.line.send([replace(document, place=None) for document in (rest[:1] if chunk.again else rest)])

    def _extend_deadline(self, worker: _Worker) -> None:
        assert worker.chunk is not None
        following = worker.chunk.documents[len(worker.chunk.results)]
        worker.deadline = time.monotonic() + self._patience + _size(following) / CHARACTERS_PER_SECOND

    def _listen(self) -> list[_Chunk]:
        """Take in what workers have sent, wait if there is nothing, replace those that died or hang.

        Gives back the chunks that need a worker once more.
        """
        busy = {worker.line: worker for worker in self._workers if worker.chunk is not None}
        patience = max(0.0, min(worker.deadline for worker in busy.values()) - time.monotonic())
        back: list[_Chunk] = []
        for line in wait(list(busy), patience):
            worker = busy[line]  # type: ignore[index]
            assert worker.chunk is not None
            try:
                result = worker.line.recv()
            except (EOFError, OSError):
                back.extend(self._replace(worker, "the process that handled it died"))
                continue
            worker.chunk.results.append(result)
            if worker.chunk.done:
                worker.chunk = None
            elif worker.chunk.again:  # the one in doubt came through; the others follow as usual
                worker.chunk.again = False
                back.append(worker.chunk)
                worker.chunk = None
            else:
                self._extend_deadline(worker)
        now = time.monotonic()
        for worker in list(busy.values()):
            if worker.chunk is not None and worker.deadline <= now and not worker.line.poll():
                back.extend(self._replace(worker, "it took too long"))
        return back

    def _replace(self, worker: _Worker, reason: str) -> list[_Chunk]:
        chunk = worker.chunk
        assert chunk is not None
        worker.chunk = None
        worker.process.kill()
        worker.line.close()
        worker.process.join()
        self._workers[self._workers.index(worker)] = self._hire()
        if not chunk.again:
            chunk.again = True
            return [chunk]
        document = chunk.documents[len(chunk.results)]
        chunk.results.append(Result(document.id, None, (), (f"withheld: {reason}",)))
        chunk.again = False
        return [] if chunk.done else [chunk]


def _chunks(documents: Iterable[Document]) -> Iterator[_Chunk]:
    """The documents in bundles of limited number and size; a long one travels by itself."""
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
    """In characters. A document without a text is withheld by the pipeline; it must not stop the others here."""
    return len(document.text) if isinstance(document.text, str) else 0


def _work(line: Connection, settings: Settings) -> None:
    """A worker's life: documents in, results out, one message each, until the line ends."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        pipeline = settings.pipeline()
        while True:
            for document in line.recv():
                line.send(pipeline.deidentify(document))
