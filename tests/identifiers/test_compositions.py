"""How numbers are put together: each composition counts the numbers of its kind, and all of them are right."""

from __future__ import annotations

import random
import re

import pytest

from velado.identifiers import Composition, Identifier, compact, composed_of, form_of, identifiers

composed = pytest.mark.parametrize("entry", [entry for entry in identifiers() if entry.composed], ids=lambda entry: entry.name)


def test_every_identifier_with_a_check_says_how_it_is_composed() -> None:
    assert [entry.name for entry in identifiers() if entry.valid and not entry.composed] == []


@composed
def test_right_numbers_have_a_rank_and_ranks_have_right_numbers(entry: Identifier) -> None:
    rng = random.Random(4)
    for _ in range(30):
        number = compact(entry.fake(rng))
        kinds = [numbers for composition in entry.composed if (numbers := composition.numbers(form_of(number), entry.valid))]
        ranks = [(numbers, rank) for numbers in kinds if (rank := numbers.rank(number)) is not None]
        assert ranks, number
        assert all(numbers.number(rank) == number for numbers, rank in ranks)
        for numbers in kinds:
            rank = rng.randrange(numbers.size)
            other = numbers.number(rank)
            if other is not None:
                assert numbers.rank(other) == rank
                assert entry.accepts(other)
                assert form_of(other) == form_of(number)


@composed
def test_most_ranks_have_a_number(entry: Identifier) -> None:
    """A pseudonym is looked for among all ranks of a kind: where most are empty, that takes long."""
    rng = random.Random(9)
    number = compact(entry.fake(rng))
    for composition in entry.composed:
        numbers = composition.numbers(form_of(number), entry.valid)
        if numbers is not None:
            found = sum(numbers.number(rng.randrange(numbers.size)) is not None for _ in range(200))
            assert found >= 100 or number.endswith("K"), composition.template  # the letter stands for one remainder in eleven


@composed
def test_examples_are_composed_as_their_kind_says(entry: Identifier) -> None:
    if entry.valid is None:
        return
    for number in (compact(marked) for example in entry.examples for marked in re.findall("⟦(.*?)⟧", example)):
        if entry.valid(number):
            kinds = (composition.numbers(form_of(number), entry.valid) for composition in entry.composed)
            assert any(numbers is not None and numbers.rank(number) is not None for numbers in kinds), number


def test_a_template_counts_what_it_says() -> None:
    numbers = Composition("[A-CX]{01-12|30}##").numbers("ldddd", None)
    assert numbers is not None
    assert numbers.size == 4 * 13 * 100
    assert [numbers.number(rank) for rank in (0, 1, 5199)] == ["A0100", "A0101", "X3099"]
    assert numbers.rank("B1307") is None
    assert Composition("[A-CX]##").numbers("ddd", None) is None
    assert Composition("##").numbers("ddd", None) is None


def test_days_that_are_not_in_the_calendar_have_no_rank() -> None:
    numbers = Composition("{ddmmyy}").numbers("dddddd", None)
    assert numbers is not None
    assert numbers.rank("290200") is not None
    assert numbers.rank("290201") is None
    assert len({numbers.number(rank) for rank in range(numbers.size)}) == numbers.size == 36_525


def test_check_characters_are_found_by_trial() -> None:
    (composition,) = composed_of("##?")
    numbers = composition.numbers("ddd", lambda number: sum(map(int, number)) % 10 == 0)
    assert numbers is not None
    assert numbers.number(12) == "127"  # 1 + 2 + 7
    assert numbers.rank("127") == 12
    assert numbers.rank("128") is None
