"""What shines on the map, shape by shape: lamps, doors and wheels of vehicles, traffic lights; and signs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.ui.drawn import drawn, shade
from tests.ui.map.layers.on_screen import HEIGHT, NEVER, THEME, THEMES, WIDTH, actors, layered, told
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.recording.actors import ActorDescription, Category
from viewer.ui.map.geometry.detail import Detail
from viewer.ui.map.geometry.vehicle_lamps import NO_LAMPS, VehicleLamps, vehicle_lamps
from viewer.ui.map.layers.light_layer import LightLayer
from viewer.ui.map.layers.sign_layer import SignLayer
from viewer.ui.map.layers.vehicle_lamp_layer import VehicleLampLayer

pytestmark = pytest.mark.usefixtures("qapp")


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
    """Headlights a gradient of 5.5 m; it is as far to the left as to the right."""
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
    """Heads 14×34, red above, green below; a frozen one has a dashed outline 4 px outside."""
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
    """From 1.5 to 4 px per metre heads 7×16."""
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
