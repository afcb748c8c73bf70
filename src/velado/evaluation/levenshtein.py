"""How much of a person shines through: Levenshtein ratio, similarity index and recall.

The ratio of two texts is `1 - distance / length of the longer one`. The similarity index of an entity in a note is the
best ratio with any stretch of the note that is as long as the entity. An entity counts as hidden when its index is below
a threshold, 0.7 unless told otherwise. Needs rapidfuzz (`pip install velado[methods]`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from velado.evaluation.counts import Share
from velado.evaluation.disguise import Disguise

__all__ = ["THRESHOLD", "THRESHOLDS", "indices", "levenshtein_recall", "ratio", "similarity_index", "sweep"]

THRESHOLD = 0.7
THRESHOLDS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)


def ratio(one: str, other: str) -> float:
    """1 for the same texts, 0 for texts that share nothing.

    >>> ratio("Ana P. Silva", "Ana Silva"), round(ratio("asthma", "bronchitis"), 4)
    (0.75, 0.1)
    """
    from rapidfuzz.distance import Levenshtein

    longer = max(len(one), len(other))
    return 1 - Levenshtein.distance(one, other) / longer if longer else 1.0


def similarity_index(entity: str, text: str) -> float:
    """The best ratio of the entity with a stretch of its length; with the whole text when that is shorter.

    >>> similarity_index("ana gil", "paciente: ana gol, 45 años") == 1 - 1 / 7
    True
    """
    return indices(Disguise((entity,), text))[0]


def indices(disguise: Disguise) -> list[float]:
    """The similarity index of every entity of a note, in order."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import extractOne

    text = disguise.text
    windows: dict[int, Sequence[str]] = {}
    known: dict[str, float] = {}
    for entity in disguise.entities:
        if entity in known:
            continue
        length = len(entity)
        if entity in text:
            known[entity] = 1.0
        elif len(text) <= length:
            known[entity] = ratio(entity, text)
        else:
            if length not in windows:
                windows[length] = [text[at : at + length] for at in range(len(text) - length + 1)]
            nearest = extractOne(entity, windows[length], scorer=Levenshtein.distance)
            known[entity] = 1 - nearest[1] / length
    return [known[entity] for entity in disguise.entities]


def levenshtein_recall(disguises: Iterable[Disguise], threshold: float = THRESHOLD) -> Share:
    """The share of what had to be hidden whose similarity index is below the threshold.

    >>> levenshtein_recall([Disguise(("ana p. silva",), "ana silva"), Disguise(("asthma",), "bronchitis")])
    Share(part=1, whole=2)
    """
    return sweep(disguises, (threshold,))[threshold]


def sweep(disguises: Iterable[Disguise], thresholds: Sequence[float] = THRESHOLDS) -> Mapping[float, Share]:
    """The recall at several thresholds; the indices are worked out once."""
    found = [index for disguise in disguises for index in indices(disguise)]
    return {threshold: Share(sum(index < threshold for index in found), len(found)) for threshold in thresholds}
