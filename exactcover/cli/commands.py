"""The table of commands, and the handling of their exceptions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Annotated

import typer

from exactcover import __version__
from exactcover.cli import remote
from exactcover.cli.examples import epilog
from exactcover.cli.streams import discard
from exactcover.model.errors import ANSWERED, INPUT_FAULT, INTERRUPTED, OUR_FAULT, InvalidInput, OurFault
from exactcover.process.escaping import escaped, escaped_lines

SERVER_COMMANDS = (
    "solve", "list", "sample", "count", "prove", "compare", "check", "draw", "export", "moves", "info", "marginals", "remaining",
    "hint", "design",
    "puzzles", "engines", "jobs",
)  # fmt: skip
"""The commands that a server can answer."""


def _top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With --version: print what a bug report needs too.")
    ] = False,
    server: Annotated[
        str, typer.Option(remote.OPTION, metavar="URL", help="Send the request to a server; see `serve`.")
    ] = "",
) -> None:
    remote.name(server)
    if verbose and not version:
        raise InvalidInput("--verbose belongs to --version; expected exactcover --version --verbose")
    if version and verbose:
        from exactcover.cli import installation

        print("\n".join(installation.lines()))
        raise typer.Exit(ANSWERED)
    if version:
        print(f"exactcover {__version__}")
        raise typer.Exit(ANSWERED)
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(INPUT_FAULT)
    if context.invoked_subcommand not in SERVER_COMMANDS:
        remote.refuse(str(context.invoked_subcommand))


COMMANDS = {
    "solve": "searches", "list": "searches", "sample": "searches", "count": "searches", "prove": "searches",
    "check": "lookups", "compare": "searches", "draw": "lookups", "export": "lookups", "moves": "lookups",
    "script": "searches", "info": "lookups", "marginals": "lookups", "remaining": "lookups", "hint": "lookups",
    "puzzles": "lists",
    "engines": "lists", "warm": "warming", "serve": "serving", "tokens": "serving",
    "jobs": "jobs", "design": "designing", "docs": "documentation",
}  # fmt: skip
"""The modules of the commands; each is imported when its command is used."""


def _function(command: str) -> Callable[..., int]:
    module = import_module(f"exactcover.cli.{COMMANDS[command]}")
    function: Callable[..., int] = getattr(module, "list_solutions" if command == "list" else command)
    return function


def application(names: Iterable[str]) -> typer.Typer:
    """Return the application with some of the commands."""
    commands = typer.Typer(
        help="Solve, count, list, check and draw exact-cover puzzles.",
        add_completion=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    commands.callback(invoke_without_command=True)(_top)
    for name in names:
        commands.command(name, epilog=epilog(name))(_function(name))
    return commands


def run(words: Sequence[str]) -> int:
    """Run a command and return the exit status."""
    named = remote.command_in(words)[:1]
    try:
        commands = application(
            named if named and named[0] in COMMANDS else COMMANDS
        )  # each takes a millisecond to build
        status = commands(list(words), standalone_mode=False)
        sys.stdout.flush()
    except InvalidInput as fault:
        return _say(str(fault), INPUT_FAULT)
    except typer.TyperException as fault:
        from exactcover.cli import terminal

        return _say(terminal.usage_fault(fault, list(COMMANDS)), INPUT_FAULT)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader of the output has gone (typer turns that into an exit): nothing more can be printed.
        discard(sys.stdout)
        return ANSWERED
    except Exception as fault:
        discard(sys.stdout)
        return _print_internal_error(fault)
    return int(status or ANSWERED)


def _say(sentence: str, status: int) -> int:
    _print_fault("exactcover: " + escaped(" ".join(sentence.split("\n"))) + "\n")
    return status


def _print_fault(text: str) -> None:
    """Print on standard error, if that can be written to; the exit status tells a fault all the same."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def _print_internal_error(fault: Exception) -> int:
    """Print what broke in one sentence, and the traceback if there is one."""
    import traceback

    if isinstance(fault, OSError) and fault.filename is None:  # standard output: the disk is full
        return _say(f"standard output cannot be written ({(fault.strerror or 'error').lower()})", OUR_FAULT)
    sentence, details = f"{type(fault).__name__}: {fault}", traceback.format_exc()
    if isinstance(fault, OurFault):
        sentence, details = str(fault), fault.details
    _say(f"internal error of exactcover: {sentence}", OUR_FAULT)
    _print_fault(escaped_lines(details))
    return OUR_FAULT
