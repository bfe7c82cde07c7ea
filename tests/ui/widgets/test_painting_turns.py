from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.ui.state.binding import bind
from viewer.ui.widgets.painting_turns import PaintingTurns
from viewer.ui.widgets.window_part import WindowPart


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
    changed = Signal()

    def __init__(self):
        super().__init__()
        column = QVBoxLayout(self)
        self.parts = {name: QWidget() for name in "abc"}
        for part in self.parts.values():
            column.addWidget(part)
        told = {part: WindowPart(part) for part in self.parts.values()}
        self.turns = PaintingTurns({part: [each] for part, each in told.items()}, self)

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


@pytest.fixture
def told(window):
    """The names of parts in the order in which they are told of a change."""
    told = []
    for name, part in window.parts.items():
        bind(window.changed, lambda name=name: name, told.append, part)
    told.clear()
    return told


def test_parts_are_told_before_they_are_painted_and_not_all_at_once(qapp, qtbot, window, diary, told):
    window.turns.begin()
    window.changed.emit()
    window.change()
    seen = []
    while window.turns.under_way or len(diary.painted) < 3:
        qapp.processEvents()
        seen.append((len(told), len(diary.painted)))
    assert told == ["a", "b", "c"]
    assert next(each for each in dict.fromkeys(seen) if each != (0, 0)) == (1, 0)
    assert all(0 <= number - painted <= 1 for number, painted in seen)


def test_what_is_done_first_comes_before_all(qtbot, window, told):
    window.parts["b"].hide()
    window.turns.begin(lambda: told.append("first"))
    window.changed.emit()
    assert told == []
    window.turns.do_first()
    assert told == ["first"]
    qtbot.waitUntil(lambda: not window.turns.under_way)
    assert told == ["first", "a", "c"]
    window.parts["b"].show()
    assert told == ["first", "a", "c", "b"]


def test_a_click_finds_everybody_told(qtbot, window, told):
    window.turns.begin()
    window.changed.emit()
    qtbot.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert told == ["a", "b", "c"]
    assert not window.turns.under_way
    assert all(part.updatesEnabled() for part in window.parts.values())
