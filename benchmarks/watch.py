"""Starts one measured process, watches its CPU seconds and its memory, and ends it when it exceeds a limit.

The limit is on CPU seconds after `ready`, so that a busy machine changes no answer; wall time has a generous limit of
its own. Not here: what the process does (child.py), and whether its answer is right (grid.py).
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

LOOK_SECONDS = 0.05
GRACE_SECONDS = 1.0
START_SECONDS = 600.0
WALL_OVER_CPU = 10.0
ROOT = Path(__file__).parent.parent


def measured(case: str, engine: str, seconds: float, megabytes: float) -> dict[str, Any]:
    """Run one case with one engine in its own process and return its report, or why it was ended.

    Keys: `status` (answered, unknown, not able, skipped, broke) and those of a Measurement.
    """
    reading, writing = os.pipe()
    words = [case, engine, str(seconds), str(megabytes), str(writing)]
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.child", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            pass_fds=(writing,),
            env=os.environ | {"PYTHONPATH": paths},
        )
        os.close(writing)
        try:
            report = _told(child, reading, seconds, megabytes)
        finally:
            child.kill()
            child.wait()
            os.close(reading)
        if report is None:
            errors.seek(0)
            lines = errors.read().decode(errors="replace").strip().splitlines()
            last = lines[-1] if lines else "it said nothing"
            report = {"status": "broke", "reason": f"ended with status {child.returncode}: {last}"}
    if "status" not in report:  # node reports no status
        report["status"] = "answered"
    return report


def _told(child: subprocess.Popen[bytes], reading: int, seconds: float, megabytes: float) -> dict[str, Any] | None:
    """Return the child's last report, or its progress when it exceeded a limit; None if it broke."""
    started = begun = time.monotonic()
    before: float | None = None
    peak, buffer = 0.0, b""
    while True:
        if select.select([reading], [], [], LOOK_SECONDS)[0]:
            piece = os.read(reading, 1 << 16)
            if not piece:
                return None
            buffer += piece
            while b"\n" in buffer:
                line, _, buffer = buffer.partition(b"\n")
                report: dict[str, Any] = json.loads(line)
                if "ready" not in report:
                    return report
                begun, before = time.monotonic(), _usage(child.pid)[0]
        cpu, resident, highest = _usage(child.pid)
        if before is None:
            if time.monotonic() - started > START_SECONDS:
                return {"status": "broke", "reason": f"was not ready after {START_SECONDS:g} s"}
            continue
        peak = max(peak, highest)
        wall = time.monotonic() - begun
        over_time = cpu - before > seconds + GRACE_SECONDS or wall > seconds * WALL_OVER_CPU + GRACE_SECONDS
        if over_time or resident > megabytes:
            return {
                "status": "unknown",
                "stop": "memory" if resident > megabytes else "time",
                "cpu_seconds": cpu - before,
                "wall_seconds": wall,
                "peak_mb": peak,
            }


def _usage(process: int) -> tuple[float, float, float]:
    """Return the CPU seconds, the current and the peak megabytes of a process; zeros if the system has no /proc."""
    try:
        with open(f"/proc/{process}/stat") as file:
            ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
        with open(f"/proc/{process}/status") as file:
            sizes = dict(line.split(":", 1) for line in file if line.startswith(("VmRSS:", "VmHWM:")))
    except OSError:
        return 0.0, 0.0, 0.0
    held, most = (int(sizes.get(name, "0").split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return ticks / os.sysconf("SC_CLK_TCK"), held, most
