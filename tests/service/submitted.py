"""Submissions and answers that tests of the store write, without a puzzle behind them."""

from __future__ import annotations

from typing import Any

from exactcover.service.job import Claim, Submission
from exactcover.service.store.jobs import Store

ANSWER = {"status": "FEASIBLE", "stop_reason": None, "count": "7", "certificate": None}


def submission(number: int = 0, task: str = "count", owner: str = "", **options: Any) -> Submission:
    """Return a submission; those of different numbers ask different things."""
    return Submission(task, {"kind": "none", "number": number}, f"{number:064}", options, owner, f"title {number}")


def claimed(store: Store, runner: str = "runner", lease: float = 10.0) -> Claim:
    """Claim a job, which must be waiting."""
    claim = store.claim(runner, lease)
    assert claim is not None
    return claim
