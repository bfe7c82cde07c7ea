"""The actors of a recording as ScenarioRunner's log describes them."""

from __future__ import annotations

from typing import Any

from viewer.logfile import packets
from viewer.metrics.values import CarlaValues
from viewer.recording.actors import NEVER
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.units import CENTIMETRES_PER_METRE

Description = dict[str, Any]


def describe_actors(
    index: RecordingIndex, changes: ChangeBook, values: CarlaValues
) -> dict[int, Description]:
    """Return all actors by id, in the order in which the ids were first used; of an id the last actor.

    Each has ``type_id``, ``location`` (of EventAdd), ``created`` and ``destroyed`` (ids of frames), its
    attributes, ``parent``, ``bounding_box`` and ``trigger_volume``, as far as they are recorded.
    """
    actors, frames = index.actors, index.heads["frame"]
    number = index.dialect.dtype(packets.POSITION)["location"].base.type  # as wide as it was written
    described: dict[int, Description] = {}
    births: dict[int, int] = {}
    for row, description in enumerate(actors.descriptions):
        if description.implied:
            continue
        actor_id = description.actor_id
        births[actor_id] = int(actors.spawn_frame[row])
        described[actor_id] = {
            "type_id": description.type_id,
            "location": values.location(number(actors.location[row] * CENTIMETRES_PER_METRE)),
            "created": int(frames[births[actor_id]]),
            **description.attributes,
        }
        if actors.destroy_frame[row] != NEVER:
            described[actor_id]["destroyed"] = int(frames[actors.destroy_frame[row]])
    for kind, name, convert in (
        (packets.EVENT_PARENT, "parent", lambda record: int(record["parent_id"])),
        (packets.BOUNDING_BOX, "bounding_box", values.bounding_box),
        (packets.TRIGGER_VOLUME, "trigger_volume", values.bounding_box),
    ):
        found = changes.of(kind)
        for frame, record in zip(found.frames.tolist(), found.records, strict=True):
            actor_id = int(record["actor_id"])
            if frame >= births.get(actor_id, NEVER):
                described[actor_id][name] = convert(record)
    return described
