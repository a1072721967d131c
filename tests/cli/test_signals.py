"""Processes at a terminal or under an operator: Ctrl-C, SIGTERM, closed pipes, progress, streams that are not there."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands import (
    EXACTCOVER,
    HARD,
    PATIENCE_SECONDS,
    begin,
    cpu_seconds,
    descendants_of,
    environment,
    sleeps,
    until,
)
from tests.schemas import validate

MANY = ("packing", "board=8x8", "pieces=I1,I2", "copies=any", "--backend", "brute")
"""Some 10^20 packings, one after the other: a list and a count without an end."""

BUSY_SECONDS = 3.0
"""What a process has used when it is at work for certain: starting, and loading what is compiled, takes less on slow machines."""


def at_work(*words: str) -> subprocess.Popen[str]:
    """Start a command and wait until its child has worked for a while."""
    process = begin([EXACTCOVER, *words])
    until(lambda: any(cpu_seconds(child) > BUSY_SECONDS for child in descendants_of(process.pid)))
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("task", "words"),
    [("solve", (*HARD, "--backend", "exact")), ("count", MANY), ("list", MANY), ("solve", (*HARD, "--backend", "sat"))],
)
def test_interrupt_prints_what_was_found(number: signal.Signals, task: str, words: tuple[str, ...]) -> None:
    """Ctrl-C and SIGTERM end a run with what it found and status 130; the answer is UNKNOWN and says interrupted."""
    process = begin([EXACTCOVER, task, *words, "--json"])
    if task == "list":
        assert process.stdout is not None
        validate("solution", json.loads(process.stdout.readline()))
    else:
        until(lambda: any(cpu_seconds(child) > BUSY_SECONDS for child in descendants_of(process.pid)))
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    answer = json.loads(out.splitlines()[-1])
    validate("answer", answer)
    assert (process.returncode, err) == (130, "")
    assert (answer["task"], answer["stop_reason"], answer["exhausted"]) == (task, "interrupted", False)
    assert answer["status"] == ("FEASIBLE" if task == "list" else "UNKNOWN")
    if task != "solve":
        assert int(answer["count"]) > 0
    if task != "list":  # which is interrupted at its first solution, before the clock of the system ticks
        assert answer["statistics"]["cpu_seconds"] > 0


def test_interrupt_of_the_group_reaches_the_parent_alone() -> None:
    """Ctrl-C in a terminal goes to the whole group: the child is not in it, and the answer is printed as for one process."""
    process = at_work("count", *MANY)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, err) == (130, "")
    assert "solutions so far; interrupted" in out


def test_interrupted_list_is_written(tmp_path: Path) -> None:
    """The file of an interrupted list is whole JSON, with as many solutions as the answer says."""
    path = tmp_path / "some.json"
    process = begin([EXACTCOVER, "list", *MANY, "--quiet", "--json", "-o", str(path)])
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE_SECONDS)
    answer = json.loads(out.splitlines()[-1])
    assert len(json.loads(path.read_text())) == int(answer["count"])


def test_second_interrupt_ends_everything(tmp_path: Path) -> None:
    """Where the first Ctrl-C cannot be heard (nobody reads the output) the second one ends it; no file is left half."""
    process = begin([EXACTCOVER, "list", *MANY, "-o", str(tmp_path / "some.json")])
    assert process.stdout is not None
    process.stdout.read(1)
    until(lambda: stalled(process.pid))
    process.send_signal(signal.SIGINT)
    until(lambda: stalled(process.pid))
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE_SECONDS)
    process.stdout.close()  # what is left of the pictures may begin in the middle of a character
    process.communicate()
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


def stalled(process: int) -> bool:
    """Return whether a process and its descendants sleep, and have done nothing for a moment; who waits for its turn runs."""
    every = [process, *descendants_of(process)]
    before = [cpu_seconds(each) for each in every]
    for _ in range(10):
        if not all(sleeps(each) for each in every):
            return False
        time.sleep(0.03)
    return [cpu_seconds(each) for each in every] == before


def test_interrupt_before_the_run_ends_at_once(tmp_path: Path) -> None:
    """Ctrl-C while an output still waits for its reader, before the run, ends the command with status 130."""
    os.mkfifo(tmp_path / "pipe")
    process = begin([EXACTCOVER, "solve", "pentominoes-6x10", "-o", str(tmp_path / "pipe")])
    until(lambda: handles(process.pid, signal.SIGTERM))
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=PATIENCE_SECONDS) == ("", "")
    assert process.returncode == 130


def handles(process: int, number: signal.Signals) -> bool:
    """Return whether a process has a handler for a signal."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> (number - 1) & 1)
    return False


def test_killed_engine_is_status_1() -> None:
    """An engine's process that is killed is one sentence and status 1."""
    process = at_work("solve", *HARD, "--backend", "exact")
    *_, engine = descendants_of(process.pid)
    os.kill(engine, signal.SIGKILL)
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, out) == (1, "")
    assert err == "exactcover: internal error of exactcover: the engine's process was killed by SIGKILL\n"


def shell(script: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which $E is the command."""
    return subprocess.run(
        ["bash", "-c", script],
        env=environment(E=EXACTCOVER),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "out", "err"),
    [
        ("$E list pentominoes-6x10 --limit 500 | head -1; exit ${PIPESTATUS[0]}", "solution 1\n", ""),
        ("$E list pentominoes-6x10 --limit 500 --json | head -c 1; exit ${PIPESTATUS[0]}", "{", ""),
        ("$E solve pentominoes-6x10 >&-", "", ""),
        ("$E solve pentominoes-6x10 --quiet <&- 2>&- | head -c 8; exit ${PIPESTATUS[0]}", "FEASIBLE", ""),
    ],
)
def test_streams_that_close_or_are_closed_end_quietly(script: str, out: str, err: str) -> None:
    """A reader that goes, and standard streams that were never open, are no fault."""
    ended = shell(script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, out, err)


def test_full_disk_is_one_sentence() -> None:
    """Standard output on a full disk is one sentence and status 1, not a traceback."""
    ended = shell("$E solve pentominoes-6x10 > /dev/full")
    assert ended.returncode == 1
    assert ended.stderr == "exactcover: standard output cannot be written (no space left on device)\n"


def test_fault_is_a_status_where_its_sentence_cannot_be_said() -> None:
    """The exit status of a fault is right also when standard error is full or closed."""
    assert shell("$E solve nonsense 2> /dev/full").returncode == 2
    assert shell("$E solve nonsense 2>&-").returncode == 2


def test_plain_characters_where_the_stream_has_no_others() -> None:
    """A stream without box characters gets question marks, not a traceback."""
    ended = shell("PYTHONIOENCODING=ascii $E solve pentominoes-6x10")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "V5" in ended.stdout


def test_standard_output_as_output_file_keeps_both(tmp_path: Path) -> None:
    """`-o /dev/stdout` into a file has the solution and then the summary, neither over the other."""
    path = tmp_path / "both"
    assert shell(f"$E solve pentominoes-6x10 --quiet -o /dev/stdout > {path}").returncode == 0
    first, second, *_ = path.read_text().splitlines()
    validate("solution", json.loads(first))
    assert second.startswith("FEASIBLE")


def on_terminal(*words: str, both: bool = False, until_shown: str = "", **changes: str) -> tuple[int, str, str]:
    """Run a command whose standard error (and output, where `both`) is a terminal; return status, output, terminal.

    until_shown: words on the terminal; once they are there the command is interrupted.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [EXACTCOVER, *words],
        env=environment(TERM="xterm", **changes),
        stdout=theirs if both else subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end is closed: the process has ended
            break
        if not more:
            break
        shown += more
        if until_shown and until_shown.encode() in shown:
            process.send_signal(signal.SIGINT)
            until_shown = ""
    os.close(ours)
    out, _ = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, out or "", shown.decode()


@pytest.mark.parametrize(
    ("backend", "sentence"),
    [("brute", "nodes, 0 solutions"), ("exact", "compiling the search, once on this machine")],
)
def test_progress_goes_to_a_terminal_only(backend: str, sentence: str, tmp_path: Path) -> None:
    """A terminal shows how far a run is, and that it compiles without the library; standard output stays clean JSON."""
    status, out, shown = on_terminal(
        *("count", *HARD, "--json", "--backend", backend),
        until_shown=sentence,
        EXACTCOVER_JIT="1",
        NUMBA_CACHE_DIR=str(tmp_path),
    )
    validate("answer", json.loads(out))
    assert status == 130
    assert sentence in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l"), "the cursor stays hidden"


def test_colour_on_a_terminal_unless_refused() -> None:
    """A drawing is coloured on a terminal, with the colours that it has, and is not where NO_COLOR is set."""
    assert "\x1b[97;44m" in on_terminal("solve", "pentominoes-6x10", both=True, COLORTERM="")[2]
    assert ";2;" in on_terminal("solve", "pentominoes-6x10", both=True, COLORTERM="truecolor")[2]
    plain = on_terminal("draw", "pentominoes-6x10", both=True, NO_COLOR="1")[2]
    assert "\x1b" not in plain
    assert "┌" in plain


def test_ignored_interrupt_stays_ignored() -> None:
    """A command started with Ctrl-C ignored (`nohup`, `&` in a script) goes on when it comes."""
    command = [EXACTCOVER, "count", *HARD, "--backend", "exact", "--time-limit", "1.5"]
    ignoring = f"import os, signal; signal.signal(2, signal.SIG_IGN); os.execv({EXACTCOVER!r}, {command!r})"
    process = begin([sys.executable, "-c", ignoring])
    until(lambda: bool(descendants_of(process.pid)))  # it is the command by then, which starts its processes first
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
    assert "stopped at the time limit" in process.communicate(timeout=PATIENCE_SECONDS)[0]
    assert process.returncode == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["solve", "info", "puzzles"])
def test_interrupt_while_modules_are_imported_is_silent(command: str, number: signal.Signals) -> None:
    """Ctrl-C and SIGTERM between the program's first line and its run end it with status 130, without a word."""
    script = (
        "import os, sys; import exactcover.cli;"
        "from importlib.abc import MetaPathFinder\n"
        "class Finder(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'exactcover.cli.commands': os.kill(os.getpid(), int(sys.argv.pop()))\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.exit(exactcover.cli.main())"
    )
    process = begin([sys.executable, "-c", script, command, "pentominoes-6x10", str(int(number))])
    assert process.communicate(timeout=PATIENCE_SECONDS) == ("", "")
    assert process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", [EXACTCOVER, "-m"])
def test_interrupt_of_the_first_import_is_silent(name: str, number: signal.Signals) -> None:
    """Ctrl-C and SIGTERM at the first thing that the program imports, besides what hears them, end it with status 130."""
    script = (
        "import __future__, os, re, sys; sys.modules.pop('typing', None);"
        "from importlib.abc import MetaPathFinder\n"
        "class Finder(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        heard = ('exactcover', 'exactcover.process', 'exactcover.process.early_signals', 'signal')\n"
        "        if name not in heard: os.kill(os.getpid(), int(sys.argv.pop()))\n"
        "sys.meta_path.insert(0, Finder())\n"
        f"sys.argv[0] = {name!r}\n"
        "from exactcover.cli import main\n"
        "sys.exit(main())"
    )
    process = begin([sys.executable, "-c", script, "solve", "pentominoes-6x10", str(int(number))])
    assert process.communicate(timeout=PATIENCE_SECONDS) == ("", "")
    assert process.returncode == 130


def test_other_programs_keep_their_handlers() -> None:
    """A program of another name that imports the command line hears Ctrl-C and SIGTERM as before."""
    script = (
        "import signal; before = [signal.getsignal(number) for number in (2, 15)]; import exactcover.cli;"
        "print(before == [signal.getsignal(number) for number in (2, 15)])"
    )
    process = begin([sys.executable, "-c", script])
    assert process.communicate(timeout=PATIENCE_SECONDS) == ("True\n", "")
