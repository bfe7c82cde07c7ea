"""Pinned actors: at the top of the list, with a lane, and again when the file is opened again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from tests.scenes import CONE, HERO, OTHER, Scene, actor, pose, street
from viewer.ui.app import Viewer
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.state.settings import PinnedLife, Settings


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def first_lines(viewer: Viewer, number: int) -> list[str]:
    listing = viewer.window.actor_panel.findChild(QTableView)
    assert listing is not None
    model = listing.model()
    return [model.index(line, 0).data() for line in range(number)]


def opened(viewer: Viewer, path: Path, qtbot: QtBot) -> Viewer:
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    return viewer


def test_the_key_pins_who_is_selected_and_lets_go_again(open_street: Viewer, qtbot: QtBot) -> None:
    open_street.focus.select_all(refs_of((row_of(open_street, OTHER), row_of(open_street, CONE))))
    qtbot.keyClick(open_street.window, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert first_lines(open_street, 3) == [str(OTHER), str(CONE), str(HERO)]
    open_street.focus.select_all(refs_of((row_of(open_street, CONE),)))
    qtbot.keyClick(open_street.window, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert first_lines(open_street, 2) == [str(OTHER), str(HERO)]
    assert open_street.pins.pinned == refs_of((row_of(open_street, OTHER),))


def test_without_a_selection_pinning_says_what_is_missing(open_street: Viewer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(open_street.workspace.messages.told) as told:
        open_street.window.actions_by_id["pin_actors"].trigger()
    assert told.args == ["Select actors to pin them"]


def test_pins_are_kept_for_the_file(make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path) -> None:
    path = street().save(tmp_path / "street.log")
    viewer = opened(make_viewer(), path, qtbot)
    viewer.pins.toggle_all(refs_of((row_of(viewer, CONE),)))
    viewer.window.close()
    again = opened(make_viewer(), path, qtbot)
    assert again.pins.pinned == refs_of((row_of(again, CONE),))
    assert first_lines(again, 1) == [str(CONE)]
    other = street().save(tmp_path / "other.log")
    again.workspace.open(other)
    qtbot.waitUntil(lambda: again.recording.index is not None and again.recording.index.path == other)
    assert again.pins.pinned == ()


def test_one_life_is_pinned_not_all_of_an_id(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    scene = Scene().frame(add=[actor(7)], poses=[pose(7, (0, 0, 0))])
    scene.frame(remove=[7]).frame(add=[actor(7)], poses=[pose(7, (9, 0, 0))])
    opened(viewer, scene.save(tmp_path / "again.log"), qtbot)
    assert viewer.recording.index is not None
    first, second = viewer.recording.index.actors.rows_of(7)
    viewer.pins.toggle_all(refs_of((second,)))
    viewer.workspace.reload()
    with qtbot.waitSignal(viewer.recording.opened):
        pass
    qtbot.waitUntil(lambda: not viewer.recording.busy)
    assert viewer.pins.pinned == refs_of((second,))
    assert first != second


@pytest.mark.parametrize("text", ["x", "1@", "1@2@3", "-1@0", "99999999999@1"])
def test_settings_that_make_no_sense_pin_nobody(text: str, tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings = Settings(store)
    path = tmp_path / "a.log"
    settings.pins_of[path] = [PinnedLife(1, 2), PinnedLife(3, 4)]
    assert settings.pins_of[path] == (PinnedLife(1, 2), PinnedLife(3, 4))
    (key,) = [key for key in store.allKeys() if key.startswith("pins/")]
    store.setValue(key, text)
    assert settings.pins_of[path] == ()
