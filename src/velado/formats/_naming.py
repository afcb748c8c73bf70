"""What things inside a file are called: styles, fonts, classes, elements. One called by somebody's name gets a number instead.

Nobody reads such names on a page, so nothing is lost with them; the same name gets the same number in the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from velado.formats import Handled
from velado.formats._weave import patched
from velado.formats._xml import attributes, escaped, local, tokens
from velado.headings import JOINTS
from velado.labels import NAMES
from velado.tokens import fold, read_text

__all__ = ["Naming", "naming_of", "renamed_xml"]

_LEAST = 4  # letters of a word that is looked for
_LEAST_INSIDE = 6  # letters of one that is looked for inside longer words: "nelidaugarte"
_LEAST_DIGITS = 5
_RUN = re.compile(r"[\w-]+")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d[\d .\-/]*\d")
_CAMEL = re.compile(r"(?<=[a-záéíóúñ])(?=[A-ZÁÉÍÓÚÑ])")
# Words of fonts, colours and styles that every program has: people are called Georgia, Brown and Strong as well.
_STANDARD = frozenset(
    "arial georgia verdana calibri cambria tahoma times roman courier helvetica garamond century gothic lucida palatino linotype franklin "
    "rockwell bell baskerville optima futura gill sans serif mono monospace candara consolas constantia corbel segoe aptos liberation dejavu "
    "noto droid roboto lato open ubuntu book bookman antiqua symbol wingdings webdings impact comic trebuchet carlito caladea "
    "black white green brown gray grey blue yellow violet olive coral salmon orange purple silver maroon navy teal lime pink gold golden "
    "rosa blanco blanca azul negro verde rojo gris amarillo "
    "normal strong title subtitle heading header footer emphasis intense subtle quote quotations list table grid light medium dark accent "
    "shading colorful plain body text bullet number caption contents index toc signature salutation closing block reference page line "
    "paragraph default standard frame graphics internet link footnote endnote outline envelope date message revision hyperlink comment "
    "balloon document macro web html preformatted illustration drawing label sender addressee landscape first left right center last "
    "office theme main major minor style font color content section form field campo name nombre nome".split()
)


@dataclass(slots=True)
class Naming:
    """What must not be part of a name of something in the file, and the numbers that were given instead."""

    words: frozenset[str] = field(repr=False)
    numbers: frozenset[str] = field(repr=False)
    _given: dict[str, str] = field(default_factory=dict, repr=False)
    _seen: dict[str, str] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return bool(self.words or self.numbers)

    def holds(self, value: str) -> bool:
        """Whether somebody's name or number is in it.

        >>> Naming(frozenset({"ugarte"}), frozenset()).holds("es-NelidaUgarte")
        True
        """
        clean = read_text(value).text
        if not self.words.isdisjoint(_WORD.findall(fold(_CAMEL.sub(" ", clean)))):
            return True
        joined = "".join(_WORD.findall(fold(clean)))
        if len(joined) > _LEAST_INSIDE and any(len(word) >= _LEAST_INSIDE and word in joined for word in self.words):
            return True
        digits = "".join(sign for sign in clean if sign.isdigit())
        return len(digits) >= _LEAST_DIGITS and any(number in digits for number in self.numbers)

    def of(self, value: str) -> str:
        """The value with a number in the place of each word that holds one; the value itself when none does."""
        if value not in self._seen:
            self._seen[value] = _RUN.sub(self._number, value) if self.holds(value) else value
        return self._seen[value]

    def _number(self, match: re.Match[str]) -> str:
        run = match[0]
        if fold(run) in _STANDARD or not self.holds(run):
            return run
        return self._given.setdefault(run, f"x{len(self._given) + 1}")


def naming_of(handled: Iterable[Handled]) -> Naming:
    """The words and numbers of everybody who was replaced in these documents."""
    words: set[str] = set()
    numbers: set[str] = set()
    for document, result in handled:
        for replacement in result.replacements:
            said = replacement.span.text(document.text)
            if replacement.span.label in NAMES:
                words |= {word for word in _WORD.findall(fold(read_text(said).text)) if len(word) >= _LEAST}
            digits = "".join(sign for sign in said if sign.isdigit())
            if len(digits) >= _LEAST_DIGITS and _DIGITS.search(said):
                numbers.add(digits)
    return Naming(frozenset(words - JOINTS), frozenset(numbers))


def renamed_xml(text: str, naming: Naming, is_name: Callable[[str, str, str], bool]) -> str:
    """An XML part without people in the names of things; `is_name` tells, by element, attribute and value, what such a name is."""
    if not naming:
        return text
    patches = []
    for token in tokens(text):
        if token.kind in ("start", "empty") and "=" in text[token.start : token.end]:
            for attribute in attributes(text, token):
                new = naming.of(attribute.value)
                if new != attribute.value and not attribute.name.startswith("xmlns") and is_name(local(token.name), local(attribute.name), attribute.value):
                    patches.append((attribute.start, attribute.end, escaped(new)))
    return patched(text, patches)
