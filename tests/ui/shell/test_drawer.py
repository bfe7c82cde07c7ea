"""The drawer under the map, in the whole window: opening, closing, remembering, and what its panels do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.scenes import OTHER, street
from viewer.ui.app import Viewer
from viewer.ui.state.actor_ref import ref_of
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


def close_button(viewer: Viewer) -> QToolButton:
    return viewer.window.drawer.findChild(QToolButton)


def open_packets(viewer: Viewer) -> ListView:
    """Open the panel by its action and return the table of records."""
    viewer.window.actions_by_id["show_packets"].trigger()
    views = viewer.rooms.panel("packets").findChildren(ListView)
    return next(view for view in views if view.accessibleName() == "Records")


def test_the_window_has_no_drawer_at_first(open_street: Viewer) -> None:
    assert not open_street.window.drawer.isVisible()
    assert not open_street.window.actions_by_id["show_packets"].isChecked()


def test_packets_are_in_a_menu_of_their_own(viewer: Viewer) -> None:
    menu = viewer.window.menus["developer"]
    assert menu.title() == "Developer"
    assert [action.text() for action in menu.actions()] == ["Trigger volumes and spectator", "Packets"]


def test_the_drawer_opens_under_the_map_and_leaves_the_other_panels(open_street: Viewer) -> None:
    window = open_street.window
    timeline = window.timeline.height()
    open_packets(open_street)
    map_bottom = window.map_area.mapTo(window, QPoint(0, window.map_area.height())).y()
    assert abs(window.drawer.mapTo(window, QPoint()).y() - map_bottom) <= 2
    assert window.drawer.width() == window.map_area.width()
    assert window.timeline.height() == timeline
    assert window.map_area.height() > window.drawer.height()


def test_its_cross_closes_it_and_the_menu_knows(open_street: Viewer) -> None:
    open_packets(open_street)
    QTest.mouseClick(close_button(open_street), LEFT)
    assert not open_street.window.drawer.isVisible()
    assert not open_street.window.actions_by_id["show_packets"].isChecked()


def test_panels_share_it_by_tabs_and_its_cross_closes_all(open_street: Viewer) -> None:
    window = open_street.window
    open_packets(open_street)
    assert not button(window.drawer, "Problems").isVisible()
    window.actions_by_id["show_problems"].trigger()
    assert window.rooms.panel("problems").isVisible()
    QTest.mouseClick(button(window.drawer, "Packets"), LEFT)
    assert window.rooms.panel("packets").isVisible()
    assert not window.rooms.panel("problems").isVisible()
    assert not button(window.drawer, "Copy all").isVisible()
    window.actions_by_id["show_notes"].trigger()
    QTest.mouseClick(close_button(open_street), LEFT)
    assert not window.drawer.isVisible()
    assert not any(window.actions_by_id[f"show_{name}"].isChecked() for name in window.drawer.names)
    assert window.focusWidget() is window.map_area.map_view
    window.actions_by_id["show_problems"].trigger()
    assert window.rooms.panel("problems").isVisible()
    assert not button(window.drawer, "Packets").isVisible()


def test_tab_goes_on_from_the_drawer_into_its_panel(open_street: Viewer) -> None:
    open_packets(open_street)
    named, focused = [], close_button(open_street)
    for _ in range(4):
        focused.setFocus()
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = open_street.window.focusWidget()
        named.append(focused.accessibleName() or focused.text())
    assert named == ["This frame", "Packets of this frame", "Bytes", "Records"]


def test_no_part_holds_the_window_and_takes_its_actions_with_it(open_street: Viewer) -> None:
    for name in ("show_packets", "show_story", "show_problems"):
        open_street.window.actions_by_id[name].trigger()
    assert "parent" not in shiboken6.dump(open_street.window)


def test_an_open_drawer_is_open_again_at_the_next_start(
    open_street: Viewer, make_viewer: Callable[[], Viewer], qtbot: QtBot
) -> None:
    open_packets(open_street)
    path = open_street.recording.index.path
    open_street.window.close()
    again = make_viewer()
    assert not again.window.drawer.isVisible()  # the start page has no packets
    again.workspace.open(path)
    qtbot.waitUntil(lambda: again.recording.index is not None and not again.recording.busy)
    assert again.rooms.panel("packets").isVisible()
    assert again.window.actions_by_id["show_packets"].isChecked()
    assert not again.rooms.panel("problems").isVisible()


def test_closing_the_recording_closes_the_drawer_with_it(open_street: Viewer, qtbot: QtBot) -> None:
    open_packets(open_street)
    qtbot.keyClick(open_street.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not open_street.window.drawer.isVisible()


def test_a_click_on_a_record_selects_its_actor_everywhere(open_street: Viewer) -> None:
    records = open_packets(open_street)
    place = QPoint(20, records.rowViewportPosition(1) + records.rowHeight(1) // 2)
    QTest.mouseClick(records.viewport(), LEFT, pos=place)
    row = open_street.recording.index.actors.rows_of(OTHER)[0]
    assert open_street.focus.primary == ref_of(row)
    assert records.selected_lines == [1]


def test_a_selection_elsewhere_is_marked_in_the_records(open_street: Viewer) -> None:
    records = open_packets(open_street)
    open_street.focus.select(ref_of(open_street.recording.index.actors.rows_of(OTHER)[0]))
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
    assert window.rooms.panel("problems").isVisible()
    assert window.actions_by_id["show_problems"].isChecked()
    lines = window.rooms.panel("problems").findChild(QTableView)
    QTest.mouseClick(lines.viewport(), LEFT, pos=QPoint(100, 20))
    assert open_damaged.playback.transport.playhead == pytest.approx(0.5)


def test_details_of_the_bar_open_the_problems(open_damaged: Viewer) -> None:
    bar = open_damaged.window.map_area.bar
    assert bar.isVisible()
    QTest.mouseClick(button(bar, "Details"), LEFT)
    assert open_damaged.rooms.panel("problems").isVisible()


def test_no_panel_makes_the_window_wider_and_all_controls_are_seen(open_street: Viewer) -> None:
    """The list keeps its 300 px; controls go below the tabs where both have no room side by side."""
    window, drawer = open_street.window, open_street.window.drawer
    window.resize(1280, 720)
    for name in drawer.names:
        window.actions_by_id[f"show_{name}"].trigger()
        QTest.qWait(1)
        assert window.width() == 1280
        assert window.actor_panel.width() == 300
        head = open_street.rooms.panel(name).head
        for each in (*head.findChildren(QPushButton), close_button(open_street)):
            if each.isVisible():
                assert each.width() >= each.minimumSizeHint().width(), (name, each.text())
                assert drawer.rect().contains(QRect(each.mapTo(drawer, QPoint()), each.size()))
    tabs = [each for each in drawer.findChildren(QPushButton) if each.text() == "Findings"]
    assert head.mapTo(drawer, QPoint()).x() > 0
    assert head.mapTo(drawer, QPoint()).y() < 36  # these go beside the tabs
    QTest.mouseClick(tabs[0], LEFT)
    QTest.qWait(1)
    assert open_street.rooms.panel("story").head.mapTo(drawer, QPoint()).y() >= 36


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_nothing_is_squeezed_away(open_street: Viewer, size: tuple[int, int]) -> None:
    window = open_street.window
    window.resize(*size)
    open_packets(open_street)
    window.actions_by_id["show_problems"].trigger()
    assert window.map_area.height() >= 160
    assert window.drawer.height() >= 160
    assert close_button(open_street).isVisible()
    assert not window.drawer.grab().isNull()
