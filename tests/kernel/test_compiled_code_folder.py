"""The folder of compiled code: a digest of all sources, never taken from a process that uses it, cleared when old."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from exactcover.kernel import cache_folder
from exactcover.kernel.library import KERNELS, digest_of_sources
from tests.commands import until

TWO_MONTHS = 60 * 86_400.0
HOLD = """
import sys
from pathlib import Path
from exactcover.kernel import cache_folder

print(cache_folder.compiled_code_folder(Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""


def waits_for_a_lock(process: int) -> bool:
    """Return whether a process waits for a lock that another holds."""
    locks = (line.split() for line in Path("/proc/locks").read_text().splitlines())
    return any(words[1] == "->" and words[5] == str(process) for words in locks)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder of kernels, one of them in a folder of its own."""
    (tmp_path / "covers").mkdir()
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "bits.py").write_text("ONE = 1\n")
    (tmp_path / "covers" / "search.py").write_text("TWO = 2\n")
    return tmp_path


@contextmanager
def held(sources: Path) -> Iterator[Path]:
    """Another process that uses the folder for these sources; yields the folder."""
    command = [sys.executable, "-c", HOLD, str(sources)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Path(process.stdout.readline().strip())
        process.stdin.close()
        assert process.wait() == 0


def aged(folder: Path) -> Path:
    """A folder as if it had last been used two months ago."""
    then = time.time() - TWO_MONTHS
    os.utime(folder / "in-use", (then, then))
    return folder


def test_without_locks_and_user_numbers_the_users_folder_is_used_and_kept(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system like Windows the cache is in the user's folder, and what cannot be locked is never removed."""
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.delattr(os, "getuid")
    monkeypatch.setattr(cache_folder, "LOCKS", False)
    folder = cache_folder.compiled_code_folder(sources)
    assert folder.parent == home / "exactcover"
    (folder / "in-use").touch()
    cache_folder.remove_unused(aged(folder).parent)
    assert folder.is_dir()
    monkeypatch.setattr(cache_folder, "LOCKS", True)
    cache_folder.remove_unused(folder.parent)
    assert not folder.exists()


def test_the_digest_is_of_every_file_in_every_folder(sources: Path) -> None:
    """A kernel edited, moved, renamed, added or removed in a subfolder has another digest; the same sources the same."""
    digests = [digest_of_sources(sources)]
    search = sources / "covers" / "search.py"
    search.write_text("TWO = 3\n")
    digests.append(digest_of_sources(sources))
    moved = search.rename(sources / "search.py")
    digests.append(digest_of_sources(sources))
    renamed = moved.rename(sources / "covers" / "look.py")
    digests.append(digest_of_sources(sources))
    (sources / "covers" / "more.py").write_text("")
    digests.append(digest_of_sources(sources))
    renamed.unlink()
    digests.append(digest_of_sources(sources))
    assert len(set(digests)) == len(digests)
    (sources / "covers" / "more.py").unlink()
    search.write_text("TWO = 2\n")
    assert digest_of_sources(sources) == digests[0]


def test_contents_do_not_run_into_names(sources: Path) -> None:
    """Text moved from the end of one file to the start of the next gives another digest."""
    (sources / "a.py").write_text("x\n")
    (sources / "b.py").write_text("y\n")
    before = digest_of_sources(sources)
    (sources / "a.py").write_text("x\ny\n")
    (sources / "b.py").write_text("")
    assert digest_of_sources(sources) != before


def test_the_kernels_themselves_are_all_digested() -> None:
    """The folder in use is named after the digest of the kernels' own files, those in subfolders among them."""
    here = KERNELS
    assert len(list(here.rglob("*.py"))) > len(list(here.glob("*.py"))) + 10
    assert cache_folder.compiled_code_folder(here).name == f"numba-{digest_of_sources(here)}"


def test_a_folder_that_another_process_uses_stays(sources: Path) -> None:
    """However old its mark, a folder that another process holds is not removed for newer sources; once released, it is."""
    with held(sources) as old:
        (aged(old) / "code.nbi").write_text("compiled")
        (sources / "bits.py").write_text("ONE = 2\n")
        newer = cache_folder.compiled_code_folder(sources)
        assert newer != old
        assert (old / "code.nbi").exists()
    (sources / "bits.py").write_text("ONE = 3\n")
    cache_folder.compiled_code_folder(sources)
    assert not old.exists()
    assert newer.exists()


def test_a_folder_used_this_month_stays(sources: Path) -> None:
    """A folder that nobody uses now but somebody used lately is kept, and one without a mark is not ours to remove."""
    with held(sources) as lately:
        pass
    strange = lately.with_name("numba-of-somebody")
    strange.mkdir()
    (sources / "bits.py").write_text("ONE = 2\n")
    cache_folder.compiled_code_folder(sources)
    assert lately.exists()
    assert strange.exists()


def test_using_a_folder_again_makes_it_young(sources: Path) -> None:
    """Whoever uses an old folder marks it, so that it is kept after that for a month."""
    with held(sources) as old:
        aged(old)
    with held(sources) as again:
        assert again == old
    (sources / "bits.py").write_text("ONE = 2\n")
    cache_folder.compiled_code_folder(sources)
    assert old.exists()


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({}, False),
        ({"NUMBA_CACHE_DIR": "/of/old/sources", "EXACTCOVER_COMPILED_CODE": "/of/old/sources"}, False),
        ({"EXACTCOVER_COMPILED_CODE": "/of/old/sources"}, False),
        ({"NUMBA_CACHE_DIR": "/of/the/user"}, True),
        ({"NUMBA_CACHE_DIR": "/of/the/user", "EXACTCOVER_COMPILED_CODE": "/of/old/sources"}, True),
    ],
)
def test_a_child_finds_its_own_folder(settings: dict[str, str], kept: bool) -> None:
    """A process takes the folder that a user names, but not one that an older process has told its children."""
    program = (
        "import os; from exactcover.kernel import cache_folder as c; c.choose(); print(os.environ['NUMBA_CACHE_DIR'])"
    )
    mine = {
        key: value for key, value in os.environ.items() if key not in ("NUMBA_CACHE_DIR", "EXACTCOVER_COMPILED_CODE")
    }
    run = subprocess.run(
        [sys.executable, "-c", program], env=mine | settings, capture_output=True, text=True, check=True
    )
    folder = run.stdout.strip()
    assert folder == settings.get("NUMBA_CACHE_DIR") if kept else Path(folder).name.startswith("numba-")


def test_a_folder_removed_while_it_is_marked_is_made_anew(sources: Path) -> None:
    """Who waits for a folder that is being removed makes it again, with a mark of its own that keeps it."""
    with held(sources) as old:
        pass
    with (old / "in-use").open("r+") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        command = [sys.executable, "-c", HOLD, str(sources)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as waiting:
            until(lambda: waits_for_a_lock(waiting.pid))
            shutil.rmtree(old)
            fcntl.flock(mark, fcntl.LOCK_UN)
            assert waiting.stdin is not None
            assert waiting.stdout is not None
            assert Path(waiting.stdout.readline().strip()) == old
            aged(old)
            cache_folder.remove_unused(old.parent)
            assert old.exists()
            waiting.stdin.close()
    cache_folder.remove_unused(old.parent)
    assert not old.exists()


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_folders_that_others_can_write_to_are_known(public_folder: Path, mode: int) -> None:
    """Others can write to a folder, or put another one in its place: its files are not ours, whoever made them."""
    shared, inside = public_folder / "shared", public_folder / "shared" / "code"
    inside.mkdir(parents=True)
    assert not cache_folder.is_writable_by_others(inside)
    shared.chmod(mode)
    sticky = bool(mode & stat.S_ISVTX)
    assert cache_folder.is_writable_by_others(shared)
    assert cache_folder.is_writable_by_others(inside) is not sticky
    assert cache_folder.is_writable_by_others(inside / "not" / "yet") is not sticky
    public_folder.chmod(0o700)
    assert not cache_folder.is_writable_by_others(inside)


def test_folders_of_another_user_are_not_ours(public_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder beside the sources belongs to another user: the user's own is taken, and only he may enter it."""
    sources = public_folder / "sources"
    beside = sources / "__pycache__"
    beside.mkdir(parents=True)
    (sources / "bits.py").write_text("ONE = 1\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(public_folder / "mine"))
    assert cache_folder.compiled_code_folder(sources).parent == beside
    if os.getuid():  # only root can give a folder away: others become another user
        monkeypatch.setattr(os, "getuid", lambda: 12345)
    else:
        os.chown(beside, 12345, 12345)
    before = os.umask(0)
    try:
        folder = cache_folder.compiled_code_folder(sources)
    finally:
        os.umask(before)
    assert folder.parent == public_folder / "mine" / "exactcover"
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, folder.parent, folder.parents[1])] == [0o700] * 3
