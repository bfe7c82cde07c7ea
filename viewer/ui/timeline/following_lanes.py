"""Lanes that go with whoever is selected, or with the hero: speed, throttle and brake, traffic light."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtGui import QColor

from viewer.recording.actors import Category
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.theme import current_theme
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import Hit, LaneContext, LaneHeight
from viewer.ui.timeline.signals.curve_painter import BOLD, WIDTH
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.signals.sheet import Curve, Pane
from viewer.ui.timeline.signals.signal_names import signal_label, value_text
from viewer.ui.translation import tr

_MOST_ACTORS = 8
"""Of several selected actors, so many are shown: those that were chosen last."""
_STANDING = 0.1
"""Metres per second that fill the lane at least: what stands still must not look wild."""
_OF_LIGHT = ("light_state", "frozen")
_AHEAD = ("light_ahead", "light_ahead_id")
_FROZEN, _ID = _OF_LIGHT[1], _AHEAD[1]


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
            self.chosen_scale = None
        rows = () if whose is None else (whose, *self._others(context))
        self.signals = tuple(key for row in rows for key in context.keys(names, row))
        super().set_context(context)
        self._choose()

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Show those signals that matter of what is known by now."""
        super().take(series)
        self._choose()

    def _choose(self) -> None:
        """Choose which signals are shown, and whether the lane is there."""
        raise NotImplementedError

    @property
    def _known(self) -> list[SeriesKey]:
        """Those of its signals of which something is known."""
        return [key for key in self.signals if key in self._drawn and self._drawn[key].series.known]

    def _followed(self, context: LaneContext) -> tuple[int | None, tuple[str, ...]]:
        """Return the row of who is shown, and which signals."""
        row = context.hero if context.selection is None else context.selection
        return row, () if context.is_fixed(row) else self.names

    def _others(self, _context: LaneContext) -> tuple[int, ...]:
        """Return the rows of the actors that are shown, too."""
        return ()

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        """Return what a curve is called; of the only hero one need not say the id."""
        title, context, row = super()._title(curve), self.context, curve.key.row
        if row is None or row != context.hero:
            return title
        return tr("Hero {}").format(title.removeprefix(f"{context.actor_id(row)} ") if brief else title)

    def _color(self, curve: Curve) -> QColor:
        return self.context.color(curve.key.row)

    def _width(self, curve: Curve) -> float:
        return BOLD if curve.key.row == self.whose else WIDTH


class SpeedLane(FollowingLane):
    """The speed of each selected actor, recorded if it is, with what is below its curve filled."""

    names = ("speed", "derived_speed")
    fill = 0.13

    def set_context(self, context: LaneContext) -> None:
        """Show the selected actors, or the hero; nothing of what never moves."""
        self.present = context.selection is None or bool(_movers(context))
        super().set_context(context)

    def _followed(self, context: LaneContext) -> tuple[int | None, tuple[str, ...]]:
        return next(iter(_movers(context)), context.hero), self.names

    def _others(self, context: LaneContext) -> tuple[int, ...]:
        return _movers(context)[1:]

    def _choose(self) -> None:
        shown: dict[int | None, SeriesKey] = {}
        for key in (*self._known, *self.signals):
            shown.setdefault(key.row, key)
        rows = [row for row in dict.fromkeys(key.row for key in self.signals) if row in shown]
        self.set_pane(Pane(tuple(Curve(0, shown[row]) for row in rows)))
        more = max(len(rows) - 1, 0)
        self.height = LaneHeight(max(26, 18 * (more + 1)), 48 + 16 * more, 48 + 16 * more)
        self.name = self.name or tr("Speed")

    @property
    def whole_scale(self) -> ValueAxis:
        """The axis around all values, from 0 on."""
        return ValueAxis(0.0, ValueAxis.around(0.0, max(super().whole_scale.high, _STANDING)).high)

    @property
    def hint(self) -> str:
        """The same, or whom to select."""
        return super().hint if self.whose is not None else tr("Select an actor to see its speed")


class ControlsLane(FollowingLane):
    """Throttle and brake; absent if there is nothing."""

    names = ("throttle", "brake")
    height = LaneHeight(36, 44, 44)
    present = False
    hint = ""

    def _choose(self) -> None:
        self.present = any(each.most > 0.0 for each in self._drawn.values())
        self.set_pane(Pane(tuple(Curve(0, key) for key in self._known)))

    def _color(self, curve: Curve) -> QColor:
        return current_theme().text if curve.key.name == "brake" else super()._color(curve)


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

    def _choose(self) -> None:
        """Show the states; of lights ahead once their ids are there, too."""
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
            row = content.index.actors.find(int(actor_id), content.index.frame_at(time))
        frozen = tr("frozen") if self._value(_FROZEN, time) > 0 else ""
        head = fmt.join(name, value_text(drawn.series, drawn.series.at(time)), frozen)
        return Hit((head, fmt.join(fmt.range_(*map(write, span)), fmt.seconds(span[1] - span[0]))), row=row)


class FrameLane(SignalLane):
    """How long each frame lasts."""

    height = LaneHeight(18, 22, 22)

    def set_context(self, context: LaneContext) -> None:
        """Show the frames of a recording."""
        self.signals = context.keys(("frame_duration",))
        self.pane = Pane(tuple(Curve(0, key) for key in self.signals))
        super().set_context(context)

    def _color(self, _curve: Curve) -> QColor:
        return current_theme().secondary


def _movers(context: LaneContext) -> tuple[int, ...]:
    """Return the rows of the selected actors that can move, the primary one first."""
    selected = context.selected or (() if context.selection is None else (context.selection,))
    return tuple(row for row in reversed(selected) if not context.is_fixed(row))[:_MOST_ACTORS]
