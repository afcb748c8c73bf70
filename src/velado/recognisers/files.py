"""Names inside the names of files and folders: "informe_juan_perez.docx", "C:\\Users\\jperez\\…", "/home/mgarcia/"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from velado import lexicons
from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_ENDINGS = "pdf|docx?|xlsx?|pptx?|odt|ods|rtf|txt|csv|jpe?g|png|tiff?|dcm|zip|rar|msg|eml|mp[34]|m4a|wav|mov|avi|xml|json|html?"
# From the ending backwards: most dots of a note end no file.
_ENDING = late_pattern(rf"\.(?:{_ENDINGS})(?![\w])")
_STEM = re.compile(r"[\w.\-()&+~%]{2,120}\Z")
_FOLDERS = ("users", "usuarios", "utilizadores", "home", "perfiles")
_OWNER = late_pattern(rf"(?:[\\/](?:{'|'.join(_FOLDERS)})[\\/])([a-z][\w.\-]{{1,40}})(?![\w.\-])")
_EVERYBODY = frozenset("public publico default shared compartido all admin administrador".split())


@dataclass(frozen=True)
class Files:
    """Finds names of people in names of files, and owners of folders."""

    name: str = "files"

    def find(self, page: Page) -> Iterator[Span]:
        """One span for each stretch of names in a file's name, one for each owner."""
        reached = 0
        for ending in _ENDING.finditer(page.folded):
            stem = _STEM.search(page.folded, max(reached, ending.start() - 120), ending.start())
            reached = ending.end()
            if stem:
                yield from self._names(page, stem.start(), stem.end())
        for owner in _OWNER.finditer(page.folded) if any(map(page.folded.__contains__, _FOLDERS)) else ():
            if owner.group(1) not in _EVERYBODY:
                yield Span(owner.start(1), owner.end(1), "URL", 0.9, self.name)

    def _names(self, page: Page, start: int, end: int) -> Iterator[Span]:
        # Tokens are words already: "JuanPerez" is two of them, and "_" is one of its own.
        first, stop = bisect_left(page.starts, start), bisect_left(page.starts, end)
        tokens = zip(page.spans[first:stop], page.words[first:stop], strict=True)
        words = [(place, _strength(word)) for place, word in tokens if len(word) > 1 and word.isalpha()]
        for named, run in groupby(words, key=lambda word: word[1] > 0):
            if named:
                together = list(run)
                strong = any(strength > 1 for _, strength in together)
                if strong or len(together) > 1:
                    (begin, _), (_, close) = together[0][0], together[-1][0]
                    yield Span(begin, close, "PERSON_NAME", 0.9 if strong and len(together) > 1 else 0.7, self.name)


def _strength(word: str) -> int:
    """0: no name; 1: may be one; 2: hardly anything else."""
    value = lexicons.lookup(word)
    strength = lexicons.name_strength(value)
    if not strength or lexicons.cannot_name(word):
        return 0
    return 2 if strength > 1 and not lexicons.is_common_word(word) else 1


RECOGNISER = Files()
