"""The coder behind the clinical information loss, on invented cases."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

from velado.evaluation.information_loss import CHAPTERS, TOP, Coded, Coder, chapter_of, coder_from_cases, coder_from_list, loss

KINDS = {
    "N20.0": "cólico renal con litiasis en el uréter y hematuria",
    "J45.9": "asma bronquial con disnea y sibilancias nocturnas",
    "E11.9": "diabetes mellitus tipo dos con hiperglucemia y poliuria",
    "I10": "hipertensión arterial con cefalea y cifras altas de tensión",
    "K35.8": "apendicitis aguda con dolor en fosa ilíaca derecha y vómitos",
    "S72.0": "fractura de cadera tras caída con impotencia funcional",
    "C50.9": "carcinoma de mama con nódulo palpable y adenopatía axilar",
    "F32.9": "episodio depresivo con insomnio y anhedonia",
    "L40.0": "psoriasis con placas eritematosas descamativas en codos",
    "H10.9": "conjuntivitis con ojo rojo y secreción mucopurulenta",
    "A09": "gastroenteritis con diarrea acuosa y deshidratación leve",
    "G40.9": "crisis epiléptica con pérdida de conciencia y mordedura",
}
CASES = [
    Coded(f"Paciente {way} que presenta {words}. {end}", (code,))
    for code, words in KINDS.items()
    for way, end in (
        ("conocida", "Se ingresa."), ("de mediana edad", "Alta a domicilio."), ("joven", "Evoluciona bien."),
        ("anciano", "Se cita en consultas."), ("sin alergias", "Se pauta tratamiento."), ("fumadora", "Queda en observación."),
    )
]  # fmt: skip
UNSEEN = [Coded(f"Acude por {words} desde ayer.", (code,)) for code, words in KINDS.items()]


@pytest.fixture(scope="module")
def coder() -> Coder:
    return coder_from_cases(CASES, "es", UNSEEN)


def test_chapters() -> None:
    assert [chapter_of(code) for code in ("A00", "B99", "C80", "D49", "D50", "H59", "H60", "S00", "T98", "V01", "Y98", "Z99")] == [
        "A00-B99", "A00-B99", "C00-D49", "C00-D49", "D50-D89", "H00-H59", "H60-H95", "S00-T98", "S00-T98", "V01-Y98", "V01-Y98", "Z00-Z99",
    ]  # fmt: skip
    assert list(CHAPTERS) == sorted(CHAPTERS)


def test_learns_and_says_how_well(coder: Coder) -> None:
    assert coder.categories == tuple(sorted(code[:3] for code in KINDS))
    assert [coder.top(case.text)["codes"][0] for case in UNSEEN] == [case.codes[0][:3] for case in UNSEEN]
    assert coder.measured["cases"] == len(UNSEEN)
    assert coder.measured["codes"]["average_precision"] == 1.0
    assert coder.measured["off"] < 0.2


def test_chances_are_calibrated_between_nothing_and_one(coder: Coder) -> None:
    chances = coder.chance(coder.scores(UNSEEN[0].text))
    assert ((chances > 0) & (chances < 1)).all()
    assert chances[coder.categories.index("N20")] == chances[: len(coder.categories)].max()


def test_nothing_changed_nothing_lost(coder: Coder) -> None:
    assert loss(coder, CASES[0].text, CASES[0].text) == {"codes": 0.0, "chapters": 0.0}


def test_the_loss_is_the_share_of_the_first_ones_that_is_gone(coder: Coder) -> None:
    one, other = CASES[0].text, CASES[-1].text
    first, second = coder.top(one), coder.top(other)
    for level, value in loss(coder, one, other).items():
        assert len(first[level]) == TOP[level]
        assert value == 1 - len(set(first[level]) & set(second[level])) / TOP[level]
    assert loss(coder, one, "nada que ver")["chapters"] > 0


def test_kept_in_an_open_file_without_pickles(coder: Coder, tmp_path: Path) -> None:
    file = tmp_path / "es.npz"
    coder.save(file)
    again = Coder.load(file)
    assert again.top(CASES[5].text) == coder.top(CASES[5].text)
    assert again.measured == coder.measured
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            head = archive.read(name)[:200]
            assert head.startswith(b"\x93NUMPY")
            assert b"'O'" not in head


def test_a_list_of_codes_stands_in(tmp_path: Path) -> None:
    coder = coder_from_list([("N20.0", "Cálculo del rim"), ("N20.1", "Cálculo do ureter"), ("J45", "Asma brônquica"), ("-", "nada")], "pt")
    assert coder.categories == ("J45", "N20")
    assert coder.top("doente com asma")["codes"][0] == "J45"
    assert coder.top("cálculo no rim esquerdo")["codes"] == ("N20", "J45")
    assert coder.measured == {}
    coder.save(tmp_path / "pt.npz")
    assert Coder.load(tmp_path / "pt.npz").source == "list"


def test_nothing_to_learn_from_is_said_in_words() -> None:
    with pytest.raises(ValueError, match="no category occurs"):
        coder_from_cases(CASES[:3], "es")
    with pytest.raises(ValueError, match="no code"):
        coder_from_list([("??", "nada")], "es")
