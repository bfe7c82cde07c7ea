"""Button that shows the playback speed, with a menu to choose or type another."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics
from PySide6.QtWidgets import QMenu, QToolButton, QToolTip, QWidget, QWidgetAction

from viewer.replay.time.transport import FASTEST, SLOWEST, SPEEDS
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import MenuLeave
from viewer.ui.widgets.text_field import TextField

_PADDING = 24
_FIELD_WIDTH = 136


def speed_text(speed: float) -> str:
    """Return the playback speed ``speed`` as text, as a factor of real time.

    >>> speed_text(1.0), speed_text(-0.25)
    ('1×', '−0.25×')
    """
    return f"{'−' if speed < 0 else ''}{abs(speed):g}×"


def parse_speed(text: str) -> float | None:
    """Return the playback speed in ``text``, limited to 0.1 … 20; None if ``text`` is not a positive number.

    >>> parse_speed(" 1,5x"), parse_speed("100"), parse_speed("fast")
    (1.5, 20.0, None)
    """
    try:
        speed = float(text.strip().rstrip("x×").replace(",", "."))
    except ValueError:
        return None
    return min(max(speed, SLOWEST), FASTEST) if math.isfinite(speed) and speed > 0 else None


class SpeedButton(QToolButton):
    """Button that shows the playback speed; its menu has common speeds and a field for any other."""

    speed_requested = Signal(float)
    """Emitted with the chosen speed; its sign (direction) is that of the current speed."""

    def __init__(self, reset: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self._speed = 1.0
        self.setFont(font(13))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(tr("Speed"))
        self._fit_width()
        menu = QMenu(self)
        self._choices = QActionGroup(self)
        for speed in SPEEDS:
            choice = self._choices.addAction(menu.addAction(speed_text(speed)))
            choice.setCheckable(True)
            choice.setData(speed)
        menu.addSeparator()
        menu.addAction(reset)
        menu.addSeparator()
        self._field = TextField()
        menu.addAction(self._typed(menu))
        self.setMenu(menu)
        MenuLeave(self, menu)
        self._choices.triggered.connect(lambda choice: self._request(float(choice.data())))
        self._field.returnPressed.connect(self._on_typed)
        menu.aboutToShow.connect(self._field.clear)
        self.set_speed(1.0)

    def set_speed(self, speed: float) -> None:
        """Show the playback speed ``speed``; negative plays backwards."""
        self._speed = speed
        self.setText(speed_text(speed))
        self.setAccessibleName(tr("Speed {}").format(self.text()))
        for choice in self._choices.actions():
            choice.setChecked(choice.data() == abs(speed))

    @Slot()
    def ask(self) -> None:
        """Open the button's menu with the focus in the field in which a playback speed is typed."""
        if self.isVisible():
            self.menu().popup(self.mapToGlobal(QPoint(0, self.height())))
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        """Resize the button, when the font changes, so that the longest speed fits."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_width()

    def _fit_width(self) -> None:
        advance = QFontMetrics(self.font()).horizontalAdvance
        self.setFixedWidth(max(advance(speed_text(-speed)) for speed in SPEEDS) + _PADDING)

    def _typed(self, menu: QMenu) -> QWidgetAction:
        """Return an entry for ``menu`` with the text field in which any other playback speed can be typed."""
        self._field.setPlaceholderText(tr("Other, 0.1 to 20×"))
        self._field.setAccessibleName(tr("Other speed"))
        self._field.setFixedWidth(_FIELD_WIDTH)
        box = QWidget(menu)
        in_row(box, self._field, margins=(12, 4, 12, 4))
        entry = QWidgetAction(menu)
        entry.setDefaultWidget(box)
        return entry

    @Slot()
    def _on_typed(self) -> None:
        speed = parse_speed(self._field.text())
        if speed is None:
            self._field.selectAll()
            below = self._field.mapToGlobal(QPoint(0, self._field.height()))
            QToolTip.showText(below, tr("Type a number from 0.1 to 20"), self._field)
            return
        self.menu().close()
        self._request(speed)

    def _request(self, speed: float) -> None:
        self.set_speed(self._speed)  # show the old speed until ``set_speed`` confirms the new one
        self.speed_requested.emit(math.copysign(speed, self._speed))
