"""`velado run`: what goes in, what comes out, and what is withheld."""

from __future__ import annotations

import io
import json
import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from velado.cli.main import main
from velado.keys import new_key

InWorkers = Callable[[str], None]
NOTE = "Paciente: Nélida Ugarte Salcedo\nTel. 612 345 678\nToma metformina 850 mg.\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_text(NOTE, encoding="utf-8")
    (folder / "sub" / "b.md").write_bytes(NOTE.replace("\n", "\r\n").encode("latin-1"))
    return folder


def test_a_folder_keeps_its_shape_and_loses_its_people(notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["run", str(notes), "--out", str(out)]) == 0
    safe = (out / "a.txt").read_text("utf-8")
    assert "Ugarte" not in safe
    assert "612" not in safe
    assert "Toma metformina 850 mg.\n" in safe
    assert (out / "sub" / "b.md").read_bytes() == safe.replace("\n", "\r\n").encode("latin-1")
    assert sorted(path.name for path in out.rglob("*") if path.is_file()) == ["a.txt", "b.md"]
    told = capsys.readouterr()
    assert "2 notes" in told.out
    assert "PHONE" in told.out
    assert told.err == ""


def test_standard_input_goes_to_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    out = SimpleNamespace(buffer=io.BytesIO())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\xef\xbb\xbf" + NOTE.encode())))
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["run", "-"]) == 0
    safe = out.buffer.getvalue()
    assert safe.startswith(b"\xef\xbb\xbfPaciente: ")
    assert "Nélida" not in safe.decode()


def test_binary_standard_input_gives_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a\0b")))
    assert main(["run", "-"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "binary" in told.err


def test_what_is_no_known_text_is_withheld_by_name(notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (notes / "c.xyz").write_text(NOTE)
    (notes / "d.txt").write_bytes(b"%PDF-1.7 \0\0")
    (notes / "gone.txt").symlink_to(notes / "nowhere")
    os.mkfifo(notes / "pipe.txt")
    assert main(["run", str(notes), "--out", str(tmp_path / "out")]) == 3
    told = capsys.readouterr().err
    for name in ("c.xyz", "d.txt", "gone.txt", "pipe.txt"):
        assert f"{notes / name}: withheld: " in told
        assert not (tmp_path / "out" / name).exists()
    assert (tmp_path / "out" / "a.txt").exists()
    assert "Ugarte" not in told


def test_links_that_lead_round_and_the_output_inside_the_source(notes: Path) -> None:
    (notes / "ring").symlink_to(notes, target_is_directory=True)
    assert main(["run", str(notes), "--out", str(notes / "safe")]) == 0
    (notes / "itself.txt").symlink_to("itself.txt")
    assert main(["run", str(notes), "--out", str(notes / "safe")]) == 3
    (notes / "itself.txt").unlink()
    (notes / ".hidden.txt").write_text(NOTE)
    for _ in range(2):  # the second time the output of the first is there
        assert main(["run", str(notes), "--out", str(notes / "safe")]) == 0
    assert sorted(path.name for path in (notes / "safe").rglob("*") if path.is_file()) == ["a.txt", "b.md"]


def test_odd_names_are_handled_and_cannot_play_with_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    names = ["nota 12.3", "informe dr. gil", "ünïcode ⟦x⟧.txt", "a\x1b[2J\n.txt", os.fsdecode(b"latin\xf1.txt")]
    for name in names:
        (folder / name).write_text(NOTE, encoding="utf-8")
    (folder / "\x1b[2J.xyz").write_text("x")
    assert main(["run", str(folder), "--out", str(tmp_path / "out")]) == 3
    assert sorted(os.listdir(tmp_path / "out")) == sorted(names)
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("\n", 0), ("\ufeff", 0), ("sin nada", 0), ("x" * 300_000, 0), ("tel. 612 345 678", 1)]
)
def test_sizes_and_emptiness(text: str, count: int, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    report = tmp_path / "r.json"
    assert main(["run", str(tmp_path / "a.txt"), "--out", str(tmp_path / "out"), "--report", str(report), "--forms-only"]) == 0
    assert sum(json.loads(report.read_text())["counts"].values()) == count
    if not count:
        assert (tmp_path / "out" / "a.txt").read_text("utf-8") == text


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "{notes}"],
        ["run", "{notes}", "--out", "{notes}"],
        ["run", "{notes}/a.txt", "--out", "{notes}"],
        ["run", "{notes}", "--out", "{notes}/a.txt"],
        ["run", "{notes}/nowhere.txt", "--out", "{out}"],
        ["run", "-", "{notes}", "--out", "{out}"],
        ["run", "-", "--out", "{out}"],
        ["run", "{notes}", "--out", "{out}", "--policy", "nonsense"],
        ["run", "{notes}", "--out", "{out}", "--replace", "nonsense"],
        ["run", "{notes}", "--out", "{out}", "--key-file", "{out}/nowhere"],
        ["run", "{notes}", "--out", "{out}", "--known", "{notes}/a.txt"],
        ["run", "{notes}", "--out", "{out}", "--report", "{notes}/a.txt"],
        ["run", "{notes}", "--out", "{out}", "--report", "{out}/sub/b.md"],
        ["run", "{notes}", "--out", "{out}", "--report", "{notes}"],
        ["run", "{notes}", "--out", "{out}", "--report", "{notes}/a.txt/r.json"],
    ],
)
def test_wrong_calls_end_with_2_and_a_reason(
    arguments: list[str], notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(notes=notes, out=tmp_path / "out") for word in arguments]) == 2
    assert capsys.readouterr().err.startswith("velado: ")
    assert not (tmp_path / "out").exists()
    assert (notes / "a.txt").read_text("utf-8") == NOTE


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["run"], ["run", "x", "--language", "xx"], ["run", "x", "--jobs", "0"]])
def test_calls_the_parser_refuses_end_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_the_report_tells_what_was_done_and_names_nobody(notes: Path, tmp_path: Path) -> None:
    (notes / "Nélida Ugarte.xyz").write_text("x")
    report = tmp_path / "report.json"
    assert main(["run", str(notes), "--out", str(tmp_path / "out"), "--report", str(report)]) == 3
    told = report.read_text("utf-8")
    assert "Ugarte" not in told
    assert "612" not in json.dumps({k: v for k, v in json.loads(told).items() if k != "entries"})
    content = json.loads(told)
    assert (content["policy"], content["files"], content["withheld"]) == ("everything", 3, 1)
    entries = content["entries"]
    assert all({"id", "input_hmac", "output_sha256", "counts", "language", "problems", "finished"} <= set(e) for e in entries)
    assert {entry["input_hmac"] for entry in entries} == {None}  # a plain digest would confirm a guess
    assert [entry["output_sha256"] is None for entry in entries] == [True, False, False]
    assert main(["run", str(notes), "--out", str(tmp_path / "out"), "--report", str(report), "--report-names"]) == 3
    assert "sub/b.md" in report.read_text("utf-8")


def test_one_job_and_several_give_the_same_bytes(notes: Path, tmp_path: Path) -> None:
    for number in range(40):
        (notes / f"{number:02}.txt").write_text(NOTE * (1 + number % 3), encoding="utf-8")
    new_key(tmp_path / "key")
    for jobs in ("1", "2"):
        call = ["run", str(notes), "--out", str(tmp_path / jobs), "--jobs", jobs, "--replace", "surrogate", "--forms-only"]
        assert main([*call, "--key-file", str(tmp_path / "key")]) == 0
    for path in (tmp_path / "1").rglob("*.*"):
        assert path.read_bytes() == (tmp_path / "2" / path.relative_to(tmp_path / "1")).read_bytes()


def test_two_sources_of_one_name_do_not_collide(notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (notes / "sub" / "a.txt").write_text("Otra nota.")
    assert main(["run", str(notes / "a.txt"), str(notes / "sub" / "a.txt"), "--out", str(tmp_path / "out")]) == 3
    assert "same name" in capsys.readouterr().err
    assert "metformina" in (tmp_path / "out" / "a.txt").read_text("utf-8")


def test_a_result_never_takes_the_place_of_an_original(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in" / "in").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text(NOTE)
    (tmp_path / "in" / "in" / "a.txt").write_text(NOTE)
    # The result of in/in/a.txt would be in/a.txt, which is itself a source.
    assert main(["run", str(tmp_path / "in" / "in"), str(tmp_path / "in" / "a.txt"), "--out", str(tmp_path / "in")]) == 2
    assert (tmp_path / "in" / "a.txt").read_text() == NOTE


def test_known_patients_are_found_where_nothing_else_tells(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("uno", "dos"):
        (tmp_path / "in" / f"{name}.txt").write_text("viene begonia por control, exp 77x31-b, avisar a zutano\n")
    known = "archivo;nombre;apellidos;fecha de nacimiento;expediente\nuno;Begonia;Zarrabeitia;03/04/1961;77x31-b\n;Zutano;;;\n"
    (tmp_path / "known.csv").write_text(known, encoding="cp1252")
    call = ["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--forms-only"]
    assert main([*call, "--known", str(tmp_path / "known.csv")]) == 0
    uno, dos = ((tmp_path / "out" / f"{name}.txt").read_text() for name in ("uno", "dos"))
    assert "begonia" not in uno
    assert "77x31-b" not in uno
    assert "zutano" not in uno
    assert "zutano" not in dos


def test_a_table_that_names_documents_which_never_come_is_not_passed_over_in_silence(
    notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "known.csv"
    call = ["run", str(notes), "--out", str(tmp_path / "out"), "--forms-only", "--known", str(known)]
    known.write_text("file,name\na,Begonia\nsub/b.md,Zutano\n")
    assert main(call) == 0
    assert "--known" not in capsys.readouterr().err
    known.write_text("file,name\na,Begonia\notra,Zutano\n")
    assert main(call) == 0
    told = capsys.readouterr().err
    assert "1 of the 2" in told
    assert "utano" not in told


@pytest.mark.parametrize(
    "content", ["", "columna\nx\n", "name,birth_date\nAna Gil,ayer\n", pytest.param(f"name,x\n{'Ana' * 60_000},1\n", id="huge")]
)
def test_a_table_of_known_patients_that_is_wrong_says_so_without_its_content(
    content: str, notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "known.csv").write_text(content)
    assert main(["run", str(notes), "--out", str(tmp_path / "out"), "--known", str(tmp_path / "known.csv")]) == 2
    told = capsys.readouterr().err
    assert "Ana" not in told
    assert "ayer" not in told


def test_a_format_that_fails_while_writing_leaves_nothing(
    notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], in_workers: InWorkers
) -> None:
    in_workers(f"""
        from velado.formats.text import Text
        def fail(self, path, source, handled, options):
            path.write_text({NOTE!r})
            raise RuntimeError({NOTE!r})
        Text.write = fail
    """)
    assert main(["run", str(notes), "--out", str(tmp_path / "out")]) == 3
    assert not (tmp_path / "out").exists()
    told = capsys.readouterr().err
    assert "RuntimeError" in told
    assert "Ugarte" not in told


def test_what_was_written_is_verified(notes: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    in_workers("""
        from velado.formats.text import Text
        def original(self, path, source, handled, options):
            path.write_bytes(source.read_bytes())
            return ()
        Text.write = original
    """)
    assert main(["run", str(notes), "--out", str(tmp_path / "out")]) == 3
    assert not (tmp_path / "out").exists()


def test_a_pipeline_that_fails_withholds(notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], in_workers: InWorkers) -> None:
    in_workers("""
        from velado.document import Result
        from velado.pipeline import Pipeline
        Pipeline.deidentify = lambda self, document: Result(document.id, None, (), ("for this test",))
    """)
    assert main(["run", str(notes), "--out", str(tmp_path / "out"), "--jobs", "1"]) == 3
    assert not (tmp_path / "out").exists()
    told = capsys.readouterr().err
    assert "withheld: for this test" in told
    assert "withheld: withheld" not in told


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_a_pipe_among_the_notes_does_not_hold_up_the_report(notes: Path, tmp_path: Path) -> None:
    os.mkfifo(notes / "pipe.txt")
    report = tmp_path / "r.json"
    assert main(["run", str(notes), "--out", str(tmp_path / "out"), "--report", str(report), "--forms-only"]) == 3
    assert [entry["output_sha256"] for entry in json.loads(report.read_text())["entries"] if entry["problems"]] == [None]


def test_a_result_of_an_earlier_call_is_pointed_out_when_the_note_is_withheld(
    notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["run", str(notes), "--out", str(tmp_path / "out"), "--forms-only"]
    assert main(call) == 0
    (notes / "a.txt").write_bytes(b"\0")
    assert main(call) == 3
    assert f"{tmp_path / 'out' / 'a.txt'}: this is the result of an earlier call" in capsys.readouterr().err


def test_a_format_that_writes_nothing_has_no_result(notes: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    in_workers("""
        from velado.formats.text import Text
        Text.write = lambda self, path, source, handled, options: ()
        Text.verify = lambda self, path, source, handled: []
    """)
    assert main(["run", str(notes), "--out", str(tmp_path / "out"), "--forms-only"]) == 3


def test_a_member_of_an_archive_that_is_left_out_is_withheld(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr("a.txt", "Paciente: Ana Gil Ruiz")
        archive.writestr("b.unheard", "Ana Gil Ruiz")
    assert main(["run", str(tmp_path / "in.zip"), "--out", str(tmp_path / "out"), "--forms-only", "--jobs", "1"]) == 3
    assert "left out of the archive" in capsys.readouterr().err
    with zipfile.ZipFile(tmp_path / "out/in.zip") as archive:
        assert len(archive.namelist()) == 1
