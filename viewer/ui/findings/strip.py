"""The strip between the top bar and the map that tells what went wrong, in order of weight."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QSizePolicy, QWidget

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, FoundEvent
from viewer.ui.event_text import also_found, lines_of, name_of, who_and_when
from viewer.ui.format import count, join
from viewer.ui.icons import IconLabel, found_pixmap
from viewer.ui.state.changes import What
from viewer.ui.state.found_events import Whose
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_row
from viewer.ui.widgets.chip import LayoutButton
from viewer.ui.widgets.parts import label, link, styled

STRIP_HEIGHT = 40
_MARGIN, _GAP = 12, 8
HEIGHT = 28
"""Of its chips."""
_LINE_HEIGHT = 20
MOST_CHIPS = 24
"""Chips that a strip may have: more find room on no screen."""


class ChipContent(NamedTuple):
    """What a chip says.

    Attributes:
        event: what it is about.
        name: of its kind.
        detail: whom it is about, and when: "88, 51 · 23.4 s".
        tip: more about it, the measured value among it.

    """

    event: FoundEvent
    name: str
    detail: str
    tip: str


class StoryChip(LayoutButton):
    """A chip of the strip; with Enter or a click it asks for its event."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("finding", parent)
        self.setFixedHeight(HEIGHT)
        self.content: ChipContent | None = None
        self._shown: object = None
        self._icon, self._name, self._detail = QLabel(), label(), label(size=13, role="secondary")
        for part in (self._icon, self._name, self._detail):
            self.add(part)
            part.show()  # else it takes no room before it was on the screen
        self.row.setSpacing(6)

    def show_content(self, content: ChipContent, *, first: bool, current: bool) -> None:
        """Show an event; the first one is bold, that at the playhead is selected."""
        shown = (content, first, current, current_theme().name)
        if shown == self._shown:
            return
        self._shown, self.content = shown, content
        kind = content.event.kind
        self._icon.setPixmap(found_pixmap(kind, self.devicePixelRatioF()))
        self._name.setText(content.name)
        self._name.setFont(font(13, bold=first, medium=not first))
        self._detail.setText(f"· {content.detail}")
        self.setAccessibleName(join(content.name, content.detail))
        self.setToolTip(content.tip)
        self.setProperty("current", ("touch" if KINDS[kind].touches else "other") if current else "")
        self.style().polish(self)


class StoryStrip(QWidget):
    """Chips of what was found in one line that neither wraps nor scrolls, what matters most first.

    Attributes:
        current: the event at the playhead, None for none of them.

    """

    event_requested = Signal(object)
    """FoundEvent to go to."""
    more_requested = Signal()
    """All events are to be listed."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._story = workspace, workspace.story
        self._told: list[ChipContent] = []
        self._total = 0
        self.current: FoundEvent | None = None
        self.setProperty("surface", "top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(STRIP_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Findings"))
        self._whose, self._words = LayoutButton("quiet", self), label(role="secondary", size=13)
        self._whose.setToolTip(tr("About whom it is told"))
        self._whose.setFixedHeight(HEIGHT)
        arrow = IconLabel("chevron-down", "secondary")
        for part in (label(tr("Findings"), 13, bold=True), self._words, arrow):
            self._whose.add(part)
            part.show()  # else it takes no room before it was on the screen
        self._message = styled(QLabel(), 13, "secondary")
        self.more = styled(link(), 13)
        """What leads to the events that found no room."""
        self.more.setToolTip(tr("List all events"))
        self.more.clicked.connect(self.more_requested)
        self._chips: list[StoryChip] = []
        beside = QFrame(frameShape=QFrame.Shape.VLine)
        beside.setFixedSize(1, _LINE_HEIGHT)
        self._row = in_row(None, spacing=_GAP)
        margins = (_GAP, 0, _MARGIN, 0)
        in_row(
            self, self._whose, beside, 4, self._row, self._message, STRETCH, self.more,
            spacing=_GAP, margins=margins,
        )  # fmt: skip
        self.menu = QMenu(self)
        self._whose.clicked.connect(
            lambda: self.menu.popup(self._whose.mapToGlobal(QPoint(0, self._whose.height())))
        )
        self._group = QActionGroup(self)
        for whose, text in (
            (Whose.EVERYONE, tr("All actors")),
            (Whose.HERO, tr("Hero")),
            (Whose.SELECTED, tr("Selected")),
        ):
            action = self._group.addAction(self.menu.addAction(text))
            action.setCheckable(True)
            action.setData(whose)
        self._group.triggered.connect(lambda action: self._story.set_whose(Whose(action.data())))
        self.menu.addSeparator()
        self._stop = self.menu.addAction(tr("Stop looking"))
        self._stop.triggered.connect(workspace.finder.cancel)
        workspace.when(What.STORY | What.RECORDING | What.EVENT | What.SCALE, self._tell)
        workspace.when(What.WORLD, self._mark)

    def add_actions(self, *actions: QAction) -> None:
        """Put actions of the window at the end of the strip's menu."""
        self.menu.addActions(actions)

    def changeEvent(self, event: QEvent) -> None:
        """Make room for text of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def _tell(self) -> None:
        """Tell what there is."""
        story, index, display = self._story, self._workspace.recording.index, self._workspace.display
        heads = Events() if index is None else story.events.representatives
        self._total, self._told = len(heads), []
        for event in heads[:MOST_CHIPS]:
            assert index is not None  # noqa: S101 - for the type checker: without one there are none
            lines = *lines_of(index, event, display.write), also_found(event, story.incident_of(event))
            tip = "\n".join(filter(None, lines))
            times = story.events.times(event)
            detail = who_and_when(index, event, display.write_briefly) + (f" ×{times}" if times > 1 else "")
            self._told.append(ChipContent(event, name_of(event.kind), detail, tip))
        self._words.setText(self._whose_words(story.whose))
        self._whose.setAccessibleName(f"{self.accessibleName()} {self._words.text()}")
        for action in self._group.actions():
            action.setChecked(action.data() == story.whose)
        self._stop.setVisible(self._workspace.finder.looking)
        self._mark()
        self._arrange()

    def _mark(self) -> None:
        """Mark the event that the playhead comes to."""
        world = self._workspace.moment.world
        current = None if world is None else self._story.at(world.elapsed)
        if current != self.current:
            self.current = current
            self._fill()

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

    # -- what is done with it

    @Slot()
    def _go(self) -> None:
        chip = self.sender()
        if isinstance(chip, StoryChip) and chip.content is not None:
            self.event_requested.emit(chip.content.event)

    # -- where everything is

    def _arrange(self) -> None:
        """Show the heaviest chips for which there is room: none behind one that does not fit."""
        shown, said = 0, self._story.message
        self._message.setText(said)
        self._message.setVisible(bool(said))
        message = self._message.sizeHint().width() + _GAP if said else 0
        room = self.width() - self._whose.sizeHint().width() - message - _MARGIN - 5 * _GAP
        for number, chip in enumerate(self._fill()):
            width, rest = chip.sizeHint().width() + _GAP, self._total - number - 1
            fits = shown == number and width + (self._more_width(rest) if rest else 0) <= room
            chip.setVisible(fits)
            if fits:
                room, shown = room - width, shown + 1
        rest = self._total - shown
        self.more.setVisible(rest > 0)
        self.more.setText(self._more_text(rest, shown))

    def _fill(self) -> list[StoryChip]:
        """Return a chip for each event that may be told; the others are hidden."""
        while len(self._chips) < len(self._told):
            chip = StoryChip(self)
            chip.clicked.connect(self._go)
            self._chips.append(chip)
            self._row.addWidget(chip)
        for chip in self._chips[len(self._told) :]:
            chip.hide()
        for number, (chip, each) in enumerate(zip(self._chips, self._told, strict=False)):
            chip.show_content(each, first=number == 0, current=each.event == self.current)
        return self._chips[: len(self._told)]

    def _whose_words(self, whose: Whose) -> str:
        return {
            Whose.EVERYONE: tr("· all actors"),
            Whose.HERO: tr("· hero"),
            Whose.SELECTED: tr("· selected"),
        }[whose]

    def _more_text(self, rest: int, shown: int = 1) -> str:
        return (tr("{} more") if shown else tr("{} found")).format(count(rest))

    def _more_width(self, rest: int) -> int:
        return self.more.fontMetrics().horizontalAdvance(self._more_text(rest)) + 2 * _GAP
