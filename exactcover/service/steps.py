"""A run's steps as the service keeps them: events, solutions and answers as JSON, written in the process of the request.

The process reads the puzzle from the keys that it was submitted with, so that a server never parses what a stranger sent. Nothing
heavy is imported before it is called.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias

from exactcover.model.amounts import in_json
from exactcover.model.answer import (
    SCHEMA,
    Accepted,
    AcceptedMany,
    Answer,
    Bound,
    Checkpoint,
    CubesDone,
    Draft,
    EngineReport,
    Notice,
    Progress,
    Request,
    Statistics,
)
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.process.messages import Call, Clock
from exactcover.service import asking
from exactcover.service.job import COMPARE, Job, Json
from exactcover.solving.comparable import NotApplicable, compared_as

LISTED_AT_ONCE = 512
MANY = 1000
"""A list of fewer solutions is begun anew after a crash: it is in another order where it can be gone on with."""


@dataclass(frozen=True)
class ByCubes:
    """Where jobs that name an executor are run: the word of `--executor`, nothing for none; the ledger of their cubes."""

    executor: str = ""
    ledger: str = ""


NOWHERE = ByCubes()


@dataclass(frozen=True)
class LinesDone:
    """So many lines of a batch have their answers; of these: how many there are of each status, and what they took."""

    lines: int = 0
    total: Mapping[str, int] = field(default_factory=dict)
    nodes: int = 0
    cpu_seconds: float = 0.0

    def with_line(self, status: str, used: Statistics) -> LinesDone:
        """Return the same with the answer of one line more."""
        total = {**self.total, status: self.total.get(status, 0) + 1}
        return LinesDone(self.lines + 1, total, self.nodes + used.nodes, self.cpu_seconds + used.cpu_seconds)


Left: TypeAlias = Checkpoint | CubesDone | LinesDone
"""Where an attempt left a search, for the next one to go on."""


@dataclass(frozen=True)
class Listed:
    """Solutions of a list, as JSON texts; more: others follow at once; left: where a batch stands once they are kept."""

    texts: tuple[str, ...]
    more: bool = False
    left: LinesDone | None = None

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


def answered(keys: Mapping[str, Any], request: Request, left: Left | None = None, kept: int = 0) -> Iterator[Any]:
    """In the process of a request: answer it; what the supervisor has to know is passed on as it is. Raises InvalidInput.

    left: where an earlier attempt left a batch, or a search by cubes; kept: how many solutions of the latter, which come in one
    order, are kept. These are judged again, and not told again.
    """
    from exactcover import api
    from exactcover.process import child
    from exactcover.solving import pipeline

    yield Clock(running=True)
    if "batch" in keys:
        done = left if isinstance(left, LinesDone) else LinesDone()
        yield from _of_many(keys["batch"], replace(request, checkpoint=None), done)
        return
    own = dict(keys)
    puzzle = api.puzzle(str(own.pop("kind")), **own)
    number = 0
    for step in pipeline.run(puzzle, request, child.interrupted):
        if isinstance(step, CubesDone) and kept and isinstance(left, CubesDone) and step.run != left.run:
            sentence = "another version of this program began the list; expected the job to be submitted again"
            raise OurFault(sentence, f"its solutions are those of the run {left.run}; this one is {step.run}")
        if isinstance(step, Accepted):
            number += 1
            if number <= kept:
                continue
            if request.task in ("list", "sample"):
                yield Listed((json.dumps(_written(step.solution)),), step.more)
            else:
                yield Happened({"event": "solution", "number": number, "cost": in_json(step.cost)}, step.more)
        elif isinstance(step, AcceptedMany):
            texts = map(json.dumps, islice(step.solutions, max(0, kept - number), None))
            number += step.number
            while some := tuple(islice(texts, LISTED_AT_ONCE)):
                yield Listed(some, more=True)
                child.interrupted()  # heard between two pieces of a long table
        elif isinstance(step, Answer):
            yield Concluded(answer_of(step))
        else:
            yield step


def _of_many(lines: Sequence[Json], request: Request, done: LinesDone) -> Iterator[Any]:
    """Answer about each line of a batch: the answers are what is listed, and what it came to says how many there are of each.

    done: the first lines, which have their answers. What an interruption leaves without one is listed, and is not done.
    """
    from exactcover import api
    from exactcover.process import child
    from exactcover.solving import batch

    puzzles = ((each["line"], _puzzle_or_fault(api, each)) for each in lines[done.lines :])
    stop = None
    for step in batch.run(puzzles, request, child.interrupted):
        if isinstance(step, batch.BadLine):
            done = done.with_line("bad", Statistics())
            yield Listed((json.dumps(step.to_json()),), True, None if stop == "interrupted" else done)
        elif isinstance(step, batch.OneAnswered):
            answer = step.answer
            done = done.with_line(answer.status, answer.statistics)
            stop = answer.stop_reason if answer.stop_reason in ("time", "interrupted") else stop
            text = json.dumps({"line": step.line, **answer_of(answer)})
            yield Listed((text,), step.more, None if stop == "interrupted" else done)
            sentence = f"{done.lines} of {len(lines)} puzzles answered"
            yield Progress(sentence, done.nodes, fraction=done.lines / len(lines), more=step.more)
        elif isinstance(step, Notice | Clock):
            yield step
    report = EngineReport("none", {}, "each puzzle of a batch has an answer of its own")
    statistics = Statistics(nodes=done.nodes, cpu_seconds=done.cpu_seconds)
    whole = answer_of(Answer(request.task, None, None, report, stop_reason=stop, statistics=statistics))
    status = "UNKNOWN" if done.total.get("UNKNOWN") else None
    yield Concluded({**whole, "status": status, "batch": {"lines": len(lines), **dict(sorted(done.total.items()))}})


def _puzzle_or_fault(api: Any, line: Json) -> Any:
    """Return the puzzle of a line, or the fault that was told of it when it was sent."""
    return InvalidInput(line["error"]) if "error" in line else api.puzzle_sent(line["puzzle"])[0]


def compared(keys: Mapping[str, Any], request: Request, names: Sequence[str]) -> Iterator[Any]:
    """In the process of a request: have engines answer it one after the other, each in a fresh process and under its limits."""
    from exactcover import api
    from exactcover.process import child
    from exactcover.solving import engine_process, pipeline

    yield Clock(running=True)
    puzzle = api.puzzle_sent(dict(keys))[0]
    answers: list[Json] = []
    stop = None
    for number, name in enumerate(names, 1):
        engine_process.pool.end()
        try:
            own = asking.request_of("solve", {"backend": compared_as(name), "seed": request.seed})
            for step in pipeline.run(puzzle, replace(own, limits=request.limits), child.interrupted):
                if isinstance(step, Answer):
                    answers.append(answer_of(step))
                    stop = "interrupted" if step.stop_reason == "interrupted" else None
                    yield Listed((json.dumps(answers[-1]),))
                elif isinstance(step, Notice | Clock):
                    yield step
        except InvalidInput as fault:
            answers.append(NotApplicable(str(fault)).to_json())
            yield Listed((json.dumps(answers[-1]),))
        yield Progress(f"{number} of {len(names)} engines done", fraction=number / len(names))
        if stop is not None:
            break
    limits = {name: getattr(request.limits, name) for name in ("time", "memory", "nodes")}
    told = {"schema": SCHEMA, "task": COMPARE, "puzzle": puzzle.canonical(), "limits": limits, "backends": list(names)}
    yield Concluded({**told, "answers": answers, "status": None, "stop_reason": stop})


def answer_of(answer: Answer) -> Json:
    """Return the answer object of the contract; a solution of too many pieces is left out, as where no file is written."""
    told: Json = json.loads(json.dumps(answer.to_json()))
    return told


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
        return {"event": "bound", "bound": in_json(step.value)}
    if isinstance(step, Draft) and step.answer.solution is None and step.answer.certificate is None:
        engine = step.answer.engine
        return {"event": "engine", "name": engine.name, "why": engine.why}
    return None


def request_of(job: Job, left: Left | None, time: float, memory: float, place: ByCubes = NOWHERE) -> Request:
    """Return the request that a job is, from where it was left; time, memory: its limits where it has none.

    place: where its cubes are run and noted, where it names an executor. Raises InvalidInput.
    """
    options = {key: value for key, value in job.options.items() if value is not None}
    if options.get("executor"):
        options |= {"executor": place.executor, "ledger": place.ledger, "run_of": job.id}
    made, *_ = asking.requests_of(job.task, {"time_limit": time, "memory_limit": memory, **options})
    if job.task == COMPARE or made.executor or not _may_go_on(made):
        return made
    checkpoint = left if isinstance(left, Checkpoint) else None
    limits = made.limits
    if made.task == "list" and limits.solutions is not None and checkpoint is not None:
        more = limits.solutions - job.solutions
        checkpoint = checkpoint if more > 0 else None
        made = replace(made, limits=replace(limits, solutions=more)) if more > 0 else made
    return replace(made, checkpoint=checkpoint or Checkpoint())


def call_of(job: Job, request: Request, left: Left | None = None) -> tuple[Call, Request]:
    """Return the call that answers a job, from where it was left, and the request whose limits are those of the whole call."""
    keys = job.source or job.puzzle
    if job.task != COMPARE:
        kept = job.solutions if isinstance(left, CubesDone) else 0
        return Call(answered, (keys, request, left, kept)), request
    names = job.options["backends"]
    seconds = None if request.limits.time is None else request.limits.time * len(names)
    whole = replace(request, limits=replace(request.limits, time=seconds))
    return Call(compared, (keys, request, names)), whole


def _may_go_on(request: Request) -> bool:
    """Tell whether a search says which of its roots are done; a list on several threads has solutions of many at once."""
    if request.limits.nodes is not None or request.optimal:
        return False
    if request.task == "list":
        return request.workers <= 1 and (request.limits.solutions is None or request.limits.solutions >= MANY)
    return request.task == "count" and request.limits.solutions is None


def resumed(attempt: int, left: Left | None) -> Happened | None:
    """Return the event that says how many roots and nodes, cubes or lines an attempt need not search; None where that is none."""
    told: Json = {}
    if isinstance(left, CubesDone):
        told = {"cubes": left.cubes}
    elif isinstance(left, LinesDone):
        told = {"lines": left.lines, "nodes": left.nodes}
    elif left is not None:
        told = {"roots": len(left.done), "nodes": sum(nodes for _, nodes in left.done.values())}
    return Happened({"event": "resumed", "attempt": attempt, **told}) if any(told.values()) else None


def checkpoint_text(left: Left) -> str:
    """Return where a search is left as it is kept: a checkpoint, or how far a batch, or the ledger of its cubes, is."""
    if not isinstance(left, Checkpoint):
        return json.dumps(vars(left), separators=(",", ":"))
    done = {str(root): list(marks) for root, marks in left.done.items()}
    return json.dumps({"plan": left.roots_digest, "done": done}, separators=(",", ":"))


def checkpoint_of(text: str) -> Left:
    """Return what `checkpoint_text` has written."""
    told = json.loads(text)
    if "lines" in told:
        return LinesDone(**told)
    if "run" in told:
        return CubesDone(told["run"], told["cubes"])
    return Checkpoint(told["plan"], {int(root): (marks[0], marks[1]) for root, marks in told["done"].items()})
