"""Opening recordings and exporting, without a window: what is asked, and what is there then."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QProgressDialog

from tests.scenes import HERO, LATE, street
from tests.ui.commands.conftest import handlers_of
from tests.ui.person import wait_for
from viewer.installation import how_to_install
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.ui.commands.exports import ExportCommands
from viewer.ui.commands.files import FileCommands
from viewer.ui.exports.dialog import ExportDialog
from viewer.ui.state.open_request import OpenRequest


@pytest.fixture
def commands(workspace, widget):
    return FileCommands(workspace, widget)


@pytest.fixture
def go(commands, qtbot, workspace):
    """A function that does what an action does, and waits until another recording is open."""

    def go(action, path):
        handlers_of(files=commands, workspace=workspace)[action]()
        wait_for(workspace, qtbot, path)

    return go


def test_one_goes_through_a_folder_and_is_told_where_it_ends(opened, go, refusals, commands):
    path = opened.recording.index.path
    for name in ("a.log", "c.rec"):
        street(2).save(path.with_name(name))
    path.with_name("d.txt").write_text("no recording")
    go("next_file", path.with_name("c.rec"))
    commands.open_neighbour(1)
    assert refusals == ["No later recording in this folder"]
    go("previous_file", path)
    go("previous_file", path.with_name("a.log"))
    commands.open_neighbour(-1)
    assert refusals[1:] == ["No earlier recording in this folder"]


def test_one_goes_through_the_given_files_in_their_order(workspace, qtbot, tmp_path, refusals, commands, go):
    paths = [street(2).save(tmp_path / name) for name in ("c.log", "a.log", "b.log")]
    commands.open_given(paths[:2], OpenRequest())
    wait_for(workspace, qtbot, paths[0])
    go("next_file", paths[1])
    commands.open_neighbour(1)
    assert refusals == ["Last of 2 files"]
    go("previous_file", paths[0])
    commands.open_neighbour(-1)
    assert refusals[1:] == ["First of 2 files"]


def test_of_one_given_file_its_neighbours_can_be_reached(workspace, qtbot, tmp_path, refusals, commands, go):
    a, b, c = (street(2).save(tmp_path / f"{name}.log") for name in "abc")
    commands.open_all([b])
    wait_for(workspace, qtbot, b)
    go("previous_file", a)
    commands.open_neighbour(-1)
    assert refusals.pop() == "No earlier recording in this folder"
    go("next_file", b)
    go("next_file", c)


def test_several_files_or_a_folder_are_listed_however_they_are_given(workspace, qtbot, tmp_path, commands):
    paths = [street(2).save(tmp_path / name) for name in ("a.log", "b.log")]
    for signal, give, listed in (
        (commands.list_requested, lambda: commands.open_all(paths), paths),
        (commands.folder_opened, lambda: commands.open_given([tmp_path], OpenRequest()), tmp_path),
        (commands.folder_opened, lambda: commands.open_all([tmp_path]), tmp_path),
    ):
        with qtbot.waitSignal(signal) as told:
            give()
        assert told.args == [listed]
    assert not workspace.recording.loading


def test_a_chosen_folder_is_offered_again(workspace, qtbot, settings, commands, tmp_path, monkeypatch, go):
    path, offered = street(2).save(tmp_path / "chosen.log"), []

    def answer(_window, _title, folder, _kinds):
        offered.append(folder)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    go("open", path)
    commands.ask()
    assert offered[1] == str(tmp_path)
    assert settings.last_folder == tmp_path
    qtbot.waitUntil(lambda: not workspace.recording.busy)


@pytest.fixture
def exports(workspace, map_view, widget):
    exports = ExportCommands(workspace, map_view, lambda: ["speed", "speed", "brake"], widget)
    yield exports
    exports.writer.cancel()


@pytest.fixture
def dialog(qtbot, exports):
    """Return what opens the dialog for an action."""

    def show(action):
        handlers_of(exports=exports)[action]()
        found = [each for each in QApplication.topLevelWidgets() if isinstance(each, ExportDialog)]
        assert len(found) == 1
        qtbot.addWidget(found[0])
        return found[0]

    return show


def save(dialog):
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_range_is_cut_without_whom_is_not_selected(
    qtbot, opened, exports, dialog, monkeypatch, tmp_path, refusals
):
    rows = opened.recording.index.actors.rows_of(HERO)
    opened.focus.select_all(tuple(rows))
    opened.playback.set_range((0.25, 0.5))
    asked = dialog("save_part")
    asked.actors.setCurrentIndex(asked.actors.findData("selected"))
    target = tmp_path / "part"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    with qtbot.waitSignal(exports.writer.written, timeout=60_000):
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


def test_a_recording_is_not_overwritten_by_its_own_part(opened, exports, dialog, monkeypatch, refusals):
    path = opened.recording.index.path
    before = path.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    save(dialog("save_part"))
    assert not exports.writer.busy
    assert "not overwritten" in refusals[-1]
    assert path.read_bytes() == before


@pytest.fixture
def ordered(exports, monkeypatch, tmp_path):
    """What is ordered, as town, instead of being written."""
    ordered = []
    monkeypatch.setattr(exports.writer, "write", lambda *words: ordered.append(words))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "town"), ""))
    return ordered


def test_a_clip_is_of_the_part_that_the_map_shows(opened, dialog, exports, map_view, ordered, tmp_path):
    map_view.viewpoint.set_span(80.0)
    map_view.viewpoint.center_on(12.0, -34.0)
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
def test_progress_is_seen_until_it_has_ended(opened, exports, dialog, widget, ordered, monkeypatch, cancels):
    cancelled = []
    monkeypatch.setattr(exports.writer, "cancel", lambda: cancelled.append(True))
    save(dialog("save_part"))
    (shown,) = widget.findChildren(QProgressDialog)
    assert shown.windowTitle() == "Export"
    assert shown.labelText() == f"Writing {ordered[0][1].name}"
    for share in (0.0, 0.5, 1.0):
        exports.writer.progress.emit(share)
        assert shown.value() == round(share * shown.maximum())
    if cancels:
        shown.canceled.emit()
    exports.writer.ended.emit()
    assert not shown.isVisible()
    assert cancelled == [True] * cancels
