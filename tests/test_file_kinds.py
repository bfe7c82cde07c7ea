"""What is no recording, and no map, is named as what it is, with what helps, the same in both."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import shutil
import tarfile
import zipfile

import pytest

import viewer
from tests.roads.maps import document, geometry, road
from tests.scenes import street
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.roads import RoadMapError, open_map

RECORDING = street(3).bytes()


def packed(kind):
    stream = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(stream, "w") as archive:
            archive.writestr("street.log", RECORDING)
    else:
        with tarfile.open(fileobj=stream, mode="w") as archive:
            archive.addfile(tarfile.TarInfo("empty.log"))
    return stream.getvalue()


LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 212082\n"
RUN = {"values": [], "_checkpoint": {"records": []}}
PRINTED = "what CARLA's show_recorder_… printed"
OTHERS = {
    "pointer": (LFS, "a Git LFS pointer", "git lfs pull"),
    "annex": (b"/annex/objects/SHA256E-s2--1.log\n", "a git-annex pointer", "git annex get 'my drive.log'"),
    "gz": (gzip.compress(RECORDING), "a gzip file", "gunzip -c 'my drive.log' > 'my drive'"),
    "bz2": (bz2.compress(RECORDING), "a bzip2 file", "bunzip2 -c"),
    "xz": (lzma.compress(RECORDING), "an xz file", "xz -dc"),
    "zstd": (b"\x28\xb5\x2f\xfd\x04\x00", "a Zstandard file", "zstd -dc"),
    "jpeg": (b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(99), "a JPEG picture", ""),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(99), "a PNG picture", ""),
    "zip": (packed("zip"), "a ZIP archive", "unzip 'my drive.log'"),
    "tar": (packed("tar"), "a tar archive", "tar -xf"),
    "rosbag": (b"#ROSBAG V2.0\n\x45\x00", "a ROS bag", "rosbag"),
    "mcap": (b"\x89MCAP0\r\n\x01", "an MCAP file", "Foxglove"),
    "db3": (b"SQLite format 3\x00\x10\x00", "a ROS 2 bag or SQLite database", "ros2 bag"),
    "text": (b"Version: 1\nMap: Town03\nDate: 10/23/19\n\n", PRINTED, "recording"),
    "windows text": (b"\xef\xbb\xbfVersion: 1\r\nMap: Town03\r\n", PRINTED, "recording"),
    "results": (json.dumps(RUN).encode(), "results of the Leaderboard", "--results 'my drive.log'"),
    "criteria": (b'{\n "Test": {"test_status": "SUCCESS"}}', "criteria of ScenarioRunner", "--results"),
    "page": (b"<!DOCTYPE html>\n<html><body>Sign in</body></html>", "a web page", "download"),
    "old page": (b"<?xml version='1.0'?>\n<!-- x --><HTML lang='en'>", "a web page", "download"),
    "scenario": (b"<?xml version='1.0'?>\n<OpenSCENARIO/>", "an OpenSCENARIO file", "ScenarioRunner"),
    "zeros": (bytes(5000), "zeros", "copy it again"),
    "asset": (b"\xc1\x83\x2a\x9e\xf9\xff", "an Unreal asset", ".xodr"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def programs(monkeypatch):
    """Let every program be on the search path, or those alone that a test leaves there."""
    there = None
    monkeypatch.setattr(shutil, "which", lambda name: name if there is None or name in there else None)

    def leave(*names):
        nonlocal there
        there = names

    return leave


@pytest.mark.parametrize(("name", "said"), [("zip", "unzip"), ("zstd", "zstd"), ("pointer", "git lfs")])
def test_a_program_that_is_not_there_is_not_named(name, said, tmp_path, programs):
    path = tmp_path / "drive.log"
    path.write_bytes(OTHERS[name][0])
    programs("git")
    with pytest.raises(viewer.RecordingError) as refused:
        viewer.open_recording(path)
    assert refused.value.advice.endswith(".")
    assert said not in refused.value.advice


@pytest.mark.parametrize("name", OTHERS)
def test_it_is_named_with_what_helps(name, tmp_path, capsys):
    data, kind, advice = OTHERS[name]
    path = tmp_path / "my drive.log"
    path.write_bytes(data)
    with pytest.raises(viewer.RecordingError) as refused:
        viewer.open_recording(path)
    with pytest.raises(RoadMapError) as no_map:
        open_map(path)
    for error, what in ((refused.value, "a CARLA recording"), (no_map.value, "an OpenDRIVE map")):
        assert (error.what, error.found) == (f"this is not {what}", kind)
        assert advice in error.advice
        assert error.advice.endswith(".")
    assert main(["check", str(path)]) == Status.NOTHING
    assert main(["info", str(path)]) == Status.NOTHING
    assert refused.value.line() in capsys.readouterr().err


def test_each_is_told_where_the_other_is_wanted(tmp_path):
    recording, xodr = tmp_path / "town.xodr", tmp_path / "drive.log"
    recording.write_bytes(RECORDING)
    xodr.write_text(document(road(geometry())))
    with pytest.raises(viewer.RecordingError, match=r"found an OpenDRIVE map.*--roads drive\.log"):
        viewer.open_recording(xodr)
    with pytest.raises(RoadMapError, match="found a CARLA recording"):
        open_map(recording)


def test_a_name_stays_one_word_of_a_line_that_is_copied(tmp_path):
    path = tmp_path / "-rf $(touch x);.gz"
    path.write_bytes(gzip.compress(RECORDING))
    with pytest.raises(viewer.RecordingError) as refused:
        viewer.open_recording(path)
    assert refused.value.advice.endswith("gunzip -c './-rf $(touch x);.gz' > './-rf $(touch x);'.")
