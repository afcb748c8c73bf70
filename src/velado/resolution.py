"""What is certain spreads through the document; then overlaps are resolved, once, favouring safety."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from velado.document import Span
from velado.labels import DESCRIPTIONS, DIRECT, NAMES
from velado.named_kin import is_meant_as_kin
from velado.patterns import late_pattern
from velado.signing import cells_of_letters, initials_of, signed_places
from velado.tokens import Page
from velado.whole_names import whole_name
from velado.whole_numbers import whole_number

__all__ = ["combine", "cover_of", "propagate", "resolve", "with_one_role"]

_LOOSE = frozenset({"STREET", "URL"})  # direct identifiers whose ends are a matter of taste
_SETTLED = 0.96  # a rule's name that is one whatever its letters: initials where a column says who signed
_LIKELY = 0.7  # a rule's name that the tagger saw a part of
_STICKS_OUT = 0.55  # the score of what a rule has beyond the tagger's span
# A rule's finding with at least this score stands without the tagger: direct identifiers, dates and countries have
# a form or a list; the rest needs the tagger's word.
_TRUSTED = {**dict.fromkeys(DIRECT, 0.9), "PHONE": 0.85, "DATE": 0.75, "COUNTRY": 0.75, "AGE": 0.96}
_TRUSTED_IN_REPORTS = {**_TRUSTED, "PROFESSION": 0.75}  # the published reports tell few trades: their tagger knows little of them
CERTAIN = 0.75  # names and numbers with at least this score are looked for elsewhere in the document
_PARTICLES = frozenset("de del la las los el y e da das do dos van von der den di du le al bin ibn mc o d san st ter".split())
_TITLE_BEFORE = late_pattern(r"(?:\b(?:sra?|srta|dra?|d|dna|don|dona|mrs?|ms|miss|lic|enf|prof|ing|mtr[ao])[. ]{1,2})$")
_COMES = late_pattern(r"\b(?:acude|ingresa|consulta|viene|asiste|llega|vem|comparece|ingressa)(?: (?:el|la|o|a))?(?: (?:sra?|srta|don|dona|d|dna)\.?)? ?\Z")
_WITH_KIN = late_pattern(r",? (?:(?:acompanad[oa]|junto) )?(?:con|de|por|com|pel[oa]|da|do)(?: [ao])? (?:sus?|suas?|seus?) [a-z]{2,}")
_NUMBERS = frozenset(
    "PHONE FAX PATIENT_ID EPISODE_ID INSURANCE_ID PLAN_ID LICENCE_ID EMPLOYEE_ID VEHICLE_ID DEVICE_ID BIOMETRIC_ID OTHER_ID".split()
)
# Capitals one by one, three to five, with or without dots and blanks between them.
_INITIALS = late_pattern(r"[^\W\d_a-zß-öø-ÿ](?<![\w.].)(?:\.? ?[^\W\d_a-zß-öø-ÿ]){2,4}(?:\.(?!\w))?(?!\w)")
# Where people sign these are no initials, however they are written.
_SHORT_WORDS = frozenset(
    """am pm hs hrs dr dra drs sr sra sres mr ms yo eu me si no ok na nd nc np iv im sc vo ev sl po de la el en se do da os as al lo le un
    mg ml mm cm kg gr cc ug ui iu dl mcg meq mgr lpm rpm bpm min seg fc fr ta pa fa ic pc ct ecg tac rx rm hb ph ra ac ap""".split()
)
_SHORT = 5  # characters of a name that may be initials
_LONGEST = 40  # letters and digits of a number, separators apart
_WHOLES = frozenset({"STREET", "HOSPITAL", "HEALTH_CENTRE", "INSTITUTION", "EMAIL", "URL"})
_ROLES = {"PATIENT_NAME": 4, "RELATIVE_NAME": 3, "STAFF_NAME": 2, "PERSON_NAME": 1}


_FORMAL = frozenset({"DATE", "PHONE", "FAX", "EMAIL", "URL", "IP_ADDRESS"})


def cover_of(text: str, spans: Iterable[Span]) -> bytearray:
    """For each character of a text whether a span covers it; one more stands for its end."""
    taken = bytearray(len(text) + 1)
    for span in spans:
        taken[span.start : span.end] = b"\1" * (span.end - span.start)
    return taken


def combine(page: Page, rules: Sequence[Span], tagged: Sequence[Span], cannot_name: Callable[[str], bool], report: bool = False) -> list[Span]:
    """The tagger's spans, and of the rules' what it must not overrule: certain findings it has nothing for.

    Where both speak, the tagger decides: it has seen what the rules say. Only the extent of what has a strict
    form, dates and contacts, is the rules' affair. `cannot_name` tells whether a folded word is nobody's name, `report`
    whether the tagger of reports has read the page.
    """
    if not report:
        tagged = [whole_name(page, span, cannot_name) if span.label in NAMES else whole_number(page, span) for span in tagged]
    tagged = _with_exact_forms(page.text, [span for span in rules if span.label in _FORMAL and span.score >= 0.75], tagged)
    taken = cover_of(page.text, tagged)
    kept = list(tagged)
    trusted = _TRUSTED_IN_REPORTS if report else _TRUSTED
    named = cover_of(page.text, (span for span in tagged if span.label in NAMES))
    for span in rules:
        sure = span.score >= trusted.get(span.label, 1.01)
        if span.source != "known" and span.label in NAMES and span.score < _SETTLED and not _leaves_a_name(page, span, taken, cannot_name):
            continue  # "Médico Forense", "Pedro Gil Servicio de": what the tagger did not take is no name
        if span.source == "known" or (sure and not any(taken[span.start : span.end])):
            kept.append(span)
        elif (sure or _goes_on(span, named)) and span.label not in _LOOSE and _leaves_something(page.text, span, taken):
            # The tagger saw a part of a name or a number: its label stands, and what sticks out is hidden as well.
            kept.append(Span(span.start, span.end, span.label, min(span.score, _STICKS_OUT), span.source))
    return kept + _with_extensions(page.text, kept)


def _with_extensions(text: str, spans: Sequence[Span]) -> list[Span]:
    """Telephone numbers with their extensions as one: "(419) 555-0192 x12"."""
    phones = sorted(span for span in spans if span.label == "PHONE")
    pairs = [(left, right) for left, right in pairwise(phones) if text[left.end : right.start].strip(" ,") in ("x", "X")]
    return [Span(left.start, right.end, left.label, left.score, left.source) for left, right in pairs if right.start - left.end < 4]


def _goes_on(span: Span, named: bytearray) -> bool:
    """Whether the tagger saw the beginning or the end of a name that a rule takes for longer."""
    return span.label in NAMES and span.score >= _LIKELY and any(named[span.start : span.end])


def _leaves_a_name(page: Page, span: Span, taken: bytearray, cannot_name: Callable[[str], bool]) -> bool:
    """Whether a word that nothing covers may be somebody's name, or an initial."""
    number = page.token_from(span.start)
    while number < len(page.spans) and page.spans[number][0] < span.end:
        word = page.words[number]
        if word[0].isalpha() and not taken[page.spans[number][0]] and word not in _PARTICLES and not cannot_name(word):
            return True
        number += 1
    return False


def _leaves_something(text: str, span: Span, taken: bytearray) -> bool:
    """Whether a part of a span that nothing covers matters: any word of a name; of a number digits, or letters glued to them."""
    for at in range(span.start, span.end):
        if taken[at] or not text[at].isalnum():
            continue
        if span.label in NAMES or text[at].isdigit():
            return True
        if (at > 0 and taken[at - 1] and text[at - 1].isalnum()) or (taken[at + 1] and text[at + 1].isalnum()):
            return True
    return False


def _with_exact_forms(text: str, forms: Sequence[Span], tagged: Sequence[Span]) -> list[Span]:
    """Pieces of a date or a number become the whole; two addresses in one span become two."""
    forms = sorted(forms)
    starts = [form.start for form in forms]
    longest = max(map(len, forms), default=0)
    result: list[Span] = []
    placed: set[Span] = set()
    for span in tagged:
        if span.label not in _FORMAL:
            result.append(span)
            continue
        near = forms[bisect_left(starts, span.start - longest) : bisect_left(starts, span.end)]
        over = [form for form in near if span.start < form.end and (form.label == span.label or "FAX" in (form.label, span.label))]
        exact = len(over) > 1 or (len(over) == 1 and over[0].start <= span.start and span.end <= over[0].end)
        if not exact:
            result.append(span)
            continue
        for form in over:
            if form not in placed:
                placed.add(form)
                result.append(Span(form.start, form.end, span.label, span.score, span.source))
        # Digits of the span that no form holds, an extension for one, stay hidden.
        edges = [span.start, *(edge for form in over for edge in (form.start, form.end)), span.end]
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            if start < end and any(map(str.isdigit, text[start:end])):
                result.append(Span(start, end, span.label, span.score, span.source))
    return result


def propagate(page: Page, spans: Sequence[Span], is_common: Callable[[str], bool]) -> list[Span]:
    """Further spans: every other place where a certain name, a part of it, its initials or a number stands.

    `is_common` tells whether a folded word is an everyday word: such a part ("rosa", "cruz") spreads only to
    places where it is written like a name.
    """
    certain = [span for span in spans if span.score >= CERTAIN]
    taken = cover_of(page.text, certain)
    words = _words_of_names(page, certain)
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
            if word not in _PARTICLES and (held is None or _ROLES[span.label] > _ROLES[held.label]):
                words[word] = span
    return words


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
            elif tokens[ahead] not in _PARTICLES and tokens[ahead] not in ".-":
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
            words = [w for w in re.findall(r"[^\W\d_]+", page.text[span.start : span.end]) if w.lower() not in _PARTICLES]
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
            words = [word for word in re.findall(r"[^\W\d_]+", name) if word not in _PARTICLES or len(word) == 1]
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
        if span.label in _NUMBERS or span.label in ("EMAIL", "URL"):
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


_STAFF_BEFORE = late_pattern(r"\b(?:dr|dra|dres|enf|lic|prof|psic|tec|ts|rn|nurse|md|mtr[ao]|ofc|officer)\b[. ]{0,2}$")


def _comes_with_kin(folded: str, span: Span) -> bool:
    """Whether somebody comes "con su madre": whoever is with their mother is not told as a relative."""
    return bool(_WITH_KIN.match(folded, span.end) and _COMES.search(folded, max(0, span.start - 30), span.start))


def with_one_role(page: Page, spans: Sequence[Span]) -> list[Span]:
    """A patient's name is the patient's wherever it stands, also where a line alone would speak for somebody else.

    What follows a staff title keeps its role: doctors share surnames with their patients. Who comes with somebody of their
    own is the patient where nobody else is.
    """
    patient: set[str] = set()
    for span in spans:
        if span.label == "PATIENT_NAME" and span.score >= CERTAIN:
            patient.update(re.findall(r"[^\W\d_]{3,}", page.folded[span.start : span.end]))
    patient -= _PARTICLES
    alone = not any(span.label == "PATIENT_NAME" for span in spans)
    result = []
    for span in spans:
        if alone and span.label == "RELATIVE_NAME" and _comes_with_kin(page.folded, span):
            span = Span(span.start, span.end, "PATIENT_NAME", span.score, span.source)
        elif span.label in NAMES and span.label != "PATIENT_NAME":
            words = set(re.findall(r"[^\W\d_]{3,}", page.folded[span.start : span.end])) - _PARTICLES
            titled = _STAFF_BEFORE.search(page.folded[max(0, span.start - 12) : span.start])
            if words and words <= patient and not titled:
                span = Span(span.start, span.end, "PATIENT_NAME", span.score, span.source)
        result.append(span)
    return result


def resolve(text: str, spans: Iterable[Span]) -> list[Span]:
    """Spans in order, none overlapping another. Nothing that any span covered is left uncovered.

    The surest span keeps its extent, the longer one among equals; what sticks out of the others stays
    as a span of its own.

    >>> resolve("Ana Gil Paz", [Span(0, 7, "PATIENT_NAME", 0.9), Span(4, 11, "PLACE", 0.6)])
    [Span(start=0, end=7, label='PATIENT_NAME', score=0.9, source=''), Span(start=8, end=11, label='PLACE', score=0.6, source='')]
    """
    ranked = sorted(_without_inner_names(_without_named_kin(text, spans)), key=lambda span: (-round(span.score, 2), -len(span), span.start, span.label))
    taken = bytearray(len(text) + 1)
    kept: list[Span] = []
    for span in ranked:
        start = span.start
        while start < span.end:
            start_free = taken.find(b"\0", start, span.end)
            if start_free < 0:
                break
            end_free = taken.find(b"\1", start_free, span.end)
            end_free = span.end if end_free < 0 else end_free
            trimmed = _trim(text, _cut(span, start_free, end_free))
            if trimmed is not None:
                kept.append(trimmed)
                taken[trimmed.start : trimmed.end] = b"\1" * len(trimmed)
            start = end_free
    return sorted(kept)


def _without_named_kin(text: str, spans: Iterable[Span]) -> list[Span]:
    """A word of kinship or sex that a name spread to is that name, however sure somebody was of it."""
    spans = list(spans)
    named = cover_of(text, (span for span in spans if span.source == "propagation" and span.label in NAMES))
    return [span for span in spans if span.label not in DESCRIPTIONS or not named[span.start]]


def _without_inner_names(spans: Iterable[Span]) -> list[Span]:
    """"Calle Juan Bravo 3" and "Clínica Santa Elena" hold a name of nobody: the whole keeps it."""
    spans = sorted(spans, key=lambda span: (span.start, -span.end))
    kept: list[Span] = []
    reach = -1  # how far the houses and streets met so far extend
    for span in spans:
        if span.label in _WHOLES and span.score >= CERTAIN:
            reach = max(reach, span.end)
        elif span.label == "PERSON_NAME" and span.end <= reach and span.score < 0.95:
            continue
        kept.append(span)
    return kept


def _trim(text: str, span: Span) -> Span | None:
    """Without blanks and stray punctuation at the edges; None when no letter or digit is left."""
    start, end = span.start, span.end
    while start < end and not (text[start].isalnum() or (text[start] in "@+(#/" and text[start + 1 : start + 2] != " ")):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in ")º°ª.'/\""):
        end -= 1
    while end > start and text[end - 1] == ")" and "(" not in text[start:end]:
        end -= 1
    while end > start and text[start] == "(" and ")" not in text[start:end]:
        start += 1
    if not any(map(str.isalnum, text[start:end])):
        return None
    return _cut(span, start, end)


def _cut(span: Span, start: int, end: int) -> Span:
    """The span from here to there; mostly it is so already."""
    return span if start == span.start and end == span.end else Span(start, end, span.label, span.score, span.source)
