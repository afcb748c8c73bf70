"""A supervised process answers, ends with its parent, and is replaced when it has grown."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import time

import psutil

from velado.engines import pool as pools
from velado.engines.pool import Pool
from velado.engines.process import JSON, Budget, Inbox, SupervisedProcess, connect


def echo() -> None:
    """A child: does what it is asked to."""
    line = connect(JSON)
    hoard = []
    print("libraries may print what they like")
    while True:
        match line.receive():
            case "grow":
                hoard.append(b"x" * 100_000_000)
                line.send(len(hoard))
            case "die":
                os._exit(3)
            case other:
                line.send(other)


def start(inbox: Inbox) -> SupervisedProcess:
    return SupervisedProcess(f"{echo.__module__}:echo", inbox)


def test_messages_come_back_and_the_end_is_told() -> None:
    inbox: Inbox = queue.Queue()
    process = start(inbox)
    for message in ("hola", {"a": ["ñ", "\udcf1", 1.5, None]}, "x" * 1_000_000):
        process.send(message)
        assert inbox.get().content == message
    process.send("die")
    assert inbox.get().content is None
    process.send("nobody is there")
    process.end()


def test_a_process_that_has_grown_is_replaced_by_a_fresh_one(monkeypatch) -> None:
    monkeypatch.setattr(pools, "SETTLED", 0.0)
    monkeypatch.setattr(pools, "GROWTH", 150_000_000)
    pool = Pool(start, 1, Budget())
    (member,) = pool.members
    answers = []
    for _ in range(6):
        pool.give(member, "task", "grow", 1)
        answers.append(pool.wait()[0].content)
        pool.release(member)
    pool.end()
    assert max(answers) < 6  # the count began anew
    assert answers.count(1) > 1


PARENT = """
import queue, sys, time
from velado.engines.process import SupervisedProcess
process = SupervisedProcess("velado.engines.local:serve", queue.Queue())
print(process.pid, flush=True)
time.sleep(600)
"""


def test_a_child_ends_with_a_parent_that_was_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    child.wait(60)
    assert not psutil.pid_exists(child.pid) or child.status() == psutil.STATUS_ZOMBIE


def test_a_parent_is_not_kept_waiting_by_an_ended_child() -> None:
    inbox: Inbox = queue.Queue()
    process = start(inbox)
    started = time.monotonic()
    process.end()
    assert inbox.get().content is None
    assert not psutil.pid_exists(process.pid)
    assert started  # ended without a message


def starter() -> None:
    """A child that starts one of its own, which hangs with the interpreter's lock held."""
    line = connect(JSON)
    child = SupervisedProcess(f"{hang.__module__}:hang", queue.Queue())
    line.send(child.pid)
    line.receive()


def hang() -> None:
    """A child that sees nothing any more, not even the end of its parent."""
    connect(JSON)
    import re

    re.match(r"(a|aa|aaa)*$", "a" * 300 + "b")


def test_what_a_child_has_started_ends_with_it_even_when_it_hangs() -> None:
    inbox: Inbox = queue.Queue()
    process = SupervisedProcess(f"{starter.__module__}:starter", inbox)
    grandchild = psutil.Process(inbox.get().content)
    while grandchild.cpu_times().user < 0.5:  # until it hangs
        time.sleep(0.05)
    process.end()
    psutil.wait_procs([grandchild], timeout=60)
    assert not grandchild.is_running() or grandchild.status() == psutil.STATUS_ZOMBIE


def test_a_process_that_was_killed_is_told_from_one_that_died() -> None:
    pool = Pool(start, 1, Budget())
    (member,) = pool.members
    pool.give(member, "task", "die", 1)
    assert pool.wait()[0].lost == pools.DIED
    pool.give(member, "task", "hola", 1)
    assert pool.wait()[0].content == "hola"
    psutil.Process(member.process.pid).kill()
    assert pool.wait()[0].lost == pools.KILLED
    pool.end()
    assert pools.KILLED in pools.TRANSIENT
