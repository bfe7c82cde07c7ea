"""What one line can say about a recording."""

from __future__ import annotations

import numpy as np

from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex

_WHEELS_AND_DOORS = (21, 22, 23)
_RENUMBERED_HEADER = 2


def carla_version(index: RecordingIndex) -> str:
    """Return the versions of CARLA that write such a file, as far as its packets tell; empty if they do not.

    A build writes the packets it knows in every frame, so that presence and absence both count (FORMAT.md §2.1).
    """
    if not len(index.frames):
        return ""
    if index.engine is Engine.UE5:
        return "CARLA 0.10+"
    if index.header.version >= _RENUMBERED_HEADER:
        return "CARLA 0.9.16+"
    seen = index.packet_counts.keys()
    if not seen.isdisjoint(_WHEELS_AND_DOORS):
        return "CARLA 0.9.15+"
    if packets.VISUAL_TIME.id in seen:
        return "CARLA 0.9.14"
    if packets.VEHICLE_LIGHT.id in seen:
        return "CARLA 0.9.10–0.9.13"
    if packets.ANIM_VEHICLE.id in seen:
        return "CARLA 0.9.6–0.9.9"
    return "CARLA 0.9.5"


def actor_counts(index: RecordingIndex) -> dict[Category, int]:
    """Return how many actors of each category the recording has, without the categories it has none of."""
    counts = np.bincount(index.actors.category, minlength=len(Category)).tolist()
    return {category: counts[category] for category in Category if counts[category]}
