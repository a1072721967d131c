"""How the output of a command is to look, by its options and the terminal. Not here: the rendering (rendering.py)."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from exactcover.cli import terminal
from exactcover.cli.options import Options
from exactcover.model import defaults
from exactcover.model.errors import InvalidInput, nearest

SHEETS = (".svg", ".png", ".pdf")
VIEWS = ("layers", "iso", "solid", "cut")


@dataclass(frozen=True)
class Look:
    """How a command's output is to look.

    as_json: JSON or text; quiet: no drawings; verbose: with the reason for the choice of engine; colours, columns: of
    the terminal; ending, file: of -o; view: of a solid body in the file; most: how many of many solutions are printed,
    None: all; disassembles: with each solution, how its pieces come apart; certificate: the file of the certificate.
    """

    as_json: bool = False
    quiet: bool = False
    verbose: bool = False
    colours: int = 0
    columns: int = 100
    ending: str | None = None
    file: str | None = None
    view: str = "layers"
    most: int | None = None
    disassembles: bool = False
    certificate: str | None = None

    def prints(self, number: int) -> bool:
        """Return whether the solution of that number is printed."""
        return not self.quiet and (self.most is None or number <= self.most)


def look_of(options: Options) -> Look:
    """Return how a command's output is to look: on a terminal, with the colours it supports."""
    on_terminal = sys.stdout.isatty()
    return Look(
        options.as_json,
        options.quiet,
        options.verbose,
        colours=terminal.colours(os.environ) if on_terminal else 0,
        columns=shutil.get_terminal_size().columns if on_terminal else 100,
        ending=None if options.output is None else options.output.suffix.lower(),
        file=None if options.output is None else str(options.output),
        view=options.view,
        most=defaults.SOLUTIONS_SHOWN if on_terminal and options.limit is None and not options.show_all else None,
        disassembles=options.disassemble,
        certificate=None if options.certificate is None else str(options.certificate),
    )


def refuse_view(view: str, output: Path | None) -> None:
    """Raise InvalidInput for an unknown view, and for the views iso and solid without a suitable picture file."""
    if view not in VIEWS:
        raise InvalidInput(f"the view is {view!r}; expected {' or '.join(VIEWS)}{nearest(view, VIEWS)}")
    if view == "cut" and (output is None or output.suffix.lower() != ".svg"):
        raise InvalidInput("the view cut was given without -o FILE.svg; expected that: it has the lines of a laser")
    if view in ("iso", "solid") and (output is None or output.suffix.lower() not in SHEETS):
        raise InvalidInput(
            f"the view {view} was given without -o FILE.svg, .png or .pdf; expected one of them: text shows layers"
        )
