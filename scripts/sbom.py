"""Write the bill of materials, `velado-VERSION.cdx.json` (CycloneDX 1.6), into a folder: `make sbom`.

Packages come from the locks of users and desk, with the hash of every file that the lock accepts; weights, lexicons and
corpus from the working tree. The same commit gives the same bytes. A part whose licence is not known is an error.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import uuid
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
LOCKS = ("users", "desk")
NAMESPACE = uuid.UUID("8c5a3b0e-6f1d-5f0e-9d0b-2a4f1c7e9b35")

# Licences that packages tell in words of their own, as SPDX expressions.
IN_WORDS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "BSD-3-Clause": "BSD-3-Clause",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "(Apache-2.0 OR BSD-3-Clause) AND BSD-3-Clause",  # its own, and PDFium's
    "MIT": "MIT",
    "MIT License": "MIT",
}
CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.1-or-later",
    "License :: OSI Approved :: MIT License": "MIT",
}
ELSEWHERE = {"colorama": "BSD-3-Clause", "tzdata": "Apache-2.0"}  # in a lock for Windows only, so not always installed here

# What ships beside the code. NOTICE says what each was made from; the word in front of the suffix is how NOTICE calls it.
DATA: Mapping[str, tuple[str, str]] = {
    "src/velado/lexicons/lexicon.bin": ("data", "CC-BY-SA-4.0"),
    "src/velado/lexicons/families.bin": ("data", "Apache-2.0"),
    "src/velado/lexicons/look.weights": ("machine-learning-model", "Apache-2.0"),
    "src/velado/models/notes.onnx": ("machine-learning-model", "Apache-2.0"),
    "src/velado/models/notes.weights": ("machine-learning-model", "Apache-2.0"),
    "src/velado/models/reports.weights": ("machine-learning-model", "Apache-2.0"),
}
CORPUS = ("corpus", "CC-BY-4.0")


class UnknownLicenceError(Exception):
    """A part that nobody may ship before its licence is known."""


def version() -> str:
    """Return the project's version."""
    found = re.search(r'__version__ = "([^"]+)"', (HOME / "src/velado/__init__.py").read_text("utf-8"))
    assert found is not None
    return found[1]


def licence_of(package: str) -> str:
    """Return a package's licence as an SPDX expression, from what it says of itself."""
    try:
        told = metadata(package)
    except PackageNotFoundError:
        if package in ELSEWHERE:
            return ELSEWHERE[package]
        raise UnknownLicenceError(f"{package} is not installed, so its licence cannot be read: run `make sbom`, which installs it") from None
    expression = told.get("License-Expression")
    classified = [CLASSIFIERS[name] for name in told.get_all("Classifier", []) if name in CLASSIFIERS]
    found = expression or (classified[0] if len(classified) == 1 else IN_WORDS.get((told.get("License") or "").strip(), ""))
    if not found:
        raise UnknownLicenceError(f"{package}: its licence is told in unknown words; look it up and add them to {Path(__file__).name}")
    return found


def packages() -> Iterator[dict[str, Any]]:
    """Describe every package of the locks."""
    locks = {name: (HOME / "locks" / f"{name}.txt").read_text("utf-8") for name in LOCKS}
    found = {
        (match[1], match[2]): re.findall(r"sha256:([0-9a-f]{64})", match[3])
        for lock in locks.values()
        for match in re.finditer(r"^([\w.-]+)==([^\s;]+)(.*\n(?:[ \t]+.*\n)*)", lock, re.M)
    }
    for (name, number), hashes in sorted(found.items()):
        needed = [lock for lock, text in locks.items() if re.search(rf"^{re.escape(name)}==", text, re.M)]
        yield _component(
            f"pkg:pypi/{name}@{number}", "library", name, licence_of(name), hashes,
            version=number, purl=f"pkg:pypi/{name}@{number}", properties={"velado:lock": ",".join(needed)},
        )  # fmt: skip


def data() -> Iterator[dict[str, Any]]:
    """Describe the weights and lexicons that ship."""
    shipped = {path.relative_to(HOME).as_posix() for folder in ("lexicons", "models") for path in (HOME / "src/velado" / folder).iterdir()}
    shipped = {name for name in shipped if Path(name).suffix not in (".py", "", ".pyc")}
    if different := shipped ^ DATA.keys():
        raise UnknownLicenceError(f"the list of data in {Path(__file__).name} does not fit the files: {', '.join(sorted(different))}")
    for name, (kind, licence) in sorted(DATA.items()):
        made_from = notice_of(name)
        yield _component(name, kind, name, licence, [_hash((HOME / name).read_bytes())], version=version(), description=made_from)


def notice_of(name: str) -> str:
    """Return the paragraph of NOTICE that says what a file was made from."""
    paragraphs = re.split(r"\n\s*\n|\n(?=`src/)", (HOME / "NOTICE").read_text("utf-8"))
    stem = f"`{name.rsplit('.', 1)[0]}."
    found = [" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.startswith(stem)]
    if not found:
        raise UnknownLicenceError(f"NOTICE does not say what {name} was made from")
    return found[0]


def corpus() -> dict[str, Any]:
    """Describe the corpus by one hash: of the list of its files as `sha256sum` prints it, sorted by path."""
    name, licence = CORPUS
    files = sorted(path for path in (HOME / name).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    listed = "".join(f"{_hash(path.read_bytes())}  {path.relative_to(HOME).as_posix()}\n" for path in files)
    how = f"{len(files)} files; the hash is that of their SHA-256 list, sorted by path, as sha256sum prints it"
    return _component(name, "data", name, licence, [_hash(listed.encode())], version=version(), description=how)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _component(
    reference: str, kind: str, name: str, licence: str, hashes: list[str], *, properties: Mapping[str, str] | None = None, **more: str
) -> dict[str, Any]:
    told: dict[str, Any] = {"bom-ref": reference, "type": kind, "name": name, **more}
    told["licenses"] = [{"expression": licence}] if re.search(r" (AND|OR|WITH) ", licence) else [{"license": {"id": licence}}]
    told["hashes"] = [{"alg": "SHA-256", "content": one} for one in hashes]
    if properties:
        told["properties"] = [{"name": name, "value": value} for name, value in properties.items()]
    return told


def bill() -> dict[str, Any]:
    """Return the whole bill of materials; its serial number follows from its content."""
    components = [*packages(), *data(), corpus()]
    project = f"pkg:pypi/velado@{version()}"
    told = {
        "metadata": {"component": {"bom-ref": project, "type": "application", "name": "velado", "version": version(), "purl": project,
                                   "licenses": [{"license": {"id": "Apache-2.0"}}]}},
        "components": components,
        "dependencies": [{"ref": project, "dependsOn": [component["bom-ref"] for component in components]}],
    }  # fmt: skip
    serial = uuid.uuid5(NAMESPACE, json.dumps(told, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", "version": 1, **told}


def main(folder: Path) -> Path:
    """Write the file and return where it is."""
    path = folder / f"velado-{version()}.cdx.json"
    content = json.dumps(bill(), indent=2, ensure_ascii=False) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return path


if __name__ == "__main__":
    try:
        print(main(Path(sys.argv[1])))
    except UnknownLicenceError as error:
        sys.exit(f"sbom: {error}")
