"""Which traffic light a vehicle has ahead."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.analysis.signal_places import (
    ALONG,
    LIGHT_SOURCES,
    SAME_LEVEL,
    ahead_and_aside,
    faces,
)
from viewer.analysis.traffic_lights import AHEAD, ASIDE, LaneLights, LightAhead, LightBook
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.roads.kinds import BOTH_WAYS, HAS_TRAFFIC


class LightsAhead(NamedTuple):
    """The light ahead at each of some poses.

    Attributes:
        rows: of the lights, −1 where there is none, shape (K,).
        sources: how it is known, places in LIGHT_SOURCES, shape (K,).

    """

    rows: Ints
    sources: Ints


def lights_ahead(
    book: LightBook,
    lanes: LaneLights | None,
    frames: Ints,
    places: Floats,
    reach: float = 0.0,
    *,
    proceed: Proceed = always,
) -> LightsAhead:
    """Return the light ahead at each pose.

    With a map it is the first that governs the lane that the actor drives along, up to 60 m ahead, whatever
    bends it takes; none where its front is in a junction, or on no lane. Without one it is the nearest of
    those that face the actor and stand on its level up to 60 m ahead and 15 m aside; of a light whose trigger
    volume is recorded, it is the volume that lies ahead, or around the actor.

    Args:
        book: the lights.
        lanes: which lanes they govern, None without a map.
        frames: indices of the frames, shape (K,).
        places: of the actor in them, x, y, z in metres and yaw in degrees, shape (K, 4).
        reach: metres from its place to its front.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ReadingCancelledError: ``proceed`` said no.

    """
    rows, sources = np.full((2, len(frames)), -1, np.int64)
    if not len(book.rows) or not len(frames):
        return LightsAhead(rows, sources)
    if lanes is None:
        rows = _by_place(book, places[:, :3], places[:, 3], proceed)
        sources[:] = np.where(np.isin(rows, book.volumes["row"]), 1, 2)
    else:
        turn = np.radians(places[:, 3])
        ahead = np.column_stack((np.cos(turn), np.sin(turn), np.zeros(len(turn))))
        _by_lane(lanes, places[:, :3] + reach * ahead, places[:, 3], rows, sources, proceed)
    actors = book.index.actors
    there = (actors.spawn_frame[rows] <= frames) & (frames < actors.destroy_frame[rows])
    return LightsAhead(np.where(there, rows, -1), sources)


def _by_lane(
    lanes: LaneLights, fronts: Floats, yaws: Floats, rows: Ints, sources: Ints, proceed: Proceed
) -> None:
    """Write what lies ahead along the lanes into ``rows`` and ``sources``."""
    from viewer.roads.arrays import turn_between  # noqa: PLC0415 - not before the first picture

    places = lanes.road_map.locate(fronts, yaws)
    turn = turn_between(yaws, places["heading"], BOTH_WAYS[places["lane_type"]])
    drives = places["on_lane"] & HAS_TRAFFIC[places["lane_type"]] & (places["junction_row"] < 0)
    drives &= turn < ALONG
    left = np.flatnonzero(drives)
    while len(left):
        check(proceed, 1.0 - len(left) / len(yaws))
        place = places[left[0]]
        lane = lanes.road_map.stretch(str(place["road"]), int(place["lane"]), float(place["s"]))
        if lane is None:
            left = left[1:]
            continue
        same = (places["road_row"][left] == place["road_row"]) & (places["lane"][left] == place["lane"])
        same &= lane.contains(places["s"][left])
        same[0] = True
        mine, left = left[same], left[~same]
        to_end = np.abs(lane.end - places["s"][mine])
        after = lanes.after(lane)
        ahead = [] if after is None else [after]
        lines = reversed(lanes.places.on(lane))
        ahead += [LightAhead(way - lane.length, line.governing) for way, line in lines]
        for each in ahead:  # the nearest one last
            near = mine[(to_end + each.distance >= 0.0) & (to_end + each.distance < AHEAD)]
            rows[near] = each.governing.rows[0]
            sources[near] = LIGHT_SOURCES.index(each.governing.how)


def _by_place(book: LightBook, locations: Floats, yaws: Floats, proceed: Proceed) -> Ints:
    """Return the rows of the lights that stand, or have their volume, ahead of poses, −1 for none, (K,)."""
    actors, volumes = book.index.actors, {int(each["row"]): each for each in book.volumes}
    ahead, nearest = np.full(len(yaws), -1, np.int64), np.full(len(yaws), np.inf)
    for number, row in enumerate(book.rows.tolist()):
        check(proceed, number / len(book.rows))
        volume, (x, y, z) = volumes.get(row), actors.location[row]
        point, behind = ((x, y), 0.0) if volume is None else (volume["center"], volume["extent"].max())
        along, aside = ahead_and_aside(point - locations[:, :2], yaws)
        counts = (np.abs(z - locations[:, 2]) < SAME_LEVEL) & faces(actors.rotation[row, 1], yaws)
        counts &= (along > -behind) & (along < AHEAD) & (np.abs(aside) < ASIDE)
        distances = np.where(counts, np.hypot(along, aside), np.inf)
        ahead[distances < nearest] = row
        nearest = np.minimum(nearest, distances)
    return ahead
