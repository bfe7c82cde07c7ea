"""What floats over the map: a bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from viewer.ui.widgets.message_bar import MessageBar

LEFT = Qt.MouseButton.LeftButton


def shown_texts(widget) -> list[str]:
    labels = widget.findChildren(QLabel) + widget.findChildren(QPushButton)
    return [label.text() for label in labels if label.isVisible() and label.text()]


def button(widget, text: str) -> QPushButton:
    return next(each for each in widget.findChildren(QPushButton) if each.text() == text)


class TestMessageBar:
    @pytest.fixture
    def bar(self, qtbot):
        widget = MessageBar()
        qtbot.addWidget(widget)
        widget.resize(600, 40)
        return widget

    def test_a_link_asks_for_its_action(self, qtbot, bar):
        bar.show_message("Frames 120–131 unreadable", {"details": "Details"})
        assert shown_texts(bar) == ["Frames 120–131 unreadable", "Details"]
        with qtbot.waitSignal(bar.action_requested, check_params_cb=lambda link: link == "details"):
            qtbot.mouseClick(button(bar, "Details"), LEFT)
        assert bar.isVisible()

    def test_it_can_be_taken_away(self, qtbot, bar):
        bar.show_message("Frames 120–131 unreadable")
        qtbot.mouseClick(bar.findChild(QToolButton), LEFT)
        assert not bar.isVisible()
