"""Table of recorded events: actors that are spawned, destroyed, attached, and collide."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import EventType
from viewer.tables.column import Column, picked


@dataclass(frozen=True, eq=False)
class RecordedEventRows:
    """Recorded events to show.

    Attributes:
        index: the recording.
        events: the events, shape (E,).
    """

    index: RecordingIndex
    events: NDArray[np.void]

    def ids(self, side: str) -> list[int | None]:
        """Return the ids of the actors in the events' column ``side`` (actor or other), None for none."""
        return picked(self.index.actors.actor_id, self.events[side].tolist())


RECORDED_EVENTS: tuple[Column[RecordedEventRows], ...] = (
    Column(
        "frame", "int64", "", "id of the frame, as written",
        lambda source: source.index.frame_ids[source.events["frame"]],
    ),
    Column(
        "elapsed", "double", "s", "since the recording started",
        lambda source: source.index.elapsed[source.events["frame"]],
    ),
    Column(
        "kind", "string", "", "spawn, destroy, parent or collision",
        lambda source: source.events["kind"], tuple(each.name.lower() for each in EventType),
    ),
    Column("actor_id", "int64", "", "id of the actor", lambda source: source.ids("actor")),
    Column(
        "other_id", "int64", "", "id of the parent, or of the other one of a collision; null for none",
        lambda source: source.ids("other"),
    ),
)  # fmt: skip
"""Columns of the table of recorded events; a row is one event."""
