from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import HERO, LIGHT, OTHER, Scene, actor, pose
from tests.ui.map.conftest import SIZE
from tests.ui.map.pixels import close_to, picture
from tests.ui.views import look_at, map_of, view_of
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.detail import boxes_of
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.map.layers.sprites import SpriteSheet
from viewer.ui.widgets.label_box import label_size
from viewer.ui.widgets.placement import distances

OTHER_PLACE = (5.0, 2.0)
LIGHT_PLACE = (12.0, -5.0)


def test_a_selected_light_is_shown_from_far(map_view, theme, row_of):
    look_at(map_view, (0.0, 0.0, 1.0))
    assert not close_to(picture(map_view), theme.lamp_green).any()
    map_view.told.set_selected((row_of(LIGHT),))
    assert close_to(picture(map_view), theme.lamp_green).any()


@pytest.fixture
def begun(alone, qtbot):
    """A function that returns a map of so many pixels with a recording of these at its beginning."""

    def begun(index, width=SIZE[0], height=SIZE[1]):
        view = map_of(alone)
        qtbot.addWidget(view)
        view.resize(width, height)
        view.told.set_recording(index)
        view.told.set_world(None if index is None else world_at(index, 0.0))
        return view

    return begun


def cars(tmp_path, *places):
    """Return a recording of cars at these places and yaws."""
    poses = [pose(n, (*place[:2], 0.0), (0.0, *place[2:], 0.0)) for n, place in enumerate(places, 1)]
    scene = Scene().frame(add=[actor(n + 1) for n in range(len(places))], poses=poses)
    return scene.index(tmp_path / "cars.log")


@pytest.mark.parametrize("seed", range(3))
def test_a_label_stands_at_its_own_actor(begun, tmp_path, monkeypatch, seed):
    """In a crowd of cars, two of which touch in a T, no label is nearer to another car than to its own."""
    chance = np.random.default_rng(seed)
    places = [(0.0, 0.0, 90.0), (3.1, -1.0, 180.0)]
    places += [(*chance.uniform(-18, 18, 2).tolist(), chance.uniform(0, 360)) for _ in range(12)]
    index = cars(tmp_path, *places)
    told = []
    monkeypatch.setattr(SpriteSheet, "set_sprites", lambda *placed: told.append((placed[1], placed[3])))
    view = begun(index)
    look_at(view, (0.0, 0.0, 16.0))
    view.told.set_selected((0, 1))
    picture(view)
    keys, middles = next(each for each in reversed(told) if each[0] and isinstance(each[0][0], tuple))
    screen = view.scene.picture.screen
    bodies, ids = boxes_of(screen), index.actors.actor_id[screen.rows].tolist()
    assert len(keys) > 4
    for lines, middle in zip(keys, middles, strict=True):
        size = label_size(lines)
        half = np.array((size.width(), size.height())) / 2
        reach = distances(np.concatenate([middle - half, middle + half]), bodies)
        own = reach[ids.index(int(lines[0][0].text))]
        assert own <= reach.min() + 1.5


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e9, 1e300])
def test_absurd_numbers_never_reach_the_screen(map_view, world, row_of, bad):
    locations = world.locations.copy()
    locations[::2] = bad
    rotations = world.rotations.copy()
    rotations[1::4] = bad
    map_view.told.set_hero(row_of(HERO))
    map_view.told.set_selected((row_of(OTHER),))
    map_view.told.set_followed(row_of(HERO))
    map_view.told.set_world(replace(world, locations=locations, rotations=rotations))
    map_view.scene.update(trail=([(bad, 0), (0, bad), (1, 1), (2, 2)], [(bad, bad)]))
    marks = ((bad, 0, 1, 1), (0, 0, bad, 1), (0, 0, 1, bad), (0, 0, -5, 1e6))
    map_view.scene.update(contacts=[ContactMark(*mark) for mark in marks])
    map_view.scene.update(last_known_pose=pose_on_map((bad, bad, bad), (bad, bad, bad), (bad, bad, bad)))
    map_view.scene.update(last_known_pose=pose_on_map((1.0, 1.0, 0.0), (bad, bad, bad), (bad, bad, bad)))
    map_view.viewpoint.fit()
    map_view.viewpoint.fit([(bad, 1)])
    map_view.viewpoint.center_on(bad, bad)
    map_view.viewpoint.zoom(bad)
    map_view.viewpoint.set_span(bad)
    for scale in (1.0, 3.0, 10.0, 400.0):
        look_at(map_view, (0.0, 0.0, scale))
        picture(map_view)
    assert all(np.isfinite(view_of(map_view)))


def test_many_boxes_are_copied_and_look_like_few(begun, theme, tmp_path):
    """Above the number that is filled exactly, sprites stand in: the same car is where it was."""
    places = [(-30.0 + 5 * (n % 20), 10.0 + 4 * (n // 20), 0.0) for n in range(399)]
    index = cars(tmp_path, (0.0, 0.0, 30.0), *places)
    world, view = world_at(index, 0), begun(index)
    look_at(view, (0.0, 0.0, 6.0))
    crowd = close_to(picture(view)[260:340, 360:440], theme.vehicle, 40)
    only_first = np.where(world.rows[:, None] == 0, world.locations, np.nan)
    view.told.set_world(_with(world, locations=only_first))
    alone = close_to(picture(view)[260:340, 360:440], theme.vehicle, 40)
    assert alone.sum() > 200
    assert crowd.sum() == pytest.approx(alone.sum(), rel=0.2)
    assert np.argwhere(crowd).mean(axis=0) == pytest.approx(np.argwhere(alone).mean(axis=0), abs=1)
    assert np.cov(np.argwhere(crowd).T) == pytest.approx(np.cov(np.argwhere(alone).T), rel=0.2)


def test_without_a_recording_there_is_only_ground_and_a_map_that_was_never_shown_is_whole(
    begun, theme, index, row_of
):
    assert close_to(picture(begun(None, 500, 400))[60:340], theme.ground).all()
    view = begun(index, 700, 500)
    view.told.set_hero(row_of(HERO))
    view.viewpoint.fit()
    view.viewpoint.set_span(70)
    view.viewpoint.center_on(0, 0)
    image = picture(view)
    assert image.shape[:2] == (500, 700)
    assert close_to(image[240:260, 330:370], theme.hero).sum() > 200
    assert view.viewpoint.visible_rect() == pytest.approx((-35, -25, 35, 25))


def _with(world, **columns):
    """Return a world with other columns, of those that are worked out from its records too."""
    fields = {name: values for name, values in columns.items() if name in ("locations", "rotations")}
    copy = replace(world, **fields)
    for name in columns.keys() - fields.keys():
        copy.__dict__[name] = columns[name]
    return copy
