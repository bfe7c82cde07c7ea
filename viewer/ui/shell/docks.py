"""The panels of the window as Qt's docks: which are shown, how large, and as one wants them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from viewer.ui.panels import PANELS, PanelPlace, PanelRow, panels_at
from viewer.ui.state.settings import Layout, Settings
from viewer.ui.terms import PAGE_PROPERTY
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.dock_panel import DrawerPanel
from viewer.ui.widgets.parts import icon_button, label

Area = Qt.DockWidgetArea
_AREAS = {
    PanelPlace.LEFT: Area.LeftDockWidgetArea,
    PanelPlace.RIGHT: Area.RightDockWidgetArea,
    PanelPlace.BOTTOM: Area.BottomDockWidgetArea,
    PanelPlace.DRAWER: Area.BottomDockWidgetArea,
}
_SIDES = (Area.LeftDockWidgetArea, Area.RightDockWidgetArea)
_WIDTHS = {"actors": 300, "inspector": 340}
_LOW = 900
"""Windows below this height get lower panels, so that the map keeps a third of them."""
_TIMELINE, _LOW_TIMELINE = 244, 216
_TIMELINE_SHARE = 0.27
_DRAWER, _LOW_DRAWER = 280, 170
_WIDE, _SHARE = 1600, 0.3
"""Width of a window in which the inspector may be as wide as it needs to be; its share of a narrower one."""


class Dock(QDockWidget):
    """A panel of the table; one with a module is made when it is first seen.

    Attributes:
        row: the panel in the table.
        name: what is written above it.
        in_front: whether it is seen: not hidden, nor behind the tab of another.

    """

    def __init__(self, row: PanelRow, make: Callable[[str], DrawerPanel], window: QMainWindow) -> None:
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
        """Take the panel and what stands above it: without a head it stays where it is."""
        self.setWidget(panel)
        title = QWidget(self)  # Qt asks a title for its hint, not for the height that is fixed
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
        """Give the panel a frame and a × while it is a window of its own: Qt gives it none."""
        frame = 1 if floating else 0
        self.setContentsMargins(frame, frame, frame, frame)
        closes = floating or self.row.place is PanelPlace.DRAWER
        self._close.setVisible(closes)
        if (title := self.titleBarWidget()) is not None:
            title.setContentsMargins(0, 0, 8 if closes else 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a hairline around a panel that floats."""
        super().paintEvent(event)
        if self.isFloating():
            with QPainter(self) as painter:
                painter.setPen(current_theme().hairline)
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _head(self, panel: DrawerPanel) -> QWidget:
        """Return the panel's name and its controls."""
        head = QWidget(self)
        panel.head.show()
        in_row(head, self.name, (panel.head, 1), spacing=12, margins=(12, 2, 12, 2))
        head.setMinimumWidth(1)  # no panel makes the window wider
        # Not by nextInFocusChain: PySide takes what that returns for a child of the widget that was asked;
        # when such a widget goes, it forgets the actions of the window.
        before: QWidget = self._close
        for each in (*panel.head.findChildren(QWidget), *panel.findChildren(QWidget)):
            if each.focusPolicy() != Qt.FocusPolicy.NoFocus and each.window() is self.window():
                QWidget.setTabOrder(before, each)
                before = each
        return head


class Docks(QObject):
    """Arranges the docks of a window as the settings know them, and writes down what the user changes.

    What is remembered is who is shown and what size an edge was dragged to, never what a small window leaves:
    in a larger one all have their sizes again.
    """

    changed = Signal()
    """The user arranged panels: ``state`` is another one."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Mapping[str, QAction],
        settings: Settings,
        make: Callable[[str], DrawerPanel],
    ) -> None:
        """Take the window, the actions that show panels, and what makes a panel when it is first seen."""
        super().__init__(window)
        self._window, self._actions, self._settings = window, actions, settings
        self._rows = {row.id: row for row in PANELS if row.place is not PanelPlace.OVER}
        self._docks = {name: Dock(row, make, window) for name, row in self._rows.items()}
        self._empty, self._presents, self._busy = True, False, True
        self._needed = 0
        self._pressed: dict[str, int] = {}
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._remember_places)
        self._needs = QTimer(self, singleShot=True, interval=0)
        self._needs.timeout.connect(self.fit)
        window.setDockOptions(
            QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        window.setTabPosition(Area.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            window.setCorner(corner, Area.BottomDockWidgetArea)
        self._place_usually()
        self._places = window.saveState()
        for name, dock in self._docks.items():
            dock.toggleViewAction().toggled.connect(partial(self._take_shown, name))
            dock.dockLocationChanged.connect(self._take_place)
            dock.topLevelChanged.connect(self._take_place)

    def _place_usually(self) -> None:
        drawer = [self._docks[row.id] for row in panels_at(PanelPlace.DRAWER)]
        for dock in self:
            self._window.addDockWidget(_AREAS[dock.row.place], dock)
        self._window.splitDockWidget(drawer[0], self._docks["bottom"], Qt.Orientation.Vertical)
        for dock in drawer[1:]:
            self._window.tabifyDockWidget(drawer[0], dock)

    def __iter__(self) -> Iterator[Dock]:
        """Yield all docks, in the order of the table."""
        return iter(self._docks.values())

    def __getitem__(self, name: str) -> Dock:
        """Return a dock by the name of its panel."""
        return self._docks[name]

    # -- what it is told

    def start(self) -> None:
        """Put the docks where the user left them, now that the window is there."""
        self._restore_places(self._settings.window_docks)
        self.arrange()

    def set_empty(self, empty: bool) -> None:
        """Show the panels, or, while no recording is open, none."""
        self._empty = empty
        self.arrange()

    def present(self, on: bool) -> None:
        """Show map and timeline alone, or all that is wanted."""
        self._presents = on
        self.arrange()

    @Slot(int)
    def set_inspector_need(self, width: int) -> None:
        """Give the inspector this width where the window is wide; 0 for its own."""
        if width != self._needed:
            self._needed = width
            self._needs.start()  # not at once: this may be told while Qt lays out the docks

    def show(self, name: str, shown: bool) -> None:
        """Show a panel in front of others, or hide it, and remember it."""
        self._settings.panel_visible[name] = shown
        self.arrange()
        if shown:
            self._docks[name].raise_()
        self.changed.emit()

    @Slot()
    def reset(self) -> None:
        """Show the panels as at first."""
        self._settings.forget_layout()
        self._restore_places(self._places)
        self.arrange()
        self.changed.emit()

    def remember(self) -> None:
        """Write down where the docks are."""
        self._settings.window_docks = self._window.saveState()

    @property
    def state(self) -> Layout:
        """Where panels stand, who is shown, and the sizes that the user gave them."""
        sizes = self._settings.group("panels/size", int)
        shown = frozenset(filter(self._is_wanted, self._docks))
        places = self._settings.window_docks.toBase64().toStdString()
        return Layout(places, shown, tuple(sorted(sizes.items())))

    def restore(self, state: Layout) -> None:
        """Arrange the panels as they were."""
        places, shown, sizes = state
        self._settings.forget_layout()
        for name in self._docks:
            self._settings.panel_visible[name] = name in shown
        for key, size in sizes:
            self._settings.panel_size[key] = size
        self._settings.window_docks = QByteArray.fromBase64(places.encode())
        self._restore_places(self._settings.window_docks if places else self._places)
        self.arrange()
        self.changed.emit()

    # -- how it is done

    def _restore_places(self, places: QByteArray) -> None:
        self._busy = True
        if not places.isEmpty():
            self._window.restoreState(places)
        self._moved.stop()
        self._busy = False

    def arrange(self) -> None:
        """Show who is wanted, and give each its size."""
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
            beside = self._window.tabifiedDockWidgets(dock)  # their tabs have the names
            dock.name.setHidden(not dock.row.module or any(not each.isHidden() for each in beside))
        self._moved.stop()
        self._busy = False
        self.fit()

    def _is_wanted(self, name: str) -> bool:
        wanted = self._settings.panel_visible[name]
        return self._rows[name].place is not PanelPlace.DRAWER if wanted is None else wanted

    @Slot()
    def fit(self) -> None:
        """Give all docks the sizes they are to have, as far as there is room."""
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
        """Return the pixels that a panel is to have; 0 if nobody knows."""
        size = self._settings.panel_size[_key(name, orientation)] or self._usual_size(name, orientation)
        if name == "inspector" and orientation is Qt.Orientation.Horizontal:
            width = self._window.width()
            return max(size, self._needed if width >= _WIDE else min(self._needed, round(_SHARE * width)))
        return size

    def _usual_size(self, name: str, orientation: Qt.Orientation) -> int:
        height = self._window.height()
        low = height < _LOW
        if orientation is Qt.Orientation.Horizontal:
            return _WIDTHS.get(name, 0)
        if name == "bottom":
            return max(_LOW_TIMELINE if low else _TIMELINE, round(_TIMELINE_SHARE * height))
        return _LOW_DRAWER if low else _DRAWER

    # -- what the user does

    def press(self) -> None:
        """Note the sizes before an edge may be dragged."""
        self._pressed = self._sizes()

    def release(self) -> None:
        """Write down the sizes of which the user made others."""
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

    def _take_shown(self, name: str, shown: bool) -> None:
        if not self._busy and self._window.isVisible():  # else it goes with the window
            self.show(name, shown)

    @Slot()
    def _take_place(self) -> None:
        if not self._busy:
            self._moved.start()

    @Slot()
    def _remember_places(self) -> None:
        self.remember()
        self.changed.emit()


def _key(name: str, orientation: Qt.Orientation) -> str:
    return f"{name}/{'width' if orientation is Qt.Orientation.Horizontal else 'height'}"
