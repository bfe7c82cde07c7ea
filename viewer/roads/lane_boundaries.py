"""Boundaries of all lanes as sampled points, by lane section: surfaces and road marks are made from them.

Reference lines are sampled at every s where something changes, and between as curves demand. A straight line
is its two ends. Where a boundary bends, the chord between two points stays within ``TOLERANCE`` of the curve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints, multi_arange
from viewer.lazy import lazy
from viewer.roads.arrays import from_keys, interpolate, keys, left_of, offsets, yaws
from viewer.roads.curves import Cubics
from viewer.roads.network import Network

TOLERANCE = 0.02
"""Greatest distance in metres, seen from above, of a curved lane boundary from the lines that stand for it.
"""

_HEIGHT_TOLERANCE = 0.05  # m
_CLOSEST = 0.001  # m between two s coordinates at which something changes
_STEP = 0.05  # m: what changes by more at once is drawn as a step
_STEP_LENGTH = 0.01  # m along the road, of such a step
_SHORTEST = 0.1  # m between two points, however sharp a broken file says the curve is
_MOST = 20_000  # points between two changes


def _sample(network: Network, marks: NDArray[np.void]) -> tuple[Floats, Floats, Ints]:
    """Return the N sample points along the reference lines of all S lane sections, as three arrays.

    - s in metres along the road (N,); the last point of a section has the s of the next one's first.
    - s in metres at which to look up the geometry and polynomials of each point (N,). It is off the point
      itself, where one geometry or polynomial may end and the next begin.
    - index of each section's first point, and at last N, shape (S + 1,).

    There is a point wherever a geometry, polynomial or road mark begins or a value jumps. Where the line
    bends, there are more between. ``marks`` are the map's road marks (array of MARK).
    """
    section, begin, end = _intervals(network, marks)
    road, middle = network.section_road[section], (begin + end) / 2
    first_interval = offsets(np.bincount(section, minlength=len(network.section_road)))
    count = np.diff(first_interval)[network.lane_section]
    lane = np.repeat(np.arange(len(count)), count)
    of_lane = multi_arange(first_interval[network.lane_section], count)

    sharpest = network.reference.sharpest(network.reference.find(road, middle), begin, end)
    lane_offset, elevation = network.lane_offsets.find(road, middle), network.elevations.find(road, middle)
    bend, rise = np.zeros(len(section)), np.zeros(len(section))
    for s in (begin, end):
        offset, _, swerve = (np.abs(each) for each in network.lane_offsets.at(lane_offset, s))
        value, _, change = network.widths.at(network.widths.find(lane, middle[of_lane]), s[of_lane])
        offset += np.bincount(of_lane, np.abs(value), len(section))
        swerve += np.bincount(of_lane, np.abs(change), len(section))
        # How fast the outermost boundary turns away from its tangent; what only stretches it is no matter.
        bend = np.maximum(bend, sharpest * (1 + sharpest * offset) + swerve)
        rise = np.maximum(rise, np.abs(network.elevations.at(elevation, s)[2]))
    needed = (end - begin) * np.sqrt(np.maximum(bend / (8 * TOLERANCE), rise / (8 * _HEIGHT_TOLERANCE)))
    most = np.clip((end - begin) / _SHORTEST, 1, _MOST)
    steps = np.clip(np.ceil(np.minimum(needed, most)), 1, _MOST).astype(np.int64)

    points = steps.copy()
    points[first_interval[1:] - 1] += 1
    interval = np.repeat(np.arange(len(section)), points)
    share = multi_arange(np.zeros(len(section), np.int64), points) / steps[interval]
    s = begin[interval] + (end - begin)[interval] * share
    return s, middle[interval], offsets(points)[first_interval]


def _changes(cubics: Cubics) -> Iterator[tuple[Ints, Floats]]:
    """Yield where ``cubics`` change, in two parts: the starts of pieces, and points just before each jump.

    A part is two arrays: owners (rows of the roads or lanes) and s in metres along the road. A jump is a step
    of the value by more than 5 cm.
    """
    yield cubics.owners[:-1], cubics.starts[:-1]
    steps = cubics.jumps(_STEP)
    yield cubics.owners[steps], cubics.starts[steps] - _STEP_LENGTH


def _intervals(network: Network, marks: NDArray[np.void]) -> tuple[Ints, Floats, Floats]:
    """Return the intervals between changes along the roads: lane section, begin and end of each.

    A change is where a lane section, geometry (piece of a reference line), polynomial or road mark begins, or
    a value jumps. Sections are row indices, begin and end are s in metres along the road; each array has one
    entry per interval, sorted by section and s. ``marks`` are the map's road marks (array of MARK).
    """
    start, end = network.section_start, network.section_end
    sections = np.arange(len(start))
    inside = []
    for owners, s in (
        (network.reference.roads, network.reference.starts),
        *_changes(network.lane_offsets),
        *_changes(network.elevations),
    ):
        inside.append((network.sections_at(owners, s), s))
    for owners, s in (*_changes(network.widths), (marks["lane"], marks["begin"])):
        inside.append((network.lane_section[owners], s))
    section = np.concatenate([one for one, _ in inside])
    s = np.concatenate([one for _, one in inside])
    kept = (section >= 0) & (s > start[section] + _CLOSEST) & (s < end[section] - _CLOSEST)
    changes = [keys(sections, start), keys(sections, end), keys(section[kept], s[kept])]
    section, s = from_keys(np.sort(np.concatenate(changes)))
    far = np.concatenate([[True], (np.diff(s) > _CLOSEST) | (np.diff(section) > 0)])
    section, s = section[far], s[far]
    begins = np.flatnonzero(section[:-1] == section[1:])
    return section[begins], s[begins], s[begins + 1]


_WIDEST = 1000.0  # m that a lane of a broken file may be wide
_HIGHEST = 20_000.0  # m up or down that the road of a broken file may go
_FARTHEST = 1e7  # m from the origin, likewise
_LEAST = 1e-9


@dataclass(frozen=True, eq=False)
class LaneBoundaries:
    """Sampled boundaries of all lanes, in CARLA's coordinates.

    A *station* is a sampled point of a reference line; a *point* is one of a lane's outer boundary at a
    station. ``t`` is OpenDRIVE's: metres from the reference line, positive to the left of it.

    Attributes:
        network: roads, sections and lanes.
        first_station: index of each section's first station, and at last N, shape (S + 1,).
        s: metres along the road of each station, shape (N,).
        xy: x, y of the stations, metres, shape (N, 2).
        heading: headings of the reference lines at the stations, radians clockwise, shape (N,).
        z: heights at the stations, metres, shape (N,).
        first_point: index of each lane's first point, and at last P, shape (L + 1,).
        station: index of the station of each point, shape (P,).
        t: t of each point, metres, shape (P,).
        points: x, y of the points, metres, shape (P, 2).
        slopes: change of t per metre along the road, at the point and just before the next, shape (P, 2).
    """

    network: Network
    first_station: Ints
    s: Floats
    xy: Floats
    heading: Floats
    z: Floats
    first_point: Ints
    station: Ints
    t: Floats
    points: Floats
    slopes: Floats

    @lazy
    def station_section(self) -> Ints:
        """Lane section (row) of each station, a sampled point of a reference line, shape (N,)."""
        return np.repeat(np.arange(len(self.first_station) - 1), np.diff(self.first_station))

    @lazy
    def _station_keys(self) -> Ints:
        return keys(self.station_section, self.s)

    def stations_at(self, sections: Ints, s: Floats) -> tuple[Ints, Floats]:
        """Return the stations at or before ``s`` in ``sections``, and the shares of the way to the next.

        Stations are indices of sampled points of the reference lines; shares are from 0 to 1; both (K,).
        """
        station = np.searchsorted(self._station_keys, keys(sections, s), side="right") - 1
        station = np.clip(station, self.first_station[sections], self.first_station[sections + 1] - 2)
        share = (s - self.s[station]) / (self.s[station + 1] - self.s[station])
        return station, np.clip(share, 0.0, 1.0)

    def edges(self, lanes: Ints, stations: Ints) -> tuple[Ints, Ints]:
        """Return indices in ``points`` of the outer and inner boundary points of ``lanes`` at ``stations``.

        ``lanes`` are rows of lanes; ``stations`` are indices of sampled points of the reference lines, each
        within the lane's section.
        """
        column = stations - self.first_station[self.network.lane_section[lanes]]
        return self.first_point[lanes] + column, self.first_point[self.network.lane_inner[lanes]] + column

    def middles_at(self, lanes: Ints, s: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the middles of ``lanes`` (rows) at ``s`` metres along their roads.

        Returned are points (N, 2) and heights (N,) in metres, directions of traffic as CARLA's yaws (N,), and
        widths of the lanes in metres (N,).
        """
        station, share = self.stations_at(self.network.lane_section[lanes], s)
        edges = self.edges(lanes, station)
        outer, inner = (interpolate(self.points, each, share) for each in edges)
        width = np.abs(np.subtract(*(interpolate(self.t, each, share) for each in edges)))
        height = interpolate(self.z, station, share)
        return (outer + inner) / 2, height, self.yaws_at(lanes, station, share), width

    def yaws_at(self, lanes: Ints, stations: Ints, share: Floats) -> Floats:
        """Return the directions of traffic in the middles of ``lanes`` as CARLA's yaws, shape (N,).

        Yaws are above −180 and up to 180°. Each position is ``share`` (0 to 1) of the way from the station
        (sampled point of a reference line) in ``stations`` to the next one.
        """
        heading = interpolate(self.heading, stations, share)
        stretch = np.maximum(self.s[stations + 1] - self.s[stations], _LEAST)
        turn = (self.heading[stations + 1] - self.heading[stations]) / stretch
        t, slope = np.zeros(len(lanes)), np.zeros(len(lanes))
        for point in self.edges(lanes, stations):
            begin, end = self.slopes[point].T
            t += interpolate(self.t, point, share) / 2
            slope += (begin + share * (end - begin)) / 2
        heading -= np.arctan2(slope, np.maximum(1.0 + t * turn, _LEAST))
        return yaws(heading + np.where(self.network.runs_forward[lanes], 0.0, np.pi))


def compute_boundaries(network: Network, marks: NDArray[np.void]) -> LaneBoundaries:
    """Return the boundaries of all lanes as sampled points.

    ``marks`` are the map's road marks (array of MARK): there is a point wherever one of them begins.
    """
    s, holds, first_station = _sample(network, marks)
    road = np.repeat(network.section_road, np.diff(first_station))
    at = network.reference.at(network.reference.find(road, holds), s)
    z = network.elevations.at(network.elevations.find(road, holds), s)[0]

    count = np.diff(first_station)[network.lane_section]
    first_point = offsets(count)
    station = multi_arange(first_station[network.lane_section], count)
    t, slopes = _outer_boundaries(network, s[station], holds[station], first_point)
    xy = np.clip(np.column_stack([at.x, at.y]), -_FARTHEST, _FARTHEST)
    # Geometries may differ by whole turns; between two stations the heading changes by what it turns.
    heading = np.unwrap(at.heading)
    points = np.clip(xy[station] + t[:, None] * left_of(heading)[station], -_FARTHEST, _FARTHEST)
    z = np.clip(z, -_HIGHEST, _HIGHEST)
    return LaneBoundaries(network, first_station, s, xy, heading, z, first_point, station, t, points, slopes)


def _outer_boundaries(network: Network, s: Floats, holds: Floats, first_point: Ints) -> tuple[Floats, Floats]:
    """Return t of the outer boundary points of all lanes, shape (P,), and the slopes of t, shape (P, 2).

    t is in metres to the left of the road's reference line. Slopes are its change per metre along the road:
    at the point, and just before the next one.

    Args:
        network: roads, lane sections and lanes.
        s: metres along the road of each point, shape (P,).
        holds: metres along the road at which to look up the polynomials that apply to each point, shape (P,).
        first_point: index of each lane's first point, and at last P, shape (L + 1,).
    """
    lanes = np.arange(len(network.lane_section))
    lane = np.repeat(lanes, np.diff(first_point))
    width_rows = network.widths.find(lane, holds)
    offset_rows = network.lane_offsets.find(network.section_road[network.lane_section[lane]], holds)
    side = network.lane_side[lane]
    # At the end of a stretch the polynomials still hold that hold in it: the next point may have others.
    last = first_point[1:] - 1
    until = np.append(s[1:], 0.0)
    until[last] = s[last]
    slopes, own = np.empty((len(s), 2)), np.empty((len(s), 2))
    for end, at in ((1, until), (0, s)):
        t, slopes[:, end], _ = network.lane_offsets.at(offset_rows, at)
        width, widening, _ = network.widths.at(width_rows, at)
        own[:, end] = side * np.where((width > 0.0) & (width < _WIDEST), widening, 0.0)
    width = np.clip(width, 0.0, _WIDEST)
    for rank in range(1, int(network.lane_rank.max()) + 1):
        of_rank = lanes[network.lane_rank == rank]
        count = np.diff(first_point)[of_rank]
        here = multi_arange(first_point[of_rank], count)
        inner = multi_arange(first_point[network.lane_inner[of_rank]], count)
        t[here] = t[inner] + side[here] * width[here]
        slopes[here] = slopes[inner] + own[here]
    return t, slopes
