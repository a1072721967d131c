"""What questions are about: puzzles by name, file, line or keys, and covers of any items. Not here: the questions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from encoders import catalogue, sent
from encoders.puzzle import Puzzle
from exactcover.model import own_items
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput, InvalidModel

Subject: TypeAlias = Puzzle | Cover | str
"""The subject of a question: a puzzle, a cover, or the name, file or one-line specification of a puzzle."""

Item = TypeVar("Item", bound=Hashable)
Symmetry: TypeAlias = list[list[Item]] | Mapping[Item, Item]
"""A permutation of a cover's items: cycles, or a mapping."""


def puzzle(*words: str, **keys: object) -> Puzzle:
    """Return a puzzle: `puzzle("pentominoes-6x10")`, `puzzle("board.toml")`, `puzzle("packing", board="6x10", ...)`.

    Keys are those of a puzzle file. Raises InvalidInput, and TypeError for a word that is not a string.
    """
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"a word of the puzzle is {word!r:.60}; expected a text: its name, its file, or its kind")
    return catalogue.puzzle(*words, **keys)


def cover(
    items: Iterable[object],
    options: Iterable[Iterable[Hashable]] | None = None,
    *,
    secondary: Iterable[Hashable] = (),
    costs: Iterable[int | float | str | Decimal | Fraction] | None = None,
    maximise: bool = False,
    names: Iterable[Hashable] | None = None,
    symmetries: Iterable[Symmetry[Item]] | None = None,
    layout: Mapping[Item, Sequence[int]] | None = None,
) -> Cover:
    """Return an exact cover, which `solve`, `count` and the others take like a puzzle; raises InvalidInput.

    items: hashable values of one type, each to be covered once; lists `[item, least, most]`; or a mapping from items to how
    often they are to be covered, a number or (least, most). options: the items of each option. secondary: items to be covered
    at most once. costs: an exact number (int, float, Decimal, Fraction) for each option. maximise: look for the greatest sum.
    names: of the options, hashable values, all different; solutions have the `names` and `indices` of the options chosen.
    symmetries: permutations of the items that generate those of the cover, each as a list of cycles, or a mapping of the items
    that it moves; None: found if they are needed. layout: (row, column), or (layer, row, column) of items, for pictures.
    Without options: a matrix (numpy or scipy.sparse), with a row for each option and a column for each item, numbered from 0;
    a data frame (pandas), whose columns are the items and whose index names the options; or the options as sets.
    """
    try:
        made = own_items.cover(items, options, secondary=secondary, costs=costs, maximise=maximise, names=names)
    except InvalidModel as fault:
        raise InvalidInput(str(fault)) from fault
    if symmetries is None and layout is None:
        return made
    from encoders.cover.layout import with_layout
    from encoders.cover.symmetries import with_given

    name_of = dict(zip(made.labels or made.items, made.items, strict=True))

    def named(value: Any) -> Any:
        """Return a symmetry, or a cycle, with the names of items."""
        if isinstance(value, Mapping):
            return {named(key): named(own) for key, own in value.items()}
        if isinstance(value, list):
            return list(map(named, value))
        return name_of.get(value, value)

    generators = None if symmetries is None else list(map(named, symmetries))
    positions = None if layout is None else {named(item): list(place) for item, place in layout.items()}
    return with_layout(with_given(made, generators), positions)


def puzzle_about(subject: Subject) -> Puzzle:
    """Return the puzzle that a question is about; raises InvalidInput, and TypeError for a value that is not a Subject."""
    if isinstance(subject, Cover):
        from encoders.cover.kind import KIND
        from encoders.cover.order import in_order

        return Puzzle(KIND, in_order(subject))
    if not isinstance(subject, Puzzle | str):
        raise TypeError(f"the puzzle is {subject!r:.60}; expected a puzzle, a cover, or a text that names a puzzle")
    return subject if isinstance(subject, Puzzle) else puzzle(subject)


def puzzle_or_fault(subject: Subject) -> Puzzle | InvalidInput:
    """Return the puzzle that a question is about, or what is wrong with it."""
    try:
        return puzzle_about(subject)
    except InvalidInput as fault:
        return fault


def puzzle_sent(value: Any) -> tuple[Puzzle, dict[str, Any]]:
    """Return the puzzle that an untrusted JSON value describes, and the keys that make it; opens no file. Raises InvalidInput.

    value: a name in the catalogue, a line `KIND key=value ...`, an object of keys, or `{"format": "toml", "text": "..."}`.
    """
    return sent.puzzle_sent(value)


def puzzle_of_answer(answer: Mapping[str, Any], solution: Any = None) -> Puzzle:
    """Return the puzzle that an answer object is about, with pieces named as in a solution; raises InvalidInput."""
    return catalogue.puzzle_of_answer(answer, solution)


def batch(words: Sequence[str]) -> Iterator[tuple[int, Puzzle | InvalidInput]] | None:
    """Return the puzzles of the batch file that words name, each with its line number; None if they name no such file."""
    return catalogue.batch(*words)


def batch_sent(value: Any) -> Iterator[tuple[int, Puzzle | InvalidInput, dict[str, Any]]] | None:
    """Return the puzzles of an untrusted `{"batch": ...}`, each with its number and keys; None for another value.

    Raises InvalidInput if the whole is at fault; a puzzle that is at fault has its InvalidInput in its place.
    """
    return sent.batch_sent(value) if sent.is_batch(value) else None


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split command-line words into a puzzle's specification and the rest."""
    return catalogue.split_words(words)
