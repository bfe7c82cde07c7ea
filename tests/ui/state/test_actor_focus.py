"""Who is selected and who is hidden in the window: on the map, and when the file is read again."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.scenes import BICYCLE, CAMERA, HERO, LIGHT, OTHER, Scene, actor, pose, street
from tests.ui.map.gestures import LEFT
from tests.ui.map.pixels import around, close_to, picture
from tests.ui.person import open_in, press, row_of, wait_for_another
from tests.ui.views import look_at
from viewer.recording.actors import Category
from viewer.ui.state.visibility import Rule
from viewer.ui.theme import load_theme

pytestmark = pytest.mark.usefixtures("one_window")


def test_ctrl_click_on_the_map_adds_and_outlines(open_street):
    map_view = open_street.map_view
    look_at(map_view, (5.0, 0.0, 10.0))
    mouse = map_view.childAt(map_view.rect().center())
    places = [QPoint(*map(round, map_view.camera.to_screen(each).tolist())) for each in ((0, 4), (12, -5))]
    for place, key in zip(places, ("NoModifier", "ControlModifier"), strict=True):
        QTest.mouseClick(mouse, LEFT, Qt.KeyboardModifier[key], place)
    assert open_street.focus.selected == (row_of(open_street, BICYCLE), row_of(open_street, LIGHT))
    for place in places:
        assert close_to(around(picture(map_view), place, 40), load_theme("dark").text, 60).any()


def test_all_come_back_when_the_file_is_read_again_also_in_one_that_replaced_it(open_street, qtbot, tmp_path):
    focus, rows = open_street.focus, tuple(row_of(open_street, each) for each in (OTHER, LIGHT, HERO))
    told, before = [], open_street.recording.index
    open_street.workspace.changed.connect(lambda now, _before: told.append(now.selected))
    focus.select_all(rows)
    press(open_street, "F5")
    wait_for_another(open_street, qtbot, before)
    assert focus.selected == told[-1] == rows
    before = open_street.recording.index
    types = {each.actor_id: each.type_id for each in before.actors.descriptions}
    cast = [actor(71, types[HERO], role_name="hero"), actor(72, types[OTHER])]
    poses = [pose(71, (0, 0, 0)), pose(72, (5, 0, 0))]
    Scene().frame(add=cast, poses=poses).frame(poses=poses).save(before.path)
    open_street.workspace.reload()
    wait_for_another(open_street, qtbot, before)
    assert [open_street.recording.index.actors.actor_id[each] for each in focus.selected] == [72, 71]
    open_in(open_street, qtbot, street().save(tmp_path / "other.log"))
    assert focus.selected == ()


def test_what_is_hidden_is_not_seen_nor_picked_and_a_chip_shows_it_again(open_street):
    map_view = open_street.map_view
    look_at(map_view, (5.0, 0.0, 10.0))
    place = QPoint(*map(round, map_view.camera.to_screen((0.0, 4.0)).tolist()))

    def is_seen():
        return bool(close_to(around(picture(map_view), place, 6), load_theme("dark").bicycle).any())

    def chips():
        buttons = map_view.findChildren(QAbstractButton)
        return [each for each in buttons if "hidden" in each.text() and not each.isHidden()]

    assert (is_seen(), chips()) == (True, [])
    open_street.workspace.visibility.hide(Rule("category", Category.BICYCLE))
    assert not is_seen()
    (chip,) = chips()
    assert chip.text() == "1 hidden · Show all"
    QTest.mouseClick(map_view.childAt(map_view.rect().center()), LEFT, pos=place)
    assert open_street.focus.primary is None
    QTest.mouseClick(chip, LEFT)
    assert (is_seen(), chips()) == (True, [])


def test_the_selected_actors_are_hidden_and_isolated_by_actions(open_street):
    visibility, actions = open_street.workspace.visibility, open_street.window.actions_by_id
    meant = [row_of(open_street, HERO), row_of(open_street, CAMERA)]
    open_street.focus.select(meant[0])
    actions["hide"].trigger()
    assert np.flatnonzero(visibility.hidden_rows).tolist() == meant
    actions["isolate"].trigger()
    assert np.flatnonzero(~visibility.hidden_rows).tolist() == meant
