"""Check the marked notes: `python corpus/check.py [FOLDER…]`; exits with 1 when a mark is wrong.

A note is UTF-8 text with inline marks ⟦LABEL:text⟧. Stripping the marks gives the note as it was written.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LABELS = set(
    "PATIENT_NAME RELATIVE_NAME STAFF_NAME PERSON_NAME AGE DATE PHONE FAX EMAIL URL IP_ADDRESS "
    "PATIENT_ID EPISODE_ID INSURANCE_ID PLAN_ID LICENCE_ID EMPLOYEE_ID VEHICLE_ID DEVICE_ID BIOMETRIC_ID OTHER_ID "
    "STREET PLACE COUNTRY HOSPITAL HEALTH_CENTRE INSTITUTION PROFESSION OTHER".split()
)
MARK = re.compile(r"⟦([A-Z_]+):([^⟦⟧\n]*)⟧")
NAMES = {"PATIENT_NAME", "RELATIVE_NAME", "STAFF_NAME", "PERSON_NAME"}
PARTICLES = set("de del la las los y e da das do dos van von der den di el al ibn bin mc o".split())


def problems(text: str) -> list[str]:
    """What is wrong with one marked note, in words."""
    found = []
    bare = MARK.sub("", text)
    if "⟦" in bare or "⟧" in bare:
        found.append("a bracket that is no well-formed mark")
    for label, inner in MARK.findall(text):
        if label not in LABELS:
            found.append(f"unknown label {label}")
        if not inner.strip():
            found.append(f"empty {label}")
        if inner != inner.strip() or inner[-1:] in ",;:":
            found.append(f"blank or punctuation at the edge of {label}: {inner!r}")
    # A name that is marked once must be marked wherever it stands.
    for label, inner in MARK.findall(text):
        if label not in NAMES:
            continue
        if len(inner) > 3 and re.search(rf"(?<!\w){re.escape(inner)}(?!\w)", bare):
            found.append(f"{label} {inner!r} also stands unmarked")
        for part in re.findall(r"\w+", inner):
            if len(part) > 4 and part.lower() not in PARTICLES and re.search(rf"(?<!\w){re.escape(part)}(?!\w)", bare):
                found.append(f"part {part!r} of {label} also stands unmarked (a trap? then fine)")
    return found


def traps() -> set[tuple[str, str]]:
    """Words that stand unmarked on purpose, by note."""
    lines = Path(__file__).with_name("traps.txt").read_text("utf-8").splitlines()
    return {(note, word) for note, word in (line.split() for line in lines if line and not line.startswith("#"))}


def main(folders: list[str]) -> int:
    home = Path(__file__).parent
    files = sorted(f for folder in (folders or [str(home)]) for f in Path(folder).rglob("[0-9]*.txt"))
    marks = bad = 0
    meant = traps()
    for file in files:
        text = file.read_text("utf-8")
        marks += len(MARK.findall(text))
        for problem in problems(text):
            if any(note == f"{file.parent.name}/{file.stem}" and repr(word) in problem for note, word in meant):
                continue
            bad += "trap?" not in problem
            print(f"{file}: {problem}")
    print(f"{len(files)} notes, {marks} marks, {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
