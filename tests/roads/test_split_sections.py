"""A town says the same when each of its lane sections is cut in two: only where one cuts is different."""

from __future__ import annotations

import copy
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from viewer.analysis.traffic_lights import governed_stop_lines
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.indexing.builder import read_index
from viewer.roads import open_map

CUBICS = ("a", "b", "c", "d")


def shifted(piece, away):
    """A width or a mark that begins so far before its section: what is left of it."""
    piece = copy.deepcopy(piece)
    if piece.tag == "width":
        a, b, c, d = (float(piece.get(name)) for name in CUBICS)
        left = a + away * (b + away * (c + away * d)), b + away * (2 * c + 3 * away * d), c + 3 * away * d, d
        for name, value in zip(CUBICS, left, strict=True):
            piece.set(name, repr(value))
    piece.set("sOffset", "0")
    return piece


def rest_of(lane, cut):
    """What a lane says from ``cut`` metres behind the start of its section on."""
    rest = ET.Element("lane", lane.attrib)
    for tag in ("width", "roadMark", "speed"):
        pieces = sorted(lane.findall(tag), key=lambda piece: float(piece.get("sOffset")))
        starts = [float(piece.get("sOffset")) for piece in pieces]
        before = [piece for piece, start in zip(pieces, starts, strict=True) if start <= cut]
        if before:
            rest.append(shifted(before[-1], cut - starts[len(before) - 1]))
        for piece, start in zip(pieces[len(before) :], starts[len(before) :], strict=True):
            rest.append(copy.deepcopy(piece))
            rest[-1].set("sOffset", repr(start - cut))
    return rest


def link(lane, which, lane_id):
    """Let a lane go on as another, or not say how."""
    links = lane.find("link")
    if links is None:
        links = ET.SubElement(lane, "link")
    for old in links.findall(which):
        links.remove(old)
    if lane_id is not None:
        ET.SubElement(links, which, id=lane_id)


def cut_in_two(section, length):
    """Cut a lane section, and return its second half."""
    cut = length / 2
    half = ET.Element("laneSection", {**section.attrib, "s": repr(float(section.get("s")) + cut)})
    for side in section:
        other = ET.SubElement(half, side.tag)
        for lane in side.findall("lane"):
            rest = rest_of(lane, cut)
            after = lane.find("link/successor")
            other.append(rest)
            if lane.get("id") != "0":
                link(rest, "predecessor", lane.get("id"))
                link(rest, "successor", None if after is None else after.get("id"))
                link(lane, "successor", lane.get("id"))
    return half


def split(path, folder):
    tree = ET.parse(path)  # noqa: S314 - our own
    for road in tree.getroot().iter("road"):
        lanes = road.find("lanes")
        sections = lanes.findall("laneSection")
        ends = [float(each.get("s")) for each in sections[1:]] + [float(road.get("length"))]
        for section, end in zip(sections, ends, strict=True):
            half = cut_in_two(section, end - float(section.get("s")))
            lanes.insert(list(lanes).index(section) + 1, half)
    tree.write(folder / path.name)
    return open_map(folder / path.name)


@pytest.fixture(scope="module")
def sample_towns(tmp_path_factory):
    path = resource("Sampletown.xodr")
    return open_map(path), split(path, tmp_path_factory.mktemp("split"))


@pytest.fixture(scope="module", params=["Town01.xodr", "Town03.xodr"])
def real_towns(request, maps, tmp_path_factory):
    path = maps / request.param
    return open_map(path), split(path, tmp_path_factory.mktemp("split"))


def check_places(whole, cut, count):
    left, bottom, right, top = whole.bounds
    rng = np.random.default_rng(7)
    points = rng.uniform((left, bottom), (right, top), (count, 2))
    one, other = whole.locate(points), cut.locate(points)
    same = one["on_lane"] == other["on_lane"]
    for name in ("road", "lane", "lane_type", "junction"):
        same &= one[name] == other[name]
    assert np.count_nonzero(~same) <= count // 500  # at a lane's very edge: curves have one corner more
    for name in ("s", "offset", "width", "z", "heading", "speed_limit"):
        close = np.isclose(one[name][same], other[name][same], atol=0.05, equal_nan=True)
        assert np.count_nonzero(~close) <= count // 500, name
    assert one["on_lane"].sum() > count // 50


def check_stretches(whole, cut):
    """Who comes into a junction comes from the second half, and where the first half ends it begins."""
    expected = whole.lanes_into_junctions()
    found = {
        (each.road, each.lane, round(each.begin, 6), round(each.end, 6))
        for each in cut.lanes_into_junctions()
    }
    assert len(found) == len(expected) > 0
    for each in expected:
        road, lane, begin, end = each[:4]
        middle = (begin + end) / 2
        assert (road, lane, round(middle, 6), round(end, 6)) in found
        first = (begin + middle) / 2
        begins = cut.stretch(road, lane, first)
        assert begins.end == pytest.approx(middle)
        (onward,) = cut.next_lanes(begins)
        assert (onward.road, onward.lane) == (road, lane)
        assert {one[:2] for one in cut.next_lanes(onward)} == {one[:2] for one in whole.next_lanes(each)}
        one, other = whole.point(road, lane, first), cut.point(road, lane, first)
        assert one.location == pytest.approx(other.location, abs=0.05)
        assert one[1:] == pytest.approx(other[1:], abs=0.05)


def test_everybody_is_where_they_were_in_the_sample(sample_towns):
    check_places(*sample_towns, 20_000)


def test_everybody_is_where_they_were_in_a_town(real_towns):
    check_places(*real_towns, 20_000)


def test_lanes_go_on_as_before_in_the_sample(sample_towns):
    check_stretches(*sample_towns)


def test_lanes_go_on_as_before_in_a_town(real_towns):
    check_stretches(*real_towns)


def test_stop_lines_and_their_lights_are_as_before(sample_towns):
    with LogFile(resource("sample.log")) as file:
        index = read_index(file)
        one, other = (
            [
                (line.points.round(2).tolist(), line.width, line.lights, line.how, line.derived)
                for line in found
            ]
            for found in (governed_stop_lines(index, town) for town in sample_towns)
        )
    assert sorted(one) == sorted(other)
    assert one


def test_ends_of_lanes_are_stop_lines_as_before(real_towns, recordings):
    names = {"Town01": "town01_carla0913_additional_data.log", "Town03": "town03_carla096_collision.rec"}
    path = recordings / names[real_towns[0].path.stem]
    with LogFile(path) as file:
        index = read_index(file)
        one, other = (
            sorted((line.points.mean(axis=0).round(1).tolist(), line.lights) for line in found)
            for found in (governed_stop_lines(index, town) for town in real_towns)
        )
    assert one == other
    assert one
