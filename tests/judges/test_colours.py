"""Certificates of covers with colours: found wherever brute force finds nothing, judged, written out, and refused when forged."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover import api, judges
from exactcover.cli import main
from exactcover.files.exports import certificate_to_lrat, certificate_to_veripb
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover, cover
from exactcover.model.events import End, Found
from exactcover.proofs import explain
from exactcover.solving import proving
from exactcover.solving.plan import Share
from tests.files.exports import cutting_planes_reader, lrat_reader
from tests.proofs.provers.arguments import solvable
from tests.random_models import random_coloured_cover

KINDS = ("tree", "clausal")

NONE: dict[str, Any] = {
    "items": ["p", "q", "r", ["x", 0, 1], ["y", 0, 1]],
    "options": [["p", "x:B"], ["q", "x:A"], ["r", "y:B"], ["q", "y:C"]],
}
"""Whatever covers q disagrees with what covers p or r."""
ONE: dict[str, Any] = NONE | {"options": [["p", "x:A"], ["q", "x:A"], ["r", "y:B"], ["q", "y:C"]]}


def ended(kind: str, model: Cover) -> Refutation | list[int] | None:
    """What a prover comes to: a refutation, a selection, or nothing."""
    found = None
    for event in proving.run(((Share(kind),),), model, Limits()):
        if isinstance(event, Found):
            found = event.selection.tolist()
        if isinstance(event, End) and event.refutation is not None:
            return event.refutation
    return found


@functools.cache
def models() -> list[tuple[Cover, bool]]:
    """Random covers with colours, and whether brute force finds a solution."""
    every = [random_coloured_cover(seed) for seed in range(400)]
    return [(model, solvable(model)) for model in every if model.colours is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_random_covers_are_proved_or_solved(kind: str) -> None:
    """Of a random cover a prover brings a solution, or where brute force finds none a certificate that the judge accepts."""
    proofs = 0
    for model, has_solution in models():
        came = ended(kind, model)
        if has_solution:
            assert isinstance(came, list)
            assert judges.faults(model, np.array(came, dtype=np.int64)) == []
        else:
            assert isinstance(came, Refutation)
            assert judges.refutation_faults(model, came) == []
            assert explain.sentences(model, came)
            proofs += 1
    assert proofs > 60
    assert len(models()) - proofs > 60


@pytest.mark.parametrize("kind", KINDS)
def test_no_certificate_of_another_cover_is_accepted_where_there_is_a_solution(kind: str) -> None:
    """Certificates of covers without a solution, given for those that have one, are refused, each in a sentence."""
    solved = [model for model, has_solution in models() if has_solution][:12]
    tried = 0
    for model, has_solution in models():
        forged = None if has_solution else ended(kind, model)
        if isinstance(forged, Refutation):
            assert all(len(judges.refutation_faults(other, forged)) == 1 for other in solved)
            tried += len(solved)
    assert tried > 700


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_colour_makes_a_certificate_void(kind: str) -> None:
    """The proof that two colours clash does not hold of the cover in which they are one colour, and that has a solution."""
    forged = ended(kind, of(NONE))
    assert isinstance(forged, Refutation)
    assert judges.refutation_faults(of(NONE), forged) == []
    assert len(judges.refutation_faults(of(ONE), forged)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_independent_readers_accept_the_files(kind: str) -> None:
    """As LRAT and for VeriPB the proofs of random covers with colours are followed by the readers of the tests."""
    read = 0
    for model, has_solution in models()[:150]:
        if not has_solution:
            proof = ended(kind, model)
            assert isinstance(proof, Refutation)
            assert lrat_reader.check(*certificate_to_lrat.convert(model, proof)) > 0
            assert cutting_planes_reader.check(*certificate_to_veripb.convert(model, proof)) > 0
            read += 1
    assert read > 20


@pytest.mark.parametrize("kind", ["", *KINDS, "dead", "farkas", "arithmetic", "colouring", "prices"])
def test_every_argument_may_be_asked_for(kind: str) -> None:
    """`prove` of covers with colours ends with a certificate, a solution, or UNKNOWN, and never in a fault."""
    for keys, status in ((NONE, "INFEASIBLE"), (ONE, "FEASIBLE")):
        answer = api.prove(api.puzzle("cover", **keys), argument=kind)
        assert answer.status == status or (answer.status == "UNKNOWN" and kind not in ("", *KINDS))


def test_the_command_judges_its_own_certificate(tmp_path: Path) -> None:
    """`prove -o` of a cover with colours, and `check` of that file: accepted; of the cover with other colours: status 4."""
    files = {}
    for name, keys in (("none", NONE), ("one", ONE)):
        files[name] = tmp_path / f"{name}.json"
        files[name].write_text(json.dumps({"kind": "cover", **keys}))
    proof = str(tmp_path / "proof.json")
    assert main(["prove", str(files["none"]), "--argument", "tree", "-o", proof]) == 0
    assert main(["check", str(files["none"]), proof]) == 0
    assert main(["check", str(files["one"]), proof]) == 4


def of(keys: dict[str, Any]) -> Cover:
    """The model of a cover given by its keys."""
    model = api.puzzle("cover", **keys).encode().model
    assert isinstance(model, Cover)
    return model


def test_too_many_clashes_are_a_sentence() -> None:
    """If colours keep too many options apart, provers give up and the judge refuses, each in a sentence."""
    model = cover(["a", "b"], [["a", f"x:{hue}"] for hue in range(2_100)] + [["b", "x:2100"]], secondary=["x"])
    (end,) = proving.run(((Share("tree"),),), model, Limits())
    assert isinstance(end, End)
    assert "keep more than 2000000 pairs of options apart" in end.remark
    (fault,) = judges.refutation_faults(model, Refutation("tree", {"items": [0]}))
    assert "keep more than 2000000 pairs of options apart" in fault
