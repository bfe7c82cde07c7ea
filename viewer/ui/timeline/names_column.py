"""The column of names at the left of the timeline: what mouse and keyboard do with lanes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QMenu, QWidget

from viewer.ui.timeline.canvas import TimelineCanvas
from viewer.ui.timeline.gestures import HeightDrag
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.life_lane import LifeLane, MoreLane
from viewer.ui.timeline.names import chevron_at, edge_at
from viewer.ui.timeline.stack import PlacedLane

_NOTCH = 120
_SCROLL_NOTCH = 32
"""Pixels that one notch of the wheel scrolls the lanes."""


class NamesColumn(TimelineCanvas):
    """Lanes are folded, shown, hidden, scrolled and made higher at their names."""

    select_requested = Signal(object, bool)
    """Row of the actor to select; whether to add it to the selection (never)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._event_menus: Sequence[QMenu] = ()

    def set_event_menus(self, menus: Sequence[QMenu]) -> None:
        """Offer these menus, too, where one asks for those of the events."""
        self._event_menus = menus

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the lanes by Alt and an arrow; all other keys are left to the window's actions."""
        pixels = {Qt.Key.Key_Up: -_SCROLL_NOTCH, Qt.Key.Key_Down: _SCROLL_NOTCH}.get(Qt.Key(event.key()), 0)
        if pixels and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.scroll_lanes(pixels)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of lanes by its key; what the right button does is decided when it is pressed."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self._content is not None:
            self._open_menu(self._stack.lanes.topLeft().toPoint(), None)

    def _press_name(self, position: QPointF, button: Qt.MouseButton) -> HeightDrag | None:
        """Fold a section, select whose lane it is, open the menu, or return the edge that is dragged."""
        placed = self._stack.lane_at(position)
        if button == Qt.MouseButton.RightButton:
            self._open_menu(position.toPoint(), placed)
        if button != Qt.MouseButton.LeftButton:
            return None
        edge, chevron = edge_at(self._stack, position), chevron_at(self._stack, position)
        if chevron is not None:
            self._fold(chevron)
        elif edge is not None:
            return self._take_edge(edge, position.y())
        elif placed is not None and isinstance(placed.lane, LifeLane):
            self.select_requested.emit(placed.lane.row, False)
        elif placed is not None and isinstance(placed.lane, MoreLane):
            self.list_all_lives()
        elif placed is not None and placed.section.group:
            self._fold(placed)
        return None

    def _take_edge(self, edge: PlacedLane, y: float) -> HeightDrag:
        """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
        choices = self.lane_choices
        for key, height in self._stack.heights_above(edge).items():
            choices = choices.with_height(key, height)
        drag = HeightDrag(edge.height_key, y, edge.rect.height())
        self.choose_lanes(choices.with_height(drag.key, drag.height))
        return drag

    def _fold(self, placed: PlacedLane) -> None:
        self.fold(placed.section.key, folded=not placed.folded)

    def _open_menu(self, position: QPoint, placed: PlacedLane | None) -> None:
        key = placed.section.key if placed is not None else None
        menu = LaneMenu(
            self._sections, key, self, searching=self._events.searching, of_events=self._event_menus
        )
        menu.search_cancelled.connect(self.search_cancelled)
        menu.fold_chosen.connect(self._take_fold)
        menu.shown_chosen.connect(self._take_shown)
        menu.heights_reset.connect(self._reset_heights)
        menu.popup(self.mapToGlobal(position))

    @Slot(str, bool)
    def _take_fold(self, key: str, folded: bool) -> None:
        self.fold(key, folded=folded)

    @Slot(str, bool)
    def _take_shown(self, key: str, shown: bool) -> None:
        self.choose_lanes(self.lane_choices.with_shown(key, shown=shown))

    @Slot()
    def _reset_heights(self) -> None:
        self.choose_lanes(self.lane_choices.without_heights())

    def _scroll_by_wheel(self, event: QWheelEvent) -> None:
        turned = event.pixelDelta().y() or event.angleDelta().y() / _NOTCH * _SCROLL_NOTCH
        self.scroll_lanes(-turned)

    def _cursor_beside(self, position: QPointF, named: PlacedLane | None) -> Qt.CursorShape:
        """Return the mouse's shape over the names."""
        if chevron_at(self._stack, position) is not None:
            return Qt.CursorShape.PointingHandCursor
        if edge_at(self._stack, position) is not None:
            return Qt.CursorShape.SizeVerCursor
        on = named is not None and (isinstance(named.lane, LifeLane | MoreLane) or named.section.group)
        return Qt.CursorShape.PointingHandCursor if on else Qt.CursorShape.ArrowCursor

    def _set_named(self, placed: PlacedLane | None) -> None:
        """Light up the chevron beside the name under the mouse."""
        key = placed.section.key if placed is not None else None
        if key != self._named:
            self._named = key
            self.update()
