"""How an assembly of bodies comes apart: moves of groups of its pieces, each by whole steps along an axis, in stages.

Source: for levels, the numbers of moves until something is free, W. H. Cutler, A Computer Analysis of All 6-Piece Burrs (1994),
and the user guide of BurrTools.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Offset = tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """A move of pieces, by their numbers; direction: of a step of one cell; steps: how many, None if nothing ever stops them."""

    pieces: tuple[int, ...]
    direction: Offset
    steps: int | None


@dataclass(frozen=True)
class Stage:
    """A stage: moves of some pieces, the last of which frees its pieces; then those that stay and those freed, each where it was
    before that move, come apart in stages of their own: None for a single piece.
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

    def stages(self) -> Iterator[Stage]:
        """Yield this stage and all later ones, those of the pieces that stay first."""
        yield self
        for stage in (self.staying, self.freed):
            if stage is not None:
                yield from stage.stages()

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

    first: its first stage; None if it does not come apart, or, if the search was not exhausted, if nobody knows.
    """

    names: tuple[str, ...]
    first: Stage | None
    exhausted: bool

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

    def to_json(self) -> dict[str, Any]:
        """Return this as a value for json.dumps."""
        stages = None if self.first is None else self.first.as_json(self.names)
        return {"comes_apart": self.comes_apart, "levels": list(self.levels), "stage": stages}
