from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from viewer.ui.widgets.overlay import GAP, MARGIN, Overlay, Place


@pytest.fixture
def host(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    widget.show()
    return widget


def rect(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.parentWidget(), QPoint(0, 0)), widget.size())


def test_a_card_stays_in_the_middle(qtbot, host):
    overlay = Overlay(host)
    card = QPushButton("Something longer than nothing")
    overlay.add(card, Place.CARD)
    assert not card.isVisible()
    card.show()
    for size in ((600, 400), (300, 200)):
        host.resize(*size)
        assert (rect(card).center() - host.rect().center()).manhattanLength() <= 1
    host.resize(60, 40)
    assert rect(card).width() == 60 - 2 * MARGIN


def test_chips_stand_below_bars_and_close_up_when_one_goes(host):
    overlay = Overlay(host)
    bar, first, second = QLabel("A bar"), QPushButton("First"), QPushButton("Second")
    for widget, place in ((first, Place.CHIP), (second, Place.CHIP), (bar, Place.BAR)):
        overlay.add(widget, place)
    for widget in (bar, first, second):
        widget.show()
    assert rect(bar) == QRect(0, 0, 600, bar.sizeHint().height())
    assert rect(first).topLeft() == QPoint(MARGIN, bar.height() + MARGIN)
    assert rect(second).top() == rect(first).bottom() + 1 + GAP
    bar.hide()
    first.hide()
    assert rect(second).topLeft() == QPoint(MARGIN, MARGIN)


def test_a_longer_text_gets_more_room(qtbot, host):
    overlay = Overlay(host)
    chip = QPushButton("1")
    overlay.add(chip, Place.CHIP)
    chip.show()
    before = chip.width()
    chip.setText("Two collisions, and then some")
    qtbot.waitUntil(lambda: chip.width() > before)


def test_a_text_that_wraps_makes_its_bar_higher(host):
    overlay = Overlay(host)
    bar = QLabel("Frames 120–131 unreadable, and this is a very long sentence about them. " * 3)
    bar.setWordWrap(True)
    overlay.add(bar, Place.BAR)
    bar.show()
    high = bar.height()
    host.resize(250, 400)
    assert bar.height() > high


def test_a_host_may_be_destroyed_with_everything_shown(qtbot):
    host = QWidget()
    overlay = Overlay(host)
    chip = QPushButton("Still here")
    overlay.add(chip, Place.CHIP)
    host.show()
    chip.show()
    with qtbot.waitSignal(host.destroyed):
        host.deleteLater()


def test_the_foot_stands_at_the_right_clear_of_what_covers_it(host):
    overlay = Overlay(host)
    foot = QLabel("A foot")
    foot.setFixedSize(300, 40)
    overlay.add(foot, Place.FOOT)
    foot.show()
    assert rect(foot).bottomRight() == QPoint(600 - MARGIN - 1, 400 - MARGIN - 1)
    overlay.set_right_inset(100)
    assert rect(foot).right() == 500 - MARGIN - 1
    assert rect(foot).bottom() == 400 - MARGIN - 1
    overlay.set_right_inset(200)  # so far to the left there may be a scale
    assert rect(foot).right() == 400 - MARGIN - 1
    assert rect(foot).bottom() < 400 - 3 * MARGIN
