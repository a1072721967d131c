"""The arguments and options of all commands, each defined once; a command declares which of the options it takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from copy import copy
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer

from exactcover.model import answer, defaults
from exactcover.model.answer import Limits, Request, Task
from exactcover.model.errors import InvalidInput


def number(text: str) -> float:
    """Parse a number."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number") from None


def whole_number(text: str) -> int:
    """Parse an integer."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a whole number") from None


def part(text: str) -> float:
    """Parse a part of a whole: a number, or one in percent."""
    try:
        return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number, or one in percent such as 1%") from None


ALL_HELP = f"Print all on a terminal too, not the first {defaults.SOLUTIONS_SHOWN}."


def _option(metavar: str | None, text: str, *names: str, parser: Callable[[str], Any] | None = None) -> Any:
    return typer.Option(*names, metavar=metavar, help=text, parser=parser, show_default=False)


def _names(incomplete: str) -> list[str]:
    """Return the puzzles of the catalogue with a prefix, for shell completion."""
    from exactcover.api.listing import puzzles

    return [name for name in puzzles() if name.startswith(incomplete)]


def _engines(incomplete: str) -> list[str]:
    """Return the engines with a prefix, for shell completion."""
    from exactcover import backends

    return [name for name in ("auto", *backends.ENGINES) if name.startswith(incomplete)]


Words = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE",
        help="A catalogue name, a file, or KIND key=value ...",
        show_default=False,
        autocompletion=_names,
    ),
]
WordsAndFile = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE FILE",
        help="A puzzle, then an answer, a solution or a certificate.",
        show_default=False,
        autocompletion=_names,
    ),
]


@dataclass(frozen=True)
class Options:
    """The options of a command; those that the command does not take have their defaults."""

    backend: Annotated[
        str,
        typer.Option(metavar="NAME[:OPTIONS]", help="The engine; see `exactcover engines`.", autocompletion=_engines),
    ] = defaults.ENGINE
    begun: Annotated[str, _option("FILE", "A partly filled board: a solution, or a picture of letters.", "--from")] = ""
    argument: Annotated[str, _option("KIND", "Search only for this kind of certificate.")] = ""
    limit: Annotated[int | None, _option("N", "Stop after N solutions.", parser=whole_number)] = None
    time_limit: Annotated[float | None, _option("S", "Seconds.", parser=number)] = None
    memory_limit: Annotated[float | None, _option("MB", "Megabytes.", parser=number)] = None
    node_limit: Annotated[int | None, _option("N", "Nodes of the search.", parser=whole_number)] = None
    samples: Annotated[int | None, _option("N", "Estimate from N random descents.", parser=whole_number)] = None
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Same seed, same answer.")] = defaults.SEED
    workers: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="0: the task's default.")] = (
        defaults.WORKERS
    )
    break_symmetry: Annotated[
        bool, typer.Option("--break-symmetry/--keep-symmetry", help="Search one placement of each orbit.")
    ] = True
    up_to_symmetry: Annotated[bool, _option(None, "One solution of each symmetry class.")] = False
    rotations_only: Annotated[bool, _option(None, "Do not count reflections as symmetries.")] = False
    gap: Annotated[
        float | None, _option("PART", "End when the best cost is that near to the bound: 0.01 or 1%.", parser=part)
    ] = None
    over: Annotated[str, _option("WHAT", "A table by empty cells (empty), by pieces, or by NAME,NAME...")] = ""
    project: Annotated[str, _option("WHAT", "The choices, each once: of empty cells (empty), pieces, or NAME,...")] = ""
    optimal: Annotated[bool, _option(None, "Only the solutions of least cost.")] = False
    checkpoint: Annotated[str | None, _option("FILE", "Resume from it if killed; a URL with --executor.")] = None
    executor: Annotated[str, _option("local|ray|ray://HOST:PORT", "Search by cubes, in processes or on a cluster.")] = (
        ""
    )
    certificate: Annotated[
        Path | None, _option("FILE", "Go on until there is a certificate of the answer, and write it there.")
    ] = None
    disassemble: Annotated[bool, _option(None, "Tell of each whether its pieces come apart, and in how few moves.")] = (
        False
    )
    recount: Annotated[bool, _option(None, "Re-run the search to verify claims without evidence.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress, no drawing.")] = False
    view: Annotated[
        str, _option("layers|iso|solid|cut", "Of a body in an .svg, .png or .pdf; cut: a laser's lines.")
    ] = "layers"
    show_all: Annotated[bool, typer.Option("--all", help=ALL_HELP)] = False
    verbose: Annotated[bool, _option(None, "Print why the engine was chosen, and its plan or usage.")] = False
    output: Annotated[Path | None, _option("FILE", "Write the solution there.", "-o", "--output")] = None

    def limits(self) -> Limits:
        """Return the limits of a run; raises InvalidInput."""
        return Limits(self.time_limit, self.memory_limit, self.node_limit, self.limit)

    def request(self, task: Task) -> Request:
        """Return the request for a run; raises InvalidInput."""
        return answer.request(
            task,
            self.backend,
            limits=self.limits(),
            seed=self.seed,
            workers=self.workers,
            break_symmetry=self.break_symmetry,
            up_to_symmetry=self.up_to_symmetry,
            rotations_only=self.rotations_only,
            argument=self.argument,
            optimal=self.optimal,
            gap=self.gap,
            executor=self.executor,
            ledger=self.checkpoint or "" if self.executor else "",
            certificate=self.certificate is not None,
        )


@cache
def _types_of_options() -> dict[str, Any]:
    """Return the annotation of each option."""
    return get_type_hints(Options, include_extras=True)


def taking(
    *names: str, said: Mapping[str, str] | None = None, **defaults: Any
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Decorate a command to take these options, which it gets as its last parameter, an Options.

    said: help texts specific to this command; defaults: options with a default specific to this command.
    """
    types = dict(_types_of_options())
    usual = {field.name: field.default for field in fields(Options)} | defaults
    for name, text in (said or {}).items():
        kind, option = get_args(types[name])
        option = copy(option)
        option.help = text
        types[name] = Annotated[kind, option]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=usual[name], annotation=types[name])
        for name in (*names, *defaults)
    ]

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        own = get_type_hints(function, include_extras=True)
        *arguments, _options = inspect.signature(function).parameters.values()

        def command(**values: Any) -> int:
            chosen = {name: values.pop(name) for name in (*names, *defaults)}
            if chosen.get("begun"):
                values["puzzle"] = [*values["puzzle"], f"begun=@{chosen['begun']}"]
            return function(**values, options=Options(**chosen))

        kept = [
            argument.replace(annotation=own[argument.name], kind=inspect.Parameter.KEYWORD_ONLY)
            for argument in arguments
        ]
        command.__signature__ = inspect.Signature([*kept, *added])  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in (*kept, *added)}
        command.__doc__, command.__name__ = function.__doc__, function.__name__
        return command

    return decorate


def refuse_besides(options: Options, name: str, known: Collection[str]) -> None:
    """Raise InvalidInput if an option is set that has no meaning beside the one of that name; known: those that have one."""
    usual = Options()
    for each in fields(Options):
        if each.name not in known and getattr(options, each.name) != getattr(usual, each.name):
            other = each.name.replace("_", "-")
            raise InvalidInput(f"--{other} was given with --{name}; expected one of them")
