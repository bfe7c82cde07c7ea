"""The panel as a person uses it: typing, clicking, keys, and what is then on the screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from tests.live import growing_views
from tests.scenes import (
    BICYCLE,
    CAMERA,
    CONE,
    HERO,
    LATE,
    OTHER,
    SPECTATOR,
    WALKER,
    Scene,
    actor,
    pose,
)
from tests.ui.actors.hands import (
    cell,
    chosen_by,
    click,
    colour,
    count_text,
    header_middle,
    heard,
    line_of,
    lines,
    middle,
    move_to,
    row_of,
)
from viewer.logfile.source import LogFile
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.theme import apply_theme, load_theme

# Typing


def speed(listing, actor_id):
    return cell(listing, actor_id, "speed")


def test_the_list_is_filtered_as_one_types(panel, listing, field, qtbot):
    assert count_text(panel) == "8 of 10 present"
    qtbot.keyClicks(field, "auto")
    assert lines(listing) == [str(OTHER), str(LATE)]
    assert count_text(panel) == "2 of 10"
    qtbot.keyClicks(field, " tesla")
    assert lines(listing) == [str(OTHER)]


def test_the_tip_of_who_is_not_there_says_when_it_is(panel, listing, field, index, qtbot):
    def tip():
        return listing.model().index(line_of(listing, LATE), 0).data(Qt.ItemDataRole.ToolTipRole)

    qtbot.keyClicks(field, "audi")
    assert "Not spawned until 0.250 s" in tip().splitlines()
    panel.told.set_world(world_at(index, 0.8))
    qtbot.waitUntil(lambda: "Destroyed at 0.750 s" in tip().splitlines())


def test_enter_selects_the_first_that_was_found(panel, field, index, qtbot):
    asked = chosen_by(panel, "select")
    qtbot.keyClicks(field, "prop")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert asked == [row_of(index, CONE)]


def test_escape_clears_the_filter_and_leaves_the_field(panel, listing, field, qtbot):
    everybody = lines(listing)
    field.clearFocus()
    assert not panel.clear_filter()
    panel.focus_filter()
    assert field.hasFocus()
    qtbot.keyClicks(field, "tesla")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert not field.hasFocus()
    assert lines(listing) == everybody
    panel.focus_filter()
    assert panel.clear_filter()  # an empty field that has the keyboard gives it back
    assert not panel.clear_filter()


def test_down_goes_from_the_field_into_the_list(panel, listing, field, index, qtbot):
    asked = chosen_by(panel, "select")
    panel.focus_filter()
    qtbot.keyClicks(field, "auto")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert listing.hasFocus()
    qtbot.keyClick(listing, Qt.Key.Key_Down)
    assert asked == [row_of(index, LATE)]


# Clicking and keys


def test_a_click_leaves_the_keyboard_where_it_was(panel, listing, field, qtbot):
    assert not listing.hasFocus()
    click(listing, HERO)
    assert not listing.hasFocus()
    panel.focus_filter()
    click(listing, WALKER)
    assert field.hasFocus()


def test_a_selection_that_is_told_is_seen_and_asks_for_nothing(plain_app, panel, listing, index):
    asked = chosen_by(panel, "select")
    place = middle(listing, OTHER, x=listing.viewport().width() - 4)
    assert colour(listing, place) == load_theme("dark").panel
    panel.told.set_selected((row_of(index, OTHER),))
    assert colour(listing, place) == load_theme("dark").selected
    apply_theme(plain_app, load_theme("light"))
    assert colour(listing, place) == load_theme("light").selected
    panel.told.set_selected(())
    assert colour(listing, place) != load_theme("light").selected
    assert asked == []


def test_selecting_someone_folded_away_opens_the_group(panel, listing, index):
    panel.told.set_selected((row_of(index, CONE),))
    assert str(CONE) in lines(listing)
    assert listing.selectionModel().isRowSelected(line_of(listing, CONE))


def test_a_selection_survives_filtering(panel, listing, field, index, qtbot):
    panel.told.set_selected((row_of(index, OTHER),))
    qtbot.keyClicks(field, "lincoln")
    assert not listing.selectionModel().hasSelection()
    field.clear()
    assert listing.selectionModel().isRowSelected(line_of(listing, OTHER))


def test_arrows_move_in_the_list(panel, listing, index, qtbot):
    asked = chosen_by(panel, "select")
    listing.setFocus(Qt.FocusReason.TabFocusReason)
    click(listing, HERO)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Home):
        qtbot.keyClick(listing, key)
    rows = [row_of(index, actor_id) for actor_id in (HERO, OTHER, LATE, OTHER, SPECTATOR, HERO)]
    assert asked == rows


@pytest.mark.parametrize(
    ("closes", "opens"),
    [
        (Qt.Key.Key_Left, Qt.Key.Key_Right),
        (Qt.Key.Key_Return, Qt.Key.Key_Return),
        (Qt.Key.Key_Left, Qt.Key.Key_Enter),
    ],
)
def test_a_group_folds_by_keys(listing, panel, closes, opens, qtbot):
    click(listing, WALKER)
    count = count_text(panel)
    qtbot.keyClick(listing, Qt.Key.Key_Down)  # to the sensors
    qtbot.keyClick(listing, closes)
    assert str(CAMERA) not in lines(listing)
    assert count_text(panel) == count
    qtbot.keyClick(listing, Qt.Key.Key_Left)
    assert str(CAMERA) not in lines(listing)
    qtbot.keyClick(listing, opens)
    assert lines(listing)[5:7] == ["Sensors · 1", str(CAMERA)]


def test_a_group_folds_by_a_click(panel, listing):
    asked = chosen_by(panel, "select")
    click(listing, "Props · 1")
    assert str(CONE) not in lines(listing)
    click(listing, "Props · 1")
    assert str(CONE) in lines(listing)
    assert asked == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_C])
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


# The mouse over it


def test_pointing_at_an_actor_is_told_and_so_is_leaving(panel, listing, index):
    told = chosen_by(panel, "hover")
    move_to(listing, middle(listing, OTHER))
    move_to(listing, middle(listing, OTHER) + QPoint(30, 2))
    move_to(listing, middle(listing, "Props · 1"))
    move_to(listing, middle(listing, WALKER))
    QApplication.sendEvent(
        listing,
        QMouseEvent(
            QMouseEvent.Type.Leave,
            QPointF(),
            QPointF(),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        ),
    )
    assert told == [row_of(index, OTHER), None, row_of(index, WALKER), None]


# Time


def test_the_hero_is_amber_and_who_is_not_alive_is_hollow(panel, listing, index):
    theme = load_theme("dark")
    square = 13
    assert colour(listing, middle(listing, HERO, square)) == theme.hero
    assert colour(listing, middle(listing, OTHER, square)) == theme.vehicle
    assert colour(listing, middle(listing, BICYCLE, square)) == theme.bicycle
    late = colour(listing, middle(listing, LATE, square))
    assert late == theme.panel
    panel.hide()
    panel.told.set_world(world_at(index, 0.3))
    assert colour(listing, middle(listing, LATE, square)) == theme.vehicle


# Sorting and columns


def test_clicks_on_a_title_sort_up_down_and_not_at_all(panel, listing):
    header = listing.horizontalHeader().viewport()
    unsorted = lines(listing)
    for expected in (
        [str(LATE), str(BICYCLE), str(HERO)],
        [str(WALKER), str(OTHER), str(HERO)],
        unsorted[:3],
    ):
        QTest.mouseClick(header, Qt.MouseButton.LeftButton, pos=header_middle(listing, "blueprint"))
        assert lines(listing)[:3] == expected


def test_a_list_sorted_by_speed_is_sorted_again_while_time_runs(panel, listing, index, qtbot):
    position = header_middle(listing, "speed")
    for _ in range(2):
        QTest.mouseClick(listing.horizontalHeader().viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert lines(listing)[0] == str(HERO)
    assert lines(listing)[4] == str(LATE)
    panel.told.set_world(world_at(index, 0.3))
    qtbot.waitUntil(lambda: lines(listing)[1] == str(LATE))


def visible_columns(listing):
    return [
        name for name, number in listing.model().column_index.items() if not listing.isColumnHidden(number)
    ]


def show(listing, *names):
    """Choose columns in the menu of the titles."""
    for action in listing.horizontalHeader().actions():
        action.setChecked(listing.model().columns[action.data()].name in names)


def test_columns_are_chosen_by_a_right_click_on_the_titles_and_kept(panel, listing, index):
    assert panel.arrangement == ""
    assert "Distance to hero" in [
        each.text().partition(",")[0] for each in listing.horizontalHeader().actions()
    ]
    show(listing, "distance")
    assert visible_columns(listing) == ["id", "distance"]
    again = ActorPanel(panel.told, panel)
    again.arrange(panel.arrangement)
    restored = again.findChild(QTableView)
    assert visible_columns(restored) == ["id", "distance"]
    count = listing.horizontalHeader().count()
    assert [*map(restored.columnWidth, range(count))] == [*map(listing.columnWidth, range(count))]
    again.arrange("columns,of,another,version;AAAA")
    assert visible_columns(restored) == ["id", "distance"]


def test_names_stay_readable_in_a_narrow_list_and_beside_all_other_columns(panel, listing):
    header, column_index = listing.horizontalHeader(), listing.model().column_index
    for width in (240, 260, 300, 350, 240, 600):
        panel.resize(width, 400)
        assert header.length() <= listing.viewport().width() or width == 240  # no column is cut
        assert header.sectionSize(column_index["blueprint"]) >= 80
    assert not listing.isColumnHidden(column_index["role"])
    show(listing, *column_index)
    assert header.length() > listing.viewport().width()
    assert header.sectionSize(column_index["blueprint"]) >= 80


# Recordings


def test_a_growing_recording_keeps_place_filter_and_selection(panel, listing, field, qtbot, tmp_path):
    scene = Scene()
    for number in range(40):
        scene.frame(add=[actor(number)], poses=[pose(number, (0, 0, 0))])
    index = list(growing_views(LogFile(scene.save(tmp_path / "growing.log"))))[-1]
    panel.told.set_recording(index)
    panel.told.set_selected((35,))
    scrolled = listing.verticalScrollBar().value()
    assert scrolled > 0
    panel.told.set_recording(index)
    assert listing.verticalScrollBar().value() == scrolled
    assert listing.selectionModel().isRowSelected(35)


def test_a_file_that_is_read_again_keeps_groups_and_place(panel, listing, index, qtbot):
    panel.resize(300, 190)
    click(listing, "Props · 1")
    bar = listing.verticalScrollBar()
    bar.setValue(60)
    before = lines(listing)
    again = list(growing_views(LogFile(index.path)))[-1]
    panel.told.set_selected(())
    panel.told.set_recording(again)
    panel.told.set_selected((row_of(again, HERO),))
    panel.told.set_world(world_at(again, 0.0))
    QApplication.processEvents()
    assert lines(listing) == before
    assert bar.value() == 60
    panel.told.set_selected((row_of(again, OTHER),))
    panel.told.set_selected((row_of(again, HERO),))
    assert bar.value() < 60
