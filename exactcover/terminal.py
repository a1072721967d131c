"""What people see: summaries, tables, progress. Nothing here decides anything; rich is imported on a terminal only."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactcover.answer import Answer, Progress

PATIENCE_SECONDS = 0.4


def summary(answer: Answer) -> str:
    """Return two or three lines that say what an answer is worth."""
    lines = [_verdict(answer)]
    engine = answer.engine
    lines.append(f"engine {engine.name}: {engine.why}")
    used = answer.statistics
    conflicts = f", {used.conflicts:,} conflicts" if used.conflicts else ""
    lines.append(
        f"{used.nodes:,} nodes{conflicts}, {used.cpu_seconds:.3f} s CPU, {used.wall_seconds:.3f} s, {used.peak_mb:.0f} MB"
    )
    return "\n".join(lines)


def _verdict(answer: Answer) -> str:
    stopped = {
        None: "",
        "time": "; stopped at the time limit",
        "memory": "; stopped at the memory limit",
        "nodes": "; stopped at the node limit",
        "solutions": "; stopped at the limit asked for",
        "interrupted": "; interrupted",
    }[answer.stop_reason]
    status = answer.status
    if status == "INFEASIBLE":
        return f"{status}: {answer.engine.name} searched every possibility ({answer.evidence}; no certificate stands behind it)"
    if answer.task == "solve":
        if status == "UNKNOWN":
            return f"{status}: no solution found{stopped}"
        cost = f", cost {answer.cost}" if answer.cost is not None else ""
        return f"{status}: a solution, accepted by both judges{cost}{stopped}"
    number = f"{answer.count or 0:,} solution{'' if answer.count == 1 else 's'}"
    if answer.task == "sample":
        drawn = f"{number}, drawn uniformly and independently, each accepted by both judges"
        return f"{status}: {drawn if answer.count else 'nothing was drawn' + stopped}"
    if answer.classes is not None and answer.task == "count":
        number += f", {answer.classes:,} up to symmetry"
    if answer.task == "list":
        return f"{status}: {number}, each accepted by both judges{', and no others' if answer.exhausted else stopped}"
    return f"{status}: {number}{', every one counted' if answer.exhausted else ' so far' + stopped}"


def table(head: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    """Return a plain table: columns as wide as they need, numbers to the right."""
    cells = [list(map(str, head)), *(list(map(str, line)) for line in lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    number = [all(isinstance(line[at], int) for line in lines) for at in range(len(head))]
    return "\n".join(
        "  ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(line, widths, number, strict=True)
        ).rstrip()
        for line in cells
    )


def about(told: Mapping[str, Any]) -> str:
    """Return an info object as lines for people."""
    board, symmetry = told["puzzle"], told["symmetry"]
    least, most = told["area_of_pieces"]
    area = f"{least}" if least == most else f"{least} to {most}"
    lines = [
        told["title"],
        f"{told['kind']} on {board['board']}: {told['cells']} cells to cover, pieces of {area} cells in all",
        f"source: {told['source']}" if told["source"] else "",
        "published: " + ", ".join(f"{key} {value}" for key, value in told["published"].items())
        if told["published"]
        else "",
        f"symmetry: a group of {symmetry['order']}, {symmetry['rotations']} of them rotations",
        f"size: {told['size']['items']} items, {told['size']['options']} options",
        f"engine: {told['engine']['name']}, {told['engine']['why']}",
        _estimate(told["estimate"]),
        f"sha256: {told['puzzle_sha256']}",
    ]
    if told["uncoverable"]["count"]:
        some = " ".join(",".join(map(str, cell)) for cell in told["uncoverable"]["cells"][:10])
        lines.append(f"no placement covers {told['uncoverable']['count']} cells: {some}")
    pieces = [(p["name"], p["size"], p["orientations"], _copies(p["copies"]), p["placements"]) for p in told["pieces"]]
    lines.append(table(("piece", "cells", "orientations", "copies", "placements"), pieces))
    return "\n".join(line for line in lines if line)


def _estimate(given: Mapping[str, Any] | None) -> str:
    if given is None:
        return ""
    if given["nodes"] is None:
        return f"search: {given['why']}, not estimated"
    return (
        f"search: kernel {given['kernel']}, {given['why']}; about {given['nodes']:,.0f} nodes, {given['seconds']:.2g} s"
    )


def _copies(given: Sequence[int]) -> str:
    return str(given[0]) if given[0] == given[1] else f"{given[0]}..{given[1]}"


def usage_fault(fault: Any, commands: Sequence[str]) -> str:
    """Return the sentence for a fault of the command line that typer found; commands: those there are."""
    from exactcover.model.malformed import nearest

    context = getattr(fault, "ctx", None)
    where = f"; see {context.command_path} --help" if context is not None else ""
    text: str = fault.format_message().rstrip(".")
    if command := re.match("No such command '(.*?)'", text):
        asked = command[1]
        return f"unknown command {asked!r}; expected {', '.join(commands)}{nearest(asked, commands)}"
    if hasattr(fault, "option_name") and context is not None and text.startswith("No such option"):
        known = [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]
        return f"unknown option {fault.option_name}{where}{nearest(fault.option_name, known)}"
    if value := re.match("Invalid value for '(.*?)': (.*)", text):
        return f"{value[1]} is {value[2]}"
    return text[:1].lower() + text[1:] + where


def _remaining(fraction: float, seconds: float) -> str:
    """Return the part done and, from it, the time that is left: honest where the parts come in a random order."""
    return f"{fraction:.1%} done, about {seconds / fraction - seconds:,.0f} s left"


class ProgressLine:
    """A line on a terminal's standard error that says how far a run is; silent elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.on = sys.stderr.isatty() and not quiet
        self.begun = time.monotonic()
        self.status: Any = None

    def show(self, step: Progress) -> None:
        """Show a step, once the run has lasted long enough for anybody to wonder."""
        compiling = step.sentence.startswith("compiling")
        if not self.on or (time.monotonic() < self.begun + PATIENCE_SECONDS and not compiling):
            return
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status("")
            self.status.start()
        parts = [step.sentence] if step.sentence else []
        parts += [f"{step.nodes:,} nodes"] if step.nodes else []
        parts += [f"{step.count:,} solutions"] if step.count is not None else []
        parts += [_remaining(step.fraction, time.monotonic() - self.begun)] if step.fraction else []
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
