"""Peers in an environment of their own: the exchange with a worker, and the real ones where the environment exists."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from velado.methods import Note, UnavailableError, methods
from velado.methods._peers import VARIABLE, Peer, peer_python

NOTE = Note("1", "Paciente: Ana Ruiz Gil vive en Madrid, teléfono 915 55 44 33, correo ana@example.org, cita el 12/03/2021.")


def environment(home: Path) -> Path:
    """An environment without the peers: only its interpreter, which is this one."""
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").symlink_to(sys.executable)
    return home


def test_without_its_environment_a_peer_names_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    for name in ("presidio", "stella"):
        with pytest.raises(UnavailableError, match=r"scripts/peers\.sh"):
            methods()[name].fit([], [], tmp_path)
        with pytest.raises(UnavailableError, match=r"scripts/peers\.sh"):
            methods()[name].apply([NOTE], tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links")
def test_findings_travel_as_json_lines_and_overlaps_are_settled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    at = json.loads(line)['text'].index('Ana')\n"
        "    print(json.dumps([[at, at + 8, 'who', .9], [at, at + 3, 'what', .4], [at, at, 'who', 1]]))\n",
        "utf-8",
    )
    monkeypatch.setenv(VARIABLE, str(environment(tmp_path / "home")))
    peer = Peer("peer", "", str(worker), {"who": "PERSON_NAME"}, "OTHER_ID")
    (outcome,) = peer.apply([NOTE], tmp_path)
    assert outcome.spans is not None
    assert [(span.label, span.text(NOTE.text)) for span in outcome.spans] == [("PERSON_NAME", "Ana Ruiz")]
    assert outcome.text.startswith("Paciente: {NOMBRE} Gil vive")


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links")
def test_a_worker_that_fails_says_nothing_of_the_note(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text("import sys\nsys.exit(sys.stdin.read())\n", "utf-8")
    monkeypatch.setenv(VARIABLE, str(environment(tmp_path / "home")))
    with pytest.raises(UnavailableError) as caught:
        Peer("peer", "", str(worker), {}, "OTHER_ID").apply([NOTE], tmp_path)
    assert "Ana" not in str(caught.value)


@pytest.mark.parametrize("name", ["presidio", "stella"])
def test_the_real_peer(name: str, tmp_path: Path) -> None:
    try:
        peer_python()
    except UnavailableError as error:
        pytest.skip(str(error))
    (outcome,) = methods()[name].apply([NOTE], tmp_path)
    assert outcome.spans is not None
    assert {"EMAIL", "DATE", "PERSON_NAME"} <= {span.label for span in outcome.spans}
    assert "Ruiz" not in outcome.text
