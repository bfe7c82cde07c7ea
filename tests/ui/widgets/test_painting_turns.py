from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.ui.widgets.painting_turns import PaintingTurns


class Diary(QObject):
    """Writes down who is painted, and where the event loop begins to paint anew."""

    def __init__(self, window, parts):
        super().__init__(window)
        self.pages = []
        self._names = {part: name for name, part in parts.items()}
        for widget in (window, *parts.values()):
            widget.installEventFilter(self)

    def eventFilter(self, watched, event):  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.UpdateRequest:
            self.pages.append("")
        elif event.type() == QEvent.Type.Paint and watched in self._names:
            self.pages[-1] += self._names[watched]
        return False

    @property
    def painted(self):
        return [page for page in self.pages if page]


class Window(QWidget):
    def __init__(self):
        super().__init__()
        column = QVBoxLayout(self)
        self.parts = {name: QWidget() for name in "abc"}
        for part in self.parts.values():
            column.addWidget(part)
        self.turns = PaintingTurns(dict.fromkeys(self.parts.values(), tuple), self)

    def change(self):
        for part in self.parts.values():
            part.update()


@pytest.fixture
def window(qtbot):
    window = Window()
    window.resize(200, 200)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def diary(window):
    return Diary(window, window.parts)


def test_parts_are_painted_one_after_the_other(qtbot, window, diary):
    window.turns.begin()
    window.change()
    assert window.turns.under_way
    qtbot.waitUntil(lambda: len(diary.painted) == 3)
    assert diary.painted == ["a", "b", "c"]
    assert not window.turns.under_way
    window.change()
    qtbot.waitUntil(lambda: len(diary.painted) == 4)
    assert diary.painted[3] == "abc", "without turns all are painted at once"


def test_who_waits_already_comes_first(qapp, qtbot, window, diary):
    window.turns.begin()
    window.change()
    while not diary.painted:
        qapp.processEvents()
    assert diary.painted == ["a"]
    window.turns.begin()
    window.change()
    qtbot.waitUntil(lambda: not window.turns.under_way)
    qtbot.waitUntil(lambda: len(diary.painted) == 4)
    assert diary.painted[1:] == ["a", "b", "c"], "whose turn it is goes on, then who waited"


def test_what_is_not_seen_does_not_wait(qtbot, window, diary):
    window.parts["b"].hide()
    window.turns.begin()
    assert window.parts["b"].updatesEnabled()
    window.change()
    qtbot.waitUntil(lambda: not window.turns.under_way)
    assert all(part.updatesEnabled() for part in window.parts.values())
    qtbot.waitUntil(lambda: "c" in diary.painted)
    assert "b" not in "".join(diary.painted)


def test_who_waits_still_shows_what_was_before_when_all_is_painted(window, qtbot):
    """The window is painted as a whole, as after a change of the layout: that must not erase a part."""
    waiting = window.parts["c"]
    waiting.setPalette(QColor("#ff0000"))
    window.repaint()
    window.turns.begin()
    window.repaint()
    assert not waiting.updatesEnabled()
    picture = window.screen().grabWindow(window.winId(), *waiting.geometry().getRect()).toImage()
    assert picture.pixelColor(picture.rect().center()) == waiting.palette().window().color()
    window.turns.finish()
