"""Growing the actor table while event packets are read."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.event_add import ActorRecord
from viewer.logfile.payload import Records
from viewer.recording.actors import NEVER, ActorDescription, ActorTable, categorise
from viewer.recording.columns import Column
from viewer.recording.sizes import usual_box
from viewer.recording.units import metres, pitch_yaw_roll


class Cast:
    """All lives known so far, and which row each living id stands for."""

    def __init__(self) -> None:
        """Start with nobody."""
        self._descriptions: list[ActorDescription] = []
        self._living: dict[int, int] = {}
        self._ids = Column(np.int64)
        self._spawns = Column(np.int32)
        self._categories = Column(np.uint8)
        self._locations = Column(np.float64, (3,))
        self._rotations = Column(np.float64, (3,))
        self._destroy_frames: list[int] = []
        self._parents: list[int] = []
        self._boxes = Column(np.float64, (2, 3))
        self._recorded_boxes: dict[int, NDArray[np.float64]] = {}

    def row_of(self, actor_id: int) -> int:
        """Return the row of the living actor with this id, or −1."""
        return self._living.get(actor_id, -1)

    def add(self, frame: int, records: Iterable[ActorRecord]) -> list[int]:
        """Add the actors of one EventAdd; return their rows. A life that was still open ends here."""
        added = list(records)
        first = len(self._descriptions)
        for record in added:
            self.remove(frame, record.actor_id)
            self._living[record.actor_id] = len(self._descriptions)
            attributes = {attribute.id: attribute.value for attribute in record.attributes}
            self._descriptions.append(
                ActorDescription(record.actor_id, record.type_id, record.type, record.uid, attributes)
            )
        self._ids.extend(np.array([record.actor_id for record in added], np.int64))
        self._spawns.extend(np.full(len(added), frame, np.int32))
        new = self._descriptions[first:]
        categories = [categorise(each.type_id, each.type, each.attributes) for each in new]
        self._categories.extend(np.array(categories, np.uint8))
        boxes = [usual_box(each, category) for each, category in zip(new, categories, strict=True)]
        self._boxes.extend(np.array(boxes, np.float64).reshape(-1, 2, 3))
        self._locations.extend(metres(np.array([record.location for record in added]).reshape(-1, 3)))
        self._rotations.extend(pitch_yaw_roll(np.array([record.rotation for record in added]).reshape(-1, 3)))
        self._destroy_frames += [NEVER] * len(added)
        self._parents += [-1] * len(added)
        return list(range(first, first + len(added)))

    def remove(self, frame: int, actor_id: int) -> int:
        """End the life of an id; return its row, or −1 if nobody of that id lives."""
        row = self._living.pop(actor_id, -1)
        if row >= 0:
            self._destroy_frames[row] = frame
        return row

    def attach(self, frame: int, child_id: int, parent_id: int) -> tuple[int, int]:
        """Attach a child spawned in this frame; return both rows (−1 where not known).

        Only then is the child's transform relative (FORMAT.md §3.2).
        """
        child, parent = self.row_of(child_id), self.row_of(parent_id)
        if (
            child >= 0
            and parent >= 0
            and self._spawns.view()[child] == frame
            and not self._descends(parent, child)
        ):
            self._parents[child] = parent
        return child, parent

    def set_boxes(self, records: Records) -> None:
        """Keep recorded bounding boxes; those of actors without a mesh are no numbers and are left out."""
        centers, extents = metres(records["origin"]), metres(records["extent"])
        usable = (
            np.isfinite(centers).all(axis=1)
            & np.isfinite(extents).all(axis=1)
            & (extents[:, :2] > 0).all(axis=1)
        )
        for i in np.flatnonzero(usable):
            row = self.row_of(int(records["actor_id"][i]))
            if row >= 0:
                self._recorded_boxes[row] = np.stack((centers[i], extents[i]))

    def table(self) -> ActorTable:
        """Return the table as it is now."""
        count = len(self._descriptions)
        boxes = self._boxes.view().copy()
        recorded = np.zeros(count, np.bool_)
        for row, box in self._recorded_boxes.items():
            boxes[row], recorded[row] = box, True
        return ActorTable(
            actor_id=self._ids.view(),
            spawn_frame=self._spawns.view(),
            destroy_frame=np.array(self._destroy_frames, np.int32),
            category=self._categories.view(),
            parent=np.array(self._parents, np.int32),
            location=self._locations.view(),
            rotation=self._rotations.view(),
            box_center=boxes[:, 0],
            box_extent=boxes[:, 1],
            box_recorded=recorded,
            descriptions=tuple(self._descriptions),
        )

    def _descends(self, row: int, ancestor: int) -> bool:
        """Tell whether ``row`` is ``ancestor`` or hangs below it: a circle of parents has no pose."""
        while row >= 0:
            if row == ancestor:
                return True
            row = self._parents[row]
        return False
