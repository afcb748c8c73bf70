"""How to reach somebody: telephone, fax and pager numbers, e-mail and web addresses, handles and logins, IP addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado.document import Span
from velado.recognisers._online import LOGIN_CUES, addresses, emails, login, spoken_email, underscored, web
from velado.recognisers._phones import phones
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_READERS = {**dict.fromkeys(LOGIN_CUES, login), "arroba": spoken_email}


@dataclass(frozen=True)
class Contacts:
    """Finds contact details."""

    name: str = "contacts"

    def find(self, page: Page) -> Iterator[Span]:
        """One span for each; of two that overlap, the one that begins first, of these the longer."""
        found = [*emails(page), *web(page), *addresses(page), *underscored(page), *phones(page)]
        for number, word in enumerate(page.words):
            if word in _READERS:
                found.extend(_READERS[word](page, number))
        found.sort(key=lambda one: (one[0], -one[1]))
        reached = -1
        for start, end, label, score in found:
            if start >= reached:
                reached = end
                yield Span(start, end, label, score, self.name)


RECOGNISER = Contacts()
