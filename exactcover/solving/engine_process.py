"""A job run to its end in a separate process: events, the last one an End, whatever happens to the process.

This module imports nothing heavy until it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from exactcover.model.answer import Statistics
from exactcover.model.errors import EngineBroke, NoResources, OurFault
from exactcover.model.events import End, Event, Notice, Progress, Standing
from exactcover.process import compiling, parent
from exactcover.process.child import tell
from exactcover.process.messages import Call, Clock, Pause, Stopped
from exactcover.process.process_pool import ProcessPool

if TYPE_CHECKING:
    from exactcover.solving.plan import Job

GRACE_SECONDS = 0.5


def ready() -> None:
    """Initialize a new process: import what engines need, and load the code that most runs use."""
    from exactcover.backends import exact
    from exactcover.kernel import jit, notices
    from exactcover.solving import job_runner

    compiling.measure(tell, jit.once_imported)
    notices.hear(lambda sentence: tell(Notice(sentence)))
    if job_runner.can_run_kernels():  # else each run reports it
        exact.warm_up()


pool = ProcessPool("engine's process", ready)


def run(job: Job, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Event | Clock | Pause]:
    """Run a job in an engine's process and yield its events, the last one an End; a Pause when it has been sent, and later.

    Raises InvalidInput if the engine finds the input at fault, EngineBroke if it breaks.
    """
    from exactcover.solving.caches import serialize_model
    from exactcover.solving.job_runner import run_sent
    from exactcover.solving.plan import counts

    call = Call(run_sent, (job.plan, serialize_model(job.model), job.options, job.limits))
    sent = False
    nodes, count = 0, 0 if counts(job.plan) else None
    standing: End | None = None
    end: End | None = None
    try:
        ends_itself = bool(job.options.executor)  # and anything it started elsewhere
        running = parent.run(
            pool, call, job.limits, interrupted, grace=GRACE_SECONDS, ends_itself=ends_itself, pauses=True
        )
        for event in running:
            if isinstance(event, Stopped):
                used = event.usage
                statistics = Statistics(
                    nodes=nodes,
                    cpu_seconds=used.cpu_seconds,
                    wall_seconds=event.seconds,
                    compile_seconds=event.compile_seconds,
                    peak_mb=used.peak_mb,
                )
                end = end or replace(
                    standing or End(False, count=count), stop_reason=event.reason, statistics=statistics
                )
                break
            if isinstance(event, Standing):
                standing = event.end
            if isinstance(event, Progress):
                nodes, count = max(nodes, event.nodes), count if event.count is None else event.count
            if isinstance(event, End):
                end = event
            else:
                yield event
            if not sent:
                sent = True
                yield Clock(running=False)
    except (EngineBroke, NoResources):
        raise
    except OurFault as fault:
        raise EngineBroke(str(fault), fault.details) from fault
    assert end is not None, "the engine's process ended its run without an End"
    yield end  # only now does its process wait for the next job
