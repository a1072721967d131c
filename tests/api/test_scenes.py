"""The story of an answer: what it says of each status, what it refuses to tell, and how it draws solutions."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import exactcover
from exactcover import api
from exactcover.api import editing
from exactcover.api.scenes import arguments, film, solution_picture, story

SMALL = "packing board=2x3 pieces=I2 copies=any"


def answered(words: str, **settings: Any) -> tuple[Any, dict[str, Any]]:
    """A puzzle, and the answer object of a proof about it."""
    puzzle = api.puzzle(*words.split())
    answer: dict[str, Any] = json.loads(json.dumps(exactcover.prove(puzzle, **settings).to_json()))
    return puzzle, answer


def test_an_impossible_puzzle_has_its_reason_and_a_seal() -> None:
    """The verdict names the reason, the scenes are those of the certificate, and the seal says who accepted it."""
    told = story(*answered("mutilated-chessboard"))
    assert (told["tag"], told["tone"], told["kind"]) == ("Impossible", "bad", "colouring")
    assert told["more"] == "the colours do not add up."
    assert told["sealed"]
    assert "judge of this kind of certificate (colouring)" in told["seal"][0]
    assert len(told["scenes"]) == 4


def test_a_puzzle_that_fits_is_proved_by_example() -> None:
    """A solution is drawn as it is, and both judges are named."""
    puzzle, answer = answered(SMALL)
    told = story(puzzle, answer)
    assert (told["text"], told["tone"], told["kind"]) == ("It fits.", "good", None)
    (scene,) = told["scenes"]
    drawn = sorted(sorted(piece["cells"]) for piece in scene["picture"]["pieces"])
    assert drawn == sorted(sorted(each["cells"]) for each in answer["solution"]["placements"])
    assert "Both judges accepted the solution" in told["seal"][0]


def test_a_shortest_plan_is_told_with_its_bound() -> None:
    """The plan comes first, as a film, then the argument that nothing is shorter."""
    told = story(*answered("tiles board=3x3 start=125340678 goal=012345678"))
    assert told["text"].endswith("moves is the shortest.")
    assert told["scenes"][0]["picture"]["kind"] == "film"
    assert any("every plan has at least" in text for text in told["scenes"][-1]["sentences"])


def test_every_way_was_tried_is_no_certificate() -> None:
    """An answer whose evidence is the engine's word has no scenes, no seal, and says so."""
    puzzle, answer = answered("mutilated-chessboard")
    told = story(puzzle, answer | {"certificate": None, "argument": None, "evidence": "exhausted", "exhausted": True})
    assert told["more"] == "every way was tried."
    assert not told["sealed"]
    assert told["scenes"] == []
    assert "has no certificate" in told["seal"][0]


def test_an_undecided_puzzle_is_called_undecided() -> None:
    """Without an answer nothing is claimed."""
    puzzle, answer = answered(SMALL)
    told = story(puzzle, answer | {"status": "UNKNOWN", "solution": None, "evidence": None, "stop_reason": "time"})
    assert (told["tag"], told["scenes"], told["seal"]) == ("Not decided", [], [])


def test_a_spoiled_certificate_is_not_told() -> None:
    """A certificate that the judge refuses, or that is about another puzzle, gives no story."""
    puzzle, answer = answered("mutilated-chessboard")
    proof = answer["certificate"]
    spoiled = proof | {"body": proof["body"] | {"weights": [1, 1]}}
    with pytest.raises(exactcover.InvalidInput, match="the answer is wrong and is not shown: a placement of"):
        story(puzzle, answer | {"certificate": spoiled})
    with pytest.raises(exactcover.InvalidInput, match="another puzzle"):
        story(api.puzzle("dominoes-8x8"), answer)


def test_a_spoiled_solution_is_not_told() -> None:
    """A solution with a piece missing is refused by the referee, and is not drawn."""
    puzzle, answer = answered(SMALL)
    spoiled = {"placements": answer["solution"]["placements"][1:]}
    with pytest.raises(exactcover.InvalidInput, match="the answer is wrong and is not shown: cell"):
        story(puzzle, answer | {"solution": spoiled})


@pytest.mark.parametrize("spoiled", [{"cost": 30}, {"status": "INFEASIBLE"}, {"bound": 32}])
def test_a_spoiled_figure_is_not_told(spoiled: dict[str, Any]) -> None:
    """A cost, a bound or a status that the rest of the answer contradicts is refused."""
    puzzle = api.puzzle("8-puzzle")
    answer = exactcover.solve(puzzle).to_json()
    assert story(puzzle, answer)["tag"] == "The shortest"
    with pytest.raises(exactcover.InvalidInput, match="the answer is wrong and is not shown"):
        story(puzzle, answer | spoiled)


@pytest.mark.parametrize("words", ["8-puzzle", "two-ls"])
def test_a_film_goes_from_the_start_to_the_goal(words: str) -> None:
    """On each board the blocks lie apart on the floor; the first board is the puzzle's, and each step moves one block."""
    puzzle = api.puzzle(words)
    answer = exactcover.solve(puzzle)
    shown = film(puzzle, answer.to_json()["solution"])
    floor = {tuple(cell) for cell in shown["cells"]}
    steps = len(shown["captions"])
    boards = []
    for step in range(steps):
        lie = [
            [(row + gone[step][0], column + gone[step][1]) for row, column in piece["cells"]]
            for piece, gone in zip(shown["pieces"], shown["gone"], strict=True)
        ]
        cells = [cell for each in lie for cell in each]
        assert len(set(cells)) == len(cells)
        assert set(cells) <= floor
        boards.append(lie)
    assert steps - 1 >= (answer.cost or 0)
    for before, after in pairwise(boards):
        assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
    if words == "8-puzzle":
        at = {piece["name"]: cells[0] for piece, cells in zip(shown["pieces"], boards[-1], strict=True)}
        assert at == {str(tile): divmod(tile, 3) for tile in range(1, 9)}


def test_symbols_are_drawn_in_their_cells() -> None:
    """A solved sudoku has its 81 digits, and clues look different from the digits that were found."""
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = api.puzzle("sudoku", grid=grid)
    solution = exactcover.solve(puzzle).to_json()["solution"]
    picture = solution_picture(puzzle, puzzle.encode().model, solution)
    assert picture is not None
    texts = [(tone, text) for _, _, tone, text in picture["cells"]]
    assert len([text for _, text in texts if text]) == 81
    assert len([tone for tone, _ in texts if tone == "clue"]) == sum(digit != "." for digit in grid)
    assert picture["pieces"] == []


def test_a_solid_is_drawn_layer_by_layer() -> None:
    """Each cell of a solid is drawn once, in the layer that it belongs to."""
    puzzle = api.puzzle("soma")
    solution = exactcover.solve(puzzle).to_json()["solution"]
    picture = solution_picture(puzzle, puzzle.encode().model, solution)
    assert picture is not None
    cells = [tuple(cell) for piece in picture["pieces"] for cell in piece["cells"]]
    assert len(set(cells)) == len(cells) == 27
    assert picture["note"]


def test_large_boards_are_drawn_by_the_server() -> None:
    """A board of more positions than a scene draws is left to the server's drawing."""
    puzzle = api.puzzle("packing", board="60x60", pieces="I2", copies="any")
    solution = exactcover.solve(puzzle).to_json()["solution"]
    picture = solution_picture(puzzle, puzzle.encode().model, solution)
    assert picture is not None
    assert picture["kind"] == "image"


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("mutilated-chessboard", {"colouring", "farkas", "dead", "tree"}),
        ("8-puzzle", {"invariant", "clausal"}),
        ("queens n=3", {"dead", "prices"}),
        ("blokus-corners-5x5", {"barriers", "steiner"}),
    ],
)
def test_kinds_of_arguments_are_those_that_apply(words: str, kinds: set[str]) -> None:
    """The kinds that are offered include these, and none of them is refused for the puzzle."""
    puzzle = api.puzzle(*words.split())
    offered = arguments(puzzle)
    assert kinds <= set(offered)
    for kind in offered:
        assert exactcover.prove(puzzle, argument=kind, limits=exactcover.Limits(time=0.2)).task == "prove"


@pytest.mark.parametrize("editor", editing.editors(), ids=lambda editor: str(editor["kind"]))
def test_every_kind_of_puzzle_has_a_story(editor: dict[str, Any]) -> None:
    """The first puzzle of each kind has a story: a verdict, the question, and a picture of the solution."""
    puzzle = editing.puzzle({"kind": editor["kind"], **editor["start"]})
    answer = json.loads(json.dumps(exactcover.prove(puzzle, limits=exactcover.Limits(time=60)).to_json()))
    told = story(puzzle, answer)
    assert told["tone"] == "good"
    assert told["lead"].endswith(".")
    assert told["scenes"][0]["picture"] is not None
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize(
    "words", ["langford n=5", "latin n=3 grid=12./21./...", "queens n=2", "blocks board=AAB/AA./CC. goal=B@0,0"]
)
def test_impossible_puzzles_of_other_kinds_have_a_story(words: str) -> None:
    """Impossible sequences, squares, queens and blocks have scenes, each with a title and with sentences or a picture."""
    puzzle, answer = answered(words, limits=exactcover.Limits(time=60))
    assert answer["status"] == "INFEASIBLE", answer
    told = story(puzzle, answer)
    assert told["tag"] == "Impossible"
    assert len(told["scenes"]) >= 1
    for each in told["scenes"]:
        assert each["title"]
        assert each["sentences"] or each["picture"]
