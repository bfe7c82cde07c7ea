"""Which light governs a lane: by the map's signals, else by trigger volumes, else by where lights stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.read.gather import gather
from viewer.recording.units import metres
from viewer.roads.placing import SignalReference
from viewer.roads.road_map import RoadMap

_LIGHT, _STOP = "1000001", "206"
"""Types of signals in CARLA's maps."""
_SAME_PLACE = 2.0
"""Metres between a light of the recording and the signal of the map that it is."""
_FACING = 90.0
"""Yaw of a light, seen from those it stops: CARLA's lights show to their left (in all real recordings)."""
_TOLERANCE = 40.0
_AHEAD, _ASIDE = 40.0, 15.0
"""Metres from the line within which a light may govern it: its pole may stand beyond the crossing."""
_GROUP = 12.0
"""Metres within which lights that face the same way belong to the same approach."""
_KEPT = 512
"""Frames whose states are kept."""


class Governing(NamedTuple):
    """Lights that govern a lane, rows of the actor table, and how that is known."""

    rows: Ints
    how: str


@dataclass(frozen=True, eq=False)
class TriggerVolumes:
    """Boxes on the road that belong to lights or signs, seen from above; V of them.

    Attributes:
        rows: of the lights or signs, rows of the actor table, shape (V,).
        centers: metres, shape (V, 2).
        extents: half of length and width, metres, shape (V, 2).
        yaws: of the lights or signs, degrees, shape (V,).

    """

    rows: Ints
    centers: Floats
    extents: Floats
    yaws: Floats

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.rows)

    def around(self, place: Floats) -> Ints:
        """Return the rows of those that a place (2,) or (3,) is in, or not more than 2 m beside."""
        turn = np.radians(self.yaws)
        offset = place[:2] - self.centers
        along = offset[:, 0] * np.cos(turn) + offset[:, 1] * np.sin(turn)
        across = offset[:, 1] * np.cos(turn) - offset[:, 0] * np.sin(turn)
        # The line may be as far behind the volume as ScenarioRunner looks ahead of it.
        near = (np.abs(along) <= self.extents[:, 0] + _SAME_PLACE) & (
            np.abs(across) <= self.extents[:, 1] + _SAME_PLACE
        )
        return np.unique(self.rows[near])


def trigger_volumes(index: RecordingIndex, rows: Ints) -> TriggerVolumes:
    """Return the recorded trigger volumes of some rows of the actor table."""
    actors = index.actors
    row_of = {int(actors.actor_id[row]): int(row) for row in rows}
    records = ChangeBook(index).of(packets.TRIGGER_VOLUME).records
    mine = np.array([row_of.get(each, -1) for each in records["actor_id"].tolist()], np.int64)
    centers = metres(records["origin"]).reshape(-1, 3)[:, :2]
    extents = np.abs(metres(records["extent"]).reshape(-1, 3)[:, :2])
    good = (mine >= 0) & np.isfinite(centers).all(axis=1) & np.isfinite(extents).all(axis=1)
    mine = mine[good]
    return TriggerVolumes(mine, centers[good], extents[good], actors.rotation[mine, 1])


def stop_signs(index: RecordingIndex) -> Ints:
    """Return the rows of the stop signs of a recording."""
    found: list[int] = [
        row for row, each in enumerate(index.actors.descriptions) if each.type_id == "traffic.stop"
    ]
    return np.array(found, np.int64)


def stop_references(road_map: RoadMap) -> tuple[SignalReference, ...]:
    """Return where stop signs of a map act."""
    signs = {signal.id for signal in road_map.signals if signal.type == _STOP}
    return tuple(reference for reference in road_map.references if reference.signal in signs)


class LightBook:
    """The traffic lights of a recording: their states, and which signals of the map they are."""

    def __init__(self, index: RecordingIndex, road_map: RoadMap) -> None:
        """Match lights and signals by place."""
        self.index = index
        self.rows = np.flatnonzero(index.actors.category == Category.TRAFFIC_LIGHT)
        self._row_of = {int(index.actors.actor_id[row]): int(row) for row in self.rows}
        self._states: dict[int, dict[int, tuple[int, float]]] = {}
        signals = [signal for signal in road_map.signals if signal.type == _LIGHT]
        self.row_of_signal = self._match({signal.id: signal.location[:2] for signal in signals})
        self.references = tuple(each for each in road_map.references if each.signal in self.row_of_signal)
        self.has_signals = bool(signals)

    def _match(self, places: dict[str, tuple[float, float]]) -> dict[str, int]:
        if not places or not len(self.rows):
            return {}
        lights = self.index.actors.location[self.rows, :2]
        found: dict[str, int] = {}
        for name, place in places.items():
            far = np.hypot(*(lights - place).T)
            nearest = int(np.argmin(far))
            if far[nearest] <= _SAME_PLACE:
                found[name] = int(self.rows[nearest])
        return found

    def states(self, frame: int) -> dict[int, tuple[int, float]]:
        """Return state and seconds in it, by the lights' rows, at a frame index.

        Raises:
            ChangedError: the file was replaced or cut since it was opened.
            UnreadableError: the system cannot read.

        """
        if frame not in self._states:
            if len(self._states) >= _KEPT:
                self._states.clear()
            records = self.index.read_frame(frame).records(packets.TRAFFIC_LIGHT_STATE)
            ids, states, times = (records[name].tolist() for name in ("actor_id", "state", "time_in_state"))
            self._states[frame] = {
                self._row_of[actor_id]: (state, time)
                for actor_id, state, time in zip(ids, states, times, strict=True)
                if actor_id in self._row_of
            }
        return self._states[frame]

    def red_for(self, row: int, frame: int) -> float:
        """Return for how many seconds a light that is red at a frame index has been red, in the recording.

        The time in a state that is recorded stands still while a light waits for others.
        """
        index = self.index
        actor_id = int(index.actors.actor_id[row])
        begin = int(index.actors.spawn_frame[row])
        frames, records = gather(index, packets.TRAFFIC_LIGHT_STATE, actor_id, slice(begin, frame + 1))
        others = np.flatnonzero(records["state"] != TrafficLightState.RED)
        first = int(frames[min(others[-1] + 1, len(frames) - 1)]) if len(others) else int(frames[0])
        return float(index.elapsed[frame] - index.elapsed[first])

    @lazy
    def volumes(self) -> TriggerVolumes:
        """The trigger volumes of the lights that have one."""
        return trigger_volumes(self.index, self.rows)


def governing_lights(
    book: LightBook, line: Floats, yaw: float, roads: tuple[tuple[int, int], ...], frame: int
) -> Governing:
    """Return the lights that govern whoever crosses into a junction; none if there are none.

    Args:
        book: the lights.
        line: where the front crosses into it, metres.
        yaw: of the vehicle, degrees.
        roads: roads of the junction (rows) and lanes that it may be on.
        frame: index of the frame in which it does.

    """
    if book.has_signals and book.references:
        named = [
            book.row_of_signal[each.signal]
            for each in book.references
            if any(each.road == road and each.acts_on(lane) for road, lane in roads)
        ]
        return Governing(np.unique(np.array(named, np.int64)), "the map's signals")
    if len(book.volumes):
        return Governing(book.volumes.around(line), "its trigger volume")
    return Governing(_facing(book, line, yaw, frame), "where it stands")


def _facing(book: LightBook, line: Floats, yaw: float, frame: int) -> Ints:
    """Return the nearest lights ahead that face whoever crosses a line: those of one approach."""
    actors = book.index.actors
    rows = book.rows
    alive = (actors.spawn_frame[rows] <= frame) & (frame < actors.destroy_frame[rows])
    rows = rows[alive]
    offset = actors.location[rows, :2] - line[:2]
    cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    along = offset[:, 0] * cos + offset[:, 1] * sin
    across = offset[:, 1] * cos - offset[:, 0] * sin
    turn = actors.rotation[rows, 1] - yaw - _FACING
    facing = np.abs(turn - np.round(turn / 360.0) * 360.0) < _TOLERANCE
    here = np.flatnonzero(facing & (along > -3.0) & (along < _AHEAD) & (np.abs(across) < _ASIDE))  # noqa: PLR2004
    if not len(here):
        return here
    nearest = here[np.argmin(along[here])]
    group = here[np.abs(along[here] - along[nearest]) < _GROUP]
    return np.asarray(rows[group])
