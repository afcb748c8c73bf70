"""What the documents show is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from velado import Document, Pipeline

HOME = Path(__file__).parent.parent


def test_the_example_of_the_readme_is_true() -> None:
    blocks = re.findall(r"(?:Before|After):\n\n```\n(.*?)\n```", (HOME / "README.md").read_text("utf-8"), re.S)
    before, after = blocks
    assert Pipeline(language="es").deidentify(Document(before)).text == after


@pytest.mark.parametrize("page", sorted([*HOME.glob("*.md"), *(HOME / "docs").glob("*.md")]), ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_examples_are_four_per_language_and_come_through() -> None:
    for language in ("es", "pt", "en"):
        notes = sorted((HOME / "examples" / "notes" / language).glob("*.txt"))
        assert len(notes) == 4
        for note in notes:
            result = Pipeline(model=False).deidentify(Document(note.read_text("utf-8")))
            assert result.text is not None
            assert result.language == language
