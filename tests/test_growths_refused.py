"""Who cannot state that covered cells hang together says so in one sentence: engines, provers, exporters."""

from __future__ import annotations

import pytest

from exactcover import api
from exactcover.files.exports import certificate_to_lrat, certificate_to_veripb
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.proofs.provers import NAMES, prover
from tests.growth_models import published
from tests.proofs.provers.arguments import proved

PUZZLE = "blokus-cover-6x6"
GROWING = ("barriers", "steiner")
NO_ENGINES = ("idastar", "beam", "batch", "local-beam", "anneal", "compose", "fill")


@pytest.mark.parametrize("engine", NO_ENGINES)
def test_engines_without_growths_say_so(engine: str) -> None:
    """They name the model that they were given, not one that it was turned into on the way."""
    with pytest.raises(InvalidInput, match=r"^a growth model was given; expected one that leads to [a-z ]+$"):
        api.solve(PUZZLE, backend=engine)


@pytest.mark.parametrize("argument", sorted(set(NAMES) - set(GROWING)))
def test_provers_without_growths_say_so(argument: str) -> None:
    """An argument about other models, asked for by name, is refused before anything runs."""
    assert not {"growth", "cheaper"} & set(prover(argument).accepts)
    with pytest.raises(InvalidInput, match=f"the argument {argument} applies to .*; the puzzle is a growth$"):
        api.prove(PUZZLE, argument=argument)


@pytest.mark.parametrize("argument", GROWING)
def test_exporters_without_growths_say_so(argument: str) -> None:
    """LRAT does not state connectivity, and a bound by trees is no sum of inequalities: such certificates are refused."""
    model = published("cover-6x6")
    proof = proved(argument, model)
    for convert in (certificate_to_lrat.convert, certificate_to_veripb.convert)[: 1 + (argument == "steiner")]:
        with pytest.raises(Unsuitable) as refused:
            convert(model, proof)
        assert "\n" not in str(refused.value)
        assert str(refused.value)
