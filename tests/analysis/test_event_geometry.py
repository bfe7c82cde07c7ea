"""What an event looks like on the ground, against situations whose poses are known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import car, events, hero, record, standing, straight
from tests.analysis.test_lanes import WIDTH, street
from tests.scenes import hit
from viewer.analysis.event_geometry import BEFORE, event_of, geometry_of
from viewer.analysis.event_table import EventSource
from viewer.analysis.find_events import find_events
from viewer.api import open_recording

BOX = (2.0, 1.0)


@pytest.fixture
def crossing(tmp_path):
    """The hero goes along x at 10 m/s and touches a car that comes along y, at about 2 s."""
    movers = [hero(straight(0, 0, 10)), car(2, straight(21.0, -14.0, 6.0, 90.0))]
    return record(movers, 4).index(tmp_path / "crossing.log")


@pytest.fixture
def crash(tmp_path):
    """Somebody stands in the way; the sensor reports it in frames 36 to 38, after the boxes have met."""
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0))]
    return record(movers, 3, collisions={n: [hit(1, 2)] for n in (36, 37, 38)}).index(tmp_path / "crash.log")


@pytest.mark.parametrize("center", [(0.0, 0.0), (0.7, -0.3)])
def test_the_boxes_stand_where_the_file_has_them(tmp_path, center):
    """Wherever the origin of the actors is."""
    movers = [hero(straight(0, 0, 10), center=center), car(2, straight(21, -14, 6, 90.0), center=center)]
    index = record(movers, 4).index(tmp_path / "crossing.log")
    (event,) = events(index, "contact")
    evidence = geometry_of(index, event)
    time = float(index.elapsed[evidence.frame])
    assert time == event.start
    moved = time - float(index.elapsed[0])
    assert BEFORE == (0.5, 1.0)
    for ago, boxes in zip((0.0, *BEFORE), (evidence.at, *evidence.before), strict=True):
        middles = np.array([(10 * (moved - ago), 0.0), (21.0, -14.0 + 6 * (moved - ago))])
        assert boxes.centers == pytest.approx(middles, abs=0.01)
        assert boxes.headings == pytest.approx((0.0, np.pi / 2))
        assert boxes.extents == pytest.approx(np.array([BOX, BOX]))
    steps = np.maximum(moved - np.arange(8, -1, -1) * 0.25, 0.0)
    assert evidence.way[::2] == pytest.approx(
        np.array([(10 * step, 0.0) for step in (*steps, moved)]), abs=0.01
    )


@pytest.mark.parametrize(("share", "side"), [(0.3, 0), (0.37, 1), (1.0, 1)])
@pytest.mark.parametrize("yaw", [0.0, 130.0])
def test_a_third_of_the_half_length_and_width_is_neither_front_nor_rear(tmp_path, share, side, yaw):
    index = record(
        [hero(standing(7, 3, yaw)), car(2, standing(30, 3))], 1, collisions={5: [hit(1, 2)]}
    ).index(tmp_path / "sides.log")
    event = event_of(index, 0)
    ahead = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
    right = np.array([-ahead[1], ahead[0]])
    for along in (-1, 0, 1):
        for across in (-1, 0, 1):
            point = np.array([7, 3]) + share * (along * BOX[0] * ahead + across * BOX[1] * right)
            evidence = geometry_of(index, event._replace(place=(*point, 0.0)))
            assert evidence.side == (along * side, across * side)
            assert evidence.point == pytest.approx(point)


def test_speeds_and_angle_are_those_before(crossing):
    (event,) = events(crossing, "contact")
    evidence = geometry_of(crossing, event)
    assert evidence.speeds == pytest.approx((10.0, 6.0), rel=1e-3)
    assert evidence.angle == pytest.approx(90.0)
    assert not evidence.recorded


def test_a_collision_starts_with_its_record_and_is_shown_there(crash):
    (event,) = events(crash, "collision")
    assert event.source is EventSource.BOTH
    assert event.contact == 0
    assert geometry_of(crash, event).frame == event.frame == 36
    assert event.start == float(crash.elapsed[36])


def test_a_record_alone_is_an_event_of_which_nothing_is_measured(crash):
    event = event_of(crash, 0)
    assert (event.kind, event.source) == ("collision", EventSource.RECORDED)
    assert (event.start, event.end) == (float(crash.elapsed[36]), float(crash.elapsed[38]))
    assert np.isnan(event.value)
    assert "reported by 1" in event.rule
    evidence = geometry_of(crash, event)
    assert (evidence.frame, evidence.rows.tolist()) == (36, [0, 1])


def test_a_collision_keeps_the_number_of_its_first_contact(tmp_path):
    """Of several at one time that of the same two; of what two did again and again each its own."""
    movers = [car(each, standing(20 * each, 0)) for each in (1, 2, 3)]
    pile = [hit(1, 2), hit(1), hit(2, 3), hit(3), hit(1, 3)]
    index = record(movers, 5, collisions={5: pile, 9: [hit(2, 1)], 60: [hit(3, 2), hit(1)]}).index(
        tmp_path / "pile.log"
    )
    found = events(index, "collision")
    assert len(found) == 7
    for event in found:
        contact = index.contacts[event.contact]
        rows = {contact.actor, contact.other} - {-1}
        assert (rows, contact.first_frame) == ({*event.rows} - {None}, event.frame)
        alone = event_of(index, event.contact)
        assert (alone.start, alone.contact) == (event.start, event.contact)
        assert {*alone.rows} == {*event.rows}


def test_poses_that_were_written_late_show_events_a_frame_later(recordings):
    """Those of the last frame in it; and so those that concern nobody, at their own time."""
    with open_recording(recordings / "town03_carla096_collision.rec") as recording:
        index = recording.index
        assert index.driven_elapsed is not index.elapsed
        event = recording.find_events(["jerk"]).events[0]
        last = len(index.frame_starts) - 1
        for frame in (0, 1, last - 1, last):
            for actors, later in (((), 0), ((None,), 0), ((0,), 1)):
                shown = geometry_of(index, event._replace(frame=frame, rows=actors)).frame
                assert shown == min(frame + later, last)


def test_what_is_about_nobody_has_no_place(tmp_path):
    index = record([hero(straight(0, 0, 10))], 3, [0.05] * 20 + [0.6]).index(tmp_path / "stall.log")
    event = events(index, "stall")[0]
    evidence = geometry_of(index, event)
    assert (len(evidence.rows), evidence.point, len(evidence.way)) == (0, None, 0)
    assert np.isnan(evidence.angle)


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
    left, right = geometry_of(index, event, road_map).lane
    assert left[:, 1] == pytest.approx(0.0, abs=1e-6)  # with x ahead, less y is to the left
    assert right[:, 1] == pytest.approx(WIDTH, abs=1e-6)
    assert (np.diff(left[:, 0]) > 0).all()
    gone = 50 + 8 * event.start
    assert left[0, 0] < gone < left[-1, 0]


def test_who_drives_the_wrong_way_has_the_lane_with_its_traffic_towards_it(scratch, road_map):
    index, (event,) = judged(straight(50, -WIDTH / 2, 6), scratch, road_map, "wrong_way")
    left, right = geometry_of(index, event, road_map).lane
    assert left[:, 1] == pytest.approx(0.0, abs=1e-6)
    assert right[:, 1] == pytest.approx(-WIDTH, abs=1e-6)
    assert (np.diff(left[:, 0]) < 0).all()


@pytest.mark.parametrize("start", [0.0, 0.25, 4.0])
def test_the_lane_is_known_from_the_first_frame_on(scratch, road_map, start):
    index, (event,) = judged(straight(50, -WIDTH / 2, 6), scratch, road_map, "wrong_way")
    left, _ = geometry_of(index, event._replace(start=start, frame=round(start / 0.05)), road_map).lane
    assert left[:, 0].min() < 50 + 6 * start < left[:, 0].max()


def test_without_a_map_or_a_lane_there_is_none(scratch, road_map):
    index, (event,) = judged(leaves, scratch, road_map, "sidewalk")
    assert geometry_of(index, event).lane.shape == (2, 0, 2)
    index, (event,) = judged(straight(50, 6.0, 8), scratch, road_map, "sidewalk")
    assert geometry_of(index, event, road_map).lane.shape == (2, 0, 2)
