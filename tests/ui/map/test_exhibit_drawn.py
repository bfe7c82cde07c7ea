"""An event on the map, shape by shape: where each is drawn, how wide, in which colour."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.drives import car, events, hero, record, straight
from tests.ui.drawn import drawn, shade
from viewer.analysis.evidence import evidence_of
from viewer.recording.actors import Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.exhibit_layer import ExhibitLayer
from viewer.ui.theme import load_theme

THEME = load_theme("dark")
VEHICLES = np.full(2, Category.VEHICLE, np.uint8)
NOTHING = np.empty((0, 4))
X, Y = 480.0, 300.0
"""Where the contact is on the screen."""


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    """The hero drives right at 10 m/s, somebody else down at 6 m/s; cars are 4 × 2 m."""
    movers = [hero(straight(0, 0, 10)), car(2, straight(21.0, -14.0, 6.0, 90.0))]
    index = record(movers, 4).index(tmp_path_factory.mktemp("exhibit") / "crossing.log")
    (contact,) = events(index, "contact")
    return evidence_of(index, contact)


def shown(evidence, scale=20.0, theme=THEME, turn=0.0, taken=NOTHING):
    layer = ExhibitLayer(0)
    layer.set_theme(theme)
    layer.set_evidence(evidence, VEHICLES)
    camera = Camera(*evidence.point, scale, 960, 600).turned(turn)
    layer.look(camera, [theme.hero, theme.vehicle], taken, NOTHING)
    return layer


def shapes(evidence, **how):
    return drawn(shown(evidence, **how).draw, 960, 600)


def lines(found, ink, width):
    return [each.points for each in found if each.kind == "line" and (each.ink, each.width) == (ink, width)]


def corners(center, half, scale=20.0, point=None):
    """The corners of a box on the screen, for a camera over the contact."""
    return sorted(
        (X + scale * (center[0] + a * half[0] - point[0]), Y + scale * (center[1] + b * half[1] - point[1]))
        for a in (-1, 1)
        for b in (-1, 1)
    )


def in_order(points):
    """Points from left to right, and of those on a line from the top."""
    rounded = points.round(2)
    return points[np.lexsort((rounded[:, 1], rounded[:, 0]))]


def test_the_ring_is_a_line_of_one_and_a_half_pixels_on_a_halo_of_eight(qapp, evidence):
    """The ring lies 16 px outside the boxes' corners, 1.5 px and a halo of 8 px at 14 %."""
    halo, ring = (each for each in shapes(evidence) if each.kind == "ellipse")
    assert (halo.ink, halo.width) == (shade(THEME.collision, 0.14), 8.0)
    assert (ring.ink, ring.width, ring.fill) == (shade(THEME.collision), 1.5, None)
    assert ring.box == pytest.approx(halo.box)
    assert ring.size[0] == ring.size[1]
    point = evidence.point
    around = [*corners(evidence.at.centers[0], (2, 1), point=point),
              *corners(evidence.at.centers[1], (1, 2), point=point)]  # fmt: skip
    farthest = max(math.dist(ring.middle, corner) for corner in around)
    assert ring.size[0] / 2 == pytest.approx(farthest + 16.0, abs=0.1)


def test_outlines_of_half_a_second_and_a_second_before_are_dashed_and_fade(qapp, evidence):
    """Dashed outlines 0.5 s and 1 s before in the actor's colour, 60 % and 35 %."""
    outlines = [each for each in shapes(evidence) if each.kind == "polygon" and each.dashes]
    assert [each.ink for each in outlines] == [
        shade(color, opacity) for opacity in (0.6, 0.35) for color in (THEME.hero, THEME.vehicle)
    ]
    (x, y), (x_2, y_2) = evidence.at.centers
    then = [(x - 5, y), (x_2, y_2 - 3), (x - 10, y), (x_2, y_2 - 6)]
    halves = [(2, 1), (1, 2)] * 2
    for each, center, half in zip(outlines, then, halves, strict=True):
        expected = np.array(corners(center, half, point=evidence.point))
        assert in_order(each.points) == pytest.approx(expected, abs=0.1)
        assert (each.width, each.dashes, each.fill) == (1.5, (6.0, 4.5), None)


def test_bodies_are_filled_in_their_colour_and_outlined_in_text_where_they_stood(qapp, evidence):
    bodies = [each for each in shapes(evidence) if each.kind == "polygon" and each.width == 2.0]
    assert [each.fill for each in bodies] == [shade(THEME.hero), shade(THEME.vehicle)]
    assert {each.ink for each in bodies} == {shade(THEME.text)}
    for body, center, half in zip(bodies, evidence.at.centers, ((2, 1), (1, 2)), strict=True):
        box = corners(center, half, point=evidence.point)
        assert body.box == pytest.approx((*box[0], *box[-1]), abs=0.1)


def test_each_body_has_its_windows_in_it(qapp, evidence):
    found = shapes(evidence)
    bodies = [each for each in found if each.width == 2.0]
    panes = [each for each in found if each.fill == shade(THEME.ground, 0.55)]
    assert len(panes) == 4
    for number, pane in enumerate(panes):
        left, top, right, bottom = bodies[number // 2].box
        assert left < pane.box[0] < pane.box[2] < right
        assert top < pane.box[1] < pane.box[3] < bottom
        assert pane.ink is None


def test_arrows_of_two_and_a_half_pixels_lie_on_a_casing_of_six(qapp, evidence):
    """Arrows that end at the contact, 2.5 px in text with a 6 px casing, 20 px per m/s."""
    found = shapes(evidence)
    arrows, casings = lines(found, shade(THEME.text), 2.5), lines(found, shade(THEME.ground, 0.85), 6.0)
    tails = [(X - 200.0, Y), (X, Y - 120.0)]
    for arrow, casing, tail in zip(arrows, casings, tails, strict=True):
        assert arrow.tolist() == casing.tolist()
        assert arrow[0] == pytest.approx(tail, abs=0.1)
    tips = [each for each in found if each.kind == "polygon" and each.fill == shade(THEME.text)]
    for tip, arrow, tail in zip(tips, arrows, tails, strict=True):
        head, *base = tip.points
        assert head == pytest.approx((X, Y), abs=0.1)
        assert np.mean(base, axis=0) == pytest.approx(arrow[1], abs=0.01)  # where the line ends
        assert math.dist(*base) > 6.0  # wider than the casing
        way = np.subtract((X, Y), tail) / math.dist((X, Y), tail)
        assert np.dot(np.subtract(*base), way) == pytest.approx(0.0, abs=0.01)
        assert 6.0 < np.dot(head - arrow[1], way) < 20.0
        assert (tip.ink, tip.width) == (shade(THEME.ground, 0.85), 1.5)


def test_the_angle_is_an_arc_of_92_pixels_or_what_fits_into_the_ring(qapp, evidence):
    """An arc between them, radius 92: it begins on one arrow's line and ends on the other's."""
    found = shapes(evidence, scale=30.0)
    (arc,) = [each for each in found if each.kind == "path" and each.fill is None]
    assert (arc.ink, arc.width) == (shade(THEME.collision), 1.5)
    assert in_order(arc.points[[0, -1]]) == pytest.approx(np.array([(X - 92, Y), (X, Y - 92)]), abs=0.6)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_contact_is_a_diamond_of_16_pixels_with_a_white_rim(qapp, evidence, theme):
    """A diamond of 16 px in orange with a white rim."""
    theme = load_theme(theme)
    (diamond,) = [
        each for each in shapes(evidence, theme=theme)
        if each.kind == "polygon" and each.fill == shade(theme.collision)
    ]  # fmt: skip
    expected = np.array([(X - 8, Y), (X, Y - 8), (X, Y + 8), (X + 8, Y)])
    assert in_order(diamond.points) == pytest.approx(expected, abs=0.1)
    assert (diamond.ink, diamond.width) == (shade(theme.text if theme.dark else theme.panel), 1.5)


def pills(found):
    """Each pill with the texts in it."""
    grounds = [each for each in found if each.fill == shade(THEME.panel, 0.96)]
    words = [each for each in found if each.kind == "text"]
    inside = []
    for ground in grounds:
        left, top, right, bottom = ground.box
        inside.append([
            each for each in words
            if left <= each.points[0, 0] <= right and top <= each.points[0, 1] <= bottom
        ])  # fmt: skip
    return list(zip(grounds, inside, strict=True))


def test_the_speed_is_written_at_the_tail_and_the_angle_at_the_middle_of_its_arc(qapp, evidence):
    """The speed at the tail. Angle … written at its middle; straight on if that is free."""
    found = shapes(evidence, scale=30.0)
    first, second, angle, _ = (pill for pill, _ in pills(found))
    assert first.middle[1] == pytest.approx(Y, abs=0.1)
    assert 0 < X - 200 - first.middle[0] < 60
    assert second.middle[0] == pytest.approx(X, abs=0.1)
    assert 0 < Y - 120 - second.middle[1] < 60
    aside = 92 * math.sqrt(0.5)
    assert angle.middle == pytest.approx((X - aside, Y - aside), abs=0.6)


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, 3.9, 5.5])
def test_the_leader_goes_from_the_contact_to_the_nearest_of_its_pill(qapp, evidence, turn):
    found = shapes(evidence, turn=turn)
    (leader,) = lines(found, shade(THEME.collision), 1.0)
    left, top, right, bottom = pills(found)[-1][0].box
    assert leader[0] == pytest.approx((X, Y), abs=0.1)
    assert leader[1] == pytest.approx((np.clip(X, left, right), np.clip(Y, top, bottom)), abs=0.6)
    assert pills(found)[-1][0].ink == shade(THEME.collision)
    assert {pill.ink for pill, _ in pills(found)[:-1]} == {shade(THEME.hairline)}


def test_taken_rooms_are_kept_four_pixels_clear(qapp, evidence):
    """Walls come nearer to each pill until it moves: no pill is nearer than 4 px to one."""
    for number in range(4):
        left, top, right, bottom = shown(evidence).pills()[number]
        for gap in (3.0, 5.0):
            for wall in (
                (left - gap - 9, top, left - gap, bottom),
                (right + gap, top, right + gap + 9, bottom),
                (left, top - gap - 9, right, top - gap),
                (left, bottom + gap, right, bottom + gap + 9),
            ):
                moved = shown(evidence, taken=np.array([wall])).pills()[number]
                assert (moved.tolist() == [left, top, right, bottom]) is (gap > 4.0)


def test_far_out_a_cross_of_12_pixels_stands_beside_the_ring_on_a_leader(qapp, evidence):
    """Far out (< 4 px per metre): the ring alone, 12 px cross beside it on a leader."""
    found = shapes(evidence, scale=3.9)
    assert [each.kind for each in found] == ["ellipse", "ellipse", "line", "line", "line"]
    (x, y), radius = found[1].middle, found[1].size[0] / 2
    (leader,) = lines(found, shade(THEME.collision), 1.0)
    first, second = (each for each in found if each.width == 2.4)
    assert first.size == second.size == pytest.approx((12.0, 12.0), abs=0.01)
    assert first.middle == pytest.approx(second.middle, abs=0.01)
    slope = [np.diff(each.points, axis=0)[0] for each in (first, second)]
    assert np.dot(*slope) == pytest.approx(0.0, abs=0.01)
    assert math.dist(leader[0], (x, y)) == pytest.approx(radius, abs=0.01)  # it begins on the ring
    out = np.subtract(leader[0], (x, y))
    assert np.cross([*out, 0], [*np.subtract(leader[1], leader[0]), 0]) == pytest.approx(0.0, abs=0.1)
    assert math.dist(leader[1], first.middle) == pytest.approx(math.sqrt(2) * 6, abs=0.01)  # its corner
    assert math.dist(first.middle, (x, y)) > radius + 12
    rings = shown(evidence, scale=3.9).rings()
    assert rings[1].tolist() == pytest.approx([*first.middle, 6.0], abs=0.01)


@pytest.mark.parametrize("scale", [3.0, 8.0, 20.0, 40.0])
def test_all_that_is_drawn_lies_in_what_it_says_it_covers_and_little_more(qapp, evidence, scale):
    layer = shown(evidence, scale=scale)
    areas = layer.areas()
    parts = [each for each in drawn(layer.draw, 960, 600) if each.kind in {"ellipse", "polygon"}]
    found = np.array([each.box for each in parts])
    low, high = areas[:, :2].min(axis=0), areas[:, 2:].max(axis=0)
    assert (found[:, :2] >= low - 0.1).all()
    assert (found[:, 2:] <= high + 0.1).all()
    every = np.vstack([found, layer.pills()])
    assert low == pytest.approx(every[:, :2].min(axis=0), abs=4.1)  # half a halo
    assert high == pytest.approx(every[:, 2:].max(axis=0), abs=4.1)


def test_labels_spare_all_of_the_arrows_and_the_arc(qapp, evidence):
    ways = [((X - 200, Y), (X, Y)), ((X, Y - 120), (X, Y))]
    along = [np.add(a, np.outer(np.linspace(0, 1, 400), np.subtract(b, a))) for a, b in ways]
    turns = np.linspace(0, math.pi / 2, 400)
    along.append(np.column_stack([X - 92 * np.cos(turns), Y - 92 * np.sin(turns)]))
    spared = shown(evidence, scale=30.0).spared()
    middles = (spared[:, :2] + spared[:, 2:]) / 2
    for way in along:
        apart = np.linalg.norm(way[:, None] - middles, axis=2).min(axis=1)
        assert apart.max() < 12.0  # no pill of 24 px finds a way between
        assert apart[[0, -1]] == pytest.approx(0.0, abs=0.1)  # up to both ends
    assert spared[:, 2:] - spared[:, :2] == pytest.approx(5.0)  # as wide as an arrow, and as much again


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, 3.9, 5.5])
def test_labels_spare_the_leader_where_it_is_drawn(qapp, evidence, turn):
    layer = shown(evidence, turn=turn)
    (leader,) = lines(drawn(layer.draw, 960, 600), shade(THEME.collision), 1.0)
    spared = layer.spared()
    middles = (spared[:, :2] + spared[:, 2:]) / 2
    way = leader[0] + np.linspace(0.0, 1.0, 200)[:, None] * (leader[1] - leader[0])
    assert np.linalg.norm(way[:, None] - middles, axis=2).min(axis=1).max() < 12.0


@pytest.fixture
def crossed(evidence):
    """As if the hero had run a red light 8 m ahead of its stop line: alone, and with nobody touched."""
    event = evidence.event._replace(kind="red_light")
    light = evidence.point[0] + 8.0, evidence.point[1] + 6.0
    heading = replace(evidence.at, headings=np.array([0.0, math.pi / 2]))
    return replace(evidence, event=event, side=None, light=light, at=heading)


def test_the_line_that_was_crossed_leads_to_its_light(qapp, crossed):
    found = shapes(crossed)
    assert not [each for each in found if each.ink == shade(THEME.collision)]
    (casing,) = lines(found, shade(THEME.ground, 0.85), 7.0)
    (line,) = lines(found, shade(THEME.light_red), 4.0)
    ends = np.array([(X, Y - 35.0), (X, Y + 35.0)])  # 3.5 m across
    assert in_order(line) == pytest.approx(ends, abs=0.1)
    assert casing.tolist() == line.tolist()
    (leader,) = (each for each in found if each.dashes == (4.0, 3.0))
    (ring,) = (each for each in found if each.kind == "ellipse")
    assert ring.middle == pytest.approx((X + 160, Y + 120), abs=0.1)
    assert ring.size == pytest.approx((40.0, 40.0))
    assert (ring.ink, ring.width, ring.fill) == (shade(THEME.light_red), 1.5, None)
    assert (leader.ink, leader.width) == (shade(THEME.light_red), 1.0)
    assert leader.points[0] == pytest.approx((X, Y), abs=0.1)
    assert leader.points[1] == pytest.approx((X + 144, Y + 108), abs=0.1)  # 20 px before it


def test_near_its_light_there_is_no_leader(qapp, crossed):
    close = replace(crossed, light=(crossed.point[0] + 0.6, crossed.point[1] + 0.6))
    assert not [each for each in shapes(close) if each.dashes == (4.0, 3.0)]


def test_who_drives_alone_has_the_arrow_before_the_nose_and_the_speed_at_its_tip(qapp, crossed):
    found = shapes(crossed)
    x, y = (crossed.at.centers[0] - crossed.point) * 20 + (X, Y)
    arrow = lines(found, shade(THEME.text), 2.5)[0]
    assert arrow[0] == pytest.approx((x + 40, y), abs=0.1)
    pill = pills(found)[0][0]
    assert pill.middle[1] == pytest.approx(y, abs=0.1)
    assert 0 < pill.middle[0] - (x + 40 + 200) < 60


@pytest.mark.parametrize("turn", [0.0, 1.0])
def test_the_lane_that_was_left_is_filled_edged_and_says_where_its_traffic_goes(qapp, evidence, turn):
    """11 points along x over 10 m, 3 m wide: a point in it shows along x, on its middle."""
    along = np.linspace(-5.0, 5.0, 11) + evidence.point[0]
    edges = np.stack([
        np.column_stack((along, np.full(11, evidence.point[1] + y))) for y in (-1.5, 1.5)
    ])  # fmt: skip
    alone = replace(evidence, lane=edges, side=None, velocities=np.full((2, 2), np.nan))
    found = shapes(alone, turn=turn)
    (fill,) = (each for each in found if each.fill == shade(THEME.accent, 0.14))
    assert fill.kind == "polygon"
    assert fill.ink is None
    left, right, sign = (
        each.points for each in found if each.kind == "polyline" and each.ink == shade(THEME.accent)
    )
    assert {each.width for each in found if each.kind == "polyline"} == {1.5}
    camera = Camera(*evidence.point, 20.0, 960, 600).turned(turn)
    for edge, drawn_edge in zip(edges, (left, right), strict=True):
        assert drawn_edge == pytest.approx(camera.to_screen(edge), abs=0.1)
    x, y = fill.points.T
    area = abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
    assert area == pytest.approx(200.0 * 60.0, rel=0.01)  # it goes round, and does not cross itself
    back = camera.to_world(sign) - evidence.point
    tip = back[1]
    assert tip[1] == pytest.approx(0.0, abs=0.02)
    assert back[0] == pytest.approx((back[2, 0], -back[2, 1]), abs=0.02)
    assert 0.3 < tip[0] - back[0, 0] < 1.5
    assert 0.3 < abs(back[0, 1]) < 1.5
    assert 1.0 < tip[0] < 5.0


@pytest.mark.parametrize("turn", np.linspace(0.0, 6.0, 9).tolist())
def test_what_is_said_of_the_contact_stands_opposite_the_angle(qapp, evidence, turn):
    """The angle lies to the left and above, turned with the map: its pill is less than 45° off opposite."""
    (leader,) = lines(shapes(evidence, turn=turn), shade(THEME.collision), 1.0)
    x, y = leader[1] - leader[0]
    off = math.degrees(math.atan2(y, x)) - math.degrees(turn) - 45.0
    assert abs((off + 180.0) % 360.0 - 180.0) < 45.0


def test_in_a_bend_the_sign_of_the_lane_points_along_its_chord(qapp, evidence):
    turns = np.linspace(0.0, math.pi / 2, 9)
    ring = np.column_stack([np.sin(turns), 1 - np.cos(turns)])
    point = np.array(evidence.point)
    edges = np.stack([point + ring * 8.0, point + (0.0, 2.0) + ring * 6.0])
    alone = replace(evidence, lane=edges, side=None, velocities=np.full((2, 2), np.nan))
    sign = [each for each in shapes(alone) if each.kind == "polyline"][2].points
    back = (sign[0] + sign[2]) / 2
    chord = (edges[:, -1] - edges[:, 0]).mean(axis=0)
    assert (sign[1] - back) / math.dist(sign[1], back) == pytest.approx(
        chord / np.linalg.norm(chord), abs=0.01
    )


@pytest.mark.parametrize("metres", [0.9, 0.99, 1.01, 1.5])
def test_the_leader_to_a_light_begins_where_there_is_room_beside_its_ring(qapp, crossed, metres):
    """The ring is 20 pixels around the light, and a metre is 20."""
    close = replace(crossed, light=(crossed.point[0] + metres, crossed.point[1]))
    leaders = [each for each in shapes(close) if each.dashes == (4.0, 3.0)]
    assert len(leaders) == (metres > 1.0)
    for leader in leaders:
        assert leader.points[1] == pytest.approx((X + 20 * metres - 20, Y), abs=0.1)
