"""Two near each other: boxes as polygons of shapely see them, speeds, and who is left out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
import shapely

from tests.analysis.drives import CAR, car, record, standing, straight, walker
from viewer.analysis.neighbours import find_encounters
from viewer.analysis.pairs import pair_moments, seen_from_above
from viewer.analysis.rectangles import corners
from viewer.analysis.traffic import Traffic
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index

REACH = 3.0


def all_pairs(traffic):
    everybody = np.ones(len(traffic), np.bool_)
    encounters = find_encounters(traffic, everybody, REACH)
    traffic.prepare(np.arange(len(traffic)))
    return pair_moments(traffic, encounters, slice(0, len(encounters)), REACH)


def polygon(traffic, life, moment):
    """The box of a life from above, worked out by hand."""
    x, y, _, yaw = traffic.places_at(np.array([life]), np.array([moment]))[0]
    (cx, cy, _), (ex, ey, _) = traffic.boxes.centers[life], traffic.boxes.extents[life]
    box = shapely.box(cx - ex, cy - ey, cx + ex, cy + ey)
    turned = shapely.affinity.rotate(box, yaw, origin=(0, 0))
    return shapely.affinity.translate(turned, x, y)


def test_distances_of_recorded_boxes_are_those_of_polygons(recording_file):
    with LogFile(recording_file) as file:
        traffic = Traffic(read_index(file))
        pairs = all_pairs(traffic)
        if not len(pairs):
            pytest.skip("nobody is near anybody")
        for row in np.unique(np.linspace(0, len(pairs) - 1, 400).astype(int)).tolist():
            moment = int(pairs.moments[row])
            one, other = (polygon(traffic, int(each[row]), moment) for each in (pairs.first, pairs.second))
            distance = float(pairs.distances[row])
            assert max(distance, 0.0) == pytest.approx(one.distance(other), abs=1e-6)
            assert (distance < -1e-9) == (one.intersection(other).area > 1e-9)


def test_nobody_who_overlaps_is_left_out(recording_file):
    with LogFile(recording_file) as file:
        traffic = Traffic(read_index(file))
        pairs = all_pairs(traffic)
        told = set(zip(pairs.first.tolist(), pairs.second.tolist(), pairs.moments.tolist(), strict=True))
        moving = np.flatnonzero(traffic.moves)
        for moment in range(0, len(traffic.times), 12):
            there = moving[(traffic.begins[moving] <= moment) & (moment < traffic.ends[moving])]
            moments = np.full(len(there), moment)
            there = there[traffic.judged_at(there, moments)]
            poses = traffic.places_at(there, np.full(len(there), moment))
            boxes = corners(seen_from_above(traffic, there, poses))
            areas = [shapely.Polygon(each) for each in boxes]
            for a, b in combinations(range(len(there)), 2):
                reach = traffic.boxes.extents[there[[a, b]], 2].sum()
                heights = poses[[a, b], 2] + traffic.boxes.centers[there[[a, b]], 2]
                if areas[a].intersects(areas[b]) and abs(heights[0] - heights[1]) < reach:
                    assert (int(there[a]), int(there[b]), moment) in told


def test_closing_and_time_to_collision(scratch):
    pairs = all_pairs(
        Traffic(record([car(1, straight(0, 0, 10)), car(2, straight(30, 0, 4))], 2).index(scratch))
    )
    assert pairs.closing[1:] == pytest.approx(6.0, abs=1e-3)
    assert np.isnan(pairs.closing[0])
    gap = 30.0 - 2 * CAR[0]
    assert pairs.distances[0] == pytest.approx(gap, abs=1e-4)
    assert pairs.times_to_collision == pytest.approx((gap - 6.0 * pairs.times) / 6.0, abs=1e-3)


def test_the_same_seen_from_the_other(scratch):
    pairs = all_pairs(
        Traffic(record([car(1, straight(0, 0, 10)), car(2, straight(30, 0, 4))], 1).index(scratch))
    )
    _ = pairs.distances
    other = pairs.reversed()
    assert (other.first == pairs.second).all()
    assert other.distances is pairs.distances
    assert (other.speeds[0] == pairs.speeds[1]).all()


@pytest.mark.parametrize(("height", "near"), [(1.4, True), (1.6, False)])
def test_another_level_is_not_near(scratch, height, near):
    movers = [car(1, straight(0, 0, 10)), car(2, straight(10, 0, 10, z=height))]
    assert (len(all_pairs(Traffic(record(movers, 1).index(scratch)))) > 0) is near


def test_moments_follow_each_other_only_without_a_gap(scratch):
    def unseen(t):
        return None if 0.4 < t < 0.6 else (10 * t, 3.0, 0.0, 0.0)

    pairs = all_pairs(Traffic(record([car(1, straight(0, 0, 10)), car(2, unseen)], 1).index(scratch)))
    gaps = np.flatnonzero(~pairs.follows)
    assert gaps[0] == 0
    assert len(gaps) == 2
    assert pairs.times[gaps[1]] >= 0.55
    assert pairs.apart.sum() == 1


def test_who_stands_has_a_speed_of_zero_and_no_place_is_no_pair(scratch):
    movers = [car(1, standing(0, 0)), walker(2, straight(-3, 0, 1)), car(3, lambda _t: None)]
    pairs = all_pairs(Traffic(record(movers, 1).index(scratch)))
    assert set(pairs.first) | set(pairs.second) == {0, 1}
    assert pairs.speeds[0] == pytest.approx(0.0, abs=1e-6)
