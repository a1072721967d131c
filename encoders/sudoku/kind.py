"""Sudokus as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from encoders.kind import Kind
from encoders.sudoku import keys, referee, to_cover, to_picture
from encoders.sudoku.editor import EDITOR
from encoders.sudoku.sudoku import Sudoku

KIND = Kind(
    name="sudoku",
    keys=keys.KEYS,
    read=keys.sudoku,
    canonical=Sudoku.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=to_picture.picture,
    cost=lambda sudoku, solution: None,
    identity=lambda sudoku, solution: solution["grid"],
    engines=lambda sudoku: ("exact", "cpsat", "sat"),
    line_key="grid",
    editor=EDITOR,
)
