"""The table of gestures: what the mouse takes hold of, by zone and button; the first that answers has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt

from viewer.ui.timeline.gestures import Grip, HeightDrag, Pan, Scrub, WindowDrag
from viewer.ui.timeline.held import (
    SLACK,
    Held,
    HeldEdge,
    HeldName,
    HeldOverlay,
    HeldTime,
    HeldValues,
    HeldWindow,
)
from viewer.ui.timeline.hits import Zone
from viewer.ui.timeline.name_painter import chevron_at, close_rect, edge_at, is_on_cross, row_at
from viewer.ui.timeline.requests import TimelineRequests

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton


class Press(NamedTuple):
    """A button that goes down."""

    position: QPointF
    keys: Qt.KeyboardModifier

    @property
    def fine(self) -> bool:
        """Whether Shift is held."""
        return bool(self.keys & Qt.KeyboardModifier.ShiftModifier)


class Gesture(NamedTuple):
    """A row of the table.

    Attributes:
        zones: where it begins.
        button: with which button.
        begin: returns what goes with the mouse from now on, True where all is done, or None to leave the
            press to the next row.

    """

    zones: tuple[Zone, ...]
    button: Qt.MouseButton
    begin: Callable[[TimelineRequests, Press], Held | bool | None]


def open_menu(asks: TimelineRequests, press: Press) -> bool:
    """Open the menu of lanes."""
    asks.menu_requested.emit(press.position.toPoint(), asks.model.stack.lane_at(press.position))
    return True


def fold_section(asks: TimelineRequests, press: Press) -> bool:
    """Fold or unfold by the chevron."""
    placed = chevron_at(asks.model.stack, press.position)
    if placed is not None:
        asks.model.fold(placed.section.key, folded=not placed.folded)
    return placed is not None


def drag_edge(asks: TimelineRequests, press: Press) -> Held | None:
    """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
    model = asks.model
    edge = edge_at(model.stack, press.position)
    if edge is None:
        return None
    choices = model.sections.choices
    for key, height in model.stack.heights_above(edge).items():
        choices = choices.with_height(key, height)
    drag = HeightDrag(edge.height_key, press.position.y(), edge.rect.height())
    model.choose_lanes(choices.with_height(drag.key, drag.height))
    return HeldEdge(model, drag)


def remove_signal(asks: TimelineRequests, press: Press) -> bool:
    """Remove a signal by the sign behind its name."""
    placed = asks.model.stack.lane_at(press.position)
    number = None if placed is None else row_at(placed, press.position).number
    if number is None or not is_on_cross(press.position):
        return False
    asks.signal_requested.emit("remove", number)
    return True


def drag_name(asks: TimelineRequests, press: Press) -> Held | bool:
    """Move a lane among the others; a click selects whose it is, does what it does, or folds a group."""
    placed = asks.model.stack.lane_at(press.position)
    if placed is None:
        return True
    row = row_at(placed, press.position).row

    def click() -> None:
        if row is not None:
            asks.select(row)
        elif placed.lane.pressable:
            placed.lane.press()
            asks.model.arrange()
        elif placed.section.group:
            asks.model.fold(placed.section.key, folded=not placed.folded)

    return HeldName(asks.model, placed.section.key, click)


def end_range(asks: TimelineRequests, press: Press) -> bool:
    """End the range by the sign above its statistics."""
    on_sign = close_rect(asks.model.stack).contains(press.position)
    if on_sign:
        asks.range_ended.emit()
    return on_sign


def drag_values(asks: TimelineRequests, press: Press) -> Held | None:
    """Move the values of a lane by the figures of its axis."""
    found = asks.hits.scale(press.position)
    return None if found is None else HeldValues(asks.model, *found, press.position.y())


def drag_overlay(asks: TimelineRequests, press: Press) -> Held | None:
    """Let the overlays take the press, the topmost first."""
    axis, rect = asks.hits.axis(press.position)
    for overlay in reversed(asks.hits.overlays):
        drag = overlay.press(axis, rect, press.position, press.keys)
        if drag is not None:
            scrolls = asks.hits.zone(press.position) is not Zone.OVERVIEW
            return HeldOverlay(asks.model, drag, axis, scrolls=scrolls)
    return None


def go_to_mark(asks: TimelineRequests, press: Press) -> Held | None:
    """Go to a mark and select its actor."""
    hit = asks.hits.hit(press.position)
    if hit is None or hit.time is None:
        return None
    axis, _ = asks.hits.axis(press.position)
    scrolls = asks.hits.zone(press.position) is not Zone.OVERVIEW
    if hit.event is not None:
        asks.event_requested.emit(hit.event)
    else:
        asks.seek(hit.time)
    if hit.row is not None:
        asks.select(hit.row)
    return HeldTime(Scrub(axis, press.position.x(), hit.time), asks.seek, slack=SLACK, scrolls=scrolls)


def drag_window(asks: TimelineRequests, press: Press) -> Held | None:
    """Drag the window in the overview, or one end of it."""
    axis, x = asks.model.axis, press.position.x()
    grip = asks.hits.grip(x)
    if grip is Grip.NOTHING:
        return None

    def click(position: QPointF) -> None:
        asks.seek(axis.fitted().time(position.x()))

    return HeldWindow(asks.model, WindowDrag(axis.fitted(), axis, x, grip), SLACK, click)


def scrub_overview(asks: TimelineRequests, press: Press) -> Held:
    """Go to the time in the overview, and on with the asks."""
    scrub = Scrub(asks.model.axis.fitted(), press.position.x(), asks.model.playhead)
    scrub.jump(press.position.x())
    asks.seek(scrub.time)
    return HeldTime(scrub, asks.seek, scrolls=False)


def scrub_lanes(asks: TimelineRequests, press: Press) -> Held:
    """Go to the time, and on with the mouse; finely from the playhead itself."""
    axis, x = asks.model.axis, press.position.x()
    on_playhead = abs(axis.x(asks.model.playhead) - x) <= SLACK
    scrub = Scrub(axis, x, asks.model.playhead, fine=press.fine)
    if not (press.fine and on_playhead):
        scrub.jump(x)
    hit = asks.hits.hit(press.position)
    row = hit.row if hit is not None else None
    asks.seek(scrub.time)
    return HeldTime(scrub, asks.seek, None if row is None else lambda: asks.select(row))


def pan(asks: TimelineRequests, press: Press) -> Held:
    """Move the window at once."""
    return HeldWindow(asks.model, Pan(asks.model.axis, press.position.x()))


def pan_later(asks: TimelineRequests, press: Press) -> Held:
    """Move the window once the mouse has gone some way; a click opens the menu of what is there."""

    def click(position: QPointF) -> None:
        placed = asks.hits.lane(position)
        if placed is not None:
            asks.menu_requested.emit(position.toPoint(), placed)

    return HeldWindow(asks.model, Pan(asks.model.axis, press.position.x()), SLACK, click)


_NAMES, _TIME = (Zone.NAMES,), (Zone.OVERVIEW, Zone.LANES)

GESTURES: tuple[Gesture, ...] = (
    Gesture(_NAMES, RIGHT, open_menu),
    Gesture(_NAMES, LEFT, fold_section),
    Gesture(_NAMES, LEFT, drag_edge),
    Gesture(_NAMES, LEFT, remove_signal),
    Gesture(_NAMES, LEFT, drag_name),
    Gesture((Zone.MARGIN,), LEFT, end_range),
    Gesture(_TIME, LEFT, drag_overlay),
    Gesture(_TIME, LEFT, go_to_mark),
    Gesture((Zone.OVERVIEW,), LEFT, drag_window),
    Gesture((Zone.OVERVIEW,), LEFT, scrub_overview),
    Gesture((Zone.LANES,), LEFT, drag_values),
    Gesture((Zone.LANES,), LEFT, scrub_lanes),
    Gesture(_TIME, MIDDLE, pan),
    Gesture(_TIME, RIGHT, pan_later),
)
