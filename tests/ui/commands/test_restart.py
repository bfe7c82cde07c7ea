"""Boxes over the window: about the program, and to start again, since language and size are read then."""

from __future__ import annotations

from importlib.metadata import version

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.ui.conftest import turn


def box_of(viewer):
    turn()
    return next((each for each in viewer.window.findChildren(QMessageBox) if each.isVisible()), None)


def press(box, text):
    next(each for each in box.buttons() if each.text() == text).click()


def test_about_names_the_program_and_what_it_runs_on(viewer, qtbot):
    viewer.window.actions_by_id["about"].trigger()
    box = box_of(viewer)
    assert "CARLA replay viewer" in box.text()
    for name in ("PySide6-Essentials", "numpy"):
        assert version(name) in box.informativeText()
    assert (box.iconPixmap().deviceIndependentSize().toSize().width(), box.windowTitle()) == (64, "About")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: box_of(viewer) is None)


def test_another_language_offers_a_restart_where_one_is_and_the_usual_size_nothing(open_street):
    actions = open_street.window.actions_by_id
    actions["size_125"].trigger()
    press(box_of(open_street), "Close")
    actions["size_auto"].trigger()
    assert (box_of(open_street), open_street.restart.words) == (None, ())
    open_street.playback.seek(0.25)
    actions["language_zh"].trigger()
    press(box_of(open_street), "Restart now")
    assert not open_street.window.isVisible()
    assert open_street.recording.index is None
    option, path, *moment = open_street.restart.words
    assert (option, path[-4:], moment) == ("--new-window", ".log", ["--at", "0.25"])
