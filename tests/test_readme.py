"""The README and the pages it links to are right: their code and their commands run, and come to what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import exactcover
from exactcover import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = ("README.md", "encoders/PUZZLES.md", "exactcover/ENGINES.md", "exactcover/PROOFS.md")
OUTPUTS = (
    *PAGES,
    "exactcover/CONTRACT.md",
    "exactcover/service/README.md",
    "exactcover/cluster/README.md",
    "encoders/README.md",
)


def test_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python of the README runs as it stands and draws a board."""
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(code) == 1
    exec(compile(code[0], "README.md", "exec"), {})
    assert "┌" in capsys.readouterr().out


def shown_outputs(page: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a page after a `$`, each with the lines that it is shown to print."""
    blocks = re.findall(r"^    \$ exactcover (.+)\n((?:    .+\n)+)", (ROOT / page).read_text(), re.MULTILINE)
    return [(command, [line[4:] for line in lines.splitlines()]) for command, lines in blocks]


def without_figures(lines: list[str]) -> list[str]:
    """Return printed lines with the nodes and the time of the last one left out: they differ from run to run."""
    effort = re.sub(r"[\d,]*\d nodes?", "N nodes", lines[-1])
    return [*lines[:-1], re.sub(r"\d[\d.]* (ms|s|min)( \d+ s)?$", "T", effort)]


@pytest.mark.parametrize(
    ("page", "command", "shown"),
    [(page, command, shown) for page in OUTPUTS for command, shown in shown_outputs(page)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_page_shows_is_what_the_command_prints(
    page: str, command: str, shown: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Each output on a page is that of the command above it, picture, verdict and effort, but for the figures of the effort."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(shlex.split(command)) == 0
    assert without_figures(shown) == without_figures(capsys.readouterr().out.splitlines()), page


def test_the_readme_begins_with_an_output_and_proofs_do() -> None:
    """Both pages that begin with an output have one, whose last line tells nodes or seconds: the test before sees something."""
    for page in ("README.md", "exactcover/PROOFS.md"):
        (_, shown), *_ = shown_outputs(page)
        assert without_figures(shown) != shown


def test_drawn_file_is_solved(tmp_path: Path) -> None:
    """The file with a drawn board and drawn pieces has a solution that its referee accepts."""
    (text,) = re.findall(r"<!-- file: heart.toml -->\n```toml\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "heart.toml"
    path.write_text(text)
    puzzle = exactcover.puzzle(str(path))
    answer = exactcover.solve(puzzle)
    assert answer.status == "FEASIBLE"
    assert exactcover.faults(puzzle, answer.solution) == []


def test_there_are_two_set_up_commands_and_ci_runs_the_second() -> None:
    """The README has exactly two shell commands to set up, and the one that tests is what CI calls."""
    section = README.split("## Set up")[1].split("\n## ")[0]
    commands = re.findall(r"```sh\n(.*?)\n```", section, re.DOTALL)
    assert len(commands) == 2
    assert all("\n" not in command for command in commands)
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.deep("runs each command of a long page") if page != "README.md" else ())
        for page in PAGES
    ],
)
def test_the_commands_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command of the page runs, one after the other, in a folder with the page's files, and comes to what it says."""
    text = (ROOT / page).read_text()
    monkeypatch.chdir(tmp_path)
    for name, content in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", text, re.DOTALL):
        Path(name).write_text(content)
    lines = [line for line in re.findall(r"^    (?:\$ )?exactcover (.+)$", text, re.MULTILINE) if "PUZZLE" not in line]
    assert len(lines) >= 5
    for line in lines:
        command, _, comment = line.partition(" # ")
        command, _, target = command.partition(" > ")
        status = cli.main(shlex.split(command))
        output = capsys.readouterr().out
        assert status == (3 if comment.strip().startswith("UNKNOWN") else 0), line
        if target:
            Path(target.strip()).write_text(output)
        for number in re.findall(r"\b\d+\b", comment) if comment.strip()[:1].isdigit() else ():
            assert number in output.replace(",", ""), line


def test_the_readme_is_short() -> None:
    """The README is a page that is read at once: 90 lines, with a link to each of the other pages."""
    assert len(README.splitlines()) <= 90
    assert all(f"({page})" in README for page in PAGES[1:])
