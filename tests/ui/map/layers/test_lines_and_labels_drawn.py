"""Stop lines, labels and actors on the map, shape by shape."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tests.ui.drawn import drawn, shade
from viewer.analysis.stop_lines import StopLine
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.ui.map.actor_colors import actor_colors
from viewer.ui.map.camera import Camera
from viewer.ui.map.chrome.pill import Span
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.layers.actor_layer import ActorLayer
from viewer.ui.map.layers.label_layer import Label, LabelLayer, pill_size
from viewer.ui.map.layers.stop_line_layer import StopLineLayer
from viewer.ui.theme import load_theme

pytestmark = pytest.mark.usefixtures("qapp")

THEMES = {name: load_theme(name) for name in ("dark", "light")}
WIDTH, HEIGHT = 400, 300
ROLES = {0: "light_red", 1: "light_yellow", 2: "light_green"}


def line(x, light, width=0.5):
    return StopLine(
        np.array([(x, -5.0), (x, 5.0)]), width, np.array([light]), "where it stands", derived=False
    )


def looked(lines, scale, states, theme="dark", always=()):
    layer = StopLineLayer(0.0)
    layer.set_theme(THEMES[theme])
    layer.set_lines(lines)
    layer.look(Camera(0.0, 0.0, scale, WIDTH, HEIGHT), lambda row: states.get(row, -1), always=always)
    return layer


def told(layer):
    return drawn(layer.draw, WIDTH, HEIGHT)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("state", [-1, *map(int, TrafficLightState)])
@pytest.mark.parametrize(("scale", "width"), [(2.0, 2.5), (4.0, 2.5), (10.0, 5.0), (1.5, 2.5)])
def test_a_stop_line_is_in_the_colour_of_its_light_and_dashed_without_one(theme, state, scale, width):
    """Their own width from 4 px per metre, at least 2.5; light theme: a casing of 1 px in secondary;
    blinking or off lights: dashed 6 and 4."""
    colors = THEMES[theme]
    *below, top = told(looked([line(0.0, 7)], scale, {7: state}, theme))
    role = ROLES.get(state, "stop_line")
    assert top.ink == shade(getattr(colors, role))
    assert top.width == width
    assert top.dashes == (() if state in ROLES else pytest.approx((6.0, 4.0)))
    assert top.points.tolist() == [[200.0, 150 - 5 * scale], [200.0, 150 + 5 * scale]]
    expected = []
    if theme == "light":
        expected = [(shade(colors.secondary), width + 2)]
        if state not in ROLES:
            expected.append((shade(colors.road), width))
    assert [(each.ink, each.width) for each in below] == expected
    assert all(each.points.tolist() == top.points.tolist() and not each.dashes for each in below)


def test_far_out_only_lines_of_lights_that_are_asked_for_are_drawn_and_none_out_of_view():
    lines = [line(0.0, 7), line(5.0, 8), line(500.0, 7)]
    assert len(told(looked(lines, 1.4, {}))) == 0
    (only,) = told(looked(lines, 1.4, {}, always=(8,)))
    assert only.box[0] == 200 + 5 * 1.4
    assert len(told(looked(lines, 1.5, {}))) == 2


def test_lines_cover_themselves_and_half_their_width():
    areas = looked([line(0.0, 7), line(6.0, 8, 0.8)], 10.0, {}).areas()
    assert areas.tolist() == [[197.5, 97.5, 202.5, 202.5], [256.0, 96.0, 264.0, 204.0]]


def test_the_line_at_a_place_is_the_first_within_three_pixels_of_its_edge():
    lines = [line(0.0, 7), line(6.0, 8, 0.8)]
    layer = looked(lines, 10.0, {})
    camera = Camera(0.0, 0.0, 10.0, WIDTH, HEIGHT)
    for x, y in itertools.product(range(180, 280), (80, 94, 95, 100, 150, 205, 207, 230)):
        expected = None
        for each, at, reach in ((lines[1], 260, 7.0), (lines[0], 200, 5.5)):
            if math.dist((x, y), (at, min(max(y, 100), 200))) <= reach:
                expected = each
        assert layer.at(camera, x, y) is expected, (x, y)
    assert layer.at(Camera(0.0, 0.0, 1.4, WIDTH, HEIGHT), 200, 150) is None


# -- labels

LINES = ((Span("101", bold=True), Span("  tesla", "secondary")),)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_label_is_a_pill_of_24_pixels_with_its_words_eight_beside_the_edge_and_a_leader(theme):
    """24 high, radius 6, 8 beside the text; the leader 1 px in secondary."""
    colors = THEMES[theme]
    layer = LabelLayer(0.0)
    layer.set_theme(colors)
    layer.eased = False
    layer.show_labels([Label(3, 0, LINES, 120.0, 40.0, (100.0, 90.0), (125.0, 64.0))], 1.0)
    leader, ground, *words = drawn(layer.draw_exactly, WIDTH, HEIGHT)
    assert leader.points.tolist() == [[100.0, 90.0], [125.0, 64.0]]
    assert (leader.ink, leader.width) == (shade(colors.secondary), 1.0)
    size = pill_size(LINES)
    assert size.height() == 24
    assert ground.box == pytest.approx((120.5, 40.5, 119.5 + size.width(), 63.5), abs=0.01)
    assert (ground.fill, ground.ink) == (shade(colors.raised, 0.88), shade(colors.hairline, 0.9))
    assert [each.text for each in words] == ["101", "  tesla"]
    assert words[0].points[0, 0] == 128.0
    assert [each.ink for each in words] == [shade(colors.text), shade(colors.secondary)]
    assert 54 < words[0].points[0, 1] < 59


def test_while_a_label_moves_its_leader_ends_where_it_is():
    now = [10.0]
    layer = LabelLayer(0.0, lambda: now[0])
    layer.set_theme(THEMES["dark"])
    layer.eased = True
    ends = []
    layer.show_labels([Label(3, 0, LINES, 100.0, 40.0, (90.0, 90.0), (100.0, 64.0))], 1.0)
    layer.show_labels([Label(3, 1, LINES, 200.0, 80.0, (90.0, 90.0), (200.0, 104.0))], 1.0)
    for time in (10.0, 10.03, 10.06, 10.11, 10.12, 10.5):
        now[0] = time
        leader, pill = drawn(layer.draw, WIDTH, HEIGHT)
        rest = max(1 - (time - 10.0) / 0.12, 0.0) ** 3
        assert pill.box[:2] == pytest.approx((200 - 100 * rest, 80 - 40 * rest), abs=0.01)
        assert leader.points[1] == pytest.approx((200 - 100 * rest, 104 - 40 * rest), abs=0.01)
        assert leader.points[0].tolist() == [90.0, 90.0]
        ends.append(pill.box[0])
    assert ends == sorted(ends)


# -- actors


def actors(categories, centers, headings, halves):
    count = len(centers)
    return ScreenActors(
        Detail.NEAR, np.arange(count), np.arange(count), np.array(categories, np.uint8),
        np.array(centers, float), np.array(headings, float), np.array(halves, float),
        np.full(count, -1, np.int8),
    )  # fmt: skip


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("heading", [0.0, 0.9, math.pi])
def test_a_car_has_an_edge_and_windows_and_who_walks_or_rides_a_halo(theme, heading):
    layer = ActorLayer(0.0)
    layer.set_theme(THEMES[theme])
    for category, windows in ((Category.VEHICLE, 2), (Category.WALKER, 0), (Category.BICYCLE, 0)):
        colors = actor_colors(THEMES[theme])[category]
        shown = actors([category], [(200.0, 150.0)], [heading], [(46.0, 20.0)])
        layer.show_actors(shown, np.array([int(category)]), 1.0, top=None)
        found = told(layer)
        bodies = [each for each in found if each.fill == shade(colors.body)]
        assert len(bodies) == 1
        way = np.array([math.cos(heading), math.sin(heading)])
        along = (bodies[0].points - (200, 150)) @ way
        across = (bodies[0].points - (200, 150)) @ (-way[1], way[0])
        assert along.max() == pytest.approx(46.0, abs=0.05)  # the nose is at the front
        assert along.min() >= -46.05
        assert np.abs(across).max() == pytest.approx(20.0, abs=4.5)
        if windows:
            assert bodies[0].ink == (colors.edge.name(), pytest.approx(colors.edge.alphaF(), abs=0.01))
            assert len(found) == 1 + windows
            for pane in found[1:]:
                at = (pane.points - (200, 150)) @ way
                assert np.abs(at).max() < 46
        else:
            halo = found[0]
            assert halo.width == 2.0
            assert halo.fill is None
            assert halo.points.tolist() == bodies[0].points.tolist()
            assert bodies[0].ink is None


def test_actors_are_painted_in_their_order_and_the_one_on_top_last():
    layer = ActorLayer(0.0)
    layer.set_theme(THEMES["dark"])
    centers = [(100.0 + 30 * n, 100.0) for n in range(5)]
    cars = actors([Category.VEHICLE] * 5, centers, [0.0] * 5, [(20.0, 9.0)] * 5)
    inks = np.array([0, 1, 2, 3, 4])
    colors = [each.body.name() for each in actor_colors(THEMES["dark"])[:5]]
    for top in (None, 0, 2, 4, 77):
        layer.show_actors(cars, inks, 1.0, top=top)
        order = [n for n in range(5) if n != top] + ([top] if top in range(5) else [])
        bodies = [each for each in told(layer) if each.ink is not None]
        assert [round((each.middle[0] - 100) / 30) for each in bodies] == order
        assert [each.fill[0] for each in bodies] == [colors[n] for n in order]


@pytest.mark.parametrize(("count", "exact"), [(30, False), (31, False), (31, True)])
def test_more_than_thirty_are_copied_unless_they_are_wanted_exactly(count, exact):
    layer = ActorLayer(0.0)
    layer.set_theme(THEMES["dark"])
    centers = [(10.0 * n, 100.0) for n in range(count)]
    cars = actors([Category.VEHICLE] * count, centers, [0.0] * count, [(9.0, 4.0)] * count)
    layer.show_actors(cars, np.zeros(count, np.int64), 1.0, top=None, exact=exact)
    kinds = {each.kind for each in told(layer)}
    assert ("image" in kinds) is (count > 30 and not exact)
