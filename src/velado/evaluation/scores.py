"""Gold and system spans of many documents in, every measure out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from velado.document import Span
from velado.evaluation.bootstrap import Interval, intervals
from velado.evaluation.counts import Score, Share, Tally, compare, macro
from velado.evaluation.coverage import Coverage, score_tokens
from velado.evaluation.errors import KINDS, Slip, slips
from velado.evaluation.meddocan import score_merged, score_ner, score_spans
from velado.evaluation.schemes import is_ignored
from velado.labels import DIRECT, label_named

__all__ = ["Evaluation", "Pair", "TypeScore", "evaluate"]


@dataclass(frozen=True, slots=True)
class Pair:
    """One document, annotated twice. `sentences` is what the leak is divided by; None when it is not known."""

    text: str = field(repr=False)
    gold: Sequence[Span] = field(repr=False)
    system: Sequence[Span] = field(repr=False)
    id: str = field(default="", repr=False)
    sentences: int | None = None


@dataclass(frozen=True, slots=True)
class TypeScore:
    """How one type fared."""

    score: Score  # start, end and type
    covered: Share  # gold spans of the type of which nothing is left, whatever they were called
    errors: Mapping[str, int]  # by kind


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All measures of a system on a set of documents."""

    documents: int
    total: Tally
    types: Mapping[str, TypeScore]
    intervals: Mapping[str, Interval]
    errors: Mapping[str, int]  # by kind
    left: Mapping[str, int]  # by kind: those that leave a letter or digit of the gold span in sight
    confusions: Mapping[tuple[str, str], int]  # gold type and system type of spans called something else
    slips: Sequence[Slip] = field(default=(), repr=False)

    @property
    def macro(self) -> tuple[float, float, float]:
        """Mean precision, recall and F1 of the types that occur on either side."""
        return macro(entry.score for entry in self.types.values())

    @property
    def sentences(self) -> int | None:
        """What the leak is divided by."""
        return self.total.leak.whole or None


@dataclass(slots=True)
class _Types:
    """What is gathered per type while documents go by."""

    scores: dict[str, Score] = field(default_factory=dict)
    covered: dict[str, Share] = field(default_factory=dict)
    errors: Counter[tuple[str, str]] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def result(self) -> Mapping[str, TypeScore]:
        return {
            label: TypeScore(
                score, self.covered.get(label, Share()), {kind: self.errors[label, kind] for kind in KINDS}
            )
            for label, score in sorted(self.scores.items())
        }  # fmt: skip


def evaluate(
    pairs: Iterable[Pair],
    *,
    rename: Callable[[str], str] = str,
    ignore: Set[str] = frozenset(),
    resamples: int = 1000,
    seed: int = 1,
    list_errors: bool = False,
    show_text: bool = False,
) -> Evaluation:
    """Compare two annotations of the same documents.

    `rename` gives the labels of both sides their common names (see `translator`). `ignore` leaves types out on both
    sides. Equal spans of one side count once. The list of errors is kept only when asked for, and holds patient text
    only with `show_text`.

    >>> text = "Paciente: Ana Gil, 45 años"
    >>> gold = [Span(10, 17, "PATIENT_NAME"), Span(19, 26, "AGE")]
    >>> result = evaluate([Pair(text, gold, [Span(10, 17, "PATIENT_NAME")])])
    >>> result.total.ner.precision, result.total.ner.recall, result.total.clean_direct.value, result.total.clean.value
    (1.0, 0.5, 1.0, 0.0)
    """
    tallies: list[Tally] = []
    types = _Types()
    kept: list[Slip] = []
    counted = True
    for pair in pairs:
        counted = counted and pair.sentences is not None
        tally, errors = _judge(pair, rename, ignore, types, show_text)
        tallies.append(tally)
        if list_errors:
            kept += errors
    # Without the sentences of every document there is no leak, as in the published scorer.
    if not counted:
        tallies = [Tally.from_row([*tally.row()[:-2], 0, 0]) for tally in tallies]
    by_kind: Counter[str] = Counter()
    for (_, kind), count in types.errors.items():
        by_kind[kind] += count
    return Evaluation(
        len(tallies),
        sum(tallies, Tally()),
        types.result(),
        intervals(tallies, resamples, seed),
        {kind: by_kind[kind] for kind in KINDS},
        {kind: types.left[kind] for kind in KINDS},
        dict(types.confusions.most_common()),
        tuple(kept),
    )


def _judge(
    pair: Pair, rename: Callable[[str], str], ignore: Set[str], types: _Types, show_text: bool
) -> tuple[Tally, list[Slip]]:
    """Score one document, and note what concerns the types."""
    # What identifies by itself is told by the label as written: the common names may tell less apart.
    direct: dict[Span, bool] = {}
    for span in pair.gold:
        if not is_ignored(span.label, ignore):
            plain = Span(span.start, span.end, rename(span.label))
            direct[plain] = direct.get(plain, False) or label_named(span.label) in DIRECT
    gold = set(direct)
    system = {Span(span.start, span.end, rename(span.label)) for span in pair.system if not is_ignored(span.label, ignore)}

    cover = Coverage.of(pair.text, system)
    hidden = {span: not cover.left(span) for span in gold}
    for label in {span.label for span in gold | system}:
        one = compare({span for span in gold if span.label == label}, {span for span in system if span.label == label})
        types.scores[label] = types.scores.get(label, Score()) + one
    for span in gold:
        types.covered[span.label] = types.covered.get(span.label, Share()) + Share(hidden[span], 1)
    errors = slips(pair.id, pair.text, gold, system, cover, show_text=show_text)
    for error in errors:
        types.errors[error.label, error.kind] += 1
        types.left[error.kind] += error.left
        if error.gold and error.system and error.gold.label != error.system.label:
            types.confusions[error.gold.label, error.system.label] += 1

    ner = score_ner(gold, system)
    tokens, blind = score_tokens(pair.text, gold, system)
    own = [hidden[span] for span in gold if direct[span]]
    return Tally(
        ner,
        score_spans(gold, system),
        score_merged(pair.text, gold, system),
        tokens,
        blind,
        Coverage.of(pair.text, gold).score(cover),
        Share(sum(hidden.values()), len(gold)),
        Share(sum(own), len(own)),
        Share(int(all(hidden.values())), 1),
        Share(int(all(own)), 1),
        Share(ner.fn, pair.sentences or 0),
    ), errors
