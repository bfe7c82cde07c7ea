"""The signals that need more than an actor's own records: lights, the route, and those around it."""

from __future__ import annotations

import numpy as np
import shapely

from viewer.analysis.boxes import Rectangles, actor_boxes, distances, times_to_touch
from viewer.analysis.conflicts import in_danger
from viewer.analysis.find_events import misfit
from viewer.analysis.pairs import near_pairs
from viewer.analysis.traffic import Traffic
from viewer.analysis.traffic_lights import LaneLights, LightBook
from viewer.arrays import Floats, Ints
from viewer.cancellation import check
from viewer.lazy import kept
from viewer.logfile.enums import TrafficLightState
from viewer.signals.series import Samples
from viewer.signals.signal_source import Reading

HORIZON = 10.0
"""Seconds ahead within which motion is continued."""
_NOTHING = Samples(np.empty(0, np.int64), np.empty(0))


@kept
def _light_ahead(reading: Reading) -> tuple[Ints, Ints, Ints]:
    """Return the frames with a light ahead, its row, and its place in LIGHT_SOURCES; (K,) each."""
    index, road_map, poses = reading.index, reading.road_map, reading.poses
    lights = LightBook(index)
    if road_map is not None and not misfit(index, road_map):
        lights = LaneLights(index, road_map)
    boxes = actor_boxes(index.actors, np.array([reading.row]))
    reach = float(boxes.centers[0, 0] + boxes.extents[0, 0])
    places = np.column_stack((poses.locations, poses.rotations[:, 1]))
    rows, sources = lights.ahead(poses.frames, places, reach, proceed=reading.proceed)
    there = rows >= 0
    return poses.frames[there], rows[there], sources[there]


@kept
def _traffic(reading: Reading) -> Traffic:
    return Traffic(reading.index, proceed=reading.proceed)


@kept
def _nearest(reading: Reading) -> tuple[Ints, Ints, Floats]:
    """Return moments at which somebody else is there, who is nearest then, a life, and metres; (K,) each.

    Boxes are compared from above, of those on the same level; parents and what they carry are no pair.
    """
    traffic, actors, row = _traffic(reading), reading.index.actors, reading.row
    life, rows = _life(traffic, row), traffic.rows
    if life is None:
        return _NOTHING.frames, _NOTHING.frames, _NOTHING.values
    moments = _judged(traffic, life)
    others = np.flatnonzero((rows != row) & (actors.parent[rows] != row) & (rows != actors.parent[row]))
    found, who = np.full(len(moments), np.inf), np.full(len(moments), -1, np.int64)
    for number, other in enumerate(others.tolist()):
        check(reading.proceed, number / len(others))
        near = _near(traffic, life, other, moments, found)
        apart = distances(*(traffic.boxes_at(each, moments[near]) for each in (life, other)))
        closer = near[apart < found[near]]
        found[closer], who[closer] = apart[apart < found[near]], other
    known = who >= 0
    return moments[known], who[known], found[known]


def light_ahead_id(reading: Reading) -> Samples:
    """Return the id of the traffic light ahead of the actor, in the frames in which there is one."""
    frames, rows, _ = _light_ahead(reading)
    return Samples(frames, reading.index.actors.actor_id[rows])


def light_ahead_source(reading: Reading) -> Samples:
    """Return how it is known that the light is for the actor, as a place in LIGHT_SOURCES."""
    frames, _, sources = _light_ahead(reading)
    return Samples(frames, sources)


def light_ahead_state(reading: Reading) -> Samples:
    """Return the TrafficLightState of the light ahead of the actor."""
    frames, rows, _ = _light_ahead(reading)
    book, states, told = LightBook(reading.index), np.empty(len(rows)), np.zeros(len(rows), np.bool_)
    for light in np.unique(rows).tolist():
        mine = np.flatnonzero(rows == light)
        told[mine] = np.isin(frames[mine], book.told(light)[0])
        states[mine] = np.minimum(book.states(light, frames[mine]), TrafficLightState.UNKNOWN)
    return Samples(frames[told], states[told])


def route_distance(reading: Reading) -> Samples:
    """Return the metres from the actor to the nearest point of the route, from above; none without one."""
    if reading.route is None:
        return _NOTHING
    line = reading.route.line[:, :2]
    pieces = shapely.STRtree(shapely.linestrings(np.stack([line[:-1], line[1:]], axis=1)))
    poses = reading.poses
    known = np.flatnonzero(np.isfinite(poses.locations[:, :2]).all(axis=1))
    places = shapely.points(poses.locations[known, :2])
    _, away = pieces.query_nearest(places, return_distance=True, all_matches=False)
    return reading.on_the_road(poses.frames[known], away)


# -- those around it


def nearest_distance(reading: Reading) -> Samples:
    """Return the metres from the actor's box to the nearest other one; negative by how deep they overlap."""
    moments, _, apart = _nearest(reading)
    return Samples(_traffic(reading).frames[moments], apart)


def nearest_id(reading: Reading) -> Samples:
    """Return the id of the nearest other actor."""
    traffic, (moments, lives, _) = _traffic(reading), _nearest(reading)
    return Samples(traffic.frames[moments], traffic.index.actors.actor_id[traffic.rows[lives]])


def _near(traffic: Traffic, life: int, other: int, moments: Ints, within: Floats) -> Ints:
    """Return at which of some moments another life is on the same level and may be so near, metres (K,)."""
    there = np.flatnonzero((traffic.begins[other] <= moments) & (moments < traffic.ends[other]))
    boxes = traffic.boxes
    mine, theirs = (traffic.places_at(each, moments[there]) for each in (life, other))
    heights = np.abs(theirs[:, 2] + boxes.centers[other, 2] - mine[:, 2] - boxes.centers[life, 2])
    radii = np.hypot(*boxes.extents[[life, other], :2].T) + np.hypot(*boxes.centers[[life, other], :2].T)
    with np.errstate(invalid="ignore"):
        near = heights < boxes.extents[other, 2] + boxes.extents[life, 2]
        near &= np.hypot(*(theirs - mine)[:, :2].T) - radii.sum() <= within[there]
    return np.asarray(there[near])


def time_to_collision(reading: Reading) -> Samples:
    """Return the least time to collision of the actor with anybody ahead, seconds, up to 10 s.

    It is that of the rule: both keep speed and heading; nobody counts who comes along a lane of its own.
    """
    traffic = _traffic(reading)
    life = _life(traffic, reading.row)
    if life is None:
        return _NOTHING
    chosen = np.arange(len(traffic)) == life
    least = np.full(len(traffic.times), np.inf)
    for pairs in near_pairs(traffic, chosen, HORIZON, reading.proceed):
        for view in (pairs, pairs.reversed()):
            mine = in_danger(traffic, view) & (view.first == life) & (view.times_to_collision <= HORIZON)
            np.minimum.at(least, view.moments[mine], view.times_to_collision[mine])
    moments = np.flatnonzero(np.isfinite(least))
    return Samples(traffic.frames[moments], least[moments])


def box_distance(reading: Reading) -> Samples:
    """Return the metres between the boxes of two actors from above; negative by how deep they overlap."""
    pair = _pair(reading)
    if pair is None:
        return _NOTHING
    traffic, _, moments, boxes = pair
    return Samples(traffic.frames[moments], distances(*boxes))


def pair_time_to_collision(reading: Reading) -> Samples:
    """Return in how many seconds, up to 10, two boxes touch if both keep speed and heading."""
    pair = _pair(reading)
    if pair is None:
        return _NOTHING
    traffic, lives, moments, boxes = pair
    traffic.prepare(np.array(lives), reading.proceed)
    mine, theirs = (traffic.moving_at(life, moments)["velocity"].astype(np.float64) for life in lives)
    times = times_to_touch(*boxes, theirs - mine)
    soon = np.flatnonzero(times <= HORIZON)
    return Samples(traffic.frames[moments[soon]], times[soon])


def _pair(reading: Reading) -> tuple[Traffic, tuple[int, int], Ints, tuple[Rectangles, Rectangles]] | None:
    """Return everybody, two lives, the moments that tell both, and their boxes; None if one has no life."""
    traffic = _traffic(reading)
    one, other = _life(traffic, reading.row), _life(traffic, reading.other)
    if one is None or other is None:
        return None
    moments = np.intersect1d(_judged(traffic, one), _judged(traffic, other))
    return traffic, (one, other), moments, (traffic.boxes_at(one, moments), traffic.boxes_at(other, moments))


def _judged(traffic: Traffic, life: int) -> Ints:
    begin = int(traffic.begins[life])
    if not traffic.moves[life]:
        return np.arange(begin, int(traffic.ends[life]))
    return begin + np.flatnonzero(traffic.motion_of(life).judged)


def _life(traffic: Traffic, row: int) -> int | None:
    found = np.flatnonzero(traffic.rows == row)
    return int(found[0]) if len(found) else None
