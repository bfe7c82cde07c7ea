"""Time in each form: labels, round ticks, and the way back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import Scene, street
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.replay.time.typed_time import MomentError, clock_text

ALL = list(TimeForm)
MIDNIGHT = 1_637_711_940
"""60 s before midnight of 23 Nov 2021, UTC."""


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """20 frames of 0.05 s, from 14:08:48 UTC."""
    return street().index(tmp_path_factory.mktemp("forms") / "street.log")


@pytest.fixture(scope="module")
def hours(tmp_path_factory):
    """Ten hours in 37 frames, from a minute before midnight."""
    scene = Scene(timestamp=MIDNIGHT)
    for _ in range(37):
        scene.frame(1000.0)
    return scene.index(tmp_path_factory.mktemp("forms") / "hours.log")


@pytest.mark.parametrize(
    ("form", "label"),
    [
        (TimeForm.ELAPSED, "0.310 s"),
        (TimeForm.FRAME, "#7"),
        (TimeForm.WALL, "14:08:48.310 UTC"),
    ],
)
def test_labels(index, form, label):
    assert TimeScale(index, form).label(0.31) == label


def test_a_reading_is_rounded_as_a_whole():
    assert clock_text(59.9996) == "00:01:00.000"


def texts(scale, start, end, most=8):
    return [tick.text for tick in scale.ticks(start, end, most).major]


@pytest.mark.parametrize(
    ("form", "start", "end", "expected"),
    [
        (TimeForm.ELAPSED, 0.0, 1.0, ["0.0 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s", "1.0 s"]),
        (
            TimeForm.ELAPSED,
            0.0,
            0.001,
            ["0.0000 s", "0.0002 s", "0.0004 s", "0.0006 s", "0.0008 s", "0.0010 s"],
        ),
        (TimeForm.FRAME, 0.0, 0.96, ["#5", "#10", "#15", "#20"]),
        (TimeForm.FRAME, 0.2, 0.41, ["#5", "#6", "#7", "#8", "#9"]),
        (TimeForm.FRAME, 0.21, 0.22, []),
        (TimeForm.WALL, 0.0, 0.9, ["14:08:48.0", "14:08:48.2", "14:08:48.4", "14:08:48.6", "14:08:48.8"]),
    ],
)
def test_ticks_are_round(index, form, start, end, expected):
    assert texts(TimeScale(index, form), start, end) == expected


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0.0, 60.0, ["23:59:00", "23:59:10", "23:59:20", "23:59:30", "23:59:40", "23:59:50", "24 Nov"]),
        (0.0, 600.0, ["24 Nov", "00:02", "00:04", "00:06", "00:08"]),
        (0.0, 36_000.0, ["24 Nov", "02:00", "04:00", "06:00", "08:00"]),
        (90_000.0, 260_000.0, ["06:00", "12:00", "18:00", "26 Nov", "06:00", "12:00", "18:00", "27 Nov"]),
        (0.0, 5 * 86_400.0, ["24 Nov", "25 Nov", "26 Nov", "27 Nov", "28 Nov"]),
    ],
)
def test_ticks_of_a_clock_are_round_in_seconds_minutes_hours_days(hours, start, end, expected):
    assert texts(TimeScale(hours, TimeForm.WALL), start, end) == expected


def test_days_beyond_the_calendar_are_counted(scratch):
    scene = Scene(timestamp=253_402_214_400).frame(86_400.0).frame(86_400.0)  # 31 Dec 9999
    last = TimeScale(scene.index(scratch), TimeForm.WALL)
    assert texts(last, 0.0, 3 * 86_400.0, most=3) == ["00:00", "+1 d", "+2 d", "+3 d"]


@given(
    form=st.sampled_from(ALL),
    start=st.floats(0.0, 30_000.0),
    span=st.floats(1e-4, 40_000.0),
    most=st.floats(1.0, 30.0),
)
def test_ticks_lie_in_the_window_rise_and_are_few(hours, form, start, span, most):
    ticks = TimeScale(hours, form).ticks(start, start + span, most)
    times = [tick.time for tick in ticks.major]
    slack = 1e-9 * 40_000
    assert times == sorted(times)
    assert all(start - slack <= time <= start + span + slack for time in times)
    assert len(times) <= most + 2
    assert len(ticks.minor) <= 6 * most + 12


@given(form=st.sampled_from(ALL), time=st.floats(0.0, 36_000.0))
def test_a_label_names_its_moment(hours, form, time):
    """Of a frame it is the beginning, else it is exact to the millisecond."""
    shown = TimeScale(hours, form)
    exact = 1000.0 if form is TimeForm.FRAME else 0.002
    assert shown.parse(shown.label(time)) == pytest.approx(time, abs=exact)


def test_a_number_is_a_frame_where_time_is_shown_as_frames(index):
    assert TimeScale(index, TimeForm.FRAME).parse("7") == index.elapsed[6]
    assert TimeScale(index, TimeForm.FRAME).parse("0.31") == 0.31
    with pytest.raises(MomentError, match="7 s is after the end"):
        TimeScale(index).parse("7")


def test_hours_are_elapsed_unless_a_clock_is_shown(hours):
    """At 1:00:00 of the day, an hour and a minute have passed."""
    assert TimeScale(hours).parse("1:00:00") == 3600.0
    assert TimeScale(hours, TimeForm.WALL).parse("1:00:00") == 3660.0
    assert TimeScale(hours, TimeForm.WALL).parse("23:59:30") == 30.0
    assert TimeScale(hours).parse("23:59:30") == 30.0
    assert TimeScale(hours, TimeForm.WALL).parse("9:59") == 36_000.0 - 0.0


def test_frames_that_are_missing_have_no_tick(scratch):
    full = street().index(scratch)
    keep = np.r_[0:4, 5:20]  # frame 5 is lost
    index = replace(full, frame_starts=full.frame_starts[keep])
    assert texts(TimeScale(index, TimeForm.FRAME), 0.0, 0.96) == ["#10", "#15", "#20"]
