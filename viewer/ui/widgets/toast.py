"""Short message near the lower edge of the map that disappears by itself or is closed by the user."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Slot
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from viewer.ui.format import plain_lines
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import icon_button, link

_MARGIN = 56  # above the chips in the lower corners of the map
_GAP = 8  # above a card that is in the way
_SHOWN = 2500  # milliseconds
_OFFERED = 5000
"""Milliseconds until a floating message with a link disappears."""

_BEFORE_OFFER = " ·"
_IN_NAMES, _BREAK = re.compile(r"(?<=[_./\\-])(?=\w)"), "\u200b"
"""Places at which a name of a file is broken where it is longer than a line; zero-width space put there."""


class Toast(QFrame):
    """Message that floats over its host widget; hidden while there is none."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.setProperty("surface", "card")
        self._text = QLabel(self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._accepted: Callable[[], object] = self.hide
        self._offer = link()
        self._offer.clicked.connect(self._accept)
        self._close = icon_button("close", tr("Hide this hint"))
        self._close.clicked.connect(self.hide)
        row = in_row(self, (self._text, 1), self._offer, self._close, spacing=8, margins=(12, 8, 12, 8))
        row.setAlignment(self._close, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        host.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """Text of the shown message, without the link after it."""
        return self._text.text().removesuffix(_BEFORE_OFFER).replace(_BREAK, "")

    @Slot(str)
    def show_text(self, text: str) -> None:
        """Show ``text`` for a few seconds."""
        self._show(text, shown=_SHOWN)

    def show_offer(self, text: str, offer: str, accept: Callable[[], object]) -> None:
        """Show ``text`` for a while with a link ``offer`` that calls ``accept`` when it is clicked."""
        self._show(text, offer=offer, shown=_OFFERED)
        self._accepted = accept

    def show_hint(self, text: str) -> None:
        """Show ``text`` until the user closes it."""
        self._show(text, shown=None)

    def end_hint(self) -> None:
        """Hide the message if it is a hint that stays until it is no longer needed.

        A message that disappears by itself is left alone.
        """
        if not self._timer.isActive():
            self.hide()

    def _show(self, text: str, *, offer: str = "", shown: int | None) -> None:
        text = _IN_NAMES.sub(_BREAK, plain_lines(text))
        self._text.setText(text + _BEFORE_OFFER if offer else text)
        self._offer.setText(offer)
        self._offer.setVisible(bool(offer))
        self._close.setVisible(shown is None)
        if shown is None:
            self._timer.stop()
        else:
            self._timer.start(shown)
        self.show()
        self._update_position()
        self.raise_()

    @Slot()
    def _accept(self) -> None:
        self.hide()
        self._accepted()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the message to its position again when the host is resized."""
        if watched is self._host and event.type() == QEvent.Type.Resize:
            self._update_position()
        return False

    def _update_position(self) -> None:
        area, max_width = self._host.rect(), self._host.width() - 2 * _GAP
        self._text.setWordWrap(False)
        self.adjustSize()
        if self.width() > max_width:
            self._text.setWordWrap(True)
            self.resize(max_width, self.heightForWidth(max_width))
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - _MARGIN)
        for card in self._host.findChildren(QFrame):
            if card is self or not card.isVisible() or card.property("surface") != "card":
                continue
            rect = QRect(card.mapTo(self._host, QPoint(0, 0)), card.size())
            above = rect.y() - self.height() - _GAP
            if above > 0 and rect.intersects(self.geometry()):
                self.move(self.x(), above)
