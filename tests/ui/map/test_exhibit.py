"""An event on the map: where its parts stand, and that they can be seen."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.analysis.drives import car, events, hero, record, straight
from viewer.analysis.evidence import evidence_of
from viewer.recording.actors import Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.exhibit import exhibit_shapes
from viewer.ui.map.layers.exhibit_layer import ExhibitLayer, side_text
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import load_theme

THEME = load_theme("dark")
VEHICLES = np.full(2, Category.VEHICLE, np.uint8)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    movers = [hero(straight(0, 0, 10)), car(2, straight(21.0, -14.0, 6.0, 90.0))]
    return record(movers, 4).index(tmp_path_factory.mktemp("exhibit") / "crossing.log")


@pytest.fixture(scope="module")
def evidence(index):
    (contact,) = events(index, "contact")
    return evidence_of(index, contact)


def camera_at(evidence, scale=20.0):
    x, y = evidence.point
    return Camera(x, y, scale, 960, 600)


def test_arrows_end_at_the_contact_20_pixels_for_each_metre_a_second(evidence):
    shapes = exhibit_shapes(evidence, VEHICLES, camera_at(evidence))
    assert shapes.arrows[:, 1] == pytest.approx(np.array([(480.0, 300.0)] * 2))
    lengths = np.linalg.norm(shapes.arrows[:, 1] - shapes.arrows[:, 0], axis=1)
    assert lengths == pytest.approx((200.0, 120.0), abs=0.5)
    assert shapes.arrows[0, 0] == pytest.approx((280.0, 300.0), abs=0.5)  # it came from the left


@pytest.mark.parametrize(("speed", "pixels"), [(1.0, 60.0), (15.0, 220.0)])
def test_an_arrow_is_60_to_220_pixels_long(tmp_path, speed, pixels):
    movers = [hero(straight(0, 0, speed)), car(2, straight(3.0 * speed, 0, 0.0))]
    drive = record(movers, 6).index(tmp_path / "drive.log")
    shown = evidence_of(drive, events(drive, "contact")[0])
    tail, head = exhibit_shapes(shown, VEHICLES, camera_at(shown)).arrows[0]
    assert np.linalg.norm(head - tail) == pytest.approx(pixels)


def test_the_angle_spans_what_lies_between_the_headings(evidence):
    shapes = exhibit_shapes(evidence, VEHICLES, camera_at(evidence))
    start, span, _ = shapes.arc
    assert abs(span) == pytest.approx(evidence.angle, abs=0.5)
    assert start % 360.0 == pytest.approx(180.0, abs=0.5)


def test_the_ring_lies_16_pixels_outside_the_corners(evidence):
    shapes = exhibit_shapes(evidence, VEHICLES, camera_at(evidence))
    x, y, radius = shapes.ring
    corners = np.concatenate([
        (center + np.array(offsets)) * 20.0 + (480 - 20 * evidence.point[0], 300 - 20 * evidence.point[1])
        for center, extent in zip(evidence.at.centers, ((2.0, 1.0), (1.0, 2.0)), strict=True)
        for offsets in [[(a * extent[0], b * extent[1]) for a in (-1, 1) for b in (-1, 1)]]
    ])  # fmt: skip
    assert np.linalg.norm(corners - (x, y), axis=1).max() + 16.0 == pytest.approx(radius, abs=1e-6)


def test_far_out_there_is_the_ring_alone(evidence):
    assert exhibit_shapes(evidence, VEHICLES, camera_at(evidence, 4.0)).near
    assert not exhibit_shapes(evidence, VEHICLES, camera_at(evidence, 3.9)).near


@pytest.mark.parametrize(
    ("side", "text"), [((1, 1), "right front"), ((-1, 0), "rear"), ((0, -1), "left"), ((0, 0), "middle")]
)
def test_where_a_vehicle_was_touched_is_said_in_words(side, text):
    assert side_text(side) == text


def shown(evidence, camera, taken=()):
    """Return a layer that shows the evidence, two vehicles, beside what is taken."""
    table = SimpleNamespace(
        category=np.full(int(max(evidence.rows, default=0)) + 1, Category.VEHICLE, np.uint8)
    )
    picture = MapPicture(SimpleNamespace(actors=table), camera=camera, exhibit=evidence)
    picture.tell(taken=np.array(taken, np.float64).reshape(-1, 4))
    picture.color = dict(zip(evidence.rows.tolist(), (THEME.hero, THEME.vehicle), strict=False)).get
    layer = ExhibitLayer()
    layer.prepare(picture)
    return layer


def drawn(evidence, camera, taken=()):
    """Return the layer over a plain ground, and the picture."""
    layer = shown(evidence, camera, taken)
    image = QImage(960, 600, QImage.Format.Format_RGB32)
    image.fill(THEME.ground)
    with QPainter(image) as painter:
        layer.draw(painter)
    return layer, image


def test_the_contact_is_a_diamond_in_the_colour_of_touches_and_bodies_in_their_own(qapp, evidence):
    _, image = drawn(evidence, camera_at(evidence))
    assert image.pixelColor(480, 300).name() == THEME.collision.name()
    center = Camera(*evidence.point, 20.0, 960, 600).to_screen(evidence.at.centers[0])
    assert image.pixelColor(round(center[0]) - 20, round(center[1]) - 12).name() == THEME.hero.name()


def test_pills_cover_neither_each_other_nor_the_edge(qapp, evidence):
    layer, _ = drawn(evidence, camera_at(evidence))
    boxes = layer.boxes()
    assert len(boxes) == 4  # two speeds, the angle, the side
    for number, (left, top, right, bottom) in enumerate(boxes.tolist()):
        assert 0 <= left < right <= 960
        assert 0 <= top < bottom <= 600
        for other in boxes[number + 1 :].tolist():
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_pills_cover_no_bystander(qapp, evidence):
    camera = camera_at(evidence)
    for bystander in drawn(evidence, camera)[0].boxes():
        beside = drawn(evidence, camera, [bystander])[0].boxes()
        assert len(beside) >= 3  # one may find no other place
        assert not any(overlap(each, bystander) for each in beside)


def test_what_is_said_of_the_contact_stands_off_the_ring(qapp, evidence):
    camera = camera_at(evidence)
    x, y, radius = exhibit_shapes(evidence, VEHICLES, camera).ring
    left, top, right, bottom = drawn(evidence, camera)[0].boxes()[-1]
    nearest = np.array((np.clip(x, left, right), np.clip(y, top, bottom)))
    assert 4.0 < np.linalg.norm(nearest - (x, y)) - radius < 60.0


@pytest.mark.parametrize("scale", [4.0, 8.0, 14.0, 30.0])
def test_the_angle_stays_inside_the_ring(evidence, scale):
    shapes = exhibit_shapes(evidence, VEHICLES, camera_at(evidence, scale))
    x, y, ring = shapes.ring
    start, span, radius = shapes.arc
    assert radius <= 92.0
    turns = np.radians(start + span * np.linspace(0, 1, 50))
    points = shapes.point + radius * np.column_stack([np.cos(turns), -np.sin(turns)])
    assert radius == 24.0 or (np.linalg.norm(points - (x, y), axis=1) < ring - 5.0).all()


def test_without_an_event_nothing_is_drawn(qapp):
    layer = ExhibitLayer()
    layer.prepare(MapPicture())
    assert len(layer.boxes()) == 0


def test_where_nobody_has_a_place_nothing_is_drawn(qapp, evidence):
    nowhere = evidence.at._replace(centers=np.full_like(evidence.at.centers, np.nan))
    lost = replace(evidence, at=nowhere, point=None)
    layer, image = drawn(lost, camera_at(evidence))
    blank = QImage(image.size(), image.format())
    blank.fill(THEME.ground)
    assert image == blank
    assert len(layer.boxes()) == 0


def test_the_lane_that_was_left_is_filled(drawn_lane):
    image, camera = drawn_lane
    inside, beside = (camera.to_screen(np.array(place)) for place in ((12.0, 0.5), (12.0, 5.0)))
    blank = QColor("black")
    assert QColor(image.pixel(*inside.astype(int).tolist())) != blank
    assert QColor(image.pixel(*beside.astype(int).tolist())) == blank


def test_the_sign_in_the_lane_is_the_same_on_both_sides(drawn_lane):
    image, camera = drawn_lane
    middle = round(camera.to_screen(np.array((12.0, 0.5)))[1])
    above, below = (
        sum(QColor(image.pixel(x, middle + y)).lightness() > 80 for x in range(340, 480) for y in rows)
        for rows in (range(-27, -1), range(2, 28))
    )
    assert above > 10
    assert below == pytest.approx(above, rel=0.08)


@pytest.fixture
def drawn_lane(evidence):
    """The contact, as if somebody had left a lane 3 m wide along x."""
    along = np.linspace(5.0, 15.0, 11)
    edges = np.stack([np.column_stack((along, np.full(11, y))) for y in (-1.0, 2.0)])
    camera = Camera(15.0, 0.0, 20.0, 960, 600)
    alone = replace(evidence, lane=edges, way=np.empty((0, 2)), side=None, velocities=np.full((2, 2), np.nan))
    layer = shown(alone, camera)
    image = QImage(960, 600, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    layer.draw(painter)
    painter.end()
    return image, camera
