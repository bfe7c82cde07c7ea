"""Positions of contacts between actors, and how the actors moved just before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, wrap_degrees
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import Contact
from viewer.replay.world.world import World, world_at


class ContactPosition(NamedTuple):
    """Position of a contact: ``x``, ``y`` in metres, and the ``length`` in metres of its longest actor."""

    x: float
    y: float
    length: float


def contact_position(index: RecordingIndex, contact: Contact) -> ContactPosition | None:
    """Return the midpoint of the actors in ``contact`` in its first frame; None if no pose is recorded.

    The position is derived: a recording has only which actors touched. Raises ChangedError if the file was
    replaced or cut, UnreadableError if it cannot be read.
    """
    world = world_at(index, float(index.elapsed[contact.first_frame]))
    indices = _present(world, contact)
    if not indices:
        return None
    x, y = np.mean(world.locations[indices, :2], axis=0).tolist()
    return ContactPosition(x, y, 2.0 * float(world.box_extents[indices, 0].max()))


def contact_extent(index: RecordingIndex, contact: Contact) -> Floats:
    """Return x, y points (K, 2) in metres that span the actors in ``contact`` over the 2 s before it begins.

    Each actor is sampled nine times and gives two opposite corners of a square around its bounding box.
    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    begin = float(index.elapsed[contact.first_frame])
    found = [np.empty((0, 2))]
    for elapsed in np.linspace(max(begin - 2.0, 0.0), begin, 9).tolist():
        world = world_at(index, elapsed)
        present = _present(world, contact)
        reach = np.nan_to_num(np.hypot(*world.box_extents[present, :2].T), nan=0.0)[:, None]
        found += [world.locations[present, :2] - reach, world.locations[present, :2] + reach]
    return np.concatenate(found)


def _present(world: World, contact: Contact) -> list[int]:
    """Return which of the two actors of ``contact``, a collision, have a pose at the time of ``world``.

    They are given as indices in the arrays of ``world``.
    """
    indices = (world.index_of(row) for row in (contact.actor, contact.other))
    return [actor_index for actor_index in indices if actor_index is not None and world.has_pose[actor_index]]


class Motion(NamedTuple):
    """Velocities of some actors in one frame; NaN where neither recorded nor derivable.

    Attributes:
        velocities: m/s, world axes, shape (N, 3).
        angle: degrees between the headings of two actors, 0 to 180; NaN unless there are exactly two.
        recorded: whether the velocities of all actors alive are recorded (else derived from poses).
        frames_before: number of frames by which the motion precedes a contact, if asked for just before it;
            else 0.
    """

    velocities: Floats
    angle: float
    recorded: bool
    frames_before: int = 0


def motion_before(index: RecordingIndex, frame: int, rows: Sequence[int]) -> Motion:
    """Return the motion of the N actors in ``rows`` just before the frame with the index ``frame``.

    Actors that touch in a frame are slower there already. So the motion is that of the frame before. Where
    velocities are derived from poses, it is that of two frames before, because the frame after counts in
    them.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.

    Args:
        index: the recording.
        frame: frame index, as of the first frame of a contact.
        rows: rows of the actor table; −1 stands for no actor and gives NaN.
    """
    motion, ago = motion_at(index, max(frame - 1, 0), rows), min(frame, 1)
    if not motion.recorded:
        motion, ago = motion_at(index, max(frame - 2, 0), rows), min(frame, 2)
    return motion._replace(frames_before=ago)


def motion_at(index: RecordingIndex, frame: int, rows: Sequence[int]) -> Motion:
    """Return the motion of the N actors in ``rows`` in the frame with the index ``frame``.

    ``rows`` are those of the actor table; −1 stands for no actor and gives NaN. Raises ChangedError if the
    file was replaced or cut, UnreadableError if it cannot be read.
    """
    world = world_at(index, float(index.elapsed[frame]), frame_index=frame)
    indices = [world.index_of(row) for row in rows]
    alive = [actor_index for actor_index in indices if actor_index is not None]
    angle = math.nan
    if len(alive) == len(indices) == 2:  # noqa: PLR2004 - a pair
        angle = abs(float(wrap_degrees(np.diff(world.rotations[alive, 1]))[0]))
    velocities = np.full((len(rows), 3), math.nan)
    for number, actor_index in enumerate(indices):
        if actor_index is not None:
            velocities[number] = world.velocity_of(actor_index)
    return Motion(velocities, angle, bool(alive) and bool(world.velocity_recorded[alive].all()))
