"""Bad input: one sentence on standard error that says what, where and what was expected; status 2; nothing else."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import api, cli
from tests.commands import HARD, run

BAD_SPECIFICATIONS = [
    ("board=..a/... pieces=I3", r"the board has unknown letter 'a' at 0,2; expected .*legend"),
    ("board=../... pieces=I3", r"row 1 has 3 characters; expected 2 as row 0 has"),
    ("board=0x5 pieces=I3", r"board is 0x5; expected sides of at least 1"),
    ("board=-3x4 pieces=I3", r"board is '-3x4'; expected a size such as 6x10"),
    ("board=6x pieces=I3", r"board is '6x'; expected a size such as 6x10"),
    ("board=3x3 pieces=I3 holes=5,5", r"hole 5,5 is off the board; expected coordinates within 3x3"),
    ("board=3x3 pieces=pentonimoes", r"unknown piece 'pentonimoes'; .*did you mean 'pentominoes'\?"),
    ("board=3x3 piecs=I3", r"no key 'piecs'; .*did you mean 'pieces'\?"),
    ("board=3x3 pieces=I3 copies=minus", r"copies is 'minus'; expected a number, a\.\.b or any"),
    ("board=1000000000x1000000000 pieces=I3", r"expected at most 10\^8 cells"),
    ("board=999999999999999999999x1 pieces=I3", r"expected at most 10\^8 cells"),
    ("board=3x3", r"the packing has no pieces; expected pieces=pentominoes"),
    ("board=3x3 pieces=I3 pieces=I3", r"'pieces' is given twice; expected it once"),
    ("board=3x3 pieces=I3 fixed=I3:0,0", r"fixed I3 covers cells of another shape"),
]

BAD_FILES = {
    "not.toml": (b'kind = "packing', r"not.toml is not TOML: .*expected TOML"),
    "not.json": (b'{"kind": ', r"not.json is not JSON: .*expected JSON"),
    "list.json": (b"[1]", r"has \[1\] at its top; expected keys"),
    "kind.toml": (b'kind = "paking"', r"kind 'paking'; expected kind = one of .*did you mean 'packing'\?"),
    "none.toml": (b"", r"has no kind; expected kind ="),
    "large.toml": (b"#" * 10_000_000, r"large.toml has over 4000000 bytes; expected at most 4000000"),
    "binary.toml": (bytes(range(256)), r"binary.toml is not UTF-8 text \(byte \d+\); expected text"),
    "deep.json": (b"[" * 100_000, r"deep.json is not JSON"),
    "deep.toml": (b"a = " + b"[" * 100_000, r"deep.toml: keys or lists nest too deeply; expected at most 8 levels"),
    "number.json": (
        b'{"kind": "packing", "board": ' + b"9" * 5000 + b"}",
        r"number.json: a number has over 4300 digits; expected fewer",
    ),
    "letter.toml": (b'kind = "packing"\nboard = "..\\n.q"\npieces = "I1"', r"letter.toml: .*unknown letter 'q' at 1,1"),
}

BAD_WORDS = [
    (("solve", "pentominoes-6x1"), r"unknown puzzle 'pentominoes-6x1'; .*did you mean 'pentominoes-6x10'\?"),
    (("solve", "missing.toml"), r"missing\.toml.* cannot be read \(no such file or directory\); expected a file"),
    (("solve", "pentominoes-6x10", "extra"), r"'extra' follows the puzzle; expected only key=value after it"),
    (("solve", "pentominoes-6x10", "board=3x3"), r"takes no keys, 'board=3x3' was given"),
    (("solve", ""), r"no puzzle is named; expected a catalogue name"),
    (("solve",), r"missing argument 'PUZZLE'; see .* solve --help"),
    (("sovle", "pentominoes-6x10"), r"unknown command 'sovle'; expected solve, .*did you mean 'solve'\?"),
    (("solve", "pentominoes-6x10", "--time-limt", "3"), r"unknown option --time-limt; .*did you mean '--time-limit'\?"),
    (("solve", "pentominoes-6x10", "--backend", "exat"), r"unknown engine 'exat'; expected .*did you mean 'exact'\?"),
    (("solve", "pentominoes-6x10", "--backend", "brute:x"), r"the engine brute has no option 'x'; expected none"),
    (("solve", "pentominoes-6x10", "--backend", "sat:solvr=x"), r"no option 'solvr'; .*did you mean 'solver'\?"),
    (("solve", "pentominoes-6x10", "--backend", "sat:cadical15"), r"no solver 'cadical15'; .*did you mean 'cadical1\d\d'\?"),
    (("solve", "pentominoes-6x10", "--backend", "sat:"), r"backend is 'sat:'; expected NAME"),
    (("solve", "pentominoes-6x10", "--time-limit", "nan"), r"the time limit is nan; expected 0 or more"),
    (("solve", "pentominoes-6x10", "--time-limit", "-1"), r"the time limit is -1\.0; expected 0 or more"),
    (("solve", "pentominoes-6x10", "--time-limit", "5s"), r"--time-limit is '5s'; expected a number"),
    (("solve", "pentominoes-6x10", "--memory-limit", "0"), r"the memory limit is 0\.0; expected 1 or more"),
    (("solve", "pentominoes-6x10", "--node-limit", "1.5"), r"--node-limit is '1\.5'; expected a whole number"),
    (("solve", "pentominoes-6x10", "--node-limit", "9" * 30), r"the nodes limit is 9+; expected at most 10+, or no limit"),
    (("solve", "pentominoes-6x10", "--node-limit", "9" * 5000), r"--node-limit is '9+'; expected a whole number"),
    (("count", "pentominoes-6x10", "--limit", "0"), r"the solutions limit is 0; expected 1 or more"),
    (("solve", "pentominoes-6x10", "--seed", "-1"), r"the seed is -1; expected 0 to 2147483647"),
    (("solve", "pentominoes-6x10", "--workers", "100000"), r"the number of workers is 100000; expected 0 to 1000"),
    (("solve", "pentominoes-6x10", "-o", "no/where.svg"), r"no/where\.svg cannot be written \(no such file"),
    (("list", "pentominoes-6x10", "-o", "a.gif"), r"a list cannot be written to a\.gif; expected .* \.json, .* or \.pdf,"),
    (("sample", "dominoes-8x8", "-o", "a.gif"), r"a sample cannot be written to a\.gif; expected a name that ends in \.json"),
    (("solve", "pentominoes-6x10", "-o", "a.eps"), r"a solve cannot be written to a\.eps; expected .* or \.gif, or in"),
    (("solve", "no-such-puzzle", "-o", "a.html"), r"a solve cannot be written to a\.html; expected"),
    (("export", "soma", "--to", "dlx", "-o", "e.zip"), r"dlx cannot be written to e\.zip; expected .* \.dlx or \.dlx\.gz, or in"),
    (("export", "no-such-puzzle", "--to", "mps", "-o", "e.lp.gz"), r"mps cannot be written to e\.lp\.gz; expected .* \.mps or"),
    (("prove", "no-such-puzzle", "-o", "a.stl"), r"a prove cannot be written to a\.stl; expected"),
    (("solve", *HARD, "--backend", "brute", "-o", "a.gif"), r"a packing has no plan to show .*; expected an ending other"),
    (("draw", "no-such-puzzle", "-o", "a"), r"a drawing cannot be written as ''; expected \.svg, .*\.obj, \.txt or \.gif"),
    (("draw", "pentominoes-6x10", "-o", "a.eps"), r"a drawing cannot be written as '\.eps'; expected \.svg, .*\.pdf, "),
    (("draw", "pentominoes-6x10", "-o", "a.gif"), "a film was asked for without a plan; expected a solution to show"),
    (("draw", "two-ls", "--film"), r"--film needs -o FILE; expected a file that ends in \.svg or \.gif"),
    (("check", "pentominoes-6x10"), r"check was given 0 files; expected one after the puzzle"),
    (("draw", "pentominoes-6x10", "a.json", "b.json"), r"draw was given 2 files; expected at most one"),
    (("solve", "a\nb"), r"unknown puzzle 'a\\nb'; expected"),
]  # fmt: skip


def sentence(status: int, out: str, err: str) -> str:
    """Return the one sentence that was said; fail where anything else was."""
    assert (status, out) == (2, "")
    lines = err.splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("exactcover: ")
    assert "Traceback" not in err
    return lines[0]


@pytest.mark.parametrize(("specification", "pattern"), BAD_SPECIFICATIONS)
def test_bad_specification(specification: str, pattern: str) -> None:
    """As a whole process, each bad specification of the issue is one sentence that names it and what was expected."""
    ended = run("solve", "packing", *specification.split())
    assert re.search(pattern, sentence(ended.returncode, ended.stdout, ended.stderr))


@pytest.mark.parametrize(
    ("name", "content", "pattern"), [(name, *rest) for name, rest in BAD_FILES.items()], ids=BAD_FILES
)
def test_bad_file(name: str, content: bytes, pattern: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file that is no puzzle is one sentence that names the file."""
    (tmp_path / name).write_bytes(content)
    status = cli.main(["solve", str(tmp_path / name)])
    assert re.search(pattern, sentence(status, *capsys.readouterr()))


@pytest.mark.parametrize(("words", "pattern"), BAD_WORDS)
def test_bad_words(
    words: tuple[str, ...], pattern: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Each bad command, option, engine, limit or output is one sentence, and leaves no file."""
    monkeypatch.chdir(tmp_path)
    status = cli.main(words)
    assert re.search(pattern, sentence(status, *capsys.readouterr()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("target", "pattern"),
    [
        ("/dev/zero", r"has over 4000000 bytes"),
        ("/dev/null", r"has no kind"),
        (".", r"cannot be read \(is a directory\)"),
    ],
)
def test_what_is_no_file_at_all(target: str, pattern: str, tmp_path: Path) -> None:
    """A device without an end, an empty one and a folder under a puzzle's name are refused, in a bounded read."""
    link = tmp_path / "link.toml"
    link.symlink_to(target)
    ended = run("solve", str(link))
    assert re.search(pattern, sentence(ended.returncode, ended.stdout, ended.stderr))


def test_no_words_at_all() -> None:
    """Without a command the help is printed, to standard error, and the status says that nothing was done."""
    ended = run()
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("Usage: exactcover")


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.dates() | st.text(max_size=8)
    | st.sampled_from(["3x3", "I3", "any", "rest", "..", "X5:0,0", "0,0", "1..2", "A", "#", "//", "yes"])
    | st.text(alphabet=string.digits + "x.,/:+-#AI", max_size=8)
)  # fmt: skip
KEYS = st.text(max_size=3) | st.sampled_from(
    ["name", "picture", "cells", "copies", "motions", "piece", "rest", "I3", "A"]
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)
SPECIFICATION_KEYS = (
    "board",
    "holes",
    "legend",
    "pieces",
    "copies",
    "reflections",
    "fixed",
    "title",
    "source",
    "published",
)


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(SPECIFICATION_KEYS), VALUES, st.booleans())
def test_wrong_types_are_sentences(key: str, value: Any, drawn: bool) -> None:
    """Whatever a file has under a key, the puzzle is read or refused in one line; nothing else is raised."""
    keys: dict[str, Any] = {"board": "A..\n..." if drawn else "2x3", "pieces": ["I3", "O4"]}
    if drawn:
        keys["legend"] = {"A": "I1"}
        keys["pieces"] = ["I1", {"name": "drawn", "picture": "##"}]
    keys[key] = value
    assert "\n" not in fault_of(keys)


def fault_of(keys: dict[str, Any]) -> str:
    """Return the sentence of a packing's fault; empty where it has none."""
    try:
        api.puzzle("packing", **keys)
    except api.InvalidInput as fault:
        return str(fault)
    return ""
