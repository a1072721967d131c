"""Scripts that compare a formula with its puzzle accept what exports write, and nothing that differs in a literal or clause."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import exactcover
from encoders import independent
from encoders.geometry.lattice import MOTIONS
from encoders.geometry.lattices import LATTICES
from encoders.packing import independent_encoder_of_further_lattices as further_lattices
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.cli import main
from exactcover.files.exports import certificate_to_lrat, check_script, written
from exactcover.files.exports.cutting_planes import Proof
from exactcover.judges.clausal import question_clauses
from exactcover.judges.demands import demands
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.model.linear import Linear
from exactcover.model.refuted import without_colours
from tests.files.exports.check_puzzles import kinds_with_a_script, puzzle
from tests.parts import Few
from tests.source_files import files, module_name

MOST_LINES, MOST_LINES_OF_LISTS = 150, 165
FIVE = "packing board=4x5 pieces=tetrominoes"
ENCODERS = [module_name(path) for path in files("encoders") if path.stem.startswith("independent_encoder")]
SCRIPTS = [
    (encoder, to)
    for encoder in ENCODERS
    for to in check_script.PARTS
    if to in getattr(import_module(encoder), "FORMATS", check_script.PARTS)
]


def source(encoder: str, lattice: str = "") -> str:
    """The source of a module with an encoder; of one that has LATTICES, for the first of them or another."""
    lattices = getattr(import_module(encoder), "LATTICES", {})
    canonical = {"lattice": lattice or next(iter(lattices))} if lattices else {}
    to = getattr(import_module(encoder), "FORMATS", ("opb",))[0]
    text = independent.source(encoder, canonical, to)
    assert text is not None
    return text


compiled = lru_cache(maxsize=64)(partial(compile, filename="readme_check.py", mode="exec"))


def verdict(script: str, canonical: Path, formula: Path) -> tuple[int, str]:
    """The exit status of a script, run in this process, and what it prints; raises SystemExit if it ends with a sentence."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["readme_check.py", str(canonical), str(formula)])
        try:
            exec(compiled(script), {"__name__": "__main__"})
        except SystemExit as end:
            if not isinstance(end.code, int):
                raise
            return end.code, printed.getvalue()
    raise AssertionError("the script has not ended with an exit status")


def formulas(subject: Puzzle) -> Iterator[tuple[str, str]]:
    """The formats in which a puzzle can be written, and its formulas: those of exports, and those of problems of proofs."""
    for to in ("dimacs", "opb"):
        with contextlib.suppress(InvalidInput):  # costs and colours that a format cannot state
            yield to, api.export(subject, to)[""].decode()
    model = without_colours(subject.encode().model)
    yield "lrat", certificate_to_lrat.problem(question_clauses(model)).decode()
    if not isinstance(model, Linear):
        yield "veripb", Proof(demands(model)).problem().decode()
    if isinstance(model, Cover) and model.costs is not None:
        yield "veripb", Proof(demands(model), costs=model.costs.tolist(), bound=1).problem().decode()


def is_vacuous(line: str) -> bool:
    """Whether every choice of options satisfies a constraint of OPB, which may then be left out."""
    least = sum(min(0, int(times)) for times in re.findall(r"([+-]\d+) x", line))
    return " = " not in line and int(line.split()[-2]) <= least


def mutants(text: str, cnf: bool, rng: random.Random) -> Iterator[str]:
    """The formula without one of its lines, with the header of the others, and with another literal in one of its lines."""
    lines = text.splitlines()
    rules = [
        number
        for number, line in enumerate(lines)
        if line[0] not in "cp*m" and (cnf or not is_vacuous(line)) and ("x" in line or cnf)
    ]
    if not rules:
        return
    number = rng.choice(rules)
    left = lines[:number] + lines[number + 1 :]
    yield "\n".join(left)
    yield re.sub(r"p cnf (\d+) (\d+)", lambda m: f"p cnf {m[1]} {int(m[2]) - 1}", "\n".join(left))
    words = lines[number].split()
    places = range(len(words) - 1) if cnf else range(0, len(words) - 3, 2)
    if not places:
        return
    place = rng.choice(places)
    changed = [str(-int(word)) if cnf else f"{-int(word):+d}" for word in [words[place]]]
    turned = " ".join([*words[:place], *changed, *words[place + 1 :]])
    if cnf or (turned != lines[number] and not is_vacuous(turned)):
        yield "\n".join([*lines[:number], turned, *lines[number + 1 :]])
    if not cnf:
        yield "\n".join([*lines[:number], " ".join([*words[:-2], str(int(words[-2]) + 1), ";"]), *lines[number + 1 :]])


@pytest.mark.parametrize("kind", kinds_with_a_script())
def test_formulas_of_random_puzzles_are_the_puzzles(kind: str, few: Few, tmp_path: Path) -> None:
    """The script of each kind finds every formula that is written of random puzzles right, and every mutant wrong."""
    canonical, formula = tmp_path / "puzzle.json", tmp_path / "formula"
    tried: Counter[str] = Counter()
    for seed in range(few(168)):
        subject = puzzle(kind, seed)
        canonical.write_text(json.dumps(subject.canonical()))
        for to, text in formulas(subject):
            encoder = subject.independent_encoder(to)
            assert encoder is not None
            script = check_script.script(encoder, to)
            formula.write_text(text)
            status, printed = verdict(script, canonical, formula)
            assert (status, printed.startswith("the formula is the puzzle")) == (0, True), (seed, to, printed)
            every = list(mutants(text, to in ("lrat", "dimacs"), random.Random(seed)))
            for mutant in random.Random(seed).sample(every, min(1, len(every))):
                formula.write_text(mutant)
                status, printed = verdict(script, canonical, formula)
                assert (status, printed[:29]) == (1, "the formula is not the puzzle"), (seed, to, mutant)
                tried["mutants"] += 1
            tried[to] += 1
    assert min(tried[to] for to in ("lrat", "veripb", "mutants")) >= few(168) // 2


@pytest.mark.parametrize(("encoder", "to"), SCRIPTS)
def test_scripts_are_short_and_import_the_standard_library_alone(encoder: str, to: str) -> None:
    """A script has at most 150 lines, for lists 165, no import from elsewhere, and five sentences on its use."""
    text = check_script.script(source(encoder), to)
    assert len(text.splitlines()) <= (MOST_LINES_OF_LISTS if to == "lrat-list" else MOST_LINES)
    assert max(map(len, text.splitlines())) <= 130
    parsed = ast.parse(text)
    modules = [name.name for node in ast.walk(parsed) if isinstance(node, ast.Import) for name in node.names]
    modules += [str(node.module) for node in ast.walk(parsed) if isinstance(node, ast.ImportFrom) and not node.level]
    assert {name.split(".")[0] for name in modules} <= sys.stdlib_module_names - {"importlib", "runpy"}
    assert not [node for node in ast.walk(parsed) if isinstance(node, ast.ImportFrom) and node.level]
    calls = {getattr(node.func, "id", "") for node in ast.walk(parsed) if isinstance(node, ast.Call)}
    assert not calls & {"__import__", "eval", "exec"}
    use = (ast.get_docstring(parsed) or "").split("\n\n")[1]
    assert len(re.findall(r"\.(?:\s|$)", use)) == 5


@pytest.mark.parametrize("lattice", further_lattices.LATTICES)
def test_a_script_has_the_line_of_its_lattice_alone(lattice: str) -> None:
    """It is as short for every lattice, whose isometries are those of the lattice, and knows no other."""
    texts = [
        check_script.script(source(further_lattices.__name__, each), "dimacs") for each in (lattice, "square-edges")
    ]
    assert len({len(text.splitlines()) for text in texts}) == 1
    scope: dict[str, Any] = {"__name__": "readme_check"}
    exec(compiled(texts[0]), scope)
    assert [*scope["LATTICES"]] == [lattice]
    assert {key for key in scope["KEYS"] if key.startswith("lattice ")} == {f"lattice {lattice}"}
    for name in MOTIONS:
        again = [
            (tuple(zip(*columns, strict=True)), shift)
            for columns, shift in scope["isometries"](*scope["LATTICES"][lattice])[name]
        ]
        assert sorted(again) == sorted(LATTICES[lattice].motions(name))


def test_files_beside_a_proof_are_a_strangers_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate is exported with the puzzle and a script, which a bare Python runs and which misses a dropped clause."""
    monkeypatch.chdir(tmp_path)
    assert main(["prove", *FIVE.split(), "--argument", "tree", "-o", "no.json"]) == 0
    for to, ending in (("lrat", ".cnf"), ("veripb", ".opb")):
        assert main(["export", *FIVE.split(), "--to", to, "--certificate", "no.json", "-o", to]) == 0
        command = [sys.executable, "-I", "-S", f"{to}.readme_check.py", f"{to}.puzzle.json", f"{to}{ending}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout, run.stderr) == (0, "the formula is the puzzle\n", "")
        problem = Path(f"{to}{ending}")
        lines = problem.read_text().splitlines()
        problem.write_text("\n".join([lines[0], *lines[2:]]))
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout[:41]) == (1, "the formula is not the puzzle: it lacks (")
    assert exactcover.export(FIVE, "opb-check")[""].decode() == Path("veripb.readme_check.py").read_text()
    assert json.loads(exactcover.export(FIVE, "puzzle")[""]) == exactcover.puzzle(FIVE).canonical()


LISTS = {
    "queens n=6": {},
    "packing board=3x4 pieces=dominoes copies=any": {},
    "cover": {"items": ["a", "b", ["x", 0, 1], ["y", 0, 2]], "options": [["a"], ["b", "x"], ["b", "y"], ["x"], ["y"]]},
}
"""Puzzles with several solutions, of the last one some that are parts of others."""


@pytest.mark.parametrize("words", LISTS)
def test_the_script_beside_a_list_knows_the_clauses_that_exclude_solutions(words: str, tmp_path: Path) -> None:
    """It counts the excluded solutions, and refuses a clause that excludes none, two, or one that another clause excludes."""
    subject = exactcover.puzzle(*words.split(), **LISTS[words])
    with exactcover.iterate(subject, certificate=True) as solutions:
        number = len(list(solutions))
    assert solutions.answer is not None
    exported = exactcover.export(subject, "lrat", certificate=solutions.answer)
    canonical, formula = tmp_path / "puzzle.json", tmp_path / "x.cnf"
    canonical.write_bytes(exported[".puzzle.json"])
    script, text = exported[".readme_check.py"].decode(), exported[".cnf"].decode()
    formula.write_text(text)
    expected = f"{number} clauses exclude one solution each, and apart from them\nthe formula is the puzzle\n"
    assert verdict(script, canonical, formula) == (0, expected)
    head, *lines = text.splitlines()
    last = lines[-1].split()
    spoiled = [" ".join([*last[:place], str(-int(last[place])), *last[place + 1 :]]) for place in range(len(last) - 1)]
    for line in [*spoiled, " ".join(last[1:]), lines[-2]]:
        formula.write_text("\n".join([head, *lines[:-1], line]) + "\n")
        status, printed = verdict(script, canonical, formula)
        assert (status, "the formula is the puzzle" in printed) == (1, False), line


def test_a_list_of_the_cheapest_has_no_script() -> None:
    """Its formula has a further item for the cost, which no script states: a proof then has two files."""
    subject = exactcover.puzzle("cover", items=["a"], options=[["a"], ["a"]], costs=[1, 2])
    with exactcover.iterate(subject, certificate=True, optimal=True) as solutions:
        assert len(list(solutions)) == 1
    assert solutions.answer is not None
    assert set(exactcover.export(subject, "lrat", certificate=solutions.answer)) == {".cnf", ".lrat"}


@pytest.mark.parametrize("to", [*written.CHECKS, written.PUZZLE])
def test_scripts_and_puzzles_are_written_under_their_endings(to: str, tmp_path: Path) -> None:
    """Each is one file, under the ending of its format or none, and refused under another."""
    ending = written.ENDINGS[to][0]
    assert main(["export", "soma", "--to", to, "-o", str(tmp_path / f"soma{ending}")]) == 0
    assert exactcover.export("soma", to, tmp_path / "soma")[0].read_bytes() == (tmp_path / f"soma{ending}").read_bytes()
    assert main(["export", "soma", "--to", to, "-o", str(tmp_path / "soma.svg")]) == 2


def test_puzzles_that_no_encoder_reads_have_no_script(tmp_path: Path) -> None:
    """A packing with a goal or connected, a plan, and Blokus in OPB have none, as a sentence says; a proof then has two files."""
    lines = [
        "packing board=3x3 pieces=I2 copies=any maximise=covered",
        "packing board=3x3 pieces=I2 copies=any connected=yes",
    ]
    for line in [*lines, "8-puzzle", "blokus-fill-4x7"]:
        with pytest.raises(exactcover.Unsuitable, match="no independent encoder reads"):
            exactcover.export(line, "opb-check")
    apart = "packing board=3x3 pieces=I2 copies=any touching=corners"
    assert set(exactcover.export(apart, "veripb", certificate=exactcover.prove(apart, argument="tree"))) == {
        ".opb",
        ".pbp",
    }


def test_a_wrap_that_is_no_group_is_refused(tmp_path: Path) -> None:
    """A Klein bottle without one of its translations, or with a step that makes two cells of the board one."""
    subject = exactcover.puzzle("packing board=2x3 pieces=I2 copies=any wrap=klein")
    encoder, canonical = subject.independent_encoder("opb"), subject.canonical()
    assert encoder is not None
    (tmp_path / "formula").write_bytes(exactcover.export(subject, "opb")[""])
    script, wrap = check_script.script(encoder, "opb"), canonical["wrap"]
    step = {"matrix": [[1, 0], [0, 1]], "shift": [0, 2]}
    for changed, expected in ((wrap, 0), (wrap[1:], 1)):  # the second is a Moebius strip
        (tmp_path / "puzzle.json").write_text(json.dumps(canonical | {"wrap": changed}))
        assert verdict(script, tmp_path / "puzzle.json", tmp_path / "formula")[0] == expected
    for changed in (wrap[:1] + wrap[2:], [wrap[0], step], [*wrap[:2], step, *wrap[2:]]):
        (tmp_path / "puzzle.json").write_text(json.dumps(canonical | {"wrap": changed}))
        with pytest.raises((SystemExit, ValueError), match=r"wrap is no group|too many values"):
            verdict(script, tmp_path / "puzzle.json", tmp_path / "formula")


def test_a_script_reads_the_puzzles_of_its_kind_alone(tmp_path: Path) -> None:
    """A script refuses the keys that it does not know, and another kind with the same keys."""
    (tmp_path / "formula").write_text("p cnf 0 0\n")
    script = check_script.script(source("encoders.langford.independent_encoder"), "dimacs")
    for canonical in ({"kind": "queens", "n": 4}, {"kind": "langford", "n": 4, "plan": 1}, {"n": 4}):
        (tmp_path / "puzzle.json").write_text(json.dumps(canonical))
        assert verdict(script, tmp_path / "puzzle.json", tmp_path / "formula")[0] == 2


@pytest.mark.parametrize(
    "spoiled",
    ["1 2 0 3 0", "1 2", "+1 2 0", "x 0", "0 0", "c1 2 0", "1 2 0\r", "p cnf 2 1", "% 0", "1  2 0", "\x0b1 2 0"],
)
def test_lines_of_no_clause_are_no_clauses(spoiled: str, tmp_path: Path) -> None:
    """A line that a solver may read otherwise than the script is never taken for a clause of the puzzle."""
    subject = puzzle_of("cover", {"items": ["a"], "options": [["a"], ["a"]]})
    encoder = subject.independent_encoder("lrat")
    assert encoder is not None
    (tmp_path / "puzzle.json").write_text(json.dumps(subject.canonical()))
    for text, expected in (("p cnf 2 2\n1 2 0\n-1 -2 0\n", 0), (f"p cnf 2 2\n{spoiled}\n-1 -2 0\n", 1)):
        (tmp_path / "formula").write_bytes(text.encode())
        assert (
            verdict(check_script.script(encoder, "lrat"), tmp_path / "puzzle.json", tmp_path / "formula")[0] == expected
        )
