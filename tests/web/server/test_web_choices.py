"""From what a user chose to the pipeline that does it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import pytest

from velado.document import Span
from velado.pipeline import Pipeline
from velado.web.choices import Choice
from velado.web.config import Config

NOTE = "Paciente: Marta Ruiz Gil, tel. 612 345 678. Vino catarro."
KEY = hashlib.sha256(b"a key for tests").digest()


class Finder:
    """A model of somebody's own."""

    def find(self, text: str) -> Iterable[Span]:
        start = text.find("catarro")
        return [Span(start, start + 7, "PLACE", 0.7, "own")] if start >= 0 else []


def safe(choice: Choice) -> str:
    return choice.pipeline(KEY).deidentify(NOTE).text or ""


def test_style_and_way_to_replace() -> None:
    assert safe(Choice(model="none", language="es", style="tag")).startswith("Paciente: {NOMBRE}, tel. {TEL}")
    assert safe(Choice(model="none", language="es", replace="mask")).startswith("Paciente: ***** **** ***, tel. *** *** ***")
    assert "Marta" not in safe(Choice(model="none", language="es", replace="surrogate"))


def test_what_a_policy_keeps_is_kept_whatever_the_way_to_replace() -> None:
    choice = Choice(model="none", language="es", replace="label", style="angle")
    assert choice.pipeline().deidentify("Varón. Madre con cáncer.").text == "Varón. Madre con cáncer."


def test_a_threshold_takes_the_place_of_the_policys_own() -> None:
    strict = Choice(model="none", language="es", threshold=0.99).pipeline().detect(NOTE)
    lax = Choice(model="none", language="es", threshold=0.1).pipeline().detect(NOTE)
    assert len(strict) < len(lax)


def test_only_some_recognisers() -> None:
    assert safe(Choice(model="none", language="es", recognisers=("contacts",))) == NOTE.replace("612 345 678", "[TELÉFONO]")


def test_a_model_of_ones_own_works_beside_the_rules_and_below_the_threshold() -> None:
    assert "catarro" not in (Pipeline(model=False, language="es", extra=[Finder()]).deidentify(NOTE).text or "catarro")
    sure = Choice(model="none", threshold=0.8)._policy()
    assert "catarro" in (Pipeline(sure, model=False, language="es", extra=[Finder()]).deidentify(NOTE).text or "")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_loopback_needs_no_token(host: str) -> None:
    assert not Config(host).shared
