"""Language and size are read at the start: the program is offered to start again."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox

from tests.ui.conftest import turn


def box_of(viewer):
    return next((each for each in viewer.window.findChildren(QMessageBox) if each.isVisible()), None)


def press(box, text):
    next(each for each in box.buttons() if each.text() == text).click()


def test_another_language_offers_a_restart_where_one_is(open_street):
    open_street.playback.seek(0.25)
    open_street.window.actions_by_id["language_zh"].trigger()
    turn()
    press(box_of(open_street), "Restart now")
    assert not open_street.window.isVisible()
    path = open_street.recording.index
    assert path is None
    assert open_street.restart.words[0] == "--new-window"
    assert open_street.restart.words[1].endswith(".log")
    assert open_street.restart.words[2:] == ("--at", "0.25")


def test_the_language_that_there_is_offers_nothing(open_street):
    actions = open_street.window.actions_by_id
    actions["size_125"].trigger()
    turn()
    press(box_of(open_street), "Close")
    turn()
    actions["size_auto"].trigger()
    turn()
    assert box_of(open_street) is None
    assert open_street.restart.words == ()
