"""Caches that a process keeps between runs: small puzzles and models by their serialized bytes, and reductions of models.

A client that sends the same puzzle again sends the same bytes, which need not be parsed again. No verdict is cached: an
encoding, a selection and a solution are judged in every request. The placements that a referee has accepted
(encoders/packing/accepted.py) are cached for as long as their puzzle lives.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection
from functools import cached_property, partial
from typing import Any
from weakref import WeakKeyDictionary

from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.model.tiling import Tiling
from exactcover.process.lru_cache import LRUCache
from exactcover.transform.reductions import chain

MOST, LARGEST = 16, 1 << 16
"""Maximum number of entries of a cache, and maximum size of an entry in bytes."""
MOST_OPTIONS = 20_000
"""Maximum number of options of a cover that is cached as the reduction of a model."""


class Known:
    """A puzzle with its encoding and its canonical form, each computed once; brief: the puzzle is small and cheap to process."""

    def __init__(self, puzzle: Puzzle, brief: bool = False) -> None:
        self.puzzle, self.brief = puzzle, brief

    @cached_property
    def encoding(self) -> Encoding:
        """The puzzle's model and the way back."""
        return self.puzzle.encode()

    def model(self, *, up_to_symmetry: bool) -> Model:
        """Return the puzzle's model, with its symmetries if they are needed; raises InvalidInput if they cannot be found."""
        find = self.encoding.with_symmetries if up_to_symmetry else None
        return self.encoding.model if find is None else find()

    @cached_property
    def notices(self) -> list[str]:
        """The puzzle's notices."""
        return self.puzzle.notices()

    @cached_property
    def canonical(self) -> dict[str, Any]:
        """The puzzle's canonical form, as in answers."""
        return self.puzzle.canonical()

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the canonical form."""
        return digest_of(self.canonical)


puzzles: LRUCache[bytes, Known] = LRUCache(MOST, LARGEST)
models: LRUCache[bytes, Model] = LRUCache(MOST, LARGEST)

_serialized: WeakKeyDictionary[Tiling | Cover, bytes] = WeakKeyDictionary()
_reduced: WeakKeyDictionary[Tiling | Cover, dict[tuple[tuple[str, ...], bool, bool, bool, bool], chain.Chain]] = (
    WeakKeyDictionary()
)


def puzzle_of(content: bytes) -> Known:
    """Deserialize a puzzle that `serialize` wrote; a small one is cached."""
    size = len(content)
    return puzzles.get_or_make(content, lambda: Known(pickle.loads(content), puzzles.accepts(size)), size)


def model_of(content: bytes) -> Model:
    """Deserialize a model that `serialize_model` wrote; a small one is cached."""
    return models.get_or_make(content, lambda: pickle.loads(content), len(content))


def serialize(value: object) -> bytes:
    """Return a puzzle or a model as bytes, which are sent to another process and are the key of its cache."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def serialize_model(model: Model | tuple[Cover, ...]) -> bytes:
    """Return the bytes of a model, or of several; those of a small one are cached for as long as it lives."""
    if not isinstance(model, Tiling | Cover):
        return serialize(model)
    content = _serialized.get(model) or serialize(model)
    if models.accepts(len(content)):
        _serialized[model] = content
    return content


def reduced(
    model: Model,
    accepts: Collection[str],
    *,
    break_symmetry: bool = False,
    with_symmetries: bool = True,
    tighten: bool = False,
    to_count: bool = False,
) -> chain.Chain:
    """Return the chain of reductions of a model (see chain.reduce); a small one is cached for as long as the model lives."""
    make = partial(
        chain.reduce,
        model,
        accepts,
        break_symmetry=break_symmetry,
        with_symmetries=with_symmetries,
        tighten=tighten,
        to_count=to_count,
    )
    if not isinstance(model, Tiling | Cover):
        return make()
    key = (tuple(accepts), break_symmetry, with_symmetries, tighten, to_count)
    known = _reduced.get(model, {}).get(key)
    if known is None:
        known = make()
        if known.model is not model and isinstance(known.model, Cover) and known.model.options <= MOST_OPTIONS:
            _reduced.setdefault(model, {})[key] = known
    return known
