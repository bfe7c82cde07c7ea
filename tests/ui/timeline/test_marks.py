"""Events that are too close share a mark, and the worst of them speaks for all."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.ui.timeline.mark_lane import LONGEST, merge

COLLISION, SPAWN = 0, 8


@pytest.mark.parametrize(
    ("xs", "ranks", "marks"),
    [
        ([10.0, 14.0, 100.0], [SPAWN] * 3, [(10.0, 0, 2), (100.0, 2, 1)]),
        ([10.0, 12.0, 15.0, 17.0], [SPAWN, SPAWN, COLLISION, SPAWN], [(15.0, 2, 4)]),
        ([10.0, 12.0, 15.0], [SPAWN, COLLISION, COLLISION], [(12.0, 1, 3)]),
        ([], [], []),
    ],
    ids=["near and far", "a collision among spawns", "the first of several collisions", "none"],
)
def test_where_a_mark_stands_and_for_whom(xs, ranks, marks):
    found = merge(np.array(xs), np.array(ranks, np.uint8), 11.0)
    assert list(zip(found.x, found.event, found.count, strict=True)) == marks


def test_a_dense_stretch_is_cut_into_several_marks():
    marks = merge(np.arange(0.0, 1000.0), np.full(1000, SPAWN, np.uint8), 11.0)
    assert 1000 / LONGEST - 1 <= len(marks) <= 1000 / LONGEST + 1
    assert marks.count.max() <= LONGEST + 1


@pytest.mark.parametrize("seed", range(30))
def test_marks_lie_beside_each_other_each_event_counts_and_the_worst_stands_where_it_is(seed):
    chance = np.random.default_rng(seed)
    x = np.sort(chance.uniform(0, chance.choice([50, 400, 4000]), chance.integers(1, 200)))
    rank = chance.permutation(len(x)) if seed % 2 else chance.integers(0, 4, len(x))
    marks = merge(x, rank, 24.0)
    assert (np.diff(marks.x) >= 24.0).all()
    assert marks.begin.tolist() == [0, *np.cumsum(marks.count)[:-1].tolist()]
    assert marks.count.sum() == len(x)
    for place, worst, begin, count in zip(marks.x, marks.event, marks.begin, marks.count, strict=True):
        assert place == x[worst]
        assert rank[worst] == rank[begin : begin + count].min()
    assert np.argmin(rank) in marks.event
    moved = merge(x + 1024.0, rank, 24.0)
    assert moved.event.tolist() == marks.event.tolist()
