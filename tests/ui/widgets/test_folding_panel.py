"""A panel that folds into a tab: after any order of wishes, it stands where a plain account says."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFrame, QWidget

from viewer.ui.widgets.folding_panel import TAB_WIDTH, FoldingPanel

USUAL = 200
"""Pixels that the panel covers where there is so much room."""


@pytest.fixture
def host(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(800, 400)
    host.show()
    return host


class Pair:
    """A folding panel beside an area, and what a person would say of it."""

    def __init__(self, host):
        self.folded, self.open, self.present, self.was_open = False, True, True, False
        self.area, self.panel, self.other = QWidget(host), QFrame(), QFrame()
        self.folding = FoldingPanel(self.panel, "Inspector", USUAL, self.area, host)
        self.tab = self.folding.findChild(QAbstractButton)
        self.covered = [0]
        self.folding.overlaid.connect(self.covered.append)
        self.other.setParent(self.area)
        self.area.resize(500, 300)
        self.area.show()
        self.folding.setGeometry(500, 0, 300, 300)
        self.folding.show()

    def fold(self, on):
        if on != self.folded:
            self.other.raise_()
            self.folded, self.open = on, not on
        self.folding.set_folded(on)

    def set_open(self, on):
        self.folding.set_open(on)
        self.open = on

    def open_once(self, _on):
        self.folding.open_once()
        self.open = self.open or (self.folded and not self.was_open)

    def set_present(self, on):
        self.folding.set_present(on)
        self.present = on

    def click(self, _on):
        if self.folded and self.present:
            QTest.mouseClick(self.tab, Qt.MouseButton.LeftButton)
            self.open = not self.open

    def compare(self):
        """Hold what is seen against it."""
        self.was_open = self.was_open or (self.folded and self.open)
        folding = self.folding
        assert (folding.folded, folding.is_open) == (self.folded, self.open)
        assert self.tab.isVisible() == (self.folded and self.present)
        assert self.tab.isChecked() == self.open
        assert self.panel.isVisible() == (self.open and self.present)
        assert folding.isVisible() == (self.present and (self.folded or self.open))

    def compare_places(self):
        """Hold where it is against it."""
        area, panel, folding = self.area, self.panel, self.folding
        over = min(USUAL, area.width()) if self.folded and self.open else 0
        assert self.covered[-1] == over
        if self.folded:
            assert folding.minimumWidth() == folding.maximumWidth() == TAB_WIDTH == 36
        else:
            assert panel.parentWidget() is folding
            assert folding.layout().indexOf(panel) == 0
            assert folding.minimumWidth() < folding.maximumWidth()
        if over:
            assert panel.geometry().getRect() == (area.width() - over, 0, over, area.height())
            assert panel.parentWidget() is area
            assert area.children()[-1] is panel  # above all that is beside it


@pytest.mark.parametrize("seed", range(4))
def test_it_stands_where_it_is_wished_after_any_order_of_wishes(host, seed):
    random, pair = Random(seed), Pair(host)
    wishes = [pair.fold, pair.set_open, pair.open_once, pair.set_present, pair.click]
    seen = set()
    for _ in range(200):
        random.choice(wishes)(random.random() < 0.5)
        if random.random() < 0.2:
            pair.area.resize(random.choice([120, 199, 200, 201, 500]), random.choice([80, 300]))
        pair.compare()
        pair.compare_places()
        seen.add((pair.folded, pair.open, pair.present))
    assert len(seen) == 8


def test_what_happens_elsewhere_does_not_move_it(host):
    area, panel = QWidget(host), QFrame()
    folding = FoldingPanel(panel, "Inspector", USUAL, area, host)
    folding.set_folded(True)
    folding.set_open(True)
    area.show()
    told = []
    folding.overlaid.connect(told.append)
    area.resize(300, 100)
    area.move(3, 4)
    area.hide()
    assert told == [200]


def test_a_name_that_is_too_long_is_cut_16_pixels_before_both_ends(host):
    """As many as where it begins; the hairline towards the map goes from end to end."""
    folding = FoldingPanel(QFrame(), "A panel with a very long name " * 3, USUAL, host, host)
    folding.set_folded(True)
    folding.setGeometry(0, 0, TAB_WIDTH, 200)
    tab = folding.findChild(QAbstractButton)
    picture = tab.grab().toImage()
    ground = picture.pixelColor(10, 2)
    inked = [
        y
        for y in range(picture.height())
        if any(picture.pixelColor(x, y) != ground for x in range(2, TAB_WIDTH))
    ]
    assert 16 <= inked[0] <= 18
    assert 200 - 40 < inked[-1] < 200 - 16
    assert len({picture.pixelColor(0, y).name() for y in range(200)}) == 1
    assert picture.pixelColor(0, 0) != ground
