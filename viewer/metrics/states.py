"""What is recorded of actors, looked up for one actor in all frames, or in one frame for all actors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.metrics.derived import DERIVED, derive_motion
from viewer.metrics.values import CarlaObject, CarlaValues, Record
from viewer.recording.index import RecordingIndex
from viewer.recording.read.gather import gather

_ACTORS_KEPT = 1024  # kinds of records of an actor
_FRAMES_KEPT = 16  # kinds of records of a frame

Found = Mapping[int, Record]
"""A record by the index of its frame, or by the id of its actor."""


class ActorStates:
    """The states of actors by name, as ScenarioRunner names them; frames are frame indices.

    Attributes:
        derives: whether motion is derived from poses: it is not recorded, and correct answers are wanted.

    """

    def __init__(self, index: RecordingIndex, values: CarlaValues, *, compatible: bool) -> None:
        """Read nothing yet; what is read is kept for a while."""
        self._index = index
        self._values = values
        self._compatible = compatible
        self._of_actor = lru_cache(_ACTORS_KEPT)(self._read_actor)
        self._of_frame = lru_cache(_FRAMES_KEPT)(self._read_frame)
        self._motion_of = lru_cache(_ACTORS_KEPT)(lambda actor_id: derive_motion(index, actor_id))
        kinematics = index.dialect.id_of(packets.KINEMATICS)
        self.derives = not compatible and not index.packet_counts.get(kinematics)
        self._states: Mapping[str, tuple[PacketKind, Callable[[Record], CarlaObject]]] = {
            "transform": (packets.POSITION, values.transform),
            "velocity": (packets.KINEMATICS, lambda record: values.vector(record["velocity"])),
            "angular_velocity": (
                packets.KINEMATICS,
                lambda record: values.vector(record["angular_velocity"]),
            ),
            "control": (packets.ANIM_VEHICLE, values.control),
            "speed": (packets.ANIM_WALKER, values.walker_speed),
            "state": (packets.TRAFFIC_LIGHT_STATE, values.light_state),
            "frozen": (packets.TRAFFIC_LIGHT_STATE, lambda record: bool(record["frozen"])),
            "elapsed_time": (
                packets.TRAFFIC_LIGHT_STATE,
                lambda record: values.number(record["time_in_state"]),
            ),
            "lights": (packets.VEHICLE_LIGHT, values.lamps),
        }

    def of_actor(self, actor_id: int, state: str, frame: int) -> CarlaObject:
        """Return a state of an actor in a frame, None if it is not recorded."""
        if self.derives and state in DERIVED:
            return self._derived(actor_id, state, frame)
        if state == "acceleration":
            found = self._of_actor(packets.KINEMATICS, actor_id)
            return self._acceleration(found.get(frame), found.get(frame - 1), frame)
        kind, convert = self._states[state]
        record = self._of_actor(kind, actor_id).get(frame)
        return None if record is None else convert(record)

    def in_frame(self, actor_id: int, state: str, frame: int) -> CarlaObject:
        """Return the same, for asking of many actors in one frame."""
        if self.derives and state in DERIVED:
            return self._derived(actor_id, state, frame)
        if state == "acceleration":
            now = self._of_frame(packets.KINEMATICS, frame).get(actor_id)
            before = self._of_frame(packets.KINEMATICS, frame - 1).get(actor_id) if frame else None
            return self._acceleration(now, before, frame)
        kind, convert = self._states[state]
        record = self._of_frame(kind, frame).get(actor_id)
        return None if record is None else convert(record)

    def actors_in(self, frame: int) -> list[int]:
        """Return the ids of the actors of which a frame tells something, in its order."""
        kinds = (packets.POSITION, packets.TRAFFIC_LIGHT_STATE)
        return list(dict.fromkeys(actor_id for kind in kinds for actor_id in self._of_frame(kind, frame)))

    def _derived(self, actor_id: int, state: str, frame: int) -> CarlaObject:
        found = self._motion_of(actor_id).get(frame, {}).get(state)
        return None if found is None else self._values.vector(found)

    def _acceleration(self, now: Record, before: Record, frame: int) -> CarlaObject:
        """Return how the velocity has changed since the frame before; zeros in an actor's first frame.

        Compatibly zeros always: ScenarioRunner subtracts the velocity from itself.
        """
        if now is None:
            return None
        duration = float(self._index.elapsed[frame] - self._index.elapsed[frame - 1]) if frame else 0.0
        if self._compatible or before is None or duration <= 0.0:
            return self._values.vector((0.0, 0.0, 0.0))
        change = now["velocity"].astype(np.float64) - before["velocity"]
        return self._values.vector(change / duration)

    def _read_actor(self, kind: PacketKind, actor_id: int) -> Found:
        frames, records = gather(self._index, kind, actor_id, slice(0, len(self._index.heads)))
        return dict(zip(frames.tolist(), records, strict=True))

    def _read_frame(self, kind: PacketKind, frame: int) -> Found:
        records = self._index.read_frame(frame).records(kind)
        return dict(zip(records["actor_id"].tolist(), records, strict=True))
