"""How common a word is in ordinary text, and whether it is a word at all. Development only."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from velado.lexicons import _FREQUENCY, FIRST_NAME, SURNAME, TOWN
from velado.lexicons._entries import Entries, fold, key_of, lines_of

__all__ = ["Words", "add_frequencies", "read_words"]

_TOP = 60_000


def _dictionary(language: str) -> frozenset[str]:
    """The folded ordinary words of a language, in all their forms: those that dictionaries write in lower case."""
    factory = import_module("simplemma.strategies.dictionaries.dictionary_factory").DefaultDictionaryFactory()
    return frozenset(fold(word) for word in factory.get_dictionary(language) if word[:1].islower())


def _level(zipf: float) -> int:
    return next((level for level, edge in enumerate((3.0, 3.5, 4.0, 4.5, 5.0, 6.0), 1) if zipf < edge), 7)


@dataclass(frozen=True)
class Words:
    """Per language, how common each folded token is, from 1 to 7, and which tokens are ordinary words, not bare names."""

    levels: dict[str, dict[str, int]]
    ordinary: dict[str, frozenset[str]]

    def common(self) -> dict[str, int]:
        """For each ordinary word how common it is, at most, in one of the languages."""
        highest: dict[str, int] = {}
        for language, levels in self.levels.items():
            for word, level in levels.items():
                if word in self.ordinary[language]:
                    highest[word] = max(highest.get(word, 0), level)
        return highest


def read_words() -> Words:
    """Frequencies from wordfreq; simplemma's dictionaries judge what is a word.

    Dictionaries know some bare names too; `not_words_<language>.txt` and `only_names.txt` say which to leave out.
    """
    wordfreq = import_module("wordfreq")
    levels: dict[str, dict[str, int]] = {}
    ordinary: dict[str, frozenset[str]] = {}
    for language in _FREQUENCY:
        known = levels[language] = {}
        for word in wordfreq.top_n_list(language, _TOP):
            key = fold(word)
            if key.isalpha() and key.isascii():
                known[key] = max(known.get(key, 0), _level(wordfreq.zipf_frequency(word, language)))
        names = {key_of(name) for file in (f"not_words_{language}", "only_names") for name in lines_of(file)}
        ordinary[language] = frozenset(known).intersection(_dictionary(language)) - names
    return Words(levels, ordinary)


def add_frequencies(entries: Entries, words: Words) -> None:
    """Set the frequency of each common token; a name or town counts only when it is an ordinary word as well."""
    for language, shift in _FREQUENCY.items():
        for key, level in words.levels[language].items():
            if key in words.ordinary[language] or not entries.values.get(key, 0) & (FIRST_NAME | SURNAME | TOWN):
                entries.raise_field(key, shift, 3, level)
