"""Exporting as a person does it: the dialog, the place, and what is there then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QProgressDialog

from tests.scenes import HERO, LATE
from tests.ui.commands.conftest import handlers_of
from viewer.installation import how_to_install
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.ui.commands.exports import ExportCommands
from viewer.ui.exports.dialog import ExportDialog
from viewer.ui.map import MapView


@pytest.fixture
def view(qtbot, workspace):
    view = MapView(workspace)
    qtbot.addWidget(view)
    view.resize(400, 300)
    return view


@pytest.fixture
def commands(workspace, view, widget):
    commands = ExportCommands(workspace, view, lambda: ["speed", "speed", "brake"], widget)
    yield commands
    commands.writer.cancel()


@pytest.fixture
def dialog(qtbot, commands):
    """Return what opens the dialog for an action."""

    def show(action):
        handlers_of(exports=commands)[action]()
        found = [each for each in QApplication.topLevelWidgets() if isinstance(each, ExportDialog)]
        assert len(found) == 1
        qtbot.addWidget(found[0])
        return found[0]

    return show


def save(dialog):
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_range_is_cut_without_whom_is_not_selected(
    qtbot, opened, commands, dialog, monkeypatch, tmp_path, refusals
):
    rows = opened.recording.index.actors.rows_of(HERO)
    opened.focus.select_all(tuple(rows))
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


def test_each_kind_asks_for_its_own_and_what_is_missing_is_said(opened, dialog, monkeypatch):
    asked = dialog("save_clip")

    def seen():
        asked_for = ("picture_size", "rate", "speed", "table", "hero", "signals")
        return {name for name in asked_for if getattr(asked, name).isVisibleTo(asked)}

    assert asked.kind.currentData() == "mp4"
    assert seen() == {"picture_size", "rate", "speed"}
    asked.kind.setCurrentIndex(asked.kind.findData("csv"))
    assert seen() == {"table"}
    asked.table.setCurrentIndex(asked.table.findData("signals"))
    assert seen() == {"table", "signals"}
    words = asked.words()
    assert words[words.index("--signals") + 1] == "speed,brake"
    monkeypatch.setattr("viewer.export.errors.find_spec", lambda _name: None)
    button = asked.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    asked.kind.setCurrentIndex(asked.kind.findData("mcap"))
    assert not button.isEnabled()
    assert how_to_install("mcap") in asked.about.text()
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


@pytest.fixture
def ordered(commands, monkeypatch, tmp_path):
    """What is ordered, as town, instead of being written."""
    ordered = []
    monkeypatch.setattr(commands.writer, "write", lambda *words: ordered.append(words))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "town"), ""))
    return ordered


def test_a_clip_is_of_the_part_of_the_town_that_the_map_shows(
    opened, dialog, commands, view, ordered, tmp_path
):
    view.viewpoint.set_span(80.0)
    view.viewpoint.center_on(12.0, -34.0)
    asked = dialog("save_clip")
    asked.kind.setCurrentIndex(asked.kind.findData("png"))
    save(asked)
    ((words, target),) = ordered
    middle = [float(each) for each in words[words.index("--center") + 1].split(",")]
    assert middle == pytest.approx([12.0, -34.0], abs=0.01)
    assert float(words[words.index("--span") + 1]) == pytest.approx(80.0, abs=0.01)
    assert words[words.index("--theme") + 1] == "dark"
    assert words[1] == str(opened.recording.index.path)
    assert words[words.index("-o") + 1] == str(target) == str(tmp_path / "town")


@pytest.mark.parametrize("cancels", [False, True])
def test_how_far_it_is_stays_to_be_seen_until_it_has_ended(
    opened, commands, dialog, widget, ordered, monkeypatch, cancels
):
    cancelled = []
    monkeypatch.setattr(commands.writer, "cancel", lambda: cancelled.append(True))
    save(dialog("save_part"))
    (shown,) = widget.findChildren(QProgressDialog)
    assert shown.windowTitle() == "Export"
    assert shown.labelText() == f"Writing {ordered[0][1].name}"
    for share in (0.0, 0.5, 1.0):
        commands.writer.progress.emit(share)
        assert shown.value() == round(share * shown.maximum())
    if cancels:
        shown.canceled.emit()
    commands.writer.ended.emit()
    assert not shown.isVisible()
    assert cancelled == [True] * cancels
