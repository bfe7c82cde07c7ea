"""Central area of the window: the map with the widgets around and above it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QStackedLayout, QWidget

from viewer.ui.comparison.verdict_row import VerdictRow
from viewer.ui.findings.card import EventCard
from viewer.ui.findings.strip import FindingsStrip
from viewer.ui.map import MapView
from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.workspace import Workspace
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.chip import Chip
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.overlay import Corner


class MapArea(QWidget):
    """Central widget of the window: the map, or the start page while no recording is open.

    Above the map are a strip with the events that were found and bars with messages. Small clickable boxes
    (chips) and the card that explains an event float over it.
    """

    map_hidden = Signal(bool)
    """Emitted with True when another page than the map is shown, and with False when the map is shown."""

    def __init__(self, workspace: Workspace, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        stage = QWidget(self)
        map_page = QWidget(stage)
        self.verdict_row = VerdictRow(workspace, actions, map_page)
        self.strip = FindingsStrip(workspace, map_page)
        self.strip.hide()
        self.map_view = MapView(workspace, map_page)
        in_column(map_page, self.verdict_row, self.strip, (self.map_view, 1))
        self.start_page = StartPage(stage)
        self.bar = MessageBar(self)
        self.file_bar = MessageBar(self)
        self.road_bar = MessageBar(self)
        self.map_chip, self.growth_chip = Chip(self, clickable=True), Chip(self, clickable=True)
        self.event_card = EventCard(self)
        self._pages = QStackedLayout(stage)
        self._map_page = map_page
        self._library: QWidget | None = None
        self._has_map = False
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(map_page)
        self._pages.currentChanged.connect(
            lambda _: self.map_hidden.emit(self._pages.currentWidget() is not map_page)
        )
        in_column(self, self.file_bar, self.bar, self.road_bar, (stage, 1))
        stacks = self.map_view.overlay
        stacks.add(self.event_card, Corner.TOP_LEFT, 0)
        self._chips = (self.growth_chip, self.map_chip)
        for rank, chip in enumerate(self._chips):
            stacks.add(chip, Corner.TOP_LEFT, rank)
        self.setMinimumSize(300, 160)

    def keep_chips(self) -> None:
        """Take the chips (small boxes with hints) off the map, so that it can be rendered without them."""
        for chip in self._chips:
            chip.setParent(self)

    def set_library(self, page: QWidget) -> None:
        """Show ``page``, a list of a folder's recordings, and delete the former one."""
        before, self._library = self._library, page
        self._pages.addWidget(page)
        self.show_library(shown=True)
        if before is not None:
            self._pages.removeWidget(before)
            before.deleteLater()

    @property
    def library_shown(self) -> bool:
        """Whether the list of a folder's recordings is visible."""
        return self._library is not None and self._pages.currentWidget() is self._library

    def show_library(self, *, shown: bool) -> None:
        """Show the list of a folder's recordings instead of the map, or the map again."""
        if shown and self._library is not None:
            self._pages.setCurrentWidget(self._library)
            self._library.setFocus()
        elif not shown:
            self.show_map(self._has_map)

    def show_map(self, shown: bool) -> None:
        """Show the map if ``shown``; else the list of a folder's recordings, or the start page without one.

        The map gets keyboard focus unless the user is typing in a text field.
        """
        self._has_map = shown
        page = self._map_page if shown else self._library or self.start_page
        self._pages.setCurrentWidget(page)
        if shown and not isinstance(QApplication.focusWidget(), QLineEdit):
            self.map_view.setFocus()
