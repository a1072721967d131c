"""A puzzle of any kind, as the rest of the program sees it, and its construction from keys. Not here: files and names
(catalogue.py).
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from encoders import independent
from encoders.draw.gallery import Panel
from encoders.draw.mosaic import Mosaic
from encoders.draw.notebook import html, unasked
from encoders.draw.picture import Picture
from encoders.keys import Keys, shown
from encoders.kind import Arrays, Kind
from encoders.kinds import KINDS
from exactcover.model.amounts import Amount
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable
from exactcover.model.solution import Solution as TypedSolution

TEXTS = ("title", "source")
"""Keys of every kind, besides `kind` and `published`; they change no answer."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle: its kind, its value (a Packing, ...), and published facts.

    published: figures from the literature, like {"classes": 2339, "total": 9356}, or {"optimum": 116} for the shortest plan.
    """

    rules: Kind[Any]
    value: Any
    title: str = ""
    source: str = ""
    published: Mapping[str, Any] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Return whether another puzzle is equal, ignoring title, source and names of pieces."""
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or (self.kind, self._text()) == (other.kind, other._text())

    def __hash__(self) -> int:
        return hash((self.kind, self._text()))

    def _text(self) -> str:
        return json.dumps(self.canonical(), sort_keys=True)

    def __reduce__(self) -> tuple[Callable[..., Puzzle], tuple[Any, ...]]:
        """Pickle the kind by name, without its functions."""
        if KINDS.get(self.kind) is not self.rules:
            raise pickle.PicklingError(f"a puzzle of the kind {self.kind!r}, which is not listed, cannot be pickled")
        return _restored, (self.kind, self.value, self.title, self.source, dict(self.published))

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""
        return self.rules.name

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without titles and names, ready for json.dumps."""
        return self.rules.canonical(self.value)

    def named(self) -> dict[str, Any]:
        """Return keys of the same puzzle with these names of pieces, ready for json.dumps."""
        names = None if self.rules.names is None else self.rules.names(self.value)
        return dict(self.rules.with_names(self.canonical(), names))

    def notices(self) -> list[str]:
        """Return warnings about a puzzle that may not be what the user means; none changes an answer."""
        return [] if self.rules.notices is None else list(self.rules.notices(self.value))

    def figures(self, model: Model) -> dict[str, Any]:
        """Return what `info` says of the puzzle that its model does not."""
        return {} if self.rules.figures is None else self.rules.figures(self.value, model)

    def encode(self) -> Encoding:
        """Return the puzzle's model and its decoding."""
        return self.rules.encode(self.value)

    def independent_encoder(self, to: str) -> str | None:
        """Return the source of a module that encodes the puzzle again for a format, in plain Python; None if there is none."""
        module = None if self.rules.independent is None else self.rules.independent(self.value)
        return None if module is None else independent.source(module, self.canonical(), to)

    def faults(self, solution: Any) -> list[str]:
        """Return the faults that the referee finds in a solution, one sentence each; none for a correct one."""
        return list(self.each_fault(solution))

    def each_fault(self, solution: Any) -> Iterable[str]:
        """Return the same faults lazily, for solutions that may have millions."""
        return self.rules.faults(self.value, solution)

    def all_right(self, solutions: SolutionTable) -> bool:
        """Return whether the referee finds no fault in any of many solutions; `faults` reports those of one."""
        if self.rules.all_right is None:
            return not any(self.faults(solution) for solution in solutions)
        return self.rules.all_right(self.value, solutions)

    def encoding_faults(self, model: Model) -> list[str]:
        """Return the differences between a model and the puzzle, one sentence each."""
        return self.rules.encoding_faults(self.value, model)

    def board(self) -> tuple[Hashable, frozenset[tuple[int, ...]]] | None:
        """Return what puzzles share that differ in their boards alone, and the cells of the board; None if nothing is shared."""
        own = self.rules.boards
        key = None if own is None else own.key(self.value)
        return None if own is None or key is None else (key, own.cells(self.value))

    def on_board(
        self, cells: Collection[tuple[int, ...]], optional: Collection[tuple[int, ...]], empty: tuple[int, int]
    ) -> Puzzle:
        """Return the puzzle on another board, some of whose cells may stay empty, at least and at most so many."""
        assert self.rules.boards is not None
        return Puzzle(self.rules, self.rules.boards.common(self.value, cells, optional, empty))

    def tray(self) -> Model:
        """Return the model with the pieces that are laid by hand."""
        return self.encode().model if self.rules.tray is None else self.rules.tray(self.value)

    def cost(self, solution: Solution) -> Amount | None:
        """Return the cost of a correct solution; None if there are no costs."""
        return self.rules.cost(self.value, solution)

    def identity(self, solution: Solution) -> Hashable:
        """Return a value that is the same for equal correct solutions, however they are written."""
        return self.rules.identity(self.value, solution)

    def orbit(self, solution: Solution, *, rotations_only: bool) -> Hashable | None:
        """Return a value that a correct solution shares with its images under symmetries, and perhaps others; None: unknown."""
        return None if self.rules.orbit is None else self.rules.orbit(self.value, solution, rotations_only)

    def engines(self) -> tuple[str, ...]:
        """Return the engines that are usually compared on the puzzle."""
        return self.rules.engines(self.value)

    def picture(self, solution: Solution | None = None) -> Picture:
        """Return the picture of a solution, or of the puzzle alone."""
        return self.rules.picture(self.value, solution)

    def _repr_svg_(self) -> str | None:
        """Return the drawing that a notebook shows, None if there is none."""
        return unasked(self.picture)

    def _repr_html_(self) -> str:
        """Return the title and the drawing, as a notebook shows them."""
        return html(self.title or self.kind, self._repr_svg_())

    def typed(self, solution: Solution) -> TypedSolution | Layout:
        """Return a solution with the type that its kind gives to solutions; a layout as it is."""
        return solution if isinstance(solution, Layout) else self.rules.solution(solution)

    def film(self, solution: Solution) -> Picture:
        """Return a plan as a picture with a layer for every step; raises InvalidInput if solutions are not plans."""
        if self.rules.film is None:
            raise InvalidInput(f"a {self.kind} has no plan to show move by move; expected a puzzle with moves")
        return self.rules.film(self.value, solution)

    def table(self) -> dict[str, Any] | None:
        """Return the data of the page on which a person plays the puzzle; None if its kind has no page for that."""
        return None if self.rules.table is None else self.rules.table(self.value)

    def pieces(self) -> tuple[Panel, ...] | None:
        """Return each piece as a panel, its name and copies above it; None for puzzles without pieces to lay out."""
        return None if self.rules.pieces is None else self.rules.pieces(self.value)

    def groups(self, piece: str) -> Mapping[int, int | None]:
        """Return the groups in which copies of a piece may stay together, and how many each may have; None: all."""
        return {} if self.rules.groups is None else self.rules.groups(self.value, piece)

    def layout(self, solution: Solution) -> Layout:
        """Return placements as arrays; raises InvalidInput for invalid ones, or if solutions have no such form."""
        return self._arrays().of_solution(self.value, solution)

    def most_pieces(self) -> int:
        """Return the maximum number of pieces of a solution; raises InvalidInput like `layout`."""
        return self._arrays().most(self.value)

    def layout_of(self, kinds: tuple[str, ...], piece: Integers, orientation: Integers, offset: Integers) -> Layout:
        """Return the layout of arrays, not yet judged; raises InvalidInput like `layout`."""
        return self._arrays().of_arrays(self.value, kinds, piece, orientation, offset)

    def mosaic(self, solution: Solution | None = None) -> Mosaic:
        """Return the picture of placements, or of the puzzle alone, on a large board; raises InvalidInput like `layout`."""
        return self._arrays().mosaic(self.value, solution)

    def _arrays(self) -> Arrays[Any]:
        if self.rules.arrays is None:
            raise InvalidInput(f"solutions of a {self.kind} are not written as arrays; expected a packing of a board")
        return self.rules.arrays

    def formats(self) -> tuple[str, ...]:
        """Return the formats of other programs in which puzzles of this kind can be written."""
        return tuple(self.rules.files)

    def in_format(self, name: str) -> Iterator[str]:
        """Yield the text of the puzzle in one of `formats`, line by line; raises InvalidInput for what it cannot express."""
        return self.rules.files[name](self.value, self.title)

    def checker(self, name: str) -> bytes | None:
        """Return the script with which strangers check `states`, `parity` or `trees` of a canonical puzzle, if there is one."""
        path = self.rules.checkers.get(name)
        return None if path is None else path.read_bytes()

    def moves(self) -> list[list[Any]]:
        """Return the legal moves of the start, as a solution writes them; raises InvalidInput for a puzzle without moves."""
        if self.rules.moves is None:
            raise InvalidInput(f"a {self.kind} has no moves; expected a puzzle with moves")
        return self.rules.moves(self.value)


def _restored(kind: str, value: Any, title: str, source: str, published: Mapping[str, Any]) -> Puzzle:
    """Restore a pickled puzzle."""
    return Puzzle(KINDS[kind], value, title, source, published)


def puzzle_of(kind: str, keys: Keys) -> Puzzle:
    """Return the puzzle of a kind that the keys describe; raises InvalidInput."""
    rules = KINDS[kind]
    own = {key: value for key, value in keys.items() if key not in (*TEXTS, "published", "kind")}
    for key in TEXTS:
        if not isinstance(keys.get(key, ""), str):
            raise InvalidInput(f"{key} is {shown(keys[key])}; expected a text")
    published = keys.get("published", {})
    if not isinstance(published, dict):
        raise InvalidInput(f"published is {shown(published)}; expected a table such as [published]")
    return Puzzle(rules, rules.read(own), keys.get("title", ""), keys.get("source", ""), published)
