"""Chips on the map, shape by shape, and the arrows at its edges against a plain search for their places."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from tests.ui.drawn import drawn, shade
from viewer.ui.map.camera import Camera
from viewer.ui.map.chrome.chips import EdgeArrow, MapChip, North, ScaleBar, SpeedLegend
from viewer.ui.map.chrome.furniture import Furniture, Target
from viewer.ui.map.chrome.pill import Span
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")
WIDTH, HEIGHT = 900, 600


@pytest.fixture
def ground(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(WIDTH, HEIGHT)
    widget.show()
    return widget


def glyphs(chip):
    """What a chip draws before its text."""
    left, wide = 12.0, chip.glyph_width()
    area = QRectF(left, 0, wide, chip.height())
    return drawn(lambda on: chip.draw_glyph(on, area, THEME), WIDTH, 100)


def advance(text, *, bold=False):
    return QFontMetricsF(font(13, bold=bold)).horizontalAdvance(text)


@pytest.mark.parametrize("scale", [0.013, 0.2, 1.0, 3.7, 9.6, 10.0, 40.0, 300.0])
def test_the_scale_bar_is_a_line_with_ends_as_long_as_it_says(ground, scale):
    bar = ScaleBar(ground)
    bar.set_theme(THEME)
    bar.set_scale(scale)
    number, unit = bar.text().split(" ")
    metres = float(number) * (1000 if unit == "km" else 1)
    assert metres * scale <= 96 * (1 + 1e-9) < 2.5 * metres * scale
    assert metres < 1000 or unit == "km"
    line, left, right = glyphs(bar)
    assert line.size[0] == pytest.approx(metres * scale, abs=0.51)
    assert line.size[1] == 0
    assert (left.box[0], right.box[0]) == (line.box[0], line.box[2]) == (12.0, 12.0 + round(metres * scale))
    for end in (left, right):
        assert end.size == (0.0, 8.0)
        assert end.middle[1] == line.box[1]
    assert {each.ink for each in (line, left, right)} == {shade(THEME.secondary)}
    assert line.box[1] == pytest.approx(bar.height() / 2, abs=1.0)


def test_the_legend_of_speeds_is_a_bar_of_96_by_8(ground):
    legend = SpeedLegend(ground)
    legend.set_lines(SpeedLegend.words())
    (bar,) = glyphs(legend)
    assert bar.size == (96.0, 8.0)
    assert bar.middle == (60.0, legend.height() / 2)


@pytest.mark.parametrize("turn", [0.0, 1.0, -2.2, math.pi])
def test_the_needle_points_to_the_north_and_arrows_to_their_actor(ground, turn):
    north, arrow = North(ground), EdgeArrow(ground)
    north.set_turn(turn, heading_up=False)
    arrow.point(3, turn, ((Span("hero"),),), hero=True)
    for chip, heading, color in ((north, turn - math.pi / 2, THEME.secondary), (arrow, turn, THEME.hero)):
        (needle,) = glyphs(chip)
        assert needle.fill == shade(color)
        assert needle.ink is None
        middle = np.array((17.0, chip.height() / 2))
        way = np.array((math.cos(heading), math.sin(heading)))
        along, across = (needle.points - middle) @ way, (needle.points - middle) @ (-way[1], way[0])
        assert along.max() == pytest.approx(6.0, abs=0.01)
        assert along.min() == pytest.approx(-5.0, abs=0.01)
        assert abs(across[along.argmax()]) < 0.01  # the tip is in the middle
        assert sorted(across) == pytest.approx(sorted(-across), abs=0.01)
        assert np.abs(across).max() == pytest.approx(4.5, abs=0.01)
    arrow.point(3, turn, ((Span("x"),),), hero=False)
    assert glyphs(arrow)[0].fill == shade(THEME.accent)


# -- arrows at the edges


@pytest.fixture
def furniture(ground):
    made = Furniture(ground)
    made.set_theme(THEME)
    made.set_scale(10.0)
    return made


def arrows(ground):
    return [each for each in ground.findChildren(EdgeArrow) if not each.isHidden()]


def nothing():
    return np.empty((0, 4))


CAMERA = Camera(0.0, 0.0, 10.0, WIDTH, HEIGHT)


def meets(box, other):
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def sides(rect):
    return rect.left(), rect.top(), rect.right() + 1, rect.bottom() + 1


@pytest.mark.parametrize("degrees", range(0, 360, 23))
@pytest.mark.parametrize("far", [90.0, 400.0])
def test_an_arrow_stands_where_the_way_to_its_actor_leaves_the_map(ground, furniture, degrees, far):
    """16 px off the edge, or the nearest place along the edge where no chip is."""
    way = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    target = Target(7, far * way[0], far * way[1], "101", is_hero=False)
    furniture.point_to([target], CAMERA, nothing)
    (arrow,) = arrows(ground)
    assert arrow.text() == f"101  {far:,.0f} m"
    box = sides(arrow.geometry())
    half = (WIDTH / 2 - 16 - arrow.width() / 2, HEIGHT / 2 - 16 - arrow.height() / 2)
    share = min(limit / abs(part) if part else math.inf for limit, part in zip(half, way, strict=True))
    wished = np.array((WIDTH / 2 + way[0] * share, HEIGHT / 2 + way[1] * share))
    found = np.array(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    chips = [sides(each) for each in furniture.overlay.rectangles()]
    assert not any(meets(box, (c[0] - 7, c[1] - 7, c[2] + 7, c[3] + 7)) for c in chips)
    half_size = np.array((arrow.width() / 2, 14.0))
    wish = (*(wished - half_size), *(wished + half_size))
    if not any(meets(wish, (c[0] - 8, c[1] - 8, c[2] + 8, c[3] + 8)) for c in chips):
        assert found == pytest.approx(wished, abs=1.0)
    edges = (box[0] - 16, box[1] - 16, WIDTH - 16 - box[2], HEIGHT - 16 - box[3])
    assert min(edges) >= -1
    assert min(edges) <= 4


@pytest.mark.parametrize("seed", range(12))
def test_no_arrow_covers_what_is_shown_nor_another_where_that_can_be_avoided(ground, furniture, seed):
    draw = random.Random(seed)
    angle = draw.uniform(0, 2 * math.pi)
    targets = [
        Target(n, 200 * math.cos(angle + n / 9), 200 * math.sin(angle + n / 9), f"{n}", is_hero=n == 0)
        for n in range(3)
    ]
    corners = [(draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT)) for _ in range(25)]
    shown = np.array([(x, y, x + 40, y + 30) for x, y in corners])
    furniture.point_to(targets, CAMERA, lambda: shown)
    found = [sides(each.geometry()) for each in arrows(ground)]
    assert len(found) == 2  # no more
    for number, box in enumerate(found):
        assert not any(meets(box, (*(each[:2] - 3.4), *(each[2:] + 3.4))) for each in shown)
        assert not any(meets(box, other) for other in found[:number])
    furniture.point_to([], CAMERA, nothing)
    assert arrows(ground) == []


@pytest.mark.parametrize("covered", [0, 250])
@pytest.mark.parametrize(("x", "y"), [
    (0, 0), (-44, 0), (-46, 0), (44, 0), (46, 0), (20.1, 0), (0, 29), (0, 31), (0, -31),
])  # fmt: skip
def test_only_who_is_off_what_is_seen_of_the_map_has_an_arrow(ground, furniture, covered, x, y):
    furniture.set_right_inset(covered)
    furniture.point_to([Target(1, x, y, "1", is_hero=False)], CAMERA, nothing)
    inside = abs(y) <= 30 and x >= -45 and 450 + 10 * x <= WIDTH - covered
    assert bool(arrows(ground)) is not inside
    for arrow in arrows(ground):
        assert sides(arrow.geometry())[2] <= WIDTH - covered - 16 + 1


def test_a_chip_of_another_size_is_drawn_anew(ground):
    """Its ground reaches to its new edges."""
    chips = [MapChip(ground), MapChip(ground)]
    for chip in chips:
        chip.set_theme(THEME)
        chip.set_lines(((Span("12.00 m"),),))
        chip.resize(90, 30)
    chips[0].grab()
    for chip in chips:
        chip.resize(160, 44)
    assert chips[0].grab().toImage() == chips[1].grab().toImage()
