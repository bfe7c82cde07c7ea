from __future__ import annotations

import tracemalloc
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from viewer.replay.paths.driven_paths import first_passes

places = arrays(np.int64, st.tuples(st.integers(1, 40), st.just(2)), elements=st.integers(-6, 6))


def cells(paths, low):
    """Return what straight lines pass, in steps of one."""
    passed = set()
    for path in paths:
        for (x0, y0), (x1, y1) in pairwise((path - low).tolist()):
            steps = max(abs(x1 - x0), abs(y1 - y0), 1)
            shares = [step / steps for step in range(steps + 1)]
            passed |= {(round(x0 + (x1 - x0) * share), round(y0 + (y1 - y0) * share)) for share in shares}
    return passed


@given(st.lists(places, min_size=1, max_size=5))
def test_all_that_is_passed_is_left_and_no_piece_for_nothing(paths):
    low = np.concatenate(paths).min(axis=0)
    left = list(first_passes(paths, 1.0))
    passed = cells(left, low)
    assert passed == cells(paths, low)
    assert sum(len(path) - 1 for path in left) <= len(passed)
    assert all(len(path) > 1 for path in left)


def test_a_path_that_crosses_itself_stays_whole_and_one_beside_it_too():
    loop = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0), (2.0, -4.0)])
    paths = [loop, loop + 0.3]
    assert [path.tolist() for path in first_passes(paths, 0.25)] == [path.tolist() for path in paths]
    (once,) = first_passes(paths, 1.0)
    assert once.tolist() == loop.tolist()


def test_one_absurd_place_costs_no_memory():
    (path,) = first_passes([np.array([(0.0, 0.0), (1e9, 5.0)])], 0.25)
    assert path.tolist() == [[0.0, 0.0], [1e9, 5.0]]


def test_who_leaps_in_each_frame_takes_no_more_memory_than_there_are_cells():
    leaps = np.tile([[0.0, 0.0], [3000.0, 3000.0]], (20_000, 1))
    tracemalloc.start()
    try:
        assert len(list(first_passes([leaps], 0.25))) == 1
        assert tracemalloc.get_traced_memory()[1] < 400e6
    finally:
        tracemalloc.stop()
