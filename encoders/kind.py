"""What a kind of puzzle says of itself: everything that the rest of the program may ask of it, as one value.

Not here: the kinds there are (kinds.py lists them), and puzzles of them (puzzle.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from encoders.draw.gallery import Panel
from encoders.draw.mosaic import Mosaic
from encoders.draw.picture import Picture
from encoders.editor import Editor
from encoders.keys import Keys
from exactcover.model.amounts import Amount
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable

Value = TypeVar("Value")
"""The values of the puzzles of a kind: a Packing, ..."""


def same_names(keys: Keys, solution: Any) -> Keys:
    """Return the keys as they are: what `with_names` is for kinds whose solutions name nothing that the keys do not."""
    return keys


@dataclass(frozen=True)
class Arrays(Generic[Value]):
    """How solutions of a kind are written as arrays (see Layout), as functions of the value of a puzzle.

    most: the most pieces that a solution can have; of_solution: the layout of what is written like a solution, InvalidInput where
    it is not; of_arrays: the layout of the kinds, the pieces, the orientations and the offsets that a file has; mosaic: the
    picture of placements, or of the puzzle alone, on a large board.
    """

    most: Callable[[Value], int]
    of_solution: Callable[[Value, Solution], Layout]
    of_arrays: Callable[[Value, tuple[str, ...], Integers, Integers, Integers], Layout]
    mosaic: Callable[[Value, Solution | None], Mosaic]


@dataclass(frozen=True)
class Kind(Generic[Value]):
    """A kind of puzzle, as functions of the value of a puzzle.

    name: its word in specifications, and `kind` in a canonical puzzle.
    keys: the keys of its specifications; read: the value that such keys describe, or InvalidInput.
    canonical: the value ready for json.dumps, `kind` included; equal for equivalent puzzles.
    encode: the model and the way back.
    faults: what is wrong with a solution from an untrusted file; encoding_faults: where a model asks something else than
    the puzzle. Both give one sentence per fault; the faults of an untrusted solution may be millions, so they come one at a time.
    all_right: whether `faults` finds nothing in any of many solutions; None: each is judged by itself.
    picture: the picture of a right solution, or of the puzzle alone.
    cost: what a right solution costs, None if nothing costs.
    identity: what equal right solutions have in common, however they are written down.
    orbit: what a right solution has in common with everything that symmetries of the puzzle make of it, by rotations alone where
    that is asked; others may have it too. None for kinds whose solutions are not told apart up to symmetry.
    engines: the engines that people compare on the puzzle, as `--backend` names them.
    with_names: the keys of a canonical puzzle, with the names that a solution uses for its pieces; names: of a value, what
    `with_names` reads them from, None if the keys of the canonical puzzle have all names.
    moves: the legal moves of the start, as a solution writes them; None for kinds whose solutions are no plans.
    film: a plan as a picture with a board for every step; None for kinds whose solutions are no plans.
    pieces: each piece as a panel, its name and copies above it; None for kinds that have no pieces to lay out.
    arrays: how solutions are written as arrays; None for kinds whose solutions are not.
    line_key: the key whose value may stand right after the name of the kind, and has a line of a batch (`file`); empty for
    kinds that have no such key.
    files: by format, how a puzzle with a title is written as a file of another program, a line at a time; raises Unsuitable.
    editor: how its keys are edited on a page; None: a line of text for each.
    notices: sentences for people about a puzzle that may not be what they mean, none of which changes an answer.
    examples: the keys of small puzzles; schemas: the JSON Schemas of a canonical `puzzle` and of a `solution`. Both are of kinds
    that other packages provide: `python -m exactcover.conformance` tests these with them.
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
    all_right: Callable[[Value, SolutionTable], bool] | None = None
    orbit: Callable[[Value, Solution, bool], Hashable] | None = None
    with_names: Callable[[Keys, Any], Keys] = same_names
    names: Callable[[Value], Any] | None = None
    moves: Callable[[Value], list[list[Any]]] | None = None
    film: Callable[[Value, Solution], Picture] | None = None
    pieces: Callable[[Value], tuple[Panel, ...]] | None = None
    arrays: Arrays[Value] | None = None
    line_key: str = ""
    files: Mapping[str, Callable[[Value, str], Iterator[str]]] = field(default_factory=dict)
    editor: Editor | None = None
    notices: Callable[[Value], Iterable[str]] | None = None
    examples: tuple[Keys, ...] = ()
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
