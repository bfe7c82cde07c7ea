"""Which collisions stand out on the map at a time."""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests.scenes import HERO, OTHER, WALKER, Scene, actor, hit, pose
from viewer.replay.world.world import world_at
from viewer.ui.map.layers.contact_layer import ContactMarks


def index_of(tmp_path, frames, hits):
    """Return frames of a second in which the hero hits others, by the frame; it drives 10 m in each."""
    scene = Scene()
    for k in range(frames):
        scene.frame(
            1.0,
            add=[actor(HERO), actor(OTHER), actor(WALKER)] if k == 0 else (),
            poses=[pose(each, (10.0 * k, 2.0 * n, 0)) for n, each in enumerate((HERO, OTHER, WALKER))],
            collisions=[hit(HERO, hits[k], k)] if k in hits else [],
        )
    return scene.index(tmp_path / "hits.log")


@pytest.mark.parametrize(
    ("later", "selected", "strong"),
    [
        (-0.5, None, []),
        (5.0, None, [True]),
        (6.0, None, [False]),
        (9.0, None, [True, False]),
        (17.0, None, [False, False]),
        (17.0, OTHER, [False, True]),
        (17.0, WALKER, [True, False]),
    ],
)
def test_a_collision_stands_out_for_five_seconds_and_as_long_as_its_actor_is_selected(
    tmp_path, tasks, later, selected, strong
):
    index = index_of(tmp_path, 20, {2: OTHER, 9: WALKER})
    row = None if selected is None else index.actors.rows_of(selected)[0]
    marks = ContactMarks(tasks).at(world_at(index, float(index.elapsed[2]) + later), row)
    assert [bool(each) for each in marks[:, 4]] == strong


def test_all_of_many_collisions_are_found_without_moving_on(tmp_path, tasks, qtbot):
    index = index_of(tmp_path, 60, dict.fromkeys(range(1, 60, 2), OTHER))
    world = world_at(index, index.duration)
    marks = ContactMarks(tasks)
    assert 0 < len(marks.at(world, None)) < len(index.contacts)  # the latest ones at once
    marks.found.connect(lambda: marks.at(world, None))
    qtbot.waitUntil(lambda: tasks.quiet)
    found = marks.at(world, None)
    assert len(found) == len(index.contacts) == 30
    assert (np.diff(found[:, 0]) < 0).all()  # the latest first
    early = world_at(index, float(index.elapsed[5]))
    assert marks.at(early, None)[:, 0].tolist() == found[-3:, 0].tolist()


def test_a_file_that_was_cut_gives_no_places_and_no_error(tmp_path, tasks):
    index = index_of(tmp_path, 5, {2: OTHER})
    world = world_at(index, index.duration)
    os.truncate(index.path, 200)
    assert not len(ContactMarks(tasks).at(world, None))
