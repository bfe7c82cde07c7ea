"""Lanes of signals that are plotted by default, and the lane of the traffic light ahead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from viewer.recording.actors import Category
from viewer.ui import format as fmt
from viewer.ui.state.reference import DISTANCE
from viewer.ui.state.view_state import ViewState
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import HoverInfo, LaneData, LaneHeight, main_actors, possible_keys
from viewer.ui.timeline.signals.lane import LEAST_ROW, MORE, MOST, SignalLane
from viewer.ui.timeline.signals.plot_layout import Curve, Plot
from viewer.ui.timeline.signals.signal_names import signal_label, value_text
from viewer.ui.translation import tr

_STANDING = 0.1
"""Least upper end in m/s of a speed axis, so that the noise of a standing actor does not fill the lane."""


class DefaultSignals(NamedTuple):
    """Signals that a lane plots by default: of the selected actors (else the hero), or of the recording.

    Attributes:
        curves: for each curve the names of possible signals, of which the first known one is plotted, and the
            name of its colour in the theme; an empty name is the actor's own colour.
        height: height of the lane for one actor.
        actors: maximum number of actors, the primary selected one first; 0 plots signals of the recording.
        hint: text shown while there is no actor. If empty, a lane of actors is visible only while a value
            exceeds 0.
        with_hero: whether the hero is plotted, too, if other actors are selected.
        fill: opacity of the area between a curve and zero.
    """

    curves: tuple[tuple[tuple[str, ...], str], ...]
    height: LaneHeight
    actors: int = 1
    hint: str = ""
    with_hero: bool = False
    fill: float = 0.0


DEFAULT_LANES: Mapping[str, DefaultSignals] = MappingProxyType(
    {
        "speed": DefaultSignals(
            ((("speed", "derived_speed"), ""),),
            LaneHeight(26, 48, MOST),
            actors=8,
            hint="Select an actor to see its speed",
            fill=0.13,
        ),
        "controls": DefaultSignals(((("throttle",), ""), (("brake",), "text")), LaneHeight(18, 44, MOST)),
        "compared": DefaultSignals(
            (((DISTANCE,), ""),), LaneHeight(26, 48, MOST), actors=8, with_hero=True, fill=0.13
        ),
        "frames": DefaultSignals(((("frame_duration",), "secondary"),), LaneHeight(18, 22, 22), actors=0),
    }
)
"""Signals that each lane of the timeline plots until the user chooses others, by the key of the lane."""


class DefaultLane(SignalLane):
    """Lane of the timeline whose signals are not chosen by the user but given by a ``DefaultSignals``."""

    def __init__(self, preset: DefaultSignals) -> None:
        super().__init__()
        self._preset, self.fill = preset, preset.fill
        self._shown: tuple[int | None, ...] = ()

    def update(self, view: ViewState, data: LaneData) -> None:
        """Plot this lane's signals of the selected actors, or of the hero if none is selected.

        A lane for signals of the whole recording plots these whatever is selected.
        """
        before, count = self._shown[:1], self._preset.actors
        self._shown = main_actors(view)[:count] if count else (None,)
        if self._preset.with_hero and view.hero is not None:
            self._shown = tuple(dict.fromkeys((*self._shown, view.hero)))
        if self._shown[:1] != before:
            self.chosen_scale = None
        names = [name for names, _ in self._preset.curves for name in names]
        self.signals = tuple(key for row in self._shown for key in possible_keys(view, data, names, row))
        super().update(view, data)

    def show(self) -> None:
        """Choose the signal that each curve of the lane plots, and update the lane.

        Of the signals possible for a curve, it is the first one that has known values; if none has any, the
        first one.
        """
        curves, height = [], self._preset.height
        for row in self._shown:
            for names, color in self._preset.curves:
                keys = possible_keys(self.view, self.data, names, row)
                known = [key for key in keys if key in self._drawn and self._drawn[key].series.known]
                curves += [Curve(0, key, self.view.signals[key.name], color) for key in (known or keys)[:1]]
        self.plot, more = Plot(tuple(curves)), MORE * max(len(self._shown) - 1, 0)
        least = max(height.least, LEAST_ROW * len(curves))
        self.height = LaneHeight(least, height.usual + more, height.most + more)
        if self._preset.hint or not self._preset.actors:
            self.present = bool(self._shown) or not self.view.selected
        else:
            self.present = any(each.most > 0.0 for each in self._drawn.values())
        super().show()

    @property
    def whole_scale(self) -> ValueAxis:
        """Axis of values with room for all values that the lane plots.

        It begins at 0 if the area below the curve is filled.
        """
        whole = super().whole_scale
        return ValueAxis(0.0, ValueAxis.around(0.0, max(whole.high, _STANDING)).high) if self.fill else whole

    @property
    def hint(self) -> str:
        """Text in the lane in place of curves: why there are none, or that an actor must be selected."""
        return super().hint if self._shown else tr(self._preset.hint)


class PhaseLane(SignalLane):
    """Lane with a ribbon (row of bars) of the phases of the selected traffic light.

    If no light is selected, it shows the lights ahead of the hero (ego vehicle), or without a hero of the
    selected actor. The timeline lane is absent if there are no such lights.
    """

    height = LaneHeight(18, 20, 20)

    def update(self, view: ViewState, data: LaneData) -> None:
        """Show the states of the selected traffic light, or of the lights ahead of the hero.

        Without a hero they are those ahead of the selected actor.
        """
        row = view.selected[-1] if view.selected else None
        if view.actors.category(row) == Category.TRAFFIC_LIGHT:
            names: tuple[str, ...] = "light_state", "frozen"
        else:
            names, row = ("light_ahead", "light_ahead_id"), row if view.hero is None else view.hero
        self.signals = possible_keys(view, data, names, row)
        super().update(view, data)

    def show(self) -> None:
        """Update what the lane draws: states of the traffic light, and ids of the lights ahead once known."""
        self._by_name = {key.name: drawn for key, drawn in self._drawn.items()}
        frozen = self._by_name.get("frozen")
        spans = zip(*(part.tolist() for part in frozen.spans), strict=True) if frozen else ()
        self.hatched = [(begin, end) for begin, end, value in spans if value > 0]
        self.further = self._which if "light_ahead_id" in self._by_name else None
        states = [key for key in self._drawn if key.name in ("light_state", "light_ahead")]
        self.plot = Plot(tuple(Curve(0, key, self.view.signals[key.name]) for key in states))
        self.present = any(len(self._drawn[key].spans[0]) for key in states)
        super().show()

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        row = curve.key.row
        if curve.key.name == "light_state":
            return tr("Light {}").format(self.view.actors.actor_id(row))
        of_hero = row == self.view.hero
        return signal_label(curve.signal) if brief and of_hero else super()._title(curve, brief=brief)

    def _which(self, begin: float, end: float) -> str:
        """Return the traffic light ahead from ``begin`` to ``end`` (s) as text; empty if it changes."""
        actor_id, middle = (self._value("light_ahead_id", time) for time in (begin, (begin + end) / 2))
        return tr("light {}").format(int(actor_id)) if actor_id == middle else ""

    def _value(self, name: str, time: float) -> float:
        return self._by_name[name].series.at(time) if name in self._by_name else np.nan

    def hover_info(self, axis: TimeAxis, x: float) -> HoverInfo | None:
        """Return the light's id and state at ``x`` px, and when the state begins and ends."""
        time, content = axis.time(x), self.data.content
        curve, drawn = next(iter(self._known_values), (None, None))
        span = drawn.span_at(time) if drawn else None
        if span is None or content is None or curve is None or drawn is None:
            return None
        actor_id = self._value("light_ahead_id", time)
        row = curve.key.row if curve.key.name == "light_state" else None
        name, write = self._title(curve), content.scale.label
        if np.isfinite(actor_id):
            name = tr("Light {} ahead").format(int(actor_id))
            row = content.index.actors.find(int(actor_id), content.index.frame_at(time))
        frozen = tr("frozen") if self._value("frozen", time) > 0 else ""
        head = fmt.join(name, value_text(drawn.series, drawn.series.at(time)), frozen)
        return HoverInfo(
            (head, fmt.join(fmt.range_(*map(write, span)), fmt.seconds(span[1] - span[0]))), row=row
        )
