"""Notes, plots and views of the map: what is answered where there is nothing to do it with.

These commands ask the whole window; few tests build it, and try many of them.
"""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from tests.scenes import HERO, LATE, OTHER
from tests.ui.person import row_of
from viewer.notes import Note
from viewer.signals.series import SeriesKey
from viewer.ui.signal_mime import SignalOf

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def no_dialogs(monkeypatch):
    """Whoever asks the user for a file fails the test."""
    for name in ("getSaveFileName", "getOpenFileName", "getExistingDirectory"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: pytest.fail("nothing to ask for"))


def test_without_a_recording_the_user_is_told_or_nothing_happens(viewer, no_dialogs):
    told = []
    viewer.workspace.message.connect(told.append)
    QGuiApplication.clipboard().setText("before")
    notes, plots = viewer.note_commands, viewer.plots
    for action_id, said in (
        ("add_note", "There is no moment to note"),
        ("edit_note", "No note here: B adds one"),
        ("delete_note", "No note here"),
        ("previous_note", "No notes yet: B adds one"),
        ("next_note", "No notes yet: B adds one"),
        ("export_notes", "No notes yet: B adds one"),
    ):
        told.clear()
        viewer.window.actions_by_id[action_id].trigger()
        assert told == [said]
    told.clear()
    viewer.window.actions_by_id["plot"].trigger()
    plots.plot_actor(0)
    plots.on_dropped(SignalOf(0, "speed"), None)
    plots.copy_values(0)
    plots.export_table()
    plots.save_picture()
    notes.go_to("none")
    notes.delete("none")
    assert told == []
    assert (viewer.notes.notes, QGuiApplication.clipboard().text()) == ((), "before")


def test_plots_say_why_there_is_none(open_street, no_dialogs):
    viewer, told = open_street, []
    viewer.workspace.message.connect(told.append)
    plots = viewer.plots
    viewer.window.actions_by_id["plot"].trigger()
    assert told == ["Select an actor to plot its speed"]
    plots.plot_actor(len(viewer.recording.index.actors))  # of a recording that was open before
    plots.on_dropped(SignalOf(len(viewer.recording.index.actors), ""), None)
    assert viewer.window.timeline.model.plot_layout.plots == ()
    assert len(told) == 1
    plots.export_table()
    plots.save_picture()
    plots.copy_values(7)


def test_a_distance_is_measured_to_somebody_else(open_street):
    """To the hero, and from the hero to who is selected; from the hero to itself there is none."""
    viewer = open_street
    plots, sheet = viewer.plots, viewer.window.timeline.model
    hero, other = row_of(viewer, HERO), row_of(viewer, OTHER)
    plots.plot_value(hero, "distance")
    assert [curve.key for curve in sheet.plot_layout.curves] == []
    plots.plot_value(other, "distance")
    viewer.focus.select(row_of(viewer, LATE))
    plots.plot_value(hero, "distance")
    keys = [curve.key for curve in sheet.plot_layout.curves]
    assert keys == [SeriesKey("distance", other, hero), SeriesKey("distance", hero, row_of(viewer, LATE))]


def test_who_names_no_file_or_one_that_cannot_be_written(open_street, qtbot, monkeypatch, tmp_path):
    viewer, told = open_street, []
    plots, key = viewer.plots, SeriesKey("derived_speed", row_of(viewer, HERO))
    viewer.workspace.message.connect(told.append)
    plots.plot_actor(row_of(viewer, HERO))
    qtbot.waitUntil(lambda: viewer.recording.series.get(key) is not None)
    viewer.notes.add(Note(0.1))
    qtbot.waitUntil((tmp_path / "street.log.notes.json").exists)  # written in the background
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    plots.export_table()
    plots.save_picture()
    viewer.note_commands.export()
    assert (told, sorted(tmp_path.iterdir())) == ([], before)
    (tmp_path / "file").touch()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "file" / "values"), ""))
    plots.export_table()
    plots.export_table()  # one at a time
    qtbot.waitUntil(lambda: bool(told))
    qtbot.waitUntil(lambda: viewer.tasks.quiet)
    assert told == ["values.csv cannot be written: Not a directory"]
    plots.save_picture()
    assert told[1:] == ["values.png cannot be written: Not a directory"]
