from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import (
    BICYCLE,
    CAMERA,
    CONE,
    HERO,
    LIGHT,
    OTHER,
    SIGN,
    SPECTATOR,
    WALKER,
    Scene,
    actor,
    pose,
)
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.footprints import footprints


def ids(index, actors):
    return index.actors.actor_id[actors.rows].tolist()


def test_props_lie_below_lights_below_parked_below_moving_below_the_hero(index, world, row_of):
    assert ids(index, footprints(world, hero=row_of(HERO))) == [
        SIGN,
        CONE,
        LIGHT,
        OTHER,
        110,
        BICYCLE,
        WALKER,
        HERO,
    ]


def test_what_has_no_body_is_shown_when_asked_for(index, world, row_of):
    assert {CAMERA, SPECTATOR}.isdisjoint(ids(index, footprints(world)))
    assert ids(index, footprints(world, also=(row_of(CAMERA),)))[-1] == CAMERA


def test_a_box_stands_where_its_middle_is(tmp_path):
    scene = Scene().frame(
        add=[actor(1)], poses=[pose(1, (10, 20, 0), (0, 90, 0))], boxes=[(1, (100, 50, 0), (300, 120, 80))]
    )
    shown = footprints(world_at(scene.index(tmp_path / "a.log"), 0))
    assert shown.centers[0] == pytest.approx([9.5, 21])
    assert shown.extents[0] == pytest.approx([3, 1.2])
    assert shown.headings[0] == pytest.approx(np.pi / 2)


def test_higher_ground_lies_above_lower(tmp_path):
    poses = [pose(1, (0, 0, 8)), pose(2, (0, 0, 0)), pose(3, (0, 0, 5))]
    index = Scene().frame(add=[actor(n) for n in (1, 2, 3)], poses=poses).index(tmp_path / "a.log")
    assert ids(index, footprints(world_at(index, 0))) == [2, 3, 1]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e8, 1e300])
@pytest.mark.parametrize("column", ["locations", "rotations"])
def test_what_is_nowhere_is_left_out(index, world, bad, column):
    place = world.index_of(index.actors.rows_of(OTHER)[0])
    values = getattr(world, column).copy()
    values[place, :2] = bad
    shown = footprints(replace(world, **{column: values}))
    if column == "rotations" and np.isfinite(bad):
        assert np.isfinite(shown.headings).all()
    else:
        assert OTHER not in ids(index, shown)
    assert HERO in ids(index, shown)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e9])
def test_a_box_that_is_no_box_becomes_a_point(tmp_path, bad):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 2, 0))], boxes=[(1, (0, 0, 0), (bad, bad, bad))])
    shown = footprints(world_at(scene.index(tmp_path / "a.log"), 0))
    assert shown.centers.tolist() == [[1, 2]]
    assert np.isfinite(shown.extents).all()
    assert (shown.extents < 10).all()
