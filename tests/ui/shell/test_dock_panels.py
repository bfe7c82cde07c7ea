"""Panels that are opened when they are needed: opening, closing, remembering, and what they do."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar, QToolButton

from tests.scenes import OTHER
from tests.ui.person import frame_of, press, row_of
from viewer.ui.widgets.list_view import ListView

pytestmark = pytest.mark.usefixtures("one_window")

LEFT = Qt.MouseButton.LeftButton


def close_button(viewer, name):
    head = viewer.window.docks[name].titleBarWidget()
    return next(each for each in head.findChildren(QToolButton) if each.accessibleName() == "Close")


def open_packets(viewer):
    """Open the panel by its action and return the table of records."""
    viewer.window.actions_by_id["packets"].trigger()
    views = viewer.window.panel("file").findChildren(ListView)
    return next(view for view in views if view.accessibleName() == "Records")


def test_one_opens_under_the_map_and_leaves_the_others_their_room(open_street):
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


def test_panels_share_their_place_by_tabs_and_each_is_closed_alone(open_street, qtbot):
    window = open_street.window
    open_packets(open_street)
    window.actions_by_id["show_notes"].trigger()
    qtbot.waitUntil(lambda: window.docks["notes"].in_front)
    tabs = next(
        each for each in window.findChildren(QTabBar) if each.geometry().top() > 0
    )  # Qt keeps others outside
    assert [tabs.tabText(number) for number in range(tabs.count())] == ["File", "Notes"]
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(0).center())
    assert [window.docks[name].in_front for name in ("file", "notes")] == [True, False]
    QTest.mouseClick(close_button(open_street, "file"), LEFT)
    qtbot.waitUntil(lambda: window.docks["notes"].in_front)
    shown = [window.actions_by_id[f"show_{name}"].isChecked() for name in ("file", "notes")]
    assert shown == [False, True]


def test_one_that_is_behind_comes_to_the_front_by_its_key(open_street, qtbot):
    window = open_street.window
    for name in ("show_story", "show_file"):
        window.actions_by_id[name].trigger()
    qtbot.waitUntil(lambda: not window.docks["story"].in_front)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: window.docks["story"].in_front)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Y)
    assert window.docks["story"].isHidden()


def test_one_is_taken_out_of_the_window_and_keeps_the_keys(open_street, qtbot):
    open_packets(open_street)
    dock = open_street.window.docks["file"]
    QTest.mouseDClick(dock.titleBarWidget(), LEFT, pos=QPoint(200, 10))
    qtbot.waitUntil(dock.isFloating)
    dock.activateWindow()
    qtbot.waitUntil(dock.isActiveWindow)
    dock.setFocus()
    QTest.keyClick(dock, Qt.Key.Key_Right)
    assert frame_of(open_street) == 2


def test_no_part_holds_the_window_and_takes_its_actions_with_it(open_street):
    for name in ("show_file", "show_story", "show_notes"):
        open_street.window.actions_by_id[name].trigger()
    assert "parent" not in shiboken6.dump(open_street.window)


def test_a_click_on_a_record_selects_its_actor_and_keys_go_on(open_street, qtbot):
    records = open_packets(open_street)
    place = QPoint(20, records.rowViewportPosition(1) + records.rowHeight(1) // 2)
    QTest.mouseClick(records.viewport(), LEFT, pos=place)
    assert open_street.focus.primary == row_of(open_street, OTHER)
    assert records.selected_lines == [1]
    records.setFocus()
    press(open_street, "Right")
    assert frame_of(open_street) == 2
    qtbot.waitUntil(lambda: records.model().index(0, 1).data() == "50")
