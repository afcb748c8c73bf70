"""What the tagger sees of a token beyond its form."""

from __future__ import annotations

import pytest

from velado.models.features import sentences
from velado.tokens import Page


def told(text: str, name: str) -> list[str]:
    """The tokens of a page that have a feature."""
    page = Page(text, "es")
    own = [names for sentence in sentences(page) for names in sentence.own]
    return [written for written, names in zip(page.written, own, strict=True) if name in names]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("16:10 ta 130/70 yg", "yg"), ("0430 turned, dry (MK).", "MK"), ("03.15 sin dolor, mjc", "mjc"), ("3 h después yg", ""), ("ta 130/70 yg", ""),
        ("16:10", ""), ("1. paracetamol vo", ""), ("5.4 mg vo", ""), ("1975 hta", ""), ("16:1", ""), ("16", ""), ("16:", ""),
    ],
)  # fmt: skip
def test_the_last_word_of_an_entry_with_its_hour(text: str, word: str) -> None:
    assert [name for length in range(6) for name in told(text, f"closes={length}")] == ([word] if word else [])


def test_letters_that_end_several_lines() -> None:
    text = "ta 130/70 yg\nsin dolor yg.\nduerme mjc\nalta (yg)\nbien dormida\nbien dormida"
    assert told(text, "ends=3") == ["yg", "yg", "yg"]
    assert told(text, "ends=2") == []
