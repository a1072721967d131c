"""Jobs as values: submissions, jobs, and the transitions between their states.

A job of the service is a request that a client waits for. The job that is sent to an engine's process is another thing,
defined in `solving/plan.py`. This module imports no other module of the package, and nothing heavy.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from exactcover.model import defaults

Json: TypeAlias = dict[str, Any]

CRASHED, LOST, MAX_FAILURES = 20, 1, 60
"""The weight of a failure since a job's search last made progress: a crash of its own process, or the loss of the server that
ran it. At a total of MAX_FAILURES, after three crashes or sixty lost servers, the job has FAILED.

Historical note. A limit of fifteen lost servers was too low: on a busy machine whose servers were killed every five seconds,
jobs of six seconds were never done in time, and FAILED although they were not the cause."""


COMPARE = "compare"
"""The task that runs several engines on one puzzle."""


class JobState(StrEnum):
    """The state of a job."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    CANCELLING = "CANCELLING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"

    @property
    def ended(self) -> bool:
        """Whether the state is final."""
        return not FOLLOWING[self]


FOLLOWING: Mapping[JobState, frozenset[JobState]] = {
    JobState.QUEUED: frozenset({JobState.RUNNING, JobState.CANCELLED}),
    # QUEUED again when the attempt failed.
    JobState.RUNNING: frozenset({JobState.QUEUED, JobState.CANCELLING, JobState.SUCCEEDED, JobState.FAILED}),
    # SUCCEEDED when the answer was ready before the run received the cancellation.
    JobState.CANCELLING: frozenset({JobState.CANCELLED, JobState.SUCCEEDED, JobState.FAILED}),
    JobState.SUCCEEDED: frozenset(),
    JobState.FAILED: frozenset(),
    JobState.CANCELLED: frozenset(),
}
"""The states that may follow each state."""


@dataclass(frozen=True)
class Submission:
    """A request for a job.

    puzzle: canonical, with its sha256; options: of the request (see OPTIONS), canonical; owner: the id of a token, ""
    if the server needs none; source: the keys of the puzzle as submitted, which name its pieces (see
    `lookup_tasks.prepared`); empty if they were canonical.
    """

    task: str
    puzzle: Json
    puzzle_sha256: str
    options: Json = field(default_factory=dict)
    owner: str = ""
    title: str = ""
    source: Json = field(default_factory=dict)


OPTIONS: Mapping[str, Any] = {
    "backend": defaults.ENGINE,
    "seed": defaults.SEED,
    "workers": defaults.WORKERS,
    "break_symmetry": True,
    "gap": None,
    "up_to_symmetry": False,
    "rotations_only": False,
    "argument": "",
    "optimal": False,
    "certificate": False,
    "disassemble": False,
    "time_limit": None,
    "memory_limit": None,
    "node_limit": None,
    "limit": None,
    "executor": "",
}
"""The options of a submission, named as on the command line, and their defaults."""
LIMITS = ("time_limit", "memory_limit", "node_limit")
"""Options that limit how long a search may take. They do not change the answer of a search that ends within them."""


@dataclass(frozen=True)
class Job:
    """A job as it is stored.

    attempt: how many attempts have begun; answer: the answer object of the contract; problem: why there is none;
    cached: the answer is that of an earlier job; events, solutions: how many are stored; status: that of the answer.
    Times are seconds since the epoch, UTC. In lists of jobs `answer` is None and `puzzle` is empty.
    """

    id: str
    task: str
    puzzle: Json
    puzzle_sha256: str
    options: Json
    owner: str
    title: str
    state: JobState
    attempt: int
    submitted_at: float
    started_at: float | None = None
    finished_at: float | None = None
    answer: Json | None = None
    problem: Json | None = None
    cached: bool = False
    events: int = 0
    solutions: int = 0
    status: str | None = None
    source: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """A job that a runner has claimed, and the attempt. Writes for a stale attempt are discarded.

    checkpoint: the progress of an earlier attempt, as text (see steps); the first `job.solutions` solutions are stored.
    """

    job: Job
    attempt: int
    runner: str
    checkpoint: str | None = None


@dataclass(frozen=True)
class HeartbeatReply:
    """The reply to a heartbeat: whether the runner still holds the job, and whether the job is to be cancelled."""

    ours: bool
    cancel: bool


class Refused(Exception):
    """A submission was refused; nothing was written."""


class KeyReused(Refused):
    """The idempotency key was used before with another body."""


class QuotaExceeded(Refused):
    """The owner has reached the limit on unfinished jobs."""


def is_id(text: str) -> bool:
    """Return whether a text is a well-formed job id."""
    return len(text) == 26 and not set(text) - set(_ALPHABET)


_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_id(seconds: float | None = None) -> str:
    """Return a new job id: 26 characters, ten for the time in milliseconds and sixteen random."""
    number = int((time.time() if seconds is None else seconds) * 1000) << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))
