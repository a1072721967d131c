"""Whether the pieces of a solution come apart again, and in how many moves. Not here: the search (backends/search/graphs)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from encoders.solutions import PackingSolution
from exactcover.api.checking import faults
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.backends.search.graphs import disassembly as search
from exactcover.judges import disassembly as judge
from exactcover.model import own_items
from exactcover.model.disassembly import Disassembly
from exactcover.model.errors import InvalidInput, JudgeRefused, Unsuitable
from exactcover.process.deadline import Deadline


def disassemble(
    puzzle: Subject,
    solution: object,
    *,
    groups: Mapping[str, Hashable] | None = None,
    time_limit: float | None = None,
) -> Disassembly:
    """Return whether the pieces of a solution come apart by moves of groups of them along the axes, and the moves.

    Each stage has the fewest moves, and of these ways the one with the least later levels is returned; its moves are judged by
    taking every step. groups: by the name of a piece; pieces of one group may stay together. time_limit: seconds, after which the
    answer is that nobody knows. Raises InvalidInput if the solution is none, Unsuitable for a puzzle without pieces on squares or
    cubes.
    """
    about = puzzle_about(puzzle)
    if not issubclass(about.rules.solution, PackingSolution) or about.canonical().get("lattice"):
        raise Unsuitable("only pieces of squares or cubes are taken apart; expected a packing of those")
    for fault in faults(about, solution):
        raise InvalidInput(f"the solution is wrong: {fault}")
    placements = own_items.named(solution)["placements"]
    names = tuple(placement["piece"] for placement in placements)
    pieces = [[tuple(cell) for cell in placement["cells"]] for placement in placements]
    if len(pieces) < 2:
        return Disassembly(names, None, exhausted=True)
    own = [None if groups is None else groups.get(name) for name in names]
    deadline = Deadline(time_limit)
    try:
        first = search.come_apart(pieces, own, deadline.over)
    except search.Unknown:
        return Disassembly(names, None, exhausted=False)
    for fault in () if first is None else judge.faults(pieces, first, own):
        raise JudgeRefused(f"a disassembly is wrong: {fault}")
    return Disassembly(names, first, exhausted=True)
