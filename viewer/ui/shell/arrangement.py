"""Where the panels of the window are: shown or hidden, how large, and as one wants them in each layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QWidget

from viewer.ui.shell.drawer import Drawer
from viewer.ui.state.layouts import LAYOUTS, WindowLayout, folds
from viewer.ui.state.settings import Settings
from viewer.ui.widgets.divider_grip import DividerGrip
from viewer.ui.widgets.folding_panel import TAB_WIDTH, FoldingPanel

_LEAST_MAP = 240
"""Pixels of the map's height that other panels leave it."""
_LEAST_TIMELINE, _MOST_TIMELINE = 0.15, 0.7
"""Parts of the window that the timeline with its bar may get; dragged below the least, it is shut."""
_WIDE = 1600
"""Width of a window in which panels may be as wide as they need to be."""
_SIZED = ("actors", "inspector", "bottom", "drawer")


@dataclass(frozen=True, eq=False)
class Panels:
    """The parts of a window that are arranged.

    Attributes:
        actors: at the left.
        map_area: in the middle; it takes what room the others leave.
        drawer: below the map.
        inspector: at the right, or a tab there.
        bottom: over the whole width below all these.
        controls: what stands above the timeline in it.
        bars: what is there in some layouts only.

    """

    actors: QWidget
    map_area: QWidget
    drawer: Drawer
    inspector: FoldingPanel
    bottom: QWidget
    controls: QWidget
    bars: tuple[QWidget, ...]


class Arrangement(QObject):
    """Keeps the panels in splitters and remembers for each layout what the user made of it.

    What is remembered is where edges were dragged to, never what a small window leaves: in a larger one all
    have their sizes again. A panel that is dragged shut is hidden, as by its action; a double-click on its
    edge gives it its usual size.
    """

    fold_requested = Signal(str)
    """Name of a part that was dragged shut: it is to be hidden."""
    layout_changed = Signal(object)
    """Layout that is shown now."""
    changed = Signal()
    """The user arranged panels: ``state`` is another one."""

    def __init__(
        self, panels: Panels, actions: Mapping[str, QAction], settings: Settings, window: QWidget
    ) -> None:
        super().__init__(window)
        self._panels = panels
        self._actions = actions
        self._settings = settings
        self._window = window
        self.layout = LAYOUTS[settings.layout]
        """The layout that is shown."""
        self._empty = True
        self._ready = False
        self._needed = 0
        self._held = 0
        self.widget = self._splitter(Qt.Orientation.Vertical)
        self._columns = self._splitter(Qt.Orientation.Horizontal)
        self._middle = self._splitter(Qt.Orientation.Vertical)
        # From the outside: all that is in a widget is styled again when it is put elsewhere.
        _fill(self.widget, (self._columns, panels.bottom), 0)
        _fill(self._columns, (panels.actors, self._middle, panels.inspector), 1)
        _fill(self._middle, (panels.map_area, panels.drawer), 0)
        self.grip = DividerGrip(self.widget.handle(1), window)
        self._places = {
            "actors": (self._columns, 0),
            "inspector": (self._columns, 2),
            "bottom": (self.widget, 1),
            "drawer": (self._middle, 1),
        }
        panels.map_area.setMinimumHeight(_LEAST_MAP)
        self.widget.splitterMoved.connect(self._bound)
        for name, (splitter, _) in self._places.items():
            handle = self._handle(name)
            handle.installEventFilter(self)
            handle.setToolTip(self.tr("Double-click: usual size"))
            splitter.setCollapsible(self._places[name][1], True)

    # -- what it is told

    def set_empty(self, empty: bool) -> None:
        """Show the panels, or, while no recording is open, nothing that has nothing to show."""
        self._empty = empty
        self._show_panels()
        self._share_out()

    def start(self) -> None:
        """Share out the room; before the window is shown there is none."""
        if not self._ready:
            self._ready = True
            self._enter(self.layout)

    def fit(self) -> None:
        """Share out the room of a window of another size; in a narrow one the inspector is a tab."""
        inspector = self._panels.inspector
        folded = folds(self._window.width())
        if self._ready and folded != inspector.folded:
            inspector.set_folded(folded)
            if not folded:
                inspector.set_open(self._is_wanted("inspector"))
        self._share_out()

    def show_panel(self, name: str, shown: bool) -> None:
        """Show or hide a panel, by the name in the action that shows it, and remember it."""
        inspector = self._panels.inspector
        if name == "inspector" and inspector.folded:
            inspector.set_open(shown)
            if self.layout.bars:  # an overlay comes and goes; what is remembered is the panel
                return
        self._settings.panel_visible[self.layout.id, name] = shown
        if name in self._panels.drawer.names:
            self._panels.drawer.show_panel(name, shown)
        self._show_panels()
        self._share_out()
        self.changed.emit()

    @Slot(int)
    def set_inspector_need(self, width: int) -> None:
        """Give the inspector for now so many pixels at least where the window is wide; 0 for its own."""
        if width != self._needed:
            self._needed = width
            self._share_out()

    def set_layout(self, layout_id: str) -> None:
        """Show another layout as it was left."""
        self.remember()
        self._enter(LAYOUTS[layout_id])
        self._settings.layout = layout_id

    @Slot()
    def reset(self) -> None:
        """Show the layout as it is at first."""
        self._settings.forget_layout(self.layout.id)
        self._enter(self.layout)

    def remember(self) -> None:
        """Write down what the settings do not know yet."""
        drawer = self._panels.drawer
        if drawer.is_open:
            self._settings.drawer_page[self.layout.id] = drawer.page

    @property
    def state(self) -> tuple[str, frozenset[str], tuple[tuple[str, int | None], ...]]:
        """The layout's id, which panels are shown in it, and the sizes that the user gave them."""
        sizes = ((name, self._settings.panel_size[self.layout.id, name]) for name in _SIZED)
        return self.layout.id, frozenset(filter(self._is_wanted, self._names)), tuple(sizes)

    def restore(self, state: tuple[str, frozenset[str], tuple[tuple[str, int | None], ...]]) -> None:
        """Arrange the panels as they were."""
        layout_id, shown, sizes = state
        for name in self._names:
            self._settings.panel_visible[layout_id, name] = name in shown
        for name, size in sizes:
            self._settings.panel_size[layout_id, name] = size
        self._settings.layout = layout_id
        self._enter(LAYOUTS[layout_id])

    # -- how it is done

    @property
    def _names(self) -> tuple[str, ...]:
        return ("actors", "inspector", "bottom", *self._panels.drawer.names)

    def _enter(self, layout: WindowLayout) -> None:
        self.layout = layout
        self._actions[f"layout_{layout.id}"].setChecked(True)
        for name in self._names:
            self._actions[f"show_{name}"].setChecked(self._is_wanted(name))
        drawer = self._panels.drawer
        front = self._settings.drawer_page[layout.id]
        for name in sorted(drawer.names, key=lambda each: each == front):  # the last one opened is in front
            drawer.show_panel(name, self._is_wanted(name))
        inspector = self._panels.inspector
        inspector.set_folded(folds(self._window.width()))
        inspector.set_open(self._is_wanted("inspector") and not inspector.folded)
        self._show_panels()
        self._share_out()
        self.layout_changed.emit(layout)
        self.changed.emit()

    def _is_wanted(self, name: str) -> bool:
        wanted = self._settings.panel_visible[self.layout.id, name]
        return name in self.layout.panels if wanted is None else wanted

    def _show_panels(self) -> None:
        panels, there = self._panels, not self._empty
        panels.actors.setVisible(there and self._is_wanted("actors"))
        panels.bottom.setVisible(there and self._is_wanted("bottom"))
        panels.drawer.setVisible(there and panels.drawer.is_open)
        inspector = panels.inspector
        if self._ready and not inspector.folded:
            inspector.set_open(self._is_wanted("inspector"))
        inspector.set_present(there and (self.layout.bars or self._is_wanted("inspector")))
        for bar in panels.bars:
            bar.setVisible(self._empty or self.layout.bars)

    def _share_out(self) -> None:
        """Give each panel its size, and the map the rest."""
        if not self._ready:
            return
        for splitter in (self.widget, self._columns, self._middle):
            self._give(splitter, [name for name in _SIZED if self._places[name][0] is splitter])

    def _give(self, splitter: QSplitter, names: Sequence[str]) -> None:
        sizes = [0] * splitter.count()
        for name in names:
            sizes[self._places[name][1]] = self._size(name)
        room = splitter.width() if splitter.orientation() is Qt.Orientation.Horizontal else splitter.height()
        sizes[splitter.indexOf(self._rest(splitter))] = max(room - sum(sizes), 1)
        splitter.setSizes(sizes)

    def _rest(self, splitter: QSplitter) -> QWidget:
        """Return the part of a splitter that takes what room the others leave."""
        return {self.widget: self._columns, self._columns: self._middle}.get(splitter, self._panels.map_area)

    def _size(self, name: str) -> int:
        """Return the size a panel is to have, 0 if it is not shown."""
        if self._part(name).isHidden():
            return 0
        if not self._is_sized(name):
            return TAB_WIDTH
        known = self._settings.panel_size[self.layout.id, name]
        size = known if known is not None else self._usual_size(name)
        if name == "inspector":
            return max(size, self._least_inspector)
        return min(size, self._most_timeline()) if name == "bottom" else size

    @property
    def _least_inspector(self) -> int:
        return self._needed if self._window.width() >= _WIDE else 0

    def _most_timeline(self) -> int:
        """Return the pixels the timeline with its bar may have, so that map and drawer keep theirs."""
        drawer = 0 if self._part("drawer").isHidden() else self._size("drawer")
        room = self.widget.height() - _LEAST_MAP - drawer
        least = self._panels.bottom.minimumSizeHint().height()
        return max(min(round(_MOST_TIMELINE * self._window.height()), room), least)

    def _usual_size(self, name: str) -> int:
        controls = self._panels.controls.sizeHint().height()
        return self.layout.usual_size(name, self._window.height(), controls)

    def _is_sized(self, name: str) -> bool:
        """Return whether the user gives a panel its size: not while it is hidden, or a tab."""
        part = self._part(name)
        return not part.isHidden() and not (part is self._panels.inspector and self._panels.inspector.folded)

    def _part(self, name: str) -> QWidget:
        panels = self._panels
        return {
            "actors": panels.actors,
            "inspector": panels.inspector,
            "bottom": panels.bottom,
            "drawer": panels.drawer,
        }[name]

    # -- edges

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide what was dragged shut, and give a panel its usual size by a double-click on its edge."""
        name = next((name for name in _SIZED if self._handle(name) is watched), None)
        if name is None:
            return False
        if event.type() == QEvent.Type.MouseButtonDblClick and self._is_sized(name):
            self._settings.panel_size[self.layout.id, name] = None
            self._share_out()
            self.changed.emit()
            return True
        splitter, place = self._places[name]
        size = splitter.sizes()[place]
        if event.type() == QEvent.Type.MouseButtonPress:
            self._held = size
        elif event.type() == QEvent.Type.MouseButtonRelease and self._is_sized(name) and size != self._held:
            if size:
                self._settings.panel_size[self.layout.id, name] = size
                self.changed.emit()
            else:
                self.fold_requested.emit(name)
        return False

    @Slot(int, int)
    def _bound(self, _position: int, _edge: int) -> None:
        """Leave the map its part of the window, and the timeline its own."""
        (above, size), most = self.widget.sizes(), self._most_timeline()
        least = min(round(_LEAST_TIMELINE * self._window.height()), most)
        bounded = min(max(size, least), most) if size else 0  # 0: dragged shut
        if bounded != size:
            self.widget.setSizes([above + size - bounded, bounded])

    def _handle(self, name: str) -> QWidget:
        """Return the edge that is dragged to resize a panel."""
        splitter, place = self._places[name]
        return splitter.handle(max(place, 1))

    def _splitter(self, orientation: Qt.Orientation) -> QSplitter:
        splitter = QSplitter(orientation, self._window)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)  # a hairline; Qt lets one grab it a few pixels beside
        return splitter


def _fill(splitter: QSplitter, parts: Sequence[QWidget], rest: int) -> None:
    """Put parts into a splitter; one of them takes the room that is left."""
    for part in parts:
        splitter.addWidget(part)
    splitter.setStretchFactor(rest, 1)
