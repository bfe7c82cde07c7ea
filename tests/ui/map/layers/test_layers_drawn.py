"""What the layers of the map draw, shape by shape: contacts, marks, ways, the grid, outlines."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.ui.drawn import shade
from tests.ui.map.layers.on_screen import CAMERA, HEIGHT, THEME, WIDTH, actors, layered, told
from viewer.recording.actors import Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.contact_layer import ContactLayer
from viewer.ui.map.layers.grid_layer import GridLayer, grid_step
from viewer.ui.map.layers.mark_layer import Mark, MarkLayer
from viewer.ui.map.layers.measure_layer import MeasureLayer
from viewer.ui.map.layers.preview_layer import PreviewLayer
from viewer.ui.map.layers.trail_layer import TrailLayer

pytestmark = pytest.mark.usefixtures("qapp")


# -- contacts


@pytest.mark.parametrize("flare", [0.0, 0.5, 1.0, 1.7])
@pytest.mark.parametrize("radius", [0.1, 3.0, 8.0])
def test_a_collision_is_an_open_ring_with_a_cross_at_its_upper_left(flare, radius):
    layer = layered(ContactLayer)
    layer.set_contacts([(5.0, -3.0, flare, radius, 1.0)])
    layer.look(CAMERA)
    *flares, ring, first, second = told(layer)
    middle, pixels = (450.0, 270.0), max(radius * 10.0, 9.0)
    part = min(flare, 1.0)
    assert len(flares) == (flare > 0)
    for each in flares:
        assert each.middle == pytest.approx(middle)
        assert each.size[0] / 2 == pytest.approx(pixels * (1.5 - 0.5 * part), rel=1e-4)
        assert (each.ink, each.width) == (shade(THEME.collision, 0.5 * part), 3.0)
    ink = shade(THEME.collision, round(0.75 + 0.25 * part, 3))
    assert (ring.ink, ring.width) == (ink, 2.0)
    corner = np.subtract(middle, pixels * math.sqrt(0.5))
    ends = ring.points[[0, -1]]
    assert np.hypot(*(ends - middle).T) == pytest.approx(pixels, rel=0.01)
    chord = 2 * math.sin(9.0 / pixels / 2) * pixels  # 9 px along the ring
    assert np.hypot(*(ends - corner).T) == pytest.approx(chord, rel=0.03)
    for line, slope in ((first, 1), (second, -1)):
        assert line.middle == pytest.approx(corner, abs=0.01)
        assert line.size == pytest.approx((10.0, 10.0), abs=0.01)
        way = line.points[1] - line.points[0]
        assert np.sign(way[0] * way[1]) == slope
        assert (line.ink, line.width) == (ink, 2.5)
    assert layer.rings() == pytest.approx(np.array([(*middle, pixels)]))
    (cross,) = layer.crosses()
    assert cross == pytest.approx([*(corner - 7), *(corner + 7)])


def test_of_a_collision_long_ago_a_faint_ring_is_left_below_the_others():
    layer = layered(ContactLayer)
    layer.set_contacts([(0, 0, 0, 2, 0), (20, 0, 0, 2, 1), (-20, 0, 0, 2, 1)])
    layer.look(CAMERA)
    found = told(layer)
    assert (found[0].ink, found[0].width) == (shade(THEME.collision, 0.35), 1.0)
    assert found[0].middle == (400.0, 300.0)
    assert [round(each.middle[0]) for each in found[1::3]] == [200, 600]  # the latest on top
    assert len(layer.rings()) == len(layer.crosses()) == 2


def test_contacts_in_one_place_are_one_and_where_something_else_is_drawn_there_is_none():
    layer = layered(ContactLayer)
    layer.set_contacts([(0, 0, 0, 3, 1), (0.2, 0.1, 1, 3, 1), (9, 0, 0, 3, 1)])
    layer.look(CAMERA)
    assert layer.rings()[:, 0].tolist() == [400.0, 490.0]
    for place, shown in (((0.0, 2.9), [490.0]), ((0.0, 3.5), [400.0, 490.0]), ((9.0, 3.0), [400.0])):
        layer.look(CAMERA, without=place)
        assert layer.rings()[:, 0].tolist() == pytest.approx(shown, abs=3.0)


def test_what_reaches_into_the_screen_is_drawn_and_nonsense_is_not():
    layer = layered(ContactLayer)
    layer.set_contacts([
        (-40, 0, 0, 2, 1), (-44, 0, 0, 2, 1), (-46, 0, 0, 2, 1), (0, 33, 0, 2, 1), (0, 50, 0, 2, 1),
        (np.nan, 0, 0, 2, 1), (1, 1, 0, -1, 1), (1, 1, 0, np.inf, 1), (1e30, 0, 0, 1, 1),
    ])  # fmt: skip
    layer.look(CAMERA)
    assert layer.rings()[:, :2].tolist() == [[0, 300], [-40, 300], [400, 630]]


# -- marks, paths, the grid


@pytest.mark.parametrize("heading", [0.0, 0.6, math.pi / 2])
@pytest.mark.parametrize("dashed", [False, True])
def test_a_mark_lies_outside_of_what_it_is_around_by_its_gap_and_within_its_box(heading, dashed):
    layer = layered(MarkLayer)
    mark = Mark(400.0, 300.0, heading, 40.0, 15.0, 4.0, THEME.hero, 2.0, dashed=dashed)
    layer.show_marks((mark,))
    (shape,) = told(layer)
    way = np.array([math.cos(heading), math.sin(heading)])
    along, across = (shape.points - (400, 300)) @ way, (shape.points - (400, 300)) @ (-way[1], way[0])
    assert (np.abs(along).max(), np.abs(across).max()) == pytest.approx((44.0, 19.0), abs=0.01)
    straight = np.abs(along[np.abs(across) > 18.99]).min()
    assert 44 - straight == pytest.approx(7.0, abs=0.01)  # as round as a car, and the gap
    assert (shape.ink, shape.width) == (shade(THEME.hero), 2.0)
    assert shape.dashes == ((6.0, 5.0) if dashed else ())
    left, top, right, bottom = mark.box
    cos, sin = abs(math.cos(heading)), abs(math.sin(heading))
    half = 45 * cos + 20 * sin, 45 * sin + 20 * cos
    assert (left, top, right, bottom) == pytest.approx(
        (400 - half[0], 300 - half[1], 400 + half[0], 300 + half[1])
    )


def test_a_measured_path_is_a_line_with_dots_and_each_length_on_its_piece():
    layer = layered(MeasureLayer)
    points = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 3.0), (10.0, 6.61)])
    layer.show_path(points, CAMERA)
    found = told(layer)
    casing, line = (each for each in found if each.kind == "polyline")
    assert casing.points.tolist() == line.points.tolist() == CAMERA.to_screen(points).tolist()
    assert (casing.ink, casing.width) == (shade(THEME.ground), 4.0)
    assert (line.ink, line.width) == (shade(THEME.accent), 2.0)
    dots = [each for each in found if each.kind == "ellipse"]
    assert [each.middle for each in dots] == [tuple(each) for each in line.points.tolist()]
    assert {(each.size, each.fill, each.ink) for each in dots} == {
        ((6.0, 6.0), shade(THEME.accent), shade(THEME.ground))
    }
    assert [each.text for each in found if each.text] == ["10.00", " m", "3.61", " m"]
    grounds = [each for each in found if each.fill == shade(THEME.raised, 0.94)]
    for ground, middle in zip(grounds, ((450, 300), (500, 348)), strict=True):
        assert ground.middle == pytest.approx(middle, abs=1.0)
    layer.show_path(np.empty((0, 2)), CAMERA)
    assert told(layer) == []


@pytest.mark.parametrize("scale", [0.3, 2.0, 6.4, 10.0, 31.0, 200.0])
@pytest.mark.parametrize("turn", [0.0, 0.5])
def test_lines_of_the_grid_are_at_round_metres_every_fifth_stronger(scale, turn):
    camera = Camera(13.0, -7.0, scale, WIDTH, HEIGHT).turned(turn)
    layer = layered(GridLayer)
    layer.look(camera)
    found = told(layer)
    step = grid_step(scale)
    assert 64.0 <= step * scale * (1 + 1e-9) <= 64.0 * 2.5
    low, high = camera.bounds()
    inks = sorted({each.ink for each in found})
    places = {"upright": [], "level": []}
    for each in found:
        begin, end = camera.to_world(each.points)
        way = np.abs(end - begin)
        axis = int(way[0] > way[1])
        assert way[axis] < 1.5 / scale
        number = begin[axis] / step
        assert number == pytest.approx(round(number), abs=1.5 / (step * scale))
        places["level" if axis else "upright"].append(round(number))
        strong = round(number) % 5 == 0
        assert (each.ink == inks[-1]) is strong
    for (name, found_at), axis in zip(places.items(), (0, 1), strict=True):
        expected = range(math.ceil(low[axis] / step), math.floor(high[axis] / step) + 1)
        assert sorted(found_at) == list(expected), name


def trail(past=(), future=(), camera=CAMERA):
    layer = layered(TrailLayer)
    layer.set_colors(THEME, THEME.vehicle)
    layer.set_trail(np.array(past, float).reshape(-1, 2), np.array(future, float).reshape(-1, 2))
    layer.look(camera)
    return told(layer)


@pytest.mark.parametrize(("scale", "width"), [(2.0, 3.0), (8.0, 7.2), (20.0, 10.0)])
def test_the_past_is_a_ribbon_whose_layers_begin_later_and_later_and_end_together(scale, width):
    past = [(x, 0.0) for x in np.linspace(-10.0, 10.0, 201)]
    found = trail(past, camera=Camera(0, 0, scale, WIDTH, HEIGHT))
    assert len(found) == 16
    assert [each.width for each in found] == pytest.approx([width] * 16)
    assert {each.ink[0] for each in found} == {THEME.vehicle.name()}
    left = 1.0
    for each in found:
        left *= 1 - each.ink[1]
    assert left == pytest.approx(0.4, abs=0.02)  # together 60 % at the end
    begins, ends = [each.points[0, 0] for each in found], [each.points[-1, 0] for each in found]
    assert begins == sorted(begins)
    assert np.diff(begins) == pytest.approx(20 * scale / 16, abs=3.1)
    assert ends == pytest.approx([400 + 10 * scale] * 16)


def test_the_future_is_dashed_and_what_was_not_driven_is_no_way():
    future = [(x, 1.0) for x in (0, 10, 20, 41, 50)]
    found = trail(future=future)
    assert [each.dashes for each in found] == [(6.0, 6.0)] * 2
    assert {(each.ink, each.width) for each in found} == {(shade(THEME.secondary), 1.5)}
    assert [each.points[[0, -1], 0].tolist() for each in found] == [[400.0, 600.0], [810.0, 900.0]]


# -- outlines at another time


def test_outlines_of_another_time_are_each_in_its_colour_but_for_who_stands_still():
    kinds = [
        Category.VEHICLE,
        Category.VEHICLE,
        Category.WALKER,
        Category.BICYCLE,
        Category.PROP,
        Category.VEHICLE,
    ]
    centers = np.array([(100.0 * n, 100.0) for n in range(1, 7)])
    then = actors(kinds, centers)
    now = actors(kinds, centers + np.array([(0, 20)] * 5 + [(1.4, 0)]))
    layer = layered(PreviewLayer)
    layer.show_actors(then, now, hero=1)
    found = {round(each.middle[0] / 100): each.ink for each in told(layer)}
    colors = {1: THEME.vehicle, 2: THEME.hero, 3: THEME.walker, 4: THEME.bicycle}
    assert found == {place: shade(color, 0.75) for place, color in colors.items()}
    assert len(told(layer)) == 4


@pytest.mark.parametrize(("moved", "turned", "shown"), [
    (0.0, 0.0, 0), (1.4, 0.0, 0), (1.6, 0.0, 1), (-1.6, 0.0, 1), (0.0, 0.09, 0), (0.0, 0.12, 1),
    (0.0, -0.12, 1),
])  # fmt: skip
def test_who_moved_or_turned_enough_has_an_outline(moved, turned, shown):
    layer = layered(PreviewLayer)
    now = actors([Category.VEHICLE], [(100.0, 100.0), (300.0 + moved, 100.0)], (0.0, turned), rows=(5, 3))
    layer.show_actors(actors([Category.VEHICLE], [(300.0, 100.0)], rows=(3,)), now, hero=None)
    assert len(told(layer)) == shown
    layer.show_actors(actors([Category.VEHICLE], [(300.0, 100.0)], rows=(4,)), now, hero=None)
    assert len(told(layer)) == 1  # who is not there now


def test_too_many_outlines_are_points():
    centers = [(float(n % 40) * 20, float(n // 40) * 10) for n in range(1501)]
    nobody = actors([Category.VEHICLE], np.empty((0, 2)))
    layer = layered(PreviewLayer)
    layer.show_actors(actors([Category.VEHICLE], centers[:1500]), nobody, hero=None)
    assert {each.kind for each in told(layer)} == {"path"}
    layer.show_actors(actors([Category.VEHICLE], centers), nobody, hero=None)
    found = told(layer)
    assert len(found) == 1501
