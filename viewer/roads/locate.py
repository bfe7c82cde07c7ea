"""Look-up of lanes: from positions in the world to the lanes there, and to positions on these lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from viewer.arrays import Flags, Floats, Ints, multi_arange
from viewer.lazy import lazy
from viewer.roads.arrays import interpolate, left_of, turn_between
from viewer.roads.lane_boundaries import LaneBoundaries
from viewer.roads.lane_types import BOTH_WAYS, HAS_TRAFFIC, LaneType

_NEWTON_STEPS = 2
_LEAST = 1e-9

_NUMBERS = ("s", "t", "offset", "width", "heading", "z", "speed_limit")
LANE_POSITION = np.dtype(
    [
        ("on_lane", np.bool_),
        ("road", np.str_, 1),
        ("road_row", np.int32),
        ("junction", np.str_, 1),
        ("junction_row", np.int32),
        ("lane", np.int32),
        ("lane_type", np.uint8),
        *((name, np.float64) for name in _NUMBERS),
    ]
)
"""Array dtype of the position of a point on the road; text fields are as long as the longest id of the map.

============ =====================================================================================
on_lane      whether there is a lane at all; if not, ids are empty, rows −1, the lane 0, numbers NaN
road         OpenDRIVE's id of the road
road_row     row of ``RoadMap.roads``
junction     OpenDRIVE's id of the junction that the road lies in, empty between junctions
junction_row index of the junction, −1 between junctions
lane         OpenDRIVE's id: negative to the right of the reference line, positive to the left
lane_type    ``LaneType``
s, t         metres along the reference line, metres to the left of it
offset       metres from the middle of the lane, positive to the right of its traffic's direction
width        width of the lane, metres
heading      direction of the lane's traffic, CARLA's yaw: above −180 and up to 180°
z            height of the road, metres
speed_limit  m/s, NaN where none is given
============ =====================================================================================
"""

_BLOCK = 4096  # points looked up together
_GAP = 0.003  # m that may lie between two sections: shorter ones are not kept
_MARGIN = 0.1  # m that bent boundaries may be outside of the box around their ends

# How lanes that overlap are weighed, in metres from the middle of the lane that would count as much.
_NO_TRAFFIC = 20.0
_PER_METRE_OF_HEIGHT = 40.0
_LEVEL = 1.5  # m of height that count nothing: a pose may be that of the chassis
_PER_RIGHT_ANGLE = 10.0


@dataclass(frozen=True, eq=False)
class LanesAt:
    """All lanes at N positions in plan view: H hits, sorted by position, of a position and a lane each.

    Attributes:
        count: N.
        boundaries: boundaries of all lanes.
        point: index of the position, shape (H,).
        lane: row of the lane in ``LaneBoundaries.network``, shape (H,).
        station: index of the sampled point of the reference line before the position, shape (H,).
        share: share of the way from it to the next one, 0 to 1, shape (H,).
        t: metres to the left of the reference line, shape (H,).
        offset: metres to the left of the lane's middle, shape (H,).
        width: width of the lane in metres, shape (H,).
    """

    count: int
    boundaries: LaneBoundaries
    point: Ints
    lane: Ints
    station: Ints
    share: Floats
    t: Floats
    offset: Floats
    width: Floats

    @lazy
    def z(self) -> Floats:
        """Height of the road in metres, shape (H,)."""
        return interpolate(self.boundaries.z, self.station, self.share)

    def yaws(self, hits: Ints) -> Floats:
        """Return the directions of traffic, as CARLA's yaws, at ``hits``, which are indices of hits."""
        return self.boundaries.yaws_at(self.lane[hits], self.station[hits], self.share[hits])

    @lazy
    def _first(self) -> Flags:
        return np.asarray(np.diff(self.point, prepend=-1) != 0)

    @lazy
    def overlaps(self) -> Flags:
        """Whether the position is on other lanes, too, shape (H,)."""
        return np.asarray(~(self._first & np.append(self._first[1:], True)))

    def take(self, points: Ints) -> LanesAt:
        """Return the lanes at those positions only that have the ascending indices ``points``, shape (M,)."""
        number = np.full(self.count, -1)
        number[points] = np.arange(len(points))
        hits = np.flatnonzero(number[self.point] >= 0)
        return LanesAt(
            len(points), self.boundaries, number[self.point[hits]], self.lane[hits], self.station[hits],
            self.share[hits], self.t[hits], self.offset[hits], self.width[hits],
        )  # fmt: skip

    def nearest(self, heights: Floats | None = None, headings: Floats | None = None) -> Ints:
        """Return for each position the index of the hit with the nearest lane, −1 for none, shape (N,).

        That is the lane with the nearest middle. Lanes without traffic, at another height than the position
        (``heights``, metres) or against its heading (``headings``, CARLA's yaws) count as farther away.
        """
        found = np.full(self.count, -1)
        firsts = np.flatnonzero(self._first)
        found[self.point[firsts]] = firsts
        several = np.flatnonzero(self.overlaps)
        if not len(several):
            return found
        point, lane, network = self.point[several], self.lane[several], self.boundaries.network
        kind = network.lane_type[lane]
        cost = np.abs(self.offset[several]) + np.where(HAS_TRAFFIC[kind], 0.0, _NO_TRAFFIC)
        if heights is not None:
            too_high = np.maximum(np.abs(heights[point] - self.z[several]) - _LEVEL, 0.0)
            cost += _PER_METRE_OF_HEIGHT * np.nan_to_num(too_high)
        if headings is not None:
            turn = turn_between(headings[point], self.yaws(several), BOTH_WAYS[kind])
            cost += _PER_RIGHT_ANGLE / 90.0 * np.nan_to_num(turn)
        order = np.lexsort([lane, cost, point])
        best = order[np.flatnonzero(np.diff(point[order], prepend=-1))]
        found[point[best]] = several[best]
        return found


class Locator:
    """Spatial index of the lanes of a map, which finds the lanes at positions.

    It holds all stretches between two stations, the sampled points of reference lines.
    """

    def __init__(self, boundaries: LaneBoundaries, roads: Sequence[str]) -> None:
        self._network, self._boundaries = boundaries.network, boundaries
        # With one more for row −1.
        self._roads, self._junctions = np.array([*roads, ""]), np.array([*boundaries.network.junctions, ""])
        self._dtype = np.dtype(
            [
                (
                    name,
                    {"road": self._roads.dtype, "junction": self._junctions.dtype}.get(
                        name, LANE_POSITION[name]
                    ),
                )
                for name in LANE_POSITION.names or ()
            ]
        )
        self._section = boundaries.station_section
        # The last station of a section begins no stretch.
        self._stretches = np.flatnonzero(self._section[1:] == self._section[:-1])
        self._ahead, self._along, self._terms = self._curves()
        # How many rows the next lane inwards is away; 0 for centre lanes, which so have no width.
        inner, lanes = boundaries.network.lane_inner, np.arange(len(boundaries.network.lane_id))
        self._inwards = np.where(boundaries.network.lane_id == 0, 0, inner - lanes)
        self._tree = shapely.STRtree(self._boxes())

    def locate(self, points: ArrayLike, headings: ArrayLike | None = None) -> NDArray[np.void]:
        """Return the lane at each of ``points``, as an array (N,) of LANE_POSITION.

        Where lanes overlap, as in junctions and under bridges, it is the one with the nearest middle. Lanes
        without traffic, at another height than the point or against its heading count as farther away.

        Args:
            points: x, y or x, y, z in metres in CARLA's coordinates, shape (N, 2) or (N, 3); or one point of
                shape (2,) or (3,), for which N = 1; NaN is on no lane.
            headings: CARLA's yaws in degrees, shape (N,), or None.
        """
        positions = np.asarray(points, np.float64)
        if positions.ndim <= 1:
            positions = positions.reshape(-1, len(positions) if positions.ndim and len(positions) else 2)
        given = None if headings is None else np.asarray(headings, np.float64).reshape(-1)
        heights = positions[:, 2] if positions.shape[1] > 2 else None  # noqa: PLR2004 - x, y, z
        parts = [slice(start, start + _BLOCK) for start in range(0, max(len(positions), 1), _BLOCK)]
        found = [
            self.located(
                self.lanes_at(positions[part]),
                None if heights is None else heights[part],
                None if given is None else given[part],
            )
            for part in parts
        ]
        return found[0] if len(found) == 1 else np.concatenate(found)

    def located(self, lanes: LanesAt, heights: Floats | None, headings: Floats | None) -> NDArray[np.void]:
        """Return the one of ``lanes`` at each of its N positions that counts, as (N,) LANE_POSITION.

        ``heights`` are their z in metres and ``headings`` CARLA's yaws in degrees, shape (N,), or None.
        """
        found = np.zeros(lanes.count, self._dtype)
        found["road_row"] = found["junction_row"] = -1
        for name in _NUMBERS:
            found[name] = np.nan
        hits = lanes.nearest(heights, headings)
        points = np.flatnonzero(hits >= 0)
        hits = hits[points]
        network, lane = self._network, lanes.lane[hits]
        road = network.section_road[network.lane_section[lane]]
        s = interpolate(self._boundaries.s, lanes.station[hits], lanes.share[hits])
        junction = network.road_junction[road]
        for name, values in (
            ("on_lane", True),
            ("road", self._roads[road]),
            ("road_row", road),
            ("junction", self._junctions[junction]),
            ("junction_row", junction),
            ("lane", network.lane_id[lane]),
            ("lane_type", network.lane_type[lane]),
            ("s", s),
            ("t", lanes.t[hits]),
            ("offset", np.where(network.runs_forward[lane], -lanes.offset[hits], lanes.offset[hits])),
            ("width", lanes.width[hits]),
            ("heading", lanes.yaws(hits)),
            ("z", lanes.z[hits]),
            ("speed_limit", network.speed_limits(lane, s)),
        ):
            found[name][points] = values
        return found

    def lanes_at(self, positions: Floats) -> LanesAt:
        """Return all lanes at ``positions``, x, y, … in metres, shape (N, 2 or more); NaN is on no lane."""
        known = np.flatnonzero(np.isfinite(positions[:, :2]).all(axis=1))
        row, stretch = self._tree.query(shapely.points(positions[known, :2]))
        point, station, share, t = self._beside(positions, known[row], self._stretches[stretch])
        hit, lane, offset, width = self._on_lanes(station, share, t)
        return LanesAt(
            len(positions),
            self._boundaries,
            point[hit],
            lane,
            station[hit],
            share[hit],
            t[hit],
            offset,
            width,
        )

    def reach_junctions(self, rectangles: Floats) -> Flags:
        """Return which of ``rectangles`` may reach lanes in a junction, as a mask, shape (N,).

        They are least x, least y, greatest x, greatest y in metres, shape (N, 4).
        """
        reaches = np.zeros(len(rectangles), np.bool_)
        reaches[self._junction_tree.query(shapely.box(*rectangles.T))[0]] = True
        return reaches

    @lazy
    def _junction_tree(self) -> shapely.STRtree:
        network = self._network
        road = network.section_road[self._section[self._stretches]]
        return shapely.STRtree(self._tree.geometries[network.road_junction[road] >= 0])

    def _curves(self) -> tuple[Floats, Floats, Floats]:
        """Return cubic curves from each station to the next, tangent to the reference line at both.

        Stations are the sampled points of reference lines; the curves deviate from these by less than a
        millimetre. Returned are the unit vectors of the headings (2, N), the dot product of each station's
        position with its unit vector (N,), and the curves' coefficients (4, 2, N − 1): of the powers 0 to 3
        of the share of the way, for x and y.
        """
        boundaries = self._boundaries
        ahead, xy = np.stack([np.cos(boundaries.heading), np.sin(boundaries.heading)]), boundaries.xy.T
        turn, way = np.diff(boundaries.heading), np.diff(xy)
        # Of an arc, from its chord.
        length = np.hypot(*way) / np.maximum(np.sinc(turn / (2 * np.pi)), 0.5)
        out, into = length * ahead[:, :-1], length * ahead[:, 1:]
        terms = np.stack([xy[:, :-1], out, 3 * way - 2 * out - into, out + into - 2 * way])
        return ahead, (xy * ahead).sum(axis=0), terms

    def _since(self, stations: Ints, points: Floats) -> Floats:
        """Return how far ``points`` (2, N) are ahead of points on the roads' reference lines, in metres.

        ``stations`` are the indices of these points, one for each of ``points``; ahead is along the road's
        heading there.
        """
        return np.asarray((points * self._ahead[:, stations]).sum(axis=0) - self._along[stations])

    def _beside(self, positions: Floats, point: Ints, station: Ints) -> tuple[Ints, Ints, Floats, Floats]:
        """Return the pairs of a position and a stretch of road where the position is beside the stretch.

        A stretch leads from a station (sampled point of a reference line) to the next one.

        Args:
            positions: x, y or x, y, z in metres.
            point: for each pair to check, the index of the position in ``positions``.
            station: for each pair to check, the index of the stretch's first station.

        Returns:
            Of the H pairs found, shape (H,) each: point and station as given, share of the stretch (0 to 1),
            and t in metres to the left of the reference line.
        """
        there = positions[point, :2].T
        since = self._since(station, there)
        near = np.flatnonzero(since >= -_GAP)
        until = -self._since(station[near] + 1, there[:, near])
        both = (until >= -_GAP) & (since[near] + until > 0)
        near, until = near[both], until[both]
        guess = np.clip(since[near] / (since[near] + until), 0.0, 1.0)
        share, t = self._foot(station[near], there[:, near], guess)
        return point[near], station[near], share, t

    def _foot(self, stations: Ints, points: Floats, share: Floats) -> tuple[Floats, Floats]:
        """Return where on its curve each of ``points`` (2, N) has its nearest point, and its t.

        Each curve leads from one of ``stations`` (sampled points of a reference line) to the next; where on
        it is a fraction of that way, of which ``share`` is a first guess. t is in metres to the left of the
        reference line.
        """
        a, b, c, d = np.take(self._terms, stations, axis=2)
        for _ in range(_NEWTON_STEPS):
            off = points - (a + share * (b + share * (c + share * d)))
            way = b + share * (2 * c + 3 * share * d)
            bend = 2 * c + 6 * share * d
            slope = (way * way).sum(axis=0) - off[0] * bend[0] - off[1] * bend[1]
            step = (off * way).sum(axis=0) / np.where(slope > _LEAST, slope, np.inf)
            share = np.clip(share + step, 0.0, 1.0)
        off = points - (a + share * (b + share * (c + share * d)))
        way = b + share * (2 * c + 3 * share * d)
        return share, (off[0] * way[1] - off[1] * way[0]) / np.maximum(np.hypot(*way), _LEAST)

    def _on_lanes(self, stations: Ints, shares: Floats, ts: Floats) -> tuple[Ints, Ints, Floats, Floats]:
        """Return the lanes on which positions lie; a position may be on several lanes or on none.

        A position is given as the index of a station (sampled point of a reference line), its share of the
        way to the next station, and ``ts``: metres to the left of the line. Returned are, for each lane
        found, shape (H,): index of the position, row of the lane, metres to the left of the lane's middle,
        and the lane's width in metres.
        """
        network, boundaries = self._network, self._boundaries
        section = self._section[stations]
        column = stations - boundaries.first_station[section]
        first = network.first_lane[section]
        count = network.first_lane[section + 1] - first
        hit, lane = np.repeat(np.arange(len(section)), count), multi_arange(first, count)
        share, t = shares[hit], ts[hit]
        outer = interpolate(boundaries.t, boundaries.first_point[lane] + column[hit], share)
        inner = outer[np.arange(len(lane)) + self._inwards[lane]]
        on = (np.minimum(inner, outer) <= t) & (t <= np.maximum(inner, outer)) & (inner != outer)
        on &= network.lane_type[lane] != LaneType.NONE  # which says that there is none
        hit, lane, inner, outer = hit[on], lane[on], inner[on], outer[on]
        return hit, lane, t[on] - (inner + outer) / 2, np.abs(inner - outer)

    def _boxes(self) -> NDArray[np.object_]:
        """Return a rectangle, as a shapely polygon, around all lanes of each stretch of a road.

        A stretch leads from one station (sampled point of a reference line) to the next.
        """
        boundaries = self._boundaries
        left = left_of(boundaries.heading)
        reach = []
        for pick, start in ((np.maximum, -np.inf), (np.minimum, np.inf)):
            t = np.full(len(boundaries.s), start)
            pick.at(t, boundaries.station, boundaries.t)
            reach.append(boundaries.xy + (t + np.copysign(_MARGIN, -start))[:, None] * left)
        sides, begin = np.stack(reach, axis=1), self._stretches
        corners = np.concatenate([sides[begin], sides[begin + 1]], axis=1)
        return np.asarray(shapely.box(*corners.min(axis=1).T, *corners.max(axis=1).T))
