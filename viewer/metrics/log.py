"""``MetricsLog`` of ScenarioRunner, read directly from a recording: no simulator has to run."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from viewer.analysis.hero import HOW_TO_NAME_IT, no_hero_text
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.logfile.source import LogFile
from viewer.metrics.recorded_states import (
    DERIVED,
    STATES,
    CarlaObject,
    Record,
    derive_motion,
    describe,
    physics,
    scene_light,
    vector,
)
from viewer.recording.actor_name import HERO, ActorName, ActorNotFoundError
from viewer.recording.actors import Actor
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.motion_check import motion_check
from viewer.recording.read.changes import changes_of, latest_physics
from viewer.recording.read.records import gather

_ADDITIONAL = {
    packets.KINEMATICS: "velocities",
    packets.BOUNDING_BOX: "bounding boxes",
    packets.TRIGGER_VOLUME: "trigger volumes",
    packets.PLATFORM_TIME: "platform times",
    packets.PHYSICS_CONTROL: "physics controls",
    packets.TRAFFIC_LIGHT_TIME: "times of traffic lights",
}
"""Packets that CARLA records only with its option for additional data, and what they contain, in words."""
Description = dict[str, Any]
_ACTORS_KEPT = 1024  # cached records: one kind of one actor each
_FRAMES_KEPT = 16  # cached records: one kind of one frame each
_HOW = "additional data: client.start_recorder(name, True)"


_Found = Mapping[int, Record]
"""Records of one kind of packet: those of one actor, by frame index, or those of one frame, by actor id."""
_Of = Callable[["MetricsLog", int, int], CarlaObject]
_All = Callable[..., list[CarlaObject]]
_At = Callable[..., dict[int, CarlaObject]]


def _getters(state: str, what: str) -> tuple[_Of, _All, _At]:
    """Return three methods of MetricsLog that get ``state``, such as the velocity.

    The first gets it of an actor in a frame, the second of an actor in a range of frames, the third of all
    actors in a frame.

    Args:
        state: one of the names in ``STATES``, such as ``velocity``.
        what: the state in words, for the docstrings of the methods.
    """

    def one(self: MetricsLog, actor_id: int, frame: int) -> CarlaObject:
        return self._state(actor_id, state, frame)

    def every(
        self: MetricsLog, actor_id: int, first_frame: int | None = None, last_frame: int | None = None
    ) -> list[CarlaObject]:
        start = 1 if first_frame is None else first_frame
        stop = self.get_total_frame_count() if last_frame is None else last_frame
        return [self._state(actor_id, state, frame) for frame in range(start, stop + 1)]

    def at(self: MetricsLog, frame: int, actor_list: Collection[int] | None = None) -> dict[int, CarlaObject]:
        kinds, frame_index = (packets.POSITION, packets.TRAFFIC_LIGHT_STATE), self._frame_index(frame)
        there = dict.fromkeys(actor_id for kind in kinds for actor_id in self._of_frame(kind, frame_index))
        present = [each for each in there if not actor_list or each in actor_list]
        states = {each: self._state(each, state, frame, whole_frame=True) for each in present}
        return {each: found for each, found in states.items() if found or actor_list}

    one.__doc__ = f"Return {what} of an actor in a frame."
    every.__doc__ = f"Return {what} of an actor in each frame of a range, both ends included."
    at.__doc__ = f"Return {what} of all actors, or of those in the list, in a frame."
    return one, every, at


class MetricsLog(AbstractContextManager["MetricsLog", None]):
    """Contents of a recording, with the methods of ScenarioRunner's class of the same name.

    Answers are objects of the ``carla`` package or its stand-ins: positions and boxes in metres, velocities
    in m/s. Frames are CARLA's frame numbers, from 1 on; another number raises IndexError. Values that are not
    recorded are None, except that velocities, accelerations and angular velocities are then derived from
    poses (``viewer.metrics.recorded_states``).

    Mistakes of the original are not repeated: its ``get_elapsed_time``, ``get_delta_time``,
    ``get_platform_time`` and ``get_…_at_frame`` read the next frame; its ``get_actor_collisions`` counts
    frames from 0; its accelerations are zero; its speeds of walkers are texts in cm/s, its scene lights are
    always active, and its numbers have six digits.
    """

    def __init__(
        self,
        recorder: Path | str | RecordingIndex,
        *,
        hero: ActorName | Actor | int | None = None,
        report: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Open a recording.

        Args:
            recorder: path of the recording, or its index with an open file.
            hero: the actor to take as the one with role ``hero``; the recorded one if None.
            report: called with a sentence (without its full stop) if data that a method is asked for are not
                recorded or contradict the poses, and if there is no hero; once for each sentence.

        Raises:
            viewer.RecordingError: the recording cannot be read, or has no complete frame.
            viewer.ActorNotFoundError: there is no such actor as ``hero``, or several had this id.
        """
        self._index = recorder if isinstance(recorder, RecordingIndex) else read_index(LogFile(recorder))
        if not len(self._index.frame_starts):
            raise frameless_error(self._index)
        self._of_actor = lru_cache(_ACTORS_KEPT)(self._read_actor)
        self._of_frame = lru_cache(_FRAMES_KEPT)(self._read_frame)
        self._motion_of = lru_cache(_ACTORS_KEPT)(lambda actor_id: derive_motion(self._index, actor_id))
        self._report = report
        self._reported: set[str] = set()
        self._heroes: list[int] = []
        if hero is not None:
            actors = self._index.actors
            row = hero.lifetimes(actors)[0] if isinstance(hero, ActorName) else self._index.row_of(hero)
            rows = actors.lifetimes(row)
            self._heroes = list(dict.fromkeys(actors.actor_id[[*rows]].tolist()))

    def close(self, *_: object) -> None:
        """Close the file."""
        self._index.file.close()

    __exit__ = close

    # -- the simulation

    def get_actor_collisions(self, actor_id: int) -> dict[int, list[int]]:
        """Return the ids of the actors that the sensor of ``actor_id`` reported as hit, by frame number."""
        changes = changes_of(self._index, packets.COLLISION)
        hits = changes.records["actor1_id"] == actor_id
        found: dict[int, list[int]] = {}
        others = changes.records["actor2_id"][hits].tolist()
        for frame_index, other in zip(changes.frames[hits].tolist(), others, strict=True):
            found.setdefault(int(self._index.frame_ids[frame_index]), []).append(other)
        return found

    def get_total_frame_count(self) -> int:
        """Return CARLA's number of the recording's last frame."""
        return int(self._index.frame_ids[-1])

    def get_elapsed_time(self, frame: int) -> float:
        """Return the elapsed time of ``frame`` in seconds."""
        return float(self._index.elapsed[self._frame_index(frame)])

    def get_delta_time(self, frame: int) -> float:
        """Return the seconds from the previous frame to ``frame``; 0 for the first."""
        frame_index = self._frame_index(frame)
        return float(self._index.elapsed[frame_index] - self._index.elapsed[max(frame_index - 1, 0)])

    def get_platform_time(self, frame: int) -> float | None:
        """Return the real time of ``frame`` in seconds since the start of recording; None if not recorded."""
        self._has(packets.PLATFORM_TIME)
        times = self._index.read_frame(self._frame_index(frame)).records(packets.PLATFORM_TIME)["time"]
        return float(times[-1]) if len(times) else None

    # -- the actors

    def get_ego_vehicle_id(self) -> int:
        """Return the id of the hero, the first one if there are several.

        Raises:
            ActorNotFoundError: there is no hero.
        """
        ids = self.get_actor_ids_with_role_name(HERO)
        if not ids:
            ids = self._index.actors.actor_id[list(self._index.actors.hero_rows)].tolist()
        if not ids:
            raise ActorNotFoundError(self._why_no_hero())
        return ids[0]

    def _why_no_hero(self) -> str:
        """Return a sentence that says why there is no hero, and which option names one."""
        return f"{no_hero_text(self._index)}; {HOW_TO_NAME_IT}"

    def get_actor_ids_with_role_name(self, role_name: str) -> list[int]:
        """Return the ids of actors with a role; for ``hero``, of the actor that was chosen as hero, if any.

        A hero that was spawned several times may have a different id each time: then all of them are
        returned.
        """
        if role_name == HERO and self._heroes:
            return [*self._heroes]
        ids = [each for each, actor in self._actors.items() if actor.get("role_name") == role_name]
        if not ids and role_name == HERO:
            other = bool(self._index.actors.hero_rows)
            self._report_once(
                f"no actor has the role_name hero; {HOW_TO_NAME_IT}" if other else self._why_no_hero()
            )
        return ids

    def get_actor_ids_with_type_id(self, type_id: str) -> list[int]:
        """Return the ids of actors whose blueprint matches a pattern such as ``vehicle.*``."""
        return [each for each, actor in self._actors.items() if fnmatch.fnmatch(actor["type_id"], type_id)]

    def get_actor_attributes(self, actor_id: int) -> Description | None:
        """Return the description of an actor: type_id, location, attributes and so on; None if unknown."""
        return self._actors.get(actor_id)

    def get_actor_bounding_box(self, actor_id: int) -> CarlaObject:
        """Return the bounding box of an actor, with half extents in metres; None if not recorded."""
        self._has(packets.BOUNDING_BOX)
        return self._actors.get(actor_id, {}).get("bounding_box")

    def get_traffic_light_trigger_volume(self, traffic_light_id: int) -> CarlaObject:
        """Return the box in which a traffic light acts on vehicles; None if not recorded."""
        self._has(packets.TRIGGER_VOLUME)
        return self._actors.get(traffic_light_id, {}).get("trigger_volume")

    def get_actor_alive_frames(self, actor_id: int) -> tuple[int, int] | tuple[None, None]:
        """Return the numbers of the first and last frame in which an actor exists; (None, None) if unknown.

        They are CARLA's frame numbers.
        """
        actor = self._actors.get(actor_id)
        if actor is None:
            return None, None
        destroyed = actor.get("destroyed")
        return actor["created"], self.get_total_frame_count() if destroyed is None else destroyed - 1

    # -- states of actors

    get_actor_transform, get_all_actor_transforms, get_actor_transforms_at_frame = _getters(
        "transform", "the pose"
    )
    get_actor_velocity, get_all_actor_velocities, get_actor_velocities_at_frame = _getters(
        "velocity", "the velocity, in m/s,"
    )
    get_actor_angular_velocity, get_all_actor_angular_velocities, get_actor_angular_velocities_at_frame = (
        _getters("angular_velocity", "the angular velocity, in degrees per second,")
    )
    get_actor_acceleration, get_all_actor_accelerations, get_actor_accelerations_at_frame = _getters(
        "acceleration", "the change of velocity since the frame before, in m/s²,"
    )

    # -- vehicles and walkers

    def get_vehicle_control(self, vehicle_id: int, frame: int) -> CarlaObject:
        """Return the control of a vehicle in ``frame``, CARLA's frame number; None if not recorded."""
        return self._state(vehicle_id, "control", frame)

    def get_vehicle_physics_control(self, vehicle_id: int, frame: int) -> CarlaObject:
        """Return the physics control of a vehicle as last recorded until ``frame``; None if not recorded."""
        self._has(packets.PHYSICS_CONTROL)
        control = latest_physics(self._index, vehicle_id, 0, self._frame_index(frame))
        return None if control is None else physics(control)

    def get_walker_speed(self, walker_id: int, frame: int) -> float | None:
        """Return the speed in m/s at which a walker is set to walk in ``frame``; None if not recorded."""
        speed: float | None = self._state(walker_id, "speed", frame)
        return speed

    def get_vehicle_lights(self, vehicle_id: int, frame: int) -> list[CarlaObject] | None:
        """Return the lamps of a vehicle that are on in ``frame``; ``[NONE]`` if none is.

        The result is None if they are not recorded.
        """
        lamps: list[CarlaObject] | None = self._state(vehicle_id, "lights", frame)
        return lamps

    def is_vehicle_light_active(self, light: CarlaObject, vehicle_id: int, frame: int) -> bool:
        """Return whether the lamp ``light`` of a vehicle is on in ``frame``."""
        return light in (self.get_vehicle_lights(vehicle_id, frame) or ())

    # -- traffic lights and other lights

    def get_traffic_light_state(self, traffic_light_id: int, frame: int) -> CarlaObject:
        """Return the state of a traffic light in ``frame``, CARLA's frame number; None if not recorded."""
        return self._state(traffic_light_id, "state", frame)

    def is_traffic_light_frozen(self, traffic_light_id: int, frame: int) -> bool | None:
        """Return whether a traffic light is frozen in ``frame``; None if not recorded."""
        frozen: bool | None = self._state(traffic_light_id, "frozen", frame)
        return frozen

    def get_traffic_light_elapsed_time(self, traffic_light_id: int, frame: int) -> float | None:
        """Return for how many seconds a traffic light has been in its state by ``frame``.

        The result is None if that is not recorded.
        """
        elapsed: float | None = self._state(traffic_light_id, "elapsed_time", frame)
        return elapsed

    def get_traffic_light_state_time(
        self, traffic_light_id: int, state: CarlaObject, frame: int
    ) -> float | None:
        """Return how many seconds a traffic light is set to stay in ``state``; None if not recorded.

        The value is the one last recorded up to ``frame``.
        """
        self._has(packets.TRAFFIC_LIGHT_TIME)
        record, name = self._latest(packets.TRAFFIC_LIGHT_TIME, traffic_light_id, frame), state.name.lower()
        return float(record[name]) if record is not None and name in record.dtype.names else None

    def get_scene_light_state(self, light_id: int, frame: int) -> CarlaObject:
        """Return the ``LightState`` of a street or building light, as last recorded until ``frame``.

        The result is None if it is not recorded.
        """
        record = self._latest(packets.SCENE_LIGHT, light_id, frame)
        return None if record is None else scene_light(record)

    # -- finding records

    @lazy
    def _actors(self) -> dict[int, Description]:
        return describe(self._index)

    @lazy
    def _frame_indices(self) -> dict[int, int]:
        return {frame: frame_index for frame_index, frame in enumerate(self._index.frame_ids.tolist())}

    def _frame_index(self, frame: int) -> int:
        """Return the index of the frame with the number ``frame``; raise IndexError if there is none."""
        frame_index = self._frame_indices.get(frame)
        if frame_index is None:
            ids = self._index.frame_ids
            raise IndexError(f"there is no frame {frame}: they count from {ids[0]} to {ids[-1]}")
        return frame_index

    def _has(self, kind: PacketKind) -> bool:
        """Return whether the recording has packets of ``kind``, a kind that CARLA writes only on demand.

        If it has none, the user is told so, once.
        """
        recorded = bool(self._index.packet_counts.get(self._index.dialect.id_of(kind)))
        if not recorded:
            answer = "they are derived from poses" if kind is packets.KINEMATICS else "the log answers None"
            self._report_once(
                f"{_ADDITIONAL[kind]} are not recorded: {answer}. CARLA records them with {_HOW}"
            )
        return recorded

    def _report_once(self, sentence: str) -> None:
        if sentence not in self._reported:
            self._reported.add(sentence)
            self._report(sentence)

    def _state(self, actor_id: int, state: str, frame: int, *, whole_frame: bool = False) -> CarlaObject:
        """Return ``state`` of an actor in ``frame``; None if it is neither recorded nor derived from poses.

        ``whole_frame``: whether to read the states of all actors in this frame instead of all frames of this
        actor, which is faster for many actors in one frame.
        """
        frame_index, (kind, convert) = self._frame_index(frame), STATES[state]
        is_derived = state in DERIVED and (
            not self._has(packets.KINEMATICS) or self._contradicted(actor_id, state, frame_index)
        )
        if is_derived:
            motion = self._motion_of(actor_id)[state].get(frame_index)
            if motion is not None:
                return vector(motion)

        def find(frame_index: int) -> CarlaObject:
            if not whole_frame:
                record = self._of_actor(kind, actor_id).get(frame_index)
            else:
                record = self._of_frame(kind, frame_index).get(actor_id) if frame_index >= 0 else None
            return None if record is None else convert(record)

        found = find(frame_index)
        if found is None or state != "acceleration":
            return found
        before, duration = find(frame_index - 1), self.get_delta_time(frame)
        return vector((0.0, 0.0, 0.0) if before is None or duration <= 0.0 else (found - before) / duration)

    def _contradicted(self, actor_id: int, state: str, frame_index: int) -> bool:
        """Return whether an actor's poses contradict the recorded velocity that ``state`` is made from.

        The first time that they do is reported to the user.
        """
        row = self._index.actors.find(actor_id, frame_index)
        name = "angular_velocity" if state == "angular_velocity" else "velocity"
        frames = np.array([frame_index, max(frame_index - 1, 0)][: 1 + (state == "acceleration")])
        if row is None or not motion_check(self._index).wrong_in(name, row, frames).any():
            return False
        what = name.replace("_", " ").replace("velocity", "velocities")
        self._report_once(f"recorded {what} contradict the poses: they are derived from poses there")
        return True

    def _latest(self, kind: PacketKind, number: int, frame: int) -> Record:
        """Return the last record until ``frame`` with ``number`` in the first field of ``kind``, or None."""
        records = changes_of(self._index, kind).until(self._frame_index(frame))
        return next(iter(records[records[kind.fields[0].name] == number][-1:]), None)

    def _read_actor(self, kind: PacketKind, actor_id: int) -> _Found:
        frames, records = gather(self._index, kind, actor_id, slice(0, len(self._index.frame_starts)))
        return dict(zip(frames.tolist(), records, strict=True))

    def _read_frame(self, kind: PacketKind, frame: int) -> _Found:
        records = self._index.read_frame(frame).records(kind)
        return dict(zip(records["actor_id"].tolist(), records, strict=True))
