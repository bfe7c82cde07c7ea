"""The card of the event that one went to."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QLabel,
    QToolButton,
    QWidget,
)

from viewer.ui.found_icons import found_pixmap
from viewer.ui.icons import icon
from viewer.ui.story.evidence_text import CardContent, CardLine
from viewer.ui.theme import Theme, font
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row

_WIDTH = 352
_PADDING = 12


class EvidenceCard(QFrame):
    """Name and time; rule; the measured value over the threshold; below, where it comes from."""

    closed = Signal()
    """The user took the card away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._content: CardContent | None = None
        self.setProperty("surface", "card")
        self.setFixedWidth(_WIDTH)
        self._icon, self._name, self._who, self._time = QLabel(), QLabel(), QLabel(), QLabel()
        self._name.setFont(font(13, bold=True))
        self._who.setFont(font(13))
        self._time.setFont(font(13))
        self._time.setProperty("role", "secondary")
        self._rule = _wrapped()
        self._source = _wrapped()
        self._copy, self._close = _button(self.tr("Copy what the card says")), _button(self.tr("Close"))
        self._rows = QGridLayout()
        self._rows.setContentsMargins(_PADDING, 8, _PADDING, 8)
        self._rows.setHorizontalSpacing(4)
        self._rows.setVerticalSpacing(4)
        self._rows.setColumnStretch(2, 1)
        self._rows.setColumnMinimumWidth(0, _PADDING)
        self._lines: list[tuple[QLabel, QLabel, QLabel]] = []
        self._lay_out()
        self._copy.clicked.connect(self._copy_all)
        self._close.clicked.connect(self.closed)
        self.set_theme(theme)
        self.hide()

    def _lay_out(self) -> None:
        head = in_row(
            None,
            self._icon,
            self._name,
            self._who,
            STRETCH,
            self._time,
            spacing=8,
            margins=(_PADDING, 10, _PADDING, 10),
        )
        self._rows.addWidget(self._rule, 0, 1, 1, 2)
        foot = in_row(None, (self._source, 1), spacing=4, margins=(2 * _PADDING + 4, 6, 8, 8))
        for button in (self._copy, self._close):
            foot.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        column = in_column(self)
        for number, part in enumerate((head, self._rows, foot)):
            if number:
                column.addWidget(_hairline())
            column.addLayout(part)

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        self._copy.setIcon(icon("copy", theme, "secondary"))
        self._close.setIcon(icon("close", theme, "secondary"))
        self._draw_icon()

    def show_content(self, content: CardContent | None) -> None:
        """Show an event; None hides the card."""
        if content == self._content:
            return
        self._content = content
        if content is None:
            self.hide()
            return
        self._name.setText(content.name)
        self._who.setText(content.who)
        self._time.setText(content.time)
        self._rule.setText(content.rule)
        self._source.setText(content.source)
        while len(self._lines) < len(content.lines):
            self._add_line()
        for number, labels in enumerate(self._lines):
            line = content.lines[number] if number < len(content.lines) else CardLine("", "")
            for label, text in zip(
                labels, ("ƒ" if line.derived else "", line.label, line.value), strict=True
            ):
                label.setText(text)
                label.setVisible(bool(line.label))
        self.setAccessibleName(content.text)
        self._draw_icon()
        self.show()
        self.updateGeometry()

    @property
    def content(self) -> CardContent | None:
        """What is shown."""
        return self._content

    def sizeHint(self) -> QSize:
        """Return the size at which everything fits."""
        return QSize(_WIDTH, self.heightForWidth(_WIDTH))

    def _add_line(self) -> None:
        mark, label, value = QLabel(), QLabel(), QLabel()
        slanted = QFont(font(11))
        slanted.setItalic(True)
        mark.setFont(slanted)
        mark.setToolTip(self.tr("derived, not recorded"))
        label.setProperty("role", "secondary")
        mark.setProperty("role", "secondary")
        label.setFont(font(11))
        strong = QFont(font(11))
        strong.setWeight(QFont.Weight.Medium)
        value.setFont(strong)
        row = len(self._lines) + 1
        self._rows.addWidget(mark, row, 0)
        self._rows.addWidget(label, row, 1)
        self._rows.addWidget(value, row, 2, Qt.AlignmentFlag.AlignRight)
        self._lines.append((mark, label, value))

    def _draw_icon(self) -> None:
        if self._content is not None:
            self._icon.setPixmap(found_pixmap(self._content.kind, self._theme, self.devicePixelRatioF()))

    @Slot()
    def _copy_all(self) -> None:
        if self._content is not None:
            QApplication.clipboard().setText(self._content.text)


def _wrapped() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setFont(font(11))
    label.setProperty("role", "secondary")
    return label


def _button(text: str) -> QToolButton:
    button = QToolButton()
    button.setProperty("kind", "quiet")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolTip(text)
    button.setAccessibleName(text)
    button.setFixedSize(24, 24)
    return button


def _hairline() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFixedHeight(1)
    return line
