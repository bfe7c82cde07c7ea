"""The map of the sample's town is what its script makes, and the sample's vehicles drive on it."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest

import viewer
from tests.roads.drives import drives
from tests.sample.streets import CROSSINGS, MAP_NAME, STREETS, lights
from tests.sample.xodr import write_map
from viewer.program import resource
from viewer.recording.actors import Category
from viewer.roads import open_map
from viewer.roads.find import find_map, measure_fit
from viewer.roads.lane_types import LaneType, MarkColor, Surface


@pytest.fixture(scope="module")
def town():
    return open_map(resource(f"{MAP_NAME}.xodr"))


@pytest.fixture(scope="module")
def sample():
    with viewer.open_recording(resource("sample.log")) as recording:
        yield recording


def test_the_script_makes_exactly_the_map_that_ships():
    stream = BytesIO()
    write_map(stream)
    assert stream.getvalue() == resource(f"{MAP_NAME}.xodr").read_bytes()


def test_it_lies_where_the_sample_is_looked_for(sample):
    path = resource("sample.log")
    assert find_map(sample.header.map, recording_folder=path.parent) == resource(f"{MAP_NAME}.xodr")


def test_it_is_read_without_problems(town):
    assert town.problems == ()
    (level,) = town.levels
    assert len(level.crosswalks) == len(CROSSINGS)
    assert len(town.stop_lines) == len(lights())
    kinds = {Surface.ROAD, Surface.BIKING, Surface.PARKING, Surface.SIDEWALK}
    assert set(level.surfaces) == kinds | {Surface.SHOULDER}  # where parking lanes end at corners
    assert {group.color for group in level.marks} == {MarkColor.WHITE, MarkColor.YELLOW}
    assert {group.broken for group in level.marks} == {True, False}
    assert level.kerbs


def test_its_vehicles_drive_along_lanes(town, sample):
    fit = measure_fit(town, *drives(sample))
    assert fit.count > 10_000
    assert fit.on_lanes > 0.97
    assert fit.aligned > 0.97


def test_its_cyclists_have_lanes_of_their_own(town, sample):
    world = sample.world_at(20.0)
    found = town.locate(world.locations[world.categories == Category.BICYCLE])
    assert LaneType.BIKING in found["lane_type"]


def test_its_lights_and_signs_are_those_of_the_recording(town, sample):
    for kind, dynamic in (("traffic.traffic_light", True), ("traffic.", False)):
        rows = [
            row
            for row, one in enumerate(sample.actors.descriptions)
            if one.type_id.startswith(kind) and (one.type_id == "traffic.traffic_light") == dynamic
        ]
        signals = [signal for signal in town.signals if signal.dynamic == dynamic]
        assert len(rows) == len(signals)
        places = sample.actors.location[rows][:, :2]
        away = places[:, None] - np.array([signal.location[:2] for signal in signals])
        nearest = np.hypot(*away.transpose(2, 0, 1)).argmin(axis=1)
        assert sorted(nearest.tolist()) == list(range(len(signals)))
        for row, place in zip(rows, nearest.tolist(), strict=True):
            assert signals[place].location[:2] == pytest.approx(sample.actors.location[row, :2], abs=0.01)


def test_its_limits_are_those_of_the_streets(town):
    found = town.locate([town.labels.points[i] for i in range(len(town.labels.points))])
    limits = {street.label: street.speed_limit for street in STREETS}
    for place in found:
        assert place["speed_limit"] * 3.6 == pytest.approx(limits[town.roads[place["road_row"]].name])


def test_every_lane_of_the_table_is_on_the_map(town):
    listed = sorted(
        LaneType[lane.kind.upper()] for street in STREETS for lane in (*street.left, *street.right)
    )
    found = town.locate(town.labels.points)
    assert sorted(LaneType(kind) for kind in found["lane_type"]) == listed


def test_lanes_go_on_through_junctions_without_a_gap(town, sample):
    places, yaws = drives(sample)
    found = town.locate(places, yaws)
    inside = (found["junction_row"] >= 0) & found["on_lane"]
    assert inside.sum() > 1000
    assert np.abs(found["offset"][inside]).mean() < 0.5
