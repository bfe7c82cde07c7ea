"""The traffic lights of a recording, which signals of the map they are, and trigger volumes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.read.gather import gather
from viewer.recording.units import metres

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap

LIGHT, STOP = "1000001", "206"
"""Types of signals in CARLA's maps."""
SAME_LEVEL = 8.0
"""Metres of height within which a light is that of a road: poles stand on it, heads hang above it."""
_SAME_PLACE = 2.0
"""Metres between a light of the recording and the signal of the map that it is."""
_KEPT = 512
"""Frames whose states are kept."""


@dataclass(frozen=True, eq=False)
class TriggerVolumes:
    """Boxes on the road that belong to lights or signs, seen from above; V of them.

    Attributes:
        rows: of the lights or signs, rows of the actor table, shape (V,).
        centers: metres, shape (V, 2).
        extents: half of length and width, metres, shape (V, 2).
        yaws: of the lights or signs, degrees, shape (V,).
        heights: z of the centers, metres, shape (V,).

    """

    rows: Ints
    centers: Floats
    extents: Floats
    yaws: Floats
    heights: Floats

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.rows)

    def take(self, which: Flags) -> TriggerVolumes:
        """Return some of them."""
        return TriggerVolumes(
            self.rows[which], self.centers[which], self.extents[which], self.yaws[which], self.heights[which]
        )

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
    origins = metres(records["origin"]).reshape(-1, 3)
    centers, heights = origins[:, :2], np.nan_to_num(origins[:, 2])
    extents = np.abs(metres(records["extent"]).reshape(-1, 3)[:, :2])
    good = (mine >= 0) & np.isfinite(centers).all(axis=1) & np.isfinite(extents).all(axis=1)
    mine = mine[good]
    return TriggerVolumes(mine, centers[good], extents[good], actors.rotation[mine, 1], heights[good])


def stop_signs(index: RecordingIndex) -> Ints:
    """Return the rows of the stop signs of a recording."""
    found: list[int] = [
        row for row, each in enumerate(index.actors.descriptions) if each.type_id == "traffic.stop"
    ]
    return np.array(found, np.int64)


def match_signals(index: RecordingIndex, road_map: RoadMap | None, rows: Ints, kind: str) -> dict[str, int]:
    """Return which rows of lights or signs are which signals of a type in the map, by the signals' ids."""
    signals = () if road_map is None else road_map.signals
    found: dict[str, int] = {}
    for signal in signals if len(rows) else ():
        if signal.type != kind:
            continue
        offset = index.actors.location[rows] - signal.location
        far = np.where(np.abs(offset[:, 2]) < SAME_LEVEL, np.hypot(*offset[:, :2].T), np.inf)
        nearest = int(np.argmin(far))
        if far[nearest] <= _SAME_PLACE:
            found[signal.id] = int(rows[nearest])
    return found


class LightBook:
    """The traffic lights of a recording: their states, and which signals of the map they are."""

    def __init__(self, index: RecordingIndex, road_map: RoadMap | None) -> None:
        """Match lights and signals by place."""
        self.index = index
        self.rows = np.flatnonzero(index.actors.category == Category.TRAFFIC_LIGHT)
        self._row_of = {int(index.actors.actor_id[row]): int(row) for row in self.rows}
        self._states: dict[int, dict[int, tuple[int, float]]] = {}
        self.row_of_signal = match_signals(index, road_map, self.rows, LIGHT)

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

    def red_for(self, row: int, frame: int) -> tuple[float, bool]:
        """Return for how many seconds a light that is red at a frame index has been red, in the recording.

        And whether it may be longer: no other state of it is told before, and it was there at the beginning.

        The time in a state that is recorded stands still while a light waits for others.
        """
        index = self.index
        actor_id = int(index.actors.actor_id[row])
        begin = int(index.actors.spawn_frame[row])
        frames, records = gather(index, packets.TRAFFIC_LIGHT_STATE, actor_id, slice(begin, frame + 1))
        others = np.flatnonzero(records["state"] != TrafficLightState.RED)
        first = int(frames[min(others[-1] + 1, len(frames) - 1)]) if len(others) else int(frames[0])
        told = len(others) > 0 or (begin > 0 and frames[0] == begin)
        return float(index.elapsed[frame] - index.elapsed[first]), not told

    @lazy
    def volumes(self) -> TriggerVolumes:
        """The trigger volumes of the lights that have one."""
        return trigger_volumes(self.index, self.rows)
