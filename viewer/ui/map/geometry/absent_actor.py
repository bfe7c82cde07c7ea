"""An actor that is not there: hollow where it was last, or will be first."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from viewer.recording.index import RecordingIndex
from viewer.ui.map.camera import Camera, places
from viewer.ui.map.geometry.footprints import LARGEST_EXTENT

_LEAST_HALF = 4.0  # pixels
_TOLERANCE = 4.0  # pixels


class AbsentActor(NamedTuple):
    """The place of an actor that is not there: metres and radians."""

    x: float
    y: float
    heading: float
    half_length: float
    half_width: float

    def halves(self, scale: float) -> tuple[float, float]:
        """Return half length and half width in pixels."""
        return max(self.half_length * scale, _LEAST_HALF), max(self.half_width * scale, _LEAST_HALF)

    def is_at(self, camera: Camera, x: float, y: float) -> bool:
        """Whether a screen point lies on it."""
        px, py = camera.to_screen((self.x, self.y)).tolist()
        heading = self.heading + camera.turn
        cos, sin = math.cos(heading), math.sin(heading)
        along, across = (x - px) * cos + (y - py) * sin, (y - py) * cos - (x - px) * sin
        half_length, half_width = self.halves(camera.scale)
        return abs(along) <= half_length + _TOLERANCE and abs(across) <= half_width + _TOLERANCE


def ghost_of(location: ArrayLike | None, rotation: ArrayLike | None, extent: ArrayLike) -> AbsentActor | None:
    """Return the ghost, or None if it is nowhere; what is no number counts as 0 in its heading and size.

    Args:
        location: metres, at least x and y.
        rotation: pitch, yaw, roll in degrees.
        extent: half-extents of the box in metres, at least x and y.

    """
    if location is None:
        return None
    where = np.asarray(location, np.float64)
    if not places(where[None])[0]:
        return None
    yaw = float(np.asarray(rotation, np.float64)[1]) if rotation is not None else 0.0
    heading = math.radians(yaw % 360.0) if math.isfinite(yaw) else 0.0
    half_length, half_width = np.clip(
        np.nan_to_num(np.asarray(extent, np.float64)[:2]), 0.0, LARGEST_EXTENT
    ).tolist()
    return AbsentActor(float(where[0]), float(where[1]), heading, half_length, half_width)


def nearest_life(index: RecordingIndex, row: int, frame_index: int) -> float | None:
    """Return when an actor that is not alive at a frame is next to it: elapsed seconds of that frame.

    That is its first frame if it is not spawned yet, else its last; None if it is alive.
    """
    actors = index.actors
    if not 0 <= row < len(actors):
        return None
    spawn, destroy = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
    if frame_index < spawn < len(index.elapsed):
        return float(index.elapsed[spawn])
    if destroy <= frame_index and destroy > spawn:
        return float(index.elapsed[destroy - 1])
    return None
