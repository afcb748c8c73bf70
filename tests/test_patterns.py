"""Patterns that wait to be compiled behave like compiled ones, and each of the package's compiles."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import ModuleType

import pytest

from velado.patterns import late_pattern
from velado.recognisers import _localities, _nicknames, _rosters
from velado.tokens import Page

HOMES = ("abbreviations", "readings", "resolution", "languages", "recognisers", "replacement")
NOTE = """Cama 3  Ana Gil Paz, 71 a
Cama 4\tLuis Soto y 12 Rosa Vidal
2. Marta Ruiz  7B  Eva Sanz
Zamora, a 3 de mayo de 2020
Soria, lunes, 4 de mayo
Vive con su primo Juan ("El Rubio"), alias Chispa, y con la "abuela".
Le dicen Paco. Desconocido. Known as "Kit"; (a.k.a. Tom) x y  5 mg
"""


def modules() -> Iterator[ModuleType]:
    for home in HOMES:
        module = importlib.import_module(f"velado.{home}")
        yield module
        for entry in pkgutil.iter_modules(getattr(module, "__path__", ())):
            yield importlib.import_module(f"velado.{home}.{entry.name}")


def late_ones(module: ModuleType) -> Iterator[re.Pattern[str]]:
    kind = type(late_pattern(""))
    for value in vars(module).values():
        yield from (one for one in (value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)) if type(one) is kind)


def test_every_pattern_compiles() -> None:
    sources = [pattern.pattern for module in modules() for pattern in late_ones(module)]
    assert len(sources) > 200
    assert all(re.compile(source) for source in sources)


def test_behaves_like_a_compiled_one() -> None:
    late, plain = late_pattern(r"(?P<day>\d+)-x", re.IGNORECASE), re.compile(r"(?P<day>\d+)-x", re.IGNORECASE)
    assert late.pattern == plain.pattern
    assert late.groups == 1
    assert late.sub("·", "3-X 4-x") == plain.sub("·", "3-X 4-x") == "· ·"
    assert [match.span("day") for match in late.finditer("3-X 14-x")] == [(0, 1), (4, 6)]
    assert late.search("3-X", 1) is None


def test_threads_may_use_one_for_the_first_time_together() -> None:
    patterns = [late_pattern(rf"(\d+)-{number}") for number in range(40)]
    together = Barrier(4)

    def read() -> list[list[str]]:
        together.wait()
        return [pattern.findall(f"{number}-{number}") for number, pattern in enumerate(patterns)]

    with ThreadPoolExecutor(4) as pool:
        told = [future.result() for future in [pool.submit(read) for _ in range(4)]]
    assert told == [[[str(number)] for number in range(40)]] * 4


def test_a_mistake_shows_at_the_first_use() -> None:
    broken = late_pattern("(")
    with pytest.raises(re.error):
        broken.search("")


def test_slow_patterns_are_tried_wherever_they_can_match() -> None:
    page = Page(NOTE, "es")
    assert [match.span() for match in _rosters._heads(page)] == [match.span() for match in _rosters._HEAD.finditer(NOTE)] != []
    assert [match.span() for match in _nicknames.nicknames(page)] == [match.span() for match in _nicknames._NICKNAME.finditer(NOTE)] != []
    datelines = [match.start(1) for start in page.line_starts if (match := _localities._DATELINE.match(NOTE, start))]
    assert [span.start for span in _localities.datelines(page, "places")] == datelines != []
