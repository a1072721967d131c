"""What commands do in a process of their own, which is watched and kept to limits: each a generator of what is to be shown.

Nothing heavy is imported before it is called.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactcover.cli import remote, rendering, terminal
from exactcover.files.outputs import gzipped
from exactcover.model.errors import ANSWERED, REFUSED, UNKNOWN, InvalidInput
from exactcover.process.escaping import escaped_drawing
from exactcover.process.messages import Clock

if TYPE_CHECKING:
    from exactcover.model.answer import Answer, Limits, Request
    from exactcover.service.client import Client

NO_SOLUTION = "this is no solution: it is the best attempt of a search that found none"
LARGE_DRAWING = 5_000_000  # bytes of an SVG


@dataclass(frozen=True)
class Printed:
    """What a look-up prints, and the exit status it makes."""

    text: str
    status: int = ANSWERED


@dataclass(frozen=True)
class Said:
    """A sentence about what a look-up does, for standard error."""

    sentence: str


@dataclass(frozen=True)
class Written:
    """What a look-up writes to a file, or goes on to write; ending: after the name that was asked for."""

    content: bytes
    ending: str = ""


def ready() -> None:
    """In the process of a look-up: import what it needs while the command line reads its words."""
    import exactcover.api  # noqa: F401  (ready when the words come)


def answered(
    words: Sequence[str], request: Request, look: rendering.Look, server: remote.Server | None = None
) -> Iterator[Any]:
    """Read a puzzle and answer a request about it; what the supervisor has to know is passed on as it is.

    server: what answers the request in place of an engine here; its time is its own.
    """
    from exactcover import api
    from exactcover.model.answer import Accepted, AcceptedMany, Answer, Notice
    from exactcover.process import child

    yield Clock(running=server is None)
    if (lines := _batch(words, request, look)) is not None:
        yield from _of_lines(lines, request, look, server)
        return
    puzzle = read(words)
    if look.ending == ".gif":
        api.refuse_film(puzzle)
    if look.ending == ".npz":
        puzzle.most_pieces()  # refused where solutions are not written as arrays
    number, sheet = 0, rendering.Sheet(puzzle, look)
    for step in _steps(puzzle, request, server):
        if isinstance(step, Accepted):
            number += 1
            if request.task in ("list", "sample"):
                sheet.keep([step.solution])
                yield rendering.listed(puzzle, step.solution, number, look, step.more)
        elif isinstance(step, AcceptedMany):
            sheet.keep(step.solutions)
            for listed in rendering.listed_many(puzzle, step.solutions, number, look):
                yield listed
                child.interrupted()  # heard between two pieces of a long table
            number += step.number
        elif isinstance(step, Answer):
            drawn, note = sheet.drawn(step) or (None, "")
            yield from (Notice(f"{look.file} has {note}"),) if note.startswith("the first") else ()
            yield from rendering.in_parts(puzzle, step, look, drawn)
        else:
            yield step


def _of_lines(
    lines: Iterator[Any], request: Request, look: rendering.Look, server: remote.Server | None
) -> Iterator[Any]:
    """Answer about many puzzles, each a line, here or by a server."""
    from exactcover.process import child
    from exactcover.solving import batch

    with ExitStack() as stack:
        if server is None:
            steps: Iterator[Any] = batch.run(lines, request, child.interrupted)
        else:
            client = stack.enter_context(_client(server))
            from exactcover.service import batches

            steps = batches.run(client.connection, list(lines), request, child.interrupted)
        for each in steps:
            yield rendering.line(each, look) if isinstance(each, batch.BadLine | batch.OneAnswered) else each


def _batch(words: Sequence[str], request: Request, look: rendering.Look) -> Iterator[Any] | None:
    """Return the lines of the file that words name, None where they name one puzzle; raises InvalidInput."""
    from exactcover import api

    specification, rest = api.split_words(words)
    lines = None if rest or request.task not in ("solve", "count") else api.batch(specification)
    if lines is not None and look.ending is not None:
        raise InvalidInput(f"a batch was to be written to {look.file}; expected no -o, the answers are printed")
    return lines


def _steps(puzzle: Any, request: Request, server: remote.Server | None) -> Iterator[Any]:
    """Yield the steps of a request, answered by an engine here or by a server."""
    from exactcover.process import child
    from exactcover.solving import pipeline

    if server is None:
        yield from pipeline.run(puzzle, request, child.interrupted)
        return
    with _client(server) as client:
        yield from client.run(puzzle, request, child.interrupted)


def _client(server: remote.Server) -> Client:
    """Return a client; raises InvalidInput where the library that calls servers is missing."""
    if importlib.util.find_spec("httpx") is None:
        raise InvalidInput(
            "a server is called by httpx, which is missing; expected the extra exactcover-solver[service]"
        )
    from exactcover.service.client import Client

    return Client(server.url, token=server.token)


def read(words: Sequence[str]) -> Any:
    """Return the puzzle that words name; raises InvalidInput where more follows."""
    from exactcover import api

    specification, rest = api.split_words(words)
    if rest:
        raise InvalidInput(f"{rest[0]!r} follows the puzzle; expected only key=value after it")
    return api.puzzle(*specification)


def checked(
    words: Sequence[str], as_json: bool, recount: Limits | None = None, server: remote.Server | None = None
) -> Iterator[Any]:
    """Judge what a file holds; recount: the limits of the whole, where claims are to be verified by searching again too.

    server: what searches again; all else is judged here.
    """
    from exactcover import api

    yield Clock(running=True)
    search = None if recount is None else _again_within(recount, server)
    specification, rest = api.split_words(words)
    if len(rest) != 1:
        raise InvalidInput(f"check was given {len(rest)} files; expected one after the puzzle")
    told = api.check_file(api.puzzle(*specification), Path(rest[0]), search)
    text = json.dumps(told) if as_json else terminal.verdict(told, recounted=recount is not None)
    yield Printed(text + "\n", REFUSED if told["faults"] else UNKNOWN if told["unverified"] else ANSWERED)


def _again_within(limits: Limits, server: remote.Server | None) -> Callable[[Any, Request], Answer]:
    """Return what makes a search again in what is left of the time.

    The supervisor's clock stands still meanwhile: the search has a limit of its own, which its start does not count towards.
    """
    from exactcover import api
    from exactcover.process import child
    from exactcover.process.deadline import Deadline

    deadline = Deadline(limits.time)

    def search(puzzle: Any, request: Request) -> Answer:
        child.tell(Clock(running=False))
        within = replace(limits, time=deadline.left, solutions=request.limits.solutions)
        again = replace(request, limits=within)
        if server is None:
            answer = api.answered(puzzle, again)
        else:
            with _client(server) as client:
                answer = client.answered(puzzle, again)
        child.tell(Clock(running=True))
        return answer

    return search


def drawn(
    words: Sequence[str], look: rendering.Look, most: int, film: bool, view: str, window: str, pieces: bool
) -> Iterator[Any]:
    """Draw a puzzle, solutions (at most so many) or a colouring; as text where the look has no ending."""
    from exactcover import api

    yield Clock(running=True)
    shown = api.drawables(words, most)
    if isinstance(shown, api.Several):
        yield from _undrawn(shown.note())
    elif shown.attempt:
        yield Said(NO_SOLUTION)
    if look.ending is None:
        text = api.draw_text(shown, colours=look.colours, columns=look.columns, window=window, pieces=pieces)
        yield Printed(text + "\n")
        return
    content = api.draw_file(shown, look.ending, film=film, view=view, window=window, pieces=pieces or None)
    yield from _large(look.ending, content)
    yield Written(content)


def _undrawn(note: str) -> Iterator[Said]:
    """Yield what a sheet says of the solutions it has, where it has not all."""
    if note.startswith("the first"):
        yield Said(f"drawn are {note}; --limit N draws N")


def _large(ending: str, content: bytes) -> Iterator[Said]:
    if ending == ".svg" and len(content) > LARGE_DRAWING:
        yield Said(f"the drawing has {len(content) / 1e6:.0f} MB, which few viewers show; a .png is much smaller")


def described(words: Sequence[str], as_json: bool, verbose: bool) -> Iterator[Any]:
    """Say what is known of a puzzle without searching."""
    from exactcover import api
    from exactcover.process import child, compiling

    compiling.measure(child.tell)  # the estimates run compiled code
    yield compiling.clock(running=True)
    told = api.info(read(words))
    compiling.forget_run()
    yield _described(told, as_json, verbose)


def described_by(
    server: remote.Server, words: Sequence[str], as_json: bool, verbose: bool, limits: Limits
) -> Iterator[Any]:
    """Say what a server knows of a puzzle without searching."""
    yield Clock(running=False)
    with _client(server) as client:
        yield _described(client.info(read(words), limits), as_json, verbose)


def _described(told: Mapping[str, Any], as_json: bool, verbose: bool) -> Printed:
    if "stop_reason" in told and not as_json:
        return _cut("info", told)
    status = UNKNOWN if "stop_reason" in told else ANSWERED
    return Printed((json.dumps(told) if as_json else terminal.about(told, verbose=verbose)) + "\n", status)


def listed_by(server: remote.Server, name: str) -> Iterator[Any]:
    """Give a server's list of puzzles or of engines."""
    yield Clock(running=False)
    with _client(server) as client:
        yield client.puzzles() if name == "puzzles" else client.engines()


def drawn_by(
    server: remote.Server, words: Sequence[str], look: rendering.Look, settings: dict[str, Any], limits: Limits
) -> Iterator[Any]:
    """Have a server draw what words name: the files of the user's are read here. settings: limit, film, view, window, pieces."""
    from exactcover import api
    from exactcover.service.client import files_in

    yield Clock(running=False)
    puzzle, text, _ = api.words_drawn(words)
    ending = look.ending or ""
    terminal_only = {} if ending else {"colours": look.colours, "columns": look.columns}
    with _client(server) as client:
        told = client.made(
            "draw", puzzle, {"text": text, "ending": ending, "limits": limits, **terminal_only, **settings}
        )
    if "stop_reason" in told:
        yield _cut("draw", told)
        return
    if told.get("attempt"):
        yield Said(NO_SOLUTION)
    yield from _undrawn(told.get("note", ""))
    content = files_in(told).get(ending, b"")
    if not ending:
        yield Printed(escaped_drawing(content.decode()) + "\n")
        return
    yield from _large(ending, content)
    yield Written(content)


def exported_by(
    server: remote.Server, words: Sequence[str], to: str, certificate: Path | None, packed: bool, limits: Limits
) -> Iterator[Any]:
    """Have a server write a puzzle, or a certificate with its problem, as others read it; packed: gzipped, here."""
    from exactcover import api
    from exactcover.service.client import files_in

    yield Clock(running=False)
    text = None if certificate is None else api.read_answer_file(certificate)
    with _client(server) as client:
        told = client.made("export", read(words), {"to": to, "certificate": text, "limits": limits})
    if "stop_reason" in told:
        yield _cut("export", told)
        return
    for ending, content in files_in(told).items():
        for chunk in gzipped(iter([content])) if packed and not ending else [content]:
            yield Written(chunk, ending)


def moves_by(server: remote.Server, words: Sequence[str]) -> Iterator[Any]:
    """Give the legal moves of a puzzle's start, as a server tells them."""
    yield Clock(running=False)
    with _client(server) as client:
        yield client.moves(read(words))


def compared_by(
    server: remote.Server, words: Sequence[str], engines: Sequence[str], limits: Limits, seed: int
) -> Iterator[Any]:
    """Give the answers of engines about a puzzle, as a server's one job has them."""
    from exactcover.model.answer import Answer
    from exactcover.process import child
    from exactcover.service import comparisons
    from exactcover.solving.comparable import NotApplicable

    yield Clock(running=False)
    with _client(server) as client:
        steps = comparisons.run(client.connection, read(words), engines, limits, seed, child.interrupted)
        yield from (step for step in steps if isinstance(step, Answer | NotApplicable))


def family_by(server: remote.Server, name: str, engines: Sequence[str], limits: Limits, seed: int) -> Iterator[Any]:
    """Give the cases of a family, each answer one of a server's jobs: what it knows from an earlier one is not searched again."""
    from exactcover.comparison import families
    from exactcover.model.answer import Answer, request
    from exactcover.process import child

    yield Clock(running=False)
    with _client(server) as client:

        def solve(puzzle: Any, **settings: Any) -> Answer:
            *_, last = client.run(puzzle, request("solve", **settings), child.interrupted)
            assert isinstance(last, Answer)
            return last

        yield from families.run(families.family(name), engines, limits, seed, solve)


def _cut(task: str, told: Any) -> Printed:
    return Printed(f"UNKNOWN: {task} was stopped by the {told['stop_reason']} limit, and says nothing\n", UNKNOWN)


def jobs_by(server: remote.Server, job_id: str, action: str, state: str, limit: int) -> Iterator[Any]:
    """Give jobs, one job (cancelled, removed), or its events and then the job, of a server."""
    yield Clock(running=False)
    with _client(server) as client:
        if not job_id:
            yield client.jobs(limit=limit, state=state)
            return
        if action == "cancel":
            client.cancel(job_id)
        if action == "follow":
            yield from client.events(job_id)
        yield client.job(job_id)


def exported(words: Sequence[str], to: str, certificate: Path | None, packed: bool) -> Iterator[Any]:
    """Write a puzzle, or a certificate with its problem, as others read it, in pieces; packed: gzipped."""
    from exactcover import api

    yield Clock(running=True)
    text = None if certificate is None else api.read_answer_file(certificate)
    for ending, chunks in api.exported(read(words), to, text).items():
        for chunk in gzipped(chunks) if packed and not ending else chunks:
            yield Written(chunk, ending)
