"""Signals that are shown without being asked for, as a table; and the traffic light ahead or selected."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from viewer.recording.actors import Category
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import Hit, LaneContext, LaneHeight
from viewer.ui.timeline.signals.lane import LEAST_ROW, MORE, SignalLane
from viewer.ui.timeline.signals.plot_layout import Curve, Pane
from viewer.ui.timeline.signals.signal_names import signal_label, value_text
from viewer.ui.translation import tr

_STANDING = 0.1
"""Metres per second that fill the lane at least: what stands still must not look wild."""


class Preset(NamedTuple):
    """Signals of the recording, or of who is followed: the selected actors, else the hero.

    Attributes:
        curves: the names of a curve's signals, of which the first is shown that is known, and the role of its
            colour, empty for the actor's own.
        height: for one actor.
        actors: that are shown at most: those who were selected last; 0 for the recording.
        hint: what is said while there is nobody; without it, the lane is there only if a value is not 0.
        fill: opacity of the colour between a curve and zero.

    """

    curves: tuple[tuple[tuple[str, ...], str], ...]
    height: LaneHeight
    actors: int = 1
    hint: str = ""
    fill: float = 0.0


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "speed": Preset(
            ((("speed", "derived_speed"), ""),),
            LaneHeight(26, 48, 48),
            actors=8,
            hint="Select an actor to see its speed",
            fill=0.13,
        ),
        "controls": Preset(((("throttle",), ""), (("brake",), "text")), LaneHeight(18, 44, 44)),
        "frames": Preset(((("frame_duration",), "secondary"),), LaneHeight(18, 22, 22), actors=0),
    }
)
"""The presets by the keys of their lanes."""


class PresetLane(SignalLane):
    """The signals of a preset; what never moves has none."""

    def __init__(self, preset: Preset) -> None:
        super().__init__()
        self._preset, self.fill = preset, preset.fill
        self._shown: tuple[int | None, ...] = ()

    def set_context(self, context: LaneContext) -> None:
        """Show who is followed, or the recording."""
        before, count = self._shown[:1], self._preset.actors
        self._shown = context.followed[:count] if count else (None,)
        if self._shown[:1] != before:
            self.chosen_scale = None
        names = [name for names, _ in self._preset.curves for name in names]
        self.signals = tuple(key for row in self._shown for key in context.keys(names, row))
        super().set_context(context)

    def show(self) -> None:
        """Show of each curve the first signal of which something is known, else the first."""
        curves, height = [], self._preset.height
        for row in self._shown:
            for names, color in self._preset.curves:
                keys = self.context.keys(names, row)
                known = [key for key in keys if key in self._drawn and self._drawn[key].series.known]
                curves += [Curve(0, key, color) for key in (known or keys)[:1]]
        self.pane, more = Pane(tuple(curves)), MORE * max(len(self._shown) - 1, 0)
        least = max(height.least, LEAST_ROW * len(curves))
        self.height = LaneHeight(least, height.usual + more, height.most + more)
        if self._preset.hint or not self._preset.actors:
            self.present = bool(self._shown) or not self.context.selected
        else:
            self.present = any(each.most > 0.0 for each in self._drawn.values())
        super().show()

    @property
    def whole_scale(self) -> ValueAxis:
        """The axis around all values, from 0 on where what is below a curve is filled."""
        whole = super().whole_scale
        return ValueAxis(0.0, ValueAxis.around(0.0, max(whole.high, _STANDING)).high) if self.fill else whole

    @property
    def hint(self) -> str:
        """The same, or whom to select."""
        return super().hint if self._shown else tr(self._preset.hint)


class PhaseLane(SignalLane):
    """Phases as a ribbon with the name of each state and light; absent where there is no light.

    They are those of the selected light, else of the lights ahead of the hero or of who is selected.
    """

    height = LaneHeight(18, 20, 20)

    def set_context(self, context: LaneContext) -> None:
        """Show the selected light, or the lights ahead."""
        row = context.selected[-1] if context.selected else None
        if context.category(row) == Category.TRAFFIC_LIGHT:
            self.signals = context.keys(("light_state", "frozen"), row)
        else:
            of = row if context.hero is None else context.hero
            self.signals = context.keys(("light_ahead", "light_ahead_id"), of)
        super().set_context(context)

    def show(self) -> None:
        """Show the states; of lights ahead once their ids are there, too."""
        self._by_name = {key.name: drawn for key, drawn in self._drawn.items()}
        frozen = self._by_name.get("frozen")
        spans = zip(*(part.tolist() for part in frozen.spans), strict=True) if frozen else ()
        self.hatched = [(begin, end) for begin, end, value in spans if value > 0]
        self.further = self._which if "light_ahead_id" in self._by_name else None
        states = [key for key in self._drawn if key.name in ("light_state", "light_ahead")]
        self.pane = Pane(tuple(Curve(0, key) for key in states))
        self.present = any(len(self._drawn[key].spans[0]) for key in states)
        super().show()

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        row, name = curve.key.row, curve.key.name
        if name == "light_state":
            return tr("Light {}").format(self.context.actor_id(row))
        of_hero = row == self.context.hero
        return signal_label(name) if brief and of_hero else super()._title(curve, brief=brief)

    def _which(self, begin: float, end: float) -> str:
        """Return which light was ahead all the time; empty for several."""
        actor_id, middle = (self._value("light_ahead_id", time) for time in (begin, (begin + end) / 2))
        return tr("light {}").format(int(actor_id)) if actor_id == middle else ""

    def _value(self, name: str, time: float) -> float:
        return self._by_name[name].series.at(time) if name in self._by_name else np.nan

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the light, its state, and from when to when it has it."""
        time, content = axis.time(x), self.context.content
        span = self._told[0][2].span_at(time) if self._told else None
        if span is None or content is None:
            return None
        (_, curve, drawn), actor_id = self._told[0], self._value("light_ahead_id", time)
        row = curve.key.row if curve.key.name == "light_state" else None
        name, write = self._title(curve), content.scale.label
        if np.isfinite(actor_id):
            name = tr("Light {} ahead").format(int(actor_id))
            row = content.index.actors.find(int(actor_id), content.index.frame_at(time))
        frozen = tr("frozen") if self._value("frozen", time) > 0 else ""
        head = fmt.join(name, value_text(drawn.series, drawn.series.at(time)), frozen)
        return Hit((head, fmt.join(fmt.range_(*map(write, span)), fmt.seconds(span[1] - span[0]))), row=row)
