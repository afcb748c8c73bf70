"""The only place that joins the stages: recognise, propagate, resolve, policy, replace, apply."""

from __future__ import annotations

import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace as changed
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Protocol

from velado import languages, lexicons
from velado.abbreviations import is_label, without_degrees, without_kin
from velado.damage import repaired
from velado.document import Document, Replacement, Result, Span, Subject, replaced
from velado.findings import is_eponym_in_use, is_finding
from velado.headings import led_cells, with_headings
from velado.hyphens import rejoined
from velado.keys import check_key
from velado.labels import DESCRIPTIONS, NAMES, NUMBERS
from velado.lexicons import look
from velado.mending import Mended
from velado.models import Taggers, is_report
from velado.name_limits import join_lines, split_at_sentence_ends
from velado.policies import load_policy
from velado.policies.policy import KEEP, Policy, Rule
from velado.readings import (
    has_values,
    identifies_nobody,
    is_family_practice,
    is_list_of_rooms,
    is_of_a_norm,
    is_site_or_variant,
    is_span_of_time,
    names_a_system,
    opens_row,
    tells_times,
)
from velado.recognisers import Recogniser, recognisers
from velado.repeats import without_repeats
from velado.replacement import Case, keeps_apart, moves_dates, strategies
from velado.reports import with_conventions
from velado.resolution import combine, cover_of, propagate, resolve, with_one_role
from velado.tokens import Page, fold_word, read_text

__all__ = ["Finder", "Pipeline", "deidentify", "detect"]

_REPAIRS = 3  # how often a text may have been damaged, one export after the other
_NAMED = 0.9  # a page with a name of at least this score speaks of somebody
_FAINT, _FAINT_KNOWN = 0.8, 0.65  # a name of one word below this, or a known first name below that, needs such a page
_PATIENTS = frozenset("paciente pte pcte pct pac px patient pt doente utente llama nombre nome name".split())
_MOST_TOUCHED = 100  # cells of a table that one name is looked for in
_LONG = 60_000  # characters; longer texts are read in pieces
_NUMBER, _CODE = Rule("surrogate"), Rule("hash")  # in a patient column: a number in its own form, a code for a name
_VAST = 4_000_000  # characters; in texts beyond this, names spread within a piece only


class Finder(Protocol):
    """A model of the user's own: it sees the text alone."""

    def find(self, text: str) -> Iterable[Span]:
        """Spans with Velado's labels and offsets into the text; they may overlap."""
        ...


class Pipeline:
    """Everything from a document to a safe result, set up once and used for many.

    >>> result = Pipeline(replace="mask").deidentify(Document("Paciente: Marta Ruiz Gil, tel. 612 345 678"))
    >>> result.text
    'Paciente: ***** **** ***, tel. *** *** ***'
    """

    def __init__(
        self,
        policy: str | Policy = "everything",
        language: str = "auto",
        replace: str | None = None,
        key: bytes = b"",
        model: bool = True,
        only: Sequence[str] | None = None,
        extra: Sequence[Finder] = (),
        run_key: bytes = b"",
    ) -> None:
        """`replace` overrides the policy's strategy for all labels it acts on; `model=False` is rules alone;
        `only` names the recognisers to use, `extra` are models of the user's own beside them. `run_key` stands for the key
        where there is none and one number must be the same throughout a run; several processes of a run share it, otherwise
        it is made up. Raises ValueError for what there is not, and for a weak key: a slip must not let notes through."""
        self.policy = policy if isinstance(policy, Policy) else load_policy(policy)
        if replace is not None:
            if replace not in strategies():
                raise ValueError(f"no strategy {replace!r}; there are: {', '.join(sorted(strategies()))}")
            self.policy = _with_strategy(self.policy, replace)
        if language != "auto" and language not in languages.languages():
            raise ValueError(f"no language {language!r}; there are: auto, {', '.join(sorted(languages.languages()))}")
        if strange := sorted(set(only or ()) - {recogniser.name for recogniser in recognisers()}):
            raise ValueError(f"no recogniser {strange[0]!r}; there are: {', '.join(r.name for r in recognisers())}")
        if key:
            check_key(key)
        self.language = language
        self.key = key
        self._run_key = run_key or secrets.token_bytes(32)
        self._model = model
        self._only = frozenset(only) if only is not None else None
        self._extra = tuple(extra)

    @cached_property
    def recognisers(self) -> tuple[Recogniser, ...]:
        """The recognisers in use."""
        return tuple(r for r in recognisers() if self._only is None or r.name in self._only)

    @cached_property
    def tagger(self) -> Taggers | None:
        """The learned tagger, unless the pipeline is set to rules alone."""
        return Taggers() if self._model else None

    def rule_spans(self, page: Page) -> list[Span]:
        """What the recognisers find in a page, overlaps and all: also what the tagger learns to weigh."""
        found: list[Span] = []
        for recogniser in self.recognisers:
            found.extend(recogniser.find(page))
        # A span that begins in the middle of a word or code ("V6" read as house number 6) is no finding.
        return [span for span in found if span.label != "STREET" or not _begins_inside(page.text, span.start)]

    def detect(self, document: Document | str) -> list[Span]:
        """Every span of the document, whatever the policy does with it, in order and without overlaps.

        Raises RuntimeError when the document cannot be read; only the kind of the error is told, because its text may
        hold a piece of the note.
        """
        try:
            return self._read(_as_document(document))[1]
        except Exception as error:
            kind = type(error).__name__
        raise RuntimeError(f"{kind} while reading the document")

    def _read(self, document: Document) -> tuple[str, list[Span]]:
        text = document.text
        if any(not 0 <= span.start < span.end <= len(text) for span in document.given):
            raise ValueError("a given span does not lie inside the text")
        if document.given and _covered(text, document.given):
            # The value of a record's field: there is nothing left to read, and no context to read it in.
            language = document.language if document.language != "auto" else self.language
            return language if language in languages.languages() else "es", _disjoint(sorted(document.given))
        short = without_repeats(text) if not document.given else None
        if short is not None:
            language, spans = self._read_text(changed(document, text=short.text), short.text)
            return language, _disjoint(sorted(short.back(spans)))
        language, spans = self._read_text(document, text)
        return language, _with_given(text, spans, document.given)

    def _read_text(self, document: Document, text: str) -> tuple[str, list[Span]]:
        told = with_headings(text) if len(text) <= _VAST else None
        if told is None:
            return self._read_pieces(document, text)
        language, spans = self._read_pieces(_as_meant(document, text, told), told.text)
        named = _disjoint(span for span in map(told.back, spans) if len(span))
        # The rows as they stand tell more of the rest; names in them hold where the heading does not say otherwise.
        _, plain = self._read_pieces(document, text)
        cells = list(led_cells(text, told))
        return language, _with_given(text, [part for span in plain for part in _without_findings(text, span, cells)], named)

    def _read_pieces(self, document: Document, text: str) -> tuple[str, list[Span]]:
        if len(text) <= _LONG:
            return self._read_piece(document, text)
        # A long text is read in pieces, so that memory does not grow with it; what is certain then spreads through the whole.
        language, spans, start = "", [], 0
        while start < len(text):
            stop = _end_of_piece(text, start)
            told, found = self._read_piece(document, text[start:stop])
            language = language or told
            spans += [Span(span.start + start, span.end + start, span.label, span.score, span.source) for span in found]
            start = stop
        if len(text) > _VAST:
            return language, spans
        page = Page(text, language, document.country, document.subject)
        named = [span for span in (*spans, *document.given) if span.label in NAMES | DESCRIPTIONS or span in document.given]
        return language, with_one_role(page, resolve(text, [*spans, *propagate(page, named, lexicons.is_common_word)]))

    def _read_piece(self, document: Document, text: str, repairs: int = _REPAIRS) -> tuple[str, list[Span]]:
        mended = repaired(text) if repairs else None
        if mended is not None:  # perhaps not wholly: text may have been damaged more than once
            language, spans = self._read_piece(_as_meant(document, text, mended), mended.text, repairs - 1)
            return language, _disjoint(map(mended.back, spans))
        whole_words = rejoined(text) if repairs else None
        if whole_words is not None:
            language, spans = self._read_piece(_as_meant(document, text, whole_words), whole_words.text, 0)
            return language, _disjoint(part for span in map(whole_words.back, spans) for part in _line_by_line(text, span))
        reading = read_text(text)
        language = document.language if document.language != "auto" else self.language
        if language not in languages.languages():  # "auto", and whatever else a document says
            language = languages.detect(reading.text)
        page = Page.of(document, reading, language)
        found = self._find(document, page)
        joined = join_lines(page, found)
        if joined is not None:
            found = joined.with_names(found, self._find(document, changed(page, text=joined.mended.text)), page)
        for finder in self._extra:
            found += finder.find(page.text)
        found = self._convincing(found)
        # What the structure names is looked for in the prose as well; offsets hold where nothing was cleaned or cut.
        named = frozenset(document.given if reading.offsets is None and len(text) == len(document.text) else ())
        spread = propagate(page, [*found, *named], lexicons.is_common_word)
        found += [span for span in spread if span not in named and not (span.label in NAMES and is_eponym_in_use(page, span))]
        spans = [part for span in resolve(page.text, found) for part in split_at_sentence_ends(page, span)]
        spans = with_one_role(page, spans)
        if page.text != reading.text:
            spans = [part for span in spans for part in _line_by_line(reading.text, span)]
        if reading.offsets is None:
            return language, spans
        return language, _disjoint(map(reading.back, spans))

    def _find(self, document: Document, page: Page) -> list[Span]:
        """What recognisers and tagger find in a page, before anything spreads; spans may overlap."""
        if self.tagger is not None:
            look.learn(page.words)
        found = self.rule_spans(page)
        if self.tagger is not None:
            # What the tagger says without conviction must not stand in the way of what a rule is certain of.
            tagged = self._convincing(self.tagger.find(page, found))
            rooms = is_list_of_rooms(page.folded)
            seen = cover_of(page.text, found)
            tagged = [span for span in tagged if not _is_nobodys(page, span, found, seen, rooms)]
            tagged = [cut for span in tagged if (cut := without_degrees(page.text, span)) and (cut := without_kin(page.text, cut))]
            certain = document.given or document.subject or any(span.label in NAMES and span.score >= _NAMED for span in (*tagged, *found))
            tagged = [span for span in tagged if certain or span.label not in NAMES or not _is_faint(page, span)]
            report = is_report(page)
            found = combine(page, found, tagged, lexicons.cannot_name, report)
            found = [span for span in found if span.source == "known" or not (is_finding(page, span) or is_label(page.text, span))]
            found = [cut for span in found if (cut := without_degrees(page.text, span))]
            found = with_conventions(page, found) if report else found
        return found

    def _convincing(self, spans: Iterable[Span]) -> list[Span]:
        return [span for span in spans if span.score >= self.policy.least_score(span.label)]

    def deidentify(self, document: Document | str) -> Result:
        """The safe document; withheld, with the reason, when anything goes wrong on the way."""
        document = _as_document(document)
        try:
            language, spans = self._read(document)
            spans = self._with_holidays(document, language, spans)
            replacements = self._replace(document, language, spans)
            text = replaced(document.text, replacements)
        except Exception as error:  # fails closed: whatever went wrong, the original stays here
            return Result(document.id, None, (), (f"{type(error).__name__} while de-identifying",))
        return Result(document.id, text, tuple(replacements), (), language, tuple(spans))

    def with_spans(self, document: Document | str, spans: Iterable[Span], language: str = "") -> Result:
        """The safe document when exactly these spans identify somebody: what a person found who reviewed it.

        >>> Pipeline().with_spans("Acude Lucía.", [Span(6, 11, "PATIENT_NAME")], "es").text
        'Acude [PACIENTE].'
        """
        document = _as_document(document)
        try:
            settled = _disjoint(sorted(spans))
            if any(not 0 <= span.start < span.end <= len(document.text) for span in settled):
                raise ValueError("a span does not lie inside the text")
            told = language or (document.language if document.language != "auto" else self.language)
            language = told if told in languages.languages() else languages.detect(document.text)
            replacements = self._replace(document, language, settled)
            text = replaced(document.text, replacements)
        except Exception as error:  # fails closed
            return Result(document.id, None, (), (f"{type(error).__name__} while de-identifying",))
        return Result(document.id, text, tuple(replacements), (), language, tuple(settled))

    def run(self, documents: Iterable[Document | str]) -> Iterator[Result]:
        """One result per document, in order."""
        if isinstance(documents, str):
            raise TypeError("several documents are wanted here; deidentify takes one")
        for document in documents:
            yield self.deidentify(document)

    def _with_holidays(self, document: Document, language: str, spans: list[Span]) -> list[Span]:
        """Add named holidays as dates where dates are moved: beside a moved date, a holiday tells by how much."""
        if not moves_dates(self.policy.rule_for("DATE").strategy):
            return spans
        gone: set[Span] = set()
        added: list[Span] = []
        for holiday in _holidays(document.text, language):
            first = bisect_right(spans, holiday.start, key=attrgetter("end"))
            touched = spans[first : bisect_left(spans, holiday.end, lo=first, key=attrgetter("start"))]
            if any(span.start <= holiday.start and holiday.end <= span.end for span in touched):
                continue  # replaced already, or somebody or some place is called so
            start, end = holiday.start, holiday.end
            for span in touched:
                if span.label == "DATE" or (start <= span.start and span.end <= end):  # "Madre" in "Día de la Madre"
                    gone.add(span)
                    start, end = min(start, span.start), max(end, span.end)
                elif span.start < start:
                    start = span.end
                else:
                    end = span.start
            if added and start < added[-1].end:
                start = added.pop().start
            added.append(changed(holiday, start=start, end=end))
        lines = (line for span in added for line in _line_by_line(document.text, span))
        return sorted([*(span for span in spans if span not in gone), *lines]) if added else spans

    def _replace(self, document: Document, language: str, spans: Sequence[Span]) -> list[Replacement]:
        # Without a key nobody, not even we, can repeat the draw: it is made up for this document and those it belongs to, or for the run.
        key = self.key or (self._run_key if document.pseudonym else document.seed or secrets.token_bytes(16))
        number_key = self.key or (self._run_key if document.pseudonym or document.seed else key)
        started: dict[int, Callable[[Span], str]] = {}
        replacements = []
        # What replaces a name sees it as it was meant: "Mu&ntilde;oz" is Muñoz. Not in long texts: memory must not grow with them.
        mended = repaired(document.text) if len(document.text) <= _LONG else None
        text, places = (document.text, spans) if mended is None else (mended.text, list(map(mended.ahead, spans)))
        for span, place in zip(spans, places, strict=True):
            rule = self._rule_for(document, span)
            if rule.strategy == KEEP:
                continue
            if id(rule) not in started:
                case = Case(
                    text, tuple(places), language, document.country, document.subject, key, rule.options, document.label_language, number_key
                )
                started[id(rule)] = strategies()[rule.strategy].begin(case)
            replacements.append(Replacement(span, started[id(rule)](place), rule.strategy))
        return replacements


    def _rule_for(self, document: Document, span: Span) -> Rule:
        """The policy's rule, or the one for what tells which patient it is, if the policy's would give all patients the same."""
        rule = self.policy.rule_for(span.label)
        if not document.pseudonym or keeps_apart(rule.strategy) or all((span.start, span.end) != (own.start, own.end) for own in document.given):
            return rule
        return _NUMBER if span.label in NUMBERS else _CODE


def _holidays(text: str, language: str) -> Iterator[Span]:
    """Find named holidays, also in damaged or hyphenated text."""
    readings: list[Callable[[Span], Span]] = []
    for mend in (repaired, rejoined) if len(text) <= _LONG else ():
        mended = mend(text)
        if mended is not None:
            text = mended.text
            readings.append(mended.back)
    clean = read_text(text)
    if clean.offsets is not None:
        readings.append(clean.back)
    for start, end in languages.find_holidays(clean.text, language):
        span = Span(start, end, "DATE", 1.0, "holidays")
        for back in reversed(readings):
            span = back(span)
        yield span


def _as_document(given: Document | str) -> Document:
    """Whatever is no document, a missing text among others, becomes one that cannot be read, and so is withheld."""
    return given if isinstance(given, Document) else Document(given)


def _as_meant(document: Document, text: str, meant: Mended) -> Document:
    """The document with its text, or the piece of it that is read, as it was meant; in a piece the given spans have no place."""
    given = tuple(map(meant.ahead, document.given)) if len(text) == len(document.text) else ()
    return changed(document, text=meant.text, given=given)


def _line_by_line(text: str, span: Span) -> Iterator[Span]:
    """A span that goes on in the next line as one span in each: formats and readers expect no line break inside."""
    start = span.start
    for piece in span.text(text).split("\n"):
        if any(map(str.isalnum, piece)):
            yield Span(start, start + len(piece.rstrip("\r")), span.label, span.score, span.source)
        start += len(piece) + 1


def _without_findings(text: str, span: Span, cells: Sequence[tuple[int, int, bool]]) -> Iterator[Span]:
    """A name that runs over from a column of people, without what stands in the columns beside it; anything else as it is.

    An eponym that fills a cell of another column, "Addison" below "Diagnóstico", is nobody's.
    """
    first = bisect_right(cells, span.start, key=itemgetter(0)) - 1
    touched = [cell for cell in cells[max(0, first) : max(0, first) + _MOST_TOUCHED] if cell[0] < span.end and span.start < cell[1]]
    if span.label not in NAMES or not any(people for _, _, people in touched):
        fills = span.label in NAMES and any(text[start:end].strip() == span.text(text) for start, end, _ in touched)
        if not fills or not lexicons.lookup(fold_word(span.text(text))) & lexicons.EPONYM:
            yield span
        return
    for start, end, people in touched:
        if people:
            yield changed(span, start=max(start, span.start), end=min(end, span.end))


def _is_faint(page: Page, span: Span) -> bool:
    """Whether one unknown word is taken for a name without conviction, and nothing before it says who it is.

    Where nobody is named for certain, such a word is rather a word.
    """
    number = page.token_from(span.start)
    if number + 1 < len(page.starts) and page.starts[number + 1] < span.end:
        return False
    word = page.words[number]
    known = lexicons.first_name_strength(lexicons.lookup(word)) and not lexicons.is_common_word(word)
    if span.score >= (_FAINT_KNOWN if known else _FAINT):
        return False
    before = lexicons.lookup(page.words[number - 1]) if number else 0
    return not before & (lexicons.TITLE | lexicons.KINSHIP) and page.words[max(0, number - 1)] not in _PATIENTS


def _begins_inside(text: str, start: int) -> bool:
    return 0 < start < len(text) and text[start - 1].isalnum() and text[start].isdigit()


def _end_of_piece(text: str, start: int) -> int:
    """Where a piece of a very long text ends: behind a line, else behind a word, else where it must."""
    if len(text) - start <= _LONG:
        return len(text)
    for gap in ("\n", " "):
        at = text.rfind(gap, start + _LONG // 2, start + _LONG)
        if at >= 0:
            return at + 1
    return start + _LONG


def _covered(text: str, spans: Sequence[Span]) -> bool:
    """Whether no letter or digit of the text stands outside the spans."""
    position = 0
    for span in sorted(spans):
        if any(character.isalnum() for character in text[position : span.start]):
            return False
        position = max(position, span.end)
    return not any(character.isalnum() for character in text[position:])


def _with_given(text: str, spans: Sequence[Span], given: Sequence[Span]) -> list[Span]:
    """What the structure says stands; of what was found beside it the rest outside remains."""
    if not given:
        return sorted(spans)
    known = _disjoint(sorted(given))
    settled = list(known)
    for span in spans:
        beside = known[bisect_right(known, span.start, key=attrgetter("end")) : bisect_left(known, span.end, key=attrgetter("start"))]
        edges = [span.start, *(edge for other in beside for edge in (other.start, other.end)), span.end]
        pieces = [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if start < end]
        # A bare bracket or quotation mark that sticks out says nothing.
        settled += [
            changed(span, start=start, end=end) for start, end in pieces if any(map(str.isalnum, text[start:end])) or (start, end) == (span.start, span.end)
        ]
    return sorted(settled)


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    """Spans in order that share no character: two halves of a ligature or a fraction come back as one character."""
    kept: list[Span] = []
    for span in spans:
        end = kept[-1].end if kept else 0
        if span.end > end:
            kept.append(span if span.start >= end else changed(span, start=end))
    return kept


def _with_strategy(policy: Policy, strategy: str) -> Policy:
    rules = {label: rule if rule.strategy == KEEP else Rule(strategy, rule.options) for label, rule in policy.rules.items()}
    default = policy.default if policy.default.strategy == KEEP else Rule(strategy, policy.default.options)
    return changed(policy, rules=rules, default=default)


def _is_nobodys(page: Page, span: Span, rules: Sequence[Span], seen: bytearray, rooms: bool) -> bool:
    """Whether the tagger took medicine, a law, a bed or the label of a field for somebody's own, and no rule sees anything there.

    `seen` marks what the rules see, `rooms` tells whether the page lists patients by room.
    """
    folded, start, end = page.folded, span.start, span.end
    if span.label == "STREET" and tells_times(folded, start, end):
        # The number of a device may stand in an entry with its time; only an address says that the entry is one.
        return not any(rule.start < end and start < rule.end for rule in rules if rule.label in ("STREET", "PLACE"))
    if any(seen[start:end]):
        return False
    value = folded[start:end]
    if span.label == "STREET":
        return is_site_or_variant(value) or has_values(value)
    if span.label == "DATE":
        return is_site_or_variant(value) or is_of_a_norm(folded, start)
    if span.label in NUMBERS:
        plain = is_site_or_variant(value) or is_of_a_norm(folded, start) or identifies_nobody(folded, start, end)
        return plain or (rooms and opens_row(folded, start, end))
    if span.label == "KINSHIP":
        return is_family_practice(folded, start, end)
    if span.label == "AGE":
        return is_span_of_time(folded, start, end)
    return is_label(page.text, span) or (span.label in NAMES and names_a_system(folded, start))


def deidentify(
    text: str,
    *,
    policy: str | Policy = "everything",
    replace: str | None = None,
    language: str = "auto",
    key: bytes = b"",
    subject: Subject | None = None,
) -> Result:
    """The note without the people in it.

    >>> import velado
    >>> velado.deidentify("Acude la Sra. Lucía Ferrer Campos por tos.", language="es").text
    'Acude la Sra. [PACIENTE] por tos.'
    """
    return Pipeline(policy, language, replace, key).deidentify(Document(text, subject=subject))


def detect(text: str, *, language: str = "auto", subject: Subject | None = None) -> list[Span]:
    """What identifies somebody in a note, as spans with offsets into the text as given.

    >>> import velado
    >>> [span.label for span in velado.detect("Tel. 612 345 678, correo ana.gil@example.org", language="es")]
    ['PHONE', 'EMAIL']
    """
    return Pipeline(language=language).detect(Document(text, subject=subject))
