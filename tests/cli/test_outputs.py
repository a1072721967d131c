"""Files that answers are written to: whole or not at all, with the permissions and links that were there."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactcover import cli
from exactcover.files.exports import written
from exactcover.files.outputs import Output
from exactcover.model.errors import InvalidInput


@pytest.fixture
def mask() -> Iterator[None]:
    """Set the umask to 027 for a test."""
    before = os.umask(0o027)
    yield
    os.umask(before)


def write(path: Path, content: bytes = b"new") -> None:
    """Write a whole output."""
    with Output(path) as output:
        output.write(content)


def mode(path: Path) -> int:
    """Return the permission bits of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_file_appears_when_the_block_ends(tmp_path: Path) -> None:
    """Nothing is under the name until all is written; then all of it is, and nothing else is in the folder."""
    path = tmp_path / "a.json"
    with Output(path) as output:
        output.write(b"one ")
        assert not path.exists()
        output.write(b"two")
    assert path.read_bytes() == b"one two"
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.parametrize("ending", [ValueError, KeyboardInterrupt, None])
def test_existing_file_stays_when_the_run_fails(tmp_path: Path, ending: type[BaseException] | None) -> None:
    """A block that fails, is interrupted or leaves the file out keeps what was there, and leaves no other file."""
    path = tmp_path / "a.json"
    path.write_text("old")
    try:
        with Output(path) as output:
            output.write(b"half")
            if ending is not None:
                raise ending
            output.leave_out()
    except (ValueError, KeyboardInterrupt):
        pass
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.usefixtures("mask")
def test_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    """A new file gets what any program's new file gets."""
    write(tmp_path / "a.json")
    assert mode(tmp_path / "a.json") == 0o640


@pytest.mark.usefixtures("mask")
def test_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    """A file that only its owner may read stays so when it is replaced."""
    path = tmp_path / "a.json"
    path.write_text("old")
    path.chmod(0o600)
    write(path)
    assert (path.read_bytes(), mode(path)) == (b"new", 0o600)


def test_link_stays_a_link(tmp_path: Path) -> None:
    """What a link points to is replaced, in its own folder; the link stays."""
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.json"
    link.symlink_to("there/a.json")
    for content in (b"made", b"replaced"):
        write(link, content)
        assert link.is_symlink()
        assert (tmp_path / "there" / "a.json").read_bytes() == content
    assert os.listdir(tmp_path / "there") == ["a.json"]


def test_concurrent_writers_leave_one_whole_file(tmp_path: Path) -> None:
    """Of many who write the same name at once one wins, and its file is whole."""
    path = tmp_path / "a.json"
    contents = [bytes([65 + k]) * 100_000 for k in range(8)]
    threads = [threading.Thread(target=write, args=(path, content)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in contents
    assert os.listdir(tmp_path) == ["a.json"]


def test_long_name_can_be_written(tmp_path: Path) -> None:
    """A name as long as the system allows is no longer while it is being written."""
    path = tmp_path / ("n" * 250 + ".json")
    write(path)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing/a.json", r"missing/a.json cannot be written \(no such file or directory\); expected a file"),
        ("file/a.json", r"file/a.json cannot be written \(not a directory\); expected a file"),
        (".", r"is a folder; expected the name of a file$"),
        ("n" * 300, r"cannot be written \(file name too long\); expected a file"),
    ],
)
def test_unwritable_names_are_refused_at_once(tmp_path: Path, name: str, sentence: str) -> None:
    """A name that cannot be written is refused before the work begins, in one sentence."""
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match=sentence):
        Output(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == ["file"]


def test_device_is_written_in_place() -> None:
    """A device is written to and stays one; one that is full is one sentence."""
    write(Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
    with pytest.raises(InvalidInput, match=r"/dev/full cannot be written \(no space left on device\)"):
        write(Path("/dev/full"))


def test_pipe_is_written_in_place(tmp_path: Path) -> None:
    """A named pipe is written to and stays one; each write reaches its reader at once."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with Output(path) as output:
        output.write(b"first")
        assert os.read(reader, 100) == b"first"
    os.close(reader)
    assert path.is_fifo()


def test_reader_that_goes_is_a_broken_pipe(tmp_path: Path) -> None:
    """A pipe whose reader goes is a BrokenPipeError, which ends the command line quietly."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    output = Output(path)
    os.close(reader)
    with pytest.raises(BrokenPipeError):
        output.write(b"unread")
    with pytest.raises(BrokenPipeError), output:  # what was not taken is tried again when the file is closed
        pass


def fail_while_writing(path: Path) -> None:
    """Leave something unwritten in a full device's buffer, then fail for another reason."""
    with Output(path) as output:
        output.file.write(b"kept in the buffer")
        raise ZeroDivisionError


def test_unknown_fault_is_not_hidden_by_the_file() -> None:
    """A fault in the block is what is raised, also where closing the file fails after it."""
    with pytest.raises(ZeroDivisionError):
        fail_while_writing(Path("/dev/full"))


def test_unfinished_files_of_killed_processes_are_removed(tmp_path: Path) -> None:
    """The next file written to a folder removes what a killed process left, and nothing that somebody still writes."""
    leave_unfinished(tmp_path)
    with Output(tmp_path / "slow.json") as slow:
        slow.write(b"one ")
        with Output(tmp_path / "fast.json") as fast:
            fast.write(b"two")
        slow.write(b"whole")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "slow.json": "one whole",
        "fast.json": "two",
    }


def leave_unfinished(folder: Path) -> None:
    """Kill a process that writes a file to a folder."""
    killed = "import os, signal, sys; from pathlib import Path; from exactcover.files.outputs import Output;"
    killed += "Output(Path(sys.argv[1])).write(b'half'); os.kill(os.getpid(), signal.SIGKILL)"
    subprocess.run([sys.executable, "-c", killed, str(folder / "killed.json")], check=False)
    assert len(list(folder.iterdir())) == 1


def test_an_export_without_a_file_is_printed(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Without -o standard output has what the file has, and nothing else; a problem and its proof need a name."""
    assert cli.main(["export", "soma", "--to", "mps", "-o", str(tmp_path / "e.mps")]) == 0
    assert cli.main(["export", "soma", "--to", "mps"]) == 0
    assert capfdbinary.readouterr() == ((tmp_path / "e.mps").read_bytes(), b"")
    for device in ([], ["-o", "/dev/stdout"], ["-o", "/dev/fd/1"]):
        assert cli.main(["export", "soma", "--to", "veripb", "--certificate", "none.json", *device]) == 2
        told = b"exactcover: veripb is several files, STEM.opb, STEM.pbp and others; expected -o STEM\n"
        assert capfdbinary.readouterr() == (b"", told)


def test_an_export_never_overwrites_its_certificate(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A stem whose files would replace the certificate is refused, and the certificate stays; another stem is written."""
    path = tmp_path / "parity.json"
    assert cli.main(["prove", "14-15-puzzle", "-o", str(path), "--quiet"]) == 0
    before = path.read_bytes()
    export = ["export", "14-15-puzzle", "--certificate", str(path), "--to", "states", "-o"]
    capfdbinary.readouterr()
    assert cli.main([*export, str(tmp_path / "parity")]) == 2
    told = f"exactcover: states writes {path}, which is the certificate; expected -o with another STEM\n"
    assert capfdbinary.readouterr() == (b"", told.encode())
    assert path.read_bytes() == before
    assert cli.main([*export, str(tmp_path / "y")]) == 0
    script = [sys.executable, str(tmp_path / "y.py")]
    usage = subprocess.run(script, capture_output=True, text=True, check=False)
    assert usage.returncode == 1
    assert "python3 SCRIPT PUZZLE" in usage.stderr


def test_an_export_that_is_cut_short_says_so_beside_it(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """What was printed of a model that was cut short ends in no sentence; that is on standard error."""
    assert cli.main(["export", "packing", "board=400x400", "pieces=I2,I3", "--to", "lp", "--time-limit", "0.01"]) == 3
    printed, told = capfdbinary.readouterr()
    assert b"UNKNOWN" not in printed
    assert told == b"UNKNOWN: export was stopped by the time limit and has no result\n"


@pytest.mark.parametrize("to", [*written.MODELS, *written.PUZZLES])
def test_exports_take_the_endings_of_their_format(to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each format takes its endings, in capitals and packed too, and a name or a device without one."""
    names = ["e", "e.gz", *(f"a.b/e{ending}{gz}" for ending in written.ENDINGS[to] for gz in ("", ".gz"))]
    names += [name.upper() for name in names]
    (tmp_path / "a.b").mkdir()
    (tmp_path / "A.B").mkdir()
    for name in names:
        assert cli.main(["export", "soma", "--to", to, "-o", str(tmp_path / name)]) == 0
        packed = name.lower().endswith(".gz")
        assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b") == packed
    assert cli.main(["export", "soma", "--to", to, "-o", "/dev/null"]) == 0
    assert capsys.readouterr() == ("", "")
