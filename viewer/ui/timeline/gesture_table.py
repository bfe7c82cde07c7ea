"""The table of gestures: what the mouse takes hold of, by zone and button; the first that answers has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt

from viewer.ui.timeline.gestures import SLACK, Grasp, Grip, Held, Scrub, WindowDrag
from viewer.ui.timeline.hits import TimelineHits, Zone
from viewer.ui.timeline.name_painter import chevron_at, close_rect, edge_at, is_on_cross, row_at
from viewer.ui.timeline.overview import grip_at

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
    find: Callable[[TimelineHits, Press], Grasp | None]


def open_menu(hits: TimelineHits, press: Press) -> Grasp:
    """Open the menu of lanes."""
    position, placed = press.position.toPoint(), hits.model.stack.lane_at(press.position)
    return Grasp(lambda: hits.model.menu_requested.emit(position, placed))


def fold_section(hits: TimelineHits, press: Press) -> Grasp | None:
    """Fold or unfold by the chevron."""
    placed = chevron_at(hits.model.stack, press.position)
    if placed is None:
        return None
    return Grasp(lambda: hits.model.fold(placed.section.key, folded=not placed.folded), _HAND)


def drag_edge(hits: TimelineHits, press: Press) -> Grasp | None:
    """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
    model, edge = hits.model, edge_at(hits.model.stack, press.position)
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


def remove_signal(hits: TimelineHits, press: Press) -> Grasp | None:
    """Remove a signal by the sign behind its name."""
    placed = hits.model.stack.lane_at(press.position)
    number = None if placed is None else row_at(placed, press.position).number
    if number is None or not is_on_cross(hits.model.stack, press.position):
        return None
    return Grasp(lambda: hits.model.signal_requested.emit("sheet", hits.model.sheet.without(number)), _HAND)


def drag_name(hits: TimelineHits, press: Press) -> Grasp | None:
    """Move a lane among the others; a click selects whose it is, does what it does, or folds a group."""
    model = hits.model
    placed = model.stack.lane_at(press.position)
    if placed is None:
        return None
    key, meant = placed.section.key, row_at(placed, press.position)

    def move(position: QPointF, _fine: bool) -> None:
        onto = model.stack.lane_at(position)
        if onto is not None and onto.section.key != key:
            model.choose_lanes(model.sections.moved(key, onto.section.key))

    def click(_position: QPointF) -> None:
        if meant.row is not None:
            model.select_requested.emit(meant.row)
        elif meant.link:
            placed.lane.press()
            model.arrange()
        elif placed.section.group:
            model.fold(key, folded=not placed.folded)

    clicks = meant.link or placed.section.group or meant.row is not None
    return Grasp(lambda: Held(move, click, slack=SLACK), _HAND if clicks else _ARROW)


def end_range(hits: TimelineHits, press: Press) -> Grasp | None:
    """End the range by the sign above its statistics."""
    on_sign = close_rect(hits.model.stack).contains(press.position)
    return Grasp(hits.model.range_ended.emit, _HAND) if on_sign else None


def open_details(hits: TimelineHits, press: Press) -> Grasp | None:
    """Show more about frames that cannot be read."""
    model = hits.model
    labels = () if model.content is None else model.stack.damage(model.axis, model.content)
    on_name = any(label.box.contains(press.position) for label in labels)
    return Grasp(model.details_requested.emit, _HAND) if on_name else None


def drag_values(hits: TimelineHits, press: Press) -> Grasp | None:
    """Move the values of a lane by the figures of its axis."""
    found = hits.scale(press.position)
    if found is None:
        return None
    (lane, rect), y = found, press.position.y()
    scale = lane.scale

    def move(position: QPointF, _fine: bool) -> None:
        lane.set_scale(scale.panned((position.y() - y) / rect.height() * (scale.high - scale.low)))
        hits.model.redraw()

    return Grasp(lambda: Held(move), _UPRIGHT)


def drag_overlay(hits: TimelineHits, press: Press) -> Grasp | None:
    """Let the overlays take the press, the topmost first."""
    axis, rect = hits.axis(press.position)
    found = (each.grasp(axis, rect, press.position, press.keys) for each in reversed(hits.overlays))
    return next((each for each in found if each is not None), None)


def go_to_mark(hits: TimelineHits, press: Press) -> Grasp | None:
    """Go to a mark and select its actor; Ctrl is for what else there is."""
    hit = hits.hit(press.position)
    if hit is None or hit.time is None or press.keys & Qt.KeyboardModifier.ControlModifier:
        return None
    held = Scrub(press.position.x(), hit.time)

    def begin() -> Held:
        if hit.event is not None:
            hits.model.event_requested.emit(hit.event)
        else:
            hits.model.seek(held.time)
        if hit.row is not None:
            hits.model.select_requested.emit(hit.row)
        return _held_time(hits, press, held, slack=SLACK)

    return Grasp(begin, _HAND)


def _held_time(
    hits: TimelineHits, press: Press, scrub: Scrub, row: int | None = None, slack: float = 0.0
) -> Held:  # fmt: skip
    """Let the playhead go with the mouse; a click on somebody's lane selects him, too."""
    on_overview = hits.zone(press.position) is Zone.OVERVIEW

    def move(position: QPointF, fine: bool) -> None:
        axis = hits.model.axis.fitted() if on_overview else hits.model.axis
        hits.model.seek(scrub.move(axis, position.x(), fine=fine))

    def click(_position: QPointF) -> None:
        if row is not None:
            hits.model.select_requested.emit(row)

    return Held(move, click, slack=slack, scrolls=not on_overview)


def drag_window(hits: TimelineHits, press: Press) -> Grasp | None:
    """Drag the window in the overview, or one end of it; a click goes to the time there."""
    model, strip, x = hits.model, hits.model.axis.fitted(), press.position.x()
    grip = grip_at(strip, model.axis, model.stack.overview, x)
    drag = WindowDrag(strip, model.axis, x, grip)

    def move(position: QPointF, _fine: bool) -> None:
        model.move(drag.move(position.x()))

    held = Held(move, lambda position: model.seek(strip.time(position.x())), slack=SLACK)
    cursor = Qt.CursorShape.OpenHandCursor if grip is Grip.WINDOW else _ACROSS
    return None if grip is Grip.NOTHING else Grasp(lambda: held, cursor)


def scrub(hits: TimelineHits, press: Press) -> Grasp:
    """Go to the time, and on with the mouse; over the lanes finely from the playhead itself."""

    def begin() -> Held:
        axis, _ = hits.axis(press.position)
        x, on_lanes = press.position.x(), hits.zone(press.position) is Zone.LANES
        on_playhead = abs(axis.x(hits.model.playhead) - x) <= SLACK
        fine = on_lanes and bool(press.keys & Qt.KeyboardModifier.ShiftModifier)
        held = Scrub(x, hits.model.playhead, fine=fine)
        if not (fine and on_playhead):
            held.jump(axis, x)
        hit = hits.hit(press.position) if on_lanes else None
        hits.model.seek(held.time)
        return _held_time(hits, press, held, None if hit is None else hit.row)

    return Grasp(begin)


def pan(hits: TimelineHits, press: Press, slack: float = 0.0) -> Grasp:
    """Move the window at once, as one moves paper."""
    axis, pressed = hits.model.axis, press.position.x()

    def move(position: QPointF, _fine: bool) -> None:
        hits.model.move(axis.panned((pressed - position.x()) * axis.seconds_per_pixel))

    def click(position: QPointF) -> None:
        placed = hits.lane(position)
        if slack and placed is not None:
            hits.model.menu_requested.emit(position.toPoint(), placed)

    return Grasp(lambda: Held(move, click, slack=slack))


def pan_later(hits: TimelineHits, press: Press) -> Grasp:
    """Move the window once the mouse has gone some way; a click opens the menu of what is there."""
    return pan(hits, press, SLACK)


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
