"""The card of the event that one went to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QLabel, QMenu, QToolButton, QWidget

from viewer.ui.found_icons import found_pixmap
from viewer.ui.icons import icon
from viewer.ui.story.evidence_text import CardContent, CardLine
from viewer.ui.theme import font
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.parts import button, hairline, label, wrapped

_WIDTH = 352
_PADDING = 12
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:m|s|m/s|km/h)(?!\w))")
_IN_UNIT = re.compile(r"(?<=m/)(?=[sh])")
_MAIN = 3
"""Lines that stay where there is no room for all."""


class _Shown(NamedTuple):
    """Which parts of the card are shown besides its head."""

    source: bool
    rule: bool
    also: bool
    lines: int


_FOLDS = (
    _Shown(source=True, rule=True, also=True, lines=99),
    _Shown(source=False, rule=True, also=True, lines=99),
    _Shown(source=False, rule=False, also=False, lines=_MAIN),
    _Shown(source=False, rule=False, also=False, lines=0),
)
"""From all of the card to its head alone."""


class EvidenceCard(QFrame):
    """Name and time; rule; the measured value over the threshold; what else was found; where it comes from.

    Attributes:
        heights: of all of it, and of ever less of it, px; where there is little room it is folded.

    """

    closed = Signal()
    """The user took the card away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content: CardContent | None = None
        """What is shown."""
        self.heights: tuple[int, ...] = ()
        self._fold = 0
        self.setProperty("surface", "card")
        self.setFixedWidth(_WIDTH)
        self._icon, self._name = QLabel(), wrapped(size=13, bold=True)
        self._time = label(size=13, role="secondary")
        self._rule, self._source = wrapped(size=11, role="secondary"), wrapped(size=11, role="secondary")
        self._copy, self._close = _button(self.tr("Copy what the card says")), _button(self.tr("Close"))
        self._more = _button(self.tr("Save this event"))
        self._also_title = label(self.tr("Also found"), size=11, role="secondary")
        self._facts, self._also, self._foot = _Lines(self._rule), _Lines(self._also_title), QWidget()
        self._lay_out()
        self.saving = QMenu(self)
        """What the button for saving offers."""
        self._more.setMenu(self.saving)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._copy.clicked.connect(self._copy_all)
        self._close.clicked.connect(self.closed)
        self._copy.setIcon(icon("copy", "secondary"))
        self._more.setIcon(icon("more", "secondary"))
        self._close.setIcon(icon("close", "secondary"))
        self.hide()

    def _lay_out(self) -> None:
        head = in_row(
            None,
            self._icon,
            (self._name, 1),
            self._time,
            self._close,
            spacing=8,
            margins=(_PADDING, 8, 8, 8),
        )
        margins = (2 * _PADDING + 4, 6, 8, 8)
        self._foot_row = in_row(self._foot, (self._source, 1), spacing=4, margins=margins)
        for each in (self._more, self._copy):
            self._foot_row.addWidget(each, 0, Qt.AlignmentFlag.AlignBottom)
        self._hairlines = hairline(), hairline(), hairline()
        facts, others, sources = self._hairlines
        self._column = in_column(self, head, facts, self._facts, others, self._also, sources, self._foot)
        for part in self.findChildren(QWidget):
            part.show()  # else it counts for no height before it was on the screen

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icon in other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw_icon()

    def show_content(self, content: CardContent | None) -> None:
        """Show an event; None hides the card."""
        if content == self.content:
            return
        self.content = content
        if content is None:
            self.hide()
            return
        self._name.setText(content.name)
        self._time.setText(content.time)
        self._rule.setText(_unbroken(content.rule))
        self._source.setText(_unbroken(content.source))
        self._facts.show_lines(content.lines)
        self._also.show_lines(content.also)
        self.setAccessibleName(content.text)
        self._draw_icon()
        self.heights = tuple(map(self._height_of, range(len(_FOLDS))))
        self._show_parts(0)
        self.show()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size at which everything fits."""
        return QSize(_WIDTH, max(self.heights, default=0))

    def fold(self, fold: int) -> None:
        """Show as much as goes into the height of this number."""
        if fold != self._fold:
            self._show_parts(fold)

    def _height_of(self, fold: int) -> int:
        self._show_parts(fold)
        column = self._column
        for part in (
            self._facts.grid,
            self._also.grid,
            self._foot_row,
        ):  # else they keep the heights of the event before
            part.activate()
        column.invalidate()
        wraps = column.hasHeightForWidth()
        return column.totalHeightForWidth(_WIDTH) if wraps else column.totalSizeHint().height()

    def _show_parts(self, fold: int) -> None:
        shown, self._fold = _FOLDS[fold], fold
        self.setToolTip(self.content.text if self.content is not None and fold else "")
        also = shown.also and self.content is not None and bool(self.content.also)
        count = self._facts.show_first(shown.lines)
        has_rule = shown.rule and bool(self._rule.text())
        self._rule.setVisible(has_rule)
        self._facts.setVisible(has_rule or count > 0)
        self._also.setVisible(also)
        self._foot.setVisible(shown.source)
        for line, part in zip(self._hairlines, (self._facts, self._also, self._foot), strict=True):
            line.setVisible(not part.isHidden())

    def _draw_icon(self) -> None:
        if self.content is not None:
            self._icon.setPixmap(found_pixmap(self.content.kind, self.devicePixelRatioF()))

    @Slot()
    def _copy_all(self) -> None:
        if self.content is not None:
            QApplication.clipboard().setText(self.content.text)


class _Lines(QWidget):
    """Names and values in two columns, below a text."""

    def __init__(self, text: QLabel) -> None:
        super().__init__()
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(_PADDING, 8, _PADDING, 8)
        self.grid.setHorizontalSpacing(4)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(1, 1)
        self.grid.setColumnMinimumWidth(0, _PADDING)
        self.grid.addWidget(text, 0, 1, 1, 2)
        self._labels: list[tuple[QLabel, QLabel, QLabel]] = []
        self._count = 0

    def show_lines(self, lines: Sequence[CardLine]) -> None:
        """Show these lines."""
        while len(self._labels) < len(lines):
            self._add()
        self._count = len(lines)
        for line, labels in zip(lines, self._labels, strict=False):
            for shown, text in zip(
                labels, ("ƒ" if line.derived else "", line.label, line.value), strict=True
            ):
                shown.setText(text)
        self.show_first(len(lines))

    def show_first(self, most: int) -> int:
        """Show the first lines only; return how many."""
        count = min(most, self._count)
        for number, labels in enumerate(self._labels):
            for each in labels:
                each.setVisible(number < count)
        return count

    def _add(self) -> None:
        mark, name, value = label(role="secondary"), wrapped(size=11, role="secondary"), QLabel()
        slanted = font(11)
        slanted.setItalic(True)
        mark.setFont(slanted)
        mark.setToolTip(self.tr("computed, not recorded"))
        value.setFont(font(11, medium=True))
        row = len(self._labels) + 1
        top, right = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignRight
        self.grid.addWidget(mark, row, 0, top)
        self.grid.addWidget(name, row, 1)
        self.grid.addWidget(value, row, 2, top | right)
        self._labels.append((mark, name, value))


def _unbroken(text: str) -> str:
    """Return a text whose lines do not break between a number and its unit, nor in the unit."""
    return _IN_UNIT.sub("\N{WORD JOINER}", _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text))


def _button(text: str) -> QToolButton:
    made = button(QToolButton(), text)
    made.setAccessibleName(text)
    made.setFixedSize(24, 24)
    return made
