"""What lies over the map: chips in its corners, words for a moment, and a bar with some."""

from random import Random

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QToolButton, QWidget

from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.overlay import GAP, MARGIN, Corner, Overlay
from viewer.ui.widgets.toast import Toast


@pytest.fixture
def host(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    widget.show()
    return widget


def rect(widget):
    return QRect(widget.mapTo(widget.parentWidget(), QPoint(0, 0)), widget.size())


def added(overlay, place, count, *, height=28, width=100):
    chips = []
    for number in range(count):
        chip = QLabel(str(number))
        chip.setAccessibleName(f"Chip {number}")
        chip.setFixedHeight(height)
        chip.setMinimumWidth(width)
        overlay.add(chip, place)
        chip.show()
        chips.append(chip)
    return chips


def test_chips_close_up_when_one_goes(host):
    overlay = Overlay(host)
    first, second = added(overlay, Corner.TOP_LEFT, 2)
    assert rect(first).topLeft() == QPoint(MARGIN, MARGIN)
    assert rect(second).top() == rect(first).bottom() + 1 + GAP
    first.hide()
    assert rect(second).topLeft() == QPoint(MARGIN, MARGIN)


def test_a_stack_that_would_reach_another_drops_its_last(host):
    overlay = Overlay(host)
    host.resize(600, 200)
    chips = added(overlay, Corner.BOTTOM_LEFT, 1) + added(overlay, Corner.TOP_LEFT, 6)
    on_map = [chip for chip in chips if host.rect().intersects(rect(chip))]
    assert on_map == chips[: len(on_map)]
    assert 1 < len(on_map) < len(chips)
    assert rect(chips[0]).bottom() == 200 - MARGIN - 1  # the corner itself keeps what it has
    covered = overlay.rectangles()
    for number, one in enumerate(covered):
        assert all(not one.intersects(other) for other in covered[:number])
    assert len(covered) == len(on_map)
    host.resize(600, 400)
    assert all(host.rect().contains(rect(chip)) for chip in chips)


class FoldingCard(QLabel):
    heights = (200, 120, 40)
    shown = 0

    def fold(self, fold):
        self.shown = fold


@pytest.mark.parametrize(("height", "fold"), [(400, 0), (220, 1), (120, 2)])
def test_what_can_fold_does_before_it_is_dropped(host, height, fold):
    host.resize(600, height)
    overlay = Overlay(host)
    card = FoldingCard()
    overlay.add(card, Corner.TOP_LEFT)
    card.show()
    (other,) = added(overlay, Corner.TOP_LEFT, 1, height=100)
    assert card.shown == fold
    assert rect(card).height() == card.heights[fold]
    assert rect(card).top() == MARGIN
    told = [*overlay.rectangles()]
    assert len(told) == 1 + (height == 400)
    assert all(host.rect().contains(each) for each in told)
    assert host.rect().contains(rect(other)) == (height == 400)


ABOVE_EDGE, ABOVE_CARD = 56, 8
"""Pixels that are left free below: above the chips in the corners, and above a card that is in the way."""


@pytest.fixture
def toast(host):
    return Toast(host)


def seconds_left(toast):
    timer = toast.findChild(QTimer)
    return timer.interval() / 1000.0 if timer.isActive() else None


def test_each_kind_of_words_has_its_time_and_what_is_beside_it(toast):
    link, cross = toast.findChild(QPushButton), toast.findChild(QToolButton)
    kinds = {
        lambda: toast.show_text("Saved"): (2.5, False, False, "Saved"),
        lambda: toast.show_offer("Deleted", "Undo", list): (5.0, True, False, "Deleted"),
        lambda: toast.show_hint("Read this"): (None, False, True, "Read this"),
    }
    for first in kinds:
        for show, (seconds, offers, closes, text) in kinds.items():
            first()
            show()
            assert (toast.isVisible(), toast.text) == (True, text)
            assert seconds_left(toast) == seconds
            assert (link.isVisible(), cross.isVisible()) == (offers, closes)
    toast.hide()
    toast.show_text("Saved")
    toast.findChild(QTimer).timeout.emit()
    assert not toast.isVisible()
    toast.show_hint("Read this")
    cross.click()
    assert not toast.isVisible()


@pytest.mark.parametrize("seed", range(12))
def test_it_stands_in_the_middle_above_the_lower_edge_and_above_a_card_in_its_way(host, toast, seed):
    random = Random(seed)
    host.resize(random.choice([300, 601, 1600]), random.choice([140, 400, 900]))
    cards = []
    for surface, shown in random.choices([("card", True), ("card", False), ("panel", True)], k=2):
        card = QFrame(host)
        card.setProperty("surface", surface)
        card.setGeometry(random.randrange(host.width()), random.randrange(host.height()), 200, 90)
        card.setVisible(shown)
        if surface == "card" and shown:
            cards.append(card.geometry())
    toast.show_text("A few words")
    width, height = toast.sizeHint().toTuple()
    place = QRect((host.width() - width) // 2, host.height() - height - ABOVE_EDGE, width, height)
    for card in cards:
        above = card.y() - height - ABOVE_CARD
        if card.intersects(place) and above > 0:
            place.moveTop(above)
    assert toast.geometry() == place
    assert host.children()[-1] is toast  # above all others


def test_a_long_hint_has_as_many_lines_as_a_narrow_host_needs(host, toast):
    toast.show_hint("Some words that say what can be done here. " * 4)
    host.resize(300, 400)
    assert host.rect().contains(toast.geometry())
    assert toast.findChild(QToolButton).isVisible()


def test_a_bar_has_links_that_ask_for_their_action_and_can_be_taken_away(host, qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show_message("Frames 120–131 unreadable", {"details": "Details"})
    link = next(each for each in bar.findChildren(QPushButton) if each.text() == "Details")
    with qtbot.waitSignal(bar.action_requested, check_params_cb=lambda asked: asked == "details"):
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert bar.isVisible()
    qtbot.mouseClick(bar.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
