from __future__ import annotations

import doctest
from datetime import datetime, timedelta, timezone

import numpy as np
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


@given(st.floats(-1e15, 1e15))
def test_a_number_reads_back(value):
    text = fmt.number(value, 3).replace("−", "-").replace(",", "")
    assert float(text) == pytest.approx(value, abs=0.000501, rel=1e-12)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"), (2 * 10**15, "2,000.0 TB")],
)
def test_an_amount_of_data_carries_over_at_its_limits(value, text):
    assert fmt.bytes_(value) == text


def test_numpys_numbers_are_numbers():
    assert fmt.number(np.float32(-1.5), 1) == "−1.5"
    assert fmt.seconds(np.float64(8.47)) == "8.470 s"
    assert fmt.count(np.int64(1234)) == "1,234"


def test_a_clock_goes_over_midnight_and_never_fails():
    assert fmt.wall_clock(START, 23 * 3600) == "00:04:32 UTC"
    assert fmt.wall_clock(START, 1e300) == "–"
    assert fmt.wall_clock(START, float("nan")) == "–"
    assert fmt.wall_clock(None, 1.0) == "–"


def test_a_date_is_in_utc_whatever_its_zone():
    berlin = timezone(timedelta(hours=2))
    assert fmt.date(START.astimezone(berlin)) == "23 Oct 2019 01:04 UTC"
    assert fmt.date(START.replace(tzinfo=None)) == "23 Oct 2019 01:04 UTC"
    assert fmt.date(None) == "–"


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
