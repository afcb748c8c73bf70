"""The compiled lexicon: what it knows, how phrases are found, how it is packed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from velado import lexicons as lx
from velado.lexicons._entries import Entries, fold, key_of
from velado.lexicons._table import FILE, Table, pack_table
from velado.remembered import Remembered
from velado.tokens import fold as fold_of_tokens

FOLDER = Path(lx.__file__).parent


@pytest.mark.parametrize(
    ("word", "flag"),
    [
        ("garcia", lx.SURNAME), ("xochitl", lx.FIRST_NAME), ("quispe", lx.SURNAME), ("lupita", lx.NICKNAME), ("kaua", lx.FIRST_NAME),
        ("nguyen", lx.SURNAME), ("siobhan", lx.FIRST_NAME), ("mohamed", lx.FIRST_NAME), ("oluwaseun", lx.FIRST_NAME),
        ("monterrey", lx.TOWN), ("londres", lx.TOWN), ("jalisco", lx.REGION), ("bolivia", lx.COUNTRY), ("sp", lx.REGION_ABBREVIATION),
        ("mexicana", lx.DEMONYM), ("nahuatl", lx.LANGUAGE_OR_PEOPLE), ("apendicitis", lx.MEDICAL), ("dyspnoea", lx.MEDICAL),
        ("losartana", lx.DRUG), ("losartan", lx.DRUG), ("parkinson", lx.EPONYM), ("babinski", lx.EPONYM), ("klebsiella", lx.MICROBE),
        ("foley", lx.BRAND_DEVICE), ("albanil", lx.PROFESSION), ("pedreiro", lx.PROFESSION), ("bricklayer", lx.PROFESSION),
        ("suegra", lx.KINSHIP), ("avenida", lx.STREET_TYPE), ("hospital", lx.FACILITY_WORD), ("dra", lx.TITLE), ("femenino", lx.SEX_WORD),
    ],
)  # fmt: skip
def test_it_knows(word: str, flag: int) -> None:
    assert lx.lookup(word) & flag


@pytest.mark.parametrize(
    ("phrase", "flag"),
    [
        ("san luis potosi", lx.TOWN), ("ama de casa", lx.PROFESSION), ("guillain barre", lx.EPONYM), ("rio grande do sul", lx.REGION),
        ("estados unidos", lx.COUNTRY), ("wolff parkinson white", lx.EPONYM), ("e coli", lx.MICROBE), ("new south wales", lx.REGION),
    ],
)  # fmt: skip
def test_it_finds_phrases(phrase: str, flag: int) -> None:
    words = ["x", *phrase.split(), "x"]
    length, value = lx.longest(words, 1)
    assert length == len(words) - 2
    assert value & flag


def test_joints_are_skipped_and_counted() -> None:
    assert lx.longest(["guillain", "-", "barre", "."], 0)[0] == 3
    assert lx.longest(["qxzv"], 0) == (0, 0)


def test_a_bare_prefix_is_no_entry() -> None:
    table = Table(pack_table({"ama": lx.PREFIX, "ama de": lx.PREFIX, "ama de casa": lx.PROFESSION}))
    assert table.find("ama de") == lx.PREFIX
    assert table.find("ama de casa") == lx.PROFESSION
    assert table.find("casa") == 0


def test_names_that_are_words_carry_both() -> None:
    for word, language in (("rosa", "es"), ("cruz", "es"), ("leite", "pt"), ("mark", "en")):
        value = lx.lookup(word)
        assert lx.name_strength(value) >= 2, word
        assert lx.frequency(value, language) >= 4, word
    for word in ("garcia", "maria", "jose", "souza", "elizabeth"):
        value = lx.lookup(word)
        assert lx.name_strength(value) == 3, word
        assert not any(lx.frequency(value, language) for language in ("es", "pt", "en")), word


def test_plain_words_are_no_names() -> None:
    for word in ("paciente", "fiebre", "dolor", "febre", "patient", "cough", "presenta", "with", "para"):
        assert not lx.lookup(word) & (lx.FIRST_NAME | lx.SURNAME), word


def test_small_fields() -> None:
    assert lx.sex(lx.lookup("guadalupe")) == "both"
    assert lx.sex(lx.lookup("catalina")) == "f"
    assert lx.sex(lx.lookup("qxzv")) == ""
    assert "pt" in lx.surname_regions(lx.lookup("silva"))
    assert "en" in lx.first_name_regions(lx.lookup("siobhan"))
    assert lx.town_size(lx.lookup("guadalajara")) == 3
    assert lx.town_regions(lx.lookup("guadalajara")) >= {"es"}
    assert lx.frequency(lx.lookup("dolor"), "xx") == 0


def test_the_file_is_small_and_opens_fast() -> None:
    file = FOLDER / FILE
    assert 2_000_000 < file.stat().st_size < 5_000_000
    data = file.read_bytes()
    start = time.perf_counter()
    for _ in range(200):
        Table(data)
    opening = (time.perf_counter() - start) / 200
    # Relative to hashing the same bytes once, so that a slow machine does not fail.
    start = time.perf_counter()
    hash(bytes(data))
    assert opening < max(time.perf_counter() - start, 0.001)


def test_the_table_is_the_same_whatever_the_order() -> None:
    entries = {f"word {number}": number for number in range(1, 500)}
    backwards = dict(reversed(entries.items()))
    assert pack_table(entries) == pack_table(backwards)
    table = Table(pack_table(entries))
    assert all(table.find(word) == value for word, value in entries.items())
    assert table.find("word 500") == 0


def test_a_foreign_file_is_refused() -> None:
    with pytest.raises(ValueError, match="not a lexicon"):
        Table(b"nothing of the kind")


def test_folding_agrees_with_the_tokens() -> None:
    letters = "".join(chr(code) for code in (*range(0x20, 0x180), *range(0x1E00, 0x1F00)) if chr(code).isalpha())
    for letter in letters:
        if len(fold(letter)) == 1 and letter not in "ªº":
            assert fold(letter) == fold_of_tokens(letter), letter
    assert key_of("Sant'Anna-Núñez, S.A.") == "sant anna nunez s a"


def test_entries_join_flags_and_keep_the_strongest() -> None:
    entries = Entries()
    entries.names(["De la Cruz"], lx.SURNAME, "es", 3)
    entries.names(["Cruz"], lx.SURNAME, "pt", 1)
    entries.flag(["Cruz"], lx.EPONYM)
    value = entries.values["cruz"]
    assert lx.surname_strength(value) == 3
    assert lx.surname_regions(value) == {"es", "pt"}
    assert value & lx.EPONYM
    assert "la" not in entries.values
    entries.drop("cruz", lx.SURNAME)
    assert entries.values["cruz"] == lx.EPONYM


def test_importing_reads_nothing_yet() -> None:
    code = "import velado.lexicons as lx; assert lx._table.cache_info().currsize == 0; lx.lookup('x'); assert lx._table.cache_info().currsize == 1"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_memory_is_bounded() -> None:
    assert lx._memory._most == lx._MEMORY
    memory = Remembered(lx._value_of, 10)
    for number in range(50):
        memory[f"w{number}"]
    assert len(memory) <= 10
