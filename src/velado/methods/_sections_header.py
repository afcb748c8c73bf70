"""The three parts of a report, and its header: field labels from a dictionary of 25 indicators, each with its value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.document import Span
from velado.evaluation.parts import Parts
from velado.tokens import fold

__all__ = ["INDICATORS", "find_header", "split_parts"]

# Folded indicator -> the label of its value; None: the value identifies nobody, but ends the value before it.
INDICATORS: dict[str, str | None] = {
    "datos del paciente": None,
    "nombre": "PATIENT_NAME",
    "apellidos": "PATIENT_NAME",
    "nhc": "PATIENT_ID",
    "cipa": "PATIENT_ID",
    "dni": "PATIENT_ID",
    "nass": "INSURANCE_ID",
    "domicilio": "STREET",
    "localidad/ provincia": "PLACE",
    "localidad": "PLACE",
    "provincia": "PLACE",
    "cp": "PLACE",
    "telefono": "PHONE",
    "datos asistenciales": None,
    "fecha de nacimiento": "DATE",
    "pais": "COUNTRY",
    "pais de nacimiento": "COUNTRY",
    "edad": "AGE",
    "sexo": "SEX",
    "fecha de ingreso": "DATE",
    "servicio": None,
    "especialidad": None,
    "episodio": "EPISODE_ID",
    "medico": "STAFF_NAME",
    "nocol": "LICENCE_ID",
}


def _spelling(indicator: str) -> str:
    """An indicator as it is typed: blanks come and go, and "NºCol" is often glued to the name before it."""
    if indicator == "nocol":
        return r"n ?[o°]\.? ?col(?:egiado)?\.?"
    return r"(?<![a-z])" + re.escape(indicator).replace(r"\ ", r" {0,3}")


# Longer ones first: "país de nacimiento" is not "país". Headings such as "Datos del paciente." have no colon.
_INDICATOR = re.compile(
    "(" + "|".join(_spelling(name) for name in sorted(INDICATORS, key=len, reverse=True)) + r")[ \t]{0,5}(?::|(?=\.[ \t]{0,5}$))",
    re.MULTILINE,
)
# What opens the last part: who sends the report.
_FOOTER = re.compile(r"^[ \t]{0,5}(?:remitido por|r?e?sponsable (?:clinico|medico)|firmado|fdo\b)", re.MULTILINE)
_TITLE = re.compile(r"(?:dra?s?|prof|d|da)\.?[ªa:]?[ .:]{1,3}", re.IGNORECASE)
_RECORD_PREFIX = re.compile(r"nhc[ \-:]{1,3}", re.IGNORECASE)
_FIRST_FOOTER_SHARE = 0.3  # nobody signs before this share of the text


def split_parts(text: str) -> Parts:
    """Header: the lines from the top that carry indicators. Footer: from the last line that says who sends the report.

    >>> split_parts("Nombre: Ana.\\nNHC: 12.\\nAcude por tos.\\nRemitido por: Luz Gil\\n")
    Parts(header_end=22, footer_start=37)
    """
    folded = fold(text)
    header_end = position = lines = without = 0
    for line in folded.splitlines(keepends=True):
        position += len(line)
        found = _INDICATOR.match(line.lstrip(" \t-*•"))
        if found:
            header_end, lines, without = position, lines + 1, 0
        elif line.strip():
            without += 1
        # A value broken over two lines must not end the header; a text that goes on does.
        if without > 2:
            break
    if lines < 2:
        header_end = 0
    footers = [match.start() for match in _FOOTER.finditer(folded) if match.start() >= max(header_end, _FIRST_FOOTER_SHARE * len(text))]
    return Parts(header_end, footers[-1] if footers else len(text))


def find_header(text: str, end: int) -> Iterator[Span]:
    """The values behind the indicators: up to the next indicator or the end of the line.

    >>> [span.text("Edad: 70 años Sexo: H.") for span in find_header("Edad: 70 años Sexo: H.", 22)]
    ['70 años', 'H']
    """
    header = fold(text[:end])
    found = list(_INDICATOR.finditer(header))
    for number, match in enumerate(found):
        label = _label(match[1])
        if label is None:
            continue
        start, stop = match.end(), header.find("\n", match.end())
        stop = end if stop < 0 else stop
        if number + 1 < len(found):
            stop = min(stop, found[number + 1].start())
        # "Localidad/ Provincia" asks for two values.
        cuts = [at for at in range(start, stop) if text[at] == ","] if label == "PLACE" else []
        for first, last in zip([start, *(at + 1 for at in cuts)], [*cuts, stop], strict=True):
            begin, finish = _trim(text, first, last, label)
            if begin < finish:
                yield Span(begin, finish, label, 1.0, "header")


def _label(indicator: str) -> str | None:
    name = re.sub(r"/ {0,3}", "/ ", re.sub(r" {2,3}", " ", indicator))
    return INDICATORS["nocol"] if name.startswith("n") and "col" in name else INDICATORS[name]


def _trim(text: str, start: int, stop: int, label: str) -> tuple[int, int]:
    """The value without the blanks and commas around it, the full stop behind it, nor the title of a name."""
    while start < stop and text[start] in " \t:.,;-–":
        start += 1
    if label == "STAFF_NAME":
        while title := _TITLE.match(text, start, stop):
            start = title.end()
    if label == "PATIENT_ID" and (prefix := _RECORD_PREFIX.match(text, start, stop)):
        start = prefix.end()
    stop = start + len(text[start:stop].rstrip(" \t\r,;:-–").removesuffix(".").rstrip(" \t,;:-–"))
    return start, stop
