"""Who is in the synthetic recording, and where each one is at any time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.event_add import ActorRecord, Attribute

Floats = NDArray[np.float64]

_CITY = 300.0
"""Half the side of the square that everybody lives in, metres."""


class Ride(NamedTuple):
    """Where N riders are at K times: metres (K, N, 2), metres per second (K, N, 2), degrees (K, N)."""

    locations: Floats
    velocities: Floats
    yaws: Floats


class Riders:
    """Actors that go round in circles for ever; when one leaves, those behind it move up, as CARLA's do."""

    def __init__(
        self, rng: np.random.Generator, ids: range, radius: tuple[float, float], speed: float
    ) -> None:
        self._rng = rng
        self._radius = radius
        self._speed = speed
        self.ids = np.array(ids, np.uint32)
        self._circles = self._new_circles(len(ids))

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.ids)

    def leave(self, place: int) -> int:
        """Take one out; return its id."""
        gone = int(self.ids[place])
        self.ids = np.delete(self.ids, place)
        self._circles = np.delete(self._circles, place, axis=0)
        return gone

    def join(self, actor_id: int) -> None:
        """Put one at the end."""
        self.ids = np.append(self.ids, np.uint32(actor_id))
        self._circles = np.concatenate([self._circles, self._new_circles(1)])

    def replace(self, place: int, ids: range) -> list[int]:
        """Take as many out from a place on as are new, put these at the end; return who is gone."""
        there = np.arange(len(self.ids))
        stays = (there < place) | (there >= place + len(ids))
        gone: list[int] = self.ids[~stays].tolist()
        self.ids = np.append(self.ids[stays], np.array(ids, np.uint32))
        self._circles = np.concatenate([self._circles[stays], self._new_circles(len(ids))])
        return gone

    def ride(self, elapsed: Floats) -> Ride:
        """Return where they are at some times in seconds, shape (K,)."""
        x, y, radius, rate, phase = self._circles.T
        angle = phase + rate * elapsed[:, None]
        cos, sin = np.cos(angle), np.sin(angle)
        yaws = (np.degrees(angle) + np.copysign(90.0, rate) + 180.0) % 360.0 - 180.0
        return Ride(
            np.stack([x + radius * cos, y + radius * sin], axis=-1),
            np.stack([-radius * rate * sin, radius * rate * cos], axis=-1),
            yaws,
        )

    def _new_circles(self, count: int) -> Floats:
        """Return centre x and y, radius, angular speed and phase, shape (count, 5)."""
        rng = self._rng
        radius = rng.uniform(*self._radius, count)
        rate = self._speed * rng.uniform(0.5, 1.5, count) * rng.choice([-1.0, 1.0], count) / radius
        centers = rng.uniform(-_CITY, _CITY, (count, 2))
        return np.column_stack([centers, radius, rate, rng.uniform(0.0, 2 * np.pi, count)])


def standing_places(rng: np.random.Generator, count: int) -> Floats:
    """Return places of what does not move, shape (count, 2) in metres."""
    return rng.uniform(-_CITY, _CITY, (count, 2))


def actor(
    actor_id: int,
    kind: ActorType,
    type_id: str,
    place: Floats | tuple[float, float] = (0.0, 0.0),
    *,
    role_name: str | None = None,
    color: str = "17,37,103",
) -> ActorRecord:
    """Return what EventAdd says about an actor at a place in metres."""
    attributes = []
    if role_name is not None:
        attributes.append(Attribute(AttributeType.STRING, "role_name", role_name))
    if kind is ActorType.VEHICLE:
        attributes.append(Attribute(AttributeType.INT, "number_of_wheels", "4"))
        attributes.append(Attribute(AttributeType.RGB_COLOR, "color", color))
        attributes.append(Attribute(AttributeType.STRING, "base_type", "car"))
    location = (float(place[0]) * 100.0, float(place[1]) * 100.0, 0.0)
    return ActorRecord(actor_id, kind, location, (0.0, 0.0, 0.0), 0, type_id, tuple(attributes))
