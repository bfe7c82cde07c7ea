"""What the plots know: curves, series, axes, and the moment that is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.replay.series import Series, series_stats, time_in_states
from viewer.replay.series.key import SeriesKey
from viewer.replay.time.time_range import Range
from viewer.ui.plots.colors import color_of, color_roles
from viewer.ui.plots.drawn import Drawn
from viewer.ui.plots.layout import ROW, TALL_ROW, PlacedPane, RowAt, needed_height, place_panes, plot_span
from viewer.ui.plots.names import stats_text, times_text, value_text
from viewer.ui.plots.sheet import Curve, Pane, Sheet
from viewer.ui.plots.value_axis import ValueAxis
from viewer.ui.theme import Theme, load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import TimelineContent
from viewer.ui.timeline.picture import CachedPixmap
from viewer.ui.timeline.ruler import TickLabel


class PlotHost(QWidget):
    """Knows the plots, their series and their axes, and what is to be seen of them."""

    needed_height_changed = Signal(int)
    """Pixels in which all plots could be seen at once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Plots"))
        self._theme = load_theme("dark")
        self._sheet = Sheet()
        self._placed: tuple[PlacedPane, ...] = ()
        self._drawn: dict[SeriesKey, Drawn] = {}
        self._roles: Mapping[int, str] = {}
        self._hero: int | None = None
        self._selected: int | None = None
        self._content: TimelineContent | None = None
        self._axis = TimeAxis.whole(0.0, 1.0)
        self._scales: dict[int, ValueAxis] = {}
        self._playhead = 0.0
        self._hover: float | None = None
        self._told_hover: float | None = None
        self._range: Range | None = None
        self._pointed: RowAt | None = None
        self._on_cross = False
        self._drop_pane: int | None = None
        self._scroll = 0.0
        self._generation = 0
        self._picture = CachedPixmap()
        self._tick_labels: tuple[TickLabel, ...] = ()
        self._message = ""

    # -- what it is told

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        self._redraw()

    def set_message(self, message: str) -> None:
        """Say why there is no plot."""
        self._message = message
        self.update()

    def set_sheet(self, sheet: Sheet) -> None:
        """Show these plots."""
        self._sheet = sheet
        keys = {curve.key for curve in sheet.curves}
        self._drawn = {key: drawn for key, drawn in self._drawn.items() if key in keys}
        firsts = {pane.curves[0].number for pane in sheet.panes}
        self._scales = {number: scale for number, scale in self._scales.items() if number in firsts}
        self._recolor()
        self._arrange()

    def set_series(self, key: SeriesKey, series: Series) -> None:
        """Show what a signal was, once it is known."""
        drawn = self._drawn.get(key)
        if drawn is None or drawn.series is not series:
            self._drawn[key] = Drawn(series)
            self._redraw()

    def forget_series(self) -> None:
        """Forget what signals were: another recording is shown."""
        self._drawn.clear()
        self._scales.clear()
        self._redraw()

    @Slot(object, object)
    def set_view(self, axis: TimeAxis, content: TimelineContent | None) -> None:
        """Show the same part of the recording as the timeline."""
        self._content = content
        self._axis = axis
        self._arrange()

    def set_actors(self, hero: int | None, selected: int | None) -> None:
        """Say whose curves have the colours of the hero and of the selection, by rows."""
        self._hero, self._selected = hero, selected
        before = self._roles
        self._recolor()
        if self._roles != before:
            self._redraw()

    def set_playhead(self, elapsed: float) -> None:
        """Move the playhead to a time in seconds."""
        if math.isfinite(elapsed) and elapsed != self._playhead:
            self._playhead = elapsed
            self.update()

    @Slot(object)
    def set_hover_time(self, elapsed: float | None) -> None:
        """Show the line of a time that is pointed at in another view, in seconds; None takes it away."""
        if elapsed != self._told_hover:
            self._told_hover = elapsed
            self.update()

    @Slot(object)
    def set_range(self, chosen: Range | None) -> None:
        """Say what signals amount to over a range, start and end in seconds; None for no range."""
        if chosen != self._range:
            self._range = chosen
            self._arrange()

    @Slot(int)
    def set_scroll(self, pixels: int) -> None:
        """Show what lies so many pixels further down."""
        self._scroll = float(pixels)
        self._redraw()

    # -- what it shows

    @property
    def series(self) -> dict[SeriesKey, Series]:
        """The series that are there."""
        return {key: drawn.series for key, drawn in self._drawn.items()}

    @property
    def placed(self) -> tuple[PlacedPane, ...]:
        """The panes and where they are, scrolling left out."""
        return self._placed

    @property
    def shown_axis(self) -> TimeAxis:
        """The window of time that is shown, on the widget's pixels."""
        return self._axis

    @property
    def cursor_time(self) -> float | None:
        """The time that is pointed at, here or elsewhere."""
        return self._hover if self._hover is not None else self._told_hover

    def scale_of(self, pane: Pane) -> ValueAxis:
        """Return the axis of values of a pane: the one the user chose, else around all values."""
        chosen = self._scales.get(pane.curves[0].number)
        if chosen is not None:
            return chosen
        drawn = [self._drawn[curve.key] for curve in pane.curves if curve.key in self._drawn]
        least = np.array([np.nan, *(each.least for each in drawn)])
        most = np.array([np.nan, *(each.most for each in drawn)])
        return ValueAxis.around(float(np.fmin.reduce(least)), float(np.fmax.reduce(most)))

    def color_of(self, curve: Curve) -> QColor:
        """Return the colour of a curve."""
        return color_of(self._roles.get(curve.number, ""), self._theme)

    def text_at(self, curve: Curve, elapsed: float | None) -> str:
        """Return the value in force at a time as it is written in the legend."""
        drawn = self._drawn.get(curve.key)
        return "" if drawn is None or elapsed is None else value_text(drawn.series, drawn.series.at(elapsed))

    def stats_of(self, curve: Curve) -> str:
        """Return what a curve amounts to over the range, empty if there is none or it is not known yet."""
        drawn = self._drawn.get(curve.key)
        if drawn is None or self._range is None:
            return ""
        series, chosen = drawn.series, self._range
        if series.states is not None:
            return times_text(series, time_in_states(series, chosen))
        return stats_text(series, series_stats(series, chosen))

    # -- placing

    def minimumSizeHint(self) -> QSize:
        """Return a size in which something can be seen."""
        return QSize(420, 80)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self._arrange()

    @property
    def _row_height(self) -> float:
        return TALL_ROW if self._range is not None else ROW

    def _arrange(self) -> None:
        self._placed = place_panes(self._sheet, QSizeF(self.size()), self._row_height)
        self._axis = self._axis.placed(*plot_span(self.width()))
        self.needed_height_changed.emit(math.ceil(needed_height(self._sheet, self._row_height)))
        self._redraw()

    def _recolor(self) -> None:
        self._roles = color_roles(self._sheet, self._hero, self._selected)

    def _redraw(self) -> None:
        """Have the picture drawn again."""
        self._generation += 1
        self.update()

    def _scale_changed(self, pane: Pane, scale: ValueAxis | None) -> None:
        """Show other values in a pane; None for all there are."""
        if scale is None:
            self._scales.pop(pane.curves[0].number, None)
        else:
            self._scales[pane.curves[0].number] = scale
        self._redraw()
