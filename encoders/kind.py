"""The description of a kind of puzzle: its whole interface to the rest of the program, as one value.

Not here: the list of kinds (kinds.py), and puzzles (puzzle.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from encoders.draw.gallery import Panel
from encoders.draw.mosaic import Mosaic
from encoders.draw.picture import Picture
from encoders.editor import Editor
from encoders.keys import Keys
from exactcover.model.amounts import Amount
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable
from exactcover.model.solution import Solution as TypedSolution
from exactcover.model.variation import Variation

Value = TypeVar("Value")
"""The values of the puzzles of a kind: a Packing, ..."""


def same_names(keys: Keys, solution: Any) -> Keys:
    """Return the keys unchanged: `with_names` for kinds whose solutions name nothing beyond the keys."""
    return keys


@dataclass(frozen=True)
class Arrays(Generic[Value]):
    """The conversion of solutions of a kind to arrays (see Layout), as functions of the value of a puzzle.

    most: the maximum number of pieces of a solution; of_solution: the layout of a value in the format of a solution, otherwise
    InvalidInput; of_arrays: the layout of the kinds, pieces, orientations and offsets in a file; mosaic: the picture of
    placements, or of the puzzle alone, on a large board.
    """

    most: Callable[[Value], int]
    of_solution: Callable[[Value, Solution], Layout]
    of_arrays: Callable[[Value, tuple[str, ...], Integers, Integers, Integers], Layout]
    mosaic: Callable[[Value, Solution | None], Mosaic]


@dataclass(frozen=True)
class Boards(Generic[Value]):
    """How puzzles of a kind that differ in the cells of their boards alone are one puzzle, as functions of values.

    key: equal for such puzzles, None for a value that shares no board; cells: of its board; common: the value on a board of some
    cells, of which some may stay empty, at least and at most so many of them. Those of its solutions that leave just the cells
    empty that a board lacks must be the solutions on that board; the parts of solutions have `cells`.
    """

    key: Callable[[Value], Hashable]
    cells: Callable[[Value], frozenset[tuple[int, ...]]]
    common: Callable[[Value, Collection[tuple[int, ...]], Collection[tuple[int, ...]], tuple[int, int]], Value]


@dataclass(frozen=True)
class Kind(Generic[Value]):
    """A kind of puzzle, as functions of the value of a puzzle.

    name: its word in specifications, and `kind` in a canonical puzzle.
    keys: the keys of its specifications; read: the value that such keys describe, or InvalidInput.
    canonical: the value ready for json.dumps, `kind` included; equal for equivalent puzzles.
    encode: the model and the way back.
    faults: the faults of a solution from an untrusted file; encoding_faults: the differences between a model and the puzzle.
    Both give one sentence per fault; an untrusted solution may have millions of faults, so they are generated lazily.
    all_right: whether `faults` finds nothing in any of many solutions; None: each is judged separately.
    picture: the picture of a correct solution, or of the puzzle alone.
    cost: the cost of a correct solution, None if there are no costs.
    identity: a value that is the same for equal correct solutions, however they are written.
    orbit: a value that a correct solution shares with its images under symmetries of the puzzle (rotations only, if
    requested); unrelated solutions may share it too. None for kinds without a comparison up to symmetry.
    engines: the engines that people compare on the puzzle, as `--backend` names them.
    solution: the type of solutions that Python users get; one of encoders/solutions.py, or a subclass of Solution.
    with_names: the keys of a canonical puzzle, with the names that a solution uses for its pieces; names: the part of a value
    from which `with_names` reads them, None if the keys of the canonical puzzle have all names.
    moves: the legal moves of the start, as a solution writes them; None for kinds whose solutions are no plans.
    film: a plan as a picture with a board for every step; None for kinds whose solutions are no plans.
    tray: the model with the pieces that are laid by hand; None: what the puzzle is encoded as.
    table: the puzzle as data of the page on which a person plays it, its key `plays` naming that page; None for kinds and puzzles
    without such a page, and for packings, whose model has what is placed.
    pieces: each piece as a panel, its name and copies above it; None for kinds that have no pieces to lay out.
    groups: of a piece by its name, the groups whose members need not come apart when an assembly is taken apart, and how many
    copies each of these may have, None for all; None for kinds without such pieces.
    arrays: how solutions are written as arrays; None for kinds whose solutions are not.
    boards: how puzzles that differ in their boards alone are one; None: they share nothing.
    line_key: the key whose value may directly follow the name of the kind, and is a line of a batch (`file`); empty for kinds
    without such a key.
    files: by format, a function that writes a puzzle with a title as a file of another program, line by line; raises
    Unsuitable.
    checkers: by what they check, scripts for strangers that read a canonical puzzle of this kind and what exports write:
    `states` and `parity` for kinds encoded as sliding blocks (exactcover/files/exports/certificate_to_states.py), `trees` for
    growths (certificate_to_trees.py).
    editor: its page editor; None: a line of text for each key.
    figures: what `info` says of the puzzle that its model does not: some keys of `PuzzleInfo` in exactcover/model/documents.py;
    None: nothing.
    independent: the module with the independent encoder of a value (independent.py), which reads its canonical form; None: none.
    varied: by name, what may vary while a puzzle is designed (exactcover/model/variation.py).
    notices: warnings about a puzzle that may not be what the user means; none changes an answer.
    examples: the keys of small puzzles; schemas: the JSON Schemas of a canonical `puzzle` and of a `solution`. Both are of
    kinds that other packages provide: `python -m exactcover.conformance` tests these with them.
    """

    name: str
    keys: tuple[str, ...]
    read: Callable[[Keys], Value]
    canonical: Callable[[Value], dict[str, Any]]
    encode: Callable[[Value], Encoding]
    faults: Callable[[Value, Any], Iterable[str]]
    encoding_faults: Callable[[Value, Any], list[str]]
    picture: Callable[[Value, Solution | None], Picture]
    cost: Callable[[Value, Solution], Amount | None]
    identity: Callable[[Value, Solution], Hashable]
    engines: Callable[[Value], tuple[str, ...]]
    solution: type[TypedSolution] = TypedSolution
    all_right: Callable[[Value, SolutionTable], bool] | None = None
    orbit: Callable[[Value, Solution, bool], Hashable] | None = None
    with_names: Callable[[Keys, Any], Keys] = same_names
    names: Callable[[Value], Any] | None = None
    moves: Callable[[Value], list[list[Any]]] | None = None
    film: Callable[[Value, Solution], Picture] | None = None
    tray: Callable[[Value], Model] | None = None
    table: Callable[[Value], dict[str, Any] | None] | None = None
    pieces: Callable[[Value], tuple[Panel, ...]] | None = None
    groups: Callable[[Value, str], Mapping[int, int | None]] | None = None
    arrays: Arrays[Value] | None = None
    boards: Boards[Value] | None = None
    line_key: str = ""
    files: Mapping[str, Callable[[Value, str], Iterator[str]]] = field(default_factory=dict)
    checkers: Mapping[str, Path] = field(default_factory=dict)
    editor: Editor | None = None
    figures: Callable[[Value, Any], dict[str, Any]] | None = None
    notices: Callable[[Value], Iterable[str]] | None = None
    independent: Callable[[Value], str | None] | None = None
    varied: Mapping[str, Variation[Value]] = field(default_factory=dict)
    examples: tuple[Keys, ...] = ()
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
