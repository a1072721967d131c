"""Jobs as values: what is submitted, what is known of a job, and which state may follow which.

A job of the service is a request that somebody waits for; what an engine's process is told is a job of `solving/plan.py`.
This module imports nothing of ours, and nothing heavy.
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

CRASHED, LOST, MOST_BLAME = 20, 1, 60
"""What speaks against a job since its search last came forward: a process of its own that crashed, or a server that was lost
while it ran. At MOST_BLAME, after three crashes or sixty lost servers, it has FAILED.

Historical note. Fifteen lost servers were too few: on a busy machine, where servers were killed every five seconds, jobs of six
seconds were never done in time, and FAILED without any fault of theirs."""


COMPARE = "compare"
"""The task whose answer is that of several engines."""


class JobState(StrEnum):
    """Where a job is in its life."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    CANCELLING = "CANCELLING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"

    @property
    def ended(self) -> bool:
        """Whether no other state follows."""
        return not FOLLOWING[self]


FOLLOWING: Mapping[JobState, frozenset[JobState]] = {
    JobState.QUEUED: frozenset({JobState.RUNNING, JobState.CANCELLED}),
    # QUEUED again where the attempt broke down.
    JobState.RUNNING: frozenset({JobState.QUEUED, JobState.CANCELLING, JobState.SUCCEEDED, JobState.FAILED}),
    # SUCCEEDED where the answer was ready before the run heard of the wish.
    JobState.CANCELLING: frozenset({JobState.CANCELLED, JobState.SUCCEEDED, JobState.FAILED}),
    JobState.SUCCEEDED: frozenset(),
    JobState.FAILED: frozenset(),
    JobState.CANCELLED: frozenset(),
}
"""The states that may follow each state."""


@dataclass(frozen=True)
class Submission:
    """What somebody wants answered.

    puzzle: canonical, with its sha256; options: of the request (see OPTIONS), canonical; owner: the id of a token, "" where
    none is needed; source: the puzzle as it came (see `steps.puzzle_of`), which names its pieces; empty: as it is canonical.
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
    "up_to_symmetry": False,
    "rotations_only": False,
    "argument": "",
    "optimal": False,
    "time_limit": None,
    "memory_limit": None,
    "node_limit": None,
    "limit": None,
    "executor": "",
}
"""The options of a submission, named as on the command line, and what one is that is left out."""
LIMITS = ("time_limit", "memory_limit", "node_limit")
"""Options that say how long a search may take; what it comes to, if it ends within them, is the same."""


@dataclass(frozen=True)
class Job:
    """What is known of a job.

    attempt: how often it has been begun; answer: the answer object of the contract; problem: why there is none; cached: the
    answer is that of an earlier job; events, solutions: how many are kept; status: of the answer. Times are UTC seconds.
    In lists of jobs `answer` and `puzzle` are left out: None and empty.
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
    """A job that a runner has taken, and the attempt that it is: what is written for another attempt is not written.

    checkpoint: where an earlier attempt left the search, as text (see steps); `job.solutions` of its solutions are kept.
    """

    job: Job
    attempt: int
    runner: str
    checkpoint: str | None = None


@dataclass(frozen=True)
class HeartbeatReply:
    """What a runner learns when it says that it is alive: whether the job is still its own, and is to be cancelled."""

    ours: bool
    cancel: bool


class Refused(Exception):
    """A submission that is not accepted; nothing was written."""


class KeyReused(Refused):
    """The idempotency key came before with another body."""


class QuotaExceeded(Refused):
    """The owner has as many jobs that wait or run as it may have."""


def is_id(text: str) -> bool:
    """Return whether a text can be the name of a job."""
    return len(text) == 26 and not set(text) - set(_ALPHABET)


_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_id(seconds: float | None = None) -> str:
    """Return a new name for a job: 26 characters, ten of the time in milliseconds and sixteen at random."""
    number = int((time.time() if seconds is None else seconds) * 1000) << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))
