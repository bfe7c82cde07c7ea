"""Folders that agents write of a run, without a recording: one actor, the agent's vehicle.

Sources: Bench2Drive's ``autonomous_agent.py`` for ``metric_info.json``, whose rotations are roll, pitch, yaw
in degrees; ``data_agent.py`` of carla_garage for ``measurements``, whose ``theta`` is a compass: yaw + 90°,
in radians. Steps are 0.05 s apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.cancellation import ShouldContinue, check
from viewer.file_error import printable
from viewer.importing.errors import SourceError
from viewer.importing.frames import Clip, FrameBatch, Notes, in_one_frame, new_actor, positions, rows_of
from viewer.logfile import packets
from viewer.run_folder.json_files import floats, position, read_meta, step_entries
from viewer.run_folder.listing import Listing, NumberedFile, list_folder, list_subfolder, numbered
from viewer.run_folder.text_log import RECORDING_SUFFIXES, is_recording

_METRIC_INFO, _MEASUREMENTS = "metric_info.json", "measurements"
_STEP = 0.05
_MEASURED_EVERY = 5
"""Steps between two files of ``measurements``."""
_COMPASS = 90.0
"""Degrees by which a compass is ahead of yaw."""
_HERO = 2
"""Actor id of the agent's vehicle; the folder does not tell it."""
_BLUEPRINT = "vehicle.lincoln.mkz_2020"


class _State(NamedTuple):
    """One step: seconds, x, y, z in metres with roll, pitch, yaw in degrees, and steer, throttle, brake."""

    seconds: float
    pose: Sequence[float]
    control: tuple[float, float, float] | None = None


def is_run(here: Listing) -> bool:
    """Return whether the folder holds poses of an agent's run, and no recording."""
    logs = (name for name in here.files if name.casefold().endswith(RECORDING_SUFFIXES))
    if any(is_recording(here.path / name) for name in logs):
        return False
    return _METRIC_INFO in here.files or _MEASUREMENTS in here.folders


def open_run(path: Path, _mapping: Path | None) -> Clip:
    """Return the agent's run in the folder ``path``.

    Raises:
        SourceError: it cannot be read, or has no poses.
    """
    try:
        here = list_folder(path)
    except OSError as error:
        raise SourceError(path, f"the folder cannot be read: {error.strerror}") from error
    notes = Notes()
    if _METRIC_INFO in here.files:
        paths, every, states = [path / _METRIC_INFO], 1, _of_steps(path / _METRIC_INFO, notes)
    else:
        files = numbered(list_subfolder(here, _MEASUREMENTS), ".json.gz", ".json")
        paths, every, states = [each.path for each in files], _MEASURED_EVERY, _of_measurements(files, notes)
    read = partial(_batches, path, states, max(len(paths), 1))
    return Clip(path, "run", "", 1.0 / (_STEP * every), paths, read, notes)


def _of_steps(path: Path, notes: Notes) -> Iterator[_State]:
    """Yield the states in ``metric_info.json``."""
    entries, trouble = step_entries(path)
    if trouble:
        notes.add(trouble)
    for step, entry in entries:
        location, rotation = floats(entry.get("location")), floats(entry.get("rotation"))
        if location is None or rotation is None or (location.shape, rotation.shape) != ((3,), (3,)):
            notes.add(f"{printable(path)}: step {step} has no usable pose; it is left out.")
            continue
        yield _State(step * _STEP, (*location.tolist(), *rotation.tolist()))


def _of_measurements(files: Sequence[NumberedFile], notes: Notes) -> Iterator[_State]:
    """Yield the states in the files of ``measurements``."""
    for number, path in files:
        try:
            meta = read_meta(path)
        except ValueError as error:
            notes.add(str(error))
            continue
        place, theta = position(meta.get("pos_global")), meta.get("theta")
        if place is None or not isinstance(theta, int | float) or not math.isfinite(theta):
            notes.add(f"{printable(path)}: it has no usable pose; it is left out.")
            continue
        values = (meta.get(name) for name in ("steer", "throttle", "brake"))
        steer, throttle, brake = (float(each) if isinstance(each, int | float) else 0.0 for each in values)
        pose = (*place, 0.0, 0.0, 0.0, math.degrees(theta) - _COMPASS)
        yield _State(number * _MEASURED_EVERY * _STEP, pose, (steer, throttle, brake))


def _batches(
    path: Path, states: Iterator[_State], count: int, should_continue: ShouldContinue
) -> Iterator[FrameBatch]:
    """Yield the frame of each of ``states``; raise SourceError if there is none."""
    done = 0
    for done, state in enumerate(states, 1):
        share = min(done / count, 1.0)
        check(should_continue, share)
        place, turned = state.pose[:3], state.pose[3:]
        added = [(0, new_actor(_HERO, _BLUEPRINT, place, turned, role_name="hero"))] if done == 1 else []
        found = {packets.POSITION: positions([_HERO], [place], [turned])}
        if state.control is not None:
            found[packets.ANIM_VEHICLE] = rows_of(packets.ANIM_VEHICLE, [(_HERO, *state.control, False, 1)])
        yield FrameBatch(np.array([state.seconds]), in_one_frame(found), added, share)
    if not done:
        raise SourceError(path, "there are no poses in it")
