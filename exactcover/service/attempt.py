"""An attempt at a job: it runs in its own processes, its steps go to the store, and its end is written whatever happens.

Not here: which job is next, leases, and cancellations (runner.py).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from exactcover.model import defaults
from exactcover.model.answer import Answer, Checkpoint
from exactcover.model.errors import InvalidInput, NoResources, OurFault
from exactcover.model.events import CubesDone, RootDone
from exactcover.service import soundness, steps
from exactcover.service.job import Claim, JobState, Json
from exactcover.service.ledger import Ledger
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage
from exactcover.solving import supervisor

RETRY_SECONDS = 0.5
OUTAGE_SECONDS = 600.0
"""How long the end of an attempt is retried during an outage. After that the attempt is lost, and the job resumed later."""

log = logging.getLogger("exactcover.service.runner")


@dataclass(frozen=True)
class JobDefaults:
    """Default limits of a job; solution_bytes: the total size of its solutions, whatever its options say."""

    time: float = defaults.TIME_LIMIT
    memory: float = defaults.MEMORY_LIMIT
    solution_bytes: int = defaults.MAX_SOLUTION_BYTES


class Attempt:
    """An attempt; stopping: set when the runner ends; limits: those of a job that sets none; by_cubes: for an executor.

    cancelled, gives_way: set by the runner to interrupt it; can_go_on: whether the next attempt resumes where this one has come
    to.
    """

    def __init__(
        self,
        store: Store,
        claim: Claim,
        stopping: threading.Event,
        limits: JobDefaults,
        by_cubes: steps.CubeExecution,
    ) -> None:
        self.store, self.claim, self.stopping, self.limits, self.by_cubes = store, claim, stopping, limits, by_cubes
        self.left = None if claim.checkpoint is None else steps.checkpoint_of(claim.checkpoint)
        self.ledger = Ledger(store, claim, self.left)
        self.cancelled = self.gives_way = self.can_go_on = False
        self.begun_at = time.monotonic()
        self.answer: Json | None = None

    def run(self) -> None:
        """Run the job, and finish or release it.

        Raises Outage if its end could not be written, and NoResources, after the job was released, if no process could be
        started.
        """
        task, where = self.claim.job.task, {"job": self.claim.job.id, "attempt": self.claim.attempt}
        log.info("%s begins", task, extra=where)
        try:
            self._search()
            self._conclude()
        except InvalidInput as fault:
            self._fail("invalid_input", str(fault))
        except NoResources as fault:
            log.error("%s waits: %s", task, fault, extra=where)
            self._release(crashed=False)
            raise
        except OurFault as fault:
            if fault.details:  # a defect of the program: a retry would fail again
                log.error("%s broke: %s\n%s", task, fault, fault.details, extra=where)
                self._fail("our_fault", str(fault))
            else:  # a process died
                log.warning("%s: %s", task, fault, extra=where)
                self._release(crashed=True)
        except Outage:
            raise
        except Exception as error:  # a defect of the program: the job fails, the runner goes on
            log.exception("%s broke", task, extra=where)
            self._fail("our_fault", f"{type(error).__name__}: {error}")
        log.info("%s has ended", task, extra=where)

    def _search(self) -> None:
        job, left, limits = self.claim.job, self.left, self.limits
        request = steps.request_of(job, left, limits.time, limits.memory, self.by_cubes)
        resumed = steps.resumed(self.claim.attempt, request.checkpoint if isinstance(left, Checkpoint) else left)
        if resumed is not None:
            self.ledger.take(resumed)
        call, whole = steps.call_of(job, request, left)
        for step in supervisor.run(call, whole, self._interrupted, listed=(steps.Listed,)):
            self._take(step)

    @property
    def _too_large(self) -> bool:
        return self.ledger.solution_bytes > self.limits.solution_bytes

    def _interrupted(self) -> bool:
        wanted = self.cancelled or self.gives_way or self.stopping.is_set()
        return wanted or self._too_large or not self.ledger.ours

    def _take(self, step: Any) -> None:
        soundness.check(step)
        if isinstance(step, steps.Finished):
            self.answer = step.answer
        elif isinstance(step, Answer):  # the run was stopped early
            self.answer = steps.answer_of(step)
        else:
            self.can_go_on |= isinstance(step, RootDone | CubesDone) or (
                isinstance(step, steps.Listed) and step.left is not None
            )
            self.ledger.take(step)

    def _conclude(self) -> None:
        """Finish a job with its answer; an interrupted one is cancelled, or released if the runner stops or it gives way."""
        answer = self.answer
        if answer is None:
            raise OurFault("a run ended without an answer", "no step was an answer")
        if answer["stop_reason"] != "interrupted":
            self._finish(JobState.SUCCEEDED, answer)
        elif self._too_large:
            detail = f"its solutions exceed {self.limits.solution_bytes} bytes; expected a smaller limit"
            self._fail("too_many_solutions", detail)
        elif self.cancelled:
            self._finish(JobState.CANCELLED, answer)
        else:
            self._release(crashed=False)

    def _fail(self, code: str, detail: str) -> None:
        self._finish(JobState.FAILED, self.answer, {"code": code, "detail": detail})

    def _finish(self, state: JobState, answer: Json | None, problem: Json | None = None) -> None:
        self._end(lambda: self.store.finish(self.claim, state, answer, problem))

    def _release(self, *, crashed: bool) -> None:
        self._end(lambda: self.store.release(self.claim, crashed=crashed))

    def _end(self, write: Callable[[], bool]) -> None:
        """Write what is buffered, and then the end of the attempt; during an outage, retry: no other attempt can begin while the
        store cannot be written to, and a repeated write changes nothing. Raises Outage when the runner ends, or in the end.
        """
        deadline = time.monotonic() + OUTAGE_SECONDS

        def gives_up() -> bool:
            return self.stopping.is_set() or time.monotonic() > deadline

        self.ledger.close(gives_up)
        while True:
            try:
                write()
                return
            except Outage:
                if gives_up():
                    raise
                self.stopping.wait(RETRY_SECONDS)
