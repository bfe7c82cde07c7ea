"""What rules go by: poses at their times, teleports, those who are put away, frames without time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.analysis.drives import CAR, car, events, hero, record, standing, straight, walker
from tests.scenes import Scene, actor, box, pose
from viewer.analysis.find_events import find_events
from viewer.analysis.traffic import Traffic
from viewer.api import open_recording

PROP = "static.prop.mesh"


def life_of(index, actor_id):
    traffic = Traffic(index)
    (life,) = np.flatnonzero(index.actors.actor_id[traffic.rows] == actor_id)
    return traffic, int(life)


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
    motion = traffic.motion_of(life)
    assert (motion.broken & np.isfinite(motion.locations[:, 0])).sum() == 3


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


@pytest.mark.parametrize(
    ("extents", "source"), [([CAR, CAR], "recorded"), ([CAR, None], "mixed"), ([None, None], "blueprint")]
)
def test_where_boxes_are_from_is_told_once(scratch, extents, source):
    movers = [car(k + 1, standing(20 * k, 0), extent=extent) for k, extent in enumerate(extents)]
    assert find_events(record(movers, 1).index(scratch), kinds=["stall"]).boxes == source
