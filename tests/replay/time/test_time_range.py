"""Ranges of time begin and end with frames."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.replay.time.time_range import nearest, snapped


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ((0.1, 0.9), (0.0, 1.0)),
        ((0.9, 0.1), (0.0, 1.0)),
        ((-5.0, 99.0), (0.0, 3.0)),
        ((0.6, 1.4), None),
        ((1.0, 1.0), None),
        ((7.0, 9.0), None),
    ],
)
def test_edges_stand_on_frames(asked, given):
    assert snapped(np.array([0.0, 1.0, 1.0, 3.0]), asked) == given


def test_without_frames_there_is_no_range():
    assert snapped(np.empty(0), (0.0, 1.0)) is None
    assert snapped(np.zeros(1), (0.0, 1.0)) is None


@given(
    st.lists(st.floats(0, 100), min_size=1, max_size=20).map(lambda times: np.sort(np.array(times))),
    st.floats(-50, 150),
)
def test_no_frame_is_nearer_than_the_nearest(elapsed, time):
    assert abs(elapsed[nearest(elapsed, time)] - time) == np.abs(elapsed - time).min()
