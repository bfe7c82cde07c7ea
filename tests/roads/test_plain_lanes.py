"""Lanes of the towns, against a plain reader of their files: which follow which, where they are, how wide."""

from __future__ import annotations

import math
from bisect import bisect_right
from xml.etree.ElementTree import parse

import numpy as np
import pytest

from viewer.roads import open_map

SHORT = 0.01
"""Metres: sections that are shorter may be passed over, and are not looked at here."""

NEAR = 0.01
"""Metres: between the points that are kept of a bend, lanes are straight."""


class PlainRoad:
    """What a file says of a road: its sections with their lanes, and what it is linked to."""

    def __init__(self, element):
        self.id, self.length = element.get("id"), float(element.get("length"))
        self.junction = element.get("junction")
        link = element.find("link")
        ends = ("predecessor", "successor")
        self.ends = [None if link is None else link.find(end) for end in ends]
        sections = element.findall("lanes/laneSection")
        self.begins = [float(section.get("s")) for section in sections]
        self.stops = [*self.begins[1:], self.length]
        self.lanes = [
            {
                int(lane.get("id")): lane
                for side in ("left", "center", "right")
                for lane in section.findall(f"{side}/lane")
            }
            for section in sections
        ]
        self.offsets = [numbers(each, "s") for each in element.findall("lanes/laneOffset")]
        self.heights = [numbers(each, "s") for each in element.findall("elevationProfile/elevation")]


def numbers(element, start):
    return tuple(float(element.get(name)) for name in (start, "a", "b", "c", "d"))


def cubic(pieces, s):
    """The value of the last polynomial that begins before a place."""
    here = [each for each in pieces if each[0] <= s] or pieces[:1]
    if not here:
        return 0.0
    start, a, b, c, d = here[-1]
    ds = s - start
    return a + b * ds + c * ds**2 + d * ds**3


def width(road, section, lane_id, s):
    pieces = [numbers(each, "sOffset") for each in road.lanes[section][lane_id].findall("width")]
    return cubic(pieces, s - road.begins[section])


def onward(roads, connections, road, section, lane_id, *, ahead):
    """Lanes that a lane leads into, along the reference line or against it: road, section, lane."""
    link = road.lanes[section][lane_id].find(f"link/{'successor' if ahead else 'predecessor'}")
    following = None if link is None else int(link.get("id"))
    beside = section + (1 if ahead else -1)
    if 0 <= beside < len(road.lanes):
        return {(road.id, beside, following)} if following in road.lanes[beside] else set()
    end = road.ends[ahead]
    if end is None:
        return set()
    if end.get("elementType") == "road":
        other, at_end = roads.get(end.get("elementId")), end.get("contactPoint") == "end"
        if other is None or following is None:
            return set()
        number = len(other.lanes) - 1 if at_end else 0
        return {(other.id, number, following)} if following in other.lanes[number] else set()
    found = set()
    for each in connections.get((end.get("elementId"), road.id), ()):
        other, at_end = roads[each.get("connectingRoad")], each.get("contactPoint") == "end"
        back = other.ends[at_end]
        mine = (road.id, "end" if ahead else "start")
        if back is not None and (back.get("elementId"), back.get("contactPoint")) != mine:
            continue
        number = len(other.lanes) - 1 if at_end else 0
        for pair in each.findall("laneLink"):
            if int(pair.get("from")) == lane_id and int(pair.get("to")) in other.lanes[number]:
                found.add((other.id, number, int(pair.get("to"))))
    return found


@pytest.fixture
def town(map_file):
    """The plain roads by id, the connections by junction and road that leads to it, and the map."""
    root = parse(map_file).getroot()  # noqa: S314 - the towns are CARLA's
    roads = {each.get("id"): PlainRoad(each) for each in root.findall("road")}
    connections = {}
    for junction in root.findall("junction"):
        for each in junction.findall("connection"):
            connections.setdefault((junction.get("id"), each.get("incomingRoad")), []).append(each)
    return roads, connections, open_map(map_file)


def test_lanes_follow_each_other_as_the_file_says(town):
    roads, connections, road_map = town
    looked_at = 0
    for road in list(roads.values())[::3]:
        for section, lanes in enumerate(road.lanes):
            begin, stop = road.begins[section], road.stops[section]
            if stop - begin < SHORT:
                continue
            for lane_id in lanes:
                if lane_id == 0:
                    continue
                middle = (begin + stop) / 2
                stretch = road_map.stretch(road.id, lane_id, middle)
                ends = [begin, stop] if lane_id < 0 else [stop, begin]  # traffic is on the right
                assert [stretch.begin, stretch.end] == pytest.approx(ends, abs=1e-6)
                expected = onward(roads, connections, road, section, lane_id, ahead=lane_id < 0)
                lengths = [roads[name].stops[at] - roads[name].begins[at] for name, at, _ in expected]
                if any(length < SHORT for length in lengths):
                    continue
                found = {
                    (each.road, bisect_right(roads[each.road].begins, min(each[2:4]) + 1e-6) - 1, each.lane)
                    for each in road_map.next_lanes(stretch)
                }
                assert found == expected, (road.id, section, lane_id)
                looked_at += bool(expected)
    assert looked_at > 50


def test_lanes_are_where_and_as_wide_as_the_polynomials_say(town):
    """Beside the road's line by the widths of the lanes between; as high as the road."""
    roads, _, road_map = town
    rng = np.random.default_rng(1)
    looked_at = 0
    for road in list(roads.values())[::5]:
        section = int(rng.integers(len(road.lanes)))
        begin, stop = road.begins[section], road.stops[section]
        if stop - begin < 1.0:
            continue
        s = float(rng.uniform(begin + 0.1, stop - 0.1))
        middles, inner = {}, {side: cubic(road.offsets, s) for side in (-1, 1)}
        for lane_id in sorted(road.lanes[section], key=abs):
            if lane_id:
                side, wide = int(math.copysign(1, lane_id)), width(road, section, lane_id, s)
                middles[lane_id] = (inner[side] + side * wide / 2, wide)
                inner[side] += side * wide
        points = {lane_id: road_map.point(road.id, lane_id, s) for lane_id in middles}
        first, (t, _) = next(iter(middles.items()))
        for lane_id, (there, wide) in middles.items():
            point = points[lane_id]
            assert point.width == pytest.approx(wide, abs=NEAR)
            apart = math.dist(point.location[:2], points[first].location[:2])
            assert apart == pytest.approx(abs(there - t), abs=NEAR)
            assert point.location[2] == pytest.approx(cubic(road.heights, s), abs=NEAR)
            kind = road.lanes[section][lane_id].get("type")
            assert point.lane_type.label.lower().replace(" ", "") == kind.lower() or kind in (
                "none",
                "special1",
            )
            turned = (points[first].yaw - point.yaw + 180) % 360 - 180
            assert abs(turned) == pytest.approx(
                0 if (first < 0) == (lane_id < 0) else 180, abs=8
            )  # where it widens, aside
            looked_at += 1
    assert looked_at > 20
