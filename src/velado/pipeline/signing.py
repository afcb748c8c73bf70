"""Where the people of a ward sign: two or three letters behind the hour and at the end of a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from velado.patterns import late_pattern

__all__ = ["cells_of_letters", "initials_of", "signed_places"]

_WHO = r"([^\W\d_]\.?[^\W\d_](?:\.?[^\W\d_])?)"
# "22:15 DC -> int. Paz", "04 h JLM.", "01:30 (ml)", "10:20 gwj  ANC", "2219 kb: call all".
_BEHIND_HOUR = late_pattern(
    r"\d(?<![\d/:.,\-]\d)(?:\d?[:.h]\d\d(?::\d\d)?(?: ?h(?:rs?|s)?\b)?|\d? ?h(?:rs?|s)?\b|\d{3}(?= [^\W\d_]{2,3}(?::|  )))"
    rf"\.? {{1,3}}\(?{_WHO}(?=[).,;:/\n]|  | [-=]?>| →|\Z|(?<=[^\W\d_]{{3}}) )"
)
# "…  600    GMT", "cede. yz", "RN/wds", "-- EVS 06:20": at the end of a line, perhaps two people, perhaps the hour behind.
_LINE_END = late_pattern(
    rf"(?:\t| {{2,}}|[.;)?!] | [-–—]{{1,2}} ?){_WHO}(?:/(?:{_WHO}|[^\W\d_]{{4,12}}))?\.?(?:,? \d{{1,2}}[:.h]?\d\d ?h?)?[ \t]*\Z"
)
_CELL = late_pattern(rf"(?:\t| {{2}}){_WHO}(?=\t| {{2}}|[ \t]*(?:\n|\Z))")
_TAIL = 36  # characters of a line in which it ends


def signed_places(text: str, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Wherever two or three letters stand as people sign; `lines` tells where the lines begin and end.

    >>> text = "22:15 DC -> interno\\nUF 600    GMT\\ncede. yz"
    >>> [text[start:end] for start, end in signed_places(text, [(0, 19), (20, 33), (34, 42)])]
    ['DC', 'GMT', 'yz']
    """
    places = {match.span(1) for match in _BEHIND_HOUR.finditer(text)}
    for start, end in lines:
        tail = max(start, end - _TAIL)
        match = _LINE_END.search(text[tail:end])
        for group in (1, 2) if match else ():
            if match and match.group(group):
                places.add((match.start(group) + tail, match.end(group) + tail))
    yield from sorted(places)


def cells_of_letters(text: str) -> Iterator[tuple[int, int]]:
    """Wherever two or three letters stand between wide gaps: in a table somebody may have signed there, again and again."""
    return (match.span(1) for match in _CELL.finditer(text))


def initials_of(words: Sequence[str]) -> set[str]:
    """How somebody with such a name may sign: all initials, those of the first words, those of the first and the last.

    >>> sorted(initials_of(["ana", "maria", "gomez", "ruiz"]))
    ['ag', 'am', 'amg', 'ar']
    """
    letters = "".join(word[0] for word in words if word)
    if len(letters) < 2:
        return set()
    return {letters[:2], letters[:3], letters[0] + letters[-1], letters[0] + letters[min(2, len(letters) - 1)]}
