"""Signals that are added for the open recording: in lanes of their own, and thin in the lanes of others."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.scenes import HERO, street
from tests.ui.conftest import turn
from viewer.signals import Series, signal_of

pytestmark = pytest.mark.usefixtures("one_window")

TIMES = np.array((0.0, 0.3, 0.6))


def series(name, label, unit, *values, **more):
    return Series(name, label, unit, TIMES, np.array(values, np.float64), recorded=True, **more)


def brake_of(signals, *values):
    return signal_of(series("agent.brake", "Wanted brake", "%", *values), mark="agent", row=signals.hero)


def add_to(signals, source, *rows):
    """Add signals, and return the names of those that are plotted then."""
    signals.viewer.workspace.add_signals(source, rows)
    turn()
    signals.settle()
    return signals.names


def in_lane(signals, lane, time):
    """Return the tooltip's lines of a lane with signals that the user chose."""
    model = signals.model
    return signals.placed[lane].lane.hover_info(model.axis, model.axis.x(time)).lines


def test_an_added_signal_is_found_plotted_and_copied(signals, qtbot):
    workspace = signals.viewer.workspace
    workspace.add_signals("tables", [brake_of(signals, 10.0, 20.0, 30.5)])
    QTest.keyClick(signals.viewer.window, Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier)
    palette = signals.viewer.window.panel("palette")
    qtbot.waitUntil(palette.isVisible)
    field = palette.findChild(QLineEdit)
    QTest.keyClicks(field, "wanted agent")
    QTest.keyClick(field, Qt.Key.Key_Return)
    signals.settle()
    assert signals.names == [["agent.brake"]]
    entry = signals.row(signals.numbers[0])
    assert (entry.text, entry.mark, entry.unit) == (f"Hero {HERO} wanted brake", "agent", "%")
    assert (entry.value(0.4), entry.value(0.7)) == ("20.0", "30.5")
    assert in_lane(signals, 0, 0.4) == (f"Hero {HERO} wanted brake 20.0 % · agent",)
    signals.viewer.plots.copy_values(signals.numbers[0])
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == f"elapsed (s)\tframe\t{HERO} wanted brake (%, agent)"
    assert [line.split("\t")[2] for line in lines[1:]] == ["10", "20", "30.5"]


def test_added_signals_come_and_go(signals, tmp_path):
    """A curve whose signal is taken back is removed, and returns with it, in later recordings, too."""
    workspace, others = signals.viewer.workspace, [signal_of(series("csv.a", "a", "", 1, 2, 3), mark="csv")]

    def add(source, *rows):
        return add_to(signals, source, *rows)

    workspace.add_signals("csv", others)
    workspace.add_signals("tables", [brake_of(signals, 1, 2, 3)])
    signals.show(("x", signals.hero), ("agent.brake", signals.hero), ("csv.a",))
    whole = [["x"], ["agent.brake"], ["csv.a"]]
    assert signals.names == whole
    assert signals.row(signals.numbers[2]).value(0.4) == "2.00"
    add("tables", brake_of(signals, 4, 5, 6))  # read again: other values in the same lane
    assert signals.names == whole
    assert signals.row(signals.numbers[1]).value(0.4) == "5.0"
    assert add("tables") == [["x"], ["csv.a"]]
    assert add("tables", brake_of(signals, 7, 8, 9)) == whole
    workspace.open(street().save(tmp_path / "later.log"))
    signals._qtbot.waitUntil(lambda: not signals.viewer.recording.busy)  # noqa: SLF001
    signals.settle()
    assert signals.names == [["x"]]
    add("csv", *others)
    assert add("tables", brake_of(signals, 1, 2, 3)) == whole


def test_a_thin_curve_is_drawn_in_the_lane_of_its_signal(signals):
    signals.show(("derived_speed", signals.hero), ("derived_speed", signals.other))
    lane = signals.placed[0].lane
    names, speeds, before = len(lane.legend), in_lane(signals, 0, 0.4), lane.scale.high
    faster = series("b.speed", "Speed", "m/s", 70.0, 80.0, 90.0)
    row = signal_of(faster, mark="run B", row=signals.hero, lane_of="derived_speed")
    add_to(signals, "comparison", row)
    assert in_lane(signals, 0, 0.4) == (*speeds, f"Hero {HERO} speed 80.00 m/s · run B")
    assert (len(lane.legend), signals.names) == (names, [["derived_speed", "derived_speed"]])
    assert lane.scale.high >= 90.0 > before
    usual = next(each for each in signals.model.shown if each.owner.key == "speed").owner
    assert usual.scale.high >= 90.0  # also in the lane of the selected actor
    add_to(signals, "comparison")
    assert (in_lane(signals, 0, 0.4), lane.scale.high) == (speeds, before)
