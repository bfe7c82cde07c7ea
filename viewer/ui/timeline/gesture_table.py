"""The table of gestures: what the mouse takes hold of, by zone and button; the first that answers has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.gestures import SLACK, Grasp, Grip, Held, Scrub, WindowDrag
from viewer.ui.timeline.hits import Zone
from viewer.ui.timeline.name_painter import chevron_at, close_rect, edge_at, is_on_cross, row_at
from viewer.ui.timeline.requests import TimelineRequests

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
_ARROW, _HAND = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
_ACROSS, _UPRIGHT = Qt.CursorShape.SizeHorCursor, Qt.CursorShape.SizeVerCursor


class Press(NamedTuple):
    """A button that goes down, or would."""

    position: QPointF
    keys: Qt.KeyboardModifier


class Gesture(NamedTuple):
    """A row of the table.

    Attributes:
        zones: where it begins.
        button: with which button.
        find: returns what there is to take hold of, or None to leave the press to the next row.

    """

    zones: tuple[Zone, ...]
    button: Qt.MouseButton
    find: Callable[[TimelineRequests, Press], Grasp | None]


def open_menu(asks: TimelineRequests, press: Press) -> Grasp:
    """Open the menu of lanes."""
    position, placed = press.position.toPoint(), asks.model.stack.lane_at(press.position)
    return Grasp(lambda: asks.menu_requested.emit(position, placed))


def fold_section(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Fold or unfold by the chevron."""
    placed = chevron_at(asks.model.stack, press.position)
    if placed is None:
        return None
    return Grasp(lambda: asks.model.fold(placed.section.key, folded=not placed.folded), _HAND)


def drag_edge(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
    model, edge = asks.model, edge_at(asks.model.stack, press.position)
    if edge is None:
        return None
    key, top = edge.height_key, press.position.y() - edge.rect.height()

    def begin() -> Held:
        choices = model.sections.choices
        for each, height in model.stack.heights_above(edge).items():
            choices = choices.with_height(each, height)
        model.choose_lanes(choices.with_height(key, edge.rect.height()))
        return Held(move)

    def move(position: QPointF, _fine: bool) -> None:
        model.choose_lanes(model.sections.choices.with_height(key, position.y() - top))

    return Grasp(begin, _UPRIGHT)


def remove_signal(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Remove a signal by the sign behind its name."""
    placed = asks.model.stack.lane_at(press.position)
    number = None if placed is None else row_at(placed, press.position).number
    if number is None or not is_on_cross(asks.model.stack, press.position):
        return None
    return Grasp(lambda: asks.signal_requested.emit("sheet", asks.model.sheet.without(number)), _HAND)


def drag_name(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Move a lane among the others; a click selects whose it is, does what it does, or folds a group."""
    model = asks.model
    placed = model.stack.lane_at(press.position)
    if placed is None:
        return None
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

    clicks = meant.link or placed.section.group or meant.row is not None
    return Grasp(lambda: Held(move, release, SLACK), _HAND if clicks else _ARROW)


def end_range(asks: TimelineRequests, press: Press) -> Grasp | None:
    """End the range by the sign above its statistics."""
    on_sign = close_rect(asks.model.stack).contains(press.position)
    return Grasp(asks.range_ended.emit, _HAND) if on_sign else None


def open_details(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Show more about frames that cannot be read."""
    on_name = asks.hits.details_at(press.position)
    return Grasp(asks.details_requested.emit, _HAND) if on_name else None


def drag_values(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Move the values of a lane by the figures of its axis."""
    found = asks.hits.scale(press.position)
    if found is None:
        return None
    (lane, rect), y = found, press.position.y()
    scale = lane.scale

    def move(position: QPointF, _fine: bool) -> None:
        lane.set_scale(scale.panned((position.y() - y) / rect.height() * (scale.high - scale.low)))
        asks.model.redraw()

    return Grasp(lambda: Held(move), _UPRIGHT)


def drag_overlay(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Let the overlays take the press, the topmost first."""
    axis, rect = asks.hits.axis(press.position)
    found = (each.grasp(axis, rect, press.position, press.keys) for each in reversed(asks.hits.overlays))
    return next((each for each in found if each is not None), None)


def go_to_mark(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Go to a mark and select its actor; Ctrl is for what else there is."""
    hit = asks.hits.hit(press.position)
    if hit is None or hit.time is None or press.keys & Qt.KeyboardModifier.ControlModifier:
        return None
    held = Scrub(press.position.x(), hit.time)

    def begin() -> Held:
        if hit.event is not None:
            asks.event_requested.emit(hit.event)
        else:
            asks.seek(held.time)
        if hit.row is not None:
            asks.select(hit.row)
        return _held_time(asks, press, held, slack=SLACK)

    return Grasp(begin, _HAND)


def _held_time(
    asks: TimelineRequests, press: Press, scrub: Scrub, row: int | None = None, slack: float = 0.0
) -> Held:  # fmt: skip
    """Let the playhead go with the mouse; a click on somebody's lane selects him, too."""
    on_overview = asks.hits.zone(press.position) is Zone.OVERVIEW

    def move(position: QPointF, fine: bool) -> None:
        axis = asks.model.axis.fitted() if on_overview else asks.model.axis
        asks.seek(scrub.move(axis, position.x(), fine=fine))

    def release(_position: QPointF, moved: float) -> None:
        if moved < SLACK and row is not None:
            asks.select(row)

    return Held(move, release, slack, scrolls=not on_overview)


def drag_window(asks: TimelineRequests, press: Press) -> Grasp | None:
    """Drag the window in the overview, or one end of it; a click goes to the time there."""
    axis, grip = asks.model.axis, asks.hits.grip(press.position.x())
    drag = WindowDrag(axis.fitted(), axis, press.position.x(), grip)
    held = _held_window(asks, drag.move, lambda position: asks.seek(axis.fitted().time(position.x())))
    cursor = Qt.CursorShape.OpenHandCursor if grip is Grip.WINDOW else _ACROSS
    return None if grip is Grip.NOTHING else Grasp(lambda: held, cursor)


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


def scrub(asks: TimelineRequests, press: Press) -> Grasp:
    """Go to the time, and on with the mouse; over the lanes finely from the playhead itself."""

    def begin() -> Held:
        axis, _ = asks.hits.axis(press.position)
        x, on_lanes = press.position.x(), asks.hits.zone(press.position) is Zone.LANES
        on_playhead = abs(axis.x(asks.model.playhead) - x) <= SLACK
        fine = on_lanes and bool(press.keys & Qt.KeyboardModifier.ShiftModifier)
        held = Scrub(x, asks.model.playhead, fine=fine)
        if not (fine and on_playhead):
            held.jump(axis, x)
        hit = asks.hits.hit(press.position) if on_lanes else None
        asks.seek(held.time)
        return _held_time(asks, press, held, None if hit is None else hit.row)

    return Grasp(begin)


def pan(asks: TimelineRequests, press: Press) -> Grasp:
    """Move the window at once, as one moves paper."""
    return Grasp(lambda: _held_window(asks, _panned(asks.model.axis, press.position.x())))


def pan_later(asks: TimelineRequests, press: Press) -> Grasp:
    """Move the window once the mouse has gone some way; a click opens the menu of what is there."""

    def click(position: QPointF) -> None:
        placed = asks.hits.lane(position)
        if placed is not None:
            asks.menu_requested.emit(position.toPoint(), placed)

    return Grasp(lambda: _held_window(asks, _panned(asks.model.axis, press.position.x()), click))


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
    Gesture((Zone.LANES,), LEFT, drag_values),
    Gesture(_TIME, LEFT, scrub),
    Gesture(_TIME, MIDDLE, pan),
    Gesture(_TIME, RIGHT, pan_later),
)
