from __future__ import annotations

import doctest
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.ui import format as fmt

START = datetime(2019, 10, 23, 1, 4, 32, tzinfo=timezone.utc)


def test_the_examples_are_true():
    result = doctest.testmod(fmt)
    assert result.attempted >= 12
    assert result.failed == 0


@given(st.floats(allow_nan=True, allow_infinity=True), st.integers(0, 6))
def test_any_number_is_written_without_hyphen_nan_or_negative_zero(value, digits):
    text = fmt.number(value, digits)
    assert "-" not in text
    assert "n" not in text
    assert text.strip("−0.,") or not text.startswith("−")


def test_a_clock_goes_over_midnight_and_never_fails():
    assert fmt.wall_clock(START, 23 * 3600) == "00:04:32 UTC"
    assert fmt.wall_clock(START, 1e300) == "–"
    assert fmt.wall_clock(START, float("nan")) == "–"
    assert fmt.wall_clock(None, 1.0) == "–"


@pytest.mark.parametrize(
    ("type_id", "text"),
    [
        ("walker.pedestrian.0001", "walker 0001"),
        ("static.prop.box01", "prop box01"),
        ("vehicle.lincoln.mkz_2017", "lincoln mkz 2017"),
        ("", ""),
        ("vehicle.", "vehicle "),
    ],
)
def test_a_blueprint_loses_the_word_its_category_says(type_id, text):
    assert fmt.short_blueprint(type_id) == text
