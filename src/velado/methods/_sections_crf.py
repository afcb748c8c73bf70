"""The body's tagger: a conditional random field, trained by CRFsuite with L-BFGS and the authors' two penalties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from velado.document import Span
from velado.methods import UnavailableError
from velado.methods._sections_words import Sentence, decode, encode

__all__ = ["train_crf", "use_crf"]

L1, L2 = 0.01, 0.1
# Theirs went on to 5000; on a held-out slice of MEDDOCAN the scores stand still after 60, and nearly so after 40: enough to choose by.
MOST_ITERATIONS, QUICK_ITERATIONS = 60, 40

Marked = tuple[Sentence, Sequence[Span]]


def train_crf(train: Iterable[Marked], file: Path, scheme: str, classes: bool, *, quick: bool = False) -> None:
    """Learn from sentences with their spans and leave the model in a file, in CRFsuite's own format."""
    try:
        import pycrfsuite
    except ImportError as error:
        raise UnavailableError("the CRF needs python-crfsuite: pip install 'velado[methods]'") from error
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": L1, "c2": L2, "max_iterations": QUICK_ITERATIONS if quick else MOST_ITERATIONS, "feature.minfreq": 1})
    for sentence, spans in train:
        trainer.append(sentence.features(), encode(sentence, spans, scheme, classes))
    trainer.train(str(file))


def use_crf(sentences: Sequence[Sentence], file: Path) -> list[list[Span]]:
    """The spans of each sentence."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open(str(file))
    try:
        return [list(decode(sentence, tagger.tag(sentence.features()), "crf")) for sentence in sentences]
    finally:
        tagger.close()
