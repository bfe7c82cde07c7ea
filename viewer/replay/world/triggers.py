"""Where lights and signs act on vehicles, seen from above."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.recording.read.changes import ChangeBook
from viewer.recording.units import metres
from viewer.replay.world.matching import match
from viewer.replay.world.world import World

_LARGEST = 500.0  # metres; a larger one is no volume


class TriggerBoxes(NamedTuple):
    """Boxes on the ground: middles in metres (K, 2), headings in radians (K,), half sizes in metres (K, 2).

    The file tells no heading: boxes hang on their actors, and turn with them.
    """

    centers: NDArray[np.float64]
    headings: NDArray[np.float64]
    extents: NDArray[np.float64]


NO_BOXES = TriggerBoxes(np.empty((0, 2)), np.empty(0), np.empty((0, 2)))


def trigger_boxes(world: World, book: ChangeBook) -> TriggerBoxes:
    """Return the trigger volumes of the actors alive, as of their latest change.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    index = world.index
    if not index.packet_counts.get(index.dialect.id_of(packets.TRIGGER_VOLUME)):
        return NO_BOXES
    records = book.of(packets.TRIGGER_VOLUME).until(world.frame_index)
    places, known = match(world.actor_ids, records["actor_id"])
    latest = np.full(len(world.rows), -1)
    latest[places] = known  # the latest one is written last
    places = np.flatnonzero(latest >= 0)
    centers = metres(records["origin"][latest[places]])[:, :2]
    extents = np.abs(metres(records["extent"][latest[places]])[:, :2])
    headings = np.radians(np.mod(world.rotations[places, 1], 360.0))
    with np.errstate(invalid="ignore"):
        sane = np.isfinite(centers).all(axis=1) & (extents <= _LARGEST).all(axis=1) & np.isfinite(headings)
    return TriggerBoxes(centers[sane], headings[sane], extents[sane])
