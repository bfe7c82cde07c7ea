"""What floats over the map: chip, bar and card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from viewer.logfile.errors import NotARecordingError
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.message_card import MessageCard

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


class TestMessageCard:
    @pytest.fixture
    def card(self, qtbot):
        widget = MessageCard()
        qtbot.addWidget(widget)
        return widget

    @pytest.fixture
    def error(self):
        return NotARecordingError(
            "/data/picture.png",
            "the first bytes are not those of a CARLA recording",
            expected="CARLA_RECORDER",
            found="89 50 4e 47",
            offset=4_096,
            advice="Open a file made by CARLA's recorder.",
        )

    def test_it_tells_everything(self, card, error):
        card.show_error(error)
        assert shown_texts(card) == [
            "picture.png",
            "The first bytes are not those of a CARLA recording",
            "Expected",
            "CARLA_RECORDER",
            "Found",
            "89 50 4e 47",
            "At byte",
            "4,096",
            "Open a file made by CARLA's recorder.",
            "Open another…",
            "Copy",
            "Close",
        ]

    def test_copy_puts_the_whole_error_on_the_clipboard(self, qtbot, card, error):
        card.show_error(error)
        qtbot.mouseClick(button(card, "Copy"), LEFT)
        assert QGuiApplication.clipboard().text() == f"/data/picture.png\n{error.line()}"
        assert button(card, "Copied")
        card.show_error(error)
        assert button(card, "Copy")
