"""Drives through a real town, laid out by the ``carla`` package's map: along lanes, and beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.analysis.drives import Pose, Way
from tests.scenes import actor
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.fields import PacketKind

SPEED = 8.0
_STEP = 1.0
LENGTH = 20.0
"""Seconds that a drive lasts."""
_LIGHT = "1000001"
_SHIFTS = (0.0, 0.0, 0.4, 2.0, 3.5, 5.0, -3.5, -4.0)
"""Metres to the right of the lane's middle: within it, on its edge, beside the road, in the next lane."""
_BLEND = 12.0


def wander(road_map: Any, seed: int, *, beside: bool = True) -> Way:
    """Return a way of 20 s from anywhere in the town, at 8 m/s; it stays in its lane unless ``beside``."""
    rng = np.random.default_rng(seed)
    starts = [each for each in road_map.generate_waypoints(20.0) if not each.is_junction]
    here = starts[rng.integers(len(starts))]
    points = []
    for _ in range(int(SPEED * LENGTH) + 10):
        place = here.transform.location
        points.append((place.x, place.y, place.z))
        following = here.next(_STEP)
        if not following:
            break
        here = following[rng.integers(len(following))]
    middle = np.array(points)
    s = np.append(0.0, np.cumsum(np.hypot(*np.diff(middle[:, :2], axis=0).T)))
    knots = np.arange(0.0, s[-1] + 40.0, 40.0)
    shifts = np.append(0.0, rng.choice(_SHIFTS, len(knots) - 1)) * beside
    shift = np.interp(s, np.sort(np.append(knots + _BLEND, knots + 40.0)), np.repeat(shifts, 2))
    along = np.gradient(middle[:, :2], s, axis=0)
    along /= np.hypot(*along.T)[:, None]
    driven = middle[:, :2] + shift[:, None] * np.column_stack((-along[:, 1], along[:, 0]))
    way = np.append(0.0, np.cumsum(np.hypot(*np.diff(driven, axis=0).T)))
    yaws = np.unwrap(np.arctan2(*np.gradient(driven, way, axis=0).T[::-1]))

    def pose(time: float) -> Pose:
        at = min(SPEED * time, way[-1])
        x, y, z = (float(np.interp(at, way, each)) for each in (*driven.T, middle[:, 2]))
        return x, y, z, float(np.degrees(np.interp(at, way, yaws)))

    return pose


def lights_of(road_map: Any) -> list[Any]:
    """Return traffic lights where the map has them, to the left of those that they stop as CARLA has them."""
    found: dict[str, Any] = {}
    for landmark in road_map.get_all_landmarks_of_type(_LIGHT):
        pose = landmark.transform
        place = (pose.location.x, pose.location.y, pose.location.z)
        light = actor(1000 + len(found), "traffic.traffic_light", place, (0.0, pose.rotation.yaw, 0.0))
        found.setdefault(landmark.id, light)
    return list(found.values())


def phases_of(lights: list[Any], seed: int) -> Callable[[float], dict[PacketKind, Any]]:
    """Return what lights show over time: red for 14 of 20 s, then green, each from a time of its own."""
    begins = np.random.default_rng(seed).uniform(0.0, 20.0, len(lights)).tolist()

    def states(time: float) -> dict[PacketKind, Any]:
        red, green = TrafficLightState.RED, TrafficLightState.GREEN
        return {
            packets.TRAFFIC_LIGHT_STATE: [
                (light.actor_id, False, 0.0, red if (time + begin) % 20.0 < 14.0 else green)
                for light, begin in zip(lights, begins, strict=True)
            ]
        }

    return states
