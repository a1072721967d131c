"""Which argument an impossible board gets after its search has ended: a small tree, or a colouring that is soon there."""

from __future__ import annotations

import pytest

from exactcover import api
from exactcover.api import Limits
from exactcover.model.answer import Request
from exactcover.solving import dispatch
from exactcover.solving.after_search import BRIEFLY, EASILY, EXHAUSTED, beside
from exactcover.solving.plan import Beside, Prove, Run, described

RING = "packing lattice=triangle pieces=hexiamonds board=parallelogram:3x12"
SQUARES = "packing board=4x5 pieces=tetrominoes"
SEARCH = Run("exact", "count")


@pytest.mark.parametrize(("words", "evidence"), [(RING, "tree"), (SQUARES, "colouring")])
def test_a_brief_search_is_explained_briefly(words: str, evidence: str) -> None:
    """Pieces of many orientations get the tree, as short as the search; a colouring for few orientations is found at once."""
    answer = api.count(words, workers=1)
    assert (answer.status, answer.count, answer.evidence) == ("INFEASIBLE", 0, evidence)
    assert answer.certificate is not None


def test_a_proof_still_begins_with_the_shortest_argument() -> None:
    """`prove` is not about speed: its order does not depend on a search."""
    assert api.prove("packing lattice=triangle pieces=tetriamonds board=triangle:4").evidence != "tree"


def test_only_placements_have_a_tree() -> None:
    """A search beside provers gets the arguments for its end; pieces that grow have no tree, and no provers no turns."""
    model, growth = (api.puzzle(words).encode().model for words in (SQUARES, "blokus-closest-1"))
    assert beside(SEARCH, model, EXHAUSTED) == Beside(SEARCH, Prove(EXHAUSTED), EXHAUSTED, (*EASILY, *BRIEFLY))
    assert beside(SEARCH, growth, EXHAUSTED) == Beside(SEARCH, Prove(EXHAUSTED))
    assert beside(SEARCH, model, ()) == SEARCH


def test_the_tree_after_a_search_has_a_limit_on_nodes() -> None:
    """The share of a prover may limit its nodes, and a plan for people says so."""
    model = api.puzzle(RING).encode().model
    job, _ = dispatch.job_of(Request("count", limits=Limits()), model)
    assert isinstance(job.plan, Beside)
    assert [share.nodes for stage in job.plan.briefly for share in stage] == [20_000]
    assert described(job.plan)[0] == "exact: count"
