"""Medicine, drugs, work, kin, streets and the like, from the hand-written lists and faker's jobs. Development only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from velado.lexicons import (
    BRAND_DEVICE,
    COMPANY,
    DRUG,
    EPONYM,
    FACILITY_WORD,
    KINSHIP,
    MAKER,
    MEDICAL,
    MICROBE,
    PROFESSION,
    SEX_WORD,
    STREET_TYPE,
    TITLE,
    WEAK_COMPANY,
)  # fmt: skip
from velado.lexicons._entries import Entries, lines_of

__all__ = ["add_vocabulary"]

_LISTS = (
    ("medical_es", MEDICAL), ("medical_pt", MEDICAL), ("medical_en", MEDICAL), ("drugs", DRUG), ("drug_brands", DRUG),
    ("eponyms", EPONYM), ("microbes", MICROBE), ("devices", BRAND_DEVICE), ("goods", BRAND_DEVICE),
    ("professions_es", PROFESSION), ("professions_pt", PROFESSION), ("professions_en", PROFESSION),
    ("kinship", KINSHIP), ("streets", STREET_TYPE), ("facilities", FACILITY_WORD), ("titles", TITLE), ("sex", SEX_WORD),
    ("makers", MAKER), ("companies", COMPANY), ("companies_weak", WEAK_COMPANY),
)  # fmt: skip


def _faker_jobs() -> Iterator[str]:
    for locale in ("es", "pt_BR", "pt_PT", "en_US"):
        for job in import_module(f"faker.providers.job.{locale}").Provider.jobs:
            # "Accountant, chartered" is a register's order, not what people write.
            short = re.split(r"[,(;/]", job)[0].strip()
            if 1 <= len(short.split()) <= 4 and len(short) > 3:
                yield short


def add_vocabulary(entries: Entries) -> None:
    """Everything that is neither a name nor a place."""
    for file, flag in _LISTS:
        entries.flag(lines_of(file), flag)
    entries.flag(_faker_jobs(), PROFESSION)
