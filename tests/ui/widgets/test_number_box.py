"""The field for a number."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionSpinBox

from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.widgets.number_box import NumberBox


@pytest.fixture(params=["dark", "light"])
def theme(request, plain_app):
    theme = load_theme(request.param)
    apply_theme(plain_app, theme)
    return theme


@pytest.fixture
def box(theme, qtbot):
    box = NumberBox()
    qtbot.addWidget(box)
    box.setValue(1.0)
    box.resize(160, 28)
    box.show()
    qtbot.waitExposed(box)
    return box


def arrow(box, control):
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    return box.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, control, box).center()


UP, DOWN = QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown


def test_its_arrows_are_seen_and_count(box, theme):
    image = box.grab().toImage()
    for control, value in ((UP, 2.0), (DOWN, 1.0)):
        place = arrow(box, control)
        around = {
            image.pixelColor(place + QPoint(dx, dy)).name() for dx in range(-4, 5) for dy in range(-3, 4)
        }
        assert theme.secondary.name() in around
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=place)
        assert box.value() == value


def test_its_number_stands_off_the_edge(box):
    assert box.lineEdit().textMargins().left() >= 4
