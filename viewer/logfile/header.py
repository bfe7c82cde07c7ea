"""Header of a recording file: reading, checking and making it."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import partial

from viewer.file_error import REPLACEMENT, last_name
from viewer.file_kinds import HEAD, kind_of
from viewer.logfile.errors import NotARecordingError
from viewer.logfile.source import LogFile

MAGIC = b"CARLA_RECORDER"
NO_DATE = 0
"""Date in the header of a recording that was made of a clip, whose date is not known."""
_START = struct.Struct("<HH")  # version, length of the magic
MAGIC_AT = _START.size
"""Byte offset in a recording's header of ``CARLA_RECORDER``, the text by which a recording is recognised."""
_AFTER = struct.Struct("<qH")  # date, length of the map name
FIXED_SIZE = _START.size + len(MAGIC) + _AFTER.size
_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"}
_ADVICE = "Open a file made by CARLA's recorder (client.start_recorder)."
_EMPTY = "CARLA writes each frame as it comes: nothing was recorded, or the disk was full."
_ENDS = "the file ends inside its header"
_CUT = "The recording was cut before its first frame; nothing is left."


@dataclass(frozen=True, slots=True)
class Header:
    """Header of a recording file.

    Attributes:
        version: version of the file format.
        timestamp: start of the recording as Unix time in seconds.
        map: path of the map as written.
        raw: bytes of the header.
    """

    version: int
    timestamp: int
    map: str
    raw: bytes

    @property
    def size(self) -> int:
        """Number of bytes of the header in the file."""
        return len(self.raw)

    @property
    def date(self) -> datetime | None:
        """Start of the recording, in UTC; None if the file holds none (``NO_DATE``) or an impossible one."""
        if self.timestamp == NO_DATE:
            return None
        try:
            return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=self.timestamp)
        except OverflowError:
            return None

    @property
    def map_name(self) -> str:
        """Name of the map without folders, as ``Town05``; unprintable characters are replaced by U+FFFD."""
        name = last_name(self.map)
        return "".join(each if each.isprintable() else REPLACEMENT for each in name)


def make_header(map_name: str, timestamp: int, version: int = 1) -> Header:
    """Return a Header, with its bytes, for a new file: ``timestamp`` is Unix time in seconds."""
    name = map_name.encode()
    raw = _START.pack(version, len(MAGIC)) + MAGIC + _AFTER.pack(timestamp, len(name)) + name
    return Header(version, timestamp, map_name, raw)


def read_header(file: LogFile) -> Header:
    """Read and check the header of ``file``.

    Raises:
        NotARecordingError: the file is empty, too short, or begins with other bytes.
        UnreadableError: the system cannot read.
    """
    error, size = partial(NotARecordingError, file.path), file.size()
    start = file.read(0, min(size, FIXED_SIZE))
    if not start:
        raise error(
            "the file is empty", expected="a CARLA recording", found="0 bytes", offset=0, advice=_EMPTY
        )
    wanted = len(MAGIC).to_bytes(2, "little") + MAGIC
    got = start[2 : 2 + len(wanted)]
    if not got or not wanted.startswith(got):
        kind = kind_of(file.path, file.read(0, min(size, HEAD)))
        found, offset, advice = _quote(start[4:18] or start), 4, _ADVICE
        if kind is not None:
            found, offset, advice = kind.name, 0, kind.advice
        what, expected = "this is not a CARLA recording", f'"{MAGIC.decode()}"'
        raise error(what, expected=expected, found=found, offset=offset, advice=advice)
    if len(start) < FIXED_SIZE:
        raise error(_ENDS, expected=f"at least {FIXED_SIZE} bytes", found=f"{size}", offset=size, advice=_CUT)
    version, _ = _START.unpack_from(start)
    timestamp, length = _AFTER.unpack_from(start, _START.size + len(MAGIC))
    if FIXED_SIZE + length > size:
        expected, found = f"a map name of {length:,} bytes", f"{size - FIXED_SIZE} bytes"
        raise error(_ENDS, expected=expected, found=found, offset=FIXED_SIZE, advice=_CUT)
    name = file.read(FIXED_SIZE, length)
    return Header(version, timestamp, name.decode("utf-8", errors="replace"), start + name)


def _quote(data: bytes) -> str:
    """Return the bytes ``data`` for an error message: as quoted text, or as hexadecimal if they are not text.

    Line breaks and tabs are escaped.
    """
    text = data.decode("utf-8", errors="replace").translate(_ESCAPES)
    return f'"{text}"' if text.isprintable() and REPLACEMENT not in text else data.hex(" ")
