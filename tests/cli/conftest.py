"""What tests of the command line share."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

InWorkers = Callable[[str], None]


@pytest.fixture
def in_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InWorkers:
    """Run code at the start of every worker process: how tests break what is never broken by itself."""

    def run(code: str) -> None:
        folder = tmp_path / "in-workers"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(textwrap.dedent(code), encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep))

    return run
