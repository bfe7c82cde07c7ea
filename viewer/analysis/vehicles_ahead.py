"""Who stands ahead of whom: the nearest obstacle ahead of each slow vehicle."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import shapely

from viewer.analysis.boxes import Rectangles, corners, depths, distances, lengths
from viewer.analysis.controlled_lanes import ALONG, ahead_and_aside, lanes_onward
from viewer.analysis.pairs import root_parents
from viewer.analysis.traffic import Traffic
from viewer.arrays import Flags, Floats, Ints
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.read.records import all_records
from viewer.roads.arrays import turn_between
from viewer.roads.road_map import RoadMap

SLOW = 0.5
"""Speed in m/s below which a vehicle can stand in the way of another one."""
REACH = 8.0
"""Largest distance in metres from a vehicle to one ahead that it can stand behind."""
_INSIDE = 0.1
"""Metres by which a box must reach into the way ahead to be in it."""
_SLACK = 0.5
"""Metres behind the front of a vehicle from which on its way ahead is looked at."""
_HEIGHT = 1.5
"""Metres added to the heights of two boxes between which they can be in each other's way: roads have slopes.
"""
_BEND = 3.0
"""Metres beside the way straight ahead within which the lane of a vehicle may bend."""
_MOVED = 0.1
"""Steps, in metres and degrees, of a vehicle's pose: within one, nothing is looked up again."""
_CELL = 24.0
"""Size in metres of the cells of the ground: no middle of a vehicle ahead is farther away."""
_BITS, _MIDDLE = 22, 1 << 20
"""Bits of a number for a cell along each axis, and the number of the cell at 0."""

_ID_BITS = 32

_Lane: TypeAlias = tuple[int, int]
"""Row of a road in ``RoadMap.roads``, and the id of a lane on it."""


class FinderAhead:
    """Search for the nearest obstacle ahead of slow vehicles, some looks (moments in time) at once.

    A vehicle or prop stands ahead if its box is slower than 0.5 m/s, at most 8 m away, and reaches into the
    way that the vehicle sweeps going straight on. Where the map has the vehicle's lane, it must also be in
    that lane or one that follows, or both are in a junction and it is not oncoming; and a vehicle whose
    middle is in the lane counts however the lane bends. Behind a vehicle in reverse gear is ahead of it.
    """

    def __init__(self, traffic: Traffic, road_map: RoadMap | None) -> None:
        """Prepare the search among all tracks of ``traffic``; ``road_map`` is None without one."""
        self.traffic, self.road_map = traffic, road_map
        self.family = root_parents(traffic)
        vehicles = np.isin(traffic.category, VEHICLES)
        self.vehicles = np.flatnonzero(traffic.moves & vehicles)
        self.props = np.flatnonzero(~traffic.moves)
        still = np.zeros(len(self.props), np.int64)
        poses = traffic.positions_at(self.props, still) if len(self.props) else np.empty((0, 4))
        self.still = _Boxes(traffic, self.props, still, poses, road_map)
        self.following: dict[tuple[_Lane, int], frozenset[_Lane]] = {}

    def ahead(self, samples: Ints, only: int | None = None) -> tuple[Ints, Ints, Ints, Floats]:
        """Return look, track, track ahead (−1 for none) and gap of each slow vehicle, by look and track.

        ``samples`` are indices into ``Traffic.times``, a look is an index into them. ``only`` is a track
        whose way alone is looked at, None for all.
        """
        traffic = self.traffic
        track, look = self._slow(samples)
        poses = traffic.positions_at(track, samples[look])
        near = np.flatnonzero(poses[:, 2] >= traffic.parked_below)  # others are put away by a scenario
        track, look, poses = track[near], look[near], poses[near]
        boxes = _Boxes(traffic, track, look, poses, self.road_map, self._in_reverse(track, samples[look]))
        changed = self._changed(boxes, samples)
        looked_at = changed if only is None else np.flatnonzero(boxes.track == only)
        mine = boxes.take(looked_at)
        found = []
        for others in (boxes.take(_in_cells(boxes, _cells(mine))), self.still):
            at, other = _near(mine, others, 0.0 if self.road_map is None else _BEND)
            if others is self.still:
                alive = traffic.begins[others.track[other]] <= samples[mine.look[at]]
                alive &= samples[mine.look[at]] < traffic.ends[others.track[other]]
                at, other = at[alive], other[alive]
            apart = self.family[mine.track[at]] != self.family[others.track[other]]
            at, other = at[apart], other[apart]
            blocks = self._blocks(mine, others, at, other)
            at, other = at[blocks], other[blocks]
            gap = distances(mine.boxes.take(at), others.boxes.take(other))
            found.append((at, others.track[other], np.maximum(gap, 0.0)))
        at, other, gap = (np.concatenate(each) for each in zip(*found, strict=True))
        order = np.lexsort((other, gap, at))
        first = order[np.flatnonzero(np.diff(at[order], prepend=-1))]
        ahead, gaps = np.full(len(mine.track), -1, np.int64), np.full(len(mine.track), np.nan)
        ahead[at[first]], gaps[at[first]] = other[first], gap[first]
        if only is None:  # what did not change is as at the look before
            latest = np.searchsorted(looked_at, np.arange(len(boxes.track)), side="right") - 1
            mine, ahead, gaps = boxes, ahead[latest], gaps[latest]
        sort = np.lexsort((mine.track, mine.look))
        return mine.look[sort], mine.track[sort], ahead[sort], gaps[sort]

    def _changed(self, boxes: _Boxes, samples: Ints) -> Ints:
        """Return the indices of ``boxes`` near which, since the look before, anything came, went or moved.

        ``boxes`` are sorted by track, then by look; the first one of each track is always among them.
        """
        gone = np.ones(len(boxes.track), np.bool_)
        gone[:-1] = (np.diff(boxes.track) != 0) | (np.diff(boxes.look) > 1)
        gone &= boxes.look < len(samples) - 1
        marks = [
            _cells(boxes.take(np.flatnonzero(boxes.new))),
            _cells(boxes.take(np.flatnonzero(gone)), later=1),
        ]
        if len(self.still.track):
            begins, ends = self.traffic.begins[self.still.track], self.traffic.ends[self.still.track]
            for turns in (begins, ends):
                look = np.searchsorted(samples, turns)
                flips = np.flatnonzero((look > 0) & (look < len(samples)))
                marks += [_cells(self.still.take(flips), later=look[flips])]
        return _in_cells(boxes, np.concatenate(marks))

    def _in_reverse(self, tracks: Ints, samples: Ints) -> Flags:
        """Return whether each of ``tracks`` is in reverse gear at its one of ``samples``, shape (K,) each."""
        index, frames = self.traffic.index, self.traffic.frames[samples]
        recorded, controls = all_records(index, packets.ANIM_VEHICLE, np.unique(frames))
        backs = np.flatnonzero(controls["gear"] < 0)
        if not len(backs):  # much faster
            return np.zeros(len(tracks), np.bool_)
        ids = index.actors.actor_id[self.traffic.rows[tracks]]
        keys = (recorded[backs] << _ID_BITS) + controls["actor_id"][backs]
        return np.isin((frames << _ID_BITS) + ids, keys)

    def _slow(self, samples: Ints) -> tuple[Ints, Ints]:
        """Return the track and the look of all vehicles slower than 0.5 m/s, sorted by track, then look."""
        traffic, last = self.traffic, len(self.traffic.times) - 1
        track = np.repeat(self.vehicles, len(samples))
        now = np.tile(samples, len(self.vehicles))
        here = traffic.xy_at(track, now)
        speed = np.full(len(track), np.nan)
        for step in (-1, 1):  # where the pose before or after is unknown, the other one counts
            other = np.clip(now + step, 0, last)
            with np.errstate(divide="ignore", invalid="ignore"):
                apart = lengths(traffic.xy_at(track, other) - here)
                speed = np.fmax(speed, apart / np.abs(traffic.times[other] - traffic.times[now]))
        slow = np.flatnonzero((speed < SLOW) & np.isfinite(here[:, 0]))
        return track[slow], slow % len(samples)

    def _blocks(self, mine: _Boxes, others: _Boxes, at: Ints, other: Ints) -> Flags:
        """Return a mask, shape (P,): True where box ``other`` of ``others`` blocks box ``at`` of ``mine``."""
        boxes, obstacles = mine.boxes.take(at), others.boxes.take(other)
        heights = self.traffic.boxes.extents[:, 2]
        level = heights[mine.track[at]] + heights[others.track[other]] + _HEIGHT
        level_ahead = np.abs(mine.poses[at, 2] - others.poses[other, 2]) < level
        length = (REACH + _INSIDE + _SLACK) / 2
        middle = boxes.extents[:, :1] - _SLACK + length
        halves = np.column_stack((np.full(len(at), length), boxes.extents[:, 1]))
        way = Rectangles(boxes.centers + boxes.headings * middle, boxes.headings, halves)
        swept = level_ahead & (depths(way, obstacles) > _INSIDE)
        if self.road_map is None:
            return np.asarray(swept)
        return self._in_lane(self.road_map, mine, others, at, other, swept, level_ahead)

    def _in_lane(
        self,
        road_map: RoadMap,
        mine: _Boxes,
        others: _Boxes,
        at: Ints,
        other: Ints,
        swept: Flags,
        level: Flags,
    ) -> Flags:
        """Return which obstacles are in the way by lane; ``swept`` where the vehicle is on no lane.

        All arrays have the shape (P,), one entry per pair of a vehicle and an obstacle. ``level`` says where
        both are at one height.
        """
        place, there = mine.places[at], others.places[other]
        yaws = mine.poses[at, 3]
        turned = turn_between(yaws, place["heading"])
        by_lane = place["on_lane"] & ((turned < ALONG) | (turned > 180.0 - ALONG))
        same = there["on_lane"] & (there["road_row"] == place["road_row"]) & (there["lane"] == place["lane"])
        other_road = there["on_lane"] & (there["road_row"] != place["road_row"])
        between = others.boxes.centers[other] - mine.boxes.centers[at]
        near = level & (same | other_road)
        near &= ahead_and_aside(between, yaws)[0] > mine.boxes.extents[at, 0]
        maybe = np.flatnonzero(near)
        near[maybe] = distances(mine.boxes.take(at[maybe]), others.boxes.take(other[maybe])) < REACH
        junction = (place["junction_row"] >= 0) | (there["junction_row"] >= 0)
        oncoming = turn_between(yaws, others.poses[other, 3]) > 180.0 - ALONG
        blocks = np.where(by_lane, same & near, swept) | by_lane & swept & (same | junction & ~oncoming)
        # Only few are left: those beside, half in the lane, and those on the lane after a junction or road.
        left = np.flatnonzero(by_lane & ~blocks & (swept | near & other_road))
        known: dict[tuple[int, int], bool] = {}
        for pair in left.tolist():
            key = int(mine.unmoved[at[pair]]), int(others.unmoved[other[pair]])
            if key not in known:
                lanes = self._lanes_from(road_map, place[pair])
                centre = (int(there["road_row"][pair]), int(there["lane"][pair])) in lanes
                known[key] = centre or (
                    bool(swept[pair]) and _reaches(road_map, others, int(other[pair]), lanes)
                )
            blocks[pair] = known[key]
        return np.asarray(blocks)

    def _lanes_from(self, road_map: RoadMap, place: np.void) -> frozenset[_Lane]:
        """Return the lane at ``place`` (a LANE_POSITION) and those that traffic reaches within 16 m."""
        lane = int(place["road_row"]), int(place["lane"])
        key = lane, int(place["s"])
        if key not in self.following:
            stretch = road_map.stretch(str(place["road"]), lane[1], float(place["s"]))
            lanes = {lane}
            if stretch is not None:
                to_end = abs(stretch.end - float(place["s"]))
                ways = lanes_onward(road_map, stretch, to_end, 2 * REACH)
                lanes |= {(each.row, each.lane) for each, way, _ in ways if way - each.length < 2 * REACH}
            self.following[key] = frozenset(lanes)
        return self.following[key]


def _reaches(road_map: RoadMap, others: _Boxes, other: int, lanes: frozenset[_Lane]) -> bool:
    """Return whether a corner of the box ``other``, or the middle of one of its sides, is on ``lanes``."""
    ends = corners(others.boxes.take(np.array([other])))[0]
    points = np.concatenate((ends, (ends + np.roll(ends, 1, axis=0)) / 2))
    heights = np.full((len(points), 1), others.poses[other, 2])
    places = road_map.locate(np.column_stack((points, heights)))
    places = places[places["on_lane"]]
    return any(
        lane in lanes for lane in zip(places["road_row"].tolist(), places["lane"].tolist(), strict=True)
    )


class _Boxes:
    """Boxes of some tracks, each at one look.

    Attributes:
        track: track of each, shape (N,).
        look: look of each, shape (N,).
        poses: x, y, z in metres and yaw in degrees of the actors' origins, shape (N, 4). Of vehicles in
            reverse gear, yaw and the box's heading are turned around.
        boxes: the boxes in plan view.
        new: False where the box is where it was at the look before, shape (N,).
        unmoved: numbers that are equal for boxes of one track that did not move from look to look, (N,).
        places: lane position of each box's middle, shape (N,); empty without a map.
    """

    def __init__(
        self,
        traffic: Traffic,
        track: Ints,
        look: Ints,
        poses: Floats,
        road_map: RoadMap | None,
        backs: Flags | None = None,
    ) -> None:
        self.track, self.look, yaws = track, look, poses[:, 3]
        self.boxes = traffic.boxes.rectangles_at(track, poses)
        if backs is not None and backs.any():
            poses = np.column_stack((poses[:, :3], yaws + 180.0 * backs))
            headings = np.where(backs[:, None], -self.boxes.headings, self.boxes.headings)
            self.boxes = Rectangles(self.boxes.centers, headings, self.boxes.extents)
        self.poses = poses
        self.new = np.ones(len(track), np.bool_)
        self.new[1:] = (np.diff(track) != 0) | (np.diff(look) != 1)
        self.new[1:] |= (np.diff(np.round(poses / _MOVED), axis=0) != 0.0).any(axis=1)
        self.unmoved, self.places = np.cumsum(self.new) - 1, np.empty(0, np.void)
        if road_map is not None:
            points = np.column_stack((self.boxes.centers, poses[:, 2]))[self.new]
            self.places = road_map.locate(points, yaws[self.new])[self.unmoved]

    def take(self, indices: Ints) -> _Boxes:
        """Return the boxes with these ``indices``."""
        new = object.__new__(_Boxes)
        new.track, new.look, new.poses = self.track[indices], self.look[indices], self.poses[indices]
        new.boxes, new.new, new.unmoved = self.boxes.take(indices), self.new[indices], self.unmoved[indices]
        new.places = self.places[indices] if len(self.places) else self.places
        return new


def _cells(boxes: _Boxes, later: Ints | int = 0) -> Ints:
    """Return a number for the look, or so many looks ``later``, and the cell of each box, shape (N,)."""
    x, y = (np.floor(boxes.boxes.centers / _CELL).astype(np.int64) + _MIDDLE).T
    return np.asarray(((boxes.look + later) << 2 * _BITS) + (x << _BITS) + y)


def _in_cells(boxes: _Boxes, cells: Ints) -> Ints:
    """Return the indices of those of ``boxes`` that are, at one look, in one of ``cells`` or beside one."""
    steps = np.array([(x << _BITS) + y for x in (-1, 0, 1) for y in (-1, 0, 1)])
    return np.flatnonzero(np.isin(_cells(boxes), np.unique(np.unique(cells)[:, None] + steps)))


def _near(mine: _Boxes, others: _Boxes, beside: float) -> tuple[Ints, Ints]:
    """Return the pairs of ``mine`` and ``others`` at one look of which the latter may be ahead.

    Two arrays of indices, shape (P,). Obstacles that do not move count at every look: they have the look 0.
    ``beside`` is how far beside the way ahead the latter may be, in metres.
    """
    if not len(mine.track) or not len(others.track):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    radii = lengths(others.boxes.extents)[:, None]
    low, high = others.boxes.centers - radii, others.boxes.centers + radii
    length = (REACH + _INSIDE) / 2
    heads = mine.boxes.centers + mine.boxes.headings * (mine.boxes.extents[:, :1] + length)
    along, across = np.abs(mine.boxes.headings), np.abs(mine.boxes.headings[:, ::-1])
    reach = along * (length + _SLACK) + across * (mine.boxes.extents[:, 1:] + beside)
    aside = 0.0 if not others.look.any() else 1.0 + np.ptp(np.append(low[:, 0], high[:, 0])) + 4 * REACH
    ones, theirs = np.zeros((len(mine.track), 2)), np.zeros((len(others.track), 2))
    ones[:, 0], theirs[:, 0] = mine.look * aside, others.look * aside
    tree = shapely.STRtree(shapely.box(*(low + theirs).T, *(high + theirs).T))
    at, other = tree.query(shapely.box(*(heads - reach + ones).T, *(heads + reach + ones).T))
    same = np.flatnonzero(mine.track[at] != others.track[other])
    return at[same], other[same]
