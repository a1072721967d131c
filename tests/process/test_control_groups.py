"""A child in a control group takes no more than its run may, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import tests
from exactcover.model.answer import Limits
from exactcover.process import isolation, parent
from exactcover.process.control_groups import (
    MOST_PROCESSES,
    SLACK_MB,
    ControlGroup,
    ControlGroups,
    control_groups,
    hierarchies,
)
from exactcover.process.messages import Call, Stopped
from exactcover.process.process_pool import ProcessPool
from tests.process import compromised

with control_groups() as own_groups:
    LIMITED = own_groups is not None and own_groups.limited
needs_groups = pytest.mark.skipif(not LIMITED, reason="this process may make no control group that limits memory")
"""Who may make a control group is the machine's affair, so these may be skipped anywhere."""

VERSION_1 = """
tmpfs /sys/fs/cgroup tmpfs rw 0 0
cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0
cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0
cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0
""".strip()
VERSION_2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0"


def ready() -> None:
    """Nothing is needed."""


def test_the_hierarchies_of_version_2_are_one() -> None:
    """The folder is the mount's and the process's path in it."""
    here = hierarchies(VERSION_2, "0::/system.slice/exactcover.service\n")
    assert here == [Path("/sys/fs/cgroup/system.slice/exactcover.service")]


def test_the_hierarchies_of_version_1_are_those_of_memory_and_of_processes() -> None:
    """Others, of processors, are left alone; each has its path."""
    own = "9:name=systemd:/\n4:memory:/a/b\n3:pids:/\n1:cpu,cpuacct:/\n0::/\n"
    assert hierarchies(VERSION_1, own) == [Path("/sys/fs/cgroup/memory/a/b"), Path("/sys/fs/cgroup/pids")]


def described(folder: Path) -> tuple[str, str]:
    """Return what /proc says if a folder is the root of a hierarchy of version 2."""
    (folder / "mounts").write_text(f"cgroup2 {folder} cgroup2 rw 0 0\n")
    (folder / "own").write_text("0::/\n")
    return str(folder / "mounts"), str(folder / "own")


def test_controllers_are_handed_on_in_version_2(tmp_path: Path) -> None:
    """Those of memory and of processes, of all that there are."""
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu io memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    with control_groups(*described(tmp_path)) as groups:
        assert groups is not None
        assert groups.folders == (tmp_path / f"exactcover-{os.getpid()}",)
        assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_no_group_is_made_in_a_folder_that_belongs_to_others(tmp_path: Path) -> None:
    """A hierarchy that is not there, or may not be written to, is none."""
    places = described(tmp_path)
    Path(places[1]).write_text("0::/not/there\n")
    with control_groups(*places) as groups:
        assert groups is None


@pytest.mark.parametrize(("name", "unlimited"), [("memory.max", "max"), ("memory.limit_in_bytes", "-1")])
def test_memory_is_bounded_in_both_versions(tmp_path: Path, name: str, unlimited: str) -> None:
    """By the limit of the run and what may go beyond it; a run without a limit has no bound."""
    group = ControlGroup((tmp_path / "1",))
    bound = tmp_path / "1" / name
    bound.touch()
    group.limit(100)
    assert int(bound.read_text()) == (100 + SLACK_MB) << 20
    group.limit(None)
    assert bound.read_text() == unlimited


@pytest.mark.parametrize("name", ["memory.events", "memory.oom_control"])
def test_only_kills_since_the_limit_was_set_count(tmp_path: Path, name: str) -> None:
    """A child that is used again does not pay for its last run."""
    group = ControlGroup((tmp_path / "1",))
    (tmp_path / "1" / name).write_text("oom 3\noom_kill 2\n")
    group.limit(100)
    assert not group.ran_out_of_memory()
    (tmp_path / "1" / name).write_text("oom 3\noom_kill 3\n")
    assert group.ran_out_of_memory()


@pytest.fixture
def groups() -> Iterator[ControlGroups]:
    """The groups of this process."""
    with control_groups() as groups:
        assert groups is not None
        yield groups


@pytest.fixture
def grouped(pool: ProcessPool, tmp_path: Path, groups: ControlGroups) -> Iterator[ProcessPool]:
    """A pool of isolated children with groups."""
    own = isolation.isolation(tmp_path, tmp_path, tuple(tests.__path__), groups)
    pool.isolation = replace(own, writable=(*own.writable, str(tmp_path)))
    yield pool
    pool.end()


def gone(process: int) -> bool:
    """Return whether a process has ended, within a generous time."""
    deadline = time.monotonic() + 60
    while Path(f"/proc/{process}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not Path(f"/proc/{process}").exists()


@needs_groups
def test_a_process_that_escapes_ends_with_the_child(grouped: ProcessPool, tmp_path: Path) -> None:
    """Though it left the child's session, and its parent has ended."""
    call = Call(compromised.outcomes, ([(compromised.outlived, (str(tmp_path / "number"),))],))
    list(parent.run(grouped, call, Limits(), grace=60.0))
    escaped = int((tmp_path / "number").read_text())
    assert Path(f"/proc/{escaped}").exists()
    grouped.end()
    assert gone(escaped)


@needs_groups
def test_memory_that_nobody_watches_is_bounded(grouped: ProcessPool) -> None:
    """A process that the child starts has no memory beyond the group's; the run ends for its memory, not as a fault."""
    call = Call(compromised.filling, (3 * SLACK_MB,))
    last = list(parent.run(grouped, call, Limits(memory=200), grace=60.0))[-1]
    assert isinstance(last, Stopped)
    assert last.reason == "memory"


@needs_groups
def test_processes_are_bounded(grouped: ProcessPool) -> None:
    """No child starts processes without end."""
    call = Call(compromised.outcomes, ([(compromised.multiplied, (2 * MOST_PROCESSES,))],))
    (attempt,) = [each for each in parent.run(grouped, call, Limits(), grace=60.0) if isinstance(each, str)]
    assert "BlockingIOError" in attempt


@needs_groups
def test_what_a_dead_process_left_behind_is_ended(groups: ControlGroups) -> None:
    """A group of a server that was killed, with a process in it, is gone once another has started."""
    program = (
        "import os, subprocess, sys\n"
        "from exactcover.process.control_groups import control_groups\n"
        "with control_groups() as groups:\n"
        "    group = groups.new()\n"
        "    left = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], stdout=-3, stderr=-3)\n"
        "    group.add(left.pid)\n"
        "    print(left.pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    left = int(killed.stdout)
    assert Path(f"/proc/{left}").exists()
    with control_groups():
        assert gone(left)
