"""Who holds the safe note and the report must not find the birth date by trying all of them."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

import pytest

from velado.cli.main import main
from velado.keys import Purpose, derive, new_key, read_key

Guess = Callable[[Iterable[bytes], str], date | None]
BORN = date(1961, 4, 3)
NOTE = "Motivo: tos y fiebre.\nFecha de nacimiento: {}\nPlan: alta y control.\n"


@pytest.mark.parametrize("length", [8, 12, 64])
@pytest.mark.parametrize("name", ["md5", "sha1", "sha256"])
def test_attack_finds_an_unkeyed_digest(name: str, length: int, guess_birth_date: Guess) -> None:
    digest = hashlib.new(name, NOTE.format(f"{BORN:%d/%m/%Y}").encode()).hexdigest()[:length]
    assert guess_birth_date([json.dumps({"id": digest}).encode()], NOTE) == BORN


def test_attack_does_not_find_a_keyed_digest(guess_birth_date: Guess) -> None:
    key = bytes.fromhex("5b0f8e1d7c2a9346f1e0d3c4b5a69788")
    digest = hmac.digest(derive(key, Purpose.REPORT), NOTE.format(f"{BORN:%d/%m/%Y}").encode(), "sha256").hex()
    assert guess_birth_date([digest.encode()], NOTE) is None


@pytest.mark.parametrize("keyed", [True, False], ids=["with a key", "without a key"])
@pytest.mark.parametrize("replace", ["label", "hash"])
def test_no_output_of_a_run_gives_the_birth_date_away(
    keyed: bool, replace: str, tmp_path: Path, guess_birth_date: Guess, capsys: pytest.CaptureFixture[str]
) -> None:
    notes, out, report = tmp_path / "notes", tmp_path / "out", tmp_path / "report.json"
    notes.mkdir()
    (notes / "nota.txt").write_text(NOTE.format(f"{BORN:%d/%m/%Y}"), "utf-8")
    (notes / "tabla.csv").write_text(f"id,nota\n1,Nacida el {BORN:%d/%m/%Y}\n", "utf-8")
    (notes / "otra.xyz").write_text(NOTE.format(f"{BORN:%d/%m/%Y}"), "utf-8")  # withheld
    call = [
        "run",
        str(notes),
        "--out",
        str(out),
        "--forms-only",
        "--language",
        "es",
        "--replace",
        replace,
        "--report",
        str(report),
    ]
    if keyed:
        new_key(tmp_path / "key")
        call += ["--key-file", str(tmp_path / "key"), "--resume"]
    assert main(call) == 3
    said = capsys.readouterr()
    written = [path.read_bytes() for path in out.rglob("*") if path.is_file()]
    names = [path.name.encode() for path in out.rglob("*")]
    outputs = [*written, *names, report.read_bytes(), said.out.encode(), said.err.encode()]
    assert f"{BORN:%d/%m/%Y}".encode() not in b"".join(outputs)
    assert guess_birth_date(outputs, NOTE) is None
    assert guess_birth_date(outputs, "id,nota\n1,Nacida el {}\n") is None
    if keyed:
        assert read_key(tmp_path / "key").hex().encode() not in b"".join(outputs)
