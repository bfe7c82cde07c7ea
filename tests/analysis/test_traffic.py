"""What rules go by: poses at their times, teleports, those who are put away, frames without time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.analysis.drives import car, events, found, hero, record, standing, straight, walker
from tests.scenes import Scene, actor, box, pose
from viewer.analysis.find import find_events
from viewer.analysis.kinds import KINDS
from viewer.analysis.traffic import Traffic
from viewer.api import open_recording

PROP = "static.prop.mesh"


def life_of(index, actor_id):
    traffic = Traffic(index)
    (life,) = np.flatnonzero(index.actors.actor_id[traffic.rows] == actor_id)
    return traffic, int(life)


def test_speeds_are_those_of_the_way(scratch):
    index = record([hero(straight(0, 0, 7))], 2, [0.01, 0.2, 0.05]).index(scratch)
    traffic, life = life_of(index, 1)
    motion = traffic.motion_of(life)
    assert motion.speeds == pytest.approx(7, abs=1e-3)
    assert traffic.pose_lag == 0
    assert len(motion.stretches) == 1


@pytest.mark.parametrize(("length", "count"), [(3.1, 1), (2.9, 0)])
def test_a_step_faster_than_60_is_a_teleport(scratch, length, count):
    def way(t):
        return 2.7 * t * 20 * (t < 1) + (t >= 1) * (2.7 * 19 + length + (t - 1) * 54), 0.0, 0.0, 0.0

    found_events = found(scratch, [hero(way)], 2, "teleport")
    assert len(found_events) == count


@pytest.mark.parametrize(("length", "count"), [(2.2, 1), (1.8, 0)])
def test_a_step_30_faster_than_its_neighbours_is_a_teleport(scratch, length, count):
    def way(t):
        return 10 * t + (length - 0.5) * (t > 0.97), 0.0, 0.0, 0.0

    found_events = found(scratch, [hero(way)], 2, "teleport")
    assert len(found_events) == count
    if count:
        assert found_events[0].value == pytest.approx(length / 0.05, rel=0.01)
        assert (found_events[0].start, found_events[0].end) == pytest.approx((0.95, 1.0), abs=0.01)


def test_a_teleport_is_neither_braking_nor_a_contact(scratch):
    def way(t):
        return 10 * t + 40 * (t > 2), 0.0, 0.0, 0.0

    index = record([hero(way), car(2, standing(40, 0))], 4).index(scratch)
    assert {event.kind for event in events(index)} <= {"teleport", "ttc"}


def test_who_is_put_away_is_judged_by_nothing(scratch):
    def comes_up(t):
        return (20.0, 0.0, -500.0 + 20 * math.sin(9 * t) if t < 2 else 0.0, 300 * t if t < 2 else 0.0)

    index = record([hero(straight(0, 50, 5)), car(2, comes_up), car(3, standing(21, 0))], 5).index(scratch)
    assert events(index) == ()


def test_frames_of_no_length_make_nobody_fast(scratch):
    scene = Scene()
    for k in range(80):
        for again in range(2):  # twice at the same time, a little further
            scene.frame(
                0.05 if not again else 0.0,
                add=[actor(1, role_name="hero")] if k == again == 0 else [],
                poses=[pose(1, (0.4 * k + 0.2 * again, 0, 0))],
            )
    index = scene.index(scratch)
    assert len(Traffic(index).times) == 80
    assert events(index) == ()


def test_poses_that_are_none_invent_nothing(scratch):
    def holes(t):
        return None if 1 < t < 2 else (float("nan") if 3 < t < 3.3 else 8 * t, 0.0, 0.0, 0.0)

    index = record([hero(holes), walker(2, lambda t: None)], 5).index(scratch)
    assert events(index) == ()
    traffic, life = life_of(index, 1)
    assert len(traffic.motion_of(life).stretches) == 3


def test_who_nobody_knows_has_a_box_and_is_judged(scratch):
    stranger = car(2, standing(20, 0), type_id="", extent=None)
    scene = record([hero(straight(0, 0, 10)), stranger], 3)
    assert find_events(scene.index(scratch), kinds=list(KINDS)).boxes in ("mixed", "recorded")


def test_nothing_at_all(scratch):
    for scene in (Scene().frame(), Scene().frame(add=[actor(1)])):
        assert events(scene.index(scratch)) == ()


def test_poses_that_were_written_late_are_moved_to_their_time(recordings):
    with open_recording(recordings / "town03_carla096_collision.rec") as recording:
        index = recording.index
        traffic = Traffic(index)
        assert traffic.pose_lag == 1
        life = int(np.flatnonzero(index.actors.actor_id[traffic.rows] == 2768)[0])
        motion = traffic.motion_of(life)
        drives = motion.judged & (motion.times > 4) & (motion.times < 8)
        speeds = motion.speeds[drives]
        # Told by the wrong durations, they would jump by 0.5 to 4 m/s a frame.
        assert np.median(np.abs(np.diff(speeds))) < 0.5
        late = recording.trajectory(2768)
        k = int(np.searchsorted(late.frames, 100))
        np.testing.assert_allclose(traffic.poses_of(life)[99, :3], late.locations[k], atol=1e-4)


def test_a_recording_with_boxes_says_so(recordings):
    with open_recording(recordings / "town01_carla0910_additional_data.log") as recording:
        assert recording.find_events().boxes == "recorded"
    with open_recording(recordings / "town05_carla096.rec") as recording:
        assert recording.find_events(["stall"]).boxes == "blueprint"


@pytest.mark.parametrize("number", [0, 1])
def test_what_belongs_to_an_actor_stands_nowhere_by_itself(scratch, number):
    """Whichever row of the table its parent has: what somebody carries is no obstacle."""
    scene = Scene()
    cast = [actor(1, role_name="hero"), actor(2, location=(50, 0, 0)), actor(3, PROP), actor(4, PROP)]
    for k in range(20):
        scene.frame(
            add=cast if k == 0 else [],
            parents=[(3, number + 1)] if k == 0 else [],
            poses=[pose(1, (0.4 * k, 0, 0)), pose(2, (50 + 0.4 * k, 0, 0))],
            boxes=[box(each, (0, 0, 0.75), (1, 1, 0.75)) for each in (1, 2, 3, 4)] if k == 0 else [],
        )
    index = scene.index(scratch)
    assert index.actors.actor_id[Traffic(index).rows].tolist() == [1, 2, 4]
