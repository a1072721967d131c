"""Conversion of table rows to values, and of JSON values to stored text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, select

from exactcover.service.job import Job, JobState, Json
from exactcover.service.store.schema import answers, jobs, puzzles


def canonical(value: Any) -> str:
    """Serialize a JSON value: keys sorted, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


WHOLE: Select[Any] = (
    select(jobs, puzzles.c.puzzle, puzzles.c.source, answers.c.answer)
    .join(puzzles, puzzles.c.job == jobs.c.id)
    .outerjoin(answers, answers.c.origin == jobs.c.origin)
)
"""Jobs with their puzzles and answers."""
SHORT: Select[Any] = select(jobs)
"""Jobs without their long columns."""


@dataclass(frozen=True, slots=True)
class Written:
    """A job in its stored form: options, title, puzzle, source, answer and problem are unparsed JSON texts."""

    id: str
    owner: str
    task: str
    title: str
    state: JobState
    status: str | None
    puzzle_sha256: str
    options: str
    attempt: int
    submitted_at: float
    started_at: float | None
    finished_at: float | None
    cached: bool
    events: int
    solutions: int
    puzzle: str
    source: str
    answer: str | None
    problem: str | None

    @property
    def job(self) -> Job:
        """The parsed job."""
        return job_from({name: getattr(self, name) for name in _NAMES})


_NAMES = tuple(Written.__slots__)


def written(row: Row[Any], **changes: Any) -> Written:
    """Return the job of a row of WHOLE in its stored form; changes: values that replace columns."""
    mapping = row._mapping
    values = {name: changes[name] if name in changes else mapping[name] for name in _NAMES}
    return Written(**values | {"state": JobState(values["state"])})


def job_of(row: Row[Any]) -> Job:
    """Return the job of a row of WHOLE or SHORT."""
    return job_from(row._mapping)


def job_from(mapping: Mapping[Any, Any]) -> Job:
    """Return the job with the values of a mapping by column name."""
    return Job(
        id=mapping["id"],
        task=mapping["task"],
        puzzle=_object(mapping.get("puzzle")) or {},
        puzzle_sha256=mapping["puzzle_sha256"],
        options=json.loads(mapping["options"]),
        owner=mapping["owner"],
        title=json.loads(mapping["title"]),
        state=JobState(mapping["state"]),
        attempt=mapping["attempt"],
        submitted_at=mapping["submitted_at"],
        started_at=mapping["started_at"],
        finished_at=mapping["finished_at"],
        answer=_object(mapping.get("answer")),
        problem=_object(mapping["problem"]),
        cached=mapping["cached"],
        events=mapping["events"],
        solutions=mapping["solutions"],
        status=mapping["status"],
        source=_object(mapping.get("source")) or {},
    )


def _object(text: str | None) -> Json | None:
    if text is None:
        return None
    mapping: Json = json.loads(text)
    return mapping
