"""Imports point down only, and the core is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import velado

SOURCE = Path(velado.__file__).parent
LEVELS = (
    "compiled document labels discovery headings keys mending patterns remembered repeats tokens typos wrapping",
    "languages identifiers lexicons policies evaluation alignment",
    "columns damage hyphens recognisers models replacement",
    "formats pipeline",
    "engines patient_list training methods",
    "web",
    "cli",
)
LEVEL = {name: number for number, names in enumerate(LEVELS) for name in names.split()}
# Heavy libraries are imported only in the module named after them, or behind `TYPE_CHECKING`.
HEAVY = set(
    "numpy onnxruntime onnx torch pyspark regex lxml pydantic pandas pycrfsuite faker gensim spacy sklearn rapidfuzz "
    "velado_compiled PIL pypdf pypdfium2 openpyxl pyarrow transformers tokenizers".split()
)
# These need numpy for all they do. They are imported inside functions alone, where it is known to be there.
LATE = {f"velado.models.{name}" for name in "compiled_scoring fast_network fast_scoring fast_decoding fast_pairs fast_rows".split()} | {"velado.lexicons._many_looks"}
# Public modules of a folder of extensions that are no extension: the others may use them.
SHARED = {("formats", "source"), ("formats", "safe_copy")}
CORE = {name for name, level in LEVEL.items() if level <= 3}


def part_of(module: str) -> str:
    """The module or package directly below velado: what has a level."""
    pieces = module.split(".")
    return pieces[1] if len(pieces) > 1 else ""


def imported(file: Path) -> Iterator[tuple[str, bool]]:
    """Every module a file imports, and whether that happens only when asked for (inside a function or for types)."""
    tree = ast.parse(file.read_text("utf-8"))
    lazy = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node in lazy
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} imports by relative path"
            if node.module == "velado":  # `from velado import lexicons` imports a module
                for name in node.names:
                    yield f"velado.{name.name}", node in lazy
            else:
                yield node.module or "", node in lazy


FILES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.stem not in ("__init__", "__main__"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_down_and_siblings_do_not_know_each_other(file: Path) -> None:
    home = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    late = ".".join(("velado", *file.relative_to(SOURCE).with_suffix("").parts)) in LATE
    for module, lazy in imported(file):
        top = module.split(".")[0]
        assert lazy or late or module not in LATE, f"{file.name} imports {module} at its top"
        if top == "velado":
            other = part_of(module)
            if other in LEVEL and other != home:
                foundation = LEVEL[other] == 0
                assert LEVEL[other] < LEVEL[home] or foundation, f"{home} (level {LEVEL[home]}) imports {other}"
            elif other == home and len(module.split(".")) > 2 and file.stem != "__init__":
                inner = module.split(".")[2]
                sibling = (SOURCE / home / f"{inner}.py").exists() and not inner.startswith("_")
                # Extensions of one folder are blind to each other; what they share is private or in __init__.
                if home in ("recognisers", "identifiers", "replacement", "formats", "languages", "cli", "methods"):
                    assert not sibling or (home, inner) in SHARED, f"{home}/{file.name} imports its sibling {inner}"
        elif top in HEAVY and home in CORE:
            assert lazy or late or file.stem == top, f"{file.name} imports {top} at its top"


def run_python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120).stdout


def test_importing_velado_imports_next_to_nothing() -> None:
    code = "import sys; before = set(sys.modules); import velado; print(sorted(m for m in set(sys.modules) - before))"
    assert [name for name in ast.literal_eval(run_python(code)) if name.startswith("velado")] == ["velado"]


@pytest.mark.parametrize("model", [False, True], ids=["forms", "tagger"])
def test_the_core_runs_on_the_standard_library_and_pure_python(model: bool) -> None:
    code = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({sorted(HEAVY)!r}))  # nothing of this can be imported\n"
        "from velado import Document, Pipeline\n"
        f"result = Pipeline(model={model}).deidentify(Document('Paciente: Ana Gil Ruiz, tel. 612 345 678'))\n"
        "print(result.text, result.problems)"
    )
    name = "[PACIENTE]" if model else "Ana Gil Ruiz"
    assert run_python(code).strip() == f"Paciente: {name}, tel. [TELÉFONO] ()"


def test_every_public_name_is_there() -> None:
    for name in velado.__all__:
        assert getattr(velado, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        velado.nonsense  # noqa: B018
