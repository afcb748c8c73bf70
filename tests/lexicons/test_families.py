"""Families of words: what the file tells, and what training makes of surroundings."""

from __future__ import annotations

import pytest

from velado.lexicons import families


def test_a_word_of_clinical_text_has_a_family_and_a_word_nobody_writes_has_none() -> None:
    coarse, fine = families.family_of("refiere")
    assert coarse.startswith("C1=")
    assert fine.startswith("C2=")
    assert families.family_of("qwxzvk") == ()


def test_words_that_stand_in_the_same_surroundings_share_a_family() -> None:
    assert families.family_of("madre")[0] == families.family_of("esposa")[0]
    assert families.family_of("madre")[1] != families.family_of("enero")[1] == families.family_of("febrero")[1]


def test_other_families_answer_for_a_while() -> None:
    shipped = families.family_of("refiere")
    with families.instead(families.Families(families.pack({"refiere": (5, 77)}))):
        assert families.family_of("refiere") == ("C1=5", "C2=77")
        assert families.family_of("niega") == ()
    assert families.family_of("refiere") == shipped


def test_training_gathers_words_by_their_surroundings() -> None:
    pytest.importorskip("gensim")
    pytest.importorskip("sklearn")
    from velado.training.families import lines_of, train_families

    verbs, towns = ("refiere", "niega", "relata", "cuenta"), ("valverde", "almeria", "tordesillas", "montijo")
    lines = [f"el paciente {verb} mucho dolor desde ayer" for verb in verbs] + [f"vive ahora en {town} con sus tres hijos" for town in towns]
    found = train_families(lines_of(lines * 300), sizes=(2, 6))
    assert len({found[verb][0] for verb in verbs}) == 1
    assert len({found[town][0] for town in towns}) == 1
    assert found["refiere"][0] != found["valverde"][0]
