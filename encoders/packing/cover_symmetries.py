"""The symmetries of the cover of a packing with goals, touching or connectivity: those of its board, for all items of the cover.

A symmetry also maps the value of each cell to an equal one. The choice of the first covered cell has none (see connected.py).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from encoders.packing.board_symmetries import Movable, board_permutations, symmetries
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover


def with_symmetries(
    packing: Packing, board: BoardCells, free: Mask, pieces: list[Movable], sets: list[tuple[int, ...]], model: Cover
) -> Cover:
    """Return the model with its group of symmetries; free: of the cells; sets: of cells that meet, each an item."""
    values = [] if packing.goals is None else [packing.goals.cells.get(cell, 0) for cell in board.cells]
    isometries = [
        (images, is_proper)
        for images, is_proper in board_permutations(board, packing.wrap, packing.lattice)
        if not values or [values[image] for image in images.tolist()] == values
    ]
    group = symmetries((images for images, _ in isometries), pieces, len(board.cells))
    proper = {images.tobytes() for images, is_proper in isometries if is_proper}
    is_rotation = np.array([images[: len(board.cells)].tobytes() in proper for images in group])
    lifted = np.array([_lifted(images.tolist(), board, free, sets, model) for images in group])
    # The identity comes first in increasing order.
    return replace(
        model, symmetries=np.unique(lifted, axis=0), rotations=np.unique(lifted[is_rotation], axis=0)
    )  # fmt: skip


def _lifted(images: list[int], board: BoardCells, free: Mask, sets: list[tuple[int, ...]], model: Cover) -> Integers:
    """Return the images of the items of a cover; images: of the cells of the board, then of the pieces."""
    names = [",".join(map(str, cell)) for cell in board.cells]
    number_of = {name: number for number, name in enumerate(model.items)}
    lifted = np.arange(len(model.items))
    for number, image in enumerate(images[: len(names)]):
        for mark in ("", "~"):
            if f"{mark}{names[number]}" in number_of:
                lifted[number_of[f"{mark}{names[number]}"]] = number_of[f"{mark}{names[image]}"]
    cells = int(free.sum())
    for number, image in enumerate(images[len(names) :]):
        lifted[cells + number] = cells + image - len(names)
    for own in sets:
        moved = sorted(images[number] for number in own)
        lifted[number_of[_met(names, own)]] = number_of[_met(names, moved)]
    return lifted


def _met(names: list[str], cells: list[int] | tuple[int, ...]) -> str:
    return "+".join(names[number] for number in cells)
