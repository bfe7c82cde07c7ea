"""The actors of a recording: one row per life, because ids are used again after their actor died."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from viewer.arrays import Ints
from viewer.lazy import LazySequence, lazy
from viewer.logfile.enums import ActorType, AttributeType

NEVER = 2**31 - 1
"""Destroy frame of an actor that outlives the recording."""


class Category(IntEnum):
    """What an actor is, for colours, lists and filters."""

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
        """Return the word for it, in lower case."""
        return self.name.lower().replace("_", " ")


VEHICLES = (Category.VEHICLE, Category.BICYCLE)
"""What physics drives."""
MOVERS = (*VEHICLES, Category.WALKER)
"""What moves by itself."""
PUT_AWAY = 50.0
"""Metres below everybody else from which on a scenario has put an actor away (ScenarioRunner: z −500 m)."""
FIXED = frozenset((Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN))
"""Categories of what never moves."""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """What EventAdd says about all actors of one blueprint with the same attributes.

    Attributes:
        type_id: blueprint; empty for an actor that is implied.
        type: number of its ActorType, as written.
        attributes: values as text, in the file's order.
        attribute_types: their types by header version 1, whatever the file has; without those that mean
            nothing.
        implied: whether no EventAdd names it: it is there because it moves.

    """

    type_id: str
    type: int
    attributes: Mapping[str, str]
    attribute_types: Mapping[str, AttributeType] = field(default_factory=dict)
    implied: bool = False

    @property
    def role_name(self) -> str:
        """The attribute ``role_name``, empty if there is none."""
        return self.attributes.get("role_name", "")


@dataclass(frozen=True, slots=True)
class ActorDescription(Blueprint):
    """What EventAdd says about an actor.

    Attributes:
        actor_id: id while recording.
        uid: index of the blueprint in the list of the server that wrote it.

    """

    actor_id: int = field(kw_only=True)
    uid: int = field(kw_only=True)


class DescriptionTable(LazySequence[ActorDescription]):
    """The descriptions of many actors, each made when it is asked for: few of them differ in much.

    Attributes:
        number: which of the blueprints each of them is, shape (N,).
        blueprints: what actors share, in any order; more may be there than belong to these actors.

    """

    def __init__(self, actor_id: Ints, uid: Ints, number: Ints, blueprints: Sequence[Blueprint]) -> None:
        self.number, self.blueprints = number, blueprints

        def describe(row: int) -> ActorDescription:
            shared = blueprints[number[row]]
            return ActorDescription(
                shared.type_id, shared.type, shared.attributes, shared.attribute_types, shared.implied,
                actor_id=actor_id.item(row), uid=uid.item(row),
            )  # fmt: skip

        super().__init__(len(number), describe)

    def of_each(self, find: Callable[[Blueprint], Any], dtype: DTypeLike) -> NDArray[Any]:
        """Return what is found out about each actor's blueprint, once for all that share it, shape (N,)."""
        most = int(self.number.max(initial=-1)) + 1
        return np.array([find(each) for each in self.blueprints[:most]], dtype)[self.number]


@dataclass(frozen=True, eq=False)
class ActorTable:
    """All lives of all actors as columns; a row keeps its number while a file is still being read.

    Attributes:
        actor_id: id while recording, shape (N,).
        spawn_frame: index of the first frame with the actor, shape (N,).
        destroy_frame: index of the first frame without it, or NEVER, shape (N,).
        category: Category, shape (N,).
        parent: row of the actor it is attached to, or −1, shape (N,).
        location: transform of EventAdd in metres, shape (N, 3); relative to the parent if there is one.
        rotation: the same in degrees, pitch, yaw, roll, shape (N, 3).
        box_center: centre of the bounding box in the actor's frame in metres, shape (N, 3).
        box_extent: its half-extents in metres, shape (N, 3).
        box_recorded: whether the box is recorded, or else the usual one for such an actor, shape (N,).
        descriptions: what EventAdd says besides, N of them.

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

    @lazy
    def road_level(self) -> float:
        """Height of the lowest vehicle or walker when it was added, metres; −inf if there is none.

        Those that a scenario keeps far below the others do not count.
        """
        z = np.sort(self.location[np.isin(self.category, MOVERS) & (self.parent < 0), 2])
        z = z[np.isfinite(z)]
        if not len(z):
            return -np.inf
        below = z[: len(z) // 2 + 1][::-1]
        gaps = np.flatnonzero(-np.diff(below) > PUT_AWAY)
        return float(below[gaps[0]] if len(gaps) else below[-1])

    def rows_of(self, actor_id: int) -> list[int]:
        """Return the rows of all lives of an id, earliest first."""
        lives: list[int] = np.flatnonzero(self.actor_id == actor_id).tolist()
        return lives

    def find(self, actor_id: int, frame: int) -> int | None:
        """Return the row of the actor that has this id at a frame index, or None."""
        for row in reversed(self.rows_of(actor_id)):
            if self.spawn_frame[row] <= frame < self.destroy_frame[row]:
                return row
        return None

    @lazy
    def _births(self) -> tuple[NDArray[np.uint64], Ints]:
        """Keys of the lives, in the order of ids and then of first frames, and their rows, (N,) each."""
        keys = _keys(self.actor_id, self.spawn_frame)
        rows = np.argsort(keys, kind="stable")  # of lives that begin together, the last one counts
        return keys[rows], rows

    def rows_at(self, ids: NDArray[Any], frames: NDArray[Any], *, or_ends: bool = False) -> Ints:
        """Return the row of the actor that has each id at each frame index, −1 where none lives; all (N,).

        With ``or_ends``, an actor counts in the frame that destroys it too: it may have been added there.
        """
        keys, rows = self._births
        if not len(keys):
            return np.full(len(ids), -1, np.int64)
        places = np.searchsorted(keys, _keys(ids, frames), side="right") - 1
        found = rows[places]
        ends = self.destroy_frame[found]
        lives = (
            (places >= 0) & (self.actor_id[found] == ids) & ((frames <= ends) if or_ends else (frames < ends))
        )
        return np.where(lives, found, -1)

    def alive(self, frame: int) -> NDArray[np.int64]:
        """Return the rows alive at a frame index, ascending by actor id, shape (M,)."""
        rows = np.flatnonzero((self.spawn_frame <= frame) & (frame < self.destroy_frame))
        return rows[np.argsort(self.actor_id[rows], kind="stable")]

    def children(self, row: int) -> NDArray[np.int64]:
        """Return the rows of the actors attached to this one, shape (K,)."""
        return np.flatnonzero(self.parent == row)

    @lazy
    def collision_sensors(self) -> tuple[int, ...]:
        """Rows of the sensors that report collisions: the simulator notes no others."""
        sensors = self.descriptions.of_each(lambda each: each.type_id == "sensor.other.collision", np.bool_)
        return tuple(np.flatnonzero(sensors).tolist())

    def lifetimes(self, row: int) -> tuple[int, ...]:
        """Return the rows of one actor that came several times, the earliest first; ``row`` is among them.

        A hero is destroyed and spawned again with another id, or with the same: its lifetimes are those of
        its role_name that do not overlap. Of another role_name they are that only where no two actors have it
        at the same time; else the lifetimes of ``row`` are those with its id and its role_name.

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
        """Rows of all lifetimes of the likeliest hero, the earliest first; empty without one."""
        return self.lifetimes(self.hero_rows[0]) if self.hero_rows else ()

    @lazy
    def hero_rows(self) -> tuple[int, ...]:
        """Rows of the heroes, likeliest first: hero, ego_vehicle, ego, hero…, ego…."""
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
"""CARLA's bicycles, for builds that do not write the attribute ``base_type``."""

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
    """Return the category: the blueprint decides first, the recorded type second."""
    prefix = type_id.partition(".")[0]
    if prefix == "traffic":
        return Category.TRAFFIC_LIGHT if type_id == "traffic.traffic_light" else Category.TRAFFIC_SIGN
    found = _BY_PREFIX.get(prefix)
    if found is None:
        found = BY_TYPE.get(actor_type, Category.OTHER)
    if found is Category.VEHICLE and (attributes.get("base_type") == "bicycle" or type_id in BICYCLES):
        return Category.BICYCLE
    return found
