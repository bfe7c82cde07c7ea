"""Which collisions stand out on the map at a time."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, OTHER, WALKER, Scene, actor, hit, pose
from viewer.replay.world.world import world_at
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.layers.contact_layer import ContactMarks


def test_a_collision_stands_out_for_five_seconds_and_as_long_as_its_actor_is_selected(
    tmp_path: Path, tasks: Tasks
) -> None:
    scene = Scene()
    cast = [actor(HERO), actor(OTHER), actor(WALKER)]
    poses = [pose(number, (10.0 * place, 0, 0)) for place, number in enumerate((HERO, OTHER, WALKER))]
    for frame in range(20):
        collisions = (
            [hit(HERO, OTHER, frame)] if frame == 2 else [hit(HERO, WALKER, frame)] if frame == 9 else []
        )
        scene.frame(1.0, add=cast if frame == 0 else (), poses=poses, collisions=collisions)
    index = scene.index(tmp_path / "two.log")
    marks = ContactMarks(tasks)

    def strong(elapsed: float, selected: int | None = None) -> list[bool]:
        return [bool(each) for each in marks.at(world_at(index, elapsed), selected)[:, 4]]

    start = float(index.elapsed[2])
    assert strong(start - 0.5) == []
    assert strong(start + 5.0) == [True]
    assert strong(start + 6.0) == [False]
    assert strong(start + 9.0) == [True, False]
    assert strong(start + 17.0) == [False, False]
    other, walker = (index.actors.rows_of(number)[0] for number in (OTHER, WALKER))
    assert strong(start + 17.0, other) == [False, True]
    assert strong(start + 17.0, walker) == [True, False]


def test_all_of_many_collisions_are_found_without_moving_on(
    tmp_path: Path, tasks: Tasks, qtbot: QtBot
) -> None:
    scene = Scene()
    for frame in range(60):
        poses = [pose(HERO, (10.0 * frame, 0, 0)), pose(OTHER, (10.0 * frame, 2.0, 0))]
        collisions = [hit(HERO, OTHER, frame)] if frame % 2 else []
        scene.frame(
            1.0, add=[actor(HERO), actor(OTHER)] if not frame else (), poses=poses, collisions=collisions
        )
    index = scene.index(tmp_path / "many.log")
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


def test_a_file_that_was_cut_gives_no_places_and_no_error(tmp_path: Path, tasks: Tasks) -> None:
    scene = Scene()
    poses = [pose(HERO, (0, 0, 0)), pose(OTHER, (5.0, 0, 0))]
    for frame in range(5):
        collisions = [hit(HERO, OTHER, frame)] if frame == 2 else []
        scene.frame(
            1.0, add=[actor(HERO), actor(OTHER)] if not frame else (), poses=poses, collisions=collisions
        )
    path = tmp_path / "cut.log"
    index = scene.index(path)
    world = world_at(index, index.duration)
    os.truncate(path, 200)
    assert not len(ContactMarks(tasks).at(world, None))
