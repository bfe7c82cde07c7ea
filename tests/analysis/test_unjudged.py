"""Bad input: nothing is invented from it, and what cannot be judged is said once."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import CAR, car, hero, record, standing, straight
from tests.analysis.test_lanes import WIDTH, street
from tests.scenes import Scene, actor, box, hit, pose
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.find_events import find_events

NAN = math.nan


def reasons(found, kind):
    return [(each.rows, each.reason) for each in found.not_judged if each.kind == kind]


def lost_for_a_while(t):
    return (NAN, NAN, NAN, NAN) if 1.0 < t < 1.5 else (10 * t, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("bad", [NAN, math.inf, 1e30])
def test_who_has_no_poses_is_told_once_for_each_kind(scratch, bad):
    index = record([hero(straight(0, 0, 10)), car(2, lambda _: (bad, bad, bad, 0.0))], 4).index(scratch)
    found = find_events(index)
    assert not found.events
    assert reasons(found, "contact") == [((1,), "their poses are not known")]
    assert reasons(found, "jerk") == [((1,), "their poses are not known")]
    assert reasons(found, "collision") == [((), "no collision sensor is recorded")]


def test_a_stretch_without_poses_is_told_and_nothing_is_made_of_its_ends(scratch):
    index = record([hero(lost_for_a_while), car(2, standing(0, 30))], 4).index(scratch)
    found = find_events(index)
    assert not found.events
    assert reasons(found, "harsh_braking") == [((0,), "some of their poses are not known")]


def test_who_is_only_there_for_a_while_has_all_its_poses(scratch):
    index = record([hero(straight(0, 0, 10)), car(2, standing(0, 30), born=1.0, dies=2.0)], 4).index(scratch)
    assert reasons(find_events(index), "contact") == []


def no_time(seconds):
    scene = Scene(map_name="Town01")
    for frame in range(40):
        first = frame == 0
        scene.frame(
            seconds,
            add=[actor(1, "vehicle.tesla.model3", (0, 0, 0), role_name="hero")] if first else [],
            poses=[pose(1, (frame * 0.5, 0, 0))],
            boxes=[box(1, (0, 0, 0.75), CAR)] if first else [],
            collisions=[hit(1)] if frame == 20 else [],
        )
    return scene


def test_frames_of_no_length_tell_nothing_but_what_is_recorded(scratch):
    found = find_events(no_time(0.0).index(scratch))
    assert [event.kind for event in found.events] == ["collision"]
    for kind in set(KINDS) - {"collision"}:
        assert ((), "no time passes in the recording") in reasons(found, kind)
    assert not any("no time" in each.reason for each in find_events(no_time(0.05).index(scratch)).not_judged)


@pytest.mark.parametrize(("frames", "told"), [(2, False), (3, True)])
def test_who_is_gone_after_two_frames_need_not_have_had_a_pose(scratch, frames, told):
    lost = car(2, lambda _: None, born=1.0, dies=1.0 + 0.05 * frames - 0.01)
    index = record([hero(straight(0, 0, 10)), lost], 4).index(scratch)
    assert reasons(find_events(index), "contact") == [((1,), "their poses are not known")] * told


def test_a_map_of_elsewhere_judges_nobody(tmp_path, scratch):
    road_map = street(tmp_path)
    for movers, why in (
        ([hero(straight(5000, 3000, 10))], "0% of the places driven at are on its lanes"),
        ([hero(standing(5000, 3000))], "nobody drives, and no vehicle stands on its lanes"),
    ):
        found = find_events(record(movers, 4).index(scratch), road_map=road_map)
        assert not found.events
        assert reasons(found, "outside_lanes") == [((), f"the road map does not fit: {why}")]
    parked = record([hero(standing(50, WIDTH / 2)), car(2, standing(60, 30))], 4).index(scratch)
    assert reasons(find_events(parked, road_map=road_map), "outside_lanes") == []
