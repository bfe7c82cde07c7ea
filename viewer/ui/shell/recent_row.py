"""One recent recording in the list of the start page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QToolButton, QVBoxLayout, QWidget

from viewer.replay.time.time_forms import elapsed_text
from viewer.ui import format as fmt
from viewer.ui.icons import icon, icon_pixmap
from viewer.ui.state.recent import RecentRecording
from viewer.ui.theme import Theme, font
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.layout_button import LayoutButton

_HEIGHT = 44
_FORGET_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class RecentRow(LayoutButton):
    """Name, map, length and date of a recording; a × takes it off the list. Grey if the file is gone."""

    open_requested = Signal(object)
    """The Path of the recording, when the row is clicked."""
    forget_requested = Signal(object)
    """The Path of the recording, when it shall leave the list."""

    def __init__(self, recording: RecentRecording, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("row", parent)
        self.recording = recording
        self._missing = False
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName(recording.path.name)
        self._icon = QLabel()
        self.add(self._icon)
        self.add(self._texts(), stretch=1)
        self._forget = self._forget_button()
        self.row.addWidget(self._forget)
        self.row.setContentsMargins(12, 0, 8, 0)
        self.row.setSpacing(12)
        self.clicked.connect(self._open)
        self.set_theme(theme)
        self.set_missing(missing=False)

    def set_missing(self, *, missing: bool) -> None:
        """Say whether the file is gone."""
        recording = self.recording
        self._missing = missing
        known = recording.duration
        length = elapsed_text(known, known) if known is not None else ""
        date = fmt.date(recording.date) if recording.date is not None else ""
        facts = fmt.join(recording.map_name, length, date) or str(recording.path.parent)
        self._facts.setText(self.tr("Not found") if missing else facts)
        self._name.setProperty("role", "secondary" if missing else "")
        self._name.style().polish(self._name)
        self._name.set_tip(str(recording.path))
        self.setToolTip(str(recording.path))
        self.setCursor(Qt.CursorShape.ArrowCursor if missing else Qt.CursorShape.PointingHandCursor)
        self._show_forget(pointed_at=False)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of a theme."""
        self._icon.setPixmap(icon_pixmap("recording", theme.secondary, 16, self.devicePixelRatioF()))
        self._forget.setIcon(icon("close", theme, "secondary"))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer to forget the row that is pointed at."""
        super().enterEvent(event)
        self._show_forget(pointed_at=True)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the offer back."""
        super().leaveEvent(event)
        self._show_forget(pointed_at=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Forget the row that has the focus when Delete is pressed."""
        if event.key() in _FORGET_KEYS:
            self._ask_to_forget()
        else:
            super().keyPressEvent(event)

    def _texts(self) -> QWidget:
        self._name = ElidedLabel(self.recording.path.name, mode=Qt.TextElideMode.ElideMiddle)
        self._name.setFont(font(13))
        self._facts = ElidedLabel()
        self._facts.setFont(font(11))
        self._facts.setProperty("role", "secondary")
        texts = QWidget()
        column = QVBoxLayout(texts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addStretch(1)
        column.addWidget(self._name)
        column.addWidget(self._facts)
        column.addStretch(1)
        return texts

    def _forget_button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "quiet")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(self.tr("Remove from this list (Delete)"))
        policy = button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        button.setSizePolicy(policy)
        button.clicked.connect(self._ask_to_forget)
        return button

    def _show_forget(self, *, pointed_at: bool) -> None:
        self._forget.setVisible(pointed_at or self._missing)

    @Slot()
    def _open(self) -> None:
        if not self._missing:
            self.open_requested.emit(self.recording.path)

    @Slot()
    def _ask_to_forget(self) -> None:
        self.forget_requested.emit(self.recording.path)
