"""Forks in place of fresh interpreters: when they are made, what they inherit, and that they end like other children."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.commands import PATIENCE_SECONDS, environment, runs, until

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="forks only on Linux")

PROGRAM = """
import atexit, json, os, signal, sys, threading, time
from multiprocessing.connection import Connection
from exactcover.process import forking
from exactcover.process.child_process import ChildProcess

def serve(descriptor):
    connection = Connection(descriptor)
    atexit.register(lambda: connection.send("its own exit function"))
    what = connection.recv()
    if what == "fail":
        raise ValueError("it broke")
    if what == "sleep":
        time.sleep(600)
    connection.send({
        "descriptors": sorted(int(each) for each in os.listdir("/proc/self/fd")),
        "input": os.readlink("/proc/self/fd/0"), "output": os.readlink("/proc/self/fd/1"),
        "session": os.getsid(0) == os.getpid(), "threads": len(os.listdir("/proc/self/task")),
        "interrupt": signal.getsignal(signal.SIGINT) is signal.default_int_handler,
        "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), "nice": os.nice(0),
        "imported": "exactcover.process.child_process" in sys.modules,
    })

sys.modules["program"] = sys.modules["__main__"]
"""


def run(lines: str, *, check: bool = True) -> Any:
    """Run lines after the program, and return the JSON that they print."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM + lines], env=environment(), capture_output=True, text=True,
        timeout=PATIENCE_SECONDS, check=check,
    )  # fmt: skip
    return json.loads(ran.stdout)


@LINUX
def test_a_fork_leaves_everything_of_its_parent_behind() -> None:
    """It keeps its connection and the standard streams, in a new session with default handlers, and what was imported."""
    seen = run("""
forking.allow()
signal.signal(signal.SIGINT, lambda *_: None)
secret = open("/etc/hostname")
child = ChildProcess("child", "program:serve", "look", niceness=3, capture_errors=True, fork=True)
assert isinstance(child.process, forking.Fork)
seen = child.connection.recv()
last = child.connection.recv()
print(json.dumps([seen, last, child.process.wait(30)]))
""")
    about, last, status = seen
    listing = about.pop("descriptors")
    assert listing[:4] == [0, 1, 2, 3]
    assert len(listing) == 5  # the fifth is the listing's own
    assert about == {
        "input": "/dev/null", "output": "/dev/null", "session": True, "threads": 1, "interrupt": True, "blocked": [],
        "nice": 3 + os.nice(0), "imported": True,
    }  # fmt: skip
    assert last == "its own exit function"
    assert status == 0


@LINUX
def test_a_fork_that_breaks_ends_with_a_complaint() -> None:
    """Its last line on standard error is what its parent reports; nothing of the parent's runs in it."""
    complaint, status = run("""
forking.allow()
atexit.register(lambda: print("the parent's exit function", file=sys.stderr))
child = ChildProcess("child", "program:serve", "fail", capture_errors=True, fork=True)
child.process.wait()
print(json.dumps([child.complaint(), child.process.poll()]))
""")
    assert complaint == "the child ended with status 1: ValueError: it broke"
    assert status == 1


@LINUX
def test_a_fork_is_killed_and_interrupted_like_any_child() -> None:
    """A kill, an interruption that it does not handle and a wait that is too short come to what Popen makes of them."""
    assert run("""
import subprocess
forking.allow()
statuses = []
for number in (signal.SIGKILL, signal.SIGTERM):
    child = ChildProcess("child", "program:serve", "sleep", capture_errors=True, fork=True)
    assert child.alive()
    try:
        child.process.wait(0.05)
    except subprocess.TimeoutExpired:
        statuses.append("too short")
    child.process.send_signal(number)
    statuses.append(child.process.wait())
    child.process.send_signal(number)
    statuses.append(child.how_it_ended())
print(json.dumps(statuses))
""") == ["too short", -9, "was killed by SIGKILL", "too short", -15, "was killed by SIGTERM"]


@LINUX
def test_a_fork_dies_with_its_parent() -> None:
    """A parent that is killed leaves no fork."""
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            PROGRAM
            + """
forking.allow()
child = ChildProcess("child", "program:serve", "sleep", capture_errors=True, fork=True)
print(child.process.pid, flush=True)
time.sleep(600)
""",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert runs(child)
        parent.kill()
    until(lambda: not runs(child))


@LINUX
@pytest.mark.parametrize(
    ("lines", "forks"),
    [
        ("forking.allow()", True),
        ("", False),
        ("forking.allow(); threading.Thread(target=time.sleep, args=(60,), daemon=True).start()", False),
        ("forking.allow(); large = bytearray(b'x' * 200_000_000)", False),
    ],
    ids=["a small process of this program", "another program", "two threads", "a large process"],
)
def test_a_fork_is_made_only_where_it_is_safe(lines: str, forks: bool) -> None:
    """Another program, a second thread or much memory: an interpreter is started instead, and serves as well."""
    assert (
        run(f"""
{lines}
print(json.dumps(forking.is_possible()))
""")
        is forks
    )
