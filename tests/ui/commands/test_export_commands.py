"""Exporting as a person does it: the dialog, the place, and what is there then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog

from tests.scenes import HERO, LATE
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.ui.commands.exports import ExportCommands
from viewer.ui.exports.dialog import ExportDialog
from viewer.ui.map import MapView
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.theme import ThemeFollower


@pytest.fixture
def commands(workspace, settings, qtbot, tasks, widget):
    view = MapView(tasks)
    qtbot.addWidget(view)
    themes = ThemeFollower("dark", widget)
    commands = ExportCommands(
        workspace.recording,
        workspace.playback,
        workspace.focus,
        workspace.messages,
        settings,
        view,
        themes,
        lambda: ["speed", "speed", "brake"],
    )
    yield commands
    commands.writer.cancel()


@pytest.fixture
def dialog(qtbot, commands):
    """Return what opens the dialog for an action."""

    def show(action):
        commands.handlers()[action]()
        found = [each for each in QApplication.topLevelWidgets() if isinstance(each, ExportDialog)]
        assert len(found) == 1
        qtbot.addWidget(found[0])
        return found[0]

    return show


def save(dialog):
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_without_a_recording_nothing_is_asked(commands):
    commands.handlers()["export"]()
    assert not [each for each in QApplication.topLevelWidgets() if isinstance(each, ExportDialog)]


def test_a_range_is_cut_without_whom_is_not_selected(
    qtbot, opened, commands, dialog, monkeypatch, tmp_path, refusals
):
    rows = opened.recording.index.actors.rows_of(HERO)
    opened.focus.select_all(refs_of(rows))
    opened.playback.set_range((0.25, 0.5))
    asked = dialog("save_part")
    asked.actors.setCurrentIndex(asked.actors.findData("selected"))
    target = tmp_path / "part"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    with qtbot.waitSignal(commands.writer.written, timeout=60_000):
        save(asked)
    written = read_index(LogFile(target.with_suffix(".log")))
    ids = set(written.actors.actor_id.tolist())
    assert HERO in ids
    assert LATE not in ids
    assert written.duration == pytest.approx(0.25 + 0.05, abs=1e-6)  # and the frame that CARLA never shows
    assert refusals[-1].startswith("Saved part.log")


def test_signals_that_are_shown_are_offered_as_a_table(opened, commands, dialog):
    asked = dialog("export")
    asked.kind.setCurrentIndex(asked.kind.findData("csv"))
    assert not asked.signals.isVisibleTo(asked)
    asked.table.setCurrentIndex(asked.table.findData("signals"))
    assert asked.signals.isVisibleTo(asked)
    assert asked.order().signals == ("speed", "brake")


def test_a_clip_asks_for_pictures_and_not_for_tables(opened, commands, dialog):
    asked = dialog("save_clip")
    assert asked.kind.currentData() == "mp4"
    shown = {
        name: getattr(asked, name).isVisibleTo(asked)
        for name in ("picture_size", "rate", "speed", "table", "hero")
    }
    assert shown == {"picture_size": True, "rate": True, "speed": True, "table": False, "hero": False}


def test_what_is_missing_is_said_and_nothing_can_be_saved(opened, commands, dialog, monkeypatch):
    monkeypatch.setattr("viewer.export.errors.find_spec", lambda _name: None)
    asked = dialog("export")
    asked.kind.setCurrentIndex(asked.kind.findData("mcap"))
    button = asked.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    assert not button.isEnabled()
    assert "pip install 'carla-replay-viewer[mcap]'" in asked.about.text()
    asked.kind.setCurrentIndex(asked.kind.findData("csv"))
    assert button.isEnabled()


def test_a_recording_is_not_overwritten_by_its_own_part(opened, commands, dialog, monkeypatch, refusals):
    path = opened.recording.index.path
    before = path.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    save(dialog("save_part"))
    assert not commands.writer.busy
    assert "not overwritten" in refusals[-1]
    assert path.read_bytes() == before
