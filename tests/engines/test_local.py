"""Several processes give the same as one, and lose nothing but the document that kills them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from velado.document import Document, Result
from velado.engines import Settings
from velado.engines.local import AHEAD, CHUNK, run
from velado.engines.process import Budget
from velado.pipeline import Pipeline


class Fragile(Pipeline):
    """Turns text to capitals; some texts are its end."""

    def deidentify(self, document: Document) -> Result:
        if document.text.startswith("die"):
            os._exit(9)
        if document.text.startswith("hang"):
            time.sleep(600)
        if document.text.startswith("slow"):
            time.sleep(3)
        if document.text.startswith("grow"):
            hoard = [bytearray(b"x") * 50_000_000 for _ in range(20)]
            time.sleep(600 if hoard else 0)
        assert document.place is None or os.getpid() == PARENT
        return Result(document.id, document.text.upper(), (), (), "es")


PARENT = os.getpid()


@dataclass(frozen=True, slots=True)
class FragileSettings(Settings):
    def pipeline(self) -> Pipeline:
        return Fragile.__new__(Fragile)


def documents(texts: list[str]) -> list[Document]:
    return [Document(text, str(number), place=lambda: None) for number, text in enumerate(texts)]


def texts_of(texts: list[str], jobs: int, seconds: float = 60.0) -> list[str | None]:
    handled = list(run(documents(texts), FragileSettings(), jobs, Budget(seconds)))
    assert [document.text for document, _ in handled] == texts
    assert [result.document_id for _, result in handled] == [str(number) for number in range(len(texts))]
    return [result.text for _, result in handled]


def test_results_come_in_order_and_are_the_same_for_any_number_of_jobs() -> None:
    texts = [f"nota {number} " * (1 + number % 7 * 400) for number in range(5 * CHUNK)]
    expected: list[str | None] = [text.upper() for text in texts]
    assert texts_of(texts, 1) == texts_of(texts, 3) == expected


def test_a_document_that_kills_its_worker_is_the_only_one_withheld() -> None:
    texts = [f"die {number}" if number in (0, 20, 39) else f"nota {number}" for number in range(40)]
    expected = [None if text.startswith("die") else text.upper() for text in texts]
    assert texts_of(texts, 2) == expected


@pytest.mark.parametrize("first", ["slow", "die"])
def test_a_first_document_that_holds_all_others_back(first: str) -> None:
    texts = [first, *(f"nota {number}" for number in range(3 * AHEAD * CHUNK))]
    expected = [None if text == "die" else text.upper() for text in texts]
    assert texts_of(texts, 2) == expected


def test_a_document_that_takes_too_long_is_withheld_and_says_so() -> None:
    handled = list(run(documents(["uno", "hang", "dos"]), FragileSettings(), 2, Budget(4.0)))
    assert [result.text for _, result in handled] == ["UNO", None, "DOS"]
    assert handled[1][1].problems == ("it took too long",)


def test_a_document_that_needs_too_much_memory_is_withheld_and_says_so() -> None:
    handled = list(run(documents(["uno", "grow", "dos"]), FragileSettings(), 2, Budget(memory=600_000_000)))
    assert [result.text for _, result in handled] == ["UNO", None, "DOS"]
    assert handled[1][1].problems == ("it needed too much memory",)


def test_documents_are_taken_only_as_workers_become_free() -> None:
    taken = 0

    def source() -> Iterator[Document]:
        nonlocal taken
        for number in range(10_000):
            taken += 1
            yield Document(str(number))

    results = run(source(), FragileSettings(), 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert taken <= (2 * AHEAD + 1) * CHUNK + 1


def test_nothing_to_do_is_no_trouble() -> None:
    assert list(run([], FragileSettings(), 2)) == []


def test_jobs_below_one_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        list(run([], FragileSettings(), 0))


def test_settings_hide_their_key() -> None:
    assert "secreto" not in repr(Settings(key=b"secreto"))


def test_a_document_without_a_text_is_withheld_and_no_other() -> None:
    documents = [Document("Tos.", "1"), Document(None, "2"), Document("Tos.", "3")]  # type: ignore[arg-type]
    results = [result for _, result in run(documents, Settings(model=False), jobs=2)]
    assert [result.withheld for result in results] == [False, True, False]
