"""What a process remembers from one run to the next: small puzzles and models by their bytes, and what models reduce to.

Who asks the same again sends the same bytes, which are then not read again. No verdict is remembered here: an encoding, a
selection and a solution are judged in every request. What stands in front of a referee and knows what its puzzle allows
(encoders/packing/accepted.py) lives as long as the puzzle.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection
from functools import cached_property, partial
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain

Value = TypeVar("Value")

MOST, LARGEST = 16, 1 << 16
"""How many values are remembered of one sort, and the bytes of the largest."""
MOST_OPTIONS = 20_000
"""Of what a model is written out as, where that is remembered."""


class Remembered(Generic[Value]):
    """Values by the bytes that they are made of: the last MOST that were asked for, but for large ones."""

    def __init__(self, make: Callable[[bytes], Value]) -> None:
        self.make = make
        self.values: dict[bytes, Value] = {}

    def __contains__(self, content: bytes) -> bool:
        return content in self.values

    def of(self, content: bytes) -> Value:
        """Return the value that is made of some bytes."""
        value = self.values.pop(content, None) or self.make(content)
        if len(content) <= LARGEST:
            self.values[content] = value
            if len(self.values) > MOST:
                self.values.pop(next(iter(self.values)))
        return value


class Known:
    """A puzzle, and what is made of it: its encoding, what is written of it in answers."""

    def __init__(self, puzzle: Puzzle, brief: bool = False) -> None:
        self.puzzle, self.brief = puzzle, brief

    @cached_property
    def encoding(self) -> Encoding:
        """The puzzle's model and the way back."""
        return self.puzzle.encode()

    @cached_property
    def canonical(self) -> dict[str, Any]:
        """The puzzle as answers have it."""
        return self.puzzle.canonical()

    @cached_property
    def digest(self) -> str:
        """The sha256 of that."""
        return digest_of(self.canonical)


puzzles: Remembered[Known] = Remembered(lambda content: Known(pickle.loads(content), len(content) <= LARGEST))
models: Remembered[Model] = Remembered(pickle.loads)

_written: WeakKeyDictionary[Tiling | Cover, bytes] = WeakKeyDictionary()
_reduced: WeakKeyDictionary[Tiling | Cover, dict[tuple[tuple[str, ...], bool, bool, bool], chain.Chain]] = (
    WeakKeyDictionary()
)


def written(value: object) -> bytes:
    """Return the bytes of a puzzle or a model, as a process that remembers it takes them."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def model_written(model: Model | tuple[Cover, ...]) -> bytes:
    """Return the bytes of a model, or of many; those of a small one are remembered for as long as it is."""
    if not isinstance(model, Tiling | Cover):
        return written(model)
    content = _written.get(model) or written(model)
    if len(content) <= LARGEST:
        _written[model] = content
    return content


def reduced(
    model: Model,
    accepts: Collection[str],
    *,
    break_symmetry: bool = False,
    with_symmetries: bool = True,
    tighten: bool = False,
) -> chain.Chain:
    """Return the chain of reductions of a model (see chain.reduce); that of a small one is remembered for as long as it is."""
    make = partial(
        chain.reduce,
        model,
        accepts,
        break_symmetry=break_symmetry,
        with_symmetries=with_symmetries,
        tighten=tighten,
    )
    if not isinstance(model, Tiling | Cover):
        return make()
    key = (tuple(accepts), break_symmetry, with_symmetries, tighten)
    known = _reduced.get(model, {}).get(key)
    if known is None:
        known = make()
        if known.model is not model and isinstance(known.model, Cover) and known.model.options <= MOST_OPTIONS:
            _reduced.setdefault(model, {})[key] = known
    return known
