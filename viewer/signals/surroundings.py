"""Signals that depend on other actors, traffic lights or the hero's route.

They are computed by the analysis modules.
"""

from __future__ import annotations

import numpy as np
import shapely

from viewer.analysis.boxes import Rectangles, actor_boxes, distances, times_to_touch
from viewer.analysis.conflicts import in_danger
from viewer.analysis.find_events import why_map_does_not_fit
from viewer.analysis.pairs import near_pairs
from viewer.analysis.traffic import Traffic
from viewer.analysis.traffic_lights import MappedTrafficLights, TrafficLights
from viewer.arrays import Floats, Ints
from viewer.cancellation import check
from viewer.lazy import cached_per_object
from viewer.logfile.enums import TrafficLightState
from viewer.signals.series import Samples
from viewer.signals.signal_source import SignalSource

HORIZON = 10.0
"""Longest time to collision, in seconds, that signals show; a later collision gives no value."""
_NOTHING = Samples(np.empty(0, np.int64), np.empty(0))


@cached_per_object
def _light_ahead(source: SignalSource) -> tuple[Ints, Ints, Ints]:
    """Return the traffic light ahead of the actor over time, as three arrays of shape (K,).

    They are the indices of the frames with a light ahead; the light's row in the actor table; and an index
    into LIGHT_SOURCES, texts that say how the light is known to be the actor's.
    """
    index, road_map, poses = source.index, source.road_map, source.poses
    lights = TrafficLights(index)
    if road_map is not None and not why_map_does_not_fit(index, road_map):
        lights = MappedTrafficLights(index, road_map)
    boxes = actor_boxes(index.actors, np.array([source.row]))
    reach = float(boxes.centers[0, 0] + boxes.extents[0, 0])
    positions = np.column_stack((poses.locations, poses.rotations[:, 1]))
    rows, sources = lights.ahead(poses.frames, positions, reach, should_continue=source.should_continue)
    there = rows >= 0
    return poses.frames[there], rows[there], sources[there]


@cached_per_object
def _traffic(source: SignalSource) -> Traffic:
    """Return the motion of all vehicles, walkers and props in the recording of ``source``."""
    return Traffic(source.index, should_continue=source.should_continue)


@cached_per_object
def _nearest(source: SignalSource) -> tuple[Ints, Ints, Floats]:
    """Return times, and at each the nearest other actor and its distance; three arrays of shape (K,).

    They are indices of times in Traffic, columns of the other actors in Traffic, and metres. Distances are
    horizontal, between the boxes of actors on the same level (storey of the roads). A parent and the actors
    attached to it are not compared.
    """
    traffic, actors, row = _traffic(source), source.index.actors, source.row
    column, rows = traffic.track_of.get(row), traffic.rows
    if column is None:
        return _NOTHING.frames, _NOTHING.frames, _NOTHING.values
    samples = _judged_samples(traffic, column)
    others = np.flatnonzero((rows != row) & (actors.parent[rows] != row) & (rows != actors.parent[row]))
    found, nearest = np.full(len(samples), np.inf), np.full(len(samples), -1, np.int64)
    for number, other in enumerate(others.tolist()):
        check(source.should_continue, number / len(others))
        near = _near(traffic, column, other, samples, found)
        apart = distances(*(traffic.boxes_at(each, samples[near]) for each in (column, other)))
        closer = near[apart < found[near]]
        found[closer], nearest[closer] = apart[apart < found[near]], other
    known = nearest >= 0
    return samples[known], nearest[known], found[known]


def light_ahead_id(source: SignalSource) -> Samples:
    """Return the id of the traffic light ahead of the actor; frames without one are left out."""
    frames, rows, _ = _light_ahead(source)
    return Samples(frames, source.index.actors.actor_id[rows])


def light_ahead_source(source: SignalSource) -> Samples:
    """Return how the traffic light ahead is known to be the actor's, as an index into LIGHT_SOURCES.

    These are texts: by the map's signals, by its trigger volume, or by where it stands.
    """
    frames, _, sources = _light_ahead(source)
    return Samples(frames, sources)


def light_ahead_state(source: SignalSource) -> Samples:
    """Return the TrafficLightState of the traffic light ahead of the actor."""
    frames, rows, _ = _light_ahead(source)
    book, states, recorded = TrafficLights(source.index), np.empty(len(rows)), np.zeros(len(rows), np.bool_)
    for light in np.unique(rows).tolist():
        mine = np.flatnonzero(rows == light)
        recorded[mine] = np.isin(frames[mine], book.recorded_states(light)[0])
        states[mine] = np.minimum(book.states(light, frames[mine]), TrafficLightState.UNKNOWN)
    return Samples(frames[recorded], states[recorded])


def route_distance(source: SignalSource) -> Samples:
    """Return the actor's horizontal distance in metres to the hero's route; no samples without a route."""
    if source.route is None:
        return _NOTHING
    line = source.route.line[:, :2]
    pieces = shapely.STRtree(shapely.linestrings(np.stack([line[:-1], line[1:]], axis=1)))
    poses = source.poses
    known = np.flatnonzero(np.isfinite(poses.locations[:, :2]).all(axis=1))
    positions = shapely.points(poses.locations[known, :2])
    _, away = pieces.query_nearest(positions, return_distance=True, all_matches=False)
    return source.while_not_parked(poses.frames[known], away)


# -- those around it


def nearest_distance(source: SignalSource) -> Samples:
    """Return the distance in metres, over time, from the actor's box to the nearest box of another actor.

    It is negative if the boxes overlap.
    """
    samples, _, apart = _nearest(source)
    return Samples(_traffic(source).frames[samples], apart)


def nearest_id(source: SignalSource) -> Samples:
    """Return the id of the actor nearest to the actor of ``source``."""
    traffic, (samples, columns, _) = _traffic(source), _nearest(source)
    return Samples(traffic.frames[samples], traffic.index.actors.actor_id[traffic.rows[columns]])


def _near(traffic: Traffic, column: int, other: int, samples: Ints, within: Floats) -> Ints:
    """Return the indices into ``samples`` at which two actors may be closer than ``within``, metres, (K,).

    Circles around their bounding boxes are compared, so the boxes may be farther apart. Actors on different
    levels (storeys of the roads) are never close.
    """
    there = np.flatnonzero((traffic.begins[other] <= samples) & (samples < traffic.ends[other]))
    boxes = traffic.boxes
    mine, theirs = (traffic.positions_at(each, samples[there]) for each in (column, other))
    heights = np.abs(theirs[:, 2] + boxes.centers[other, 2] - mine[:, 2] - boxes.centers[column, 2])
    radii = np.hypot(*boxes.extents[[column, other], :2].T) + np.hypot(*boxes.centers[[column, other], :2].T)
    with np.errstate(invalid="ignore"):
        near = heights < boxes.extents[other, 2] + boxes.extents[column, 2]
        near &= np.hypot(*(theirs - mine)[:, :2].T) - radii.sum() <= within[there]
    return np.asarray(there[near])


def time_to_collision(source: SignalSource) -> Samples:
    """Return the least time in seconds, up to 10, until the actor touches another one ahead of it.

    It is computed as if both kept speed and heading. Oncoming actors in a lane of their own do not count.
    """
    traffic = _traffic(source)
    column = traffic.track_of.get(source.row)
    if column is None:
        return _NOTHING
    chosen = np.arange(len(traffic)) == column
    least = np.full(len(traffic.times), np.inf)
    for pairs in near_pairs(traffic, chosen, HORIZON, source.should_continue):
        for view in (pairs, pairs.reversed()):
            mine = in_danger(traffic, view) & (view.first == column) & (view.times_to_collision <= HORIZON)
            np.minimum.at(least, view.samples[mine], view.times_to_collision[mine])
    samples = np.flatnonzero(np.isfinite(least))
    return Samples(traffic.frames[samples], least[samples])


def box_distance(source: SignalSource) -> Samples:
    """Return the horizontal distance in metres between the boxes of two actors; negative if they overlap."""
    pair = _pair(source)
    if pair is None:
        return _NOTHING
    traffic, _, samples, boxes = pair
    return Samples(traffic.frames[samples], distances(*boxes))


def pair_time_to_collision(source: SignalSource) -> Samples:
    """Return the seconds until the boxes of both actors touch if both keep speed and heading.

    There are samples only at times when that is at most 10 s.
    """
    pair = _pair(source)
    if pair is None:
        return _NOTHING
    traffic, columns, samples, boxes = pair
    traffic.prepare(np.array(columns), source.should_continue)
    mine, theirs = (traffic.moving_at(column, samples)["velocity"].astype(np.float64) for column in columns)
    times = times_to_touch(*boxes, theirs - mine)
    soon = np.flatnonzero(times <= HORIZON)
    return Samples(traffic.frames[samples[soon]], times[soon])


def _pair(
    source: SignalSource,
) -> tuple[Traffic, tuple[int, int], Ints, tuple[Rectangles, Rectangles]] | None:
    """Return what is needed to compare the signal's two actors; None if one of them is not in the Traffic.

    That is the Traffic (motion of vehicles, walkers and props), the indices of both actors in it, the indices
    of the times at which both are known, and their bounding boxes at these times.
    """
    traffic = _traffic(source)
    one, other = traffic.track_of.get(source.row), traffic.track_of.get(source.other)
    if one is None or other is None:
        return None
    samples = np.intersect1d(_judged_samples(traffic, one), _judged_samples(traffic, other))
    return traffic, (one, other), samples, (traffic.boxes_at(one, samples), traffic.boxes_at(other, samples))


def _judged_samples(traffic: Traffic, column: int) -> Ints:
    """Return the time indices at which the actor in ``column`` of ``traffic`` is known and not parked.

    A parked actor is one that a scenario keeps far below the road.
    """
    begin = int(traffic.begins[column])
    if not traffic.moves[column]:
        return np.arange(begin, int(traffic.ends[column]))
    return begin + np.flatnonzero(traffic.motion_of(column).judged)
