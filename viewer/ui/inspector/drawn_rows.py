"""How the rows of a sheet are painted that are more than text: speed, bars, lamps, curves."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from viewer.logfile.enums import VehicleLightState
from viewer.signals import Series
from viewer.ui.icons import icon_pixmap
from viewer.ui.inspector.curve_painter import CurveLook, CurvePictures
from viewer.ui.inspector.line_layout import LineLayout, Look, PlacedValue, SheetFonts, lamp_lefts, split_unit
from viewer.ui.inspector.sheet import Curve, Row, RowKind, Value
from viewer.ui.inspector.spark import SparkPainter
from viewer.ui.inspector.stretch import SPAN, SPARK_WIDTH
from viewer.ui.theme import current_theme

SPARK = (SPARK_WIDTH, 44)
_LEAST_SPARK = 48
"""Pixels; beside a speed where there are fewer, no curve is drawn."""
_BAR, _CELL_BAR = 6, 4
_CELL_SPARK = 20
_CAPTION = 18
_PAD = 4
_RADIUS = 3.0
_LAMP = (28, 24)
_ICON = 16
_NOTCH = 2
_LOWER = 18
"""Pixels of a speed's second line."""
_LAMP_ICONS = {
    VehicleLightState.POSITION: "position",
    VehicleLightState.LOW_BEAM: "low-beam",
    VehicleLightState.HIGH_BEAM: "high-beam",
    VehicleLightState.FOG: "fog",
    VehicleLightState.LEFT_BLINKER: "left-indicator",
    VehicleLightState.RIGHT_BLINKER: "right-indicator",
    VehicleLightState.BRAKE: "brake",
    VehicleLightState.REVERSE: "reverse",
}
_LEFT, _RIGHT, _MIDDLE = (
    side | Qt.AlignmentFlag.AlignVCenter
    for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter)
)


class DrawnRows:
    """Paints them in the colours and fonts of a theme."""

    def __init__(self, fonts: SheetFonts) -> None:
        self._fonts = fonts
        self._spark = SparkPainter(fonts)
        self._pictures = CurvePictures()
        self._icons: dict[tuple[VehicleLightState, bool, float], QPixmap] = {}

    def room_below(self, kind: RowKind) -> int:
        """Return how many pixels below its text a cell of such a row needs."""
        return _CELL_SPARK + 2 * _PAD if kind is RowKind.SPEED else _CELL_BAR + _PAD

    def paint(self, painter: QPainter, rect: QRect, row: Row, layout: LineLayout) -> None:
        """Paint what is drawn in a row."""
        side_by_side = bool(row.cells)
        for placed in layout.drawn:
            area = QRect(placed.left, rect.y(), placed.right - placed.left, rect.height())
            if row.kind is RowKind.SPEED:
                if side_by_side:
                    self._paint_cell_spark(painter, area, placed)
                else:
                    self._paint_speed(painter, area, placed.value)
            elif row.kind is RowKind.LAMPS:
                self._paint_lamps(painter, area, placed.value)
            elif row.kind is RowKind.CURVE:
                self._paint_curve(painter, area, placed.value, wide=not side_by_side)
            else:
                self._paint_bar(painter, area, placed.value, row.kind, beside=side_by_side)

    # Speed

    def _paint_speed(self, painter: QPainter, area: QRect, value: Value) -> None:
        """Paint the speed large with its unit, in the other unit below, and what it was lately."""
        top = area.y() + 2
        pieces, unit = split_unit(value.pieces)
        text = "".join(piece.text for piece in pieces)
        upper = QRect(area.x(), top, area.width(), SPARK[1] - _LOWER)
        painter.setFont(self._fonts.of(Look.LARGE))
        painter.setPen(current_theme().text)
        painter.drawText(upper, _LEFT, text)
        painter.setFont(self._fonts.of(Look.UNIT))
        painter.setPen(current_theme().secondary)
        written = self._fonts.width(text, Look.LARGE)
        if unit is not None:
            written += _PAD
            painter.drawText(upper.adjusted(written, 4, 0, 4), _LEFT, unit.text)
            written += self._fonts.width(unit.text, Look.UNIT)
        painter.drawText(QRect(area.x(), upper.bottom() + 1, area.width(), _LOWER), _LEFT, value.below)
        room = area.width() - max(written, self._fonts.width(value.below, Look.UNIT)) - 2 * _PAD
        if value.curve is not None and room >= _LEAST_SPARK:
            width = min(SPARK[0], room)
            spark = QRect(area.right() + 1 - width, top, width, SPARK[1])
            self._spark.paint(painter, spark, value.curve, told=True)

    def _paint_cell_spark(self, painter: QPainter, area: QRect, placed: PlacedValue) -> None:
        if placed.value.curve is not None:
            top = area.bottom() + 1 - _CELL_SPARK - 2 * _PAD
            spark = QRect(area.x(), top, area.width(), _CELL_SPARK)
            self._spark.paint(painter, spark, placed.value.curve, told=False)

    # Bars and lamps

    def _paint_bar(
        self, painter: QPainter, area: QRect, value: Value, kind: RowKind, *, beside: bool
    ) -> None:
        """Paint how far a pedal or the wheel is moved, from the left or from the middle."""
        height = _CELL_BAR if beside else _BAR
        y = area.bottom() + 1 - height - _PAD if beside else area.center().y() - height // 2 + 1
        track = QRectF(area.x(), y, area.width(), height)
        share = float(value.raw) if isinstance(value.raw, (int, float)) else 0.0
        share = min(max(share, -1.0), 1.0)
        middle = track.center().x()
        if kind is RowKind.MIDDLE_BAR:
            end = middle + share * track.width() / 2
            filled = QRectF(min(middle, end), y, max(abs(end - middle), 0.0), height)
            filled.adjust(-_NOTCH / 2, 0, _NOTCH / 2, 0)
        else:
            filled = QRectF(track.x(), y, max(share, 0.0) * track.width(), height)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for part, color in ((track, current_theme().lane_grid), (filled, current_theme().text)):
            if part.width() > 0:
                painter.setBrush(color)
                radius = min(height / 2, part.width() / 2)
                painter.drawRoundedRect(part, radius, radius)
        painter.restore()

    def _paint_lamps(self, painter: QPainter, area: QRect, value: Value) -> None:
        """Paint a field for each lamp: those that are lit stand out."""
        width, height = _LAMP
        y = area.center().y() - height // 2 + 1
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lefts = lamp_lefts(area.x(), area.right() + 1, len(value.lamps))
        for lamp, left in zip(value.lamps, lefts, strict=True):
            field = QRectF(left, y, width, height)
            if lamp.lit:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(current_theme().raised)
                painter.drawRoundedRect(field, _RADIUS + 1, _RADIUS + 1)
            ratio = painter.device().devicePixelRatio()
            place = field.center() - QPointF(_ICON / 2, _ICON / 2)
            painter.drawPixmap(place, self._icon(lamp.lamp, lit=lamp.lit, ratio=ratio))
        painter.restore()

    def _icon(self, lamp: VehicleLightState, *, lit: bool, ratio: float) -> QPixmap:
        key = (lamp, lit, ratio)
        if key not in self._icons:
            color = current_theme().text if lit else current_theme().faint
            self._icons[key] = icon_pixmap(f"lamp-{_LAMP_ICONS[lamp]}", color, _ICON, ratio)
        return self._icons[key]

    # Curves under rows

    def _paint_curve(self, painter: QPainter, area: QRect, value: Value, *, wide: bool) -> None:
        """Paint a signal around the moment, which is in the middle, with its range below."""
        curve, theme = value.curve, current_theme()
        if curve is None:
            return
        box = area.adjusted(0, 0, 0, -_CAPTION if wide else -_PAD)
        painter.fillRect(box, theme.lane)
        foot = QRect(area.x(), box.bottom() + 1, area.width(), _CAPTION)
        painter.setFont(self._fonts.of(Look.UNIT))
        painter.setPen(theme.secondary)
        if wide:
            painter.drawText(foot, _LEFT, f"−{SPAN:.0f} s")
            painter.drawText(foot, _RIGHT, f"+{SPAN:.0f} s")
            painter.drawText(foot, _MIDDLE, value.text)
        if curve.series is not None and curve.scale is not None:
            self._paint_stretch(painter, box, curve, curve.series)
        painter.fillRect(QRectF(QRectF(box).center().x() - 0.5, box.y(), 1.0, box.height()), theme.text)

    def _paint_stretch(self, painter: QPainter, box: QRect, curve: Curve, series: Series) -> None:
        """Paint what is around the moment of a picture that is twice as long and moves below it."""
        span = curve.end - curve.begin
        begin = math.floor(curve.begin / span) * span
        ratio, recorded = painter.device().devicePixelRatio(), series.recorded
        size = 2 * box.width(), box.height()
        look = CurveLook(
            begin, begin + 2 * span, size, _PAD, _PAD, 2 * size[0], curve.color, ratio,
            dashed=not recorded, scale=curve.scale,
        )  # fmt: skip
        pixmap = self._pictures.of(curve.key, series, look).pixmap
        x = round((curve.begin - begin) / span * box.width() * ratio)
        source = QRect(x, 0, round(box.width() * ratio), pixmap.height())
        painter.drawPixmap(box, pixmap, source)
