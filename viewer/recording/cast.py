"""Growing the actor table while event packets are read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import ActorRecord
from viewer.logfile.payload import Records
from viewer.recording.actors import NEVER, ActorDescription, ActorTable, categorise
from viewer.recording.columns import Column, read_only
from viewer.recording.sizes import usual_box
from viewer.recording.units import metres, pitch_yaw_roll

_DEEPEST = 16
"""Attachments above one another; more is no vehicle with its sensors but a trap."""


class Cast:
    """All lives known so far, and the latest of each id."""

    def __init__(self, dialect: Dialect) -> None:
        """Start with nobody."""
        self._descriptions: list[ActorDescription] = []
        self._latest: dict[int, int] = {}
        self._ids = Column(np.int64)
        self._categories = Column(np.uint8)
        self._locations = Column(np.float64, (3,))  # as written: cm
        self._rotations = Column(np.float64, (3,))  # as written: roll, pitch, yaw
        self._usual_boxes = Column(np.float64, (2, 3))
        self._spawn_frames: list[int] = []
        self._destroy_frames: list[int] = []
        self._parents: list[int] = []
        self._depths: list[int] = []
        self._with_children: set[int] = set()
        self._box_rows = Column(np.int64)
        self._boxes = Column(dialect.dtype(packets.BOUNDING_BOX))  # as written: cm

    def row_of(self, actor_id: int) -> int:
        """Return the row of the living actor with this id, or −1."""
        row = self._latest.get(actor_id, -1)
        return row if row >= 0 and self._destroy_frames[row] == NEVER else -1

    def row_in(self, frame: int, actor_id: int) -> int:
        """Return the row of the actor that has this id or had it until this frame, or −1."""
        row = self._latest.get(actor_id, -1)
        return row if row >= 0 and self._destroy_frames[row] in (NEVER, frame) else -1

    def add(self, frame: int, record: ActorRecord) -> int:
        """Add an actor; return its row. A life of its id that was still open ends here."""
        self.remove(frame, record.actor_id)
        row = self._latest[record.actor_id] = len(self._descriptions)
        attributes = {attribute.id: attribute.value for attribute in record.attributes}
        description = ActorDescription(record.actor_id, record.type_id, record.type, record.uid, attributes)
        category = categorise(record.type_id, record.type, attributes)
        self._descriptions.append(description)
        self._ids.append(record.actor_id)
        self._categories.append(category)
        self._locations.append(record.location)
        self._rotations.append(record.rotation)
        self._usual_boxes.append(usual_box(description, category))
        self._spawn_frames.append(frame)
        self._destroy_frames.append(NEVER)
        self._parents.append(-1)
        self._depths.append(0)
        return row

    def remove(self, frame: int, actor_id: int) -> int:
        """End the life of an id; return its row, or −1 if nobody of that id lives."""
        row = self.row_of(actor_id)
        if row >= 0:
            self._destroy_frames[row] = frame
        return row

    def attach(self, frame: int, child_id: int, parent_id: int) -> tuple[int, int]:
        """Attach a child spawned in this frame; return both rows (−1 where not known).

        Only then is the child's transform relative (FORMAT.md §3.2). Who has children is not attached any
        more, so there are no circles; CARLA spawns parents first.
        """
        child, parent = self.row_of(child_id), self.row_of(parent_id)
        if (
            child >= 0
            and parent >= 0
            and child != parent
            and self._spawn_frames[child] == frame
            and child not in self._with_children
            and self._depths[parent] < _DEEPEST
        ):
            self._parents[child] = parent
            self._depths[child] = self._depths[parent] + 1
            self._with_children.add(parent)
        return child, parent

    def set_boxes(self, records: Records) -> None:
        """Take records of BoundingBox."""
        for actor_id in records["actor_id"].tolist():
            self._box_rows.append(self.row_of(actor_id))
        self._boxes.extend(records)

    def table(self) -> ActorTable:
        """Return the table as it is now."""
        boxes = self._usual_boxes.view().copy()
        recorded = np.zeros(len(boxes), np.bool_)
        rows, recorded_boxes = self._recorded_boxes()
        boxes[rows], recorded[rows] = recorded_boxes, True
        return ActorTable(
            actor_id=self._ids.view(),
            spawn_frame=read_only(np.array(self._spawn_frames, np.int32)),
            destroy_frame=read_only(np.array(self._destroy_frames, np.int32)),
            category=self._categories.view(),
            parent=read_only(np.array(self._parents, np.int32)),
            location=read_only(metres(self._locations.view())),
            rotation=read_only(pitch_yaw_roll(self._rotations.view())),
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
