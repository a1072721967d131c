"""A Ray cluster that is slow to come up, whose node ends meanwhile, or that does not come up: without Ray itself."""

from __future__ import annotations

import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from exactcover.cluster import starting, sweeper
from exactcover.cluster.executor import WorkBroke

SLEEPS = "import time; print('up', flush=True); time.sleep(600)"
SERVICES = ("start_raylet", "get_node")


def node_of(folder: Path) -> subprocess.Popen[str]:
    """A process that stands for a node: it has the folder in its command line."""
    node = subprocess.Popen([sys.executable, "-c", SLEEPS, str(folder)], stdout=subprocess.PIPE, text=True)
    assert node.stdout is not None
    assert node.stdout.readline() == "up\n"
    return node


def services_of(get_node: Callable[..., str], node: Any = None) -> SimpleNamespace:
    """What stands for Ray's services: `start_raylet` keeps what it was told."""
    told = dict[str, Any]()

    def start_raylet(node_id: str, session_dir: str, **named: Any) -> SimpleNamespace:
        told.update(named)
        return SimpleNamespace(process=node)

    return SimpleNamespace(start_raylet=start_raylet, get_node=get_node, told=told)


def test_what_is_left_of_a_late_cluster_is_ended() -> None:
    """Where Ray gives a start up, what it had started is killed, the folder is removed, and a sentence says why."""
    folders, left = list[Path](), list[subprocess.Popen[str]]()

    def begin(folder: Path) -> None:
        folders.append(folder)
        left.append(node_of(folder))
        raise RuntimeError("The current node timed out during startup.")

    with pytest.raises(WorkBroke, match="Ray was not up after 300 seconds; expected a machine"):
        starting.started(begin)
    assert left[0].wait(60) == -signal.SIGKILL
    assert not folders[0].exists()


def test_a_cluster_whose_node_ends_is_started_again() -> None:
    """A start whose node ended has its remains killed, and there is another; the third is the last."""
    folders, left = list[Path](), list[subprocess.Popen[str]]()

    def begin(folder: Path) -> None:
        folders.append(folder)
        left.append(node_of(folder))
        if len(folders) != 2:
            raise starting.NodeEnded

    sweeping = starting.started(begin)
    assert (len(folders), folders[0].exists(), folders[1].exists()) == (2, False, True)
    sweeper.give_up(sweeping, folders[1])
    with pytest.raises(WorkBroke, match="Ray's node ended 3 times while it started"):
        starting.started(begin)
    assert [each.wait(60) for each in left] == [-signal.SIGKILL] * 5
    assert not any(folder.exists() for folder in folders)


def test_nobody_else_reaches_the_folders_of_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray opens its folders to all users; they are inside a folder that only this one may enter."""
    modes: list[tuple[int, bool]] = []

    def init(**settings: Any) -> None:
        outer = Path(settings["_temp_dir"]).parent
        modes.append((stat.S_IMODE(outer.stat().st_mode), outer.name.startswith("xc-")))

    services = SimpleNamespace(**dict.fromkeys(SERVICES))
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init, _private=SimpleNamespace(services=services)))
    for name in starting.TOKEN:
        monkeypatch.setenv(name, "")
    sweeper.dismiss(starting.start(1))
    assert modes == [(0o700, True)]


def test_what_ray_refuses_otherwise_is_told() -> None:
    """What goes wrong in another way keeps its name; the folder is removed."""
    folders = list[Path]()

    def begin(folder: Path) -> None:
        folders.append(folder)
        raise ValueError("no such thing")

    with pytest.raises(ValueError, match="no such thing"):
        starting.started(begin)
    assert [folder.exists() for folder in folders] == [False]


def test_a_node_is_waited_for() -> None:
    """A node that comes up late is one; where none comes up, that is told after the time that there was."""
    asked = list[str]()

    def get_node(name: str) -> str:
        asked.append(name)
        if name == "none" or len(asked) < 4:
            raise RuntimeError("no such node")
        return "a node"

    services = services_of(get_node)
    before = [getattr(services, name) for name in SERVICES]
    with starting.patience(services, 60.0):
        assert services.get_node("one") == "a node"
    assert asked == ["one"] * 4
    with starting.patience(services, 0.0), pytest.raises(RuntimeError, match="no such node"):
        services.get_node("none")
    assert [getattr(services, name) for name in SERVICES] == before


def test_a_node_that_has_ended_is_not_waited_for(tmp_path: Path) -> None:
    """A node is told the ports of its agents, for it ends where they are slow to find some; that it ended is told at once."""
    node = node_of(tmp_path)
    asked = list[str]()

    def get_node(name: str) -> str:
        asked.append(name)
        if len(asked) == 3:
            node.kill()
            node.wait(60)
        raise RuntimeError("no such node")

    services = services_of(get_node, node)
    with starting.patience(services, 1e6):
        services.start_raylet("0a", session_dir=tmp_path, metrics_agent_port=0, head=True)
        assert services.told["head"]
        assert (tmp_path / f"{starting.READ}_0a").read_text() == str(services.told[starting.READ])
        assert len({services.told[name] for name in starting.AGENTS} - {0}) == len(starting.AGENTS)
        with pytest.raises(starting.NodeEnded):
            services.get_node("one")
    assert len(asked) == 3


def test_ports_that_are_taken_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two ports of which one is listened on, the other is free."""
    with socket.socket() as listener:
        listener.bind(("", 0))
        listener.listen()
        taken = listener.getsockname()[1]
        monkeypatch.setattr(starting, "LOWEST_PORT", taken)
        monkeypatch.setattr(starting, "HIGHEST_PORT", taken + 50)
        monkeypatch.setattr(starting, "PORT_LOOKS", 50)
        assert taken not in starting.free_ports(50)
