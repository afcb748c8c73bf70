"""Scores from gold and predicted spans, and the reports of them. Usable by itself on lists of spans."""

from __future__ import annotations

from velado.evaluation.counts import Score, Share, Tally
from velado.evaluation.coverage import count_sentences
from velado.evaluation.errors import Slip
from velado.evaluation.schemes import AS_WRITTEN, SCHEMES, common_scheme, translator
from velado.evaluation.scores import Evaluation, Pair, TypeScore, evaluate

__all__ = [
    "AS_WRITTEN",
    "SCHEMES",
    "Evaluation",
    "Pair",
    "Score",
    "Share",
    "Slip",
    "Tally",
    "TypeScore",
    "common_scheme",
    "count_sentences",
    "evaluate",
    "translator",
]
