"""`--known patients.csv`: a list of patients from the call. What it holds is told in `patient_list.py`."""

from __future__ import annotations

from pathlib import Path

from velado.cli import WrongCallError
from velado.cli._terminal import shown
from velado.patient_list import Known, PatientListError, parse

__all__ = ["Known", "parse_known", "read_known"]


def read_known(path: Path) -> Known:
    """Read the list from its file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WrongCallError(f"--known {shown(path)}: {error.strerror}") from None
    return parse_known(content, str(path))


def parse_known(content: bytes, path: str) -> Known:
    """Read the list. What is wrong with it is said by line and column, never by what stands there."""
    try:
        return parse(content)
    except PatientListError as error:
        raise WrongCallError(f"--known {shown(path)}: {error}") from None
