"""Look-ups: requests about a puzzle that need no job. Each is a generator that runs in its own process, under limits.

Untrusted input is parsed in that process, so a text that takes much time or memory costs only that process. Heavy
modules are imported inside the functions.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from exactcover.model.answer import SCHEMA, Limits, Request, Task
from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.job import COMPARE

MOST_WRITTEN = 64_000_000
"""The largest total size of the files that a look-up may return, in bytes."""


@dataclass(frozen=True)
class LookupResult:
    """The result of a look-up."""

    value: Any


LookupStep: TypeAlias = LookupResult | Clock
"""What a look-up yields."""


@dataclass(frozen=True)
class Prepared:
    """A puzzle that was parsed: its canonical form and digest, the keys that build it, its title, and its size in
    bytes.
    """

    puzzle: dict[str, Any]
    puzzle_sha256: str
    source: dict[str, Any]
    title: str
    size: int


def ready() -> None:
    """Import what look-ups need, when their process starts."""
    # So that the first look-up need not import them.
    from exactcover.api import about, checking, drawings, exporting, remaining  # noqa: F401
    from exactcover.backends import exact
    from exactcover.solving import job_runner

    if job_runner.can_run_kernels():
        exact.warm_up()


@dataclass(frozen=True)
class Refused:
    """The Problem of a body: its arguments."""

    status: int
    detail: str
    kind: str


def parsed(function: Callable[..., Any], content: bytes, *arguments: Any) -> Iterator[LookupStep]:
    """Parse a body by a function of http/bodies.py, or refuse it."""
    from exactcover.service.http.problems import Problem

    yield Clock(running=True)
    try:
        value = function(content, *arguments)
    except Problem as problem:
        value = Refused(problem.status, problem.detail, problem.kind)
    yield LookupResult(value)


def prepared(sent: Any, task: str, options: dict[str, Any], most_bytes: int) -> Iterator[LookupStep]:
    """Parse a puzzle and validate the options of its request, as a run does before it begins; raises InvalidInput."""
    from exactcover import api, backends
    from exactcover.solving import dispatch

    yield Clock(running=True)
    requests = requests_of(task, options)
    for each in requests:
        if each.engine != "auto":
            backends.engine(each.engine)
    lines = api.batch_sent(sent)
    title = ""
    if lines is not None:
        if task not in ("solve", "count"):
            raise InvalidInput(f"a batch was given to {task}; expected solve or count, or one puzzle")
        canonical, source = _of_many(lines, requests[0])
        title = f"{len(source['batch']):,} puzzles"
    else:
        puzzle, keys = api.puzzle_sent(sent)
        if task != COMPARE:  # which reports an engine that does not suit the puzzle
            dispatch.job_of(requests[0], puzzle.encode().model)
        if options.get("disassemble"):
            api.refuse_disassembly(puzzle)
        canonical, source, title = puzzle.canonical(), _as_json(keys), puzzle.title
    size = max(len(json.dumps(canonical)), len(json.dumps(source)))
    if size > most_bytes:
        raise InvalidInput(f"the puzzle has {size} bytes in canonical form; expected at most {most_bytes}")
    title = title or (sent if isinstance(sent, str) and len(sent) <= 200 else "")
    yield LookupResult(Prepared(canonical, api.digest_of(canonical), source, title, size))


def _of_many(
    lines: Iterator[tuple[int, Any, dict[str, Any]]], request: Request
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a batch in canonical form and as it was sent: for each line its number, and the puzzle or the error.

    Raises InvalidInput if the request suits none of the puzzles.
    """
    from exactcover.solving import dispatch

    suits, refused = False, list[InvalidInput]()
    canonical: list[dict[str, Any]] = []
    source: list[dict[str, Any]] = []
    for number, puzzle, keys in lines:
        fault = {"line": number, "error": str(puzzle)} if isinstance(puzzle, InvalidInput) else None
        if fault is None and not suits:
            try:
                dispatch.job_of(request, puzzle.encode().model)
                suits = True
            except InvalidInput as refusal:
                refused.append(refusal)
        canonical.append(fault or {"line": number, "puzzle": puzzle.canonical()})
        source.append(fault or {"line": number, "puzzle": _as_json(keys)})
    if refused and not suits:
        raise refused[0]
    return {"batch": canonical}, {"batch": source}


def _as_json(keys: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that affect a puzzle, as JSON: TOML types that JSON lacks become strings, which no puzzle reads."""
    value: dict[str, Any] = json.loads(json.dumps(keys, default=str))
    return {key: value for key, value in value.items() if key not in _TEXTS}


def requests_of(task: str, options: dict[str, Any]) -> list[Request]:
    """Return the requests that a submission makes: one, or one per engine for a comparison; raises InvalidInput."""
    if task != COMPARE:
        return [request_of(task, options)]
    own = {key: value for key, value in options.items() if key != "backends"}
    names = options["backends"]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"the engine {name} is named twice; expected each once")
    return [request_of("solve", {**own, "backend": name}) for name in names]


def request_of(task: str, options: dict[str, Any]) -> Request:
    """Return the request with a submission's options; raises InvalidInput."""
    from exactcover.model import answer

    limits = Limits(
        options.get("time_limit"), options.get("memory_limit"), options.get("node_limit"), options.get("limit")
    )
    own = {key: value for key, value in options.items() if key not in (*_LIMITS, "backend", "disassemble")}
    return answer.request(cast("Task", task), options.get("backend", "auto"), limits=limits, **own)


_TEXTS = ("title", "source", "published")
_LIMITS = ("time_limit", "memory_limit", "node_limit", "limit")


def described(sent: Any) -> Iterator[LookupStep]:
    """Return what is known of a puzzle without searching."""
    from exactcover import api
    from exactcover.api.answering import on_the_clock

    value = yield from on_the_clock(lambda: api.info(api.puzzle_sent(sent)[0]))
    yield LookupResult(value)


def left(sent: Any, seconds: float, solution: bool) -> Iterator[LookupStep]:
    """Return what is left of a puzzle; seconds: for its searches, which run in this process."""
    from exactcover import api
    from exactcover.api.answering import answered_here, on_the_clock
    from exactcover.api.solutions_left import remaining_by

    value = yield from on_the_clock(lambda: remaining_by(answered_here, api.puzzle_sent(sent)[0], seconds, solution))
    yield LookupResult(value)


def hinted(sent: Any, begun: Any, seconds: float) -> Iterator[LookupStep]:
    """Return what to place next; seconds: for the searches, which run in this process."""
    from exactcover import api
    from exactcover.api.answering import answered_here, on_the_clock
    from exactcover.api.hints import hint_by

    value = yield from on_the_clock(lambda: hint_by(answered_here, api.puzzle_sent(sent)[0], begun, seconds))
    yield LookupResult(value)


def designed(
    sent: Any, vary: str, pick: int | None, seed: str, level: int | None, limits: Limits
) -> Iterator[LookupStep]:
    """Make puzzles with one solution; limits: those of the searches, which run in this process, and the most designs."""
    from exactcover import api
    from exactcover.api.answering import on_the_clock, run_here
    from exactcover.api.designing import designs_by

    def made() -> dict[str, Any]:
        designs = designs_by(run_here, api.puzzle_sent(sent)[0], vary, pick, seed, level, limits)
        return {"designs": list(designs), "summary": designs.summary}

    value = yield from on_the_clock(made)
    yield LookupResult(value)


def chosen(sent: Any, over: str, limits: Limits) -> Iterator[LookupStep]:
    """Count the solutions of a puzzle by what they choose; the search runs in this process."""
    from exactcover import api
    from exactcover.api.answering import on_the_clock, run_here
    from exactcover.api.choosing import choices_by

    value = yield from on_the_clock(lambda: choices_by(run_here, api.puzzle_sent(sent)[0], over, limits))
    yield LookupResult(value)


def certified(sent: Any) -> Iterator[LookupStep]:
    """Count the solutions of a puzzle with a certificate; the count runs in this process."""
    from exactcover import api
    from exactcover.api.answering import on_the_clock, run_here
    from exactcover.api.certifying import count_certificate_by

    made = yield from on_the_clock(lambda: count_certificate_by(run_here, api.puzzle_sent(sent)[0], Limits()))
    assert made is not None, "the limits are those of the look-up, which end it as a whole"
    yield LookupResult({"certificate": made.to_json()})


def option_counts(
    sent: Any, memory: float | None, samples: int | None, seed: int, seconds: float | None
) -> Iterator[LookupStep]:
    """Count the solutions with each option of a puzzle, or estimate their share.

    memory: megabytes for states; seconds: for an estimate, after which it is what it is.
    """
    from exactcover import api
    from exactcover.api.answering import on_the_clock
    from exactcover.api.option_counts import marginals

    limits = {"memory_limit": memory, "time_limit": None if samples is None else seconds}
    value = yield from on_the_clock(lambda: marginals(api.puzzle_sent(sent)[0], samples=samples, seed=seed, **limits))
    yield LookupResult(value)


def checked(sent: Any, text: str, recount: Limits | None) -> Iterator[LookupStep]:
    """Judge an answer, a solution or a certificate; recount: the limits of the search that verifies its other claims."""
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

    yield LookupResult(api.check_text(puzzle, text, None if recount is None else search))


def pictured(source: dict[str, Any], solution: Any, certificate: Any, ending: str, view: str) -> Iterator[LookupStep]:
    """Draw a puzzle, a solution of it or a certificate about it, after judging it."""
    from exactcover import api
    from exactcover.files import judging

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(source)
    evidence = certificate if solution is None else solution
    shown = api.Drawable(puzzle) if evidence is None else judging.drawable(puzzle, evidence)
    yield LookupResult(api.draw_file(shown, ending, film=ending == ".gif", view=view))


def drawn(
    sent: Any,
    text: str | None,
    ending: str,
    most: int,
    film: bool,
    view: str,
    window: str,
    pieces: bool,
    measures: Mapping[str, float] | None,
    colours: int,
    columns: int,
) -> Iterator[LookupStep]:
    """Draw a puzzle, or the answer, solutions or certificate in `text`; ending: that of a file, empty for a terminal."""
    from exactcover import api
    from exactcover.files import judging

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    shown = api.Drawable(puzzle) if text is None else judging.drawables(puzzle, text, None, most)
    if ending:
        made = api.measures(measures)
        content = api.draw_file(
            shown, ending, film=film, view=view, window=window, pieces=pieces or None, measures=made
        )
    else:
        content = api.draw_text(shown, colours=colours, columns=columns, window=window, pieces=pieces).encode()
    if isinstance(shown, api.Several):
        value: dict[str, Any] = {"attempt": False, "note": shown.note()}
    else:
        value = {"attempt": shown.attempt}
    yield LookupResult({**value, **_files({ending: iter([content])})})


def exported(sent: Any, to: str, text: str | None) -> Iterator[LookupStep]:
    """Write a puzzle, or the certificate in `text`, in a format of other programs."""
    from exactcover import api

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    yield LookupResult(_files(api.exported(puzzle, to, text)))


def _files(files: Mapping[str, Iterator[bytes]]) -> dict[str, Any]:
    """Return files as JSON: their text, or base64 for binary files. Raises InvalidInput if they are too large."""
    written: list[dict[str, str]] = []
    size = 0
    for ending, chunks in files.items():
        content = bytearray()
        for chunk in chunks:
            content += chunk
            size += len(chunk)
            if size > MOST_WRITTEN:
                raise InvalidInput(f"the files have over {MOST_WRITTEN} bytes; expected a smaller puzzle")
        binary = ending in (".png", ".pdf", ".gif", ".stl")
        value = {"base64": b64encode(content).decode()} if binary else {"text": content.decode()}
        written.append({"ending": ending, **value})
    return {"files": written}


def moves(sent: Any) -> Iterator[LookupStep]:
    """List the legal moves from a puzzle's start."""
    from exactcover import api

    yield Clock(running=True)
    puzzle, _ = api.puzzle_sent(sent)
    yield LookupResult({"schema": SCHEMA, "task": "moves", "moves": api.moves(puzzle)})


def puzzles() -> Iterator[LookupStep]:
    """List the catalogue."""
    from exactcover.api.listing import listed

    yield Clock(running=True)
    yield LookupResult({"schema": SCHEMA, "task": "puzzles", "puzzles": listed()})


def schemas() -> Iterator[LookupStep]:
    """List the JSON Schemas, those of kinds of other packages among them."""
    from exactcover.api.schemas import schemas as listed

    yield Clock(running=True)
    yield LookupResult({"schema": SCHEMA, "task": "schemas", "schemas": listed()})


def engines() -> Iterator[LookupStep]:
    """List the engines."""
    from exactcover import api

    yield Clock(running=True)
    yield LookupResult({"schema": SCHEMA, "task": "engines", "engines": api.engines()})
