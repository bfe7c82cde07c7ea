"""Frames of Bench2Drive's annotations, filled object by object.

Source: ``docs/anno.md`` and ``tools/data_collect.py`` of Bench2Drive. Locations are in metres in CARLA's
world, rotations are pitch, roll, yaw in degrees, extents are half sizes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from viewer.file_error import printable
from viewer.importing.frames import (
    ActorIds,
    FrameBatch,
    Notes,
    Triple,
    box_row,
    new_actor,
    positions,
    rows_of,
)
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.packets import ActorRecord

_MOVERS = frozenset(("ego_vehicle", "vehicle", "walker"))
_SIGNALS = frozenset(("traffic_light", "traffic_sign"))
_PITCH_ROLL_YAW = (1, 0, 2)
"""Indices that reorder a rotation of such a file to roll, pitch, yaw."""
_LAMPS = {lamp.name.replace("_", "").casefold(): int(lamp) for lamp in VehicleLightState if lamp.name}
_ALL_LAMPS = 0xFFFFFFFF
_COLOR = re.compile(r"\d{1,3},\d{1,3},\d{1,3}")
_LARGEST = 1e9
_LAMP_NAME = re.compile(r"[A-Za-z]+[12]?")
_PARKED = "static.prop.mesh"
"""Blueprint of a mesh of the map, as which parked vehicles of the map are added."""
_WEATHER = tuple(each.name for each in packets.WEATHER.fields)
_LIGHT_STATES = frozenset(map(int, TrafficLightState))
_ORIGIN = (0.0, 0.0, 0.0)


class AnnoFrames:
    """Successive frames of a clip, which are added one by one and taken out several at a time."""

    def __init__(self, notes: Notes) -> None:
        """``notes`` gets a sentence on what cannot be used."""
        self._notes = notes
        self._actors = ActorIds()
        self._weather: tuple[float, ...] = ()
        self._clear()

    def __len__(self) -> int:
        return len(self._times)

    def _clear(self) -> None:
        self._times: list[float] = []
        self._added: list[tuple[int, ActorRecord]] = []
        self._positions: tuple[list[int], list[int], list[float]] = [], [], []  # frames, ids, poses
        self._rows: dict[PacketKind, list[tuple[Any, ...]]] = defaultdict(list)
        self._frames: dict[PacketKind, list[int]] = defaultdict(list)

    def begin(self, seconds: float) -> None:
        """Append a frame without actors at ``seconds``."""
        self._times.append(seconds)
        self._seen: set[int] = set()

    def fill(self, meta: Mapping[str, Any], path: Path) -> None:
        """Add the content of a file to the last frame.

        Args:
            meta: the annotations.
            path: their file, for messages.

        Raises:
            ValueError: there are no bounding boxes in it; the message is a sentence.
        """
        rows = meta.get("bounding_boxes")
        if not isinstance(rows, list):
            raise ValueError(f"{printable(path)}: there are no bounding_boxes in it.")  # noqa: TRY004
        hero: int | None = None
        for row in rows:
            kind = row.get("class") if isinstance(row, dict) else None
            try:
                if kind in _MOVERS:
                    actor_id = self._add_mover(kind, row, path)
                    hero = actor_id if kind == "ego_vehicle" else hero
                elif kind in _SIGNALS:
                    self._add_signal(kind, row)
            except (KeyError, TypeError, ValueError, IndexError, np.linalg.LinAlgError):
                name = printable(str(row.get("id")))
                self._notes.add(f"{printable(path)}: {kind} {name} has no usable pose; it is left out.")
        if hero is not None:
            steer, throttle, brake = (_number(meta.get(name)) for name in ("steer", "throttle", "brake"))
            gear = -1 if meta.get("reverse") is True else 1
            self._put(packets.ANIM_VEHICLE, (hero, steer, throttle, brake, False, gear))
        told = meta.get("weather")
        if isinstance(told, dict):
            weather = tuple(_number(told.get(name)) for name in _WEATHER)
            if weather != self._weather:
                self._weather = weather
                self._put(packets.WEATHER, weather)

    def pop(self, share: float) -> FrameBatch:
        """Return the frames, which are then forgotten; ``share`` is the fraction of the clip read so far."""
        frames, ids, poses = self._positions
        table = np.array(poses, np.float64).reshape(-1, 6)
        records = {
            packets.POSITION: (np.array(frames, np.int64), positions(ids, table[:, :3], table[:, 3:])),
            **{
                kind: (np.array(self._frames[kind], np.int64), rows_of(kind, rows))
                for kind, rows in self._rows.items()
            },
        }
        batch = FrameBatch(np.array(self._times), records, self._added, share)
        self._clear()
        return batch

    def _put(self, kind: PacketKind, row: tuple[Any, ...]) -> None:
        self._frames[kind].append(len(self._times) - 1)
        self._rows[kind].append(row)

    def _add_mover(self, kind: str, row: Mapping[str, Any], path: Path) -> int:
        """Add a vehicle or walker, and return its actor id; raises an error if its pose is not usable."""
        parked = kind == "vehicle" and row.get("state") == "static"
        key = (kind, row["id"]) if parked else row["id"]
        if parked:
            (x, y, z), (roll, pitch, yaw) = _parked_pose(row)
        else:
            (x, y, z), (pitch, roll, yaw) = row["location"], row["rotation"]
        total = x + y + z + roll + pitch + yaw
        if total - total != 0.0:  # NaN or infinite
            raise ValueError
        frame = len(self._times) - 1
        if key not in self._actors:
            size = _triple(row["extent"])
            middle = _ORIGIN if parked else _triple(row.get("bbx_loc", _ORIGIN))
            actor_id = self._actors.of(key)
            self._added.append((frame, _actor(actor_id, kind, row, (x, y, z), (roll, pitch, yaw))))
            self._put(packets.BOUNDING_BOX, box_row(actor_id, middle, size))
        actor_id = self._actors.of(key)
        if actor_id in self._seen:
            self._notes.add(f"{printable(path)}: an id stands in it twice; the first counts.")
            return actor_id
        self._seen.add(actor_id)
        frames, ids, poses = self._positions
        frames.append(frame)
        ids.append(actor_id)
        poses += (x, y, z, roll, pitch, yaw)
        if kind == "vehicle" and not parked and "light_state" in row:
            self._put(packets.VEHICLE_LIGHT, (actor_id, lamps_of(str(row["light_state"]))))
        return actor_id

    def _add_signal(self, kind: str, row: Mapping[str, Any]) -> None:
        """Add a traffic light or sign; it gets the heading of its trigger volume, which a recording lacks."""
        key, frame = row["id"], len(self._times) - 1
        if key not in self._actors:
            volume = row.get("trigger_volume_location")
            pitch, roll, yaw = _triple((volume and row.get("trigger_volume_rotation")) or row["rotation"])
            place = _triple(row["location"])
            size = _triple(row["trigger_volume_extent"]) if volume else _ORIGIN
            usual = "traffic.traffic_light" if kind == "traffic_light" else "traffic.unknown"
            type_id = str(row.get("type_id") or usual)
            type_id = type_id if type_id.startswith("traffic.") else usual
            actor_id = self._actors.of(key)
            self._added.append((frame, new_actor(actor_id, type_id, place, (roll, pitch, yaw))))
            if volume:
                self._put(packets.TRIGGER_VOLUME, box_row(actor_id, _triple(volume), size))
        actor_id = self._actors.of(key)
        if kind == "traffic_light" and actor_id not in self._seen:
            self._seen.add(actor_id)
            state = row.get("state")
            known = state if state in _LIGHT_STATES else int(TrafficLightState.UNKNOWN)
            self._put(packets.TRAFFIC_LIGHT_STATE, (actor_id, False, 0.0, known))


def _actor(
    actor_id: int, kind: str, row: Mapping[str, Any], place: Sequence[float], turned: Sequence[float]
) -> ActorRecord:
    """Return the record that adds a vehicle or walker, at ``place`` in metres, ``turned`` in degrees."""
    type_id = str(row.get("type_id") or "")
    if kind == "vehicle" and row.get("state") == "static":
        return new_actor(actor_id, _PARKED, place, turned, mesh_path=type_id)
    role = "hero" if kind == "ego_vehicle" else None
    if not type_id.startswith(("vehicle.", "walker.")):
        type_id = "walker.pedestrian.unknown" if kind == "walker" else "vehicle.unknown.unknown"
    color = row.get("color")
    told = {
        name: row.get(name) for name in ("base_type", "number_of_wheels", "special_type", "age", "gender")
    }
    return new_actor(
        actor_id, type_id, place, turned,
        role_name=role, color=color if isinstance(color, str) and _COLOR.fullmatch(color) else None, **told,
    )  # fmt: skip


def _parked_pose(row: Mapping[str, Any]) -> tuple[list[float], list[float]]:
    """Return location and roll, pitch, yaw of a vehicle that belongs to the map.

    Its ``location`` and ``rotation`` are wrong (``docs/anno.md``): the centre of its box counts, turned as
    the inverse of ``world2vehicle``.
    """
    turn = np.linalg.inv(np.array(row["world2vehicle"], np.float64))
    roll = np.arctan2(-turn[2, 1], turn[2, 2])
    pitch = np.arcsin(np.clip(turn[2, 0], -1.0, 1.0))
    yaw = np.arctan2(turn[1, 0], turn[0, 0])
    return [float(each) for each in row["center"]], np.degrees([roll, pitch, yaw]).tolist()


@cache
def lamps_of(text: str) -> int:
    """Return the bits of the lamps in ``text``: names, a number, or a number in ``VehicleLightState(…)``.

    >>> lamps_of("Brake"), lamps_of("VehicleLightState(3)"), lamps_of("Position|LowBeam"), lamps_of("NONE")
    (8, 3, 3, 0)
    """
    if (number := re.search(r"\d+\)?$", text)) and not text[: number.start()].endswith("Special"):
        return int(number[0].rstrip(")")) & _ALL_LAMPS
    names = _LAMP_NAME.findall(text.rpartition(".")[2])
    bits = 0
    for name in names:
        bits |= _LAMPS.get(name.casefold(), 0)
    return bits


def _number(value: object) -> float:
    """Return ``value`` if it is a finite number, else 0."""
    return float(value) if isinstance(value, int | float) and abs(value) < _LARGEST else 0.0


def _triple(values: Sequence[float]) -> Triple:
    """Return three finite numbers; raise an error if ``values`` are something else."""
    x, y, z = map(float, values)
    if not abs(x) + abs(y) + abs(z) < _LARGEST:
        raise ValueError
    return x, y, z
