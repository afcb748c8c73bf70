"""HL7 v2: fields go by the standard, prose by the engine, separators and everything else stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from steps import Steps

from velado.cli.main import main
from velado.document import Result
from velado.formats import UnreadableError
from velado.formats._hl7_reading import Separators, escaped, leaves, messages, unescaped
from velado.formats.hl7 import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)

MESSAGE = "\r".join(
    [
        "MSH|^~\\&|LAB|HOSPITAL SAN TELMO|HIS|CENTRAL|20240312101500||ORU^R01^ORU_R01|MSG00417|P|2.5",
        "PID|1||4471829^^^HST^MR~XEXX010101HNEXXXA4^^^RENAPO^PN||QUIROGA^NEMESIO^ABEL||19610403|M|||AV MITRE 455^^QUILMES^BA^1878^AR||^PRN^PH^^54^11^42531187",
        "NK1|1|QUIROGA^DELFINA|DAU|||1144120098",
        "PV1|1|I|3N^312^A||||77120^URRUTIA^CASANDRA^^^DRA||||||||||||EP-99120",
        "OBR|1||LAB-88121|57021-8^Hemograma^LN|||20240312090000|||||||||77120^URRUTIA^CASANDRA",
        "OBX|1|NM|718-7^Hemoglobina^LN||11.2|g/dL|12-16|L|||F",
        "OBX|2|TX|22637-3^Informe^LN||Se informa a Delfina, hija de don Nemesio, por tel\\E\\fono.\\.br\\Sin signo de Murphy.||||||F",
        "NTE|1|L|Dra. Urrutia: repetir en 48 h",
        "",
    ]
)
NAMES = ("quiroga", "nemesio", "delfina", "urrutia", "casandra", "mitre", "quilmes", "4471829", "42531187", "1144120098", "19610403", "99120")


def written(tmp_path: Path, text: str, **settings: str) -> str:
    source, target = tmp_path / "in.hl7", tmp_path / "out.hl7"
    source.write_bytes(text.encode())
    pipeline = Pipeline(model=False, key=b"8Kd2vXq7LmZr4TgN1wYs", **settings)
    handled = [(document, pipeline.deidentify(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    assert FORMAT.verify(target, handled) == []
    return target.read_bytes().decode()


def test_identity_goes_and_findings_stay(tmp_path: Path) -> None:
    text = written(tmp_path, MESSAGE)
    for name in NAMES:
        assert name not in text.lower()
    for kept in ("ORU^R01^ORU_R01", "|NM|718-7^Hemoglobina^LN||11.2|g/dL|12-16|L|||F", "signo de Murphy", "57021-8^Hemograma^LN", "repetir en 48 h"):
        assert kept in text
    assert text.count("\r") == MESSAGE.count("\r")
    assert [line[:3] for line in text.split("\r")] == [line[:3] for line in MESSAGE.split("\r")]
    assert [line.count("|") for line in text.split("\r")] == [line.count("|") for line in MESSAGE.split("\r")]


def test_words_in_a_field_of_codes_are_read(tmp_path: Path) -> None:
    message = "MSH|^~\\&|LIS|HSP|HIS|HSP|20240301||ORU^R01|1|P|2.5\rPID|1||44567^^^HSP^MR||Otxandiano^Nekane\r"
    safe = written(tmp_path, message + "NTE|L|Avisar a la señora Otxandiano\rOBX|1|TX|22637-3^Informe de alta^LN||Sin fiebre.||||||F\r")
    assert "Otxandiano" not in safe
    assert "22637-3^Informe de alta^LN" in safe
    assert "NTE|L|" in safe


def test_dates_that_are_shifted_stay_dates(tmp_path: Path) -> None:
    born = written(tmp_path, MESSAGE, replace="shift_dates").split("\r")[1].split("|")[7]
    assert len(born) == 8
    assert born.isdigit()
    assert born != "19610403"


def test_the_messages_own_separators_are_used(tmp_path: Path) -> None:
    text = MESSAGE.translate(str.maketrans({"|": "#", "^": "@"}))
    result = written(tmp_path, text)
    assert "quiroga" not in result.lower()
    assert result.startswith("MSH#@~\\&#LAB#")


def test_a_batch_of_several_messages(tmp_path: Path) -> None:
    other = MESSAGE.replace("QUIROGA^NEMESIO^ABEL", "TORO^IRIS").replace("Nemesio", "Iris")
    text = written(tmp_path, f"FHS|^~\\&|LAB|X\r{MESSAGE}{other}FTS|2\r")
    assert "toro" not in text.lower()
    assert text.count("MSH|") == 2


def test_embedded_files_are_removed_and_told(tmp_path: Path) -> None:
    source, target = tmp_path / "in.hl7", tmp_path / "out.hl7"
    source.write_text("MSH|^~\\&|A|B||||||1|P|2.5\rOBX|1|ED|PDF||^application^pdf^Base64^UXVpcm9nYQ==||||||F\r", newline="")
    handled = [(document, Pipeline(model=False).deidentify(document)) for document in FORMAT.read(source)]
    assert FORMAT.write(target, source, iter(handled)) == ["embedded files removed: 1"]
    assert "UXVpcm9nYQ" not in target.read_text()


def test_nothing_of_a_withheld_message_is_written(tmp_path: Path) -> None:
    source, target = tmp_path / "in.hl7", tmp_path / "out.hl7"
    source.write_text(MESSAGE + MESSAGE, newline="")
    first, second = FORMAT.read(source)
    good = Pipeline(model=False).deidentify(second)
    assert FORMAT.write(target, source, iter([(first, Result("", None)), (second, good)])) == ["left out of the file: messages that were withheld: 1"]
    assert target.read_text().count("MSH|") == 1
    assert "QUIROGA" not in target.read_text()


def test_through_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.hl7").write_bytes(MESSAGE.encode("latin-1"))
    (tmp_path / "in/b.hl7").write_text("Nombre: Ana\n")
    assert main(["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--forms-only", "--jobs", "1"]) == 3
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.hl7"]


@pytest.mark.parametrize("text", ["", "PID|1||2", "MSH||||", "MSH|^~\\&|A\rno segment", "MSH|^~\\&|A\rOBX|1|TX|||Sra.\rNELIDA UGARTE\rEVN|1"])
def test_what_is_no_message_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.hl7"
    file.write_text(text)
    with pytest.raises(UnreadableError):
        list(FORMAT.read(file))


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40))
def test_escapes_come_back(text: str) -> None:
    signs = Separators()
    said = escaped(text, signs)
    assert unescaped(said, 0, len(said), signs)[0] == text


@given(st.lists(st.text("ab1", max_size=5), min_size=1, max_size=8))
@settings(max_examples=50)
def test_every_piece_stands_where_it_is_said_to(values: list[str]) -> None:
    text = "MSH|^~\\&|x\rZZZ|" + "^".join(values)
    (message,) = messages(text)
    found = [leaf for leaf in leaves(text, message) if leaf.segment == "ZZZ"]
    assert [text[leaf.start : leaf.end] for leaf in found] == [value for value in values if value]
    assert [leaf.component for leaf in found] == [number for number, value in enumerate(values, 1) if value]
