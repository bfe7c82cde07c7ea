"""Layers of the map: marks of collisions, stop lines in the colour of their light, and strokes."""

import os
from types import SimpleNamespace

import numpy as np
import pytest
import shapely
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, OTHER, WALKER, Scene, actor, hit, pose, street
from tests.scenes import LIGHT as STREET_LIGHT
from tests.ui.drawn import pixels_of
from viewer.analysis.traffic_lights import StopLine
from viewer.cancellation import ReadingCancelledError
from viewer.logfile.enums import TrafficLightState
from viewer.replay.world.world import world_at
from viewer.ui.map.actor_text import stop_line_tooltip
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.contact_layer import ContactMarks
from viewer.ui.map.layers.stop_line_layer import StopLineLayer, stop_line_at
from viewer.ui.map.layers.strokes import paint_strokes
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import apply_theme, load_theme

pytestmark = pytest.mark.usefixtures("plain_app")


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
def test_a_collision_stands_out_five_seconds_or_while_selected(tmp_path, tasks, later, selected, strong):
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


LIGHT = 5
LINE = StopLine(np.array([[0.0, -5.0], [0.0, 5.0]]), 0.5, (LIGHT,), "where it stands", derived=True)


def drawn(theme, state, scale=10.0, selected=None, exhibit=None):
    """The picture of a line that goes down through the middle, shape (100, 100, 3)."""
    apply_theme(QApplication.instance(), theme)
    layer = StopLineLayer()
    shown = MapPicture(
        ViewState(stop_lines=[LINE], selected=() if selected is None else (selected,)),
        Camera(0, 0, scale, 100, 100),
    )
    shown.event_overlay = exhibit
    shown.light_state = lambda row: state if row == LIGHT else -1
    layer.prepare(shown)
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(theme.road)
    with QPainter(image) as painter:
        layer.draw(painter)
    return pixels_of(image)


def is_color(pixel, color):
    return np.abs(pixel - color.getRgb()[:3]).max() < 8


@pytest.mark.parametrize(("light", "is_red"), [(LIGHT, False), (LIGHT + 1, True), (None, True)])
def test_beside_a_crossed_line_that_of_the_same_light_is_not_red(qapp, light, is_red):
    theme, event = load_theme("dark"), SimpleNamespace(light=light, cause=None)
    image = drawn(theme, TrafficLightState.RED, exhibit=SimpleNamespace(event=event))
    assert any(is_color(pixel, theme.light_red) for pixel in image[:, 50]) is is_red


def test_from_afar_only_those_of_lights_that_are_drawn(qapp):
    theme = load_theme("dark")
    nothing = drawn(theme, TrafficLightState.RED, 1.0)
    assert (nothing == theme.road.getRgb()[:3]).all()
    assert is_color(drawn(theme, TrafficLightState.RED, 1.0, selected=LIGHT)[50, 50], theme.light_red)


def test_it_is_pointed_at_along_its_whole_length_and_not_beyond(qapp):
    shown = MapPicture(ViewState(stop_lines=[LINE]), Camera(0, 0, 10.0, 200, 200))
    found = [stop_line_at(shown, *at) for at in ((100, 60), (104, 145), (110, 100), (100, 160))]
    assert found == [LINE, LINE, None, None]
    shown.update(camera=Camera(0, 0, 1.0, 200, 200))
    assert stop_line_at(shown, 100, 100) is None


def test_a_derived_one_says_so_and_whose_light_it_obeys(tmp_path):
    index = street().index(tmp_path / "street.log")
    world, row = world_at(index, 0.2), index.actors.rows_of(STREET_LIGHT)[0]
    line = LINE._replace(lights=np.array([row]))
    told = stop_line_tooltip(world, index.actors.descriptions, line)
    words = ["".join(span.text for span in each) for each in told]
    assert words[0] == "Stop line ƒ"
    assert words[1].startswith(f"Light {STREET_LIGHT} · ")
    assert words[2:] == ["ƒ known by where it stands", "ƒ the end of the lane: the map has no line here"]
    painted = stop_line_tooltip(world, index.actors.descriptions, line._replace(derived=False))
    assert [span.text for span in painted[0]] == ["Stop line"]
    assert len(painted) == 3


SIZE = (161, 147)  # no multiple of anything
GROUND, COLOR = QColor("#14181e"), QColor("#c06040")
LINES = {
    "crossing": [(20, 30, 150, 45), (150, 45, 60, 130), (20, 10, 50, 260), (90, 30, 90, 120)],
    "a point": [(80, 60, 80, 60)],
    "across the world": [(-4e9, -3e9, 5e9, 4e9), (100, -1e7, 100, 1e7)],
    "just outside": [(-3, -3, -3, 300), (-50, 150, 400, 150)],
    "none": [],
}


def painted(lines, width, ratio=1.0, should_continue=lambda _share: True):
    """Return how much of COLOR is in each device pixel, 0 to 1."""
    image = QImage(*(round(each * ratio) for each in SIZE), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(GROUND)
    with QPainter(image) as painter:
        ends = np.array(lines, np.float64).reshape(-1, 4).T
        paint_strokes(painter, ends, width, COLOR, SIZE, should_continue)
    red = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)[:, :, 2].astype(float)
    return (red - GROUND.red()) / (COLOR.red() - GROUND.red())


@pytest.mark.parametrize(("width", "ratio"), [(1.5, 1.0), (4.0, 2.0), (17.0, 1.0), (70.0, 2.0)])
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_what_is_inside_a_stroke_has_its_color_and_nothing_else(lines, width, ratio):
    share = painted(lines, width, ratio)
    assert -0.01 <= share.min() <= share.max() <= 1.01
    strokes = shapely.MultiLineString([np.reshape(each, (2, 2)) for each in lines])
    columns, rows = np.meshgrid(*(np.arange(each) + 0.5 for each in share.shape[::-1]))
    off = shapely.distance(strokes, shapely.points(columns / ratio, rows / ratio)) - width / 2
    slack = 1.0 / ratio + 0.05 * width  # a wide stroke has 16 sides
    assert (share[off < -slack] > 0.99).all()
    assert (share[~(off < slack)] < 0.01).all()


def test_a_stroke_is_drawn_in_parts_and_can_be_cancelled():
    shares = []
    with pytest.raises(ReadingCancelledError):
        painted(LINES["crossing"], 4.0, 4.0, lambda share: shares.append(share) or len(shares) < 3)
    assert len(shares) == 3
    assert 0.0 < shares[-1] < 1.0
