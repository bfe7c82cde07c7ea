"""Poses and boxes of a table's rows in CARLA's world: axes, angles and sizes as the mapping says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats
from viewer.importing.csv_mapping import TableMapping

_USUAL_HEIGHT = 1.5


class Placed(NamedTuple):
    """Rows of a table in CARLA's world.

    Attributes:
        locations: metres, shape (N, 3).
        rotations: roll, pitch, yaw in degrees, shape (N, 3).
        centers: centres of the boxes in the actors' frames in metres, shape (N, 3); None without boxes.
        extents: half extents in metres, shape (N, 3); None without boxes.
        velocities: m/s in the world, shape (N, 3); None if the table has none.
    """

    locations: Floats
    rotations: Floats
    centers: Floats | None
    extents: Floats | None
    velocities: Floats | None


def place_boxes(
    meaning: TableMapping, columns: Mapping[str, NDArray[Any]], usual: Floats, walkers: Flags
) -> Placed:
    """Return the rows of a table in CARLA's world.

    In right-handed axes y points to the left: its sign changes, and so do those of yaw and pitch, which is
    positive downwards there. Roll is positive to the right side in both.

    Args:
        meaning: the mapping.
        columns: values by the name of a column, each of shape (N,).
        usual: usual half extents of each row's actor in metres, shape (N, 3).
        walkers: which rows are of walkers, whose origin is at half their height, shape (N,).
    """
    unit, turn, hand = (meaning.value(each) for each in ("lengths", "angles", "axes"))

    count = len(usual)

    def get(*names: str, scale: float = 1.0) -> Floats:
        values = np.zeros((count, len(names)))
        for at, name in enumerate(names):
            if name in columns:
                values[:, at] = columns[name] * scale
        return values

    locations = get("x", "y", "z", scale=unit)
    rotations = get("roll", "pitch", "yaw", scale=turn)
    locations[:, 1] *= hand
    rotations[:, 1] *= hand
    # The direction of yaw 0, in CARLA's world, then the turn from there.
    rotations[:, 2] = meaning.value("yaw_zero") * hand + rotations[:, 2] * meaning.value("yaw_turns")
    velocities = None
    if "velocity_x" in columns and "velocity_y" in columns:
        velocities = get("velocity_x", "velocity_y", "velocity_z")
        velocities[:, 1] *= hand
    extents, centers = _sizes(meaning, columns, get)
    if meaning.value("position"):
        half, back = usual if extents is None else extents, np.zeros_like(locations)
        if meaning.options["position"] == "front":
            back[:, 0] = half[:, 0]
        elif "z" in columns:
            back[:, 2] = np.where(walkers, 0.0, half[:, 2])
        if "z" not in columns or meaning.options["position"] == "front":
            back[walkers, 2] = -half[walkers, 2]
        if centers is not None:
            centers[walkers, 2] = 0.0
        locations -= turned(back, rotations)
    return Placed(locations, rotations, centers, extents, velocities)


def _sizes(
    meaning: TableMapping, columns: Mapping[str, NDArray[Any]], get: Callable[..., Floats]
) -> tuple[Floats | None, Floats | None]:
    """Return half extents and centres of boxes, each (N, 3), in metres; None if no column has sizes.

    ``get`` returns columns by name as one array, multiplied by ``scale``.
    """
    unit = meaning.value("lengths")
    if "extent_x" in columns:
        extents = get("extent_x", "extent_y", "extent_z", scale=unit)
        return extents, get("origin_x", "origin_y", "origin_z", scale=unit)
    if "length" not in columns:
        return None, None
    extents = get("length", "width", "height", scale=unit * meaning.value("sizes"))
    if "height" not in columns:
        extents[:, 2] = _USUAL_HEIGHT / 2.0
    centers = np.zeros_like(extents)
    centers[:, 2] = extents[:, 2]
    return extents, centers


def turned(offsets: Floats, rotations: Floats) -> Floats:
    """Return ``offsets`` in actors' frames, (N, 3), as offsets in the world.

    ``rotations`` are roll, pitch, yaw in degrees, (N, 3), as ``carla.Transform`` turns.
    """
    (cr, cp, cy), (sr, sp, sy) = np.cos(np.radians(rotations)).T, np.sin(np.radians(rotations)).T
    x, y, z = offsets.T
    return np.column_stack(
        (
            x * cp * cy + y * (cy * sp * sr - sy * cr) - z * (cy * sp * cr + sy * sr),
            x * cp * sy + y * (sy * sp * sr + cy * cr) - z * (sy * sp * cr - cy * sr),
            x * sp - y * cp * sr + z * cp * cr,
        )
    )
