"""Kernels as plain Python (NUMBA_DISABLE_JIT=1), for a debugger: the same answers, only slowly."""

from __future__ import annotations

import pytest

from tests import commands


@pytest.mark.deep("each command starts an interpreter that compiles nothing")
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("solve soma", "FEASIBLE"),
        ("count packing board=4x4 pieces=I2 copies=any --backend exact:layers", "36 solutions, 9 up to symmetry"),
        ("count queens n=6 --backend exact:fewest-options", "4 solutions"),
        ("count queens n=6 --backend exact:static-order", "4 solutions"),
        ("list queens n=5 --quiet", "10 solutions"),
        ("prove mutilated-chessboard", "colouring"),
        ("sample packing board=4x4 pieces=I2 copies=any --seed 1", "drawn uniformly"),
        ("solve 8-puzzle", "cost 31, and none costs less"),
        ("solve blokus-corners-5x5", "cost 13, and none costs less"),
    ],
)
def test_commands_run_without_a_compiler(words: str, answer: str) -> None:
    """Each verb, each kernel of counts, state graphs and pieces that grow come to their answers."""
    ran = commands.run(*words.split(), NUMBA_DISABLE_JIT="1")
    assert ran.returncode == 0, ran.stderr
    assert answer in ran.stdout
