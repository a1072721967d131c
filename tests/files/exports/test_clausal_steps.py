"""Clausal proofs by orbits as pseudo-Boolean proofs: the reader follows real ones, and none that lean on what is no symmetry."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from exactcover import judges
from exactcover.files.exports.certificate_to_veripb import convert
from exactcover.files.exports.clausal_steps import write_clausal
from exactcover.files.exports.cutting_planes import Proof
from exactcover.judges.demands import demands
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from tests.files.exports import cutting_planes_reader
from tests.judges.myciel import colouring
from tests.judges.test_orbits import PIGEONS, PROOF, all_choices
from tests.parts import Few
from tests.proofs.provers.arguments import refutation


def test_pigeons_are_excluded_by_a_witness() -> None:
    """With one of two pigeons refuted the other is excluded: by a witness that swaps them, before the refutation."""
    opb, proof = convert(PIGEONS, Refutation("clausal", PROOF))
    assert proof.decode().splitlines()[2:-3] == [
        "red +1 ~x2 +1 x1 >= 1 : x1 -> x2 x2 -> x1 ;",
        "rup +1 ~x1 >= 1 ;",
        "rup +1 ~x2 >= 1 ;",
        "del id 7 ;",
        "rup >= 1 ;",
    ]
    assert cutting_planes_reader.check(opb, proof) == 5


@pytest.mark.parametrize("k", [2, 3, 4])
def test_orbits_of_colours_are_followed(k: int) -> None:
    """Mycielski's graphs, with as many colours as are one too few: nested choices, whose lines are deleted after use."""
    model = colouring(k, k)
    opb, proof = convert(model, all_choices(model))
    assert b"\nred " in proof
    assert b"\ndel id " in proof
    assert cutting_planes_reader.check(opb, proof) > 3


@pytest.mark.parametrize(("pigeons", "most", "holes"), [(7, 2, 3), (13, 1, 3)])
def test_orbits_with_further_variables_are_followed(pigeons: int, most: int, holes: int) -> None:
    """The variables of counters and of bits are defined again after an orbit, since their definitions are not symmetrical."""
    items = {f"p{each}": 1 for each in range(pigeons)} | {f"h{each}": (0, most) for each in range(holes)}
    model = cover(items, [[f"p{one}", f"h{other}"] for one in range(pigeons) for other in range(holes)])
    found = all_choices(model)
    assert "orbits" in found.body
    opb, proof = convert(model, found)
    assert b" -> 0 ;\n" in proof
    assert cutting_planes_reader.check(opb, proof) > 0


def ring(seed: int) -> Cover:
    """A random cover that is the same for every shift of its items around a ring."""
    rng = random.Random(seed)
    length = rng.choice([4, 5, 6, 7, 8])
    shapes = {tuple(sorted(rng.sample(range(length), rng.choice([2, 3, 3])))) for _ in range(rng.randint(1, 3))}
    rows = {tuple(sorted((place + turn) % length for place in shape)) for shape in shapes for turn in range(length)}
    most = rng.choice([1, 1, 2])
    return cover(
        {f"a{place}": most for place in range(length)}, [[f"a{place}" for place in row] for row in sorted(rows)]
    )


def test_random_orbits_are_followed(few: Few) -> None:
    """Proofs about random rings, in which an option stands for its shifts, are followed if the judge accepts them."""
    followed = 0
    for seed in range(few(120)):
        model = ring(seed)
        found = refutation("clausal", model, conflicts_at_once=0)
        if found is not None:
            assert cutting_planes_reader.check(*convert(model, found)) > 0, seed
            followed += "orbits" in found.body
    assert followed > few(120) // 20


def loosened(model: Cover, item: int) -> Cover:
    """The same cover, except that nothing has to have one of its items."""
    least = model.least.copy()
    least[item] = 0
    return replace(model, least=least)


def test_no_mutated_proof_refutes_what_has_a_solution(few: Few) -> None:
    """If one vertex of a graph need not be coloured there is a colouring, and no change to the proof about the other hides it."""
    model = colouring(3, 3)
    proof = convert(model, all_choices(model))[1].decode().splitlines()
    rng, passed = random.Random(7), 0
    for number in range(few(2000)):
        vertex = rng.randrange(11)
        opb = Proof(demands(loosened(model, vertex))).problem()
        lines = list(proof) if number else proof
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            place = rng.randrange(2, len(lines) - 3)
            lines[place] = mutated(lines[place], rng)
        try:
            cutting_planes_reader.check(opb, "\n".join([*lines, ""]).encode())
            passed += 1
        except (cutting_planes_reader.Refused, IndexError, ValueError):
            continue
    assert passed == 0


def mutated(line: str, rng: random.Random) -> str:
    """A line with one number changed, or one word left out, or one literal negated."""
    words = line.split(" ")
    place = rng.randrange(1, len(words))
    digits = re.search(r"\d+", words[place])
    if digits is None or rng.random() < 0.2:
        return " ".join(words[:place] + words[place + 1 :])
    if rng.random() < 0.3 and words[place].startswith(("x", "~x")):
        words[place] = words[place][1:] if words[place][0] == "~" else f"~{words[place]}"
    else:
        words[place] = words[place].replace(digits[0], str(rng.randint(1, 33)), 1)
    return " ".join(words)


def test_a_witness_that_is_no_symmetry_is_refused() -> None:
    """Every line that adds a clause by a witness is refused if two images in it are swapped so that edges are lost."""
    model = colouring(3, 3)
    opb, proof = convert(model, all_choices(model))
    lines = proof.decode().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("red "))
    clause, images = lines[place].removesuffix(" ;").split(" : ")
    pairs = re.findall(r"x(\d+) -> x(\d+)", images)
    for other in range(1, len(pairs)):
        spoiled = list(pairs)
        spoiled[0], spoiled[other] = (pairs[0][0], pairs[other][1]), (pairs[other][0], pairs[0][1])
        made = " ".join(f"x{variable} -> x{image}" for variable, image in spoiled)
        forged = [*lines[:place], f"{clause} : {made} ;", *lines[place + 1 :], ""]
        with pytest.raises(cutting_planes_reader.Refused, match="red "):
            cutting_planes_reader.check(opb, "\n".join(forged).encode())


def test_symmetries_that_move_too_much_are_refused() -> None:
    """Symmetries that would take more space than allowed are refused in a sentence, before the proof is written."""
    model = colouring(3, 3)
    with pytest.raises(InvalidInput, match="the symmetries of this proof move too many options for VeriPB"):
        write_clausal(all_choices(model).body, Proof(demands(model)), most_moved=30)


def test_repeated_choices_are_followed() -> None:
    """An option that is chosen twice, which the judge allows, excludes what its choice excludes."""
    twice = {"option": 0, "symmetries": [[0, 1, 2]], "proof": {"steps": [0, 4, 2, 3, 0]}}
    inner: dict[str, Any] = {"orbits": [twice], "steps": [0, 4, 5, 0]}
    body = {"orbits": [{"option": 0, "symmetries": [[1, 0, 2]], "proof": inner}], "steps": [0, 4, 1, 0]}
    found = Refutation("clausal", body)
    assert judges.refutation_faults(PIGEONS, found) == []
    assert cutting_planes_reader.check(*convert(PIGEONS, found)) > 3
