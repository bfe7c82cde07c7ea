"""A few words near the lower edge of the map that go away by themselves, or when they were read."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from viewer.ui.icons import icon
from viewer.ui.theme import Theme

_MARGIN = 56  # above the chips in the lower corners of the map
_SHOWN = 2500  # milliseconds


class Toast(QFrame):
    """Floats over its host; hidden until there is something to say."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.setProperty("surface", "card")
        self._text = QLabel(self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._close = QToolButton(self)
        self._close.setProperty("kind", "quiet")
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.setToolTip(self.tr("Hide this hint"))
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self._text)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._time_out)
        host.installEventFilter(self)
        self.set_theme(theme)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def set_theme(self, theme: Theme) -> None:
        """Draw the × in the colours of a theme."""
        self._close.setIcon(icon("close", theme, "secondary"))

    @Slot(str)
    def show_text(self, text: str) -> None:
        """Say something for a few seconds."""
        self._show(text, stays=False)

    def show_hint(self, text: str) -> None:
        """Say something until the user takes it away."""
        self._show(text, stays=True)

    def _show(self, text: str, *, stays: bool) -> None:
        self._text.setText(text)
        self._close.setVisible(stays)
        if stays:
            self._timer.stop()
        else:
            self._timer.start(_SHOWN)
        self.show()
        self._place()
        self.raise_()

    @Slot()
    def _time_out(self) -> None:
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in place when the host changes its size."""
        if watched is self._host and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        self.adjustSize()
        area = self._host.rect()
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - _MARGIN)
