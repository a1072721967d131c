"""How an assembly of bodies comes apart: moves of groups of its pieces, each by whole steps in one direction, in stages.

Source: for levels, the numbers of moves until something is free, W. H. Cutler, A Computer Analysis of All 6-Piece Burrs (1994),
and the user guide of BurrTools.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import Any

Offset = tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """A move of pieces, by their numbers; direction: one step; steps: how many, None if nothing ever stops them."""

    pieces: tuple[int, ...]
    direction: Offset
    steps: int | None


@dataclass(frozen=True)
class Steps:
    """The steps that pieces may take, and the cells that a cell passes through in a step.

    vectors: the steps, one of each two opposite ones; period: of the lattice along every axis; swept: for each step, by the
    residue of a cell modulo the period, the offsets of the other cells that it passes through.
    """

    vectors: tuple[Offset, ...]
    period: int
    swept: tuple[Mapping[Offset, Sequence[Offset]], ...]

    def passed(self, number: int, cell: Offset) -> Iterator[Offset]:
        """Yield the cells that a cell passes through in a step."""
        for offset in self.swept[number][tuple(x % self.period for x in cell)]:
            yield tuple(map(add, cell, offset))


def straight_steps(dimension: int) -> Steps:
    """Return the steps of squares, cubes and hypercubes: along each axis to the next cell, through nothing but that."""
    units = tuple(tuple(int(i == axis) for i in range(dimension)) for axis in range(dimension))
    return Steps(units, 1, tuple({(0,) * dimension: (unit,)} for unit in units))


@dataclass(frozen=True)
class Grouping:
    """Which pieces need not come apart from each other: those of one group.

    shapes: of each piece; most: of a shape, by group, how many pieces of it the group may have. A piece may be in one of several
    groups; one whose shape has no group must be single at the end.
    Source: the user guide of BurrTools, on piece groups.
    """

    shapes: tuple[Hashable, ...] = ()
    most: Mapping[Hashable, Mapping[Hashable, int]] = field(default_factory=dict)


COMPLETE = Grouping()
"""Every piece is single at the end."""


@dataclass(frozen=True)
class Together:
    """Pieces that are not taken apart from each other, by their numbers, and the group that they form."""

    pieces: tuple[int, ...]
    group: Hashable


@dataclass(frozen=True)
class Stage:
    """A stage: moves of some pieces, the last of which frees its pieces; then those that stay and those freed, each where it was
    before that move, come apart in stages of their own: None for a single piece, and for pieces that stay together.
    """

    moves: tuple[Move, ...]
    staying: Stage | None
    freed: Stage | None

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of moves of this stage, and of later ones; those in which every move frees something are left out."""
        later = (stage.levels for stage in (self.staying, self.freed) if stage is not None and stage.is_tricky)
        return (len(self.moves), *(level for levels in later for level in levels))

    @property
    def is_tricky(self) -> bool:
        """Whether this stage or a later one takes more than one move."""
        return len(self.moves) > 1 or any(stage is not None and stage.is_tricky for stage in (self.staying, self.freed))

    def remaining(self, pieces: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the parts into which the pieces of this stage come apart, those that stay first."""
        freed = set(self.moves[-1].pieces)
        for stage, is_freed in ((self.staying, False), (self.freed, True)):
            part = tuple(piece for piece in pieces if (piece in freed) is is_freed)
            if stage is None:
                yield part
            else:
                yield from stage.remaining(part)

    def as_json(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Return this as JSON; names: of the pieces."""
        moves = [
            {"pieces": [names[piece] for piece in move.pieces], "direction": list(move.direction), "steps": move.steps}
            for move in self.moves
        ]
        later = {"staying": self.staying, "freed": self.freed}
        return {"moves": moves, **{name: stage.as_json(names) for name, stage in later.items() if stage is not None}}


@dataclass(frozen=True)
class Disassembly:
    """Whether an assembly comes apart, and how; names: of its pieces, in the order of the solution.

    first: its first stage; None if it does not come apart, or, if the search was not exhausted, if nobody knows; together: the
    pieces that stay together as one group.
    """

    names: tuple[str, ...]
    first: Stage | None
    exhausted: bool
    together: tuple[Together, ...] = ()

    @property
    def comes_apart(self) -> bool | None:
        """Whether it does; None: the search ended before that was known."""
        if self.first is not None or len(self.names) < 2:
            return True
        return False if self.exhausted else None

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of moves of its stages; empty without any."""
        return () if self.first is None else self.first.levels

    def beside(self, solution: Mapping[str, Any]) -> dict[str, Any]:
        """Return a solution as lists have it, with this as its key `disassembly`."""
        return {**solution, "disassembly": self.to_json()}

    def to_json(self) -> dict[str, Any]:
        """Return this as a value for json.dumps."""
        stages = None if self.first is None else self.first.as_json(self.names)
        groups = [
            {"pieces": [self.names[piece] for piece in each.pieces], "group": each.group} for each in self.together
        ]
        return {
            "comes_apart": self.comes_apart,
            "levels": list(self.levels),
            "stage": stages,
            **({"together": groups} if groups else {}),
        }
