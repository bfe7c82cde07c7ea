"""Where panes, their legends and their axes are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

from viewer.ui.plots.sheet import Curve, Pane, Sheet

RULER = 24.0
"""Height of the axis of time above the panes."""
ROW, TALL_ROW = 28.0, 44.0
"""Height of a curve's row in the legend, without and with its statistics."""
VALUE = 60.0
"""Width of a column of values in the legend."""
_LEGEND, _LEAST_LEGEND, _LEGEND_SHARE = 350.0, 236.0, 0.37
_SCALE = 52.0
"""Room for the figures of the axis of values."""
_MARGIN = 12.0
"""Pixels right of the plots."""
_PADDING = 6.0
_LEAST_PANE = 92.0


@dataclass(frozen=True)
class PlacedPane:
    """A pane and where it is, scrolling left out.

    Attributes:
        place: in the sheet.
        pane: the curves.
        rect: all of it, from edge to edge.
        plot: where curves are drawn.
        rows: the rows of the legend, one for each curve.

    """

    place: int
    pane: Pane
    rect: QRectF
    plot: QRectF
    rows: tuple[QRectF, ...]

    def ribbon(self, number: int) -> QRectF:
        """Return where the ribbon of a curve is drawn, by the curve's place in the pane."""
        row = self.rows[number]
        return QRectF(self.plot.left(), row.center().y() - 9, self.plot.width(), 18)

    @property
    def scale(self) -> QRectF:
        """Where the figures of the axis of values are."""
        return QRectF(self.plot.left() - _SCALE, self.rect.top(), _SCALE, self.rect.height())


def legend_width(width: float) -> float:
    """Return the width of the legend in a widget of a width."""
    return min(max(_LEGEND_SHARE * width, _LEAST_LEGEND), _LEGEND)


def plot_span(width: float) -> tuple[float, float]:
    """Return left edge and width of all plots in a widget of a width."""
    left = legend_width(width) + _SCALE
    return left, max(width - left - _MARGIN, 1.0)


def needed_height(sheet: Sheet, row: float) -> float:
    """Return the least height in which all panes can be seen at once."""
    return RULER + sum(_least(pane, row) for pane in sheet.panes)


def place_panes(sheet: Sheet, size: QSizeF, row: float) -> tuple[PlacedPane, ...]:
    """Place panes below each other; plots of values share what is left, ribbons need no more."""
    left, width = plot_span(size.width())
    growing = sum(not pane.is_ribbons for pane in sheet.panes)
    spare = max(size.height() - needed_height(sheet, row), 0.0) / max(growing, 1)
    legend = legend_width(size.width())
    placed, top = [], RULER
    for place, pane in enumerate(sheet.panes):
        height = _least(pane, row) + (0.0 if pane.is_ribbons else spare)
        rect = QRectF(0.0, top, size.width(), height)
        plot = QRectF(left, top + _PADDING, width, height - 2 * _PADDING)
        rows = tuple(QRectF(0.0, top + _PADDING + n * row, legend, row) for n in range(len(pane.curves)))
        placed.append(PlacedPane(place, pane, rect, plot, rows))
        top += height
    return tuple(placed)


def _least(pane: Pane, row: float) -> float:
    rows = len(pane.curves) * row + 2 * _PADDING
    return rows if pane.is_ribbons else max(rows, _LEAST_PANE)


@dataclass(frozen=True)
class RowAt:
    """A row of the legend at a position."""

    placed: PlacedPane
    curve: Curve
    rect: QRectF

    @property
    def cross(self) -> QRectF:
        """Where the sign is that removes the curve: in place of its line."""
        return QRectF(self.rect.left() + 8, self.rect.top(), 24, ROW)


def pane_at(placed: tuple[PlacedPane, ...], position: QPointF) -> PlacedPane | None:
    """Return the pane at a position, scrolling left out."""
    return next((each for each in placed if each.rect.contains(position)), None)


def row_at(placed: tuple[PlacedPane, ...], position: QPointF) -> RowAt | None:
    """Return the row of the legend at a position, scrolling left out."""
    pane = pane_at(placed, position)
    if pane is None:
        return None
    pairs = zip(pane.pane.curves, pane.rows, strict=True)
    return next((RowAt(pane, curve, rect) for curve, rect in pairs if rect.contains(position)), None)
