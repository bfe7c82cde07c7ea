"""The time view in states that are rarely seen: close up, waiting, pointed at, scrolled, at its edges."""

from __future__ import annotations

import numpy as np
import pytest

from tests.pictures.recordings import HERO, row_of, town
from tests.ui.timeline.conftest import show_in
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import Curve, Plot, PlotLayout
from viewer.ui.timeline.view import TimelineView

FOLDED = {"lives": True, "frames": True, "events": True, "found": True}


@pytest.fixture
def timeline(put, theme, alone):
    """The town, its hero known, at 5 s."""
    view = put(TimelineView(alone), 560, 220)
    show_in(view, index=town())
    show_in(view, hero=row_of(town(), HERO))
    view.model.set_playhead(5.0)
    return view


def signal(name, times, values, *, recorded=True, steps=False):
    told = SIGNALS[name]
    return Series(
        name, name, told.unit, times, np.asarray(values, float), recorded, steps=steps, states=told.states
    )


def shown_as(timeline, *told, speed=None):
    """Show signals, one below the other, with these values, and the hero's speed."""
    panes, speeds = [], (key for key in timeline.model.lane_groups.signals if "speed" in key.name)
    series = {key: speed for key in speeds if speed is not None}
    for number, each in enumerate(told):
        key = SeriesKey(each.name, number)
        panes.append(
            Plot((Curve(number + 1, key, SIGNALS[each.name], "curve_1" if number % 2 else ""),), alone=True)
        )
        series[key] = each
    timeline.model.set_plot_layout(PlotLayout(tuple(panes)))
    timeline.model.set_data(series=series)


def test_curves_of_few_and_of_many_samples(timeline, states):
    """Recorded and derived, smooth and in steps, with gaps, level, alone; whole and close up."""
    timeline.resize(560, 460)
    timeline.model.set_lane_choices(LaneChoices(folded=FOLDED))

    def of(count):
        times = np.linspace(0.0, 12.0, count)
        wave = 8.0 * np.sin(1.3 * times) * np.sin(0.2 * times)
        gaps = np.where((times % 4.0 > 3.0) | ((times > 1.0) & (times < 1.4)), np.nan, wave)
        shown_as(
            timeline,
            signal("acceleration", times, gaps),
            signal("acceleration", times, gaps, recorded=False),
            signal("gear", times, np.round(wave), steps=True),
            signal("steer", times, np.where(times > 6.0, 0.25, np.nan)),
            signal("throttle", times, np.where(times.searchsorted(7.0) == np.arange(count), 0.5, np.nan)),
            speed=signal("derived_speed", times, np.abs(gaps), recorded=False),
        )

    states(
        timeline,
        lambda: of(40),
        lambda: timeline.model.zoom_to(2.9, 4.4),
        lambda: (timeline.model.fit(), of(20_000)),
        lambda: timeline.model.zoom_to(2.9, 4.4),
    )


def test_signals_that_are_waited_for_and_that_say_nothing(timeline, states):
    timeline.model.set_lane_choices(LaneChoices(folded=FOLDED))
    show_none = PlotLayout().with_signal(SeriesKey("gear", row_of(town(), HERO)), SIGNALS["gear"])
    timeline.model.set_plot_layout(show_none)
    nothing = signal("gear", np.array([0.0, 5.0]), [np.nan, np.nan])
    states(
        timeline,
        lambda: timeline.model.set_data(share=None),
        lambda: timeline.model.set_data(share=0.37),
        lambda: timeline.model.set_data(series={show_none.curves[0].key: nothing}),
        lambda: timeline.model.set_data(
            series={show_none.curves[0].key: signal("gear", np.arange(10.0), np.arange(10))}
        ),
    )
