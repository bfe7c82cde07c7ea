"""The menu Help, over a window in which nothing is open."""

from __future__ import annotations

from importlib.metadata import version

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from tests.ui.commands.conftest import do
from viewer.ui.commands.help import HelpCommands


@pytest.fixture
def helpful(window, workspace):
    do(window.actions_by_id, window=window, help=HelpCommands(workspace, window))
    return window


def test_about_names_the_program_and_what_it_runs_on(helpful, qtbot):
    helpful.actions_by_id["about"].trigger()
    box = helpful.findChild(QMessageBox)
    assert "CARLA replay viewer" in box.text()
    for name in ("PySide6-Essentials", "numpy"):
        assert version(name) in box.informativeText()
    assert (box.iconPixmap().deviceIndependentSize().toSize().width(), box.windowTitle()) == (64, "About")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: helpful.findChild(QMessageBox) is None)
    assert QApplication.activeWindow() is helpful


def test_f10_opens_the_menu(helpful, qtbot):
    QTest.keyClick(helpful, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    titles = {action.text().replace("&", "") for action in menu.actions()}
    menu.close()
    assert {"File", "Replay", "View", "Help"} <= titles
