"""A job done in the engine's process: warms up the engines, executes the plan, and measures the resources used.

Exceptions of engines and provers become EngineBroke here. Not here: how plans are executed (execute.py).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace

from exactcover.kernel import jit
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import EngineBroke, InvalidInput
from exactcover.model.events import End, Event, Progress
from exactcover.process import compiling
from exactcover.process.deadline import now
from exactcover.process.messages import Clock
from exactcover.process.usage import peak_mb, resident_mb
from exactcover.solving import caches, execute
from exactcover.solving.plan import Job, Plan, engines
from exactcover.solving.warm_up import warm_up

NO_KERNELS = (
    "this installation has neither kernels compiled ahead nor numba, which compiles them; expected the extra"
    " exactcover-solver[jit]"
)
PEAK_MB = 1.0
_peaks: list[float] = []
"""The peak memory of the last job, once it is known."""


def can_run_kernels() -> bool:
    """Return whether kernels were compiled ahead, or numba, which compiles them, is installed, or they run as plain Python."""
    return jit.AHEAD or jit.PLAIN or importlib.util.find_spec("numba") is not None


def run_job(job: Job) -> Iterator[Event | Clock]:
    """Warm up the engines, then yield the job's events, which end with its only End, with the usage of the whole job.

    Raises InvalidInput if an engine or one of its options does not suit the model, or if no kernel can run here; EngineBroke if
    an engine breaks.
    """
    if not can_run_kernels():
        raise InvalidInput(NO_KERNELS)
    names = engines(job.plan)
    for engine in names:
        warm_up(engine, job.model)
    _forget_peak()
    if names:
        yield Progress("searching", more=True)
    start, cpu, compiled = now(), time.process_time(), compiling.spent()
    yield compiling.clock(running=True)
    try:
        for event in execute.events(job):
            yield _with_usage(event, start, cpu, compiled) if isinstance(event, End) else event
    except (InvalidInput, MemoryError):
        raise
    except Exception as error:
        name = " or ".join(f"the engine {engine}" for engine in names) or "a prover"
        first_line = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise EngineBroke(f"{name} broke: {first_line}", traceback.format_exc()) from error
    finally:
        compiling.end_run()


def run_sent(plan: Plan, model: bytes, options: EngineOptions, limits: Limits) -> Iterator[Event | Clock]:
    """Run a job that was sent in parts, its model serialized by `caches.serialize`."""
    yield from run_job(Job(plan, caches.model_of(model), options, limits))


def _forget_peak() -> None:
    """Reset the peak memory if that of earlier jobs is far from the current memory of this process: the reset takes a while."""
    if not _peaks or _peaks.pop() - resident_mb(os.getpid()) > PEAK_MB:
        with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
            file.write("5")


def _with_usage(end: End, start: float, cpu: float, compiled: compiling.Compiled) -> End:
    """Return the end with the resources used since the job began; compile time is reported separately."""
    compiled_since = compiling.spent().less(compiled)
    _peaks[:] = [peak_mb("self")]
    statistics = replace(
        end.statistics,
        cpu_seconds=end.statistics.cpu_seconds + max(0.0, time.process_time() - cpu - compiled_since.cpu_seconds),
        wall_seconds=now() - start,
        compile_seconds=compiling.of_this_run(),
        peak_mb=_peaks[0],
    )
    return replace(end, statistics=statistics)
