"""Events that are too close share a mark, and the worst of them speaks for all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.timeline.mark_lane import LONGEST, merge

COLLISION, SPAWN = 0, 8
NEAR = 11.0

places = st.lists(st.floats(0.0, 3000.0), max_size=300).map(sorted)


def marks_of(xs, ranks=None):
    xs = np.array(xs, float)
    return merge(xs, np.full(len(xs), SPAWN, np.uint8) if ranks is None else np.array(ranks, np.uint8), NEAR)


@given(places)
def test_every_event_is_in_one_mark(xs):
    marks = marks_of(xs)
    assert marks.count.sum() == len(xs)
    assert marks.begin.tolist() == [0, *np.cumsum(marks.count)[:-1].tolist()][: len(marks)]


@given(places)
def test_marks_are_apart(xs):
    assert (np.diff(marks_of(xs).x) >= NEAR).all()


def test_near_events_merge_and_others_do_not():
    marks = marks_of([10.0, 14.0, 100.0])
    assert marks.x.tolist() == [10.0, 100.0]
    assert marks.count.tolist() == [2, 1]


def test_a_dense_stretch_is_cut_into_several_marks():
    marks = marks_of(np.arange(0.0, 1000.0))
    assert 1000 / LONGEST - 1 <= len(marks) <= 1000 / LONGEST + 1
    assert marks.count.max() <= LONGEST + 1


def test_a_collision_stands_out_of_the_spawns_around_it():
    marks = marks_of([10.0, 12.0, 15.0, 17.0], [SPAWN, SPAWN, COLLISION, SPAWN])
    assert (marks.x.tolist(), marks.event.tolist(), marks.count.tolist()) == ([15.0], [2], [4])


def test_of_several_collisions_the_first_is_meant():
    assert marks_of([10.0, 12.0, 15.0], [SPAWN, COLLISION, COLLISION]).event.tolist() == [1]


@given(st.lists(st.floats(0.0, 2000.0), min_size=1, max_size=200).map(sorted), st.data())
def test_no_collision_is_lost(xs, data):
    ranks = data.draw(st.lists(st.sampled_from([SPAWN, COLLISION]), min_size=len(xs), max_size=len(xs)))
    marks = marks_of(xs, ranks)
    for begin, count, event in zip(marks.begin, marks.count, marks.event, strict=True):
        assert ranks[event] == min(ranks[begin : begin + count])


def test_no_events_no_marks():
    assert len(marks_of([])) == 0


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
