"""What is certain once is hidden everywhere: a name in every part and order, its initials, a number with other separators."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from velado import lexicons
from velado.document import Span
from velado.labels import DESCRIPTIONS, NAMES, NUMBERS
from velado.languages import particles
from velado.languages.nicknames import names_behind, stems_of_diminutive
from velado.patterns import late_pattern
from velado.pipeline.kin import is_meant_as_kin
from velado.pipeline.signing import cells_of_letters, initials_of, signed_places
from velado.pipeline.spans import cover_of
from velado.tokens import Page
from velado.typos import is_one_slip_away

__all__ = ["CERTAIN", "propagate"]

CERTAIN = 0.75  # names and numbers with at least this score are looked for elsewhere in the document
_TITLE_BEFORE = late_pattern(r"(?:\b(?:sra?|srta|dra?|d|dna|don|dona|mrs?|ms|miss|lic|enf|prof|ing|mtr[ao])[. ]{1,2})$")
# Capitals one by one, three to five, with or without dots and blanks between them.
_INITIALS = late_pattern(r"[^\W\d_a-zß-öø-ÿ](?<![\w.].)(?:\.? ?[^\W\d_a-zß-öø-ÿ]){2,4}(?:\.(?!\w))?(?!\w)")
# Where people sign these are no initials, however they are written.
_SHORT_WORDS = frozenset(
    """am pm hs hrs dr dra drs sr sra sres mr ms yo eu me si no ok na nd nc np iv im sc vo ev sl po de la el en se do da os as al lo le un
    mg ml mm cm kg gr cc ug ui iu dl mcg meq mgr lpm rpm bpm min seg fc fr ta pa fa ic pc ct ecg tac rx rm hb ph ra ac ap""".split()
)
_SHORTEST, _LONG_ENOUGH = 3, 6  # letters of a nickname, and of a name that may have a slip in it
_SHORT = 5  # characters of a name that may be initials
_LONGEST = 40  # letters and digits of a number, separators apart
_ROLES = {"PATIENT_NAME": 4, "RELATIVE_NAME": 3, "STAFF_NAME": 2, "PERSON_NAME": 1}


def propagate(page: Page, spans: Sequence[Span], is_common: Callable[[str], bool]) -> list[Span]:
    """Further spans: every other place where a certain name, a part of it, its initials or a number stands.

    `is_common` tells whether a folded word is an everyday word: such a part ("rosa", "cruz") spreads only to
    places where it is written like a name.
    """
    certain = [span for span in spans if span.score >= CERTAIN]
    taken = cover_of(page.text, certain)
    words = _words_of_names(page, certain)
    words |= _other_spellings(page, words)
    kin = {span.start: span.label for span in spans if span.label in DESCRIPTIONS}
    found = list(_spread_words(page, words, cover_of(page.text, [span for span in certain if span.label not in DESCRIPTIONS]), kin, is_common))
    if page.language == "en":
        found += _spread_possessives(page, words, taken, is_common)
    found += _spread_initials(page, certain, taken)
    found += _spread_signatures(page, certain, taken)
    found += _spread_numbers(page, certain, taken)
    return found


def _words_of_names(page: Page, spans: Sequence[Span]) -> dict[str, Span]:
    """Each word of a certain name with the span that vouches for it; patients before relatives before staff."""
    words: dict[str, Span] = {}
    for span in spans:
        if span.label not in NAMES:
            continue
        for word in re.findall(r"[^\W\d_]{3,}", page.folded[span.start : span.end]):
            held = words.get(word)
            if word not in particles() and (held is None or _ROLES[span.label] > _ROLES[held.label]):
                words[word] = span
    return words


def _other_spellings(page: Page, words: Mapping[str, Span]) -> dict[str, Span]:
    """Other words of the page that stand for one of the names: its nickname, its diminutive, the name with one slip of the finger."""
    found: dict[str, Span] = {}
    long_ones = [word for word in words if len(word) >= _LONG_ENOUGH]
    for word in set(page.words):
        if len(word) < _SHORTEST or not word.isalpha() or word in words:
            continue
        named = next((name for name in (*names_behind(word), *stems_of_diminutive(word)) if name in words), "")
        if not named and len(word) >= _LONG_ENOUGH and not lexicons.lookup(word):
            named = next((name for name in long_ones if is_one_slip_away(name, word)), "")
        if named:
            found[word] = words[named]
    return found


def _spread_words(page: Page, words: dict[str, Span], taken: bytearray, kin: dict[int, str], is_common: Callable[[str], bool]) -> Iterable[Span]:
    """`kin` tells where words of kinship and sex stand: some of them are people's names."""
    if not words:
        return
    tokens, bounds, text = page.words, page.spans, page.text
    count = len(tokens)
    resume = 0
    for number in [number for number, token in enumerate(tokens) if token in words]:
        vouching = words[tokens[number]]
        start, end = bounds[number]
        if number < resume or taken[start] or (start in kin and is_meant_as_kin(page, number, vouching, words, kin[start] == "SEX")):
            continue
        stop, last, parts = number, end, 1
        # Grow over further words of known names and the particles between them.
        ahead = number + 1
        while ahead < count and ahead - stop <= 3 and text[bounds[ahead - 1][1] : bounds[ahead][0]].strip(" ") == "":
            named = tokens[ahead] in words and not taken[bounds[ahead][0]]
            if named and (bounds[ahead][0] not in kin or (ahead == stop + 1 and words[tokens[ahead]] == vouching)):
                stop, last, parts = ahead, bounds[ahead][1], parts + 1
            elif tokens[ahead] not in particles() and tokens[ahead] not in ".-":
                break
            ahead += 1
        if parts > 1 or start in kin or _is_written_as_name(page, number, is_common):
            yield Span(start, last, vouching.label, 0.85, "propagation")
        resume = stop + 1


def _spread_possessives(page: Page, words: dict[str, Span], taken: bytearray, is_common: Callable[[str], bool]) -> Iterable[Span]:
    """"geoffs daughter", typed without the apostrophe, where Geoff is known; "marks" and "roses" stay."""
    for number, token in enumerate(page.words):
        if len(token) > 4 and token[-1] == "s" and token[:-1] in words and token not in words and not is_common(token):
            start, end = page.spans[number]
            if not taken[start]:
                yield Span(start, end - 1, words[token[:-1]].label, 0.85, "propagation")


def _is_shouting(text: str) -> bool:
    letters = text[:4000]
    upper = sum(map(str.isupper, letters))
    return upper > 0.6 * max(1, sum(map(str.isalpha, letters)))


def _is_written_as_name(page: Page, number: int, is_common: Callable[[str], bool]) -> bool:
    """Whether a single word that is part of a known name is meant as that name where it stands here."""
    start = page.spans[number][0]
    if not is_common(page.words[number]):
        return True
    if _TITLE_BEFORE.search(page.folded[max(0, start - 8) : start]):
        return True
    if not page.text[start].isupper() or _is_shouting(page.text):
        return False
    before = page.text[max(0, start - 3) : start].strip(" \"'(")
    opens_sentence = not before or before[-1] in ".:;!?\n-•*|" or "\n" in page.text[max(0, start - 3) : start]
    return not opens_sentence


def _spread_initials(page: Page, spans: Sequence[Span], taken: bytearray) -> Iterable[Span]:
    """"María García López" vouches for "MGL" and "M.G.L."; two-letter initials are too often something else."""
    wanted: dict[str, Span] = {}
    for span in spans:
        if span.label in NAMES:
            words = [w for w in re.findall(r"[^\W\d_]+", page.text[span.start : span.end]) if w.lower() not in particles()]
            if 3 <= len(words) <= 5 and all(len(word) > 1 for word in words):
                wanted.setdefault("".join(word[0].upper() for word in words), span)
    written = set(page.written) if wanted else set()
    if not any(_may_stand(initials, written) for initials in wanted):
        return
    for match in _INITIALS.finditer(page.text):
        vouching = wanted.get(re.sub(r"[. ]", "", match.group()))
        if vouching is not None and not taken[match.start()]:
            yield Span(match.start(), match.end(), vouching.label, 0.8, "propagation")


def _spread_signatures(page: Page, spans: Sequence[Span], taken: bytearray) -> Iterable[Span]:
    """A member of staff who is named on the page signs with two or three letters: "TM Diego Ccahuana" and "22:15 DC"."""
    staff: set[str] = set()
    others: set[str] = set()  # whose role may be told wrong: they must sign more than once
    for span in spans:
        for name in map(str.strip, page.folded[span.start : span.end].split(",") if span.label in NAMES else ()):
            words = [word for word in re.findall(r"[^\W\d_]+", name) if word not in particles() or len(word) == 1]
            if span.label == "STAFF_NAME":
                staff |= initials_of(words) | ({name.replace(".", "")} if 1 < len(name) <= _SHORT else set())
            elif len(words) == 2:
                others |= initials_of(words)
    if not any(map(_may_be_signed(page), staff | others)) or _is_shouting(page.text):
        return
    found: dict[int, Span] = {}  # by their start: a cell at the end of a line is a place of both kinds
    for places, once in ((signed_places(page.text, list(page.lines())), staff), (cells_of_letters(page.text), frozenset[str]())):
        told = [(start, end, page.folded[start:end].replace(".", "")) for start, end in places]
        often = Counter(letters for _, _, letters in told)
        signing = once | {letters for letters, count in often.items() if count > 1 and letters in staff | others}
        for start, end, letters in told:
            if letters in signing and letters not in _SHORT_WORDS and not taken[start]:
                found.setdefault(start, Span(start, end, "STAFF_NAME", 0.8, "propagation"))
    yield from found.values()


def _may_be_signed(page: Page) -> Callable[[str], bool]:
    """Whether initials can stand on a page at all: as one word, or letter by letter with dots."""
    words = set(page.words)
    return lambda initials: initials in words or words.issuperset(initials)


def _may_stand(initials: str, written: set[str]) -> bool:
    """Whether some tokens are how initials begin and how they end."""
    cuts = range(1, len(initials) + 1)
    return any(initials[:cut] in written for cut in cuts) and any(initials[-cut:] in written for cut in cuts)


def _spread_numbers(page: Page, spans: Sequence[Span], taken: bytearray) -> Iterable[Span]:
    """The same code or number again, also with other separators."""
    wanted: dict[str, str] = {}
    for span in spans:
        if span.label in NUMBERS or span.label in ("EMAIL", "URL"):
            compact = re.sub(r"[^a-z0-9]", "", page.folded[span.start : span.end])
            if len(compact) >= 5 and any(map(str.isdigit, compact)):
                wanted.setdefault(compact, span.label)
    if not wanted:
        return
    # No more than the longest number is put together, so a longer token can only be the whole one.
    openings = {compact[:length] for compact in wanted for length in range(1, min(len(compact), _LONGEST) + 1)} | wanted.keys()
    for number in [number for number, word in enumerate(page.words) if word in openings]:
        if not taken[page.starts[number]]:
            found = _end_of_number(page, number, wanted)
            if found is not None:
                yield Span(page.starts[number], *found, 0.9, "propagation")


def _end_of_number(page: Page, number: int, wanted: dict[str, str]) -> tuple[int, str] | None:
    """Where the wanted number that starts with a token ends, and its label; None when none starts there."""
    words, spans, folded = page.words, page.spans, page.folded
    start, end = spans[number]
    if start and folded[start - 1].isalnum():
        return None
    compact, ahead = words[number], number
    while True:
        label = wanted.get(compact)
        if label is not None and not folded[end : end + 1].isalnum():
            return end, label
        ahead += 1
        while ahead < len(words) and words[ahead] in ".-/" and spans[ahead][0] - end < 2:
            ahead += 1
        if ahead >= len(words) or len(compact) >= _LONGEST or not words[ahead][0].isalnum():
            return None
        gap = folded[end : spans[ahead][0]]
        if len(gap) > 2 or gap.strip(" .-/"):
            return None
        compact, end = compact + words[ahead], spans[ahead][1]
