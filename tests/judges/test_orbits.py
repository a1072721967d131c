"""The judge of orbits: proofs by symmetry are accepted, and those that lean on what is no symmetry are refused."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import pytest

from exactcover import judges
from exactcover.files.exports import certificate_to_lrat
from exactcover.judges import orbits
from exactcover.judges.clausal import judge
from exactcover.judges.clauses import clauses
from exactcover.judges.demands import demands
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.space import Within
from exactcover.proofs.explain.clausal import sentences
from exactcover.transform.symmetry.automorphisms import Automorphisms
from tests.judges.myciel import colouring
from tests.judges.refusals import refusal
from tests.parts import Few
from tests.planted_models import planted
from tests.proofs.provers.arguments import end, proved
from tests.sliding_models import two_ls

# Two pigeons and one hole: options 0 and 1 are the pigeons, items 0 and 1, in the hole, item 2.
PIGEONS = cover({"a": 1, "b": 1, "hole": (0, 1)}, [["a", "hole"], ["b", "hole"]])
SWAP = [1, 0, 2]
# Clauses 1: a; 2: b; 3: not both; then the units. With a chosen: 4: a. With both excluded: 4: not a, 5: not b.
LEAF = {"steps": [0, 4, 2, 3, 0]}
PROOF: dict[str, Any] = {"orbits": [{"option": 0, "symmetries": [SWAP], "proof": LEAF}], "steps": [0, 4, 1, 0]}


def faults(model: Model, body: Any) -> list[str]:
    """What the judge says."""
    return judges.refutation_faults(model, Refutation("clausal", body))


def with_orbit(**changes: Any) -> dict[str, Any]:
    """The proof about pigeons with some entries of its orbit changed; None takes one away."""
    body = copy.deepcopy(PROOF)
    body["orbits"][0] = {key: each for key, each in {**body["orbits"][0], **changes}.items() if each is not None}
    return body


def test_an_orbit_is_excluded_by_excluding_one_of_it() -> None:
    """With a pigeon's option refuted, both are excluded, which the last steps may use; without the swap only the one is."""
    assert faults(PIGEONS, PROOF) == []
    assert faults(PIGEONS, {**PROOF, "steps": [0, 5, 2, 0]}) == []
    (fault,) = faults(PIGEONS, {**with_orbit(symmetries=[]), "steps": [0, 5, 2, 0]})
    assert "step 0 has the hint 5; expected the number of an earlier clause, 1 to 4" in fault


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (with_orbit(symmetries=[[1, 0, 0]]), "maps two items to one"),
        (with_orbit(symmetries=[[2, 1, 0]]), "maps an item to one with another least"),
        (with_orbit(symmetries=[[1, 0]]), "a symmetry has 2 numbers; expected 3"),
        (with_orbit(symmetries=[[1, 0, 3]]), "is 3; expected 0 to 2"),
        (with_orbit(symmetries=SWAP), "a symmetry is not a list"),
        (with_orbit(symmetries=None), "has no symmetries"),
        (with_orbit(symmetries=7), "the symmetries of an orbit are not a list"),
        (with_orbit(option=2), "the option of an orbit is 2; expected 0 to 1"),
        (with_orbit(option=True), "expected a whole number"),
        (with_orbit(proof=None), "has no proof"),
        (with_orbit(proof=[]), "the proof of an orbit is not an object"),
        (with_orbit(proof={"steps": [0, 1, 2, 3, 0, 0, 1, 0]}), "expected no more steps"),
        (with_orbit(proof={"steps": [0, 2, 3, 0]}), "lead to no contradiction"),
        (with_orbit(other=1), "unknown key 'other'"),
        ({"orbits": 3, "steps": []}, "orbits is not a list"),
        ({"orbits": [3], "steps": []}, "an orbit is not an object"),
        ({"orbits": []}, "the body has no steps"),
    ],
)
def test_spoiled_orbits_are_refused(body: dict[str, Any], part: str) -> None:
    """Maps that are no symmetries, proofs that prove nothing and entries of the wrong form each get a sentence."""
    (fault,) = faults(PIGEONS, copy.deepcopy(body))
    assert part in fault


def test_symmetries_must_keep_options_and_what_was_chosen_and_excluded() -> None:
    """A map of items that makes no option of one is refused, and so is one that moves an earlier choice, or an exclusion."""
    path = cover({"a": (0, 1), "b": (0, 1), "c": (0, 1)}, [["a", "b"], ["c"]])
    (fault,) = faults(path, {"orbits": [{"option": 0, "symmetries": [[2, 1, 0]], "proof": LEAF}], "steps": []})
    assert "maps option 0 to a set of items that is not an option" in fault
    inner = {"orbits": [{"option": 1, "symmetries": [SWAP], "proof": LEAF}], "steps": []}
    (fault,) = faults(PIGEONS, with_orbit(proof=inner))
    assert "does not map the chosen options onto themselves" in fault
    single = {"option": 0, "symmetries": [], "proof": LEAF}
    (fault,) = faults(PIGEONS, {"orbits": [single, {"option": 1, "symmetries": [SWAP], "proof": LEAF}], "steps": []})
    assert "does not map the excluded options onto themselves" in fault


def test_limits_hold() -> None:
    """Nesting, work and numbers are bounded, whatever a body holds; plans have no orbits."""
    deep: dict[str, Any] = LEAF
    for _ in range(60):
        deep = {"orbits": [{"option": 0, "symmetries": [], "proof": deep}], "steps": []}
    assert "nested more than 50 deep" in faults(PIGEONS, deep)[0]
    needs = demands(PIGEONS)
    bounded = orbits.Judge(needs, clauses(needs), most_work=10)
    assert refusal(bounded.judge, PROOF).startswith("the orbits and their symmetries take over 10 steps")
    assert refusal(judge, PIGEONS, PROOF, most_numbers=3).startswith("the steps have over 3 numbers")
    assert "orbits are for items and options" in faults(Within(two_ls(), 1), PROOF)[0]


def test_random_orbits_refute_no_planted_model(few: Few) -> None:
    """On planted models every orbit whose option is in a solution fails, and orbits without any symmetry exclude nothing else."""
    refused = 0
    for seed in range(few(300)):
        rng = random.Random(seed)
        model = planted(rng)
        needs = demands(model)
        if not needs.options:
            continue
        automorphisms = Automorphisms(needs.least, needs.most, needs.starts, needs.members)
        symmetries = [rng.sample(range(needs.items), needs.items), list(range(needs.items))]
        a, b = rng.randrange(needs.options), rng.randrange(needs.options)
        images = None if automorphisms.repeated else automorphisms.carrying([], a, b)
        leaf = {"steps": [0, *rng.sample(range(1, 12), 3), 0]}
        for chosen in ([symmetries[0]], [symmetries[1]], [images] if images else []):
            body = {"orbits": [{"option": a, "symmetries": chosen, "proof": leaf}], "steps": [0, rng.randint(1, 20), 0]}
            assert faults(model, body)
            refused += 1
    assert refused > few(300)


def all_choices(model: Cover) -> Refutation:
    """What the prover finds when it looks for symmetries at once."""
    return proved("clausal", model, conflicts_at_once=0)


def test_the_prover_chooses_colours_by_symmetry() -> None:
    """Grötzsch's graph needs 4 colours: proved with two vertices' colours chosen; the words say so, LRAT refuses it."""
    model = colouring(3, 3)
    refutation = all_choices(model)
    assert len(refutation.body["orbits"]) == 1
    assert refutation.body["orbits"][0]["proof"]["orbits"]
    assert "symmetries map each to the others it stands for" in sentences(model, refutation.body)[0]
    with pytest.raises(InvalidInput, match="a proof by orbits"):
        certificate_to_lrat.convert(model, refutation)
    assert end("clausal", colouring(3, 4), Limits(time=60)).refutation is None


def test_every_changed_symmetry_is_refused_or_harmless() -> None:
    """Two images swapped in a symmetry of a real proof make it no symmetry, or another one; with a colour more all is refused."""
    model = colouring(3, 3)
    body = all_choices(model).body
    refused = 0
    for a, b in itertools.islice(itertools.combinations(range(len(model.items)), 2), 0, None, 29):
        spoiled = copy.deepcopy(dict(body))
        images = spoiled["orbits"][0]["symmetries"][0]
        images[a], images[b] = images[b], images[a]
        refused += bool(faults(model, spoiled))
    assert refused > 50
    assert faults(colouring(3, 4), dict(body))


@pytest.mark.slow
def test_five_colours_do_not_colour_the_fifth_graph() -> None:
    """Mycielski's graph of 47 vertices has no colouring with 5 colours: proved by symmetry and judged."""
    refutation = proved("clausal", colouring(5, 5))
    assert refutation.body["orbits"]
