"""The sweeper ends what a killed driver's cluster left, and only that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from exactcover.cluster import sweeper
from tests.commands import runs, until

DRIVER = """
import subprocess, sys, time
from pathlib import Path
from exactcover.cluster import sweeper
sweeper.start(Path(sys.argv[1]))
left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(left.pid, flush=True)
time.sleep(600)
"""


def test_what_a_killed_driver_leaves_is_ended(tmp_path: Path) -> None:
    """A process of the driver's session ends, and the folder goes, when the driver is killed and not before."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    command = [sys.executable, "-c", DRIVER, str(folder)]
    driver = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert driver.stdout is not None
    left = int(driver.stdout.readline())
    assert runs(left)
    assert folder.exists()
    driver.kill()
    driver.communicate()
    until(lambda: not runs(left) and not folder.exists())


def test_a_driver_that_closes_its_cluster_is_left_alone(tmp_path: Path) -> None:
    """A sweeper that is dismissed removes the folder, and ends nothing."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    sweeper.dismiss(sweeper.start(folder))
    assert not folder.exists()
    assert other.poll() is None
    other.kill()
    other.wait()
