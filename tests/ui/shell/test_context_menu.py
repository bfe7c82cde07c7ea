"""The menu of one or several actors, on the list as on the map."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTableView, QTreeView
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, LATE, OTHER, Scene, actor, pose
from tests.ui.actors.hands import line_of, middle
from tests.ui.conftest import turn
from viewer.ui.app import Viewer


@pytest.fixture
def row_of(open_street: Viewer):
    index = open_street.recording.index
    assert index is not None
    return lambda actor_id: index.actors.rows_of(actor_id)[0]


@pytest.fixture
def listing(open_street: Viewer) -> QTableView:
    found = open_street.window.actor_panel.findChild(QTableView)
    assert found is not None
    return found


def menu_of(listing: QTableView, actor_id: int) -> QMenu:
    """Right-click on an actor of the list."""
    place = middle(listing, actor_id)
    at = listing.viewport().mapToGlobal(place)
    QApplication.sendEvent(listing.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, at))
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    return popup


def action(menu: QMenu, beginning: str) -> QAction:
    return next(each for each in menu.actions() if each.text().startswith(beginning))


def choose(menu: QMenu, beginning: str) -> None:
    QTest.mouseClick(
        menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action(menu, beginning)).center()
    )


def test_one_goes_to_where_a_life_begins_and_ends(open_street: Viewer, listing, row_of) -> None:
    menu = menu_of(listing, LATE)  # who is not alive has a menu, too
    assert action(menu, "Go to spawn").text() == "Go to spawn · 0.250 s"
    assert not action(menu, "Copy carla.Transform").isEnabled()
    assert not action(menu, "Follow").isEnabled()
    choose(menu, "Go to spawn")
    assert (open_street.playback.transport.playhead, open_street.focus.primary) == (
        pytest.approx(0.25),
        row_of(LATE),
    )
    choose(menu_of(listing, LATE), "Go to destruction")
    assert open_street.playback.transport.playhead == pytest.approx(0.75)
    menu = menu_of(listing, HERO)
    assert not action(menu, "Go to destruction").isVisible()
    menu.close()


def test_the_menu_of_one_of_several_is_that_of_all(open_street: Viewer, listing, row_of) -> None:
    rows = (row_of(OTHER), row_of(HERO))
    open_street.focus.select_all(tuple(rows))
    plotted: list[int] = []
    open_street.actor_menu.plot_requested.connect(plotted.append)
    menu = menu_of(listing, HERO)
    assert menu.actions()[0].text() == "2 actors"
    choose(menu, "Copy ids")
    assert QGuiApplication.clipboard().text() == f"{OTHER} {HERO}"
    choose(menu_of(listing, HERO), "Plot")
    assert tuple(plotted) == tuple(rows)
    choose(menu_of(listing, HERO), "Pin")
    assert open_street.workspace.pins.pinned == tuple(rows)
    menu = menu_of(listing, HERO)
    assert action(menu, "Unpin").isVisible()
    menu.close()
    menu = menu_of(listing, LATE)  # not one of them
    assert menu.actions()[0].text().startswith(str(LATE))
    menu.close()


def test_all_whom_the_filter_finds_are_selected_by_the_key(
    open_street: Viewer, listing, row_of, qtbot: QtBot
) -> None:
    open_street.window.actor_panel.focus_filter()
    field = open_street.window.focusWidget()
    qtbot.keyClicks(field, "vehicle !auto")
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)  # the text, in a text field
    assert open_street.focus.selected == ()
    field.clearFocus()
    qtbot.keyClick(open_street.window, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(open_street.focus.selected) == 2
    assert open_street.focus.primary == row_of(HERO)
    qtbot.waitUntil(lambda: listing.selectionModel().isRowSelected(line_of(listing, HERO)))


def test_it_closes_when_a_file_is_read_again_for_its_rows_mean_others_then(
    open_street: Viewer, listing, qtbot: QtBot
) -> None:
    menu, before = menu_of(listing, LATE), open_street.recording.index
    assert before is not None
    Scene().frame().save(before.path)  # nobody is in it any more
    open_street.workspace.reload()
    qtbot.waitUntil(lambda: open_street.recording.index is not before and not open_street.recording.busy)
    assert not menu.isVisible()


def test_of_many_selected_actors_a_few_are_compared(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    everybody = range(1, 61)
    scene = Scene().frame(
        add=[actor(each) for each in everybody], poses=[pose(each, (3.0 * each, 0, 0)) for each in everybody]
    )
    viewer.workspace.open(scene.save(tmp_path / "many.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    viewer.window.actions_by_id["select_listed"].trigger()
    assert len(viewer.focus.selected) == 60
    turn()
    sheet = viewer.window.inspector.findChild(QTreeView)
    assert sheet is not None
    assert sheet.model().columnCount() == 1 + 4 + 1
