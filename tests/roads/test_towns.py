"""CARLA's towns, and the recordings that were made in them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

import viewer
from tests.roads.drives import drives
from viewer.recording.actors import Category
from viewer.roads import open_map
from viewer.roads.find import measure_fit
from viewer.roads.lane_types import LaneType, Surface

RECORDINGS = {
    "town01_carla0910_additional_data.log": "Town01",
    "town01_carla0913_additional_data.log": "Town01",
    "town01_carla096_walkers.rec": "Town01",
    "town03_carla096_collision.rec": "Town03",
    "town05_carla096.rec": "Town05",
}


@pytest.fixture(scope="module")
def town(maps):
    """The map of a town by its name, read once."""
    read = {}

    def town(name):
        if name not in read:
            read[name] = open_map(maps / f"{name}.xodr")
        return read[name]

    return town


@pytest.fixture(scope="module", params=RECORDINGS)
def recording(request, recordings):
    with viewer.open_recording(recordings / request.param) as opened:
        yield opened


def test_vehicles_drive_along_lanes(recording, town):
    fit = measure_fit(town(recording.header.map_name), *drives(recording))
    assert fit.count > 150
    assert fit.on_lanes > 0.95
    assert fit.aligned > 0.95
    assert fit.fits


def test_the_maps_of_other_towns_do_not_fit(recording, town):
    for name in set(RECORDINGS.values()) - {recording.header.map_name}:
        assert not measure_fit(town(name), *drives(recording)).fits


def test_vehicles_stand_on_the_road(recording, town):
    places, yaws = drives(recording)
    found = town(recording.header.map_name).locate(places, yaws)
    on = found["on_lane"]
    assert np.median(np.abs(places[on, 2] - found["z"][on])) < 0.1
    assert np.median(np.abs(found["offset"][on])) < 0.5
    assert (np.abs(found["offset"][on]) <= found["width"][on] / 2 + 1e-9).all()


def test_walkers_walk_on_sidewalks(recordings, town):
    with viewer.open_recording(recordings / "town01_carla096_walkers.rec") as recording:
        worlds = [recording.world_at(elapsed) for elapsed in range(0, 16, 2)]
    walking = [world.locations[(world.categories == Category.WALKER) & world.has_pose] for world in worlds]
    found = town("Town01").locate(np.concatenate(walking))
    assert (found["lane_type"] == LaneType.SIDEWALK).mean() > 0.9


def test_lights_stand_where_the_map_has_their_signals(recordings, town):
    with viewer.open_recording(recordings / "town01_carla0913_additional_data.log") as recording:
        actors = recording.actors
    lights = [row for row, one in enumerate(actors.descriptions) if one.type_id == "traffic.traffic_light"]
    signals = [signal for signal in town("Town01").signals if signal.dynamic]
    assert len(lights) == len(signals) == 36
    away = actors.location[lights][:, None, :2] - np.array([signal.location[:2] for signal in signals])
    distance = np.hypot(*away.transpose(2, 0, 1))
    assert distance.min(axis=1).max() < 0.5
    assert sorted(distance.argmin(axis=1).tolist()) == list(range(36))


def test_the_limits_of_town01(town):
    found = town("Town01").locate([[300.0, -2.0]])
    assert found["speed_limit"] == pytest.approx([25 * 0.44704])


def test_maps_are_read_without_problems(map_file):
    road_map = open_map(map_file)
    assert road_map.problems == ()
    low_x, low_y, high_x, high_y = road_map.bounds
    assert 300 < high_x - low_x < 700
    assert 300 < high_y - low_y < 700
    points = np.concatenate(
        [outline.points for level in road_map.levels for outline in level.surfaces.values()]
    )
    assert np.isfinite(points).all()
    assert 4_000 < len(points) < 40_000


def test_the_bridge_of_town05_is_above_the_streets(town):
    low, high = town("Town05").levels
    assert Surface.ROAD in high.surfaces
    bridge = town("Town05").locate([[-228.4, 2.0, 10.0], [-228.4, 2.0, 0.0]])
    assert bridge["z"] == pytest.approx([10, 0], abs=0.5)
    assert len(low.surfaces[Surface.ROAD]) > len(high.surfaces[Surface.ROAD])


def test_geometries_continue_each_other(map_file):
    road_map = open_map(map_file)
    line = road_map.network.reference
    following = np.flatnonzero(line.roads[1:] == line.roads[:-1]) + 1
    s = line.starts[following]
    before, after = line.at(following - 1, s), line.at(following, s)
    assert np.hypot(before.x - after.x, before.y - after.y).max() < 0.01
    assert np.abs(np.remainder(before.heading - after.heading + np.pi, 2 * np.pi) - np.pi).max() < 0.01
    ends = np.array([road.length for road in road_map.roads])
    last = line.find(np.arange(len(ends)), ends)
    assert line.starts[last] + line.lengths[last] == pytest.approx(ends, abs=1e-3)


class Ends:
    """The corners of lanes at the ends of roads: points of the inner and the outer boundary."""

    def __init__(self, road_map):
        self.network, self.boundaries = road_map.network, road_map.boundaries
        self.rows = {road.id: row for row, road in enumerate(road_map.roads)}
        self.lengths = [road.length for road in road_map.roads]

    def corners(self, road_id, end, lane_id):
        """The corners, or None where the file has a section that is too short to be drawn."""
        network, strips = self.network, self.boundaries
        (sections,) = np.nonzero(network.section_road == self.rows[road_id])
        length = self.lengths[self.rows[road_id]]
        section = sections[-1 if end == "end" else 0] if len(sections) else -1
        at = network.section_end[section] if end == "end" else network.section_start[section]
        if not len(sections) or at != (length if end == "end" else 0.0):
            return None
        (lane,) = np.flatnonzero((network.lane_section == section) & (network.lane_id == lane_id))
        place = strips.first_station[section + 1] - strips.first_station[section] - 1 if end == "end" else 0
        return [strips.points[strips.first_point[row] + place] for row in (network.lane_inner[lane], lane)]


def test_lanes_continue_each_other_where_the_file_links_them(map_file):
    """The links are read from the file apart; the lanes' corners meet there."""
    ends = Ends(open_map(map_file))
    gaps = []
    for road in ET.parse(map_file).iter("road"):  # noqa: S314 - a file of CARLA's
        for tag, own, place in (("predecessor", "start", 0), ("successor", "end", -1)):
            link = road.find(f"link/{tag}[@elementType='road']")
            for lane in road.findall("lanes/laneSection")[place].iterfind(".//lane[@type='driving']"):
                onward = lane.find(f"link/{tag}")
                if link is None or onward is None:
                    continue
                here = ends.corners(road.get("id"), own, int(lane.get("id")))
                there = ends.corners(link.get("elementId"), link.get("contactPoint"), int(onward.get("id")))
                if here is None or there is None:
                    continue
                gaps.append(min(np.abs(np.subtract(here, one)).max() for one in (there, there[::-1])))
    assert len(gaps) > 100
    assert max(gaps) < 0.1
