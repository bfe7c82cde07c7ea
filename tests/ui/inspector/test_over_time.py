"""Values that change: their curves below their rows, giving them lanes, dragging them out."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QDrag, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.scenes import HERO, LIGHT, OTHER
from tests.ui.inspector.sheets import cells, heard, line_of, middle, move_mouse, row_of
from viewer.replay.world.world import world_at
from viewer.signals import Series, read_series
from viewer.signals.series import SeriesKey
from viewer.ui.inspector import Inspector, curve_painter
from viewer.ui.inspector.contents import Contents
from viewer.ui.inspector.curve_rows import with_curves
from viewer.ui.inspector.drawn_rows import DrawnRows
from viewer.ui.inspector.legend import Legend
from viewer.ui.inspector.line_layout import MARGIN, LineLayout, PlacedValue, SheetFonts, value_end
from viewer.ui.inspector.sheet import Curve, Row, RowKind, Value, fact
from viewer.ui.inspector.spark import SparkPainter
from viewer.ui.inspector.stretch import round_scale, stretch_of
from viewer.ui.inspector.values import plain, seen_over_time
from viewer.ui.signal_mime import SIGNAL_MIME
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.theme import load_theme


@pytest.fixture
def inspector(index, qtbot):
    inspector = Inspector()
    qtbot.addWidget(inspector)
    inspector.resize(400, 900)
    inspector.set_recording(index)
    inspector.set_hero(ref_of(row_of(index, HERO)))
    inspector.set_world(world_at(index, 0.5))
    inspector.set_selected(refs_of((row_of(index, OTHER),)))
    inspector.show()
    qtbot.waitExposed(inspector)
    return inspector


@pytest.fixture
def sheet(inspector):
    return inspector.findChild(QTableView)


def end_of(sheet, label):
    return middle(sheet, label, value_end(sheet.width(), SheetFonts()) - 4)


def curve(sheet, label):
    """What is said below the curve of a row, None while there is none."""
    return cells(sheet).get(f"{label} over time", (None,))[0]


def series(index, name, row, other=None):
    return read_series(index, [name], row, other=other)[0]


def test_the_acceleration_is_that_of_the_signal(inspector, sheet, index):
    row = row_of(index, HERO)
    asked = heard(inspector.series_wanted)
    inspector.set_selected(refs_of((row,)))
    key = SeriesKey("acceleration", row)
    lights = [SeriesKey(name, row) for name in ("light_ahead", "light_ahead_id", "light_ahead_source")]
    assert asked == [(key, *lights, SeriesKey("derived_speed", row))]
    assert cells(sheet)["Acceleration"] == ("–",)
    told = series(index, "acceleration", row)
    changed = Series(
        "acceleration", told.label, told.unit, told.elapsed, np.full(len(told), 1.84), recorded=False
    )
    inspector.set_series(key, changed)
    assert cells(sheet)["Acceleration"] == ("1.84 m/s²",)
    inspector.set_selected(refs_of((row_of(index, OTHER),)))
    assert cells(sheet)["Acceleration"] == ("–",)
    inspector.set_selected(refs_of((row_of(index, LIGHT),)))
    assert "Acceleration" not in cells(sheet)


def test_a_row_that_is_clicked_shows_the_seconds_around_below_it(inspector, sheet, index):
    row = row_of(index, OTHER)
    key = SeriesKey("brake", row)
    asked = heard(inspector.series_wanted)
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=end_of(sheet, "Brake"))
    assert asked[-1][-1] == key
    assert curve(sheet, "Brake") == "–"
    labels = list(cells(sheet))
    assert labels.index("Brake over time") == labels.index("Brake") + 1
    inspector.set_series(key, series(index, "brake", row))
    assert curve(sheet, "Brake") == "always 1.00"
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=middle(sheet, "Brake", 30))
    assert curve(sheet, "Brake") is None
    assert key not in asked[-1]


def test_a_curve_goes_with_time_and_stays_open_for_the_next_actor(inspector, sheet, index):
    inspector.set_selected(refs_of((row_of(index, LIGHT),)))
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=end_of(sheet, "State"))
    key = SeriesKey("light_state", row_of(index, LIGHT))
    inspector.set_series(key, series(index, "light_state", key.row))
    assert curve(sheet, "State") == "Green → Yellow"

    def picture():
        return sheet.viewport().grab(sheet.line_rect(line_of(sheet, "State over time"))).toImage()

    before = picture()
    inspector.set_world(world_at(index, 0.7))
    assert picture() != before
    inspector.set_selected(refs_of((row_of(index, OTHER),)))
    inspector.set_selected(refs_of((row_of(index, LIGHT),)))
    assert curve(sheet, "State") == "–"


def test_pointing_asks_for_nothing(inspector, sheet, index):
    asked = heard(inspector.series_wanted)
    for label in ("Throttle", "Brake", "Gear"):
        move_mouse(sheet, end_of(sheet, label))
    assert inspector.pointed_signal == SeriesKey("gear", row_of(index, OTHER))
    QApplication.sendEvent(sheet, QEvent(QEvent.Type.Leave))
    assert asked == []
    assert inspector.pointed_signal is None


def test_the_number_that_is_clicked_decides_whose_curve_it_is(inspector, sheet, index, qtbot):
    row = row_of(index, OTHER)
    asked = heard(inspector.series_wanted)
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=end_of(sheet, "Location"))
    assert asked[-1][-1] == SeriesKey("z", row)
    plotted = heard(inspector.plot_requested)
    position = middle(sheet, "Location over time", 100)
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert plotted == [(row, "z")]


def test_a_value_is_dragged_out_as_a_signal(inspector, sheet, index, monkeypatch):
    dragged, plotted = [], heard(inspector.plot_requested)

    def drop(drag, _actions):
        dragged.append(json.loads(bytes(drag.mimeData().data(SIGNAL_MIME))))
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", drop)
    for label, x in (
        ("Throttle", value_end(sheet.width(), SheetFonts()) - 4),
        ("Gear", 20),
        ("Category", 20),
    ):
        start = middle(sheet, label, x)
        QTest.mousePress(sheet.viewport(), Qt.MouseButton.LeftButton, pos=start)
        for step in (2, 40):
            move_mouse(sheet, start - QPoint(step, 0), Qt.MouseButton.LeftButton)
        QTest.mouseRelease(sheet.viewport(), Qt.MouseButton.LeftButton, pos=start - QPoint(40, 0))
    row = row_of(index, OTHER)
    assert dragged == [{"row": row, "signal": "throttle"}, {"row": row, "signal": "gear"}]
    assert plotted == []


def test_what_is_derived_is_marked_in_the_margin_and_explained(inspector, sheet, index):
    def margin(label):
        rect = sheet.line_rect(sheet.rowAt(middle(sheet, label, 2).y()))
        image = sheet.viewport().grab(QRect(rect.x(), rect.y(), MARGIN - 2, rect.height())).toImage()
        return {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}

    assert len(margin("Category")) == 1
    assert len(margin("Brake")) == 1
    assert len(margin("Speed")) > 1
    assert inspector.findChild(Legend).isVisible()
    inspector.set_selected(())
    assert not inspector.findChild(Legend).isVisible()


# The stretch of a signal


def make(elapsed, values, **more):
    return Series("s", "S", "m", np.array(elapsed, float), np.array(values, float), recorded=True, **more)


def test_a_stretch_is_what_lies_within_five_seconds():
    stretch = stretch_of(make(range(20), range(20)), 5.0, 15.0)
    assert (stretch.least, stretch.most) == (5.0, 15.0)
    assert stretch.times[0] <= 5.0
    assert stretch.times[-1] >= 15.0


def test_a_step_holds_and_a_gap_stays_one():
    stretch = stretch_of(make([0.0, 8.0, 9.0, 10.0], [1.0, 2.0, np.nan, 3.0], steps=True), 1.0, 11.0)
    assert (stretch.least, stretch.most) == (1.0, 3.0)
    assert stretch.times.tolist() == [0.0, 8.0, 8.0, 9.0, 9.0, 10.0, 10.0, 10.0]
    assert np.isnan(stretch.values).sum() == 2


def told(signal, now):
    """What is said below the curve of a signal."""
    key = SeriesKey("gear", 0)
    row = fact("gear", "Gear", seen_over_time(plain("1"), key))
    _, curve_row = with_curves([row], {"gear"}, {key: signal}, now, {})
    return curve_row.value.text


def test_nothing_is_known_before_the_first_and_of_an_empty_signal():
    for signal in (make([], []), make([0.0], [np.nan]), make([0.0], [np.nan], steps=True)):
        assert np.isnan(stretch_of(signal, -2.0, 8.0).least)
        assert told(signal, 3.0) == "not known around here"


def test_many_changes_of_a_state_are_counted():
    long = np.repeat([1.0, 0.0, 1.0], 700)
    turning = make(np.linspace(0.0, 10.0, len(long)), long, steps=True, states=("off", "on"))
    blinking = make(np.arange(10.0), np.arange(10) % 2, steps=True, states=("off", "on"))
    for signal, now, text in (
        (blinking, 5.0, "9 changes"),
        (blinking, -4.0, "off → on"),
        (blinking, -4.5, "always off"),
        (turning, 5.0, "on → off → on"),
    ):
        assert told(signal, now) == text


def test_a_dense_signal_keeps_its_extremes():
    values = np.zeros(100_000)
    values[50_123] = 7.0
    values[50_321] = -3.0
    stretch = stretch_of(make(np.linspace(0.0, 10.0, 100_000), values), 0.0, 10.0)
    assert len(stretch.times) <= 500
    assert (np.nanmin(stretch.values), np.nanmax(stretch.values)) == (-3.0, 7.0)


# The small picture beside a speed


def spark(now, values=(1.0, 4.0, 2.0), begin=0.0, end=10.0):
    """The picture of a signal over 10 s at a moment, 100 × 44 px."""
    theme, times = load_theme("dark"), np.linspace(0.0, 10.0, len(values))
    signal = Series("speed", "Speed", "m/s", times, np.array(values), recorded=True)
    picture = QPixmap(100, 44)
    painter = QPainter(picture)
    curve = Curve(SeriesKey("speed", 0), signal, begin, end, now, "vehicle")
    SparkPainter(SheetFonts()).paint(painter, QRect(0, 0, 100, 44), curve, told=False)
    painter.end()
    image = picture.toImage()
    return [image.pixelColor(x, 41) != theme.lane for x in range(100)]


def test_the_line_ends_at_the_moment_and_stays_where_it_is(qapp):
    assert sum(spark(0.0)) <= 1
    for now in (2.5, 5.0, 9.0):
        filled = spark(now)
        assert all(filled[1 : round(10 * now) - 1])
        assert not any(filled[round(10 * now) + 2 :])


@pytest.fixture
def drawn(monkeypatch):
    """A list that grows with each line that is drawn."""
    drawn = []
    plain = curve_painter.curve_lines
    monkeypatch.setattr(curve_painter, "curve_lines", lambda *told: drawn.append(1) or plain(*told))
    return drawn


def test_the_line_is_drawn_once_for_its_stretch(qapp, drawn):
    times = np.linspace(0.0, 10.0, 50)
    signal = Series("speed", "Speed", "m/s", times, np.sin(times), recorded=True)
    painter, picture = SparkPainter(SheetFonts()), QPixmap(192, 44)
    with QPainter(picture) as on:
        for now in np.linspace(0.0, 10.0, 30).tolist():
            curve = Curve(SeriesKey("speed", 0), signal, 0.0, 10.0, now, "vehicle")
            painter.paint(on, QRect(0, 0, 192, 44), curve, told=True)
    assert len(drawn) == 1


@pytest.mark.parametrize(
    ("least", "most", "scale"),
    [
        (0.0, 8.2, (0.0, 10.0)),
        (0.0, 10.0, (0.0, 10.0)),
        (-0.31, 0.14, (-0.5, 0.15)),
        (131.0, 140.0, (0.0, 150.0)),
        (-70.0, -61.0, (-70.0, 0.0)),
        (0.0, 0.0, (0.0, 0.0)),
        (np.nan, np.nan, None),
    ],
)
def test_the_scale_of_a_curve_below_a_row_is_round(least, most, scale):
    assert round_scale(least, most) == (None if scale is None else pytest.approx(scale))


def test_a_curve_below_a_row_moves_without_being_drawn_again(qapp, drawn):
    theme, times = load_theme("dark"), np.linspace(0.0, 40.0, 401)
    signal = Series("x", "x", "m", times, np.where(times == 12.0, 1.0, 0.0), recorded=True)
    rows, picture, places = DrawnRows(SheetFonts()), QPixmap(200, 62), []
    for now in (10.0, 12.0, 14.0):
        curve = Curve(SeriesKey("x", 0), signal, now - 5.0, now + 5.0, now, "vehicle", (0.0, 1.0))
        row = Row("x over time", (), Value(curve=curve), RowKind.CURVE)
        with QPainter(picture) as painter:
            rows.paint(painter, picture.rect(), row, LineLayout(drawn=[PlacedValue(row.value, 0, 200)]))
        image = picture.toImage()
        ground, now_line = theme.lane, theme.text
        top = [image.pixelColor(x, 8) not in (ground, now_line) for x in range(200)]
        places.append(top.index(True) if any(top) else None)
    assert places == [pytest.approx(140, abs=2), pytest.approx(100, abs=2), pytest.approx(60, abs=2)]
    assert len(drawn) == 1


def test_a_comparison_that_goes_on_says_what_a_new_one_says(index):
    rows, going_on = [row_of(index, each) for each in (HERO, OTHER, LIGHT)], Contents()
    going_on.set_recording(index)
    going_on.selected = tuple(rows)
    going_on.set_world(world_at(index, 0.0))
    going_on.rebuild()
    for elapsed in np.linspace(0.0, index.duration, 40).tolist():
        fresh = Contents()
        fresh.set_recording(index)
        fresh.selected = tuple(rows)
        for contents in (going_on, fresh):
            contents.set_world(world_at(index, elapsed))
        fresh.rebuild()
        told = {row.key: row for row in going_on.lines(only_differences=False)}
        for row in fresh.lines(only_differences=False):
            assert told[row.key] == row


@pytest.mark.parametrize("value", [2.0, 7.0, -1.0])
def test_a_state_that_no_table_has_is_unknown(value):
    signal = make([0.0, 1.0], [1.0, value], steps=True, states=("off", "on"))
    assert told(signal, 1.0) == "on → –"
