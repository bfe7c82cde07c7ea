"""What floats over the map: chip, bar and card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget

from viewer.logfile.errors import NotARecordingError, UnreadableError
from viewer.ui.theme import apply_theme, load_theme, set_text_scale
from viewer.ui.widgets.chip import Chip
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.message_card import MessageCard

LEFT = Qt.MouseButton.LeftButton


def shown_texts(widget) -> list[str]:
    labels = widget.findChildren(QLabel) + widget.findChildren(QPushButton)
    return [label.text() for label in labels if label.isVisible() and label.text()]


def colors_in(widget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def button(widget, text: str) -> QPushButton:
    return next(each for each in widget.findChildren(QPushButton) if each.text() == text)


class TestChip:
    @pytest.fixture
    def host(self, qtbot):
        widget = QWidget()
        qtbot.addWidget(widget)
        widget.resize(600, 100)
        widget.show()
        return widget

    @pytest.fixture
    def chip(self, host):
        return Chip(host)

    def test_it_shows_icon_text_and_key(self, chip):
        assert not chip.isVisible()
        chip.show_text("1 collision at 8.470 s", icon="collision", color_role="collision", key="C")
        assert shown_texts(chip) == ["1 collision at 8.470 s", "C"]
        assert load_theme("dark").collision.name() in colors_in(chip)

    def test_it_hugs_its_text(self, chip):
        chip.show_text("Resume following", key="F")
        wide = chip.width()
        chip.show_text("Resume")
        assert chip.width() < wide
        assert shown_texts(chip) == ["Resume"]

    def test_a_click_anywhere_on_it_counts(self, qtbot, chip):
        chip.show_text("1 collision at 8.470 s", icon="collision", key="C")
        for label in filter(QLabel.isVisible, chip.findChildren(QLabel)):
            with qtbot.waitSignal(chip.clicked):
                qtbot.mouseClick(chip, LEFT, pos=label.mapTo(chip, label.rect().center()))

    def test_another_theme_gives_another_colour(self, plain_app, chip):
        chip.show_text("1 collision", icon="collision", color_role="collision")
        apply_theme(plain_app, load_theme("light"))
        assert load_theme("light").collision.name() in colors_in(chip)

    @pytest.mark.parametrize("scale", [1.4, 0.8])
    def test_with_larger_or_smaller_type_its_text_fits_as_before(self, plain_app, chip, scale):
        chip.show_text("1 collision at 8.470 s", icon="collision", key="C")
        set_text_scale(plain_app, scale)
        apply_theme(plain_app, load_theme("dark"))
        try:
            for shown in filter(QLabel.text, filter(QLabel.isVisible, chip.findChildren(QLabel))):
                assert shown.width() == shown.sizeHint().width()
                assert chip.rect().contains(QRect(shown.mapTo(chip, QPoint()), shown.size()))
        finally:
            set_text_scale(plain_app, 1.0)


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

    def test_another_message_takes_the_place_of_the_first(self, qtbot, bar):
        bar.show_message("Frames 120–131 unreadable", {"details": "Details"})
        bar.show_message("The file has changed on disk", {"reload": "Reload"})
        qtbot.waitUntil(lambda: shown_texts(bar) == ["The file has changed on disk", "Reload"])

    def test_it_can_be_taken_away(self, qtbot, bar):
        bar.show_message("Frames 120–131 unreadable")
        qtbot.mouseClick(bar.findChild(QToolButton), LEFT)
        assert not bar.isVisible()

    def test_a_name_is_never_taken_for_markup(self, bar):
        bar.show_message("<b>bold.log</b> has changed")
        assert bar.findChildren(QLabel)[1].textFormat() == Qt.TextFormat.PlainText


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

    def test_what_is_not_known_takes_no_room(self, card, error):
        card.show_error(error)
        high = card.sizeHint().height()
        card.show_error(UnreadableError("/data/gone.log", "there is no such file"))
        assert shown_texts(card) == ["gone.log", "There is no such file", "Open another…", "Copy", "Close"]
        lines = 5  # expected, found, at byte, and the two lines of advice
        assert high - card.sizeHint().height() > lines * card.fontMetrics().height() + 2 * 16

    def test_byte_zero_is_a_byte(self, card):
        card.show_error(NotARecordingError("a.log", "wrong", offset=0))
        assert "0" in shown_texts(card)

    def test_open_another_asks_and_the_card_stays(self, qtbot, card, error):
        card.show_error(error)
        with qtbot.waitSignal(card.open_requested):
            qtbot.mouseClick(button(card, "Open another…"), LEFT)
        assert card.isVisible()

    def test_close_takes_it_away(self, qtbot, card, error):
        card.show_error(error)
        with qtbot.waitSignal(card.closed):
            qtbot.mouseClick(button(card, "Close"), LEFT)
        assert not card.isVisible()

    def test_copy_puts_the_whole_error_on_the_clipboard(self, qtbot, card, error):
        card.show_error(error)
        qtbot.mouseClick(button(card, "Copy"), LEFT)
        assert QGuiApplication.clipboard().text() == f"/data/picture.png\n{error.line()}"
        assert button(card, "Copied")
        card.show_error(error)
        assert button(card, "Copy")
