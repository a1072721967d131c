"""Buffers the steps of a run and writes them to the store a few times a second: events, solutions, checkpoints.

Solutions and the checkpoint that counts them are committed together, so a list that is resumed after a crash has no
duplicate and no gap. Progress events are coalesced: of those within half a second only the last is stored.

One write is under way at a time, while the search goes on. During an outage it is retried, and steps are buffered.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from typing import Any

from exactcover.model.answer import Checkpoint
from exactcover.model.events import CubesDone, Progress, RootDone
from exactcover.service.job import Claim, Json
from exactcover.service.steps import LinesDone, Listed, ResumePoint, checkpoint_text, event_of
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage

SECONDS_BETWEEN_WRITES = 0.2
SECONDS_BETWEEN_PROGRESS = 0.5
SECONDS_BETWEEN_RETRIES = 0.25
BYTES_PER_SECOND = 2**20
"""The most checkpoint text that is written per second: long checkpoints are written less often."""
MOST_WAITING = 2000
"""The most solutions that are buffered in memory while the store is only slow: the search waits for the store."""
MOST_BYTES = 2**24
"""The most text of solutions that is buffered during an outage; beyond it the attempt is lost, and resumed later."""


@dataclass(frozen=True)
class _Write:
    """A write that is under way: what is written, when it was sent, and whether it took place."""

    events: Sequence[Json]
    texts: Sequence[str]
    checkpoint: str | None
    sent_at: float
    future: Future[bool]


class Ledger:
    """The steps of one attempt, buffered for the store; left: where the attempt was resumed.

    ours: whether the attempt still holds the job; if not, nothing more is written. Thread-safe.
    """

    def __init__(self, store: Store, claim: Claim, left: ResumePoint | None) -> None:
        self.store, self.claim = store, claim
        self.ours = True
        self.solution_bytes = 0
        self._solutions = claim.job.solutions
        checkpoint = left if isinstance(left, Checkpoint) else Checkpoint()
        self._roots_digest, self._done = checkpoint.roots_digest, dict(checkpoint.done)
        self._left = None if isinstance(left, Checkpoint) else left
        self._lock = threading.Lock()
        self._events: list[Json] = []
        self._texts: list[str] = []
        self._text_bytes = 0
        self._progress: Progress | None = None
        self._roots_waiting = self._left_waiting = False
        self._written_at = self._progress_at = 0.0
        self._checkpoint_due = 0.0
        self._writing: _Write | None = None

    def take(self, step: Any) -> None:
        """Buffer a step, and write if a write is due. Raises Outage if more is buffered than memory should hold."""
        roots_done = isinstance(step, RootDone)
        with self._lock:
            self._buffer(step)
            self._write(roots_done=roots_done)
            writing = self._writing
        if self._text_bytes > MOST_BYTES:
            raise Outage("the store has not responded for too long")
        if writing is not None and (len(self._texts) >= MOST_WAITING or (roots_done and self._solutions)):
            wait([writing.future])  # the search waits for the store
            with self._lock:
                self._write(roots_done=roots_done)

    def _buffer(self, step: Any) -> None:
        if isinstance(step, Progress):
            self._progress = step
        elif isinstance(step, Listed):
            size = sum(map(len, step.texts))
            self._texts += step.texts
            self._left = step.left or self._left
            self.solution_bytes += size
            self._text_bytes += size
        elif isinstance(step, RootDone):
            self._roots_digest, self._roots_waiting = step.roots_digest, True
            self._done[step.root] = step.solutions, step.nodes
        elif isinstance(step, CubesDone):
            self._left_waiting |= step != self._left
            self._left = step
        else:
            event = event_of(step)
            if event is not None:
                self._events.append(event)

    def flush(self) -> None:
        """Write if a write is due, or retry, without a new step."""
        with self._lock:
            self._write()

    def close(self, gives_up: Callable[[], bool] = lambda: True) -> None:
        """Write everything that is buffered; during an outage, retry until `gives_up` is true, and then raise Outage."""
        while True:
            with self._lock:
                self._write(at_once=True)
                writing = self._writing
            if writing is None:
                return
            try:
                writing.future.result()
            except Outage:
                if gives_up():
                    raise
                time.sleep(SECONDS_BETWEEN_RETRIES)

    def _write(self, *, roots_done: bool = False, at_once: bool = False) -> None:
        """Write if a write is due; roots_done: all solutions so far are those of finished roots, as when none are
        listed.
        """
        now = time.monotonic()
        if not self._has_settled(now) or not self.ours:
            return
        if not (at_once or now >= self._written_at + SECONDS_BETWEEN_WRITES or len(self._texts) >= MOST_WAITING):
            return
        checkpoint = self._due_checkpoint(now, roots_done)
        events = self._due_events(now, at_once)
        if not events and not self._texts and checkpoint is None:
            return
        texts, self._texts, self._events, self._text_bytes = self._texts, [], [], 0
        self._solutions += len(texts)
        if texts:
            events.append({"event": "solutions", "number": self._solutions})
        self._writing = _Write(
            events, texts, checkpoint, now, self.store.recorded(self.claim, events, texts, checkpoint)
        )

    def _has_settled(self, now: float) -> bool:
        """Return whether no write is under way; one that an outage has ended is retried. Raises what a write raises."""
        write = self._writing
        if write is None:
            return True
        if not write.future.done():
            return False
        try:
            self.ours &= write.future.result()
        except Outage:
            if now >= write.sent_at + SECONDS_BETWEEN_RETRIES:
                again = self.store.recorded(self.claim, write.events, write.texts, write.checkpoint, repeated=True)
                self._writing = replace(write, sent_at=now, future=again)
            return False
        self._writing, self._written_at = None, now
        return True

    def _due_checkpoint(self, now: float, roots_done: bool) -> str | None:
        if isinstance(self._left, LinesDone):  # after an interruption a batch lists answers that are not final
            whole = self._texts and self._left.lines == self._solutions + len(self._texts)
            return checkpoint_text(self._left) if whole else None
        if self._left is not None and (self._left_waiting or self._texts):  # solutions by cubes come in a fixed order
            self._left_waiting = False
            return checkpoint_text(self._left)
        settled = roots_done or not self._solutions + len(self._texts)
        if not self._roots_waiting or not settled or now < self._checkpoint_due:
            return None
        checkpoint = checkpoint_text(Checkpoint(self._roots_digest, self._done))
        self._roots_waiting = False
        self._checkpoint_due = now + len(checkpoint) / BYTES_PER_SECOND
        return checkpoint

    def _due_events(self, now: float, at_once: bool) -> list[Json]:
        events = list(self._events)
        if self._progress is not None and (at_once or now >= self._progress_at + SECONDS_BETWEEN_PROGRESS):
            event = event_of(self._progress)
            if event is not None:
                events.append(event)
            self._progress, self._progress_at = None, now
        return events
