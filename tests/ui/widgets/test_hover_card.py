"""The card beside the mouse: what it says, in which colours, and where it lies."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.widgets.hover_card import HoverCard, Words

LINES = ((Words("101", bold=True), Words("  a < b", "secondary")), (Words("Red", "light_red"),))
ROOM = QSize(400, 300)


@pytest.fixture
def host(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(ROOM)
    host.show()
    return host


@pytest.fixture
def card(host):
    card = HoverCard(host)
    card.set_lines(LINES)
    return card


def test_it_is_there_while_there_is_something_to_say(card):
    assert card.isVisible()
    assert card.text() == "101  a < b\nRed"
    card.set_lines(())
    assert not card.isVisible()
    assert card.text() == ""


@pytest.mark.parametrize("name", ["dark", "light"])
def test_each_piece_has_its_colour(plain_app, card, name):
    theme = load_theme(name)
    apply_theme(plain_app, theme)
    card.set_lines(())
    card.set_lines(LINES)
    written = re.findall(r"color:(#\w+)[^>]*>([^<]*)<", card.findChild(QLabel).text())
    assert written == [
        (theme.text.name(), "101"), (theme.secondary.name(), "  a &lt; b"), (theme.light_red.name(), "Red"),
    ]  # fmt: skip


def test_it_grows_with_what_it_says(card):
    narrow = card.width()
    card.set_lines((*LINES, (Words("Something that is far longer than the rest"),)))
    assert card.width() > narrow


@pytest.mark.parametrize(("x", "y"), [(10, 10), (395, 10), (10, 295), (395, 295)])
def test_it_lies_beside_the_mouse_and_in_its_room(card, x, y):
    card.move_beside(QPointF(x, y), ROOM)
    place = card.geometry()
    assert card.parentWidget().rect().contains(place)
    assert not place.contains(QPoint(x, y))


def test_a_room_that_is_too_small_shows_its_beginning(card):
    card.move_beside(QPointF(5, 5), QSize(20, 20))
    assert (card.x(), card.y()) == (0, 0)


def test_the_mouse_goes_through_it(card, host, qtbot):
    button = QPushButton(host)
    button.resize(ROOM)
    button.show()
    card.move_beside(QPointF(0, 0), ROOM)
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(host.childAt(card.geometry().center()), Qt.MouseButton.LeftButton)


def test_a_long_line_is_wrapped(card):
    """Cards are 352 px wide at most."""
    low = card.height()
    card.set_lines(((Words("One sentence that goes on and on " * 4),),))
    assert card.width() <= 352
    assert card.height() > low
    card.set_lines(LINES)
    assert card.height() == low
    assert card.width() < 200
