"""Small clickable boxes that float on the map: "1 collision at 8.470 s · C"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from viewer.ui.icons import icon as themed_icon
from viewer.ui.icons import icon_pixmap
from viewer.ui.theme import current_theme
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.overlay import WIDEST
from viewer.ui.widgets.parts import button, label


class LayoutButton(QPushButton):
    """Push button as large as the layout inside it; widgets added with ``add`` let mouse clicks through."""

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.row = in_row(self, spacing=8, margins=(12, 0, 12, 0))

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Append ``widget`` at the right end inside the button; mouse clicks on it go to the button."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.row.addWidget(widget, stretch, Qt.AlignmentFlag.AlignVCenter)

    def sizeHint(self) -> QSize:
        """Return the size that the layout wants, instead of the size of the button's own text."""
        return self.row.sizeHint().expandedTo(self.minimumSize())

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the layout inside the button."""
        return self.row.minimumSize()


_HEIGHT = 28
_ICON = 12
_COPY = 28
_PADDING, _GAP = 12, 8


class Chip(LayoutButton):
    """Button with an icon, a text and the name of the key that does the same as a click.

    A chip is hidden until ``show_text`` is called. It can show lines of detail below the text, and a small
    copy button of its own.
    """

    copy_requested = Signal()
    """Emitted when the small copy button inside the chip (a button with icon and text) is clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("chip", parent)
        self.row.setContentsMargins(_PADDING, 5, _PADDING, 5)
        self.row.setSpacing(_GAP)
        self._icon, self._text = QLabel(), label(size=13)
        self._key, self._detail = label(size=11, role="key"), label(size=11, role="secondary")
        self._detail.hide()
        self._texts = QWidget()
        self._lines = in_column(self._texts, self._text, self._detail)
        for widget in (self._icon, self._texts, self._key):
            self.add(widget)
        self._copy = button(QToolButton())
        self._copy.setCursor(Qt.CursorShape.ArrowCursor)
        self._copy.clicked.connect(self.copy_requested)
        self._copy.hide()
        self.row.addWidget(self._copy)
        self._copy.setIcon(themed_icon("copy", "secondary"))
        self._shown: tuple[str, ...] = ()
        self._icon_name = self._color_role = ""
        self.hide()

    def show_text(
        self,
        text: str,
        *,
        icon: str = "",
        color_role: str = "text",
        key: str = "",
        detail: str = "",
        copies: str = "",
    ) -> None:
        """Show the chip with ``text``, an icon and further parts, of which empty ones are hidden.

        Args:
            text: main text.
            icon: name of the icon.
            color_role: name of the theme's colour for the icon.
            key: name of the key on the keyboard that does the same as a click.
            detail: one or more lines below the text.
            copies: tooltip of the copy button, which is hidden if this is empty.
        """
        shown = text, icon, color_role, key, detail, copies
        if shown != self._shown:
            self._shown = shown
            for part, shown_text in ((self._text, text), (self._detail, detail), (self._key, key)):
                part.setText(shown_text)
                part.setVisible(bool(shown_text))
            self._copy.setVisible(bool(copies))
            self._copy.setToolTip(copies)
            self._copy.setAccessibleName(copies)
            self._icon.setVisible(bool(icon))
            self._icon_name, self._color_role = icon, color_role
            self._draw_icon()
            named = ", ".join((text, *detail.splitlines()))
            self.setAccessibleName(f"{named} ({key})" if key else named)
            self._measure()
        self.show()

    def text(self) -> str:
        """Return the main text of the chip, without its lines of detail."""
        return self._text.text()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon and recompute the size when the style changes: colours and fonts may differ."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw_icon()
            self._measure()

    def _measure(self) -> None:
        """Resize the chip to its text, which is wrapped if the chip would be wider than ``WIDEST`` pixels."""
        width = WIDEST - 2 * _PADDING
        width -= sum(
            size + _GAP for size, part in ((_ICON, self._icon), (_COPY, self._copy)) if not part.isHidden()
        )
        _fit(self._text, width - (0 if self._key.isHidden() else self._key.sizeHint().width() + _GAP))
        _fit(self._detail, width)
        self._lines.invalidate()
        self._texts.updateGeometry()
        self.row.invalidate()
        self.setFixedHeight(max(self.row.sizeHint().height(), _HEIGHT))
        self.updateGeometry()
        self.adjustSize()

    def _draw_icon(self) -> None:
        if self._icon_name:
            color = current_theme().color(self._color_role)
            self._icon.setPixmap(icon_pixmap(self._icon_name, color, _ICON, self.devicePixelRatioF()))


def _fit(text: QLabel, max_width: int) -> None:
    """Give the label ``text`` the size of its text, wrapped to ``max_width`` pixels if it is wider."""
    text.setWordWrap(False)
    wide = text.sizeHint().width()
    text.setWordWrap(wide > max_width)
    width = min(wide, max_width)
    text.setFixedSize(width, text.heightForWidth(width) if wide > max_width else text.sizeHint().height())
