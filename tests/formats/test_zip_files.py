"""Archives of documents."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from steps import Steps

from velado import Pipeline
from velado.cli.main import main
from velado.document import Result
from velado.formats import Handled, Limits, Options, UnreadableError
from velado.formats.zip import FORMAT as STYLE

FORMAT = Steps(STYLE)

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
NOTE = "Paciente: Nélida Ugarte Salcedo\nToma metformina 850 mg.\n"


def packed(parts: dict[str, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def saved(folder: Path, parts: dict[str, bytes | str]) -> Path:
    (folder / "in.zip").write_bytes(packed(parts))
    return folder / "in.zip"


def test_files_go_by_their_own_formats_and_are_numbered(tmp_path: Path, carried: Carried) -> None:
    inner = packed({"Ugarte.txt": NOTE, "vacío/": ""})
    page = "<p>Sra. Nélida Ugarte</p>"
    parts = {"Ugarte/4456781.txt": NOTE, "Ugarte/n.html": page, "a.bin": "Ugarte", "dentro.zip": inner, "malo.docx": NOTE, "nada.txt": ""}
    target, notes, _ = carried(saved(tmp_path, {**parts, "__MACOSX/._a": "Ugarte"}))
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["folder1/file1.txt", "folder1/file2.html", "file4.zip", "file6.txt"]
        assert archive.read("folder1/file1.txt").decode() == "Paciente: [PACIENTE]\nToma metformina 850 mg.\n"
        assert archive.read("folder1/file2.html").decode() == "<p>Sra. [PACIENTE]</p>"
        with zipfile.ZipFile(io.BytesIO(archive.read("file4.zip"))) as nested:
            assert nested.namelist() == ["file1.txt"]
            assert "Ugarte" not in nested.read("file1.txt").decode()
    assert b"Ugarte" not in target.read_bytes()
    assert sum(note.startswith("left out of the archive") for note in notes) == 2


def test_a_withheld_file_is_left_out_and_told(tmp_path: Path, rules: Pipeline) -> None:
    source, target = saved(tmp_path, {"a.txt": NOTE, "b.txt": NOTE}), tmp_path / "out.zip"
    documents = list(FORMAT.read(source))
    handled = [(documents[0], Result("", None, (), ("withheld: error",))), (documents[1], rules.deidentify(documents[1]))]
    notes = FORMAT.write(target, source, iter(handled))
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["file2.txt"]
    assert any("withheld" in note for note in notes)


def test_archives_in_archives_end_at_the_limit(tmp_path: Path, rules: Pipeline) -> None:
    data = packed({"a.txt": NOTE})
    for _ in range(6):
        data = packed({"a.zip": data, "b.txt": NOTE})
    (tmp_path / "in.zip").write_bytes(data)
    options = Options(limits=Limits(depth=2))
    documents = list(FORMAT.read(tmp_path / "in.zip", options))
    assert len(documents) == 2
    handled = [(document, rules.deidentify(document)) for document in documents]
    assert any("more than 2 deep" in note or "left out" in note for note in FORMAT.write(tmp_path / "out.zip", tmp_path / "in.zip", handled, options))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (packed({"../a.txt": NOTE}), "outside"),
        (packed({"a.bin": NOTE}), "none of the files"),
        (packed({"a.txt": NOTE})[:-25], "damaged"),
        (NOTE.encode(), "no archive"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "in.zip").write_bytes(data)
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(tmp_path / "in.zip"))


def test_the_command_takes_archives_and_goes_on_after_a_bad_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(tmp_path, {"Ugarte.txt": NOTE})
    (tmp_path / "bomb.zip").write_bytes(packed_tightly())
    out = tmp_path / "out"
    assert main(["run", str(tmp_path / "bomb.zip"), str(tmp_path / "in.zip"), "--out", str(out), "--forms-only", "--jobs", "1"]) == 3
    assert [path.name for path in out.iterdir()] == ["in.zip"]
    assert "times its size" in capsys.readouterr().err


def packed_tightly() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"0" * 4_000_000)
    return buffer.getvalue()
