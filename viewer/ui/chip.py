"""A small thing to click that floats on the map: "1 collision at 8.470 s · C"."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from viewer.ui.icons import icon_pixmap
from viewer.ui.layout_button import LayoutButton
from viewer.ui.theme import Theme, font

_HEIGHT = 28


class Chip(LayoutButton):
    """An icon, a text and a key; ``clicked`` when it is clicked.

    It is hidden at first; ``show_text`` shows it and ``hide`` takes it away.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("chip", parent)
        self.setFixedHeight(_HEIGHT)
        self._icon = QLabel()
        self._text = QLabel()
        self._text.setFont(font(13))
        self._key = QLabel()
        self._key.setProperty("role", "key")
        self._key.setFont(font(12))
        for label in (self._icon, self._text, self._key):
            self.add(label)
        self._theme = theme
        self._icon_name = ""
        self._color_role = "text"
        self.hide()

    def show_text(self, text: str, *, icon: str = "", color_role: str = "text", key: str = "") -> None:
        """Show the chip with a text, an icon in the colour of a role, and the key that does the same."""
        self._text.setText(text)
        self._key.setText(key)
        self._key.setVisible(bool(key))
        self._icon.setVisible(bool(icon))
        if (icon, color_role) != (self._icon_name, self._color_role):
            self._icon_name, self._color_role = icon, color_role
            self._draw_icon()
        self.setAccessibleName(f"{text} ({key})" if key else text)
        self.updateGeometry()
        self.adjustSize()
        self.show()

    def text(self) -> str:
        """Return the text that is shown."""
        return self._text.text()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in the colours of another theme."""
        self._theme = theme
        self._draw_icon()

    def _draw_icon(self) -> None:
        if self._icon_name:
            color = getattr(self._theme, self._color_role)
            self._icon.setPixmap(icon_pixmap(self._icon_name, color, 12, self.devicePixelRatioF()))
