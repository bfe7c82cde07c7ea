"""The strip between toolbar and map: a chip for each incident (found events of one occurrence)."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QSizePolicy, QWidget

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, FoundEvent
from viewer.ui.event_text import actors_and_time, also_found, lines_of, name_of
from viewer.ui.format import count, join
from viewer.ui.icons import IconLabel, found_pixmap
from viewer.ui.state.binding import bind
from viewer.ui.state.found_events import EventScope
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.layout_button import LayoutButton
from viewer.ui.widgets.parts import label, link, styled

STRIP_HEIGHT = 40
_MARGIN, _GAP = 12, 8
HEIGHT = 28
"""Height in px of a chip, the button for an incident in the strip of found events."""
_LINE_HEIGHT = 20
MOST_CHIPS = 24
"""Maximum number of chips (buttons for incidents) in the strip; no screen is wide enough for more."""


class ChipContent(NamedTuple):
    """Texts of a chip, the button for an incident in the strip of found events, and its event.

    Attributes:
        event: the event that represents the incident.
        name: name of the kind of event.
        detail: ids of the actors and time, such as "88, 51 · 23.4 s".
        tip: tooltip with the measured value.
    """

    event: FoundEvent
    name: str
    detail: str
    tip: str


class FindingChip(LayoutButton):
    """Button in the strip for one incident (events of one occurrence); a click goes to its event."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("finding", parent)
        self.setFixedHeight(HEIGHT)
        self.content: ChipContent | None = None
        self._shown: object = None
        self._icon, self._name, self._detail = QLabel(), label(), label(size=13, role="secondary")
        for part in (self._icon, self._name, self._detail):
            self.add(part)
            part.show()  # a hidden widget would have no width in the layout
        self.row.setSpacing(6)

    def show_content(self, content: ChipContent, *, first: bool, current: bool) -> None:
        """Show ``content`` on the chip.

        ``first`` says whether it is the leftmost chip, whose text is bold; ``current`` whether its event is
        at the current time of the replay, so that the chip looks selected.
        """
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
        self.setProperty("current", ("touch" if KINDS[kind].is_contact else "other") if current else "")
        self.style().polish(self)


class FindingsStrip(QWidget):
    """One row of chips (buttons), each for an incident, the most severe first; neither wraps nor scrolls.

    An incident is the found events of one occurrence.

    Attributes:
        current: the found event at the current time of the replay; None if there is none.
    """

    event_requested = Signal(object)
    """Emitted with the FoundEvent to go to."""
    more_requested = Signal()
    """Emitted when the user wants to see the list of all events."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._found_events = workspace, workspace.found_events
        self._contents: list[ChipContent] = []
        self._total = 0
        self.current: FoundEvent | None = None
        self.setProperty("surface", "top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(STRIP_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Findings"))
        self._whose, self._words = LayoutButton("quiet", self), styled(ElidedLabel(), 13, "secondary")
        self._whose.setToolTip(tr("Whose findings are shown"))
        self._whose.setFixedHeight(HEIGHT)
        arrow = IconLabel("chevron-down", "secondary")
        for part in (label(tr("Findings"), 13, bold=True), self._words, arrow):
            self._whose.add(part)
            part.show()  # a hidden widget would have no width in the layout
        self._message = styled(QLabel(), 13, "secondary")
        self.more = styled(link(), 13)
        """Link that tells how many incidents have no chip, and opens the list."""
        self.more.setToolTip(tr("List all events"))
        self.more.clicked.connect(self.more_requested)
        self._chips: list[FindingChip] = []
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
        self._scopes = {
            EventScope.EVERYONE: (tr("All actors"), tr("· all actors")),
            EventScope.HERO: (tr("Hero"), tr("· hero")),
            EventScope.SELECTED: (tr("Selected"), tr("· selected")),
        }
        """Text of each choice in the menu, and text on the button."""
        for whose, (text, _) in self._scopes.items():
            action = self._group.addAction(self.menu.addAction(text))
            action.setCheckable(True)
            action.setData(whose)
        self._group.triggered.connect(lambda action: self._found_events.set_scope(EventScope(action.data())))
        self.menu.addSeparator()
        self._stop = self.menu.addAction(tr("Stop looking"))
        self._stop.triggered.connect(workspace.event_search.cancel)
        bind(
            self,
            workspace,
            (
                lambda now: (now.search, now.index, now.current_event, now.labels),
                self._update_chips,
            ),
            (lambda now: now.world, self._mark),
        )

    def add_actions(self, *actions: QAction) -> None:
        """Append ``actions`` of the window to the strip's menu."""
        self.menu.addActions(actions)

    def changeEvent(self, event: QEvent) -> None:
        """Arrange the chips (buttons for incidents) anew after a change of theme or text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def _update_chips(self) -> None:
        """Update the strip's chips (buttons for incidents), menu and texts from the found events."""
        found_events, index, display = (
            self._found_events,
            self._workspace.recording.index,
            self._workspace.display,
        )
        heads = Events() if index is None else found_events.events.representatives
        self._total, self._contents = len(heads), []
        for event in heads[:MOST_CHIPS]:
            assert index is not None  # noqa: S101 - for the type checker: without one there are none
            lines = *lines_of(index, event, display.write), also_found(event, found_events.incident_of(event))
            tip = "\n".join(filter(None, lines))
            times = found_events.events.group_sizes.get(event.group, 1)
            detail = actors_and_time(index, event, display.write_briefly, found_events.heroes)
            detail += f" ×{times}" if times > 1 else ""
            self._contents.append(ChipContent(event, name_of(event.kind), detail, tip))
        self._words.setText(self._scopes[found_events.scope][1])
        self._whose.setAccessibleName(f"{self.accessibleName()} {self._words.text()}")
        for action in self._group.actions():
            action.setChecked(action.data() == found_events.scope)
        self._stop.setVisible(self._workspace.event_search.searching)
        self._mark()
        self._arrange()

    def _mark(self) -> None:
        """Mark the chip of the incident at the current time as selected.

        The strip has a chip (button) for each incident, events that belong together.
        """
        world = self._workspace.moment.world
        current = None if world is None else self._found_events.at(world.elapsed)
        if current != self.current:
            self.current = current
            self._fill()

    @property
    def shown_chips(self) -> tuple[FindingChip, ...]:
        """Chips (buttons for incidents) that are visible, as they fit into the strip; from left to right."""
        return tuple(chip for chip in self._chips if not chip.isHidden())

    @property
    def message(self) -> str:
        """The text beside the chips (buttons for incidents), if it is visible; else empty."""
        return self._message.text() if not self._message.isHidden() else ""

    def sizeHint(self) -> QSize:
        """Return a size of 600 px by the strip's fixed height."""
        return QSize(600, STRIP_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many chips (buttons for incidents) as fit into the new width of the strip."""
        super().resizeEvent(event)
        self._arrange()

    # -- user actions

    @Slot()
    def _go(self) -> None:
        """Emit ``event_requested`` with the event of the chip (button for an incident) that was clicked."""
        chip = self.sender()
        if isinstance(chip, FindingChip) and chip.content is not None:
            self.event_requested.emit(chip.content.event)

    # -- layout

    def _arrange(self) -> None:
        """Show the chips (buttons for incidents) that fit into the strip, and a link "n more" for the rest.

        Chips keep their order: after the first one that does not fit, no further one is shown.
        """
        shown, message = 0, self._found_events.message
        self._message.setText(message)
        self._message.setVisible(bool(message))
        message_width = self._message.sizeHint().width() + _GAP if message else 0
        free_width = self.width() - self._whose.sizeHint().width() - message_width - _MARGIN - 5 * _GAP
        for number, chip in enumerate(self._fill()):
            width, rest = chip.sizeHint().width() + _GAP, self._total - number - 1
            more = self.more.fontMetrics().horizontalAdvance(self._more_text(rest)) + 2 * _GAP if rest else 0
            fits = shown == number and width + more <= free_width
            chip.setVisible(fits)
            if fits:
                free_width, shown = free_width - width, shown + 1
        rest = self._total - shown
        self.more.setVisible(rest > 0)
        self.more.setText(self._more_text(rest, shown))

    def _fill(self) -> list[FindingChip]:
        """Set the texts of the chips (buttons, one per incident), and return the chips in use.

        Creates chips that are missing, and hides those that are not needed. There are at most ``MOST_CHIPS``.
        """
        while len(self._chips) < len(self._contents):
            chip = FindingChip(self)
            chip.clicked.connect(self._go)
            self._chips.append(chip)
            self._row.addWidget(chip)
        for chip in self._chips[len(self._contents) :]:
            chip.hide()
        for number, (chip, each) in enumerate(zip(self._chips, self._contents, strict=False)):
            chip.show_content(each, first=number == 0, current=each.event == self.current)
        return self._chips[: len(self._contents)]

    def _more_text(self, rest: int, shown: int = 1) -> str:
        """Return the text of the link that opens the list of all events: "n more", n being ``rest``.

        ``rest`` is the number of incidents without a chip. If ``shown``, the number of visible chips, is 0,
        the text is "n found".
        """
        return (tr("{} more") if shown else tr("{} found")).format(count(rest))
