"""Folders that agents write in Bench2Drive's evaluation: VAD, UniAD, TCP, ADMLP, and others built alike.

Sources: the agents' ``save`` functions in Bench2DriveZoo (``team_code/*_b2d_agent.py``), and Bench2Drive's
``autonomous_agent.py`` for ``metric_info.json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from viewer.cancellation import ShouldContinue
from viewer.run_folder.camera_order import in_order
from viewer.run_folder.contents import Contents, Meta, Plan, StepPoses, Stream
from viewer.run_folder.json_files import floats, position, read_meta, step_entries
from viewer.run_folder.listing import Listing, NumberedFile, list_subfolder, numbered, odd_names

_USUAL_OFFSET = 10
"""Frames between the recording's first and step 0: Bench2Drive ticks so often while it sets up sensors."""
_LIDAR_BACK = 0.39
"""Metres from the vehicle's origin back to the lidar, from which VAD and UniAD plan."""
_PLAN_STEP = 0.5
"""Seconds from one point of a plan to the next."""
_PICTURES = (".png", ".jpg", ".jpeg")
UNITS = {
    "speed": "m/s", "desired_speed": "m/s", "target_speed": "m/s", "speed_limit": "m/s",
    "theta": "rad", "angle": "×90°", "angle_last": "×90°", "angle_target": "×90°", "angle_final": "×90°",
}  # fmt: skip
"""Units of the values in the agents' files."""


def is_vad(here: Listing) -> bool:
    """Return whether VAD or UniAD wrote the folder, or an agent whose files are of ten steps each, too."""
    return here.has("metric_info.json", "meta/") and not is_tcp(here)


def is_tcp(here: Listing) -> bool:
    """Return whether TCP or ADMLP wrote the folder, or an agent whose files are numbered by step, too.

    Where the names of cameras do not tell, the greatest number of a file does: it is the last step, or a
    tenth of it.
    """
    if not here.has("metric_info.json", "meta/") or "rgb_front_left" in here.folders:
        return False
    if "rgb" in here.folders:
        return True
    metas = numbered(list_subfolder(here, "meta"), ".json")
    entries, _ = step_entries(here.path / "metric_info.json")
    return bool(metas and entries) and metas[-1].number * 2 > entries[-1][0]


def read_vad(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of a folder of VAD or UniAD.

    File k is written at each step from 10 k to 10 k + 9, so it holds the last of these, and the last file
    the run's last step.
    """
    return _read(here, "vad", 10, 9, should_continue)


def read_tcp(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of a folder of TCP or ADMLP, whose files are numbered by step."""
    return _read(here, "tcp", 1, 0, should_continue)


def _read(here: Listing, layout: str, every: int, last: int, should_continue: ShouldContinue) -> Contents:
    entries, trouble = step_entries(here.path / "metric_info.json")
    poses = poses_in(entries)
    end = entries[-1][0] if entries else None
    streams, problems = [], [trouble] if trouble else []
    for name in in_order(here.folders):
        inside = list_subfolder(here, name, should_continue)
        files = numbered(inside, *_PICTURES)
        problems += odd_names(inside, *_PICTURES)
        if files and name != "meta":
            streams.append(Stream(name, _steps(files, every, last, end), tuple(each.path for each in files)))
    metas = numbered(list_subfolder(here, "meta", should_continue), ".json")
    return Contents(
        here.path, layout, tuple(streams), poses, _USUAL_OFFSET,
        metas=tuple(each.path for each in metas), meta_steps=_steps(metas, every, last, end),
        read_meta=read_meta, plan_of=plan_of, units=UNITS, problems=tuple(problems),
    )  # fmt: skip


def _steps(files: list[NumberedFile], every: int, last: int, end: int | None) -> np.ndarray:
    """Return the step of each of ``files``: ``every`` · number + ``last``, at most the run's step ``end``."""
    steps = np.array([each.number * every + last for each in files], np.int64)
    return steps if end is None else np.where(steps - last <= end, np.minimum(steps, end), steps)


def poses_in(entries: Sequence[tuple[int, Meta]]) -> StepPoses | None:
    """Return the positions in entries of ``metric_info.json``; None if there are none."""
    known = [
        (step, place) for step, entry in entries if (place := position(entry.get("location"))) is not None
    ]
    if not known:
        return None
    return StepPoses(np.array([step for step, _ in known]), np.array([place for _, place in known]))


def plan_of(meta: Meta) -> Plan | None:
    """Return the plan in a meta file: ``plan`` of VAD and UniAD, ``wp_1`` to ``wp_4`` of TCP.

    Their points are right and forward in metres, the first from the lidar, the second from the origin.
    """
    points, back = floats(meta.get("plan")), _LIDAR_BACK
    if points is None:
        points, back = floats([*_waypoints(meta)]), 0.0
    if points is None or points.ndim != 2 or points.shape[1] < 2:  # noqa: PLR2004 - right and forward
        return None
    forward, right = points[:, 1] - back, points[:, 0]
    times = np.arange(1, len(points) + 1) * np.float64(_PLAN_STEP)
    return Plan(np.column_stack((forward, right)), times, back)


def _waypoints(meta: Meta) -> Iterator[object]:
    for number in range(1, 9):
        if (point := meta.get(f"wp_{number}")) is None:
            return
        yield point
