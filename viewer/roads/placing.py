"""Where objects and signals stand: crossings, stop lines, parking spaces, lights and signs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.arrays import Paths, left_of, offsets, yaws
from viewer.roads.curves import carla_poses
from viewer.roads.map_content import MapContent, Outline
from viewer.roads.network import Network

_LEAST_CORNERS = 3
_BOX = np.array([[Outline.LOCAL, u, v] for u, v in ((0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5))])
"""The corners of an object without any, in shares of its length and width."""


@dataclass(frozen=True, eq=False)
class Objects:
    """Closed outlines of objects, each with its kind (``ObjectKind``) and its section, −1 if in none."""

    outlines: Paths
    kind: Ints
    section: Ints


@dataclass(frozen=True, slots=True)
class PlacedSignal:
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
        orientation: ``+`` or ``-``, which way it faces: CARLA reads ``+`` as for the lanes to the left of the
            reference line, ``-`` for those to the right, else both.
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


def place_objects(content: MapContent, network: Network) -> Objects:
    """Return the outlines of the objects; one without corners is a rectangle."""
    road, values = content.objects.owners, content.objects.values
    kind, s, t, _, hdg, _, _ = values.T
    owner, measured_from, first, second = _corners(content)
    from_road = measured_from == Outline.ROAD
    foot, heading = beside(
        network,
        road[owner],
        np.where(from_road, first, s[owner]),
        np.where(from_road, second, t[owner]),
    )
    turned = heading - hdg[owner]
    ahead = np.column_stack([np.cos(turned), np.sin(turned)])
    u, v = np.where(from_road, 0.0, first), np.where(from_road, 0.0, second)
    points = foot + u[:, None] * ahead + v[:, None] * left_of(turned)

    row, count = np.unique(owner, return_counts=True)
    begins = offsets(count)
    closed = np.insert(points, begins[1:], points[begins[:-1]], axis=0)
    return Objects(
        Paths(closed, offsets(count + 1)),
        kind[row].astype(np.int64),
        network.sections_at(road[row], s[row]),
    )


def _corners(content: MapContent) -> tuple[Ints, Ints, Floats, Floats]:
    """Return object, what they are measured from, and two coordinates of all corners, object by object."""
    owner, corners = content.corners.owners, content.corners.values[:, :3]
    length, width = content.objects.values[:, 5:7].T
    described = np.bincount(owner, minlength=len(length)) >= _LEAST_CORNERS
    plain = np.flatnonzero(~described & (length > 0) & (width > 0))
    boxes = _BOX * np.column_stack([np.ones(len(plain)), length[plain], width[plain]])[:, None]
    usable = described[owner]
    owner = np.concatenate([owner[usable], np.repeat(plain, len(_BOX))])
    order = np.argsort(owner, kind="stable")
    measured_from, first, second = np.concatenate([corners[usable], boxes.reshape(-1, 3)])[order].T
    return owner[order], measured_from.astype(np.int64), first, second


def place_signals(content: MapContent, network: Network) -> tuple[PlacedSignal, ...]:
    """Return the signals."""
    raw = content.signals
    if not raw:
        return ()
    road = np.array([one.road for one in raw], np.int64)
    s, t, height, turn = np.array([one.numbers for one in raw], np.float64).T
    foot, heading = beside(network, road, s, t)
    z = network.elevations.value(network.elevations.find(road, s), s) + height
    poses = np.column_stack([foot, z, yaws(heading - turn)])
    surveyed = [i for i, one in enumerate(raw) if one.inertial is not None]
    if surveyed:
        poses[surveyed] = carla_poses(np.array([raw[i].inertial for i in surveyed], np.float64))
    found = []
    for one, (x, y, z, yaw) in zip(raw, poses.tolist(), strict=True):
        words = one.words | {"dynamic": one.words["dynamic"].lower() == "yes"}
        road_id = content.roads[one.road].id
        along, aside = one.numbers[:2]
        found.append(PlacedSignal(**words, road=road_id, s=along, t=aside, location=(x, y, z), yaw=yaw))
    return tuple(found)


def beside(network: Network, road: Ints, s: Floats, t: Floats) -> tuple[Floats, Floats]:
    """Return points (N, 2) beside reference lines, and the lines' headings in radians, in CARLA's frame."""
    at = network.reference.at(network.reference.find(road, s), s)
    return np.column_stack([at.x, at.y]) + t[:, None] * left_of(at.heading), at.heading
