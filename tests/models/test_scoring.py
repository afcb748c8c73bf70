"""All ways to sum the weights give the same sums, bit for bit, and the file keeps what was saved."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from velado.compiled import compiled
from velado.document import Span
from velado.models import Taggers, load_tagger
from velado.models.decoding import moves_of
from velado.models.fast_scoring import NumpyScorer
from velado.models.features import REACH, Sentence, names_after, names_before, names_between, sentences
from velado.models.forms import form_of
from velado.models.scoring import Chain, PythonScorer, seen_from
from velado.models.tagger import Tagger
from velado.models.weights import Listing, Weights
from velado.pipeline import Pipeline
from velado.tokens import Page

CORPUS = Path(__file__).parents[2] / "corpus"

TEXT = """Nombre: Marta Ruiz Gil   NHC: 4471
Acude la Sra. Ruiz con su hija LUCÍA por tos de 3 días.

Dr. Pedro Sáez, col. 28/4471"""
# Words beyond Latin letters, a lone half of a letter, signs, a bar, and one that is longer than any name of a feature.
HALF = chr(0xD800)  # of a letter: no file of weights can name it
ODD = f"Łukasz Θωμάς Иванов 李伟 ¿½² ñandú ß | x\n{HALF} 😀 {'a' * 3000} {'é' * 3000} 12{'3' * 400}\nİSTANBUL ﬁn e\u0301l O'Neill-D’Açã"
REPORT = "Datos del paciente.\nNombre: Ana\nApellidos: Gil\nNHC: 1\nNASS: 2\n" + TEXT


def compiled_scorer(weights: Weights) -> NumpyScorer:
    if compiled() is None:
        pytest.skip("velado-compiled is not installed: `pip install ./compiled` needs a C compiler")
    from velado.models.compiled_scoring import CompiledScorer

    return CompiledScorer(weights)


FAST = pytest.mark.parametrize("fast_scorer", [NumpyScorer, compiled_scorer], ids=["numpy", "compiled"])


def names_of(sentence: Sentence) -> list[list[str]]:
    """Every feature of every token, spelled out the slow way."""
    items = []
    forms = sentence.forms
    for number, form in enumerate(forms):
        before = forms[number - 1] if number else None
        after = forms[number + 1] if number + 1 < len(forms) else None
        item = [*form.names.here, f"ck={sentence.case}|{form.kind}", *sentence.line, *sentence.own[number]]
        item += [*names_before(before, form), *names_after(form, after)]
        item += names_between(before.kind if before else "", form.kind, after.kind if after else "")
        for offset in [sign * distance for distance in range(1, REACH + 1) for sign in (-1, 1)]:
            if 0 <= number + offset < len(forms):
                item += [f"{offset:+}{name}" for name in seen_from(forms[number + offset], abs(offset))]
        items.append(item)
    return items


def made_up_weights(pieces: list[Sentence]) -> Weights:
    rng = random.Random(1)
    labels = ["O", "B-PATIENT_NAME", "I-PATIENT_NAME", "B-DATE"]
    features = sorted({name for piece in pieces for item in names_of(piece) for name in item if HALF not in name})
    rows = {name: {label: rng.uniform(-1, 1) for label in labels if rng.random() < 0.7} for name in features if rng.random() < 0.6}
    steps = {(a, b): rng.uniform(-1, 1) for a in labels for b in labels}
    return Weights.made_of(labels, rows, steps)


@FAST
@pytest.mark.parametrize("text", [TEXT, REPORT, ODD, "a", "1, 2", "x\n\ny 1", " ".join(["palabra"] * 400)])
def test_all_ways_of_summing_agree(text: str, fast_scorer: Callable[[Weights], NumpyScorer]) -> None:
    page = Page(text, "es")
    pieces = sentences(page, [Span(0, min(4, len(text)), "PATIENT_NAME", 0.9, "people")])
    weights = made_up_weights(pieces)
    plain, fast = PythonScorer(weights), fast_scorer(weights)
    slow = [
        [
            [sum(dict(weights.row(weights.names[name])).get(column, 0.0) for name in item if name in weights.names) for column in range(4)]
            for item in names_of(piece)
        ]
        for piece in pieces
    ]
    assert plain.scores(pieces) == slow
    assert fast.scores(pieces).rows.tolist() == [row for line in slow for row in line]
    for bias in ((0.0,) * 4, (0.0, 1.25, 1.25, 0.5)):
        # What the faster way leaves out cannot be chosen: the search finds the same.
        chain = Chain(0, bias, (-1, -1, 1, -1), moves_of(weights.labels, weights.steps))
        found = []
        for scorer in (plain, fast):
            islands = scorer.decode(scorer.scores(pieces), 3.0, chain)
            found.append({(line, i.start + at, tag) for line, told in enumerate(islands) for i in told for at, tag in enumerate(i.tags) if tag})
        assert found[0] == found[1]


@FAST
def test_scores_of_another_model_are_added_alike(fast_scorer: Callable[[Weights], NumpyScorer]) -> None:
    pieces = sentences(Page(TEXT, "es"))
    weights = made_up_weights(pieces)
    chain = Chain(0, (0.0, 0.5, 0.5, 0.0), (-1, -1, 1, -1), moves_of(weights.labels, weights.steps), 2.0)
    rng = random.Random(2)
    told = [[rng.uniform(-2, 0) for _ in range(4)] for piece in pieces for _ in piece.forms]
    scorers = PythonScorer(weights), fast_scorer(weights)
    plain, fast = (scorer.decode(scorer.add(scorer.scores(pieces), told, 0.5, chain.bias), 20.0, chain) for scorer in scorers)
    for one, other in zip(plain, fast, strict=True):
        assert [(i.start, i.tags) for i in one] == [(i.start, i.tags) for i in other]
        for i, j in zip(one, other, strict=True):
            assert i.chances == pytest.approx(j.chances)
            assert i.plain == pytest.approx(j.plain)


@FAST
def test_a_page_of_which_there_is_nothing_to_say(fast_scorer: Callable[[Weights], NumpyScorer]) -> None:
    weights = Weights.made_of(["O", "B-DATE"], {"w=tos": {"B-DATE": 1.0}}, {})
    pieces = sentences(Page("tos", "es"))
    assert PythonScorer(weights).scores(pieces) == [[[0.0, 1.0]]]
    assert fast_scorer(weights).scores(pieces).rows.tolist() == [[0.0, 1.0]]
    scorer, chain = fast_scorer(weights), Chain(0, (0.0, 0.0), (-1, -1), moves_of(weights.labels, weights.steps))
    assert scorer.decode(scorer.scores([]), 6.0, chain) == []


@FAST
def test_what_was_forgotten_is_learned_again(monkeypatch: pytest.MonkeyPatch, fast_scorer: Callable[[Weights], NumpyScorer]) -> None:
    pieces = sentences(Page(TEXT, "es"))
    weights = made_up_weights(pieces)
    wanted = fast_scorer(weights).scores(pieces).rows.tolist()
    for limit in ("_FORMS", "_SHARED", "_TRIPLES"):
        monkeypatch.setattr(f"velado.models.fast_scoring.{limit}", 12)
    scorer = fast_scorer(weights)
    for text in ("Nombre: Ana", "Dr. Pedro Sáez y su hija", TEXT, "NHC: 4471, col. 28/4471"):
        told = scorer.scores(sentences(Page(text, "es"))).rows.tolist()
        if text == TEXT:
            assert told == wanted


def test_weights_survive_the_file(tmp_path: Path) -> None:
    weights = made_up_weights(sentences(Page(TEXT, "es")))
    file = tmp_path / "a.weights"
    weights.save(file)
    again = Weights.load(file.read_bytes())
    assert again.labels == weights.labels
    assert again.steps == weights.steps
    assert dict(again.names) == dict(weights.names)
    assert [again.row(n) for n in range(len(again.names))] == [weights.row(n) for n in range(len(weights.names))]


def test_a_foreign_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no file of Velado weights"):
        Weights.load(b"something else")


def test_raised_digits_are_signs() -> None:
    # They are digits, but no number can be made of them: "10²".
    assert form_of("²").names.here == ("w=²", "punct")


def test_names_are_found_in_the_listing_wherever_they_stand() -> None:
    names = sorted([f"{start}={word}" for start in ("+1w", "cue", "cuek", "w", "ww", "é") for word in ("a", "ana", "|", "ñu", "😀")])
    listing = Listing.of(names)
    assert len(listing) == len(names)
    for start in ("+1", "a", "cue=", "cuek=", "w=", "ww=", "w", "z", "é="):
        wanted = [name for name in names if name.startswith(start)]
        first, rests = listing.starting_with(start)
        assert [start + rest for rest in rests] == wanted
        assert names[first : first + len(rests)] == wanted
    assert Listing.of([]).starting_with("w=") == (0, [])


def test_threads_that_share_a_tagger_find_what_one_finds() -> None:
    """Words are learned on the way: a row given to two of them would let names stand."""
    notes = [re.sub(r"⟦[A-Z_]+:([^⟦⟧\n]*)⟧", r"\1", file.read_text("utf-8")) for file in sorted(CORPUS.glob("latam1[0-9]/00[1-6].txt"))]
    shipped = load_tagger("notes")

    def pipeline() -> Pipeline:
        made = Pipeline()
        fresh = Tagger.of(shipped.weights, shipped.network)
        made.__dict__["tagger"] = Taggers(lambda _: fresh)
        return made

    shared, alone = pipeline(), pipeline()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as threads:
            found = list(threads.map(shared.detect, notes))
    finally:
        sys.setswitchinterval(before)
    assert found == [alone.detect(note) for note in notes]
