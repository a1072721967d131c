"""The chain: it stops at the first kind an engine accepts, and its way back leads to the model it began with."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from exactcover.model.linear import Linear
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain
from tests.random_models import listed


def board() -> Tiling:
    """Five pentominoes in a square, a tiling with eight solutions and a group of order eight."""
    model = puzzle("packing board=5x5 pieces=L5,N5,U5,W5,Y5").encode().model
    assert isinstance(model, Tiling)
    return model


@pytest.mark.parametrize(("accepts", "kind"), [(("tiling",), Tiling), (("cover",), Cover), (("linear",), Linear)])
def test_chain_ends_at_what_is_accepted(accepts: tuple[str, ...], kind: type) -> None:
    """A tiling becomes a cover, and then a linear model, only where the engine takes nothing before it."""
    reduced = chain.reduce(board(), accepts)
    assert isinstance(reduced.model, kind)
    assert isinstance(chain.reduce(board(), ("linear", *accepts, "cover")).model, Tiling if kind is Tiling else Cover)


@pytest.mark.parametrize("accepts", ["cover", "linear"])
@pytest.mark.parametrize("break_symmetry", [False, True])
def test_selections_come_back_through_the_chain(accepts: str, break_symmetry: bool) -> None:
    """Whatever solves the last model is, lifted, a solution of the tiling; unbroken it is every one."""
    tiling = board()
    reduced = chain.reduce(tiling, (accepts,), break_symmetry=break_symmetry)
    lifted = [reduced.lift(np.array(each)) for each in listed("exact" if accepts == "cover" else "sat", reduced.model)]
    assert not any(judges.faults(tiling, selection) for selection in lifted)
    different = {tuple(sorted(map(tuple, selection.tolist()))) for selection in lifted}
    assert len(different) == len(lifted)
    assert len(lifted) < 8 if break_symmetry else len(lifted) == 8


def test_written_cover_is_unbroken() -> None:
    """The cover whose digest names the searched space is the one before symmetry was broken."""
    whole, broken = (chain.reduce(board(), ("cover",), break_symmetry=each) for each in (False, True))
    assert whole.written is not None
    assert broken.written is not None
    assert isinstance(broken.model, Cover)
    assert broken.written.options == whole.written.options > broken.model.options


def test_accepted_models_pass_untouched() -> None:
    """A model that is accepted at once comes back itself, with nothing written out."""
    model = cover(["a"], [["a"]])
    reduced = chain.reduce(model, ("cover",))
    assert reduced.model is model
    assert reduced.written is None
    assert reduced.lift(np.array([0])).tolist() == [0]


def test_no_chain_leads_up() -> None:
    """A linear model becomes no cover."""
    with pytest.raises(InvalidInput, match="a linear model was given; expected one that leads to cover or tiling"):
        chain.reduce(Linear(("x",), (), ()), ("tiling", "cover"))
