"""What the program asks of a puzzle, whatever its kind. Not here: puzzles themselves; see encoders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from exactcover.model.amounts import Amount
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable


def digest_of(canonical: Mapping[str, Any]) -> str:
    """Return the sha256 of a canonical puzzle: keys sorted, no spaces."""
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Puzzle(Protocol):
    """What a puzzle must know of itself."""

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""

    @property
    def title(self) -> str:
        """What the puzzle is called."""

    @property
    def source(self) -> str:
        """Where it comes from."""

    @property
    def published(self) -> Mapping[str, Any]:
        """What is known of it from the literature."""

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without titles and names, ready for json.dumps."""

    def notices(self) -> list[str]:
        """Return sentences for people about a puzzle that may not be what they mean; none of them changes an answer."""

    def encode(self) -> Encoding:
        """Return the puzzle's model and the way back."""

    def faults(self, solution: Any) -> list[str]:
        """Return what the referee finds wrong with a solution, one sentence per fault; none for a right one."""

    def each_fault(self, solution: Any) -> Iterable[str]:
        """Return the same faults one at a time, for solutions that may have millions."""

    def all_right(self, solutions: SolutionTable) -> bool:
        """Return whether the referee finds nothing wrong with any of many solutions; `faults` says what is wrong with one."""

    def encoding_faults(self, model: Model) -> list[str]:
        """Return where a model asks something else than the puzzle, one sentence per fault."""

    def cost(self, solution: Solution) -> Amount | None:
        """Return what a right solution costs; None if nothing costs."""

    def identity(self, solution: Solution) -> Hashable:
        """Return what equal right solutions have in common, however they are written down."""

    def orbit(self, solution: Solution, *, rotations_only: bool) -> Hashable | None:
        """Return what a right solution has in common with all that symmetries of the puzzle make of it; others may have it too.

        None if that is unknown.
        """

    def layout(self, solution: Solution) -> Layout:
        """Return placements as arrays; raises InvalidInput for what is none, or a puzzle whose solutions are not written so."""

    def most_pieces(self) -> int:
        """Return the most pieces that a solution can have; raises InvalidInput like `layout`."""

    def layout_of(self, kinds: tuple[str, ...], piece: Integers, orientation: Integers, offset: Integers) -> Layout:
        """Return the layout of arrays, still to be judged; raises InvalidInput like `layout`."""

    def formats(self) -> tuple[str, ...]:
        """Return the formats of other programs in which puzzles of the kind are written."""

    def in_format(self, name: str) -> Iterator[str]:
        """Yield the text of the puzzle in one of `formats`, a line at a time; raises InvalidInput for what it cannot state."""

    def engines(self) -> tuple[str, ...]:
        """Return the engines that people compare on the puzzle."""
