"""Scenarios of OPV2V and OpenCDA: a folder per connected car, a YAML file per world frame.

A scenario becomes one recording, of all that any of its cars saw. Sources: ``data_dumper.py`` of OpenCDA,
``transformation_utils.py`` of OpenCOOD. Positions are in metres in CARLA's world, rotations are roll, yaw,
pitch in degrees, extents are half sizes, speeds are km/h and do not tell the direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from viewer.cancellation import ShouldContinue, check
from viewer.file_error import printable
from viewer.importing.errors import SourceError, need
from viewer.importing.frames import (
    ActorIds,
    Clip,
    FrameBatch,
    Notes,
    Triple,
    boxes,
    in_one_frame,
    new_actor,
    positions,
)
from viewer.logfile import packets
from viewer.regular_file import read_regular, reason
from viewer.run_folder.listing import Listing, NumberedFile, list_folder, list_subfolder, numbered

_TICK = 0.05
"""Seconds from one world frame to the next, where ``data_protocol.yaml`` does not say."""
_PROTOCOL = "data_protocol.yaml"
_TICK_LINE = re.compile(rb"^\s*fixed_delta_seconds:\s*([\d.eE+-]+)", re.MULTILINE)
_CAR = re.compile(r"-?\d{1,9}")
_ROLL_YAW_PITCH = (0, 2, 1)
"""Indices that reorder a rotation of such a file to roll, pitch, yaw."""
_BLUEPRINT = "vehicle.unknown.unknown"
_MOST_MISSING = 600


class _Seen(NamedTuple):
    """Vehicle in one frame: metres, roll, pitch, yaw in degrees, and centre and half extents, if known."""

    location: Triple
    rotation: Triple
    center: Triple | None = None
    extent: Triple | None = None


def is_scenario(here: Listing) -> bool:
    """Return whether the folder holds a scenario: folders of cars, named by number, with YAML files."""
    cars = [name for name in sorted(here.folders) if _CAR.fullmatch(name)]
    return bool(cars) and any(numbered(list_subfolder(here, name), ".yaml") for name in cars[:4])


def open_scenario(path: Path, _mapping: Path | None) -> Clip:
    """Return the scenario in the folder ``path``.

    Raises:
        SourceError: it cannot be read, or PyYAML is not installed.
    """
    need(path, "yaml", "reading a scenario of OPV2V")
    try:
        here = list_folder(path)
    except OSError as error:
        raise SourceError(path, f"the folder cannot be read: {error.strerror}") from error
    cars = {
        int(name): files
        for name in here.folders
        if _CAR.fullmatch(name) and (files := numbered(list_subfolder(here, name), ".yaml"))
    }
    tick, notes = _tick(here), Notes()
    numbers = sorted({each.number for files in cars.values() for each in files})
    every = int(np.diff(numbers).min()) if len(numbers) > 1 else 1
    read = partial(_Reader(notes, tick, every).batches, cars)
    paths = [each.path for car in sorted(cars) for each in cars[car]]
    return Clip(path, "opv2v", "", 1.0 / (tick * every), paths, read, notes)


def _tick(here: Listing) -> float:
    """Return the seconds between two world frames."""
    try:
        found = _TICK_LINE.search(read_regular(here.path / _PROTOCOL)) if _PROTOCOL in here.files else None
        tick = float(found[1]) if found else _TICK
    except (OSError, ValueError):
        tick = _TICK
    return tick if 0.0 < tick < 10.0 else _TICK  # noqa: PLR2004 - seconds


class _Reader:
    """Reader of the frames of one scenario."""

    def __init__(self, notes: Notes, tick: float, every: int) -> None:
        self._notes, self._tick, self._every = notes, tick, every
        self._ids = ActorIds()

    def batches(
        self, cars: Mapping[int, Sequence[NumberedFile]], should_continue: ShouldContinue
    ) -> Iterator[FrameBatch]:
        """Yield the frame of each world frame that any of ``cars`` (files by actor id) has a file of."""
        by_number: dict[int, list[tuple[int, Path]]] = {}
        for car in sorted(cars):
            for number, path in cars[car]:
                by_number.setdefault(number, []).append((car, path))
        ahead = [car for car in sorted(cars) if car >= 0]  # negative ids are road-side units
        expected, good = min(by_number), 0
        for done, number in enumerate(sorted(by_number)):
            share = done / len(by_number)
            check(should_continue, share)
            filled = np.arange(expected, number, self._every)[:_MOST_MISSING]
            if len(filled):
                self._notes.add(f"World frames from {expected} to {number - 1} are missing.")
                yield FrameBatch(filled * np.float64(self._tick), {}, share=share)
            expected = number + self._every
            own: dict[int, _Seen] = {}
            others: dict[int, _Seen] = {}
            for car, path in by_number[number]:
                try:
                    self._read(car, path, own, others)
                    good += 1
                except ValueError as error:  # noqa: PERF203 - files are read one by one
                    self._notes.add(str(error))
            yield self._frame(number, own, others, ahead, share)
        if not good:
            raise SourceError(
                by_number[min(by_number)][0][1].parent, "no file in it can be read",
                advice=self._notes.sentences[0],
            )  # fmt: skip

    def _read(self, car: int, path: Path, own: dict[int, _Seen], others: dict[int, _Seen]) -> None:
        """Add to ``own`` the pose of ``car``, and to ``others`` the vehicles that it saw, in ``path``.

        Raises ValueError if the file cannot be read.
        """
        document = _read_yaml(path)
        if car >= 0:
            pose = _numbers(document.get("true_ego_pos"), 6) or _numbers(document.get("lidar_pose"), 6)
            if pose is None:
                raise ValueError(f"{printable(path)}: there is no true_ego_pos in it.")
            own[car] = _Seen(_triple(pose), _turned(pose[3:]))
        vehicles = document.get("vehicles")
        for key, row in vehicles.items() if isinstance(vehicles, dict) else ():
            told = row if isinstance(row, dict) else {}
            location, angle, extent, center = (
                _numbers(told.get(name), 3) for name in ("location", "angle", "extent", "center")
            )
            if not isinstance(key, int) or location is None or angle is None:
                self._notes.add(f"{printable(path)}: vehicle {key} has no usable pose; it is left out.")
            elif key not in others:
                size = None if extent is None else _triple(extent)
                middle = (0.0, 0.0, 0.0) if center is None else _triple(center)
                others[key] = _Seen(_triple(location), _turned(angle), middle, size)

    def _frame(
        self,
        number: int,
        own: Mapping[int, _Seen],
        others: Mapping[int, _Seen],
        ahead: Sequence[int],
        share: float,
    ) -> FrameBatch:
        """Return the frame: a car's own pose counts before those that others saw of it."""
        seen = {**others, **own}
        added, boxed = [], []
        for key, row in seen.items():
            if key in self._ids:
                continue
            role = "hero" if key in ahead[:1] else "cav" if key in ahead else None
            actor_id = self._ids.of(key)
            added.append((0, new_actor(actor_id, _BLUEPRINT, row.location, row.rotation, role_name=role)))
            box = others.get(key, row)
            if box.extent is not None:
                boxed.append((actor_id, box.center, box.extent))
        ids = [self._ids.of(key) for key in seen]
        poses = positions(
            ids, [row.location for row in seen.values()], [row.rotation for row in seen.values()]
        )
        found = {packets.POSITION: poses}
        if boxed:
            found[packets.BOUNDING_BOX] = boxes(*zip(*boxed, strict=True))
        return FrameBatch(np.array([number * self._tick]), in_one_frame(found), added, share)


def _read_yaml(path: Path) -> Mapping[str, Any]:
    """Return the mapping in a YAML file; raise ValueError, with a sentence, if there is none."""
    yaml: Any = import_module("yaml")  # an extra
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        document = yaml.load(read_regular(path), loader)  # in C where there is it
    except OSError as error:
        raise ValueError(f"{printable(path)}: it cannot be read: {reason(error)[0]}.") from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        where = "" if mark is None else f" in line {mark.line + 1:,}"
        raise ValueError(f"{printable(path)}: this is no whole YAML{where}.") from error
    if not isinstance(document, dict):
        raise ValueError(f"{printable(path)}: this is no YAML mapping.")  # noqa: TRY004 - one error for all
    return document


def _numbers(value: object, count: int) -> list[float] | None:
    """Return the first ``count`` numbers of the list ``value``; None if they are not all finite."""
    if not isinstance(value, list) or len(value) < count:
        return None
    found = value[:count]
    good = all(isinstance(each, int | float) and abs(each) < 1e7 for each in found)  # noqa: PLR2004 - metres
    return [float(each) for each in found] if good else None


def _triple(values: Sequence[float]) -> Triple:
    return values[0], values[1], values[2]


def _turned(values: Sequence[float]) -> Triple:
    """Return roll, pitch, yaw of a rotation of such a file."""
    roll, pitch, yaw = (values[at] for at in _ROLL_YAW_PITCH)
    return roll, pitch, yaw
