"""What is copied or written for others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QTableWidget
from pytestqt.qtbot import QtBot

from tests.roads.maps import build, road
from tests.scenes import HERO, LIGHT, OTHER
from tests.ui.views import look_at
from viewer.ui.app import Viewer
from viewer.ui.shell.settings_page import SettingsPage
from viewer.ui.theme import load_theme


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def copied() -> str:
    return QGuiApplication.clipboard().text()


def arguments() -> list[object]:
    call = ast.parse(copied(), mode="eval").body
    assert isinstance(call, ast.Call)
    return [ast.literal_eval(each) for each in call.args]


def chosen(entry: str, within: str = "") -> None:
    """Choose an entry of the menu that is open."""
    menu = QApplication.activePopupWidget()
    assert menu is not None
    shown = menu
    if within:  # QAction.menu() would give the menu to Python, which deletes it, in PySide6 6.9.3 to 6.11.1
        shown = next(each for each in menu.findChildren(QMenu) if each.title() == within)
    next(each for each in shown.actions() if each.text() == entry).trigger()
    menu.close()


def test_ctrl_shift_c_copies_the_call_with_the_servers_folder(open_street: Viewer, tmp_path: Path) -> None:
    viewer = open_street
    viewer.playback.seek(0.5)
    viewer.focus.select(row_of(viewer, OTHER))
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(viewer.window, Qt.Key.Key_C, keys)
    assert arguments() == [str(tmp_path / "street.log"), 0.0, 0.0, OTHER]

    viewer.window.actions_by_id["server_folders"].trigger()
    page = viewer.window.findChild(SettingsPage)
    table = page.findChild(QTableWidget)
    for column, text in enumerate((str(tmp_path), "/srv/carla")):
        table.item(0, column).setText(text)
        viewer.workspace.flush()
    assert [table.item(1, column).text() for column in (0, 1)] == ["", ""]  # for the next
    page.close()
    QTest.keyClick(viewer.window, Qt.Key.Key_C, keys)
    assert arguments()[0] == "/srv/carla/street.log"


def test_the_menu_of_an_actor_copies_and_hides(open_street: Viewer) -> None:
    viewer = open_street
    window, menu = viewer.window, viewer.actor_menu
    menu.open(row_of(viewer, LIGHT), window.pos())
    chosen("Copy client.replay_file(…)")
    assert arguments()[3] == LIGHT
    menu.open(row_of(viewer, LIGHT), window.pos())
    chosen("Copy id")
    assert copied() == str(LIGHT)
    viewer.focus.select(row_of(viewer, HERO))
    menu.open(row_of(viewer, LIGHT), window.pos())
    chosen("Add to selection")
    assert viewer.focus.selected == (row_of(viewer, HERO), row_of(viewer, LIGHT))
    menu.open(row_of(viewer, LIGHT), window.pos())
    chosen("Selected actors", within="Isolate")
    assert not viewer.workspace.visibility.hidden_rows[[row_of(viewer, HERO), row_of(viewer, LIGHT)]].any()
    menu.open(row_of(viewer, LIGHT), window.pos())
    chosen("Category traffic light", within="Hide")
    assert viewer.workspace.visibility.hidden_rows[row_of(viewer, LIGHT)]


def test_a_point_of_the_ground_is_copied_in_the_frame_of_carla(open_street: Viewer) -> None:
    map_view = open_street.window.map_area.map_view
    look_at(map_view, (10.0, -20.0, 10.0))
    open_street.actor_menu.open(None, map_view.mapToGlobal(map_view.rect().center()))
    chosen("Copy carla.Transform of this point")
    assert re.match(r"carla\.Transform\(carla\.Location\(x=(9\.9|10\.)\d+, y=-(20\.|19\.9)", copied())
    ast.parse(copied(), mode="eval")


def test_a_point_of_a_road_is_copied_at_its_height(open_street: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    roads = open_street.workspace.roads
    roads.use_map(build(tmp_path, road(elevations=[(0, 6.5, 0, 0, 0)])).path)
    qtbot.waitUntil(lambda: roads.road_map is not None)
    map_view = open_street.window.map_area.map_view
    for y, height in ((1.5, "z=6.500"), (300.0, "z=0.000")):
        look_at(map_view, (50.0, y, 10.0))
        open_street.actor_menu.open(None, map_view.mapToGlobal(map_view.rect().center()))
        chosen("Copy carla.Transform of this point")
        assert height in copied()


def test_the_map_is_saved_as_its_ending_says(
    open_street: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, kind in (("a.png", "PNG"), ("b", "PNG"), ("c", "SVG"), ("d.svg", "PNG")):
        answer = (str(tmp_path / name), "SVG drawing (*.svg)" if kind == "SVG" else "PNG image (*.png)")
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, answer=answer: answer)
        open_street.window.actions_by_id["save_image"].trigger()
        written = next(each for each in tmp_path.iterdir() if each.stem == Path(name).stem)
        if written.suffix == ".svg":
            text = written.read_text()
            assert text.startswith("<?xml")
            assert text.count("<path") > 5
            assert "hero" in text
            assert "<image" not in text
            assert QColor(load_theme("dark").lamp_green).name() in text
        else:
            assert QImage(str(written)).width() == open_street.window.map_area.map_view.width()
