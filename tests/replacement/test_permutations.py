"""Permutations of any size are permutations, and look drawn at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from velado.replacement._permutations import KEY_BYTES, Permutations, Wide

KEY = bytes(range(KEY_BYTES))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 10, 26, 30, 90, 100, 257, 2_600, 9_000])
def test_every_small_permutation_is_one(size: int) -> None:
    permutation = Permutations(KEY).below(size, "small")
    images = [permutation.encrypt(number) for number in range(size)]
    assert sorted(images) == list(range(size))
    assert [permutation.decrypt(image) for image in images] == list(range(size))


@pytest.mark.parametrize("size", [999_999, 1_000_000, 1_000_001, 9 * 10**7, 26**7 * 10**3, 10**40, 36**64])
def test_large_permutations_can_be_undone(size: int) -> None:
    permutation = Permutations(KEY, "python").below(size, "large")
    rng = random.Random(2)
    for number in [0, size - 1, *(rng.randrange(size) for _ in range(5))]:
        assert 0 <= permutation.encrypt(number) < size
        assert permutation.decrypt(permutation.encrypt(number)) == number


def test_names_and_keys_give_permutations_of_their_own() -> None:
    def images(key: bytes, name: str) -> list[int]:
        permutation = Permutations(key, "python").below(10**7, name)
        return [permutation.encrypt(number) for number in range(5)]

    assert len({tuple(images(key, name)) for key in (KEY, KEY[::-1]) for name in ("one", "other")}) == 4


def test_small_permutations_are_as_even_as_chance() -> None:
    keys, size = 1_500, 10
    pairs: Counter[tuple[int, int, int]] = Counter()
    for number in range(keys):
        permutation = Permutations(number.to_bytes(KEY_BYTES, "big")).below(size, "digits")
        first, second = permutation.encrypt(3), permutation.encrypt(7)
        pairs[0, first, second] += 1
        pairs[1, permutation.encrypt(first), 0] += 1  # a cycle of two would show here
    expected = keys / 90
    chi_square = sum((pairs[0, a, b] - expected) ** 2 / expected for a in range(size) for b in range(size) if a != b)
    assert chi_square < 89 + 5 * (2 * 89) ** 0.5  # 89 degrees of freedom
    assert pairs[1, 3, 0] / keys == pytest.approx(2 / size, abs=0.05)


def test_long_strings_are_permuted_quickly_and_can_be_undone() -> None:
    rng = random.Random(4)
    radices = [rng.choice((10, 26, 30)) for _ in range(20_000)]
    wide = Wide(KEY, radices)
    values = [rng.randrange(radix) for radix in radices]
    image = wide.encrypt(values)
    assert all(0 <= value < radix for value, radix in zip(image, radices, strict=True))
    assert wide.decrypt(image) == values
    values[-1] = (values[-1] + 1) % radices[-1]  # one sign changes all others
    assert sum(map(int.__eq__, wide.encrypt(values), image)) < len(values) * 0.1
