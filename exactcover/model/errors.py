"""How a request can end: the complete list. Read this file first.

A run that goes well ends with an answer, whose status is derived (answer.py): FEASIBLE, OPTIMAL, INFEASIBLE, or UNKNOWN if
nothing was proved. If it stopped early it says why: a `StopReason`, that is, a limit or an interruption. Everything else that
can happen is an exception in this file, each with its exit status:

    ending                                      here               exit status
    answered                                    -                  0
    a fault of ours: an engine broke            EngineBroke        1, with its traceback
    a fault of ours: a judge refused            JudgeRefused       1, with its traceback
    a fault of ours: two runs of a cube differ  CubesDiffer        1, with its traceback
    a fault of ours: a model is not one         InvalidModel       1, with its traceback
    the system refuses a process or memory      NoResources        1, with its traceback
    a plugin cannot be used                     PluginBroke        1, with its traceback
    a fault of ours: anything else              OurFault           1, with its traceback
    the input is at fault                       InvalidInput       2
    nothing proved, or a limit was reached      - (UNKNOWN)        3
    `check` refused what a file claims          -                  4
    interrupted (what was found is kept)        -                  130
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

ANSWERED, OUR_FAULT, INPUT_FAULT, UNKNOWN, REFUSED, INTERRUPTED = 0, 1, 2, 3, 4, 130

StopReason: TypeAlias = Literal["time", "memory", "nodes", "solutions", "gap", "interrupted"]


class InvalidInput(ValueError):
    """Invalid input; the text is one sentence: what, where, what was expected.

    Raised only by code that reads input: keys, files, options. Not for puzzles that are merely impossible (a piece that fits
    nowhere): that is an answer.
    """


class Unsuitable(InvalidInput):
    """The chosen engine, prover or format does not support this puzzle.

    If the program made the choice, it is a bug of ours.
    """


class InvalidModel(ValueError):
    """A model whose parts contradict each other. A bug of ours, unless code that reads input says otherwise."""


class OurFault(RuntimeError):
    """A bug of ours. The text is one sentence; `details` is the traceback of the process where it happened, if there is one."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details

    def __reduce__(self) -> tuple[type[OurFault], tuple[str, str]]:
        return type(self), (str(self), self.details)


class EngineBroke(OurFault):
    """An engine or a prover raised an exception, or its process died."""


class NoResources(OurFault):
    """The operating system refused a process, a descriptor or memory; a later run may succeed."""


class JudgeRefused(OurFault):
    """A judge rejected the output of an engine or an encoder, which is never shown as an answer."""


class PluginBroke(OurFault):
    """A kind, an engine or an importer from another package cannot be imported, or does not have the required interface."""


class CubesDiffer(OurFault):
    """Two runs of one cube had different results: one of them is wrong, and nothing that either is part of can be trusted."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'X5'?` for the known name that is a few typing errors from `word`, or an empty string.

    A typing error is a letter too many, too few or wrong, or two letters exchanged; a word may have one for each three letters,
    three at most. A shorter one may differ in case only. The beginning of a name, of three letters or more, is near too.
    """
    folded = word.casefold()
    most = min(3, len(folded) // 3)
    near = [(_errors(folded, name.casefold(), most), name) for name in sorted(known)]
    # Among names with equally few errors, prefer the one with the same beginning.
    errors, name = min(
        near, key=lambda each: (each[0], -_beginning(folded, each[1].casefold())), default=(most + 1, "")
    )
    return f"; did you mean {name!r}?" if errors <= most else ""


def _beginning(word: str, other: str) -> int:
    """Return the length of the common beginning of two words."""
    return next(
        (n for n, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), min(len(word), len(other))
    )


def _errors(word: str, other: str, most: int) -> int:
    return min(_typing_errors(word, other, most), 1 if len(word) > 2 and other.startswith(word) else most + 1)


def _typing_errors(word: str, other: str, most: int) -> int:
    """Return the optimal string alignment distance of two words, or something above `most` if it is larger."""
    if abs(len(word) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(word, 1):
        before, last, row = row, before, [place]
        for number, beside in enumerate(other, 1):
            errors = min(before[number] + 1, row[-1] + 1, before[number - 1] + (letter != beside))
            if place > 1 and number > 1 and letter == other[number - 2] and word[place - 2] == beside:
                errors = min(errors, last[number - 2] + 1)
            row.append(errors)
    return row[-1]
