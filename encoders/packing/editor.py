"""How packings are edited on a page."""

from __future__ import annotations

from encoders.editor import Brush, Editor, Field

SETS = (
    *("pentominoes", "tetrominoes", "trominoes", "dominoes", "monomino", "hexominoes", "heptominoes"),
    *("pentominoes-one-sided", "tetrominoes-one-sided", "hexominoes-one-sided", "soma", "tetracubes"),
    *("slothouber-graatsma", "conway-5", "bedlam", "blokus", "I3", "V3", "O4", "T4", "X5", "Y5"),
)

EDITOR = Editor(
    name="Packing",
    about="Pieces that cover every cell of a board, flat or solid, exactly once.",
    start={"board": "6x10", "pieces": "pentominoes"},
    fields=(
        Field(
            "board",
            "Board",
            "board",
            brushes=(
                Brush("Cell", "mark", "."),
                Brush("Hole", "mark", "#"),
                Brush("Pre-placed piece", "letter", "A"),
                Brush("Cell that may stay empty", "mark", "+"),
            ),
            solid=True,
        ),
        Field("legend", "Legend", "text", "Which piece each letter on the board is, such as A:X5,B:I5.", rare=True),
        Field("pieces", "Pieces", "pieces", choices=SETS),
        Field("copies", "Copies", "text", "How many of each piece: 1, any, 0..2, or by name such as X5:4,rest:any."),
        Field(
            "reflections", "Reflections", "choice", "Whether pieces may be turned over.", ("", "yes", "no"), rare=True
        ),
        Field(
            "holes_free", "Empty", "text", "How many cells marked + stay empty: at most 3, or a range 1..3.", rare=True
        ),
        Field(
            "labelled",
            "Labelled",
            "choice",
            "Whether congruent pieces are told apart by name.",
            ("", "yes", "no"),
            rare=True,
        ),
        Field("fixed", "Fixed", "text", "Pieces in their places, such as I5:0,0/0,1/0,2/0,3/0,4.", rare=True),
        Field("lattice", "Lattice", "text", "What the cells are, where they are neither squares nor cubes.", rare=True),
    ),
)
