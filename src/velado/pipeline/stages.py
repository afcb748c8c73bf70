"""The stages of recognition, in order. Read this table first: everything that finds, drops or changes a span is a row of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from velado import lexicons
from velado.document import Span
from velado.lexicons import look
from velado.models import is_report
from velado.pipeline.candidates import Candidates, Context
from velado.pipeline.join import join_spans
from velado.pipeline.lines import join_lines, split_at_sentence_ends
from velado.pipeline.meddocan import apply_habits
from velado.pipeline.propagate import propagate
from velado.pipeline.resolve import resolve_overlaps, with_one_role
from velado.pipeline.vetoes import drop_vetoed
from velado.recognisers import recognisers
from velado.tokens import Page

__all__ = ["OPTIONAL", "STAGES", "Stage", "find_by_form", "recognise"]


@dataclass(frozen=True)
class Stage:
    """One step from candidates to the result."""

    name: str
    run: Callable[[Context, Candidates], Candidates]
    why: str
    optional: bool = False  # left out unless it is asked for
    on_page: bool = True  # False where it needs the whole page: not run again on lines that were joined


def find_known(context: Context, candidates: Candidates) -> Candidates:
    """What the caller knows of the patient."""
    known = (span for recogniser in context.recognisers if recogniser.name == "known" for span in recogniser.find(context.page))
    return replace(candidates, known=tuple(known))


def find_forms(context: Context, candidates: Candidates) -> Candidates:
    """What can be told by its form."""
    return replace(candidates, forms=tuple(span for recogniser in context.recognisers if recogniser.name != "known" for span in recogniser.find(context.page)))


def tag(context: Context, candidates: Candidates) -> Candidates:
    """What needs its context. Models of the user's own stand beside the tagger."""
    tagged: list[Span] = []
    if context.tagger is not None:
        look.learn(context.page.words)
        tagged += context.tagger.find(context.page, (*candidates.known, *candidates.forms), context.least)
    for finder in context.extra:
        tagged += finder.find(context.page.text)
    return replace(candidates, tagged=tuple(tagged))


def join(context: Context, candidates: Candidates) -> Candidates:
    """Forms and tagger as one, as far as they reach the policy's thresholds."""
    forms, tagged = _convincing(context, candidates.forms), _convincing(context, candidates.tagged)
    if context.tagger is not None:
        forms = join_spans(context.page.text, forms, tagged)
    else:
        forms += tagged
    return replace(candidates, settled=(*candidates.known, *forms))


def _convincing(context: Context, spans: Iterable[Span]) -> list[Span]:
    return [span for span in spans if span.score >= context.least_score(span.label)]


def find_across_lines(context: Context, candidates: Candidates) -> Candidates:
    """Names that a line break parts: the lines around it are read once more as one."""
    joined = join_lines(context.page, candidates.settled)
    if joined is None:
        return candidates
    again = replace(context, page=replace(context.page, text=joined.mended.text), given=())
    found = Candidates()
    for stage in STAGES:
        if stage.on_page and not stage.optional:
            found = stage.run(again, found)
    return replace(candidates, settled=tuple(joined.with_names(candidates.settled, found.settled, context.page)))


def follow_habits(context: Context, candidates: Candidates) -> Candidates:
    """The habits of one corpus, on reports in its manner."""
    if not is_report(context.page):
        return candidates
    return replace(candidates, settled=tuple(apply_habits(context.page, candidates.settled)))


def spread(context: Context, candidates: Candidates) -> Candidates:
    """Every other place where a certain name or number stands. What the structure names is looked for as well."""
    given = frozenset(context.given)
    found = propagate(context.page, [*candidates.settled, *context.given], lexicons.is_common_word)
    return replace(candidates, settled=(*candidates.settled, *(span for span in found if span not in given)))


def settle(context: Context, candidates: Candidates) -> Candidates:
    """No overlaps, no name beyond a sentence, one role for each person."""
    page = context.page
    spans = [part for span in resolve_overlaps(page.text, candidates.settled) for part in split_at_sentence_ends(page, span)]
    return replace(candidates, settled=tuple(with_one_role(page, spans)))


STAGES = (
    Stage("known", find_known, "what the caller knows of the patient; nothing overrules it"),
    Stage("forms", find_forms, "identifiers, contacts, dates: what can be told by its form"),
    Stage("tagger", tag, "everything that needs context; reads the forms as features"),
    Stage("join", join, "an identifier found by its form stays whole, a certain one stands by itself"),
    Stage("vetoes", drop_vetoed, "a few things that are never somebody's, each with its reason"),
    Stage("meddocan", follow_habits, "annotation habits of one corpus", optional=True),
    Stage("lines", find_across_lines, "a name broken over two lines is one name", on_page=False),
    Stage("propagate", spread, "what is certain once is hidden everywhere", on_page=False),
    Stage("resolve", settle, "one label per character, nothing uncovered; always last", on_page=False),
)
OPTIONAL = frozenset(stage.name for stage in STAGES if stage.optional)

Trace = Callable[[Stage, Candidates, Candidates], None]


def recognise(context: Context, extra: Collection[str] = (), trace: Trace | None = None) -> list[Span]:
    """The spans of a page, in order and without overlaps. `extra` names optional stages; `trace` sees what each stage changed."""
    candidates = Candidates()
    for stage in STAGES:
        if not stage.optional or stage.name in extra:
            before, candidates = candidates, stage.run(context, candidates)
            if trace is not None:
                trace(stage, before, candidates)
    return list(candidates.settled)


def find_by_form(page: Page, context: Context | None = None) -> list[Span]:
    """What the recognisers find in a page, overlaps and all: also what the tagger learns to weigh."""
    context = context or Context(page, recognisers())
    return [span for recogniser in context.recognisers for span in recogniser.find(page)]
