"""AES and FF1 against the published vectors, in Python and with `cryptography` where it is installed."""

from __future__ import annotations

import random

import pytest

from velado.replacement._aes import IMPLEMENTATIONS, block_encryptor
from velado.replacement._ff1 import FF1

KEY = "2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94"  # NIST's, of which the first bytes serve as shorter ones
DECIMAL, ALPHANUMERIC = "39383736353433323130", "3737373770717273373737"  # tweaks
LETTERS = "0123456789abcdefghi"

# FIPS 197, appendices B and C: key, plain text, cipher text.
_AES = [
    ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32"),
    (bytes(range(16)).hex(), "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
    (bytes(range(24)).hex(), "00112233445566778899aabbccddeeff", "dda97ca4864cdfe06eaf70a0ec0d7191"),
    (bytes(range(32)).hex(), "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089"),
]

# NIST's FF1 samples 1 to 9: bytes of the key, radix, tweak, plain text, cipher text.
_FF1 = [
    (16, 10, "", "0123456789", "2433477484"),
    (16, 10, DECIMAL, "0123456789", "6124200773"),
    (16, 36, ALPHANUMERIC, LETTERS, "a9tv40mll9kdu509eum"),
    (24, 10, "", "0123456789", "2830668132"),
    (24, 10, DECIMAL, "0123456789", "2496655549"),
    (24, 36, ALPHANUMERIC, LETTERS, "xbj3kv35jrawxv32ysr"),
    (32, 10, "", "0123456789", "6657667009"),
    (32, 10, DECIMAL, "0123456789", "1001623463"),
    (32, 36, ALPHANUMERIC, LETTERS, "xs8a0azh2avyalyzuwd"),
    # Longer than NIST's, so that a round needs more than one block; as Bouncy Castle computes them.
    (16, 36, ALPHANUMERIC, "0123456789abcdefghijklmnopqrstuvwxyz", "etctqbhw42iifzhqis3g034b3qcrdrc4de0b"),
    (16, 36, ALPHANUMERIC, "0123456789abcdefghijklmnopqrstuvwxyz0", "0yzk1dh3qrizd3fakndofz0lswvabsajv45o9"),
    (24, 36, "", "zyxwvutsrqponmlkjihgfedcba9876543210zyxwvu", "0km7yov4j83dez5xjgj0f3garxzbtuv8lb38oyl5dl"),
]


@pytest.fixture(params=IMPLEMENTATIONS)
def implementation(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name == "cryptography":
        pytest.importorskip("cryptography")
    return name


@pytest.mark.parametrize(("key", "plain", "cipher"), _AES)
def test_aes_matches_fips_197(key: str, plain: str, cipher: str, implementation: str) -> None:
    assert block_encryptor(bytes.fromhex(key), implementation)(bytes.fromhex(plain)).hex() == cipher


def test_both_implementations_of_aes_give_the_same_bytes() -> None:
    pytest.importorskip("cryptography")
    rng = random.Random(7)
    for size in (16, 24, 32):
        key = rng.randbytes(size)
        ours, theirs = (block_encryptor(key, name) for name in ("python", "cryptography"))
        assert all(ours(block) == theirs(block) for block in (rng.randbytes(16) for _ in range(500)))


def test_a_key_of_another_size_is_refused(implementation: str) -> None:
    with pytest.raises(ValueError, match="16, 24 or 32"):
        block_encryptor(bytes(20), implementation)


@pytest.mark.parametrize(("size", "radix", "tweak", "plain", "cipher"), _FF1)
def test_ff1_matches_the_published_samples(size: int, radix: int, tweak: str, plain: str, cipher: str, implementation: str) -> None:
    ff1 = FF1(block_encryptor(bytes.fromhex(KEY)[:size], implementation), radix, len(plain), bytes.fromhex(tweak))
    assert ff1.encrypt(int(plain, radix)) == int(cipher, radix)
    assert ff1.decrypt(int(cipher, radix)) == int(plain, radix)


@pytest.mark.parametrize(("radix", "length"), [(2, 20), (10, 6), (10, 61), (36, 4), (1000, 2), (65_536, 9)])
@pytest.mark.parametrize("tweak", [b"", b"12345678", bytes(40)])
def test_ff1_can_be_undone(radix: int, length: int, tweak: bytes) -> None:
    ff1 = FF1(block_encryptor(bytes(16), "python"), radix, length, tweak)
    rng = random.Random(3)
    for number in [0, ff1.size - 1, *(rng.randrange(ff1.size) for _ in range(5))]:
        assert 0 <= ff1.encrypt(number) < ff1.size
        assert ff1.decrypt(ff1.encrypt(number)) == number


@pytest.mark.parametrize(("radix", "length"), [(10, 5), (1, 40), (70_000, 2), (2_000_000, 1)])
def test_ff1_refuses_domains_that_the_standard_refuses(radix: int, length: int) -> None:
    with pytest.raises(ValueError, match="FF1"):
        FF1(block_encryptor(bytes(16), "python"), radix, length)
