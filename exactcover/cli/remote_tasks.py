"""The parts of commands that a server answers, as generators of output that run in a separate process.

The server enforces the limits. Not here: the same commands answered on this machine (tasks.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactcover.cli.lookup_output import (
    Printed,
    certified_output,
    choices_output,
    hint_output,
    info_output,
    left_output,
    marginals_output,
    stopped_output,
)
from exactcover.cli.tasks import (
    NO_SOLUTION,
    LookupOutput,
    Message,
    Written,
    apart,
    client_of,
    large_message,
    read,
    undrawn_message,
)
from exactcover.files.outputs import gzipped
from exactcover.process.escaping import escaped_drawing
from exactcover.process.messages import Clock

if TYPE_CHECKING:
    from exactcover.cli import remote
    from exactcover.cli.looks import Look
    from exactcover.comparison import Case
    from exactcover.model.answer import Answer, Limits
    from exactcover.solving.comparable import NotApplicable


def _within(limits: Limits) -> dict[str, float | None]:
    """Return the limits of a look-up as its arguments."""
    return {"time_limit": limits.time, "memory_limit": limits.memory}


def described_by(
    server: remote.Server, words: Sequence[str], as_json: bool, verbose: bool, limits: Limits
) -> Iterator[LookupOutput]:
    """Show what a server knows of a puzzle without searching."""
    yield Clock(running=False)
    with client_of(server) as client:
        yield info_output(client.info(read(words), **_within(limits)), as_json, verbose)


def left_by(server: remote.Server, words: Sequence[str], as_json: bool, seconds: float) -> Iterator[LookupOutput]:
    """Say what is left of a puzzle after a moment on a server."""
    yield Clock(running=False)
    with client_of(server) as client:
        yield left_output(client.remaining(read(words), seconds=seconds, solution=as_json), as_json)


def hinted_by(server: remote.Server, words: Sequence[str], as_json: bool, seconds: float) -> Iterator[LookupOutput]:
    """Have a server say what to place next."""
    yield Clock(running=False)
    puzzle, begun = apart(words)
    with client_of(server) as client:
        yield hint_output(client.hint(puzzle, begun, seconds=seconds), as_json)


def chosen_by(
    server: remote.Server, words: Sequence[str], over: str, as_json: bool, counted: bool, limits: Limits
) -> Iterator[LookupOutput]:
    """Have a server count the solutions by what they choose."""
    yield Clock(running=False)
    with client_of(server) as client:
        yield choices_output(client.choices(read(words), over, **_within(limits)), as_json, counted)


def certified_by(server: remote.Server, words: Sequence[str], as_json: bool, limits: Limits) -> Iterator[LookupOutput]:
    """Have a server count the solutions with a certificate, which is judged here and written."""
    yield Clock(running=False)
    with client_of(server) as client:
        result = client.count_certificate(read(words), **_within(limits))
    if result is not None:
        yield Written(result.to_text().encode() + b"\n")
    yield certified_output(result, as_json)


def counted_by(
    server: remote.Server,
    words: Sequence[str],
    as_json: bool,
    most: int,
    limits: Limits,
    samples: int | None,
    seed: int,
) -> Iterator[LookupOutput]:
    """Have a server count the solutions with each option of a puzzle, or estimate their share."""
    yield Clock(running=False)
    with client_of(server) as client:
        result = client.marginals(read(words), samples=samples, seed=seed, **_within(limits))
        yield marginals_output(result, as_json, most)


def listed_by(server: remote.Server, name: str) -> Iterator[Any]:
    """Yield a server's list of puzzles or of engines."""
    yield Clock(running=False)
    with client_of(server) as client:
        yield client.catalogue() if name == "puzzles" else client.engines()


def drawn_by(
    server: remote.Server, words: Sequence[str], look: Look, settings: dict[str, Any], limits: Limits
) -> Iterator[LookupOutput]:
    """Have a server draw what the words name; the user's files are read here. settings: limit, film, view, window, pieces."""
    from exactcover import api
    from exactcover.service.received import files_in

    yield Clock(running=False)
    puzzle, text, _ = api.words_drawn(words)
    ending = look.ending or ""
    terminal_only = {} if ending else {"colours": look.colours, "columns": look.columns}
    with client_of(server) as client:
        result = client.made(
            "draw", puzzle, {"text": text, "ending": ending, **_within(limits), **terminal_only, **settings}
        )
    if "stop_reason" in result:
        yield stopped_output("draw", result)
        return
    if result.get("attempt"):
        yield Message(NO_SOLUTION)
    yield from undrawn_message(result.get("note", ""))
    content = files_in(result).get(ending, b"")
    if not ending:
        yield Printed(escaped_drawing(content.decode()) + "\n")
        return
    yield from large_message(ending, content)
    yield Written(content)


def exported_by(
    server: remote.Server, words: Sequence[str], to: str, certificate: Path | None, packed: bool, limits: Limits
) -> Iterator[LookupOutput]:
    """Have a server export a puzzle, or a certificate with its problem; packed: gzipped, here."""
    from exactcover import api
    from exactcover.service.received import files_in

    yield Clock(running=False)
    text = None if certificate is None else api.read_answer_file(certificate)
    with client_of(server) as client:
        result = client.made("export", read(words), {"to": to, "certificate": text, **_within(limits)})
    if "stop_reason" in result:
        yield stopped_output("export", result)
        return
    for ending, content in files_in(result).items():
        for chunk in gzipped(iter([content])) if packed and not ending else [content]:
            yield Written(chunk, ending)


def moves_by(server: remote.Server, words: Sequence[str]) -> Iterator[Any]:
    """Yield the legal moves from a puzzle's start, as a server lists them."""
    yield Clock(running=False)
    with client_of(server) as client:
        yield client.moves(read(words))


def compared_by(
    server: remote.Server, words: Sequence[str], engines: Sequence[str], limits: Limits, seed: int
) -> Iterator[Clock | Answer | NotApplicable]:
    """Yield the answers of engines about a puzzle, from one job of a server."""
    from exactcover.model.answer import Answer
    from exactcover.process import child
    from exactcover.service import comparisons
    from exactcover.solving.comparable import NotApplicable

    yield Clock(running=False)
    with client_of(server) as client:
        steps = comparisons.run(client.connection, read(words), engines, limits, seed, child.interrupted)
        yield from (step for step in steps if isinstance(step, Answer | NotApplicable))


def family_by(
    server: remote.Server, name: str, engines: Sequence[str], limits: Limits, seed: int
) -> Iterator[Clock | Case]:
    """Yield the cases of a family, each answer from one job of a server; answers that the server knows are not searched
    again.
    """
    from exactcover.comparison import families
    from exactcover.model.answer import Answer, request
    from exactcover.process import child

    yield Clock(running=False)
    with client_of(server) as client:

        def solve(puzzle: Any, **settings: Any) -> Answer:
            *_, last = client.run(puzzle, request("solve", **settings), child.interrupted)
            assert isinstance(last, Answer)
            return last

        yield from families.run(families.family(name), engines, limits, seed, solve)


def jobs_by(server: remote.Server, job_id: str, action: str, state: str, limit: int) -> Iterator[Any]:
    """Yield the jobs of a server, or one job (possibly cancelled first), or its events and then the job."""
    yield Clock(running=False)
    with client_of(server) as client:
        if not job_id:
            yield client.jobs(limit=limit, state=state)
            return
        if action == "cancel":
            client.cancel(job_id)
        if action == "follow":
            yield from (event for _, event in client.events(job_id))
        yield client.job(job_id)
