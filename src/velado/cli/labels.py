"""`velado labels`: the kinds of identifying text, and what others call them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from velado.cli import DONE
from velado.cli._terminal import table
from velado.labels import LABELS

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Labels:
    """Lists the labels."""

    name: str = "labels"
    help: str = "list the labels, with their names in MEDDOCAN and i2b2"

    def arguments(self, parser: ArgumentParser) -> None:
        """Nothing."""

    def run(self, options: Namespace) -> int:
        """Print the table."""
        rows = [("LABEL", "MEDDOCAN", "I2B2", "IDENTIFIES BY ITSELF")]
        rows += [(label.name, label.meddocan, label.i2b2, "yes" if label.direct else "") for label in LABELS.values()]
        print(table(rows))
        return DONE


COMMAND = Labels()
