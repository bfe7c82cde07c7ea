from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import BICYCLE, CONE, HERO, LATE, LIGHT, OTHER, WALKER, Scene, actor, pose
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


def test_the_hero_has_a_ring(map_view, world, theme, row_of, pixels_of):
    map_view.told.set_world(_alone(world, row_of(HERO)))
    map_view.told.set_hero(row_of(HERO))
    image = picture(map_view)
    column = close_to(image, theme.hero, 30)[:, pixels_of(3.5, 0).x()]  # behind the windscreen
    runs = np.flatnonzero(np.diff(column.astype(int)) == 1)
    assert len(runs) == 3  # ring, body, ring


@pytest.mark.parametrize(("state", "place"), [("red", -1), ("yellow", 0), ("green", 1)])
@pytest.mark.parametrize("scale", [2, 10])
def test_a_light_tells_its_state_by_colour_and_by_place(
    map_view, world, theme, pixels_of, state, place, scale
):
    column = np.where(world.light_states >= 0, ["red", "yellow", "green"].index(state), -1).astype(np.int8)
    map_view.told.set_world(_with(world, light_states=column))
    look_at(map_view, (*LIGHT_PLACE, scale))
    lamps = close_to(around(picture(map_view), pixels_of(*LIGHT_PLACE), 30), getattr(theme, f"lamp_{state}"))
    rows, columns = np.nonzero(lamps)
    assert len(rows) >= 4
    assert abs(columns.mean() - 30) < 1.5
    assert np.sign(np.round((rows.mean() - 30) / 3)) == place


@pytest.mark.parametrize("state", [3, 4, -1])
def test_a_light_that_is_off_or_unknown_has_no_lamp_lit(map_view, world, theme, pixels_of, state):
    column = np.where(world.light_states >= 0, state, -1).astype(np.int8)
    map_view.told.set_world(_with(world, light_states=column))
    look_at(map_view, (*LIGHT_PLACE, 10))
    image = around(picture(map_view), pixels_of(*LIGHT_PLACE), 30)
    assert not any(close_to(image, c).any() for c in (theme.lamp_red, theme.lamp_yellow, theme.lamp_green))


def test_a_selected_actor_has_an_outline_and_lies_on_top(map_view, theme, row_of, pixels_of):
    middle = pixels_of(*OTHER_PLACE)
    before = close_to(around(picture(map_view), middle, 40), theme.text)
    map_view.told.set_selected((row_of(OTHER),))
    after = close_to(around(picture(map_view), middle, 40), theme.text)
    assert after.sum() > before.sum() + 60
    map_view.told.set_selected(())
    assert (close_to(around(picture(map_view), middle, 40), theme.text) == before).all()


def test_a_selected_light_is_shown_from_far(map_view, theme, row_of):
    look_at(map_view, (0.0, 0.0, 1.0))
    assert not close_to(picture(map_view), theme.lamp_green).any()
    map_view.told.set_selected((row_of(LIGHT),))
    assert close_to(picture(map_view), theme.lamp_green).any()


def test_a_hovered_actor_is_outlined_lightly(map_view, row_of, pixels_of):
    middle = pixels_of(*OTHER_PLACE)
    before = around(picture(map_view), middle, 40)
    map_view.told.set_hovered(row_of(OTHER))
    assert (around(picture(map_view), middle, 40) != before).any()


def test_who_is_gone_is_hollow_where_it_was_last(map_view, theme, pixels_of):
    map_view.scene.update(last_known_pose=pose_on_map((-20.0, -10.0, 0.0), (0.0, 30.0, 0.0), (2.4, 1.0, 0.7)))
    middle = pixels_of(-20, -10)
    spot = close_to(around(picture(map_view), middle, 30), theme.text, 60)
    assert spot.any()
    assert not spot[28:32, 28:32].any()
    map_view.scene.update(last_known_pose=None)
    assert not close_to(around(picture(map_view), middle, 30), theme.text, 60).any()


def test_who_is_gone_lies_as_it_was_turned(map_view, theme, pixels_of):
    """CARLA's yaw is clockwise seen from above, and y points to the right of x: 30 is right and down here."""
    map_view.scene.update(last_known_pose=pose_on_map((-20.0, -10.0, 0.0), (0.0, 30.0, 0.0), (2.4, 0.2, 0.7)))
    image = picture(map_view)
    for forward in (2.0, -2.0):
        x, y = forward * math.cos(math.radians(30.0)), forward * math.sin(math.radians(30.0))
        assert close_to(around(image, pixels_of(-20 + x, -10 + y), 5), theme.text, 60).any()
        assert not close_to(around(image, pixels_of(-20 + x, -10 - y), 5), theme.text, 60).any()


def test_a_collision_is_a_ring_with_a_cross_on_its_edge(map_view, theme, pixels_of):
    map_view.scene.update(contacts=[ContactMark(-20.0, -10.0, 0.0, 3.0)])
    mask = ~close_to(picture(map_view), theme.ground)
    middle = pixels_of(-20, -10)
    assert not mask[middle.y() - 15 : middle.y() + 15, middle.x() - 15 : middle.x() + 15].any()
    assert mask[middle.y() - 1 : middle.y() + 2, middle.x() + 28 : middle.x() + 33].any()
    edge = round(30 * 0.5**0.5)
    assert mask[middle.y() - edge - 4, middle.x() - edge + 4]  # an arm of the cross, outside the ring
    assert mask[middle.y() - edge + 3, middle.x() - edge + 3]  # another one, inside
    assert not mask[middle.y() + edge + 4, middle.x() + edge + 4]


def test_a_collision_long_ago_is_a_faint_ring_and_those_in_one_place_are_one(map_view, theme, pixels_of):
    map_view.scene.update(contacts=[ContactMark(-20.0, -10.0, 0.0, 3.0)])
    strong = picture(map_view)
    map_view.scene.update(contacts=[ContactMark(-20.0, -10.0, 0.0, 3.0, strong=False)])
    faint = picture(map_view)
    assert 0 < close_to(strong, theme.ground).sum() < close_to(faint, theme.ground).sum()
    assert not close_to(around(faint, pixels_of(-20, -10), 60), theme.collision, 60).any()
    map_view.scene.update(contacts=[ContactMark(-20.0, -10.0, 0.0, 3.0, strong=k == 30) for k in range(40)])
    assert (strong == picture(map_view)).all()


def test_a_fresh_collision_flares(map_view, theme):
    def strength(flare):
        map_view.scene.update(contacts=[ContactMark(-20.0, -10.0, flare, 3.0)])
        return close_to(picture(map_view), theme.collision, 60).sum()

    assert strength(1.0) > strength(0.0) > 0


def test_the_past_fades_and_the_future_is_dashed(map_view, theme, row_of, pixels_of):
    map_view.told.set_selected((row_of(WALKER),))
    x = np.linspace(-35, -5, 60)
    map_view.scene.update(
        trail=(np.column_stack([x, np.full(60, -20.0)]), np.column_stack([x, np.full(60, 20.0)]))
    )
    image = picture(map_view)
    ground = np.array(theme.ground.getRgb()[:3])
    past = np.abs(image[pixels_of(0, -20).y()] - ground).sum(axis=1)
    old, new = past[pixels_of(-33, 0).x()], past[pixels_of(-6, 0).x()]
    assert new > old > 0
    future = np.abs(image[pixels_of(0, 20).y()] - ground).sum(axis=1) > 60
    ahead = future[pixels_of(-35, 0).x() : pixels_of(-5, 0).x()]
    assert 5 < np.count_nonzero(np.diff(ahead.astype(int)) == 1) < 60


def test_labels_name_the_hero_and_the_selected_actor_at_every_scale(map_view, row_of):
    look_at(map_view, (4.0, 0.0, 1.0))
    plain = picture(map_view)
    map_view.told.set_hero(row_of(HERO))
    heroic = picture(map_view)
    map_view.told.set_selected((row_of(LATE),))
    assert 500 < (plain != heroic).any(axis=2).sum() < (plain != picture(map_view)).any(axis=2).sum()


@pytest.mark.parametrize("seed", range(6))
def test_a_label_stands_at_its_own_actor(alone, qtbot, theme, tmp_path, monkeypatch, seed):
    """In a crowd of cars, two of which touch in a T, no label is nearer to another car than to its own."""
    chance = np.random.default_rng(seed)
    places = [(0.0, 0.0, 90.0), (3.1, -1.0, 180.0)]
    places += [(*chance.uniform(-18, 18, 2).tolist(), chance.uniform(0, 360)) for _ in range(12)]
    poses = [pose(n + 1, (x, y, 0.0), (0.0, yaw, 0.0)) for n, (x, y, yaw) in enumerate(places)]
    scene = Scene()
    scene.frame(add=[actor(n + 1) for n in range(len(places))], poses=poses)
    index = scene.index(tmp_path / "crowd.log")
    told = []
    monkeypatch.setattr(SpriteSheet, "set_sprites", lambda *placed: told.append((placed[1], placed[3])))
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(*SIZE)
    view.told.set_recording(index)
    view.told.set_world(world_at(index, 0.0))
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


def begun(view, index, theme, width, height):
    """Return a map of so many pixels with a recording at its beginning."""
    view.resize(width, height)
    view.told.set_recording(index)
    view.told.set_world(world_at(index, 0.0))
    return view


def test_many_boxes_are_copied_and_look_like_few(alone, qtbot, theme, tmp_path):
    """Above the number that is filled exactly, sprites stand in: the same car is where it was."""
    count = 400
    scene = Scene()
    places = [(-30.0 + 5 * (n % 20), 10.0 + 4 * (n // 20), 0.0) for n in range(count - 1)]
    poses = [pose(1, (0.0, 0.0, 0.0), (0.0, 30.0, 0.0))]
    poses += [pose(n + 2, place) for n, place in enumerate(places)]
    scene.frame(add=[actor(n + 1) for n in range(count)], poses=poses)
    index = scene.index(tmp_path / "crowd.log")
    world = world_at(index, 0)
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.told.set_recording(index)
    look_at(view, (0.0, 0.0, 6.0))
    view.told.set_world(_alone(world, 0))
    alone = close_to(picture(view)[260:340, 360:440], theme.vehicle, 40)
    view.told.set_world(world)
    crowd = close_to(picture(view)[260:340, 360:440], theme.vehicle, 40)
    assert alone.sum() > 200
    assert crowd.sum() == pytest.approx(alone.sum(), rel=0.2)
    assert np.argwhere(crowd).mean(axis=0) == pytest.approx(np.argwhere(alone).mean(axis=0), abs=1)
    assert np.cov(np.argwhere(crowd).T) == pytest.approx(np.cov(np.argwhere(alone).T), rel=0.2)


def test_thousands_are_squares(alone, qtbot, theme, tmp_path):
    count = 2001
    poses = [pose(n + 1, (10.0 * (n % 50), 10.0 * (n // 50), 0)) for n in range(count)]
    index = Scene().frame(add=[actor(n + 1) for n in range(count)], poses=poses).index(tmp_path / "many.log")
    view = begun(map_of(alone), index, theme, 800, 600)
    qtbot.addWidget(view)
    look_at(view, (245.0, 205.0, 1.0))
    assert close_to(picture(view), theme.vehicle).sum() == pytest.approx(count * 16, rel=0.15)


def test_without_a_recording_there_is_only_ground(alone, qtbot, theme):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.told.set_recording(None)
    view.told.set_world(None)
    assert close_to(picture(view)[60:340], theme.ground).all()


def test_a_map_that_was_never_shown_is_drawn_completely(alone, qtbot, theme, index, world, row_of):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.told.set_recording(index)
    view.told.set_world(world)
    view.told.set_hero(row_of(HERO))
    view.resize(700, 500)
    view.viewpoint.fit()
    view.viewpoint.set_span(70)
    view.viewpoint.center_on(4, 0)
    image = picture(view)
    assert image.shape[:2] == (500, 700)
    assert close_to(image[240:260, 330:370], theme.hero).sum() > 200
    assert view.viewpoint.visible_rect() == pytest.approx((-31, -25, 39, 25))


def test_props_are_faint(map_view, world, theme, row_of, pixels_of):
    x, y, _ = world.locations[world.index_of(row_of(CONE))].tolist()
    spot = around(picture(map_view), pixels_of(x, y), 10)
    assert close_to(spot, theme.prop, 60).any()
    assert spot.max() <= max(theme.prop.getRgb()[:3]) + 5


def test_what_a_prop_stands_over_does_not_show_through(qtbot, alone, theme, tmp_path):
    names = "table", "chair", "table", "dirtdebris01"
    xs = 0.0, 0.0, 6.0, 12.0
    added = [
        actor(n, f"static.prop.{name}", (x, 0.0, 0.0))
        for n, (name, x) in enumerate(zip(names, xs, strict=True), 1)
    ]
    places = [pose(n, (x, 0.0, 0.0)) for n, x in enumerate(xs, 1)]
    view = begun(
        map_of(alone), Scene().frame(add=added, poses=places).index(tmp_path / "a.log"), theme, 800, 300
    )
    qtbot.addWidget(view)
    look_at(view, (6.0, 0.0, 40.0))
    over, alone, litter = (picture(view)[142:158, x - 8 : x + 8] for x in (160, 400, 640))
    assert np.abs(over - alone).max() <= 2
    assert not close_to(litter, theme.ground, 2).any()  # a thing on the road and no scratches


def _alone(world, row):
    """Return a world in which only one actor has a place."""
    return _with(world, locations=np.where(world.rows[:, None] == row, world.locations, np.nan))


def _with(world, **columns):
    """Return a world with other columns, of those that are worked out from its records too."""
    fields = {name: values for name, values in columns.items() if name in ("locations", "rotations")}
    copy = replace(world, **fields)
    for name in columns.keys() - fields.keys():
        copy.__dict__[name] = columns[name]
    return copy
