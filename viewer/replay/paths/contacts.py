"""Where those who touch are, and how they moved just before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World, world_at


class ContactPlace(NamedTuple):
    """Place of a contact: x, y in metres, and the length in metres of the longest actor in it."""

    x: float
    y: float
    length: float


def contact_place(index: RecordingIndex, contact: Contact) -> ContactPlace | None:
    """Return the middle between those who touch in the contact's first frame; None if the file tells no pose.

    Derived: a recording tells who touched, not where.
    """
    world = world_at(index, float(index.elapsed[contact.first_frame]))
    places = _told(world, contact)
    if not places:
        return None
    x, y = np.mean(world.locations[places, :2], axis=0).tolist()
    return ContactPlace(x, y, 2.0 * float(world.box_extents[places, 0].max()))


def contact_extent(index: RecordingIndex, contact: Contact) -> Floats:
    """Return where those who touch were until they did, and how far their boxes reach: metres, shape (K, 2).

    From two seconds before, four times a second. Errors as for ``world_at``.
    """
    begin = float(index.elapsed[contact.first_frame])
    found = [np.empty((0, 2))]
    for elapsed in np.linspace(max(begin - 2.0, 0.0), begin, 9).tolist():
        world = world_at(index, elapsed)
        told = _told(world, contact)
        reach = np.nan_to_num(np.hypot(*world.box_extents[told, :2].T), nan=0.0)[:, None]
        found += [world.locations[told, :2] - reach, world.locations[told, :2] + reach]
    return np.concatenate(found)


def _told(world: World, contact: Contact) -> list[int]:
    """Return the places in a world of those who touch, as far as it tells where they are."""
    places = (world.place_of(row) for row in (contact.actor, contact.other))
    return [place for place in places if place is not None and world.has_pose[place]]


class Motion(NamedTuple):
    """How actors move in one frame; NaN where the file does not tell.

    Attributes:
        velocities: m/s, world axes, shape (N, 3).
        angle: between the headings of two actors, degrees from 0 to 180; NaN for another number of actors.
        recorded: whether the velocities are recorded, or else derived from poses.
        frames_before: how many frames that is before the one that was asked for.

    """

    velocities: Floats
    angle: float
    recorded: bool
    frames_before: int = 0


def motion_before(index: RecordingIndex, frame: int, rows: Sequence[int]) -> Motion:
    """Return how the actors of some rows moved just before a frame; −1 is nobody.

    Of those who touch in a frame: in it they are slower already. That is in the frame before; or, where
    speeds are derived, in the one before that: they come from the frames around their own.
    Errors as for ``world_at``.
    """
    motion, ago = motion_at(index, max(frame - 1, 0), rows), min(frame, 1)
    if not motion.recorded:
        motion, ago = motion_at(index, max(frame - 2, 0), rows), min(frame, 2)
    return motion._replace(frames_before=ago)


def motion_at(index: RecordingIndex, frame: int, rows: Sequence[int]) -> Motion:
    """Return how the actors of some rows move in a frame; −1 is nobody. Errors as for ``motion_before``."""
    world = world_at(index, float(index.elapsed[frame]), frame_index=frame)
    places = [world.place_of(row) for row in rows]
    told = [place for place in places if place is not None]
    angle = math.nan
    if len(told) == len(places) == 2:  # noqa: PLR2004 - a pair
        turn = float(np.diff(world.rotations[told, 1])[0])
        angle = abs((turn + 180.0) % 360.0 - 180.0)
    velocities = np.full((len(rows), 3), math.nan)
    for number, place in enumerate(places):
        if place is not None:
            velocities[number] = world.velocity_of(place)
    return Motion(velocities, angle, bool(told) and bool(world.velocity_recorded[told].all()))
