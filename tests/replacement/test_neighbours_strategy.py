"""Neighbours from a file of vectors as a replacement."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.document import Span
from velado.formats.marked import parse_marks
from velado.pipeline import Pipeline
from velado.policies import load_policy
from velado.replacement import Case, strategies
from velado.replacement.neighbours import UnreadableVectorsError

NEIGHBOURS = strategies()["neighbours"]
VECTORS = """\
8 2
marta 1 0
elena 0.9 0.1
rosa 0.8 0.2
ruiz 0 1
prado 0.1 0.9
vera 0.2 0.8
lugo -1 0
vigo -0.9 -0.1
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "vectors.txt").write_text(VECTORS, "utf-8")
    return str(tmp_path / "vectors.txt")


def replaced(marked: str, file: str, key: bytes = b"k", **options: object) -> list[str]:
    text, spans = parse_marks(marked)
    case = Case(text, tuple(spans), "es", key=key, options={"vectors": file, **options})
    replace = NEIGHBOURS.begin(case)
    return [replace(span) for span in spans]


def test_each_word_becomes_one_of_its_neighbours_in_its_own_case(file: str) -> None:
    for key in (b"1", b"2", b"3", b"4", b"5", b"6"):
        first, last = replaced("⟦PATIENT_NAME:Marta RUIZ⟧", file, key, count=2)[0].split(" ")
        assert first in ("Elena", "Rosa")
        assert last in ("PRADO", "VERA")


def test_no_word_of_the_note_comes_back_as_a_neighbour(file: str) -> None:
    for key in (b"1", b"2", b"3", b"4"):
        one, two = replaced("⟦PATIENT_NAME:Marta⟧ y ⟦RELATIVE_NAME:Elena⟧", file, key, count=2)
        assert not {one.lower(), two.lower()} & {"marta", "elena"}


def test_words_outside_the_vocabulary_never_survive(file: str) -> None:
    assert replaced("⟦PATIENT_NAME:Xóchitl⟧", file) == ["[PACIENTE]"]
    assert replaced("⟦PHONE:612 345 678⟧", file) == ["[TELÉFONO]"]
    [mixed] = replaced("⟦PATIENT_NAME:Marta Xóchitl⟧", file, count=2)
    assert mixed.split(" ")[0] in ("Elena", "Rosa")
    assert mixed.split(" ")[1] == "…"


def test_the_same_name_is_the_same_neighbour_wherever_it_stands(file: str) -> None:
    one, two = replaced("⟦PATIENT_NAME:Marta⟧ … ⟦PATIENT_NAME:MARTA⟧", file)
    assert one.upper() == two


def test_without_a_file_labels_stand() -> None:
    assert replaced("⟦PATIENT_NAME:Marta⟧", "") == ["[PACIENTE]"]


@pytest.mark.parametrize("content", ["marta uno dos\n", "marta 1 0\nrosa 1\n", "marta nan 1\n", "marta\n", "\xff\xfe"])
def test_a_file_that_is_none_withholds_the_note_and_says_nothing_of_it(content: str, tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_bytes(content.encode("latin-1"))
    with pytest.raises(UnreadableVectorsError) as error:
        replaced("⟦PATIENT_NAME:Marta⟧", str(tmp_path / "odd.txt"))
    assert "marta" not in str(error.value)


def test_a_missing_file_withholds_the_note(tmp_path: Path) -> None:
    policy = tmp_path / "own.toml"
    policy.write_text(f'base = "everything"\n[default]\nstrategy = "neighbours"\nvectors = "{tmp_path.as_posix()}/none.txt"\n', "utf-8")
    result = Pipeline(load_policy(policy), model=False).deidentify("Paciente: Marta Ruiz Gil")
    assert result.text is None
    assert result.problems == ("UnreadableVectorsError while de-identifying",)


def test_a_policy_names_the_file(file: str, tmp_path: Path) -> None:
    policy = tmp_path / "own.toml"
    policy.write_text(f'base = "everything"\n[default]\nstrategy = "neighbours"\nvectors = "{Path(file).as_posix()}"\ncount = 2\n', "utf-8")
    result = Pipeline(load_policy(policy), model=False).deidentify("Paciente: Marta Ruiz, tel. 612 345 678")
    assert result.text is not None
    assert result.text.split(",")[0].split(": ")[1].split(" ")[0] in ("Elena", "Rosa")
    assert "612" not in result.text


def test_signs_and_invisible_letters_do_not_carry_anything_over(file: str) -> None:
    text = "Marta\u200b_Ruiz§"
    case = Case(text, (Span(0, len(text), "PATIENT_NAME"),), "es", key=b"k", options={"vectors": file})
    assert not set(NEIGHBOURS.begin(case)(case.spans[0])) & set("\u200b_§")
