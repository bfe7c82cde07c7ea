"""The grounds of lanes, what is tinted and hatched through them, and names of what cannot be read."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, OTHER
from tests.ui.drawn import drawn, shade
from viewer.ui.theme import font, load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.damage import damage_labels, paint_damage
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.time_canvas import TimeCanvas

THEME = load_theme("dark")
WIDTH, HEIGHT = 1600, 360


@pytest.fixture
def model(view, index):
    hero, other = (int(index.actors.rows_of(each)[0]) for each in (HERO, OTHER))
    view.resize(WIDTH, HEIGHT)
    view.model.tell(hero=hero, selection=other, selected=(other,))
    return view.model


def told(model, tinted=None):
    stack = model.stack

    def paint(painter):
        canvas = TimeCanvas(painter, model.axis, stack.room, THEME)
        stack.paint(canvas, model.content, tinted, QRectF(0, 0, WIDTH, HEIGHT))

    return drawn(paint, WIDTH, HEIGHT)


def test_every_lane_has_its_ground_and_large_ticks_go_through_all_of_them(model):
    found = told(model)
    grounds = [each.box for each in found if each.fill == shade(THEME.lane)]
    assert grounds[: len(model.stack.placed)] == [
        (each.rect.left(), each.rect.top(), each.rect.right(), each.rect.bottom())
        for each in model.stack.placed
    ]
    for before, after in zip(model.stack.placed[:-1], model.stack.placed[1:], strict=True):
        assert after.rect.top() - before.rect.bottom() == 1  # a hairline between
    large = [each.box[0] for each in found if each.ink == shade(THEME.faint)]
    room = model.stack.room
    lines = [each for each in found if each.ink == shade(THEME.lane_grid) and each.box[0] % 1 == 0.5]
    assert [each.box[0] for each in lines] == large
    assert {each.box[1::2] for each in lines} == {(room.top(), room.bottom())}


@pytest.mark.parametrize("tinted", [(0.2, 0.6), (-1.0, 0.3), (0.9, 5.0), (0.1, 0.1)])
def test_a_range_is_tinted_through_all_lanes_as_far_as_it_is_in_view(model, tinted):
    """Accent at 9 %."""
    (band,) = (each for each in told(model, tinted) if each.fill == shade(THEME.accent, 0.09))
    room, axis = model.stack.room, model.axis
    left, right = (round(axis.left + time / axis.last * axis.width) for time in tinted)
    expected = max(left, axis.left), room.top(), min(right, axis.right), room.bottom()
    assert band.box == pytest.approx(expected, abs=0.01)
    assert not [each for each in told(model) if each.fill == shade(THEME.accent, 0.09)]


@pytest.mark.parametrize(("width", "wide"), [(1200, False), (1560, False), (1600, True)])
def test_edges_of_frames_of_64_pixels_go_through_the_lanes(view, model, width, wide):
    """20 frames fill the lanes, which are 316 px narrower than the view, or 256 where names are narrow."""
    view.resize(width, HEIGHT)
    room = model.stack.room
    assert (room.width() / 20 >= 64) is wide
    lines = [
        each for each in told(model)
        if each.ink == shade(THEME.hairline) and each.box[1::2] == (room.top(), room.bottom())
    ]  # fmt: skip
    assert bool(lines) is wide


class Lost:
    """Frames that cannot be read: times and ids."""

    def __init__(self, *stretches):
        self.lost = np.array([each[:2] for each in stretches], float).reshape(-1, 2)
        self.lost_ids = np.array([each[2:] for each in stretches], int).reshape(-1, 2)


AXIS = TimeAxis.whole(0.0, 10.0).placed(100.0, 1000.0)
ROOM = QRectF(100.0, 50.0, 1000.0, 40.0)


def test_what_cannot_be_read_is_named_beside_it_in_the_middle_of_the_room(qapp):
    labels = damage_labels(AXIS, Lost((2.0, 3.0, 120, 131), (9.4, 9.5, 400, 400)), ROOM)
    assert [each.text for each in labels] == ["Frames 120–131 unreadable", "Frame 400 unreadable"]
    metrics = QFontMetricsF(font(11))
    for each in labels:
        assert each.box.width() == pytest.approx(metrics.horizontalAdvance(f"{each.text} · Details") + 12)
        assert (each.box.height(), each.box.center().y()) == (18.0, 70.0)
    assert labels[0].box.left() == 404.0
    assert labels[1].box.right() == 1036.0  # behind it there is no room
    found = drawn(lambda on: paint_damage(TimeCanvas(on, AXIS, ROOM, THEME), labels), 1200, 200)
    grounds = [each for each in found if each.fill == shade(THEME.panel)]
    for ground, label in zip(grounds, labels, strict=True):
        assert ground.box == pytest.approx(label.box.getCoords(), abs=0.01)
        assert ground.ink == shade(THEME.hairline)
    words = [each for each in found if each.text]
    assert [each.text for each in words[1::2]] == ["Details"] * 2
    for first, second, label in zip(words[::2], words[1::2], labels, strict=True):
        assert first.points[0, 0] == pytest.approx(label.box.left() + 6)
        end = second.points[0, 0] + metrics.horizontalAdvance("Details")
        assert end == pytest.approx(label.box.right() - 6, abs=0.5)
        assert (first.ink, second.ink) == (shade(THEME.text), shade(THEME.accent))


@pytest.mark.parametrize(("begin", "end", "named"), [
    (-2.0, -0.1, 0), (-2.0, 0.0, 1), (-2.0, 0.1, 1), (10.0, 12.0, 1), (9.9, 12.0, 1), (10.1, 12.0, 0),
])  # fmt: skip
def test_only_what_reaches_into_the_window_is_named(qapp, begin, end, named):
    axis = TimeAxis.whole(-5.0, 15.0).placed(100.0, 1000.0).windowed(0.0, 10.0)
    wide = QRectF(-2000.0, 50.0, 6000.0, 40.0)
    assert len(damage_labels(axis, Lost((begin, end, 1, 2)), wide)) == named


def test_names_do_not_cover_each_other_and_too_many_are_none(qapp):
    close = Lost(*((number / 10, number / 10 + 0.01, number, number) for number in range(20)))
    labels = damage_labels(AXIS, close, ROOM)
    assert labels
    for number, each in enumerate(labels):
        assert not any(each.box.intersects(other.box) for other in labels[:number])
    many = Lost(*((number / 10, number / 10 + 0.01, number, number) for number in range(21)))
    assert damage_labels(AXIS, many, ROOM) == ()
    assert damage_labels(AXIS, close, QRectF(100.0, 50.0, 1000.0, 17.9)) == ()
    assert damage_labels(AXIS, close, QRectF(100.0, 50.0, 1000.0, 18.0)) != ()


def test_another_font_has_all_lanes_painted_again(view, model, monkeypatch):
    painted = []
    paint = FrameLane.paint
    monkeypatch.setattr(FrameLane, "paint", lambda lane, *args: (painted.append(1), paint(lane, *args)))
    view.grab()
    painted.clear()
    view.grab()
    assert not painted
    larger = QFont(view.font())
    larger.setPointSizeF(QApplication.font().pointSizeF() + 3)
    view.setFont(larger)
    view.grab()
    assert painted
