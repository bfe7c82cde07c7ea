"""The main window: its parts and where they are. ``viewer.ui.wiring`` connects them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from viewer.ui.actions import build_actions, build_menus
from viewer.ui.actors import ActorPanel
from viewer.ui.drawer import Drawer, DrawerPanel
from viewer.ui.focus_rules import FocusRules
from viewer.ui.folding_panel import TAB_WIDTH, FoldingPanel
from viewer.ui.icons import app_icon, set_action_icons
from viewer.ui.inspector import Inspector
from viewer.ui.map_area import MapArea
from viewer.ui.notes import NotesPanel
from viewer.ui.packets import PacketsPanel
from viewer.ui.palette import Palette
from viewer.ui.playback_bar import PlaybackBar
from viewer.ui.problems import ProblemsPanel
from viewer.ui.settings import Settings
from viewer.ui.status_bar import StatusBar
from viewer.ui.theme import Theme
from viewer.ui.timeline import TimelineView
from viewer.ui.top_bar import TopBar

PROGRAM_NAME = "CARLA replay viewer"
_ACTORS_WIDTH = 300
_INSPECTOR_WIDTH = 340
_FOLD_BELOW = 1400
"""Windows narrower than this fold the inspector into a tab: the map keeps at least half of the window."""
_TIMELINE_HEIGHT, _LOW_TIMELINE_HEIGHT = 200, 160
_LOW_BELOW = 900
_DRAWER_HEIGHT, _LOW_DRAWER_HEIGHT = 280, 200
_IN_DRAWER = ("packets", "problems", "notes")
"""Panels under the map that are hidden until they are asked for."""


class MainWindow(QWidget):
    """Lays out the parts and keeps their sizes; knows nothing of recordings."""

    files_dropped = Signal(object)
    """Paths of files dropped on the window, a list."""
    closing = Signal()
    """The window closes: whatever runs must stop."""

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self._settings = settings
        self.setWindowTitle(PROGRAM_NAME)
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.actions_by_id: Mapping[str, QAction] = build_actions(self)
        self.menus = build_menus(self.actions_by_id, self)
        self.top_bar = TopBar(self.actions_by_id, self.menus, theme, self)
        self.actor_panel = ActorPanel(self)
        self.actor_panel.set_columns(settings.actor_columns)
        self.map_area = MapArea(theme, self)
        self.inspector = Inspector(self)
        self.inspector_panel = FoldingPanel(
            self.inspector, self.tr("Inspector"), _INSPECTOR_WIDTH, self.map_area, self
        )
        self.inspector_panel.overlaid.connect(self.map_area.map_view.set_right_inset)
        self.packets_panel, self.problems_panel = PacketsPanel(self), ProblemsPanel(self)
        self.notes_panel = NotesPanel(self)
        self.drawer = self._make_drawer(theme)
        self.playback_bar = PlaybackBar(self.actions_by_id, self)
        self.timeline = TimelineView(self)
        self.timeline.set_event_menus((self.menus["events"], self.menus["pauses"]))
        self.status_bar = StatusBar(theme, self)
        self.command_palette = Palette(theme, self.map_area)
        self.bottom = self._make_bottom()
        self._middle = self._make_splitter(Qt.Orientation.Vertical, (self.map_area, self.drawer))
        self._columns = self._make_splitter(
            Qt.Orientation.Horizontal, (self.actor_panel, self._middle, self.inspector_panel)
        )
        self._rows = self._make_splitter(Qt.Orientation.Vertical, (self._columns, self.bottom))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self._rows, 1)
        column.addWidget(self.status_bar)
        self._focus_rules = FocusRules(self)
        self._focus_rules.menu_requested.connect(self.top_bar.open_menu)
        self.set_theme(theme)
        self.set_empty(True)
        self.resize(QSize(1600, 1000).boundedTo(self.screen().availableSize()))
        self.restoreGeometry(settings.window_geometry)
        self._laid_out = False

    def set_theme(self, theme: Theme) -> None:
        """Show other colours everywhere."""
        set_action_icons(self.actions_by_id, theme)
        for part in (
            self.top_bar,
            self.actor_panel,
            self.map_area,
            self.inspector,
            self.inspector_panel,
            self.drawer,
            self.playback_bar,
            self.timeline,
            self.status_bar,
            self.command_palette,
        ):
            part.set_theme(theme)

    def set_full_screen(self, on: bool) -> None:
        """Fill the screen, or stand as before."""
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if on
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def set_empty(self, empty: bool) -> None:
        """Show the panels, or, while no recording is open, nothing that has nothing to show."""
        self._empty = empty
        for name, panel in (("actors", self.actor_panel), ("bottom", self.bottom)):
            panel.setVisible(not empty and self._settings.panel_visible(name))
        self.inspector_panel.set_present(not empty)
        self._show_drawer()
        self.status_bar.setVisible(not empty)

    def show_panel(self, name: str, shown: bool) -> None:
        """Show or hide a panel, by the name in the action that shows it, and remember it."""
        if name in _IN_DRAWER:
            self.drawer.show_panel(name, shown)
            self._show_drawer()
        elif name == "inspector":
            self.inspector_panel.set_open(shown)
            if self.inspector_panel.folded:  # an overlay comes and goes; what is remembered is the panel
                return
        else:
            panel = {"actors": self.actor_panel, "bottom": self.bottom}[name]
            panel.setVisible(shown and not self._empty)
        self._settings.set_panel_visible(name, visible=shown)

    # -- Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Share out the room; before the window is shown there is none."""
        super().showEvent(event)
        if not self._laid_out:
            self._laid_out = True
            self._restore_panels()
            self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the inspector when the window becomes narrow."""
        super().resizeEvent(event)
        if self._laid_out:
            self._fold()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window and let everything stop."""
        self._settings.window_geometry = self.saveGeometry()
        self._settings.actor_columns = self.actor_panel.columns
        self._settings.set_splitter("columns", self._columns.saveState())
        self._settings.set_splitter("rows", self._rows.saveState())
        self._remember_drawer()
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

    def _fold(self) -> None:
        folded = self.width() < _FOLD_BELOW
        if folded == self.inspector_panel.folded:
            return
        self.inspector_panel.set_folded(folded)
        if not folded:
            self.inspector_panel.set_open(self._settings.panel_visible("inspector"))
        # A splitter keeps the width it gave before, whatever its part now says.
        actors = self._columns.sizes()[0] or _ACTORS_WIDTH  # 0 as long as it is hidden
        width = TAB_WIDTH if folded else _INSPECTOR_WIDTH
        self._columns.setSizes([actors, max(self.width() - actors - width, 1), width])

    # -- making

    def _make_bottom(self) -> QWidget:
        bottom = QWidget(self)
        bottom.setProperty("surface", "panel")
        bottom.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(bottom)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.playback_bar)
        column.addWidget(self.timeline, 1)
        return bottom

    def _make_drawer(self, theme: Theme) -> Drawer:
        panels: dict[str, tuple[str, DrawerPanel]] = {
            "packets": (self.tr("Packets"), self.packets_panel),
            "problems": (self.tr("Problems"), self.problems_panel),
            "notes": (self.tr("Notes"), self.notes_panel),
        }
        drawer = Drawer(panels, theme, self)
        drawer.closed.connect(self._uncheck_panel)
        return drawer

    def _show_drawer(self) -> None:
        """Show the drawer if a panel in it is open; a splitter forgets the size of what it does not show."""
        shown = self.drawer.is_open and not self._empty
        if shown == (not self.drawer.isHidden()):
            return
        self._remember_drawer()
        self.drawer.setVisible(shown)
        if shown and not _restored(self._middle, self._settings.splitter("middle")):
            height = _LOW_DRAWER_HEIGHT if self.height() < _LOW_BELOW else _DRAWER_HEIGHT
            self._middle.setSizes([max(self._middle.height() - height, 1), height])

    def _remember_drawer(self) -> None:
        if not self.drawer.isHidden():
            self._settings.set_splitter("middle", self._middle.saveState())

    @Slot(str)
    def _uncheck_panel(self, name: str) -> None:
        self.actions_by_id[f"show_{name}"].trigger()

    def _make_splitter(self, orientation: Qt.Orientation, parts: tuple[QWidget, ...]) -> QSplitter:
        splitter = QSplitter(orientation, self)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)  # a hairline; Qt lets one grab it a few pixels beside
        for part in parts:
            splitter.addWidget(part)
        return splitter

    def _restore_panels(self) -> None:
        self._columns.setStretchFactor(1, 1)
        self._rows.setStretchFactor(0, 1)
        if not _restored(self._columns, self._settings.splitter("columns")):
            middle = max(self.width() - _ACTORS_WIDTH - _INSPECTOR_WIDTH, 1)
            self._columns.setSizes([_ACTORS_WIDTH, middle, _INSPECTOR_WIDTH])
        if not _restored(self._rows, self._settings.splitter("rows")):
            lanes = _LOW_TIMELINE_HEIGHT if self.height() < _LOW_BELOW else _TIMELINE_HEIGHT
            bottom = lanes + self.playback_bar.sizeHint().height()
            self._rows.setSizes([max(self.height() - bottom, 1), bottom])
        self._middle.setStretchFactor(0, 1)
        for name in ("actors", "bottom", "inspector", *_IN_DRAWER):
            usual = name not in _IN_DRAWER
            visible = self._settings.panel_visible(name, default=usual)
            self.actions_by_id[f"show_{name}"].setChecked(visible)
            if visible != usual:
                self.show_panel(name, visible)


def _restored(splitter: QSplitter, state: QByteArray) -> bool:
    return not state.isEmpty() and splitter.restoreState(state)


def _local_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
