"""The soak in short: every family of `make soak`, a few tries of each; what it looks for, and that it would see it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent.parent
pytest.importorskip("docx", reason="the documents of the soak are made with the packages of the tests")
pytest.importorskip("pyarrow", reason="the documents of the soak are made with the packages of the tests")

sys.path.insert(0, str(HOME))
from benchmarks.soak.fixtures import FIXTURES, SCANS  # noqa: E402
from benchmarks.soak.leaks import leaked, shows_name  # noqa: E402
from benchmarks.soak.mutations import mutated  # noqa: E402
from benchmarks.soak.outcome import Budget  # noqa: E402


@pytest.mark.parametrize(("family", "count"), [("documents", 57), ("texts", 8), ("kills", 3), ("disk", 2), ("clients", 60)])
def test_a_short_soak_finds_nothing(family: str, count: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.soak", family, "--short", "--count", str(count), "--seed", "7", "--keep", str(tmp_path)]
    result = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False, env=os.environ)
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.search(r"skipped|: 0 ", result.stdout)


@pytest.mark.parametrize("suffix", FIXTURES)
def test_the_patient_is_seen_in_every_fixture_before_it_is_handled(suffix: str) -> None:
    data = FIXTURES[suffix]()
    assert shows_name(data, data) if suffix in SCANS else leaked(data)


@pytest.mark.parametrize("text", ["Zarrabeiti", "xZarrabeitia", "771440889", "Begonia"])
def test_what_is_not_the_patient_any_more_is_no_leak(text: str) -> None:
    assert not leaked(text.encode())


def test_the_same_seed_makes_the_same_damage(tmp_path: Path) -> None:
    for suffix in (".csv", ".zip", ".pdf"):
        data = FIXTURES[suffix]()
        one, again, other = (mutated(data, Budget(1, 1, seed, tmp_path).random("document", suffix)) for seed in (1, 1, 2))
        assert one == again != other
