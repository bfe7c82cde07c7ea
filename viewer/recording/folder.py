"""Finding recordings in a folder."""

from __future__ import annotations

import re
from pathlib import Path

from viewer.logfile.header import MAGIC
from viewer.regular_file import open_regular

_NUMBER = re.compile(r"(\d+)")
_START = len(MAGIC) + 4


def neighbour(path: Path, direction: int) -> Path | None:
    """Return the next (``direction`` 1) or previous (−1) recording in the folder of ``path``, or None.

    Files are ordered by name, with numbers in it by value. Whether a file is a recording is decided by its
    first bytes, not by its name; only as many files are opened as needed.
    """
    try:
        files = sorted((each for each in path.parent.iterdir() if each.is_file()), key=_by_name)
    except OSError:
        return None
    here = _by_name(path)
    beyond = [each for each in files if (_by_name(each) > here if direction > 0 else _by_name(each) < here)]
    return next((each for each in beyond[::direction] if is_recording(each)), None)


def recordings_in(folder: Path) -> list[Path]:
    """Return the recordings in ``folder``, ordered by name with numbers in it by value.

    Raises:
        OSError: the folder cannot be read.
    """
    return sorted((each for each in folder.iterdir() if each.is_file() and is_recording(each)), key=_by_name)


def is_recording(path: Path) -> bool:
    """Return whether the file ``path`` begins as a CARLA recording does; False if it cannot be read."""
    try:
        with open_regular(path) as file:
            return file.read(_START).endswith(MAGIC)
    except OSError:
        return False


def _by_name(path: Path) -> list[tuple[int, str]]:
    parts = _NUMBER.split(path.name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts] + [(-1, path.name)]
