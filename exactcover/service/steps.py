"""A run's steps as the service keeps them: events, solutions and answers as JSON, written in the process of the request.

The process reads the puzzle from the keys that it was submitted with, so that a server never parses what a stranger sent. Nothing
heavy is imported before it is called.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from exactcover.answer import (
    Accepted,
    AcceptedMany,
    Answer,
    Bound,
    Checkpoint,
    Draft,
    Limits,
    Notice,
    Progress,
    Request,
    request,
)
from exactcover.running.messages import Clock
from exactcover.service.job import Job, Json

LISTED_AT_ONCE = 512
MANY = 1000
"""A list of fewer solutions is begun anew after a crash: it is in another order where it can be gone on with."""


@dataclass(frozen=True)
class Listed:
    """Solutions of a list, as JSON texts; more: others follow at once."""

    texts: tuple[str, ...]
    more: bool = False

    @property
    def number(self) -> int:
        """How many solutions there are."""
        return len(self.texts)


@dataclass(frozen=True)
class Happened:
    """An event of a run."""

    event: Json
    more: bool = False


@dataclass(frozen=True)
class Concluded:
    """What a run came to: the answer object of the contract."""

    answer: Json
    more = True  # the run is done, which is said at once


def answered(keys: Mapping[str, Any], request: Request) -> Iterator[Any]:
    """In the process of a request: answer it; what the supervisor has to know is passed on as it is. Raises InvalidInput."""
    from exactcover import api, pipeline
    from exactcover.running import child

    yield Clock(running=True)
    own = dict(keys)
    puzzle = api.puzzle(str(own.pop("kind")), **own)
    number = 0
    for step in pipeline.run(puzzle, request, child.interrupted):
        if isinstance(step, Accepted):
            number += 1
            if request.task in ("list", "sample"):
                yield Listed((json.dumps(_written(step.solution)),), step.more)
            else:
                yield Happened({"event": "solution", "number": number, "cost": step.cost}, step.more)
        elif isinstance(step, AcceptedMany):
            texts = map(json.dumps, step.solutions)
            while some := tuple(islice(texts, LISTED_AT_ONCE)):
                yield Listed(some, more=True)
                child.interrupted()  # heard between two pieces of a long table
        elif isinstance(step, Answer):
            yield Concluded(answer_of(step))
        else:
            yield step


def answer_of(answer: Answer) -> Json:
    """Return the answer object of the contract; a solution of too many pieces is left out, as where no file is written."""
    return json.loads(json.dumps(answer.to_json()))  # type: ignore[no-any-return]  # an object


def _written(solution: Any) -> Any:
    """Return a solution ready for json.dumps, None for one of too many pieces."""
    from exactcover.model.layout import as_json

    written = as_json(solution)
    return written if isinstance(written, dict) else None


def event_of(step: Any) -> Json | None:
    """Return the event that a step is, None where it is none for those who follow."""
    if isinstance(step, Happened):
        return step.event
    if isinstance(step, Progress):
        told = {"sentence": step.sentence, "nodes": step.nodes, "fraction": step.fraction, "unit": step.unit}
        return {"event": "progress", **told, "count": None if step.count is None else str(step.count)}
    if isinstance(step, Notice):
        return {"event": "notice", "sentence": step.sentence}
    if isinstance(step, Bound):
        return {"event": "bound", "bound": step.value}
    if isinstance(step, Draft) and step.answer.solution is None and step.answer.certificate is None:
        engine = step.answer.engine
        return {"event": "engine", "name": engine.name, "why": engine.why}
    return None


def request_of(job: Job, checkpoint: Checkpoint | None, time: float, memory: float) -> Request:
    """Return the request that a job is, from where it was left; time, memory: its limits where it has none.

    Raises InvalidInput.
    """
    options = {key: value for key, value in job.options.items() if value is not None}
    limits = Limits(
        options.pop("time_limit", time),
        options.pop("memory_limit", memory),
        options.pop("node_limit", None),
        options.pop("limit", None),
    )
    backend = options.pop("backend", "auto")
    made = request(job.task, backend, limits=limits, **options)  # type: ignore[arg-type]  # a task, or it is refused
    if not _may_go_on(made):
        return made
    if made.task == "list" and limits.solutions is not None and checkpoint is not None:
        left = limits.solutions - job.solutions
        checkpoint = checkpoint if left > 0 else None
        made = replace(made, limits=replace(limits, solutions=left)) if left > 0 else made
    return replace(made, checkpoint=checkpoint or Checkpoint())


def _may_go_on(request: Request) -> bool:
    """Tell whether a search says which of its roots are done; a list on several threads has solutions of many at once."""
    if request.limits.nodes is not None:
        return False
    if request.task == "list":
        return request.workers <= 1 and (request.limits.solutions is None or request.limits.solutions >= MANY)
    return request.task == "count" and request.limits.solutions is None


def resumed(attempt: int, checkpoint: Checkpoint) -> Happened:
    """Return the event that an attempt goes on from a checkpoint: how many roots are done, and with how many nodes."""
    nodes = sum(nodes for _, nodes in checkpoint.done.values())
    return Happened({"event": "resumed", "attempt": attempt, "roots": len(checkpoint.done), "nodes": nodes})


def checkpoint_text(checkpoint: Checkpoint) -> str:
    """Return a checkpoint as it is kept."""
    done = {str(root): list(marks) for root, marks in checkpoint.done.items()}
    return json.dumps({"plan": checkpoint.roots_digest, "done": done}, separators=(",", ":"))


def checkpoint_of(text: str) -> Checkpoint:
    """Return a checkpoint that was kept."""
    told = json.loads(text)
    return Checkpoint(told["plan"], {int(root): (marks[0], marks[1]) for root, marks in told["done"].items()})
