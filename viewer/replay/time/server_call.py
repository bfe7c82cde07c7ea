"""Text of the Python call that replays part of a recording in the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

LEAD = 2.0
"""Seconds before the chosen time at which a replay in CARLA begins, to show what led to it."""


class ServerFolder(NamedTuple):
    """Folder of recordings under its two paths: on this computer and on the simulator's computer.

    Attributes:
        local: path on this computer.
        server: path on the computer of the simulator.
    """

    local: str
    server: str


def server_path(path: PurePath, folders: Sequence[ServerFolder]) -> str:
    r"""Return ``path`` as the simulator's computer sees it; unchanged if it is in none of ``folders``.

    Of several folders that contain the file, the longest ``local`` one counts.

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
    """Return the text of a ``client.replay_file(…)`` call that replays from ``start`` to ``stop``.

    A duration of 0 means "to the end" for the simulator, so ranges shorter than 1 ms are replayed as 1 ms.

    Args:
        path: path of the recording as the simulator sees it.
        start: seconds; negative values mean the beginning.
        stop: seconds, None for the end.
        actor_id: recorded id of the actor that the simulator's spectator follows, None for no actor.
    """
    start = max(start, 0.0)
    duration = "0.0" if stop is None else f"{max(stop - start, 1e-3):.3f}"
    return f"client.replay_file({path!r}, {start:.3f}, {duration}, {actor_id or 0})"
