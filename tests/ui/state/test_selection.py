"""One actor as a rule, more with Ctrl."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.scenes import BICYCLE, HERO, LIGHT, OTHER, Scene, actor, pose, street
from tests.ui.map.gestures import LEFT
from tests.ui.map.pixels import around, close_to, picture
from viewer.ui.app import Viewer
from viewer.ui.theme import load_theme


@pytest.fixture
def row_of(open_street: Viewer):
    index = open_street.session.index
    assert index is not None
    return lambda actor_id: index.actors.rows_of(actor_id)[0]


@pytest.fixture
def told(open_street: Viewer) -> list[tuple[int, ...]]:
    log: list[tuple[int, ...]] = []
    open_street.selection.changed.connect(log.append)
    return log


def test_adding_makes_the_last_one_the_primary(open_street: Viewer, row_of, told) -> None:
    selection = open_street.selection
    selection.click(row_of(HERO), adds=False)
    selection.click(row_of(LIGHT), adds=True)
    assert selection.rows == (row_of(HERO), row_of(LIGHT))
    assert open_street.session.selection == row_of(LIGHT)
    assert told == [(row_of(HERO),), (row_of(HERO), row_of(LIGHT))]


def test_taking_the_primary_out_makes_the_one_before_it_the_primary(
    open_street: Viewer, row_of, told
) -> None:
    selection = open_street.selection
    for actor_id in (HERO, LIGHT, OTHER):
        selection.click(row_of(actor_id), adds=True)
    selection.click(row_of(OTHER), adds=True)
    assert open_street.session.selection == row_of(LIGHT)
    selection.click(row_of(HERO), adds=True)
    assert selection.rows == (row_of(LIGHT),)
    selection.click(row_of(LIGHT), adds=True)
    assert selection.rows == ()
    assert open_street.session.selection is None


def test_whoever_selects_by_the_session_selects_one_alone(open_street: Viewer, row_of, told) -> None:
    selection = open_street.selection
    for actor_id in (HERO, LIGHT):
        selection.click(row_of(actor_id), adds=True)
    told.clear()
    open_street.session.select(row_of(BICYCLE))
    assert selection.rows == (row_of(BICYCLE),)
    open_street.session.close()
    assert selection.rows == ()
    assert told == [(row_of(BICYCLE),), ()]


def test_ctrl_click_on_the_map_adds_and_outlines(open_street: Viewer, row_of) -> None:
    map_view = open_street.window.map_area.map_view
    map_view.restore_view((5.0, 0.0, 10.0))
    mouse = map_view.childAt(map_view.rect().center())

    def click(x: float, y: float, key: Qt.KeyboardModifier) -> None:
        px, py = map_view.camera.to_screen((x, y)).tolist()
        QTest.mouseClick(mouse, LEFT, key, QPoint(round(px), round(py)))

    click(0.0, 4.0, Qt.KeyboardModifier.NoModifier)
    click(12.0, -5.0, Qt.KeyboardModifier.ControlModifier)
    assert open_street.selection.rows == (row_of(BICYCLE), row_of(LIGHT))
    for x, y in ((0.0, 4.0), (12.0, -5.0)):
        px, py = map_view.camera.to_screen((x, y)).tolist()
        spot = around(picture(map_view), QPoint(round(px), round(py)), 40)
        assert close_to(spot, load_theme("dark").text, 60).any()


def test_all_of_them_come_back_when_the_file_is_read_again(
    open_street: Viewer, row_of, told, qtbot: QtBot
) -> None:
    session, selection = open_street.session, open_street.selection
    rows = tuple(map(row_of, (HERO, LIGHT, OTHER)))
    selection.set_rows(rows)
    before = session.index
    QTest.keyClick(open_street.window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: session.index is not before and not session.busy)
    assert selection.rows == rows
    assert told == [rows, (), rows]
    session.select(None)
    session.select(rows[-1])
    assert selection.rows == rows[-1:]


def test_in_a_file_that_replaced_it_they_are_those_who_play_their_parts(
    open_street: Viewer, row_of, qtbot: QtBot
) -> None:
    session, selection = open_street.session, open_street.selection
    selection.set_rows(tuple(map(row_of, (OTHER, HERO))))
    before = session.index
    assert before is not None
    types = {each.actor_id: each.type_id for each in before.actors.descriptions}
    cast = [actor(71, types[HERO], role_name="hero"), actor(72, types[OTHER])]
    poses = [pose(71, (0, 0, 0)), pose(72, (5, 0, 0))]
    Scene().frame(add=cast, poses=poses).frame(poses=poses).save(before.path)
    session.reload()
    qtbot.waitUntil(lambda: session.index is not before and not session.busy)
    assert session.index is not None
    assert [session.index.actors.actor_id[row] for row in selection.rows] == [72, 71]


def test_another_recording_begins_with_nobody(
    open_street: Viewer, row_of, qtbot: QtBot, tmp_path: Path
) -> None:
    session, selection = open_street.session, open_street.selection
    selection.set_rows(tuple(map(row_of, (LIGHT, HERO))))
    before = session.index
    session.open(street().save(tmp_path / "other.log"))
    qtbot.waitUntil(lambda: session.index is not before and not session.busy)
    session.select(row_of(HERO))
    assert selection.rows == (row_of(HERO),)
