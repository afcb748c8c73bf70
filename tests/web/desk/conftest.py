"""A real server in a process of its own, and a real browser that looks at it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 60_000  # milliseconds after which the browser gives up: far beyond what a slow machine needs


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.loopback)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/health") as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError):
        return False


@contextmanager
def _serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a desk in a process of its own."""
    pytest.importorskip("fastapi", reason="the desk needs FastAPI: pip install 'velado[desk]'")
    port = _free_port()
    command = [sys.executable, "-m", "velado", "serve", "--port", str(port), "--no-open", *options]
    with (folder / "words.txt").open("wb") as words:
        process = subprocess.Popen(command, stdout=words, stderr=words, env=os.environ | {"TMPDIR": str(folder)})
        try:
            address = f"http://127.0.0.1:{port}"
            while not _answers(address):
                assert process.poll() is None, (folder / "words.txt").read_text("utf-8")
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait()


@pytest.fixture(scope="session")
def desk_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a desk answers that all tests share, each in a session of its own."""
    with _serving(tmp_path_factory.mktemp("desk")) as address:
        yield address


@pytest.fixture
def guarded_address(tmp_path: Path) -> Iterator[str]:
    """Where a desk answers that wants the token `una clave bien larga`."""
    with _serving(tmp_path, "--forms-only", "--token", "una clave bien larga") as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


def _wait_for(page: Page, expression: str, *, arg: Any = None) -> None:
    """Playwright's own way makes script from text inside the page, which the page's security policy rightly forbids."""
    began = time.monotonic()
    while not page.evaluate(expression, arg):
        assert time.monotonic() - began < PATIENCE / 1000, f"never came true: {expression} {arg}"
        time.sleep(0.03)


@pytest.fixture
def desk(chromium: Browser, desk_address: str) -> Iterator[Page]:
    """The page in Spanish, fresh, on a desktop. It may not complain in its console nor reach for any other address."""
    context = chromium.new_context(locale="es-ES", viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.wait_for_function = partial(_wait_for, page)  # type: ignore[method-assign, assignment]
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.on("request", lambda request: request.url.startswith((desk_address, "blob:", "data:")) or complaints.append(request.url))
    page.goto(desk_address)
    page.wait_for_selector("#set-policy")
    yield page
    page.close()
    context.close()
    assert complaints == []
