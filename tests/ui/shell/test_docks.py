"""Panels around the map: shown and hidden, how large, as one left them; and presenting."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QToolButton

from tests.scenes import OTHER, street
from tests.ui.person import open_in, row_of
from viewer.ui.theme import font

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
PANELS = ("actors", "inspector", "bottom")
EVERYTHING = {"top", "status", "map", *PANELS}


def press(viewer, qtbot, key):
    qtbot.keyClick(viewer.window.windowHandle(), key)


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
    press(open_street, qtbot, Key.Key_F11)
    assert shown(open_street) == {"bottom", "map"}
    assert open_street.window.isFullScreen()
    assert font(20).pixelSize() == 25
    open_street.focus.select(row_of(open_street, OTHER))
    press(open_street, qtbot, Key.Key_Escape)
    assert open_street.focus.primary is None
    assert shown(open_street) == {"bottom", "map"}
    press(open_street, qtbot, Key.Key_F10)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()
    press(open_street, qtbot, Key.Key_Escape)
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
