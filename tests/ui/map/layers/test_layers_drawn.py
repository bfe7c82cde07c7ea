"""What the layers of the map draw, shape by shape: lamps, heads, plates, contacts, marks, ways, the grid."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.ui.drawn import drawn, shade
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.recording.actors import ActorDescription, Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.geometry.vehicle_lamps import NO_LAMPS, VehicleLamps, vehicle_lamps
from viewer.ui.map.layers.contact_layer import ContactLayer
from viewer.ui.map.layers.grid_layer import GridLayer, grid_step
from viewer.ui.map.layers.light_layer import LightLayer
from viewer.ui.map.layers.mark_layer import Mark, MarkLayer
from viewer.ui.map.layers.measure_layer import MeasureLayer
from viewer.ui.map.layers.preview_layer import PreviewLayer
from viewer.ui.map.layers.sign_layer import SignLayer
from viewer.ui.map.layers.trail_layer import TrailLayer
from viewer.ui.map.layers.vehicle_lamp_layer import VehicleLampLayer
from viewer.ui.theme import load_theme

pytestmark = pytest.mark.usefixtures("qapp")

THEMES = {name: load_theme(name) for name in ("dark", "light")}
THEME = THEMES["dark"]
WIDTH, HEIGHT = 800, 600
CAMERA = Camera(0.0, 0.0, 10.0, WIDTH, HEIGHT)
NEVER = np.full(1, np.nan)


def layered(kind, theme="dark"):
    layer = kind(0.0)
    layer.set_theme(THEMES[theme])
    return layer


def told(layer):
    return drawn(layer.draw, WIDTH, HEIGHT)


def actors(
    categories, centers, headings=(0.0,), halves=((46.0, 20.0),), states=(-1,), detail=Detail.NEAR, rows=None
):
    count = len(centers)
    return ScreenActors(
        detail,
        np.arange(count) if rows is None else np.array(rows),
        np.arange(count),
        np.resize(np.array(categories, np.uint8), count),
        np.array(centers, float).reshape(-1, 2),
        np.resize(np.array(headings, float), count),
        np.resize(np.array(halves, float), (count, 2)),
        np.resize(np.array(states, np.int8), count),
    )


# -- lamps of vehicles


def lamps_of(lit=0, doors=0, wheels=(np.nan, np.nan), heading=0.0, halves=(46.0, 20.0), count=1, scale=20.0):
    cars = actors([Category.VEHICLE], [(400.0, 300.0)] * count, (heading,), (halves,))
    lights, opened = np.full(count, int(lit), np.uint32), np.full(count, doors, np.uint8)
    return vehicle_lamps(cars, lights, opened, np.array([wheels] * count, float), scale)


def seen(points, heading=0.0, halves=(46.0, 20.0)):
    """Points on the car in halves of it: forwards and to the right."""
    way = np.array([math.cos(heading), math.sin(heading)])
    off = np.asarray(points).reshape(-1, 2) - (400.0, 300.0)
    return np.column_stack([off @ way / halves[0], off @ (-way[1], way[0]) / halves[1]])


@pytest.mark.parametrize("heading", [0.0, 1.0, -2.5])
@pytest.mark.parametrize(("lamp", "part", "front", "sides"), [
    (VehicleLightState.BRAKE, "brake", -1, 2), (VehicleLightState.REVERSE, "reverse", -1, 2),
    (VehicleLightState.POSITION, "heads", 1, 2), (VehicleLightState.LOW_BEAM, "heads", 1, 2),
    (VehicleLightState.HIGH_BEAM, "heads", 1, 2), (VehicleLightState.FOG, "heads", 1, 2),
    (VehicleLightState.RIGHT_BLINKER, "blinkers", 0, 1), (VehicleLightState.LEFT_BLINKER, "blinkers", 0, -1),
])  # fmt: skip
def test_a_lamp_is_at_its_end_and_its_side_of_the_car_and_no_other_shines(lamp, part, front, sides, heading):
    """Brakes are bars behind the car, the others lie on it; what has two is the same on both sides."""
    found = lamps_of(lamp, heading=heading)
    beams = lamp in {VehicleLightState.LOW_BEAM, VehicleLightState.HIGH_BEAM}
    for name in VehicleLamps._fields:
        assert len(getattr(found, name)) == (2 if name == part else 1 if name == "beams" and beams else 0)
    forwards, right = seen(getattr(found, part), heading).T
    reach = (1.05, 1.3) if part == "brake" else (0.6, 1.01)
    assert ((np.abs(forwards) > reach[0]) & (np.abs(forwards) < reach[1])).all()
    assert (np.abs(right) < 1.1).all()
    assert set(np.sign(forwards)) == ({front} if front else {-1, 1})
    assert set(np.sign(right)) == ({-1, 1} if sides == 2 else {sides})
    if sides == 2:
        assert np.sort(right) == pytest.approx(-np.sort(right)[::-1])
        assert forwards[:2] == pytest.approx(forwards[2:])


def test_both_blinkers_are_mirrored_and_reach_the_corners():
    right = seen(lamps_of(VehicleLightState.RIGHT_BLINKER).blinkers)
    left = seen(lamps_of(VehicleLightState.LEFT_BLINKER).blinkers)
    assert right == pytest.approx(left * (1, -1))
    assert (right[:, 1] > 0.8).all()
    assert (np.abs(right[:, 0]) > 0.7).all()


@pytest.mark.parametrize("heading", [0.0, 2.0])
@pytest.mark.parametrize(("lamp", "metres"), [("LOW_BEAM", 5.5), ("HIGH_BEAM", 9.0)])
def test_a_beam_widens_from_the_lamps_over_its_metres(lamp, metres, heading):
    """LOOK.md: "headlights a gradient of 5.5 m"; it is as far to the left as to the right."""
    (beam,) = lamps_of(VehicleLightState[lamp], heading=heading).beams
    forwards, right = seen(beam, heading).T * np.array([[46.0], [20.0]])
    near_left, near_right, far_right, far_left = zip(forwards.tolist(), right.tolist(), strict=True)
    assert (near_left[0], near_right[0]) == pytest.approx([0.97 * 46] * 2, abs=0.8)
    assert (far_left[0], far_right[0]) == pytest.approx([near_left[0] + metres * 20.0] * 2)
    assert near_left[1] == pytest.approx(-near_right[1])
    assert far_left[1] == pytest.approx(-far_right[1])
    assert -20 < near_left[1] < -10
    assert 1.2 * metres * 10 * 0.4 < far_right[1] - near_right[1] < 0.4 * metres * 20


def test_where_more_than_forty_have_beams_there_is_none():
    lit = VehicleLightState.LOW_BEAM
    assert [len(lamps_of(lit, count=count).beams) for count in (1, 40, 41)] == [1, 40, 0]


@pytest.mark.parametrize("heading", [0.0, 1.2])
def test_an_open_door_swings_out_from_the_side_and_hood_and_trunk_stand_up(heading):
    halves = (46.0, 20.0)
    for door, front, side in (
        (VehicleDoor.FRONT_LEFT, 1, -1), (VehicleDoor.FRONT_RIGHT, 1, 1),
        (VehicleDoor.REAR_LEFT, -1, -1), (VehicleDoor.REAR_RIGHT, -1, 1),
    ):  # fmt: skip
        (hinge, end) = seen(lamps_of(doors=1 << door, heading=heading).doors, heading)
        assert hinge[1] == pytest.approx(side)
        assert side * end[1] > 1.5
        assert end[0] < hinge[0]  # hinges are in front
        assert np.sign(hinge[0]) == front
        length = np.hypot(*((end - hinge) * halves))
        assert 10 < length < 30
    for door, front in ((VehicleDoor.HOOD, 1), (VehicleDoor.TRUNK, -1)):
        points = seen(lamps_of(doors=1 << door, heading=heading).doors, heading)
        assert set(np.sign(points[:, 0])) == {front}
        assert np.sort(points[:, 1]) == pytest.approx(-np.sort(points[:, 1])[::-1])
        assert len(points) == 6
    both = 1 << VehicleDoor.FRONT_LEFT | 1 << VehicleDoor.HOOD
    assert len(lamps_of(doors=both).doors) == 4


@pytest.mark.parametrize("angle", [0.0, 30.0, -20.0])
@pytest.mark.parametrize("heading", [0.0, 1.0])
def test_a_steered_wheel_is_a_line_of_its_length_turned_by_its_angle(angle, heading):
    """0.72 m long, at both sides in front; of what has one track there is one in the middle."""
    lines = lamps_of(wheels=(angle, angle / 2), heading=heading).wheels
    middles = seen(lines.mean(axis=1), heading)
    assert middles[:, 1] == pytest.approx((-0.86, 0.86))
    assert (middles[:, 0] > 0.5).all()
    for (begin, end), turned in zip(lines, (angle, angle / 2), strict=True):
        assert math.dist(begin, end) == pytest.approx(0.72 * 20.0)
        way = math.degrees(math.atan2(*(end - begin)[::-1])) - math.degrees(heading)
        assert way == pytest.approx(turned)
    assert len(lamps_of(wheels=(angle, np.nan)).wheels) == 1
    single = lamps_of(wheels=(angle, angle), halves=(46.0, 10.0)).wheels
    assert seen(single.mean(axis=1), halves=(46.0, 10.0))[:, 1] == pytest.approx(0.0)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("scale", "width"), [(4.0, 1.75), (15.0, 3.0), (60.0, 5.0)])
def test_lamps_are_lines_of_a_fifth_of_a_metre_and_what_blinks_glows(theme, scale, width):
    colors = THEMES[theme]
    white = colors.text if colors.dark else colors.panel
    for name, color, factor, glows in (
        ("wheels", None, 1.2, False), ("doors", colors.text, 0.8, False), ("heads", white, 1.0, False),
        ("reverse", white, 1.0, True), ("blinkers", colors.text, 1.2, True),
        ("brake", colors.text, 1.0, False),
    ):  # fmt: skip
        layer = layered(VehicleLampLayer, theme)
        layer.show_lamps(NO_LAMPS._replace(**{name: np.array([[(10.0, 20.0), (30.0, 40.0)]])}), scale)
        *glow, line = told(layer)
        assert line.points.tolist() == [[10.0, 20.0], [30.0, 40.0]]
        assert line.ink == (("#000000", 1.0) if color is None else shade(color))
        assert line.width == pytest.approx(width * factor)
        assert len(glow) == glows
        for each in glow:
            assert each.ink == shade(color, 0.25)
            assert 2 * line.width < each.width < 3 * line.width


# -- traffic lights and signs


@pytest.mark.parametrize("state", list(TrafficLightState))
@pytest.mark.parametrize("frozen", [False, True])
def test_a_head_of_14_by_34_has_three_lamps_of_which_one_is_lit(state, frozen):
    """LOOK.md: "heads 14×34", red above, green below; "a frozen one has a dashed outline 4 px outside"."""
    layer = layered(LightLayer)
    lights = actors([Category.TRAFFIC_LIGHT], [(400.0, 300.0)], halves=((7.0, 17.0),), states=(int(state),))
    layer.show_lights(lights, 1.0, np.array([frozen]), NEVER)
    found = drawn(layer.draw_exactly, WIDTH, HEIGHT)
    (head,) = (each for each in found if each.fill == shade(THEME.light_head))
    assert head.middle == pytest.approx((400.0, 300.0))
    assert np.add(head.size, 1.0) == pytest.approx((14.0, 34.0))  # with its line
    around = [each for each in found if each.dashes]
    assert [each.dashes for each in around] == [(4.0, 3.0)] * frozen
    for each in around:
        assert each.middle == pytest.approx(head.middle)
        assert np.subtract(each.size, head.size) == pytest.approx((8.0, 8.0))
        assert each.ink == shade(THEME.text)
    lamps = [each for each in found if each.kind == "ellipse"]
    assert [each.middle[0] for each in lamps] == pytest.approx([400.0] * 3)
    heights = [each.middle[1] for each in lamps]
    assert heights == sorted(heights)
    assert heights[1] == pytest.approx(300.0)
    assert heights[2] - heights[1] == pytest.approx(heights[1] - heights[0])
    assert heights[0] - head.box[1] == pytest.approx(lamps[0].size[1] / 2, abs=3.0)
    lit = {THEME.lamp_red.name(): 0, THEME.lamp_yellow.name(): 1, THEME.lamp_green.name(): 2}
    shining = [lit[each.fill[0]] for each in lamps if each.fill and each.fill[0] in lit]
    assert shining == ([int(state)] if state <= TrafficLightState.GREEN else [])
    known = state != TrafficLightState.UNKNOWN
    assert [each.fill is None for each in lamps] == [not known] * 3
    for each in lamps:
        assert each.size == pytest.approx((9.0, 9.0) if known else (8.0, 8.0))


@pytest.mark.parametrize("state", [0, 1, 2])
def test_a_small_head_shows_the_lit_lamp_alone_at_its_place(state):
    """LOOK.md: from 1.5 to 4 px per metre "heads 7×16"."""
    layer = layered(LightLayer)
    lights = actors(
        [Category.TRAFFIC_LIGHT], [(400.0, 300.0)], halves=((3.5, 8.0),), states=(state,),
        detail=Detail.MIDDLE,
    )  # fmt: skip
    layer.show_lights(lights, 1.0, np.array([True]), np.array([3.0]))
    head, lamp = drawn(layer.draw_exactly, WIDTH, HEIGHT)
    assert np.add(head.size, 1.0) == pytest.approx((7.0, 16.0))
    assert np.sign(lamp.middle[1] - 300.0) == state - 1
    assert lamp.box[0] > head.box[0]
    assert head.box[1] <= lamp.box[1] < lamp.box[3] <= head.box[3]


@pytest.mark.parametrize(("left", "written"), [
    (0.2, "1 s"), (3.0, "3 s"), (3.1, "4 s"), (999.9, "1000 s"), (1000.0, ""), (np.nan, ""), (np.inf, ""),
])  # fmt: skip
def test_below_a_head_stands_how_many_seconds_are_left(left, written):
    layer = layered(LightLayer)
    lights = actors([Category.TRAFFIC_LIGHT], [(400.0, 300.0)], halves=((7.0, 17.0),), states=(0,))
    layer.show_lights(lights, 1.0, np.array([False]), np.array([left]))
    found = drawn(layer.draw_exactly, WIDTH, HEIGHT)
    assert "".join(each.text for each in found) == written
    for ground in (each for each in found if each.fill == shade(THEME.raised, 0.85)):
        assert ground.middle == pytest.approx((400.0, 300.0 + 17.0 + 12.0), abs=0.6)
        (word,) = (each for each in found if each.text)
        assert word.points[0, 0] - ground.box[0] == pytest.approx(3.5, abs=0.1)


@pytest.mark.parametrize(("type_id", "corners", "text"), [
    ("traffic.stop", 8, ""), ("traffic.yield", 3, ""), ("traffic.speed_limit.30", 0, "30"),
    ("traffic.speed_limit.90", 0, "90"), ("traffic.speed_limit.120", 0, "120"),
])  # fmt: skip
def test_plates_have_their_shapes(type_id, corners, text):
    """An octagon on a side with a stroke in it, a triangle on its point, a circle with a number."""
    layer = layered(SignLayer)
    shown = layer.show_signs(
        actors([Category.TRAFFIC_SIGN], [(400.0, 300.0)]), [ActorDescription(1, type_id, 0, 1, {})], 1.0
    )
    assert shown.tolist() == [True]
    plate, *more = drawn(layer.draw_exactly, WIDTH, HEIGHT)
    assert (plate.fill, plate.ink, plate.width) == (shade(THEME.panel), shade(THEME.secondary), 1.25)
    if text:
        assert plate.kind == "ellipse"
        assert (plate.middle, plate.size) == ((400.0, 300.0), (16.0, 16.0))
        assert [each.text for each in more] == [text]
        assert 390 < more[0].points[0, 0] < 400
        assert 300 < more[0].points[0, 1] < 306
        return
    assert len(plate.points) == corners
    away = plate.points - (400.0, 300.0)
    assert np.hypot(*away.T) == pytest.approx(8.5)
    lowest = (
        away[away[:, 1] == away[:, 1].max()] if corners == 3 else away[away[:, 1] > away[:, 1].max() - 0.01]
    )
    assert len(lowest) == (1 if corners == 3 else 2)
    assert [each.box for each in more] == ([(396.0, 298.75, 404.0, 301.25)] if corners == 8 else [])


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
