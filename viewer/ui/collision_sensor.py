"""Whether a file could tell of collisions at all."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex

_SENSOR = "sensor.other.collision"


def collisions_told(index: RecordingIndex) -> bool:
    """Return whether there is a collision sensor: without one, none are recorded."""
    return any(description.type_id == _SENSOR for description in index.actors.descriptions)
