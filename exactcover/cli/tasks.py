"""The parts of commands that run in a separate process, under limits: each is a generator of output.

Heavy modules are imported inside the functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from exactcover.cli.lookup_output import (
    Printed,
    certified_output,
    choices_output,
    hint_output,
    info_output,
    left_output,
    marginals_output,
)
from exactcover.files.outputs import gzipped
from exactcover.model.errors import ANSWERED, REFUSED, UNKNOWN, InvalidInput
from exactcover.process.messages import Clock

if TYPE_CHECKING:
    from exactcover.cli import remote, rendering
    from exactcover.cli.looks import Look
    from exactcover.model.answer import Answer, Limits, Request
    from exactcover.model.many import SolutionTable
    from exactcover.service.client import Client
    from exactcover.solving import batch, pipeline

    RequestOutput: TypeAlias = (
        rendering.Listed | rendering.Line | rendering.Part | rendering.Finished | pipeline.Step | batch.Step
    )

NO_SOLUTION = "this is not a solution: it is the best attempt of a search that found none"
LARGE_DRAWING = 5_000_000  # bytes of an SVG


@dataclass(frozen=True)
class Message:
    """A message of a look-up for standard error."""

    sentence: str


@dataclass(frozen=True)
class Written:
    """Content that a look-up writes to a file, possibly one chunk of several; ending: appended to the file name."""

    content: bytes
    ending: str = ""


LookupOutput: TypeAlias = Printed | Message | Written | Clock
"""What a look-up yields: output, and when its clock starts."""


def ready() -> None:
    """Import what look-ups need, while the command line is being parsed."""
    import exactcover.api.subjects  # noqa: F401  (so that the first call need not import it)


def answered(
    words: Sequence[str], request: Request, look: Look, server: remote.Server | None = None
) -> Iterator[RequestOutput]:
    """Read a puzzle and answer a request about it; steps for the supervisor are passed on unchanged.

    server: answers the request instead of a local engine, and enforces the time limit itself.
    """
    from exactcover import api
    from exactcover.cli import rendering
    from exactcover.model.answer import Answer
    from exactcover.model.events import Accepted, AcceptedMany, Notice
    from exactcover.process import child

    yield Clock(running=server is None)
    if (lines := _batch(words, request, look)) is not None:
        yield from _of_lines(lines, request, look, server)
        return
    puzzle = read(words)
    if look.ending == ".gif":
        api.refuse_film(puzzle)
    if look.ending == ".npz":
        puzzle.most_pieces()  # raises if solutions cannot be written as arrays
    number, sheet = 0, rendering.Sheet(puzzle, look)
    for step in _steps(puzzle, request, server):
        if isinstance(step, Accepted):
            number += 1
            if request.task in ("list", "sample"):
                sheet.keep([step.solution])
                taken = api.disassemble(puzzle, step.solution) if look.disassembles else None
                yield rendering.listed(puzzle, step.solution, number, look, step.more, taken)
        elif isinstance(step, AcceptedMany):
            sheet.keep(step.solutions)
            rendered = _disassembled if look.disassembles else rendering.listed_many
            for listed in rendered(puzzle, step.solutions, number, look):
                yield listed
                child.interrupted()  # checked between two parts of a long table
            number += step.number
        elif isinstance(step, Answer):
            drawn, note = sheet.drawn(step) or (None, "")
            yield from (Notice(f"{look.file} has {note}"),) if note.startswith("the first") else ()
            yield from rendering.in_parts(puzzle, step, look, drawn)
        else:
            yield step


def _disassembled(puzzle: Any, solutions: SolutionTable, before: int, look: Look) -> Iterator[rendering.Listed]:
    """Render many solutions, each with its disassembly."""
    from exactcover import api
    from exactcover.cli import rendering

    for number, solution in enumerate(solutions, before + 1):
        yield rendering.listed(puzzle, solution, number, look, False, api.disassemble(puzzle, solution))


def _of_lines(
    lines: Iterator[batch.Line], request: Request, look: Look, server: remote.Server | None
) -> Iterator[rendering.Line | batch.Step | pipeline.Step]:
    """Answer a batch, one line per puzzle, locally or on a server."""
    from exactcover.cli import rendering
    from exactcover.process import child
    from exactcover.solving import batch

    with ExitStack() as stack:
        if server is None:
            steps: Iterator[batch.Step | pipeline.Step] = batch.run(lines, request, child.interrupted)
        else:
            client = stack.enter_context(client_of(server))
            from exactcover.service import batches

            steps = batches.run(client.connection, list(lines), request, child.interrupted)
        for each in steps:
            yield rendering.line(each, look) if isinstance(each, batch.BadLine | batch.OneAnswered) else each


def _batch(words: Sequence[str], request: Request, look: Look) -> Iterator[batch.Line] | None:
    """Return the lines of a batch file, None if the words name a single puzzle; raises InvalidInput."""
    from exactcover import api

    specification, rest = api.split_words(words)
    lines = None if rest or request.task not in ("solve", "count") else api.batch(specification)
    if lines is not None and look.ending is not None:
        raise InvalidInput(f"a batch cannot be written to {look.file}; its answers are printed: leave out -o")
    if lines is not None and look.certificate is not None:
        raise InvalidInput(
            f"the certificates of a batch cannot be written to {look.certificate}; expected a single puzzle"
        )
    return lines


def _steps(puzzle: Any, request: Request, server: remote.Server | None) -> Iterator[pipeline.Step]:
    """Yield the steps of a request, answered by a local engine or a server."""
    from exactcover.process import child
    from exactcover.solving import pipeline

    if server is None:
        yield from pipeline.run(puzzle, request, child.interrupted)
        return
    with client_of(server) as client:
        yield from client.run(puzzle, request, child.interrupted)


def client_of(server: remote.Server) -> Client:
    """Return a client."""
    from exactcover.service.client import Client

    return Client(server.url, token=server.token)


def read(words: Sequence[str]) -> Any:
    """Return the puzzle that the words name; raises InvalidInput if words are left over."""
    from exactcover import api

    specification, rest = api.split_words(words)
    if rest:
        raise InvalidInput(f"{rest[0]!r} follows the puzzle; expected only key=value after it")
    return api.puzzle(*specification)


def checked(
    words: Sequence[str], as_json: bool, recount: Limits | None = None, server: remote.Server | None = None
) -> Iterator[LookupOutput]:
    """Judge the contents of a file; recount: the limits of the whole, if claims are also to be verified by searching.

    server: repeats the searches; everything else is judged here.
    """
    from exactcover import api
    from exactcover.cli import terminal

    yield Clock(running=True)
    search = None if recount is None else _again_within(recount, server)
    specification, rest = api.split_words(words)
    if len(rest) != 1:
        raise InvalidInput(f"check was given {len(rest)} files; expected one after the puzzle")
    result = api.check_file(api.puzzle(*specification), Path(rest[0]), search)
    text = json.dumps(result) if as_json else terminal.verdict(result, recounted=recount is not None)
    yield Printed(text + "\n", REFUSED if result["faults"] else UNKNOWN if result["unverified"] else ANSWERED)


def _again_within(limits: Limits, server: remote.Server | None) -> Callable[[Any, Request], Answer]:
    """Return a function that repeats a search within the remaining time.

    The supervisor's clock is stopped meanwhile: the search has its own time limit, which does not count the start of
    its process.
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
            with client_of(server) as client:
                answer = client.answered(puzzle, again)
        child.tell(Clock(running=True))
        return answer

    return search


def drawn(
    words: Sequence[str],
    look: Look,
    most: int,
    film: bool,
    view: str,
    window: str,
    pieces: bool,
    measures: Mapping[str, float] | None,
) -> Iterator[LookupOutput]:
    """Draw a puzzle, at most `most` solutions or a colouring; as text if the look has no ending."""
    from exactcover import api

    yield Clock(running=True)
    shown = api.drawables(words, most)
    if isinstance(shown, api.Several):
        yield from undrawn_message(shown.note())
    elif shown.attempt:
        yield Message(NO_SOLUTION)
    if look.ending is None:
        text = api.draw_text(shown, colours=look.colours, columns=look.columns, window=window, pieces=pieces)
        yield Printed(text + "\n")
        return
    made = api.measures(measures)
    content = api.draw_file(
        shown, look.ending, film=film, view=view, window=window, pieces=pieces or None, measures=made
    )
    yield from large_message(look.ending, content)
    yield Written(content)


def undrawn_message(note: str) -> Iterator[Message]:
    """Yield a message if a sheet does not have all solutions."""
    if note.startswith("the first"):
        yield Message(f"only {note} were drawn; --limit N draws N")


def large_message(ending: str, content: bytes) -> Iterator[Message]:
    """Yield the message about a drawing that few viewers show."""
    if ending == ".svg" and len(content) > LARGE_DRAWING:
        yield Message(f"the drawing has {len(content) / 1e6:.0f} MB, which few viewers show; a .png is much smaller")


def described(words: Sequence[str], as_json: bool, verbose: bool) -> Iterator[LookupOutput]:
    """Show what is known of a puzzle without searching."""
    from exactcover import api
    from exactcover.api.answering import on_the_clock

    result = yield from on_the_clock(lambda: api.info(read(words)))
    yield info_output(result, as_json, verbose)


def left(words: Sequence[str], as_json: bool, seconds: float) -> Iterator[LookupOutput]:
    """Say what is left of a puzzle after a moment; the searches run in this process."""
    from exactcover.api.answering import answered_here, on_the_clock
    from exactcover.api.solutions_left import remaining_by

    result = yield from on_the_clock(lambda: remaining_by(answered_here, read(words), seconds, solution=as_json))
    yield left_output(result, as_json)


def hinted(words: Sequence[str], as_json: bool, seconds: float) -> Iterator[LookupOutput]:
    """Say what to place next; the searches run in this process."""
    from exactcover.api.answering import answered_here, on_the_clock
    from exactcover.api.hints import hint_by

    result = yield from on_the_clock(lambda: hint_by(answered_here, *apart(words), seconds))
    yield hint_output(result, as_json)


def apart(words: Sequence[str]) -> tuple[Any, str | None]:
    """Return a puzzle and, as text, the partly filled board that `--from` names."""
    from exactcover import api

    *puzzle, last = words
    if puzzle and last.startswith("begun=@"):
        return read(puzzle), api.read_answer_file(Path(last.removeprefix("begun=@")))
    return read(words), None


def chosen(words: Sequence[str], over: str, as_json: bool, counted: bool, limits: Limits) -> Iterator[LookupOutput]:
    """Count the solutions by what they choose; the search runs in this process. counted: print the numbers too."""
    from exactcover.api.answering import on_the_clock, run_here
    from exactcover.api.choosing import choices_by
    from exactcover.process import child

    result = yield from on_the_clock(lambda: choices_by(run_here, read(words), over, limits, child.interrupted))
    yield choices_output(result, as_json, counted)


def certified(words: Sequence[str], as_json: bool, limits: Limits) -> Iterator[LookupOutput]:
    """Count the solutions with a certificate, which is written."""
    from exactcover.api.answering import on_the_clock, run_here
    from exactcover.api.certifying import count_certificate_by
    from exactcover.process import child

    result = yield from on_the_clock(lambda: count_certificate_by(run_here, read(words), limits, child.interrupted))
    if result is not None:
        yield Written(result.to_text().encode() + b"\n")
    yield certified_output(result, as_json)


def option_counts(
    words: Sequence[str],
    as_json: bool,
    most: int,
    memory: float | None,
    samples: int | None,
    seed: int,
    seconds: float | None,
) -> Iterator[LookupOutput]:
    """Count the solutions with each option of a puzzle, in this process, or estimate their share, in so many seconds."""
    from exactcover.api.answering import on_the_clock
    from exactcover.api.option_counts import marginals

    limits = {"memory_limit": memory, "time_limit": None if samples is None else seconds}
    result = yield from on_the_clock(lambda: marginals(read(words), samples=samples, seed=seed, **limits))
    yield marginals_output(result, as_json, most)


def exported(words: Sequence[str], to: str, certificate: Path | None, packed: bool) -> Iterator[LookupOutput]:
    """Export a puzzle, or a certificate with its problem, in chunks; packed: gzipped."""
    from exactcover import api

    yield Clock(running=True)
    text = None if certificate is None else api.read_answer_file(certificate)
    for ending, chunks in api.exported(read(words), to, text).items():
        for chunk in gzipped(chunks) if packed and not ending else chunks:
            yield Written(chunk, ending)
