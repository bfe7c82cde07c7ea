"""Causes for which a vehicle stands with nobody ahead: walkers, traffic lights, stop signs, its controls."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import distances
from viewer.analysis.controlled_lanes import (
    BY_VOLUME,
    LIGHT,
    LIGHT_SOURCES,
    SAME_LEVEL,
    STOP,
    ControlledLanes,
    TriggerVolumes,
    ahead_and_aside,
    rows_around,
    trigger_volumes,
)
from viewer.analysis.junctions import rows_of_signs
from viewer.analysis.pairs import root_parents
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.runner_signals import StopVolumes
from viewer.analysis.stand_cause import CauseKind
from viewer.analysis.traffic_lights import TrafficLights
from viewer.analysis.vehicles_ahead import SLOW
from viewer.arrays import Flags, Floats, Ints
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.read.records import all_records, gather

CAUSES = tuple(CauseKind)
CODES = {kind: code for code, kind in enumerate(CAUSES)}
"""Index of each kind of cause in ``CAUSES``."""
STARTS = 10.0
"""Seconds after a light has turned green, or a queue has moved on, within which a vehicle is to start."""
_TO_LINE = 15.0
"""Largest distance in metres from a vehicle's front to the stop line of a light that it stands at."""
_TO_WALKER, _LANE = 6.0, 3.5
"""Metres ahead within which a walker is in the way; width in metres of a lane that is not known."""
_WALKER_HEIGHT = 2.0
"""Largest difference in height, in metres, between a vehicle and a walker in its way."""
_UNMOVED = 0.05
"""Metres, and degrees, that a vehicle may have moved since the look before to be where it was."""
_ID_BITS = 32
_NEAR_LIGHT = 30.0
"""Metres from a light of which no lane is known, within which it may be for a vehicle."""
TOUCHES = 0.15
"""Largest distance in metres between two boxes that touch."""
_PUSHES, _BRAKES, _NO_THROTTLE = 0.1, 0.1, 0.05
"""Controls: least throttle of a vehicle that pushes, least brake of one that brakes, most that is none."""
_STOPPING = (TrafficLightState.RED, TrafficLightState.YELLOW)


class OwnLooks(NamedTuple):
    """Why a vehicle stands on its own, at K looks (moments in time).

    Attributes:
        kinds: kind of the cause, an index into ``CAUSES``, shape (K,).
        walkers: track of the walker in its way, −1 for none, shape (K,).
        signals: row of the light or stop sign that it stands at, −1 for none, shape (K,).
        green_since: elapsed seconds at which the light first was green while it stood; NaN if never, (K,).
        lights_known: whether it is known which light governs it, and its state, shape (K,).
        controls_known: whether its controls are recorded, shape (K,).
    """

    kinds: Ints
    walkers: Ints
    signals: Ints
    green_since: Floats
    lights_known: Flags
    controls_known: Flags


class OwnCauses:
    """Search for what makes vehicles stand that nobody is ahead of.

    Attributes:
        lights: traffic lights of the recording.
        no_lights: why lights are not looked at, as text; empty if they are.
        no_signs: why stop signs are not looked at; empty if they are.
    """

    def __init__(self, context: RuleContext) -> None:
        """Find the lights and signs of the recording of ``context``, and the lanes that they control."""
        traffic, road_map, mapped = context.traffic, context.road_map, context.mapped_lights
        index = traffic.index
        self._traffic, self._road_map = traffic, road_map
        self._family = root_parents(traffic)
        self._walkers = np.flatnonzero(traffic.moves & (traffic.category == Category.WALKER))
        self.no_lights = self.no_signs = ""
        self.lights: TrafficLights = mapped or TrafficLights(index)
        self._unplaced = np.empty(0, np.int64)
        signs = rows_of_signs(index)
        if mapped is not None and road_map is not None:
            lanes = ControlledLanes(index, road_map, signs, STOP, map_alone=True)
            self._signs: TriggerVolumes = StopVolumes(road_map, lanes).volumes
            self._unplaced = mapped.unplaced
            if not len(self.lights.rows) and any(each.type == LIGHT for each in road_map.signals):
                self.no_lights = "lights: none is recorded"
        else:
            self._signs = trigger_volumes(index, signs)
            if not len(self.lights.volumes) and not len(self._signs):
                self.no_lights, self.no_signs = "lights: no map", "stop signs: no map"

    def at(self, tracks: Ints, samples: Ints) -> OwnLooks:
        """Return why vehicles stand: each of ``tracks`` (indices in ``Traffic``) at one of ``samples``.

        Both have shape (K,), and are sorted by track, then by sample.
        """
        traffic, boxes, count = self._traffic, self._traffic.boxes, len(samples)
        poses = traffic.positions_at(tracks, samples)
        reaches = boxes.centers[tracks, 0] + boxes.extents[tracks, 0]
        new = np.ones(count, np.bool_)
        new[1:] = (np.diff(tracks) != 0) | (np.abs(np.diff(poses, axis=0)) > _UNMOVED).any(axis=1)
        places, turn = poses[new], np.radians(poses[new, 3])
        fronts = places[:, :3].copy()
        fronts[:, :2] += reaches[new, None] * np.column_stack((np.cos(turn), np.sin(turn)))
        on_lane, width = np.zeros(len(places), np.bool_), np.full(len(places), _LANE)
        for points in (fronts, places[:, :3]):
            if self._road_map is None:
                break
            lanes = self._road_map.locate(points, places[:, 3])
            width = np.where(lanes["on_lane"], np.nan_to_num(lanes["width"], nan=_LANE), width)
            on_lane |= lanes["on_lane"]
        same = np.cumsum(new) - 1
        kinds, controls_known = self._controls(tracks, samples)
        signals, walkers = self._signs_at(fronts)[same], np.full(count, -1)
        kinds[signals >= 0] = CODES[CauseKind.STOP_SIGN]
        green_since, lights_known = np.full(count, np.nan), np.full(count, not self.no_lights)
        lights_known &= (on_lane | (self._road_map is None))[same]
        edges = np.append(np.flatnonzero(np.diff(tracks, prepend=-1)), count)
        for begin, end in pairwise(edges.tolist()):
            part, track = slice(begin, end), int(tracks[begin])
            if not self.no_lights and len(self.lights.rows):
                first = same[part] - same[begin]
                here = new[part]
                rows, known = self._lights_ahead(
                    poses[part][here], samples[part][here], float(reaches[begin])
                )
                rows, lights_known[part] = rows[first], lights_known[part] & known[first]
                for row in np.unique(rows[rows >= 0]).tolist():
                    mine = np.flatnonzero(rows == row) + begin
                    phases, green_since[mine], told = self._phases(track, row, samples[mine])
                    lights_known[mine] &= told
                    at_light = mine[phases >= 0]
                    kinds[at_light], signals[at_light] = phases[phases >= 0], row
            if len(self._walkers):
                walkers[part] = self._walkers_ahead(track, samples[part], poses[part], width[same[part]])
        kinds[walkers >= 0] = CODES[CauseKind.WALKER]
        return OwnLooks(kinds, walkers, signals, green_since, lights_known, controls_known)

    def _controls(self, tracks: Ints, samples: Ints) -> tuple[Ints, Flags]:
        """Return the kind of cause that the controls of ``tracks`` tell at ``samples``, and where they do."""
        index, frames = self._traffic.index, self._traffic.frames[samples]
        recorded, controls = all_records(index, packets.ANIM_VEHICLE, np.unique(frames))
        keys = (recorded << _ID_BITS) + controls["actor_id"]
        order = np.argsort(keys, kind="stable")
        wanted = (frames << _ID_BITS) + index.actors.actor_id[self._traffic.rows[tracks]]
        at = np.searchsorted(keys[order], wanted, side="right") - 1  # of several in a frame, the last one
        kinds = np.full(len(samples), CODES[CauseKind.UNKNOWN])
        known = np.append(keys[order], -1)[at] == wanted
        if known.any():
            mine = controls[order[at[known]]]
            throttle, brake, held = mine["throttle"], mine["brake"], mine["hand_brake"].astype(np.bool_)
            pushes = (throttle > _PUSHES) & (brake < _BRAKES) & ~held
            kinds[known] = np.select(
                [pushes, (brake > _BRAKES) | held, throttle < _NO_THROTTLE],
                [CODES[each] for each in (CauseKind.AGAINST, CauseKind.BRAKE_HELD, CauseKind.NO_THROTTLE)],
                CODES[CauseKind.UNKNOWN],
            )
        return kinds, known

    def has_throttle(self, track: int, first: int, last: int) -> bool:
        """Return whether ``track`` has throttle at any sample from ``first`` to ``last``."""
        traffic = self._traffic
        actor_id = int(traffic.index.actors.actor_id[traffic.rows[track]])
        frames = slice(int(traffic.frames[first]), int(traffic.frames[last]) + 1)
        _, controls = gather(traffic.index, packets.ANIM_VEHICLE, actor_id, frames)
        return bool((controls["throttle"] >= _NO_THROTTLE).any())

    def _signs_at(self, fronts: Floats) -> Ints:
        """Return the row of the stop sign in whose volume each of ``fronts`` (K, 3) lies, −1 for none."""
        found = np.full(len(fronts), -1, np.int64)
        for volume in self._signs:
            near = np.hypot(*(fronts[:, :2] - volume["center"][:2]).T) < _TO_LINE
            near &= np.abs(fronts[:, 2] - volume["center"][2]) < SAME_LEVEL
            for look in np.flatnonzero(near).tolist():
                if rows_around(np.array([volume]), fronts[look]):
                    found[look] = volume["row"]
        return found

    def _lights_ahead(self, poses: Floats, samples: Ints, reach: float) -> tuple[Ints, Flags]:
        """Return the row of the light ahead of a vehicle, −1 for none, and whether it is known, (K,) each.

        Args:
            poses: x, y, z in metres and yaw in degrees, shape (K, 4).
            samples: samples of these, shape (K,).
            reach: metres from the vehicle's origin to its front.
        """
        mapped = self._road_map is not None
        within = _TO_LINE if mapped else _TO_LINE + reach
        rows, sources = self.lights.ahead(self._traffic.frames[samples], poses, reach, within=within)
        known = np.ones(len(rows), np.bool_)
        if not mapped:
            known = (rows < 0) | (np.array(LIGHT_SOURCES)[sources] == BY_VOLUME)
            rows = np.where(known, rows, -1)
        for row in self._unplaced.tolist():
            far = np.linalg.norm(poses[:, :3] - self._traffic.index.actors.location[row], axis=1)
            known &= far > _NEAR_LIGHT
        return rows, known

    def _phases(self, track: int, row: int, samples: Ints) -> tuple[Ints, Floats, Flags]:
        """Return what a light is to a vehicle that stands at it, at ``samples``, shape (K,) each.

        They are the kind of cause, −1 for none; elapsed seconds of the first green since the vehicle stands;
        and whether the state is known.
        """
        traffic = self._traffic
        elapsed, frames = traffic.index.elapsed, traffic.frames[samples]
        recorded, states = self.lights.recorded_states(row)
        now = self.lights.states(row, frames)
        motion = traffic.motion_of(track)
        moving = np.where(motion.judged & (motion.speeds < SLOW), -1, np.arange(len(motion.times)))
        begins = np.minimum(np.maximum.accumulate(moving)[samples - motion.begin] + 1, samples - motion.begin)
        first = traffic.frames[begins + motion.begin]
        green, red = states == TrafficLightState.GREEN, np.isin(states, _STOPPING)
        lasts = np.diff(elapsed[recorded], append=elapsed[recorded[-1:]])
        lasts[np.diff(recorded, append=recorded[-1:]) > 1] = 0.0
        until, since = (np.searchsorted(recorded, each) for each in (frames, first))
        greens, reds = (
            np.append(0.0, np.cumsum(each))[until] - np.append(0.0, np.cumsum(each))[since]
            for each in (np.where(green, lasts, 0.0), red)
        )
        kinds = np.full(len(samples), -1, np.int64)
        waits = np.isin(now, _STOPPING) | ((now == TrafficLightState.GREEN) & (reds > 0.0))
        kinds[waits] = CODES[CauseKind.WAITS_AT_RED]
        told = ~np.isin(now, (TrafficLightState.OFF, TrafficLightState.UNKNOWN))
        kinds[told & (greens > STARTS)] = CODES[CauseKind.STANDS_AT_GREEN]
        turns = np.flatnonzero(green)
        at = np.append(turns, len(recorded) - 1)[np.searchsorted(turns, since)] if len(recorded) else since
        return kinds, np.where(greens > 0.0, elapsed[recorded[at]], np.nan), told

    def _walkers_ahead(self, track: int, samples: Ints, poses: Floats, width: Floats) -> Ints:
        """Return the track of the nearest walker at most 6 m ahead in the lane's ``width``, −1 for none."""
        traffic = self._traffic
        found, nearest = np.full(len(samples), -1, np.int64), np.full(len(samples), _TO_WALKER)
        box = traffic.boxes.rectangles_at(np.full(len(samples), track), poses)
        for walker in self._walkers.tolist():
            there = np.flatnonzero((traffic.begins[walker] <= samples) & (samples < traffic.ends[walker]))
            place = traffic.positions_at(walker, samples[there])
            along, aside = ahead_and_aside(place[:, :2] - box.centers[there], poses[there, 3])
            gap = along - box.extents[there, 0] - traffic.boxes.extents[walker, 0]
            with np.errstate(invalid="ignore"):
                near = (along > box.extents[there, 0]) & (gap < nearest[there])
                near &= np.abs(aside) < width[there] / 2
                near &= np.abs(place[:, 2] - poses[there, 2]) < _WALKER_HEIGHT
            found[there[near]], nearest[there[near]] = walker, gap[near]
        return found

    def touched(self, track: int, sample: int) -> int | None:
        """Return the track of the actor whose box that of ``track`` touches at ``sample``; None for none."""
        traffic = self._traffic
        alive = (traffic.begins <= sample) & (sample < traffic.ends) & (self._family != self._family[track])
        others = np.flatnonzero(alive)
        samples = np.full(len(others), sample)
        mine, theirs = (traffic.boxes_at(each, samples) for each in (track, others))
        heights = (traffic.positions_at(each, samples)[:, 2] for each in (track, others))
        level = np.abs(np.subtract(*heights)) < SAME_LEVEL
        gaps = np.where(level, np.nan_to_num(distances(mine, theirs), nan=np.inf), np.inf)
        nearest = int(np.argmin(gaps)) if len(gaps) else 0
        return int(others[nearest]) if len(gaps) and gaps[nearest] < TOUCHES else None
