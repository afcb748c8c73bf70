"""A million pseudonyms without a collision, and what one costs: `python benchmarks/pseudonyms.py [--count N] [--aes python|cryptography]`.

The first row is all numbers of six figures, among which two kinds of identifier overlap: each must have one image, and check digits must
be as right as they were. The others are drawn at random: record numbers, codes, and identifiers with right check digits.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Sequence

from velado.identifiers import identifiers
from velado.replacement._aes import IMPLEMENTATIONS
from velado.replacement._permutations import KEY_BYTES
from velado.replacement._pseudonyms import Pseudonyms

SIX_FIGURES = 1_000_000


def distinct(draw: Callable[[], str], count: int) -> Sequence[str]:
    """Draw so many different values."""
    values: dict[str, None] = {}
    while len(values) < count:
        values[draw()] = None
    return list(values)


def measured(name: str, values: Iterable[str], replace: Callable[[str], str], valid: Callable[[str], bool] | None) -> bool:
    """Print a row of the table; tell whether nothing was wrong."""
    originals = list(values)
    started = time.process_time()
    images = list(map(replace, originals))
    cost = (time.process_time() - started) / len(originals)
    collisions = len(originals) - len(set(images))
    own = sum(map(str.__eq__, originals, images))
    changed = sum(valid(old) != valid(new) for old, new in zip(originals, images, strict=True)) if valid else 0
    print(f"| {name} | {len(originals):,} | {collisions} | {own} | {changed} | {cost * 1e6:.0f} |", flush=True)
    return collisions == own == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, help="record numbers to draw; of the other kinds a tenth (default: a million)")
    parser.add_argument("--aes", choices=IMPLEMENTATIONS, default="", help="the implementation of AES (default: the quickest at hand)")
    parser.add_argument("--quick", action="store_true", help="without the row of all numbers of six figures")
    options = parser.parse_args()
    rng = random.Random(22)
    entries = {entry.name: entry for entry in identifiers()}
    pseudonyms = Pseudonyms(rng.randbytes(KEY_BYTES), options.aes)
    print("| values | draws | collisions | unchanged | check digit changed | µs a value |\n|---|---:|---:|---:|---:|---:|")
    good = True
    if not options.quick:
        good = measured("all of six figures", (f"{number:06d}" for number in range(SIX_FIGURES)), pseudonyms.of, entries["py_ruc"].valid)
    good &= measured("record numbers of eight figures", distinct(lambda: str(rng.randrange(10**7, 10**8)), options.count), pseudonyms.of, None)
    tenth = max(1, options.count // 10)
    good &= measured("HC-2021/00345", distinct(lambda: f"HC-20{rng.randrange(100):02d}/{rng.randrange(10**5):05d}", tenth), pseudonyms.of, None)
    good &= measured("UUID", distinct(lambda: f"{rng.getrandbits(128):032x}", tenth), pseudonyms.of, None)
    good &= measured("telephone numbers", distinct(lambda: f"6{rng.randrange(10**8):08d}", tenth), pseudonyms.of_phone, None)
    for name in ("es_dni", "es_nass", "pt_nif", "br_cpf", "br_cns", "mx_curp", "gb_nhs", "us_npi"):
        entry = entries[name]
        good &= measured(name, distinct(lambda entry=entry: entry.fake(rng), tenth), pseudonyms.of, entry.accepts)  # type: ignore[misc]
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
