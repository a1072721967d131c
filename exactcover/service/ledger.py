"""Buffers the steps of a run and writes them to the store a few times a second: events, solutions, checkpoints.

Solutions and the checkpoint that counts them are committed together, so a list that is resumed after a crash has no
duplicate and no gap. Progress events are coalesced: of those within half a second only the last is stored.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from exactcover.model.answer import Checkpoint
from exactcover.model.events import CubesDone, Progress, RootDone
from exactcover.service.job import Claim, Json
from exactcover.service.steps import LinesDone, Listed, ResumePoint, checkpoint_text, event_of
from exactcover.service.store.jobs import Store

SECONDS_BETWEEN_WRITES = 0.2
SECONDS_BETWEEN_PROGRESS = 0.5
BYTES_PER_SECOND = 2**20
"""The most checkpoint text that is written per second: long checkpoints are written less often."""
MOST_WAITING = 2000
"""The most solutions that are buffered in memory."""


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
        self._progress: Progress | None = None
        self._roots_waiting = self._left_waiting = False
        self._written_at = self._progress_at = 0.0
        self._checkpoint_due = 0.0

    def take(self, step: Any) -> None:
        """Buffer a step, and write if a write is due."""
        with self._lock:
            if isinstance(step, Progress):
                self._progress = step
            elif isinstance(step, Listed):
                self._texts += step.texts
                self._left = step.left or self._left
                self.solution_bytes += sum(map(len, step.texts))
            elif isinstance(step, RootDone):
                self._roots_digest, self._roots_waiting = step.roots_digest, True
                self._done[step.root] = step.solutions, step.nodes
                self._write(roots_done=True)
                return
            elif isinstance(step, CubesDone):
                self._left_waiting |= step != self._left
                self._left = step
            else:
                event = event_of(step)
                if event is not None:
                    self._events.append(event)
            self._write()

    def flush(self) -> None:
        """Write if a write is due, without a new step."""
        with self._lock:
            self._write()

    def close(self) -> None:
        """Write everything that is buffered."""
        with self._lock:
            self._write(at_once=True)

    def _write(self, *, roots_done: bool = False, at_once: bool = False) -> None:
        """Write if a write is due; roots_done: all solutions so far are those of finished roots, as when none are
        listed.
        """
        now = time.monotonic()
        due = at_once or now >= self._written_at + SECONDS_BETWEEN_WRITES or len(self._texts) >= MOST_WAITING
        if not due or not self.ours:
            return
        checkpoint = self._due_checkpoint(now, roots_done)
        events = self._due_events(now, at_once)
        if not events and not self._texts and checkpoint is None:
            return
        texts, self._texts, self._events = self._texts, [], []
        self._solutions += len(texts)
        if texts:
            events.append({"event": "solutions", "number": self._solutions})
        self.ours = self.store.record(self.claim, events, texts, checkpoint)
        self._written_at = time.monotonic()

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
