from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import BICYCLE, HERO, LATE, LIGHT, OTHER, WALKER, Scene, actor, pose
from tests.ui.map.conftest import SIZE
from tests.ui.map.pixels import around, close_to, picture
from tests.ui.views import look_at, map_of, view_of
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.detail import boxes_of
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.map.layers.sprites import SpriteSheet
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.widgets.label_box import label_size
from viewer.ui.widgets.placement import distances

OTHER_PLACE = (5.0, 2.0)
LIGHT_PLACE = (12.0, -5.0)


@pytest.mark.parametrize("scale", [0.5, 2, 6, 20])
@pytest.mark.parametrize("name", ["dark", "light"])
def test_actors_have_the_colours_of_their_category_at_every_scale(
    plain_app, map_view, world, row_of, pixels_of, name, scale
):
    theme = load_theme(name)
    apply_theme(plain_app, theme)
    map_view.told.set_hero(row_of(HERO))
    look_at(map_view, (4.0, 1.0, scale))
    image = picture(map_view)
    assert close_to(image, theme.ground).mean() > 0.5
    for actor_id, color in (
        (HERO, theme.hero),
        (OTHER, theme.vehicle),
        (BICYCLE, theme.bicycle),
        (WALKER, theme.walker),
    ):
        x, y, _ = world.locations[world.index_of(row_of(actor_id))].tolist()
        if scale >= 2 or actor_id == HERO:  # from farther away they lie on each other
            assert close_to(around(image, pixels_of(x, y), 8), color, 40).any(), (actor_id, scale)


def test_an_actor_points_where_it_heads(map_view, theme, pixels_of):
    """The nose of a car is narrower than its tail."""
    image = picture(map_view)
    middle = pixels_of(*OTHER_PLACE)  # heads along y, which is down
    half_length = 23
    body = ~close_to(image, theme.ground, 60)  # with its lamps
    tail = body[middle.y() - half_length + 2, middle.x() - 15 : middle.x() + 15].sum()
    nose = body[middle.y() + half_length - 2, middle.x() - 15 : middle.x() + 15].sum()
    assert tail > nose > 0


@pytest.mark.parametrize("scale", [2, 10])
def test_a_light_tells_its_state_by_colour_and_by_place(map_view, world, theme, pixels_of, scale):
    """Off or unknown none is lit."""
    look_at(map_view, (*LIGHT_PLACE, scale))
    colors = theme.lamp_red, theme.lamp_yellow, theme.lamp_green
    for state, lit in ((0, 0), (1, 1), (2, 2), (3, None), (4, None), (-1, None)):
        column = np.where(world.light_states >= 0, state, -1).astype(np.int8)
        map_view.told.set_world(_with(world, light_states=column))
        image = around(picture(map_view), pixels_of(*LIGHT_PLACE), 30)
        lamps = [close_to(image, color) for color in colors]
        assert [each.sum() >= 4 for each in lamps] == [number == lit for number in range(3)]
        if lit is not None:
            rows, columns = np.nonzero(lamps[lit])
            assert abs(columns.mean() - 30) < 1.5
            assert np.sign(np.round((rows.mean() - 30) / 3)) == lit - 1


def test_who_is_selected_or_pointed_at_has_an_outline(map_view, theme, row_of, pixels_of):
    def there():
        return around(picture(map_view), pixels_of(*OTHER_PLACE), 40)

    plain = there()
    map_view.told.set_hovered(row_of(OTHER))
    assert (there() != plain).any()
    map_view.told.set_selected((row_of(OTHER),))
    assert close_to(there(), theme.text).sum() > close_to(plain, theme.text).sum() + 60
    map_view.told.set_selected(())
    map_view.told.set_hovered(None)
    assert (close_to(there(), theme.text) == close_to(plain, theme.text)).all()


def test_a_selected_light_is_shown_from_far(map_view, theme, row_of):
    look_at(map_view, (0.0, 0.0, 1.0))
    assert not close_to(picture(map_view), theme.lamp_green).any()
    map_view.told.set_selected((row_of(LIGHT),))
    assert close_to(picture(map_view), theme.lamp_green).any()


def test_who_is_gone_is_hollow_where_it_was_last_and_lies_as_it_was_turned(map_view, theme, pixels_of):
    """CARLA's yaw is clockwise seen from above, and y points to the right of x: 30 is right and down here."""
    map_view.scene.update(last_known_pose=pose_on_map((-20.0, -10.0, 0.0), (0.0, 30.0, 0.0), (2.4, 1.0, 0.7)))
    spot = close_to(around(picture(map_view), pixels_of(-20, -10), 30), theme.text, 60)
    assert spot.any()
    assert not spot[28:32, 28:32].any()
    map_view.scene.update(last_known_pose=pose_on_map((-20.0, -10.0, 0.0), (0.0, 30.0, 0.0), (2.4, 0.2, 0.7)))
    image = picture(map_view)
    for forward in (2.0, -2.0):
        x, y = forward * math.cos(math.radians(30.0)), forward * math.sin(math.radians(30.0))
        assert close_to(around(image, pixels_of(-20 + x, -10 + y), 5), theme.text, 60).any()
        assert not close_to(around(image, pixels_of(-20 + x, -10 - y), 5), theme.text, 60).any()
    map_view.scene.update(last_known_pose=None)
    assert not close_to(around(picture(map_view), pixels_of(-20, -10), 30), theme.text, 60).any()


def test_a_collision_flares_is_faint_long_ago_and_those_in_one_place_are_one(map_view, theme):
    def drawn(*marks):
        map_view.scene.update(contacts=[ContactMark(-20.0, -10.0, *more) for more in marks])
        image = picture(map_view)
        return image, close_to(image, theme.collision, 60).sum()

    (strong, red), (_, faint), (_, fresh) = drawn((0.0, 3.0)), drawn((0.0, 3.0, False)), drawn((1.0, 3.0))
    assert fresh > red > faint == 0
    assert (strong == drawn(*((0.0, 3.0, k == 30) for k in range(40)))[0]).all()


def test_labels_name_the_hero_and_the_selected_actor_at_every_scale(map_view, row_of):
    look_at(map_view, (4.0, 0.0, 1.0))
    plain = picture(map_view)
    map_view.told.set_hero(row_of(HERO))
    heroic = picture(map_view)
    map_view.told.set_selected((row_of(LATE),))
    assert 500 < (plain != heroic).any(axis=2).sum() < (plain != picture(map_view)).any(axis=2).sum()


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
        reach = distances(np.concatenate([middle - half, middle + half])[None], bodies)[0]
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


def test_thousands_are_squares(begun, theme, tmp_path):
    view = begun(cars(tmp_path, *((10.0 * (n % 50), 10.0 * (n // 50), 0.0) for n in range(2001))))
    look_at(view, (245.0, 205.0, 1.0))
    assert close_to(picture(view), theme.vehicle).sum() == pytest.approx(2001 * 16, rel=0.15)


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


def test_what_a_prop_stands_over_does_not_show_through(begun, theme, tmp_path):
    xs = {0.0: ("table", "chair"), 6.0: ("table",), 12.0: ("dirtdebris01",)}
    there = [(name, x) for x, names in xs.items() for name in names]
    added = [actor(n, f"static.prop.{name}", (x, 0.0, 0.0)) for n, (name, x) in enumerate(there, 1)]
    places = [pose(n, (x, 0.0, 0.0)) for n, (_, x) in enumerate(there, 1)]
    view = begun(Scene().frame(add=added, poses=places).index(tmp_path / "a.log"), 800, 300)
    look_at(view, (6.0, 0.0, 40.0))
    over, alone, litter = (picture(view)[142:158, x - 8 : x + 8] for x in (160, 400, 640))
    assert np.abs(over - alone).max() <= 2
    assert not close_to(litter, theme.ground, 2).any()  # a thing on the road and no scratches


def _with(world, **columns):
    """Return a world with other columns, of those that are worked out from its records too."""
    fields = {name: values for name, values in columns.items() if name in ("locations", "rotations")}
    copy = replace(world, **fields)
    for name in columns.keys() - fields.keys():
        copy.__dict__[name] = columns[name]
    return copy
