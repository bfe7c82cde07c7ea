"""Which traffic light an actor drives towards."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.units import metres
from viewer.replay.paths.trajectory import Trajectory

_AHEAD = 60.0
"""Metres ahead within which a light counts."""
_ASIDE = 15.0
"""Metres to either side: its pole may stand beyond the crossing."""
_FACING = 90.0
"""Yaw of a light, seen from those it stops: CARLA's lights show to their left (in all real recordings)."""
_TOLERANCE = 40.0
_YAW = 1
_BLOCK = 1 << 16


def lights_ahead(
    index: RecordingIndex, book: ChangeBook, poses: Trajectory, *, proceed: Proceed = always
) -> Ints:
    """Return the row of the light ahead at each pose, shape (K,), −1 where there is none.

    It is the nearest of those that face the actor and stand up to 60 m ahead and 15 m aside; of a light
    whose trigger volume is recorded, it is the volume that lies ahead, or around the actor.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    actors = index.actors
    rows = np.flatnonzero(actors.category == Category.TRAFFIC_LIGHT)
    ahead = np.full(len(poses), -1, np.int64)
    if not len(rows):
        return ahead
    places, behind = _places(book, actors.actor_id[rows], actors.location[rows, :2])
    block = max(_BLOCK // len(rows), 1)
    for start in range(0, len(poses), block):
        check(proceed, start / len(poses))
        part = slice(start, start + block)
        yaw = np.radians(poses.rotations[part, _YAW])[:, None]
        offsets = places - poses.locations[part, None, :2]
        along = offsets[..., 0] * np.cos(yaw) + offsets[..., 1] * np.sin(yaw)
        aside = offsets[..., 1] * np.cos(yaw) - offsets[..., 0] * np.sin(yaw)
        turn = actors.rotation[rows, _YAW] - poses.rotations[part, None, _YAW] - _FACING
        facing = np.abs(turn - np.round(turn / 360.0) * 360.0) < _TOLERANCE
        alive = (actors.spawn_frame[rows] <= poses.frames[part, None]) & (
            poses.frames[part, None] < actors.destroy_frame[rows]
        )
        counts = alive & facing & (along > -behind) & (along < _AHEAD) & (np.abs(aside) < _ASIDE)
        distances = np.where(counts, np.hypot(along, aside), np.inf)
        nearest = distances.argmin(axis=1)
        found = np.isfinite(distances[np.arange(len(nearest)), nearest])
        ahead[part] = np.where(found, rows[nearest], -1)
    return ahead


def _places(book: ChangeBook, ids: Ints, places: Floats) -> tuple[Floats, Floats]:
    """Return where each light counts (L, 2), and how far behind an actor that may lie (L,), in metres."""
    places, behind = places.copy(), np.zeros(len(ids))
    records = book.of(packets.TRIGGER_VOLUME).records
    if len(records):
        centers, extents = metres(records["origin"])[:, :2], metres(records["extent"])[:, :2]
        good = np.flatnonzero(np.isfinite(centers).all(axis=1) & np.isfinite(extents).all(axis=1))
        for number in good.tolist():  # few: each is written once
            mine = ids == records["actor_id"][number]
            places[mine], behind[mine] = centers[number], np.abs(extents[number]).max()
    return places, behind
