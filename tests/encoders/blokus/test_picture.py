"""Pictures of Blokus: start and targets beside the pieces, which bear their place in the order of play."""

from __future__ import annotations

from encoders.catalogue import puzzle
from exactcover import api


def test_a_solution_is_shown_beside_what_was_asked_for() -> None:
    """The first board has the start and each target, the second the pieces by their numbers."""
    position = puzzle("blokus-corners-6x6")
    solution = api.solve(position).solution
    assert isinstance(solution, dict)
    drawn = position.picture(solution)
    by_board = [[area.label for area in drawn.areas if area.cells[0][0] == board] for board in (0, 1)]
    assert by_board == [["S", "T", "T", "T"], [str(number) for number in range(1, len(solution["placements"]) + 1)]]
    assert [area.name for area in drawn.areas][4:] == [placed["piece"] for placed in solution["placements"]]
    shown = api.draw(position, solution)
    assert shown.startswith("start (S) and targets (T)   pieces in order of play")
    assert "=" not in shown


def test_a_solution_without_targets_is_one_board() -> None:
    """Where every piece is to be placed there is nothing to show beside the solution but its order."""
    position = puzzle("blokus", board="4x4", goal="fill", pieces="I1,I2,V3")
    drawn = position.picture(api.solve(position).solution)
    assert drawn.dims == (4, 4)
    assert [area.label for area in drawn.areas] == ["1", "2", "3"]
