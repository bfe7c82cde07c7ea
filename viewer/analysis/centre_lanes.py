"""Lanes under the centres of vehicles' boxes, looked up in the map once for all rules that need them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import Rectangles
from viewer.analysis.traffic import TrackMotion, Traffic, changes
from viewer.arrays import Floats, Ints, multi_arange
from viewer.roads.locate import LanesAt
from viewer.roads.road_map import RoadMap

_OFTEN, _STEP, SELDOM = 0.1, 0.2, 0.5
"""When a vehicle's lane is looked up: every 0.1 s if it has moved 0.2 m since, and every 0.5 s in any case.
"""
_FINE = 1e-9
"""Metres by which a distance computed in another way may differ."""
_STANDS = 0.01
"""Largest change of pose, in metres or degrees, at which a vehicle stands: its road is not looked up anew."""


class CentreLanes(NamedTuple):
    """Lanes under the centre of one vehicle's box.

    Attributes:
        for_lanes: samples at which the rules on lanes ask for them, as indices into the vehicle's K samples.
        for_heights: samples at which the rules on heights ask for them, as such indices.
        samples: both together, ascending, shape (L,).
        box: bounding box in plan view at each of ``samples``.
        lanes: lanes at the centres of ``box``.
    """

    for_lanes: Ints
    for_heights: Ints
    samples: Ints
    box: Rectangles
    lanes: LanesAt

    @classmethod
    def of(cls, traffic: Traffic, road_map: RoadMap, motion: TrackMotion) -> CentreLanes:
        """Return the lanes of the vehicle with ``motion`` at all samples at which rules ask for them."""
        for_lanes, for_heights = _lane_looks(motion), _height_looks(motion, traffic.poses_of(motion.track))
        samples = np.union1d(for_lanes, for_heights)
        box = traffic.boxes_at(motion.track, samples + motion.begin)
        return cls(for_lanes, for_heights, samples, box, road_map.lanes_at(box.centers))

    def at(self, looks: Ints) -> tuple[Rectangles, LanesAt]:
        """Return box and lanes at ``looks``, which are among ``samples``."""
        rows = np.searchsorted(self.samples, looks)
        return self.box.take(rows), self.lanes.take(rows)


def _height_looks(motion: TrackMotion, poses: Floats) -> Ints:
    """Return the samples at which the road's height under a vehicle is looked up, as indices into ``poses``.

    They are the first of each 0.1 s in which the vehicle moves, and of each 0.5 s. ``poses`` are the full
    poses of ``motion``'s vehicle, shape (K, 6).
    """
    known = np.flatnonzero(np.isfinite(poses).all(axis=1))
    looks = known[changes(np.floor(motion.times[known] / _OFTEN))]
    moved = np.abs(np.diff(poses[looks], axis=0, prepend=np.inf)).max(axis=1) > _STANDS
    kept = moved | (np.diff(np.floor(motion.times[looks] / SELDOM), prepend=-1.0) > 0)
    return np.asarray(looks[kept])


def _lane_looks(motion: TrackMotion) -> Ints:
    """Return the samples at which a vehicle's lane is looked up, as indices into ``motion.times``.

    They are those of judged samples that are 0.1 s and 0.2 m apart, or 0.5 s.
    """
    begins, ends = [], []
    last, before_x, before_y = -np.inf, np.inf, np.inf
    candidates = np.flatnonzero(motion.judged)
    # At most ten per second, found without a loop over all frames.
    candidates = candidates[changes(np.floor(motion.times[candidates] / _OFTEN))]
    places = motion.locations[candidates, :2].T
    # A look-up is followed by the next as long as the vehicle moves far enough between them.
    far = np.hypot(*np.diff(places)) > _STEP + _FINE
    stops = np.append(np.flatnonzero(~far) + 1, len(candidates)).tolist()
    times, (xs, ys) = motion.times[candidates].tolist(), places.tolist()
    at = number = 0
    while at < len(times):
        while stops[number] <= at:
            number += 1
        end = at + 1
        if times[at] - last >= SELDOM or math.hypot(xs[at] - before_x, ys[at] - before_y) >= _STEP:
            end = stops[number]
            begins.append(at)
            ends.append(end)
            last, before_x, before_y = times[end - 1], xs[end - 1], ys[end - 1]
        at = end
    return candidates[multi_arange(np.array(begins, np.int64), np.array(ends, np.int64) - begins)]
