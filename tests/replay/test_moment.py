"""Moments as people name them, and where they are."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import Scene, street
from viewer.replay.moment import Moment, MomentError, find_moment, parse_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("12.5", Moment("elapsed", 12.5)),
        ("0", Moment("elapsed", 0.0)),
        (" 8.47 s ", Moment("elapsed", 8.47)),
        ("8.47s", Moment("elapsed", 8.47)),
        ("1e1", Moment("elapsed", 10.0)),
        ("-3", Moment("elapsed", -3.0)),
        ("#136", Moment("frame", 136)),
        ("collision:2", Moment("collision", 2)),
        ("collision", Moment("collision", 1)),
    ],
)
def test_moments(text, moment):
    assert parse_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "#",
        "#-1",
        "#1.5",
        "#²",
        "collision:",
        "collision:x",
        "collision:-1",
        "nan",
        "inf",
        "12,5",
        "#" + "9" * 5000,
    ],
)
def test_what_is_no_moment(text):
    with pytest.raises(MomentError, match="is no time: give seconds, #FRAME or collision:N"):
        parse_moment(text)


@given(st.text(max_size=12))
def test_any_text_is_a_moment_or_an_error_of_ours(text):
    with suppress(MomentError):
        assert parse_moment(text).kind in {"elapsed", "frame", "collision"}


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
    assert find(index, "collision") == find(index, "collision:1") == index.elapsed[9]


def test_the_length_as_it_is_shown_is_a_moment(scratch):
    """0.05 s twenty times is a little more or less than the three digits people see."""
    for delta in (0.05, 0.1, 0.033):
        scene = Scene()
        for _ in range(30):
            scene.frame(delta)
        index = scene.index(scratch)
        assert find(index, f"{index.duration:.3f}") == pytest.approx(index.duration, abs=0.0005)
        assert find(index, f"{index.duration:.3f}") <= index.duration


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.5", "1.5 s is after the end: the recording has 0.950 s"),
        ("#21", "there is no frame 21: frames count from 1 to 20"),
        ("#0", "there is no frame 0"),
        ("#99999999999999999", "there is no frame 99999999999999999"),
        ("collision:2", "there is no collision 2: the recording has 1"),
        ("collision:0", "there is no collision 0"),
    ],
)
def test_moments_that_are_not_there(index, text, message):
    with pytest.raises(MomentError, match=message):
        find(index, text)


def test_an_empty_recording_has_its_start_only(scratch):
    index = Scene().index(scratch)
    assert find(index, "0") == 0.0
    for text in ("#1", "collision", "1"):
        with pytest.raises(MomentError):
            find(index, text)
