"""Stories of certificates: no sentence is left out, and the pictures agree with the words and with the certificate."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

import exactcover
from exactcover import api
from exactcover.cli.warming import ring
from exactcover.model.certificate import Refutation
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import sentences
from exactcover.proofs.scenes import scenes
from exactcover.proofs.scenes.attempts import attempt
from exactcover.proofs.scenes.pictures import Plane, heat
from tests.judges.test_barriers import BODY, ROW

CHESSBOARD = "mutilated-chessboard"
T_ON_6X6 = "packing board=6x6 pieces=T4 copies=any"
CASES = (
    (CHESSBOARD, "colouring"),
    ("packing board=4x5 pieces=tetrominoes", "colouring"),
    ("packing board=4x5 pieces=tetrominoes", "dead"),
    ("packing board=6x6 pieces=I4 copies=any", "colouring"),
    ("packing board=2x2x5 pieces=T4 copies=any", "colouring"),
    ("packing board=1x5 pieces=I2 copies=any", "arithmetic"),
    ("packing board=5x5 pieces=I2 copies=any", "arithmetic"),
    ("packing board=3x3x3 pieces=I2 copies=any", "arithmetic"),
    ("packing board=2x6 pieces=X5,I4,V3 copies=1", "arithmetic"),
    ("packing board=..#..../..#.... pieces=I3 copies=any", "arithmetic"),
    ("packing board=...#./....#/..... pieces=I3 copies=any", "arithmetic"),
    ("packing board=6x12 pieces=T4 copies=any", "farkas"),
    ("packing board=6x9 pieces=T4 copies=any", "arithmetic"),
    (T_ON_6X6, "dead"),
    (T_ON_6X6, "tree"),
    (T_ON_6X6, "clausal"),
    (T_ON_6X6, "frontier"),
    ("queens n=3", "dead"),
    ("14-15-puzzle", "invariant"),
)


def refuted(words: str, argument: str) -> tuple[Any, Refutation]:
    """A puzzle's model, and a refutation of it that the judges have accepted."""
    puzzle = api.puzzle(*words.split())
    answer = exactcover.prove(puzzle, argument=argument)
    assert answer.certificate is not None, answer
    return puzzle.encode().model, answer.certificate.refutation


def boards_in(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The boards of a story, also those of strips."""
    pictures = [each["picture"] for each in told if each["picture"] is not None]
    strips = chain.from_iterable(each["boards"] for each in pictures if each["kind"] == "strip")
    return [*(each for each in pictures if each["kind"] == "board"), *strips]


@pytest.mark.parametrize(("words", "argument"), CASES)
def test_every_sentence_is_told_in_order(words: str, argument: str) -> None:
    """The scenes have each sentence of the explanation, in its order; a scene may add what its picture shows."""
    model, refutation = refuted(words, argument)
    told = " ".join(chain.from_iterable(each["sentences"] for each in scenes(model, refutation)))
    at = 0
    for sentence in sentences(model, refutation):
        assert sentence in told[at:], sentence
        at = told.index(sentence, at) + len(sentence)


@pytest.mark.parametrize(("words", "argument"), CASES)
def test_what_is_drawn_lies_on_the_board(words: str, argument: str) -> None:
    """Each board has each of its cells once, and pieces and marks only on them."""
    model, refutation = refuted(words, argument)
    for board in boards_in(scenes(model, refutation)):
        cells = [tuple(cell[:2]) for cell in board["cells"]]
        assert len(set(cells)) == len(cells)
        assert all(0 <= row < board["rows"] and 0 <= column < board["columns"] for row, column in cells)
        pieces = [tuple(cell) for piece in board["pieces"] for cell in piece["cells"]]
        assert len(set(pieces)) == len(pieces)
        if cells:
            assert {*pieces, *map(tuple, board["marks"])} <= set(cells)


def test_dark_is_dark() -> None:
    """Cells called dark, where r + c is even, have the dark tone; the numbers in the words are those in the picture."""
    for words in (CHESSBOARD, "packing board=4x5 pieces=tetrominoes"):
        told = scenes(*refuted(words, "colouring"))
        assert "dark where r + c is even" in told[0]["sentences"][0]
        board, counted = told[0]["picture"], told[2]["picture"]
        for row, column, tone, _ in board["cells"]:
            assert tone == ("light" if (row + column) % 2 else "dark")
        dark = sum(tone == "dark" for _, _, tone, _ in board["cells"])
        assert counted["groups"][0]["number"] == dark
        assert f"{dark} dark and {len(board['cells']) - dark} light cells" in told[0]["sentences"][0]


def test_cells_without_a_partner_are_as_many_as_stay_bare() -> None:
    """Two light squares of the clipped chessboard find no partner, and the attempt leaves light cells bare, an even number."""
    told = scenes(*refuted(CHESSBOARD, "colouring"))
    groups = told[2]["picture"]["groups"]
    assert [(group["tone"], group["marked"]) for group in groups] == [("dark", 0), ("light", 2)]
    tried = told[3]["picture"]
    tones = {(row, column): tone for row, column, tone, _ in tried["cells"]}
    bare = [tones[row, column] for row, column in tried["marks"]]
    assert bare.count("light") - bare.count("dark") == 2
    assert len(tried["pieces"]) * 2 + len(tried["marks"]) == 62


def test_odd_cells_are_called_coloured() -> None:
    """Where the words give a rule for coloured cells, these are the dark ones of the picture."""
    told = scenes(*refuted("packing board=6x6 pieces=I4 copies=any", "colouring"))
    assert "(r mod 2, c mod 2) is (0, 0)" in told[0]["sentences"][0]
    dark = {(row, column) for row, column, tone, _ in told[0]["picture"]["cells"] if tone == "dark"}
    assert dark == {(row, column) for row in range(0, 6, 2) for column in range(0, 6, 2)}


def test_numbers_on_cells_are_the_weights_of_the_certificate() -> None:
    """A heat map has the multipliers of the certificate, and the placements drawn on it weigh what is written on them."""
    model, refutation = refuted("packing board=6x12 pieces=T4 copies=any", "farkas")
    told = scenes(model, refutation)
    numbers = {cell: number for number, cell in enumerate(map(tuple, model.cells().tolist()))}
    weights = dict(zip(refutation.body["items"], refutation.body["multipliers"], strict=True))
    for row, column, tone, text in told[0]["picture"]["cells"]:
        weight = weights.get(numbers[row, column], 0)
        assert text.replace("\N{MINUS SIGN}", "-") == (str(weight) if weight else "")
        assert tone[0] == ("w" if not weight else "p" if weight > 0 else "m")
    for piece in told[1]["picture"]["pieces"]:
        total = sum(weights.get(numbers[tuple(cell)], 0) for cell in piece["cells"])
        assert int(piece["text"].replace("\N{MINUS SIGN}", "-")) == total >= 0


def test_struck_placements_leave_the_marked_cell_uncoverable() -> None:
    """A placement that is struck out does not cover the marked cell, and no T fits over that cell beside it."""
    model, refutation = refuted(T_ON_6X6, "dead")
    strip = next(each["picture"] for each in scenes(model, refutation) if each["title"].startswith("Strike"))
    assert len(strip["boards"]) > 5
    shapes = [orientation.tolist() for orientation in model.pieces[0].orientations]
    board = strip["boards"][0]
    taken, (bare,) = {tuple(cell) for cell in board["pieces"][0]["cells"]}, [tuple(cell) for cell in board["marks"]]
    assert bare not in taken
    for shape in shapes:
        for at in shape:
            cells = {(bare[0] - at[0] + row, bare[1] - at[1] + column) for row, column in shape}
            assert any(not (0 <= row < 6 and 0 <= column < 6) for row, column in cells) or cells & taken


def test_bars_have_the_numbers_of_the_argument() -> None:
    """A board of 25 cells stands between 12 and 13 dominoes."""
    told = scenes(*refuted("packing board=5x5 pieces=I2 copies=any", "arithmetic"))
    assert [bar["value"] for bar in told[1]["picture"]["bars"]] == [25, 24, 26]


def test_an_attempt_is_a_packing_of_what_it_covers() -> None:
    """Pieces of an attempt do not overlap, are placed no more often than allowed, and leave exactly the bare cells."""
    model = api.puzzle("packing", board="4x5", pieces="tetrominoes").encode().model
    assert isinstance(model, Tiling)
    tried = attempt(model)
    assert tried is not None
    assert tried == attempt(model)
    names = [name for name, _ in tried.placed]
    assert len(set(names)) == len(names)
    covered = [tuple(cell) for _, cells in tried.placed for cell in cells]
    assert sorted([*covered, *map(tuple, tried.bare)]) == sorted(map(tuple, model.cells().tolist()))
    for name, cells in tried.placed:
        piece = next(each for each in model.pieces if each.name == name)
        least = [min(cell[axis] for cell in cells) for axis in (0, 1)]
        moved = sorted([row - least[0], column - least[1]] for row, column in cells)
        assert moved in [sorted(orientation.tolist()) for orientation in piece.orientations]


def test_no_attempt_is_told_of_a_board_that_can_be_filled() -> None:
    """An attempt that covers each cell is not shown as a failure."""
    model = api.puzzle("packing", board="4x4", pieces="I2", copies="any").encode().model
    assert isinstance(model, Tiling)
    assert attempt(model) is None


def test_layers_lie_side_by_side_without_touching() -> None:
    """No two cells of a solid share a place in the plane, and cells of different layers are not neighbours."""
    plane = Plane((3, 2, 4))
    places = {
        (layer, row, column): tuple(plane.at((layer, row, column)))
        for layer in range(3)
        for row in range(2)
        for column in range(4)
    }
    assert len(set(places.values())) == len(places)
    for cell, (row, column) in places.items():
        assert row < plane.rows
        assert column < plane.columns
        near = {(row + 1, column), (row, column + 1)}
        assert all(other[0] == cell[0] for other, place in places.items() if place in near)


def test_tones_follow_signs_and_sizes() -> None:
    """The heaviest weight has the strongest tone, the lightest the weakest, and 0 has none."""
    assert [heat(weight, 9) for weight in (-9, -3, 0, 2, 5, 9)] == ["m3", "m1", "w0", "p1", "p2", "p3"]


def test_barriers_weigh_most_where_most_of_them_lie() -> None:
    """Each cell shows the total weight of the barriers that contain it; the target cell is marked."""
    (told,) = scenes(ROW, Refutation("barriers", BODY, 3))
    texts = {(row, column): text for row, column, _, text in told["picture"]["cells"]}
    lies = [(row, column) for each in BODY["barriers"] for row, column in each["cells"]]
    assert texts == {(row, column): str(lies.count((row, column))) for row in range(3) for column in range(3)}
    assert told["picture"]["marks"] == [[2, 2]]


def test_items_have_the_prices_of_the_first_list() -> None:
    """The story of an optimum shows the nonzero prices of the items at the first node."""
    names, options, costs = ring()
    cover = api.puzzle_about(exactcover.cover(names, options, costs=costs))
    answer = exactcover.solve(cover, certificate=True)
    assert answer.certificate is not None
    refutation = answer.certificate.refutation
    assert refutation.argument == "prices"
    model = cover.encode().model
    (told,) = scenes(model, refutation)
    assert told["sentences"] == sentences(model, refutation)
    first = next(node["prices"] for node in refutation.body["nodes"] if "prices" in node)
    priced = [name for name, price in zip(names, first, strict=True) if price]
    chips = told["picture"]["chips"]
    assert [each["name"] for each in chips] == priced[: len(chips)]
    assert len(chips) + told["picture"]["more"] == len(priced)
