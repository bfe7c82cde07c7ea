"""Whether a file could tell of collisions: the simulator notes those that a sensor reports."""

from __future__ import annotations

from viewer.recording.actors import ActorTable
from viewer.recording.index import RecordingIndex

NONE = "no collision sensor is recorded"
"""Why it is not known whether anybody collided."""
_SENSOR = "sensor.other.collision"


def sensor_rows(actors: ActorTable) -> list[int]:
    """Return the rows of the collision sensors."""
    return [row for row, each in enumerate(actors.descriptions) if each.type_id == _SENSOR]


def collisions_told(index: RecordingIndex) -> bool:
    """Return whether a collision would be in the recording: one is, or there is a sensor."""
    return bool(len(index.contacts) or sensor_rows(index.actors))
