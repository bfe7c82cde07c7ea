from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from viewer.ui.app import Viewer
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings
from viewer.ui.widgets.overlay import GAP, MARGIN, STACKS, Overlay, Place


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
    card.setMinimumHeight(0)
    host.resize(300, 2 * MARGIN + 9)
    assert rect(card).height() == 9


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


def test_chips_stand_below_bars_and_close_up_when_one_goes(host):
    bars, overlay = Overlay(host), Overlay(host)
    bars.bars_changed.connect(overlay.set_top_inset)
    bar, first, second = QLabel("A bar"), QPushButton("First"), QPushButton("Second")
    bars.add(bar, Place.BAR)
    for widget in (first, second):
        overlay.add(widget, Place.TOP_LEFT)
    for widget in (bar, first, second):
        widget.show()
    assert rect(bar) == QRect(0, 0, 600, bar.sizeHint().height())
    assert rect(first).topLeft() == QPoint(MARGIN, bar.height() + MARGIN)
    assert rect(second).top() == rect(first).bottom() + 1 + GAP
    bar.hide()
    first.hide()
    assert rect(second).topLeft() == QPoint(MARGIN, MARGIN)


def test_every_corner_has_a_stack(host):
    overlay = Overlay(host)
    stacks = {place: added(overlay, place, 2) for place in STACKS}
    low, high = QPoint(MARGIN, MARGIN), QPoint(600 - MARGIN - 1, 400 - MARGIN - 1)
    assert rect(stacks[Place.TOP_LEFT][0]).topLeft() == low
    assert rect(stacks[Place.BOTTOM_RIGHT][0]).bottomRight() == high
    assert rect(stacks[Place.TOP_RIGHT][0]).topRight() == QPoint(high.x(), low.y())
    assert rect(stacks[Place.BOTTOM_LEFT][0]).bottomLeft() == QPoint(low.x(), high.y())
    for place, (first, second) in stacks.items():
        upper, lower = (first, second) if place.at_top else (second, first)
        assert rect(lower).top() - rect(upper).bottom() - 1 == GAP


def test_ranks_come_before_the_order_of_adding(host):
    overlay = Overlay(host)
    last, first = QPushButton("Last"), QPushButton("First")
    overlay.add(last, Place.TOP_LEFT, rank=5)
    overlay.add(first, Place.TOP_LEFT, rank=1)
    for chip in (last, first):
        chip.show()
    assert rect(first).top() < rect(last).top()


def test_widths_are_multiples_of_four(host):
    overlay = Overlay(host)
    for text in ("a", "ab", "abc", "abcd"):
        chip = QPushButton(text)
        overlay.add(chip, Place.TOP_LEFT)
        chip.show()
        assert rect(chip).width() % 4 == 0
        assert 0 <= rect(chip).width() - chip.sizeHint().width() < 4


def test_a_stack_that_would_reach_another_drops_its_last(qtbot, host):
    overlay = Overlay(host)
    host.resize(600, 200)
    chips = added(overlay, Place.BOTTOM_LEFT, 1) + added(overlay, Place.TOP_LEFT, 6)
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

    def fold(self, fold: int) -> None:
        self.shown = fold


@pytest.mark.parametrize(("height", "fold"), [(400, 0), (220, 1), (120, 2)])
def test_what_can_fold_does_before_it_is_dropped(host, height, fold):
    host.resize(600, height)
    overlay = Overlay(host)
    card = FoldingCard()
    overlay.add(card, Place.TOP_LEFT)
    card.show()
    (other,) = added(overlay, Place.TOP_LEFT, 1, height=100)
    assert card.shown == fold
    assert rect(card).height() == card.heights[fold]
    assert rect(card).top() == MARGIN
    told = [*overlay.rectangles()]
    assert len(told) == 1 + (height == 400)
    assert all(host.rect().contains(each) for each in told)
    assert host.rect().contains(rect(other)) == (height == 400)


@pytest.mark.parametrize(("width", "height", "fold"), [(700, 400, 0), (520, 300, 1), (400, 180, 2)])
def test_what_can_fold_covers_a_third_of_the_room_at_most(host, width, height, fold):
    host.resize(width, height)
    overlay = Overlay(host)
    card = FoldingCard()
    card.setFixedWidth(352)
    overlay.add(card, Place.TOP_LEFT)
    card.show()
    assert card.shown == fold
    room = (width - 2 * MARGIN) * (height - 2 * MARGIN)
    assert 352 * card.heights[fold] <= room / 3
    assert fold == 0 or 352 * card.heights[fold - 1] > room / 3


def test_stacks_tell_when_they_cover_something_else(qtbot, host):
    overlay = Overlay(host)
    (chip,) = added(overlay, Place.TOP_LEFT, 1)
    with qtbot.waitSignal(overlay.changed):
        chip.hide()
    assert overlay.rectangles() == []


def test_a_longer_text_gets_more_room(qtbot, host):
    overlay = Overlay(host)
    chip = QPushButton("1")
    overlay.add(chip, Place.TOP_LEFT)
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
    overlay.add(chip, Place.TOP_LEFT)
    host.show()
    chip.show()
    with qtbot.waitSignal(host.destroyed):
        host.deleteLater()


def test_what_floats_before_its_window_is_shown_has_its_text(qapp, qtbot, tmp_path):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(qapp, Settings(store), "dark")
    viewer.files.take_given([tmp_path / "no" / "such.log"], OpenRequest())
    viewer.window.show()
    card = viewer.window.map_area.card
    qtbot.waitUntil(card.isVisible)
    for text in card.findChildren(QLabel):
        if text.isVisible():
            assert text.parentWidget().rect().contains(text.geometry())
            assert text.height() >= text.fontMetrics().height()
    viewer.dispose()
    qapp.setStyleSheet("")
