"""Docks of the main window: their visibility, sizes and arrangement, saved in the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from viewer.ui.panels import PANELS, DockArea, PanelRow, panels_in
from viewer.ui.state.settings import Layout, Settings
from viewer.ui.terms import PAGE_PROPERTY
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.parts import icon_button, label

Area = Qt.DockWidgetArea
_AREAS = {
    DockArea.LEFT: Area.LeftDockWidgetArea,
    DockArea.RIGHT: Area.RightDockWidgetArea,
    DockArea.BOTTOM: Area.BottomDockWidgetArea,
    DockArea.TABS: Area.BottomDockWidgetArea,
}
_SIDES = (Area.LeftDockWidgetArea, Area.RightDockWidgetArea)
_WIDTHS = {"actors": 260, "inspector": 340}
_CAMERAS_SHARE = 0.27
"""Share of the window's width that pictures of cameras get at a side."""
_LOW = 900
"""Height of the window in pixels below which tabs are made lower, to leave a third to the map."""
_TIMELINE_SHARE, _LEAST_TIMELINE = 1 / 3, 200
"""Share of the window's height that the timeline gets; its height in pixels in a low window with tabs."""
_DRAWER, _LOW_DRAWER = 280, 166
_WIDE, _SHARE = 1600, 0.3
"""Width in pixels from which on the window does not limit the inspector's width; limit in a narrower window.

The limit is a share of the window's width. In a wider window the inspector is as wide as its contents need.
"""


class Dock(QDockWidget):
    """Dock widget for one panel; a panel that is not needed from the start is created when first visible.

    Attributes:
        row: definition of the panel, a row of the table of panels.
        name: label with the panel's title.
        in_front: whether it is visible: neither hidden nor behind another tab.
    """

    def __init__(self, row: PanelRow, make: Callable[[str], DockPanel], window: QMainWindow) -> None:
        super().__init__(tr(row.title), window)
        self.setObjectName(row.id)
        self.setProperty(PAGE_PROPERTY, row.page)
        self.setAutoFillBackground(True)
        self.row = row
        self.in_front = False
        self.name = label(self.windowTitle(), 13, bold=True)
        self.name.setParent(self)
        self._make = make
        self._close = icon_button("close", tr("Close"))
        self._close.setParent(self)
        self._close.clicked.connect(self.close)
        self._close.hide()
        self.visibilityChanged.connect(self._see)
        self.topLevelChanged.connect(self._float)

    def set_panel(self, panel: QWidget, head: QWidget | None) -> None:
        """Show ``panel`` below the title bar ``head``; without a title bar the dock cannot be moved."""
        self.setWidget(panel)
        title = QWidget(self)  # a wrapper: Qt uses a title's size hint and ignores a fixed height
        self.setTitleBarWidget(title)
        if head is not None:
            in_row(title, (head, 1), self._close)
            self._float(self.isFloating())
        else:
            self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)

    @Slot(bool)
    def _see(self, seen: bool) -> None:
        self.in_front = seen
        if seen and self.widget() is None:
            panel = self._make(self.row.id)
            self.set_panel(panel, self._head(panel))

    @Slot(bool)
    def _float(self, floating: bool) -> None:
        """Add a frame around the dock and a close button if ``floating``, else remove them.

        Qt draws no frame around a dock with a custom title bar. A dock in a tab keeps the close button.
        """
        frame = 1 if floating else 0
        self.setContentsMargins(frame, frame, frame, frame)
        closes = floating or self.row.area is DockArea.TABS
        self._close.setVisible(closes)
        if (title := self.titleBarWidget()) is not None:
            title.setContentsMargins(0, 0, 8 if closes else 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a hairline around the dock while it floats."""
        super().paintEvent(event)
        if self.isFloating():
            with QPainter(self) as painter:
                painter.setPen(current_theme().hairline)
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _head(self, panel: DockPanel) -> QWidget:
        """Return a title bar for the dock, with the panel's title and controls."""
        head = QWidget(self)
        panel.head.show()
        in_row(head, self.name, (panel.head, 1), spacing=12, margins=(12, 2, 12, 2))
        head.setMinimumWidth(1)  # so that no panel makes the window wider
        # Not by nextInFocusChain: PySide takes the widget that it returns for a child of the one it is called
        # on; when the latter is deleted, PySide forgets the actions of the window.
        before: QWidget = self._close
        for each in (*panel.head.findChildren(QWidget), *panel.findChildren(QWidget)):
            if each.focusPolicy() != Qt.FocusPolicy.NoFocus and each.window() is self.window():
                QWidget.setTabOrder(before, each)
                before = each
        return head


class Docks(QObject):
    """Arrangement of a window's docks as saved in the settings; stores the changes that the user makes.

    It stores which panels are shown and the sizes to which edges were dragged, never sizes forced by a small
    window: in a larger one all panels get their own sizes again.
    """

    changed = Signal()
    """Emitted when panels were shown, hidden, moved or resized, or an arrangement was restored."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Mapping[str, QAction],
        settings: Settings,
        make: Callable[[str], DockPanel],
    ) -> None:
        """Create the docks of ``window``, and connect them to ``actions``.

        Args:
            window: the main window.
            actions: QActions by action id; those that show panels are used.
            settings: where the arrangement is stored.
            make: creates the panel with a given id (a row of the table of panels).
        """
        super().__init__(window)
        self._window, self._actions, self._settings = window, actions, settings
        self._rows = {row.id: row for row in PANELS if row.area is not DockArea.POPUP}
        self._docks = {name: Dock(row, make, window) for name, row in self._rows.items()}
        self._empty, self._presents, self._busy = True, False, True
        self._needed = 0
        self._pressed: dict[str, int] = {}
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._save_state)
        self._needs = QTimer(self, singleShot=True, interval=0)
        self._needs.timeout.connect(self.fit)
        window.setDockOptions(
            QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        window.setTabPosition(Area.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            window.setCorner(corner, Area.BottomDockWidgetArea)
        self._set_default_positions()
        self._default_state = window.saveState()
        for name, dock in self._docks.items():
            dock.toggleViewAction().toggled.connect(partial(self._on_shown, name))
            dock.dockLocationChanged.connect(self._on_moved)
            dock.topLevelChanged.connect(self._on_moved)

    def _set_default_positions(self) -> None:
        first, *others = panels_in(DockArea.TABS)
        for dock in self:
            dock.setHidden(bool(dock.row.beside))  # else Qt leaves a second row of tabs behind
            self._window.addDockWidget(_AREAS[dock.row.area], dock)
        self._window.splitDockWidget(self._docks[first.id], self._docks["bottom"], Qt.Orientation.Vertical)
        for row in others:
            self._window.tabifyDockWidget(self._docks[row.beside or first.id], self._docks[row.id])

    def __iter__(self) -> Iterator[Dock]:
        """Yield all docks (movable panels of the window), in their fixed order."""
        return iter(self._docks.values())

    def __getitem__(self, name: str) -> Dock:
        """Return the dock of the panel with the id ``name``, such as "inspector"."""
        return self._docks[name]

    # -- state and requests

    def start(self) -> None:
        """Restore the arrangement of panels that the user left; call this when the window is first shown."""
        self._restore_state(self._settings.window_docks)
        self.arrange()

    def set_empty(self, empty: bool) -> None:
        """Hide all panels if ``empty`` (no recording is open); else show those that are not closed."""
        self._empty = empty
        self.arrange()

    def present(self, on: bool) -> None:
        """Start or end presentation mode, in which only map and timeline are visible."""
        self._presents = on
        self.arrange()

    @Slot(int)
    def set_inspector_need(self, width: int) -> None:
        """Make the inspector at least ``width`` pixels wide, so that all its actors fit; 0 means any width.

        In a window narrower than 1600 pixels, no more than 30 % of the window's width is taken for that.
        """
        if width != self._needed:
            self._needed = width
            self._needs.start()  # not at once: Qt may be laying out the docks

    def show(self, name: str, shown: bool) -> None:
        """Show the panel with the id ``name`` in front of other tabs, or hide it, and save that."""
        self._settings.panel_visible[name] = shown
        self.arrange()
        if shown:
            self._docks[name].raise_()
        self.changed.emit()

    def reset(self) -> None:
        """Restore the default arrangement of the panels."""
        self._settings.forget_layout()
        self._restore_state(self._default_state)
        self.arrange()
        self.changed.emit()

    def remember(self) -> None:
        """Save the positions of the window's docks (panels that can be moved) in the settings."""
        self._settings.window_docks = self._window.saveState()

    @property
    def state(self) -> Layout:
        """Arrangement of the panels: their positions, which are shown, and the sizes the user gave them."""
        sizes = self._settings.group("panels/size", int)
        shown = frozenset(filter(self._is_wanted, self._docks))
        places = self._settings.window_docks.toBase64().toStdString()
        return Layout(places, shown, tuple(sorted(sizes.items())))

    def restore(self, state: Layout) -> None:
        """Arrange the panels as in ``state``, which has positions and sizes, and which panels are visible."""
        places, shown, sizes = state
        self._settings.forget_layout()
        for name in self._docks:
            self._settings.panel_visible[name] = name in shown
        for key, size in sizes:
            self._settings.panel_size[key] = size
        self._settings.window_docks = QByteArray.fromBase64(places.encode())
        self._restore_state(self._settings.window_docks if places else self._default_state)
        self.arrange()
        self.changed.emit()

    # -- arranging

    def _restore_state(self, places: QByteArray) -> None:
        self._busy = True
        if not places.isEmpty():
            self._window.restoreState(places)
        self._moved.stop()
        self._busy = False

    def arrange(self) -> None:
        """Show the panels that the user has not closed, hide the others, and give each its size.

        Without a recording all panels are hidden; in presentation mode, all but the timeline.
        """
        self._busy = True
        for name, dock in self._docks.items():
            wanted = self._is_wanted(name)
            seen = wanted and not self._empty and (name == "bottom" or not self._presents)
            self._actions[f"show_{name}"].setChecked(wanted)
            if seen is dock.isHidden():
                if not seen and dock.isAncestorOf(self._window.focusWidget()):
                    self._window.setFocus()
                dock.setVisible(seen)
        for dock in self:
            beside = self._window.tabifiedDockWidgets(dock)  # tabs show the names already
            dock.name.setHidden(not dock.row.module or any(not each.isHidden() for each in beside))
        self._moved.stop()
        self._busy = False
        self.fit()

    def _is_wanted(self, name: str) -> bool:
        wanted = self._settings.panel_visible[name]
        return self._rows[name].area is not DockArea.TABS if wanted is None else wanted

    @Slot()
    def fit(self) -> None:
        """Resize all docks to the sizes that the user gave them, or by default, as far as they fit."""
        if self._empty or not self._window.isVisible():
            return
        for orientation in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
            sizes = {
                dock: size
                for name, dock in self._docks.items()
                if self._is_sized(dock) and self._orientation(dock) is orientation
                and (size := self._size(name, orientation))
            }  # fmt: skip
            if sizes:
                self._window.resizeDocks(list(sizes), list(sizes.values()), orientation)

    @staticmethod
    def _is_sized(dock: Dock) -> bool:
        return not dock.isHidden() and not dock.isFloating()

    def _orientation(self, dock: Dock) -> Qt.Orientation:
        beside = self._window.dockWidgetArea(dock) in _SIDES
        return Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical

    def _size(self, name: str, orientation: Qt.Orientation) -> int:
        """Return the width or height in pixels that the dock of the panel ``name`` is to have.

        It is the size that the user gave it, or else the default. The inspector is wider if the actors in it
        need it; for that, a window narrower than 1600 pixels gives it at most 30 % of its width.
        """
        size = self._settings.panel_size[_key(name, orientation)] or self._default_size(name, orientation)
        if name == "inspector" and orientation is Qt.Orientation.Horizontal:
            width = self._window.width()
            return max(size, self._needed if width >= _WIDE else min(self._needed, round(_SHARE * width)))
        return size

    def _default_size(self, name: str, orientation: Qt.Orientation) -> int:
        height = self._window.height()
        low = height < _LOW
        if orientation is Qt.Orientation.Horizontal:
            return round(_CAMERAS_SHARE * self._window.width()) if name == "cameras" else _WIDTHS.get(name, 0)
        if name == "bottom":
            tabs = (self._docks[row.id] for row in panels_in(DockArea.TABS))
            if low and any(self._is_sized(dock) and self._orientation(dock) is orientation for dock in tabs):
                return _LEAST_TIMELINE
            return max(_LEAST_TIMELINE, round(_TIMELINE_SHARE * height))
        return _LOW_DRAWER if low else _DRAWER

    # -- changes by the user

    def press(self) -> None:
        """Store the sizes of all docks, to find out at ``release`` which of them the user changed.

        Called when a mouse button is pressed, as the user may drag an edge.
        """
        self._pressed = self._sizes()

    def release(self) -> None:
        """Save the sizes of docks that the user has changed by dragging, as the mouse button is released."""
        sizes = self._sizes()
        others = {key: size for key, size in sizes.items() if self._pressed.get(key, size) != size}
        self._pressed = {}
        for key, size in others.items():
            self._settings.panel_size[key] = size
        if others:
            self.changed.emit()

    def _sizes(self) -> dict[str, int]:
        found = {}
        for name, dock in self._docks.items():
            if self._is_sized(dock):
                orientation = self._orientation(dock)
                beside = orientation is Qt.Orientation.Horizontal
                found[_key(name, orientation)] = dock.width() if beside else dock.height()
        return found

    def _on_shown(self, name: str, shown: bool) -> None:
        if not self._busy and self._window.isVisible():  # a dock is also hidden when its window is
            self.show(name, shown)

    @Slot()
    def _on_moved(self) -> None:
        if not self._busy:
            self._moved.start()

    @Slot()
    def _save_state(self) -> None:
        self.remember()
        self.changed.emit()


def _key(name: str, orientation: Qt.Orientation) -> str:
    return f"{name}/{'width' if orientation is Qt.Orientation.Horizontal else 'height'}"
