"""Who stood still, against scenes whose times are known."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, pose
from viewer.analysis.carla_text.blocked import find_blocked
from viewer.logfile.source import LogFile
from viewer.recording.actors import MOVERS, Category
from viewer.recording.build.builder import read_index

CAR, PROP = 7, 8


def drive(xs, delta=0.5, *, alive=99):
    scene = Scene()
    for k, x in enumerate(xs):
        poses = [pose(PROP, (0.0, 0.0, 0.0))] + ([pose(CAR, (x, 0.0, 0.0))] if k < alive else [])
        add = [actor(CAR, "vehicle.audi.tt"), actor(PROP, "static.prop.bench")] if k == 0 else []
        scene.frame(delta, add=add, remove=[CAR] if k == alive else [], poses=poses)
    return scene


def test_times_are_exact_and_the_place_is_where_it_stopped(tmp_path):
    index = drive([20, 50, 50.4, 50.9, 50, 50, 60, 70]).index(tmp_path / "a.log")
    (found,) = find_blocked(index, 1.0, 1.0)
    assert index.actors.actor_id[found.row] == CAR
    assert (found.first_frame, found.last_frame, found.end) == (1, 5, "moved")
    assert found.duration == 2.0
    assert found.location == pytest.approx((50.0, 0.0, 0.0))


def test_one_may_stand_anywhere_not_at_the_origin_alone_and_to_the_end(tmp_path):
    index = drive([30.0] * 5).index(tmp_path / "b.log")
    (found,) = find_blocked(index, 1.0, 1.0)
    assert (found.first_frame, found.last_frame, found.duration) == (0, 4, 2.0)
    assert found.end == "end of recording"
    assert find_blocked(index, 2.0, 1.0) == [found]
    assert find_blocked(index, 2.01, 1.0) == []


def test_it_ends_when_the_actor_is_destroyed(tmp_path):
    (found,) = find_blocked(drive([30.0] * 9, alive=4).index(tmp_path / "c.log"), 1.0, 1.0)
    assert (found.last_frame, found.duration, found.end) == (3, 1.5, "destroyed")


def test_an_id_that_is_used_again_is_somebody_else(tmp_path):
    scene = Scene()
    for k in range(8):
        add = [actor(CAR, "vehicle.audi.tt")] if k in (0, 4) else []
        scene.frame(0.5, add=add, remove=[CAR] if k == 4 else [], poses=[pose(CAR, (5.0, 5.0, 0.0))])
    found = find_blocked(scene.index(tmp_path / "d.log"), 1.0, 1.0)
    assert [(each.first_frame, each.last_frame, each.end) for each in found] == [
        (0, 3, "destroyed"),
        (4, 7, "end of recording"),
    ]


def test_things_are_blocked_only_when_they_are_asked_for(tmp_path):
    index = drive([10 * k for k in range(5)]).index(tmp_path / "e.log")
    assert find_blocked(index, 1.0, 1.0) == []
    (found,) = find_blocked(index, 1.0, 1.0, categories=frozenset(Category))
    assert index.actors.actor_id[found.row] == PROP


def test_nobody_stands_where_nobody_is_asked_for(tmp_path):
    index = drive([1.0] * 5, alive=0).index(tmp_path / "f.log")  # a recording with poses of a prop alone
    assert find_blocked(index, 1.0, 1.0) == []


def test_those_of_the_real_collision_stand_where_they_stand(recordings):
    with LogFile(recordings / "town03_carla096_collision.rec") as file:
        index = read_index(file)
        found = find_blocked(index, 5.0, 1.0)
    assert {int(index.actors.actor_id[each.row]) for each in found} == {2764, 2765, 2766}
    assert all(Category(index.actors.category[each.row]) in MOVERS for each in found)
    assert {each.duration for each in found} == {index.duration}
