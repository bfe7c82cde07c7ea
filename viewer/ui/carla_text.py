"""Poses as Python expressions of CARLA's API."""

from __future__ import annotations


def carla_transform(location: tuple[float, float, float], rotation: tuple[float, float, float]) -> str:
    """Return the Python expression for a pose: metres, and degrees as pitch, yaw, roll."""
    x, y, z = location
    pitch, yaw, roll = rotation
    return (
        f"carla.Transform(carla.Location(x={x:.3f}, y={y:.3f}, z={z:.3f}), "
        f"carla.Rotation(pitch={pitch:.2f}, yaw={yaw:.2f}, roll={roll:.2f}))"
    )
