"""The runner: claims jobs from a store, runs each in its own processes, and sees to it that each one ends.

A job runs as a request of the command line does (supervisor.py): under limits, with its answer judged, and it ends when
this process ends. Every write names the attempt, so a runner whose lease has expired can change nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from exactcover.cluster.settings import kind_of
from exactcover.model import defaults
from exactcover.model.answer import Answer, Checkpoint
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.model.events import CubesDone, RootDone
from exactcover.process.process_pool import MOST_IDLE
from exactcover.service import runner_identity, steps
from exactcover.service.job import Claim, JobState, Json
from exactcover.service.ledger import Ledger
from exactcover.service.settings import Bounds
from exactcover.service.store.jobs import Store
from exactcover.service.store.turns import Shares
from exactcover.solving import supervisor

LEASE_SECONDS = 15.0
IDLE_SECONDS = 1.0
"""The polling interval when no notification of work comes."""
TICK_SECONDS = 0.25
TICKS_BETWEEN_TURNS = 4
SLICES = 20
"""The slices that a job runs before it gives way to one that has run before."""

log = logging.getLogger("exactcover.service.runner")


@dataclass(frozen=True)
class JobDefaults:
    """Default limits of a job; solution_bytes: the total size of its solutions, whatever its options say."""

    time: float = defaults.TIME_LIMIT
    memory: float = defaults.MEMORY_LIMIT
    solution_bytes: int = defaults.MAX_SOLUTION_BYTES


@dataclass(frozen=True)
class RetentionPolicy:
    """How long ended jobs are kept, in seconds, and how large the store may grow; None: no limit. every: the interval
    between prunings, in seconds.
    """

    seconds: float | None = defaults.RETENTION_SECONDS
    most_bytes: int | None = defaults.RETENTION_BYTES
    every: float = 600.0


@dataclass(frozen=True)
class Sharing:
    """How owners share the workers: see the settings of the same names."""

    spare_workers: int = 1
    owner_workers: int | None = None
    owner_cpu_seconds: float | None = None
    slice_seconds: float = 3.0

    @classmethod
    def of(cls, bounds: Bounds) -> Sharing:
        """Return what a server's settings say."""
        return cls(bounds.spare_workers, bounds.owner_workers, bounds.owner_cpu_seconds, bounds.slice_seconds)


@dataclass
class _Run:
    """An attempt that is running in this process."""

    claim: Claim
    ledger: Ledger
    cancelled: bool = False
    gives_way: bool = False
    answer: Json | None = None
    begun_at: float = field(default_factory=time.monotonic)
    can_go_on: bool = False
    """Whether the next attempt goes on where this one has come to."""
    limits: JobDefaults = field(default_factory=JobDefaults)

    @property
    def too_large(self) -> bool:
        return self.ledger.solution_bytes > self.limits.solution_bytes


class Runner:
    """Runs jobs of a store, `workers` at a time; job_defaults: limits of jobs that set none; retention: when ended jobs are
    removed.

    executor: the executor of jobs that name one, as given to `--executor`; without it such jobs wait for another
    runner. sharing: how owners share the workers.
    """

    def __init__(
        self,
        store: Store,
        workers: int = defaults.JOBS_AT_ONCE,
        *,
        lease_seconds: float = LEASE_SECONDS,
        job_defaults: JobDefaults | None = None,
        retention: RetentionPolicy | None = None,
        executor: str = "",
        sharing: Sharing | None = None,
    ) -> None:
        self.store, self.workers, self.lease_seconds = store, workers, lease_seconds
        self.sharing = sharing or Sharing()
        self.threads = workers and workers + self.sharing.spare_workers
        self.job_defaults, self.retention = job_defaults or JobDefaults(), retention or RetentionPolicy()
        self.by_cubes = steps.CubeExecution(executor, store.place)
        self.name = runner_identity.new_name()
        self._stopping = threading.Event()
        self._ticking = threading.Event()
        self._lock = threading.Lock()
        self._claiming = threading.Lock()
        self._held = 0
        self._runs: dict[str, _Run] = {}
        self._threads: list[threading.Thread] = []
        self._end_listening: Callable[[], None] = lambda: None

    @property
    def running(self) -> int:
        """The number of jobs that run in this process."""
        return len(self._runs)

    def start(self) -> None:
        """Release the jobs of dead runners of this machine, and start the threads."""
        self.store.abandon(runner_identity.dead_runners(self.store.runners()))
        self._end_listening = self.store.listen(self._on_cancel, "cancel")
        self._spawn(self._keep_alive, "exactcover-heartbeat")
        for number in range(self.threads):
            self._spawn(self._work, f"exactcover-runner-{number}")
        self._spawn(self._prune, "exactcover-pruning")
        if self.workers:
            self._spawn(self._warm, "exactcover-warming")

    def stop(self) -> None:
        """Release the running jobs, so that the next runner resumes them, and end."""
        self._stopping.set()
        self.store.wake()
        for thread in self._threads[1:]:
            thread.join()
        self._ticking.set()
        for thread in self._threads[:1]:
            thread.join()
        self._end_listening()

    def _spawn(self, target: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _warm(self) -> None:
        """Start processes before the first jobs come."""
        for _ in range(min(self.threads, MOST_IDLE)):
            if not self._stopping.is_set():
                supervisor.pool.start()

    def _prune(self) -> None:
        """Remove ended jobs by the retention policy, at intervals."""
        while not self._stopping.wait(self.retention.every):
            older = None if self.retention.seconds is None else self.store.clock() - self.retention.seconds
            try:
                removed = self.store.prune(older, self.retention.most_bytes)
                log.info("%s jobs were removed", removed)
            except SQLAlchemyError:
                log.exception("the store did not answer")

    def _work(self) -> None:
        """Run one job after the other until the runner stops."""
        while not self._stopping.is_set():
            try:
                claim = self._claim()
                if claim is not None:
                    try:
                        self._attempt(claim)
                    finally:
                        with self._lock:
                            self._held -= 1
                else:
                    self.store.wait_for_work(IDLE_SECONDS)
            except SQLAlchemyError:  # the lease expires, and some runner runs the job again
                log.exception("the store did not answer")
                self._stopping.wait(IDLE_SECONDS)

    def _claim(self) -> Claim | None:
        """Claim the next job; once all workers are busy, only of an owner that has none running."""
        sharing = self.sharing
        with self._claiming:
            shares = Shares(sharing.owner_workers, sharing.owner_cpu_seconds, newcomers=self._held >= self.workers)
            claim = self.store.claim(self.name, self.lease_seconds, kind_of(self.by_cubes.executor), shares)
            with self._lock:
                self._held += claim is not None
        return claim

    def _give_way(self) -> None:
        """If all workers are busy and an owner with nothing running waits, interrupt a job that can go on later: of the owner
        with the most running, the one that has run longest. For a job that has run before it gives way after SLICES slices.
        """
        attempts = None if self._held < self.threads else self.store.newcomer(kind_of(self.by_cubes.executor))
        with self._lock:
            runs = list(self._runs.values())
        able = [run for run in runs if run.can_go_on]
        if attempts is None or not able or any(run.gives_way for run in runs):
            return
        of_owner = Counter(run.claim.job.owner for run in runs)
        longest = min(able, key=lambda run: (-of_owner[run.claim.job.owner], run.begun_at))
        seconds = self.sharing.slice_seconds * (SLICES if attempts else 1)
        longest.gives_way = time.monotonic() - longest.begun_at >= seconds

    def _keep_alive(self) -> None:
        """Renew leases, collect cancellations, release expired jobs."""
        beat = max(TICK_SECONDS, self.lease_seconds / 5)
        ticks = 0
        while not (self._stopping.is_set() and self._ticking.is_set()):
            self._ticking.wait(TICK_SECONDS)
            if not self._stopping.is_set():
                self._ticking.clear()
            try:
                ticks += 1
                if ticks * TICK_SECONDS >= beat:
                    ticks = 0
                    self._heartbeat()
                    self.store.expire()
                for run in list(self._runs.values()):
                    run.ledger.flush()
                if self.workers and not ticks % TICKS_BETWEEN_TURNS:
                    self._give_way()
            except SQLAlchemyError:
                log.exception("the store did not answer")

    def _heartbeat(self) -> None:
        with self._lock:
            runs = list(self._runs.values())
        if runs:
            replies = self.store.heartbeats([run.claim for run in runs], self.lease_seconds)
            for run, reply in zip(runs, replies, strict=True):
                run.ledger.ours &= reply.ours
                run.cancelled |= reply.cancel

    def _on_cancel(self, job_id: str) -> None:
        run = self._runs.get(job_id)
        if run is not None:
            run.cancelled = True

    def _attempt(self, claim: Claim) -> None:
        """Run a job, and finish or release it."""
        where = {"job": claim.job.id, "attempt": claim.attempt}
        log.info("%s begins", claim.job.task, extra=where)
        left = None if claim.checkpoint is None else steps.checkpoint_of(claim.checkpoint)
        run = _Run(claim, Ledger(self.store, claim, left), limits=self.job_defaults)
        with self._lock:
            self._runs[claim.job.id] = run
        try:
            request = steps.request_of(claim.job, left, self.job_defaults.time, self.job_defaults.memory, self.by_cubes)
            resumed = steps.resumed(claim.attempt, request.checkpoint if isinstance(left, Checkpoint) else left)
            if resumed is not None:
                run.ledger.take(resumed)
            call, whole = steps.call_of(claim.job, request, left)
            for step in supervisor.run(call, whole, lambda: self._interrupted(run), listed=(steps.Listed,)):
                self._take(run, step)
            run.ledger.close()
            self._conclude(run)
        except InvalidInput as fault:
            self._fail(run, "invalid_input", str(fault))
        except OurFault as fault:
            if fault.details:  # a defect of the program: a retry would fail again
                log.error("%s broke: %s\n%s", claim.job.task, fault, fault.details, extra=where)
                self._fail(run, "our_fault", str(fault))
            else:  # a process died
                log.warning("%s: %s", claim.job.task, fault, extra=where)
                run.ledger.close()
                self.store.release(claim, crashed=True)
        except SQLAlchemyError:
            raise
        except Exception as error:  # a defect of the program: the job fails, the runner goes on
            log.exception("%s broke", claim.job.task, extra=where)
            self._fail(run, "our_fault", f"{type(error).__name__}: {error}")
        finally:
            with self._lock:
                self._runs.pop(claim.job.id, None)
        log.info("%s has ended", claim.job.task, extra=where)

    def _interrupted(self, run: _Run) -> bool:
        return self._stopping.is_set() or run.cancelled or run.gives_way or run.too_large or not run.ledger.ours

    @staticmethod
    def _take(run: _Run, step: Any) -> None:
        if isinstance(step, steps.Finished):
            run.answer = step.answer
        elif isinstance(step, Answer):  # the run was stopped early
            run.answer = steps.answer_of(step)
        else:
            run.can_go_on |= isinstance(step, RootDone | CubesDone) or (
                isinstance(step, steps.Listed) and step.left is not None
            )
            run.ledger.take(step)

    def _conclude(self, run: _Run) -> None:
        """Finish a job with its answer; an interrupted one is cancelled, or released if the runner stops or it gives way."""
        answer = run.answer
        if answer is None:
            raise OurFault("a run ended without an answer", "no step was an answer")
        if answer["stop_reason"] != "interrupted":
            self.store.finish(run.claim, JobState.SUCCEEDED, answer)
        elif run.too_large:
            detail = f"its solutions exceed {run.limits.solution_bytes} bytes; expected a smaller limit"
            self._fail(run, "too_many_solutions", detail)
        elif run.cancelled:
            self.store.finish(run.claim, JobState.CANCELLED, answer)
        else:
            self.store.release(run.claim, crashed=False)

    def _fail(self, run: _Run, code: str, detail: str) -> None:
        run.ledger.close()
        self.store.finish(run.claim, JobState.FAILED, run.answer, {"code": code, "detail": detail})
