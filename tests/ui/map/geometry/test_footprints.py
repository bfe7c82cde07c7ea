"""Where actors stand on the map, how large they are, and who lies on whom."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests import scenes
from tests.scenes import CAMERA, HERO, OTHER, SPECTATOR, Scene, actor, pose
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.footprints import footprints


def ids(index, actors):
    return index.actors.actor_id[actors.rows].tolist()


def test_props_lie_below_lights_below_parked_below_moving_below_the_hero(index, world, row_of):
    """What has no body is shown when it is asked for."""
    found = ids(index, footprints(world, hero=row_of(HERO)))
    names = ("SIGN", "CONE", "LIGHT", "OTHER", "LATE", "BICYCLE", "WALKER", "HERO")
    assert found == [getattr(scenes, name) for name in names]
    assert {CAMERA, SPECTATOR}.isdisjoint(found)
    assert ids(index, footprints(world, also=(row_of(CAMERA),)))[-1] == CAMERA


def test_higher_ground_lies_above_lower(tmp_path):
    poses = [pose(1, (0, 0, 8)), pose(2, (0, 0, 0)), pose(3, (0, 0, 5))]
    index = Scene().frame(add=[actor(n) for n in (1, 2, 3)], poses=poses).index(tmp_path / "a.log")
    assert ids(index, footprints(world_at(index, 0))) == [2, 3, 1]


def test_a_box_stands_where_its_middle_is(tmp_path):
    scene = Scene().frame(
        add=[actor(1)], poses=[pose(1, (10, 20, 0), (0, 90, 0))], boxes=[(1, (100, 50, 0), (300, 120, 80))]
    )
    shown = footprints(world_at(scene.index(tmp_path / "a.log"), 0))
    assert shown.centers[0] == pytest.approx([9.5, 21])
    assert shown.extents[0] == pytest.approx([3, 1.2])
    assert shown.headings[0] == pytest.approx(np.pi / 2)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e8, 1e300])
@pytest.mark.parametrize("column", ["locations", "rotations"])
def test_what_is_nowhere_is_left_out(index, world, row_of, bad, column):
    values = getattr(world, column).copy()
    values[world.index_of(row_of(OTHER)), :2] = bad
    shown = footprints(replace(world, **{column: values}))
    is_there = column == "rotations" and np.isfinite(bad)
    assert (OTHER in ids(index, shown), HERO in ids(index, shown)) == (is_there, True)
    assert np.isfinite(shown.headings).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e9])
def test_a_box_that_is_no_box_becomes_a_point(tmp_path, bad):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 2, 0))], boxes=[(1, (0, 0, 0), (bad, bad, bad))])
    shown = footprints(world_at(scene.index(tmp_path / "a.log"), 0))
    assert shown.centers.tolist() == [[1, 2]]
    assert np.isfinite(shown.extents).all()
    assert (shown.extents < 10).all()
