"""Rendering of solutions and answers, for the terminal and for files; it runs in the request's process, under its limits."""

from __future__ import annotations

import hashlib
import json
import marshal
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from exactcover.cli.looks import SHEETS, Look
from exactcover.model import defaults
from exactcover.model.answer import Answer
from exactcover.model.certificate import Refutation
from exactcover.model.errors import ANSWERED, INPUT_FAULT, INTERRUPTED, OUR_FAULT, UNKNOWN
from exactcover.process.escaping import escaped
from exactcover.solving.chosen import chosen_in_words
from exactcover.solving.summary import summary, without_certificate

if TYPE_CHECKING:
    from exactcover.model.disassembly import Disassembly
    from exactcover.model.many import SolutionTable
    from exactcover.solving.batch import BadLine, OneAnswered

LINES_AT_ONCE = 4096
PICTURES = (*SHEETS, ".txt", ".gif")
LONG = (".npz", ".json", ".jsonl", "")
"""File endings to which a solution is written in parts if it has too many pieces to be held as text."""


@dataclass(frozen=True)
class Listed:
    """Some of many solutions, printed and written; more: another follows at once; number: how many they are."""

    text: str
    content: bytes
    more: bool
    number: int = 1


@dataclass(frozen=True)
class Line:
    """The printed line of one puzzle of a batch, and the exit status that it alone would give."""

    text: str
    status: int
    more: bool


@dataclass(frozen=True)
class Part:
    """A part of a file that is too long to be held at once; more parts follow."""

    content: bytes
    more = False


@dataclass(frozen=True)
class Finished:
    """An answer, printed and written, and its exit status.

    content: None if nothing is written; empty if the file was written in parts; reason: why nothing would be written; proof:
    the certificate, if it has a file; unproved: why there is none, or a weaker one.
    """

    text: str
    content: bytes | None
    status: int
    task: str
    reason: str
    proof: bytes | None = None
    unproved: str = ""


def listed(
    puzzle: Any,
    solution: Mapping[str, Any],
    number: int,
    look: Look,
    more: bool,
    taken: Disassembly | None = None,
) -> Listed:
    """Render one of many solutions; puzzle: that of the solution; taken: how its pieces come apart, if that is shown."""
    text, apart = "", ""
    if taken is not None:
        solution, apart = taken.beside(solution), f": {_apart(taken)}"
    if look.as_json:
        text = _line(solution) + "\n"
    elif look.prints(number):
        shown = "" if _is_undrawn(solution) else f"{_drawn(puzzle, look, solution=solution)}\n"
        chosen = escaped(chosen_in_words(solution))
        text = f"solution {number}{apart}\n{shown}{chosen + chr(10) if chosen else ''}\n"
    elif apart:
        text = f"solution {number}{apart}\n"
    content = b""
    if look.ending == ".txt":
        content = _file(puzzle, ".txt", "layers", solution=solution) + b"\n"
    elif look.ending == ".json":
        content = (b"[" if number == 1 else b",\n") + _line(solution).encode()
    elif look.ending is not None and look.ending not in SHEETS:
        content = _line(solution).encode() + b"\n"
    return Listed(text, content, more)


def _apart(taken: Disassembly) -> str:
    """Return in words whether pieces come apart."""
    if taken.first is None:
        return "comes apart" if taken.comes_apart else "does not come apart"
    moves = len(taken.first.moves)
    groups = "".join(
        f"; {', '.join(taken.names[piece] for piece in part.pieces)} stay together" for part in taken.together
    )
    level = ".".join(map(str, taken.levels))
    return f"comes apart, level {level} ({moves} move{'s' * (moves > 1)} until something is free){groups}"


def line(step: BadLine | OneAnswered, look: Look) -> Line:
    """Render one puzzle of a batch as a line: as JSON, or its number and a summary."""
    from exactcover.solving.batch import BadLine

    if isinstance(step, BadLine):
        text = json.dumps(step.to_json()) if look.as_json else f"{step.line}: {escaped(step.error)}"
        return Line(text + "\n", OUR_FAULT if step.ours else INPUT_FAULT, step.more)
    answer = step.answer
    verdict = summary(answer).partition("\n")[0]
    shown = f"  {_line(answer.solution)}" if answer.solution is not None and not look.quiet else ""
    text = json.dumps(answer.to_json()) if look.as_json else f"{step.line}: {verdict}{shown}"
    return Line(text + "\n", _status_of(answer), step.more)


def _status_of(answer: Answer) -> int:
    """Return the exit status for an answer."""
    if answer.stop_reason == "interrupted":
        return INTERRUPTED
    return UNKNOWN if answer.status == "UNKNOWN" else ANSWERED


def listed_many(puzzle: Any, solutions: SolutionTable, before: int, look: Look) -> Iterator[Listed]:
    """Render a table of solutions; `before`: how many were listed earlier. JSON is assembled from cached texts of the parts."""
    last = before + len(solutions)
    nothing_written = look.ending is None or look.ending in SHEETS
    json_alone = look.ending not in (".txt", ".json") and (look.as_json or look.quiet) and not solutions.further
    if not json_alone:
        for number, solution in enumerate(solutions, before + 1):
            if nothing_written and not look.prints(number):
                yield Listed("", b"", False, last - number + 1)
                return
            yield listed(puzzle, solution, number, look, number < last)
        return
    if not look.as_json and nothing_written:
        yield Listed("", b"", False, len(solutions))
        return
    import numpy as np

    parts = [_text_of(part) for part in solutions.parts]
    # Indices into texts: a part at the start of a line, the same after another part, and the fixed texts; -1 is empty.
    texts = np.array(
        [*parts, *(", " + part for part in parts), f"{{{json.dumps(solutions.key)}: [", "]}\n", ""], object
    )
    begin, end = len(texts) - 3, len(texts) - 2
    for first in range(0, len(solutions), LINES_AT_ONCE):
        some = solutions.lines[first : first + LINES_AT_ONCE]
        numbers = np.full((len(some), some.shape[1] + 2), begin)
        numbers[:, 1:-1] = np.where(some < 0, -1, some + len(parts) * (np.arange(some.shape[1]) > 0))
        numbers[:, -1] = end
        text = "".join(texts[numbers.ravel()].tolist())
        yield Listed(text if look.as_json else "", b"" if nothing_written else text.encode(), False, len(some))


@lru_cache(maxsize=1 << 17)
def _text_of(part: bytes) -> str:
    return json.dumps(marshal.loads(part))


def _line(solution: Any) -> str:
    """Return a solution as one line of JSON, however many pieces it has."""
    if is_long(solution):
        return b"".join(_of_layout(solution, ".json")).decode().replace("\n", " ").strip()
    return json.dumps(_written_out(solution))


class Sheet:
    """The first solutions of a list, collected to be drawn on one sheet if the output file is a picture."""

    def __init__(self, puzzle: Any, look: Look) -> None:
        self.puzzle, self.look = puzzle, look
        self.kept: list[Any] = []

    def keep(self, solutions: Iterable[Any]) -> None:
        """Collect solutions, as far as the sheet has room."""
        room = defaults.SOLUTIONS_PICTURED - len(self.kept) if self.look.ending in SHEETS else 0
        self.kept += islice(solutions, max(0, room))

    def drawn(self, answer: Answer) -> tuple[bytes, str] | None:
        """Return the sheet and its caption; None if there is nothing to draw."""
        from exactcover import api

        if not self.kept:
            return None
        shown = api.Several(self.puzzle, tuple(self.kept), answer.count or len(self.kept), answer.exhausted)
        return api.draw_file(shown, self.look.ending or "", view=self.look.view), shown.note()


def in_parts(puzzle: Any, answer: Answer, look: Look, sheet: bytes | None = None) -> Iterator[Part | Finished]:
    """Render an answer: a solution that is too long as parts of its file, and a Finished at the end."""
    file, solution = None, answer.solution
    if solution is not None and is_long(solution) and look.ending in LONG:
        digest = hashlib.sha256()
        for content in _of_layout(solution, look.ending):
            digest.update(content)
            yield Part(content)
        file = {"file": look.file, "sha256": digest.hexdigest(), "pieces": len(solution)}
    yield concluded(puzzle, answer, look, file, sheet)


def _of_layout(layout: Any, ending: str) -> Iterator[bytes]:
    """Yield the file content of a solution with many pieces: arrays, one placement per line, or one JSON value."""
    from exactcover.model import layout_file

    if ending == ".npz":
        yield layout_file.content(layout)
        return
    first, between, last = ("", "\n", "\n") if ending != ".json" else ('{"placements": [', ",\n", "]}\n")
    written = map(json.dumps, layout.placements())
    yield first.encode()
    before = ""
    while lines := list(islice(written, LINES_AT_ONCE)):
        yield (before + between.join(lines)).encode()
        before = between
    yield last.encode()


def concluded(
    puzzle: Any, answer: Answer, look: Look, file: Mapping[str, Any] | None = None, sheet: bytes | None = None
) -> Finished:
    """Render an answer as a whole.

    puzzle: None if it is not known here, and nothing can be drawn; file: what has been written of its solution; sheet:
    the picture of a list.
    """
    too_large = ""
    if look.ending in PICTURES and puzzle is not None and answer.certificate is not None:
        too_large = _undrawn(puzzle, look.ending or "", answer.certificate.refutation)
    content = b"" if file else None if look.ending is None or too_large else _content(puzzle, answer, look, sheet)
    reason = too_large or f"there is no {'certificate or solution' if answer.task == 'prove' else 'solution'} to write"
    proof, unproved = _proof(answer) if look.certificate is not None else (None, "")
    text = _text(puzzle, answer, look, file)
    return Finished(text, content, _status_of(answer), answer.task, reason, proof, unproved)


def _proof(answer: Answer) -> tuple[bytes | None, str]:
    """Return the content of a certificate's file, None if there is none, and in a sentence what it does not prove."""
    content = None if answer.certificate is None else answer.certificate.to_text().encode() + b"\n"
    return content, without_certificate(answer)


def _text(puzzle: Any, answer: Answer, look: Look, file: Mapping[str, Any] | None) -> str:
    """Return the printed text: JSON, or the drawing of a solution or a colouring, and a summary."""
    if look.as_json:
        return json.dumps(answer.to_json(file)) + "\n"
    parts = [summary(answer, verbose=look.verbose) + "\n"]
    more = (answer.count or 0) - look.most if answer.task == "list" and look.most is not None else 0
    if more > 0 and not look.quiet:
        parts.insert(0, f"and {more:,} more; --all prints all\n")
    solution = answer.solution
    if not look.quiet and solution is not None and _is_undrawn(solution):
        how = "" if look.file else "; -o FILE.npz writes them, -o FILE.png draws them"
        parts.insert(0, f"{len(solution):,} pieces, too many to be shown here{how}\n")
    elif not look.quiet and solution is not None:
        drawing = json.dumps(_written_out(solution)) if puzzle is None else _drawn(puzzle, look, solution=solution)
        parts.insert(0, drawing + "\n")
    if not look.quiet and puzzle is not None and answer.evidence == "colouring" and answer.certificate is not None:
        refutation = answer.certificate.refutation
        reason = _undrawn(puzzle, "", refutation)
        parts.insert(0, f"({reason})\n" if reason else _drawn(puzzle, look, refutation=refutation) + "\n")
    return "".join(parts)


def _content(puzzle: Any, answer: Answer, look: Look, sheet: bytes | None) -> bytes | None:
    """Return the written content, None for nothing: the solution, the certificate, the sheet or the end of a list."""
    ending = look.ending or ""
    if answer.task not in ("solve", "prove"):
        if ending in SHEETS:
            return sheet
        return b"" if ending != ".json" else b"]\n" if answer.count else b"[]\n"
    solution, certificate = answer.solution, answer.certificate
    if ending in PICTURES:
        return _pictured(puzzle, answer, ending, look.view)
    if certificate is not None and ending != ".npz" and (answer.task == "prove" or solution is None):
        return certificate.to_text().encode() + b"\n"
    if solution is None or is_long(solution) or (ending == ".npz" and puzzle is None):
        return None
    return _npz(puzzle, solution) if ending == ".npz" else json.dumps(_written_out(solution)).encode() + b"\n"


def _pictured(puzzle: Any, answer: Answer, ending: str, view: str) -> bytes | None:
    """Return the picture of a solution or a certificate; None if there is neither."""
    if puzzle is not None and answer.solution is not None:
        return _file(puzzle, ending, view, solution=answer.solution)
    if puzzle is not None and answer.certificate is not None and ending != ".gif":
        return _file(puzzle, ending, view, refutation=answer.certificate.refutation)
    return None


def _npz(puzzle: Any, solution: Any) -> bytes:
    from exactcover.model import layout_file

    return layout_file.content(puzzle.layout(solution))


def _is_undrawn(solution: Any) -> bool:
    """Return whether a solution has too many pieces to be drawn as text."""
    if isinstance(solution, dict):
        return False
    from exactcover.model.layout import MOST_DRAWN

    return len(solution) > MOST_DRAWN


def is_long(solution: Any) -> bool:
    """Return whether a solution has too many pieces to be written out."""
    if solution is None or isinstance(solution, dict):
        return False
    from exactcover.model.layout import MOST_WRITTEN

    return len(solution) > MOST_WRITTEN


def _written_out(solution: Any) -> Any:
    """Return a solution for json.dumps; imports arrays only if the solution is made of them."""
    if isinstance(solution, dict):
        return solution
    from exactcover.model.layout import as_json

    return as_json(solution)


def _undrawn(puzzle: Any, ending: str, refutation: Refutation) -> str:
    """Return why a colouring cannot be drawn; empty if it can."""
    from exactcover import api

    return (
        api.undrawn(api.Drawable(puzzle, refutation=refutation), ending) if refutation.argument == "colouring" else ""
    )


def _drawn(puzzle: Any, look: Look, **drawn: Any) -> str:
    from exactcover import api

    return api.draw_text(api.Drawable(puzzle, **drawn), colours=look.colours, columns=look.columns)


def _file(puzzle: Any, ending: str, view: str, **drawn: Any) -> bytes:
    from exactcover import api

    return api.draw_file(api.Drawable(puzzle, **drawn), ending, view=view)
