"""Who moves, and where: what a view of all begins with; and where to go next."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.scenes import LATE, Scene, actor, hit, pose, street
from viewer.replay.paths.contacts import contact_position
from viewer.replay.paths.driven_paths import moving_positions
from viewer.replay.paths.trajectory import last_known_pose, trajectory
from viewer.replay.world.world import world_at

BOX = actor(2, "static.prop.box", (50, 0, 0))
LIGHTS = [actor(n, "traffic.traffic_light", (10.0 * n, 5.0, 0)) for n in (1, 2)]


@pytest.mark.parametrize(
    ("scene", "places"),
    [
        (Scene().frame(add=[actor(1), BOX], poses=[pose(1, (3, 4, 0))]), [[3.0, 4.0]]),  # who could move
        (Scene().frame(add=[*LIGHTS, actor(3, "spectator", (-900, -900, 0))]), [[10.0, 5.0], [20.0, 5.0]]),
        (Scene().frame(add=[BOX, actor(1)]), [[50.0, 0.0]]),  # everybody
        (Scene().frame(add=[actor(1)]), []),
        (Scene().frame(), []),
        (Scene(), []),
    ],
)
def test_without_anybody_who_moves_there_are_those_who_could_and_what_stands(scratch, scene, places):
    found, _ = moving_positions(scene.index(scratch))
    assert found.shape[1] == 2
    assert np.unique(found, axis=0).tolist() == places


def test_places_are_those_of_who_really_moves(scratch):
    index = street().index(scratch)
    places, _ = moving_positions(index)
    assert len(places) > 10
    assert places[:, 0].max() <= 20.0  # the late car's; the sign stands at 14, the spectator far off
    assert not (np.abs(places - [5.0, 2.0]).max(axis=1) < 0.01).any()  # the car in the way only stands


def test_who_is_deleted_in_the_last_frame_is_shown_as_far_as_it_came(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))])
    for number in range(1, 40):
        scene.frame(poses=[pose(1, (number, 0, 0))])
    places, _ = moving_positions(scene.frame(remove=[1]).index(scratch))
    assert places[:, 0].max() == 39.0


# -- where a contact was, and who is gone


@pytest.mark.parametrize(
    ("scene", "place"),
    [
        (street(), (4.75, 1.0, 4.9)),  # between those who touch
        (Scene().frame(add=[actor(1, "vehicle.audi.tt")], poses=[pose(1, (3, 4, 0))], collisions=[hit(1)]),
         (3.0, 4.0, 4.18)),
        (Scene().frame(collisions=[hit(8, 9)]), None),
    ],
)  # fmt: skip
def test_where_a_contact_was(scratch, scene, place):
    index = scene.index(scratch)
    found = contact_position(index, index.contacts[0])
    assert found == (place and pytest.approx(place, abs=0.01))


def test_who_is_gone_stays_where_it_was_last(scratch):
    index = street().index(scratch)
    (late,) = index.actors.rows_of(LATE)
    poses = trajectory(index, late)
    gone = last_known_pose(world_at(index, 0.95), late, poses)
    assert gone[0].tolist() == poses.locations[-1].tolist()
    not_yet = last_known_pose(world_at(index, 0.0), late, poses)
    assert not_yet[0].tolist() == poses.locations[0].tolist()
    assert not_yet[1][1] == pytest.approx(-90.0)
    assert (not_yet[2] == index.actors.box_extent[late]).all()


def test_who_was_nowhere_leaves_nothing(scratch):
    index = Scene().frame(add=[actor(1)]).index(scratch)
    assert last_known_pose(world_at(index, 0.0), 0, trajectory(index, 0)) is None
    assert math.isnan(world_at(index, 0.0).locations[0, 0])
