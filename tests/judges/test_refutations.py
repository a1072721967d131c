"""What is wrong with a certificate, and what is wrong with us: only the first is a fault that a judge tells."""

from __future__ import annotations

from typing import Any

import pytest

from exactcover import judges
from exactcover.judges import arithmetic
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, InvalidModel
from exactcover.model.refuted import below, refuted_model
from exactcover.model.space import MOST_MOVES, Within
from exactcover.transform.reductions import chain, tiling_to_cover
from tests.packings import tiling
from tests.sliding_models import numbers, tiles

BOARD = "board=3x3 pieces=I2 copies=any"
EVERY_PAIR = Refutation("arithmetic", {"argument": "area"})


def test_spoiled_certificates_are_faults() -> None:
    """A body that proves nothing is one sentence, and a right one none."""
    assert judges.refutation_faults(tiling(BOARD), EVERY_PAIR) == []
    (fault,) = judges.refutation_faults(tiling(BOARD), Refutation("arithmetic", {"argument": "magic"}))
    assert "magic" in fault


@pytest.mark.parametrize("fault", [InvalidModel, InvalidInput, ValueError, AssertionError])
def test_broken_judges_are_no_fault_of_the_certificate(fault: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a judge raises but InvalidCertificate goes through: it is not told as a fault of what it was to judge."""

    def broken(*_: Any) -> None:
        raise fault("broken")

    monkeypatch.setattr(arithmetic, "judge", broken)
    with pytest.raises(fault, match="broken"):
        judges.refutation_faults(tiling(BOARD), EVERY_PAIR)


def test_bounds_speak_of_plans_alone() -> None:
    """A bound on a packing, and one that no plan could have, are faults of the certificate."""
    (fault,) = judges.refutation_faults(tiling(BOARD), Refutation("arithmetic", {"argument": "area"}, bound=2))
    assert (
        fault
        == "a bound was given for a tiling; expected a puzzle whose solutions are plans, or options or pieces that cost"
    )
    for bound in (0, -1, MOST_MOVES + 2):
        (fault,) = judges.refutation_faults(tiles(numbers("123456708")), Refutation("invariant", {}, bound))
        assert fault == f"the bound is {bound}; expected a whole number from 1 to {MOST_MOVES + 1}"
    with pytest.raises(InvalidCertificate, match="a bound was given for a tiling"):
        below(tiling(BOARD), 3)
    asked = refuted_model(tiles(numbers("123456708")), Refutation("invariant", {}, 2))
    assert isinstance(asked, Within)
    assert asked.moves == 1


def test_unknown_arguments_are_refused() -> None:
    """A refutation has one of the known arguments; the nearest is named."""
    with pytest.raises(InvalidCertificate, match=r"unknown kind of certificate 'coloring'.*did you mean 'colouring'"):
        Refutation("coloring", {})


def test_broken_reductions_are_no_fault_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model refused inside a reduction is InvalidModel, which is no InvalidInput, and so a fault of ours."""

    def broken(_: Model, **__: bool) -> None:
        raise InvalidModel("option 1 repeats option 0")

    monkeypatch.setattr(tiling_to_cover, "reduce", broken)
    with pytest.raises(InvalidModel) as raised:
        chain.reduce(tiling(BOARD), ("cover",))
    assert not isinstance(raised.value, InvalidInput)
