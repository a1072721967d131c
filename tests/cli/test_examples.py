"""Help for who sits at the keyboard: -h, two examples that run, completion, and what the options of a command mean there."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from exactcover import cli
from exactcover.cli.commands import COMMANDS
from exactcover.cli.examples import EXAMPLES
from tests.commands import EXACTCOVER, environment, run

NAMES = list(COMMANDS)
COMMANDS_OF_SCRIPT = "setState 1b2 345 678\nsolve A-star h2\n"
SLOW = ("warm", "serve", "jobs", "docs")
"""Commands whose examples have tests of their own."""


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return what a command prints."""
    assert cli.main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_every_command_has_its_examples() -> None:
    """No command is without examples, and no examples are without a command."""
    assert set(NAMES) == set(EXAMPLES)
    assert all(len(examples) == 2 for examples in EXAMPLES.values())


@pytest.mark.parametrize("name", NAMES)
def test_help_ends_with_two_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`-h` is `--help`, and its last lines are the two examples as they are typed."""
    text = shown(capsys, name, "-h")
    assert text == shown(capsys, name, "--help")
    examples = [f"    exactcover {name} {words}".rstrip() for words in EXAMPLES[name]]
    assert text.splitlines()[-3:] == ["  Examples:", *examples]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in SLOW])
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example does what it says, given the files that the examples before it have written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(COMMANDS_OF_SCRIPT))
    Path("commands.txt").write_text(COMMANDS_OF_SCRIPT)
    if "no-packing.json" in " ".join(EXAMPLES[name]) and name != "prove":
        assert cli.main(["prove", *shlex.split(EXAMPLES["prove"][0])]) == 0
    if name == "check":
        assert cli.main(["list", *shlex.split(EXAMPLES["list"][1])]) == 0
    for words in EXAMPLES[name]:
        assert cli.main([name, *shlex.split(words)]) == 0, words
        for output in re.findall(r"-o (\S+\.\w+)", words):
            assert Path(output).stat().st_size > 0


def test_options_say_what_they_mean_for_their_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`count --up-to-symmetry` counts no more than without it, and does not claim what it means for a list."""
    of_list, of_count = (" ".join(shown(capsys, name, "-h").split()) for name in ("list", "count"))
    assert "One solution of each symmetry class." in of_list
    assert "One solution of each symmetry class" not in of_count
    assert "Count the symmetry classes whatever it takes" in of_count


def test_engines_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """`engines` is at most 100 columns wide; what the node limit counts is not called a node where nodes are something else."""
    text = shown(capsys, "engines")
    assert max(map(len, text.splitlines())) <= 100
    assert "a node is" not in text
    assert text.count("unit of --node-limit: ") == text.count("accepts: ")


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("exactcover cou", "count"),
        ("exactcover solve pentominoes-5x1", "pentominoes-5x12"),
        ("exactcover solve soma --backend cps", "cpsat"),
    ],
)
def test_a_shell_completes_commands_puzzles_and_engines(typed: str, completed: str) -> None:
    """What `--install-completion` writes for bash asks the program, which answers with the names that begin so."""
    finished = run(_EXACTCOVER_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(typed.split()) - 1))
    assert finished.stdout.split() == [completed]


def test_completion_is_installed(tmp_path: Path) -> None:
    """`--install-completion` writes to the shell's own file in the user's home."""
    finished = subprocess.run(
        ["bash", "-c", f"{EXACTCOVER} --install-completion; exit $?"],
        env=environment(HOME=str(tmp_path)),
        capture_output=True,
        check=False,
    )
    assert (finished.returncode, (tmp_path / ".bashrc").exists()) == (0, True), finished
