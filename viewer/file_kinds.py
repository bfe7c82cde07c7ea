"""What a file is that was taken for another: one table of how they begin, and what to do with each.

Magic numbers are those of the formats' own documents, as file(1) has them.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

from viewer.file_error import printable

HEAD = 4096
"""Bytes of a file's start that tell."""


class FileKind(NamedTuple):
    """One kind of file.

    Attributes:
        name: what it is, with its article.
        advice: what to do, as a sentence; ``{file}`` is its name as a shell takes it, ``{rest}`` that without
            the last ending.
        start: pattern of the bytes at its start.

    """

    name: str
    advice: str
    start: bytes


_UNPACK = "Unpack it, and open what is in it: "
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
    FileKind("a Git LFS pointer", "The file itself was not fetched: git lfs pull.", _LFS),
    FileKind(
        "a git-annex pointer", "The file itself was not fetched: git annex get {file}.",
        rb"(?:\.\./)*(?:\.git)?/annex/objects/",
    ),
    FileKind("a gzip file", _UNPACK + "gunzip -c {file} > {rest}.", rb"\x1f\x8b"),
    FileKind("a ZIP archive", _UNPACK + "unzip {file}.", rb"PK(?:\x03\x04|\x05\x06|\x07\x08)"),
    FileKind("a bzip2 file", _UNPACK + "bunzip2 -c {file} > {rest}.", rb"BZh[1-9]"),
    FileKind("an xz file", _UNPACK + "xz -dc {file} > {rest}.", rb"\xfd7zXZ\x00"),
    FileKind("a Zstandard file", _UNPACK + "zstd -dc {file} > {rest}.", rb"\x28\xb5\x2f\xfd"),
    FileKind("an LZ4 file", _UNPACK + "lz4 -dc {file} > {rest}.", rb"\x04\x22\x4d\x18"),
    FileKind("a 7-Zip archive", _UNPACK + "7z x {file}.", rb"7z\xbc\xaf\x27\x1c"),
    FileKind("a RAR archive", _UNPACK + "unrar x {file}.", rb"Rar!\x1a\x07"),
    FileKind("a tar archive", _UNPACK + "tar -xf {file}.", rb".{257}ustar"),
    FileKind("a ROS bag", "Foxglove and rosbag open it.", rb"#ROSBAG V"),
    FileKind("a ROS 2 bag or SQLite database", "ros2 bag play plays a bag.", rb"SQLite format 3\x00"),
    FileKind("an MCAP file", "Foxglove and Lichtblick open it.", rb"\x89MCAP0\r\n"),
    FileKind("a Rerun recording", "Rerun opens it: rerun {file}.", rb"RRF\d|RRIO"),
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
    """Return what a file is by its first HEAD bytes, its advice filled in; None for what is unknown."""
    for kind in KINDS:
        if re.match(kind.start, head, re.DOTALL):
            # Of what begins with a dash a program would think that it is an option.
            names = path.name, path.stem if path.stem != path.name else f"{path.name}.log"
            file, rest = (shlex.quote(printable(f"./{each}" if each[:1] == "-" else each)) for each in names)
            return kind._replace(advice=kind.advice.format(file=file, rest=rest))
    return None
