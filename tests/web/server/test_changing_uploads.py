"""The desk: what was reviewed is what is written, whatever happens to the upload in the meantime."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from velado.formats import UnreadableError
from velado.web.choices import NO_MODEL, Choice
from velado.web.jobs import Reading, read_file, save_result, write_file

NAME, CANARY = "Nerea Ugarte Salcedo", "Iker Barrientos Otxoa"
KEY = hashlib.sha256(b"a key for tests").digest()


def table(name: str, lead: str = "") -> str:
    return "nota,edad\n" + "".join(f"{lead}Paciente: {name}. Visita {number} por tos.,45\n" for number in range(50))


def silent(stage: str, characters: int) -> None:
    """Nobody listens."""


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    (tmp_path / "tabla.csv").write_text(table(NAME), "utf-8")
    (tmp_path / "file").mkdir()
    return Reading(str(tmp_path / "file"), str(tmp_path / "tabla.csv"), Choice(model=NO_MODEL, language="es"), KEY)


def written(reading: Reading) -> str:
    safe = Path(reading.folder, "safe.csv")
    return safe.read_text("utf-8") if safe.exists() else ""


def test_an_upload_that_changes_while_it_is_read(reading: Reading) -> None:
    def tell(stage: str, characters: int) -> None:
        if characters:
            Path(reading.source).write_text(table(CANARY, "Ayer. "), "utf-8")

    read_file(reading, tell)
    assert written(reading).count("[PACIENTE]") == 50
    assert "Ayer" not in written(reading)
    assert not list(Path(reading.folder).glob(".velado-*"))


def test_an_upload_that_changed_after_it_was_reviewed_is_not_written(reading: Reading) -> None:
    read_file(reading, silent)
    Path(reading.source).write_text(table(CANARY, "Ayer. "), "utf-8")
    with pytest.raises(UnreadableError, match="changed"):
        write_file(reading, {}, silent)
    assert written(reading) == ""


def test_more_rows_than_were_reviewed_are_not_written(reading: Reading) -> None:
    read_file(reading, silent)
    with Path(reading.source).open("a", encoding="utf-8") as stream:
        stream.write(f"Paciente: {CANARY}. Visita por tos.,45\n")
    with pytest.raises(UnreadableError, match="changed"):
        write_file(reading, {}, silent)
    assert written(reading) == ""


def test_what_a_person_edited_is_written(reading: Reading) -> None:
    read_file(reading, silent)
    save_result(reading, 0, 0, 1, "nota: Texto de una persona.", silent)
    write_file(reading, {0: 1}, silent)
    assert "Texto de una persona." in written(reading)
