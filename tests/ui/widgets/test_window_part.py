"""Who is told when: parts of a window that wait for their turn, or cannot be seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from viewer.ui.state.binding import bind
from viewer.ui.widgets.window_part import WindowPart


class Source(QObject):
    changed = Signal(object)
    moved = Signal()

    def __init__(self):
        super().__init__()
        self.value = 1
        self.place = "here"

    def change(self, value, place):
        self.place = place
        self.moved.emit()
        self.value = value
        self.changed.emit(value)


@pytest.fixture
def source(qapp):
    return Source()


@pytest.fixture
def window(qtbot):
    window = QWidget()
    window.pages = QStackedLayout()
    QVBoxLayout(window).addLayout(window.pages)
    for _ in range(2):
        window.pages.addWidget(QWidget())
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def told(window, source):
    """What is told on the second page, whose part has been made."""
    told = []
    page = window.pages.widget(1)
    page.part = WindowPart(page)
    inside = QWidget(page)
    bind(source.changed, lambda: source.value, told.append, inside)
    bind(source.moved, lambda: source.place, told.append, inside)
    assert told == [1, "here"], "the present is told at once"
    told.clear()
    return told


def test_a_page_that_is_not_seen_is_told_once_when_it_is_shown(window, source, told):
    for value in range(5):
        source.change(value, "there")
    assert told == []
    window.pages.setCurrentIndex(1)
    assert told == [4, "there"], "in the order of binding, and only what is true now"
    source.change(6, "away")
    assert told[2:] == ["away", 6], "who is seen is told at once"


def test_who_waits_is_told_when_it_is_its_turn(window, source, told):
    window.pages.setCurrentIndex(1)
    part = window.pages.widget(1).part
    part.wait()
    source.change(2, "there")
    source.change(3, "away")
    assert told == []
    part.catch_up()
    assert told == [3, "away"]
    part.catch_up()
    assert len(told) == 2, "nothing has changed since"


def test_to_be_seen_is_not_to_have_ones_turn(window, source, told):
    part = window.pages.widget(1).part
    part.wait()
    source.change(2, "there")
    window.pages.setCurrentIndex(1)
    assert told == []
    window.pages.setCurrentIndex(0)
    part.catch_up()
    assert told == [], "it has its turn, and cannot be seen"
    part.catch_up(hidden=True)
    assert told == [2, "there"]


def test_in_a_window_that_is_not_shown_all_are_told(window, source, told):
    """A picture may be taken of it."""
    window.hide()
    window.pages.setCurrentIndex(1)
    source.change(2, "there")
    assert told == ["there", 2]
