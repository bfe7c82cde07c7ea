"""What holds at the beginning of a cut recording because it was written before, when it changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.logfile.physics import PhysicsControl, decode_physics
from viewer.recording.repair.mended_frame import MendedFrame

_OF_ACTORS = (packets.BOUNDING_BOX, packets.TRIGGER_VOLUME, packets.TRAFFIC_LIGHT_TIME)
_UNNAMED = -1  # the id of scene lights that have none

CHANGES = (
    *_OF_ACTORS, packets.PHYSICS_CONTROL, packets.VEHICLE_DOOR, packets.SCENE_LIGHT, packets.WEATHER,
)  # fmt: skip
"""Packets that are written when something changes."""


class StandingState:
    """The latest of everything that is written when it changes; told of all such frames, in order."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._latest: dict[PacketKind, dict[int, np.void]] = {kind: {} for kind in _OF_ACTORS}
        self._physics: dict[int, PhysicsControl] = {}
        self._doors: dict[int, dict[int, Any]] = {}
        self._scene_lights: dict[int, np.void] = {}
        self._unnamed_lights: list[np.void] = []
        self._weather: Records | None = None

    def take(self, frame: MendedFrame, new: Collection[int]) -> None:
        """Go on to a frame; of ``new`` actors, nothing from before holds."""
        for actor_id in new:
            for latest in self._latest.values():
                latest.pop(actor_id, None)
            self._physics.pop(actor_id, None)
            self._doors.pop(actor_id, None)
        for kind, latest in self._latest.items():
            latest.update((int(record["actor_id"]), record) for record in frame.records(kind))
        self._physics.update((control.actor_id, control) for control in physics_in(frame))
        for record in frame.records(packets.VEHICLE_DOOR):
            doors = self._doors.setdefault(int(record["actor_id"]), {})
            if record["door"] == VehicleDoor.ALL:
                doors.clear()
            doors[int(record["door"])] = record
        for record in frame.records(packets.SCENE_LIGHT):
            if record["light_id"] == _UNNAMED:
                self._unnamed_lights.append(record)
            else:
                self._scene_lights[int(record["light_id"])] = record
        weather = frame.records(packets.WEATHER)
        if len(weather):
            self._weather = weather

    def write(self, frame: MendedFrame, staying: Collection[int]) -> None:
        """Let a frame say all of it, as far as it belongs to those who stay, or to nobody."""
        for kind, latest in self._latest.items():
            _write(frame, kind, [latest[actor_id] for actor_id in staying if actor_id in latest])
        _write(
            frame,
            packets.PHYSICS_CONTROL,
            [self._physics[actor_id] for actor_id in staying if actor_id in self._physics],
        )
        doors = [record for actor_id in staying for record in self._doors.get(actor_id, {}).values()]
        _write(frame, packets.VEHICLE_DOOR, doors)
        _write(frame, packets.SCENE_LIGHT, [*self._scene_lights.values(), *self._unnamed_lights])
        if self._weather is not None:
            _write(frame, packets.WEATHER, [*self._weather])


def physics_in(frame: MendedFrame) -> list[PhysicsControl]:
    """Return the physics in a frame; none of a layout that is not known."""
    if packets.PHYSICS_CONTROL not in frame:
        return []
    try:
        return decode_physics(frame.payload(packets.PHYSICS_CONTROL))
    except DamagedPayloadError:
        return []


def _write(frame: MendedFrame, kind: PacketKind, records: list[Any]) -> None:
    if records or kind in frame:
        frame.provide(kind)
        rows = records if kind is packets.PHYSICS_CONTROL else [record.item() for record in records]
        frame.write(kind, rows)
