"""No command holds a packet that it has nothing to do with, however large that is."""

from __future__ import annotations

import shlex
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.extras import need
from tests.recording import plain_reader
from tests.scenes import street
from viewer.cli.terminal import Status
from viewer.export.formats import FORMATS
from viewer.logfile import packets

SIZE = 400 << 20
MOST = 350 << 10
"""Kilobytes: what a command with the window needs, and less than the packet."""

_RUN = """
import re, resource, sys
from pathlib import Path
from viewer.cli import main
status = main(sys.argv[1:])
# Not ru_maxrss of the process itself: that counts the process, too, by which it was forked.
own = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(status, max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss), file=sys.stderr)
"""
_METRIC = """
from srunner.metrics.examples.basic_metric import BasicMetric

class Speeds(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        hero = log.get_ego_vehicle_id()
        print(log.get_actor_velocity(hero, 6), log.get_platform_time(6), log.get_vehicle_lights(hero, 6))
"""

COMMANDS = (
    "info FILE", "info --all FILE", "info --json FILE", "collisions FILE", "blocked FILE",
    "blocked --json FILE", "events FILE", "check FILE", "check FILE --repair new.log",
    "cut FILE --range 0 0.9 -o new.log", "render FILE --at 0.25 -o new.png",
    "render FILE --at 0.25 --window -o new.png", "clip FILE --range 0.2 0.3 -o new.gif",
    "metrics FILE --metric metric.py", "library FOLDER --library new --jobs 1",
    *(f"export FILE --to {name} -o new{form.ending}" for name, form in FORMATS.items()),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recording whose sixth frame has two packets of zeros, holes of the file.

    Nobody knows what is in one of them, and the other cannot be so large.
    """
    if sys.platform != "linux":
        pytest.skip("elsewhere the most memory that was used is told in another unit, or not at all")
    folder = tmp_path_factory.mktemp("large")
    data = street(20).bytes()
    at = plain_reader.frames_of(data)[5][-1].offset
    with (folder / "large.log").open("wb") as stream:
        stream.write(data[:at])
        for packet_id in (150, packets.WALKER_BONES.id):
            stream.write(struct.pack("<BI", packet_id, SIZE))
            stream.seek(SIZE, 1)
        stream.write(data[at:])
    if (folder / "large.log").stat().st_blocks * 512 > SIZE:
        pytest.skip("this file system has no holes in files")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_memory_does_not_follow_the_size_of_a_packet(folder: Path, tmp_path: Path, command: str) -> None:
    if command.startswith("export"):
        form = FORMATS[command.split()[3]]
        need(form.extra or form.name, *form.modules)
    (tmp_path / "metric.py").write_text(_METRIC)
    words = [
        {"FILE": str(folder / "large.log"), "FOLDER": str(folder)}.get(word, word)
        for word in shlex.split(command)
    ]
    ran = subprocess.run(
        [sys.executable, "-c", _RUN, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    status, most = map(int, ran.stderr.splitlines()[-1].split())
    assert status in {Status.FINE, Status.DAMAGED}, ran.stderr
    assert most < MOST
    if "new.log" in command:
        copied = (tmp_path / "new.log").stat().st_size
        (tmp_path / "new.log").unlink()
        assert SIZE < copied < 2 * SIZE
