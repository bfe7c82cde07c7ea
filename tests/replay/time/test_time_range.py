"""Ranges of time begin and end with frames; gaps are where there was none for long."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.replay.time.time_range import gaps_of, nearest, snapped


@pytest.mark.parametrize(
    ("elapsed", "asked", "given"),
    [
        ([0.0, 1.0, 1.0, 3.0], (0.1, 0.9), (0.0, 1.0)),
        ([0.0, 1.0, 1.0, 3.0], (0.9, 0.1), (0.0, 1.0)),
        ([0.0, 1.0, 1.0, 3.0], (-5.0, 99.0), (0.0, 3.0)),
        ([0.0, 1.0, 1.0, 3.0], (0.6, 1.4), None),
        ([0.0, 1.0, 1.0, 3.0], (1.0, 1.0), None),
        ([0.0, 1.0, 1.0, 3.0], (7.0, 9.0), None),
        ([], (0.0, 1.0), None),
        ([0.0], (0.0, 1.0), None),
    ],
)
def test_edges_stand_on_frames(elapsed, asked, given):
    assert snapped(np.array(elapsed), asked) == given


@given(
    st.lists(st.floats(0, 100), min_size=1, max_size=20).map(lambda times: np.sort(np.array(times))),
    st.floats(-50, 150),
)
def test_no_frame_is_nearer_than_the_nearest(elapsed, time):
    assert abs(elapsed[nearest(elapsed, time)] - time) == np.abs(elapsed - time).min()


EVEN = np.arange(20) * 0.05


def paused(length):
    """Return times of frames of 0.05 s, the tenth of which lasts ``length`` seconds more."""
    return EVEN + np.where(np.arange(20) > 9, length, 0.0)


@pytest.mark.parametrize(
    ("times", "gaps"),
    [
        (paused(2.0), [(0.5, 2.5)]),  # it begins when the frame before it usually ends
        (paused(0.19), []),
        (paused(0.21), [(0.5, 0.71)]),  # longer than a quarter of a second
        (paused(1.0) * 20.0, [(10.0, 30.0)]),  # and three times as long as is usual
        (paused(0.09) * 20.0, []),
        (EVEN, []),
        (np.arange(5) * 10.0, []),
        (np.empty(0), []),
        (np.zeros(1), []),
        (np.array([0.0, 5.0]), []),
        (np.ones(3), []),
    ],
)
def test_gaps(times, gaps):
    assert gaps_of(times) == pytest.approx(np.array(gaps).reshape(-1, 2))
