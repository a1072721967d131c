"""The script with which strangers count again: it agrees with brute force, and with published counts; what it refuses."""

from __future__ import annotations

import ast
import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover
from exactcover.files.exports import recount

SCRIPT = Path(recount.__file__)
TERMS = st.dictionaries(st.integers(1, 6), st.integers(-3, 3), min_size=1)
CONSTRAINTS = st.lists(st.builds(recount.Constraint, TERMS, st.booleans(), st.integers(-4, 5)), max_size=5)


@settings(max_examples=200, deadline=None)
@given(constraints=CONSTRAINTS, order=st.permutations(range(1, 7)))
def test_any_constraints_are_counted_in_any_order(constraints: list[recount.Constraint], order: list[int]) -> None:
    """As by trying every setting of the variables."""
    count = 0
    for setting in itertools.product((0, 1), repeat=6):
        sums = [sum(factor * setting[x - 1] for x, factor in terms.items()) for terms, _, _ in constraints]
        count += all(
            total == each.right if each.equal else total >= each.right
            for total, each in zip(sums, constraints, strict=True)
        )
    assert recount.count(constraints, order) == count


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("queens n=8", 92),
        ("packing board=8x8 pieces=dominoes copies=any", 12_988_816),
        ("packing board=4x5 pieces=tetrominoes", 0),
        ("packing board=4x4 pieces=dominoes copies=any optional=all", 10_012),
    ],
)
def test_the_exported_files_are_enough(words: str, count: int, tmp_path: Path) -> None:
    """A count and the identity of formula and puzzle, with the standard library alone."""
    certificate = exactcover.count_certificate(words)
    assert certificate is not None
    assert certificate.count == count
    exactcover.export(words, "recount", certificate=certificate, path=tmp_path / "stem")
    for script, files, printed in (
        ("stem.recount.py", ("stem.opb", "stem.order"), f"{count} solutions\n"),
        ("stem.readme_check.py", ("stem.puzzle.json", "stem.opb"), "the formula is the puzzle\n"),
    ):
        command = [sys.executable, "-I", "-S", script, *files]
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == printed


def test_the_script_is_short_and_imports_the_standard_library_alone() -> None:
    """Of at most 100 lines, blank ones included."""
    text = SCRIPT.read_text()
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in nodes}
    assert names == {"re", "sys", "typing"}
    assert text.count("\n") <= 100


@pytest.mark.parametrize(
    ("formula", "order", "sentence"),
    [
        ("+1 x1 +1 x2 = 1 ;\n", "1\n", "the order lacks a variable"),
        ("+1 x1 = 1 ;\n", "1 1\n", "has one twice"),
        ("+1 x1 <= 1 ;\n", "1\n", "this is no constraint: +1 x1 <= 1 ;"),
    ],
)
def test_the_script_refuses_what_it_cannot_count(formula: str, order: str, sentence: str, tmp_path: Path) -> None:
    """With one sentence, and no number."""
    for name, text in (("f", formula), ("v", order)):
        (tmp_path / name).write_text(text)
    with pytest.raises(SystemExit, match=sentence.replace("+", r"\+")):
        recount.main([str(tmp_path / "f"), str(tmp_path / "v")])


@pytest.mark.parametrize(
    ("to", "count", "sentence"),
    [
        ("recount", "93", "the certificate proves nothing: the certificate says 93 solutions"),
        ("veripb", "92", "veripb was given a certificate of a count; expected recount"),
    ],
)
def test_false_counts_are_not_exported(to: str, count: str, sentence: str) -> None:
    """Nor are counts in formats of refutations."""
    certificate = exactcover.count_certificate("queens n=8")
    assert certificate is not None
    with pytest.raises(exactcover.InvalidInput, match=sentence):
        exactcover.export("queens n=8", to, certificate=certificate.to_json() | {"count": count})


def test_a_refutation_is_not_exported_as_a_count() -> None:
    """The sentence names what is expected."""
    refuted = exactcover.prove("packing board=4x5 pieces=tetrominoes")
    with pytest.raises(exactcover.InvalidInput, match="recount was given no certificate of a count"):
        exactcover.export("packing board=4x5 pieces=tetrominoes", "recount", certificate=refuted)
