"""The kinds of puzzle, a line each, and a puzzle as the rest of the house sees it.

A new kind is a value with its own rooms (keys, encodings, referee, picture) and an entry in KINDS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from encoders.cover import covers
from encoders.cover import to_picture as cover_to_picture
from encoders.draw.picture import Picture
from encoders.keys import Keys, shown
from encoders.packing import accepted as packing_accepted
from encoders.packing import keys as packing_keys
from encoders.packing import referee as packing_referee
from encoders.packing import to_picture as packing_to_picture
from encoders.packing import to_tiling as packing_to_tiling
from encoders.packing.packing import Packing
from encoders.sliding.blocks import keys as blocks_keys
from encoders.sliding.blocks import referee as blocks_referee
from encoders.sliding.blocks import to_picture as blocks_to_picture
from encoders.sliding.blocks import to_sliding as blocks_to_sliding
from encoders.sliding.blocks.blocks import Blocks
from encoders.sliding.tiles import keys as tiles_keys
from encoders.sliding.tiles import referee as tiles_referee
from encoders.sliding.tiles import to_picture as tiles_to_picture
from encoders.sliding.tiles import to_sliding as tiles_to_sliding
from encoders.sliding.tiles.tiles import Tiles
from exactcover.errors import InvalidInput
from exactcover.model.encoding import Encoding, Model, Solution


@dataclass(frozen=True)
class Kind:
    """What a kind of puzzle can do with its value: read it from keys, write it out, encode it, judge it, draw it.

    with_names: the keys of a canonical puzzle, with the names that a solution uses for its pieces; moves: the legal moves of
    the start, as a solution writes them, and film: a plan with a board for every step, of kinds that have plans.
    """

    name: str
    keys: tuple[str, ...]
    read: Callable[[Keys], Any]
    canonical: Callable[[Any], dict[str, Any]]
    encode: Callable[[Any, str], Encoding]
    faults: Callable[[Any, Any], list[str]]
    encoding_faults: Callable[[Any, Any], list[str]]
    picture: Callable[[Any, Solution | None], Picture]
    with_names: Callable[[Keys, Any], Keys]
    moves: Callable[[Any], list[list[Any]]] | None = None
    film: Callable[[Any, Solution], Picture] | None = None


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "packing",
            packing_keys.KEYS,
            packing_keys.packing,
            Packing.canonical,
            lambda value, task: packing_to_tiling.encode(value),
            packing_accepted.faults,
            packing_referee.tiling_faults,
            packing_to_picture.picture,
            packing_keys.with_names,
        ),
        Kind(
            "tiles",
            tiles_keys.KEYS,
            tiles_keys.tiles,
            Tiles.canonical,
            lambda value, task: tiles_to_sliding.encode(value),
            tiles_referee.faults,
            tiles_referee.sliding_faults,
            tiles_to_picture.picture,
            lambda keys, solution: keys,
            Tiles.moves,
            tiles_to_picture.picture,
        ),
        Kind(
            "blocks",
            blocks_keys.KEYS,
            blocks_keys.blocks,
            Blocks.canonical,
            lambda value, task: blocks_to_sliding.encode(value),
            blocks_referee.faults,
            blocks_referee.sliding_faults,
            blocks_to_picture.picture,
            blocks_keys.with_names,
            Blocks.moves,
            blocks_to_picture.film,
        ),
        Kind(
            "cover",
            covers.KEYS,
            covers.read,
            covers.canonical,
            lambda value, task: covers.encode(value),
            covers.faults,
            covers.encoding_faults,
            cover_to_picture.picture,
            lambda keys, solution: keys,
        ),
    )
}

TEXTS = ("title", "source")
"""Keys that every kind has, besides `kind` and `published`; they change no answer."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle: its kind, its value (a Packing, ...), and what is known of it.

    published: figures from the literature, like {"classes": 2339, "total": 9356}, or {"optimum": 116} for the shortest plan.
    """

    rules: Kind
    value: Any
    title: str = ""
    source: str = ""
    published: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""
        return self.rules.name

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without titles and names, ready for json.dumps."""
        return self.rules.canonical(self.value)

    def encode(self, task: str) -> Encoding:
        """Return the model of a task and the way back."""
        return self.rules.encode(self.value, task)

    def faults(self, solution: Any) -> list[str]:
        """Return what the referee finds wrong with a solution, a sentence a fault; none for a right one."""
        return self.rules.faults(self.value, solution)

    def encoding_faults(self, model: Model) -> list[str]:
        """Return where a model asks something else than the puzzle, a sentence a fault."""
        return self.rules.encoding_faults(self.value, model)

    def picture(self, solution: Solution | None = None) -> Picture:
        """Return the picture of a solution, or of the puzzle alone."""
        return self.rules.picture(self.value, solution)

    def film(self, solution: Solution) -> Picture:
        """Return a plan as a picture with a layer for every step; raises InvalidInput where solutions are no plans."""
        if self.rules.film is None:
            raise InvalidInput(f"a {self.kind} has no plan to show move by move; expected a puzzle with moves")
        return self.rules.film(self.value, solution)

    def moves(self) -> list[list[Any]]:
        """Return the legal moves of the start, as a solution writes them; raises InvalidInput for a puzzle without moves."""
        if self.rules.moves is None:
            raise InvalidInput(f"a {self.kind} has no moves; expected a puzzle with moves")
        return self.rules.moves(self.value)


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
