"""The window, driven by keys and mouse, and what is found wrong in a file meanwhile."""

import struct

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableView,
    QToolButton,
)

from tests.recording import plain_reader
from tests.scenes import HERO, OTHER, street
from tests.ui.person import frame_of, open_in, open_judged, press, row_of, said
from viewer.ui.file.problems_view import ProblemsView

pytestmark = pytest.mark.usefixtures("one_window")


def point_on_map(viewer, actor_id):
    """Return where an actor is on the map, in its pixels."""
    world, camera = viewer.moment.world, viewer.map_view.camera
    x, y = camera.to_screen(world.locations[world.index_of(row_of(viewer, actor_id)), :2]).tolist()
    return QPoint(round(x), round(y))


def error_box(viewer):
    return next(iter(viewer.window.findChildren(QMessageBox)), None)


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_c_goes_to_the_collision_selects_who_reported_it_and_covers_nobody(open_street, size):
    open_street.window.resize(*size)
    map_view, card = open_street.map_view, open_street.window.map_area.event_card
    map_view.viewpoint.fit()
    for _ in range(2):  # there is no other one
        press(open_street, "C")
        assert (frame_of(open_street), open_street.focus.primary) == (10, row_of(open_street, HERO))
    words = " ".join(each.text() for each in card.findChildren(QLabel))
    assert map_view.width() / map_view.camera.scale < 120
    for actor_id in (HERO, OTHER):
        assert str(actor_id) in words
        place = point_on_map(open_street, actor_id)
        assert map_view.rect().contains(place)
        assert not card.geometry().contains(place)


def test_a_click_on_the_map_shows_the_actor_everywhere_and_copies_say_what_they_are(open_street, qtbot):
    map_view, place = open_street.map_view, point_on_map(open_street, OTHER)
    target = map_view.childAt(place) or map_view
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(map_view, place))
    assert open_street.focus.primary == row_of(open_street, OTHER)
    open_street.window.inspector.copy_all()
    words = QGuiApplication.clipboard().text()
    assert all(each in words for each in ("vehicle.tesla.model3", str(OTHER), "Distance to hero"))
    assert said(open_street) == f"Copied {len(words.splitlines())} lines"
    press(open_street, "C", "Ctrl+C")
    (line,) = QGuiApplication.clipboard().text().splitlines()
    begins = "street.log | 0.450 s | #10 | 101 vehicle.lincoln.mkz2017 | x=4.500 y=0.000 z=0.100 m"
    assert line.startswith(begins)
    assert said(open_street).startswith("Copied: street.log | 0.450 s")


def test_another_vehicle_that_is_made_the_hero_stays_it(make_viewer, qtbot, tmp_path):
    path = street().save(tmp_path / "street.log")
    viewer = open_in(make_viewer(), qtbot, path)
    assert viewer.focus.hero == row_of(viewer, HERO)
    viewer.workspace.use_as_hero(row_of(viewer, OTHER))
    press(viewer, "H")
    assert viewer.focus.followed == row_of(viewer, OTHER)
    again = open_in(make_viewer(), qtbot, path)
    assert again.focus.hero == row_of(again, OTHER)


def test_a_recording_without_a_frame_says_so(viewer, qtbot, tmp_path):
    path = street().save(tmp_path / "cut.log")
    path.write_bytes(path.read_bytes()[:200])
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: error_box(viewer) is not None)
    assert error_box(viewer).text() == "cut.log\n\nThere is no complete frame in this recording"
    buttons = [each for each in viewer.window.playback_bar.findChildren(QToolButton) if each.defaultAction()]
    usable = {each.accessibleName() for each in buttons if each.isEnabled()}
    assert usable == {"Loop", "Interpolate"}
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: error_box(viewer) is None)
    qtbot.waitUntil(lambda: all(button.isEnabled() for button in buttons))


def test_a_file_that_is_no_recording_is_told_of_and_that_can_be_copied(viewer, qtbot, tmp_path):
    path = tmp_path / "text.log"
    path.write_text("Frame 1 at 0 seconds\n")
    with qtbot.waitSignal(viewer.recording.failed):
        viewer.workspace.open(path)
    box = error_box(viewer)
    assert box.text().startswith("text.log\n\nThis is not a CARLA recording")
    assert "CARLA_RECORDER" in box.informativeText()
    next(each for each in box.buttons() if each.text() == "Copy").click()
    assert QGuiApplication.clipboard().text().startswith(f"{path}\n")


def test_recent_recordings_are_there_after_a_new_start_until_they_are_deleted(make_viewer, qtbot, tmp_path):
    first = open_in(make_viewer(), qtbot, street().save(tmp_path / "street.log"))
    press(first, "Ctrl+W")
    assert first.window.map_area.start_page.isVisible()
    assert first.window.windowTitle() == "CARLA replay viewer"
    first.window.close()
    second = make_viewer()
    action = second.window.menus["recent"].actions()[0]
    assert action.text() == "street.log"
    action.trigger()
    qtbot.waitUntil(lambda: second.moment.world is not None)
    second.workspace.close()
    qtbot.keyClick(second.window.map_area.start_page.view, Qt.Key.Key_Delete)
    second.window.close()
    assert "street.log" not in [each.text() for each in make_viewer().window.menus["recent"].actions()]


@pytest.mark.parametrize("name", ["story", "file", "notes"])
def test_a_panel_takes_the_keyboard_and_esc_gives_it_back_to_the_map(open_street, qtbot, name):
    window, map_view = open_street.window, open_street.map_view
    open_street.focus.select(0)
    map_view.setFocus()
    window.actions_by_id[f"show_{name}"].trigger()
    focused = QApplication.focusWidget()
    assert window.docks[name].isAncestorOf(focused)
    qtbot.keyClick(focused, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is map_view
    assert open_street.focus.primary == 0
    assert not window.docks[name].isHidden()
    qtbot.keyClick(map_view, Qt.Key.Key_Escape)
    assert open_street.focus.primary is None


def test_esc_takes_back_one_thing_at_a_time(open_street, qtbot):
    window, map_view = open_street.window, open_street.map_view
    field = window.actor_panel.findChild(QLineEdit)
    window.actions_by_id["present"].trigger()
    open_street.playback.set_range((0.1, 0.3))
    open_street.focus.select(0)
    window.actor_panel.set_filter_text("tesla")
    window.actions_by_id["measure"].trigger()

    def left():
        return (
            window.actions_by_id["measure"].isChecked(),
            field.text() != "",
            open_street.focus.primary is not None,
            open_street.playback.transport.range is not None,
            window.actions_by_id["present"].isChecked(),
        )

    seen = [left()]
    for _ in range(5):
        qtbot.keyClick(map_view, Qt.Key.Key_Escape)
        seen.append(left())
    assert seen == [tuple(place >= number for place in range(5)) for number in range(6)]


FRAME = 7
"""Index of the frame in which the hero is nowhere."""


@pytest.fixture
def lost_hero(tmp_path):
    """A recording in which everything can be read, but the hero is nowhere for a frame."""
    path = street().save(tmp_path / "nowhere.log")
    data = bytearray(path.read_bytes())
    position = next(each for each in plain_reader.frames_of(bytes(data))[FRAME] if each.id == 6)
    data[position.offset + 11 : position.offset + 15] = struct.pack("<f", float("nan"))
    path.write_bytes(data)
    return path


def problems_button(viewer):
    buttons = viewer.window.status_bar.findChildren(QPushButton)
    return next((each for each in buttons if "problem" in each.text()), None)


def status(viewer):
    found = problems_button(viewer)
    return "" if found is None else found.text()


def test_what_is_found_is_shown_and_leads_to_its_time(viewer, qtbot, lost_hero):
    viewer.workspace.open(lost_hero)
    qtbot.waitUntil(lambda: status(viewer) == "1 problem")
    (problem,) = viewer.recording.problems
    assert problem.what == f"Position: location of actor {HERO} is NaN, infinite or absurd"
    assert viewer.recording.index is not None
    assert viewer.recording.index.problems == ()
    QTest.mouseClick(problems_button(viewer), Qt.MouseButton.LeftButton)
    assert viewer.window.actions_by_id["show_file"].isChecked()
    lines = viewer.window.panel("file").findChild(ProblemsView).findChild(QTableView)
    assert lines.model().rowCount() == 1
    middle = lines.visualRect(lines.model().index(0, 0)).center()
    QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert viewer.moment.world is not None
    assert viewer.moment.world.frame_index == FRAME
    viewer.workspace.close()
    assert viewer.recording.problems == ()


def told(viewer):
    """What the window says of the recording that is open."""
    labels = [each.text() for each in viewer.window.status_bar.findChildren(QLabel) if each.isVisible()]
    lines = viewer.window.panel("file").findChild(ProblemsView).findChild(QTableView).model()
    return (
        viewer.window.windowTitle(),
        labels,
        status(viewer),
        [lines.index(row, 0).data() for row in range(lines.rowCount())],
        [each.text() for each in viewer.window.menus["recent"].actions()],
        viewer.focus.selected,
        viewer.playback.transport.playhead,
        len(viewer.found_events.all_events),
        viewer.window.map_area.bar.isVisible(),
        viewer.window.map_area.road_bar.isVisible(),
    )


def test_an_open_that_fails_or_is_stopped_changes_nothing_of_what_is_open(viewer, qtbot, tmp_path, lost_hero):
    other = tmp_path / "elsewhere"
    other.mkdir()
    text = other / "notes.log"
    text.write_text("no recording")
    whole = street(400).save(other / "whole.log")
    open_judged(viewer, qtbot, lost_hero)
    qtbot.waitUntil(lambda: status(viewer) == "1 problem")
    viewer.window.actions_by_id["show_file"].trigger()
    viewer.playback.seek(0.3)
    viewer.focus.select(viewer.focus.hero)
    before = told(viewer)
    assert "nowhere" in viewer.window.windowTitle()
    for path in (text, other / "missing.log", other):
        with qtbot.waitSignal(viewer.recording.failed):
            viewer.workspace.open(path)
        assert told(viewer) == before, path
        assert any(each.isVisible() for each in viewer.window.findChildren(QMessageBox))
    viewer.workspace.open(whole)
    viewer.recording.cancel()
    qtbot.wait(50)
    assert told(viewer) == before


def test_closing_the_window_ends_the_examination(make_viewer, qtbot, lost_hero):
    viewer = make_viewer()
    viewer.workspace.open(lost_hero)
    qtbot.waitUntil(lambda: viewer.recording.index is not None)
    viewer.window.close()
    assert viewer.tasks.quiet
