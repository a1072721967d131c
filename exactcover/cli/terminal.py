"""What people see: verdicts, tables, progress. Nothing here decides anything; rich is imported on a terminal only."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from exactcover.escaping import escaped
from exactcover.tables import table

if TYPE_CHECKING:
    from exactcover.answer import Progress

PATIENCE_SECONDS = 0.4


def verdict(told: Mapping[str, Any], *, recounted: bool) -> str:
    """Return a check object as lines for people; recounted: whether a search was made again."""
    if told["accepted"]:
        lines = [f"accepted: the {told['kind']} is right; verified: {', '.join(told['verified']) or 'nothing'}"]
        if told["unverified"]:
            hint = "" if recounted else " (check --recount searches again)"
            lines[0] = lines[0].replace(" is right;", " is right as far as it was verified;")
            lines.append(f"not verified: {', '.join(told['unverified'])}{hint}")
        lines += told["argument"] or ()
    else:
        number, shown = told["fault_count"], told["faults"]
        more = f", the first {len(shown)} of them" if number > len(shown) else ""
        lines = [f"refused: {number:,} fault{'' if number == 1 else 's'}{more}", *shown]
    return "\n".join(map(escaped, lines))


def about(told: Mapping[str, Any]) -> str:
    """Return an info object as lines for people."""
    published = ", ".join(f"{key} {value}" for key, value in told["published"].items())
    symmetry, size = told["symmetry"], told["size"]
    lines = [
        told["title"],
        _board(told),
        f"source: {told['source']}" if told["source"] else "",
        f"published: {published}" if published else "",
        f"symmetry: a group of {symmetry['order']}, {symmetry['rotations']} of them rotations" if symmetry else "",
        f"size: {size['items']} items, {size['options']} options" if size else "",
        f"engine: {told['engine']['name']}, {told['engine']['why']}",
        _estimate(told["estimate"]),
        f"sha256: {told['puzzle_sha256']}",
    ]
    lines = list(map(escaped, lines))
    if told["uncoverable"] and told["uncoverable"]["count"]:
        some = " ".join(",".join(map(str, cell)) for cell in told["uncoverable"]["cells"][:10])
        lines.append(f"no placement covers {told['uncoverable']['count']} cells: {some}")
    pieces = [(p["name"], p["size"], p["orientations"], _copies(p["copies"]), p["placements"]) for p in told["pieces"]]
    if pieces:
        lines.append(table(("piece", "cells", "orientations", "copies", "placements"), pieces))
    return "\n".join(line for line in lines if line)


def _board(told: Mapping[str, Any]) -> str:
    if told["cells"] is None:
        return f"{told['kind']}: no board"
    least, most = told["area_of_pieces"]
    area = f"{least}" if least == most else f"{least} to {most}"
    board = told["puzzle"].get("board")
    where = f" on {board}" if isinstance(board, str) and len(board) < 20 else ""
    return f"{told['kind']}{where}: {told['cells']} cells, pieces of {area} cells in all"


def _estimate(estimate: Mapping[str, Any] | None) -> str:
    if estimate is None:
        return ""
    if estimate["nodes"] is None:
        return f"search: {estimate['why']}, not estimated"
    error = "" if estimate["error"] is None else f" (standard error {estimate['error']:,.0f})"
    about = f"about {estimate['nodes']:,.0f} nodes{error}, {estimate['seconds']:.2g} s"
    return f"search: kernel {estimate['kernel']}, {estimate['why']}; {about}"


def _copies(bounds: Sequence[int]) -> str:
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}..{bounds[1]}"


def usage_fault(fault: Any, commands: Sequence[str]) -> str:
    """Return the sentence for a fault of the command line that typer found; commands: those there are."""
    from exactcover.errors import nearest

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
    """How fast the part that is done grows, from the first time it was told: what came before says nothing of the rest.

    Honest where the parts come in a random order.
    """

    def __init__(self) -> None:
        self.first: tuple[float, float] | None = None
        self.last = 0.0

    def words(self, fraction: float | None, now: float) -> list[str]:
        """Return the part done at a moment (seconds) and, once that has grown, the time that is left."""
        if fraction is None:
            return []
        if self.first is None or fraction < self.last:
            self.first = fraction, now
        self.last = fraction
        before, begun = self.first
        if fraction <= before:
            return [f"{fraction:.1%} done"] if fraction else []
        left = (1 - fraction) * (now - begun) / (fraction - before)
        return [f"{fraction:.1%} done, about {left:,.0f} s left"]


class ProgressLine:
    """A line on a terminal's standard error that says how far a run is; silent elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.on = sys.stderr.isatty() and not quiet
        self.begun = time.monotonic()
        self.pace = Pace()
        self.status: Any = None

    def show(self, step: Progress) -> None:
        """Show a step, once the run has lasted long enough for anybody to wonder."""
        left = self.pace.words(step.fraction, time.monotonic())
        compiling = step.sentence.startswith("compiling")
        if not self.on or (time.monotonic() < self.begun + PATIENCE_SECONDS and not compiling):
            return
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status("")
            self.status.start()
        parts = [escaped(step.sentence)] if step.sentence else []
        parts += [f"{step.nodes:,} nodes"] if step.nodes else []
        parts += [f"{step.count:,} solutions"] if step.count is not None else []
        parts += left
        self.status.update(", ".join([*parts, f"{time.monotonic() - self.begun:.0f} s"]))

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self.status is not None:
            with suppress(OSError):
                self.status.stop()
            self.status = None
