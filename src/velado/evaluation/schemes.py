"""Which names the labels have, and one set of names for both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from velado.labels import LABELS, label_named, rename

__all__ = ["AS_WRITTEN", "COARSE", "SCHEMES", "common_scheme", "is_ignored", "translator"]

AS_WRITTEN = "as-written"

# What a reader who does not care for the kind of number or of building would call them.
COARSE: Mapping[str, str] = {name: "ID" for name in LABELS if name.endswith("_ID")} | {
    "PERSON_NAME": "PATIENT_NAME", "FAX": "PHONE", "IP_ADDRESS": "URL", "COUNTRY": "PLACE",
    "HOSPITAL": "FACILITY", "HEALTH_CENTRE": "FACILITY", "INSTITUTION": "FACILITY",
}  # fmt: skip

_NAMES: Mapping[str, Set[str]] = {
    "velado": frozenset(LABELS),
    "meddocan": frozenset(label.meddocan for label in LABELS.values()),
    "coarse": frozenset(COARSE.get(name, name) for name in LABELS),
    "i2b2": frozenset(label.i2b2 for label in LABELS.values()) | {"STATE", "ZIP", "LOCATION-OTHER", "USERNAME", "SSN", "ACCOUNT"},
}
SCHEMES = tuple(_NAMES)
# Two sides with different names meet under the names that tell less apart.
_PLAINEST = ("coarse", "i2b2", "meddocan", "velado")


def _scheme_of(labels: Set[str]) -> str | None:
    return next((scheme for scheme, names in _NAMES.items() if labels <= names), None)


def common_scheme(gold: Set[str], system: Set[str]) -> str:
    """The names under which both sides can be compared: as they are, when both use those of one scheme.

    >>> common_scheme({"FECHAS", "CALLE"}, {"FECHAS"}), common_scheme({"FECHAS", "CALLE"}, {"DATE"})
    ('as-written', 'meddocan')
    """
    if _scheme_of(gold | system) or any(label_named(label) is None for label in gold | system):
        return AS_WRITTEN
    both = {_scheme_of(gold), _scheme_of(system)}
    return next((scheme for scheme in _PLAINEST if scheme in both), "coarse") if None not in both else "coarse"


def translator(scheme: str) -> Callable[[str], str]:
    """What gives a label its name in a scheme; a label that nobody knows keeps the one it has.

    >>> [translator("coarse")(name) for name in ("ID_ASEGURAMIENTO", "HOSPITAL", "DOCTOR", "COLOUR")]
    ['ID', 'FACILITY', 'STAFF_NAME', 'COLOUR']
    """
    if scheme == AS_WRITTEN:
        return str

    def translate(label: str) -> str:
        known = label_named(label)
        if known is None:
            return label
        return COARSE.get(known, known) if scheme == "coarse" else rename(known, scheme)

    return translate


def is_ignored(label: str, ignored: Set[str]) -> bool:
    """Whether a label is left out, under the name it has or under Velado's."""
    return label in ignored or label_named(label) in ignored
