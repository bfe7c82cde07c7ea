"""How long traffic lights stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.replay.world.appearance import light_phases
from viewer.replay.world.world import world_at

RED, GREEN, YELLOW, UNTOLD = 1, 2, 3, 4


def scene(lengths, *, passed=4.0):
    states = [
        (RED, True, 0.0, TrafficLightState.RED),
        (GREEN, False, passed, TrafficLightState.GREEN),
        (YELLOW, False, 9.0, TrafficLightState.YELLOW),
        (UNTOLD, False, 1.0, TrafficLightState.GREEN),
    ]
    extra = {packets.TRAFFIC_LIGHT_STATE: states}
    if lengths:
        extra[packets.TRAFFIC_LIGHT_TIME] = lengths
    return Scene().frame(add=[actor(i, "traffic.traffic_light") for i in range(1, 5)], extra=extra)


def test_green_and_yellow_tell_how_long_they_still_last(tmp_path):
    index = scene([(i, 10.0, 3.0, 2.0) for i in (RED, GREEN, YELLOW)]).index(tmp_path / "lights.log")
    phases = light_phases(world_at(index, 0.0))
    assert phases.frozen.tolist() == [True, False, False, False]
    assert phases.left[1:3].tolist() == [pytest.approx(6.0), 0.0]
    assert np.isnan(phases.left[[0, 3]]).all()


def test_without_recorded_lengths_nothing_is_said(tmp_path):
    index = scene([]).index(tmp_path / "lights.log")
    phases = light_phases(world_at(index, 0.0))
    assert phases.frozen.tolist() == [True, False, False, False]
    assert np.isnan(phases.left).all()


@pytest.mark.parametrize("damaged", [np.nan, np.inf, -np.inf, 3e38, -3e38])
def test_times_that_can_be_none_leave_the_rest_untold(tmp_path, damaged):
    """Whether it is the length of the phase that is damaged, what has passed of it, or both."""
    sound = (YELLOW, 10.0, 12.0, 2.0)
    damaged_length = scene([(GREEN, damaged, 3.0, 2.0), sound])
    damaged_time = scene([(GREEN, 10.0, 3.0, 2.0), sound], passed=damaged)
    damaged_both = scene([(GREEN, damaged, 3.0, 2.0), sound], passed=damaged / 2)
    for number, each in enumerate((damaged_length, damaged_time, damaged_both)):
        index = each.index(tmp_path / f"{number}.log")
        left = light_phases(world_at(index, 0.0)).left
        assert np.isnan(left[1])
        assert left[2] == pytest.approx(3.0)
