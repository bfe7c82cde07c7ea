from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.roads.curves import Cubics

COEFFICIENTS = st.lists(st.floats(-3, 3), min_size=4, max_size=4)


def cubics(*pieces):
    owners, starts, coefficients = zip(*((o, s, c) for o, s, *c in pieces), strict=True)
    return Cubics(np.array(owners), np.array(starts, float), np.array(coefficients, float))


def value(table, owner, s):
    s = np.atleast_1d(np.asarray(s, float))
    owners = np.full(len(s), owner)
    return table.value(table.find(owners, s), s)


def test_each_place_has_the_value_of_the_piece_that_holds_there():
    table = cubics((7, 10, 5, 0, 0, 0), (3, 0, 1, 2, 3, 4), (7, 0, 1, 0.5, 0, 0))
    assert value(table, 3, [0, 2]).tolist() == [1, 1 + 4 + 12 + 32]
    assert value(table, 7, [0, 4, 9.9999, 10, 50]) == pytest.approx([1, 3, 6, 5, 5], abs=1e-4)


def test_the_first_piece_also_holds_before_its_start():
    assert value(cubics((0, 5, 2, 1, 0, 0)), 0, [0, 5, 6]).tolist() == [2, 2, 3]


def test_without_a_piece_everything_is_zero():
    table = cubics((1, 0, 5, 1, 1, 1))
    for owner in (0, 2):
        assert table.find(np.array([owner]), np.array([3.0])).tolist() == [-1]
        assert value(table, owner, 3.0).tolist() == [0]
    empty = Cubics(np.empty(0, np.int64), np.empty(0), np.empty((0, 4)))
    assert value(empty, 0, 3.0).tolist() == [0]
    assert len(empty.merged()) == 0
    assert len(empty.jumps(0.1)) == 0


def test_slope_and_bend_are_the_derivatives():
    table, s = cubics((0, 1, 1, 2, 3, 4)), np.array([1.0, 3.0])
    rows = np.zeros(2, np.int64)
    assert table.slope(rows, s).tolist() == [2, 2 + 12 + 48]
    assert table.bend(rows, s).tolist() == [6, 6 + 48]


@given(COEFFICIENTS, st.lists(st.floats(0.1, 50), min_size=1, max_size=5))
def test_merging_leaves_out_what_goes_on_as_before(coefficients, places):
    a, b, c, d = coefficients
    starts = np.unique(np.concatenate([[0.0], np.round(places, 3)]))
    pieces = [
        (0, s, a + s * (b + s * (c + s * d)), b + s * (2 * c + 3 * s * d), c + 3 * s * d, d) for s in starts
    ]
    merged = cubics(*pieces, (0, 60.0, 9, 0, 0, 0), (1, 0, a, b, c, d)).merged()
    assert merged.starts.tolist() == [0, 60, 0]
    assert merged.owners.tolist() == [0, 0, 1]


def test_jumps_are_where_the_value_changes_at_once():
    table = cubics((0, 0, 3, 0.1, 0, 0), (0, 10, 4, 0, 0, 0), (0, 20, 1, 0, 0, 0), (1, 5, 9, 0, 0, 0))
    assert table.jumps(0.05).tolist() == [2]
