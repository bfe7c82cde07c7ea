"""A disk on which there is no room: no command ends well, half a file is never left, an old one stays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.every_command import CALLS, SERVERS, write_sources
from tests.scenes import street
from viewer.cli import COMMANDS, main
from viewer.cli.terminal import Status

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such small disks")
PAGE = 4096
SHARES = (1, 10, 50, 99)
OLD = b"what was there before"


def sizes(path: Path) -> list[int]:
    """Return the sizes of a file or of the files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return [each.stat().st_size for each in files if each.is_file()]


class Disk:
    """A folder with little room: a file system in memory, or a limit to the size of files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mount = ["/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
        self.is_mounted = (
            os.geteuid() == 0
            and Path("/bin/mount").exists()
            and (subprocess.run(mount, check=False, capture_output=True).returncode == 0)
        )

    def run(self, words: list[str], full: list[int], share: int, taken: int = 0) -> int:
        """Run a command where there is room for a share of what it writes in full, in percent."""
        import resource  # noqa: PLC0415 - not on Windows

        if self.is_mounted and sum(full) > PAGE:
            pages = sum(-(-size // PAGE) for size in full)
            room = max(min(pages * share // 100, pages - 1), 1) * PAGE + taken
            options = f"remount,size={room}"
            subprocess.run(["/bin/mount", "-o", options, str(self.folder)], check=True, capture_output=True)
            return main(words)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (max(max(full) * share // 100, 1), hard))
        try:
            return main(words)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    def close(self) -> None:
        if self.is_mounted:
            subprocess.run(["/bin/umount", "--lazy", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    (tmp_path / "disk").mkdir()
    disk = Disk(tmp_path / "disk")
    yield disk
    disk.close()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A recording that is long enough for files of several pages, in a folder with a metric."""
    folder = tmp_path / "folder"
    folder.mkdir()
    write_sources(folder)
    return street(200).save(folder / "street.log")


def left(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.written])
def test_what_finds_no_room_is_an_error_and_leaves_no_half_file(
    name: str, log: Path, disk: Disk, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    call = CALLS[name]
    if not call.possible:
        pytest.skip("the extra is not installed")
    whole = tmp_path / "whole"
    whole.mkdir()
    assert main(call.filled(log, whole)) == Status.FINE
    full = sizes(whole / call.written)
    for share in SHARES:
        capfd.readouterr()
        status = disk.run(call.filled(log, disk.folder), full, share)
        told = capfd.readouterr().err
        assert status == Status.WRONG_USAGE, (share, told)
        assert "No space left on device" in told or "File too large" in told, share
        assert str(disk.folder) in told, "it says where"
        assert call.written == "kept" or not left(disk.folder) - {"kept"}, share
        shutil.rmtree(disk.folder / "kept", ignore_errors=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if "--force" not in call.words])
def test_what_was_there_before_stays(name: str, log: Path, disk: Disk, tmp_path: Path) -> None:
    call = CALLS[name]
    if not call.written or not call.possible or call.words[0] in ("metrics", "library"):
        pytest.skip("it writes beside what is there, or where it is missing")
    whole = tmp_path / "whole"
    whole.mkdir()
    assert main(call.filled(log, whole)) == Status.FINE
    full, target = sizes(whole / call.written), disk.folder / call.written
    is_folder = (whole / call.written).is_dir()
    if is_folder:
        target.mkdir()
    old = target / next((whole / call.written).iterdir()).name if is_folder else target
    old.write_bytes(OLD)
    force = [] if call.words[0] in ("render", "events") else ["--force"]
    assert disk.run([*call.filled(log, disk.folder), *force], full, 50, PAGE) == Status.WRONG_USAGE
    assert old.read_bytes() == OLD
    assert left(disk.folder) == {target.name}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", sorted({*COMMANDS} - SERVERS - {"render"}))
def test_output_that_cannot_be_printed_is_an_error(
    command: str, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
) -> None:
    call = next(call for call in CALLS.values() if call.words[0] == command)
    if not call.possible:
        pytest.skip("the extra is not installed")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(call.filled(log, tmp_path)) == Status.WRONG_USAGE
    told = "the output cannot be written: No space left on device. Make room there, or name another place.\n"
    assert capfd.readouterr().err.endswith(told)
