"""Columns that the user chooses: of lives, of distances, and how wide they are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.scenes import BICYCLE, CAMERA, HERO, LATE, OTHER
from tests.ui.actors.hands import cell, header_middle, lines, row_of
from viewer.replay.world.world import world_at


@pytest.fixture
def wide(panel, listing):
    panel.resize(2200, 500)
    for action in listing.horizontalHeader().actions():
        action.setChecked(True)
    QApplication.processEvents()
    return panel


@pytest.mark.parametrize(
    ("column", "actor_id", "text"),
    [
        ("spawned", LATE, "0.25"),
        ("destroyed", LATE, "0.75"),
        ("destroyed", HERO, "–"),  # outlives the recording
        ("lifetime", LATE, "0.50"),
        ("collisions", HERO, "1"),
        ("collisions", OTHER, "1"),
        ("collisions", BICYCLE, "0"),
        ("parent", CAMERA, str(HERO)),
        ("parent", HERO, ""),
        ("to_selected", HERO, "–"),  # nobody is selected
    ],
)
def test_what_is_told_of_lives(wide, listing, column, actor_id, text):
    assert cell(listing, actor_id, column) == text


@pytest.mark.parametrize(
    ("column", "title", "actor_id", "text"),
    [
        # In frame 11 the hero is at x = 5 with 10 m/s, and the other one stands 2 m beside it.
        ("speed", "m/s", HERO, "10.0"),
        ("speed", "m/s", OTHER, "0.0"),
        ("distance", "m to hero", OTHER, "2.0"),
        ("to_selected", "m to sel.", HERO, "2.0"),
        ("spawned", "s spawned", LATE, "0.25"),
        ("destroyed", "s destroyed", LATE, "0.75"),
        ("lifetime", "s alive", LATE, "0.50"),
    ],
)
def test_numbers_have_the_unit_that_the_title_says(wide, listing, index, column, title, actor_id, text):
    wide.told.set_selected((row_of(index, OTHER),))
    wide.told.set_world(world_at(index, 0.52))
    assert (
        listing.model().headerData(listing.model().column_index[column], Qt.Orientation.Horizontal) == title
    )
    assert cell(listing, actor_id, column) == text


def test_ways_are_wanted_only_while_they_are_shown(panel, listing, index, qtbot):
    number = listing.model().column_index["travelled"]
    (shown,) = [each for each in listing.horizontalHeader().actions() if each.data() == number]
    assert not panel.told.tasks.busy
    shown.setChecked(True)
    assert panel.told.tasks.busy
    listing.model().set_travelled_share(0.42)
    assert listing.model().headerData(number, Qt.Orientation.Horizontal) == "42 % read"
    qtbot.waitUntil(lambda: not panel.told.tasks.busy)
    metres = np.full(len(index.actors), np.nan)
    metres[row_of(index, HERO)], metres[row_of(index, OTHER)] = 1234.5, 2000.0
    listing.model().set_travelled(metres)
    assert listing.model().headerData(number, Qt.Orientation.Horizontal) == "m travelled"
    assert cell(listing, HERO, "travelled") == "1,234.5"
    for _ in range(2):
        QTest.mouseClick(
            listing.horizontalHeader().viewport(),
            Qt.MouseButton.LeftButton,
            pos=header_middle(listing, "travelled"),
        )
    assert lines(listing)[:2] == [str(OTHER), str(HERO)]
    panel.told.set_recording(index)  # more of it has been read
    assert cell(listing, HERO, "travelled") == "1,234.5"
    shown.setChecked(False)
    assert not panel.told.tasks.busy
