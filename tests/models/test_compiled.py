"""The compiled loops: what they tell is what plain Python tells, and what would lead out of memory is refused."""

from __future__ import annotations

import subprocess
import sys
from array import array
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from velado import lexicons
from velado.compiled import compiled
from velado.lexicons._table import Table, pack_table
from velado.lexicons.look import load_look
from velado.models import load_tagger
from velado.models.fast_scoring import NumpyScorer
from velado.models.weights import Listing, Weights
from velado.pipeline import Pipeline
from velado.tokens import _cut, _folded

CORPUS = Path(__file__).parents[2] / "corpus"
loops: Any = compiled()
needs_loops = pytest.mark.skipif(loops is None, reason="velado-compiled is not installed: `pip install ./compiled` needs a C compiler")
whole = st.integers(-(2**63), 2**63 - 1)


def longs(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


def floats(*shape: int) -> Any:
    return np.zeros(shape, dtype=np.float32)


@needs_loops
@given(st.lists(st.tuples(whole, st.integers(0, 2**31 - 2)), max_size=40), st.lists(whole, max_size=10))
def test_numbers_by_key(given_: list[tuple[int, int]], others: list[int]) -> None:
    keys, wanted = loops.Keys(), dict(given_)
    for _ in range(2):
        for key, number in given_:
            keys.update(longs(key), longs(number))
        asked = [*wanted, *others]
        told = longs(*([7] * len(asked)))
        missing = keys.numbers(longs(*asked), told)
        assert told.tolist() == [wanted.get(key, -1) for key in asked]
        assert (len(keys), missing) == (len(wanted), sum(key not in wanted for key in asked))
        keys.clear()
        assert keys.numbers(longs(*asked), told) == len(asked)


@needs_loops
def test_a_table_grows_with_its_keys() -> None:
    keys = loops.Keys()
    many = np.arange(50_000) * (1 << 40)
    keys.update(many, np.arange(50_000))
    told = np.empty(50_000, dtype=np.int64)
    assert keys.numbers(many, told) == 0
    assert told.tolist() == list(range(50_000))


lines = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=12), max_size=40)


@needs_loops
@given(lines, st.text(max_size=6))
def test_numbers_by_name(names: list[str], other: str) -> None:
    text = "".join(f"{name}\n" for name in names).encode()
    index = loops.Names(text)
    wanted: dict[str, int] = {}
    assert index.read(0, len(text), 0, 5) == [wanted.setdefault(name, 5 + len(wanted)) for name in names]
    assert len(index) == len(wanted)
    for name in [*names, other, *(name[:-1] for name in names), *(f"{name}x" for name in names)]:
        assert index.get(name, "none") == wanted.get(name, "none")


@needs_loops
def test_the_ends_of_lines_are_names_too() -> None:
    text = b"+1w=ana\n+1w=gil\n-1w=ana\n"
    index = loops.Names(text)
    assert index.read(0, 16, 2, 10) + index.read(16, 24, 2, 12) == [10, 11, 10]
    assert (index.get("w=gil"), index.get("+1w=gil"), index.get("w=gi")) == (11, None, None)
    assert index.get(chr(0xD800)) is None


@needs_loops
def test_words_look_the_same_to_the_bit() -> None:
    look = load_look()
    assert look is not None
    words = ["ana", "xquenda", "o", "", "garcia", "a" * 48, "h-2", *(chr(code) * 3 for code in range(33, 127))]
    told = loops.chances_of(look._packed, look._of_lengths, words, 16.0)
    assert told == [look.chances(word) for word in words] == look.chances_of_many(words)


@needs_loops
@given(st.text(max_size=60))
@example("DraPérez MartínezNºCol.28/4471 ÀÉ×÷ß ǅungla İstanbul e\u0301 ²½ \x1c_\u2028 Θωμάς\ud800")
def test_a_text_is_cut_the_same_way(text: str) -> None:
    assert loops.tokens(text, _folded) == _cut(text)


@needs_loops
@given(st.text(max_size=140))
@example("\ud800")
@example("a" * 128)
@example("é" * 64 + "a")
def test_a_word_has_the_same_slot_and_fingerprint(word: str) -> None:
    table = Table(pack_table({word: 5, "ana": 3, "gil": 2}))
    asked = [word, "ana", "gil", f"{word} gil", "", "ñandú"]
    told = [table._loops.find(one) for one in asked]
    table._loops = None
    plain = [table.find(one) for one in asked]
    assert all(one in (None, other) for one, other in zip(told, plain, strict=True))  # None where Python is to look
    assert told[1:3] == plain[1:3]


words = st.sampled_from([*"san luis potosi de la cruz guillain barre st john ana 5 virgen del carmen o'neill parkinson".split(), "-", ".", "'", ","])


@needs_loops
@given(st.lists(words, min_size=1, max_size=9), st.integers(1, 7), st.data())
def test_the_longest_entry_is_the_same(row: list[str], limit: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(row) - 1))
    longest = loops.Longest(lexicons._memory, lexicons.PREFIX, lexicons._JOINTS)
    assert longest(row, start, limit) == lexicons._longest(row, start, limit)


SPANS = """
import re, sys
if sys.argv[1] == "without":
    sys.modules["velado_compiled"] = None
from velado.compiled import compiled
from velado.pipeline import Pipeline
pipeline = Pipeline()
for file in sys.argv[2:]:
    print(pipeline.detect(re.sub("⟦[A-Z_]+:([^⟦⟧\\n]*)⟧", r"\\1", open(file, encoding="utf-8").read())))
print(compiled() is not None, file=sys.stderr)
"""


@needs_loops
def test_notes_get_the_same_spans_with_and_without_all_of_it() -> None:
    files = list(map(str, sorted(CORPUS.glob("*[135]/00[2-4].txt"))))
    assert len(files) > 50
    runs = [
        subprocess.run([sys.executable, "-X", "utf8", "-c", SPANS, how, *files], check=True, capture_output=True, text=True, encoding="utf-8")
        for how in ("with", "without")
    ]
    assert [run.stderr.strip() for run in runs] == ["True", "False"]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count("Span(") > 500


@needs_loops
def test_a_text_of_another_class_is_a_text() -> None:
    class Text(str):
        __slots__ = ()

    text = "Paciente: Ana Gil, tel. 612 345 678"
    assert Pipeline().detect(Text(text)) == Pipeline().detect(text) != []


@needs_loops
def test_a_feature_that_is_listed_twice_is_refused() -> None:
    from velado.models.compiled_scoring import CompiledScorer

    weights = Weights.made_of(["O", "B-DATE"], {"w=ana": {"O": 1.0}, "w=gil": {"O": 1.0}}, {})
    with pytest.raises(ValueError, match="twice"):
        CompiledScorer(replace(weights, listing=Listing.of(["w=ana", "w=ana"])))


@needs_loops
@pytest.mark.parametrize("name", ["Lexicon", "Longest", "Search", "Sparse", "Sums"])
def test_nothing_is_made_without_its_checks(name: str) -> None:
    kind = getattr(loops, name)
    with pytest.raises(TypeError):
        kind.__new__(kind)


def sparse(begins: Any = (0, 2), columns: Any = (0, 1), values: Any = (1, 1)) -> Any:
    return loops.Sparse(longs(*begins), np.array(columns, np.uint16), np.array(values, np.int16), 1.0)


def sums(numbers: Any = (0, 1), begins: Any = (0, 2), rows: Any = None) -> Any:
    return loops.Sums(longs(*numbers), longs(*begins), floats(2, 3) if rows is None else rows)


def search(outside: int = 0, bias: Any = (0.0, 0.0), begun: Any = (-1, -1), moves: tuple[int, int] = (3, 2)) -> Any:
    return loops.Search(outside, np.array(bias), longs(*begun), np.ones(moves), 2.0, -40.0, 1e-80)


def names(text: bytes = b"a\n") -> Any:
    return loops.Names(text)


WRONG = {
    "a number below zero": lambda: loops.Keys().update(longs(1), longs(-1)),
    "a number too large": lambda: loops.Keys().update(longs(1), longs(2**31)),
    "the first number too large": lambda: loops.Keys().update(longs(1), longs(2**31 - 1)),
    "a key without a number": lambda: loops.Keys().update(longs(1, 2), longs(1)),
    "a key without a place": lambda: loops.Keys().numbers(longs(1, 2), longs(1)),
    "a place without a key": lambda: loops.numbers_of({}, [1], longs()),
    "a text that does not end": lambda: loops.Names(b"a"),
    "a part beyond the text": lambda: names().read(0, 3, 0, 0),
    "a part that ends before it begins": lambda: names().read(2, 1, 0, 0),
    "a line too short": lambda: names().read(0, 2, 2, 0),
    "a name's number too large": lambda: names().read(0, 2, 0, 2**31),
    "rows beyond their cells": lambda: sparse(begins=(0, 3)),
    "rows out of order": lambda: sparse(begins=(0, 3, 2)),
    "rows that begin late": lambda: sparse(begins=(1, 2)),
    "no rows at all": lambda: sparse(begins=()),
    "cells without values": lambda: sparse(values=(1,)),
    "a name without a sum": lambda: sparse().add_named(names(), names(), [((), ()), ((), ())], [0, 2], floats(2, 3)),
    "a sum below zero": lambda: sparse().add_named(names(), names(), [((), ())], [-1], floats(2, 3)),
    "a word without a sum": lambda: loops.add_words(sparse(), names(), names(), [None], floats(2, 3)),
    "a key of kinds without a sum": lambda: loops.add_kinds(sparse(), names(), [b""], [b""], longs(0), 5, floats(2, 3)),
    "a key of kinds below zero": lambda: loops.add_kinds(sparse(), names(), [b""], [b""], longs(-1), 5, floats(1, 3)),
    "no base": lambda: loops.add_kinds(sparse(), names(), [b""], [b""], longs(0), 0, floats(1, 3)),
    "a kept row that is not there": lambda: loops.add_kept(floats(2, 3), longs(2), longs(0), floats(2, 3)),
    "a target that is not there": lambda: loops.add_kept(floats(2, 3), longs(1), longs(2), floats(2, 3)),
    "a kept row below zero": lambda: loops.add_kept(floats(2, 3), longs(-1), longs(0), floats(2, 3)),
    "a target below zero": lambda: loops.add_kept(floats(2, 3), longs(1), longs(-1), floats(2, 3)),
    "rows of another width": lambda: loops.add_kept(floats(2, 2), longs(1), longs(0), floats(2, 3)),
    "rows for half a round": lambda: loops.add_kept(floats(2, 3), longs(1, 1, 1), longs(0, 1), floats(2, 3)),
    "lines beyond the tokens": lambda: sums(begins=(0, 3)),
    "lines out of order": lambda: sums(begins=(0, 2, 1, 2)),
    "a form below zero": lambda: sums(numbers=(0, -1)),
    "lines that begin late": lambda: sums(begins=(1, 2)),
    "tokens without scores": lambda: sums(rows=floats(1, 3)),
    "scores without labels": lambda: sums(rows=floats(2, 0)),
    "a form without a row": lambda: sums().add_around(floats(1, 21)),
    "a form without traits": lambda: sums().keys_of_triples(np.zeros((1, 5), np.int64), 0, 7, longs(0), longs(0, 0)),
    "a kind that is no trait": lambda: sums().keys_of_triples(np.zeros((2, 5), np.int64), 5, 7, longs(0), longs(0, 0)),
    "a line without a case": lambda: sums().keys_of_triples(np.zeros((2, 5), np.int64), 0, 7, longs(), longs(0, 0)),
    "a kind below zero": lambda: sums().keys_of_triples(np.zeros((2, 5), np.int64), -1, 7, longs(0), longs(0, 0)),
    "a token without a key": lambda: sums().keys_of_triples(np.zeros((2, 5), np.int64), 0, 7, longs(0), longs(0)),
    "a row below zero": lambda: sums().add_rows(floats(2, 3), longs(0, -1)),
    "rows for some tokens": lambda: sums().add_rows(floats(2, 3), longs(0)),
    "rows of other labels": lambda: sums().add_rows(floats(2, 2), longs(0, 0)),
    "a token without a row": lambda: sums().add_rows(floats(2, 3), longs(0, 2)),
    "a word that is no trait": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 0, 1, 2, 5),
    "a cue that is not there": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 4, 0, [(0, 2, 1)]),
    "pairs, before below zero": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, -1, 1, 2, 0),
    "pairs, before too large": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 5, 1, 2, 0),
    "pairs, paired below zero": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 0, -1, 2, 0),
    "pairs, paired too large": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 0, 5, 2, 0),
    "pairs, behind below zero": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 0, 1, -1, 0),
    "pairs, behind too large": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 0, 1, 5, 0),
    "pairs, kind below zero": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 0, 1, 2, -1),
    "pairs of unknown forms": lambda: sums().add_pairs(sparse(), loops.Keys(), np.zeros((1, 5), np.int64), 9, 0, 1, 2, 3),
    "cues of unknown forms": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((1, 5), np.int64), 9, 4, 0, []),
    "a cue that is no trait": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 5, 0, []),
    "a cue's trait below zero": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, -1, 0, []),
    "a cue's kind that is no trait": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 4, 5, []),
    "a cue below zero": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 4, 0, [(0, -1, 1)]),
    "a cue for no token": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 4, 0, [(2, 0, 1)]),
    "a cue for a token below zero": lambda: sums().add_cues(sparse(), loops.Keys(), np.zeros((2, 5), np.int64), 9, 4, 0, [(-1, 0, 1)]),
    "lines of other labels": lambda: sums().add_lines(sparse(), names(), [()], np.zeros(2, np.float32)),
    "a line without features": lambda: sums().add_lines(sparse(), names(), [], np.zeros(3, np.float32)),
    "no such O": lambda: search(outside=2),
    "an O below zero": lambda: search(outside=-1),
    "a B- below zero": lambda: search(begun=(-1, -2)),
    "steps to other labels": lambda: search(moves=(3, 1)),
    "labels that do not fit": lambda: search(begun=(-1,)),
    "steps that do not fit": lambda: search(moves=(2, 2)),
    "a B- that is not there": lambda: search(begun=(-1, 2)),
    "scores of other labels": lambda: search().run(floats(2, 3), longs(0, 2), [0], 6.0, None, tuple),
    "a line that is not there": lambda: search().run(floats(2, 2), longs(0, 2), [1], 6.0, None, tuple),
    "a line below zero": lambda: search().run(floats(2, 2), longs(0, 2), [-1], 6.0, None, tuple),
    "a line that begins below zero": lambda: search().run(floats(2, 2), longs(-1, 2), [0], 6.0, None, tuple),
    "a line that ends before it begins": lambda: search().run(floats(2, 2), longs(2, 1), [0], 6.0, None, tuple),
    "advice on other labels": lambda: search().run(floats(2, 2), longs(0, 2), [0], 6.0, [np.zeros((2, 1))], tuple),
    "a line beyond the scores": lambda: search().run(floats(2, 2), longs(0, 3), [0], 6.0, None, tuple),
    "a line without advice": lambda: search().run(floats(2, 2), longs(0, 2), [0], 6.0, [], tuple),
    "advice of another size": lambda: search().run(floats(2, 2), longs(0, 2), [0], 6.0, [np.zeros((1, 2))], tuple),
    "a slot without a fingerprint": lambda: loops.Lexicon(array("I", [1]), array("H", [0, 0]), array("Q", [0])),
    "a slot without a value": lambda: loops.Lexicon(array("I", [1, 1]), array("H", [0, 1]), array("Q", [0])),
    "no slot is free": lambda: loops.Lexicon(array("I", [1]), array("H", [1]), array("Q", [0, 5])),
    "buckets that are no power of two": lambda: loops.chances_of(array("Q", [0] * 3), array("Q", [0]), ["ana"], 16.0),
    "a word beyond ASCII": lambda: loops.chances_of(array("Q", [0] * 4), array("Q", [0]), ["año"], 16.0),
}


@needs_loops
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_points_nowhere_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        wrong()


@needs_loops
def test_a_mark_on_no_token_and_a_kind_without_a_name_are_refused() -> None:
    index = names()
    index.read(0, 2, 0, 0)
    with pytest.raises(ValueError, match="no such token"):
        sums().add_marks(sparse(), index, [("a", [2])])
    with pytest.raises(ValueError, match="no such token"):
        sums().add_marks(sparse(), index, [("a", [-1])])
    with pytest.raises(IndexError):
        loops.add_kinds(sparse(), index, [b""], [b""], longs(4), 5, floats(1, 3))


@needs_loops
def test_without_numpy_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("velado.compiled.find_spec", lambda name: name if name != "numpy" else None)
    compiled.cache_clear()
    try:
        assert compiled() is None
    finally:
        monkeypatch.undo()
        compiled.cache_clear()


@pytest.mark.parametrize("found", [None, SimpleNamespace(INTERFACE=0), SimpleNamespace()], ids=["missing", "another version", "something else"])
def test_without_the_loops_numpy_does_the_work(monkeypatch: pytest.MonkeyPatch, found: Any) -> None:
    from velado.models.scoring import best_scorer

    monkeypatch.setitem(sys.modules, "velado_compiled", found)
    monkeypatch.setattr("velado.compiled.find_spec", lambda name: name)
    compiled.cache_clear()
    try:
        assert compiled() is None
        assert type(best_scorer(load_tagger("reports").weights)) is NumpyScorer
    finally:
        monkeypatch.undo()
        compiled.cache_clear()
