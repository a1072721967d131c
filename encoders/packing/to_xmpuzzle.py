"""Packings as BurrTools files (.xmpuzzle), which encoders/imports/xmpuzzle.py reads: shapes, and one problem.

A flat board becomes a layer of cubes, or of prisms if its cells are triangles. Pieces are rotated in space: a flat one may be
turned over, a mirror image is another piece. Pre-placed pieces are omitted, with their cells. Grounds become colours: a cell of
a piece has the colour of its ground, a cell of the board that of the grounds it is in, and pairs say which may meet. Groups of
pieces that may stay together are those of the format. Raises Unsuitable for what the format cannot express.
Source: the BurrTools user guide, and its files; https://burrtools.sourceforge.net.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from encoders.geometry.burrtools_grids import GRIDS, Grid, Place
from encoders.geometry.lattice import Cell, Lattice, Motions
from encoders.geometry.piece import as_body, seated
from encoders.packing.packing import Packable, Packing
from exactcover.model.arrays import Mask
from exactcover.model.errors import Unsuitable

NAME = "xmpuzzle"
MOST_COLOURS, MOST_GROUP = 63, 65_535
_HUES = ((210, 80, 60), (70, 120, 200), (90, 170, 90), (220, 180, 60), (150, 90, 180), (90, 180, 190), (200, 120, 40))


def write(packing: Packing, title: str) -> Iterator[str]:
    """Yield the text of a file, line by line."""
    grid = _grid(packing.lattice)
    _refuse(packing)
    left = packing.board.copy()
    for place in packing.fixed:
        left[tuple(np.array(place.cells).T)] = False
    used = Counter(place.piece for place in packing.fixed)
    wanted = [(piece, *_copies(piece, used[piece.name], int(left.sum()))) for piece in packing.pieces]
    pieces = [(piece, least, most) for piece, least, most in wanted if most]
    if not left.any():
        raise Unsuitable(
            f"all cells are covered by pieces in their places, which {NAME} cannot state; expected a free cell"
        )
    if not pieces:
        raise Unsuitable(
            f"no piece is left to be placed, which {NAME} cannot state; expected one that is not in its place"
        )
    board, pairs = _coloured(packing, left)
    highest = max((group for piece, _, _ in pieces for group, _ in piece.groups), default=0)
    if highest > MOST_GROUP:
        raise Unsuitable(f"a piece is in group {highest}; expected numbers up to {MOST_GROUP} for {NAME}")
    shades = max((*board.values(), len(packing.grounds)))
    if shades > MOST_COLOURS:
        raise Unsuitable(f"the colours make {shades} sorts of cells; expected at most {MOST_COLOURS} for {NAME}")
    yield '<?xml version="1.0"?>\n<puzzle version="2">\n<gridType type="' + str(GRIDS.index(grid)) + '"/>\n<colors>\n'
    for number in range(shades):
        red, green, blue = _HUES[number % len(_HUES)]
        yield f'<voxel red="{red}" green="{green}" blue="{blue}"/>\n'
    yield "</colors>\n<shapes>\n"
    for piece, _, _ in pieces:
        colours = piece.grounds or (0,) * len(piece.cells)
        cells = map(_in_space, seated(piece.cells, packing.lattice, piece.motions))
        yield _voxels(grid, piece.name, dict(zip(cells, colours, strict=True)))
    optional = frozenset() if packing.optional is None else frozenset(_cells(packing.optional & left))
    yield _voxels(grid, "", board, optional)
    holes = f' maxHoles="{packing.empty[1]}"' if optional else ""
    yield f'</shapes>\n<problems>\n<problem name={_quoted(title)} state="0"{holes}>\n<shapes>\n'
    for number, (piece, least, most) in enumerate(pieces):
        copies = f'count="{most}"' if least == most else f'min="{least}" max="{most}"'
        yield f'<shape id="{number}" {copies}{_groups(piece, most)}\n'
    yield f'</shapes>\n<result id="{len(pieces)}"/>\n<bitmap>\n'
    yield from (f'<pair piece="{piece - 1}" result="{cell - 1}"/>\n' for piece, cell in pairs)
    yield "</bitmap>\n</problem>\n</problems>\n<comment/>\n</puzzle>\n"


def _grid(lattice: Lattice) -> Grid:
    """Return the grid of a lattice, or of the lattice of which it is a layer; raises Unsuitable if there is none."""
    for grid in GRIDS:
        if lattice in (grid.lattice, grid.lattice.layer):
            return grid
    raise Unsuitable(
        f"the cells are {lattice.name}, which {NAME} cannot state; expected squares, triangles, or in space one of"
        f" {', '.join(grid.lattice.name for grid in GRIDS)}"
    )


def _refuse(packing: Packing) -> None:
    """Raise Unsuitable if the file would state a different puzzle."""
    lattice = packing.lattice
    if packing.wrap is not None:
        raise Unsuitable(f"the board wraps round, which {NAME} cannot state; expected a flat board")
    if not packing.plain:
        raise Unsuitable(
            f"the packing has a goal, touching or connected, which {NAME} cannot state; expected none of them"
        )
    if packing.optional is not None and packing.empty[0]:
        raise Unsuitable(
            f"at least {packing.empty[0]} cells stay empty, which {NAME} cannot state; expected a limit from above"
        )
    if packing.canonical().get("labelled"):
        raise Unsuitable(f"pieces that are alike are told apart by name, which {NAME} cannot state; expected others")
    for piece in packing.pieces:
        cells = seated(piece.cells, lattice, piece.motions)
        turned = "isometries" if packing.board.ndim == 2 else as_body(cells, lattice, "rotations")
        if _images(piece, lattice, piece.motions) != _images(piece, lattice, turned):
            restriction = "may not be turned over" if packing.board.ndim == 2 else "may be reflected"
            restriction = "may not be turned" if piece.motions == "translations" else restriction
            raise Unsuitable(
                f"{piece.name} {restriction}, which {NAME} cannot state; expected pieces that are turned as bodies"
            )


def _images(piece: Packable, lattice: Lattice, motions: Motions) -> set[frozenset[tuple[Cell, int]]]:
    """Return the images of a piece under motions, moved by the lattice's period to the origin, each cell with its ground."""
    grounds = piece.grounds or (0,) * len(piece.cells)
    cells = np.array(seated(piece.cells, lattice, piece.motions))
    images = set()
    for matrix, shift in lattice.motions(motions):
        moved = cells @ np.array(matrix).T + np.array(shift)
        lying = map(tuple, (moved - moved.min(axis=0) // lattice.modulus * lattice.modulus).tolist())
        images.add(frozenset(zip(lying, grounds, strict=True)))
    return images


def _groups(piece: Packable, most: int) -> str:
    """Return the rest of a shape in the problem: its groups, as an attribute if all copies are in the only one."""
    groups = [(group, most if number is None else min(number, most)) for group, number in piece.groups]
    if not groups:
        return "/>"
    if len(groups) == 1 and groups[0][1] == most:
        return f' group="{groups[0][0]}"/>'
    return "".join([">", *(f'<group group="{group}" count="{number}"/>' for group, number in groups), "</shape>"])


def _copies(piece: Packable, used: int, cells: int) -> tuple[int, int]:
    """Return the number of copies that are not pre-placed; any number means as many as fit, but at least the minimum."""
    least = max(0, piece.least - used)
    return least, max(least, cells // len(piece.cells)) if piece.most is None else piece.most - used


def _coloured(packing: Packing, left: Mask) -> tuple[dict[Place, int], list[tuple[int, int]]]:
    """Return the colour of each cell of the board, 0 if it is unrestricted, and which colours of pieces may meet which."""
    colours: dict[tuple[bool, ...], int] = {}
    board: dict[Place, int] = {}
    everywhere = (True,) * len(packing.grounds)
    for cell in map(tuple, np.argwhere(left).tolist()):
        member = tuple(bool(mask[cell]) for mask in packing.grounds)
        board[_in_space(cell)] = 0 if member == everywhere else colours.setdefault(member, len(colours) + 1)
    pairs = [(ground, colour) for member, colour in colours.items() for ground, holds in enumerate(member, 1) if holds]
    return board, sorted(pairs)


def _cells(mask: Mask) -> Iterator[Place]:
    return (_in_space(tuple(cell)) for cell in np.argwhere(mask).tolist())


def _in_space(cell: Sequence[int]) -> Place:
    *layer, row, column = cell
    return layer[0] if layer else 0, row, column


def _voxels(grid: Grid, name: str, colours: Mapping[Place, int], optional: frozenset[Place] = frozenset()) -> str:
    """Return a shape: its cells with their colours, and marks on those that may stay empty; moved by the grid's period."""
    voxels = {grid.voxel(cell): cell for cell in colours}
    axes = list(zip(*voxels, strict=True))
    corner = [min(axis) // period * period for axis, period in zip(axes, grid.period, strict=True)]
    width, height, depth = (max(axis) + 1 - low for axis, low in zip(axes, corner, strict=True))
    text = ["_"] * (depth * height * width)
    for voxel, cell in voxels.items():
        x, y, z = (at - low for at, low in zip(voxel, corner, strict=True))
        colour = colours[cell]
        text[(z * height + y) * width + x] = ("+" if cell in optional else "#") + (str(colour) if colour else "")
    attribute = f" name={_quoted(name)}" if name else ""
    return f'<voxel x="{width}" y="{height}" z="{depth}"{attribute} type="0">{"".join(text)}</voxel>\n'


def _quoted(text: str) -> str:
    """Return a text as an attribute's value; blanks replace unprintable characters, some of which XML forbids."""
    from xml.sax.saxutils import quoteattr  # imports an HTTP client

    return quoteattr("".join(character if character.isprintable() else " " for character in text))
