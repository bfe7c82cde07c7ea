"""Finding an actor again in another reading of a file, or in a recording that replaced it."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor
from viewer.ui.state.open_request import ActorKey

AUDI, MICRA = "vehicle.audi.tt", "vehicle.nissan.micra"
BEFORE = (1, AUDI, 0, "hero"), (2, AUDI, 10, "autopilot"), (3, AUDI, 20, "autopilot"), (4, MICRA, 30, "")


def index(path, *cars, late=()):
    """Return a recording in which cars are added in the first frame, and others in the third."""
    scene = Scene()
    for added in (cars, (), late, ()):
        scene.frame(add=[actor(each, kind, (x, 0, 0), role_name=role) for each, kind, x, role in added])
    return scene.index(path)


@pytest.fixture
def before(tmp_path):
    return index(tmp_path / "before.log", *BEFORE, late=[(4, MICRA, 40, "")])


def test_each_is_itself_in_the_same_recording_and_an_id_used_again_is_told_by_its_spawn(before, tmp_path):
    for row in range(len(before.actors)):
        assert ActorKey.of(before, row).find_same(before) == row
    after = index(tmp_path / "after.log", (4, MICRA, 30, ""))
    assert ActorKey.of(before, 4).find_same(after) is None


@pytest.mark.parametrize(
    ("row", "cars", "found"),
    [
        (1, [(2, MICRA, 10, "")], None),  # its id means another car
        (0, [(51, AUDI, 0, "autopilot"), (52, MICRA, 90, "hero")], 52),  # a role of its own counts most
        (  # of many with one role that added nearest
            1,
            [(51, MICRA, 10, "autopilot"), (52, AUDI, 10, "hero"), (53, AUDI, 60, "autopilot"),
             (54, AUDI, 12, "autopilot")],
            54,
        ),
        (4, [(51, MICRA, 200, "autopilot"), (52, MICRA, 45, "")], 52),  # without a role the blueprint alone
        *((row, [(51, "vehicle.bmw.isetta", 0, "")], None) for row in range(5)),
    ],
)  # fmt: skip
def test_who_is_taken_for_an_actor_in_a_recording_that_replaced_it(before, tmp_path, row, cars, found):
    key, after = ActorKey.of(before, row), index(tmp_path / "after.log", *cars)
    row = key.find_same(after)
    row = key.find_alike(after) if row is None else row
    assert (None if row is None else after.actors.actor_id[row]) == found
