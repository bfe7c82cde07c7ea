"""The lane that a vehicle left, or drove along where it should not: evidence of rules of the lane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from viewer.arrays import Floats
from viewer.roads.kinds import LaneType

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap

_AROUND, _STEP = 12.0, 1.0
"""Metres of the lane on either side of where it was left, and between its points."""
_TRAFFIC = np.array([kind.has_traffic for kind in LaneType])

NO_LANE: Floats = np.empty((2, 0, 2))


def left_lane(road_map: RoadMap, places: Floats, yaws: Floats) -> Floats:
    """Return both edges of the last lane with traffic that somebody was on, shape (2, K, 2), metres.

    Points follow each other as traffic does, the left edge first; K is 0 if there was no such lane.

    Args:
        road_map: where they drive.
        places: by time, NaN for not known, metres, shape (N, 3).
        yaws: degrees, shape (N,).

    """
    found = road_map.locate(places, yaws)
    on_lane = np.flatnonzero(found["on_lane"] & _TRAFFIC[found["lane_type"]])
    if not len(on_lane):
        return NO_LANE
    last = found[on_lane[-1]]
    road, lane, s = str(last["road"]), int(last["lane"]), float(last["s"])
    ends = road_map.lane_begin_and_end(road, lane, s)
    if ends is None:
        return NO_LANE
    low, high = max(min(ends), s - _AROUND), min(max(ends), s + _AROUND)
    along = np.linspace(low, high, max(int((high - low) / _STEP), 1) + 1)
    along = along if ends[0] <= ends[1] else along[::-1]
    points = [each for each in (road_map.point(road, lane, at) for at in along.tolist()) if each is not None]
    middles = np.array([each.location[:2] for each in points]).reshape(-1, 2)
    turn = np.radians([each.yaw for each in points])
    # CARLA's y goes to the right of x.
    left = np.column_stack((np.sin(turn), -np.cos(turn))) * np.array([[each.width / 2] for each in points])
    return np.stack((middles + left, middles - left)) if points else NO_LANE
