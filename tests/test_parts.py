"""The parts of the suite: what a plain run leaves out, that it says so, and that each deep test says why it is one."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cpu_times import cpu_seconds
from tests.parts import HERE, PART_OF, PARTS
from tests.source_files import ROOT, files, module_name

MARK = re.compile(r'pytest\.mark\.deep\b(\(\s*"[^"]+")?')


def collected(*words: str) -> str:
    """What pytest says of the tests of busy loops, which are tests of processes, when it collects them."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--collect-only",
        *words,
        "tests/test_beside.py",
    ]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout


def test_a_plain_run_says_what_it_leaves_out() -> None:
    """The tests of a part are left out unless they are asked for, and the last lines say how many and how to ask."""
    plain = collected()
    assert "::test_" not in plain
    assert 'left out: 4 process; run them with -m "process"' in plain
    asked = collected("-m", "process")
    assert asked.count("::test_") == 4
    assert "left out" not in asked


def test_places_of_parts_exist(pytestconfig: pytest.Config) -> None:
    """Each folder and file in the table of parts exists, and each part is a registered mark."""
    assert [place for place in PART_OF if not (HERE / place).exists()] == []
    registered = {line.split(":")[0] for line in pytestconfig.getini("markers")}
    assert {*PARTS, *PART_OF.values()} <= registered


def test_deep_tests_say_why() -> None:
    """Each mark `deep` is written with its reason."""
    texts = {module_name(path): path.read_text() for path in files("tests")}
    marks = [(name, mark) for name, text in texts.items() for mark in MARK.findall(text)]
    assert len(marks) > 10
    assert [name for name, reason in marks if not reason] == []


def test_the_time_of_children_counts() -> None:
    """CPU seconds of a process are its own, those of a child that runs and those of one that has ended."""
    before = cpu_seconds()
    program = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()
        assert cpu_seconds() >= before + 0.25
        child.stdin.write(b"\n")
    assert cpu_seconds() >= before + 0.25
