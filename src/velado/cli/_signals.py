"""How a call ends when it is told to: through its `finally` clauses, so that nothing unfinished is left."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

__all__ = ["ending_on_signals", "ignore_further_signals"]

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # not every system has them all
_handled: set[int] = set()


def _stop(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def ending_on_signals() -> Iterator[None]:
    """Turn signals that end a process into KeyboardInterrupt. One that the caller ignores, as `nohup` does, stays ignored."""
    earlier: dict[int, Any] = {}
    with suppress(ValueError):  # not the main thread: whoever runs us there has signals of their own
        for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
            if (handler := signal.getsignal(number)) not in (signal.SIG_IGN, None):
                signal.signal(number, _stop)
                earlier[number] = handler
    _handled.update(earlier)
    try:
        yield
    finally:
        _handled.difference_update(earlier)
        for number, handler in earlier.items():
            signal.signal(number, handler)


def ignore_further_signals() -> None:
    """Let the clearing away, which has begun, come to its end: a second Ctrl-C would leave originals behind."""
    for number in _handled:
        signal.signal(number, signal.SIG_IGN)
