"""Building the actor table while event packets are read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import KnownTexts
from viewer.logfile.payload import Records
from viewer.recording.actors import ActorTable, Blueprint, Category, DescriptionTable, categorise
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.indexing.lifetimes import Lifetimes
from viewer.recording.units import metres, pitch_yaw_roll

NOT_ADDED = -1
"""Index used in place of that of an actor's blueprint id and attributes if its spawn is not recorded."""
_TYPES = 256
"""Number of possible values of the byte that stores an actor's type."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
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
        self._fixed_parts = GrowingColumn(
            dialect.dtype(packets.EVENT_ADD)
        )  # fields of EventAdd before the texts
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
        if len(types) < len(attributes) or _REPLACEMENT in "".join(
            (type_id, *attributes, *attributes.values())
        ):
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


# -- boxes for recordings without additional data: sizes that are right or at least sensible

# Length, width and height of CARLA's vehicles in metres, as its catalogue and recorded boxes give them.
_VEHICLES = {
    "audi.a2": (3.71, 1.79, 1.55),
    "audi.etron": (4.86, 2.03, 1.65),
    "audi.tt": (4.18, 1.99, 1.39),
    "bh.crossbike": (1.49, 0.86, 1.08),
    "bmw.grandtourer": (4.61, 2.24, 1.67),
    "bmw.isetta": (2.21, 1.48, 1.38),
    "carlamotors.carlacola": (5.20, 2.61, 2.47),
    "carlamotors.european_hgv": (7.94, 2.90, 3.47),
    "carlamotors.firetruck": (8.47, 2.89, 3.83),
    "chevrolet.impala": (5.36, 2.03, 1.41),
    "citroen.c3": (3.99, 1.85, 1.62),
    "diamondback.century": (1.64, 0.37, 1.02),
    "dodge.charger_2020": (5.01, 1.88, 1.53),
    "dodge.charger_police": (4.97, 2.04, 1.54),
    "dodge_charger.police": (4.97, 2.04, 1.54),
    "dodge.charger_police_2020": (5.24, 1.92, 1.64),
    "ford.ambulance": (6.36, 2.35, 2.43),
    "ford.crown": (5.37, 1.80, 1.57),
    "ford.mustang": (4.72, 1.89, 1.30),
    "gazelle.omafiets": (1.84, 0.66, 1.23),
    "harley-davidson.low_rider": (2.35, 0.76, 1.28),
    "harley-davidson.low rider": (2.35, 0.76, 1.28),
    "jeep.wrangler_rubicon": (3.87, 1.91, 1.88),
    "kawasaki.ninja": (2.03, 0.80, 1.15),
    "lincoln.mkz2017": (4.90, 2.13, 1.51),
    "lincoln.mkz_2017": (4.90, 2.13, 1.51),
    "lincoln.mkz_2020": (4.89, 1.84, 1.49),
    "mercedes.coupe": (5.03, 2.15, 1.64),
    "mercedes-benz.coupe": (5.03, 2.15, 1.64),
    "mercedes.coupe_2020": (4.67, 1.81, 1.44),
    "mercedes.sprinter": (5.92, 1.99, 2.56),
    "micro.microlino": (2.21, 1.48, 1.38),
    "mini.cooper_s": (3.81, 1.97, 1.48),
    "mini.cooper_s_2021": (4.55, 2.10, 1.77),
    "mini.cooperst": (3.81, 1.97, 1.48),
    "mitsubishi.fusorosa": (10.27, 3.94, 4.25),
    "mustang.mustang": (4.72, 1.89, 1.30),
    "nissan.micra": (3.63, 1.85, 1.50),
    "nissan.patrol": (4.60, 1.93, 1.86),
    "nissan.patrol_2021": (5.57, 2.15, 2.05),
    "seat.leon": (4.19, 1.82, 1.47),
    "tesla.cybertruck": (6.27, 2.39, 2.10),
    "tesla.model3": (4.79, 2.16, 1.49),
    "toyota.prius": (4.51, 2.01, 1.52),
    "vespa.zx125": (1.80, 0.80, 1.23),
    "volkswagen.t2": (4.48, 2.07, 2.04),
    "volkswagen.t2_2021": (4.44, 1.79, 1.99),
    "yamaha.yzf": (2.19, 0.87, 1.53),
}
_BY_CATEGORY = {
    Category.VEHICLE: (4.6, 1.95, 1.55),
    Category.BICYCLE: (1.7, 0.6, 1.1),
    Category.WALKER: (0.38, 0.38, 1.8),
    Category.TRAFFIC_LIGHT: (0.5, 0.5, 3.0),
    Category.TRAFFIC_SIGN: (0.3, 0.6, 2.5),
    Category.SENSOR: (0.2, 0.2, 0.2),
    Category.PROP: (0.8, 0.8, 1.0),
    Category.SPECTATOR: (0.4, 0.4, 0.4),
    Category.CONTROLLER: (0.3, 0.3, 0.3),
    Category.OTHER: (0.5, 0.5, 0.5),
}
_TWO_WHEELS = (2.2, 0.8, 1.3)


Box = tuple[tuple[float, float, float], tuple[float, float, float]]


def usual_box(type_id: str, attributes: Mapping[str, str], category: Category) -> Box:
    """Return centre and half-extents, in metres, of the box assumed for an actor without a recorded one.

    The centre is relative to the actor: as in CARLA, vehicles have their origin on the ground, walkers at
    half their height. The size is that of the vehicle model ``type_id`` if it is known, else a typical one of
    ``category``; the attribute ``number_of_wheels`` in ``attributes`` tells motorcycles from cars.
    """
    size = _VEHICLES.get(type_id.removeprefix("vehicle."))
    if size is None:
        two_wheels = category is Category.VEHICLE and attributes.get("number_of_wheels") == "2"
        size = _TWO_WHEELS if two_wheels else _BY_CATEGORY[category]
    extent = (size[0] / 2, size[1] / 2, size[2] / 2)
    return (0.0, 0.0, 0.0 if category is Category.WALKER else extent[2]), extent
