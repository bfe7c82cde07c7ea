"""Moments as people name them, and where they are."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import Scene, street
from viewer.replay.time.typed_time import MomentError, TimeQuery, find_moment, parse_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("12.5", TimeQuery("elapsed", 12.5)),
        ("0", TimeQuery("elapsed", 0.0)),
        (" 8.47 s ", TimeQuery("elapsed", 8.47)),
        ("8.47s", TimeQuery("elapsed", 8.47)),
        ("1e1", TimeQuery("elapsed", 10.0)),
        ("-3", TimeQuery("relative", -3.0)),
        ("−3", TimeQuery("relative", -3.0)),
        ("+1.5", TimeQuery("relative", 1.5)),
        ("-0:10", TimeQuery("relative", -10.0)),
        ("12,5", TimeQuery("elapsed", 12.5)),
        ("1,234.500 s", TimeQuery("elapsed", 1234.5)),
        ("250 ms", TimeQuery("elapsed", 0.25)),
        ("1.5 h", TimeQuery("elapsed", 5400.0)),
        ("50 %", TimeQuery("share", 0.5)),
        ("0%", TimeQuery("share", 0.0)),
        ("1:02:03.5", TimeQuery("hours", 3723.5)),
        ("2:03", TimeQuery("minutes", 123.0)),
        ("90:00", TimeQuery("minutes", 5400.0)),
        ("14:03:22.118", TimeQuery("hours", 50602.118)),
        ("14:03:22.118 UTC", TimeQuery("clock", 50602.118)),
        ("14:03 utc", TimeQuery("clock", 50580.0)),
        ("#136", TimeQuery("frame", 136)),
        ("collision:2", TimeQuery("collision", 2)),
        ("collision", TimeQuery("collision", 1)),
        ("Collision 2", TimeQuery("collision", 2)),
        ("frame 136", TimeQuery("frame", 136)),
    ],
)
def test_moments(text, moment):
    assert parse_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "", "now", "#", "#-1", "#1.5", "#²", "collision:", "collision:x", "collision:-1", "nan", "inf",
        "1,2,3", "s", "%", "5 miles", "#" + "9" * 5000,
    ],
)  # fmt: skip
def test_what_is_no_moment(text):
    with pytest.raises(MomentError, match="is no time: give seconds, #FRAME, collision:N"):
        parse_moment(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1:60", "minutes and seconds go up to 59"),
        ("1:60:00", "minutes and seconds go up to 59"),
        ("101 %", "shares go from 0 % to 100 %"),
        ("-1 %", "shares go from 0 % to 100 %"),
    ],
)
def test_numbers_that_are_too_large_are_told(text, message):
    with pytest.raises(MomentError, match=message):
        parse_moment(text)


@given(st.text(max_size=12) | st.text("0123456789:.,+-−% smhUTC#e", max_size=14))
def test_any_text_is_a_moment_or_an_error_of_ours(text):
    with suppress(MomentError):
        assert math.isfinite(parse_moment(text).value)


@pytest.fixture
def index(scratch):
    return street().index(scratch)


def find(index, text):
    return find_moment(index, parse_moment(text))


def test_where_moments_are(index):
    assert find(index, "0.42") == 0.42
    assert find(index, "-0.25") == index.duration - 0.25
    assert find(index, "-1") == 0.0
    assert find(index, "#1") == 0.0
    assert find(index, "#20") == index.duration
    assert find(index, "#7") == index.elapsed[6]
    assert find(index, "50 %") == index.duration / 2
    assert find(index, "0:00.42") == find(index, "00:00:00.42") == 0.42
    assert find(index, "collision") == find(index, "collision:1") == index.elapsed[9]


def test_what_has_a_sign_counts_from_the_playhead_if_there_is_one(index):
    assert find_moment(index, parse_moment("+0.2"), now=0.3) == pytest.approx(0.5)
    assert find_moment(index, parse_moment("-0.2"), now=0.3) == pytest.approx(0.1)
    assert find_moment(index, parse_moment("-2"), now=0.3) == 0.0
    assert find_moment(index, parse_moment("+2"), now=0.3) == index.duration
    assert find(index, "+0.2") == pytest.approx(0.2)


def test_a_time_of_day_is_found_by_the_date(index):
    """The street begins at 14:08:48 UTC and lasts 0.95 s."""
    assert find(index, "14:08:48.5") == find(index, "14:08:48.5 UTC") == pytest.approx(0.5)
    assert find(index, "14:08:48") == find(index, "14:08") == 0.0
    assert find(index, "0:00.5") == pytest.approx(0.5)
    with pytest.raises(
        MomentError, match=r"14:09:00 is not in the recording: .* from 14:08:48\.000 to 14:08:48\.950 UTC"
    ):
        find(index, "14:09")


def test_midnight_may_lie_in_between(scratch):
    before_midnight = 1_637_711_998  # 23 Nov 2021 23:59:58 UTC
    scene = Scene(timestamp=before_midnight)
    for _ in range(10):
        scene.frame(1.0)
    index = scene.index(scratch)
    assert find(index, "23:59:59") == 1.0
    assert find(index, "00:00:03 UTC") == 5.0


def test_what_is_read_of_a_frame_names_it(scratch):
    """Three thirds of a millisecond are rounded up and down."""
    scene = Scene()
    for _ in range(50):
        scene.frame(1 / 3)
    index = scene.index(scratch)
    for elapsed in index.elapsed.tolist():
        assert find(index, f"{elapsed:.3f}") == pytest.approx(elapsed, abs=0.0005)
        assert index.frame_at(find(index, f"{elapsed:.3f}")) == index.frame_at(elapsed)


def test_a_playhead_is_found_where_it_was(index):
    """Just before the seventh frame, which is read as 0.300 s."""
    assert 0.3 < index.elapsed[6] < 0.3005
    assert find_moment(index, TimeQuery("exact", 0.3)) == 0.3
    assert find_moment(index, TimeQuery("elapsed", 0.3)) == index.elapsed[6]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.5", "1.5 s is after the end: the recording has 0.950 s"),
        ("#21", "there is no frame 21: frames count from 1 to 20"),
        ("#0", "there is no frame 0"),
        ("#99999999999999999", "there is no frame 99999999999999999"),
        ("collision:2", "there is no collision 2: the recording has 1"),
        ("collision:0", "there is no collision 0"),
        ("1:00", "00:01:00|01:00:00"),
    ],
)
def test_moments_that_are_not_there(index, text, message):
    with pytest.raises(MomentError, match=message):
        find(index, text)
