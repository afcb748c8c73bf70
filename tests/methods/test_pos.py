"""Parts of speech and lemmas without a model of spaCy's."""

from __future__ import annotations

import pytest

from velado.methods import _pos
from velado.methods._pos import is_participle, lemma, tag


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """The light tagger, whatever is installed."""
    pytest.importorskip("simplemma", reason="simplemma is not installed")
    monkeypatch.setattr(_pos, "_model", lambda language: None)


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("es", "La paciente acude con Marta .", "DET NOUN VERB ADP PROPN PUNCT"),
        ("es", "Ernesto Rivera ingresó el 12 de marzo", "PROPN PROPN VERB DET NUM ADP NOUN"),
        ("es", "Se realiza cistoscopia , observándose tumoración", "PRON VERB NOUN PUNCT VERB NOUN"),
        ("es", "Fue remitida desde Urgencias rápidamente", "AUX ADJ ADP PROPN ADV"),
        ("es", "presenta dolor torácico", "VERB NOUN ADJ"),
        ("pt", "A doente vive em Évora com o marido", "DET NOUN VERB ADP PROPN ADP DET NOUN"),
        ("en", "She lives in Leeds with her husband", "PRON VERB ADP PROPN ADP DET NOUN"),
    ],
)
def test_a_sentence(language: str, sentence: str, expected: str) -> None:
    assert " ".join(tag(sentence.split(), language)) == expected


def test_every_word_gets_a_tag() -> None:
    words = ["", " ", "¿", "%", "B12", "70", "º", "\n", "𝟙", "ñ", "Ñ"]
    for language in ("es", "pt", "en", "xx"):
        assert len(tag(words, language)) == len(words)
    assert tag([]) == []


def test_participles_and_lemmas() -> None:
    assert [is_participle(word) for word in ("remitida", "abierto", "escritos", "dolor", "acude")] == [True, True, True, False, False]
    assert [lemma(word) for word in ("ingresó", "pacientes", "Qwzx")] == ["ingresar", "paciente", "qwzx"]
    assert lemma("exames", "pt") == "exame"
