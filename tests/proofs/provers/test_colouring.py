"""The search for colourings: the classical ones, the plain statement that there is none, and never a false one."""

from __future__ import annotations

import random
from itertools import count, product
from typing import Any

import numpy as np
import pytest

from exactcover import api
from exactcover.model.answer import Limits
from exactcover.model.arrays import Mask
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from exactcover.model.tiling import Piece, Tiling
from exactcover.proofs.provers.colouring import PERIODS
from exactcover.proofs.provers.colouring_folds import MOST_CLASSES, folded, multiples
from exactcover.proofs.provers.colouring_lattice import moduli, remainder, simplest, spanned, telling, vector
from exactcover.proofs.provers.colouring_templates import classes, templates
from tests.packings import tiling
from tests.proofs.provers.arguments import end, proved, refutation, solvable
from tests.random_models import random_cover, random_packing

CHESSBOARD = [{"steps": [1, 1], "modulus": 2}]
ROWS = [{"steps": [1, 0], "modulus": 2}]


@pytest.mark.parametrize(
    ("line", "modulus", "template"),
    [
        ("board=10x14 pieces=tetrominoes copies=7", 2, CHESSBOARD),
        ("board=15x28 pieces=tetrominoes copies=21", 2, CHESSBOARD),
        ("board=15x14 pieces=hexominoes copies=1", 2, CHESSBOARD),
        ("board=6x35 pieces=hexominoes copies=1", 2, CHESSBOARD),
        ("board=4x7 pieces=tetrominoes-one-sided copies=1", 2, CHESSBOARD),
        ("board=4x5 pieces=tetrominoes copies=0..1", 2, CHESSBOARD),
        ("board=10x10 pieces=L4 copies=any", 8, ROWS),
        ("board=102x102 pieces=L4 copies=any", 8, ROWS),
        ("board=10x10 pieces=T4 copies=any", 8, CHESSBOARD),
        ("board=6x10 pieces=T4 copies=any", 8, CHESSBOARD),
        ("board=8x8 pieces=dominoes copies=any holes=0,0/7,7", 0, CHESSBOARD),
        ("board=200x200 pieces=dominoes copies=any holes=0,0/199,199", 0, CHESSBOARD),
        ("board=20x20 pieces=I3 copies=any holes=0,0", 3, [{"steps": [1, 0], "modulus": 3}]),
        ("board=10x10 pieces=I4 copies=any", 2, [*ROWS, {"steps": [0, 1], "modulus": 2}]),
        ("board=6x6x6 pieces=I4 copies=any", 2, [{"steps": s, "modulus": 2} for s in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]),
    ],
)  # fmt: skip
def test_classical_colourings_are_found(line: str, modulus: int, template: list[Any]) -> None:
    """The known colourings come out in their plainest form, whatever the size of the board."""
    body = proved("colouring", tiling(line)).body
    assert (body["modulus"], body["template"]) == (modulus, template)


def test_odd_sets_of_tetrominoes_have_colourings() -> None:
    """On all 62 boards of area up to 400 an odd number of sets is refuted: by a colouring, on 1xL by a piece without place."""
    boards = [(rows, 20 * k // rows, k) for k in range(1, 21, 2) for rows in range(1, 21) if 20 * k % rows == 0]
    boards = [(rows, columns, k) for rows, columns, k in boards if rows <= columns]
    assert len(boards) == 62
    for rows, columns, k in boards:
        model = tiling(f"board={rows}x{columns} pieces=tetrominoes copies={k}")
        found = proved("arithmetic" if rows == 1 else "colouring", model)
        assert found.body.get("argument") == ("piece" if rows == 1 else None)


@pytest.mark.parametrize(
    "line",
    [
        "board=6x12 pieces=T4 copies=any",
        "board=12x14 pieces=T4 copies=any",
        "board=10x13 pieces=Y5 copies=any",
        "board=3x9 pieces=V3 copies=any",
        "board=4x5 pieces=dominoes copies=any",
    ],
)
def test_a_signed_tiling_is_told(line: str) -> None:
    """Where whole numbers of placements cover every cell once, no colouring exists, and the prover says so."""
    last = end("colouring", tiling(line))
    assert last.refutation is None
    assert last.remark == (
        "a signed tiling exists (some parts taken a negative number of times), so that no colouring proves anything"
    )


def fixed_corner(region: Mask) -> Tiling:
    """Sticks of 3, and at most one corner piece, in one orientation."""
    sticks = (np.array([[0, 0], [0, 1], [0, 2]]), np.array([[0, 0], [1, 0], [2, 0]]))
    corner = (np.array([[0, 0], [0, 1], [1, 0]]),)
    return Tiling(region, (Piece("I", sticks, 0, 8), Piece("V", corner, 0, 1)))


def test_bounds_of_copies_are_used() -> None:
    """On 5x5 less a corner two corner pieces are needed, modulo 3; one is too few."""
    region = np.ones((5, 5), dtype=np.bool_)
    region[0, 0] = False
    body = proved("colouring", fixed_corner(region)).body
    assert body["modulus"] == 3
    assert body["pieces"] == [0, 2]
    assert (
        "with some numbers of copies left open"
        in end("colouring", fixed_corner(np.ones((4, 6), dtype=np.bool_))).remark
    )


def test_cells_have_weights_where_no_template_does() -> None:
    """In four dimensions there are no templates; the elimination over all cells finds the chessboard."""
    region = np.ones((2, 2, 2, 2), dtype=np.bool_)
    region[0, 0, 0, 0] = region[1, 1, 1, 1] = False
    domino = tuple(np.stack((np.zeros(4, dtype=np.int64), axis)) for axis in np.eye(4, dtype=np.int64))
    body = proved("colouring", Tiling(region, (Piece("D", domino, 0, 7),))).body
    assert "template" not in body
    assert sorted(set(body["weights"])) == [-1, 1]


def test_long_boards_are_eliminated_along_their_length() -> None:
    """Weights by cell are the same argument on a board and on its transpose; both are short of one cell in a long strip."""
    dominoes = (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]]))
    strip = np.ones((3, 90), dtype=np.bool_)
    strip[:, 44:46] = False
    strip[0, 0] = strip[0, 89] = False
    strip[2, 0] = strip[0, 88] = False
    for region in (strip, strip.T):
        body = proved("colouring", Tiling(region, (Piece("D", dominoes, 0, 200),))).body
        assert body["modulus"] == 0
    assert end("colouring", tiling("board=6x60 pieces=T4 copies=any")).remark.startswith("a signed tiling exists")


def test_wide_covers_are_tried_modulo_primes() -> None:
    """Where options reach too far for the complete test, an odd cycle is still refuted modulo 2, an even one is not."""
    for length in (301, 302):
        names = [f"i{number}" for number in range(length)]
        model = cover(names, [[name, names[place - 1]] for place, name in enumerate(names)])
        found = refutation("colouring", model)
        assert (found is not None) == (length == 301)
        assert found is None or found.body["modulus"] == 2


def test_covers_are_coloured_by_item() -> None:
    """A cover gets a weight for each item; one with a signed selection is told so."""
    unbalanced = cover(["a", "b", "c", "x"], [["a", "x"], ["b", "x"], ["c", "x"]])
    assert proved("colouring", unbalanced).body["modulus"] == 0
    triangle = cover(["a", "b", "c"], [["a", "b"], ["b", "c"], ["a", "c"]])
    assert proved("colouring", triangle).body["modulus"] == 2
    signed = cover(["a", "b", "c", "d"], [["a", "b"], ["b", "c"], ["c", "d"], ["b", "d"], ["a", "c"]])
    assert refutation("colouring", signed) is None


@pytest.mark.parametrize("seed", range(60))
def test_feasible_packings_have_no_colouring(seed: int) -> None:
    """A board cut into its pieces is never refuted."""
    model = api.puzzle("packing", **random_packing(seed, planted=True)).encode().model
    assert refutation("colouring", model) is None


@pytest.mark.parametrize("seed", range(120))
def test_random_models_agree_with_brute_force(seed: int) -> None:
    """Whatever is refuted has no solution: random packings with ranges of copies, and random covers."""
    rng = random.Random(seed)
    keys = {**random_packing(seed), "copies": rng.choice(["any", "0..1", "0..2", "1..2", "1"])}
    for model in (api.puzzle("packing", **keys).encode().model, random_cover(seed, connected=seed % 5 == 0)):
        if refutation("colouring", model) is not None:
            assert not solvable(model)


def test_limits_and_other_models() -> None:
    """Without time the prover stops; a linear model, or sizes that leave nothing, is not its business."""
    last = end("colouring", tiling("board=10x13 pieces=Y5 copies=any"), Limits(time=0))
    assert last.stop_reason == "time"
    assert end("colouring", Linear(("x",), (), ())).remark == "a linear model has no cells to colour"
    assert "alone leave no solution" in end("colouring", tiling("board=3x3 pieces=dominoes copies=any")).remark
    wide: Model = tiling("board=150x150 pieces=Y5 copies=any")
    assert end("colouring", wide).remark == ("no template gives a colouring, and the complete test would be too large")


@pytest.mark.parametrize("seed", range(80))
def test_weights_tell_vectors_from_lattices(seed: int) -> None:
    """A sum of the vectors is in their lattice; for any other vector there are weights that show it is not."""
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 6))
    table = rng.integers(-3, 4, size=(int(rng.integers(1, 6)), width))
    form = spanned(table)
    inside = rng.integers(-4, 5, size=len(table)) @ table
    assert remainder(form, vector(inside)) is None
    assert telling(form, vector(inside), width) is None
    target = rng.integers(-4, 5, size=width)
    if remainder(form, vector(target)) is None:
        return
    found = [telling(form, vector(target), width), *(simplest(form, target, n) for n in moduli(form, width))]
    assert found[0] is not None
    assert any(found[1:])
    for weights in filter(None, found):
        sums, total = table @ weights.values, int(target @ np.array(weights.values))
        assert not (sums % weights.modulus if weights.modulus else sums).any()
        assert total % weights.modulus if weights.modulus else total


@pytest.mark.parametrize(("period", "axes"), [(2, 1), (2, 2), (4, 2), (6, 2), (5, 2), (2, 3), (3, 3)])
def test_templates_are_all_different(period: int, axes: int) -> None:
    """No two templates of a period class the cells alike, and every linear form modulo the period is among them."""
    seen = set()
    for template in templates(period, axes):
        of_cell = classes(template, period, axes).tolist()
        order: dict[int, int] = {}
        seen.add(tuple(order.setdefault(each, len(order)) for each in of_cell))
    assert len(seen) == len(templates(period, axes))
    for steps in product(range(period), repeat=axes):
        of_cell = classes(((steps, period),), period, axes).tolist()
        order = {}
        alike = tuple(order.setdefault(each, len(order)) for each in of_cell)
        assert alike in seen or len(set(alike)) == 1


def test_the_first_templates_are_the_plainest() -> None:
    """The chessboard comes first, then rows and columns."""
    assert templates(2, 2)[:3] == [(((1, 1), 2),), (((1, 0), 2),), (((0, 1), 2),)]


@pytest.mark.slow
def test_ten_thousand_random_models_agree_with_brute_force() -> None:
    """Of 10^4 small random covers none with a selection is refuted."""
    for seed in range(10_000):
        model: Cover = random_cover(seed)
        if any(end(name, model).refutation for name in ("arithmetic", "colouring")):
            assert not solvable(model)


@pytest.mark.parametrize("shape", [(7, 11), (2, 301), (50, 3, 9), (1, 1), (145, 9)])
def test_boards_are_folded_cell_by_cell(shape: tuple[int, ...]) -> None:
    """A folded board has as many cells of each class as there are, whichever side is short, and fits fold as masks."""
    region = np.random.default_rng(7).random(shape) < 0.7
    for period in (2, 5, 9):
        counts = np.zeros((period,) * len(shape), dtype=np.int64)
        np.add.at(counts, tuple((np.argwhere(region) % period).T), 1)
        assert (folded(region, period, np.add) == counts).all()
        assert (folded(region, period, np.logical_or) == (counts > 0)).all()


def test_periods_divide_the_numbers_a_board_is_folded_by() -> None:
    """Every period of a dimension divides a number that has few classes."""
    for axes, periods in PERIODS.items():
        numbers = multiples(periods, axes)
        assert all(any(number % period == 0 for number in numbers) for period in periods)
        assert all(number**axes <= MOST_CLASSES for number in numbers)


@pytest.mark.parametrize(
    ("line", "modulus", "template"),
    [
        ("board=1010x1010 pieces=tetrominoes copies=51005", 2, [1, 1]),
        ("board=1000x1000 pieces=dominoes copies=any holes=0,0/999,999", 0, [1, 1]),
        ("board=1000x1000 pieces=T4 copies=any holes=0,0/0,1/0,2/0,3", 8, [1, 1]),
        ("board=98x100x100 pieces=dominoes copies=any holes=0,0,0/0,0,2", 0, [1, 1, 1]),
        ("board=102x102x102 pieces=T4,I4 copies=I4:100001,T4:any", 2, [1, 1, 1]),
    ],
)
def test_boards_of_a_million_cells_are_coloured_by_a_formula(line: str, modulus: int, template: list[int]) -> None:
    """The colouring of a large board is its chessboard, in a certificate as short as that of a small one."""
    body = proved("colouring", tiling(line)).body
    assert (body["modulus"], body["template"]) == (modulus, [{"steps": template, "modulus": 2}])
    assert len(body["weights"]) == 2


def disc(cells: int, less: int, difference: int) -> Mask:
    """The cells nearest the middle of an 81x81 board less some at random, so that the colours differ by so many."""
    positions = np.argwhere(np.ones((81, 81), dtype=np.bool_))
    near = positions[np.argsort(((positions - 40) ** 2).sum(axis=1), kind="stable")[:cells]]
    for seed in count():
        chosen = np.random.default_rng(seed).permutation(near)[less:]
        if abs(int((1 - 2 * (chosen.sum(axis=1) % 2)).sum())) == difference:
            region = np.zeros((81, 81), dtype=np.bool_)
            region[tuple(chosen.T)] = True
            return region
    raise AssertionError


@pytest.mark.parametrize(("pieces", "copies"), [("tetrominoes", "252"), ("dominoes", "any")])
def test_discs_of_unbalanced_colours_are_refuted(pieces: str, copies: str) -> None:
    """On a disc whose colours differ by 26 the number of T tetrominoes must be odd, and dominoes cover as many of each."""
    small = tiling(f"board=60x84 pieces={pieces} copies={copies}")
    body = proved("colouring", Tiling(disc(5080, 40, 26), small.pieces)).body
    assert body["template"] == [{"steps": [1, 1], "modulus": 2}]
