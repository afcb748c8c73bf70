"""What a reviewer says once for all files: this everywhere, never this."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from velado.document import Span

__all__ = ["EVERYWHERE", "NEVER", "Rule", "with_rule"]

EVERYWHERE = "everywhere"
NEVER = "never"


@dataclass(frozen=True, slots=True)
class Rule:
    """`text` is what the reviewer pointed at; its case and white space do not matter."""

    id: str
    kind: str
    text: str = field(repr=False)
    label: str = ""

    def matches(self, text: str) -> Iterable[tuple[int, int]]:
        """Where it stands in a text, as whole words.

        >>> list(Rule("1", EVERYWHERE, "Ana  Gil").matches("ANA\\nGIL, Mariana Gil"))
        [(0, 7)]
        """
        words = self.text.split()
        if not words:
            return ()
        before = r"(?<!\w)" if _is_word(words[0][0]) else ""
        behind = r"(?!\w)" if _is_word(words[-1][-1]) else ""
        pattern = before + r"\s{1,20}".join(map(re.escape, words)) + behind
        return (match.span() for match in re.finditer(pattern, text, re.IGNORECASE))


def with_rule(text: str, spans: Sequence[Span], rule: Rule, acts_on: Callable[[str], bool]) -> list[Span]:
    """The spans as the rule wants them. `acts_on` says whether the policy replaces a label.

    >>> found = with_rule("Vino Ana Gil.", [Span(5, 8, "PLACE")], Rule("1", EVERYWHERE, "ana gil", "PATIENT_NAME"), bool)
    >>> [(span.start, span.end, span.label) for span in found]
    [(5, 12, 'PATIENT_NAME')]
    """
    if rule.kind == NEVER:
        unwanted = _normal(rule.text)
        return [span for span in spans if _normal(span.text(text)) != unwanted]
    starts = [span.start for span in spans]
    added: list[Span] = []
    for start, end in rule.matches(text):
        before = bisect_right(starts, start) - 1
        around = spans[before] if before >= 0 and end <= spans[before].end else None
        if around is None or len(around) == end - start or not acts_on(around.label):
            added.append(Span(start, end, rule.label, 1.0, "rule"))
        # else a longer stretch that is replaced anyway, such as a street named after somebody
    ends = [span.end for span in added]
    settled = list(added)
    for span in spans:
        # Both ends of a span that is cut stay covered, for they were found to identify somebody.
        start = span.start
        for new in added[bisect_right(ends, span.start) :]:
            if new.start >= span.end:
                break
            if start < new.start:
                settled.append(replace(span, start=start, end=new.start))
            start = new.end
        if start < span.end:
            settled.append(replace(span, start=start))
    return sorted(settled)


def _normal(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
