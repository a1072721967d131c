"""The search for dead placements: pieces with holes on large boards, rounds to a fixed point, and what is argued then."""

from __future__ import annotations

import json

import pytest

from exactcover.model.answer import Limits
from exactcover.model.cover import cover
from tests.packings import tiling
from tests.parts import Few
from tests.proofs.provers.arguments import end, proved, refutation, solvable
from tests.proofs.provers.boards import random_board
from tests.random_models import random_cover


@pytest.mark.deep("a board of 756 cells, with all its placements")
def test_a_heptomino_with_a_hole_settles_the_board() -> None:
    """The 108 heptominoes do not fill 27x28: all placements of the one with a hole are dead, in a certificate of one line."""
    model = tiling("board=27x28 pieces=heptominoes copies=1")
    body = proved("dead", model).body
    (only,) = body["rounds"]
    assert only == {"struck": 4 * 25 * 26, "items": [body["item"]]}
    assert model.pieces[body["item"] - 27 * 28].name == "P7-043"
    assert len(json.dumps(body)) < 100


@pytest.mark.parametrize(
    ("seed", "of", "argument"),
    [(10, "pieces", "arithmetic"), (52, "options", "colouring"), (440, "options", "colouring"), (104, None, None)],
)
def test_what_is_left_is_refuted_where_the_whole_is_not(seed: int, of: str | None, argument: str | None) -> None:
    """There are boards that no argument from sizes, colours or multipliers refutes before the dead placements are struck."""
    model = random_board(seed)
    assert all(refutation(name, model) is None for name in ("arithmetic", "colouring", "farkas"))
    body = proved("dead", model).body
    assert (body.get("of"), body.get("argument")) == (of, argument)


def test_random_models_are_refuted_rightly(few: Few) -> None:
    """What is found on small random boards and covers is accepted by the judge, and never where there is a solution."""
    refuted = 0
    for seed in range(0, few(300), 2):
        model = random_board(seed)
        if refutation("dead", model) is not None:
            refuted += 1
            assert not solvable(model)
        refutation("dead", random_cover(seed))
    assert refuted > few(60)


def test_nothing_dead_is_said() -> None:
    """Where no option is dead the prover says so, and where some are and nothing follows, how many."""
    assert (
        end("dead", cover(["a", "b"], [["a"], ["b"]])).remark
        == "every option leaves all items with options to cover them"
    )
    assert end("dead", tiling("board=4x4 pieces=L4 copies=any")).remark.endswith(
        "options are dead, and no proof was found for the rest"
    )


def test_limits_are_kept() -> None:
    """Without time the prover says how far it came; a model that is too large for the judge is left alone."""
    last = end("dead", tiling("board=8x8 pieces=pentominoes,O4 copies=1"), Limits(time=0))
    assert last.stop_reason == "time"
    assert last.remark.startswith("the time was up when items up to 0 of ")
    large = end("dead", tiling("board=1000x1001 pieces=I2 copies=any"))
    assert large.remark.startswith("the model has up to ")
