"""Runs requests of the command line: shows progress, handles Ctrl-C, prints and writes what is found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactcover.cli import looks, remote, rendering, tasks, terminal
from exactcover.cli.interrupts import interruptible
from exactcover.cli.options import Options
from exactcover.files.outputs import Output
from exactcover.model.answer import Answer, Limits, Request, Task
from exactcover.model.errors import ANSWERED, INPUT_FAULT, INTERRUPTED, OUR_FAULT, UNKNOWN, InvalidInput
from exactcover.model.events import Draft, Notice, Progress, RootDone
from exactcover.process.escaping import escaped
from exactcover.process.messages import Call
from exactcover.solving import supervisor
from exactcover.solving.checkpoints import CheckpointFile


def run(words: Sequence[str], task: Task, options: Options) -> int:
    """Run a request, print and write its results, and return the exit status; raises InvalidInput, before the run if
    possible.
    """
    request = options.request(task)
    checkpoint = None if options.checkpoint is None or options.executor else Path(options.checkpoint)
    _refuse_ending(task, options.output, checkpoint)
    looks.refuse_view(options.view, options.output)
    if options.executor:
        _warn_of_password(options.checkpoint or "")
    marks = None
    if checkpoint is not None:  # an executor has a ledger instead
        marks = CheckpointFile(checkpoint)
        request = replace(request, checkpoint=marks.checkpoint)
    with interruptible() as interrupted, ExitStack() as files, terminal.ProgressLine(options.quiet) as progress:
        delivery = _Delivery(request, options, marks, files, progress)
        server = remote.named()
        call = Call(tasks.answered, (words, request, delivery.look, server))
        watched = (
            request if server is None else replace(request, limits=Limits())
        )  # a server enforces the limits itself
        for step in supervisor.run(call, watched, interrupted, listed=(rendering.Listed,)):
            delivery.take(step)
    return delivery.status


SEVERITY = (ANSWERED, UNKNOWN, INPUT_FAULT, OUR_FAULT, INTERRUPTED)


def worse_status(one: int, other: int) -> int:
    """Return the exit status of a batch whose lines have these two."""
    return max(one, other, key=SEVERITY.index)


ENDINGS = (".json", ".jsonl", ".npz", ".txt", ".svg", ".png", ".pdf", ".gif")
ENDINGS_OF_MANY = (".json", ".jsonl", ".txt", ".svg", ".png", ".pdf")
"""The file endings for one solution or certificate, and those for many solutions."""


class _Delivery:
    """Dispatches the steps of a run as they come, to standard output, a file, a checkpoint or the progress line."""

    def __init__(
        self,
        request: Request,
        options: Options,
        marks: CheckpointFile | None,
        files: ExitStack,
        progress: terminal.ProgressLine,
    ) -> None:
        self.request, self.marks, self.files, self.progress = request, marks, files, progress
        self.output, self.look, self.status = options.output, looks.look_of(options), 0
        self.target: Output | None = None
        self.proof: Output | None = (
            None if options.certificate is None else files.enter_context(Output(options.certificate))
        )
        self.partly_written = False  # parts of the file have been written
        if (
            marks is None
        ):  # with a checkpoint, the file is truncated to its recorded length once the two are known to match
            self._open(None)

    def _open(self, resume_at: int | None) -> None:
        if self.output is not None:
            self.target = self.files.enter_context(Output(self.output, resume_at))

    def take(self, step: Any) -> None:
        """Dispatch a step."""
        if isinstance(step, Progress):
            self.progress.show(step)
        elif isinstance(step, Notice):
            self.progress.clear()
            print(escaped(f"exactcover: {step.sentence}"), file=sys.stderr)
        elif isinstance(step, Draft) and self.marks is not None:
            if self.marks.key is None:
                self.marks.begin(_search_of(step.answer, self.request))
                self._open(self.marks.offset)
        elif isinstance(step, RootDone):
            assert self.marks is not None
            self.marks.add(step, self.target.synced() if self.target is not None else 0)
        elif isinstance(step, rendering.Listed):
            self.progress.clear()
            sys.stdout.write(step.text)
            sys.stdout.flush()
            if self.target is not None:
                self.target.write(step.content)
        elif isinstance(step, rendering.Line):
            self.progress.clear()
            sys.stdout.write(step.text)
            self.status = worse_status(self.status, step.status)
        elif isinstance(step, rendering.Part):
            assert self.target is not None
            self.partly_written = True
            self.target.write(step.content)
        elif isinstance(step, Answer):  # the run was stopped: only its process knows the puzzle
            cut = rendering.concluded(None, step, self.look)
            self._conclude(replace(cut, content=None) if self.partly_written else cut)
        elif isinstance(step, rendering.Finished):
            self._conclude(step)

    def _conclude(self, answer: rendering.Finished) -> None:
        self.progress.clear()
        self.status = worse_status(self.status, answer.status)
        try:
            if self.marks is not None:
                self.marks.save()
            if self.target is not None:
                self._write(self.target, answer)
            if self.proof is not None:
                self._write_proof(self.proof, answer)
        finally:  # the answer is printed even if the file cannot be written
            sys.stdout.write(answer.text)

    def _write(self, target: Output, answer: rendering.Finished) -> None:
        if answer.content is not None:
            target.write(answer.content)
            return
        target.leave_out()
        print(escaped(f"nothing was written to {target.path}: {answer.reason}"), file=sys.stderr)

    def _write_proof(self, target: Output, answer: rendering.Finished) -> None:
        if answer.proof is None:
            target.leave_out()
        else:
            target.write(answer.proof)
        if answer.unproved:
            print(escaped(f"exactcover: {answer.unproved}"), file=sys.stderr)


def _warn_of_password(ledger: str) -> None:
    from exactcover.process import passwords

    if passwords.has_password(ledger):
        print(f"exactcover: {passwords.seen('--checkpoint')}", file=sys.stderr)


def _refuse_ending(task: Task, output: Path | None, checkpoint: Path | None) -> None:
    """Raise InvalidInput for a file that the task cannot write for any puzzle; see rendering for the others."""
    ending = output.suffix.lower() if output is not None else ""
    endings = ENDINGS if task in ("solve", "prove") else ENDINGS_OF_MANY
    if ending and ending not in endings:
        known = f"{', '.join(endings[:-1])} or {endings[-1]}"
        raise InvalidInput(
            f"a {task} cannot be written to {output}; expected a name that ends in {known}, or in nothing"
        )
    if checkpoint is not None and task == "list" and (output is None or ending in (".json", *looks.SHEETS)):
        option = f"-o {output}" if output else "no -o FILE"
        raise InvalidInput(
            f"a list with a checkpoint was given {option}; expected -o FILE with one solution per line, such as .jsonl"
        )


def _search_of(answer: Answer, request: Request) -> dict[str, Any]:
    """Return what must be the same for a search to be resumed."""
    return {
        "task": request.task,
        "puzzle_sha256": answer.puzzle_sha256,
        "engine": request.engine,
        "options": dict(request.options),
        "seed": request.seed,
        "up_to_symmetry": request.up_to_symmetry,
        "rotations_only": request.rotations_only,
    }
