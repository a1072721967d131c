"""The measured process: `python -m benchmarks.child CASE ENGINE SECONDS MEGABYTES DESCRIPTOR`.

It builds the model, warms up, reports `ready`, runs once and reports its usage: CPU seconds of all threads, wall
seconds, and the peak memory between `ready` and the end (and, separately, the memory held by the interpreter and its
libraries before). The reports are two lines of JSON on the descriptor; the parent (watch.py) enforces the limits. Not
here: judging the answer.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import time
import traceback
from dataclasses import asdict
from typing import Any

from benchmarks.cases import CASES
from benchmarks.outcome import Action, NotAble, NotInstalled


def main(case_name: str, engine: str, seconds: str, megabytes: str, descriptor: str) -> None:
    """Run one case with one engine or peer; exit at once, without waiting for threads of native solvers."""
    _die_with_parent()
    number = int(descriptor)
    try:
        action = _ready(case_name, engine, float(seconds), float(megabytes), number)
        _say(number, _measured(action, number))
    except NotAble as reason:
        _say(number, {"status": "not able", "reason": str(reason)})
    except NotInstalled as reason:
        _say(number, {"status": "skipped", "reason": str(reason)})
    except MemoryError:
        _say(number, {"status": "unknown", "stop": "memory"})
    except Exception as fault:
        traceback.print_exc()
        _say(number, {"status": "broke", "reason": f"{type(fault).__name__}: {fault}"})
    os._exit(0)


def _ready(case_name: str, engine: str, seconds: float, megabytes: float, descriptor: int) -> Action:
    from benchmarks import own, peers
    from benchmarks.covers import langford
    from benchmarks.plain import plain

    case = next(case for case in CASES if case.name == case_name)
    if engine in own.OWN:
        return own.ready(engine, case, seconds, megabytes)
    given = plain(case.cover())
    peers.refuse(engine, given, case.task)
    if engine == "dancing-links":
        from benchmarks.peers import dancing_links

        dancing_links.become_node(given, case.task, descriptor)
    peer = peers.peer(engine)
    peer.ready(plain(langford(3)), case.task)()
    return peer.ready(given, case.task)


def _measured(action: Action, descriptor: int) -> dict[str, Any]:
    compiled = _compilations()
    gc.collect()
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # reset the peak memory
    resident = _megabytes("VmRSS")
    _say(descriptor, {"ready": True})
    wall, cpu = time.perf_counter(), time.process_time()
    outcome = action()
    spent = {"cpu_seconds": time.process_time() - cpu, "wall_seconds": time.perf_counter() - wall}
    report = asdict(outcome)
    report["status"] = "unknown" if outcome.answer is None else "answered"
    return report | spent | {"resident_mb": resident, "peak_mb": _megabytes("VmHWM"), "compiled": bool(compiled)}


def _compilations() -> list[str]:
    """Return a list that grows when numba compiles a function (not when it loads one from its cache)."""
    found: list[str] = []
    if "numba" not in sys.modules:
        return found
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, _: Any) -> None:
            found.append("compiled")

        def on_end(self, _: Any) -> None:
            """Nothing to record."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]
    return found


def _megabytes(name: str) -> float:
    """Return a figure of /proc/self/status; 0 if the system has none."""
    with contextlib.suppress(OSError), open("/proc/self/status") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
    return 0.0


def _say(descriptor: int, report: dict[str, Any]) -> None:
    os.write(descriptor, json.dumps(report).encode() + b"\n")


def _die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent dies; node inherits this."""
    if sys.platform == "linux":
        import ctypes
        import signal

        set_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)
        ctypes.CDLL(None).prctl(set_death_signal, int(signal.SIGKILL))


if __name__ == "__main__":
    main(*sys.argv[1:])
