"""Panels that are opened when they are needed: opening, closing, remembering, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QPushButton,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.scenes import OTHER, street
from viewer.ui.app import Viewer
from viewer.ui.file.problems_view import ProblemsView
from viewer.ui.widgets.list_view import ListView

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_damaged(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> Viewer:
    """The program with a street whose frame 12 (index 11) is damaged."""
    path = tmp_path / "damaged.log"
    index = street().index(path)
    data = bytearray(path.read_bytes())
    at = int(index.offsets[11]) + 29
    data[at + 1 : at + 5] = b"\xff\xff\xff\x7f"
    path.write_bytes(data)
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    assert [problem.damage for problem in viewer.recording.index.problems] == [True]
    return viewer


def button(parent: QWidget, text: str) -> QPushButton:
    return next(each for each in parent.findChildren(QPushButton) if each.text().startswith(text))


def head(viewer: Viewer, name: str) -> QWidget:
    """Return what stands above a panel: its name, its controls and a ×."""
    return viewer.window.docks[name].titleBarWidget()


def close_button(viewer: Viewer, name: str) -> QToolButton:
    return next(
        each for each in head(viewer, name).findChildren(QToolButton) if each.accessibleName() == "Close"
    )


def open_packets(viewer: Viewer) -> ListView:
    """Open the panel by its action and return the table of records."""
    viewer.window.actions_by_id["packets"].trigger()
    views = viewer.window.panel("file").findChildren(ListView)
    return next(view for view in views if view.accessibleName() == "Records")


def test_one_opens_under_the_map_and_leaves_the_others_their_room(open_street: Viewer) -> None:
    window = open_street.window
    timeline, width = window.timeline.height(), window.actor_panel.width()
    open_packets(open_street)
    QTest.qWait(1)  # Qt lays docks out in the next turn
    dock = window.docks["file"]
    assert dock.geometry().top() > window.map_area.geometry().bottom()
    assert dock.geometry().bottom() < window.docks["bottom"].geometry().top()
    assert dock.width() == window.width()
    assert (window.timeline.height(), window.actor_panel.width()) == (timeline, width)
    assert window.map_area.height() > dock.height()


def test_its_cross_closes_it_and_the_menu_knows(open_street: Viewer) -> None:
    open_packets(open_street).setFocus()
    QTest.mouseClick(close_button(open_street, "file"), LEFT)
    assert not open_street.window.docks["file"].isVisible()
    assert not open_street.window.actions_by_id["show_file"].isChecked()


def test_panels_share_their_place_by_tabs_and_each_is_closed_alone(open_street: Viewer, qtbot: QtBot) -> None:
    window = open_street.window
    open_packets(open_street)
    window.actions_by_id["show_notes"].trigger()
    qtbot.waitUntil(lambda: window.docks["notes"].in_front)
    tabs = next(each for each in window.findChildren(QTabBar) if each.isVisible())
    names = [tabs.tabText(number) for number in range(tabs.count())]
    assert names == ["File", "Notes"]
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(0).center())
    assert [window.docks[name].in_front for name in ("file", "notes")] == [True, False]
    QTest.mouseClick(close_button(open_street, "file"), LEFT)
    qtbot.waitUntil(lambda: window.docks["notes"].in_front)
    shown = [window.actions_by_id[f"show_{name}"].isChecked() for name in ("file", "notes")]
    assert shown == [False, True]


def test_one_that_is_behind_comes_to_the_front_by_its_key(open_street: Viewer, qtbot: QtBot) -> None:
    window = open_street.window
    for name in ("show_story", "show_file"):
        window.actions_by_id[name].trigger()
    qtbot.waitUntil(lambda: not window.docks["story"].in_front)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: window.docks["story"].in_front)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Y)
    assert window.docks["story"].isHidden()


def test_one_is_taken_out_of_the_window_and_keeps_the_keys(open_street: Viewer, qtbot: QtBot) -> None:
    window = open_street.window
    open_packets(open_street)
    QTest.mouseDClick(head(open_street, "file"), LEFT, pos=QPoint(200, 10))
    dock = window.docks["file"]
    qtbot.waitUntil(dock.isFloating)
    dock.activateWindow()
    qtbot.waitUntil(dock.isActiveWindow)
    dock.setFocus()
    QTest.keyClick(dock, Qt.Key.Key_Right)
    assert open_street.moment.world.frame == 2


def test_tab_goes_on_from_the_drawer_into_its_panel(open_street: Viewer) -> None:
    open_packets(open_street)
    named, focused = [], close_button(open_street, "file")
    for _ in range(4):
        focused.setFocus()
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = open_street.window.focusWidget()
        named.append(focused.accessibleName() or focused.text())
    assert named[1:] == ["Packets of this frame", "Bytes", "Records"]


def test_no_part_holds_the_window_and_takes_its_actions_with_it(open_street: Viewer) -> None:
    for name in ("show_file", "show_story", "show_notes"):
        open_street.window.actions_by_id[name].trigger()
    assert "parent" not in shiboken6.dump(open_street.window)


def test_an_open_one_is_open_again_at_the_next_start(
    open_street: Viewer, make_viewer: Callable[[], Viewer], qtbot: QtBot
) -> None:
    open_packets(open_street)
    path = open_street.recording.index.path
    open_street.window.close()
    again = make_viewer()
    assert not again.window.docks["file"].isVisible()  # the start page has no packets
    again.workspace.open(path)
    qtbot.waitUntil(lambda: again.recording.index is not None and not again.recording.busy)
    qtbot.waitUntil(lambda: again.window.panel("file").isVisible())
    assert again.window.actions_by_id["show_file"].isChecked()
    assert "notes" not in again.window.made


def test_a_click_on_a_record_selects_its_actor_everywhere(open_street: Viewer) -> None:
    records = open_packets(open_street)
    place = QPoint(20, records.rowViewportPosition(1) + records.rowHeight(1) // 2)
    QTest.mouseClick(records.viewport(), LEFT, pos=place)
    row = open_street.recording.index.actors.rows_of(OTHER)[0]
    assert open_street.focus.primary == row
    assert records.selected_lines == [1]


def test_frames_are_stepped_through_while_a_record_has_the_keyboard(
    open_street: Viewer, qtbot: QtBot
) -> None:
    records = open_packets(open_street)
    records.setFocus()
    QTest.keyClick(records, Qt.Key.Key_Right)
    assert open_street.moment.world.frame == 2
    qtbot.waitUntil(lambda: records.model().index(0, 1).data() == "50")


def test_the_status_bar_opens_the_problems_and_a_click_leads_there(open_damaged: Viewer) -> None:
    window = open_damaged.window
    QTest.mouseClick(button(window.status_bar, "1 problem"), LEFT)
    assert window.panel("file").isVisible()
    assert window.actions_by_id["show_file"].isChecked()
    lines = window.panel("file").findChild(ProblemsView).findChild(QTableView)
    QTest.mouseClick(lines.viewport(), LEFT, pos=QPoint(100, 20))
    assert open_damaged.playback.transport.playhead == pytest.approx(0.5)
