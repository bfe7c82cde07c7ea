"""The card (text box) over the map that explains one found event."""

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

_WIDTH = 320
_PADDING = 12
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:m|s|m/s|km/h)(?!\w))")
_IN_UNIT = re.compile(r"(?<=m/)(?=[sh])")
_ALL, _MAIN = 99, 3
"""Maximum number of lines with measured values on the card about an event: on a high card, and on a low one.
"""
_FOLDS = (
    (True, True, _ALL, True),
    (False, True, _ALL, True),
    (False, False, _MAIN, True),
    (False, False, 0, True),
    (False, False, 0, False),
)
"""States in which an event's card can be folded, from all of it to its heading only.

Each is a tuple: whether the event's source is shown, whether the rule and the incident's other events are
shown, the maximum number of lines with measured values, and whether what a standing vehicle stands behind is
shown.
"""


class EventCard(QFrame):
    """Card with an event's name, time, rule, measured values, source, and other events of its incident.

    An incident is the found events of one occurrence.

    Attributes:
        heights: heights of the card in px, one for each folding state (``_FOLDS``), fullest first.
    """

    closed = Signal()
    """Emitted when the user closes the card."""
    event_requested = Signal(object)
    """Emitted with the FoundEvent to go to when its line on the card was clicked."""
    actor_requested = Signal(int)
    """Emitted with the row in the actor table of an actor whose line on the card was clicked."""
    more_requested = Signal()
    """Emitted when the user asks the box with an event's details for the list of all events."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content: CardContent | None = None
        """The content that is shown; None while the card is hidden."""
        self.heights: tuple[int, ...] = ()
        self._fold = 0
        self.setProperty("surface", "card")
        self._icon, self._name = QLabel(), wrapped(size=13, bold=True)
        self._time = label(size=13, role="secondary")
        self.saving = QMenu(self)
        """Menu of the button "…"; the window adds actions to it."""
        self.saving.addAction(icon("copy", "secondary"), tr("Copy"), self._copy_all)
        self.saving.addAction(icon("help", "secondary"), tr("What is this?"), self._explain)
        more, close = icon_button("more", tr("Copy or save this event")), icon_button("close", tr("Close"))
        more.setMenu(self.saving)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        close.clicked.connect(self.closed)
        for each in more, close:
            each.setFixedSize(24, 24)
        margins = (_PADDING, 8, 8, 8)
        texts = in_column(None, self._name, self._time)
        head = in_row(None, self._icon, (texts, 1), more, close, spacing=6, margins=margins)
        self._parts = [(hairline(), _make_text_label()) for _ in range(4)]
        links = Qt.TextInteractionFlag
        for _, linked in self._parts[:3]:
            linked.setTextInteractionFlags(links.LinksAccessibleByMouse | links.LinksAccessibleByKeyboard)
            linked.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            linked.linkActivated.connect(self._follow)
        self._column = in_column(self, head, *(each for part in self._parts for each in part))
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Compute the card's layout again after the theme or the text size has changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.content is not None:
            self._measure()

    def show_content(self, content: CardContent | None) -> None:
        """Show ``content``, the texts about an event; None hides the card."""
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
        """Return the size of the card with all its parts, no wider than the map view below it."""
        if self.content is not None and self._widest() != self.width():
            self._measure()
        return QSize(self.width(), max(self.heights, default=0))

    def _widest(self) -> int:
        """Return the greatest width of the card in px: the usual one, or less if the map view is narrower."""
        map_view, width = self.parentWidget(), round(_WIDTH * text_scale())
        return width if map_view is None else min(width, map_view.width() - 2 * MARGIN)

    def _measure(self) -> None:
        """Set the card's width, and compute ``heights``: its height in each folding state."""
        fold = self._fold
        self.setFixedWidth(self._widest())
        self.heights = tuple(map(self._height_of, range(len(_FOLDS))))
        self._show_parts(fold)
        self.updateGeometry()

    def fold(self, fold: int) -> None:
        """Fold the event's card to the state ``fold``: 0 shows everything, greater numbers show less.

        ``fold`` is an index into ``heights``.
        """
        if fold != self._fold:
            self._show_parts(fold)

    def _height_of(self, fold: int) -> int:
        """Fold the card and return the height in px that it then needs.

        ``fold`` is an index of its folding states: 0 shows all, the last one only the heading.
        """
        self._show_parts(fold)
        self._column.invalidate()
        return self._column.totalHeightForWidth(self.width())

    def _show_parts(self, fold: int) -> None:
        """Show the event on the card, with fewer details the greater ``fold`` is; 0 shows everything."""
        content, self._fold = self.content, fold
        if content is None:
            return
        self._icon.setPixmap(found_pixmap(content.kind, self.devicePixelRatioF()))
        self.setToolTip(content.text if fold else "")
        source, rule, most, why = _FOLDS[fold]
        also, ahead = content.also if rule else (), content.ahead if why else ()
        above = content.unknown if why else "", tr("Ahead") if ahead else ""
        texts = (
            _html_table(content.rule if rule else "", content.lines[:most]),
            _html_table("\n".join(filter(None, above)), ahead, len(content.lines)),
            _html_table(tr("Also found") if also else "", also, len(content.lines + content.ahead)),
            _html_table(content.source if source else "", ()),
        )
        for (line, shown), text in zip(self._parts, texts, strict=True):
            shown.setText(text)
            for each in (line, shown):
                each.setVisible(bool(text))

    @Slot(str)
    def _follow(self, index: str) -> None:
        """Request the actor or event of a line that was clicked, or the list of all events.

        ``index`` is the line's index among all lines of the card together, as text.
        """
        if self.content is None:
            return
        line = (*self.content.lines, *self.content.ahead, *self.content.also)[int(index)]
        if line.row is not None:
            self.actor_requested.emit(line.row)
        elif line.event is not None:
            self.event_requested.emit(line.event)
        else:
            self.more_requested.emit()

    @Slot()
    def _explain(self) -> None:
        """Open the user guide at the explanation of the kind of event that the card shows."""
        if self.content is not None:
            explain(self.content.kind)

    @Slot()
    def _copy_all(self) -> None:
        """Copy all the card's text to the clipboard."""
        if self.content is not None:
            QApplication.clipboard().setText(self.content.text)


def _html_table(text: str, lines: Sequence[CardLine], first: int = 0) -> str:
    """Return HTML with ``text`` in a secondary colour above a table of ``lines`` (label and value).

    Empty if there are neither text nor lines. The target of a link is the index of its line plus ``first``.
    """
    if not text and not lines:
        return ""
    theme = current_theme()
    quiet, value, link = (f"color:{color.name()}" for color in (theme.secondary, theme.text, theme.accent))
    rows = []
    for number, line in enumerate(lines, first):
        cells = [(escape(line.label), quiet), (escape(line.value), value)]
        if line.is_link:
            cells = [
                (f"<a href='{number}' style='text-decoration:none;{color}'>{cell}</a>", color)
                for (cell, _), color in zip(cells, (link, value), strict=True)
            ]
        (name, style), (shown, _) = cells
        rows.append(
            f"<td width='14' style='{quiet}'><i>{'ƒ' if line.derived else ''}</i></td>"
            f"<td style='{style}'>{name}</td><td align='right' style='font-weight:500'>{shown}</td>"
        )
    if text:
        texts = "<br>".join(map(escape, _with_joined_units(text).splitlines()))
        rows.insert(0, f"<td width='14'></td><td style='{quiet}'>{texts}</td>")
    # Each row is a table of its own: a long value does not narrow the labels of other rows.
    return "".join(f"<table width='100%' cellspacing='1'><tr>{row}</tr></table>" for row in rows)


def _with_joined_units(text: str) -> str:
    """Return ``text`` with characters that prevent line breaks between a number and its unit."""
    return _IN_UNIT.sub("\N{WORD JOINER}", _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text))


def _make_text_label() -> QLabel:
    """Return an empty label for wrapped rich text, with the margins of texts on an event's card."""
    made = styled(QLabel(), 11)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setContentsMargins(_PADDING - 2, 6, _PADDING - 2, 6)
    return made
