"""The command that lists, follows and cancels the jobs of a service. Its requests are sent from a separate process."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from exactcover.cli import calling, remote, remote_tasks
from exactcover.model import defaults
from exactcover.model.errors import ANSWERED, InvalidInput
from exactcover.process.escaping import escaped
from exactcover.process.tables import table

STATES = ("QUEUED", "RUNNING", "CANCELLING", "SUCCEEDED", "FAILED", "CANCELLED")


def jobs(
    job: Annotated[str, typer.Argument(metavar="[ID]", help="One job; without it, the latest ones.")] = "",
    follow: Annotated[bool, typer.Option("--follow", help="Show its events until it has ended.")] = False,
    cancel: Annotated[bool, typer.Option("--cancel", help="Cancel it.")] = False,
    state: Annotated[str, typer.Option(metavar="STATE", help="Only jobs in this state.")] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=500, help="How many to list.")] = 20,
    server: Annotated[str, typer.Option(remote.OPTION, metavar="URL", help="The service.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """List the jobs of a service, or show, follow or cancel one."""
    if (follow or cancel) and not job:
        raise InvalidInput("--follow and --cancel need a job; expected its id")
    if follow and cancel:
        raise InvalidInput("--follow and --cancel cannot be combined; expected one of them")
    if state and state.upper() not in STATES:
        raise InvalidInput(f"the state is {state!r}; expected one of {', '.join(STATES)}")
    at = remote.server_at(server) if server else remote.named() or remote.server_at(defaults.SERVER_URL)
    action = "follow" if follow else "cancel" if cancel else ""
    steps = list[Any]()
    for step in calling.values(remote_tasks.jobs_by, (at, job, action, state.upper(), limit)):
        if isinstance(step, dict) and "event" in step:
            print(json.dumps(step) if as_json else escaped(_event(step)), flush=True)
        else:
            steps.append(step)
    (result,) = steps
    if as_json:
        print(json.dumps(result if job else {"schema": 1, "task": "jobs", "jobs": result}))
    elif job:
        print("\n".join(_of_one(result)))
    else:
        rows = [[escaped(str(cell)) for cell in _row(each)] for each in result]
        print(table(("job", "state", "answer", "task", "submitted", "puzzle"), rows))
    return ANSWERED


def _row(job: Mapping[str, Any]) -> list[Any]:
    submitted = _clock(job.get("submitted_at"))
    return [job["id"], job["state"], job["status"] or "", job["task"], submitted, job["title"][:60]]


def _clock(seconds: Any) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds)) if isinstance(seconds, int | float) else ""


def _event(event: Mapping[str, Any]) -> str:
    """Return an event as a line for people."""
    rest = {
        key: value for key, value in event.items() if key not in ("event", "at", "unit") and value not in (None, "")
    }
    return " ".join([str(event["event"]), *(f"{key}={value}" for key, value in rest.items())])


def _of_one(job: Mapping[str, Any]) -> list[str]:
    """Return a job as lines for people."""
    lines = [f"job {job['id']}: {job['task']} {job['title']}".rstrip(), f"state: {job['state']}"]
    answer, problem = job["answer"], job["problem"]
    if answer is not None:
        lines.append(f"answer: {answer['status']}" + (", known from an earlier job" if job["cached"] else ""))
        for key in ("count", "classes", "cost", "bound", "evidence", "stop_reason"):
            if answer[key] is not None:
                lines.append(f"{key}: {answer[key]}")
    if problem is not None:
        lines.append(f"problem: {problem.get('detail', '')}")
    if job["solutions"]:
        lines.append(f"solutions kept: {job['solutions']}")
    for key in ("submitted_at", "started_at", "finished_at"):
        if job[key] is not None:
            lines.append(f"{key.removesuffix('_at')}: {_clock(job[key])}")
    return list(map(escaped, lines))
