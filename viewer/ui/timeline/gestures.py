"""What the mouse takes hold of, by zone and button; the first of a table's row that answers has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.chosen_range import drag_range
from viewer.ui.timeline.name_painter import chevron_at, close_rect, edge_at, is_on_cross, row_at
from viewer.ui.timeline.overview import Grip, grip_at, window_dragged
from viewer.ui.timeline.spot import SLACK, Grasp, Held, Spot, Zone

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
_ARROW, _HAND = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
_ACROSS, _UPRIGHT = Qt.CursorShape.SizeHorCursor, Qt.CursorShape.SizeVerCursor
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_FINE = 0.1
"""Part of the movement that counts while scrubbing finely."""


def _open_menu(spot: Spot) -> Grasp:
    """Open the menu of lanes."""
    position, placed = spot.position.toPoint(), spot.lane
    return Grasp(lambda: spot.model.menu_requested.emit(position, placed))


def _fold_section(spot: Spot) -> Grasp | None:
    """Fold or unfold by the chevron."""
    placed = chevron_at(spot.model.stack, spot.position)
    if placed is None:
        return None
    return Grasp(lambda: spot.model.fold(placed.section.key, folded=not placed.folded), _HAND)


def _drag_edge(spot: Spot) -> Grasp | None:
    """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
    model, edge = spot.model, edge_at(spot.model.stack, spot.position)
    if edge is None:
        return None
    key, top = edge.height_key, spot.position.y() - edge.rect.height()

    def begin() -> Held:
        choices = model.sections.choices
        for each, height in model.stack.heights_above(edge).items():
            choices = choices.with_height(each, height)
        return Held(lambda to: model.choose_lanes(choices.with_height(key, to.position.y() - top)))

    return Grasp(begin, _UPRIGHT)


def _remove_signal(spot: Spot) -> Grasp | None:
    """Remove a signal by the sign behind its name."""
    model, placed = spot.model, spot.lane
    number = None if placed is None else row_at(placed, spot.position).number
    if number is None or not is_on_cross(model.stack, spot.position):
        return None
    return Grasp(lambda: model.set_sheet(model.sheet.without(number)), _HAND)


def _drag_name(spot: Spot) -> Grasp | None:
    """Move a lane among the others; a click selects whose it is, or folds a group."""
    model, placed = spot.model, spot.lane
    if placed is None:
        return None
    key, meant = placed.section.key, row_at(placed, spot.position)

    def move(to: Spot) -> None:
        if to.lane is not None and to.lane.section.key != key:
            model.choose_lanes(model.sections.moved(key, to.lane.section.key))

    def click(_spot: Spot) -> None:
        if meant.row is not None:
            model.select_requested.emit(meant.row)
        elif placed.section.group:
            model.fold(key, folded=not placed.folded)

    clicks = placed.section.group or meant.row is not None
    return Grasp(lambda: Held(move, click, slack=SLACK), _HAND if clicks else _ARROW)


def _end_range(spot: Spot) -> Grasp | None:
    """End the range by the sign above its statistics."""
    on_sign = close_rect(spot.model.stack).contains(spot.position)
    return Grasp(lambda: spot.model.range_requested.emit(None), _HAND) if on_sign else None


def _open_details(spot: Spot) -> Grasp | None:
    """Show more about frames that cannot be read."""
    model = spot.model
    labels = () if model.content is None else model.stack.damage(model.axis, model.content)
    on_name = any(label.box.contains(spot.position) for label in labels)
    return Grasp(model.details_requested.emit, _HAND) if on_name else None


def _drag_values(spot: Spot) -> Grasp | None:
    """Move the values of a lane by the figures of its axis."""
    if spot.scale is None:
        return None
    (lane, rect), y = spot.scale, spot.position.y()
    scale = lane.scale

    def move(to: Spot) -> None:
        moved = (to.position.y() - y) / rect.height()
        lane.chosen_scale = scale.panned(moved * (scale.high - scale.low))
        spot.model.redraw()

    return Grasp(lambda: Held(move), _UPRIGHT)


def _go_to_mark(spot: Spot) -> Grasp | None:
    """Go to a mark and show what it is about; Ctrl is for what else there is."""
    model, hit = spot.model, spot.hit
    if hit is None or hit.time is None or spot.keys & _CTRL:
        return None
    held = Scrub(spot.x, hit.time)

    def begin() -> Held:
        if hit.event is not None:
            model.event_requested.emit(hit.event)
        else:
            model.seek(held.time)
            if hit.row is not None:
                model.offered.emit(hit.row)
            if hit.contact is not None:
                model.contact_requested.emit(hit.contact)
        return _held_time(spot, held, slack=SLACK)

    return Grasp(begin, _HAND)


@dataclass
class Scrub:
    """The time goes with the mouse; finely, a tenth as far, from where it was when that began.

    Attributes:
        x: where the current way of scrubbing began.
        time: the time there.
        fine: whether the mouse counts for a tenth.

    """

    x: float
    time: float
    fine: bool = False

    def move(self, axis: TimeAxis, x: float, *, fine: bool) -> float:
        """Return the time to go to."""
        if fine and not self.fine:
            self.x = x
        self.fine = fine
        if fine:
            return self.time + (x - self.x) * _FINE * axis.seconds_per_pixel
        self.jump(axis, x)
        return self.time

    def jump(self, axis: TimeAxis, x: float) -> None:
        """Go to the time under the mouse, within the window."""
        self.time = min(max(axis.time(x), axis.start), axis.end)


def _held_time(spot: Spot, scrub: Scrub, row: int | None = None, slack: float = 0.0) -> Held:
    """Let the playhead go with the mouse; a click on somebody's lane selects him, too."""
    model, on_overview = spot.model, spot.on_overview
    is_own = spot.lane is not None and spot.lane.lane.row == row

    def move(to: Spot) -> None:
        axis = model.axis.fitted() if on_overview else model.axis
        model.seek(scrub.move(axis, to.x, fine=bool(to.keys & _SHIFT)))

    def click(_spot: Spot) -> None:
        if row is not None:
            (model.select_requested if is_own else model.offered).emit(row)

    return Held(move, click, slack=slack, scrolls=not on_overview)


def _drag_window(spot: Spot) -> Grasp | None:
    """Drag the window in the overview, or one end of it; a click goes to the time there."""
    model, strip, axis = spot.model, spot.axis, spot.model.axis
    grip = grip_at(strip, axis, model.stack.overview, spot.x)

    def move(to: Spot) -> None:
        model.move(window_dragged(axis, grip, (to.x - spot.x) * strip.seconds_per_pixel))

    held = Held(move, lambda to: model.seek(strip.time(to.x)), slack=SLACK)
    cursor = Qt.CursorShape.OpenHandCursor if grip is Grip.WINDOW else _ACROSS
    return None if grip is Grip.NOTHING else Grasp(lambda: held, cursor)


def _scrub(spot: Spot) -> Grasp:
    """Go to the time, and on with the mouse; over the lanes finely from the playhead itself."""

    def begin() -> Held:
        model, axis, on_lanes = spot.model, spot.axis, spot.zone is Zone.LANES
        fine = on_lanes and bool(spot.keys & _SHIFT)
        held = Scrub(spot.x, model.playhead, fine=fine)
        if not (fine and abs(axis.x(model.playhead) - spot.x) <= SLACK):
            held.jump(axis, spot.x)
        hit = spot.hit if on_lanes else None
        model.seek(held.time)
        return _held_time(spot, held, None if hit is None else hit.row)

    return Grasp(begin)


def _pan(spot: Spot, slack: float = 0.0) -> Grasp:
    """Move the window, as one moves paper; with ``slack`` a click opens the menu of what is there."""
    model, axis = spot.model, spot.model.axis

    def move(to: Spot) -> None:
        model.move(axis.panned((spot.x - to.x) * axis.seconds_per_pixel))

    def click(at: Spot) -> None:
        if slack and at.lane is not None:
            model.menu_requested.emit(at.position.toPoint(), at.lane)

    return Grasp(lambda: Held(move, click, slack=slack))


_GESTURES: Mapping[tuple[Zone, Qt.MouseButton], tuple[Callable[[Spot], Grasp | None], ...]] = {
    (Zone.NAMES, LEFT): (_fold_section, _drag_edge, _remove_signal, _drag_name),
    (Zone.NAMES, RIGHT): (_open_menu,),
    (Zone.MARGIN, LEFT): (_end_range,),
    (Zone.OVERVIEW, LEFT): (_go_to_mark, drag_range, _drag_window, _scrub),
    (Zone.LANES, LEFT): (_open_details, _go_to_mark, drag_range, _drag_values, _scrub),
    **{(zone, MIDDLE): (_pan,) for zone in (Zone.OVERVIEW, Zone.LANES)},
    **{(zone, RIGHT): (partial(_pan, slack=SLACK),) for zone in (Zone.OVERVIEW, Zone.LANES)},
}


def grasp_at(spot: Spot, button: Qt.MouseButton) -> Grasp | None:
    """Return what a button can take hold of, None for nothing."""
    found = (find(spot) for find in _GESTURES.get((spot.zone, button), ()))
    return next((grasp for grasp in found if grasp is not None), None)
