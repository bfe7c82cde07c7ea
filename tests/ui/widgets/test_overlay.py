from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QWidget

from viewer.ui.widgets.overlay import GAP, MARGIN, Corner, Overlay


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


def test_a_stack_that_would_reach_another_drops_its_last(qtbot, host):
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
