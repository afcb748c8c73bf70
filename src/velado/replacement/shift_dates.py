"""`shift_dates`: all dates of a patient move by the same number of days, written as they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from velado.document import Span
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._calendar import DAYS, Calendar, offset_of
from velado.replacement._label_text import label_text

__all__ = ["STRATEGY", "ShiftDatesStrategy"]


class ShiftDatesStrategy:
    """Intervals stay. Months alone move by whole months and years alone by whole years, one at least."""

    name = "shift_dates"
    moves_dates = True
    options: Mapping[str, Option] = {"days": DAYS}

    def begin(self, case: Case) -> Callable[[Span], str]:
        """The shift comes from the key and the patient. What cannot be read, a holiday among others, becomes a label."""
        offset = offset_of(case, settings(self.options, case.options)["days"])
        calendar = Calendar(case)

        def shifted(span: Span) -> str:
            moved = calendar.shifted(span, offset) if span.label == "DATE" else None
            if moved is None or moved == span.text(case.text):
                return label_text(span.label, case.labels_in)
            return moved

        return shifted


STRATEGY = ShiftDatesStrategy()
