"""Mutation testing: spoil lines chosen at random, one at a time, and see whether the tests of that part fail.

    .venv/bin/python .ci/mutants.py NUMBER SEED [kernel] [checker] [referee] [encoder]

NUMBER mutants of each kind are tried in a copy of the tree. Run are the tests of the folder that mirrors the spoiled file and
a few at the top of `tests`: first the default ones, then the deep ones. A run that hangs counts as a kill. Survivors are printed
with their line: each is equivalent to the original, or a test is missing.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 900.0  # seconds for each stage of tests
SWAPS: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is", ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<", ast.And: "or", ast.Or: "and",
}  # fmt: skip
TOP = ("answer", "bounds", "judging", "refuted", "selections")
"""The tests at the top of `tests` that are tried: they cost seconds."""
KINDS = ("kernel", "checker", "referee", "encoder")
STAGES = ("default", "deep")


class Mutant(NamedTuple):
    """A file of the tree, the place of its text that is replaced, and what stands there then."""

    path: Path
    begin: int
    end: int
    text: str

    def spoil(self, source: str) -> str:
        """Return the spoiled source."""
        return source[: self.begin] + self.text + source[self.end :]


def files(kind: str) -> list[Path]:
    """Return the files of a kind, relative to the root."""
    encoders = [path for path in (ROOT / "encoders").rglob("*.py") if "draw" not in path.parts]
    found = {
        "kernel": list((ROOT / "exactcover/kernel").glob("*/*.py")),
        "checker": list((ROOT / "exactcover/judges").glob("*.py")),
        "referee": [path for path in encoders if path.name == "referee.py"],
        "encoder": [path for path in encoders if path.name != "referee.py"],
    }[kind]
    return sorted(path.relative_to(ROOT) for path in found)


class Source:
    """The text of a file, and where the nodes of its tree are in it."""

    def __init__(self, path: Path) -> None:
        self.path, self.text = path, (ROOT / path).read_text()
        self.encoded = self.text.encode()
        self.lines = [0]
        for line in self.encoded.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """Return the character at a line and a column in bytes, as `ast` has them."""
        return len(self.encoded[: self.lines[line - 1] + column].decode())

    def place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return the first character of a node and the one after its last."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def between(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> Iterator[Mutant]:
        """Yield the mutant whose operator between two operands is swapped."""
        begin, end = self.place(left)[1], self.place(right)[0]
        found = re.search(r"[^\s()]+(?: (?:in|not)\b)?", self.text[begin:end])
        if type(operator) in SWAPS and found:
            yield Mutant(self.path, begin + found.start(), begin + found.end(), SWAPS[type(operator)])

    def of_expression(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield the mutants of an expression: another operator, a condition turned round, a number raised by one."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from self.between(node.left, node.comparators[0], node.ops[0])
        elif isinstance(node, ast.BinOp):
            yield from self.between(node.left, node.right, node.op)
        elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
            yield from self.between(node.values[0], node.values[1], node.op)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Mutant(self.path, *self.place(node), f"bool({self.text[slice(*self.place(node.operand))]})")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield Mutant(self.path, *self.place(node), repr(not node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield Mutant(self.path, *self.place(node), repr(node.value + 1))

    def mutants(self) -> Iterator[Mutant]:
        """Yield every mutant of the file's functions; text in messages stays."""
        for function in ast.walk(ast.parse(self.text)):
            if not isinstance(function, ast.FunctionDef):
                continue
            inside = [node for statement in function.body for node in ast.walk(statement)]
            told = {
                id(each) for node in inside if isinstance(node, ast.JoinedStr | ast.Raise) for each in ast.walk(node)
            }
            for node in inside:
                if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
                    yield Mutant(self.path, *self.place(node), "pass")
                elif id(node) not in told:
                    yield from self.of_expression(node)


def chosen(kind: str, number: int, seed: int) -> list[Mutant]:
    """Return so many mutants of a kind, each of another line."""
    rng = random.Random(seed)
    pool = [mutant for path in files(kind) for mutant in Source(path).mutants()]
    found: dict[tuple[Path, int], Mutant] = {}
    while len(found) < number:
        mutant = rng.choice(pool)
        found.setdefault((mutant.path, (ROOT / mutant.path).read_text()[: mutant.begin].count("\n")), mutant)
    return list(found.values())


def tests_of(path: Path, tree: Path) -> list[list[str]]:
    """Return the tests to run, the likeliest to fail first: those named after the file, its folder's, those at the top."""
    folder = tree / "tests" / path.parent.relative_to("exactcover" if path.parts[0] == "exactcover" else ".")
    while not folder.is_dir():
        folder = folder.parent
    named = sorted(folder.glob(f"test_{path.stem}*.py"))
    whole = folder if path.parts[0] == "exactcover" else tree / "tests/encoders"
    groups = (named, [folder], [whole] if whole != folder else [], [tree / f"tests/test_{name}.py" for name in TOP])
    return [list(map(str, group)) for group in groups if group]


def stale(path: Path) -> set[str]:
    """Return the names of the kernels whose compiled code may hold code of this file: numba looks at their own text only."""
    sources = {each.stem: (ROOT / each).read_text() for each in files("kernel")}
    found, before = {path.stem}, 0
    while len(found) > before:
        before = len(found)
        imports = re.compile(rf"^(?:from|import) [^(\n]*(?:\([^)]*)?\b(?:{'|'.join(found)})\b", re.M)
        found |= {name for name, source in sources.items() if imports.search(source)}
    return found


def failure(tests: list[str], stage: str, tree: Path, cache: Path) -> str:
    """Return the test that fails, nothing if all pass."""
    marked = ["-m", "deep"] if stage == "deep" else []
    call = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *marked, *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(cache)}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(call, cwd=tree, env=environment, start_new_session=True, **pipes) as run:
        try:
            output, _ = run.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            return "a timeout"
    if run.returncode in (0, 5):  # passed, or none collected
        return ""
    found = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.M)
    return found[0] if found else output.strip().rpartition("\n")[2]


def killed(mutant: Mutant, tree: Path, warm: Path) -> tuple[str, str]:
    """Return the stage in which a mutant is killed, and by what; nothing for a survivor."""
    path, compiled = tree / mutant.path, tree.parent / "compiled"
    source = path.read_text()
    shutil.copytree(warm, compiled)
    for name in stale(mutant.path) if "kernel" in mutant.path.parts else ():
        for index in compiled.rglob(f"{name}.*"):
            index.unlink()
    path.write_text(mutant.spoil(source))
    try:
        for stage in STAGES:
            for tests in tests_of(mutant.path, tree):
                if why := failure(tests, stage, tree, compiled):
                    return stage, why
        return "", ""
    finally:
        path.write_text(source)
        shutil.rmtree(compiled)


def main(number: int, seed: int, kinds: tuple[str, ...]) -> None:
    """Try the mutants; print a line for each, and the table."""
    lines = ["| spoiled | mutants | killed by default tests | by deep tests | survived |", "|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        tree, warm = Path(folder) / "tree", Path(folder) / "warm"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache"))
        if why := failure([str(tree / "tests/kernel"), str(tree / "tests/judges")], "default", tree, warm):
            sys.exit(f"a test fails before anything is spoiled: {why}")
        for kind in kinds:
            ends = dict.fromkeys((*STAGES, ""), 0)
            for mutant in chosen(kind, number, seed):
                stage, why = killed(mutant, tree, warm)
                ends[stage] += 1
                source = (ROOT / mutant.path).read_text()
                line = source[: mutant.begin].count("\n")
                change = (
                    f"{source[mutant.begin : mutant.end]!r} -> {mutant.text!r} in {source.splitlines()[line].strip()!r}"
                )
                end = f"killed ({stage}) by {why}" if stage else "SURVIVED"
                print(f"{kind} {mutant.path}:{line + 1}: {change}: {end}", flush=True)
            lines.append(f"| {kind} | {number} | {ends['default']} | {ends['deep']} | {ends['']} |")
    print("\n".join(lines))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), tuple(sys.argv[3:]) or KINDS)
