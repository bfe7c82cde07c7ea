"""The table of gestures: what the mouse takes hold of, by zone and button; the first that answers has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.gestures import SLACK, Grip, Held, Scrub, WindowDrag
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
    key, top = edge.height_key, press.position.y() - edge.rect.height()
    choices = model.sections.choices
    for each, height in model.stack.heights_above(edge).items():
        choices = choices.with_height(each, height)
    model.choose_lanes(choices.with_height(key, edge.rect.height()))

    def move(position: QPointF, _fine: bool) -> None:
        model.choose_lanes(model.sections.choices.with_height(key, position.y() - top))

    return Held(move)


def remove_signal(asks: TimelineRequests, press: Press) -> bool:
    """Remove a signal by the sign behind its name."""
    placed = asks.model.stack.lane_at(press.position)
    number = None if placed is None else row_at(placed, press.position).number
    if number is None or not is_on_cross(asks.model.stack, press.position):
        return False
    asks.signal_requested.emit("sheet", asks.model.sheet.without(number))
    return True


def drag_name(asks: TimelineRequests, press: Press) -> Held | bool:
    """Move a lane among the others; a click selects whose it is, does what it does, or folds a group."""
    model = asks.model
    placed = model.stack.lane_at(press.position)
    if placed is None:
        return True
    key, meant = placed.section.key, row_at(placed, press.position)

    def move(position: QPointF, _fine: bool) -> None:
        onto = model.stack.lane_at(position)
        if onto is not None and onto.section.key != key:
            model.choose_lanes(model.sections.moved(key, onto.section.key))

    def release(_position: QPointF, moved: float) -> None:
        if moved >= SLACK:
            return
        if meant.row is not None:
            asks.select(meant.row)
        elif meant.link:
            placed.lane.press()
            model.arrange()
        elif placed.section.group:
            model.fold(key, folded=not placed.folded)

    return Held(move, release, SLACK)


def end_range(asks: TimelineRequests, press: Press) -> bool:
    """End the range by the sign above its statistics."""
    on_sign = close_rect(asks.model.stack).contains(press.position)
    if on_sign:
        asks.range_ended.emit()
    return on_sign


def open_details(asks: TimelineRequests, press: Press) -> bool:
    """Show more about frames that cannot be read."""
    on_name = asks.hits.details_at(press.position)
    if on_name:
        asks.details_requested.emit()
    return on_name


def drag_values(asks: TimelineRequests, press: Press) -> Held | None:
    """Move the values of a lane by the figures of its axis."""
    found = asks.hits.scale(press.position)
    if found is None:
        return None
    (lane, rect), y = found, press.position.y()
    scale = lane.scale

    def move(position: QPointF, _fine: bool) -> None:
        lane.set_scale(scale.panned((position.y() - y) / rect.height() * (scale.high - scale.low)))
        asks.model.redraw()

    return Held(move)


def drag_overlay(asks: TimelineRequests, press: Press) -> Held | None:
    """Let the overlays take the press, the topmost first."""
    axis, rect = asks.hits.axis(press.position)
    for overlay in reversed(asks.hits.overlays):
        held = overlay.press(axis, rect, press.position, press.keys)
        if held is not None:
            return held
    return None


def go_to_mark(asks: TimelineRequests, press: Press) -> Held | None:
    """Go to a mark and select its actor; Ctrl is for what else there is."""
    hit = asks.hits.hit(press.position)
    if hit is None or hit.time is None or press.keys & Qt.KeyboardModifier.ControlModifier:
        return None
    if hit.event is not None:
        asks.event_requested.emit(hit.event)
    else:
        asks.seek(hit.time)
    if hit.row is not None:
        asks.select(hit.row)
    return _held_time(asks, press, Scrub(press.position.x(), hit.time), slack=SLACK)


def _held_time(
    asks: TimelineRequests, press: Press, scrub: Scrub, row: int | None = None, slack: float = 0.0
) -> Held:  # fmt: skip
    """Let the playhead go with the mouse; a click on somebody's lane selects him, too."""
    on_overview = asks.hits.zone(press.position) is Zone.OVERVIEW

    def move(position: QPointF, fine: bool) -> None:
        asks.seek(scrub.move(asks.axis(on_overview=on_overview), position.x(), fine=fine))

    def release(_position: QPointF, moved: float) -> None:
        if moved < SLACK and row is not None:
            asks.select(row)

    return Held(move, release, slack, scrolls=not on_overview)


def drag_window(asks: TimelineRequests, press: Press) -> Held | None:
    """Drag the window in the overview, or one end of it; a click goes to the time there."""
    axis, grip = asks.model.axis, asks.hits.grip(press.position.x())
    if grip is Grip.NOTHING:
        return None
    drag = WindowDrag(axis.fitted(), axis, press.position.x(), grip)

    def click(position: QPointF) -> None:
        asks.seek(axis.fitted().time(position.x()))

    return _held_window(asks, drag.move, click)


def _held_window(
    asks: TimelineRequests,
    window: Callable[[float], TimeAxis],
    click: Callable[[QPointF], None] | None = None,
) -> Held:
    """Let the window that belongs to a pixel go with the mouse, once it is clear that no click is meant."""
    slack = 0.0 if click is None else SLACK

    def release(position: QPointF, moved: float) -> None:
        if moved < slack and click is not None:
            click(position)

    return Held(lambda position, _fine: asks.model.move(window(position.x())), release, slack)


def scrub(asks: TimelineRequests, press: Press) -> Held:
    """Go to the time, and on with the mouse; over the lanes finely from the playhead itself."""
    axis, _ = asks.hits.axis(press.position)
    x, on_lanes = press.position.x(), asks.hits.zone(press.position) is Zone.LANES
    on_playhead = abs(axis.x(asks.model.playhead) - x) <= SLACK
    held = Scrub(x, asks.model.playhead, fine=press.fine and on_lanes)
    if not (held.fine and on_playhead):
        held.jump(axis, x)
    hit = asks.hits.hit(press.position) if on_lanes else None
    asks.seek(held.time)
    return _held_time(asks, press, held, None if hit is None else hit.row)


def pan(asks: TimelineRequests, press: Press) -> Held:
    """Move the window at once, as one moves paper."""
    return _held_window(asks, _panned(asks.model.axis, press.position.x()))


def pan_later(asks: TimelineRequests, press: Press) -> Held:
    """Move the window once the mouse has gone some way; a click opens the menu of what is there."""

    def click(position: QPointF) -> None:
        placed = asks.hits.lane(position)
        if placed is not None:
            asks.menu_requested.emit(position.toPoint(), placed)

    return _held_window(asks, _panned(asks.model.axis, press.position.x()), click)


def _panned(axis: TimeAxis, pressed: float) -> Callable[[float], TimeAxis]:
    return lambda x: axis.panned((pressed - x) * axis.seconds_per_pixel)


_NAMES, _TIME = (Zone.NAMES,), (Zone.OVERVIEW, Zone.LANES)

GESTURES: tuple[Gesture, ...] = (
    Gesture(_NAMES, RIGHT, open_menu),
    Gesture(_NAMES, LEFT, fold_section),
    Gesture(_NAMES, LEFT, drag_edge),
    Gesture(_NAMES, LEFT, remove_signal),
    Gesture(_NAMES, LEFT, drag_name),
    Gesture((Zone.MARGIN,), LEFT, end_range),
    Gesture((Zone.LANES,), LEFT, open_details),
    Gesture(_TIME, LEFT, go_to_mark),
    Gesture(_TIME, LEFT, drag_overlay),
    Gesture((Zone.OVERVIEW,), LEFT, drag_window),
    Gesture((Zone.OVERVIEW,), LEFT, scrub),
    Gesture((Zone.LANES,), LEFT, drag_values),
    Gesture((Zone.LANES,), LEFT, scrub),
    Gesture(_TIME, MIDDLE, pan),
    Gesture(_TIME, RIGHT, pan_later),
)
