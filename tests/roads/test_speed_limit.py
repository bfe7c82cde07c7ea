"""Limits of speed in every unit that OpenDRIVE has."""

from __future__ import annotations

import pytest

from viewer.roads.lane_reader import speed_limit


@pytest.mark.parametrize(
    ("told", "limit"),
    [
        ({"max": "10"}, 10.0),  # without a unit it is m/s
        ({"max": "10", "unit": ""}, 10.0),
        ({"max": "10", "unit": "m/s"}, 10.0),
        ({"max": "36", "unit": "km/h"}, 10.0),
        ({"max": "10", "unit": "mph"}, 4.4704),
        ({"max": "36", "unit": " KM/H "}, 10.0),
        ({"max": "0.5"}, 0.5),
    ],
)
def test_a_limit_in_metres_a_second(told, limit):
    assert speed_limit(told) == pytest.approx(limit)


@pytest.mark.parametrize("limit", ["0", "-5", "inf", "nan", "", "no limit"])
def test_what_is_no_limit(limit):
    assert speed_limit({"max": limit, "unit": "km/h"}) is None
    assert speed_limit({"max": "30", "unit": "knots"}) is None
    assert speed_limit({}) is None
