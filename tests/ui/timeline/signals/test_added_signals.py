"""Signals that come and go: added for a recording, and remembered for the next and the next start."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from tests.scenes import HERO, street
from tests.ui.conftest import turn
from tests.ui.person import open_in
from viewer.cancellation import ReadingCancelledError
from viewer.signals import Series, signal_of
from viewer.signals.series import SeriesKey
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.state.settings import Settings
from viewer.ui.timeline.signals.saved_plots import from_text

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


def test_signals_come_back_with_another_recording(signals, qtbot, tmp_path):
    signals.show(
        ("x", signals.hero), ("derived_speed", signals.other), ("distance", signals.hero, signals.other)
    )
    viewer = signals.viewer
    viewer.timeline.model.set_plot_layout(viewer.timeline.model.plot_layout.separated(signals.numbers[2]))
    names = signals.names
    viewer.workspace.open(street(frames=30).save(tmp_path / "other.log"))
    qtbot.waitUntil(lambda: len(viewer.recording.index.frame_starts) == 30 and not viewer.recording.busy)
    signals.settle()
    assert signals.names == [["x"]]
    viewer.focus.select(signals.other)
    signals.settle()
    assert signals.names == names
    assert signals.row(signals.numbers[0]).value(1.46) == "14.50"


def test_signals_are_kept_for_the_next_start_and_gone_when_the_recording_is_closed(signals):
    signals.show(("x", signals.hero), ("gear", signals.hero))
    kept = signals.viewer.settings.signals["basic"]
    assert [curve.signal for curve in from_text(kept)] == ["x", "gear"]
    signals.viewer.workspace.close()
    turn()
    assert (signals.names, signals.viewer.settings.signals["basic"]) == ([], kept)


def test_what_is_missing_in_a_recording_is_listed_and_comes_back(make_viewer, qtbot, tmp_path):
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    settings.signals["basic"] = '[["x", "selected", "", "curve_2", 0, false]]'
    viewer = make_viewer()
    open_in(viewer, qtbot, street().save(tmp_path / "street.log"))
    assert viewer.timeline.model.plot_layout.curves == ()
    viewer.window.actions_by_id["add_signal"].trigger()
    palette = viewer.window.panel("palette")
    lines = palette.findChild(PaletteList).model()
    last = lines.entry_at(lines.rowCount() - 1)
    assert (last.text, last.detail, last.run) == ("x · selected actor", "not in this recording", None)
    palette.close_palette()
    viewer.focus.select(1)
    turn()
    assert [curve.key for curve in viewer.timeline.model.plot_layout.curves] == [SeriesKey("x", 1)]


def test_closing_the_window_stops_writing_and_leaves_no_half_table(signals, qtbot, tmp_path, monkeypatch):
    signals.show(("x", signals.hero))
    viewer, path = signals.viewer, tmp_path / "values.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    def write(_index, _columns, stream, *, should_continue):
        stream.write("half a line")
        while should_continue(0.5):
            time.sleep(0.001)
        raise ReadingCancelledError

    monkeypatch.setattr("viewer.ui.commands.plots.write_table", write)
    signals.choose(0, "Export CSV…", settle=False)
    before = {*tmp_path.iterdir()}
    qtbot.waitUntil(lambda: {*tmp_path.iterdir()} != before)
    viewer.window.close()
    assert {*tmp_path.iterdir()} == before
