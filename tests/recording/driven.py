"""Recordings of actors whose motion is known, with poses and velocities that may not agree with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, degrees, sin
from pathlib import Path

from tests.scenes import Scene, actor, box, pose
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex

HERO, SWINGS, STANDS, CIRCLES, WALKS = 1, 2, 3, 4, 50
DELTA = 0.05
RATE = 1.5
"""Radians per second at which the speed of SWINGS goes up and down, from 0 to 10 m/s."""

Way = Callable[[float], tuple[float, float, float]]
"""x and y in metres, and yaw in degrees, at a time."""
Motion = Callable[[float], tuple[float, float, float]]
"""vx and vy in m/s, and °/s about z, at a time."""


def _walk(t: float) -> float:
    return 1.4 * (t // 1.0 * 0.5 + min(t % 1.0, 0.5))


WAYS: Mapping[int, Way] = {
    HERO: lambda t: (10.0 * t, 0.0, 0.0),
    SWINGS: lambda t: (5.0 * t - 5.0 / RATE * sin(RATE * t), 40.0, 0.0),
    STANDS: lambda _t: (0.0, -40.0, 0.0),
    CIRCLES: lambda t: (10.0 * sin(t), 90.0 - 10.0 * cos(t), degrees(t)),
    WALKS: lambda t: (_walk(t), -80.0, 0.0),
}
"""Even driving, stop and go, standing, a circle, and a walker that stops for half of each second."""
MOTIONS: Mapping[int, Motion] = {
    HERO: lambda _t: (10.0, 0.0, 0.0),
    SWINGS: lambda t: (5.0 - 5.0 * cos(RATE * t), 0.0, 0.0),
    STANDS: lambda _t: (0.0, 0.0, 0.0),
    CIRCLES: lambda t: (10.0 * cos(t), 10.0 * sin(t), degrees(1.0)),
    WALKS: lambda t: (1.4 if t % 1.0 < 0.5 else 0.0, 0.0, 0.0),
}


def zero(_t: float) -> tuple[float, float, float]:
    return 0.0, 0.0, 0.0


def recording(
    path: Path,
    motions: Mapping[int, Motion] | None = None,
    *,
    frame_of: Callable[[int], int] = int,
    ways: Mapping[int, Way] = WAYS,
    frames: int = 200,
) -> RecordingIndex:
    """Return a recording of ways with recorded motions; each frame has the poses of ``frame_of`` it."""
    scene = Scene()
    for k in range(frames):
        told = {each: way(frame_of(k) * DELTA) for each, way in ways.items()}
        extra = {packets.VEHICLE_LIGHT: [(each, 0) for each in ways if each != WALKS]}
        if motions is not None:
            now = {each: motion(k * DELTA) for each, motion in motions.items()}
            extra[packets.KINEMATICS] = [
                (each, (vx, vy, 0.0), (0.0, 0.0, turn)) for each, (vx, vy, turn) in now.items()
            ]
        born = [] if k else [(each, *way(0.0)) for each, way in ways.items()]
        scene.frame(
            DELTA,
            add=[
                actor(
                    each, "walker.pedestrian.0001" if each == WALKS else "vehicle.tesla.model3", (x, y, 0.0),
                    (0.0, yaw, 0.0), **({"role_name": "hero"} if each == HERO else {}),
                )
                for each, x, y, yaw in born
            ],
            boxes=[box(each, (0.0, 0.0, 0.75), (2.0, 1.0, 0.75)) for each, *_ in born],
            poses=[pose(each, (x, y, 0.0), (0.0, yaw, 0.0)) for each, (x, y, yaw) in told.items()],
            extra=extra,
        )  # fmt: skip
    return scene.index(path)
