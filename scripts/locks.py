"""Write the lock files in `locks/`: exact versions with the hashes of every published file.

    make locks                  after a change of the dependencies in pyproject.toml; keeps every version that still fits
    make locks UPGRADE=1        move everything to the newest release

One resolution covers Linux, Windows and macOS and every Python from 3.11 on, and all locks agree with each other, so that
several can be installed into one environment. The files name no registry: pip takes the packages from wherever it is
set up to look, and refuses whatever has another hash.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

HOME = Path(__file__).parent.parent
LOCKS = HOME / "locks"

USERS = ("pdf", "ocr", "parquet")
EXTRAS: Mapping[str, Sequence[str]] = {
    "users": USERS,
    "desk": (*USERS, "desk"),
    "tests": (*USERS, "desk", "methods", "transformers", "test"),
    "train": ("train",),
    "lexicons": ("lexicons",),
}
TOOLS: Mapping[str, Sequence[str]] = {"build": ("editables",), "locks": ("uv",)}  # `build` also gets what both pyproject.toml ask for
BUILT_FROM_SOURCE = ("lexicons",)  # some of its packages publish no wheel; the others refuse to run a package's own build

# PyTorch publishes a build without CUDA, a third of the size, on an index of its own. It is tried first and needs pip to be
# set up to find it; elsewhere the registry's build is taken, which does not load on Linux without the CUDA libraries.
TORCH = "torch==2.13.0"
TORCH_CPU = {TORCH + "+cpu": ("6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b",)}  # cp311, manylinux_2_28_x86_64
WITH_TORCH = re.compile(r"(torch|triton|(nvidia|cuda)-.*)==")

HEAD = "# Made by `make locks`. Install with: pip install -r locks/{name}.txt\n--require-hashes\n"
ONLY_WHEELS = "--only-binary :all:\n"


def compiled(sources: Iterable[str], output: Path, *options: str, pins: str = "") -> str:
    """Resolve `sources` with uv and return the requirements; a version among `pins` is kept where it fits."""
    output.write_text(pins, "utf-8")
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version=3.11", "--fork-strategy=fewest", "--no-header"]
    command += ["--no-annotate", "--no-emit-index-url", f"--output-file={output}", *options, *sources]
    subprocess.run([str(Path(sys.executable).with_name(command[0])), *command[1:]], check=True, cwd=HOME)
    return output.read_text("utf-8")


def entries(lock: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the lines of each requirement of a lock.

    >>> [name for name, _ in entries("--require-hashes\\na==1 \\\\\\n    --hash=sha256:0\\nb==2 ; sys_platform == 'win32' \\\\\\n")]
    ['a', 'b']
    """
    for match in re.finditer(r"^([\w.-]+)==.*\n(?:[ \t]+.*\n)*", lock, re.M):
        if not match[1].startswith("-"):
            yield match[1], match[0]


def build_tools() -> list[str]:
    """Return what building the project and its compiled part asks for."""
    return [tool for path in (HOME, HOME / "compiled") for tool in tomllib.loads((path / "pyproject.toml").read_text())["build-system"]["requires"]]


def write(name: str, lines: Iterable[str]) -> None:
    """Write one lock file."""
    head = HEAD.format(name=name) + ("" if name in BUILT_FROM_SOURCE else ONLY_WHEELS)
    (LOCKS / f"{name}.txt").write_text(head + "".join(lines), "utf-8")


def main(upgrade: bool = False) -> None:
    """Write every lock file."""
    locks = [] if upgrade else [path.read_text("utf-8") for path in sorted(LOCKS.glob("*.txt"))]
    pins = {lines.split(" \\\n")[0].strip(): None for lock in locks for _, lines in entries(lock)}
    with tempfile.TemporaryDirectory() as folder:
        everything, override, tools, single = (Path(folder) / name for name in ("all.txt", "torch.txt", "tools.in", "lock.txt"))
        override.write_text(TORCH)
        tools.write_text("\n".join([*build_tools(), *(tool for more in TOOLS.values() for tool in more)]))
        compiled(["pyproject.toml", str(tools)], everything, "--all-extras", f"--override={override}", pins="\n".join(pins))

        def lock(sources: Sequence[str], *options: str) -> list[tuple[str, str]]:
            found = entries(compiled(sources, single, "--generate-hashes", f"--constraint={everything}", *options))
            return [(package, lines) for package, lines in found if "sys_platform == 'emscripten'" not in lines]

        for name, more in TOOLS.items():
            tools.write_text("\n".join([*(build_tools() if name == "build" else ()), *more]))
            write(name, (lines for _, lines in lock([str(tools)])))
        torch: dict[str, str] = {}
        for name, extras in EXTRAS.items():
            found = lock(["pyproject.toml"], f"--override={override}", *(f"--extra={extra}" for extra in extras))
            torch |= {package: lines for package, lines in found if WITH_TORCH.match(lines)}
            write(name, (lines for package, lines in found if package not in torch))
        write("torch", (lines for _, lines in sorted(torch.items())))
        write("torch-cpu", (f"{version} {' '.join(f'--hash=sha256:{one}' for one in hashes)}\n" for version, hashes in TORCH_CPU.items()))


if __name__ == "__main__":
    main(upgrade=bool(sys.argv[1:]))
