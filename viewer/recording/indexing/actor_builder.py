"""Building the actor table while event packets are read."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Flags, Ints
from viewer.file_error import REPLACEMENT
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import KnownTexts
from viewer.logfile.payload import Records
from viewer.recording.actors import ActorTable, Blueprint, Category, DescriptionTable, categorise
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.indexing.lifetimes import Lifetimes
from viewer.recording.units import metres, pitch_yaw_roll
from viewer.recording.usual_boxes import Box, usual_box

NOT_ADDED = -1
"""Index used in place of that of an actor's blueprint id and attributes if its spawn is not recorded."""
_TYPES = 256
"""Number of possible values of the byte that stores an actor's type."""
_DEEPEST = 16
"""Largest number of actors in a chain of parents above an actor; longer chains are taken for damage."""
_KEEPS = "it keeps its own place"

Refusal = tuple[str, str, bool]
"""Why an actor is not attached to another: what is wrong, what is done about it, whether it is damage."""


class ActorBuilder:
    """Builder of the actor table from records of spawns, attachments and bounding boxes.

    ``add`` adds an actor as the next row. The frames in which actors begin and cease to exist are not stored
    here: they are passed to ``table``.
    """

    def __init__(self, dialect: Dialect, texts: KnownTexts) -> None:
        """Create a builder without actors.

        ``dialect`` says how the CARLA build writes packets; ``texts`` holds the blueprints and attributes of
        the EventAdd records.
        """
        self._dialect = dialect
        self._texts = texts
        self._fixed_parts = GrowingColumn(dialect.dtype(packets.EVENT_ADD))  # fields before the texts
        self._blueprint_indices = GrowingColumn(np.int64)  # one per row
        self._known: dict[int, int] = {}  # blueprint index by index of the texts and type
        self._blueprints: list[Blueprint] = []
        self._categories: list[Category] = []
        self._usual_boxes: list[Box] = []
        self._box_rows = GrowingColumn(np.int64)
        self._boxes = GrowingColumn(dialect.dtype(packets.BOUNDING_BOX))
        self._parents: dict[int, int] = {}
        self._with_children: set[int] = set()
        self._depths: dict[int, int] = {}  # number of attachments above each attached actor
        self._odd: list[int] = []  # indices of blueprints that may be damaged

    def add(self, fixed_parts: Records, texts: Ints) -> None:
        """Add the next N actors.

        Args:
            fixed_parts: fields of fixed size of the actors' EventAdd records (spawns), shape (N,).
            texts: index in KnownTexts of each record's blueprint id and attributes, or NOT_ADDED, shape (N,).
        """
        keys, which = np.unique(texts * _TYPES + fixed_parts["type"], return_inverse=True)
        for key in keys.tolist():
            if key not in self._known:
                self._known[key] = self._intern(*divmod(key, _TYPES))
        self._blueprint_indices.extend(np.array([self._known[key] for key in keys.tolist()], np.int64)[which])
        self._fixed_parts.extend(fixed_parts)

    def blueprint(self, row: int) -> Blueprint:
        """Return the blueprint of the actor in ``row`` of the table that is being built."""
        return self._blueprints[int(self._blueprint_indices.view()[row])]

    def are_odd(self, rows: Ints) -> Flags:
        """Return a mask, shape (N,), of the actors in ``rows`` whose blueprint may be damaged.

        A text in it may not be UTF-8, or the type number of an attribute is none of CARLA's.
        """
        if not self._odd:
            return np.zeros(len(rows), np.bool_)
        return np.isin(self._blueprint_indices.view()[rows], self._odd)

    def _intern(self, texts_index: int, actor_type: int) -> int:
        type_id, written = self._texts.all[texts_index] if texts_index != NOT_ADDED else ("", ())
        attributes = {each.id: each.value for each in written}
        kinds = self._dialect.attribute_types
        types = {each.id: kinds[each.type] for each in written if each.type in kinds}
        category = categorise(type_id, actor_type, attributes)
        self._blueprints.append(Blueprint(type_id, actor_type, attributes, types, texts_index == NOT_ADDED))
        self._categories.append(category)
        self._usual_boxes.append(usual_box(type_id, attributes, category))
        texts = "".join((type_id, *attributes, *attributes.values()))
        if len(types) < len(attributes) or REPLACEMENT in texts:
            self._odd.append(len(self._blueprints) - 1)
        return len(self._blueprints) - 1

    def attach(self, child: int, parent: int, *, is_new: bool) -> Refusal | None:
        """Attach the actor in row ``child`` to the one in ``parent``; return why if it is refused, else None.

        Refused are unknown actors (row −1), a child that has children itself, and too long a chain of
        parents. So is a child without ``is_new``, which says that the child is spawned in the frame of the
        attachment: only then is its spawn pose relative to the parent.
        """
        depth = self._depths.get(parent, 0) + 1
        if child < 0:
            return "actor {child} is attached to {parent}, but it is not there", "nothing is attached", True
        if parent < 0:
            return "the parent {parent} of actor {child} is not recorded", "where it was is not known", False
        if not is_new:
            return "actor {child} is attached to {parent} after the frame that adds it", _KEEPS, False
        if child == parent or child in self._with_children or depth > _DEEPEST:
            return "actor {child} is attached to {parent} out of order, or too deep", _KEEPS, True
        self._parents[child], self._depths[child] = parent, depth
        self._with_children.add(parent)
        return None

    def set_boxes(self, rows: Ints, records: Records) -> None:
        """Set the bounding boxes of the actors in ``rows`` from the N BoundingBox ``records``, one for each.

        Rows are those of the actor table. Records are skipped if their row is −1, or if their box is
        unusable, as that of actors without a mesh.
        """
        origins, extents = (metres(records[name].T) for name in ("origin", "extent"))
        usable = (rows >= 0) & np.isfinite([*origins, *extents]).all(axis=0) & (extents[:2] > 0).all(axis=0)
        self._box_rows.extend(rows[usable])
        self._boxes.extend(records[usable])

    def table(self, lifetimes: Lifetimes) -> ActorTable:
        """Return the table of all actors added so far, with the spawn and destroy frames in ``lifetimes``."""
        fixed_parts, indices = self._fixed_parts.view(), self._blueprint_indices.view()
        ids = read_only(fixed_parts["actor_id"].astype(np.int64))
        boxes = np.array(self._usual_boxes, np.float64).reshape(-1, 2, 3)[indices]
        recorded = np.zeros(len(boxes), np.bool_)
        rows, records = self._box_rows.view(), self._boxes.view()
        recorded[rows] = True
        boxes[rows, 0], boxes[rows, 1] = metres(records["origin"]), metres(records["extent"])
        parents = np.full(len(ids), -1, np.int32)
        parents[[*self._parents]] = [*self._parents.values()]
        return ActorTable(
            actor_id=ids,
            spawn_frame=lifetimes.spawned.view(),
            destroy_frame=read_only(lifetimes.destroyed.view().copy()),
            category=read_only(np.array(self._categories, np.uint8)[indices]),
            parent=read_only(parents),
            location=read_only(metres(fixed_parts["location"])),
            rotation=read_only(pitch_yaw_roll(fixed_parts["rotation"])),
            box_center=read_only(boxes[:, 0]),
            box_extent=read_only(boxes[:, 1]),
            box_recorded=read_only(recorded),
            descriptions=DescriptionTable(ids, fixed_parts["uid"], indices, self._blueprints),
        )
