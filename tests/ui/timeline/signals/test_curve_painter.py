"""Curves and ribbons as they are on the screen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from viewer.signals import Series
from viewer.signals.table import LIGHT_STATES, OFF_ON
from viewer.ui.theme import apply_theme, font, load_theme
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.sampling import Drawn
from viewer.ui.timeline.signals.curve_painter import paint_curve, paint_ribbon
from viewer.ui.timeline.time_canvas import TimeCanvas

pytestmark = pytest.mark.usefixtures("qapp")  # text needs it

WIDTH, HEIGHT = 400, 100
INK = QColor("#ff0000")
AXIS = TimeAxis.whole(0.0, 10.0).placed(0.0, WIDTH)


def series(times, values, *, recorded=True, steps=False, states=None):
    times, values = np.array(times, float), np.array(values, float)
    return Series("x", "x", "m", times, values, recorded, steps, states)


def ink(image):
    """Return how much of each pixel is drawn on, shape (HEIGHT, WIDTH), 0 to 1."""
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, WIDTH, 4)
    return pixels[:, :, 3] / 255.0


def curve(one, axis=AXIS, values=None):
    values = values or ValueAxis(0.0, 10.0)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        canvas = TimeCanvas(painter, axis, QRectF(image.rect()), load_theme("dark"))
        paint_curve(canvas, values, Drawn(one), INK)
    return ink(image)


def heights(drawn):
    """Return the middle of the ink in each column, NaN where there is none."""
    total = drawn.sum(axis=0)
    rows = np.arange(HEIGHT)[:, np.newaxis] + 0.5
    with np.errstate(invalid="ignore"):
        return (drawn * rows).sum(axis=0) / np.where(total > 0.2, total, np.nan)


def test_a_curve_goes_through_its_samples():
    middles = heights(curve(series([0, 5, 10], [0, 10, 0])))
    assert middles[100] == pytest.approx(50, abs=1.5)
    assert middles[200] == pytest.approx(0, abs=3)
    assert middles[300] == pytest.approx(50, abs=1.5)


def test_steps_stay_until_the_next_value():
    middles = heights(curve(series([0, 5, 10], [2, 8, 8], steps=True)))
    assert middles[190] == pytest.approx(80, abs=1)
    assert middles[210] == pytest.approx(20, abs=1)


def test_a_gap_stays_a_gap_and_the_value_before_it_holds_until_it_begins():
    middles = heights(curve(series([0, 2, 4, 6, 10], [5, 5, np.nan, 5, 5])))
    assert middles[[100, 150]] == pytest.approx(50, abs=1)
    assert np.isnan(middles[165:238]).all()
    assert middles[250] == pytest.approx(50, abs=1)


def test_a_single_value_is_seen():
    middles = heights(curve(series([2, 4], [5, np.nan])))
    assert np.isfinite(middles[85:155]).all()
    assert np.isnan(middles[:78]).all()


@pytest.mark.parametrize("recorded", [True, False])
def test_no_peak_gets_lost_among_many_samples(recorded):
    values = np.zeros(20_000)
    values[[3_210, 12_345]] = 10.0
    drawn = curve(series(np.linspace(0, 10, 20_000), values, recorded=recorded))
    assert (drawn[20:80].min(axis=0) > 0.2).sum() in (2, 3, 4)


def test_what_is_derived_is_dashed():
    solid = curve(series([0, 10], [5, 5])).max(axis=0)
    dashed = curve(series([0, 10], [5, 5], recorded=False)).max(axis=0)
    assert (solid > 0.5).all()
    share = (dashed > 0.5).mean()
    assert 0.4 < share < 0.75
    assert np.abs(np.diff((dashed > 0.5).astype(int))).sum() > 40


def test_dashes_are_as_long_on_short_lines_as_on_long_ones():
    times = np.linspace(0, 10, 300)
    wave = 5 + 3 * np.sin(times)
    share = (curve(series(times, wave, recorded=False)).max(axis=0) > 0.5).mean()
    assert 0.4 < share < 0.75


def test_very_close_up_a_wild_curve_is_still_drawn_at_once():
    wild = series(np.linspace(0, 10, 700), np.resize([-1.0, 1.0], 700), recorded=False)
    assert curve(wild, values=ValueAxis(-1e-6, 1e-6)).max() > 0.5


def test_far_zoomed_in_a_line_has_its_slope():
    near = AXIS.windowed(4.9999, 2e-4)
    middles = heights(curve(series([0, 10], [0, 10]), near, ValueAxis(4.9999, 5.0001)))
    assert middles[200] == pytest.approx(50, abs=1)
    assert middles[100] == pytest.approx(75, abs=1)


def test_before_and_after_all_samples_there_is_nothing():
    assert curve(series([3], [5]), AXIS.windowed(0.0, 1.0)).max() == 0.0
    assert curve(series([], [])).max() == 0.0
    assert curve(series([0, 10], [np.nan, np.nan])).max() == 0.0


class Writing(QPainter):
    """A painter that tells what it writes."""

    def __init__(self, image, texts):
        super().__init__(image)
        self.texts = texts

    def drawText(self, *words):  # noqa: N802 - Qt's name
        self.texts.append(words[-1])


def ribbon(one):
    image = QImage(WIDTH, 20, QImage.Format.Format_ARGB32)
    theme = load_theme("dark")
    image.fill(theme.panel)
    with QPainter(image) as painter:
        paint_ribbon(TimeCanvas(painter, AXIS, QRectF(image.rect()), theme), Drawn(one), INK)
    return [image.pixelColor(x, 1) for x in range(WIDTH)]


def test_lights_have_their_colours():
    colors = ribbon(series([0, 5, 10], [0, 2, 2], steps=True, states=LIGHT_STATES))
    theme = load_theme("dark")
    assert (colors[100], colors[300]) == (theme.light_red, theme.light_green)


def test_of_very_many_states_of_a_light_the_first_is_seen_as_long_as_it_lasts():
    many = np.linspace(5.0, 10.0, 20_000)
    values = np.where(np.arange(len(many)) % 2, 1.0, 2.0)
    colors = ribbon(series([0.0, *many], [0.0, *values], steps=True, states=LIGHT_STATES))
    assert set(map(QColor.name, colors[1:198])) == {load_theme("dark").light_red.name()}


def test_what_is_on_stands_out_and_a_gap_is_the_panel():
    colors = ribbon(series([0, 3, 6, 8, 10], [0, 1, np.nan, 1, 1], steps=True, states=OFF_ON))
    red = [color.red() for color in colors]
    assert red[180] > 150 > red[60] > red[280]
    assert colors[280] == load_theme("dark").panel


def test_a_short_state_is_seen_among_many():
    values = np.tile([0.0, 0.0, 1.0, 0.0], 5_000)
    values[10_000:] = 0.0
    colors = ribbon(series(np.linspace(0, 10, 20_000), values, steps=True, states=OFF_ON))
    assert all(color.red() > 150 for color in colors[:199])
    assert all(color.red() < 100 for color in colors[202:])


@pytest.mark.parametrize(
    ("theme", "state", "written"),
    [
        ("dark", 0, "#200404"),
        ("dark", 1, "#2a1f00"),
        ("dark", 2, "#07210f"),
        ("light", 0, "#ffffff"),
        ("light", 1, "#2a1f00"),
        ("light", 2, "#ffffff"),
    ],
)
def test_words_on_a_ribbon_of_lamps_have_colours_of_their_own(plain_app, theme, state, written):
    """Text on red, yellow, green ribbons; it is what differs most from the ribbon."""
    apply_theme(plain_app, load_theme(theme))
    image = QImage(WIDTH, 13, QImage.Format.Format_RGB32)
    image.fill(0)
    one = series([0, 10], [state, state], steps=True, states=LIGHT_STATES)
    with QPainter(image) as painter:
        canvas = TimeCanvas(painter, AXIS, QRectF(image.rect()), load_theme(theme))
        paint_ribbon(canvas, Drawn(one), INK)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(13, WIDTH, 4)[:, :, 2::-1].astype(int)
    text = pixels[np.unravel_index(np.abs(pixels - pixels[6, -20]).sum(axis=2).argmax(), pixels.shape[:2])]
    assert text == pytest.approx(QColor(written).getRgb()[:3], abs=12)


def test_a_state_says_as_much_as_there_is_room_for():
    """Its letter, its name, its name and more: each with 5 pixels beside it, and as soon as it fits."""
    one, theme = series([0, 10], [0, 0], steps=True, states=("Neutral", "x")), load_theme("dark")
    words = ("", "N", "Neutral", "Neutral · 3 s more")
    needed = [0.0, 14.0, *(QFontMetricsF(font(11)).horizontalAdvance(each) + 10 for each in words[2:])]
    for width in range(8, 140):
        image, texts = QImage(WIDTH, 20, QImage.Format.Format_RGB32), []
        with Writing(image, texts) as painter:
            axis = TimeAxis.whole(0.0, 10.0).placed(0.0, float(width))
            canvas = TimeCanvas(painter, axis, QRectF(0, 0, width, 20), theme)
            paint_ribbon(canvas, Drawn(one), INK, further=lambda *_: "3 s more")
        fitting = sum(each <= width for each in needed) - 1
        assert texts == ([words[fitting]] if fitting else []), width
