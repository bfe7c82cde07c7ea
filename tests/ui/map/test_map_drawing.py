"""What is drawn on the map, also of real recordings and on a finer screen; and no absurd number."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import CAMERA, HERO, LIGHT, OTHER, Scene, actor, pose
from tests.ui.drawn import around, near, picture
from tests.ui.map.conftest import SIZE
from tests.ui.map.gestures import look_at, map_of, move, only, view_of
from viewer.logfile import packets
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.driven_paths import moving_positions
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.detail import boxes_of
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.map.layers.sprites import SpriteSheet
from viewer.ui.map.trail_cache import TrailCache
from viewer.ui.map_layers import MapOptions, map_layers
from viewer.ui.widgets.label_box import label_size
from viewer.ui.widgets.placement import distances


def test_a_selected_light_is_shown_from_far(map_view, theme, row_of):
    look_at(map_view, (0.0, 0.0, 1.0))
    assert not near(picture(map_view), theme.lamp_green).any()
    map_view.told.set_selected((row_of(LIGHT),))
    assert near(picture(map_view), theme.lamp_green).any()


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
        outline = 9.0 if lines[0][0].bold else 0.0  # selected: the label lies beside it
        assert own - outline <= reach.min() + 1.5


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
    crowd = near(picture(view)[260:340, 360:440], theme.vehicle, 40)
    only_first = np.where(world.rows[:, None] == 0, world.locations, np.nan)
    view.told.set_world(_with(world, locations=only_first))
    alone = near(picture(view)[260:340, 360:440], theme.vehicle, 40)
    assert alone.sum() > 200
    assert crowd.sum() == pytest.approx(alone.sum(), rel=0.2)
    assert np.argwhere(crowd).mean(axis=0) == pytest.approx(np.argwhere(alone).mean(axis=0), abs=1)
    assert np.cov(np.argwhere(crowd).T) == pytest.approx(np.cov(np.argwhere(alone).T), rel=0.2)


def test_without_a_recording_there_is_only_ground_and_an_unseen_map_is_whole(begun, theme, index, row_of):
    assert near(picture(begun(None, 500, 400))[60:340], theme.ground).all()
    view = begun(index, 700, 500)
    view.told.set_hero(row_of(HERO))
    view.viewpoint.fit()
    view.viewpoint.set_span(70)
    view.viewpoint.center_on(0, 0)
    image = picture(view)
    assert image.shape[:2] == (500, 700)
    assert near(image[240:260, 330:370], theme.hero).sum() > 200
    assert view.viewpoint.visible_rect() == pytest.approx((-35, -25, 35, 25))


def _with(world, **columns):
    """Return a world with other columns, of those that are worked out from its records too."""
    fields = {name: values for name, values in columns.items() if name in ("locations", "rotations")}
    copy = replace(world, **fields)
    for name in columns.keys() - fields.keys():
        copy.__dict__[name] = columns[name]
    return copy


DARK = map_layers(sensors=False)
DEVELOPER = map_layers(sensors=False, developer=True)


def changed(map_view, layers, at=None, reach=10):
    """Return how many pixels around a point differ from a map without extra layers."""
    pictures = []
    for each in (DARK, layers):
        map_view.told.set_layers(each)
        image = picture(map_view)
        pictures.append(image if at is None else around(image, at, reach))
    return int((pictures[0] != pictures[1]).any(axis=2).sum())


def test_sensors_are_marks_when_near_and_can_be_pointed_at(map_view, mouse, asked, pixels_of, row_of):
    look_at(map_view, (5.0, 0.0, 20.0))
    assert changed(map_view, map_layers(sensors=True), pixels_of(5.5, 0.0)) > 10
    move(mouse, pixels_of(5.5, 0.0))
    assert only(asked, "hover") == [(row_of(CAMERA),)]
    look_at(map_view, (5.0, 0.0, 6.0))
    assert changed(map_view, map_layers(sensors=True)) == 0


def test_trigger_volumes_are_for_developers_and_turn_with_their_actor(map_view, tmp_path, pixels_of):
    scene = Scene().frame(
        add=[actor(1, "traffic.traffic_light", (0.0, 0.0, 0.0), (0.0, 90.0, 0.0)), actor(2)],
        poses=[pose(2, (30.0, 0.0, 0.0))],
        extra={
            packets.TRIGGER_VOLUME: [
                (1, (1000.0, 0.0, 0.0), (500.0, 100.0, 50.0)),
                (2, (1e30, float("nan"), 0.0), (float("inf"), 1e20, 0.0)),
            ]
        },
    )
    index = scene.index(tmp_path / "trigger.log")
    map_view.told.set_recording(index)
    map_view.told.set_world(world_at(index, 0.0))
    look_at(map_view, (10.0, 0.0, 10.0))
    assert changed(map_view, DEVELOPER, pixels_of(10.0, 4.0), 3) > 0
    assert changed(map_view, DEVELOPER, pixels_of(14.0, 0.0), 3) == 0


@pytest.fixture
def view(qtbot, alone, theme):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(600, 400)
    return view


@pytest.mark.parametrize("color_by", ["category", "speed", "recorded"])
def test_real_recordings_are_drawn_with_everything_on(tasks, view, qtbot, recording_file, color_by):
    with LogFile(recording_file) as file:
        index = read_index(file)
        middle, hero = index.duration / 2, index.actors.hero_rows[0]
        view.told.set_recording(index)
        view.viewpoint.set_fit_points(moving_positions(index)[0])
        view.told.set_layers(map_layers(sensors=True, grid=True, developer=True))
        labels = {"label_role": True, "label_speed": True, "heading_up": True}
        view.told.set_options(MapOptions("vehicles", 10.0, 5.0, color_by=color_by, **labels))
        view.told.set_hero(hero)
        view.told.set_selected((hero,))
        view.told.show(preview=world_at(index, 0.0))
        book = TrailCache(tasks, view)
        book.set_recording(index)
        book.around(middle, 10.0, 5.0, None)
        qtbot.waitUntil(lambda: tasks.quiet)
        trails = book.around(middle, 10.0, 5.0, None)
        assert hero in trails.rows
        assert np.isfinite(trails.positions).any()
        view.scene.update(trails=trails)
        pictures = set()
        for share, span in zip((0.0, 0.5, 0.7, 1.0), (1200, 300, 100, 30), strict=True):
            view.told.set_world(world_at(index, share * index.duration, interpolate=True))
            view.told.set_followed(hero)
            view.viewpoint.set_span(span)
            pictures.add(picture(view).tobytes())
        assert len(pictures) == 4


_ON_A_FINE_SCREEN = """
import sys
from pathlib import Path
import numpy as np
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from tests.scenes import Scene, actor, pose
from tests.ui.alone import Alone
from tests.ui.map.gestures import look_at, map_of
from viewer.replay.world.world import world_at
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.settings import Settings
from viewer.ui.theme import load_theme

app = QApplication([])
index = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).index(Path(sys.argv[1]))
store = QSettings(sys.argv[1] + ".ini", QSettings.Format.IniFormat)
view, theme = map_of(Alone(Tasks(), Settings(store))), load_theme("dark")
view.resize(200, 100)
view.told.set_recording(index)
view.told.set_world(world_at(index, 0))
for scale in (3.0, 20.0):
    look_at(view, (0.0, 0.0, scale))
    image = view.grab().toImage()
    columns = [
        x for x in range(image.width())
        if any(image.pixelColor(x, y) == theme.vehicle for y in range(image.height()))
    ]
    print(image.width(), min(columns), max(columns))
"""


def test_twice_the_pixels_for_the_same_size(tmp_path):
    environment = os.environ | {"QT_SCALE_FACTOR": "2", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", _ON_A_FINE_SCREEN, str(tmp_path / "one.log")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=240)
    (width, left, right), (_, box_left, box_right) = (
        [int(word) for word in line.split()] for line in done.stdout.splitlines()
    )
    assert width == 400
    assert (left + right) / 2 == pytest.approx(200, abs=2)
    assert 11 <= right - left <= 18  # a wedge of nine pixels, without its faint tip
    assert (box_left + box_right) / 2 == pytest.approx(200, abs=4)
    assert box_right - box_left == pytest.approx(4.79 * 20 * 2, rel=0.1)
