"""What is asked of a puzzle without a job, each a generator that runs in a process of its own, under limits.

What a stranger sends is parsed there: a text that takes long, or much memory, costs that process alone. Nothing heavy is imported
before it is called.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from exactcover.answer import SCHEMA, Limits, Request, Task
from exactcover.errors import InvalidInput
from exactcover.running.messages import Clock


@dataclass(frozen=True)
class Told:
    """What was asked for."""

    value: Any


@dataclass(frozen=True)
class Prepared:
    """A puzzle that was read: its canonical form and digest, the keys that make it, and its title."""

    puzzle: dict[str, Any]
    puzzle_sha256: str
    source: dict[str, Any]
    title: str
    size: int


def ready() -> None:
    """In the process: import what is needed while nothing is asked."""
    import exactcover.api  # noqa: F401  (ready when something is asked)


def prepared(sent: Any, task: str, options: dict[str, Any], most_bytes: int) -> Iterator[Any]:
    """Read a puzzle, and tell whether its options are those of a request; raises InvalidInput."""
    from exactcover import api, backends

    yield Clock(running=True)
    request = request_of(task, options)
    if request.engine != "auto":
        backends.engine(request.engine)
    puzzle, keys = api.puzzle_sent(sent)
    canonical = puzzle.canonical()
    size = len(json.dumps(canonical))
    if size > most_bytes:
        raise InvalidInput(f"the puzzle has {size} bytes when it is written out; expected at most {most_bytes}")
    title = puzzle.title or (sent if isinstance(sent, str) and len(sent) <= 200 else "")
    yield Told(Prepared(canonical, api.digest_of(canonical), _as_json(keys), title, size))


def _as_json(keys: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that change a puzzle as JSON has them: without what only TOML can say, which no puzzle reads."""
    told: dict[str, Any] = json.loads(json.dumps(keys, default=str))
    return {key: value for key, value in told.items() if key not in _TEXTS}


def request_of(task: str, options: dict[str, Any]) -> Request:
    """Return the request that a submission's options make; raises InvalidInput."""
    from exactcover import answer

    limits = Limits(
        options.get("time_limit"), options.get("memory_limit"), options.get("node_limit"), options.get("limit")
    )
    own = {key: value for key, value in options.items() if key not in _LIMITS and key != "backend"}
    return answer.request(cast("Task", task), options.get("backend", "auto"), limits=limits, **own)


_TEXTS = ("title", "source", "published")
_LIMITS = ("time_limit", "memory_limit", "node_limit", "limit")


def described(sent: Any) -> Iterator[Any]:
    """Say what is known of a puzzle without searching."""
    from exactcover import api
    from exactcover.running import child, compiling

    compiling.measure(child.tell)  # the estimate descends by compiled code
    yield compiling.clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    told = api.info(puzzle)
    compiling.forget_run()
    yield Told(told)


def checked(sent: Any, text: str, recount: Limits | None) -> Iterator[Any]:
    """Judge an answer, a solution or a certificate; recount: the limits of a search made again for what else it claims."""
    from exactcover import api
    from exactcover.deadline import Deadline
    from exactcover.running import child

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    deadline = Deadline(None if recount is None else recount.time)

    def search(subject: Any, request: Request) -> Any:
        assert recount is not None
        child.tell(Clock(running=False))
        within = replace(recount, time=deadline.left, solutions=request.limits.solutions)
        answer = api.answered(subject, replace(request, limits=within))
        child.tell(Clock(running=True))
        return answer

    yield Told(api.check_text(puzzle, text, None if recount is None else search))


def pictured(source: dict[str, Any], solution: Any, certificate: Any, ending: str, view: str) -> Iterator[Any]:
    """Draw a puzzle, a solution of it or a certificate about it; judged before it is drawn."""
    from exactcover import api, judging

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(source)
    evidence = certificate if solution is None else solution
    shown = api.Drawable(puzzle) if evidence is None else judging.drawable(puzzle, evidence)
    yield Told(api.draw_file(shown, ending, film=ending == ".gif", view=view))


def puzzles() -> Iterator[Any]:
    """List the catalogue."""
    from exactcover import api

    yield Clock(running=True)
    listed = [{"name": name, "title": api.puzzle(name).title, "kind": api.puzzle(name).kind} for name in api.puzzles()]
    yield Told({"schema": SCHEMA, "task": "puzzles", "puzzles": listed})


def engines() -> Iterator[Any]:
    """List the engines."""
    from exactcover import api

    yield Clock(running=True)
    yield Told({"schema": SCHEMA, "task": "engines", "engines": api.engines()})
