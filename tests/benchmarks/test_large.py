"""The table of large boards: its boards are what their names say, and a row is solved and judged."""

from __future__ import annotations

from benchmarks import large
from exactcover.model.tiling import Tiling


def test_a_disc_has_as_many_cells_of_either_colour() -> None:
    """The disc has 5,040 cells, the same by the same seed, half of them of each colour."""
    model, again = (large.disc("tetrominoes", 252)(3) for _ in range(2))
    assert isinstance(model, Tiling)
    assert isinstance(again, Tiling)
    cells = model.cells()
    assert len(cells) == 5040
    assert int((cells.sum(axis=1) % 2).sum()) == 2520
    assert (again.region == model.region).all()


def test_a_row_is_solved_and_shown() -> None:
    """The smallest board is solved, and its line has the seeds that were."""
    row = large.SMALL[0]
    assert "| 1 of 1 |" in large.shown(row, large.solved(row))
    assert len(large.SMALL) == 54
