"""From the model's metres and radians to the file's centimetres and degrees.

Numbers are rounded to binary fractions. They survive the narrowing to f32 unchanged, so that the same bytes
come out on every machine, and they compress well.
"""

from __future__ import annotations

import math

from sample.geometry import Pose

Triple = tuple[float, float, float]

CENTIMETRES = 100.0
LENGTHS = 16  # steps in a centimetre
ANGLES = 64  # in a degree
SPEEDS = 256  # in 1 m/s
SHARES = 1024  # in 1
_HALF_TURN, _TURN = 180.0, 360.0


def snap(value: float, steps: int) -> float:
    """Return the nearest multiple of 1 / steps; never a negative zero."""
    return round(value * steps) / steps + 0.0


def centimetres(x: float, y: float, z: float) -> Triple:
    """Return metres as centimetres."""
    return snap(x * CENTIMETRES, LENGTHS), snap(y * CENTIMETRES, LENGTHS), snap(z * CENTIMETRES, LENGTHS)


def transform(pose: Pose, height: float = 0.0, pitch: float = 0.0) -> tuple[Triple, Triple]:
    """Return location and rotation (roll, pitch, yaw); yaw above -180 and up to 180 degrees."""
    yaw = snap(math.degrees(pose.heading), ANGLES)
    yaw -= _TURN * math.ceil((yaw - _HALF_TURN) / _TURN)
    return centimetres(pose.x, pose.y, height), (0.0, pitch, yaw)


def motion(velocity: tuple[float, float], yaw_rate: float) -> tuple[Triple, Triple]:
    """Return velocity in m/s and angular velocity in degrees per second."""
    x, y = (snap(value, SPEEDS) for value in velocity)
    return (x, y, 0.0), (0.0, 0.0, snap(math.degrees(yaw_rate), ANGLES))
