"""The menu of an actor, opened on the list; all whom a filter finds are selected by a key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QTableView, QTreeView

from tests.scenes import HERO, LATE, Scene, actor, pose
from tests.ui.actors.hands import line_of, middle
from tests.ui.conftest import turn
from tests.ui.person import open_in, press, row_of, wait_for_another

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def listing(open_street):
    return open_street.window.actor_panel.findChild(QTableView)


def test_a_right_click_opens_it_until_the_file_is_read_again_for_rows_mean_others_then(
    open_street, listing, qtbot
):
    place, before = middle(listing, LATE), open_street.recording.index
    at = listing.viewport().mapToGlobal(place)
    QApplication.sendEvent(listing.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, at))
    menu = QApplication.activePopupWidget()
    assert menu.actions()[0].text().startswith(str(LATE))  # who is not alive has a menu, too
    Scene().frame().save(before.path)  # nobody is in it any more
    open_street.workspace.reload()
    wait_for_another(open_street, qtbot, before)
    assert not menu.isVisible()


def test_all_whom_the_filter_finds_are_selected_by_the_key(open_street, listing, qtbot):
    open_street.window.actor_panel.focus_filter()
    field = open_street.window.focusWidget()
    qtbot.keyClicks(field, "vehicle !auto")
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)  # the text, in a text field
    assert open_street.focus.selected == ()
    field.clearFocus()
    press(open_street, "Ctrl+A")
    assert len(open_street.focus.selected) == 2
    assert open_street.focus.primary == row_of(open_street, HERO)
    qtbot.waitUntil(lambda: listing.selectionModel().isRowSelected(line_of(listing, HERO)))


def test_of_many_selected_actors_a_few_are_compared(viewer, qtbot, tmp_path):
    everybody = range(1, 61)
    scene = Scene().frame(
        add=[actor(each) for each in everybody], poses=[pose(each, (3.0 * each, 0, 0)) for each in everybody]
    )
    open_in(viewer, qtbot, scene.save(tmp_path / "many.log"))
    viewer.window.actions_by_id["select_listed"].trigger()
    assert len(viewer.focus.selected) == 60
    turn()
    assert viewer.window.inspector.findChild(QTreeView).model().columnCount() == 1 + 4 + 1
