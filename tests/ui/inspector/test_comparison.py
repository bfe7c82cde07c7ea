"""Several actors side by side: columns, differences, pins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from tests.scenes import HERO, LIGHT, OTHER, WALKER
from tests.ui.inspector.sheets import (
    cells,
    double_click,
    heard,
    opened_inspector,
    places,
    requests,
    row_of,
    tree_of,
)
from viewer.replay.world.world import world_at
from viewer.ui.inspector.copying import InspectorTreeMenu

popups = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def inspector(index, qtbot, alone):
    return opened_inspector(qtbot, alone, index, 0.51, hero=HERO)


@pytest.fixture
def sheet(inspector):
    return tree_of(inspector)


@pytest.fixture
def select(inspector, index):
    return lambda *ids: inspector.told.set_selected(tuple(rows(index, *ids)))


def rows(index, *ids):
    return tuple(row_of(index, actor_id) for actor_id in ids)


def press(inspector, words):
    (found,) = [
        each
        for each in inspector.findChildren(QToolButton)
        if words in (each.accessibleName() or each.text()) and each.isVisible()
    ]
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def test_two_actors_stand_side_by_side(inspector, sheet, index, select):
    select(HERO, OTHER)
    told = cells(sheet)
    assert told["Role"] == ("hero", "autopilot")
    assert told["Speed"] == ("10.00 m/s", "0.00 m/s")
    assert told["Location"] == ("", "")
    assert told["Location x"] == ("5.00 m", "5.00 m")
    assert told["Pitch, yaw, roll Yaw"] == ("0.0 °", "90.0 °")
    assert sheet.isExpanded(places(sheet)["Location"])
    assert not sheet.isHeaderHidden()
    heads = [sheet.model().headerData(number, Qt.Orientation.Horizontal) for number in (1, 2)]
    assert [text.split("\n")[0] for text in heads] == [str(HERO), str(OTHER)]
    inspector.told.set_world(world_at(index, 0.31))
    assert cells(sheet)["Location x"] == ("3.00 m", "5.00 m")
    select(HERO)
    assert cells(sheet)["Location"] == ("3.00, 0.00, 0.10 m",)
    assert sheet.isHeaderHidden()
    assert not sheet.isExpanded(places(sheet)["Location"])


def test_those_who_touched_share_the_row_of_their_contact_whoever_was_chosen_first(sheet, select):
    for ids in ((HERO, OTHER), (OTHER, HERO)):
        select(*ids)
        assert cells(sheet)["Collision with"] == (f"{OTHER} · 0.450 s", f"{HERO} · 0.450 s")


def test_what_one_has_and_the_other_has_not_is_empty_there(sheet, index, select):
    select(HERO, LIGHT, WALKER)
    told = cells(sheet)
    columns = sorted(rows(index, HERO, LIGHT, WALKER))
    walker, light = (columns.index(rows(index, each)[0]) for each in (WALKER, LIGHT))
    assert [each for each in enumerate(told["Commanded speed"]) if each[1]] == [(walker, "1.40 m/s")]
    assert [each for each in enumerate(told["Frozen"]) if each[1]] == [(light, "no")]
    assert list(told).index("Traffic light") < list(told).index("Control") < list(told).index("Walker")


def test_the_filter_leaves_what_differs_or_did(inspector, sheet, index, select):
    select(HERO, OTHER)
    press(inspector, "Only differences")
    told = cells(sheet)
    assert "Category" not in told
    assert told["Role"] == ("hero", "autopilot")
    assert "Location x" not in told  # both are at 5 m
    inspector.told.set_world(world_at(index, 0.31))
    assert "Location x" in cells(sheet)
    inspector.told.set_world(world_at(index, 0.51))
    assert cells(sheet)["Location x"] == ("5.00 m", "5.00 m")  # rows do not come and go
    press(inspector, "Only differences")
    assert "Category" in cells(sheet)


def test_a_pinned_actor_stays_beside_who_is_selected(inspector, sheet, index, select):
    select(HERO)
    asked = requests(inspector.told.pins, "toggle")
    press(inspector, "Pin")
    assert asked == [row_of(index, HERO)]
    inspector.told.set_pinned(tuple(rows(index, HERO)))
    assert cells(sheet)["Role"] == ("hero",)
    select(OTHER)
    assert cells(sheet)["Role"] == ("hero", "autopilot")
    select()
    assert cells(sheet)["Role"] == ("hero",)
    inspector.told.set_pinned(())
    assert cells(sheet)["Map"] == ("Town03",)


@popups
def test_an_actor_is_taken_away_or_let_go_by_the_menu_of_its_column(inspector, sheet, index, select):
    inspector.told.set_pinned(tuple(rows(index, HERO)))
    select(OTHER)
    pins, selections = requests(inspector.told.pins, "toggle"), requests(inspector.told.focus, "click")
    entries = (
        (1, f"Unpin {HERO}"),
        (1, f"Take {HERO} away"),
        (2, f"Take {OTHER} away"),
        (1, f"Take {HERO} away"),
    )
    for number, (column, words) in enumerate(entries):
        if number == 3:
            select(HERO, OTHER)  # and pinned: it goes both ways
        header = sheet.header()
        header.customContextMenuRequested.emit(QPoint(header.sectionViewportPosition(column) + 4, 4))
        menu = sheet.findChildren(InspectorTreeMenu)[-1]
        next(action for action in menu.actions() if action.text() == words).trigger()
        menu.close()
    assert pins == [row_of(index, HERO)] * 3
    assert selections == [(row_of(index, OTHER), True), (row_of(index, HERO), True)]


def test_the_value_that_is_double_clicked_decides_whose_signal_is_plotted(inspector, sheet, index, select):
    select(HERO, OTHER)
    asked = heard(inspector.plot_requested)
    double_click(sheet, "Throttle", 2)
    double_click(sheet, "Throttle", 0)
    hero, other = rows(index, HERO, OTHER)
    assert asked == [(other, "throttle"), (hero, "throttle"), (other, "throttle")]
