"""A row of the time view: the lanes of a section, their names at the left, statistics at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from viewer.ui.icons import icon
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.lane import Hit, NameRow, PlacedLane
from viewer.ui.timeline.model import NAMES_WIDTH, NameColumns, TimelineModel
from viewer.ui.timeline.sections import GAP, ShownSection
from viewer.ui.timeline.signals.curve_painter import swatch_pen
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.time_axis_mouse import (
    SLACK,
    STATS_ENDS,
    TINT,
    Grasp,
    Spot,
    TimeStrip,
    spot_of,
    write_before,
)
from viewer.ui.timeline.time_canvas import Picture, TimeCanvas
from viewer.ui.translation import tr

_EDGE = 3.0
"""Pixels from the lower edge of a row within which one takes hold of it."""
_CHEVRON_ROOM = 28.0
"""Pixels at the left in which there is the chevron."""
_CROSS = 13
"""Pixels from the right of the sign that removes a signal; it is there while the name is pointed at."""
_SWATCH, _SWATCH_WIDTH, _NAME = 12.0, 14.0, 32.0
_NAME_GAP = 8.0
_PITCH, _LEAST_PITCH = 22.0, 13.0
"""Pixels from one name of a lane to the next as a rule, and at least."""
_TALLEST = 1000
"""Pixels of a row beyond which no picture of it is kept: there may be life spans of thousands."""
_NARROWEST_CELL = 3.0
_DROP = 0.14
"""Opacity of what is laid over a lane that stands out."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_HAND, _UPRIGHT = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.SizeVerCursor


class LaneRow(TimeStrip):
    """The lanes of a section, one below the other.

    Attributes:
        shown: what it shows.
        lit: whether it stands out: it would take what is dragged, or it is new.

    """

    def __init__(
        self,
        model: TimelineModel,
        shown: ShownSection,
        open_menu: Callable[[QWidget, QPoint, PlacedLane | None], object],
        body: QWidget,
    ) -> None:
        """Show a section in a body; ``open_menu`` opens the menu of a lane at a place of a row."""
        super().__init__(model, body)
        self._body = body
        self.shown = shown
        self.lit = False
        self._open_menu = open_menu
        self._picture = Picture()
        self._key: object = None
        self._named = False

    # -- what it shows

    def show_section(self, shown: ShownSection) -> bool:
        """Show the present state of a section; return whether it has another height now."""
        is_other = shown.height != self.shown.height or not self.minimumHeight()
        if is_other:
            self.setMinimumHeight(shown.height.least)
            self.setMaximumHeight(shown.height.most)
            self.updateGeometry()
        self.shown = shown
        self.refresh()
        return is_other

    def sizeHint(self) -> QSize:
        """Return the height that the lanes like to have."""
        return QSize(0, self.shown.height.usual)

    def set_lit(self, *, lit: bool) -> None:
        """Let the row stand out, or no longer."""
        if lit != self.lit:
            self.lit = lit
            self.update()

    def refresh(self) -> None:
        """Show the present state."""
        model = self.model
        lanes = () if self.height() > _TALLEST else self.shown.lanes
        told = [(each.shown, each.rows) for each in lanes]
        valued = [row.value is None for _, rows in told for row in rows]
        looks = model.axis, current_theme().name, model.generation, model.content, model.context.chosen
        self._key = (looks, self.shown.folded, self._named, model.cursor is None, told, valued)
        self.update()

    # -- what is where

    def placed(self, top: float = 0.0, bottom: float = 1e9) -> Iterator[PlacedLane]:
        """Yield the lanes of which something lies between two heights."""
        shown, axis = self.shown, self.model.axis
        first = self.height() if len(shown.lanes) == 1 else shown.first
        begin = 0 if top < first else int((top - first) // shown.pitch) + 1
        for number in range(begin, len(shown.lanes)):
            y = first + (number - 1) * shown.pitch if number else 0
            if y >= bottom:
                return
            rect = QRectF(axis.left, y, axis.width, (shown.pitch if number else first) - GAP)
            yield PlacedLane(shown.lanes[number], rect, shown.section)

    def lane_at(self, y: float) -> PlacedLane:
        """Return the lane at a height, or the nearest one."""
        y = min(max(y, 0.0), self.height() - GAP - 0.5)
        return next(self.placed(y, y + 1))

    def hit(self, spot: Spot) -> Hit | None:
        """Return what there is of an edge of the chosen range or a lane; marks come first."""
        edge, lane = super().hit(spot), self.lane_at(spot.y).lane.hit(self.model.axis, spot.x)
        return lane if edge is None or (lane is not None and lane.time is not None) else edge

    def menu_at(self, spot: Spot) -> Callable[[], object]:
        """Return what opens the menu of the lane there."""
        return lambda: self._open_menu(self, spot.point, self.lane_at(spot.y))

    def _scale_at(self, spot: Spot) -> tuple[SignalLane, QRectF] | None:
        """Return the lane whose axis of values is there, and its rectangle."""
        placed, lane = self.lane_at(spot.y), self.lane_at(spot.y).lane
        on_scale = isinstance(lane, SignalLane) and lane.on_scale(placed.rect, QPointF(spot.x, spot.y))
        return (lane, placed.rect) if isinstance(lane, SignalLane) and on_scale else None

    # -- what it tells who cannot see it

    def painted_items(self) -> dict[int, QRect]:
        """Return where the names of lanes are, by their numbers in the row."""
        return {number: box.toAlignedRect() for number, (_, box) in enumerate(self._all_names())}

    def item_text(self, number: int) -> str:
        """Return the name of one, with its value at the time that is shown."""
        name, model = self._all_names()[number][0], self.model
        value = "" if name.value is None else name.value(model.playhead)
        return " ".join(filter(None, (name.text, value, name.unit if value else "")))

    def _all_names(self) -> list[tuple[NameRow, QRectF]]:
        return [each for placed in self.placed() for each in _names(placed)]

    # -- what can be taken hold of

    def grasps(self, spot: Spot) -> Iterator[Grasp | None]:
        """Yield marks, edges of the range, values and the time; beside them what names are good for."""
        if self.in_names(spot):
            yield from (self._fold(spot), self._drag_edge(spot), self._remove(spot), self._drag_name(spot))
        elif self.on_axis(spot):
            yield from (self.go_to_mark(spot), self.drag_range(spot), self._drag_values(spot))
            yield self.scrub(spot)

    def _fold(self, spot: Spot) -> Grasp | None:
        """Fold or unfold by the chevron."""
        if spot.x >= _CHEVRON_ROOM or self.lane_at(spot.y).rect.top():
            return None
        return Grasp(self._toggle_fold, cursor=_HAND)

    def _toggle_fold(self) -> None:
        self.model.fold(self.shown.section.key, folded=not self.shown.folded)

    def _drag_edge(self, spot: Spot) -> Grasp | None:
        """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
        if len(self.shown.lanes) > 1 or spot.y < self.height() - GAP - _EDGE:
            return None
        model, key, missing = self.model, self.shown.section.key, self.height() - GAP - spot.y

        choices = model.sections.choices
        for each in self._body.findChildren(LaneRow):
            above = len(each.shown.lanes) == 1 and each.y() < self.y()
            if above and not (each.shown.folded and not each.shown.section.group):
                choices = choices.with_height(each.shown.section.key, each.height() - GAP)
        return Grasp(
            move=lambda to: model.choose_lanes(choices.with_height(key, to.y + missing)), cursor=_UPRIGHT
        )

    def _remove(self, spot: Spot) -> Grasp | None:
        """Remove a signal by the sign behind its name."""
        number = name_at(self.lane_at(spot.y), spot.y).number
        if number is None or spot.x < self.model.axis.left - _CROSS - 6:
            return None
        return Grasp(lambda: self.model.set_sheet(self.model.sheet.without(number)), cursor=_HAND)

    def _drag_name(self, spot: Spot) -> Grasp:
        """Move a section among the others; a click selects whose it is, or folds a group."""
        model, key = self.model, self.shown.section.key
        row, group = name_at(self.lane_at(spot.y), spot.y).row, self.shown.section.group

        def move(to: Spot) -> None:
            onto = self._body.childAt(self.mapToParent(to.point))
            if isinstance(onto, LaneRow) and onto is not self:
                model.choose_lanes(model.sections.moved(key, onto.shown.section.key))

        def click(_spot: Spot) -> None:
            if row is not None:
                model.select_requested.emit(row)
            elif group:
                self._toggle_fold()

        cursor = _HAND if group or row is not None else Qt.CursorShape.ArrowCursor
        return Grasp(move=move, click=click, slack=SLACK, cursor=cursor)

    def _drag_values(self, spot: Spot) -> Grasp | None:
        """Move the values of a lane by the figures of its axis."""
        found = self._scale_at(spot)
        if found is None:
            return None
        lane, rect = found
        scale = lane.scale

        def move(to: Spot) -> None:
            lane.chosen_scale = scale.panned((to.y - spot.y) / rect.height() * (scale.high - scale.low))
            self.refresh()

        return Grasp(move=move, cursor=_UPRIGHT)

    def zoom(self, spot: Spot, factor: float) -> None:
        """Come closer to a time, or to a value over the figures of an axis."""
        found = self._scale_at(spot)
        if found is None:
            super().zoom(spot, factor)
        else:
            lane, rect = found
            lane.zoom_values(rect, spot.y, factor)
            self.refresh()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show all values, and all of the time but over the figures of an axis."""
        spot = spot_of(event)
        lane = self.lane_at(spot.y).lane
        on_scale = self.on_axis(spot) and self._scale_at(spot) is not None
        if isinstance(lane, SignalLane) and self.on_axis(spot):
            lane.chosen_scale = None
            self.refresh()
        if not on_scale:
            super().mouseDoubleClickEvent(event)

    def point(self, spot: Spot) -> None:
        """Show, too, what can be done with what is named where the mouse is."""
        super().point(spot)
        self._set_named(named=self.in_names(spot))

    def leaveEvent(self, event: QEvent) -> None:
        """Show that the mouse is elsewhere."""
        super().leaveEvent(event)
        self._set_named(named=False)

    def _set_named(self, *, named: bool) -> None:
        if named != self._named:
            self._named = named
            self.refresh()

    # -- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what stays out of a picture, and on it what goes with playhead and mouse."""
        part, ratio = event.rect(), self.devicePixelRatioF()
        with QPainter(self) as painter:
            if self.height() > _TALLEST:
                self._paint_still(painter, part)
            else:
                if not ratio.is_integer():  # at its edges a picture has no whole pixels
                    painter.fillRect(part, current_theme().panel)
                picture = self._picture.get(
                    self._key, self.size(), ratio, lambda on: self._paint_still(on, self.rect())
                )
                painter.drawPixmap(0, 0, picture)
            if self.model.content is not None:
                self._paint_moving(painter, list(self.placed(part.top(), part.bottom() + 1)))

    def _paint_still(self, painter: QPainter, part: QRect) -> None:
        theme, axis, backdrop = current_theme(), self.model.axis, self.model.backdrop
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # that is far faster
        painter.fillRect(part, theme.panel)
        if backdrop is None:
            return
        placed = list(self.placed(part.top(), part.bottom() + 1))
        for each in placed:
            painter.fillRect(each.rect, theme.lane)
        room = QRectF(axis.left, 0, axis.width, self.height() - GAP)
        canvas = self.canvas(painter, room)
        edges = [round(axis.x(time)) for time in self.model.context.chosen or ()]
        painter.setClipRect(room)
        if edges:
            painter.fillRect(edges[0], 0, edges[1] - edges[0], self.height(), faded(theme.accent, TINT))
        painter.setPen(QPen(theme.lane_grid, 1))
        painter.drawLines([QLineF(x, 0, x, room.height()) for x in backdrop.grid])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for each in placed:
            painter.setClipRect(each.rect)
            each.lane.paint(canvas.at(each.rect))
        painter.setClipRect(room)
        if len(backdrop.hatched):
            canvas.hatch(backdrop.hatched)
        painter.setPen(QPen(theme.hairline, 1))
        painter.drawLines([QLineF(x, 0, x, room.height()) for x in backdrop.edges])
        for x in edges:
            painter.fillRect(x - (x != edges[0]), 0, 1, self.height(), faded(theme.accent, 0.8))
        painter.setClipping(False)
        self._paint_names(canvas, placed)

    def _paint_names(self, canvas: TimeCanvas, placed: list[PlacedLane]) -> None:
        """Write the names of each lane, and what they amount to.

        Of a section with one lane the chevron is there only while its name is pointed at, or it is folded.
        """
        painter, theme, role = canvas.painter, canvas.theme, "text" if self._named else "secondary"
        columns, metrics = self.model.columns, canvas.writing(theme.text, 13)
        small: list[tuple[QRectF, str]] = []  # for later: a painter takes long to change fonts
        for each in placed:
            group = self.shown.section.group or self.shown.folded or self._named
            has_chevron = not each.rect.top() and group
            if has_chevron:
                chevron = icon("chevron-right" if self.shown.folded else "chevron-down", role)
                chevron.paint(painter, QRect(8, round(each.rect.center().y()) - 8, 16, 16))
            for row, box in _names(each):
                _paint_name(canvas, row, box, columns, metrics, sign=not has_chevron)
                self._paint_stats(canvas, row, box)
                if row.number is not None and self._named:
                    cross = QRect(round(canvas.axis.left) - _CROSS - 8, round(box.center().y()) - 8, 16, 16)
                    icon("close", role).paint(painter, cross)
                elif row.unit:
                    place = QRectF(columns.unit, box.top(), canvas.axis.left - columns.unit - 2, box.height())
                    small.append((place, row.unit))
        if small:
            canvas.writing(theme.secondary)
        for place, text in small:
            painter.drawText(place, _LEFT, text)

    def _paint_stats(self, canvas: TimeCanvas, row: NameRow, box: QRectF) -> None:
        """Write least, mean and greatest value in their columns, or one text over all of them."""
        canvas.painter.setPen(canvas.theme.text)
        if len(row.stats) == len(STATS_ENDS):
            for text, right in zip(row.stats, STATS_ENDS, strict=True):
                write_before(canvas.painter, box, self.width() - right, text)
        elif row.stats:
            left = canvas.axis.right + 20
            room = QRectF(left, box.top(), self.width() - left - 8, box.height())
            canvas.painter.drawText(room, _LEFT, row.stats[0])

    def _paint_moving(self, painter: QPainter, placed: list[PlacedLane]) -> None:
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

    def _paint_values(self, canvas: TimeCanvas, placed: list[PlacedLane]) -> None:
        """Write values at playhead and cursor behind the names; they change in every paint."""
        model, columns, theme = self.model, self.model.columns, canvas.theme
        valued = [each for each in placed if each.lane.valued]
        if valued:
            canvas.writing(theme.text, 13)
        for row, box in (name for each in valued for name in _names(each)):
            if row.value is not None:
                canvas.painter.setPen(theme.text)
                write_before(canvas.painter, box, columns.value, row.value(model.playhead))
                if model.cursor is not None:
                    canvas.painter.setPen(theme.accent)
                    write_before(canvas.painter, box, columns.cursor, row.value(model.cursor))


class FreeRoom(TimeStrip):
    """What is below the lanes: time goes on there, and it says how others come there.

    Attributes:
        hints: whether it says so.

    """

    hints = False

    def grasps(self, spot: Spot) -> Iterator[Grasp | None]:
        """Yield edges of the range, and the time."""
        if self.on_axis(spot):
            yield from (self.drag_range(spot), self.scrub(spot))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the panel and the hint."""
        axis, theme = self.model.axis, current_theme()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.panel)
            if self.hints:
                room = QRectF(axis.left, 0, axis.width, self.height())
                self.canvas(painter, room).writing(theme.secondary)
                text = tr("Drag a value of the inspector here to see it over time, or choose + Signal")
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)


def name_at(placed: PlacedLane, y: float) -> NameRow:
    """Return the name of a lane at a height: the nearest one."""
    return min(_names(placed), key=lambda each: abs(each[1].center().y() - y))[0]


def _names(placed: PlacedLane) -> list[tuple[NameRow, QRectF]]:
    """Return the names of a lane there is room for, and where they are."""
    rows, rect = placed.lane.rows, placed.rect
    rows = rows[: max(int((rect.height() + 4) // _LEAST_PITCH), 1)]
    pitch = min(_PITCH, (rect.height() + 4) / max(len(rows), 1))
    top = rect.center().y() - pitch * len(rows) / 2
    return [(row, QRectF(0, top + n * pitch, rect.left(), pitch)) for n, row in enumerate(rows)]


def _paint_name(
    canvas: TimeCanvas,
    row: NameRow,
    box: QRectF,
    columns: NameColumns,
    metrics: QFontMetricsF,
    *,
    sign: bool,
) -> None:
    painter, _, _, theme = canvas
    middle = box.center().y()
    if row.color is not None and sign:
        if row.ribbon:
            painter.fillRect(QRectF(_SWATCH, middle - 4, _SWATCH_WIDTH, 8), row.color)
        else:
            painter.setPen(swatch_pen(row.color, recorded=row.recorded))
            painter.drawLine(QLineF(_SWATCH, middle, _SWATCH + _SWATCH_WIDTH, middle))
    mark = "" if row.recorded else " ƒ"
    has_values = row.value is not None or bool(row.unit)
    widest = metrics.horizontalAdvance(row.widest) + _NAME_GAP
    room = (min(columns.left, columns.value - widest) if has_values else canvas.axis.left - _NAME_GAP) - _NAME
    fits = room - metrics.horizontalAdvance(mark)
    is_brief = canvas.axis.left < NAMES_WIDTH or metrics.horizontalAdvance(row.text) > fits
    text = (row.brief if is_brief else "") or row.text
    text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, fits)
    painter.setPen(theme.text)
    painter.drawText(QRectF(_NAME, box.top(), room, box.height()), _LEFT, text)
    if mark:
        painter.setPen(theme.secondary)
        after = QRectF(_NAME + metrics.horizontalAdvance(text), box.top(), 20, box.height())
        painter.drawText(after, _LEFT, mark)
