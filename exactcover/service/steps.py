"""The steps of a run, converted to JSON for the store: events, solutions and answers. The conversion runs in the
process of the request.

That process also parses the puzzle from its submitted keys, so the server itself parses no untrusted puzzle. Heavy
modules are imported inside the functions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias

from exactcover.model.amounts import in_json
from exactcover.model.answer import SCHEMA, Answer, Checkpoint, EngineReport, Request, Statistics
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.model.events import Accepted, AcceptedMany, Bound, CubesDone, Draft, Notice, Progress
from exactcover.process.messages import Call, Clock
from exactcover.service import lookup_tasks
from exactcover.service.job import COMPARE, Job, Json
from exactcover.solving.comparable import NotApplicable, compared_as

LISTED_AT_ONCE = 512
MANY = 1000
"""A list with a limit below this is restarted after a crash: a list that can be resumed comes in another order."""


@dataclass(frozen=True)
class CubeExecution:
    """How jobs that name an executor are run: the word given to `--executor`, empty for none; and the ledger of their
    cubes.
    """

    executor: str = ""
    ledger: str = ""


NO_EXECUTOR = CubeExecution()


@dataclass(frozen=True)
class LinesDone:
    """How many lines of a batch have answers; how many there are of each status; the nodes and CPU seconds they took."""

    lines: int = 0
    total: Mapping[str, int] = field(default_factory=dict)
    nodes: int = 0
    cpu_seconds: float = 0.0

    def with_line(self, status: str, used: Statistics) -> LinesDone:
        """Return the same with one more answer."""
        total = {**self.total, status: self.total.get(status, 0) + 1}
        return LinesDone(self.lines + 1, total, self.nodes + used.nodes, self.cpu_seconds + used.cpu_seconds)


ResumePoint: TypeAlias = Checkpoint | CubesDone | LinesDone
"""The progress of an attempt, from which the next attempt resumes."""


@dataclass(frozen=True)
class Listed:
    """Solutions of a list, as JSON texts; more: others follow at once; left: the progress of a batch once they are
    stored.
    """

    texts: tuple[str, ...]
    more: bool = False
    left: LinesDone | None = None

    @property
    def number(self) -> int:
        """The number of solutions."""
        return len(self.texts)


@dataclass(frozen=True)
class StepEvent:
    """An event of a run."""

    event: Json
    more: bool = False


@dataclass(frozen=True)
class Finished:
    """The end of a run, with the answer object of the contract."""

    answer: Json
    more = True  # the end of the run follows at once


def answered(
    keys: Mapping[str, Any],
    request: Request,
    left: ResumePoint | None = None,
    kept: int = 0,
    disassembles: bool = False,
) -> Iterator[Any]:
    """Answer a request, in its process; steps for the supervisor are passed on unchanged. Raises InvalidInput.

    left: where an earlier attempt stopped, for a batch or a search by cubes; kept: how many solutions of that search
    are stored. They come in a fixed order, are judged again, and are not sent again. disassembles: with each solution of a list,
    how its pieces come apart.
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
            sentence = "another version of this program began the list; submit the job again"
            raise OurFault(sentence, f"its solutions are those of the run {left.run}; this one is {step.run}")
        if isinstance(step, Accepted):
            number += 1
            if number <= kept:
                continue
            if request.task in ("list", "sample"):
                solution = _written(step.solution)
                listed = api.disassemble(puzzle, solution).beside(solution) if disassembles else solution
                yield Listed((json.dumps(listed),), step.more)
            else:
                yield StepEvent({"event": "solution", "number": number, "cost": in_json(step.cost)}, step.more)
        elif isinstance(step, AcceptedMany):
            fresh = islice(step.solutions, max(0, kept - number), None)
            each = (api.disassemble(puzzle, one).beside(one) for one in fresh) if disassembles else fresh
            texts = map(json.dumps, each)
            number += step.number
            while some := tuple(islice(texts, 1 if disassembles else LISTED_AT_ONCE)):
                yield Listed(some, more=True)
                child.interrupted()  # checked between two parts of a long table
        elif isinstance(step, Answer):
            yield Finished(answer_of(step))
        else:
            yield step


def _of_many(lines: Sequence[Json], request: Request, done: LinesDone) -> Iterator[Any]:
    """Answer each line of a batch; the answers are listed, and the final answer counts them by status.

    done: the first lines, which have answers. A line that an interruption left unanswered is listed but not counted as
    done.
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
    report = EngineReport("none", {}, "each puzzle of a batch has its own answer")
    statistics = Statistics(nodes=done.nodes, cpu_seconds=done.cpu_seconds)
    whole = answer_of(Answer(request.task, None, None, report, stop_reason=stop, statistics=statistics))
    status = "UNKNOWN" if done.total.get("UNKNOWN") else None
    yield Finished({**whole, "status": status, "batch": {"lines": len(lines), **dict(sorted(done.total.items()))}})


def _puzzle_or_fault(api: Any, line: Json) -> Any:
    """Return the puzzle of a line, or the error that was found when it was submitted."""
    return InvalidInput(line["error"]) if "error" in line else api.puzzle_sent(line["puzzle"])[0]


def compared(keys: Mapping[str, Any], request: Request, names: Sequence[str]) -> Iterator[Any]:
    """Run several engines on a puzzle, in the request's process: one after the other, each in a fresh process and under
    its limits.
    """
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
            own = lookup_tasks.request_of("solve", {"backend": compared_as(name), "seed": request.seed})
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
    document = {
        "schema": SCHEMA,
        "task": COMPARE,
        "puzzle": puzzle.canonical(),
        "limits": limits,
        "backends": list(names),
    }
    yield Finished({**document, "answers": answers, "status": None, "stop_reason": stop})


def answer_of(answer: Answer) -> Json:
    """Return the answer object of the contract; a solution of too many pieces is left out, as when no file is written."""
    document: Json = json.loads(json.dumps(answer.to_json()))
    return document


def _written(solution: Any) -> Any:
    """Return a solution for json.dumps; None if it has too many pieces."""
    from exactcover.model.layout import as_json

    written = as_json(solution)
    return written if isinstance(written, dict) else None


def event_of(step: Any) -> Json | None:
    """Return the event of a step; None if followers need not see it."""
    if isinstance(step, StepEvent):
        return step.event
    if isinstance(step, Progress):
        document = {"sentence": step.sentence, "nodes": step.nodes, "fraction": step.fraction, "unit": step.unit}
        return {"event": "progress", **document, "count": None if step.count is None else str(step.count)}
    if isinstance(step, Notice):
        return {"event": "notice", "sentence": step.sentence}
    if isinstance(step, Bound):
        return {"event": "bound", "bound": in_json(step.value)}
    if isinstance(step, Draft) and step.answer.solution is None and step.answer.certificate is None:
        engine = step.answer.engine
        return {"event": "engine", "name": engine.name, "why": engine.why}
    return None


def request_of(
    job: Job, left: ResumePoint | None, time: float, memory: float, place: CubeExecution = NO_EXECUTOR
) -> Request:
    """Return the request of a job, resumed from `left`; time, memory: limits for a job without its own.

    place: the executor and the ledger of its cubes, if it names an executor. Raises InvalidInput.
    """
    options = {key: value for key, value in job.options.items() if value is not None}
    if options.get("executor"):
        options |= {"executor": place.executor, "ledger": place.ledger, "run_of": job.id}
    made, *_ = lookup_tasks.requests_of(job.task, {"time_limit": time, "memory_limit": memory, **options})
    if job.task == COMPARE or made.executor or not _is_resumable(made):
        return made
    checkpoint = left if isinstance(left, Checkpoint) else None
    limits = made.limits
    if made.task == "list" and limits.solutions is not None and checkpoint is not None:
        more = limits.solutions - job.solutions
        checkpoint = checkpoint if more > 0 else None
        made = replace(made, limits=replace(limits, solutions=more)) if more > 0 else made
    return replace(made, checkpoint=checkpoint or Checkpoint())


def call_of(job: Job, request: Request, left: ResumePoint | None = None) -> tuple[Call, Request]:
    """Return the call that runs a job from `left`, and the request with the limits of the whole call."""
    keys = job.source or job.puzzle
    if job.task != COMPARE:
        kept = job.solutions if isinstance(left, CubesDone) else 0
        return Call(answered, (keys, request, left, kept, bool(job.options.get("disassemble")))), request
    names = job.options["backends"]
    seconds = None if request.limits.time is None else request.limits.time * len(names)
    whole = replace(request, limits=replace(request.limits, time=seconds))
    return Call(compared, (keys, request, names)), whole


def _is_resumable(request: Request) -> bool:
    """Return whether a search reports its finished roots; a list on several threads mixes solutions of several roots."""
    if request.limits.nodes is not None or request.optimal or request.certificate:
        return False
    if request.task == "list":
        return request.workers <= 1 and (request.limits.solutions is None or request.limits.solutions >= MANY)
    return request.task == "count" and request.limits.solutions is None


def resumed(attempt: int, left: ResumePoint | None) -> StepEvent | None:
    """Return the event that tells how many roots, cubes or lines are already done; None if there are none."""
    document: Json = {}
    if isinstance(left, CubesDone):
        document = {"cubes": left.cubes}
    elif isinstance(left, LinesDone):
        document = {"lines": left.lines, "nodes": left.nodes}
    elif left is not None:
        document = {"roots": len(left.done), "nodes": sum(nodes for _, nodes in left.done.values())}
    return StepEvent({"event": "resumed", "attempt": attempt, **document}) if any(document.values()) else None


def checkpoint_text(left: ResumePoint) -> str:
    """Serialize a resume point."""
    if not isinstance(left, Checkpoint):
        return json.dumps(vars(left), separators=(",", ":"))
    done = {str(root): list(marks) for root, marks in left.done.items()}
    return json.dumps({"plan": left.roots_digest, "done": done}, separators=(",", ":"))


def checkpoint_of(text: str) -> ResumePoint:
    """Parse what `checkpoint_text` serialized."""
    document = json.loads(text)
    if "lines" in document:
        return LinesDone(**document)
    if "run" in document:
        return CubesDone(document["run"], document["cubes"])
    return Checkpoint(document["plan"], {int(root): (marks[0], marks[1]) for root, marks in document["done"].items()})
