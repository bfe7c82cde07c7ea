from __future__ import annotations

import numpy as np
import pytest

from viewer.ui.map.layers.sprites import distinct


@pytest.mark.parametrize("values", [[], [7], [3, 3, 3], [5, 0, 5, 2, 0, 5]], ids=str)
def test_distinct_numbers_are_those_of_numpy(values):
    array = np.array(values, np.int64)
    first, which = distinct(array)
    _, first_expected, which_expected = np.unique(array, return_index=True, return_inverse=True)
    assert first.tolist() == first_expected.tolist()
    assert which.tolist() == which_expected.tolist()
