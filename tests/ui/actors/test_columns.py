"""Columns that the user chooses: of lives, of distances, and how wide they are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.scenes import BICYCLE, CAMERA, HERO, LATE, OTHER, Scene, actor, pose
from tests.ui.actors.hands import header_middle, line_of, lines, row_of
from viewer.replay.world.world import world_at
from viewer.ui.actors.columns import _widest, needed_widths
from viewer.ui.actors.listing import Column
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.theme import font


@pytest.fixture
def wide(panel):
    panel.resize(2200, 500)
    panel.set_columns([column.name.lower() for column in Column])
    QApplication.processEvents()
    return panel


def cell(listing: QTableView, actor_id: int, column: Column) -> str:
    return str(listing.model().index(line_of(listing, actor_id), column).data())


@pytest.mark.parametrize(
    ("column", "actor_id", "text"),
    [
        (Column.SPAWNED, LATE, "0.25"),
        (Column.DESTROYED, LATE, "0.75"),
        (Column.DESTROYED, HERO, "–"),  # outlives the recording
        (Column.LIFETIME, LATE, "0.50"),
        (Column.COLLISIONS, HERO, "1"),
        (Column.COLLISIONS, OTHER, "1"),
        (Column.COLLISIONS, BICYCLE, "0"),
        (Column.CARRIER, CAMERA, str(HERO)),
        (Column.CARRIER, HERO, ""),
        (Column.TO_SELECTED, HERO, "–"),  # nobody is selected
        (Column.TRAVELLED, HERO, "–"),  # not read yet
    ],
)
def test_what_is_told_of_lives(wide, listing, column, actor_id, text):
    wide.set_tree(True)
    assert cell(listing, actor_id, column) == text


def test_distances_to_whom_one_selects(wide, listing, index):
    wide.set_selected(refs_of((row_of(index, OTHER),)))
    wide.hide()
    wide.set_world(world_at(index, 0.0))
    assert cell(listing, OTHER, Column.TO_SELECTED) == "0.0"
    assert cell(listing, HERO, Column.TO_SELECTED) == cell(listing, OTHER, Column.DISTANCE) != "0.0"


@pytest.mark.parametrize(
    ("column", "title", "actor_id", "text"),
    [
        # In frame 11 the hero is at x = 5 with 10 m/s, and the other one stands 2 m beside it.
        (Column.SPEED, "m/s", HERO, "10.0"),
        (Column.SPEED, "m/s", OTHER, "0.0"),
        (Column.DISTANCE, "m to hero", OTHER, "2.0"),
        (Column.TO_SELECTED, "m to sel.", HERO, "2.0"),
        (Column.SPAWNED, "s spawned", LATE, "0.25"),
        (Column.DESTROYED, "s destroyed", LATE, "0.75"),
        (Column.LIFETIME, "s alive", LATE, "0.50"),
    ],
)
def test_numbers_have_the_unit_that_the_title_says(wide, listing, index, column, title, actor_id, text):
    wide.set_selected(refs_of((row_of(index, OTHER),)))
    wide.set_world(world_at(index, 0.52))
    assert listing.model().headerData(column, Qt.Orientation.Horizontal) == title
    assert cell(listing, actor_id, column) == text


def test_ways_are_wanted_only_while_they_are_shown(panel, listing, index, qtbot):
    assert not panel.wants_travelled
    panel.resize(700, 500)
    with qtbot.waitSignal(panel.travelled_wanted) as told:
        panel.set_columns(("id", "blueprint", "travelled"))
    assert told.args == [True]
    panel.set_travelled_share(0.42)
    assert listing.model().headerData(Column.TRAVELLED, Qt.Orientation.Horizontal) == "42 % read"
    metres = np.full(len(index.actors), np.nan)
    metres[row_of(index, HERO)], metres[row_of(index, OTHER)] = 1234.5, 2000.0
    panel.set_travelled(metres)
    assert listing.model().headerData(Column.TRAVELLED, Qt.Orientation.Horizontal) == "m travelled"
    assert cell(listing, HERO, Column.TRAVELLED) == "1,234.5"
    for _ in range(2):
        QTest.mouseClick(
            listing.horizontalHeader().viewport(),
            Qt.MouseButton.LeftButton,
            pos=header_middle(listing, Column.TRAVELLED),
        )
    assert lines(listing)[:2] == [str(OTHER), str(HERO)]
    panel.set_recording(index)  # more of it has been read
    assert cell(listing, HERO, Column.TRAVELLED) == "1,234.5"
    with qtbot.waitSignal(panel.travelled_wanted) as told:
        panel.set_columns(("id", "blueprint"))
    assert told.args == [False]


def drag_edge(listing, column, pixels):
    header = listing.horizontalHeader()
    edge = QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) - 1, 10)
    QTest.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    for step in (pixels // 2, pixels):
        QTest.mouseMove(header.viewport(), edge + QPoint(step, 0))
    QTest.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(pixels, 0))


def test_an_edge_that_is_dragged_moves_and_nothing_else_does(panel, listing):
    before = [listing.columnWidth(column) for column in (Column.ID, Column.BLUEPRINT, Column.ROLE)]
    drag_edge(listing, Column.BLUEPRINT, -20)
    after = [listing.columnWidth(column) for column in (Column.ID, Column.BLUEPRINT, Column.ROLE)]
    assert after == [before[0], before[1] - 20, before[2] + 20]
    drag_edge(listing, Column.BLUEPRINT, -500)  # no further than what can be taken hold of again
    assert listing.columnWidth(Column.BLUEPRINT) >= 24
    assert sum(listing.columnWidth(column) for column in Column) <= listing.width()


def test_widths_are_kept_and_given_back(panel, listing, index):
    drag_edge(listing, Column.BLUEPRINT, -20)
    kept, width = panel.widths, listing.columnWidth(Column.ROLE)
    assert set(kept) == {"blueprint", "role"}
    header = listing.horizontalHeader()
    for column in (Column.BLUEPRINT, Column.ROLE):
        header.sectionHandleDoubleClicked.emit(column)
    assert panel.widths == {}
    assert listing.columnWidth(Column.ROLE) != width
    panel.set_widths({**kept, "a column of another version": 9})
    assert listing.columnWidth(Column.ROLE) == width
    panel.set_recording(index)
    assert listing.columnWidth(Column.ROLE) == width


def test_sorting_by_what_is_unknown_puts_it_last(wide, listing):
    QTest.mouseClick(
        listing.horizontalHeader().viewport(),
        Qt.MouseButton.LeftButton,
        pos=header_middle(listing, Column.DESTROYED),
    )
    assert lines(listing)[0] == str(LATE)


@pytest.mark.parametrize("place", [0, 30, 59])
def test_however_many_texts_there_are_the_widest_decides(qapp, place):
    """Of 60 roles one is much longer than the others, wherever it stands."""
    metrics = QFontMetrics(font(13))
    texts = ["ab"] * 60
    texts[place] = "a role that is long"
    assert _widest(metrics, texts) == metrics.horizontalAdvance(texts[place]) + 2
    assert _widest(metrics, [None, ""]) == _widest(metrics, []) == 2


def test_long_roles_and_blueprints_leave_room_for_others(panel, listing, tmp_path):
    """A role is given 96 px and a blueprint 132 by itself."""
    long = Scene().frame(
        add=[actor(1, "vehicle.maker.of_whom_the_name_is_long", role_name="what it is there for " * 4)],
        poses=[pose(1, (0.0, 0.0, 0.0))],
    )
    panel.set_recording(long.index(tmp_path / "long.log"))
    metrics = QFontMetrics(font(13))
    needs = needed_widths(listing.model(), metrics, metrics, metrics)
    assert (needs[Column.ROLE], needs[Column.BLUEPRINT]) == (96, 132)
