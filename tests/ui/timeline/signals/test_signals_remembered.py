"""Lanes of signals are remembered: with another recording, the next start, where a signal is missing."""

from __future__ import annotations

import time

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog

from tests.scenes import street
from tests.ui.conftest import turn
from viewer.cancellation import ReadingCancelledError
from viewer.signals.series import SeriesKey
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.state.settings import Settings


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


def test_signals_come_back_with_the_next_start_but_are_forgotten_when_the_recording_is_closed(
    signals, make_viewer, qtbot, tmp_path
):
    signals.show(("x", signals.hero), ("gear", signals.hero))
    signals.viewer.workspace.close()
    turn()
    assert signals.names == []
    again = make_viewer()
    again.workspace.open(street().save(tmp_path / "again.log"))
    qtbot.waitUntil(lambda: again.recording.index is not None and not again.recording.busy)
    assert "x" in [curve.key.name for curve in again.timeline.model.plot_layout.curves]


def test_what_is_missing_in_a_recording_is_listed_and_comes_back(make_viewer, qtbot, tmp_path):
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    settings.signals["basic"] = '[["x", "selected", "", "curve_2", 0, false]]'
    viewer = make_viewer()
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
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
