"""The name of a label, as it stands in the text instead of what it labels."""

from __future__ import annotations

from velado.labels import LABELS

__all__ = ["STYLES", "label_text"]

STYLES = ("bracket", "tag", "angle", "meddocan")


def label_text(label: str, language: str, style: str = "bracket", number: int | None = None) -> str:
    """A label in the note's language or in one of the styles of the literature, with a number behind it if one is given.

    >>> label_text("PATIENT_NAME", "es"), label_text("DATE", "en"), label_text("PATIENT_NAME", "pt", number=2)
    ('[PACIENTE]', '[DATE]', '[PACIENTE_2]')
    >>> [label_text("PHONE", "es", style) for style in STYLES]
    ['[TELÉFONO]', '{TEL}', '<PHONE>', '[NUMERO_TELEFONO]']
    """
    known = LABELS.get(label)
    behind = "" if number is None else f"_{number}"
    if known is None:  # a label of somebody's own recogniser
        return f"[{label}{behind}]"
    if style == "tag":
        return f"{{{known.tag}{behind}}}"
    if style == "angle":
        return f"<{known.name}{behind}>"
    if style == "meddocan":
        return f"[{known.meddocan}{behind}]"
    word = {"es": known.spanish, "pt": known.portuguese}.get(language, known.english)
    return f"[{word}{behind}]"
