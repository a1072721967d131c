"""Exports of boards that wrap round and of lattices: other programs count as many solutions, and follow the proofs."""

from __future__ import annotations

import pytest

from exactcover import api
from exactcover.model.errors import InvalidInput
from tests.files.exports import cutting_planes_reader, lrat_reader
from tests.files.exports.foreign_solvers import NUMBERS, SOLVERS

SOLVABLE = {
    "board=4x4 pieces=dominoes copies=any wrap=both": 272,
    "board=3x4 pieces=dominoes copies=any wrap=columns": 32,
    "board=4x4 pieces=dominoes copies=any wrap=columns+1": 40,
    "board=3x4 pieces=dominoes copies=any wrap=moebius": 28,
    "board=2x5 pieces=dominoes copies=any wrap=klein": 13,
    "board=4x4 pieces=dominoes copies=any wrap=projective": 114,
    "lattice=hexagon board=parallelogram:3x4 pieces=trihexes copies=any wrap=both": 1958,
    "lattice=triangle board=parallelogram:2x3 pieces=diamond copies=any wrap=columns": 4,
    "lattice=tetrakis board=grid:2x2 pieces=monoabolo,diaboloes copies=any": 322,
    "lattice=kisrhombille board=triangle:1 pieces=didrafters copies=any": 2,
    "lattice=square-edges board=grid:2x2 pieces=disticks copies=any crossing=no": 18,
    "lattice=hexagon-edges board=hexagon:1 pieces=ditwig copies=any": 2,
    "lattice=fcc board=octahedron:2 pieces=disphere copies=any": 8,
    "board=2x2x2x2 pieces=I2 copies=any": 272,
}
"""Packings with any number of copies, and the numbers of their solutions."""

ONE_EACH = {
    "board=4x5 pieces=tetrominoes wrap=both": 640,
    "board=3x4 pieces=O4,T4,L4 wrap=klein": 72,
    "board=3x4 pieces=I4,O4,L4 wrap=projective": 38,
}
"""Packings with a copy of each piece, which Knuth's text states without bounds."""

IMPOSSIBLE = (
    "board=2x6 pieces=T4 copies=any wrap=both",
    "board=4x3 pieces=T4 copies=any wrap=both+1",
    "board=2x6 pieces=T4 copies=any wrap=columns",
    "board=6x2 pieces=T4 copies=any wrap=rows",
    "board=3x4 pieces=T4 copies=any wrap=moebius",
    "board=4x5 pieces=T4 copies=any wrap=klein",
    "board=4x5 pieces=T4 copies=any wrap=projective",
    "lattice=hexagon board=parallelogram:3x3 pieces=dihex copies=any wrap=both",
    "lattice=hexagon board=hexagon:2 pieces=dihex copies=any",
    "lattice=triangle board=triangle:3 pieces=diamond copies=any",
    "lattice=tetrakis board=grid:1x3 pieces=diaboloes copies=0..1",
    "lattice=kisrhombille board=triangle:1 pieces=tridrafters copies=0..1",
    "lattice=square-edges board=grid:2x2 pieces=tristicks copies=0..1",
    "lattice=square-edges board=grid:2x2 pieces=stick2-2 copies=any crossing=no",
    "lattice=triangle-edges board=triangle:2 pieces=ditrigs copies=any",
    "lattice=hexagon-edges board=hexagon:2 pieces=tritwigs copies=0..2",
    "lattice=prism board=2*triangle:2 pieces=diamond copies=any",
    "lattice=hex-prism board=1*hexagon:2 pieces=dihex copies=any",
    "lattice=fcc board=tetrahedron:2 pieces=trispheres copies=any",
    "board=2x2x2x3 pieces=T4 copies=any",
)
"""Packings without a solution: T pieces cover an odd number of dark cells, areas do not add up, a cell is left alone."""


def text_of(line: str, program: str) -> tuple[str, int]:
    """The text of a packing in the format of a program, and the number of its options."""
    to = program.split(maxsplit=1)[0]
    text = api.export(f"packing {line}", to)[""].decode()
    return text, len(api.export(f"packing {line}", "dlx")[""].splitlines()) - 2


@pytest.mark.parametrize(
    ("line", "number", "program"),
    [
        (line, number, program)
        for lines, programs in ((SOLVABLE, [each for each in NUMBERS if "dlx" not in each]), (ONE_EACH, NUMBERS))
        for line, number in lines.items()
        for program in programs
    ],
)
def test_other_programs_count_as_many_solutions(line: str, number: int, program: str) -> None:
    """Of the exported model, with those of `count`."""
    assert NUMBERS[program](*text_of(line, program)) == number == api.count(f"packing {line}").count


@pytest.mark.parametrize("program", SOLVERS)
@pytest.mark.parametrize(
    "line", ["board=3x4 pieces=T4 copies=any wrap=moebius", "lattice=hexagon board=hexagon:2 pieces=dihex copies=any"]
)
def test_other_programs_find_that_there_is_none(line: str, program: str) -> None:
    """In every format that they read."""
    assert SOLVERS[program](*text_of(line, program)) is None


@pytest.mark.parametrize("argument", ["tree", "clausal"])
@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_readers_of_proofs_follow_trees_and_clauses(line: str, argument: str) -> None:
    """To the empty clause, whatever the surface and the lattice."""
    answer = api.prove(f"packing {line}", argument=argument)
    lrat = api.export(f"packing {line}", "lrat", certificate=answer)
    assert lrat_reader.check(lrat[".cnf"], lrat[".lrat"]) > 0
    veripb = api.export(f"packing {line}", "veripb", certificate=answer)
    assert cutting_planes_reader.check(veripb[".opb"], veripb[".pbp"]) > 0


@pytest.mark.parametrize("line", [each for each in IMPOSSIBLE if "pieces=T4" in each])
def test_a_reader_of_proofs_follows_colourings_of_surfaces(line: str) -> None:
    """The colouring that `prove` finds first is a few sums of the rows."""
    answer = api.prove(f"packing {line}")
    assert answer.evidence == "colouring"
    veripb = api.export(f"packing {line}", "veripb", certificate=answer)
    assert 0 < cutting_planes_reader.check(veripb[".opb"], veripb[".pbp"]) < 10


def test_a_proof_by_the_symmetries_of_a_torus_is_exported_with_witnesses() -> None:
    """VeriPB has symmetries as witnesses, LRAT has none; the refusal says so."""
    line = "packing board=6x6 pieces=T4 copies=any wrap=both"
    answer = api.prove(line, argument="clausal")
    with pytest.raises(InvalidInput, match=r"a proof by orbits cannot be written .*check"):
        api.export(line, "lrat", certificate=answer)
    steps = cutting_planes_reader.statements(api.export(line, "veripb", certificate=answer)[".pbp"])
    assert any(step.startswith("red +1 ~x") and " -> x" in step for step in steps)
