"""The interface of puzzles of any kind. Not here: puzzles themselves; see encoders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from exactcover.model.amounts import Amount
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable
from exactcover.model.solution import Solution as TypedSolution


def digest_of(canonical: Mapping[str, Any]) -> str:
    """Return the sha256 of a canonical puzzle: keys sorted, no spaces."""
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Puzzle(Protocol):
    """The interface of a puzzle."""

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""

    @property
    def title(self) -> str:
        """The puzzle's title."""

    @property
    def source(self) -> str:
        """The puzzle's source."""

    @property
    def published(self) -> Mapping[str, Any]:
        """Facts about the puzzle from the literature."""

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without titles and names, ready for json.dumps."""

    def named(self) -> dict[str, Any]:
        """Return the canonical puzzle with the names of its pieces, ready for json.dumps."""

    def notices(self) -> list[str]:
        """Return warnings about a puzzle that may not be what the user means; none changes an answer."""

    def figures(self, model: Model) -> dict[str, Any]:
        """Return what `info` says of the puzzle that its model does not: some keys of PuzzleInfo (documents.py)."""

    def encode(self) -> Encoding:
        """Return the puzzle's model and its decoding."""

    def independent_encoder(self, to: str) -> str | None:
        """Return the source of a module that encodes the puzzle again for a format, in plain Python; None if there is none."""

    def faults(self, solution: Any) -> list[str]:
        """Return the faults that the referee finds in a solution, one sentence each; none for a correct one."""

    def each_fault(self, solution: Any) -> Iterable[str]:
        """Return the same faults lazily, for solutions that may have millions."""

    def all_right(self, solutions: SolutionTable) -> bool:
        """Return whether the referee finds no fault in any of many solutions; `faults` reports those of one."""

    def encoding_faults(self, model: Model) -> list[str]:
        """Return the differences between a model and the puzzle, one sentence each."""

    def board(self) -> tuple[Hashable, frozenset[tuple[int, ...]]] | None:
        """Return what puzzles share that differ in their boards alone, and the cells of the board; None if nothing is shared."""

    def on_board(
        self, cells: Collection[tuple[int, ...]], optional: Collection[tuple[int, ...]], empty: tuple[int, int]
    ) -> Puzzle:
        """Return the puzzle on a board of some cells, of which some may stay empty, at least and at most so many.

        Its solutions that leave just the cells empty that a board lacks are the solutions on that board.
        """

    def tray(self) -> Model:
        """Return the model with the pieces that are laid by hand: the puzzle's own, or a plainer one with the same pieces."""

    def cost(self, solution: Solution) -> Amount | None:
        """Return the cost of a correct solution; None if there are no costs."""

    def identity(self, solution: Solution) -> Hashable:
        """Return a value that is the same for equal correct solutions, however they are written."""

    def orbit(self, solution: Solution, *, rotations_only: bool) -> Hashable | None:
        """Return a value that a correct solution shares with its images under symmetries; others may share it too.

        None if unknown.
        """

    def layout(self, solution: Solution) -> Layout:
        """Return placements as arrays; raises InvalidInput for invalid ones, or if solutions have no such form."""

    def most_pieces(self) -> int:
        """Return the maximum number of pieces of a solution; raises InvalidInput like `layout`."""

    def layout_of(self, kinds: tuple[str, ...], piece: Integers, orientation: Integers, offset: Integers) -> Layout:
        """Return the layout of arrays, not yet judged; raises InvalidInput like `layout`."""

    def typed(self, solution: Solution) -> TypedSolution | Layout:
        """Return a solution with the type that its kind gives to solutions; a layout as it is."""

    def formats(self) -> tuple[str, ...]:
        """Return the formats of other programs in which puzzles of this kind can be written."""

    def in_format(self, name: str) -> Iterator[str]:
        """Yield the text of the puzzle in one of `formats`, line by line; raises InvalidInput for what it cannot express."""

    def checker(self, name: str) -> bytes | None:
        """Return the script with which strangers check `states` or `parity` of a canonical puzzle of this kind, if it has one."""

    def engines(self) -> tuple[str, ...]:
        """Return the engines that are usually compared on the puzzle."""
