"""Dead options as pseudo-Boolean proofs and as LRAT: followed by an independent reader, and refused if a step is left out."""

from __future__ import annotations

import pytest

from exactcover.files.exports import certificate_to_lrat
from exactcover.files.exports.certificate_to_veripb import convert
from exactcover.files.exports.striking import struck
from exactcover.judges.dead import left_after, rounds_of
from exactcover.judges.demands import demands
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from tests.classic_covers import queens
from tests.files.exports import cutting_planes_reader
from tests.parts import Few
from tests.proofs.provers.arguments import proved, refutation
from tests.proofs.provers.boards import random_board
from tests.proofs.provers.impossible import IMPOSSIBLE
from tests.random_models import random_cover

ENUMERATED = "enumerates numbers of copies"


def ending(model: Model) -> tuple[str, str]:
    """What the argument after the last round is about, and its name; the reader accepts the whole proof."""
    found = proved("dead", model)
    assert cutting_planes_reader.check(*convert(model, found)) > 0
    return found.body.get("of", "item"), found.body.get("argument", "")


@pytest.mark.parametrize(
    ("seed", "expected"),
    [(0, "item"), (10, "pieces arithmetic"), (52, "options colouring"), (104, "item"), (440, "options colouring")],
)
def test_every_ending_is_written(seed: int, expected: str) -> None:
    """An item with too few options, sizes and colourings of what is left become steps that the reader follows."""
    assert " ".join(ending(random_board(seed))).strip() == expected


@pytest.mark.parametrize("name", ["queens-3", "sudoku"])
def test_classic_covers_are_written(name: str) -> None:
    """What a plain proof gives for queens and sudoku is followed, as OPB with a proof, and exported as LRAT."""
    model = IMPOSSIBLE[name]()
    ending(model)
    cnf, lrat = certificate_to_lrat.convert(model, proved("dead", model))
    assert cnf.startswith(b"p cnf")
    assert lrat.endswith(b" 0\n")


def test_random_models_are_written(few: Few) -> None:
    """All refutations of random boards and covers are followed, but for sizes that are compared copy by copy."""
    endings, others = set(), set[str]()
    for seed in range(few(300)):
        for model in (random_board(seed), random_cover(seed)):
            found = refutation("dead", model)
            if found is None:
                continue
            try:
                written = convert(model, found)
            except Unsuitable as reason:
                others.add(str(reason))
                continue
            assert cutting_planes_reader.check(*written) > 0
            endings.add(found.body.get("argument", "item"))
    assert all(ENUMERATED in reason for reason in others)
    assert {"item", "arithmetic"} <= endings


def test_an_option_that_is_not_dead_is_refused() -> None:
    """A proof that strikes an option which propagation does not refute is refused at that step."""
    model = random_board(52)
    found = proved("dead", model)
    opb, proof = convert(model, found)
    lines = proof.decode().splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("rup +1 ~x"))
    gone = set(struck(demands(model), found.body).options)
    refused = 0
    for option in sorted(set(range(demands(model).options)) - gone):
        forged = "\n".join([*lines[:first], f"rup +1 ~x{option + 1} >= 1 ;", ""])
        with pytest.raises(cutting_planes_reader.Refused) as reason:
            cutting_planes_reader.check(
                opb, forged.encode() + b"output NONE ;\nconclusion NONE ;\nend pseudo-Boolean proof ;\n"
            )
        refused += f"~x{option + 1} " in str(reason.value)
    assert refused > 0


def test_the_same_options_are_struck_as_by_the_judge() -> None:
    """The options that are written as clauses, and what is left, are those of the judge."""
    for model in (queens(3), random_board(10), random_board(52)):
        needs, body = demands(model), proved("dead", model).body
        gone, left = struck(needs, body), left_after(needs, rounds_of(needs, body))
        assert len(set(gone.options)) == len(gone.options) == needs.options - left.options
        assert gone.left.members.tolist() == left.members.tolist()
