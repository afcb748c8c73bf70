"""What the words around a number tell when no cue stands before it: cars, vaccines, aircraft, documents, the staff."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern, places_of
from velado.recognisers._number_cues import AIR_WORDS, BRANDS, CONTEXT_LABELS, RELABELLED, STAFF_WORDS, VACCINES
from velado.recognisers._number_shapes import followed_by_unit, has_unit
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["aircraft", "behind_vaccine", "context_label", "far_document", "plate", "relabelled", "staff_near"]

_WORD = late_pattern(r"[a-z0-9]+")
_CLOSE = 70
_DOCUMENTS = frozenset(
    [
        "documento",
        "dni",
        "cedula",
        "nss",
        "utente",
        "nif",
        "cpf",
        "rg",
        "rut",
        "pasaporte",
        "passaporte",
        "identidad",
        "cns",
        "bi",
    ]
)
_PLATE = late_pattern(
    r"(?:\d{4} ?[bcdfghj-np-tv-z]{3}|[a-z]{2}\d{2} ?[a-z]{3}|[a-z]{1,3}[ \-]?\d{3,4}|\d{3}[ \-]?[a-z]{3}|[a-z]\d[a-z] ?\d{3}"
    r"|[a-z]{2,3}-\d{2,3}-(?:\d{2,3}|[a-z])|[a-z] \d{2,3}-\d{3}|[a-z]{4}[\-.]\d{2})(?![a-z0-9])"
)
_AIRCRAFT_AT_ALL = late_pattern(r"[A-Z](?:-[A-Z0-9][A-Z]{2}|(?<=N)\d{2})")
_AIRCRAFT = late_pattern(
    r"(?<![a-z0-9\-])(?:(?:p[prstu]|l[vq]|cc|cp|hk|x[abc]|ob|hc|yv|ec|cs|ei|zp|cx|tg|yn|hp|hr|ti|hi|cu)-[a-z]{3}"
    r"|vh-[a-z0-9]{3}|g-[a-z]{4}|c-[fg][a-z]{3}|n\d{2,5}[a-z]{1,2})(?![a-z0-9\-])"
)


def _near(page: Page, start: int, reach: int) -> list[str]:
    """The words of the line before an offset, as far as `reach` characters back."""
    left = max(start - reach, 0)
    return _WORD.findall(page.folded, max(left, page.folded.rfind("\n", left, start)), start)


_AMBIGUOUS = frozenset(["mat", "exp", "fic", "reg", "cod", "ref", "id", "cla"])
_CONTEXT = {word: label for label, words in CONTEXT_LABELS.items() for word in words.split()}


def context_label(page: Page, start: int) -> str:
    """The label that the nearest telling word of the line gives to a number without a cue of its own."""
    return next((_CONTEXT[word] for word in reversed(_near(page, start, _CLOSE)) if word in _CONTEXT), "OTHER_ID")


def relabelled(page: Page, cue_word: str, label: str, start: int) -> str:
    """The label behind a cue that means several things: a court's expediente, a boat's matrícula, the code of a fingerprint."""
    if cue_word[:3] not in _AMBIGUOUS:
        return label
    words = _near(page, start, _CLOSE)
    if label != "LICENCE_ID" and not RELABELLED["BIOMETRIC_ID"].isdisjoint(words):
        return "BIOMETRIC_ID"
    if cue_word.startswith("mat") and not RELABELLED["VEHICLE_ID"].isdisjoint(words):
        return "VEHICLE_ID"
    if cue_word.startswith(("exp", "ficha", "reg")) and not RELABELLED["OTHER_ID"].isdisjoint(words):
        return "OTHER_ID"
    return label


def far_document(page: Page, start: int, digits: int) -> float:
    """How sure groups of digits are a document's number because the word for one stands earlier in the line."""
    return 0.55 if 7 <= digits <= 11 and _DOCUMENTS.intersection(_near(page, start, _CLOSE)) else 0.0


def behind_vaccine(page: Page, start: int, value: str) -> bool:
    """Whether a code stands in the line of a vaccine, as lots do."""
    return len(value) >= 5 and value.isalnum() and not has_unit(value) and bool(VACCINES.intersection(_near(page, start, 45)))


def plate(page: Page, start: int, end: int, first: int) -> tuple[int, int] | None:
    """A plate that only the car before it gives away, or one in brackets of its own."""
    folded = page.folded
    match = _PLATE.match(folded, first) or _PLATE.match(folded, start)
    if match is None or match.end() < end or not page.text[match.start() : match.end()].isupper():
        return None
    left = max(0, start - 40)
    words = _WORD.findall(folded, max(left, folded.rfind(". ", left, start)), start)
    bracketed = folded[match.start() - 1 : match.start()] == "(" and folded[match.end() : match.end() + 1] == ")"
    if not BRANDS.intersection(words) and not (bracketed and match.group()[0].isdigit()):
        return None
    return None if followed_by_unit(folded, end, 4) else match.span()


def aircraft(page: Page) -> Iterator[tuple[int, int]]:
    """Registrations of aircraft, which may be of letters only: on pages that speak of flying."""
    text = page.text
    starts = [at - 1 for at in places_of("-", text) if at] + [start - 1 for start, _ in index_of(page).digits if text[start - 1 : start] == "N"]
    if any(_AIRCRAFT_AT_ALL.match(text, at) for at in starts) and any(map(page.folded.__contains__, AIR_WORDS)):
        for match in _AIRCRAFT.finditer(page.folded):
            if page.text[match.start() : match.end()].isupper():
                yield match.span()


def staff_near(page: Page, start: int) -> bool:
    """Whether a title of the staff stands before a number, in its line, or in the one above where the line begins with it."""
    left = max(start - _CLOSE, 0)
    line = page.folded.rfind("\n", left, start)
    if line > 0 and start - line < 16:
        line = page.folded.rfind("\n", left, line)
    return not STAFF_WORDS.isdisjoint(_WORD.findall(page.folded, max(line, left), start))
