"""The main window: its parts and where they are. ``viewer.ui.wiring`` connects them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QHideEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from viewer.ui.actions import build_actions, build_menus
from viewer.ui.actors import ActorPanel
from viewer.ui.background.tasks import Tasks
from viewer.ui.icons import app_icon, set_action_icons
from viewer.ui.inspector import Inspector
from viewer.ui.panels import PANELS, PanelPlace, panels_at
from viewer.ui.rooms import Rooms
from viewer.ui.shell.arrangement import Arrangement, Panels
from viewer.ui.shell.drawer import Drawer
from viewer.ui.shell.focus_rules import FocusRules
from viewer.ui.shell.map_area import MapArea
from viewer.ui.shell.panel_fault import contain_faults
from viewer.ui.shell.playback_bar import PlaybackBar
from viewer.ui.shell.status_bar import StatusBar
from viewer.ui.shell.top_bar import TopBar
from viewer.ui.state.settings import Settings
from viewer.ui.timeline.view import TimelineView
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.drawer_panel import DrawerPanel
from viewer.ui.widgets.folding_panel import FoldingPanel

PROGRAM_NAME = "CARLA replay viewer"
_INSPECTOR_WIDTH = 340
_FRAME = QSize(16, 48)
"""Pixels kept for the frame and the title bar that the system puts around a new window."""


class MainWindow(QWidget):
    """Lays out the parts and keeps their sizes; knows nothing of recordings."""

    files_dropped = Signal(object)
    """Paths of files dropped on the window, a list."""
    seen_changed = Signal(bool)
    """The window can be seen, or no longer: it is minimised or hidden."""
    closing = Signal()
    """The window closes: whatever runs must stop."""

    def __init__(self, settings: Settings, tasks: Tasks) -> None:
        super().__init__()
        self._settings = settings
        self._tasks = tasks
        self.rooms = Rooms(PANELS, self)
        self.setWindowTitle(PROGRAM_NAME)
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.actions_by_id: Mapping[str, QAction] = build_actions(self)
        self.menus = build_menus(self.actions_by_id, self)
        self.top_bar = TopBar(self.actions_by_id, self.menus, self)
        self.actor_panel = ActorPanel(self)
        self.actor_panel.arrange(settings.actor_columns)
        self.actor_panel.add_buttons(self.actions_by_id["living_actors"])
        self.map_area = MapArea(tasks, self)
        self.inspector = Inspector(self)
        self.inspector_panel = FoldingPanel(
            self.inspector, self.tr("Inspector"), _INSPECTOR_WIDTH, self.map_area, self
        )
        self.inspector_panel.overlaid.connect(self.map_area.map_view.set_right_inset)
        self.drawer = self._make_drawer()
        self.playback_bar = PlaybackBar(self.actions_by_id, self)
        self.playback_bar.set_event_menu(self.menus["events"])
        self.timeline = TimelineView(self)
        self.timeline.event_menu = self.menus["events"]
        self.timeline.model.details_requested.connect(lambda: self.open_panel("problems"))
        self.status_bar = StatusBar(self)
        self.bottom = self._make_bottom()
        self.arrangement = Arrangement(
            Panels(
                self.actor_panel,
                self.map_area,
                self.drawer,
                self.inspector_panel,
                self.bottom,
                self.playback_bar,
                (self.top_bar, self.status_bar),
            ),
            self.actions_by_id,
            settings,
            self,
        )
        self.arrangement.fold_requested.connect(self._fold)
        self.inspector.width_needed.connect(self.arrangement.set_inspector_need)
        in_column(self, self.top_bar, (self.arrangement.widget, 1), self.status_bar)
        for panel, name in (
            (self.actor_panel, self.tr("Actors")),
            (self.map_area.map_view, self.tr("Map")),
            (self.map_area.strip, self.tr("Findings")),
            (self.inspector, self.tr("Inspector")),
            (self.playback_bar, self.tr("Playback")),
            (self.timeline, self.tr("Timeline")),
        ):
            contain_faults(panel, name)
        self._focus_rules = FocusRules(self)
        self._focus_rules.menu_requested.connect(self.top_bar.open_menu)
        set_action_icons(self.actions_by_id)
        self.set_empty(True)
        self.resize(QSize(1600, 1000).boundedTo(self.screen().availableSize() - _FRAME))
        self.restoreGeometry(settings.window_geometry)

    @Slot(bool)
    def set_full_screen(self, on: bool) -> None:
        """Fill the screen, or stand as before."""
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if on
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def set_empty(self, empty: bool) -> None:
        """Show the panels, or, while no recording is open, nothing that has nothing to show."""
        self.arrangement.set_empty(empty)
        self.status_bar.setVisible(not empty and self.arrangement.layout.bars)

    def show_panel(self, name: str, shown: bool) -> None:
        """Show or hide a panel, by the name in the action that shows it, and remember it."""
        self.arrangement.show_panel(name, shown)

    def open_panel(self, name: str) -> None:
        """Show a panel as if by its action, and let the action say so."""
        self.actions_by_id[f"show_{name}"].setChecked(True)
        self.show_panel(name, shown=True)

    def toggle_panel(self, name: str, on: bool) -> None:
        """Show or hide a panel as its action says; one that takes the keyboard gives it back to the map."""
        row = next(each for each in PANELS if each.id == name)
        if row.place is PanelPlace.OVER:
            self.rooms.panel(name).toggle()
            return
        if row.place is not PanelPlace.DRAWER:
            self.show_panel(name, on)
            return
        behind = self.drawer.isVisible() and not (name in self.rooms and self.rooms.panel(name).isVisible())
        shown = on or (row.rises and behind)
        self.actions_by_id[row.action].setChecked(shown)
        self.show_panel(name, shown)
        if shown:
            self.rooms.panel(name).take_keyboard()
        elif row.takes_keyboard:
            self.map_area.map_view.setFocus()

    def find_actor(self) -> None:
        """Show the list of actors, and let what is looked for be typed."""
        self.open_panel("actors")
        self.actor_panel.focus_filter()

    # -- Qt's events

    def event(self, event: QEvent) -> bool:
        """Paint first: all that changed in the window is painted by this one event."""
        if event.type() != QEvent.Type.UpdateRequest:
            return super().event(event)
        with self._tasks.first():
            return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Share out the room; before the window is shown there is none."""
        super().showEvent(event)
        self.arrangement.start()
        self.seen_changed.emit(not self.isMinimized())

    def hideEvent(self, event: QHideEvent) -> None:
        """Say that nothing of the window can be seen."""
        super().hideEvent(event)
        self.seen_changed.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        """Say whether the window can be seen when it is minimised, or no longer."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.seen_changed.emit(self.isVisible() and not self.isMinimized())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the inspector when the window becomes narrow."""
        super().resizeEvent(event)
        self.arrangement.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window and let everything stop."""
        self._settings.window_geometry = self.saveGeometry()
        self._settings.actor_columns = self.actor_panel.arrangement or self._settings.actor_columns
        self.arrangement.remember()
        self.closing.emit()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files from this computer."""
        if _local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Say which files were dropped."""
        event.acceptProposedAction()
        self.files_dropped.emit(_local_files(event))

    # -- making

    def _make_bottom(self) -> QWidget:
        bottom = QWidget(self)
        bottom.setProperty("surface", "panel")
        bottom.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        in_column(bottom, self.playback_bar, (self.timeline, 1))
        return bottom

    def _make_drawer(self) -> Drawer:
        rows = panels_at(PanelPlace.DRAWER)
        titles = {row.id: tr(row.title) for row in rows}

        def make(name: str) -> DrawerPanel:
            panel: DrawerPanel = self.rooms.panel(name)
            contain_faults(panel, titles[name])
            return panel

        drawer = Drawer(titles, make, self)
        drawer.closed.connect(self._close_drawer)
        return drawer

    @Slot(str)
    def _fold(self, name: str) -> None:
        if name == "drawer":
            self._close_drawer()
        else:
            self.actions_by_id[f"show_{name}"].trigger()

    @Slot()
    def _close_drawer(self) -> None:
        """Close all that is in the drawer; the keyboard goes to the map."""
        if self.drawer.isAncestorOf(self.focusWidget()):
            self.map_area.map_view.setFocus()
        for name in self.drawer.open_names:
            self.actions_by_id[f"show_{name}"].setChecked(False)
            self.show_panel(name, shown=False)


def _local_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
