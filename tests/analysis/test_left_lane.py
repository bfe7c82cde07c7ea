"""The lane that was left, on a straight road whose lanes are known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import car, hero, record, straight
from tests.analysis.test_lanes import WIDTH, street
from viewer.analysis.evidence import evidence_of
from viewer.analysis.find import find_events


def leaves(t):
    """Along the right lane, and from the second second on over onto the sidewalk."""
    return 50 + 8 * t, WIDTH / 2 + 4 * min(max(t - 2.0, 0.0), 1.0), 0.0, 0.0


@pytest.fixture
def road_map(tmp_path):
    return street(tmp_path)


def judged(way, scratch, road_map, kind):
    good = [car(10 + k, straight(10 * k, WIDTH / 2, 8)) for k in range(3)]
    index = record([hero(way), *good], 5).index(scratch)
    found = find_events(index, kinds=[kind], rows=[0], road_map=road_map)
    return index, found.events


def test_the_lane_left_for_the_sidewalk_has_both_its_edges(scratch, road_map):
    index, (event,) = judged(leaves, scratch, road_map, "sidewalk")
    left, right = evidence_of(index, event, road_map).lane
    assert left[:, 1] == pytest.approx(0.0, abs=1e-6)  # with x ahead, less y is to the left
    assert right[:, 1] == pytest.approx(WIDTH, abs=1e-6)
    assert (np.diff(left[:, 0]) > 0).all()
    gone = 50 + 8 * event.start
    assert left[0, 0] < gone < left[-1, 0]


def test_who_drives_the_wrong_way_has_the_lane_with_its_traffic_towards_it(scratch, road_map):
    index, (event,) = judged(straight(50, -WIDTH / 2, 6), scratch, road_map, "wrong_way")
    left, right = evidence_of(index, event, road_map).lane
    assert left[:, 1] == pytest.approx(0.0, abs=1e-6)
    assert right[:, 1] == pytest.approx(-WIDTH, abs=1e-6)
    assert (np.diff(left[:, 0]) < 0).all()


@pytest.mark.parametrize("start", [0.0, 0.25, 4.0])
def test_the_lane_is_known_from_the_first_frame_on(scratch, road_map, start):
    index, (event,) = judged(straight(50, -WIDTH / 2, 6), scratch, road_map, "wrong_way")
    left, _ = evidence_of(index, event._replace(start=start, frame=round(start / 0.05)), road_map).lane
    assert left[:, 0].min() < 50 + 6 * start < left[:, 0].max()


def test_without_a_map_or_a_lane_there_is_none(scratch, road_map):
    index, (event,) = judged(leaves, scratch, road_map, "sidewalk")
    assert evidence_of(index, event).lane.shape == (2, 0, 2)
    index, (event,) = judged(straight(50, 6.0, 8), scratch, road_map, "sidewalk")
    assert evidence_of(index, event, road_map).lane.shape == (2, 0, 2)
