"""The strip between the top bar and the map that tells what went wrong, in order of weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy, QWidget

from viewer.analysis.event_table import FoundEvent
from viewer.ui.format import count
from viewer.ui.icons import icon
from viewer.ui.state.story import Whose
from viewer.ui.story.chip import HEIGHT, ChipContent, StoryChip, chip_width
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.parts import link, styled

STRIP_HEIGHT = 40
_MARGIN, _GAP = 12, 8
_LINE_HEIGHT = 20
_BESIDE_LINE = 12
MOST_CHIPS = 24
"""Chips that a strip may have: more find room on no screen."""


@dataclass(frozen=True)
class StripContent:
    """What the strip says.

    Attributes:
        chips: what was found, what matters most first; those that find no room are counted.
        total: how many events there are.
        message: what is said behind the chips, or in their place.
        whose: about whom it is told.
        looking: whether more may be found.
        current: the event at the playhead, or None.

    """

    chips: Sequence[ChipContent] = ()
    total: int = 0
    message: str = ""
    whose: Whose = Whose.EVERYONE
    looking: bool = False
    current: FoundEvent | None = None


class StoryStrip(QWidget):
    """Chips in one line that neither wraps nor scrolls. It is told what there is, and asks."""

    event_requested = Signal(object)
    """FoundEvent to go to."""
    whose_requested = Signal(object)
    """About whom it is to be told: Whose."""
    stop_requested = Signal()
    """No more is to be looked for."""
    more_requested = Signal()
    """All events are to be listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = StripContent()
        """What is told."""
        self._line_x = 0
        self.setFixedHeight(STRIP_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Findings"))
        self._whose = _WhoseButton(self)
        self._whose.setIcon(icon("chevron-down", "secondary"))
        self._message = styled(QLabel(self), 13, "secondary")
        self.more = styled(link(), 13)
        """What leads to the events that found no room."""
        self.more.setParent(self)
        self.more.clicked.connect(self.more_requested)
        self._chips: list[StoryChip] = []
        self.menu = QMenu(self)
        self._whose.clicked.connect(
            lambda: self.menu.popup(self._whose.mapToGlobal(QPoint(0, self._whose.height())))
        )
        self._group = QActionGroup(self)
        for whose, text in (
            (Whose.EVERYONE, self.tr("Everyone")),
            (Whose.HERO, self.tr("Hero")),
            (Whose.SELECTED, self.tr("Selected")),
        ):
            action = QAction(text, self)
            self.menu.addAction(action)
            action.setCheckable(True)
            action.setData(whose)
            self._group.addAction(action)
        self._group.triggered.connect(lambda action: self.whose_requested.emit(action.data()))
        self.menu.addSeparator()
        self._stop = QAction(self.tr("Stop looking"), self)
        self.menu.addAction(self._stop)
        self._stop.triggered.connect(self.stop_requested)
        self._words = {
            Whose.EVERYONE: self.tr("· all actors"),
            Whose.HERO: self.tr("· hero"),
            Whose.SELECTED: self.tr("· selected"),
        }
        self.set_content(self.content)

    def add_actions(self, *actions: QAction) -> None:
        """Put actions of the window at the end of the strip's menu."""
        self.menu.addActions(actions)

    def changeEvent(self, event: QEvent) -> None:
        """Make room for text of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def set_content(self, content: StripContent) -> None:
        """Tell this."""
        self.content = content
        self._whose.set_words(self.tr("Findings"), self._words[content.whose])
        for action in self._group.actions():
            action.setChecked(action.data() == content.whose)
        self._stop.setVisible(content.looking)
        self._arrange()

    @property
    def shown_chips(self) -> tuple[StoryChip, ...]:
        """The chips that find room, from the left."""
        return tuple(chip for chip in self._chips if not chip.isHidden())

    @property
    def message(self) -> str:
        """What is said in words."""
        return self._message.text() if not self._message.isHidden() else ""

    def sizeHint(self) -> QSize:
        """Return the fixed height."""
        return QSize(600, STRIP_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many chips as there is room for."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground with hairlines: below, and behind the menu."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().window)
        painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().hairline)
        painter.fillRect(
            self._line_x, (STRIP_HEIGHT - _LINE_HEIGHT) // 2, 1, _LINE_HEIGHT, current_theme().hairline
        )

    # -- what is done with it

    @Slot()
    def _go(self) -> None:
        chip = self.sender()
        if isinstance(chip, StoryChip) and chip.content is not None:
            self.event_requested.emit(chip.content.event)

    # -- where everything is

    def _arrange(self) -> None:
        content, top = self.content, (STRIP_HEIGHT - HEIGHT) // 2
        size = self._whose.sizeHint()
        self._whose.setGeometry(_MARGIN, top, size.width(), HEIGHT)
        self._line_x = _MARGIN + size.width() + _BESIDE_LINE - _GAP
        left = self._line_x + 1 + _BESIDE_LINE
        self._message.setText(content.message)
        message = self._message.sizeHint().width() + _GAP if content.message else 0
        right = self.width() - _MARGIN
        placed: list[tuple[ChipContent, int, int]] = []
        x = left
        for chip in content.chips[:MOST_CHIPS]:  # a narrow one may fit where a heavier does not
            width = chip_width(chip, first=not placed)
            rest = content.total - len(placed) - 1
            if x + width + _GAP + message + (self._more_width(rest) if rest else 0) <= right:
                placed.append((chip, x, width))
                x += width + _GAP
            elif not placed:
                break
        self._show_chips(placed, top)
        shown = len(placed)
        rest = content.total - shown
        self.more.setVisible(rest > 0)
        if rest > 0:
            self.more.setText(self._more_text(rest, shown))
            self.more.setToolTip(self.tr("List all events"))
            width = self._more_width(rest)
            self.more.setGeometry(right - width, top, width, HEIGHT)
        self._message.setVisible(bool(content.message))
        self._message.setGeometry(x, top, max(min(message, right - x), 0), HEIGHT)

    def _show_chips(self, placed: Sequence[tuple[ChipContent, int, int]], top: int) -> None:
        while len(self._chips) < len(placed):
            chip = StoryChip(self)
            chip.clicked.connect(self._go)
            self._chips.append(chip)
        for number, chip in enumerate(self._chips):
            chip.setVisible(number < len(placed))
        for number, (content, x, width) in enumerate(placed):
            chip = self._chips[number]
            current = content.event == self.content.current
            chip.show_content(content, first=number == 0, current=current)
            chip.setGeometry(x, top, width, HEIGHT)

    def _more_text(self, rest: int, shown: int = 1) -> str:
        return (self.tr("{} more") if shown else self.tr("{} found")).format(count(rest))

    def _more_width(self, rest: int) -> int:
        return self.more.fontMetrics().horizontalAdvance(self._more_text(rest)) + 2 * _GAP


class _WhoseButton(QPushButton):
    """The words "Story of everyone": the first word is what the strip is, the others are chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._title, self._words = "", ""

    def set_words(self, title: str, words: str) -> None:
        """Say what it is, and about whom."""
        self._title, self._words = title, words
        self.setAccessibleName(f"{title} {words}")
        self.setToolTip(self.tr("About whom it is told"))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of both words and the arrow."""
        bold = self._metrics(bold=True).horizontalAdvance(self._title)
        plain = self._metrics(bold=False).horizontalAdvance(self._words)
        return QSize(bold + plain + 4 * _GAP + self.iconSize().width(), HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint both words and the arrow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(current_theme().accent if self.hasFocus() else Qt.GlobalColor.transparent)
            painter.setBrush(current_theme().raised)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        x = _GAP
        for text, bold, color in (
            (self._title, True, current_theme().text),
            (self._words, False, current_theme().secondary),
        ):
            painter.setFont(font(13, bold=bold))
            painter.setPen(color)
            painter.drawText(
                self.rect().adjusted(x, 0, 0, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                text,
            )
            x += self._metrics(bold=bold).horizontalAdvance(text) + _GAP
        side = self.iconSize().width()
        self.icon().paint(painter, x, (self.height() - side) // 2, side, side)
        painter.end()

    @staticmethod
    def _metrics(*, bold: bool) -> QFontMetrics:
        return QFontMetrics(font(13, bold=bold))
