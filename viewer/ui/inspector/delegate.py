"""What the inspector paints besides texts: bars and lamps."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
)

from viewer.logfile.enums import VehicleLightState
from viewer.ui.icons import icon_pixmap
from viewer.ui.inspector.model import KIND, SheetModel
from viewer.ui.inspector.row import Kind
from viewer.ui.theme import current_theme

Index = QModelIndex | QPersistentModelIndex

_BAR = 5
_LEAST_BAR = 30
"""Pixels; where there is less room beside its number there is no bar."""
_PAD = 4
_ICON, _STEP = 16, 19
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


class SheetDelegate(QStyledItemDelegate):
    """Paints the values of a SheetModel."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a value: with its bar, or lamps in place of their names."""
        option.decorationPosition = QStyleOptionViewItem.Position.Right  # spots stand beside the texts
        model = index.model()
        if index.data(KIND) < Kind.BAR or not isinstance(model, SheetModel):
            self._widen(option, index)
            super().paint(painter, option, index)
            return
        value = model.value_of(index) if model.actors == 1 else None
        area = option.rect.adjusted(_PAD, 0, -_PAD, 0)
        beside = area.width() - option.fontMetrics.horizontalAdvance("−0.000") - 3 * _PAD
        if value is not None and value.lamps:
            _paint_lamps(painter, area, value.lamps)
            return
        super().paint(painter, option, index)
        if value is not None and isinstance(value.raw, int | float) and beside > _LEAST_BAR:
            track = QRectF(area.left(), area.center().y() - _BAR // 2 + 1, beside, _BAR)
            _paint_bar(painter, track, value.raw, from_middle=index.data(KIND) == Kind.MIDDLE_BAR)

    def _widen(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Give a long text of a single actor that has no unit the room for that, too."""
        view, unit = option.widget, index.sibling(index.row(), 2)
        missing = option.fontMetrics.horizontalAdvance(index.data() or "") + 3 * _PAD - option.rect.width()
        if missing > 0 and isinstance(view, QTreeView) and view.isHeaderHidden() and not unit.data():
            room = view.columnWidth(unit.column()) - _PAD
            option.rect = option.rect.adjusted(0, 0, min(missing, room), 0)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Tell the whole text of a cell where it is shortened, and what else there is to say."""
        text, tip = index.data() or "", index.data(Qt.ItemDataRole.ToolTipRole) or ""
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        shortened = view.fontMetrics().horizontalAdvance(text) + 2 * _PAD > view.visualRect(index).width()
        whole = text if shortened else ""
        QToolTip.showText(event.globalPos(), "\n".join(part for part in (whole, tip) if part), view)
        return True


def _paint_lamps(painter: QPainter, area: QRect, lamps: tuple[tuple[VehicleLightState, bool], ...]) -> None:
    """Paint a sign for each lamp: those that are lit stand out."""
    step = min(_STEP, (area.width() - _ICON) // max(len(lamps) - 1, 1))
    left = area.right() + 1 - _ICON - step * (len(lamps) - 1)
    for number, (lamp, lit) in enumerate(lamps):
        picture = _icon(lamp, lit=lit, ratio=painter.device().devicePixelRatio())
        painter.drawPixmap(left + step * number, area.center().y() - _ICON // 2 + 1, picture)


def _icon(lamp: VehicleLightState, *, lit: bool, ratio: float) -> QPixmap:
    color = current_theme().text if lit else current_theme().faint
    return icon_pixmap(f"lamp-{_LAMP_ICONS[lamp]}", color, _ICON, ratio)


def _paint_bar(painter: QPainter, track: QRectF, share: float, *, from_middle: bool) -> None:
    """Paint how far a pedal or the wheel is moved, from the left or from the middle."""
    share = min(max(share, -1.0), 1.0)
    filled = QRectF(track)
    if from_middle:
        end = track.center().x() + share * track.width() / 2
        filled.setLeft(min(track.center().x(), end) - 1.0)
        filled.setRight(max(track.center().x(), end) + 1.0)
    else:
        filled.setWidth(max(share, 0.0) * track.width())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for part, color in ((track, current_theme().lane_grid), (filled, current_theme().text)):
        radius = min(track.height(), part.width()) / 2
        painter.setBrush(color)
        painter.drawRoundedRect(part, radius, radius)
    painter.restore()
