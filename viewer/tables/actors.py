"""Table of actors: a row for each actor from its spawn to its destruction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.recording.actors import ActorDescription, ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.tables.column import Column, Values, columns_by, picked


@dataclass(frozen=True, eq=False)
class ActorRows:
    """Rows of a recording's actor table to show.

    Attributes:
        index: the recording.
        rows: row indices in its actor table, shape (N,).
        heroes: rows of the hero's lifetimes; None for the recording's own hero.
    """

    index: RecordingIndex
    rows: NDArray[np.int64]
    heroes: Sequence[int] | None = None

    @property
    def actors(self) -> ActorTable:
        """Actor table of the recording."""
        return self.index.actors

    @lazy
    def descriptions(self) -> list[ActorDescription]:
        """Blueprint, attributes and ids of each actor, N of them."""
        return [self.actors.descriptions[row] for row in self.rows.tolist()]

    def at_end(self, values: NDArray[Any]) -> list[Any]:
        """Return from ``values``, one per frame, that of each actor's destruction; None if it has none."""
        return picked(values, self.actors.destroy_frame[self.rows].tolist())


@columns_by
def _stored(source: ActorRows, name: str) -> Values:
    return np.asarray(getattr(source.actors, name)[source.rows])


@columns_by
def _described(source: ActorRows, name: str) -> Values:
    return [getattr(each, name) or None for each in source.descriptions]


def _vector(
    start: str, attribute: str, unit: str, doc: str, axes: Sequence[str] = "xyz"
) -> Iterator[Column[ActorRows]]:
    """Return a column for each component of ``attribute`` of ``ActorTable``; ``start`` begins their names."""

    @columns_by
    def component(source: ActorRows, name: str) -> Values:
        axis = axes.index(name.removeprefix(start))
        return np.asarray(getattr(source.actors, attribute)[source.rows, axis])

    return (component(f"{start}{axis}", "double", unit, doc) for axis in axes)


ACTORS: tuple[Column[ActorRows], ...] = (
    _stored("actor_id", "int64", "", "id while recording; an id may be used again"),
    _described("type_id", "string", "", "blueprint, as vehicle.tesla.model3"),
    _stored(
        "category", "string", "", "vehicle, bicycle, walker, traffic light …",
        [each.label for each in Category],
    ),
    _described("role_name", "string", "", "its attribute role_name"),
    Column(
        "hero", "bool", "", "whether it is the hero, in any of its lifetimes",
        lambda source: np.isin(
            source.rows, source.actors.hero_lifetimes if source.heroes is None else source.heroes
        ),
    ),
    Column(
        "parent_id", "int64", "", "id of the actor that it is attached to",
        lambda source: picked(source.actors.actor_id, source.actors.parent[source.rows].tolist()),
    ),
    Column(
        "spawned", "double", "s", "when it was spawned",
        lambda source: source.index.elapsed[source.actors.spawn_frame[source.rows]],
    ),
    Column(
        "destroyed", "double", "s", "when it was destroyed; null if it lived to the end",
        lambda source: source.at_end(source.index.elapsed),
    ),
    Column(
        "spawn_frame", "int64", "", "id of the first frame with it",
        lambda source: source.index.frame_ids[source.actors.spawn_frame[source.rows]],
    ),
    Column(
        "destroy_frame", "int64", "", "id of the first frame without it; null if it lived to the end",
        lambda source: source.at_end(source.index.frame_ids),
    ),
    *_vector("", "location", "m", "location at the spawn; relative to the parent if there is one"),
    *_vector(
        "", "rotation", "°", "rotation at the spawn; relative to the parent if there is one",
        ("pitch", "yaw", "roll"),
    ),
    *_vector("box_", "box_center", "m", "centre of the bounding box in the actor's frame"),
    *_vector("extent_", "box_extent", "m", "half the size of the bounding box"),
    _stored(
        "box_recorded", "bool", "", "whether the box is recorded; else it is the usual one of such actors"
    ),
    Column(
        "attributes", "json", "", "attributes of the blueprint, texts by name",
        lambda source: [dict(each.attributes) for each in source.descriptions],
    ),
)  # fmt: skip
"""Columns of the table of actors; a row is one actor from its spawn to its destruction."""
