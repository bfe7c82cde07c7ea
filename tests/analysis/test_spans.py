from __future__ import annotations

import numpy as np
import pytest

from viewer.analysis.inquiry import spans


def found(text, step=0.1, **options):
    times = np.arange(len(text)) * step
    return spans(times, np.array([each == "x" for each in text]), **options).tolist()


def test_each_run_is_a_span():
    assert found("..xx.x") == [[2, 3], [5, 5]]
    assert found("xxx") == [[0, 2]]
    assert found("...") == []
    assert found("") == []


@pytest.mark.parametrize(("hold", "expected"), [(0.2, [[1, 3]]), (0.21, [])])
def test_it_must_hold(hold, expected):
    assert found(".xxx.", hold=hold) == expected


@pytest.mark.parametrize(("gap", "expected"), [(0.31, [[0, 5]]), (0.29, [[0, 2], [5, 5]])])
def test_short_pauses_end_nothing(gap, expected):
    assert found("xxx..x", gap=gap) == expected


def test_a_run_that_is_too_short_is_not_joined_to_a_long_one():
    assert found("xxx.x", gap=1.0, hold=0.2) == [[0, 2]]


def test_nothing_goes_on_with_somebody_else():
    apart = np.array([True, False, True, False])
    assert found("xxxx", gap=9.0, apart=apart) == [[0, 1], [2, 3]]


def test_a_pause_that_was_left_out_counts_as_one():
    times, skips = np.array([0.0, 0.1, 0.5, 0.6]), np.array([True, False, True, False])
    beyond = np.ones(4, np.bool_)
    assert spans(times, beyond, skips=skips).tolist() == [[0, 1], [2, 3]]
    assert spans(times, beyond, skips=skips, gap=0.5).tolist() == [[0, 3]]
    assert spans(times, beyond, skips=skips, hold=0.2, gap=0.5).tolist() == []
