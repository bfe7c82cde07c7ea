"""Growing the actor table while event packets are read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import ActorType
from viewer.logfile.event_add import ActorRecord, Attribute, Texts
from viewer.logfile.payload import Records
from viewer.recording.actors import ActorTable, Blueprint, Category, DescriptionTable, categorise
from viewer.recording.build.life_register import LifeRegister, Named, Standing
from viewer.recording.build.sizes import Box, usual_box
from viewer.recording.columns import ChangingColumn, GrowingColumn, read_only
from viewer.recording.units import FARTHEST, metres, pitch_yaw_roll

_DEEPEST = 16
"""Attachments above one another; more is no vehicle with its sensors but a trap."""

_MOST_IMPLIED = 10_000
"""Actors that no EventAdd names; more are noise, and each of them takes far more memory than bytes."""

_MOST_KINDS = 10_000  # to be found again
_NOWHERE = (math.nan, math.nan, math.nan)

_BIRTH = np.dtype(
    [("actor_id", "i8"), ("uid", "i8"), ("kind", "i8"), ("location", "f8", 3), ("rotation", "f8", 3)]
)
"""A row of the actor table as it begins: location in cm, rotation as roll, pitch, yaw."""

_LAST_TYPE = max(ActorType)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class NewActors(NamedTuple):
    """Records of EventAdd: the frame of each (N,), what they begin with (N,), and numbers of their texts."""

    frames: Ints
    heads: Records
    texts: list[int]

    @property
    def named(self) -> Named:
        """Who they are."""
        return Named(self.frames, self.heads["actor_id"].astype(np.int64))


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
        self.lives = LifeRegister()
        self._births = GrowingColumn(_BIRTH)
        self._kinds: dict[tuple[str, int, tuple[Attribute, ...], bool], int] = {}
        self._blueprints: list[Blueprint] = []  # by kind, as what follows
        self._categories: list[Category] = []
        self._usual_boxes: list[Box] = []
        self._known: dict[int, int] = {}  # kinds by type and number of known texts, −1 if not sound
        self._parents = ChangingColumn(np.int32)
        self._depths = ChangingColumn(np.int8)
        self._with_children: set[int] = set()
        self._box_rows = GrowingColumn(np.int64)
        self._boxes = GrowingColumn(dialect.dtype(packets.BOUNDING_BOX))  # as written: cm
        self._implied: set[int] = set()

    def was_added(self, actor_id: int) -> bool:
        """Return whether an EventAdd has named an actor with this id."""
        row = self.lives.latest(actor_id)
        return row >= 0 and row not in self._implied

    def add(self, frame: int, record: ActorRecord) -> tuple[int, Blueprint]:
        """Add an actor; return its row, and what is known of it. A life of its id that was open ends here."""
        kind = self._kind_of(record.type, record)
        return self._begin(frame, record, kind), self._blueprints[kind]

    def imply(self, frame: int, actor_id: int, actor_type: ActorType) -> bool:
        """Add an actor that is there although no EventAdd names it; return whether there is room for it."""
        if len(self._implied) >= _MOST_IMPLIED:
            return False
        record = ActorRecord(actor_id, actor_type, _NOWHERE, _NOWHERE, 0, "", ())
        self._implied.add(self._begin(frame, record, self._kind_of(actor_type, record, implied=True)))
        return True

    def turn_over(
        self, gone: Named, new: NewActors, texts: Sequence[Texts], standing: list[Standing]
    ) -> Ints | None:
        """Remove and add many at once; as ``LifeRegister.turn_over``, and None too if a new one is odd.

        Args:
            gone: who is removed.
            new: who is added.
            texts: by number, what EventAdd says of them.
            standing: who stands in the frames after that.

        """
        heads = new.heads
        with np.errstate(invalid="ignore"):
            places = np.abs(np.concatenate([heads["location"], heads["rotation"]], axis=1, dtype=np.float64))
            if not (places.sum(axis=1) < FARTHEST / 2).all():
                return None
        codes = (np.array(new.texts, np.int64) << 8 | heads["type"]).tolist()
        known = self._known
        kinds = [known[code] if code in known else self._meet(code, texts) for code in codes]
        rows = None if -1 in kinds else self.lives.turn_over(gone, new.named, standing)
        if rows is not None:
            births = np.empty(len(heads), _BIRTH)
            for name in ("actor_id", "uid", "location", "rotation"):
                births[name] = heads[name]
            births["kind"] = kinds
            self._births.extend(births)
            self._parents.extend(-1, len(heads))
            self._depths.extend(0, len(heads))
        return rows

    def _meet(self, code: int, texts: Sequence[Texts]) -> int:
        """Return the kind of a code of ``_known``, which is not there yet."""
        actor_type, known = code & 0xFF, texts[code >> 8]
        kind = self._kind_of(actor_type, known)
        sound = actor_type <= _LAST_TYPE and knows_all_types(self._blueprints[kind])
        if _REPLACEMENT in known.type_id or any(_REPLACEMENT in a.id + a.value for a in known.attributes):
            sound = False
        self._known[code] = kind if sound else -1
        return self._known[code]

    def _begin(self, frame: int, record: ActorRecord, kind: int) -> int:
        row = self.lives.begin(frame, record.actor_id)
        self._births.append((record.actor_id, record.uid, kind, record.location, record.rotation))
        self._parents.append(-1)
        self._depths.append(0)
        return row

    def _kind_of(self, actor_type: int, texts: ActorRecord | Texts, *, implied: bool = False) -> int:
        """Return the number of what an actor shares with those of the same type, blueprint and attributes."""
        key = texts.type_id, actor_type, texts.attributes, implied
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._new_kind(actor_type, texts, implied=implied)
            if len(self._kinds) < _MOST_KINDS:
                self._kinds[key] = kind
        return kind

    def _new_kind(self, actor_type: int, texts: ActorRecord | Texts, *, implied: bool) -> int:
        attributes = {attribute.id: attribute.value for attribute in texts.attributes}
        found = ((each.id, self._dialect.attribute_type(each.type)) for each in texts.attributes)
        types = {name: kind for name, kind in found if kind is not None}
        category = categorise(texts.type_id, actor_type, attributes)
        self._blueprints.append(Blueprint(texts.type_id, actor_type, attributes, types, implied))
        self._categories.append(category)
        self._usual_boxes.append(usual_box(texts.type_id, attributes, category))
        return len(self._categories) - 1

    def attach(self, frame: int, child: int, parent: int) -> Refusal | None:
        """Attach the actor of a row that was spawned in this frame; return why it is not, if so.

        Only then is the child's transform relative (FORMAT.md §3.2). Who has children is not attached any
        more, so there are no circles; CARLA spawns parents first.
        """
        refusal = self._refusal(frame, child, parent)
        if refusal is None:
            self._parents.values[child] = parent
            self._depths.values[child] = self._depths.values[parent] + 1
            self._with_children.add(parent)
        return refusal

    def _refusal(self, frame: int, child: int, parent: int) -> Refusal | None:
        if child < 0:
            return Refusal.NO_CHILD
        if parent < 0:
            return Refusal.NO_PARENT
        if self.lives.spawned.values[child] != frame:
            return Refusal.LATE
        if child == parent or self._hangs_on(parent, child):
            return Refusal.CIRCLE
        if child in self._with_children:
            return Refusal.DISORDER
        return None if self._depths.values[parent] < _DEEPEST else Refusal.DEPTH

    def _hangs_on(self, row: int, ancestor: int) -> bool:
        while row >= 0 and row != ancestor:
            row = int(self._parents.values[row])
        return row == ancestor

    def set_boxes(self, frames: Ints, records: Records) -> None:
        """Take records of BoundingBox, shape (N,), of frames lately taken."""
        self._box_rows.extend(
            self.lives.rows_at(Named(frames, records["actor_id"].astype(np.int64)), or_ends=False)
        )
        self._boxes.extend(records)

    def table(self) -> ActorTable:
        """Return the table as it is now."""
        births = self._births.view()
        ids = read_only(births["actor_id"].copy())
        boxes = np.array(self._usual_boxes, np.float64).reshape(-1, 2, 3)[births["kind"]]
        recorded = np.zeros(len(boxes), np.bool_)
        rows, recorded_boxes = self._recorded_boxes()
        boxes[rows], recorded[rows] = recorded_boxes, True
        return ActorTable(
            actor_id=ids,
            spawn_frame=self.lives.spawned.view(),
            destroy_frame=self.lives.destroyed.view(),
            category=read_only(np.array(self._categories, np.uint8)[births["kind"]]),
            parent=self._parents.view(),
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


def knows_all_types(blueprint: Blueprint) -> bool:
    """Tell whether the types of all attributes mean something."""
    return len(blueprint.attribute_types) == len(blueprint.attributes)
