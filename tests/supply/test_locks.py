"""The lock files: complete, hashed, the same everywhere, and without anything for graphics cards where users install."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOME = Path(__file__).parent.parent.parent
LOCKS = sorted((HOME / "locks").glob("*.txt"))
ENTRY = re.compile(r"^([\w.-]+)==([^\s;]+)((?: ;.*?)?)(?: \\\n| )((?:[ \t]*--hash=sha256:[0-9a-f]{64}(?: \\)?\s*)+)", re.M)


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", HOME / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def pins(lock: Path) -> dict[str, str]:
    return {match[1]: match[2] for match in ENTRY.finditer(lock.read_text("utf-8"))}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_holds_nothing_but_exact_versions_with_hashes(lock: Path) -> None:
    text = lock.read_text("utf-8")
    head = [line for line in text.splitlines() if line.startswith("--")]
    assert "--require-hashes" in head
    assert set(head) <= {"--require-hashes", "--only-binary :all:"}
    rest = ENTRY.sub("", re.sub(r"^(--|#).*\n", "", text, flags=re.M))
    assert rest.strip() == ""
    assert pins(lock)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_names_no_place_to_fetch_from(lock: Path) -> None:
    assert not re.search(r"://|index-url|find-links|file:|\bvia\b", lock.read_text("utf-8"))


@pytest.mark.parametrize("name", ["users", "desk"])
def test_nothing_for_graphics_cards_is_installed_for_users(name: str) -> None:
    found = [package for package in pins(HOME / "locks" / f"{name}.txt") if re.search(r"nvidia|cuda|cu1\d|rocm|gpu|triton|^torch", package)]
    assert found == []


def test_packages_have_one_version_across_all_locks() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for package, version in pins(lock).items():
            versions.setdefault(package, set()).add(version.split("+")[0])
    assert {package: found for package, found in versions.items() if len(found) > 1} == {}


def test_every_dependency_is_locked_in_a_version_that_fits() -> None:
    """Fails after a change of pyproject.toml until `make locks` has run."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    locks = script("locks")
    torch = pins(HOME / "locks" / "torch.txt")
    for name, extras in locks.EXTRAS.items():
        locked = pins(HOME / "locks" / f"{name}.txt") | torch
        wanted = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
        for requirement in map(Requirement, wanted):
            version = locked.get(canonicalize_name(requirement.name))
            assert version, f"locks/{name}.txt lacks {requirement.name}: run `make locks`"
            assert version in requirement.specifier, f"locks/{name}.txt has another {requirement.name}: run `make locks`"
    build = pins(HOME / "locks" / "build.txt")
    assert all(Requirement(tool).name in build for tool in locks.build_tools())


def test_the_makefile_installs_from_locks_only() -> None:
    installs = re.findall(r"\binstall (.*)", (HOME / "Makefile").read_text("utf-8") + (HOME / "scripts/compiled.sh").read_text("utf-8"))
    assert installs
    for call in installs:
        assert "-r locks/" in call or '-r "$here/locks/' in call or ("--no-deps" in call and "--no-build-isolation" in call), call
