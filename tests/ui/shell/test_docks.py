"""Panels around the map and under it: shown, hidden, moved, sized, kept as one left them; and presenting."""

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QTabBar, QToolButton

from tests.scenes import OTHER, street
from tests.ui.person import frame_of, open_in, press, row_of
from viewer.ui.theme import font
from viewer.ui.widgets.list_view import ListView

pytestmark = pytest.mark.usefixtures("one_window")

LEFT = Qt.MouseButton.LeftButton
PANELS = ("actors", "inspector", "bottom")
EVERYTHING = {"top", "status", "map", *PANELS}


def shown(viewer):
    """Return what can be seen in the window."""
    window = viewer.window
    parts = {
        "top": window.top_bar,
        "status": window.status_bar,
        "map": window.map_area.map_view,
        **{dock.row.id: dock for dock in window.docks},
    }
    return {name for name, part in parts.items() if part.isVisible() and part.width() and part.height()}


def sizes(viewer):
    QTest.qWait(1)  # Qt lays docks out in the next turn
    docks = viewer.window.docks
    return docks["actors"].width(), docks["inspector"].width(), docks["bottom"].height()


def drag(viewer, name, by):
    """Drag the edge between a panel and the map."""
    QTest.qWait(1)
    window, place = viewer.window, viewer.window.docks[name].geometry()
    edge = {
        "actors": QPoint(place.right() + 2, place.center().y()),
        "inspector": QPoint(place.left() - 2, place.center().y()),
        "bottom": QPoint(place.center().x(), place.top() - 2),
    }[name]
    QTest.mousePress(window, LEFT, pos=edge)
    QTest.mouseMove(window, edge + by / 2)
    QTest.mouseMove(window, edge + by)
    QTest.qWait(20)
    QTest.mouseRelease(window, LEFT, pos=edge + by)
    QTest.qWait(1)


@pytest.fixture
def reopen(make_viewer, qtbot, tmp_path):
    """Return what starts the program with a street, each time with the settings of the time before."""
    street().index(tmp_path / "street.log")

    def start():
        return open_in(make_viewer(), qtbot, tmp_path / "street.log")

    return start


def test_what_is_dragged_and_shown_is_so_again_at_the_next_start(reopen, qtbot):
    viewer = reopen()
    usual = sizes(viewer)
    drag(viewer, "actors", QPoint(60, 0))
    drag(viewer, "bottom", QPoint(0, -50))
    assert sizes(viewer) == pytest.approx((usual[0] + 60, usual[1], usual[2] + 50), abs=6)
    viewer.window.actions_by_id["show_notes"].trigger()
    assert viewer.window.map_area.height() >= 240
    left = sizes(viewer)
    viewer.window.close()
    again = reopen()
    qtbot.waitUntil(lambda: again.window.docks["notes"].in_front)
    assert sizes(again) == left


def test_what_a_small_window_leaves_is_no_wish(reopen):
    viewer = reopen()
    drag(viewer, "bottom", QPoint(0, -150))
    left = sizes(viewer)
    viewer.window.resize(840, 600)
    for name in ("show_inspector", "show_actors", "show_notes") * 2:
        viewer.window.actions_by_id[name].trigger()
        QApplication.processEvents()
    assert sizes(viewer)[2] < left[2] - 20
    viewer.window.resize(1600, 1000)
    assert sizes(viewer) == left
    viewer.window.resize(840, 600)
    viewer.window.close()
    again = reopen()
    again.window.resize(1600, 1000)
    assert sizes(again) == left


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_is_hidden_and_comes_back_in_its_size(open_street, name):
    by = {"actors": QPoint(50, 0), "inspector": QPoint(-50, 0), "bottom": QPoint(0, -50)}[name]
    drag(open_street, name, by)
    before = sizes(open_street)
    action = open_street.window.actions_by_id[f"show_{name}"]
    action.trigger()
    assert shown(open_street) == EVERYTHING - {name}
    action.trigger()
    assert shown(open_street) == EVERYTHING
    assert sizes(open_street) == before


def test_a_panel_is_taken_to_another_side_and_stays_there(reopen):
    viewer = reopen()
    window = viewer.window
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.docks["actors"])
    QTest.qWait(10)
    window.close()
    docks = reopen().window.docks
    assert docks["actors"].geometry().left() > docks["inspector"].parentWidget().width() / 2


def test_reset_gives_the_first_look(open_street):
    window, usual = open_street.window, sizes(open_street)
    drag(open_street, "actors", QPoint(80, 0))
    for name in ("show_inspector", "show_file"):
        window.actions_by_id[name].trigger()
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.docks["actors"])
    window.actions_by_id["reset_layout"].trigger()
    assert (shown(open_street), sizes(open_street)) == (EVERYTHING, usual)
    assert not window.actions_by_id["show_file"].isChecked()


def test_a_layout_is_kept_by_name_shown_again_taken_back_and_deleted(open_street, monkeypatch):
    window, menu = open_street.window, open_street.window.menus["layout"]
    drag(open_street, "actors", QPoint(80, 0))
    window.actions_by_id["show_inspector"].trigger()
    kept = shown(open_street), sizes(open_street)[0]
    monkeypatch.setattr(QInputDialog, "exec", lambda asked: asked.setTextValue("Wide list") or True)
    window.actions_by_id["save_layout"].trigger()
    window.actions_by_id["reset_layout"].trigger()
    first = shown(open_street), sizes(open_street)[0]
    QTest.qWait(1)
    menu.aboutToShow.emit()
    next(each for each in menu.actions() if each.text() == "Wide list").trigger()
    assert (shown(open_street), sizes(open_street)[0]) == kept
    QTest.qWait(1)
    window.actions_by_id["undo"].trigger()
    assert (shown(open_street), sizes(open_street)[0]) == first
    menu.aboutToShow.emit()
    next(each for each in menu.actions() if each.text() == "Delete Wide list").trigger()
    menu.aboutToShow.emit()
    assert not any("Wide list" in each.text() for each in menu.actions())


def test_present_shows_map_and_timeline_alone_in_large_type_until_esc(open_street, qtbot):
    press(open_street, "F11")
    assert shown(open_street) == {"bottom", "map"}
    assert open_street.window.isFullScreen()
    assert font(20).pixelSize() == 25
    open_street.focus.select(row_of(open_street, OTHER))
    press(open_street, "Esc")
    assert open_street.focus.primary is None
    assert shown(open_street) == {"bottom", "map"}
    press(open_street, "F10")
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()
    press(open_street, "Esc")
    assert not open_street.window.isFullScreen()
    qtbot.waitUntil(lambda: shown(open_street) == EVERYTHING)
    assert font(20).pixelSize() == 20


@pytest.mark.parametrize("name", ["inspector", "story"])
def test_a_panel_that_was_taken_out_can_be_closed_by_its_own_button(open_street, qtbot, name):
    window = open_street.window
    if name == "story":
        window.open_panel(name)
    dock = window.docks[name]

    def closes():
        return [each for each in dock.findChildren(QToolButton) if each.toolTip() == "Close"]

    assert [each.isVisible() for each in closes()] == [name == "story"]
    dock.setFloating(True)
    (close,) = closes()
    qtbot.waitUntil(close.isVisible)
    qtbot.mouseClick(close, LEFT)
    assert not dock.isVisible()
    window.actions_by_id[f"show_{name}"].trigger()
    qtbot.waitUntil(dock.isVisible)


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
