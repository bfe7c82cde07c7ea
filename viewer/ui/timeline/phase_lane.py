"""The lane of a traffic light's phases."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from viewer.recording.actors import Category
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, LaneHeight
from viewer.ui.timeline.signals.sheet import Curve, Pane
from viewer.ui.timeline.signals.signal_names import signal_label, value_text
from viewer.ui.timeline.speed_lane import FollowingLane
from viewer.ui.translation import tr

_OF_LIGHT = ("light_state", "frozen")
_AHEAD = ("light_ahead", "light_ahead_id")
_FROZEN, _ID = _OF_LIGHT[1], _AHEAD[1]


class PhaseLane(FollowingLane):
    """Phases as a ribbon with the name of each state and light; absent where there is no light.

    They are those of the selected light, else of the lights ahead of the hero or of who is selected.
    """

    height = LaneHeight(18, 20, 20)
    present = False

    def _followed(self, context: LaneContext) -> tuple[int | None, tuple[str, ...]]:
        row = context.selection
        if context.category(row) == Category.TRAFFIC_LIGHT:
            return row, _OF_LIGHT
        return row if context.hero is None else context.hero, _AHEAD

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Show the states; of lights ahead once their ids are there, too."""
        super().take(series)
        self._by_name = {key.name: drawn for key, drawn in self._drawn.items()}
        frozen = self._by_name.get(_FROZEN)
        spans = zip(*(part.tolist() for part in frozen.spans), strict=True) if frozen else ()
        self.hatched = [(begin, end) for begin, end, value in spans if value > 0]
        self.further = self._which if _ID in self._by_name else None
        self.set_pane(Pane(tuple(Curve(0, key) for key in self._drawn if key.name not in (_FROZEN, _ID))))
        self.present = any(len(self._drawn[curve.key].spans[0]) for curve in self.pane.curves)

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        if curve.key.name in _OF_LIGHT:
            return tr("Light {}").format(self.context.actor_id(curve.key.row))
        of_hero = self.whose == self.context.hero
        return signal_label(curve.key.name) if brief and of_hero else super()._title(curve, brief=brief)

    def _which(self, begin: float, end: float) -> str:
        """Return which light was ahead all the time; empty for several."""
        actor_id, middle = (self._value(_ID, time) for time in (begin, (begin + end) / 2))
        return tr("light {}").format(int(actor_id)) if actor_id == middle else ""

    def _value(self, name: str, time: float) -> float:
        return self._by_name[name].series.at(time) if name in self._by_name else np.nan

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the light, its state, and from when to when it has it."""
        time, content = axis.time(x), self.context.content
        span = self._told[0][2].span_at(time) if self._told else None
        if span is None or content is None:
            return None
        (_, curve, drawn), actor_id, write = self._told[0], self._value(_ID, time), content.scale.label
        row, name = curve.key.row, self._title(curve)
        if curve.key.name in _AHEAD:
            row = None
        if np.isfinite(actor_id):
            name = tr("Light {} ahead").format(int(actor_id))
            row = content.index.actors.find(int(actor_id), content.frame_at(time))
        frozen = tr("frozen") if self._value(_FROZEN, time) > 0 else ""
        head = fmt.join(name, value_text(drawn.series, drawn.series.at(time)), frozen)
        return Hit((head, fmt.join(fmt.range_(*map(write, span)), fmt.seconds(span[1] - span[0]))), row=row)
