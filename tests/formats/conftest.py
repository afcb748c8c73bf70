"""What the tests of documents share: a file taken through reading, the engine, writing and verifying."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from steps import steps_for

from velado import Pipeline
from velado.document import Document, Result
from velado.formats import Handled, Options

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
Handle = Callable[[Document], Result]
Through = Callable[..., tuple[Path, list[str]]]
Converted = Callable[[Path, str], Path]


@pytest.fixture(scope="session")
def rules() -> Pipeline:
    return Pipeline(model=False, language="es")


@pytest.fixture(scope="session")
def keyed() -> Handle:
    """Rules with a key: the same every time."""
    return Pipeline(model=False, key=b"8Kd2vXq7LmZr4TgN1wYs", language="es").deidentify


@pytest.fixture(scope="session")
def surrogates() -> Handle:
    """The same with people made up."""
    return Pipeline(model=False, key=b"8Kd2vXq7LmZr4TgN1wYs", language="es", replace="surrogate").deidentify


@pytest.fixture(scope="session")
def through() -> Through:
    """Takes a table beside its result, verified: where that is, and what was told. Unless it is handled, nothing changes."""

    def unchanged(document: Document) -> Result:
        return Result(document.id, document.text)

    def go(source: Path, handle: Handle = unchanged, **said: Any) -> tuple[Path, list[str]]:
        target = source.with_name(f"out{source.suffix}")
        style = steps_for(source)
        assert style is not None
        if style.missing():
            pytest.skip(style.missing())
        options = Options(**said)
        handled = [(document, handle(document)) for document in style.read(source, options)]
        told = style.write(target, source, iter(handled), options)
        assert list(style.verify(target, handled)) == []
        return target, list(told)

    return go


@pytest.fixture
def carried(tmp_path: Path, rules: Pipeline) -> Carried:
    """Takes a file to its result: where it is, what was told, and the documents."""

    def carry(source: Path) -> tuple[Path, list[str], list[Handled]]:
        style = steps_for(source)
        assert style is not None
        target = tmp_path / f"out{source.suffix}"
        handled = [(document, rules.deidentify(document)) for document in style.read(source)]
        notes = list(style.write(target, source, iter(handled)))
        assert list(style.verify(target, handled)) == []
        return target, notes, handled

    return carry


@pytest.fixture
def converted(tmp_path: Path) -> Converted:
    """A document as LibreOffice writes it in another format."""
    if shutil.which("soffice") is None:
        pytest.skip("LibreOffice is not installed: soffice (Debian: libreoffice-writer)")

    def convert(path: Path, kind: str) -> Path:
        folder = tmp_path / f"as-{kind}-{path.stem}"
        command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", kind]
        subprocess.run([*command, "--outdir", str(folder), str(path)], check=True, capture_output=True)
        return folder / f"{path.stem}.{kind.partition(':')[0]}"

    return convert
