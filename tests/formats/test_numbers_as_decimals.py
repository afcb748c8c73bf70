"""Record numbers that a program wrote as decimals, because some were missing: the notes have them as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.cli.main import main


@pytest.mark.parametrize(("strategy", "ends"), [("surrogate", ".0"), ("hash", "]")])
def test_the_pseudonym_is_that_of_the_number_in_the_note(tmp_path: Path, strategy: str, ends: str) -> None:
    numbers = ["4000123", "5120984", "6204411", "7719350", "4981276", "8005513"]
    rows = [f'{number}.0,"Paciente con NHC {number} que acude por tos de varios días. Se pauta tratamiento."\n' for number in numbers]
    (tmp_path / "a.csv").write_text("nhc,nota\n" + "".join(rows) + ',"Sin cambios."\n', "utf-8")
    code = main(["run", str(tmp_path / "a.csv"), "--out", str(tmp_path / "out"), "--replace", strategy, "--rules-only"])
    assert code == 0
    text = (tmp_path / "out" / "a.csv").read_text("utf-8")
    assert not any(number in text for number in numbers)
    for line in text.splitlines()[1 : len(numbers) + 1]:
        pseudonym, _, note = line.partition(",")
        assert pseudonym.endswith(ends)
        assert pseudonym.removesuffix(".0") in note


def test_a_check_digit_behind_a_dot_belongs_to_the_number(tmp_path: Path) -> None:
    """Two numbers that differ in it alone stay two."""
    numbers = ["400012.0", "400012.7", "512098.0", "512098.3", "620441.0", "620441.9"]
    (tmp_path / "a.csv").write_text("nhc,nota\n" + "".join(f"{number},Tos\n" for number in numbers), "utf-8")
    code = main(["run", str(tmp_path / "a.csv"), "--out", str(tmp_path / "out"), "--replace", "surrogate", "--rules-only"])
    assert code == 0
    written = [line.partition(",")[0] for line in (tmp_path / "out" / "a.csv").read_text("utf-8").splitlines()[1:]]
    assert len(set(written)) == len(numbers)
    assert not set(written) & set(numbers)
