"""Main window: its panels and their arrangement."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QHideEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QStatusBar, QWidget

from viewer.ui.actions import build_actions, build_menus
from viewer.ui.actors import ActorPanel
from viewer.ui.icons import app_icon
from viewer.ui.inspector import Inspector
from viewer.ui.panels import PANELS, DockArea, FilePage, PanelRow
from viewer.ui.shell.docks import Docks
from viewer.ui.shell.focus_rules import FocusRules
from viewer.ui.shell.map_area import MapArea
from viewer.ui.shell.panel_fault import contain_faults
from viewer.ui.shell.playback_bar import PlaybackBar
from viewer.ui.shell.status_bar import StatusBar
from viewer.ui.shell.tick_rate import TickRate
from viewer.ui.shell.top_bar import TopBar
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.view import TimelineView
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.dock_panel import DockPanel

PROGRAM_NAME = "CARLA replay viewer"
_LEAST_MAP = 200
"""Minimum height in pixels of the map in the main window, whatever the panels around it need."""
_FRAME = QSize(16, 48)
"""Pixels reserved for the frame and title bar that the system puts around a new window."""
_INPUT = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
    QEvent.Type.ContextMenu,
    QEvent.Type.Drop,
}


class MainWindow(QMainWindow):
    """The main window: a bar at the top, the map in the middle, and panels as docks around them."""

    files_dropped = Signal(object)
    """Emitted with a list of paths when files are dropped on the window."""
    seen_changed = Signal(bool)
    """Emitted with False when the window is minimised or hidden, and with True when it is visible again."""
    presenting_changed = Signal(bool)
    """Emitted with True when presentation mode (map and timeline fill the screen) starts, else with False."""
    closing = Signal()
    """Emitted when the window closes: background work must stop."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace, self._settings, self._tasks = workspace, workspace.settings, workspace.tasks
        self.owner: object = None
        """The Viewer of this window, which ``make_panel`` functions get."""
        self.made: dict[str, Any] = {}
        """Panels created when they were first shown, by name."""
        self.setWindowTitle(PROGRAM_NAME)
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.installEventFilter(self)
        self.actions_by_id: Mapping[str, QAction] = build_actions(self)
        self.menus = build_menus(self.actions_by_id, self)
        self.top_bar = TopBar(self.actions_by_id, self.menus, self)
        self.actor_panel = ActorPanel(workspace, self)
        self.actor_panel.add_buttons(self.actions_by_id["living_actors"])
        self.map_area = MapArea(workspace, self.actions_by_id, self)
        self.inspector = Inspector(workspace, self)
        self.playback_bar = PlaybackBar(self.actions_by_id, self.menus["events"], self)
        self.timeline = TimelineView(workspace, self)
        self.timeline.event_menu = self.menus["events"]
        self.status_bar = StatusBar(workspace, self)
        self.bottom = self._make_bottom()
        self.docks = Docks(self, self.actions_by_id, self._settings, self._make_panel)
        self.docks["actors"].set_panel(self.actor_panel, self.actor_panel.head)
        self.docks["inspector"].set_panel(self.inspector, self.inspector.head)
        self.docks["bottom"].set_panel(self.bottom, None)
        self.inspector.width_needed.connect(self.docks.set_inspector_need)
        self.map_area.setMinimumHeight(_LEAST_MAP)
        self.setMenuWidget(self.top_bar)
        self.setCentralWidget(self.map_area)
        self._make_status_bar()
        for panel, name in (
            (self.actor_panel, tr("Actors")),
            (self.map_area.map_view, tr("Map")),
            (self.map_area.strip, tr("Findings")),
            (self.inspector, tr("Inspector")),
            (self.playback_bar, tr("Playback")),
            (self.timeline, tr("Timeline")),
        ):
            contain_faults(panel, name)
        self._focus_rules = FocusRules(self)
        self._focus_rules.menu_requested.connect(self.top_bar.open_menu)
        TickRate(self).changed.connect(workspace.playback.set_rate)
        self.set_empty(True)
        self.map_area.map_hidden.connect(self.set_empty)
        self.resize(QSize(1600, 1000).boundedTo(self.screen().availableSize() - _FRAME))
        self.restoreGeometry(self._settings.window_geometry)

    @Slot(bool)
    def present(self, on: bool) -> None:
        """Start or end presentation mode, in which map and timeline fill the screen."""
        self.docks.present(on)
        for bar in (self.top_bar, self.statusBar()):
            bar.setVisible(not on)
        full = Qt.WindowState.WindowFullScreen
        self.setWindowState(self.windowState() | full if on else self.windowState() & ~full)
        self.presenting_changed.emit(on)

    @Slot(bool)
    def set_empty(self, empty: bool) -> None:
        """Hide the panels and the status bar if ``empty``, because no recording is shown; else show them.

        Panels that the user has closed stay hidden.
        """
        self.docks.set_empty(empty)
        self.statusBar().setVisible(not empty and not self.actions_by_id["present"].isChecked())

    def panel(self, name: str) -> Any:  # noqa: ANN401 - panels have different types
        """Return the widget of the panel ``name`` (id in the table of panels), created at the first call."""
        if name not in self.made:
            self.made[name] = import_module(_row(name).module).make_panel(self.owner)
        return self.made[name]

    def open_panel(self, name: str) -> None:
        """Show the panel with the id ``name``, in front of others in the same place."""
        self.docks.show(name, shown=True)

    def open_file(self, page: FilePage) -> None:
        """Show the *File* panel (problems and packets of the open file) at its page ``page``."""
        self.open_panel("file")
        self.panel("file").open_page(page)

    def toggle_panel(self, name: str, on: bool) -> None:
        """Show the panel ``name`` and give it keyboard focus, or hide it and give focus to the map."""
        row = _row(name)
        if row.area is DockArea.POPUP:
            self.panel(name).toggle()
            return
        dock = self.docks[name]
        shown = on or (row.rises and not dock.isHidden() and not dock.in_front)
        self.docks.show(name, shown)
        if shown and row.module:
            self.panel(name).grab_focus()
        elif row.module:
            self.map_area.map_view.setFocus()

    def leave_panel(self) -> bool:
        """Move keyboard focus from the findings, file or notes panel to the map, if one of these has it.

        Return whether one of them had it.
        """
        focused = QApplication.focusWidget()
        tabs = [dock for dock in self.docks if dock.row.module]
        has_it = focused is not None and any(dock.isAncestorOf(focused) for dock in tabs)
        if has_it:
            self.activateWindow()
            self.map_area.map_view.setFocus()
        return has_it

    def find_actor(self) -> None:
        """Show the list of actors and put the keyboard focus into its filter."""
        self.open_panel("actors")
        self.actor_panel.focus_filter()

    # -- Qt's events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Report pending changes of data to their subscribers before a key or click is handled; return False.

        Background tasks pause while the window is painted. This is a filter, not an override of ``event``, so
        that an exception while a panel paints stays with that panel.
        """
        kind = event.type()
        if kind in _INPUT:
            self._workspace.flush()
            self._tasks.turns.finish()
        if watched is self and kind == QEvent.Type.MouseButtonPress:
            self.docks.press()
        elif watched is self and kind == QEvent.Type.MouseButtonRelease:
            QTimer.singleShot(0, self.docks.release)
        elif watched is self and kind == QEvent.Type.UpdateRequest:
            painting = ExitStack()
            painting.enter_context(self._tasks.first())
            QTimer.singleShot(0, painting.close)
        return False

    def createPopupMenu(self) -> QMenu | None:
        """Return None: there is no context menu that lists the docks."""
        return None

    def showEvent(self, event: QShowEvent) -> None:
        """Restore the docks when the window is first shown: before, it has no size to distribute."""
        super().showEvent(event)
        self.windowHandle().installEventFilter(self)
        self.docks.start()
        self.seen_changed.emit(not self.isMinimized())

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit ``seen_changed`` with False, as the window is hidden."""
        super().hideEvent(event)
        self.seen_changed.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        """Emit ``seen_changed`` when the window is minimised or restored, with True if restored."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.seen_changed.emit(self.isVisible() and not self.isMinimized())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Restore the remembered sizes of panels that the window, with its new size, has space for."""
        super().resizeEvent(event)
        self.docks.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the window's geometry, the actor list's columns and the panels' layout; emit ``closing``."""
        self._settings.window_geometry = self.saveGeometry()
        self._settings.actor_columns = self.actor_panel.arrangement or self._settings.actor_columns
        self.docks.remember()
        self.closing.emit()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drags of local files."""
        if _local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit ``files_dropped`` with the dropped files."""
        event.acceptProposedAction()
        self.files_dropped.emit(_local_files(event))

    # -- construction

    def _make_bottom(self) -> QWidget:
        bottom = QWidget(self)
        bottom.setProperty("surface", "panel")
        bottom.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        in_column(bottom, self.playback_bar, (self.timeline, 1))
        return bottom

    def _make_panel(self, name: str) -> DockPanel:
        panel: DockPanel = self.panel(name)
        contain_faults(panel, self.docks[name].windowTitle())
        return panel

    def _make_status_bar(self) -> None:
        bar = QStatusBar(self)
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self.status_bar, 1)
        self.setStatusBar(bar)


def _row(name: str) -> PanelRow:
    return next(each for each in PANELS if each.id == name)


def _local_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
