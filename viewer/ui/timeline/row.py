"""A row of the timeline: a group of lanes, their legends at the left, statistics at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from viewer.ui.icons import icon
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.lane import HoverInfo, LaneArea, LegendEntry
from viewer.ui.timeline.legend import LEFT_MIDDLE, legend_boxes, legend_entry_at, paint_entry
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.sections import GAP, LaneGroup
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.time_axis_mouse import (
    SLACK,
    STATS_ENDS,
    TINT,
    DragAction,
    MousePosition,
    TimeStrip,
    mouse_position,
)
from viewer.ui.timeline.time_canvas import Picture, TimeCanvas

_EDGE = 3.0
"""Distance in px above a timeline row's lower edge within which a drag changes the height of the row's lane.
"""
_CHEVRON_WIDTH = 28.0
"""Width in px at the left of a row of the timeline in which a click folds or unfolds the row."""
_CROSS = 13
"""Distance in px from the right edge of a lane's legend to a signal's *Remove* button.

The button is visible while the mouse is over the signal.
"""
_TALLEST = 1000
"""Height in px above which a row of the timeline is not cached as a picture, as its lanes may be thousands.
"""
_NARROWEST_CELL = 3.0
_LOW = 24.0
"""Height in px up to which a lane counts as low: its tooltip can be shown below or above the whole lane."""
_DROP = 0.14
"""Opacity of the highlight over a row of the timeline that is new or onto which something is dragged."""
_HAND, _UPRIGHT = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.SizeVerCursor


class LaneGroupRow(TimeStrip):
    """Widget that shows the timeline lanes of a group, one below the other.

    Attributes:
        shown: the group, with its lanes and heights.
        lit: whether the row is highlighted: as the target of a drop, or because it is new.
    """

    def __init__(
        self,
        model: TimelineModel,
        shown: LaneGroup,
        open_menu: Callable[[QWidget, QPoint, LaneArea | None], object],
        body: QWidget,
    ) -> None:
        """Create the row of the timeline that shows the group of lanes ``shown``.

        ``body`` is the parent widget, which holds all rows. ``open_menu`` opens the context menu of a lane,
        at a position in this row.
        """
        super().__init__(model, body)
        self._body = body
        self.shown = shown
        self.lit = False
        self._open_menu = open_menu
        self._picture = Picture()
        self._key: object = None
        self._named = False

    # -- state

    def show_group(self, shown: LaneGroup) -> None:
        """Show ``shown``, the present state of the group."""
        if shown.height != self.shown.height or not self.minimumHeight():
            self.setMinimumHeight(shown.height.least)
            self.setMaximumHeight(shown.height.most)
            self.updateGeometry()
        self.shown = shown
        self.refresh()

    def sizeHint(self) -> QSize:
        """Return the row's preferred size: the usual height of its timeline lanes; any width."""
        return QSize(0, self.shown.height.usual)

    def set_lit(self, *, lit: bool) -> None:
        """Highlight this row of the timeline if ``lit``; else remove the highlight."""
        if lit != self.lit:
            self.lit = lit
            self.update()

    def refresh(self) -> None:
        """Repaint the row of lanes; its cached picture is drawn again only if something in it has changed."""
        model = self.model
        lanes = () if self.height() > _TALLEST else self.shown.lanes
        contents = [(each.shown, each.legend) for each in lanes]
        valued = [row.value is None for _, rows in contents for row in rows]
        style = model.axis, current_theme().name, model.generation, model.content, model.range
        self._key = (style, self.shown.folded, self._named, model.cursor is None, contents, valued)
        self.update()

    # -- geometry

    def lane_areas(self, top: float = 0.0, bottom: float = 1e9) -> Iterator[LaneArea]:
        """Yield the row's lanes between y = ``top`` and y = ``bottom`` in px, each with its rectangle."""
        shown, axis = self.shown, self.model.axis
        first = self.height() if len(shown.lanes) == 1 else shown.first
        begin = 0 if top < first else int((top - first) // shown.pitch) + 1
        for number in range(begin, len(shown.lanes)):
            y = first + (number - 1) * shown.pitch if number else 0
            if y >= bottom:
                return
            rect = QRectF(axis.left, y, axis.width, (shown.pitch if number else first) - GAP)
            yield LaneArea(shown.lanes[number], rect, shown.owner)

    def lane_at(self, y: float) -> LaneArea:
        """Return the timeline lane of the row at ``y`` (px), or the nearest one, with its rectangle."""
        y = min(max(y, 0.0), self.height() - GAP - 0.5)
        return next(self.lane_areas(y, y + 1))

    def hover_info(self, mouse: MousePosition) -> HoverInfo | None:
        """Return tooltip and click target of what is at the mouse: mark of an event, range edge, or lane.

        The first of these counts. The range is the chosen time range.
        """
        edge, lane = super().hover_info(mouse), self.lane_at(mouse.y).lane
        info = lane.hover_info(self.model.axis, mouse.x)
        return info if edge is None or (info is not None and info.time is not None) else edge

    def tooltip_point(self, mouse: MousePosition) -> QPoint:
        """Return the position in this row at which Qt shows the tooltip for the mouse.

        Qt shows it 16 px below, or 8 px above where the screen ends: in a low lane beside what it explains.
        """
        rect = self.lane_at(mouse.y).rect
        return QPoint(mouse.point.x(), round(rect.top()) + 8) if rect.height() <= _LOW else mouse.point

    def menu_at(self, mouse: MousePosition) -> Callable[[], object]:
        """Return a function that opens the context menu of the timeline's lane at the mouse."""
        return lambda: self._open_menu(self, mouse.point, self.lane_at(mouse.y))

    def _scale_at(self, mouse: MousePosition) -> tuple[SignalLane, QRectF] | None:
        """Return the lane whose value axis is under the mouse, and its rectangle; None if there is none."""
        placed = self.lane_at(mouse.y)
        lane, rect = placed.lane, placed.rect
        if isinstance(lane, SignalLane) and lane.on_scale(rect, QPointF(mouse.x, mouse.y)):
            return lane, rect
        return None

    # -- accessibility

    def accessible_items(self) -> dict[int, QRect]:
        """Return the rectangle of each line of the legend by the line's index, for assistive technology."""
        return {number: box.toAlignedRect() for number, (_, box) in enumerate(self._all_legend_boxes())}

    def accessible_text(self, number: int) -> str:
        """Return the text of line ``number`` of the row's legend, and the value at the playhead, if any."""
        name, model = self._all_legend_boxes()[number][0], self.model
        value = "" if name.value is None else name.value(model.playhead)
        return " ".join(filter(None, (name.text, value, name.unit if value else "")))

    def _all_legend_boxes(self) -> list[tuple[LegendEntry, QRectF]]:
        return [each for placed in self.lane_areas() for each in legend_boxes(placed)]

    # -- what can be dragged

    def drag_actions(self, mouse: MousePosition) -> Iterator[DragAction | None]:
        """Yield the actions that a press at ``mouse`` may start, the first to be tried first.

        Over the legend they are: fold, resize, remove a signal, move the row. On the time axis they are: go
        to the mark of an event, drag the chosen range, pan a lane's axis of values, move the playhead. None
        stands for an action that is not possible at this place.
        """
        if self.in_names(mouse):
            yield from (
                self._fold(mouse),
                self._drag_edge(mouse),
                self._remove(mouse),
                self._drag_name(mouse),
            )
        elif self.on_axis(mouse):
            yield from (self.go_to_mark(mouse), self.drag_range(mouse), self._drag_values(mouse))
            yield self.scrub(mouse)

    def _fold(self, mouse: MousePosition) -> DragAction | None:
        """Return the action for a press on the arrow that folds this group of timeline lanes.

        None if the mouse is not on the arrow.
        """
        if mouse.x >= _CHEVRON_WIDTH or self.lane_at(mouse.y).rect.top():
            return None
        return DragAction(lambda: self.model.toggle_fold(self.shown.owner.key), cursor=_HAND)

    def _drag_edge(self, mouse: MousePosition) -> DragAction | None:
        """Return the action that resizes this row by its lower edge; None if the mouse is not on that edge.

        Also None for a row of several timeline lanes. The rows above keep their present heights.
        """
        if len(self.shown.lanes) > 1 or mouse.y < self.height() - GAP - _EDGE:
            return None
        model, key, missing = self.model, self.shown.owner.key, self.height() - GAP - mouse.y

        choices = model.lane_groups.choices
        for each in self._body.findChildren(LaneGroupRow):
            above = len(each.shown.lanes) == 1 and each.y() < self.y()
            if above and not (each.shown.folded and not each.shown.owner.group):
                choices = choices.with_height(each.shown.owner.key, each.height() - GAP)
        return DragAction(
            move=lambda to: model.choose_lanes(choices.with_height(key, to.y + missing)), cursor=_UPRIGHT
        )

    def _remove(self, mouse: MousePosition) -> DragAction | None:
        """Return the action that removes a signal if the mouse is on the cross beside its name, else None."""
        model, curve = self.model, legend_entry_at(self.lane_at(mouse.y), mouse.y).curve
        if curve is None or mouse.x < model.axis.left - _CROSS - 6:
            return None
        return DragAction(
            lambda: model.set_plot_layout(model.plot_layout.without(curve.number)), cursor=_HAND
        )

    def _drag_name(self, mouse: MousePosition) -> DragAction:
        """Return the action for a press on the name of this row of the timeline.

        A drag moves the row. A click selects the row's actor; without one, it folds the group of lanes.
        """
        model, key = self.model, self.shown.owner.key
        row, group = legend_entry_at(self.lane_at(mouse.y), mouse.y).row, self.shown.owner.group

        def move(to: MousePosition) -> None:
            onto = self._body.childAt(self.mapToParent(to.point))
            if isinstance(onto, LaneGroupRow) and onto is not self:
                model.choose_lanes(model.lane_groups.moved(key, onto.shown.owner.key))

        def click(_mouse: MousePosition) -> None:
            if row is not None:
                model.workspace.focus.click(row, adds=False)
            elif group:
                model.toggle_fold(key)

        cursor = _HAND if group or row is not None else Qt.CursorShape.ArrowCursor
        return DragAction(move=move, click=click, slack=SLACK, cursor=cursor)

    def _drag_values(self, mouse: MousePosition) -> DragAction | None:
        """Return the action of a drag that moves the value axis at the mouse; None if there is none."""
        found = self._scale_at(mouse)
        if found is None:
            return None
        lane, rect = found
        scale = lane.scale

        def move(to: MousePosition) -> None:
            lane.chosen_scale = scale.panned((to.y - mouse.y) / rect.height() * (scale.high - scale.low))
            self.refresh()

        return DragAction(move=move, cursor=_UPRIGHT)

    def zoom(self, mouse: MousePosition, factor: float) -> None:
        """Zoom in by ``factor``: a lane's value axis if the mouse is on it, else the time axis."""
        found = self._scale_at(mouse)
        if found is None:
            super().zoom(mouse, factor)
        else:
            lane, rect = found
            lane.zoom_values(rect, mouse.y, factor)
            self.refresh()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole recording after a double-click; fit the lane's axis of values to all its values.

        A double-click on the axis of values itself only fits that axis.
        """
        mouse = mouse_position(event)
        lane = self.lane_at(mouse.y).lane
        on_scale = self.on_axis(mouse) and self._scale_at(mouse) is not None
        if isinstance(lane, SignalLane) and self.on_axis(mouse):
            lane.chosen_scale = None
            self.refresh()
        if not on_scale:
            super().mouseDoubleClickEvent(event)

    def point(self, mouse: MousePosition) -> None:
        """Show the time at the mouse with a line and a tooltip.

        If the mouse is over the legend, also show its buttons, which fold timeline lanes and remove curves.
        """
        super().point(mouse)
        self._set_named(named=self.in_names(mouse))

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the buttons that fold lanes and remove signals, because the mouse has left the row."""
        super().leaveEvent(event)
        self._set_named(named=False)

    def _set_named(self, *, named: bool) -> None:
        if named != self._named:
            self._named = named
            self.refresh()

    # -- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the timeline lanes from a cached picture, then playhead, cursor and the values at both."""
        part, ratio = event.rect(), self.devicePixelRatioF()
        with QPainter(self) as painter:
            if self.height() > _TALLEST:
                self._paint_still(painter, part)
            else:
                if not ratio.is_integer():  # a scaled picture does not fill the pixels at its edges
                    painter.fillRect(part, current_theme().panel)
                picture = self._picture.get(
                    self._key, self.size(), ratio, lambda on: self._paint_still(on, self.rect())
                )
                painter.drawPixmap(0, 0, picture)
            if self.model.content is not None:
                self._paint_moving(painter, list(self.lane_areas(part.top(), part.bottom() + 1)))

    def _paint_still(self, painter: QPainter, part: QRect) -> None:
        theme, axis, backdrop = current_theme(), self.model.axis, self.model.backdrop
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # far faster
        painter.fillRect(part, theme.panel)
        if backdrop is None:
            return
        placed = list(self.lane_areas(part.top(), part.bottom() + 1))
        for each in placed:
            painter.fillRect(each.rect, theme.lane)
        rect = QRectF(axis.left, 0, axis.width, self.height() - GAP)
        canvas = self.canvas(painter, rect)
        edges = [round(axis.x(time)) for time in self.model.range or ()]
        painter.setClipRect(rect)
        if edges:
            painter.fillRect(edges[0], 0, edges[1] - edges[0], self.height(), faded(theme.accent, TINT))
        painter.setPen(QPen(theme.lane_grid, 1))
        painter.drawLines([QLineF(x, 0, x, rect.height()) for x in backdrop.grid])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for each in placed:
            painter.setClipRect(each.rect)
            each.lane.paint(canvas.at(each.rect))
        painter.setClipRect(rect)
        if len(backdrop.hatched):
            canvas.hatch(backdrop.hatched)
        painter.setPen(QPen(theme.hairline, 1))
        painter.drawLines([QLineF(x, 0, x, rect.height()) for x in backdrop.edges])
        for x in edges:
            painter.fillRect(x - (x != edges[0]), 0, 1, self.height(), faded(theme.accent, 0.8))
        painter.setClipping(False)
        self._paint_legends(canvas, placed)

    def _paint_legends(self, canvas: TimeCanvas, placed: list[LaneArea]) -> None:
        """Draw the legends of the lanes ``placed``: names, units, statistics and the chevron for folding.

        The chevron is a button that folds or unfolds a group of lanes. A row with a single lane has it only
        if the row is folded or the mouse is over its legend.
        """
        painter, theme, role = canvas.painter, canvas.theme, "text" if self._named else "secondary"
        columns, metrics = self.model.columns, canvas.writing(theme.text, 13)
        small: list[tuple[QRectF, str]] = []  # drawn at the end, as changing the font is slow
        for each in placed:
            group = self.shown.owner.group or self.shown.folded or self._named
            has_chevron = not each.rect.top() and group
            if has_chevron:
                chevron = icon("chevron-right" if self.shown.folded else "chevron-down", role)
                chevron.paint(painter, QRect(8, round(each.rect.center().y()) - 8, 16, 16))
            for entry, box in legend_boxes(each):
                paint_entry(canvas, entry, box, columns, metrics, sign=not has_chevron)
                self._paint_stats(canvas, entry, box)
                if entry.curve and self._named:
                    cross = QRect(round(canvas.axis.left) - _CROSS - 8, round(box.center().y()) - 8, 16, 16)
                    icon("close", role).paint(painter, cross)
                elif entry.unit:
                    unit_box = QRectF(
                        columns.unit, box.top(), canvas.axis.left - columns.unit - 2, box.height()
                    )
                    small.append((unit_box, entry.unit))
        if small:
            canvas.writing(theme.secondary)
        for unit_box, text in small:
            painter.drawText(unit_box, LEFT_MIDDLE, text)

    def _paint_stats(self, canvas: TimeCanvas, entry: LegendEntry, box: QRectF) -> None:
        """Draw the statistics in ``entry``, a line of the legend, to the right of the time axis.

        These are minimum, mean and maximum, or a single text. ``box`` is the line's rectangle.
        """
        canvas.painter.setPen(canvas.theme.text)
        if len(entry.stats) == len(STATS_ENDS):
            for text, right in zip(entry.stats, STATS_ENDS, strict=True):
                canvas.write_before(box, self.width() - right, text)
        elif entry.stats:
            left = canvas.axis.right + 20
            rect = QRectF(left, box.top(), self.width() - left - 8, box.height())
            canvas.painter.drawText(rect, LEFT_MIDDLE, entry.stats[0])

    def _paint_moving(self, painter: QPainter, placed: list[LaneArea]) -> None:
        model, theme, axis = self.model, current_theme(), self.model.axis
        canvas = self.canvas(painter, QRectF(axis.left, 0, axis.width, self.height()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        cell = model.shown_cell
        tint = QRectF() if cell is None else canvas.stretch(*cell)
        if tint.width() >= _NARROWEST_CELL:
            painter.fillRect(tint, faded(theme.text, 0.07))
        self._paint_values(canvas, placed)
        if self.lit:
            painter.fillRect(canvas.rect, faded(theme.accent, _DROP))
        if axis.contains(model.playhead):
            painter.fillRect(QRectF(round(axis.x(model.playhead)) - 1, 0, 2, self.height()), theme.text)
        if model.cursor is not None and axis.contains(model.cursor):
            line = QRectF(round(axis.x(model.cursor)), 0, 1, self.height())
            painter.fillRect(line, faded(theme.text, 0.5))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for each in placed:
                each.lane.paint_cursor(canvas.at(each.rect), model.cursor)

    def _paint_values(self, canvas: TimeCanvas, placed: list[LaneArea]) -> None:
        """Write the values that the lanes ``placed`` have at the playhead and at the time under the mouse.

        The rest of the row is a cached picture.
        """
        model, columns, theme = self.model, self.model.columns, canvas.theme
        lines = [line for each in placed for line in legend_boxes(each)]
        valued = [(entry.value, box) for entry, box in lines if entry.value is not None]
        if valued:
            canvas.writing(theme.text, 13)
        for value, box in valued:
            canvas.painter.setPen(theme.text)
            canvas.write_before(box, columns.value, value(model.playhead))
            if model.cursor is not None:
                canvas.painter.setPen(theme.accent)
                canvas.write_before(box, columns.cursor, value(model.cursor))


class EmptyArea(TimeStrip):
    """The area below the timeline's lanes, where the mouse works as on lanes."""

    def drag_actions(self, mouse: MousePosition) -> Iterator[DragAction | None]:
        """Yield the actions that a drag from ``mouse`` can do; None for one that is not possible there.

        First choosing or changing the time range, then moving the playhead.
        """
        if self.on_axis(mouse):
            yield from (self.drag_range(mouse), self.scrub(mouse))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().panel)
