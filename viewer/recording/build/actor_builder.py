"""Growing the actor table while event packets are read."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import KnownTexts, Texts
from viewer.logfile.payload import Records
from viewer.recording.actors import ActorTable, Blueprint, Category, DescriptionTable, categorise
from viewer.recording.build.sizes import Box, usual_box
from viewer.recording.columns import ChangingColumn, GrowingColumn, read_only
from viewer.recording.units import metres, pitch_yaw_roll

_DEEPEST = 16
"""Attachments above one another; more is no vehicle with its sensors but a trap."""

_BIRTH = np.dtype(
    [("actor_id", "i8"), ("uid", "i8"), ("kind", "i8"), ("location", "f8", 3), ("rotation", "f8", 3)]
)
"""A row of the actor table as it begins: location in cm, rotation as roll, pitch, yaw."""
_NO_NUMBER = -1
_TYPE_BITS = 8
_NO_TEXTS = Texts("", ())
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Refusal(Enum):
    """Why an actor is not attached to another."""

    NO_CHILD = "the child is not there"
    NO_PARENT = "the parent is not there"
    LATE = "the child was added in an earlier frame"
    CIRCLE = "the parent is attached to the child"
    DISORDER = "others have been attached to the child before"
    DEPTH = "too many are attached above one another"


class Attachments:
    """Who is attached to whom, by rows."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.parents = ChangingColumn(np.int32)
        """Row of the actor that each is attached to, or −1."""
        self._depths = ChangingColumn(np.int8)
        self._with_children: set[int] = set()

    def extend(self, count: int) -> None:
        """Add so many rows that are not attached."""
        self.parents.extend(-1, count)
        self._depths.extend(0, count)

    def attach(self, child: int, parent: int, *, is_new: bool) -> Refusal | None:
        """Attach the actor of a row, which this frame adds if it ``is_new``; return why it is not, if so.

        Only then is the child's transform relative. Who has children is not attached any
        more, so there are no circles; CARLA spawns parents first.
        """
        refusal = self._refusal(child, parent, is_new=is_new)
        if refusal is None:
            self.parents.values[child] = parent
            self._depths.values[child] = self._depths.values[parent] + 1
            self._with_children.add(parent)
        return refusal

    def _refusal(self, child: int, parent: int, *, is_new: bool) -> Refusal | None:
        if child < 0:
            return Refusal.NO_CHILD
        if parent < 0:
            return Refusal.NO_PARENT
        if not is_new:
            return Refusal.LATE
        if child == parent or self._hangs_on(parent, child):
            return Refusal.CIRCLE
        if child in self._with_children:
            return Refusal.DISORDER
        return None if self._depths.values[parent] < _DEEPEST else Refusal.DEPTH

    def _hangs_on(self, row: int, ancestor: int) -> bool:
        while row >= 0 and row != ancestor:
            row = int(self.parents.values[row])
        return row == ancestor


class ActorBuilder:
    """What is known of all lives besides when they begin and end; a life's row is its number.

    Attributes:
        attachments: who is attached to whom.

    """

    def __init__(self, dialect: Dialect, texts: KnownTexts) -> None:
        """Start with nobody; what EventAdd says of actors are numbers of these texts."""
        self._dialect = dialect
        self._texts = texts
        self._births = GrowingColumn(_BIRTH)
        self._kinds: dict[int, int] = {}  # by number of the texts, and type
        self._blueprints: list[Blueprint] = []  # by kind, as what follows
        self._categories: list[Category] = []
        self._usual_boxes: list[Box] = []
        self._odd = GrowingColumn(np.bool_)
        self._box_rows = GrowingColumn(np.int64)
        self._boxes = GrowingColumn(dialect.dtype(packets.BOUNDING_BOX))  # as written: cm
        self.attachments = Attachments()

    def kinds_of(self, texts: Sequence[int], types: Ints) -> Ints:
        """Return numbers of what actors with these texts and types are, shape (N,)."""
        codes: list[int] = ((np.array(texts, np.int64) << _TYPE_BITS) | types).tolist()
        for code in dict.fromkeys(codes):
            if code not in self._kinds:
                self._meet(code)
        return np.array([self._kinds[code] for code in codes], np.int64)

    def may_be_odd(self, kinds: Ints) -> Flags:
        """Tell of which kinds a text may be no UTF-8, or the type of an attribute means nothing, (N,)."""
        return self._odd.view()[kinds]

    def blueprint(self, row: int) -> Blueprint:
        """Return what is known of the actor of a row."""
        kind: int = self._births.view()["kind"].item(row)
        return self._blueprints[kind]

    def _meet(self, code: int) -> None:
        number, actor_type = code >> _TYPE_BITS, code & (1 << _TYPE_BITS) - 1
        texts = self._texts.all[number] if number >= 0 else _NO_TEXTS
        self._kinds[code] = len(self._blueprints)
        attributes = {attribute.id: attribute.value for attribute in texts.attributes}
        found = ((each.id, self._dialect.attribute_type(each.type)) for each in texts.attributes)
        types = {name: kind for name, kind in found if kind is not None}
        category = categorise(texts.type_id, actor_type, attributes)
        self._blueprints.append(Blueprint(texts.type_id, actor_type, attributes, types, number < 0))
        self._categories.append(category)
        self._usual_boxes.append(usual_box(texts.type_id, attributes, category))
        marked = _REPLACEMENT in "".join((texts.type_id, *attributes, *attributes.values()))
        self._odd.append(marked or len(types) < len(attributes))

    def added(self, heads: Records, kinds: Ints) -> NDArray[np.void]:
        """Return lives of these kinds that EventAdd adds, (N,), given what its records begin with."""
        births = np.empty(len(heads), _BIRTH)
        for name in ("actor_id", "uid", "location", "rotation"):
            births[name] = heads[name]
        births["kind"] = kinds
        return births

    def implied(self, ids: Ints, types: Sequence[int]) -> NDArray[np.void]:
        """Return lives that no EventAdd adds, (N,)."""
        births = np.empty(len(ids), _BIRTH)
        births["actor_id"], births["uid"] = ids, 0
        births["location"] = births["rotation"] = np.nan
        births["kind"] = self.kinds_of([_NO_NUMBER] * len(ids), np.array(types, np.int64))
        return births

    def begin(self, rows: Ints, births: NDArray[np.void]) -> None:
        """Take lives, (N,), which get the next N rows, in any order."""
        ordered = np.empty(len(rows), _BIRTH)
        ordered[rows - len(self._births)] = births
        self._births.extend(ordered)
        self.attachments.extend(len(rows))

    def set_boxes(self, rows: Ints, records: Records) -> None:
        """Take records of BoundingBox, shape (N,), of actors of these rows; −1 is nobody."""
        self._box_rows.extend(rows)
        self._boxes.extend(records)

    def table(self, spawned: NDArray[np.int32], destroyed: NDArray[np.int32]) -> ActorTable:
        """Return the table as it is now, given when lives begin and end."""
        births = self._births.view()
        ids = read_only(births["actor_id"].copy())
        boxes = np.array(self._usual_boxes, np.float64).reshape(-1, 2, 3)[births["kind"]]
        recorded = np.zeros(len(boxes), np.bool_)
        rows, recorded_boxes = self._recorded_boxes()
        boxes[rows], recorded[rows] = recorded_boxes, True
        return ActorTable(
            actor_id=ids,
            spawn_frame=spawned,
            destroy_frame=destroyed,
            category=read_only(np.array(self._categories, np.uint8)[births["kind"]]),
            parent=self.attachments.parents.view(),
            location=read_only(metres(births["location"])),
            rotation=read_only(pitch_yaw_roll(births["rotation"])),
            box_center=read_only(boxes[:, 0]),
            box_extent=read_only(boxes[:, 1]),
            box_recorded=read_only(recorded),
            descriptions=DescriptionTable(ids, births["uid"], births["kind"], self._blueprints),
        )

    def _recorded_boxes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return rows (K,) and boxes (K, 2, 3) in metres; those of actors without a mesh are no numbers."""
        rows, records = self._box_rows.view(), self._boxes.view()
        boxes = np.stack((metres(records["origin"]), metres(records["extent"])), axis=1)
        usable = np.isfinite(boxes).all(axis=(1, 2)) & (boxes[:, 1, :2] > 0).all(axis=1) & (rows >= 0)
        return rows[usable], boxes[usable]
