"""Growing the actor table while event packets are read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.event_add import ActorRecord, Attribute
from viewer.logfile.payload import Records
from viewer.recording.actors import NEVER, ActorDescription, ActorTable, Category, categorise
from viewer.recording.build.sizes import Box, usual_box
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.units import metres, pitch_yaw_roll

_DEEPEST = 16
"""Attachments above one another; more is no vehicle with its sensors but a trap."""

_MOST_IMPLIED = 10_000
"""Actors that no EventAdd names; more are noise, and each of them takes far more memory than bytes."""

_FLAGGED = 1 << 20  # ids below it are looked up all at once
_MOST_KINDS = 10_000  # to be found again
_NOWHERE = (math.nan, math.nan, math.nan)

_BIRTH = np.dtype([("actor_id", "i8"), ("kind", "i8"), ("location", "f8", 3), ("rotation", "f8", 3)])
"""A row of the actor table as it begins: location in cm, rotation as roll, pitch, yaw."""


class _Kind(NamedTuple):
    """What actors share whose blueprint, type and attributes are the same."""

    number: int
    attributes: Mapping[str, str]
    attribute_types: Mapping[str, AttributeType]


class Refusal(Enum):
    """Why an actor is not attached to another."""

    NO_CHILD = "the child is not there"
    NO_PARENT = "the parent is not there"
    LATE = "the child was added in an earlier frame"
    CIRCLE = "the parent is attached to the child"
    DISORDER = "others have been attached to the child before"
    DEPTH = "too many are attached above one another"


class ActorBuilder:
    """All lives known so far, and the latest of each id."""

    def __init__(self, dialect: Dialect) -> None:
        """Start with nobody."""
        self._dialect = dialect
        self._descriptions: list[ActorDescription] = []
        self._latest: dict[int, int] = {}
        self._births = GrowingColumn(_BIRTH)
        self._kinds: dict[tuple[str, int, tuple[Attribute, ...]], _Kind] = {}
        self._categories: list[Category] = []  # by kind
        self._usual_boxes: list[Box] = []  # by kind
        self._spawn_frames: list[int] = []
        self._destroy_frames: list[int] = []
        self._parents: list[int] = []
        self._depths: list[int] = []
        self._with_children: set[int] = set()
        self._box_rows = GrowingColumn(np.int64)
        self._boxes = GrowingColumn(dialect.dtype(packets.BOUNDING_BOX))  # as written: cm
        self._alive = np.zeros(_FLAGGED + 1, np.bool_)  # by id; the last one stands for all greater ids
        self._implied = 0

    def row_of(self, actor_id: int) -> int:
        """Return the row of the living actor with this id, or −1."""
        row = self._latest.get(actor_id, -1)
        return row if row >= 0 and self._destroy_frames[row] == NEVER else -1

    def row_in(self, frame: int, actor_id: int) -> int:
        """Return the row of the actor that has this id or had it until this frame, or −1."""
        row = self._latest.get(actor_id, -1)
        return row if row >= 0 and self._destroy_frames[row] in (NEVER, frame) else -1

    def description(self, row: int) -> ActorDescription:
        """Return what is known about the actor of a row."""
        return self._descriptions[row]

    def was_added(self, actor_id: int) -> bool:
        """Return whether an EventAdd has named an actor with this id."""
        row = self._latest.get(actor_id, -1)
        return row >= 0 and not self._descriptions[row].implied

    def missing(self, ids: NDArray[np.unsignedinteger]) -> list[int]:
        """Return those of the ids, shape (N,), that no living actor has; each once."""
        alive = self._alive.take(ids, mode="clip")
        if alive.all():
            return []
        return [actor_id for actor_id in sorted(set(ids[~alive].tolist())) if self.row_of(actor_id) < 0]

    def add(self, frame: int, record: ActorRecord) -> int:
        """Add an actor; return its row. A life of its id that was still open ends here."""
        kind = self._kind_of(record)
        description = ActorDescription(
            record.actor_id, record.type_id, record.type, record.uid, kind.attributes, kind.attribute_types
        )
        return self._begin(frame, description, kind, record)

    def imply(self, frame: int, actor_id: int, actor_type: ActorType) -> bool:
        """Add an actor that is there although no EventAdd names it; return whether there is room for it."""
        if self._implied >= _MOST_IMPLIED:
            return False
        self._implied += 1
        record = ActorRecord(actor_id, actor_type, _NOWHERE, _NOWHERE, 0, "", ())
        description = ActorDescription(actor_id, "", actor_type, 0, {}, implied=True)
        self._begin(frame, description, self._kind_of(record), record)
        return True

    def _begin(self, frame: int, description: ActorDescription, kind: _Kind, record: ActorRecord) -> int:
        self.remove(frame, record.actor_id)
        row = self._latest[record.actor_id] = len(self._descriptions)
        self._alive[min(record.actor_id, _FLAGGED)] = record.actor_id < _FLAGGED
        self._descriptions.append(description)
        self._births.append((record.actor_id, kind.number, record.location, record.rotation))
        self._spawn_frames.append(frame)
        self._destroy_frames.append(NEVER)
        self._parents.append(-1)
        self._depths.append(0)
        return row

    def _kind_of(self, record: ActorRecord) -> _Kind:
        """Return what an actor shares with those of the same blueprint and attributes."""
        key = record.type_id, record.type, record.attributes
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._new_kind(record)
            if len(self._kinds) < _MOST_KINDS:
                self._kinds[key] = kind
        return kind

    def _new_kind(self, record: ActorRecord) -> _Kind:
        attributes = {attribute.id: attribute.value for attribute in record.attributes}
        found = ((each.id, self._dialect.attribute_type(each.type)) for each in record.attributes)
        types = {name: kind for name, kind in found if kind is not None}
        category = categorise(record.type_id, record.type, attributes)
        self._categories.append(category)
        self._usual_boxes.append(usual_box(record.type_id, attributes, category))
        return _Kind(len(self._categories) - 1, attributes, types)

    def remove(self, frame: int, actor_id: int) -> int:
        """End the life of an id; return its row, or −1 if nobody of that id lives."""
        row = self.row_of(actor_id)
        if row >= 0:
            self._destroy_frames[row] = frame
            self._alive[min(actor_id, _FLAGGED)] = False
        return row

    def attach(self, frame: int, child: int, parent: int) -> Refusal | None:
        """Attach the actor of a row that was spawned in this frame; return why it is not, if so.

        Only then is the child's transform relative (FORMAT.md §3.2). Who has children is not attached any
        more, so there are no circles; CARLA spawns parents first.
        """
        refusal = self._refusal(frame, child, parent)
        if refusal is None:
            self._parents[child] = parent
            self._depths[child] = self._depths[parent] + 1
            self._with_children.add(parent)
        return refusal

    def _refusal(self, frame: int, child: int, parent: int) -> Refusal | None:
        if child < 0:
            return Refusal.NO_CHILD
        if parent < 0:
            return Refusal.NO_PARENT
        if self._spawn_frames[child] != frame:
            return Refusal.LATE
        if child == parent or self._hangs_on(parent, child):
            return Refusal.CIRCLE
        if child in self._with_children:
            return Refusal.DISORDER
        return None if self._depths[parent] < _DEEPEST else Refusal.DEPTH

    def _hangs_on(self, row: int, ancestor: int) -> bool:
        while row >= 0 and row != ancestor:
            row = self._parents[row]
        return row == ancestor

    def set_boxes(self, records: Records) -> None:
        """Take records of BoundingBox."""
        for actor_id in records["actor_id"].tolist():
            self._box_rows.append(self.row_of(actor_id))
        self._boxes.extend(records)

    def table(self) -> ActorTable:
        """Return the table as it is now."""
        births = self._births.view()
        boxes = np.array(self._usual_boxes, np.float64).reshape(-1, 2, 3)[births["kind"]]
        recorded = np.zeros(len(boxes), np.bool_)
        rows, recorded_boxes = self._recorded_boxes()
        boxes[rows], recorded[rows] = recorded_boxes, True
        return ActorTable(
            actor_id=read_only(births["actor_id"].copy()),
            spawn_frame=read_only(np.array(self._spawn_frames, np.int32)),
            destroy_frame=read_only(np.array(self._destroy_frames, np.int32)),
            category=read_only(np.array(self._categories, np.uint8)[births["kind"]]),
            parent=read_only(np.array(self._parents, np.int32)),
            location=read_only(metres(births["location"])),
            rotation=read_only(pitch_yaw_roll(births["rotation"])),
            box_center=read_only(boxes[:, 0]),
            box_extent=read_only(boxes[:, 1]),
            box_recorded=read_only(recorded),
            descriptions=tuple(self._descriptions),
        )

    def _recorded_boxes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return rows (K,) and boxes (K, 2, 3) in metres; those of actors without a mesh are no numbers."""
        rows, records = self._box_rows.view(), self._boxes.view()
        boxes = np.stack((metres(records["origin"]), metres(records["extent"])), axis=1)
        usable = np.isfinite(boxes).all(axis=(1, 2)) & (boxes[:, 1, :2] > 0).all(axis=1) & (rows >= 0)
        return rows[usable], boxes[usable]
