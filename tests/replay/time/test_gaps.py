"""Where no frame was recorded for long."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.replay.time.gaps import gaps_of, median

EVEN = np.arange(20) * 0.05


def paused(after, length):
    """Return times of frames of 0.05 s, one of which lasts ``length`` seconds more."""
    times = EVEN.copy()
    times[after + 1 :] += length
    return times


def test_a_gap_begins_when_the_frame_before_it_usually_ends():
    assert gaps_of(paused(9, 2.0)) == pytest.approx(np.array([[0.5, 2.5]]))


def test_even_frames_have_none_however_long_they_are():
    assert gaps_of(EVEN).shape == (0, 2)
    assert gaps_of(np.arange(5) * 10.0).shape == (0, 2)


@pytest.mark.parametrize(("length", "count"), [(0.19, 0), (0.21, 1)])
def test_a_gap_is_longer_than_a_quarter_of_a_second(length, count):
    assert len(gaps_of(paused(9, length))) == count


def test_a_gap_is_three_times_as_long_as_is_usual():
    assert len(gaps_of(paused(9, 1.0) * 20.0)) == 1
    assert len(gaps_of(paused(9, 0.09) * 20.0)) == 0


@pytest.mark.parametrize("times", [[], [0.0], [0.0, 5.0], [1.0, 1.0, 1.0]])
def test_too_few_frames_have_none(times):
    assert gaps_of(np.array(times, float)).shape == (0, 2)


def test_the_median_is_that_of_numpy():
    for count in range(1, 12):
        values = np.random.default_rng(count).random(count)
        assert median(values) == pytest.approx(np.median(values))
