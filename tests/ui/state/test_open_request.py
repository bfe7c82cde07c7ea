"""Finding an actor again in another reading of a file, or in a recording that replaced it."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor
from viewer.ui.state.open_request import ActorKey


def index(path, *cars, late=()):
    """Return a recording in which cars are added in the first frame, and others in the third."""
    scene = Scene()
    for added in (cars, (), late, ()):
        scene.frame(add=added)
    return scene.index(path)


@pytest.fixture
def before(tmp_path):
    return index(
        tmp_path / "before.log",
        actor(1, "vehicle.audi.tt", (0, 0, 0), role_name="hero"),
        actor(2, "vehicle.audi.tt", (10, 0, 0), role_name="autopilot"),
        actor(3, "vehicle.audi.tt", (20, 0, 0), role_name="autopilot"),
        actor(4, "vehicle.nissan.micra", (30, 0, 0)),
        late=[actor(4, "vehicle.nissan.micra", (40, 0, 0))],
    )


def found(key, after):
    """Return the id of who is taken for the actor, and where it was added."""
    row = key.find_same(after)
    row = key.find_alike(after) if row is None else row
    return None if row is None else (int(after.actors.actor_id[row]), float(after.actors.location[row, 0]))


def test_each_is_itself_in_the_same_recording(before):
    for row in range(len(before.actors)):
        assert ActorKey.of(before, row).find_same(before) == row


def test_an_id_used_again_is_told_by_its_spawn(before, tmp_path):
    key = ActorKey.of(before, 4)
    assert before.actors.spawn_frame[4] == 2
    after = index(tmp_path / "after.log", actor(4, "vehicle.nissan.micra", (30, 0, 0)))
    assert key.find_same(after) is None


def test_an_id_that_means_another_car_is_not_the_same(before, tmp_path):
    after = index(tmp_path / "after.log", actor(2, "vehicle.nissan.micra", (10, 0, 0)))
    assert found(ActorKey.of(before, 1), after) is None


def test_a_role_of_its_own_counts_more_than_the_blueprint(before, tmp_path):
    after = index(
        tmp_path / "after.log",
        actor(51, "vehicle.audi.tt", (0, 0, 0), role_name="autopilot"),
        actor(52, "vehicle.nissan.micra", (90, 0, 0), role_name="hero"),
    )
    assert found(ActorKey.of(before, 0), after) == (52, 90.0)


def test_of_many_with_one_role_that_added_nearest_is_taken(before, tmp_path):
    after = index(
        tmp_path / "after.log",
        actor(51, "vehicle.nissan.micra", (10, 0, 0), role_name="autopilot"),
        actor(52, "vehicle.audi.tt", (10, 0, 0), role_name="hero"),
        actor(53, "vehicle.audi.tt", (60, 0, 0), role_name="autopilot"),
        actor(54, "vehicle.audi.tt", (12, 0, 0), role_name="autopilot"),
    )
    assert found(ActorKey.of(before, 1), after) == (54, 12.0)


def test_without_a_role_it_is_the_blueprint_alone(before, tmp_path):
    after = index(
        tmp_path / "after.log",
        actor(51, "vehicle.nissan.micra", (200, 0, 0), role_name="autopilot"),
        actor(52, "vehicle.nissan.micra", (45, 0, 0)),
    )
    assert found(ActorKey.of(before, 4), after) == (52, 45.0)


def test_who_has_no_like_is_not_found(before, tmp_path):
    after = index(tmp_path / "after.log", actor(51, "vehicle.bmw.isetta", (0, 0, 0)))
    assert all(found(ActorKey.of(before, row), after) is None for row in range(len(before.actors)))
