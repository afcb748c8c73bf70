"""`make soak`, or `python -m benchmarks.soak [FAMILY …]`: run families and print one line each."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.soak.clients import clients
from benchmarks.soak.documents import documents, texts
from benchmarks.soak.interruptions import disk, kills
from benchmarks.soak.outcome import Budget, Outcome

# What each family does, how often, and after how many minutes it stops all the same.
FAMILIES: Mapping[str, tuple[Callable[[Budget], Outcome], int, float]] = {
    "documents": (documents, 10_000, 60),
    "texts": (texts, 1_000, 40),
    "kills": (kills, 100, 40),
    "disk": (disk, 20, 15),
    "clients": (clients, 500, 10),
}
KEEP = Path("runs/soak")


def main() -> int:
    """Run the families that were asked for; 1 when anything failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description="Try to make Velado let something out, lose something or stop.")
    parser.add_argument("family", nargs="*", choices=[[], *FAMILIES], metavar="FAMILY", help=f"{', '.join(FAMILIES)} (default: all of them)")
    parser.add_argument("--seed", type=int, default=None, help="of an earlier run, to do the same again")
    parser.add_argument("--count", type=int, help="how many documents, texts, kills, rounds or clients")
    parser.add_argument("--minutes", type=float, help="the time budget of each family")
    parser.add_argument("--keep", type=Path, default=KEEP, metavar="DIR", help=f"where the files that failed are put (default: {KEEP})")
    parser.add_argument("--short", action="store_true", help="smaller documents, as in the tests")
    options = parser.parse_args()
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    failed = False
    for name in options.family or FAMILIES:
        family, count, minutes = FAMILIES[name]
        budget = Budget(options.count or count, options.minutes or minutes, seed, options.keep / f"{name}-{seed}", options.short)
        outcome = family(budget)
        print(outcome.line(), flush=True)
        for detail in outcome.details[:20]:
            print(f"  {detail}", flush=True)
        failed |= outcome.failed
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
