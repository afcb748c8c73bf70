"""Our arithmetic against that of MEDDOCAN's published scorer, written down a second time in the plainest way."""

from __future__ import annotations

import random

import pytest

from velado.document import Span
from velado.evaluation import Pair, evaluate

Place = tuple[int, int]
Counts = list[int]


def naive_merged(text: str, spans: list[Span]) -> list[Place]:
    chain: list[Place] = []
    for place in sorted((span.start, span.end) for span in spans):  # equal ones stay in
        if not chain:
            chain.append(place)
            continue
        last = chain.pop()
        between = [letter for letter in text[last[1] : place[0]] if letter.isalnum()]
        chain += [last, place] if between else [(last[0], place[1])]
    return chain


def naive_inside(place: Place, others: list[Place]) -> bool:
    return any(place[0] >= other[0] and place[1] <= other[1] for other in others)


def naive(pairs: list[Pair]) -> dict[str, float]:
    counts: dict[str, Counts] = {"ner": [0, 0, 0], "spans": [0, 0, 0], "merged": [0, 0, 0]}
    sentences = 0
    for pair in pairs:
        sentences += pair.sentences or 0
        gold, system = list(pair.gold), list(pair.system)
        sides = {
            "ner": (sorted({(s.label, s.start, s.end) for s in gold}), sorted({(s.label, s.start, s.end) for s in system})),
            "spans": (sorted({(s.start, s.end) for s in gold}), sorted({(s.start, s.end) for s in system})),
        }
        for name, (right, found) in sides.items():
            counts[name][0] += sum(1 for item in found if item in right)
            counts[name][1] += sum(1 for item in found if item not in right)
            counts[name][2] += sum(1 for item in right if item not in found)
        right, found = sides["spans"]
        joined, other = naive_merged(pair.text, gold), naive_merged(pair.text, system)
        agreed = list(dict.fromkeys([p for p in right if p in found] + [p for p in joined if p in other]))
        counts["merged"][0] += len(agreed)
        counts["merged"][1] += sum(1 for p in found if p not in right and not naive_inside(p, agreed))
        counts["merged"][2] += sum(1 for p in right if p not in found and not naive_inside(p, agreed))
    scores: dict[str, float] = {"leak": counts["ner"][2] / sentences}
    for name, (tp, fp, fn) in counts.items():
        precision = tp / (tp + fp) if tp + fp else 0.0
        recall = tp / (tp + fn) if tp + fn else 0.0
        both = precision + recall
        scores |= {f"{name}.precision": precision, f"{name}.recall": recall}
        scores[f"{name}.f1"] = 2 * (precision * recall / both) if both else 0.0
    return scores


def drawn(chance: random.Random) -> Pair:
    """A note whose system has cut, moved, renamed, doubled, dropped and invented spans."""
    labels = ("FECHAS", "CALLE", "HOSPITAL")
    text = "".join(chance.choice("aé1 .,-\n") for _ in range(chance.randint(20, 120)))
    gold: list[Span] = []
    system: list[Span] = []
    for _ in range(chance.randint(0, 12)):
        start = chance.randrange(len(text) - 4)
        span = Span(start, min(len(text), start + chance.randint(1, 9)), chance.choice(labels))
        gold.append(span)
        what = chance.random()
        if what < 0.4:
            system.append(span)
        elif what < 0.5 and len(span) > 2:
            system += [Span(span.start, span.start + 1, span.label), Span(span.start + 1, span.end, span.label)]
        elif what < 0.6:
            system.append(Span(span.start, span.end, chance.choice(labels)))
        elif what < 0.7:
            system += [span, span]
        elif what < 0.8:
            system.append(Span(max(0, span.start - 1), span.end, span.label))
    return Pair(text, gold, system, sentences=chance.randint(1, 9))


@pytest.mark.parametrize("seed", range(60))
def test_the_three_scores_and_the_leak_agree(seed: int) -> None:
    chance = random.Random(seed)
    pairs = [drawn(chance) for _ in range(chance.randint(1, 12))]
    measures = evaluate(pairs, resamples=0).total.measures()
    for name, value in naive(pairs).items():
        assert measures[name] == pytest.approx(value, abs=1e-12), name
