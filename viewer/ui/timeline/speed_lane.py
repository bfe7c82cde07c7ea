"""The lane of the speed, and what lanes share that go with whoever is selected."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtGui import QColor

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits
from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import LaneHeight
from viewer.ui.timeline.sampling import visible
from viewer.ui.timeline.signals.curve_painter import BOLD
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.signals.sheet import Curve, Pane
from viewer.ui.timeline.signals.value_axis import ValueAxis
from viewer.ui.translation import tr

_STANDING = 0.1
"""Metres per second that fill the lane at least: what stands still must not look wild."""


class FollowingLane(SignalLane):
    """Signals of who is selected, or of the hero while nobody is; what never moves has none.

    Attributes:
        names: signals that it shows or tells.

    """

    names: tuple[str, ...]

    def __init__(self) -> None:
        super().__init__()
        self.whose: int | None = None

    def set_context(self, context: LaneContext) -> None:
        """Show the selected actor, or the hero."""
        whose, names = self._followed(context)
        if whose != self.whose:
            self.whose = whose
            self.set_scale(None)
        self.signals = () if self.whose is None else context.keys(names, self.whose)
        super().set_context(context)

    def _followed(self, context: LaneContext) -> tuple[int | None, tuple[str, ...]]:
        """Return the row of who is shown, and which signals."""
        row = context.hero if context.selection is None else context.selection
        return row, () if context.is_fixed(row) else self.names

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        """Return what a curve is called; of the only hero one need not say the id."""
        title, context = super()._title(curve), self.context
        if self.whose != context.hero:
            return title
        return tr("Hero {}").format(
            title.removeprefix(f"{context.actor_id(self.whose)} ") if brief else title
        )

    def _color(self, curve: Curve, theme: Theme) -> QColor:
        return theme.text if curve in self._bars else self.context.color(self.whose)

    def _width(self, _curve: Curve) -> float:
        return BOLD


class SpeedLane(FollowingLane):
    """The speed, recorded if it is, with what is below its curve filled."""

    names = ("speed", "derived_speed")
    height = LaneHeight(26, 48, 48)
    fill = 0.13
    _axis: TimeAxis | None = None

    def set_context(self, context: LaneContext) -> None:
        """Show the selected actor, or the hero; nothing of what never moves."""
        self.present = not context.is_fixed(context.selection)
        super().set_context(context)
        self._choose()

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Show the speed, the recorded one if it is known."""
        super().take(series)
        self._choose()

    def _choose(self) -> None:
        known = [key for key in self.signals if key in self._drawn and self._drawn[key].series.known]
        shown = (known or list(self.signals))[:1]
        self.set_pane(Pane(tuple(Curve(0, key) for key in shown)))
        self.name = self.name or tr("Speed")
        self._write_most()

    def zoom(self, axis: TimeAxis) -> bool:
        """Tell the greatest speed in view."""
        if axis != self._axis:
            self._axis = axis
            self._write_most()
        return False

    def _write_most(self) -> None:
        self.note = ""
        if self._told and self._axis is not None:
            series = self._told[0][2].series
            values = series.values[visible(series.elapsed, self._axis)]
            if np.isfinite(values).any():
                self.note = tr("max {} in view").format(
                    fmt.number(in_shown_unit(float(np.nanmax(values)), MPS), speed_digits())
                )

    @property
    def whole_scale(self) -> ValueAxis:
        """The axis around all values, from 0 on."""
        return ValueAxis.around(0.0, max(super().whole_scale.high, _STANDING))

    def _hint(self) -> str:
        return super()._hint() if self.whose is not None else tr("Select an actor to see its speed")
