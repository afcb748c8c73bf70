"""Several supervised processes: who is busy with what, and what happens to one that hangs, grows or dies."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from velado.engines.process import UP, Budget, Inbox, SupervisedProcess

__all__ = ["DIED", "KILLED", "MEMORY", "TIME", "TRANSIENT", "Event", "Member", "Pool"]

DIED = "the process that handled it died"
KILLED = "the process that handled it was killed, perhaps because memory ran out"
TIME = "it took too long"
MEMORY = "it needed too much memory"
TRANSIENT = frozenset({TIME, MEMORY, KILLED})  # another try, on a quieter machine or with a larger budget, may succeed
STARTING = 600.0  # seconds; a busy machine may take long to start a process, and no document is to pay for that
LOOK = 0.25  # seconds between looks at the memory of busy processes
SETTLED = 1.0  # seconds; what is done sooner is not looked at
GROWTH = 400_000_000  # bytes; a process that has grown by this much since its first task is replaced by a fresh one


@dataclass(slots=True, eq=False)
class Member:
    """A process of the pool. `task` is whatever its user gave it to do, None while it is idle."""

    process: SupervisedProcess
    task: Any = None
    since: float = 0.0
    deadline: float = 0.0
    size: int = 0
    is_up: bool = False
    first_memory: int = 0
    looked: float = field(default_factory=time.monotonic)


class Event(NamedTuple):
    """A message of a member; or its loss, with the reason: then the task is still there and a fresh process waits."""

    member: Member
    content: Any
    lost: str = ""


class Pool:
    """Processes that are each given one task at a time, within a budget of time and memory."""

    def __init__(
        self,
        start: Callable[[Inbox], SupervisedProcess],
        size: int,
        budget: Budget,
        ended: Callable[[SupervisedProcess], None] = lambda process: None,
    ) -> None:
        """`start` makes a process, `ended` clears away what one that was ended has left."""
        self._inbox: Inbox = queue.Queue()
        self._start = start
        self._budget = budget
        self._ended = ended
        self.members = [Member(start(self._inbox)) for _ in range(size)]

    def add(self) -> None:
        """Start one more process."""
        self.members.append(Member(self._start(self._inbox)))

    def idle(self) -> Iterator[Member]:
        """Yield the members that have nothing to do."""
        return (member for member in self.members if member.task is None)

    @property
    def busy(self) -> bool:
        """Whether any member has something to do."""
        return any(member.task is not None for member in self.members)

    def give(self, member: Member, task: Any, message: Any, size: int) -> None:
        """Hand a task to an idle member; its budget grows with `size`."""
        member.task = task
        member.since = time.monotonic()
        self.extend(member, size)
        member.process.send(message)

    def extend(self, member: Member, size: int) -> None:
        """Start the member's time anew: it gave a sign of life and is at something of this size now."""
        member.size = max(size, 0)
        patience = self._budget.patience(member.size)
        member.deadline = time.monotonic() + (patience if member.is_up else max(patience, STARTING))

    def release(self, member: Member) -> None:
        """Note that a member has done its task. One that has grown is replaced."""
        now = time.monotonic()
        member.task = None
        if now - member.looked < SETTLED:
            return
        member.looked = now
        memory = member.process.memory()
        member.first_memory = member.first_memory or memory
        if memory > member.first_memory + GROWTH:
            self._renew(member)

    def wait(self, pulse: Callable[[], None] = lambda: None) -> list[Event]:
        """Return what happened, at least one event; blocks until then. `pulse` is called now and then while nothing happens."""
        events: list[Event] = []
        while not events:
            pulse()
            events = self._arrived()
            # A member that has just been heard of is in time, however long nobody listened.
            events += self._exceeded({id(event.member) for event in events})
        return events

    def _arrived(self) -> list[Event]:
        by_process = {id(member.process): member for member in self.members}
        now = time.monotonic()
        soonest = min((member.deadline for member in self.members if member.task is not None), default=now + LOOK)
        events: list[Event] = []
        timeout = max(0.0, min(soonest - now, LOOK))
        while True:
            try:
                message = self._inbox.get(timeout=timeout) if timeout else self._inbox.get_nowait()
            except queue.Empty:
                return events
            timeout = 0.0
            member = by_process.get(id(message.sender))
            if member is None or member.process is not message.sender:
                continue  # of a process that was replaced
            if message.content == UP:
                member.is_up = True
                self.extend(member, member.size)
            elif message.content is not None:
                events.append(Event(member, message.content))
            else:
                ended = member.process
                self._renew(member)
                by_process[id(member.process)] = member
                events.append(Event(member, None, KILLED if ended.was_killed else DIED))

    def _exceeded(self, heard: set[int]) -> list[Event]:
        now = time.monotonic()
        events = []
        for member in self.members:
            if member.task is None or id(member) in heard:
                continue
            lost = ""
            if now >= member.deadline:
                lost = TIME
            elif now - member.since > SETTLED and now - member.looked > LOOK:
                member.looked = now
                lost = MEMORY if member.process.memory() > self._budget.room(member.size) else ""
            if lost:
                self._renew(member)
                events.append(Event(member, None, lost))
        return events

    def _renew(self, member: Member) -> None:
        member.process.end()
        self._ended(member.process)
        member.process = self._start(self._inbox)
        member.is_up, member.first_memory, member.looked = False, 0, time.monotonic()

    def end(self) -> None:
        """End every process, whatever it is doing."""
        for member in self.members:
            member.process.end()
            self._ended(member.process)
