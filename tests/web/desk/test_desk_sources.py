"""What can be said of the page without opening it: no outside address, nothing inline, the same words in every language."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import velado
from velado.labels import LABELS
from velado.policies import policies
from velado.recognisers import recognisers

PAGE = Path(velado.__file__).parent / "web" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
STYLES = sorted(PAGE.glob("*.css"))
WORDS: dict[str, dict[str, Any]] = {
    code: json.loads((PAGE / "i18n" / f"{code}.json").read_text("utf-8")) for code in ("es", "pt", "en")
}


class Markup(HTMLParser):
    """Every element with its attributes, and the text inside scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def elements() -> list[tuple[str, dict[str, str | None]]]:
    markup = Markup()
    markup.feed((PAGE / "index.html").read_text("utf-8"))
    return markup.elements


def test_the_markup_has_nothing_inline() -> None:
    for tag, attributes in elements():
        assert tag != "style"
        assert tag != "script" or attributes.get("src"), "an inline script"
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)


def test_ids_are_unique_and_labels_point_to_them() -> None:
    ids = [attributes["id"] for _, attributes in elements() if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in elements():
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            assert attributes.get(name) is None or attributes[name] in ids


@pytest.mark.parametrize("file", [PAGE / "index.html", *SCRIPTS, *STYLES], ids=lambda path: path.name)
def test_no_address_outside_the_machine(file: Path) -> None:
    text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//[a-z]+\.[a-z]", text)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.name)
def test_documents_only_ever_become_text(file: Path) -> None:
    script = file.read_text("utf-8")
    ways_in = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|createContextualFragment"
    assert not re.search(ways_in, script)
    assert len(script.splitlines()) < 400


def test_every_language_has_the_same_words() -> None:
    for key, spanish in WORDS["es"].items():
        forms = [words[key] for words in WORDS.values()]
        for form in forms:
            assert type(form) is type(spanish), key
            texts = form.values() if isinstance(form, dict) else [form]
            assert all(text.strip() for text in texts), key
        names = [set(re.findall(r"\{([a-z]+)\}", json.dumps(form))) for form in forms]
        assert names[0] == names[1] == names[2], key
    assert WORDS["es"].keys() == WORDS["pt"].keys() == WORDS["en"].keys()


def test_every_word_that_is_asked_for_exists() -> None:
    asked = {name for _, attributes in elements() for key, name in attributes.items() if re.fullmatch("data-t(-.+)?", key) and name}
    for script in SCRIPTS:
        asked |= set(re.findall(r'\bt\(\s*"([\w.-]+)"', script.read_text("utf-8")))
    asked |= {f"label.{name}" for name in LABELS} | {f"policy.{name}" for name in policies()}
    asked |= {f"recogniser.{recogniser.name}" for recogniser in recognisers()}
    assert asked - WORDS["en"].keys() == set()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours(css: str) -> dict[str, tuple[str, str]]:
    return {name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_contrast_is_that_of_aa(theme: int) -> None:
    base = {name: pair[theme] for name, pair in colours((PAGE / "base.css").read_text("utf-8")).items()}
    pairs = [(ink, ground) for ink in ("ink", "soft", "accent", "danger", "warn") for ground in ("paper", "card", "sunk")]
    pairs += [("accent-ink", "accent"), ("accent-ink", "accent-hover"), ("danger", "danger-soft"), ("warn", "warn-soft")]
    pairs += [("ink", "warn-soft"), ("ink", "accent-soft"), ("accent", "accent-soft"), ("good", "card"), ("card", "warn")]
    for ink, ground in pairs:
        assert contrast(base[ink], base[ground]) >= 4.5, (ink, ground)
    assert contrast(base["edge"], base["card"]) >= 3
    assert contrast(base["focus"], base["card"]) >= 3
    for line in re.findall(r"^\.\w+ \{ --tint.*$", (PAGE / "review.css").read_text("utf-8"), re.M):
        family = {name: pair[theme] for name, pair in colours(line).items()}
        assert contrast(family["deep"], family["tint"]) >= 4.5, line
        assert contrast(family["deep"], base["card"]) >= 4.5, line
        assert contrast(base["ink"], family["tint"]) >= 4.5, line
