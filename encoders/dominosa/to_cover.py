"""From dominosa to a cover: an item per domino and per cell; an option per two adjacent cells, with the domino that they show."""

from __future__ import annotations

from encoders.dominosa import DIGITS, Dominosa
from exactcover.model.arrays import Integers
from exactcover.model.cover import cover
from exactcover.model.encoding import Encoding, Solution


def encode(puzzle: Dominosa) -> Encoding:
    """Return the cover, and the way back to dominoes with their cells."""
    rows, digits = puzzle.rows, DIGITS[: puzzle.highest + 1]
    dominoes = [f"{low}-{high}" for number, low in enumerate(digits) for high in digits[number:]]
    cells = [(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]
    pairs = []
    for row, column in cells:
        for down, right in ((0, 1), (1, 0)):
            if row + down < len(rows) and column + right < len(rows[0]):
                ends = sorted((rows[row][column], rows[row + down][column + right]), key=DIGITS.index)
                pairs.append(("-".join(ends), (row, column), (row + down, column + right)))
    options = [[domino, *(f"cell {row},{column}" for row, column in ends)] for domino, *ends in pairs]

    def decode(selection: Integers) -> Solution:
        chosen = [pairs[option] for option in sorted(selection.tolist())]
        return {"placements": [{"piece": domino, "cells": [list(end) for end in ends]} for domino, *ends in chosen]}

    return Encoding(cover([*dominoes, *(f"cell {row},{column}" for row, column in cells)], options), decode)
