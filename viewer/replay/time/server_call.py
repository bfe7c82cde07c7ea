"""The line of Python that shows a moment of a recording in the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

LEAD = 2.0
"""Seconds before a moment at which the simulator begins, so that one sees how it came about."""


class ServerFolder(NamedTuple):
    """A folder of this computer, and where the simulator sees the same files."""

    local: str
    server: str


def server_path(path: PurePath, folders: Sequence[ServerFolder]) -> str:
    r"""Return where the simulator finds a file: by the longest local folder it is in, else where it is here.

    >>> from pathlib import PurePosixPath
    >>> server_path(PurePosixPath("/data/run/a.log"), [ServerFolder("/data", "D:\\recordings")])
    'D:\\recordings\\run\\a.log'
    """
    around = [each for each in folders if each.local and path.is_relative_to(each.local)]
    if not around:
        return str(path)
    folder = max(around, key=lambda each: len(PurePath(each.local).parts))
    separator = "\\" if "\\" in folder.server else "/"
    inside = path.relative_to(folder.local).parts
    return separator.join((folder.server.rstrip("\\/"), *inside))


def replay_call(path: str, start: float, stop: float | None, actor_id: int | None) -> str:
    """Return ``client.replay_file(…)`` from one time to another.

    For the simulator a duration of 0 goes to the end: a shorter range than a millisecond lasts one.

    Args:
        path: of the recording, as the simulator sees it.
        start: in seconds; before the recording is its beginning.
        stop: in seconds, None for the end.
        actor_id: whom the simulator's spectator follows, None for nobody; ids are those of the recording.

    """
    start = max(start, 0.0)
    duration = "0.0" if stop is None else f"{max(stop - start, 1e-3):.3f}"
    return f"client.replay_file({path!r}, {start:.3f}, {duration}, {actor_id or 0})"
