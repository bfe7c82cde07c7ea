"""A side panel that folds into a narrow tab when the window is small."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.boxes import in_row

TAB_WIDTH = 36


class _Tab(QAbstractButton):
    """A narrow vertical button with its text turned."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFixedWidth(TAB_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the panel's name from top to bottom, and a hairline towards the map."""
        theme = current_theme()
        painter = QPainter(self)
        lit = self.underMouse() or self.isChecked() or self.hasFocus()
        painter.fillRect(self.rect(), theme.raised if lit else theme.panel)
        painter.fillRect(0, 0, 1, self.height(), QColor(theme.hairline))
        painter.setFont(font(13, bold=True))
        painter.setPen(theme.text if lit else theme.secondary)
        painter.translate(self.width(), 0)
        painter.rotate(90)
        box = self.rect().transposed().adjusted(16, 0, -16, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text())


class FoldingPanel(QWidget):
    """Holds a panel at the right: in full, or as a tab that lays the panel over ``area`` when opened."""

    overlaid = Signal(int)
    """How many pixels at the right of the area the panel covers."""

    def __init__(self, panel: QWidget, name: str, width: int, area: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._panel = panel
        self._width = width
        self._area = area
        self.folded = False
        """Whether only the tab takes room."""
        self.is_open = True
        """Whether the panel can be seen."""
        self._opened_once = False
        self._present = True
        self._tab = _Tab(name, self)
        self._tab.clicked.connect(self.set_open)
        self._row = in_row(self, panel, self._tab)
        self._tab.hide()
        area.installEventFilter(self)

    def set_folded(self, folded: bool) -> None:
        """Fold into the tab, or stand in full; a panel that has just been folded is closed."""
        if folded == self.folded:
            return
        self.folded = folded
        if folded:
            self._row.removeWidget(self._panel)
            self._panel.setParent(self._area)
        else:
            self._row.insertWidget(0, self._panel)
        self._apply(is_open=not folded)

    def open_once(self) -> None:
        """Open the folded panel the first time there is something to see; later the user decides."""
        if self.folded and not self._opened_once:
            self.set_open(True)

    def set_present(self, present: bool) -> None:
        """Take part in the window, or not at all."""
        self._present = present
        self._apply(is_open=self.is_open)

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Show or hide the panel."""
        if is_open != self.is_open:
            self._apply(is_open=is_open)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep an overlaid panel at the right edge of the area."""
        if watched is self._area and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _apply(self, *, is_open: bool) -> None:
        self._opened_once = self._opened_once or (self.folded and is_open)
        self.is_open = is_open
        self._tab.setVisible(self.folded)
        self._tab.setChecked(is_open)
        self._panel.setVisible(is_open and self._present)
        self.setVisible(self._present and (self.folded or is_open))
        if self.folded:
            self.setFixedWidth(TAB_WIDTH)
        else:
            self.setMinimumWidth(260)
            self.setMaximumWidth(640)
        self._place()

    def _place(self) -> None:
        width = min(self._width, self._area.width()) if self.folded and self.is_open else 0
        self.overlaid.emit(width)
        if width:
            self._panel.setGeometry(self._area.width() - width, 0, width, self._area.height())
            self._panel.raise_()
