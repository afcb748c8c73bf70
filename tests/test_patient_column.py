"""Documents that tell which patient it is get a stable pseudonym, and labels are written in the language asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from velado import Document, Pipeline, Span
from velado.engines import Settings
from velado.engines.local import run
from velado.policies.policy import KEEP, Policy, Rule

KEY = bytes.fromhex("8f1e5a0c9b7d4236e0a1c5f7d3b29648")
SEEDS = (b"row 1" * 4, b"row 2" * 4)


def cell(value: str, label: str = "PATIENT_ID", **rest: object) -> Document:
    return Document(value, "1", "es", given=(Span(0, len(value), label, 1.0, "table"),), pseudonym=True, **rest)  # type: ignore[arg-type]


def pipeline(replace: str | None = None, **rest: object) -> Pipeline:
    return Pipeline(replace=replace, model=False, **rest)  # type: ignore[arg-type]


def text(pipeline: Pipeline, document: Document) -> str:
    found = pipeline.deidentify(document).text
    assert found is not None
    return found


@pytest.mark.parametrize("strategy", ["label", "mask", "remove", "generalise", "shift_dates", "surrogate", "neighbours"])
def test_every_policy_gives_the_same_pseudonym_under_a_key(strategy: str) -> None:
    new = text(pipeline(strategy, key=KEY), cell("1203481"))
    assert new == text(pipeline("surrogate", key=KEY), cell("1203481"))
    assert new != "1203481"
    assert new.isdigit()


def test_a_rule_that_keeps_the_number_is_overruled() -> None:
    policy = Policy("own", {"PATIENT_ID": Rule(KEEP)})
    assert text(Pipeline(policy, model=False, key=KEY), cell("1203481")) == text(pipeline("surrogate", key=KEY), cell("1203481"))


def test_hash_keeps_its_codes() -> None:
    assert text(pipeline("hash", key=KEY), cell("1203481")).startswith("[ID_PACIENTE:")


def test_without_a_key_the_pseudonym_is_that_of_the_run() -> None:
    one, other = pipeline("label"), pipeline("label")
    values = [f"{number:06d}" for number in range(100_000, 100_400)]
    images = [text(one, cell(value, seed=SEEDS[number % 2])) for number, value in enumerate(values)]
    assert len(set(images)) == len(values)
    assert images == [text(one, cell(value)) for value in values]
    assert images != [text(other, cell(value)) for value in values]


@pytest.mark.parametrize("strategy", ["surrogate", "hash"])
def test_the_number_is_the_same_in_the_notes_of_a_table(strategy: str) -> None:
    own = pipeline(strategy)
    note = Document("NHC 1203481.", "1", "es", given=(Span(4, 11, "PATIENT_ID"),), seed=SEEDS[0])
    assert text(own, note) == f"NHC {text(own, cell('1203481', seed=SEEDS[1]))}."


def test_notes_that_belong_nowhere_are_not_linked_without_a_key() -> None:
    own = pipeline("surrogate")
    notes = [Document("NHC 1203481.", "1", "es", given=(Span(4, 11, "PATIENT_ID"),)) for _ in range(3)]
    assert len({text(own, note) for note in notes}) == 3


@pytest.mark.parametrize("key", [KEY, b""])
def test_names_get_a_code_that_tells_patients_apart(key: bytes) -> None:
    own = pipeline("label", key=key)
    ana, eva, again = (text(own, cell(name, "PATIENT_NAME")) for name in ("Ana Gil", "Eva Mas", "GIL, ANA"))
    assert ana == again != eva
    assert ana.startswith("[PACIENTE:")


def test_what_is_not_given_follows_the_policy() -> None:
    document = replace(cell("1203481"), text="1203481, tel. 612 345 678")
    assert text(pipeline("label", key=KEY), document).endswith(", tel. [TELÉFONO]")


def test_other_documents_follow_the_policy() -> None:
    assert text(pipeline("label", key=KEY), replace(cell("1203481"), pseudonym=False)) == "[ID_PACIENTE]"


def test_what_a_reviewer_marks_anew_keeps_its_pseudonym() -> None:
    own = pipeline("label", key=KEY)
    document = cell("1203481")
    reviewed = own.with_spans(document, [Span(0, 7, "PATIENT_ID", 1.0, "person")])
    assert reviewed.text == text(own, document)


def test_all_processes_of_a_run_give_the_same() -> None:
    documents = [cell(str(number), seed=SEEDS[number % 2]) for number in range(1000, 1100)]
    settings = Settings(language="es", model=False)
    alone = [result.text for _, result in run(documents, settings)]
    several = [result.text for _, result in run(documents, settings, jobs=2)]
    assert alone == several
    assert len(set(alone)) == len(documents)
    assert alone != [result.text for _, result in run(documents, Settings(language="es", model=False))]


def test_other_runs_with_the_key_give_the_same() -> None:
    program = (
        "import sys; from velado import Document, Pipeline, Span\n"
        "given = (Span(0, 7, 'PATIENT_ID'),)\n"
        "print(Pipeline(model=False, key=bytes.fromhex(sys.argv[1])).deidentify(Document('1203481', given=given, pseudonym=True)).text)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, KEY.hex()], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("0", "1")
    }
    assert outputs == {text(pipeline(key=KEY), cell("1203481")) + "\n"}


@pytest.mark.parametrize("strategy", ["label", "hash"])
def test_labels_of_a_table_have_one_language(strategy: str) -> None:
    own = pipeline(strategy, key=KEY)
    documents = [
        Document("1203481", "1", language, given=(Span(0, 7, "PATIENT_ID"),), label_language="pt") for language in ("es", "pt", "en")
    ]
    found = {text(own, document) for document in documents}
    assert len(found) == 1
    assert found.pop().startswith("[ID_PACIENTE")
    assert text(own, replace(documents[0], language="en", label_language="")).startswith("[PATIENT_ID")


@pytest.mark.parametrize(
    ("strategy", "value", "label"),
    [("generalise", "Villarriba", "PLACE"), ("shift_dates", "algún día", "DATE"), ("mask", "--", "OTHER_ID"), ("surrogate", "varón", "OTHER"),
     ("neighbours", "Marta", "PATIENT_NAME")],
)  # fmt: skip
def test_whatever_becomes_a_label_is_written_in_the_language_asked_for(strategy: str, value: str, label: str) -> None:
    document = Document(value, "1", "es", given=(Span(0, len(value), label),))
    words = {language: text(pipeline(strategy, key=KEY), replace(document, label_language=language)) for language in ("es", "en")}
    assert words["es"] != words["en"]
    assert words["es"] == text(pipeline(strategy, key=KEY), document)
