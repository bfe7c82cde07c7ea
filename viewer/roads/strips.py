"""The boundaries of all lanes as points, section by section: surfaces and marks are made from them."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.lazy import lazy
from viewer.quick_dataclass import dataclass
from viewer.roads.arrays import between, keys, left_of, offsets, ranges
from viewer.roads.network import Network
from viewer.roads.sampling import Sampling

_WIDEST = 1000.0  # m that a lane of a broken file may be wide
_HIGHEST = 20_000.0  # m up or down that the road of a broken file may go
_FARTHEST = 1e7  # m from the origin, likewise
_LEAST = 1e-9


@dataclass(frozen=True, eq=False)
class Strips:
    """Boundaries of lanes at the sampled points, in CARLA's frame.

    ``t`` is OpenDRIVE's: metres from the reference line, positive to the left of it.

    Attributes:
        first_station: of the sections in the next four, and the end of the last, shape (S + 1,).
        s: metres along the road, shape (N,).
        xy: points of the reference lines, metres, shape (N, 2).
        heading: of the reference lines, radians clockwise, shape (N,).
        z: metres, shape (N,).
        first_point: of the lanes in the next three, and the end of the last, shape (L + 1,).
        station: of the points, shape (P,).
        t: of the lanes' outer boundaries, metres, shape (P,).
        points: of the lanes' outer boundaries, metres, shape (P, 2).
        slopes: change of t along the road: from the point on, and where the stretch to the next one ends;
            shape (P, 2).

    """

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
        """In which section each station is, shape (N,)."""
        return np.repeat(np.arange(len(self.first_station) - 1), np.diff(self.first_station))

    @lazy
    def _station_keys(self) -> Ints:
        return keys(self.station_section, self.s)

    def stations_at(self, sections: Ints, s: Floats) -> tuple[Ints, Floats]:
        """Return the stations at or before ``s``, and the shares of the ways from them to the next ones."""
        station = np.searchsorted(self._station_keys, keys(sections, s), side="right") - 1
        station = np.clip(station, self.first_station[sections], self.first_station[sections + 1] - 2)
        share = (s - self.s[station]) / (self.s[station + 1] - self.s[station])
        return station, np.clip(share, 0.0, 1.0)

    def headings_at(self, lanes: Ints, inner: Ints, stations: Ints, share: Floats) -> Floats:
        """Return where the middles of lanes head along the road, radians clockwise.

        Args:
            lanes: rows, shape (N,).
            inner: the lanes whose boundaries are their inner ones, rows, shape (N,).
            stations: before the places, in the sections of the lanes, shape (N,).
            share: of the way to the next station, shape (N,).

        """
        heading = between(self.heading, stations, share)
        stretch = np.maximum(self.s[stations + 1] - self.s[stations], _LEAST)
        turn = (self.heading[stations + 1] - self.heading[stations]) / stretch
        place = stations - self.first_station[self.station_section[stations]]
        t, slope = np.zeros(len(lanes)), np.zeros(len(lanes))
        for boundary in (lanes, inner):
            point = self.first_point[boundary] + place
            begin, end = self.slopes[point].T
            t += between(self.t, point, share) / 2
            slope += (begin + share * (end - begin)) / 2
        ahead: Floats = heading - np.arctan2(slope, np.maximum(1.0 + t * turn, _LEAST))
        return ahead


def lay_strips(network: Network, sampling: Sampling) -> Strips:
    """Compute the boundaries."""
    interval, s = sampling.interval, sampling.s
    at = network.reference.at(sampling.geometry[interval], s)
    z = np.clip(network.elevations.value(sampling.elevation[interval], s), -_HIGHEST, _HIGHEST)

    section = network.lane_section
    count = np.diff(sampling.first_point)[section]
    first_point = offsets(count)
    station = ranges(sampling.first_point[section], count)
    t, slopes = _boundaries(network, sampling, first_point, station)
    xy = np.clip(np.column_stack([at.x, at.y]), -_FARTHEST, _FARTHEST)
    # Geometries may differ by whole turns; between two stations the heading changes by what it turns.
    heading = np.unwrap(at.heading)
    points = np.clip(xy[station] + t[:, None] * left_of(heading)[station], -_FARTHEST, _FARTHEST)
    return Strips(sampling.first_point, s, xy, heading, z, first_point, station, t, points, slopes)


def _boundaries(
    network: Network, sampling: Sampling, first_point: Ints, station: Ints
) -> tuple[Floats, Floats]:
    """Return t of the outer boundaries of all lanes (P,), from the centre outwards, and its slopes (P, 2)."""
    lanes = np.arange(len(network.lane_section))
    lane = np.repeat(lanes, np.diff(first_point))
    interval = sampling.interval[station]
    place = sampling.first_width[lane] + interval - sampling.first_interval[network.lane_section[lane]]
    s = sampling.s[station]
    widths, borders, offset_rows = (
        sampling.width[place],
        sampling.border[place],
        sampling.lane_offset[interval],
    )
    width = network.widths.value(widths, s)
    border = np.clip(np.abs(network.borders.value(borders, s)), 0.0, _WIDEST)
    has_border = (borders >= 0) & (widths < 0)

    side = network.lane_side[lane]
    t = network.lane_offsets.value(offset_rows, s)
    # At the end of a stretch the polynomials still hold that hold in it: the next point may have others.
    last = first_point[1:] - 1
    until = np.append(s[1:], 0.0)
    until[last] = s[last]
    slopes = np.empty((len(s), 2))
    own = np.empty_like(slopes)
    for end, at in enumerate((s, until)):
        slopes[:, end] = network.lane_offsets.slope(offset_rows, at)
        wide = network.widths.value(widths, at)
        own[:, end] = side * np.where((wide > 0.0) & (wide < _WIDEST), network.widths.slope(widths, at), 0.0)
        slope = np.sign(network.borders.value(borders, at)) * network.borders.slope(borders, at)
        slopes[:, end] = np.where(has_border, side * slope, slopes[:, end])
    width = np.clip(width, 0.0, _WIDEST)
    for rank in range(1, int(network.lane_rank.max()) + 1):
        of_rank = lanes[network.lane_rank == rank]
        count = np.diff(first_point)[of_rank]
        here = ranges(first_point[of_rank], count)
        inner = ranges(first_point[network.lane_inner[of_rank]], count)
        by_border = has_border[here]
        t[here] = np.where(by_border, side[here] * border[here], t[inner] + side[here] * width[here])
        slopes[here] = np.where(by_border[:, None], slopes[here], slopes[inner] + own[here])
    return t, slopes
