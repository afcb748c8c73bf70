"""How to reach somebody: telephone, fax and pager numbers, e-mail and web addresses, handles and logins, IP addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado.document import Span
from velado.recognisers._extensions import EXTENSIONS, SPELLED_CUES, extensions, spelled_phone
from velado.recognisers._online import LOGIN_CUES, addresses, emails, login, spoken_email, underscored, web
from velado.recognisers._phones import phones
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["RECOGNISER"]


def _cued(page: Page, number: int) -> Iterator[tuple[int, int, str, float]]:
    yield from extensions(page, number)
    yield from spelled_phone(page, number)


_READERS = {
    **dict.fromkeys(SPELLED_CUES, spelled_phone),
    **dict.fromkeys(EXTENSIONS, extensions),
    **dict.fromkeys(SPELLED_CUES & EXTENSIONS, _cued),
    **dict.fromkeys(LOGIN_CUES, login),
    "arroba": spoken_email,
}
_CUES = Awaited(_READERS)


@dataclass(frozen=True)
class Contacts:
    """Finds contact details."""

    name: str = "contacts"

    def find(self, page: Page) -> Iterator[Span]:
        """One span for each; of two that overlap, the one that begins first, of these the longer."""
        found = [*emails(page), *web(page), *addresses(page), *underscored(page), *phones(page)]
        for number in index_of(page).tokens(_CUES):
            found.extend(_READERS[page.words[number]](page, number))
        found.sort(key=lambda one: (one[0], -one[1]))
        reached = -1
        for start, end, label, score in found:
            if start >= reached:
                reached = end
                yield Span(start, end, label, score, self.name)


RECOGNISER = Contacts()
