"""Latin squares read from the keys of a specification. Raises InvalidInput, one sentence per fault."""

from __future__ import annotations

from encoders.keys import Keys, refuse_unknown, shown, whole_number
from encoders.latin.latin import Latin
from encoders.symbols import SYMBOLS
from exactcover.model.errors import InvalidInput

KEYS = ("n", "grid")


def latin(keys: Keys) -> Latin:
    """Return the Latin square of the keys `n` and `grid`; without a grid there are no givens. Raises InvalidInput."""
    refuse_unknown(keys, "latin", KEYS)
    n = whole_number(keys.get("n"), "n", 1, len(SYMBOLS))
    grid = keys.get("grid", "." * (n * n))
    if not isinstance(grid, str):
        raise InvalidInput(f"grid is {shown(grid)}; expected a character per cell")
    cells = "".join(character for character in grid if character != "/" and not character.isspace()).replace("0", ".")
    if len(cells) != n * n:
        raise InvalidInput(f"grid has {len(cells)} cells; expected {n * n}: {shown(grid)}")
    known = SYMBOLS[:n]
    wrong = next((character for character in cells if character not in known and character != "."), None)
    if wrong is not None:
        row, column = divmod(cells.index(wrong), n)
        last = f"1 to {known[-1]}" if n < 10 else f"1 to 9, A to {known[-1]}"
        raise InvalidInput(
            f"grid has {shown(wrong)} in row {row}, column {column}; expected {last}, or . or 0 for empty"
        )
    return Latin(n, cells)
