"""Queens on a torus, rooks, superqueens, and forbidden squares: published counts, an oracle, the judges."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate
from tests.test_many import table

VARIANTS = ("", "torus=yes", "pieces=rooks", "pieces=superqueens", "pieces=superqueens torus=yes")


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("torus=yes", {1: 1, 2: 0, 3: 0, 4: 0, 5: 10, 6: 0, 7: 28, 8: 0, 11: 88}),
        ("pieces=superqueens", {1: 1, 2: 0, 5: 0, 8: 0, 9: 0, 10: 4, 11: 44, 12: 156}),
        ("pieces=rooks", {1: 1, 2: 2, 5: 120, 7: 5040}),
    ],
)
def test_counts_are_those_published(words: str, counts: dict[int, int]) -> None:
    """Queens on a torus (OEIS A007705), superqueens (A051223), rooks (A000142)."""
    assert {n: api.count(f"queens n={n} {words}").count for n in counts} == counts


def test_rooks_up_to_symmetry_are_counted_as_published() -> None:
    """Classes under the turns and mirrors of the board (OEIS A000903)."""
    assert [api.count(f"queens n={n} pieces=rooks").classes for n in range(2, 8)] == [1, 2, 7, 23, 115, 694]


@pytest.mark.parametrize(("n", "derangements", "couples"), [(3, 2, 1), (4, 9, 2), (5, 44, 13), (6, 265, 80)])
def test_rooks_on_boards_with_forbidden_squares(n: int, derangements: int, couples: int) -> None:
    """Without the diagonal rooks are derangements (A000166), without the next one too seatings of couples (A000179)."""
    one = [[k, k] for k in range(n)]
    two = [[k, (k + 1) % n] for k in range(n)]
    assert api.count(puzzle("queens", n=n, pieces="rooks", forbidden=one)).count == derangements
    assert api.count(puzzle("queens", n=n, pieces="rooks", forbidden=one + two)).count == couples


def attack(words: str, n: int, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two pieces attack each other: by all images of the other square near the board if it is a torus."""
    images = [(i, j) for i in (-n, 0, n) for j in (-n, 0, n)] if "torus" in words else [(0, 0)]
    for i, j in images:
        down, right = sorted((abs(one[0] - other[0] - i), abs(one[1] - other[1] - j)))
        if down == 0 or ("rooks" not in words and down == right) or ("super" in words and (down, right) == (1, 2)):
            return True
    return False


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(1, 6), st.text(".....Q###", min_size=36, max_size=36))
def test_solutions_agree_with_an_oracle(words: str, n: int, marks: str) -> None:
    """Of all permutations those are listed in which no two pieces attack, on boards with fixed and forbidden squares."""
    board = [marks[6 * row : 6 * row + n] for row in range(n)]
    expected = set()
    for columns in permutations(range(n)):
        squares = list(enumerate(columns))
        fits = all((board[r][c] == "Q") <= (columns[r] == c) for r in range(n) for c in range(n))
        fits = fits and all(board[r][c] != "#" for r, c in squares)
        if fits and not any(attack(words, n, *pair) for pair in combinations(squares, 2)):
            expected.add(columns)
    subject = puzzle(f"queens {words} board={'/'.join(board)}")
    answers: list[Any] = list(api.iterate(subject))
    assert {tuple(column for _, column in sorted(each["queens"])) for each in answers} == expected
    assert len(answers) == len(expected)
    assert puzzle("queens", **{k: v for k, v in subject.canonical().items() if k != "kind"}) == subject


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"n": 4, "pieces": "knights"}, "pieces is 'knights'; expected queens, rooks, superqueens"),
        ({"n": 101, "pieces": "superqueens"}, "n is 101; expected a whole number from 1 to 100"),
        ({"n": 4, "torus": 3}, "torus is 3; expected yes or no"),
        ({"n": 4, "board": "../.."}, "board has 2 rows, and n is 4; expected one of them, or the same number"),
        ({"board": "../.x"}, "board has 'x'; expected ., Q for a piece, # for none"),
        ({"board": "../..."}, "board has the row '...'; expected 2 squares, as many as rows"),
        ({"board": 3}, "board is 3; expected a picture"),
        ({"n": 4, "forbidden": "0,4"}, "forbidden has a square on 0,4; expected rows and columns from 0 to 3"),
        ({"n": 4, "forbidden": "0,3/0,3"}, "forbidden has the square on 0,3 twice; expected different squares"),
        ({"n": 4, "fixed": "0,3", "forbidden": "0,3"}, "0,3 is fixed and forbidden; expected one of them"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """Each fault of a key has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("queens", **keys)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("words", "columns", "fault"),
    [
        ("n=4 torus=yes", [1, 3, 0, 2], "the queens on 0,1 and 1,3 are"),
        ("n=4 pieces=superqueens", [1, 3, 0, 2], "are a knight's move apart"),
        ("n=4 pieces=rooks", [1, 1, 0, 2], "the queens on 0,1 and 1,1 are on one column"),
        ("n=4 forbidden=0,1", [1, 3, 0, 2], "a queen is on 0,1, which is forbidden"),
        ("n=5 pieces=superqueens torus=yes", [0, 2, 4, 1, 3], "are a knight's move apart"),
        ("n=6 torus=yes", [1, 3, 5, 0, 2, 4], "are on one rising diagonal"),
    ],
)
def test_referee_refuses_attacks(words: str, columns: list[int], fault: str) -> None:
    """Each way to attack has its own sentence."""
    faults = puzzle(f"queens {words}").faults({"queens": [list(square) for square in enumerate(columns)]})
    assert any(fault in each for each in faults) or (fault.endswith("are") and faults)


@pytest.mark.parametrize(("board", "solutions", "superqueens"), [("n=10", 724, 4), ("n=11 torus=yes", 88, 44)])
def test_the_referee_of_many_sees_each_knight_move(board: str, solutions: int, superqueens: int) -> None:
    """Of the solutions with queens it accepts as superqueens those that the referee of one accepts."""
    encoding, selections = table(puzzle(f"queens {board}"))
    assert encoding.decode_many is not None
    each = encoding.decode_many(selections)
    strict, right = puzzle(f"queens {board} pieces=superqueens"), 0
    for number in range(len(each)):
        one = replace(each, lines=each.lines[number : number + 1])
        assert strict.all_right(one) == (not strict.faults(next(iter(one))))
        right += strict.all_right(one)
    assert (len(each), right) == (solutions, superqueens)


@pytest.mark.parametrize("words", [*VARIANTS, "forbidden=0,0", "fixed=1,2 pieces=superqueens", "fixed=1,2 torus=yes"])
def test_losses_of_the_encoding_are_caught(words: str) -> None:
    """Any one option or symmetry lost, and other bounds, are found."""
    subject = puzzle(f"queens n=5 {words}")
    model = subject.encode().model
    assert isinstance(model, Cover)
    assert subject.encoding_faults(model) == []
    for option in range(model.options):
        assert subject.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert subject.encoding_faults(replace(model, least=model.least * 0))
    assert subject.encoding_faults(puzzle("queens n=5 fixed=3,3").encode().model)
    for lost in range(0 if model.symmetries is None else len(model.symmetries)):
        fewer = np.delete(model.symmetries, lost, axis=0) if model.symmetries is not None else None
        assert subject.encoding_faults(replace(model, symmetries=fewer if lost else None))


@pytest.mark.parametrize("words", VARIANTS)
def test_answers_fit_their_schema_and_are_drawn(words: str) -> None:
    """A board with a fixed and a forbidden square is described as the schema says, and drawn without the forbidden one."""
    subject = f"queens n=5 {words} fixed=0,0 forbidden=1,1"
    validate("answer", api.solve(subject).to_json())
    drawing = puzzle(subject).picture(None)
    assert (len(drawing.cells), len(drawing.areas)) == (24, 1)
