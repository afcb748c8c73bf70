"""Writes docs/identifiers.md from the identifiers themselves: `python scripts/identifiers_table.py`."""

from __future__ import annotations

from pathlib import Path

from velado.identifiers import page

PAGE = Path(__file__).parent.parent / "docs" / "identifiers.md"

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
