"""Who lives when: many who come and go at once are registered as one by one, or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.recording.actors import NEVER
from viewer.recording.build.life_register import LifeRegister, Named, Standing

IDS = (0, 1, 2, 63, 64, 65, 500)
GREAT = (1 << 20, 2**32 - 1)

NOBODY = Named(np.empty(0, np.int64), np.empty(0, np.int64))

ids = st.sampled_from(IDS)
frames = st.lists(
    st.tuples(st.lists(ids, max_size=2), st.lists(ids, max_size=2), st.lists(ids, min_size=1, max_size=2)),
    min_size=1,
    max_size=6,
)
"""For each frame: who goes, who comes, who stands there."""


def named(pairs):
    found, numbers = np.array(pairs, np.int64).reshape(-1, 2).T
    return Named(found, numbers)


def standing(frame, *there):
    return Standing(np.array([frame]), np.array([there], np.int64))


def state(register):
    return register.spawned.values.tolist(), register.destroyed.values.tolist()


def turn_over(register, first, content):
    """Register frames at once; return the rows of those who are gone."""
    gone = [(first + k, each) for k, (those, _, _) in enumerate(content) for each in those]
    new = [(first + k, each) for k, (_, those, _) in enumerate(content) for each in those]
    there = [standing(first + k, *those) for k, (_, _, those) in enumerate(content)]
    return register.turn_over(named(gone), named(new), there)


def is_odd(register, content):
    """Tell by hand whether somebody comes who is there, goes who is not, or stands without being there."""
    alive = {each for each in IDS if register.row_of(each) >= 0}
    for gone, new, there in content:
        for each in gone:
            if each not in alive:
                return True
            alive.remove(each)
        for each in new:
            if each in alive:
                return True
            alive.add(each)
        if not alive.issuperset(there):
            return True
    return False


def begun(*living, dead=()):
    register = LifeRegister()
    for each in (*living, *dead):
        register.begin(0, each)
    for each in dead:
        register.end(1, each)
    return register


@given(living=st.sets(ids), dead=st.sets(ids), content=frames)
def test_many_at_once_are_registered_as_one_by_one(living, dead, content):
    dead -= living
    at_once, one_by_one = begun(*living, dead=dead), begun(*living, dead=dead)
    before = state(at_once)
    rows = turn_over(at_once, 5, content)
    if rows is None:
        assert state(at_once) == before
        twice = [each for _, new, _ in content for each in new]
        gone = [each for those, _, _ in content for each in those]
        # Two lives of an id, or one that ends where another begins, are looked at one by one.
        several = len(set(twice)) < len(twice) or len(set(gone)) < len(gone) or not living.isdisjoint(twice)
        assert several or is_odd(one_by_one, content)
    else:
        assert not is_odd(one_by_one, content)
        expected = []
        for k, (those, new, _) in enumerate(content):
            expected += [one_by_one.end(5 + k, each) for each in those]
            for each in new:
                one_by_one.begin(5 + k, each)
        assert rows.tolist() == expected
    if rows is None:
        one_by_one = begun(*living, dead=dead)
    assert state(at_once) == state(one_by_one)
    for each in (*IDS, *GREAT):
        assert at_once.row_of(each) == one_by_one.row_of(each)
        assert at_once.latest(each) == one_by_one.latest(each)
    everybody = np.array([*IDS, *GREAT], np.uint32)
    assert at_once.missing(everybody) == one_by_one.missing(everybody)


@given(
    living=st.sets(st.sampled_from(IDS + GREAT)),
    dead=st.sets(st.sampled_from(IDS + GREAT)),
    asked=st.lists(st.tuples(st.integers(0, 3), st.sampled_from(IDS + GREAT)), max_size=20),
    or_ends=st.booleans(),
)
def test_rows_are_found_for_many_as_for_each(living, dead, asked, or_ends):
    dead -= living
    register = begun(*living, dead=dead)
    there = dict.fromkeys(living, NEVER) | dict.fromkeys(dead, 1 + or_ends)
    rows = {each: row for row, each in enumerate((*living, *dead))}
    expected = [rows[each] if frame < there.get(each, 0) else -1 for frame, each in asked]
    assert register.rows_at(named(asked), or_ends=or_ends).tolist() == expected
    alone = [register.rows_at(named([each]), or_ends=or_ends).item() for each in asked]
    assert alone == expected


@pytest.mark.parametrize("actor_id", [7, 1 << 20, 2**32 - 1])
def test_the_life_of_an_id_begins_and_ends(actor_id):
    register = LifeRegister()
    assert register.row_of(actor_id) == register.latest(actor_id) == register.end(1, actor_id) == -1
    assert register.begin(2, actor_id) == 0
    assert register.begin(4, actor_id) == 1  # who was still there ends
    assert state(register) == ([2, 4], [4, NEVER])
    assert register.end(6, actor_id) == register.latest(actor_id) == 1
    assert register.row_of(actor_id) == -1
    assert (register.row_in(6, actor_id), register.row_in(7, actor_id)) == (1, -1)
    assert register.missing(np.array([actor_id, actor_id], np.uint32)) == [actor_id]


def test_great_ids_must_be_looked_at_one_by_one():
    register = begun(1)
    assert register.turn_over(NOBODY, named([(5, GREAT[0])]), []) is None
    assert register.turn_over(named([(5, 1)]), NOBODY, [standing(5, GREAT[0])]) is None
    register.begin(2, GREAT[0])
    assert register.row_of(1) == 0
