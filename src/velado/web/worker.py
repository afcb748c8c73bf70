"""The life of a worker process: one job after the other, until the server is gone."""

from __future__ import annotations

from typing import Any

from velado.engines.process import connect, watchdog
from velado.web.work import DONE, IN_WORKER, READY, REFUSED, STARTED, TOLD, plain

__all__ = ["work"]


def work() -> None:
    """Take jobs from the server. The first message says whether to load the built-in tagger at once."""
    line = connect(IN_WORKER)
    # Imported only now: libraries that complain while they are loaded must not do so into the line.
    from velado.web.choices import BUILT_IN, NO_MODEL, Choice, pipeline_for
    from velado.web.jobs import JOBS, in_words

    def tell(stage: str, size: int) -> None:
        line.send((TOLD, (stage, size)))

    model = line.receive()
    pipeline_for(Choice(model=BUILT_IN if model else NO_MODEL), b"").deidentify("Acude por tos.")
    line.send((READY, None))
    while True:
        name, arguments, seconds = line.receive()
        watchdog(seconds + 60)
        line.send((STARTED, None))
        answer: tuple[str, Any]
        try:
            answer = (DONE, plain(JOBS[name](*arguments, tell)))
        except Exception as error:  # whatever it is: the words carry nothing of a document
            answer = (REFUSED, in_words(error))
        line.send(answer)
