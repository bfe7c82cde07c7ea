"""Values that change: the small picture of them over time, plotting them, dragging them out."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QDrag
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.scenes import HERO, LIGHT, OTHER
from tests.ui.inspector.sheets import cells, heard, middle, move_mouse, row_of
from viewer.analysis.series import read_series
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.replay.world.world import world_at
from viewer.ui.inspector import Inspector
from viewer.ui.inspector.line_layout import MARGIN
from viewer.ui.inspector.over_time import OverTimePopup
from viewer.ui.inspector.stretch import stretch_at
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
    return middle(sheet, label, sheet.width() - MARGIN - 4)


def popup(inspector):
    found = inspector.window().findChildren(OverTimePopup)
    return found[0] if found and found[0].isVisible() else None


def series(index, name, row, other=None):
    return read_series(index, [name], row, other=other)[0]


def test_the_acceleration_is_that_of_the_signal(inspector, sheet, index):
    row = row_of(index, HERO)
    asked = heard(inspector.series_wanted)
    inspector.set_selected(refs_of((row,)))
    key = SeriesKey("acceleration", row)
    assert asked == [(key,)]
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


def test_a_value_that_is_pointed_at_shows_the_seconds_around(inspector, sheet, index, qtbot):
    row = row_of(index, OTHER)
    key = SeriesKey("brake", row)
    asked = heard(inspector.series_wanted)
    move_mouse(sheet, end_of(sheet, "Brake"))
    qtbot.waitUntil(lambda: bool(asked))
    assert asked[-1][-1] == key
    assert popup(inspector) is None
    inspector.set_series(key, series(index, "brake", row))
    assert popup(inspector).text == "Brake · 1.00 · Always 1.00"
    move_mouse(sheet, middle(sheet, "Brake", 20))
    assert popup(inspector) is None
    assert key not in asked[-1]


def test_the_picture_goes_with_the_mouse_and_with_time(inspector, sheet, index, qtbot):
    inspector.set_selected(refs_of((row_of(index, LIGHT),)))
    move_mouse(sheet, end_of(sheet, "State"))
    key = SeriesKey("light_state", row_of(index, LIGHT))
    asked = heard(inspector.series_wanted)
    qtbot.waitUntil(lambda: bool(asked))
    inspector.set_series(key, series(index, "light_state", key.row))
    assert popup(inspector).text == "State · Green · Green → Yellow"
    before = popup(inspector).grab().toImage()
    inspector.set_world(world_at(index, 0.7))
    assert popup(inspector).text == "State · Yellow · Green → Yellow"
    assert popup(inspector).grab().toImage() != before
    QApplication.sendEvent(sheet, QEvent(QEvent.Type.Leave))
    assert popup(inspector) is None


def test_a_mouse_that_passes_asks_for_nothing(inspector, sheet, qtbot):
    asked = heard(inspector.series_wanted)
    for label in ("Throttle", "Brake", "Gear"):
        move_mouse(sheet, end_of(sheet, label))
    QApplication.sendEvent(sheet, QEvent(QEvent.Type.Leave))
    QTest.qWait(250)
    assert asked == []


def test_a_click_plots_a_value_and_enter_plots_those_of_a_line(inspector, sheet, index, qtbot):
    row = row_of(index, OTHER)
    asked = heard(inspector.plot_requested)
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=end_of(sheet, "Throttle"))
    assert asked == [(row, "throttle")]
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=middle(sheet, "Location", 20))
    assert len(asked) == 1
    sheet.setFocus()
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert asked[1:] == [(row, name) for name in "xyz"]


def test_a_value_is_dragged_out_as_a_signal(inspector, sheet, index, monkeypatch):
    dragged, plotted = [], heard(inspector.plot_requested)

    def drop(drag, _actions):
        dragged.append(json.loads(bytes(drag.mimeData().data(SIGNAL_MIME))))
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", drop)
    for label, x in (("Throttle", sheet.width() - MARGIN - 4), ("Gear", 20), ("Category", 20)):
        start = middle(sheet, label, x)
        QTest.mousePress(sheet.viewport(), Qt.MouseButton.LeftButton, pos=start)
        for step in (2, 40):
            move_mouse(sheet, start - QPoint(step, 0), Qt.MouseButton.LeftButton)
        QTest.mouseRelease(sheet.viewport(), Qt.MouseButton.LeftButton, pos=start - QPoint(40, 0))
    row = row_of(index, OTHER)
    assert dragged == [{"row": row, "signal": "throttle"}, {"row": row, "signal": "gear"}]
    assert plotted == []


def test_what_changes_is_marked_in_the_margin(inspector, sheet):
    def margin(label):
        rect = sheet.line_rect(sheet.rowAt(middle(sheet, label, 2).y()))
        image = sheet.viewport().grab(QRect(rect.x(), rect.y(), MARGIN - 2, rect.height())).toImage()
        return {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}

    assert len(margin("Category")) == 1
    assert len(margin("Size")) == 1
    assert len(margin("Speed")) > 1
    assert len(margin("Lights on")) > 1


# The stretch of a signal


def make(elapsed, values, **more):
    return Series("s", "S", "m", np.array(elapsed, float), np.array(values, float), recorded=True, **more)


def test_a_stretch_is_what_lies_within_five_seconds():
    stretch = stretch_at(make(range(20), range(20)), 10.0)
    assert (stretch.least, stretch.most) == (5.0, 15.0)
    assert stretch.times[0] <= -5.0
    assert stretch.times[-1] >= 5.0


def test_a_step_holds_and_a_gap_stays_one():
    stretch = stretch_at(make([0.0, 8.0, 9.0, 10.0], [1.0, 2.0, np.nan, 3.0], steps=True), 6.0)
    assert (stretch.least, stretch.most) == (1.0, 3.0)
    assert stretch.times.tolist() == [-6.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 4.0]
    assert np.isnan(stretch.values).sum() == 2


def test_nothing_is_known_before_the_first_and_of_an_empty_signal(qtbot):
    for signal in (make([], []), make([0.0], [np.nan]), make([0.0], [np.nan], steps=True)):
        assert np.isnan(stretch_at(signal, 3.0).least)
        popup = OverTimePopup(load_theme("light"), None)
        qtbot.addWidget(popup)
        popup.set_content("S", signal, 3.0)
        assert popup.text == "S · – · Not known around here"
        assert not popup.grab().isNull()


def test_many_changes_of_a_state_are_counted(qtbot):
    long = np.repeat([1.0, 0.0, 1.0], 700)
    turning = make(np.linspace(0.0, 10.0, len(long)), long, steps=True, states=("off", "on"))
    blinking = make(np.arange(10.0), np.arange(10) % 2, steps=True, states=("off", "on"))
    popup = OverTimePopup(load_theme("dark"), None)
    qtbot.addWidget(popup)
    for signal, now, text in (
        (blinking, 5.0, "on · 9 changes"),
        (blinking, -4.0, "– · off → on"),
        (blinking, -4.5, "– · Always off"),
        (turning, 5.0, "off · on → off → on"),
    ):
        popup.set_content("S", signal, now)
        assert popup.text == f"S · {text}"


def test_a_dense_signal_keeps_its_extremes():
    values = np.zeros(100_000)
    values[50_123] = 7.0
    values[50_321] = -3.0
    stretch = stretch_at(make(np.linspace(0.0, 10.0, 100_000), values), 5.0)
    assert len(stretch.times) <= 500
    assert (np.nanmin(stretch.values), np.nanmax(stretch.values)) == (-3.0, 7.0)
