"""A simulation that slows down is found by the clock of the computer; a single long frame is a stall."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.analysis.drives import events, hero, record, straight
from viewer.analysis.find_events import find_events
from viewer.logfile import packets

DELTA, SECONDS = 0.1, 80.0


def recorded(path, rate: Callable[[float], float], missing: Callable[[float], bool] = lambda t: False):
    """Return a recording in which so many seconds are simulated in one second of the clock."""
    clock = {"now": 100.0}

    def extra(t):
        clock["now"] += DELTA / rate(t)
        return {} if missing(t) else {packets.PLATFORM_TIME: [(clock["now"],)]}

    return record([hero(straight(0, 0, 5))], SECONDS, DELTA, extra=extra).index(path)


def decay(t):
    """Real time until 20 s, then evenly down to a fifth at the end."""
    return 1.0 - 0.8 * max(t - 20.0, 0.0) / 60.0


@pytest.mark.parametrize(
    ("rate", "span", "least", "missing"),
    [
        (lambda t: 0.3 if 30 < t < 50 else 1.0, (30.0, 50.0), 0.3, lambda t: False),
        (decay, (57.5, 80.0), 0.2, lambda t: False),
        (lambda t: 4.0 * decay(t), (57.5, 80.0), 0.2, lambda t: False),  # faster than real time
        (lambda t: 0.2 if t < 8 else 1.0, (0.0, 8.0), 0.2, lambda t: False),  # shaders are compiled
        (lambda t: 0.3 if 30 < t < 50 else 1.0, (30.0, 50.0), 0.3, lambda t: 40 < t < 43),
    ],
)
def test_a_slow_simulation_is_one_event(scratch, rate, span, least, missing):
    (event,) = events(recorded(scratch, rate, missing), "slow_down")
    assert (event.start, event.end) == pytest.approx(span, abs=0.3)
    assert event.value == pytest.approx(least, abs=0.03)
    assert (event.rows, event.unit) == ((), "×")
    assert "simulated seconds per second: usually" in event.note


@pytest.mark.parametrize(
    "rate",
    [
        lambda t: 1.0,
        lambda t: 0.01 if abs(t - 40.0) < DELTA / 2 else 1.0,  # a frame of 10 s
        lambda t: 0.3 if 40 < t < 44 else 1.0,  # too short
        lambda t: 0.6 if 30 < t < 60 else 1.0,
        lambda t: 5.0 if int(t / DELTA) % 2 else 0.6,  # uneven
    ],
)
def test_a_stall_and_noise_are_none(scratch, rate):
    assert not events(recorded(scratch, rate), "slow_down")


@pytest.mark.parametrize("few", [-1, 1])
def test_without_a_clock_it_is_not_judged(scratch, few):
    result = find_events(recorded(scratch, lambda t: 1.0, lambda t: t > few * DELTA), kinds=["slow_down"])
    assert not len(result.events)
    assert [each.reason for each in result.not_judged] == ["PlatformTime is not recorded"]


def test_a_clock_that_goes_back_is_harmless(scratch):
    times = np.random.default_rng(1).uniform(0.0, 100.0, 1000).tolist()
    index = record(
        [hero(straight(0, 0, 5))], 20, DELTA, extra=lambda t: {packets.PLATFORM_TIME: [(times.pop(),)]}
    ).index(scratch)
    find_events(index, kinds=["slow_down"])
