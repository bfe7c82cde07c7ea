"""The exponent by which a time grows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.scaling import exponents

AMOUNTS = [10.0, 20.0, 40.0, 80.0]


@pytest.mark.parametrize("power", [0.0, 0.5, 1.0, 2.0])
def test_the_exponent_of_a_power_is_that_power_in_each_round(power):
    rounds = np.array([1.0, 3.0, 0.2])  # the machine is not always as fast
    samples = [rounds * amount**power for amount in AMOUNTS]
    assert exponents(AMOUNTS, samples) == pytest.approx([power] * 3, abs=1e-12)


def test_the_line_is_that_of_least_squares():
    times = np.array([1.0, 2.5, 3.0, 9.0])
    x, y = np.log(AMOUNTS), np.log(times)
    slope = np.sum((x - x.mean()) * (y - y.mean())) / np.sum((x - x.mean()) ** 2)
    assert exponents(AMOUNTS, times[:, None]) == pytest.approx([slope])
