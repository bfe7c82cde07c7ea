"""Actor table of a recording: one row for each lifetime of an actor, because CARLA uses ids again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from viewer.arrays import Ints
from viewer.lazy import LazySequence, lazy
from viewer.logfile.enums import ActorType, AttributeType

NEVER = 2**31 - 1
"""Value of ``destroy_frame`` for an actor that is still alive at the end of the recording."""


class Category(IntEnum):
    """Category of an actor, for colours, lists and filters."""

    VEHICLE = 0
    BICYCLE = 1
    WALKER = 2
    TRAFFIC_LIGHT = 3
    TRAFFIC_SIGN = 4
    SENSOR = 5
    PROP = 6
    SPECTATOR = 7
    CONTROLLER = 8
    OTHER = 9

    @property
    def label(self) -> str:
        """Name of the category in lower case, as ``traffic light``."""
        return self.name.lower().replace("_", " ")


VEHICLES = (Category.VEHICLE, Category.BICYCLE)
"""Categories of actors that vehicle physics moves."""
MOVERS = (*VEHICLES, Category.WALKER)
"""Categories of actors that move by themselves."""
PARKED_DEPTH = 50.0
"""Depth in metres below the road beyond which a vehicle or walker counts as parked by a scenario.

ScenarioRunner keeps actors that it does not need yet at z −500 m.
"""
FIXED = frozenset((Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN))
"""Categories of actors that never move."""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """Blueprint id and attributes as EventAdd, the packet of spawns, has them; shared by all equal actors.

    Attributes:
        type_id: id of the blueprint, as ``vehicle.tesla.model3``; empty if it is not recorded.
        type: number of the ActorType as written.
        attributes: values as text, by name, in the order of the file.
        attribute_types: type of each attribute, by name; without attributes whose recorded type number is
            none of CARLA's.
        implied: True for actors whose spawn is not recorded, and that are known only because Position, the
            packet of poses, has their ids.
    """

    type_id: str
    type: int
    attributes: Mapping[str, str]
    attribute_types: Mapping[str, AttributeType] = field(default_factory=dict)
    implied: bool = False

    @property
    def role_name(self) -> str:
        """Value of the attribute ``role_name``, empty if the actor has none."""
        return self.attributes.get("role_name", "")


class Actor(NamedTuple):
    """Identity of an actor from its spawn to its destruction: its id alone may be used again.

    Attributes:
        id: actor id in the recording.
        spawn_frame: id of the first frame in which the actor exists.
    """

    id: int
    spawn_frame: int


@dataclass(frozen=True, slots=True)
class ActorDescription(Blueprint):
    """Contents of the record in EventAdd, the packet of spawns, that describes an actor, except the pose.

    Attributes:
        actor_id: actor id in the recording.
        uid: index of the blueprint in the blueprint list of the server that recorded.
    """

    actor_id: int = field(kw_only=True)
    uid: int = field(kw_only=True)


class DescriptionTable(LazySequence[ActorDescription]):
    """ActorDescription of each actor, made at access from the blueprint that similar actors share.

    Attributes:
        blueprint_indices: index into ``blueprints`` for each actor, shape (N,).
        blueprints: the distinct blueprints, in any order; some may belong to none of these actors.
    """

    def __init__(
        self, actor_id: Ints, uid: Ints, blueprint_indices: Ints, blueprints: Sequence[Blueprint]
    ) -> None:
        self.blueprint_indices, self.blueprints = blueprint_indices, blueprints

        def describe(row: int) -> ActorDescription:
            shared = blueprints[blueprint_indices[row]]
            return ActorDescription(
                shared.type_id, shared.type, shared.attributes, shared.attribute_types, shared.implied,
                actor_id=actor_id.item(row), uid=uid.item(row),
            )  # fmt: skip

        super().__init__(len(blueprint_indices), describe)

    def of_each(self, find: Callable[[Blueprint], Any], dtype: DTypeLike) -> NDArray[Any]:
        """Return ``find(blueprint)`` of each actor, shape (N,), as an array of ``dtype``.

        ``find`` is called once for each distinct blueprint.
        """
        most = int(self.blueprint_indices.max(initial=-1)) + 1
        return np.array([find(each) for each in self.blueprints[:most]], dtype)[self.blueprint_indices]


@dataclass(frozen=True, eq=False)
class ActorTable:
    """All lifetimes of all actors as columns, one row each; rows keep their indices while the file is read.

    A lifetime lasts from a spawn to a destruction.

    Attributes:
        actor_id: actor id in the recording, shape (N,).
        spawn_frame: index of the first frame in which the actor exists, shape (N,).
        destroy_frame: index of the first frame in which it no longer exists, or NEVER, shape (N,).
        category: Category, shape (N,).
        parent: row of the actor it is attached to, or −1, shape (N,).
        location: location at the spawn in metres, shape (N, 3); relative to the parent if there is one.
        rotation: rotation at the spawn as pitch, yaw, roll in degrees, shape (N, 3); relative like
            ``location``.
        box_center: centre of the bounding box in metres, relative to the actor, shape (N, 3).
        box_extent: half-extents of the bounding box in metres, shape (N, 3).
        box_recorded: True if the box is recorded, False if it is the usual one of such actors, shape (N,).
        descriptions: blueprint, attributes and ids of each actor, N of them.
    """

    actor_id: NDArray[np.int64]
    spawn_frame: NDArray[np.int32]
    destroy_frame: NDArray[np.int32]
    category: NDArray[np.uint8]
    parent: NDArray[np.int32]
    location: NDArray[np.float64]
    rotation: NDArray[np.float64]
    box_center: NDArray[np.float64]
    box_extent: NDArray[np.float64]
    box_recorded: NDArray[np.bool_]
    descriptions: DescriptionTable

    def __len__(self) -> int:
        return len(self.descriptions)

    def __repr__(self) -> str:
        return f"ActorTable(rows={len(self)}, heroes={len(self.hero_rows)})"

    @lazy
    def road_level(self) -> float:
        """Lowest z in metres at which a vehicle or walker was spawned; −inf if there are none.

        Actors that a scenario keeps parked far below the others are ignored.
        """
        z = np.sort(self.location[np.isin(self.category, MOVERS) & (self.parent < 0), 2])
        z = z[np.isfinite(z)]
        if not len(z):
            return -np.inf
        below = z[: len(z) // 2 + 1][::-1]
        gaps = np.flatnonzero(-np.diff(below) > PARKED_DEPTH)
        return float(below[gaps[0]] if len(gaps) else below[-1])

    def rows_of(self, actor_id: int) -> list[int]:
        """Return the rows of all lifetimes with the id ``actor_id``, the earliest first."""
        rows: list[int] = np.flatnonzero(self.actor_id == actor_id).tolist()
        return rows

    def find(self, actor_id: int, frame: int) -> int | None:
        """Return the row of the actor that has the id ``actor_id`` at the frame index ``frame``.

        None if there is no such actor.
        """
        for row in reversed(self.rows_of(actor_id)):
            if self.spawn_frame[row] <= frame < self.destroy_frame[row]:
                return row
        return None

    @lazy
    def _by_spawn(self) -> tuple[NDArray[np.uint64], Ints]:
        """Keys ``actor_id << 32 | spawn_frame`` of all actors, ascending, and the row of each; (N,) each."""
        keys = _keys(self.actor_id, self.spawn_frame)
        rows = np.argsort(keys, kind="stable")  # of lifetimes that begin together, the last one counts
        return keys[rows], rows

    def rows_at(self, ids: NDArray[Any], frames: NDArray[Any], *, or_ends: bool = False) -> Ints:
        """Return the row of the actor with each id at each frame index, −1 if there is none, shape (N,).

        ``ids`` and ``frames`` have shape (N,). With ``or_ends``, an actor is also found in the frame in which
        it is destroyed.
        """
        keys, rows = self._by_spawn
        if not len(keys):
            return np.full(len(ids), -1, np.int64)
        positions = np.searchsorted(keys, _keys(ids, frames), side="right") - 1
        found = rows[positions]
        ends = self.destroy_frame[found]
        in_time = frames <= ends if or_ends else frames < ends
        return np.where((positions >= 0) & (self.actor_id[found] == ids) & in_time, found, -1)

    def alive(self, frame: int) -> NDArray[np.int64]:
        """Return the rows of all actors that exist at frame index ``frame``, sorted by id, shape (M,)."""
        rows = np.flatnonzero((self.spawn_frame <= frame) & (frame < self.destroy_frame))
        return rows[np.argsort(self.actor_id[rows], kind="stable")]

    def children(self, row: int) -> NDArray[np.int64]:
        """Return the rows of the actors that are attached to the actor in ``row``, shape (K,)."""
        return np.flatnonzero(self.parent == row)

    @lazy
    def collision_sensors(self) -> tuple[int, ...]:
        """Rows of the collision sensors; CARLA records a collision only if one reports it."""
        sensors = self.descriptions.of_each(lambda each: each.type_id == "sensor.other.collision", np.bool_)
        return tuple(np.flatnonzero(sensors).tolist())

    def lifetimes(self, row: int) -> tuple[int, ...]:
        """Return the rows of all lifetimes of the actor in ``row``, the earliest first, ``row`` included.

        A lifetime lasts from a spawn to a destruction. An actor may be spawned again with another id, but the
        same role_name. If no two lifetimes with its role_name overlap, all of them are returned; of a hero,
        as many as do not overlap. Otherwise, or without a role_name, those with the same id and role_name are
        returned.

        Args:
            row: row of any lifetime of the actor.
        """
        descriptions = self.descriptions
        role, type_id = descriptions[row].role_name, descriptions[row].type_id
        alike = descriptions.of_each(lambda blueprint: blueprint.role_name == role, np.bool_)
        categories = MOVERS if self.category[row] in MOVERS else (self.category[row],)
        alike &= np.isin(self.category, categories)
        rows = np.flatnonzero(alike)
        same_id = self.actor_id[rows] == self.actor_id[row]
        if row not in self.hero_rows:
            in_turn = rows[np.argsort(self.spawn_frame[rows], kind="stable")]
            alone = role and not (self.spawn_frame[in_turn[1:]] < self.destroy_frame[in_turn[:-1]]).any()
            return tuple((in_turn if alone else rows[same_id]).tolist())
        found = [row]
        type_ids = np.array([descriptions[each].type_id for each in rows.tolist()])
        for each in rows[np.lexsort((rows, type_ids != type_id, ~same_id))].tolist():
            begins, ends = self.spawn_frame[found], self.destroy_frame[found]
            if ((self.destroy_frame[each] <= begins) | (ends <= self.spawn_frame[each])).all():
                found.append(each)
        return tuple(sorted(found, key=self.spawn_frame.item))

    @lazy
    def hero_lifetimes(self) -> tuple[int, ...]:
        """Rows of all lifetimes of the hero with the likeliest role_name, the earliest first.

        Empty without a hero. A lifetime lasts from a spawn to a destruction; the likeliest role_name is
        ``hero``, then ``ego_vehicle``, then ``ego``.
        """
        return self.lifetimes(self.hero_rows[0]) if self.hero_rows else ()

    @lazy
    def hero_rows(self) -> tuple[int, ...]:
        """Rows of the heroes (vehicles and walkers with a role_name such as ``ego``), the likeliest first.

        The role_name ``hero`` comes before ``ego_vehicle``, then ``ego``, then others that begin with
        ``hero``, then others that begin with ``ego``.
        """
        ranks = self.descriptions.of_each(lambda blueprint: _hero_rank(blueprint.role_name), np.int8)
        rows = np.flatnonzero((ranks < _NO_HERO) & np.isin(self.category, MOVERS))
        return tuple(rows[np.argsort(ranks[rows], kind="stable")].tolist())


def _keys(ids: NDArray[Any], frames: NDArray[Any]) -> NDArray[np.uint64]:
    keys: NDArray[np.uint64] = ids.astype(np.uint64) << np.uint64(32) | frames.astype(np.uint64)
    return keys


_HERO_NAMES = ("hero", "ego_vehicle", "ego")
_HERO_BEGINNINGS = ("hero", "ego")
_NO_HERO = len(_HERO_NAMES) + len(_HERO_BEGINNINGS)


def _hero_rank(role_name: str) -> int:
    fits = [role_name == name for name in _HERO_NAMES] + [*map(role_name.startswith, _HERO_BEGINNINGS)]
    return [*fits, True].index(True)


BICYCLES = frozenset({"vehicle.bh.crossbike", "vehicle.diamondback.century", "vehicle.gazelle.omafiets"})
"""CARLA's bicycle blueprints, for builds that do not write the attribute ``base_type``."""

_BY_PREFIX = {
    "vehicle": Category.VEHICLE,
    "walker": Category.WALKER,
    "sensor": Category.SENSOR,
    "static": Category.PROP,
    "spectator": Category.SPECTATOR,
    "controller": Category.CONTROLLER,
}
BY_TYPE: Mapping[int, Category] = {
    ActorType.VEHICLE: Category.VEHICLE,
    ActorType.WALKER: Category.WALKER,
    ActorType.TRAFFIC_LIGHT: Category.TRAFFIC_LIGHT,
    ActorType.TRAFFIC_SIGN: Category.TRAFFIC_SIGN,
    ActorType.SENSOR: Category.SENSOR,
}


def categorise(type_id: str, actor_type: int, attributes: Mapping[str, str]) -> Category:
    """Return the category of an actor by its blueprint id ``type_id``, or else by ``actor_type``.

    ``actor_type`` is the recorded number of an ActorType; the attribute ``base_type`` in ``attributes`` tells
    bicycles from other vehicles if it is recorded.
    """
    prefix = type_id.partition(".")[0]
    if prefix == "traffic":
        return Category.TRAFFIC_LIGHT if type_id == "traffic.traffic_light" else Category.TRAFFIC_SIGN
    found = _BY_PREFIX.get(prefix)
    if found is None:
        found = BY_TYPE.get(actor_type, Category.OTHER)
    if found is Category.VEHICLE and (attributes.get("base_type") == "bicycle" or type_id in BICYCLES):
        return Category.BICYCLE
    return found
