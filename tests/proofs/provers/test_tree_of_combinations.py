"""Trees over pieces, closed by combinations: right on small models, within limits, and small where few pieces decide."""

from __future__ import annotations

import pytest

from exactcover import judges
from exactcover.files.exports import certificate_to_lrat, certificate_to_veripb
from exactcover.judges.demands import demands
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Progress
from exactcover.process.deadline import Deadline
from exactcover.proofs.explain.tree import sentences
from exactcover.proofs.provers.tree_of_combinations import Search
from tests.clocks import FakeClock
from tests.files.exports import cutting_planes_reader
from tests.packings import tiling
from tests.proofs.provers.arguments import end
from tests.random_models import listed, random_cover

SMALL = "board=5x5 pieces=I2,X5,T4 copies=X5:1,T4:1,I2:any holes=0,1/2,3"
LARGE = "board=9x9 pieces=I2,X5,T4 copies=X5:1,T4:1,I2:any holes=0,1/4,3"


def searched(model: Model) -> Search:
    """A search that went on to its end."""
    search = Search(demands(model), Deadline())
    assert all(isinstance(event, Progress) for event in search.run())
    return search


def refuted(model: Model) -> Refutation:
    """The refutation of a search that was closed, judged."""
    search = searched(model)
    assert search.closed
    found = Refutation(
        "tree", {"items": search.order, "combinations": [each.to_json() for each in search.combinations]}
    )
    assert not judges.refutation_faults(model, found)
    return found


@pytest.mark.deep("proves a large board")
def test_pieces_are_placed_before_cells() -> None:
    """Where one X5 and one T4 decide, the tree has a node a way to place these two, and hardly more; three weights suffice."""
    model = tiling(LARGE)
    found = refuted(model)
    assert len(found.body["items"]) < 5_000
    assert len(found.body["combinations"]) <= 5
    assert end("tree", model).refutation == found


def test_searches_agree_with_brute_force() -> None:
    """On random covers the search is closed, and judged, where brute force finds nothing, and else ends in a solution."""
    closed = combined = 0
    for seed in range(250):
        model = random_cover(seed)
        if listed("brute", model):
            search = searched(model)
            assert not search.closed
            assert search.solution is not None
            assert not judges.faults(model, search.solution)
        else:
            closed += 1
            combined += bool(refuted(model).body["combinations"])
    assert closed > 60
    assert combined > 5


def test_a_search_that_is_late_says_nothing(clock: FakeClock) -> None:
    """A search whose time is up is neither closed nor has it a solution; the prover says how far both trees came."""
    clock.tick = 1.0
    search = Search(demands(tiling(LARGE)), Deadline(100.0))
    assert len(list(search.run())) > 1
    assert not search.closed
    assert search.solution is None
    last = end("tree", tiling(LARGE.replace("9x9", "13x13")), Limits(time=100.0))
    assert last.refutation is None
    assert last.stop_reason == "time"
    assert "nodes over cells, and after" in last.remark


def test_combinations_are_written_for_veripb() -> None:
    """Each combination is a line of the proof, from which the clauses of the leaves follow; LRAT has no such lines."""
    model = tiling(SMALL)
    found = refuted(model)
    assert found.body["combinations"]
    opb, proof = certificate_to_veripb.convert(model, found)
    assert proof.count(b"pol ") == len(found.body["combinations"])
    assert cutting_planes_reader.check(opb, proof) > 10
    with pytest.raises(InvalidInput, match="leaves by combinations, which cannot be written as LRAT"):
        certificate_to_lrat.convert(model, found)


def test_combinations_are_told() -> None:
    """The words say how many ends go by how many sets of weights; a tree that is only such a leaf tells no first item."""
    model = tiling(SMALL)
    told = sentences(model, refuted(model).body)
    assert any("of its leaves use" in sentence for sentence in told)
    board = tiling("board=4x4 pieces=I2 copies=I2:7 holes=0,0/3,3")
    told = sentences(board, refuted(board).body)
    assert told[-1] == "Begin: closed by set 1 of weights."
    assert told[0].startswith("1 of its leaves use 1 set of weights")
