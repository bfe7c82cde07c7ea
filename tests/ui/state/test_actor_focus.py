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
from tests.ui.views import look_at
from viewer.ui.app import Viewer
from viewer.ui.theme import load_theme


@pytest.fixture
def actor_of(open_street: Viewer):
    index = open_street.recording.index
    assert index is not None
    return lambda actor_id: index.actors.rows_of(actor_id)[0]


@pytest.fixture
def told(open_street: Viewer) -> list[tuple[int, ...]]:
    log: list[tuple[int, ...]] = []
    open_street.workspace.changed.connect(
        lambda now, before: log.append(now.selected) if now.selected != before.selected else None
    )
    return log


def test_ctrl_click_on_the_map_adds_and_outlines(open_street: Viewer, actor_of) -> None:
    map_view = open_street.window.map_area.map_view
    look_at(map_view, (5.0, 0.0, 10.0))
    mouse = map_view.childAt(map_view.rect().center())

    def click(x: float, y: float, key: Qt.KeyboardModifier) -> None:
        px, py = map_view.camera.to_screen((x, y)).tolist()
        QTest.mouseClick(mouse, LEFT, key, QPoint(round(px), round(py)))

    click(0.0, 4.0, Qt.KeyboardModifier.NoModifier)
    click(12.0, -5.0, Qt.KeyboardModifier.ControlModifier)
    assert open_street.focus.selected == (actor_of(BICYCLE), actor_of(LIGHT))
    for x, y in ((0.0, 4.0), (12.0, -5.0)):
        px, py = map_view.camera.to_screen((x, y)).tolist()
        spot = around(picture(map_view), QPoint(round(px), round(py)), 40)
        assert close_to(spot, load_theme("dark").text, 60).any()


def test_all_of_them_come_back_when_the_file_is_read_again(
    open_street: Viewer, actor_of, told, qtbot: QtBot
) -> None:
    focus = open_street.focus
    actors = tuple(map(actor_of, (HERO, LIGHT, OTHER)))
    focus.select_all(actors)
    before = open_street.recording.index
    QTest.keyClick(open_street.window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: open_street.recording.index is not before and not open_street.recording.busy)
    assert focus.selected == actors
    assert told[-1] == actors
    open_street.focus.select(None)
    open_street.focus.select(actors[-1])
    assert focus.selected == actors[-1:]


def test_in_a_file_that_replaced_it_they_are_those_who_play_their_parts(
    open_street: Viewer, actor_of, qtbot: QtBot
) -> None:
    focus = open_street.focus
    focus.select_all(tuple(map(actor_of, (OTHER, HERO))))
    before = open_street.recording.index
    assert before is not None
    types = {each.actor_id: each.type_id for each in before.actors.descriptions}
    cast = [actor(71, types[HERO], role_name="hero"), actor(72, types[OTHER])]
    poses = [pose(71, (0, 0, 0)), pose(72, (5, 0, 0))]
    Scene().frame(add=cast, poses=poses).frame(poses=poses).save(before.path)
    open_street.workspace.reload()
    qtbot.waitUntil(lambda: open_street.recording.index is not before and not open_street.recording.busy)
    assert open_street.recording.index is not None
    assert [open_street.recording.index.actors.actor_id[each] for each in focus.selected] == [72, 71]


def test_another_recording_begins_with_nobody(
    open_street: Viewer, actor_of, qtbot: QtBot, tmp_path: Path
) -> None:
    focus = open_street.focus
    focus.select_all(tuple(map(actor_of, (LIGHT, HERO))))
    before = open_street.recording.index
    open_street.workspace.open(street().save(tmp_path / "other.log"))
    qtbot.waitUntil(lambda: open_street.recording.index is not before and not open_street.recording.busy)
    open_street.focus.select(actor_of(HERO))
    assert focus.selected == (actor_of(HERO),)
