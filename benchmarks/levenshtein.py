"""How fast the Levenshtein recall is: `python benchmarks/levenshtein.py [--notes 500] [--entities 20] [--characters 3000]`.

Invented notes of random syllables; entities of 4 to 30 characters, none of which is left in its note.
"""

from __future__ import annotations

import argparse
import random
import time

from velado.evaluation.disguise import Disguise
from velado.evaluation.levenshtein import sweep


def invented(rng: random.Random, length: int) -> str:
    words = ("".join(rng.choice("bcdfglmnprst") + rng.choice("aeiou") for _ in range(rng.randint(1, 4))) for _ in range(length // 2))
    return " ".join(words)[:length]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=500)
    parser.add_argument("--entities", type=int, default=20)
    parser.add_argument("--characters", type=int, default=3000)
    options = parser.parse_args()
    rng = random.Random(1)
    # The letter at the end is in none of the notes.
    notes = [
        Disguise(tuple(invented(rng, rng.randint(3, 29)) + "ñ" for _ in range(options.entities)), invented(rng, options.characters))
        for _ in range(options.notes)
    ]
    started, used = time.perf_counter(), time.process_time()
    sweep(notes)
    taken, used = time.perf_counter() - started, time.process_time() - used
    print(f"{options.notes} notes of {options.characters} characters, {options.entities} entities each: {taken:.1f} s, {used:.1f} s of a processor")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
