"""Approximate times that the ways to fill a board take on an ordinary machine, computed from the pieces and cells alone.

A race allots turns by these figures, so that the same job gives the same answer every time. They were measured on one machine;
a faster machine is assumed to be faster for all ways alike. Nothing is measured at run time.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.model.tiling import Piece, Tiling

SET_SECONDS, ORIENTATION_SECONDS, ORIENTATION_SECONDS_IN_SPACE = 0.0005, 2.5e-5, 5e-5
BLOCK_SECONDS, PLACEMENT_SECONDS, NODE_SECONDS = 0.0015, 2.3e-6, 5e-6
BEGIN_SECONDS, SHAPE_CELL_SECONDS, CELL_SECONDS = 0.001, 5e-6, 2e-7
PIECE_SECONDS, PIECE_SECONDS_IN_SPACE, PAIR_SECONDS = 2e-6, 1e-5, 1.5e-4
BEAM_PIECE_SECONDS = 6e-6  # for each orientation, by a beam of the first width


def set_seconds(pieces: Sequence[Piece]) -> float:
    """Return the time to analyse the pieces that blocks are packed with."""
    orientations = sum(len(piece.orientations) for piece in pieces)
    plane = not pieces or pieces[0].orientations[0].shape[1] < 3
    return SET_SECONDS + orientations * (ORIENTATION_SECONDS if plane else ORIENTATION_SECONDS_IN_SPACE)


def block_seconds(pieces: Sequence[Piece], volume: int) -> float:
    """Return the time to write a block of that many cells as a cover; a node of its search takes NODE_SECONDS."""
    orientations = sum(len(piece.orientations) for piece in pieces if piece.most)
    return BLOCK_SECONDS + volume * orientations * PLACEMENT_SECONDS


def begin_seconds(tiling: Tiling) -> float:
    """Return the time to build the arrays of a board that is to be filled at random."""
    shape_cells = sum(len(piece.orientations) * piece.size for piece in tiling.pieces if piece.most)
    return BEGIN_SECONDS + shape_cells * SHAPE_CELL_SECONDS + int(tiling.region.sum()) * CELL_SECONDS


def fill_seconds(tiling: Tiling) -> float:
    """Return the time to fill a board and repair its counts; repair time grows with the number of pairs of pieces."""
    kinds = [piece for piece in tiling.pieces if piece.most]
    cells = int(tiling.region.sum())
    laid = cells * len(kinds) / max(1, sum(piece.size for piece in kinds))
    free = all(piece.least == 0 and piece.most >= cells // piece.size for piece in kinds)
    piece_seconds = PIECE_SECONDS if tiling.dimension < 3 else PIECE_SECONDS_IN_SPACE
    return begin_seconds(tiling) + laid * piece_seconds + (0.0 if free else PAIR_SECONDS * len(kinds) ** 2)


def beam_seconds(tiling: Tiling) -> float:
    """Return the time that the first beam takes on a board with cells that may stay empty."""
    kinds = [piece for piece in tiling.pieces if piece.most and not piece.empty]
    orientations = sum(len(piece.orientations) for piece in kinds)
    laid = int(tiling.region.sum()) * len(kinds) / max(1, sum(piece.size for piece in kinds))
    return begin_seconds(tiling) + laid * orientations * BEAM_PIECE_SECONDS
