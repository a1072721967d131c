"""Text for people: verdicts, tables, progress. Nothing here makes decisions."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from exactcover.process.escaping import escaped
from exactcover.process.tables import table

if TYPE_CHECKING:
    from exactcover.model.events import Progress

PATIENCE_SECONDS = 0.4
NO_TERMINALS = ("", "dumb")  # values of TERM
USUAL_COLUMNS = 80
WIPE, HIDE_CURSOR, SHOW_CURSOR = "\r\x1b[J", "\x1b[?25l", "\x1b[?25h"


def verdict(result: Mapping[str, Any], *, recounted: bool) -> str:
    """Return a check object as lines for people; recounted: whether the searches were repeated."""
    if not result["faults"]:
        verified = f"verified: {', '.join(result['verified']) or 'nothing'}"
        unverified = f"not verified: {', '.join(result['unverified'])}" + (
            "" if recounted else " (check --recount repeats the search)"
        )
        if not result["unverified"]:
            lines = [f"accepted: the {result['kind']} is right; {verified}"]
        elif result["accepted"]:
            lines = [f"accepted: the {result['kind']} is right as far as it was verified; {verified}", unverified]
        else:
            lines = [
                f"not verified: nothing in the {result['kind']} is wrong, but it has no evidence for its claims; {verified}"
            ]
            lines.append(unverified)
        lines += result["argument"] or ()
    else:
        number, shown = result["fault_count"], result["faults"]
        more = f", the first {len(shown)} of them" if number > len(shown) else ""
        lines = [f"refused: {number:,} fault{'' if number == 1 else 's'}{more}", *shown]
    return "\n".join(map(escaped, lines))


def about(result: Mapping[str, Any], *, verbose: bool = False) -> str:
    """Return an info object as lines for people; verbose: with the plans of `solve` and `count`."""
    published = ", ".join(f"{key} {value}" for key, value in result["published"].items())
    symmetry, size = result["symmetry"], result["size"]
    lines = [
        result["title"],
        _board(result),
        f"source: {result['source']}" if result["source"] else "",
        f"published: {published}" if published else "",
        f"symmetry: a group of {symmetry['order']}, {symmetry['rotations']} of them rotations" if symmetry else "",
        f"size: {size['items']} items, {size['options']} options" if size else "",
        f"engine: {result['engine']['name']}, {result['engine']['why']}",
        *(
            line
            for task, each in result["estimates"].items()
            if each
            for line in _estimate(task, each, verbose=verbose)
        ),
        f"sha256: {result['puzzle_sha256']}",
    ]
    lines = list(map(escaped, lines))
    if result["uncoverable"] and result["uncoverable"]["count"]:
        some = " ".join(",".join(map(str, cell)) for cell in result["uncoverable"]["cells"][:10])
        lines.append(f"no placement covers {result['uncoverable']['count']} cells: {some}")
    pieces = [
        (p["name"], p["size"], p["orientations"], _copies(p["copies"]), p["placements"]) for p in result["pieces"]
    ]
    if pieces:
        lines.append(table(("piece", "cells", "orientations", "copies", "placements"), pieces))
    return "\n".join(line for line in lines if line)


def _board(result: Mapping[str, Any]) -> str:
    if result["cells"] is None:
        board = result["puzzle"].get("board")
        return f"{result['kind']} on {board}" if isinstance(board, str) else f"{result['kind']}: no board"
    least, most = result["area_of_pieces"]
    area = f"{least}" if least == most else f"{least} to {most}"
    board = result["puzzle"].get("board")
    where = f" on {board}" if isinstance(board, str) and len(board) < 20 else ""
    return f"{result['kind']}{where}: {result['cells']} cells, pieces of {area} cells in all"


def _estimate(task: str, estimate: Mapping[str, Any], *, verbose: bool) -> list[str]:
    """Return one line with what a request runs and how long it takes, and the lines of its plan."""
    kernel = "" if estimate["kernel"] is None else f" (kernel {estimate['kernel']}, {estimate['why']})"
    nodes, error, seconds = estimate["nodes"], estimate["error"], estimate["seconds"]
    about = "" if error == 0 else "about "
    figures = [] if nodes is None else [f"{about}{nodes:,.0f}{f' ± {error:,.0f}' if error else ''} nodes"]
    figures += [] if seconds is None else [f"{about}{seconds:.2g} s"]
    if seconds is None:
        figures = [f"longer than {estimate['longer_than']:g} s; how long is not known before"]
    return [
        f"{task}: {estimate['engine']}{kernel}, {', '.join(figures)}",
        *(f"  {line}" for line in estimate["plan"] if verbose),
    ]


def _copies(bounds: Sequence[int]) -> str:
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}..{bounds[1]}"


def usage_fault(fault: Any, commands: Sequence[str]) -> str:
    """Return the sentence for a usage error that typer found; commands: the names of all commands."""
    from exactcover.model.errors import nearest

    context = getattr(fault, "ctx", None)
    where = f"; see {context.command_path} --help" if context is not None else ""
    text: str = fault.format_message().rstrip(".")
    if command := re.match("No such command '(.*?)'", text):
        word = command[1]
        return f"unknown command {word!r}; expected {', '.join(commands)}{nearest(word, commands)}"
    if hasattr(fault, "option_name") and context is not None and text.startswith("No such option"):
        known = [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]
        return f"unknown option {fault.option_name}{where}{nearest(fault.option_name, known)}"
    if value := re.match("Invalid value for '(.*?)': (.*)", text):
        return f"{value[1]} is {value[2]}"
    return text[:1].lower() + text[1:] + where


class Pace:
    """The rate at which the fraction of work done grows since it was first reported; earlier work is not extrapolated.

    The estimate is unbiased if the parts come in random order.
    """

    def __init__(self) -> None:
        self.first: tuple[float, float] | None = None
        self.last = 0.0

    def words(self, fraction: float | None, now: float) -> list[str]:
        """Return the fraction done at a time (seconds) and, once it has grown, the remaining time."""
        if fraction is None:
            return []
        if self.first is None or fraction < self.last:
            self.first = fraction, now
        self.last = fraction
        before, start = self.first
        if fraction <= before:
            return [f"{fraction:.1%} done"] if fraction else []
        left = (1 - fraction) * (now - start) / (fraction - before)
        return [f"{fraction:.1%} done, about {left:,.0f} s left"]


class ProgressLine:
    """A progress line on standard error, if that is a terminal that can erase lines; silent otherwise.

    After each update the cursor returns to the beginning of the line. If the terminal is narrowed, the line may wrap
    into several: the cursor stays on the first, and everything after it is erased.

    columns: returns the terminal's current width; by default that of standard error.
    """

    def __init__(self, quiet: bool, columns: Callable[[], int] | None = None) -> None:
        self.columns = columns or columns_now
        self.on = sys.stderr.isatty() and not quiet and os.environ.get("TERM", "") not in NO_TERMINALS
        self.started_at = time.monotonic()
        self.pace = Pace()
        self.parts: list[str] | None = None
        self.drawing = threading.Lock()
        self.ended = threading.Event()
        self.clock: threading.Thread | None = None

    def show(self, step: Progress) -> None:
        """Show a step, once the run has lasted PATIENCE_SECONDS."""
        left = self.pace.words(step.fraction, time.monotonic())
        compiling = step.sentence.startswith("compiling")
        if not self.on or (time.monotonic() < self.started_at + PATIENCE_SECONDS and not compiling):
            return
        parts = [escaped(step.sentence)] if step.sentence else []
        parts += [f"{step.nodes:,} {step.unit}"] if step.nodes else []
        parts += [f"{step.count:,} solution{'' if step.count == 1 else 's'}"] if step.count is not None else []
        with self.drawing:
            hide = HIDE_CURSOR if self.parts is None else ""
            self.parts = parts + left
            self._draw(hide)
        if self.clock is None:
            self.clock = threading.Thread(target=self._tick, daemon=True)
            self.clock.start()

    def _tick(self) -> None:
        """Redraw the line every second: its clock advances, and it adapts to the width of the terminal."""
        while not self.ended.wait(1.0):
            with self.drawing:
                if self.parts is not None:
                    self._draw("")

    def _draw(self, before: str) -> None:
        line = ", ".join([*(self.parts or ()), f"{time.monotonic() - self.started_at:.0f} s"])
        _write(f"{before}{WIPE}{line[: self.columns() - 1]}\r")

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.clear()

    def clear(self) -> None:
        """Erase the line."""
        with self.drawing:
            if self.parts is not None:
                _write(f"{WIPE}{SHOW_CURSOR}")
                self.parts = None


def _write(codes: str) -> None:
    with suppress(OSError):  # without a reader the run goes on
        sys.stderr.write(codes)
        sys.stderr.flush()


def columns_now() -> int:
    """Return the current width of the terminal of standard error."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
    except (OSError, ValueError):
        return USUAL_COLUMNS


def colours(environment: Mapping[str, str]) -> int:
    """Return the number of colours of a terminal by its environment: 0, 16, 256 or 2^24; 0 if NO_COLOR is set."""
    kind = environment.get("TERM", "")
    if environment.get("NO_COLOR") or kind in NO_TERMINALS or kind.startswith("vt"):
        return 0
    if environment.get("COLORTERM") in ("truecolor", "24bit") or kind.endswith("-direct"):
        return 1 << 24
    return 256 if "256color" in kind else 16
