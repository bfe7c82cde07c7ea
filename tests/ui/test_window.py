"""The window, driven by keys and mouse; what is checked is what stands on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QMessageBox, QToolButton
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, OTHER, street
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.action_table import ACTIONS
from viewer.ui.app import Viewer
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.widgets.toast import Toast

Key = Qt.Key
Modifier = Qt.KeyboardModifier


def press(
    viewer: Viewer, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier = Modifier.NoModifier
) -> None:
    qtbot.keyClick(viewer.window, key, modifier)


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def frame(viewer: Viewer) -> int:
    assert viewer.moment.world is not None
    return viewer.moment.world.frame


def point_on_map(viewer: Viewer, actor_id: int) -> QPoint:
    """Return where an actor is on the map, in its pixels."""
    world = viewer.moment.world
    assert world is not None
    place = world.index_of(row_of(viewer, actor_id))
    assert place is not None
    x, y = world.locations[place, :2]
    map_view = viewer.window.map_area.map_view
    left, top, right, bottom = map_view.viewpoint.visible_rect()
    return QPoint(
        round((x - left) / (right - left) * map_view.width()),
        round((y - top) / (bottom - top) * map_view.height()),
    )


def click_on_map(viewer: Viewer, qtbot: QtBot, actor_id: int) -> None:
    map_view = viewer.window.map_area.map_view
    place = point_on_map(viewer, actor_id)
    target = map_view.childAt(place) or map_view
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(map_view, place))


def toast_text(viewer: Viewer) -> str:
    (toast,) = viewer.window.findChildren(Toast)
    assert toast.isVisible()
    return toast.text


def picture_of_map(viewer: Viewer) -> QImage:
    return viewer.window.map_area.map_view.grab().toImage()


# -- the main job


def test_arrows_step_by_frames_and_home_and_end_go_to_the_ends(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_Right)
    press(open_street, qtbot, Key.Key_Right)
    assert frame(open_street) == 3
    press(open_street, qtbot, Key.Key_Left)
    assert frame(open_street) == 2
    press(open_street, qtbot, Key.Key_End)
    assert frame(open_street) == 20
    press(open_street, qtbot, Key.Key_Home)
    assert frame(open_street) == 1


def test_space_plays_to_the_end_and_starts_again(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_Space)
    assert open_street.playback.transport.playing
    qtbot.waitUntil(lambda: not open_street.playback.transport.playing, timeout=4000)
    assert frame(open_street) == 20

    press(open_street, qtbot, Key.Key_Space)
    assert open_street.playback.transport.playing
    assert open_street.playback.transport.playhead < 0.5
    press(open_street, qtbot, Key.Key_Space)
    assert not open_street.playback.transport.playing


def test_c_goes_to_the_collision_and_selects_who_reported_it(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_C)

    assert frame(open_street) == 10
    assert open_street.focus.primary == row_of(open_street, HERO)
    card = open_street.window.map_area.event_card
    words = " ".join(each.text() for each in card.findChildren(QLabel))
    assert str(HERO) in words
    assert str(OTHER) in words
    press(open_street, qtbot, Key.Key_C)
    assert frame(open_street) == 10


def test_a_click_on_the_map_shows_the_actor_everywhere(open_street: Viewer, qtbot: QtBot) -> None:
    click_on_map(open_street, qtbot, OTHER)

    assert open_street.focus.primary == row_of(open_street, OTHER)
    open_street.window.inspector.copy_all()
    words = QGuiApplication.clipboard().text()
    assert "vehicle.tesla.model3" in words
    assert str(OTHER) in words
    assert "Distance to hero" in words


def test_escape_clears_the_filter_first_and_then_the_selection(open_street: Viewer, qtbot: QtBot) -> None:
    open_street.focus.select(row_of(open_street, OTHER))
    press(open_street, qtbot, Key.Key_F, Modifier.ControlModifier)
    field = open_street.window.actor_panel.findChild(QLineEdit)
    assert field is not None
    qtbot.keyClicks(field, "tesla")

    qtbot.keyClick(field, Key.Key_Escape)
    assert field.text() == ""
    assert open_street.focus.primary is not None
    press(open_street, qtbot, Key.Key_Escape)
    assert open_street.focus.primary is None


def test_h_selects_and_follows_the_hero_and_f_lets_go(open_street: Viewer, qtbot: QtBot) -> None:
    hero = row_of(open_street, HERO)

    press(open_street, qtbot, Key.Key_H)
    assert open_street.focus.primary == open_street.focus.followed == hero
    press(open_street, qtbot, Key.Key_End)
    assert abs(point_on_map(open_street, HERO).x() - open_street.window.map_area.map_view.width() / 2) <= 2

    press(open_street, qtbot, Key.Key_F)
    assert open_street.focus.followed is None
    assert open_street.focus.primary == hero


def test_another_vehicle_is_made_the_hero_and_stays_it(
    open_street: Viewer, make_viewer: Callable[[], Viewer], qtbot: QtBot
) -> None:
    assert open_street.focus.hero == row_of(open_street, HERO)
    row, path = row_of(open_street, OTHER), open_street.recording.index.path
    menu = open_street.window.findChild(ActorMenu)
    menu.open(row, open_street.window.mapToGlobal(point_on_map(open_street, OTHER)))

    entries = {action.text(): action for action in QApplication.activePopupWidget().actions()}
    entries["Use as hero"].trigger()
    QApplication.activePopupWidget().close()

    assert open_street.focus.hero == row
    press(open_street, qtbot, Key.Key_H)
    assert open_street.focus.followed == row
    again = make_viewer()
    again.workspace.open(path)
    qtbot.waitUntil(lambda: again.recording.index is not None and not again.recording.busy)
    assert again.focus.hero == row


def test_n_goes_through_the_vehicles_that_move(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_Right)
    press(open_street, qtbot, Key.Key_N)
    assert open_street.focus.primary == row_of(open_street, HERO)
    press(open_street, qtbot, Key.Key_N)
    assert open_street.focus.primary not in {row_of(open_street, HERO), row_of(open_street, OTHER)}
    press(open_street, qtbot, Key.Key_N, Modifier.ShiftModifier)
    assert open_street.focus.primary == row_of(open_street, HERO)


def test_speed_by_keys(open_street: Viewer, qtbot: QtBot) -> None:
    open_street.window.map_area.map_view.setFocus()
    for key, speed in (
        (Key.Key_Up, 2.0),
        (Key.Key_Up, 4.0),
        (Key.Key_Backslash, 1.0),
        (Key.Key_Down, 0.5),
        (Key.Key_BracketRight, 1.0),
        (Key.Key_BracketLeft, 0.5),
        (Key.Key_BracketLeft, 0.25),
    ):
        press(open_street, qtbot, key)
        assert open_street.playback.transport.speed == speed


def test_copying_a_moment_gives_one_line(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_C)
    press(open_street, qtbot, Key.Key_C, Modifier.ControlModifier)

    line = QGuiApplication.clipboard().text()
    assert line.startswith(
        "street.log | 0.450 s | #10 | 101 vehicle.lincoln.mkz2017 | x=4.500 y=0.000 z=0.100 m"
    )
    assert "\n" not in line
    assert toast_text(open_street).startswith("Copied: street.log | 0.450 s")


def test_a_copy_of_many_lines_is_told_too(open_street: Viewer, qtbot: QtBot) -> None:
    open_street.window.inspector.copy_all()

    lines = QGuiApplication.clipboard().text().splitlines()
    assert toast_text(open_street) == f"Copied {len(lines)} lines"


# -- files


def error_box(viewer: Viewer) -> QMessageBox | None:
    return next(iter(viewer.window.findChildren(QMessageBox)), None)


def test_a_recording_without_a_frame_says_so(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
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


def test_a_moment_that_is_not_there_is_told_and_the_end_shown(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    path = street().save(tmp_path / "street.log")
    viewer.workspace.open(path, OpenRequest(TimeQuery("elapsed", 99.0)))
    qtbot.waitUntil(lambda: viewer.moment.world is not None and not viewer.recording.busy)
    assert frame(viewer) == 20
    assert toast_text(viewer) == "99 s is after the end: the recording has 0.950 s"


def test_a_recording_is_chosen_in_the_dialog(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = street().save(tmp_path / "any name.bin")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))

    press(viewer, qtbot, Key.Key_O, Modifier.ControlModifier)

    qtbot.waitUntil(viewer.window.map_area.map_view.isVisible)
    assert viewer.moment.world is not None
    assert viewer.window.windowTitle().startswith("any name.bin")


def test_a_recording_is_dropped_on_the_window(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(street().save(tmp_path / "dropped.log")))])
    drop = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Modifier.NoModifier
    )

    viewer.window.dropEvent(drop)

    qtbot.waitUntil(lambda: viewer.moment.world is not None)
    assert viewer.recording.index is not None
    assert viewer.recording.index.path.name == "dropped.log"


def test_a_file_that_is_no_recording_is_told_of_and_the_open_one_stays(
    open_street: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "text.log"
    path.write_text("Frame 1 at 0 seconds\n")

    with qtbot.waitSignal(open_street.recording.failed):
        open_street.workspace.open(path)

    box = error_box(open_street)
    assert box.isVisible()
    assert box.text().startswith("text.log\n\nThis is not a CARLA recording")
    assert "CARLA_RECORDER" in box.informativeText()
    chosen = {each.text(): each for each in box.buttons()}
    chosen["Copy"].click()
    assert QGuiApplication.clipboard().text().startswith(f"{path}\n")
    assert open_street.recording.index is not None
    qtbot.waitUntil(open_street.window.isActiveWindow)
    press(open_street, qtbot, Key.Key_Right)
    assert frame(open_street) == 2


def test_reload_keeps_time_camera_and_selection(open_street: Viewer, qtbot: QtBot) -> None:
    open_street.focus.select(row_of(open_street, OTHER))
    open_street.playback.seek(0.5)
    press(open_street, qtbot, Key.Key_Plus)
    view, before = open_street.window.map_area.map_view.viewpoint.visible_rect(), open_street.recording.index

    press(open_street, qtbot, Key.Key_F5)
    qtbot.waitUntil(lambda: open_street.recording.index is not before and not open_street.recording.busy)

    assert open_street.playback.transport.playhead == pytest.approx(0.5)
    assert open_street.focus.primary == row_of(open_street, OTHER)
    assert open_street.window.map_area.map_view.viewpoint.visible_rect() == pytest.approx(view)


def test_neighbours_in_the_folder_are_opened_by_keys(
    open_street: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    street(frames=5).save(tmp_path / "z.rec")
    (tmp_path / "t.log").write_text("no recording: passed over")

    press(open_street, qtbot, Key.Key_PageDown, Modifier.AltModifier)

    qtbot.waitUntil(
        lambda: open_street.recording.index is not None and open_street.recording.index.path.name == "z.rec"
    )
    press(open_street, qtbot, Key.Key_PageUp, Modifier.AltModifier)
    qtbot.waitUntil(
        lambda: (
            open_street.recording.index is not None and open_street.recording.index.path.name == "street.log"
        )
    )


def after_one_that_opened(path: Path, make_viewer: Callable[[], Viewer], qtbot: QtBot) -> Viewer:
    first = make_viewer()
    first.workspace.open(path)
    qtbot.waitUntil(lambda: not first.recording.busy and first.recording.index is not None)
    first.window.close()
    return make_viewer()


def test_recent_recordings_are_there_after_a_new_start(
    make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path
) -> None:
    second = after_one_that_opened(street().save(tmp_path / "street.log"), make_viewer, qtbot)
    action = second.window.menus["recent"].actions()[0]
    assert action.text() == "street.log"
    action.trigger()
    qtbot.waitUntil(lambda: second.moment.world is not None)


def test_who_deletes_a_row_is_shown_that_recording_no_more(
    make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path
) -> None:
    second = after_one_that_opened(street().save(tmp_path / "street.log"), make_viewer, qtbot)
    qtbot.keyClick(second.window.map_area.start_page.view, Key.Key_Delete)
    second.window.close()

    third = make_viewer()
    assert "street.log" not in [each.text() for each in third.window.menus["recent"].actions()]


def test_closing_a_recording_leads_back_to_the_start_page(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_W, Modifier.ControlModifier)

    assert open_street.window.map_area.start_page.isVisible()
    assert open_street.window.windowTitle() == "CARLA replay viewer"


def test_a_cut_recording_is_shown_and_says_what_is_missing(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "cut.log"
    path.write_bytes(street().bytes()[:-100])

    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)

    press(viewer, qtbot, Key.Key_End)
    assert frame(viewer) == 19
    viewer.window.actions_by_id["show_file"].trigger()
    assert viewer.window.panel("file").isVisible()


# -- what is seen


def test_the_hero_is_amber_where_it_drives(open_street: Viewer, qtbot: QtBot) -> None:
    """From bytes to a pixel: the middle of the hero's box has the hero's colour, before and after."""
    amber = "#ffc933"
    open_street.window.map_area.map_view.viewpoint.set_span(40)
    press(open_street, qtbot, Key.Key_Home)
    before = point_on_map(open_street, HERO)
    assert picture_of_map(open_street).pixelColor(before).name() == amber

    press(open_street, qtbot, Key.Key_End)
    after = point_on_map(open_street, HERO)
    assert (after - before).manhattanLength() > 100
    picture = picture_of_map(open_street)
    assert picture.pixelColor(after).name() == amber
    assert picture.pixelColor(before).name() != amber


def test_every_action_of_the_table_has_somebody_who_does_it() -> None:
    for row in ACTIONS.values():
        assert sum(map(bool, (row.do, row.switch, row.setting))) == 1, row.id


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_going_to_a_collision_fits_those_concerned_and_covers_neither(
    open_street: Viewer, qtbot: QtBot, size: tuple[int, int]
) -> None:
    open_street.window.resize(*size)
    map_view = open_street.window.map_area.map_view
    map_view.viewpoint.fit()
    press(open_street, qtbot, Key.Key_C)
    span = map_view.width() / map_view.camera.scale
    assert span < 120
    card = open_street.window.map_area.event_card
    assert card.isVisible()
    for actor_id in (HERO, OTHER):
        place = point_on_map(open_street, actor_id)
        assert map_view.rect().contains(place)
        assert not card.geometry().contains(place)


@pytest.mark.parametrize("name", ["story", "file", "notes"])
def test_a_panel_takes_the_keyboard_and_esc_gives_it_back_to_the_map(
    open_street: Viewer, qtbot: QtBot, name: str
) -> None:
    window, map_view = open_street.window, open_street.window.map_area.map_view
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


def test_esc_takes_back_one_thing_at_a_time(open_street: Viewer, qtbot: QtBot) -> None:
    window, map_view = open_street.window, open_street.window.map_area.map_view
    open_street.window.actions_by_id["present"].trigger()
    open_street.playback.set_range((0.1, 0.3))
    open_street.focus.select(0)
    window.actions_by_id["measure"].trigger()

    def left() -> tuple[bool, ...]:
        return (
            window.actions_by_id["measure"].isChecked(),
            open_street.focus.primary is not None,
            open_street.playback.transport.range is not None,
            window.actions_by_id["present"].isChecked(),
        )

    seen = [left()]
    for _ in range(4):
        qtbot.keyClick(map_view, Qt.Key.Key_Escape)
        seen.append(left())
    assert seen == [tuple(place >= number for place in range(4)) for number in range(5)]
