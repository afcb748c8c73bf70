"""Write a file under a temporary name and give it its own when it is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["atomic_write"]


@contextmanager
def atomic_write(target: Path) -> Iterator[Path]:
    """Yield a name to write to. On success the file takes its own name in one step; on failure nothing is left of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays last: libraries that write other formats look at it.
    part = target.with_name(f".velado-{os.getpid()}-{os.urandom(4).hex()}{target.suffix}")
    try:
        yield part
        if part.exists():
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
