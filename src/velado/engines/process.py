"""A supervised Python process: framed messages, and a parent that sees when it hangs, grows or dies.

Plain pipes and the `subprocess` module are used instead of `multiprocessing`: they work alike on every system, need no
helper process, and the parent of a JSON process never unpickles what a process that read a hostile document sent.
"""

from __future__ import annotations

import json
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, NamedTuple

__all__ = ["JSON", "PICKLE", "UP", "Budget", "Codec", "Inbox", "Line", "Message", "SupervisedProcess", "connect", "watchdog"]

UP = "up"  # the first message of a process that has loaded all it needs
_HEAD = struct.Struct(">Q")
_MEGABYTE = 1_000_000
_GROUPS = os.name == "posix"  # a process group is ended as one; elsewhere psutil walks the tree
_KILLED = frozenset(getattr(signal, name) for name in ("SIGKILL", "SIGTERM") if hasattr(signal, name))
_is_child = False  # whether `connect` was called: what a child starts belongs to its group, and is ended with it
# The child sees the parent's import path, however the parent came by it.
_BOOT = (
    "import sys, json, importlib; sys.path[:] = json.loads(sys.argv[1]); module, _, name = sys.argv[2].partition(':'); "
    "getattr(importlib.import_module(module), name)()"
)


class Codec(NamedTuple):
    """How messages travel."""

    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]


JSON = Codec(lambda value: json.dumps(value, separators=(",", ":")).encode("ascii"), json.loads)
PICKLE = Codec(lambda value: pickle.dumps(value, pickle.HIGHEST_PROTOCOL), pickle.loads)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a worker may be silent and how much memory it may hold; both grow with the size of its task."""

    seconds: float = 120.0
    memory: int = 1_500 * _MEGABYTE
    bytes_per_second: int = 5_000
    memory_per_byte: int = 40

    def patience(self, size: int) -> float:
        """Return the seconds that a task of `size` bytes or characters may take between two signs of life."""
        return self.seconds + size / self.bytes_per_second

    def room(self, size: int) -> int:
        """Return the resident bytes that a task of `size` may need, at most most of the machine's memory."""
        return min(self.memory + size * self.memory_per_byte, max(self.memory, _physical_memory() * 7 // 10))


def _physical_memory() -> int:
    try:
        import psutil
    except ImportError:
        return 0
    return int(psutil.virtual_memory().total)


class Message(NamedTuple):
    """What a process sent; `content` is None when the process has ended."""

    sender: SupervisedProcess
    content: Any


Inbox = queue.Queue[Message]


def _write_frame(stream: IO[bytes], payload: bytes) -> None:
    stream.write(_HEAD.pack(len(payload)) + payload)
    stream.flush()


def _read_frame(stream: IO[bytes]) -> bytes | None:
    """Return the next frame; None at the end of the stream or when the frame is cut short."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    (length,) = _HEAD.unpack(head)
    payload = stream.read(length)
    return payload if len(payload) == length else None


class SupervisedProcess:
    """A child that runs `target` ("module:function") and exchanges messages with its parent.

    Messages of all processes that share an inbox arrive there in the order they came; the last one of each is None.
    """

    def __init__(self, target: str, inbox: Inbox, codec: Codec = JSON) -> None:
        self._codec = codec
        self._inbox = inbox
        self._watched: Any = None
        self._leads = _GROUPS and not _is_child
        command = [sys.executable, *_interpreter_flags(), "-c", _BOOT, json.dumps(sys.path), target]
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, process_group=0 if self._leads else None
        )
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number the system knows the process by."""
        return self._process.pid

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while (payload := _read_frame(stream)) is not None:
                self._inbox.put(Message(self, self._codec.decode(payload)))
        except Exception:  # a message that cannot be read counts as the end of its sender
            pass
        finally:
            self._inbox.put(Message(self, None))

    def send(self, message: Any) -> None:
        """Send a message. A process that is gone is noticed by its end in the inbox, not here."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            _write_frame(self._process.stdin, self._codec.encode(message))

    def memory(self) -> int:
        """Return the resident bytes of the process; 0 when it is gone, or nobody here can tell."""
        try:
            import psutil
        except ImportError:  # it is a dependency; a system it does not know still gets the budget of time
            return 0
        try:
            self._watched = self._watched or psutil.Process(self.pid)
            return int(self._watched.memory_info().rss)
        except psutil.Error:
            return 0

    @property
    def was_killed(self) -> bool:
        """Whether somebody else ended the process, such as a system that ran out of memory; known once `end` was called."""
        return -(self._process.returncode or 0) in _KILLED

    def end(self) -> None:
        """Kill the process and all it has started, and wait until it is gone."""
        if self._leads:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        elif not _GROUPS:
            _kill_tree(self.pid)
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                assert stream is not None
                stream.close()


def _interpreter_flags() -> list[str]:
    flags = ["-X", "utf8"] if sys.flags.utf8_mode else []
    return flags + (["-I"] if sys.flags.isolated else []) + (["-B"] if sys.dont_write_bytecode else [])


def _kill_tree(pid: int) -> None:
    import psutil

    with suppress(psutil.Error):
        for child in psutil.Process(pid).children(recursive=True):
            with suppress(psutil.Error):
                child.kill()


class Line:
    """The child's end: messages from the parent, and answers."""

    def __init__(self, reading: BinaryIO, writing: BinaryIO, codec: Codec, at_end: Callable[[], None]) -> None:
        self._writing = writing
        self._codec = codec
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(reading, at_end), daemon=True).start()

    def _listen(self, reading: BinaryIO, at_end: Callable[[], None]) -> None:
        with suppress(OSError, ValueError):
            while (payload := _read_frame(reading)) is not None:
                self._messages.put(self._codec.decode(payload))
        # The parent is gone or wants no more: what the main thread is at does not matter any longer.
        with suppress(Exception):
            at_end()
        if _GROUPS and os.getpgrp() == os.getpid():  # a process this one has started may hang and see nothing
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    def started(self) -> None:
        """Tell the parent that the process is up: its time counts from here on, not from the loading of libraries."""
        self.send(UP)

    def receive(self) -> Any:
        """Wait for the next message. The process ends by itself when the parent does."""
        return self._messages.get()

    def send(self, message: Any) -> None:
        """Send an answer."""
        _write_frame(self._writing, self._codec.encode(message))


def connect(codec: Codec = JSON, at_end: Callable[[], None] = lambda: None) -> Line:
    """Take over the pipes to the parent; called first thing in a child.

    Libraries that print about a document print into the void. Interrupts are the parent's affair. No core is dumped: it
    would hold notes. `at_end` runs when the parent is gone, for clearing away files.
    """
    global _is_child
    _is_child = True
    reading = os.fdopen(os.dup(0), "rb")
    writing = os.fdopen(os.dup(1), "wb")
    void = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(void, standard)
    for name in ("SIGINT", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_IGN)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return Line(reading, writing, codec, at_end)


def watchdog(seconds: float) -> None:
    """End this process in so many seconds unless called again, even when a library never gives the interpreter back.

    The parent does that sooner; this is for a child whose parent was killed while it hung.
    """
    import faulthandler

    faulthandler.dump_traceback_later(seconds, exit=True, file=2)  # which `connect` has led into the void
