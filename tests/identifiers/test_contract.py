"""One contract for every identifier of the folder, and of other packages that join in."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from velado.identifiers import Identifier, compact, identifiers, page, table
from velado.labels import LABELS
from velado.recognisers.numbers import RECOGNISER
from velado.tokens import Page, fold

MARK = re.compile("⟦(.*?)⟧")
HOSTILE = [
    "1" * 50_000,
    "1 " * 25_000,
    "1.1-" * 12_000,
    "ab12" * 12_000,
    "a" * 50_000,
    "12 3456789 " * 5_000,
    "x1-" * 16_000,
    " " * 50_000,
]

every = pytest.mark.parametrize("identifier", identifiers(), ids=lambda one: one.name)


def unmarked(example: str) -> tuple[str, list[tuple[int, int]]]:
    """The text of an example and where its marks stand in it."""
    spans: list[tuple[int, int]] = []
    text = ""
    for position, piece in enumerate(re.split("[⟦⟧]", example)):
        if position % 2:
            spans.append((len(text), len(text) + len(piece)))
        text += piece
    return text, spans


def test_names_are_unique_and_say_the_country() -> None:
    names = [identifier.name for identifier in identifiers()]
    assert len(names) == len(set(names))
    for identifier in identifiers():
        assert re.fullmatch(r"[a-z0-9_]+", identifier.name)
        assert not identifier.country or identifier.name.startswith(identifier.country.lower() + "_")


@every
def test_is_complete(identifier: Identifier) -> None:
    assert identifier.label in LABELS
    assert identifier.title
    assert identifier.cues
    assert identifier.examples
    assert all(MARK.search(example) for example in identifier.examples)
    assert not any(MARK.search(example) for example in identifier.counter_examples)


@every
def test_pattern_is_linear(identifier: Identifier) -> None:
    pattern = re.compile(identifier.pattern)
    for text in HOSTILE:
        started = time.process_time()
        pattern.search(text)
        assert time.process_time() - started < 1.0


@every
def test_examples_are_found_whole_with_their_label(identifier: Identifier) -> None:
    for example in identifier.examples:
        text, expected = unmarked(example)
        spans = RECOGNISER.find(Page(text, country=identifier.country))
        found = {(span.start, span.end): span.label for span in spans if span.score >= 0.5}
        assert sorted(found) == expected, f"{text}: {[text[a:b] for a, b in found]}"
        assert set(found.values()) == {identifier.label}, text


@every
def test_examples_are_found_without_knowing_the_country(identifier: Identifier) -> None:
    for example in identifier.examples:
        text, expected = unmarked(example)
        found = [(span.start, span.end) for span in RECOGNISER.find(Page(text)) if span.score >= 0.5]
        covered = {position for start, end in found for position in range(start, end)}
        assert all(set(range(start, end)) <= covered for start, end in expected), text


@every
def test_counter_examples_are_left_alone(identifier: Identifier) -> None:
    for text in identifier.counter_examples:
        found = [span.text(text) for span in RECOGNISER.find(Page(text, country=identifier.country)) if span.score >= 0.5]
        assert not found, text


@every
def test_fakes_are_valid_and_found_behind_a_cue(identifier: Identifier) -> None:
    rng = random.Random(11)
    for _ in range(5):
        fake = identifier.fake(rng)
        assert re.fullmatch(identifier.pattern, fold(fake)), fake
        assert identifier.accepts(fake), fake
        text = f"{identifier.cues[0].upper()}: {fake}"
        found = [span for span in RECOGNISER.find(Page(text, country=identifier.country)) if span.score >= 0.5]
        assert any(span.start <= text.index(fake) and span.end >= len(text) for span in found), text


@every
def test_fakes_are_the_same_for_the_same_seed(identifier: Identifier) -> None:
    assert identifier.fake(random.Random(3)) == identifier.fake(random.Random(3))


@every
def test_check_digits_catch_a_slip(identifier: Identifier) -> None:
    if identifier.valid is None:
        return
    rng = random.Random(5)
    caught = 0
    for _ in range(20):
        number = compact(identifier.fake(rng))
        position = rng.choice([at for at, character in enumerate(number) if character.isdigit()])
        wrong = number[:position] + str((int(number[position]) + rng.randrange(1, 9)) % 10) + number[position + 1 :]
        caught += not identifier.valid(wrong)
    assert caught >= (0 if identifier.name in ("us_ssn", "gb_nino") else 5)


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert (Path(__file__).parent.parent.parent / "docs" / "identifiers.md").read_text("utf-8") == page()


def test_table_has_a_row_for_each() -> None:
    assert table().count("\n") == len(identifiers()) + 2
