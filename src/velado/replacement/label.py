"""`label`: the label's name stands in the place of the text, such as [PACIENTE]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from velado.document import Span
from velado.labels import NAMES
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._drawing import normal
from velado.replacement._label_text import STYLES, label_text
from velado.replacement._people import People

__all__ = ["STRATEGY", "LabelStrategy"]


class LabelStrategy:
    """[PACIENTE] in the note's language, or {NOMBRE}, <PATIENT_NAME>, [NOMBRE_SUJETO_ASISTENCIA]."""

    name = "label"
    options: Mapping[str, Option] = {
        "style": Option("bracket", "how the label is written", choices=STYLES),
        "number": Option(False, "tell different persons, places and dates apart: [PACIENTE_1], [PACIENTE_2]"),
    }

    def begin(self, case: Case) -> Callable[[Span], str]:
        """With `number`, people count once however their name is written; all else counts by its wording."""
        chosen = settings(self.options, case.options)
        style, language = chosen["style"], case.labels_in
        if not chosen["number"]:
            return lambda span: label_text(span.label, language, style)
        people = People(case)
        numbers: dict[str, dict[str, int]] = {}

        def who(span: Span) -> str:
            person = people.person(span) if span.label in NAMES else None
            return f"#{person.number}" if person else normal(span.text(case.text))

        def numbered(span: Span) -> str:
            known = numbers.setdefault(_shown(span.label, language, style), {})
            return label_text(span.label, language, style, known.setdefault(who(span), len(known) + 1))

        for span in sorted(case.spans):  # in the order of the text, whatever order they are asked for in
            numbered(span)
        return numbered


def _shown(label: str, language: str, style: str) -> str:
    """Labels that are written alike count together: in the tag style, staff and patients are both {NOMBRE}."""
    return label_text(label, language, style)


STRATEGY = LabelStrategy()
