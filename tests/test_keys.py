"""The secret key: derived, checked, made and read."""

from __future__ import annotations

import base64
import os
import random
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.keys import KeyRefusedError, Purpose, check_key, derive, hkdf, keyed_digest, new_key, read_key

# RFC 5869, appendix A: SHA-256.
_VECTORS = [
    (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
        "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
    ),
    (
        "0b" * 22,
        "",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
]

_WEAK = {
    "short": b"x7!Qa",
    "one letter": b"k" * 32,
    "two letters": b"ab" * 16,
    "a repeated pattern": b"abc123XY" * 4,
    "counted up": bytes(range(32)),
    "counted down in steps": bytes(range(255, 0, -7)),
    "letters in order": b"abcdefghijklmnopqrstuvwxyz",
    "hexadecimal digits in order": b"0123456789abcdef",
    "pairs in order": b"aabbccddeeffgghhiijjkkllmmnnoopp",
    "a telephone number": b"00346123456789012",
    "sixteen random digits": b"4071938265510384",
    "two symbols at random": b"0110100110010110100101100110100101101001",
    "a word": b"electroencefalografista",
    "a word in capitals": b"OTORRINOLARINGOLOGISTA",
    "two words and a year": b"HospitalProvincial2024!",
    "words": b"correct horse battery staple",
    "words in Spanish": "la contraseña de la unidad".encode(),
    "nothing": bytes(32),
    "UTF-16": "1234567890123456\r\n".encode("utf-16"),
}


@pytest.mark.parametrize(("key", "salt", "info", "expected"), _VECTORS)
def test_hkdf_matches_the_vectors_of_rfc_5869(key: str, salt: str, info: str, expected: str) -> None:
    found = hkdf(bytes.fromhex(key), salt=bytes.fromhex(salt), info=bytes.fromhex(info), length=len(expected) // 2)
    assert found.hex() == expected


def test_every_purpose_has_a_key_of_its_own() -> None:
    secret = random.Random(1).randbytes(32)
    keys = {derive(secret, purpose) for purpose in Purpose}
    assert len(keys) == len(Purpose)
    assert secret not in keys
    assert derive(secret, Purpose.HASH) == derive(secret, "hash")
    assert derive(secret, Purpose.HASH) != derive(secret + b"0", Purpose.HASH)
    assert len(derive(secret, Purpose.HASH, length=100)) == 100


def test_nothing_is_derived_without_a_key() -> None:
    with pytest.raises(ValueError, match="needs a key"):
        derive(b"", Purpose.REPORT)


@pytest.mark.parametrize("key", _WEAK.values(), ids=_WEAK)
def test_weak_key_is_refused_with_the_remedy(key: bytes) -> None:
    with pytest.raises(KeyRefusedError, match="velado key new"):
        check_key(key)


@given(st.integers(0, 2**64), st.integers(16, 64))
def test_random_key_is_never_refused(seed: int, length: int) -> None:
    key = random.Random(seed).randbytes(length)
    check_key(key)
    check_key(key.hex().encode())
    check_key(key.hex().upper().encode())
    check_key(base64.b64encode(key))
    check_key(base64.urlsafe_b64encode(key).rstrip(b"="))
    check_key(base64.b32encode(key))


def test_thousands_of_random_keys_pass() -> None:
    source = random.Random(20)
    for _ in range(20_000):
        key = source.randbytes(16)
        check_key(key)
        check_key(key.hex().encode())
        check_key(base64.b64encode(key))


def _write(path: Path, data: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(data)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_text_key_loses_its_line_end(tmp_path: Path, end: bytes) -> None:
    line = base64.b64encode(random.Random(3).randbytes(32))
    assert read_key(_write(tmp_path / "key", line + end)) == line


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n", b"\n\n\n\n"])
def test_binary_key_keeps_every_byte(tmp_path: Path, end: bytes) -> None:
    key = random.Random(4).randbytes(32 - len(end)) + end
    assert read_key(_write(tmp_path / "key", key)) == key


@pytest.mark.skipif(os.name != "posix", reason="there are no mode bits")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o620])
def test_key_file_open_to_others_is_refused_with_the_remedy(tmp_path: Path, mode: int) -> None:
    path = _write(tmp_path / "key", random.Random(5).randbytes(32), mode)
    with pytest.raises(KeyRefusedError, match=f"chmod 600 {path}"):
        read_key(path)
    path.chmod(0o600)
    assert len(read_key(path)) == 32


def test_weak_key_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyRefusedError, match="too easy to guess"):
        read_key(_write(tmp_path / "key", b"k" * 16 + b"\n"))


def test_huge_file_is_no_key(tmp_path: Path) -> None:
    with pytest.raises(KeyRefusedError, match="larger than"):
        read_key(_write(tmp_path / "key", random.Random(6).randbytes(70_000)))


def test_refusal_names_nothing_of_the_key(tmp_path: Path) -> None:
    with pytest.raises(KeyRefusedError) as caught:
        read_key(_write(tmp_path / "key", b"hunter hunter hunter hunter"))
    assert "hunter" not in str(caught.value)


def test_new_key_is_random_private_and_never_written_over_a_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    new_key(first)
    new_key(second)
    assert len(read_key(first)) == 32
    assert read_key(first) != read_key(second)
    if os.name == "posix":
        assert stat.S_IMODE(first.stat().st_mode) == 0o600
    before = first.read_bytes()
    with pytest.raises(FileExistsError):
        new_key(first)
    assert first.read_bytes() == before


def test_keyed_digest_depends_on_key_purpose_and_content(tmp_path: Path) -> None:
    key, path = random.Random(7).randbytes(32), _write(tmp_path / "note", b"invented note")
    found = keyed_digest(key, Purpose.REPORT, path)
    assert found == keyed_digest(key, Purpose.REPORT, path)
    assert found != keyed_digest(key, Purpose.JOURNAL, path)
    assert found != keyed_digest(key[::-1], Purpose.REPORT, path)
    _write(path, b"another note")
    assert found != keyed_digest(key, Purpose.REPORT, path)
