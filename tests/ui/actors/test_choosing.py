"""Choosing several actors, and how they are listed: pinned, alive, hidden."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.scenes import BICYCLE, CONE, HERO, LATE, LIGHT, OTHER, SIGN, WALKER, Scene, actor, pose
from tests.ui.actors.hands import (
    chosen_by,
    heard,
    line_of,
    lines,
    middle,
    press,
    row_of,
)
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.signal_mime import signal_in

# Several at a time


def rows_of(index, *actor_ids):
    return tuple(row_of(index, actor_id) for actor_id in actor_ids)


@pytest.fixture
def focus(panel):
    """What is selected."""
    return panel.told.focus


def selected(focus):
    return focus.selected


def test_ctrl_adds_and_shift_extends_from_the_last_one_chosen(focus, listing, index):
    press(listing, HERO)
    press(listing, BICYCLE, modifier=Qt.KeyboardModifier.ShiftModifier)
    assert selected(focus) == rows_of(index, HERO, OTHER, LATE, BICYCLE)
    press(listing, WALKER, modifier=Qt.KeyboardModifier.ControlModifier)
    assert selected(focus) == rows_of(index, HERO, OTHER, LATE, BICYCLE, WALKER)
    press(listing, OTHER, modifier=Qt.KeyboardModifier.ControlModifier)
    assert selected(focus) == rows_of(index, HERO, LATE, BICYCLE, WALKER)
    press(listing, LATE)
    press(listing, "Props · 1")
    assert selected(focus) == rows_of(index, LATE)


def test_who_is_filtered_away_stays_selected_while_others_are_added(focus, listing, field, index):
    press(listing, HERO)
    field.setText("walker")
    press(listing, WALKER, modifier=Qt.KeyboardModifier.ControlModifier)
    assert selected(focus) == rows_of(index, HERO, WALKER)
    press(listing, WALKER)
    assert selected(focus) == rows_of(index, WALKER)


def test_all_that_are_found_can_be_selected(panel, field, index, qtbot):
    panel.told.set_selected((row_of(index, OTHER),))
    more = chosen_by(panel, "select_all")
    qtbot.keyClicks(field, "traffic")
    panel.request_all()
    field.setText("vehicle")
    panel.request_all()
    field.setText("nobody")
    panel.request_all()
    assert more == [rows_of(index, SIGN, CONE, LIGHT), rows_of(index, HERO, LATE, BICYCLE, OTHER)]


def test_pressing_one_of_several_chooses_it_only_when_the_mouse_is_let_go(panel, listing, index):
    asked = chosen_by(panel, "select")
    panel.told.set_selected(tuple(rows_of(index, WALKER, OTHER)))
    place = middle(listing, WALKER)
    QTest.mousePress(listing.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == []
    QTest.mouseRelease(listing.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == [row_of(index, WALKER)]


def test_a_double_click_follows(panel, listing, index):
    for each in (OTHER, "Props · 1"):
        press(listing, each)
        QTest.mouseDClick(listing.viewport(), Qt.MouseButton.LeftButton, pos=middle(listing, each))
    assert panel.told.focus.followed == row_of(index, OTHER)


def test_what_is_dragged_is_what_the_plots_take(listing, index):
    model, line = listing.model(), line_of(listing, WALKER)
    assert listing.dragEnabled()
    assert model.flags(model.index(line, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    assert signal_in(model.mimeData([model.index(line, 0)])) == (row_of(index, WALKER), "")
    heading = model.index(line_of(listing, "Props · 1"), 0)
    assert not model.flags(heading) & (Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsSelectable)


# Pins, the living and the hidden


def test_who_hears_the_list_is_told_of_pins_and_of_who_is_hidden(panel, listing, index):
    def said(actor_id):
        place = listing.model().index(line_of(listing, actor_id), 0)
        return place.data(Qt.ItemDataRole.AccessibleTextRole)

    hidden = np.zeros(len(index.actors), bool)
    hidden[row_of(index, WALKER)] = True
    panel.told.set_pinned(tuple(rows_of(index, WALKER, OTHER)))
    panel.told.set_hidden(hidden)
    words = [said(actor_id) for actor_id in (WALKER, OTHER, HERO)]
    assert words == [f"{WALKER}, pinned, hidden on the map", f"{OTHER}, pinned", str(HERO)]


def test_the_menu_of_an_actor_is_asked_for_by_mouse_and_key(panel, listing, index):
    asked = heard(panel.menu_requested)
    place = middle(listing, OTHER)
    at = listing.viewport().mapToGlobal(place)
    for there in (place, middle(listing, "Props · 1")):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, there, at)
        QApplication.sendEvent(listing.viewport(), event)
    assert asked == [(row_of(index, OTHER), at)]
    press(listing, WALKER)
    listing.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.sendEvent(listing, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    assert [row for row, _ in asked[1:]] == [row_of(index, WALKER)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("colour=1", "No actor has an attribute “colour”"),
        ("tesla hero", "No actor matches the filter"),
    ],
)
def test_a_filter_that_finds_nobody_says_why(panel, listing, field, text, why):
    field.setText(text)
    assert listing.message == why
    assert listing.accessibleDescription() == why
    field.clear()
    assert listing.message == listing.accessibleDescription() == ""


# While time runs


def test_the_list_stays_where_it_is_when_somebody_above_dies(qtbot, alone, tmp_path):
    scene = Scene()
    everybody = range(60)
    scene.frame(add=[actor(each) for each in everybody], poses=[pose(each, (0, 0, 0)) for each in everybody])
    scene.frame(remove=[3], poses=[pose(each, (0, 0, 0)) for each in everybody if each != 3])
    index = scene.index(tmp_path / "many.log")
    alone.settings.living_actors = True
    panel = ActorPanel(alone)
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    alone.set_recording(index)
    panel.show()
    qtbot.waitExposed(panel)
    alone.set_world(world_at(index, 0.0))
    listing = panel.findChild(QTableView)
    listing.verticalScrollBar().setValue(700)
    before = middle(listing, 30)
    panel.hide()
    alone.set_world(world_at(index, 0.06))
    assert "3" not in lines(listing)
    assert middle(listing, 30) == before
