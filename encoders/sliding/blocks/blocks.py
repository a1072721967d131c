"""Sliding blocks as a value: pieces of any shape that slide among walls.

Not here: reading keys (keys.py), encoding (to_sliding.py), judging plans (referee.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Literal, TypeAlias

import numpy as np

from encoders.geometry.lattice import Cell, Shape
from encoders.sliding.slides import is_long, moved, slides
from exactcover.model.arrays import Mask
from exactcover.model.space import Metric, Motion

LETTERS = ascii_uppercase + ascii_lowercase

Places: TypeAlias = tuple[tuple[str, Cell], ...]
"""The target positions of blocks: each block's letter and its first cell."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """A sliding-block puzzle.

    floor: mask of the cells that are not walls; blocks: the cells of each block by its letter, in row-major order, letters in
    order; goal: the target positions, or two-ls: the two blocks of three cells around a corner together fill a 2x3 or 3x2 box;
    motion: any, or lengthwise: a block whose box is longer than wide moves along its length only; identical: blocks of the
    same shape in the same orientation are interchangeable, in the goal too, except those that only move lengthwise, none of
    which can reach another's position.
    """

    floor: Mask
    blocks: Mapping[str, Shape]
    goal: Places | Literal["two-ls"]
    metric: Metric = "steps"
    identical: bool = True
    motion: Motion = "any"

    def groups(self) -> list[tuple[str, ...]]:
        """Return the letters of interchangeable blocks, grouped, in order of the first letter of each group."""
        alike: dict[Any, list[str]] = {}
        for letter in self.blocks:
            one_of_many = self.identical and not self._straight(letter)
            alike.setdefault(self.shape(letter) if one_of_many else letter, []).append(letter)
        return [tuple(letters) for letters in alike.values()]

    def _straight(self, letter: str) -> bool:
        """Return whether a block moves along its length only."""
        return self.motion == "lengthwise" and is_long(self.blocks[letter])

    def shape(self, letter: str) -> Shape:
        """Return a block's cells, moved so that the first one is (0, 0)."""
        row, column = self.blocks[letter][0]
        return moved(self.blocks[letter], (-row, -column))

    def alternatives(self) -> list[Places]:
        """Return the goal as alternatives: the target positions in each of them."""
        return _boxes(self) if self.goal == "two-ls" else [self.goal]

    def moves(self) -> list[list[str]]:
        """Return the legal moves of the start, as a solution writes them: a block's letter and its directions."""
        floor = set(map(tuple, np.argwhere(self.floor).tolist()))
        taken = {cell: letter for letter, cells in self.blocks.items() for cell in cells}
        moves = []
        for letter, cells in self.blocks.items():
            free = {cell for cell in floor if taken.get(cell, letter) == letter}
            moves += [[letter, *path] for path in slides(cells, free, self.metric, self.motion).values()]
        return moves

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without names, ready for json.dumps: blocks are lettered in order of their first cells."""
        order = sorted(self.blocks, key=lambda letter: self.blocks[letter][0])
        letters = dict(zip(order, LETTERS, strict=False))
        goal = self.goal if self.goal == "two-ls" else self._written(self.goal, letters)
        motion = {"motion": "lengthwise"} if any(map(self._straight, order)) else {}
        others = [self.shape(each) for each in order if not self._straight(each)]
        return {
            "kind": "blocks",
            "board": picture_of(self.floor, {letters[each]: self.blocks[each] for each in order}),
            "goal": goal,
            "metric": self.metric,
            "identical": "yes" if self.identical or len(set(others)) == len(others) else "no",
            **motion,
        }

    def _written(self, goal: Places, letters: Mapping[str, str]) -> str:
        """Return the goal's positions with these letters, interchangeable blocks in order of their positions."""
        wanted = dict(goal)
        written = []
        for group in self.groups():
            places = sorted(wanted[letter] for letter in group if letter in wanted)
            names = sorted(map(letters.__getitem__, group), key=LETTERS.index)
            written += [(name, f"{name}@{row},{column}") for name, (row, column) in zip(names, places, strict=False)]
        return "/".join(text for _, text in sorted(written, key=lambda each: LETTERS.index(each[0])))


def corners(blocks: Mapping[str, Shape]) -> list[str]:
    """Return the letters of the blocks of three cells around a corner (V3)."""
    return [
        letter
        for letter, cells in blocks.items()
        if len(cells) == 3 and len({row for row, _ in cells}) == 2 == len({column for _, column in cells})
    ]


def _boxes(puzzle: Blocks) -> list[Places]:
    """Return all positions in which the two corner blocks fill a box of two by three cells, in either orientation."""
    one, two = corners(puzzle.blocks)
    rows, columns = puzzle.floor.shape
    boxes: list[Places] = []
    for height, width in ((2, 3), (3, 2)):
        for top in range(rows - height + 1):
            for left in range(columns - width + 1):
                box = {(top + row, left + column) for row in range(height) for column in range(width)}
                if not all(puzzle.floor[cell] for cell in box):
                    continue
                for first in sorted(box):
                    cells = moved(puzzle.shape(one), first)
                    rest = tuple(sorted(box.difference(cells)))
                    if box.issuperset(cells) and rest == moved(puzzle.shape(two), rest[0]):
                        boxes.append(((one, first), (two, rest[0])))
    return boxes


def picture_of(floor: Mask, blocks: Mapping[str, Shape]) -> str:
    """Return a board as a picture, rows separated by `/`, trimmed after its last cells."""
    drawn = [["." if cell else "#" for cell in row] for row in floor.tolist()]
    for letter, cells in blocks.items():
        for row, column in cells:
            drawn[row][column] = letter
    width = max(len("".join(row).rstrip("#")) for row in drawn)
    rows = ["".join(row[:width]) for row in drawn]
    while not rows[-1].strip("#"):
        rows.pop()
    return "/".join(rows)
