"""Whether the pieces of a solution come apart again, and in how many moves. Not here: the search (backends/search/graphs)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import lattice_named
from encoders.geometry.sweeps import steps_of
from encoders.packing.referee_of_steps import StepRule
from encoders.puzzle import Puzzle
from encoders.solutions import PackingSolution
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.backends.search.graphs import disassembly as search
from exactcover.judges import disassembly as judge
from exactcover.model import own_items
from exactcover.model.disassembly import Disassembly, Grouping
from exactcover.model.errors import InvalidInput, JudgeRefused, Unsuitable
from exactcover.model.layout import Layout
from exactcover.process.deadline import Deadline


def disassemble(
    puzzle: Subject,
    solution: object,
    *,
    groups: Mapping[str, Hashable | Mapping[Hashable, int]] | None = None,
    time_limit: float | None = None,
) -> Disassembly:
    """Return whether the pieces of a solution come apart by moves of groups of them in steps of the lattice, and the moves.

    Each stage has the fewest moves, and of these ways the one with the least later levels is returned; its moves are judged by
    taking every step. groups: by the name of a piece its group, or by group how many copies of it the group may have; pieces of
    one group may stay together. None: the groups of the puzzle. time_limit: seconds, after which the answer is that nobody
    knows. Raises InvalidInput if the solution is none, Unsuitable for a puzzle without pieces of cells.
    """
    about = puzzle_about(puzzle)
    lattice = _lattice_taken_apart(about)
    for fault in about.faults(own_items.named(solution)):
        raise InvalidInput(f"the solution is wrong: {fault}")
    placements = _placements(solution)
    names = tuple(placement["piece"] for placement in placements)
    pieces = [[tuple(cell) for cell in placement["cells"]] for placement in placements]
    if len(pieces) < 2:
        return Disassembly(names, None, exhausted=True)
    grouping = _grouping(about, names, groups)
    deadline = Deadline(time_limit)
    try:
        first = search.come_apart(pieces, grouping, deadline.over, steps_of(lattice))
    except search.Unknown:
        return Disassembly(names, None, exhausted=False)
    together = () if first is None else search.together(first, grouping) or ()
    for fault in () if first is None else judge.faults(pieces, first, grouping, together, StepRule(lattice)):
        raise JudgeRefused(f"a disassembly is wrong: {fault}")
    return Disassembly(names, first, exhausted=True, together=together)


def _placements(solution: object) -> list[dict[str, Any]]:
    """Return the placements of a solution that the referee has accepted, an engine's arrays too."""
    return list(solution.placements()) if isinstance(solution, Layout) else own_items.named(solution)["placements"]


def has_pieces(puzzle: Puzzle) -> bool:
    """Return whether solutions of a puzzle have pieces on a board."""
    return issubclass(puzzle.rules.solution, PackingSolution)


def _lattice_taken_apart(puzzle: Puzzle) -> Lattice:
    """Return the lattice of a puzzle's pieces; raises Unsuitable if its solutions are not taken apart."""
    if not has_pieces(puzzle):
        raise Unsuitable(
            "only pieces of squares or cubes, or of cells of another lattice, are taken apart; expected a packing"
        )
    form = puzzle.canonical()
    if form.get("wrap"):
        raise Unsuitable("pieces that go round a board cannot be taken apart; expected a flat board, or a body")
    lattice = lattice_named(form.get("lattice"), form["board"].count("x") + 1)
    if steps_of(lattice) is None:
        raise Unsuitable(
            f"pieces of lattice={lattice.name} are lines, which do not stop each other; expected pieces of cells"
        )
    return lattice


def refuse_disassembly(puzzle: Puzzle) -> None:
    """Raise Unsuitable if solutions of a puzzle are not taken apart."""
    _lattice_taken_apart(puzzle)


def _grouping(
    about: Puzzle, names: tuple[str, ...], groups: Mapping[str, Hashable | Mapping[Hashable, int]] | None
) -> Grouping:
    """Return which pieces may stay together, as a caller or else the puzzle says; names: of the pieces."""
    most: dict[Hashable, dict[Hashable, int]] = {}
    for name in dict.fromkeys(names):
        own: Mapping[Any, int | None]
        if groups is None:
            own = about.groups(name)
        else:
            value = groups.get(name)
            own = {} if value is None else value if isinstance(value, Mapping) else {value: None}
        most[name] = {group: len(names) if number is None else number for group, number in own.items()}
    return Grouping(names, most)
