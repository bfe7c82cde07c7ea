"""Where objects and signals stand: crossings, stop lines, parking spaces, lights and signs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.roads.arrays import Floats, Ints, offsets
from viewer.roads.content import Content, Outline
from viewer.roads.curves import carla_pose
from viewer.roads.network import Network
from viewer.roads.shapes import Paths

_LEAST_CORNERS = 3


@dataclass(frozen=True, eq=False)
class Objects:
    """Closed outlines of objects, each with its kind (``ObjectKind``) and its section, −1 if in none."""

    outlines: Paths
    kind: Ints
    section: Ints


@dataclass(frozen=True, slots=True)
class Signal:
    """A traffic light or sign of the map.

    Attributes:
        id: as other elements of the file name it.
        name: as the file has it.
        type: OpenDRIVE's code; CARLA's traffic lights have 1000001.
        subtype: OpenDRIVE's code.
        country: whose codes they are.
        road: id of its road.
        s: metres along the road.
        t: metres to the left of the road's reference line.
        orientation: ``+`` if it is for traffic along the reference line, ``-`` against it, else for both.
        dynamic: whether it changes, as lights do.
        location: x, y, z in metres in CARLA's frame.
        yaw: degrees; the direction it is mounted in.
        value: of a speed limit or the like, as the file has it.
        unit: of the value.
        text: that is written on it.

    """

    id: str
    name: str
    type: str
    subtype: str
    country: str
    road: str
    s: float
    t: float
    orientation: str
    dynamic: bool
    location: tuple[float, float, float]
    yaw: float
    value: str
    unit: str
    text: str


def place_objects(content: Content, network: Network) -> Objects:
    """Return the outlines of the objects; one without corners is a rectangle."""
    road, values = content.objects.owners, content.objects.values
    kind, s, t, _, hdg, length, width = values.T
    corner_of, corners = content.corners.owners, content.corners.values
    described = np.bincount(corner_of, minlength=len(road)) >= _LEAST_CORNERS
    plain = np.flatnonzero(~described & (length > 0) & (width > 0))
    box = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]]) / 2
    sides = box * np.column_stack([length, width])[plain, None, :]

    known = described[corner_of]
    corner_of = np.concatenate([corner_of[known], np.repeat(plain, len(box))])
    from_road = np.concatenate(
        [corners[known, 0] == Outline.ROAD, np.zeros(sides.shape[0] * len(box), np.bool_)]
    )
    first, second = np.concatenate([corners[known, 1:3], sides.reshape(-1, 2)]).T
    # A closed outline ends where it began; corners of one object stand together.
    row, count = np.unique(corner_of, return_counts=True)
    order = np.argsort(corner_of, kind="stable")
    corner_of, from_road, first, second = corner_of[order], from_road[order], first[order], second[order]

    along, aside = np.where(from_road, first, s[corner_of]), np.where(from_road, second, t[corner_of])
    x, y, heading = _on_road(network, road[corner_of], along, aside)
    turned = heading - hdg[corner_of]
    u, v = np.where(from_road, 0.0, first), np.where(from_road, 0.0, second)
    points = np.column_stack(
        [x + u * np.cos(turned) + v * np.sin(turned), y + u * np.sin(turned) - v * np.cos(turned)]
    )
    begins = offsets(count)
    closed = np.insert(points, begins[1:], points[begins[:-1]], axis=0)
    return Objects(
        Paths(closed, offsets(count + 1)),
        kind[row].astype(np.int64),
        network.sections_at(road[row], s[row]),
    )


def place_signals(content: Content, network: Network) -> tuple[Signal, ...]:
    """Return the signals."""
    raw = content.signals
    if not raw:
        return ()
    road = np.array([one.road for one in raw], np.int64)
    s, t, height, turn = np.array([one.numbers for one in raw], np.float64).T
    x, y, heading = _on_road(network, road, s, t)
    z = network.elevations.value(network.elevations.find(road, s), s) + height
    yaw = heading - turn
    placed = []
    for i, one in enumerate(raw):
        location = (float(x[i]), float(y[i]), float(z[i]))
        degrees = float(np.degrees(yaw[i]))
        if one.inertial is not None:
            location, degrees = carla_pose(one.inertial)
        words = one.words
        placed.append(
            Signal(
                words["id"], words["name"], words["type"], words["subtype"], words["country"],
                content.roads[one.road].id, float(s[i]), float(t[i]), words["orientation"],
                words["dynamic"].lower() == "yes", location, wrapped(degrees),
                words["value"], words["unit"], words["text"],
            )
        )  # fmt: skip
    return tuple(placed)


def wrapped(degrees: float) -> float:
    """Return the same angle above −180 and up to 180 degrees."""
    return degrees - 360.0 * float(np.ceil((degrees - 180.0) / 360.0))


def _on_road(network: Network, road: Ints, s: Floats, t: Floats) -> tuple[Floats, Floats, Floats]:
    """Return x, y and heading (radians) of points beside reference lines, in CARLA's frame."""
    at = network.reference.at(network.reference.find(road, s), s)
    return at.x + t * np.sin(at.heading), at.y - t * np.cos(at.heading), at.heading
