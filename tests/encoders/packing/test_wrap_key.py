"""The key `wrap` of packings: what it refuses, what is one puzzle, which pieces may lie how, and symmetries."""

from __future__ import annotations

import json
from typing import Any

import pytest

from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.puzzle_protocol import digest_of
from tests.schemas import validate
from tests.test_published import counted

TUBE: dict[str, Any] = {"board": "4x5", "pieces": "tetrominoes", "wrap": "columns"}


def packing(**changed: Any) -> Puzzle:
    """The tube with other keys."""
    return puzzle_of("packing", TUBE | changed)


def cover_of(puzzle: Puzzle) -> Cover:
    """The cover of a puzzle, which its referee accepts."""
    model = puzzle.encode().model
    assert isinstance(model, Cover)
    assert puzzle.encoding_faults(model) == []
    return model


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"wrap": "column"}, "wrap is 'column'; expected columns, rows or both"),
        ({"wrap": "columns+"}, "wrap is 'columns+'; expected columns, rows or both"),
        ({"wrap": "klein+1"}, "wrap is klein with a shift; expected one with columns, rows or both alone"),
        ({"wrap": "1,2,3"}, "wrap has '1,2,3'; expected row,column"),
        ({"wrap": "0,5/4,0/1,1"}, "wrap is '0,5/4,0/1,1'; expected columns, rows or both"),
        ({"wrap": 5}, "wrap is 5; expected columns, rows or both"),
        ({"wrap": []}, "wrap is []; expected columns, rows or both"),
        ({"wrap": "columns+99999"}, "wrap is 'columns+99999', with a step over 99,999 cells; expected at most 10"),
        ({"wrap": "0,0"}, "wrap is '0,0', which joins no edges"),
        ({"wrap": "0,4"}, "wrap is '0,4', which makes 0,0 and 0,4 of the board one cell"),
        ({"wrap": "0,11"}, "with a step over 11 cells; expected at most 10 on this board"),
        ({"wrap": [{"matrix": [[1, 1], [0, 1]], "shift": [0, 5]}]}, "wrap has the matrix [[1, 1], [0, 1]]"),
        ({"wrap": [{"matrix": [[1, 0], [0, 1]]}]}, "expected at most 8 tables of a matrix and a shift"),
        ({"wrap": [{"matrix": [[-1, 0], [0, -1]], "shift": [2, 2]}]}, "which joins no edges"),
        (
            {"wrap": [{"matrix": [[-1, 0], [0, -1]], "shift": [2, 2]}, {"matrix": [[1, 0], [0, 1]], "shift": [0, 9]}]},
            "which makes 1,0 and 1,2 of the board one cell",
        ),
        (
            {
                "board": "...",
                "wrap": [{"matrix": [[-1, 0], [0, 1]], "shift": [0, 0]}, {"matrix": [[1, 0], [0, 1]], "shift": [0, 3]}],
            },
            "which turns the cell 0,0 of the board about itself",
        ),
        ({"board": "2x2x5", "wrap": "columns", "pieces": "soma"}, "wrap is 'columns' and the board is solid"),
        ({"board": "33x32"}, "the board wraps round and its box has 1,056 positions; expected at most 1,024"),
        (
            {"lattice": "hexagon", "pieces": "trihexes", "wrap": "projective"},
            "on the hexagon lattice, where the joined corners of a parallelogram do not fit around a point",
        ),
        ({"lattice": "hexagon", "pieces": "trihexes", "board": "hexagon:3"}, "wrap=columns joins the edges of a box"),
        ({"lattice": "triangle", "pieces": "diamond"}, "takes cells of the triangle lattice to points that are none"),
        ({"pieces": "I5,T4", "board": "3x3", "wrap": "both"}, "piece I5 goes round the board and overlaps itself"),
        ({"pieces": "tetrominoes-fixed", "wrap": "moebius"}, "may not be turned, and going round the board turns it"),
        ({"fixed": "I4:0,0/0,1/0,2/1,4"}, "fixed I4 covers cells of another shape; expected the 4 cells of I4"),
        ({"pieces": [{"name": "far", "cells": [[0, 0], [0, 2000]]}]}, "has cells in 2,001 rows or columns"),
    ],
)
def test_bad_wraps_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each in one sentence; without the change the puzzle is read."""
    packing()
    with pytest.raises(InvalidInput) as refused:
        packing(**changed)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "wrap", ["columns", "rows", "both", "both+2", "columns-1", "moebius", "klein", "projective", "0,5/4,2"]
)
def test_a_canonical_puzzle_is_read_back(wrap: str) -> None:
    """With the same digest, and the same cover."""
    puzzle = packing(wrap=wrap)
    keys = {key: value for key, value in puzzle.canonical().items() if key != "kind"}
    again = puzzle_of("packing", keys)
    assert digest_of(again.canonical()) == digest_of(puzzle.canonical())
    assert cover_of(again).options == cover_of(puzzle).options


def test_wraps_that_join_the_same_cells_are_one_puzzle() -> None:
    """Words and steps, and shifts that differ by a way round; a flat board, or one twisted otherwise, is another puzzle."""
    digests = [
        digest_of(packing(wrap=wrap).canonical()) for wrap in ("both+1", "both+5", "both-3", "4,0/-1,5", "4,0/3,5")
    ]
    assert len(set(digests)) == 1
    others = [digest_of(packing(wrap=wrap).canonical()) for wrap in ("both", "both+2", "columns+1", "rows", "klein")]
    assert len({*digests, *others, digest_of(packing(wrap="").canonical())}) == 7


def test_flat_boards_have_no_wrap_in_their_canonical_form() -> None:
    """So their digests do not change."""
    assert "wrap" not in packing(wrap="").canonical()


def test_pieces_of_a_one_sided_set_are_one_on_a_moebius_strip() -> None:
    """There L4 and J4 cover the same cells, and are merged; on a cylinder they are two pieces."""
    assert len(packing(pieces="tetrominoes-one-sided", copies="any", wrap="moebius").value.pieces) == 5
    assert len(packing(pieces="tetrominoes-one-sided", copies="any", wrap="columns").value.pieces) == 7
    strip = cover_of(packing(pieces="L4", reflections="no", copies="any", wrap="moebius"))
    assert strip.options == cover_of(packing(pieces="L4", copies="any", wrap="moebius")).options


def test_two_ways_to_lie_on_the_same_cells_are_one_placement() -> None:
    """On a torus of two rows a vertical domino may go either way."""
    assert cover_of(packing(board="2x5", pieces="dominoes", copies="any", wrap="both")).options == 5 + 10


def test_a_piece_that_only_sometimes_overlaps_itself_has_its_other_placements() -> None:
    """I5 goes round a tube of three columns, and stands upright in it."""
    assert cover_of(packing(board="5x3", pieces="I5", copies="any")).options == 3


def test_a_piece_that_need_not_be_placed_may_overlap_itself_everywhere() -> None:
    """It is merely never placed."""
    assert counted(cover_of(packing(board="3x3", pieces="I5,I1", copies="any", wrap="both")))[0] == 1


def test_symmetries_are_those_of_the_surface() -> None:
    """Cylinders turn and are turned over; tori move both ways; a square one can also be reflected in its diagonal."""
    sizes = {
        "columns": 2 * 5 * 2,
        "both": 4 * 5 * 4,
        "rows": 2 * 4 * 2,
        "columns+1": 2,
        "klein": 4 * 2 * 5,
        "moebius": 4 * 5,
    }
    for wrap, size in sizes.items():
        group = cover_of(packing(pieces="I1", copies="any", wrap=wrap)).symmetries
        assert group is not None
        assert len(group) == size, wrap
    square = cover_of(packing(board="4x4", pieces="I1", copies="any", wrap="both")).symmetries
    assert square is not None
    assert len(square) == 8 * 16


def test_cells_that_may_stay_empty_and_colours_bind_pieces_on_a_wrapped_board() -> None:
    """Over the edge too: a domino with a red end covers the red cell from both sides."""
    assert (
        counted(cover_of(packing(board="1x5", pieces="dominoes", copies="any", optional="all", holes_free="1")))[0] == 5
    )
    colours = {"cells": "r....", "pieces": {"I2": "rb"}, "pairs": ["rr"]}
    bound = cover_of(packing(board="1x5", pieces="I2", copies="1", optional="all", colours=colours))
    red = [option for option in bound.every_option() if option[-1] == "I2" and "0,0" in option]
    assert len(red) == 2


def test_pre_placed_pieces_go_over_the_edge() -> None:
    """There are as many solutions as with that placement among all; one reflection keeps it."""
    where = [[0, 0], [0, 1], [0, 2], [0, 4]]
    cover = cover_of(packing(fixed="I4:0,4/0,0/0,1/0,2"))
    assert "0,0" not in cover.items
    assert cover.symmetries is not None
    assert len(cover.symmetries) == 2
    listed: list[Any] = list(api.iterate(packing()))
    same = [solution for solution in listed if {"piece": "I4", "cells": where} in solution["placements"]]
    assert counted(cover)[0] == len(same) > 0


def test_features_of_flat_boards_are_refused_in_one_sentence() -> None:
    """Arrays, taking apart, and files of BurrTools."""
    tube = packing()
    solution = api.solve(tube).solution
    with pytest.raises(InvalidInput, match="arrays state no piece that does"):
        tube.layout(solution)
    with pytest.raises(Unsuitable, match="go round a board cannot be taken apart"):
        api.disassemble(tube, solution)
    with pytest.raises(Unsuitable, match="the board wraps round, which xmpuzzle cannot state"):
        list(tube.in_format("xmpuzzle"))


@pytest.mark.parametrize("wrap", ["columns", "klein", "projective"])
def test_answers_are_described_by_the_schema_and_are_verified(wrap: str) -> None:
    """Read from JSON without the puzzle: the pieces get their names back from the solution."""
    answer = api.solve(packing(wrap=wrap, copies="0..2"))
    written = json.loads(json.dumps(answer.to_json()))
    validate("answer", written)
    verdict = api.check(written)
    assert (verdict["accepted"], verdict["verified"]) == (True, ["puzzle", "status", "solution"])


def test_a_list_up_to_symmetry_has_one_solution_of_each_class() -> None:
    """Their orbits differ, and each solution of the whole list has one of them."""
    tube = packing()
    some: list[Any] = list(api.iterate(tube, up_to_symmetry=True))
    orbits = {tube.orbit(solution, rotations_only=False) for solution in some}
    assert len(some) == len(orbits) == 7
    assert {tube.orbit(solution, rotations_only=False) for solution in api.iterate(tube)} == orbits


def test_rotations_only_keeps_mirror_images_apart() -> None:
    """On a tube; going round a Moebius strip reflects a packing, so that its classes are the same."""
    tube, strip = packing(), packing(pieces="I1,I2,I3", copies="any", board="2x3", wrap="moebius")
    assert [api.count(tube, rotations_only=only).classes for only in (False, True)] == [7, 14]
    assert [api.count(strip, rotations_only=only).classes for only in (False, True)] == [13, 13]
    some: list[Any] = list(api.iterate(tube, up_to_symmetry=True, rotations_only=True))
    assert len({tube.orbit(solution, rotations_only=True) for solution in some}) == len(some) == 14
    assert len({tube.orbit(solution, rotations_only=False) for solution in some}) == 7


def test_info_of_a_wrapped_board_has_the_figures_of_a_flat_one() -> None:
    """Cells, pieces with their placements, pre-placed pieces, cells that may stay empty, symmetries."""
    told = api.info(packing(fixed="I4:0,4/0,0/0,1/0,2", optional="3,3/3,4"), estimated=False)
    assert (told["cells"], told["area_of_pieces"], told["fixed"]) == (16, [16, 16], 1)
    assert told["optional"] == {"cells": 2, "empty": [0, 2]}
    assert told["uncoverable"] == {"count": 0, "cells": []}
    assert told["symmetry"] == {"order": 1, "rotations": 1}
    figures = {each["name"]: (each["orientations"], each["copies"]) for each in told["pieces"]}
    assert figures["I4"] == (2, [0, 0])
    assert figures["L4"] == (8, [1, 1])
    assert {each["name"]: each["placements"] for each in api.info(packing(), estimated=False)["pieces"]} == {
        "I4": 25, "L4": 100, "T4": 50, "O4": 15, "S4": 50
    }  # fmt: skip


def test_cells_that_nothing_covers_are_named_on_wrapped_boards() -> None:
    """A board of two parts, one of them a single cell."""
    told = api.info(packing(board="./#/./.", pieces="I2", copies="any", wrap=""), estimated=False)
    assert told["uncoverable"] == {"count": 1, "cells": [[0, 0]]}
    told = api.info(packing(board="..#/###/...", pieces="I3", copies="any"), estimated=False)
    assert told["uncoverable"] == {"count": 2, "cells": [[0, 0], [0, 1]]}


def test_hexagons_meet_upside_down_over_a_reflecting_edge() -> None:
    """Right of the last column, in row r, comes the first one, in row H - 1 - r; a hexagon there has two neighbours."""
    keys = {"lattice": "hexagon", "pieces": [{"name": "I2", "cells": [[0, 0], [0, 1]]}], "copies": "any"}
    over = {
        tuple(sorted(option[:-1]))
        for option in cover_of(packing(**keys, board="3x4", wrap="moebius")).every_option()
        if {cell[-1] for cell in option[:-1]} == {"0", "3"}
    }
    expected = [(2 - row, row) for row in range(3)] + [(3 - row, row) for row in (1, 2)]
    assert over == {tuple(sorted((f"{first},0", f"{last},3"))) for first, last in expected}


@pytest.mark.parametrize("lattice", ["hexagon", "triangle"])
@pytest.mark.parametrize("wrap", ["moebius", "klein"])
def test_reflecting_parallelograms_are_read_back(lattice: str, wrap: str) -> None:
    """From their canonical form, with the same digest."""
    piece = {"name": "A", "cells": [[0, 1], [0, 2]]}
    puzzle = packing(lattice=lattice, board="parallelogram:2x3", pieces=[piece], copies="any", wrap=wrap)
    keys = {key: value for key, value in puzzle.canonical().items() if key != "kind"}
    assert digest_of(puzzle_of("packing", keys).canonical()) == digest_of(puzzle.canonical())
    assert cover_of(puzzle).options > 0
