"""From rows of the tables to values, and from JSON values to the text that is kept."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row, Select, select

from exactcover.service.job import Job, JobState, Json
from exactcover.service.store.schema import answers, jobs, puzzles


def canonical(value: Any) -> str:
    """Return JSON as text: keys sorted, no spaces, ASCII alone."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


WHOLE: Select[Any] = (
    select(jobs, puzzles.c.puzzle, puzzles.c.source, answers.c.answer)
    .join(puzzles, puzzles.c.origin == jobs.c.origin)
    .outerjoin(answers, answers.c.origin == jobs.c.origin)
)
"""Jobs with their puzzles and answers."""
SHORT: Select[Any] = select(jobs)
"""Jobs without what may be long."""


def job_of(row: Row[Any]) -> Job:
    """Return the job of a row of WHOLE or SHORT."""
    told = row._mapping
    return Job(
        id=told["id"],
        task=told["task"],
        puzzle=_object(told.get("puzzle")) or {},
        puzzle_sha256=told["puzzle_sha256"],
        options=json.loads(told["options"]),
        owner=told["owner"],
        title=json.loads(told["title"]),
        state=JobState(told["state"]),
        attempt=told["attempt"],
        submitted_at=told["submitted_at"],
        started_at=told["started_at"],
        finished_at=told["finished_at"],
        answer=_object(told.get("answer")),
        problem=_object(told["problem"]),
        cached=told["cached"],
        events=told["events"],
        solutions=told["solutions"],
        status=told["status"],
        source=_object(told.get("source")) or {},
    )


def _object(text: str | None) -> Json | None:
    if text is None:
        return None
    told: Json = json.loads(text)
    return told
