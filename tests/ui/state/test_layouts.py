"""Layouts of the window: what each shows, and that it stays as it was left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtWidgets import QApplication, QLabel, QSplitterHandle
from pytestqt.qtbot import QtBot

from tests.scenes import OTHER, street
from viewer.ui.app import Viewer
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.theme import font

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
GRAB = 5
"""Pixels beside an edge at which it can be grabbed."""


def press(viewer: Viewer, qtbot: QtBot, key: Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(viewer.window.windowHandle(), key, modifier)


def shown(viewer: Viewer) -> set[str]:
    """Return what can be seen in the window."""
    window = viewer.window
    parts = {
        "top": window.top_bar,
        "status": window.status_bar,
        "actors": window.actor_panel,
        "inspector": window.inspector,
        "bottom": window.timeline,
        "drawer": window.drawer,
        "map": window.map_area.map_view,
    }
    return {name for name, part in parts.items() if part.isVisible() and part.width() and part.height()}


def sizes(viewer: Viewer) -> tuple[int, int, int]:
    window = viewer.window
    return window.actor_panel.width(), window.inspector_panel.width(), window.bottom.height()


def edge(viewer: Viewer, name: str) -> QSplitterHandle:
    """Return the edge between a panel and the map."""
    window = viewer.window
    arrangement = window.arrangement
    columns = arrangement.widget.widget(0)
    return {
        "actors": columns.handle(1),
        "inspector": columns.handle(2),
        "bottom": arrangement.widget.handle(1),
    }[name]


def drag(viewer: Viewer, qtbot: QtBot, name: str, by: QPoint) -> None:
    handle = edge(viewer, name)
    start = handle.rect().center()
    qtbot.mousePress(handle, LEFT, pos=start)
    qtbot.mouseMove(handle, start + by / 2)
    # The handle moves along: the rest of the way is counted from where it is now.
    moved = handle.mapTo(viewer.window, start)
    target = moved + by - by / 2
    qtbot.mouseMove(handle, handle.mapFrom(viewer.window, target))
    qtbot.mouseRelease(handle, LEFT, pos=handle.mapFrom(viewer.window, target))


@pytest.fixture
def reopen(make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path) -> Callable[[], Viewer]:
    """Return a function that starts the program again and opens the street."""
    path = street().save(tmp_path / "street.log")

    def start() -> Viewer:
        viewer = make_viewer()
        viewer.workspace.open(path)
        qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
        qtbot.waitUntil(lambda: not viewer.bars.painting.under_way)
        return viewer

    return start


def test_present_shows_map_and_timeline_alone_in_large_type_until_esc(
    open_street: Viewer, qtbot: QtBot
) -> None:
    everything = {"top", "status", "actors", "inspector", "bottom", "map"}
    assert shown(open_street) == everything
    readout = open_street.window.playback_bar.readout
    usual = readout.sizeHint().width()
    press(open_street, qtbot, Key.Key_3, CTRL)
    assert shown(open_street) == {"bottom", "map"}
    assert font(20).pixelSize() == 25
    assert readout.sizeHint().width() > usual * 1.15
    assert open_street.window.map_area.width() == open_street.window.width()

    press(open_street, qtbot, Key.Key_Escape)
    assert shown(open_street) == everything
    assert font(20).pixelSize() == 20
    assert readout.sizeHint().width() == usual


def test_esc_clears_the_selection_before_it_leaves_the_presentation(
    open_street: Viewer, qtbot: QtBot
) -> None:
    press(open_street, qtbot, Key.Key_2, CTRL)
    press(open_street, qtbot, Key.Key_3, CTRL)
    open_street.focus.select(ref_of(open_street.recording.index.actors.rows_of(OTHER)[0]))
    press(open_street, qtbot, Key.Key_Escape)
    assert open_street.focus.primary is None
    assert "top" not in shown(open_street)
    press(open_street, qtbot, Key.Key_Escape)
    assert "top" in shown(open_street)
    assert open_street.window.actions_by_id["layout_analyse"].isChecked()


def test_esc_leaves_full_screen_first(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_3, CTRL)
    press(open_street, qtbot, Key.Key_F11)
    assert open_street.window.isFullScreen()
    press(open_street, qtbot, Key.Key_Escape)
    assert not open_street.window.isFullScreen()
    assert "top" not in shown(open_street)
    press(open_street, qtbot, Key.Key_Escape)
    assert "top" in shown(open_street)


def test_each_layout_stays_as_it_was_left_also_after_a_restart(
    reopen: Callable[[], Viewer], qtbot: QtBot
) -> None:
    viewer = reopen()
    usual = sizes(viewer)
    press(viewer, qtbot, Key.Key_2, CTRL)
    higher = sizes(viewer)
    assert higher[:2] == usual[:2]
    assert higher[2] > usual[2] + 100
    drag(viewer, qtbot, "actors", QPoint(60, 0))
    drag(viewer, qtbot, "bottom", QPoint(0, -50))
    assert sizes(viewer) == pytest.approx((usual[0] + 60, usual[1], higher[2] + 50), abs=GRAB)
    viewer.window.actions_by_id["show_notes"].trigger()
    assert viewer.window.map_area.height() >= 240
    left = sizes(viewer)

    press(viewer, qtbot, Key.Key_1, CTRL)
    assert sizes(viewer) == usual
    assert "drawer" not in shown(viewer)
    press(viewer, qtbot, Key.Key_2, CTRL)
    assert sizes(viewer) == left
    assert "drawer" in shown(viewer)
    viewer.window.close()

    again = reopen()
    assert again.window.actions_by_id["layout_analyse"].isChecked()
    assert sizes(again) == left
    assert again.rooms.panel("notes").isVisible()


def test_what_a_small_window_leaves_is_no_wish(reopen: Callable[[], Viewer], qtbot: QtBot) -> None:
    """A larger one has its sizes again, also after a restart and in another layout."""
    viewer = reopen()
    usual = sizes(viewer)
    viewer.window.resize(840, 600)
    for action in (
        "show_inspector",
        "show_inspector",
        "show_actors",
        "show_actors",
        "show_notes",
        "show_notes",
    ):
        viewer.window.actions_by_id[action].trigger()
        QApplication.processEvents()
    press(viewer, qtbot, Key.Key_2, CTRL)
    press(viewer, qtbot, Key.Key_1, CTRL)
    assert sizes(viewer)[2] < usual[2] - 20
    viewer.window.close()
    again = reopen()
    again.window.resize(840, 600)
    again.window.resize(1600, 1000)
    assert sizes(again) == usual
    press(again, qtbot, Key.Key_2, CTRL)
    assert sizes(again)[2] > usual[2] + 100


def test_a_wish_outlives_a_small_window(reopen: Callable[[], Viewer], qtbot: QtBot) -> None:
    viewer = reopen()
    drag(viewer, qtbot, "bottom", QPoint(0, -150))
    drag(viewer, qtbot, "actors", QPoint(60, 0))
    left = sizes(viewer)
    for name in ("actors", "bottom"):  # a click is no drag
        qtbot.mouseClick(edge(viewer, name), LEFT)
    viewer.window.resize(840, 600)
    assert sizes(viewer)[2] < left[2]
    viewer.window.resize(1600, 1000)
    assert sizes(viewer) == left
    viewer.window.resize(840, 600)
    viewer.window.close()
    assert sizes(reopen()) == left


def test_sizes_that_small_windows_left_in_a_file_do_not_count(
    reopen: Callable[[], Viewer], tmp_path: Path
) -> None:
    usual = sizes(reopen())
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    for name, size in (("actors", 160), ("inspector", 260), ("bottom", 114), ("drawer", 120)):
        store.setValue(f"layout/replay/size/{name}", size)
    store.sync()
    assert sizes(reopen()) == usual


def test_a_panel_is_hidden_in_one_layout_and_not_in_another(open_street: Viewer, qtbot: QtBot) -> None:
    actors = open_street.window.actions_by_id["show_actors"]
    actors.trigger()
    assert "actors" not in shown(open_street)
    press(open_street, qtbot, Key.Key_2, CTRL)
    assert "actors" in shown(open_street)
    assert actors.isChecked()
    press(open_street, qtbot, Key.Key_1, CTRL)
    assert "actors" not in shown(open_street)
    assert not actors.isChecked()


def test_a_hidden_panel_comes_back_in_its_size(open_street: Viewer, qtbot: QtBot) -> None:
    drag(open_street, qtbot, "inspector", QPoint(-70, 0))
    width = sizes(open_street)[1]
    action = open_street.window.actions_by_id["show_inspector"]
    action.trigger()
    assert "inspector" not in shown(open_street)
    action.trigger()
    assert sizes(open_street)[1] == width == pytest.approx(410, abs=GRAB)


@pytest.mark.parametrize(
    ("name", "by"),
    [("actors", QPoint(-290, 0)), ("inspector", QPoint(330, 0)), ("bottom", QPoint(0, 240))],
)
def test_a_panel_that_is_dragged_shut_is_hidden(open_street: Viewer, qtbot: QtBot, name, by) -> None:
    before = sizes(open_street)
    drag(open_street, qtbot, name, by)
    action = open_street.window.actions_by_id[f"show_{name}"]
    assert name not in shown(open_street)
    assert not action.isChecked()
    action.trigger()
    assert name in shown(open_street)
    assert sizes(open_street) == before


def test_a_double_click_on_an_edge_gives_the_usual_size(open_street: Viewer, qtbot: QtBot) -> None:
    usual = sizes(open_street)
    drag(open_street, qtbot, "actors", QPoint(80, 0))
    assert sizes(open_street) != usual
    qtbot.mouseDClick(edge(open_street, "actors"), LEFT)
    assert sizes(open_street) == usual


def test_reset_gives_a_layout_its_first_look(open_street: Viewer, qtbot: QtBot) -> None:
    usual = sizes(open_street)
    drag(open_street, qtbot, "actors", QPoint(80, 0))
    drag(open_street, qtbot, "bottom", QPoint(0, -50))
    open_street.window.actions_by_id["show_inspector"].trigger()
    open_street.window.actions_by_id["show_problems"].trigger()
    open_street.window.actions_by_id["reset_layout"].trigger()
    assert sizes(open_street) == usual
    assert shown(open_street) == {"top", "status", "actors", "inspector", "bottom", "map"}
    assert not open_street.window.actions_by_id["show_problems"].isChecked()


def test_without_a_recording_nothing_is_hidden_that_one_needs_to_open_one(
    viewer: Viewer, qtbot: QtBot
) -> None:
    press(viewer, qtbot, Key.Key_3, CTRL)
    assert "top" in shown(viewer)
    press(viewer, qtbot, Key.Key_1, CTRL)


def test_in_a_narrow_window_the_inspector_is_a_tab_and_in_a_presentation_nothing(
    open_street: Viewer, qtbot: QtBot
) -> None:
    open_street.window.resize(1280, 720)
    assert open_street.window.inspector_panel.width() == 36
    press(open_street, qtbot, Key.Key_3, CTRL)
    assert not open_street.window.inspector_panel.isVisible()
    press(open_street, qtbot, Key.Key_1, CTRL)
    assert open_street.window.inspector_panel.width() == 36
    assert open_street.window.actor_panel.width() == 300


def test_the_menu_opens_in_a_presentation_too(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_3, CTRL)
    press(open_street, qtbot, Key.Key_F10)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    assert menu.geometry().right() <= open_street.window.geometry().right() + 1
    menu.close()
    press(open_street, qtbot, Key.Key_1, CTRL)


def test_text_keeps_its_size_when_the_theme_changes_in_a_presentation(
    open_street: Viewer, qtbot: QtBot
) -> None:
    press(open_street, qtbot, Key.Key_3, CTRL)
    chip = open_street.window.map_area.chip.findChildren(QLabel)[1]
    assert chip.font().pixelSize() == 16
    open_street.window.actions_by_id["theme_light"].trigger()
    assert chip.font().pixelSize() == 16
    press(open_street, qtbot, Key.Key_1, CTRL)
    assert chip.font().pixelSize() == 13


def test_a_presentation_comes_back_as_one(reopen: Callable[[], Viewer], qtbot: QtBot) -> None:
    viewer = reopen()
    press(viewer, qtbot, Key.Key_3, CTRL)
    viewer.window.close()
    again = reopen()
    assert shown(again) == {"bottom", "map"}
    assert font(20).pixelSize() == 25
    press(again, qtbot, Key.Key_Escape)
    assert shown(again) == {"top", "status", "actors", "inspector", "bottom", "map"}
    assert font(20).pixelSize() == 20


def test_the_timeline_leaves_the_map_its_room(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_2, CTRL)
    drag(open_street, qtbot, "bottom", QPoint(0, -450))
    assert open_street.window.bottom.height() <= 0.7 * open_street.window.height() + 1
    assert open_street.window.map_area.height() >= 240
