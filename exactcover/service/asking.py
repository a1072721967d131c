"""What is asked of a puzzle without a job, each a generator that runs in a process of its own, under limits.

What a stranger sends is parsed there: a text that takes long, or much memory, costs that process alone. Nothing heavy is imported
before it is called.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from exactcover.model.answer import SCHEMA, Limits, Request, Task
from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.job import COMPARE

MOST_WRITTEN = 64_000_000
"""Bytes of the files that a look-up may make."""


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
    for each in requests_of(task, options):
        if each.engine != "auto":
            backends.engine(each.engine)
    lines = api.batch_sent(sent)
    title = ""
    if lines is not None:
        canonical, source = _of_many(lines, task)
        title = f"{len(source['batch']):,} puzzles"
    else:
        puzzle, keys = api.puzzle_sent(sent)
        canonical, source, title = puzzle.canonical(), _as_json(keys), puzzle.title
    size = max(len(json.dumps(canonical)), len(json.dumps(source)))
    if size > most_bytes:
        raise InvalidInput(f"the puzzle has {size} bytes when it is written out; expected at most {most_bytes}")
    title = title or (sent if isinstance(sent, str) and len(sent) <= 200 else "")
    yield Told(Prepared(canonical, api.digest_of(canonical), source, title, size))


def _of_many(lines: Iterator[tuple[int, Any, dict[str, Any]]], task: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a batch as what it asks and as it came: of each line its number, and the puzzle or what is wrong with it."""
    if task not in ("solve", "count"):
        raise InvalidInput(f"a batch was given to {task}; expected solve or count, or one puzzle")
    canonical: list[dict[str, Any]] = []
    source: list[dict[str, Any]] = []
    for number, puzzle, keys in lines:
        fault = {"line": number, "error": str(puzzle)} if isinstance(puzzle, InvalidInput) else None
        canonical.append(fault or {"line": number, "puzzle": puzzle.canonical()})
        source.append(fault or {"line": number, "puzzle": _as_json(keys)})
    return {"batch": canonical}, {"batch": source}


def _as_json(keys: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that change a puzzle as JSON has them: without what only TOML can say, which no puzzle reads."""
    told: dict[str, Any] = json.loads(json.dumps(keys, default=str))
    return {key: value for key, value in told.items() if key not in _TEXTS}


def requests_of(task: str, options: dict[str, Any]) -> list[Request]:
    """Return the requests that a submission makes: one, but for a comparison one for each engine; raises InvalidInput."""
    if task != COMPARE:
        return [request_of(task, options)]
    own = {key: value for key, value in options.items() if key != "backends"}
    names = options["backends"]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"the engine {name} is named twice; expected each once")
    return [request_of("solve", {**own, "backend": name}) for name in names]


def request_of(task: str, options: dict[str, Any]) -> Request:
    """Return the request that a submission's options make; raises InvalidInput."""
    from exactcover.model import answer

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
    from exactcover.process import child, compiling

    compiling.measure(child.tell)  # the estimate descends by compiled code
    yield compiling.clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    told = api.info(puzzle)
    compiling.forget_run()
    yield Told(told)


def checked(sent: Any, text: str, recount: Limits | None) -> Iterator[Any]:
    """Judge an answer, a solution or a certificate; recount: the limits of a search made again for what else it claims."""
    from exactcover import api
    from exactcover.process import child
    from exactcover.process.deadline import Deadline

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
    from exactcover import api
    from exactcover.files import judging

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(source)
    evidence = certificate if solution is None else solution
    shown = api.Drawable(puzzle) if evidence is None else judging.drawable(puzzle, evidence)
    yield Told(api.draw_file(shown, ending, film=ending == ".gif", view=view))


def drawn(
    sent: Any,
    text: str | None,
    ending: str,
    most: int,
    film: bool,
    view: str,
    window: str,
    pieces: bool,
    colours: int,
    columns: int,
) -> Iterator[Any]:
    """Draw a puzzle, or what an answer, solutions or a certificate (text) have; ending: of a file, nothing for a terminal."""
    from exactcover import api
    from exactcover.files import judging

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    shown = api.Drawable(puzzle) if text is None else judging.drawables(puzzle, text, None, most)
    if ending:
        content = api.draw_file(shown, ending, film=film, view=view, window=window, pieces=pieces or None)
    else:
        content = api.draw_text(shown, colours=colours, columns=columns, window=window, pieces=pieces).encode()
    if isinstance(shown, api.Several):
        told: dict[str, Any] = {"attempt": False, "note": shown.note()}
    else:
        told = {"attempt": shown.attempt}
    yield Told({**told, **_files({ending: iter([content])})})


def exported(sent: Any, to: str, text: str | None) -> Iterator[Any]:
    """Write a puzzle, or the certificate about it that a text has, as other programs read it."""
    from exactcover import api

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    yield Told(_files(api.exported(puzzle, to, text)))


def _files(files: Mapping[str, Iterator[bytes]]) -> dict[str, Any]:
    """Return files as JSON: the text of each, or base64 of those that are none. Raises InvalidInput where they are too large."""
    written: list[dict[str, str]] = []
    size = 0
    for ending, chunks in files.items():
        content = bytearray()
        for chunk in chunks:
            content += chunk
            size += len(chunk)
            if size > MOST_WRITTEN:
                raise InvalidInput(f"what was to be written has over {MOST_WRITTEN} bytes; expected a smaller puzzle")
        binary = ending in (".png", ".pdf", ".gif")
        told = {"base64": b64encode(content).decode()} if binary else {"text": content.decode()}
        written.append({"ending": ending, **told})
    return {"files": written}


def moves(sent: Any) -> Iterator[Any]:
    """List the legal moves of a puzzle's start."""
    from exactcover import api

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    yield Told({"schema": SCHEMA, "task": "moves", "moves": api.moves(puzzle)})


def puzzles() -> Iterator[Any]:
    """List the catalogue."""
    from exactcover import api

    yield Clock(running=True)
    listed = [{"name": name, "title": api.puzzle(name).title, "kind": api.puzzle(name).kind} for name in api.puzzles()]
    yield Told({"schema": SCHEMA, "task": "puzzles", "puzzles": listed})


def schemas() -> Iterator[Any]:
    """List the JSON Schemas, those of kinds of other packages among them."""
    from exactcover.api.schemas import schemas as listed

    yield Clock(running=True)
    yield Told({"schema": SCHEMA, "task": "schemas", "schemas": listed()})


def engines() -> Iterator[Any]:
    """List the engines."""
    from exactcover import api

    yield Clock(running=True)
    yield Told({"schema": SCHEMA, "task": "engines", "engines": api.engines()})
