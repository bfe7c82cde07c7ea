"""Recognising a file by its first bytes: a table of file formats, each with advice for the user.

Used for error messages when a file of another kind is opened. The patterns are from the specifications of the
formats.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

from viewer.file_error import printable

HEAD = 4096
"""Number of bytes at the start of a file from which its format is recognized."""


class FileKind(NamedTuple):
    """One recognisable file format.

    In ``advice`` and ``command``, ``{file}`` stands for the quoted file name, and ``{rest}`` for the file
    name without its last suffix.

    Attributes:
        name: name of the format with its article, as ``a ZIP archive``.
        advice: what the user can do with such a file, as a sentence.
        start: regular expression that matches the first bytes of such a file.
        command: shell command for such a file, suggested if its program is installed; empty if there is none.
        program: program that must be installed for ``command``; its first word if empty.
    """

    name: str
    advice: str
    start: bytes
    command: str = ""
    program: str = ""


_UNPACK = "Unpack it, and open what is in it."
_FETCH = "Fetch the file itself: this only names it."
_ELSEWHERE = "It is made of a recording: open that."
_RESULTS = "Open the recording; events --criteria --results {file} sets this beside what is found in it."
_WANTED = "Choose the file that was meant."

_RECORDING = rb".{2}\x0e\x00CARLA_RECORDER"
_LFS = rb"version https://git-lfs\.github\.com/spec/"
_TEXT = rb"(?:\xef\xbb\xbf)?\s*"
_XML = _TEXT + rb"(?:<\?(?:(?!\?>).)*\?>\s*|<!--(?:(?!-->).)*-->\s*)*<"
ROUTES = "routes of the Leaderboard"
_MAPS = "CARLA's .xodr maps are in Content/Carla/Maps/OpenDrive."

KINDS = (
    FileKind("a CARLA recording", "Open it as the recording.", _RECORDING),
    FileKind("a Git LFS pointer", _FETCH, _LFS, "git lfs pull", "git-lfs"),
    FileKind(
        "a git-annex pointer", _FETCH, rb"(?:\.\./)*(?:\.git)?/annex/objects/", "git annex get {file}",
        "git-annex",
    ),
    FileKind("a gzip file", _UNPACK, rb"\x1f\x8b", "gunzip -c {file} > {rest}"),
    FileKind("a ZIP archive", _UNPACK, rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", "unzip {file}"),
    FileKind("a bzip2 file", _UNPACK, rb"BZh[1-9]", "bunzip2 -c {file} > {rest}"),
    FileKind("an xz file", _UNPACK, rb"\xfd7zXZ\x00", "xz -dc {file} > {rest}"),
    FileKind("a Zstandard file", _UNPACK, rb"\x28\xb5\x2f\xfd", "zstd -dc {file} > {rest}"),
    FileKind("an LZ4 file", _UNPACK, rb"\x04\x22\x4d\x18", "lz4 -dc {file} > {rest}"),
    FileKind("a 7-Zip archive", _UNPACK, rb"7z\xbc\xaf\x27\x1c", "7z x {file}"),
    FileKind("a RAR archive", _UNPACK, rb"Rar!\x1a\x07", "unrar x {file}"),
    FileKind("a tar archive", _UNPACK, rb".{257}ustar", "tar -xf {file}"),
    FileKind("a ROS bag", "Foxglove and rosbag open it.", rb"#ROSBAG V"),
    FileKind(
        "a ROS 2 bag or SQLite database", "ROS 2 plays a bag.", rb"SQLite format 3\x00",
        "ros2 bag play {file}",
    ),
    FileKind("an MCAP file", "Foxglove and Lichtblick open it.", rb"\x89MCAP0\r\n"),
    FileKind("a Rerun recording", "Rerun opens it.", rb"RRF\d|RRIO", "rerun {file}"),
    FileKind("a Parquet table", _ELSEWHERE, rb"PAR1"),
    FileKind("an Unreal asset", _MAPS, rb"\xc1\x83\x2a\x9e"),
    FileKind("an FBX model", _MAPS, rb"Kaydara FBX"),
    FileKind("a JPEG picture", _WANTED, rb"\xff\xd8\xff"),
    FileKind("a PNG picture", _WANTED, rb"\x89PNG"),
    FileKind("a PDF document", _WANTED, rb"%PDF"),
    FileKind("a video", _WANTED, rb".{4}ftyp|\x1a\x45\xdf\xa3"),
    FileKind("what CARLA's show_recorder_… printed", _ELSEWHERE, _TEXT + rb"Version: \d+\s+Map: "),
    FileKind("results of the Leaderboard", _RESULTS, _TEXT + rb"\{.*\"_checkpoint\""),
    FileKind("criteria of ScenarioRunner", _RESULTS, _TEXT + rb"\{.*\"test_status\""),
    FileKind("an OpenDRIVE map", "Open the recording, with --roads {file}.", _XML + rb"OpenDRIVE\b"),
    FileKind(
        ROUTES, "Open the recording; these are used where they lie beside it, or with --routes {file}.",
        _XML + rb"routes\b",
    ),
    FileKind("an OpenSCENARIO file", "ScenarioRunner runs it.", _XML + rb"OpenSCENARIO\b"),
    FileKind(
        "a web page", "A server answered with it: download the file again, signed in where that is needed.",
        _XML + rb"(?i:!doctype html|html)\b",
    ),
    FileKind("zeros", "It was made, but never written, as after a full disk: copy it again.", rb"\x00{64}"),
)  # fmt: skip


def kind_of(path: Path, head: bytes) -> FileKind | None:
    """Return the format of the file ``path`` by ``head``, its first HEAD bytes; None if it is unknown.

    The returned ``advice`` tells the user what to do with this file. It includes a shell command if the
    program for that is installed.
    """
    for kind in KINDS:
        if re.match(kind.start, head, re.DOTALL):
            # A program would take a name that begins with a dash for an option.
            names = path.name, path.stem if path.stem != path.name else f"{path.name}.log"
            file, rest = (shlex.quote(printable(f"./{each}" if each[:1] == "-" else each)) for each in names)
            advice, command = (each.format(file=file, rest=rest) for each in (kind.advice, kind.command))
            if shutil.which(kind.program or kind.command.partition(" ")[0]):
                advice = f"{advice} To do so, type: {command}."
            return kind._replace(advice=advice)
    return None
