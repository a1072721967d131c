"""The runner: claims jobs from a store, runs each in its own processes, and sees to it that each one ends.

A job runs as a request of the command line does (supervisor.py): under limits, with its answer judged, and it ends when
this process ends. Every write names the attempt, so a runner whose lease has expired can change nothing.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from exactcover.cluster.settings import kind_of
from exactcover.model import defaults
from exactcover.model.errors import NoResources
from exactcover.process.process_pool import MOST_IDLE
from exactcover.service import runner_identity, steps
from exactcover.service.attempt import Attempt, JobDefaults
from exactcover.service.job import Claim, JobState
from exactcover.service.settings import Bounds
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage
from exactcover.service.store.turns import Shares
from exactcover.solving import supervisor

LEASE_SECONDS = 15.0
IDLE_SECONDS = 1.0
"""The polling interval when no notification of work comes."""
LONGEST_WAIT = 30.0
"""The longest backoff when the operating system refuses processes."""
TICK_SECONDS = 0.25
TICKS_BETWEEN_TURNS = 4
SLICES = 20
"""The slices that a job runs before it gives way to one that has run before."""

log = logging.getLogger("exactcover.service.runner")


@dataclass(frozen=True)
class RetentionPolicy:
    """How long ended jobs are kept, in seconds, and the bytes of all jobs and of those of one owner; None: no limit. every: the
    interval between prunings, in seconds.
    """

    seconds: float | None = defaults.RETENTION_SECONDS
    most_bytes: int | None = defaults.RETENTION_BYTES
    owner_bytes: int | None = defaults.OWNER_BYTES
    every: float = defaults.PRUNE_SECONDS

    @classmethod
    def of(cls, bounds: Bounds) -> RetentionPolicy:
        """Return what a server's settings say."""
        return cls(bounds.retention_seconds, bounds.retention_bytes, bounds.owner_bytes, bounds.prune_seconds)


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
        self._stopping = threading.Event()
        self._ticking = threading.Event()
        self._lock = threading.Lock()
        self._claiming = threading.Lock()
        self._held = 0
        self._runs: dict[str, Attempt] = {}
        self._threads: list[threading.Thread] = []
        self._end_listening: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Start the threads."""
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
            with contextlib.suppress(NoResources):  # jobs will wait for it
                if not self._stopping.is_set():
                    supervisor.pool.start()

    def _prune(self) -> None:
        """Remove ended jobs by the retention policy, at intervals."""
        while not self._stopping.wait(self.retention.every):
            older = None if self.retention.seconds is None else self.store.clock() - self.retention.seconds
            try:
                removed = self.store.prune(older, self.retention.most_bytes, self.retention.owner_bytes)
                log.info("%s jobs were removed", removed)
            except Outage:
                """It is logged once (outages.py), and tried again."""
            except SQLAlchemyError:
                log.exception("the store broke")

    def _work(self) -> None:
        """Run one job after the other until the runner stops."""
        name, unsure, wait = runner_identity.new_name(), False, IDLE_SECONDS
        while not self._stopping.is_set():
            try:
                if unsure:  # a job may be held in this name that no thread runs
                    self.store.abandon([name])
                    unsure = False
                claim = self._claim(name)
                if claim is None:
                    self.store.wait_for_work(IDLE_SECONDS)
                else:
                    self._attempt(claim)
                wait = IDLE_SECONDS
            except (Outage, SQLAlchemyError) as error:
                unsure = True
                if not isinstance(error, Outage):
                    log.exception("the store broke")
                self._stopping.wait(IDLE_SECONDS)
            except NoResources:  # the job waits, for this runner or another one
                self._stopping.wait(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _claim(self, name: str) -> Claim | None:
        """Claim the next job; once all workers are busy, only of an owner that has none running."""
        sharing = self.sharing
        with self._claiming:
            shares = Shares(sharing.owner_workers, sharing.owner_cpu_seconds, newcomers=self._held >= self.workers)
            claim = self.store.claim(name, self.lease_seconds, kind_of(self.by_cubes.executor), shares)
            with self._lock:
                self._held += claim is not None
        return claim

    def _attempt(self, claim: Claim) -> None:
        """Run a job, or end it if its checkpoint cannot be read."""
        try:
            try:
                attempt = Attempt(self.store, claim, self._stopping, self.job_defaults, self.by_cubes)
            except (KeyError, TypeError, ValueError) as error:
                log.exception("a checkpoint is damaged", extra={"job": claim.job.id})
                problem = {"code": "our_fault", "detail": f"its checkpoint is damaged ({type(error).__name__})"}
                self.store.finish(claim, JobState.FAILED, None, problem)
                return
            with self._lock:
                self._runs[claim.job.id] = attempt
            attempt.run()
        finally:
            with self._lock:
                self._held -= 1
                self._runs.pop(claim.job.id, None)

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
        """Release the jobs of dead runners of this machine; then renew leases, collect cancellations, release expired jobs."""
        beat = max(TICK_SECONDS, self.lease_seconds / 5)
        ticks, released = 0, False
        while not (self._stopping.is_set() and self._ticking.is_set()):
            self._ticking.wait(TICK_SECONDS)
            if not self._stopping.is_set():
                self._ticking.clear()
            try:
                if not released:
                    self.store.abandon(runner_identity.dead_runners(self.store.runners()))
                    released = True
                ticks += 1
                if ticks * TICK_SECONDS >= beat:
                    ticks = 0
                    self._heartbeat()
                    if not self.store.outage_within(self.lease_seconds):  # nobody could renew its leases
                        self.store.expire()
                for run in list(self._runs.values()):
                    self._flush(run)
                if self.workers and not ticks % TICKS_BETWEEN_TURNS:
                    self._give_way()
            except Outage:
                """It is logged once (outages.py), and tried again."""
            except SQLAlchemyError:
                log.exception("the store broke")

    def _flush(self, run: Attempt) -> None:
        """Write what is due of one run; a defect of it is reported by its own thread, and ends no other run."""
        with contextlib.suppress(TypeError, ValueError):
            run.ledger.flush()

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
