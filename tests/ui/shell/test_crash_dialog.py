"""Boxes over the window: about a fault, about the program, and to start again."""

import sys
import threading
from importlib.metadata import version

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from tests.ui.conftest import turn
from tests.ui.person import button
from viewer.ui.shell.crash_dialog import install_excepthook, versions
from viewer.ui.shell.panel_fault import PanelFault


@pytest.fixture
def printed(monkeypatch):
    """What reaches the hooks that were there before; pytest-qt's own would fail the test."""
    errors = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: errors.append(error))
    monkeypatch.setattr(threading, "excepthook", lambda args: errors.append(args.exc_value))
    return errors


@pytest.fixture
def window(qtbot, printed):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    reporter = install_excepthook(widget)
    yield widget
    reporter.uninstall()


def dialogs(window):
    return [dialog for dialog in window.findChildren(QMessageBox) if dialog.isVisible()]


def fail(word="broken"):
    raise ValueError(word)


def report(function=fail, *arguments):
    """Run a function and give what it raises to the hook, as Python does at the top."""
    try:
        function(*arguments)
    except BaseException as error:  # noqa: BLE001
        sys.excepthook(type(error), error, error.__traceback__)


class Source(QObject):
    happened = Signal()

    @Slot()
    def fail(self):
        fail("in a slot")


def test_an_exception_in_a_slot_ends_in_a_dialog_and_the_program_goes_on(qtbot, window, printed):
    source = Source()
    source.happened.connect(source.fail)
    QTimer.singleShot(0, source.happened.emit)
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1)
    text = dialogs(window)[0].detailedText()
    assert "ValueError: in a slot" in text
    assert "def fail" not in text.splitlines()[0]
    assert text.startswith(versions())
    assert [str(error) for error in printed] == ["in a slot"]


def test_an_exception_in_a_thread_ends_in_a_dialog(qtbot, window, printed):
    thread = threading.Thread(target=fail, args=("in a thread",))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1)
    assert "ValueError: in a thread" in dialogs(window)[0].detailedText()
    assert len(printed) == 1


def test_one_dialog_at_a_time_takes_what_else_happens(qtbot, window):
    report()
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1)

    def other():
        raise KeyError("another")

    report(other)
    qtbot.waitUntil(lambda: "KeyError: 'another'" in dialogs(window)[0].detailedText())
    (dialog,) = dialogs(window)
    next(each for each in dialog.buttons() if each.text() == "Copy report").click()
    assert "ValueError: broken" in QGuiApplication.clipboard().text()


def test_what_fails_again_in_the_same_place_is_not_shown_again(qtbot, window, printed):
    for word in ("first", "second", "third"):
        report(fail, word)
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1)
    dialogs(window)[0].close()
    report(fail, "fourth")
    qtbot.wait(10)
    assert dialogs(window) == []
    assert len(printed) == 4


class Faulty(QWidget):
    """What fails in a panel: once when it is painted, and in a slot."""

    def __init__(self, panel):
        super().__init__(panel)
        self.told = "in a paint"
        self.setGeometry(panel.rect())

    def paintEvent(self, _event):  # noqa: N802 - Qt's name
        self.fail()

    @Slot()
    def fail(self):
        told, self.told = self.told, ""
        if told:
            raise ValueError(told)


@pytest.mark.parametrize(
    ("name", "way"), [("actor_panel", "in a paint"), ("inspector", "in a slot"), ("timeline", "in a paint")]
)
def test_a_panel_that_fails_says_so_and_the_others_go_on(open_street, printed, qtbot, name, way):
    viewer, panel = open_street, getattr(open_street.window, name)
    reporter = install_excepthook(viewer.window)
    part = Faulty(panel)
    if way == "in a slot":
        part.told = way
        QTimer.singleShot(0, part.fail)
    else:
        part.show()
    qtbot.waitUntil(lambda: bool(viewer.window.findChildren(PanelFault)))
    (cover,) = viewer.window.findChildren(PanelFault)
    assert (cover.parentWidget(), cover.geometry()) == (panel, panel.rect())
    assert not [each for each in viewer.window.findChildren(QMessageBox) if each.isVisible()]
    viewer.playback.seek(0.6)
    assert viewer.moment.world.elapsed == pytest.approx(0.6)
    copy, reset = cover.findChildren(QPushButton)
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert way in QGuiApplication.clipboard().text()
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not viewer.window.findChildren(PanelFault))
    reporter.uninstall()


def box_of(viewer):
    turn()
    return next((each for each in viewer.window.findChildren(QMessageBox) if each.isVisible()), None)


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
    button(box_of(open_street), "Close").click()
    actions["size_auto"].trigger()
    assert (box_of(open_street), open_street.restart.words) == (None, ())
    open_street.playback.seek(0.25)
    actions["language_zh"].trigger()
    button(box_of(open_street), "Restart now").click()
    assert not open_street.window.isVisible()
    assert open_street.recording.index is None
    option, path, *moment = open_street.restart.words
    assert (option, path[-4:], moment) == ("--new-window", ".log", ["--at", "0.25"])
