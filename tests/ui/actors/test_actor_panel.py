"""The panel as a person uses it: typing, clicking, keys, and what is then on the screen."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from tests.live import growing_views
from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LATE, OTHER, WALKER, Scene, actor, pose
from tests.ui.actors.conftest import (
    cell,
    chosen_by,
    click,
    colour,
    count_text,
    line_of,
    lines,
    middle,
)
from tests.ui.map.gestures import leave, move
from tests.ui.person import heard, row_of, rows_of
from viewer.logfile.source import LogFile
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.theme import apply_theme, load_theme

Key = Qt.Key


def test_the_list_is_filtered_as_one_types_and_enter_selects_the_first(panel, listing, field, index, qtbot):
    asked = chosen_by(panel, "select")
    assert count_text(panel) == "8 of 10 present"
    qtbot.keyClicks(field, "auto")
    assert lines(listing) == [str(OTHER), str(LATE)]
    assert count_text(panel) == "2 of 10"
    qtbot.keyClicks(field, " tesla")
    assert lines(listing) == [str(OTHER)]
    field.clear()
    qtbot.keyClicks(field, "prop")
    qtbot.keyClick(field, Key.Key_Return)
    assert asked == [row_of(index, CONE)]


def test_escape_clears_the_filter_and_leaves_the_field(panel, listing, field, qtbot):
    everybody = lines(listing)
    field.clearFocus()
    assert not panel.clear_filter()
    panel.focus_filter()
    assert field.hasFocus()
    qtbot.keyClicks(field, "tesla")
    qtbot.keyClick(field, Key.Key_Escape)
    assert (field.text(), field.hasFocus(), lines(listing)) == ("", False, everybody)
    panel.focus_filter()
    assert panel.clear_filter()  # an empty field that has the keyboard gives it back
    assert not panel.clear_filter()


def test_down_goes_from_the_field_into_the_list(panel, listing, field, index, qtbot):
    asked = chosen_by(panel, "select")
    panel.focus_filter()
    qtbot.keyClicks(field, "auto")
    qtbot.keyClick(field, Key.Key_Down)
    assert listing.hasFocus()
    qtbot.keyClick(listing, Key.Key_Down)
    assert asked == [row_of(index, LATE)]


def test_a_filter_that_finds_nobody_says_why(listing, field):
    why = {
        "colour=1": "No actor has an attribute “colour”",
        "tesla hero": "No actor matches the filter",
        "": "",
    }
    for text, message in why.items():
        field.setText(text)
        assert listing.message == listing.accessibleDescription() == message


def test_a_click_leaves_the_keyboard_where_it_was(panel, listing, field):
    click(listing, HERO)
    assert not listing.hasFocus()
    panel.focus_filter()
    click(listing, WALKER)
    assert field.hasFocus()


@pytest.mark.parametrize(
    ("closes", "opens"),
    [(Key.Key_Left, Key.Key_Right), (Key.Key_Return, Key.Key_Return), (Key.Key_Left, Key.Key_Enter)],
)
def test_a_group_folds_by_keys_and_clicks(listing, panel, closes, opens, qtbot):
    click(listing, WALKER)
    asked, count = chosen_by(panel, "select"), count_text(panel)
    for _ in range(2):
        click(listing, "Sensors · 1")
        assert (str(CAMERA) in lines(listing)) is bool(_)
    listing.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (closes, Key.Key_Left):
        qtbot.keyClick(listing, key)
        assert str(CAMERA) not in lines(listing)
    assert (count_text(panel), asked) == (count, [])
    qtbot.keyClick(listing, opens)
    assert lines(listing)[5:7] == ["Sensors · 1", str(CAMERA)]


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Right, Key.Key_Left, Key.Key_C])
def test_keys_that_are_not_the_lists_reach_the_window(qtbot, alone, index, key):
    window = QWidget()
    qtbot.addWidget(window)
    panel = ActorPanel(alone, window)
    panel.resize(300, 400)
    alone.set_recording(index)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    pressed = heard(QShortcut(key, window).activated)
    listing = panel.findChild(QTableView)
    click(listing, HERO)
    before = lines(listing)
    qtbot.keyClick(listing, key)
    assert pressed == [()]
    assert lines(listing) == before
    assert listing.currentIndex().row() == 0


def test_pointing_at_an_actor_is_told_and_so_is_leaving(panel, listing, index):
    told = chosen_by(panel, "hover")
    for place in (middle(listing, OTHER), middle(listing, OTHER) + QPoint(30, 2)):
        move(listing.viewport(), place)
    move(listing.viewport(), middle(listing, "Props · 1"))
    move(listing.viewport(), middle(listing, WALKER))
    leave(listing)
    assert told == [row_of(index, OTHER), None, row_of(index, WALKER), None]


def test_a_selection_that_is_told_is_seen_and_asks_for_nothing(plain_app, panel, listing, field, index):
    asked = chosen_by(panel, "select")
    place = middle(listing, OTHER, x=listing.viewport().width() - 4)
    assert colour(listing, place) == load_theme("dark").panel
    panel.told.set_selected((row_of(index, OTHER),))
    assert colour(listing, place) == load_theme("dark").selected
    apply_theme(plain_app, load_theme("light"))
    assert colour(listing, place) == load_theme("light").selected
    field.setText("lincoln")
    assert not listing.selectionModel().hasSelection()
    field.clear()
    assert listing.selectionModel().isRowSelected(line_of(listing, OTHER))
    panel.told.set_selected(())
    assert colour(listing, place) != load_theme("light").selected
    click(listing, "Props · 1")
    panel.told.set_selected((row_of(index, CONE),))  # which opens the group
    assert listing.selectionModel().isRowSelected(line_of(listing, CONE))
    assert asked == []


def test_the_hero_is_amber_and_who_is_not_alive_is_hollow_and_says_when_it_is(panel, listing, index, qtbot):
    theme, square = load_theme("dark"), 13
    seen = {actor_id: colour(listing, middle(listing, actor_id, square)) for actor_id in (HERO, OTHER, LATE)}
    assert seen == {HERO: theme.hero, OTHER: theme.vehicle, LATE: theme.panel}
    assert colour(listing, middle(listing, BICYCLE, square)) == theme.bicycle

    def tip():
        return cell(listing, LATE, "id", Qt.ItemDataRole.ToolTipRole).splitlines()

    assert "Not spawned until 0.250 s" in tip()
    panel.told.set_world(world_at(index, 0.8))
    qtbot.waitUntil(lambda: "Destroyed at 0.750 s" in tip())
    panel.hide()
    panel.told.set_world(world_at(index, 0.3))
    assert colour(listing, middle(listing, LATE, square)) == theme.vehicle


def test_a_file_that_is_read_again_keeps_groups_and_place(panel, listing, index):
    panel.resize(300, 190)
    click(listing, "Props · 1")
    bar = listing.verticalScrollBar()
    bar.setValue(60)
    before = lines(listing)
    again = list(growing_views(LogFile(index.path)))[-1]
    panel.told.set_selected(())
    panel.told.set_recording(again)
    panel.told.set_selected(rows_of(again, HERO))
    panel.told.set_world(world_at(again, 0.0))
    QApplication.processEvents()
    assert lines(listing) == before
    assert bar.value() == 60
    for who in (OTHER, HERO):
        panel.told.set_selected(rows_of(again, who))
    assert bar.value() < 60


def test_the_list_stays_where_it_is_when_somebody_above_dies(qtbot, alone, tmp_path):
    scene, everybody = Scene(), range(60)
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
