"""The card of the event that one went to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QMenu, QToolButton, QWidget

from viewer.ui.findings.measured_text import CardContent, CardLine
from viewer.ui.icons import found_pixmap, icon
from viewer.ui.terms import explain
from viewer.ui.theme import current_theme, text_scale
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.overlay import MARGIN
from viewer.ui.widgets.parts import hairline, icon_button, label, styled, wrapped

_WIDTH = 352
_PADDING = 12
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:m|s|m/s|km/h)(?!\w))")
_IN_UNIT = re.compile(r"(?<=m/)(?=[sh])")
_ALL, _MAIN = 99, 3
"""Lines of what was measured, and those that stay where there is little room."""
_FOLDS = ((True, True, _ALL), (False, True, _ALL), (False, False, _MAIN), (False, False, 0))
"""Whether the source is shown, whether the rule and what else was found, and how many lines."""


class EvidenceCard(QFrame):
    """Name and time; rule; the measured value over the threshold; what else was found; where it comes from.

    Attributes:
        heights: of all of it, and of ever less of it, px; where there is little room it is folded.

    """

    closed = Signal()
    """The user took the card away."""
    event_requested = Signal(object)
    """FoundEvent of a line that was clicked."""
    more_requested = Signal()
    """All that was found is to be listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content: CardContent | None = None
        """What is shown."""
        self.heights: tuple[int, ...] = ()
        self._fold = 0
        self.setProperty("surface", "card")
        self._icon, self._name = QLabel(), wrapped(size=13, bold=True)
        self._time = label(size=13, role="secondary")
        self.saving = QMenu(self)
        """What there is to do with the event."""
        self.saving.addAction(icon("copy", "secondary"), tr("Copy"), self._copy_all)
        self.saving.addAction(icon("help", "secondary"), tr("What is this?"), self._explain)
        more, close = icon_button("more", tr("Copy or save this event")), icon_button("close", tr("Close"))
        more.setMenu(self.saving)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        close.clicked.connect(self.closed)
        for each in more, close:
            each.setFixedSize(24, 24)
        margins = (_PADDING, 8, 8, 8)
        said = in_column(None, self._name, self._time)
        head = in_row(None, self._icon, (said, 1), more, close, spacing=6, margins=margins)
        self._parts = [(hairline(), _text()) for _ in range(3)]
        also = self._parts[1][1]
        links = Qt.TextInteractionFlag
        also.setTextInteractionFlags(links.LinksAccessibleByMouse | links.LinksAccessibleByKeyboard)
        also.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        also.linkActivated.connect(self._follow)
        self._column = in_column(self, head, *(each for part in self._parts for each in part))
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Write and draw in other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.content is not None:
            self._measure()

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
        self.setAccessibleName(content.text)
        self._fold = 0
        self._measure()
        self.show()

    def sizeHint(self) -> QSize:
        """Return the size at which everything fits, no wider than the map."""
        if self.content is not None and self._widest() != self.width():
            self._measure()
        return QSize(self.width(), max(self.heights, default=0))

    def _widest(self) -> int:
        map_view, width = self.parentWidget(), round(_WIDTH * text_scale())
        return width if map_view is None else min(width, map_view.width() - 2 * MARGIN)

    def _measure(self) -> None:
        """See how high it is with all that it says, and with less."""
        fold = self._fold
        self.setFixedWidth(self._widest())
        self.heights = tuple(map(self._height_of, range(len(_FOLDS))))
        self._show_parts(fold)
        self.updateGeometry()

    def fold(self, fold: int) -> None:
        """Show as much as goes into the height of this number."""
        if fold != self._fold:
            self._show_parts(fold)

    def _height_of(self, fold: int) -> int:
        self._show_parts(fold)
        self._column.invalidate()
        return self._column.totalHeightForWidth(self.width())

    def _show_parts(self, fold: int) -> None:
        content, self._fold = self.content, fold
        if content is None:
            return
        self._icon.setPixmap(found_pixmap(content.kind, self.devicePixelRatioF()))
        self.setToolTip(content.text if fold else "")
        source, rule, most = _FOLDS[fold]
        also = content.also if rule else ()
        texts = (
            _written(content.rule if rule else "", content.lines[:most]),
            _written(tr("Also found") if also else "", also, linked=True),
            _written(content.source if source else "", ()),
        )
        for (line, shown), text in zip(self._parts, texts, strict=True):
            shown.setText(text)
            for each in (line, shown):
                each.setVisible(bool(text))

    @Slot(str)
    def _follow(self, number: str) -> None:
        """Ask for what a line of the others leads to, by the number of the line."""
        line = self.content.also[int(number)] if self.content is not None else None
        if line is not None and line.event is not None:
            self.event_requested.emit(line.event)
        elif line is not None:
            self.more_requested.emit()

    @Slot()
    def _explain(self) -> None:
        if self.content is not None:
            explain(self.content.kind)

    @Slot()
    def _copy_all(self) -> None:
        if self.content is not None:
            QApplication.clipboard().setText(self.content.text)


def _written(text: str, lines: Sequence[CardLine], *, linked: bool = False) -> str:
    """Return ``text``, quiet, and below it names and values of ``lines`` in two columns; empty for nothing.

    With ``linked`` each line is a link to its own number.
    """
    if not text and not lines:
        return ""
    theme = current_theme()
    quiet, link = f"color:{theme.secondary.name()}", f"text-decoration:none;color:{theme.accent.name()}"
    rows = [
        f"<td width='14' style='{quiet}'><i>{'ƒ' if line.derived else ''}</i></td>"
        f"<td style='{quiet}'>{_anchor(line.label, number, link) if linked else escape(line.label)}</td>"
        f"<td align='right' style='font-weight:500'>{escape(line.value)}</td>"
        for number, line in enumerate(lines)
    ]
    if text:
        said = "<br>".join(map(escape, _unbroken(text).splitlines()))
        rows.insert(0, f"<td width='14'></td><td style='{quiet}'>{said}</td>")
    # Each is a table of its own: a long value takes no room from the name of another one.
    return "".join(f"<table width='100%' cellspacing='1'><tr>{row}</tr></table>" for row in rows)


def _anchor(text: str, number: int, style: str) -> str:
    return f"<a href='{number}' style='{style}'>{escape(text)}</a>"


def _unbroken(text: str) -> str:
    """Return a text whose lines do not break between a number and its unit, nor in the unit."""
    return _IN_UNIT.sub("\N{WORD JOINER}", _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text))


def _text() -> QLabel:
    made = styled(QLabel(), 11)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setContentsMargins(_PADDING - 2, 6, _PADDING - 2, 6)
    return made
