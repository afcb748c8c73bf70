"""Everything from a document to a safe result: read, recognise, policy, replace, apply."""

from __future__ import annotations

import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace as changed
from functools import cached_property
from operator import attrgetter

from velado import languages
from velado.damage import repaired
from velado.document import Document, Replacement, Result, Span, Subject, replaced
from velado.keys import check_key
from velado.labels import NUMBERS
from velado.models import LIKELY, Taggers
from velado.pipeline.candidates import Candidates, Context, Finder
from velado.pipeline.reader import LONG, Reader, find_holidays
from velado.pipeline.spans import disjoint, line_by_line
from velado.pipeline.stages import OPTIONAL, Stage, recognise
from velado.pipeline.trace import changes
from velado.policies import load_policy
from velado.policies.policy import KEEP, Policy, Rule
from velado.recognisers import Recogniser, recognisers
from velado.replacement import Case, keeps_apart, moves_dates, strategies
from velado.tokens import Page

__all__ = ["Pipeline", "deidentify", "detect"]

_NUMBER, _CODE = Rule("surrogate"), Rule("hash")  # in a patient column: a number in its own form, a code for a name


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
        stages: Collection[str] = (),
        run_key: bytes = b"",
    ) -> None:
        """`replace` overrides the policy's strategy for all labels it acts on; `model=False` is forms alone, without
        names and places; `only` names the recognisers to use, `extra` are models of the user's own beside the tagger, `stages` names
        optional stages. `run_key` stands for the key
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
        if strange := sorted(set(stages) - OPTIONAL):
            raise ValueError(f"no optional stage {strange[0]!r}; there are: {', '.join(sorted(OPTIONAL))}")
        if key:
            check_key(key)
        self.language = language
        self.key = key
        self._run_key = run_key or secrets.token_bytes(32)
        self._model = model
        self._only = frozenset(only) if only is not None else None
        self._extra = tuple(extra)
        self.stages = frozenset(stages)

    @cached_property
    def recognisers(self) -> tuple[Recogniser, ...]:
        """The recognisers in use."""
        return tuple(r for r in recognisers() if self._only is None or r.name in self._only)

    @cached_property
    def tagger(self) -> Taggers | None:
        """The learned tagger, unless the pipeline is set to forms alone."""
        return Taggers("meddocan" in self.stages) if self._model else None

    def detect(self, document: Document | str, least: float = LIKELY) -> list[Span]:
        """Every span of the document, whatever the policy does with it, in order and without overlaps.

        With a lower `least`, candidates below the decision threshold come along, each with its score. Raises RuntimeError when the
        document cannot be read; only the kind of the error is told, because its text may hold a piece of the note.
        """
        try:
            return self._read(_as_document(document), least)[1]
        except Exception as error:
            kind = type(error).__name__
        raise RuntimeError(f"{kind} while reading the document")

    def explain(self, document: Document | str) -> list[str]:
        """For each page of the document and each stage what it found, changed or dropped, one line each, with the text of the note."""
        lines: list[str] = []

        def traced(page: Page, given: Sequence[Span]) -> list[Span]:
            context = self.context(page, given)

            def note(stage: Stage, before: Candidates, after: Candidates) -> None:
                lines.extend(changes(context, stage, before, after, self.tagger))

            return recognise(context, self.stages, note)

        Reader(traced, self.language).read(_as_document(document))
        return lines

    def context(self, page: Page, given: Sequence[Span] = (), least: float = LIKELY) -> Context:
        """What the stages read on a page."""
        return Context(page, self.recognisers, self.tagger, self._extra, tuple(given), least, self.policy.least_score)

    def _read(self, document: Document, least: float = LIKELY) -> tuple[str, list[Span]]:
        return Reader(lambda page, given: recognise(self.context(page, given, least), self.stages), self.language).read(document)

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
            settled = disjoint(sorted(spans))
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
        for holiday in find_holidays(document.text, language):
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
        lines = (line for span in added for line in line_by_line(document.text, span))
        return sorted([*(span for span in spans if span not in gone), *lines]) if added else spans

    def _replace(self, document: Document, language: str, spans: Sequence[Span]) -> list[Replacement]:
        # Without a key nobody, not even we, can repeat the draw: it is made up for this document and those it belongs to, or for the run.
        key = self.key or (self._run_key if document.pseudonym else document.seed or secrets.token_bytes(16))
        number_key = self.key or (self._run_key if document.pseudonym or document.seed else key)
        started: dict[int, Callable[[Span], str]] = {}
        replacements = []
        # What replaces a name sees it as it was meant: "Mu&ntilde;oz" is Muñoz. Not in long texts: memory must not grow with them.
        mended = repaired(document.text) if len(document.text) <= LONG else None
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




def _as_document(given: Document | str) -> Document:
    """Whatever is no document, a missing text among others, becomes one that cannot be read, and so is withheld."""
    return given if isinstance(given, Document) else Document(given)




















def _with_strategy(policy: Policy, strategy: str) -> Policy:
    rules = {label: rule if rule.strategy == KEEP else Rule(strategy, rule.options) for label, rule in policy.rules.items()}
    default = policy.default if policy.default.strategy == KEEP else Rule(strategy, policy.default.options)
    return changed(policy, rules=rules, default=default)




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
