"""Which moments one can go back to."""

from __future__ import annotations

import pytest

from viewer.replay.time.history import MomentHistory


@pytest.fixture
def visited():
    return MomentHistory()


def test_at_first_there_is_nowhere_to_go(visited):
    assert not visited.can_go_back
    assert not visited.can_go_forward


def test_jumps_are_undone_and_done_again_in_order(visited):
    visited.move(0.0, 10.0, now=0.0)
    visited.move(12.0, 30.0, now=5.0)  # played on to 12 meanwhile
    assert visited.go_back(31.0) == 12.0
    assert visited.go_back(12.5) == 0.0
    assert not visited.can_go_back
    assert visited.go_forward(0.0) == 12.5
    assert visited.go_forward(12.5) == 31.0
    assert not visited.can_go_forward
    assert visited.can_go_back


def test_a_step_aside_is_no_jump_unless_it_is_named(visited):
    visited.move(5.0, 5.9, now=0.0)
    assert not visited.can_go_back
    visited.move(5.9, 6.0, now=0.1, named=True)
    assert visited.go_back(6.0) == 5.9


def test_going_by_name_where_one_is_already_is_no_jump(visited):
    visited.move(5.0, 5.0, now=0.0, named=True)
    assert not visited.can_go_back


def test_scrubbing_is_one_jump_from_where_it_began(visited):
    for step in range(100):
        visited.move(step * 0.3, (step + 1) * 0.3, now=step * 0.05)
    assert visited.go_back(30.0) == 0.0
    assert not visited.can_go_back


def test_small_steps_after_a_rest_are_none(visited):
    for step in range(10):
        visited.move(step * 0.3, (step + 1) * 0.3, now=step * 2.0)
    assert not visited.can_go_back


def test_a_jump_by_name_ends_a_scrub(visited):
    visited.move(0.0, 20.0, now=0.0)
    visited.move(20.0, 8.0, now=0.1, named=True)
    visited.move(8.0, 9.5, now=0.2)
    assert [visited.go_back(9.5), visited.go_back(8.0), visited.go_back(20.0)] == [8.0, 20.0, 0.0]


def test_who_went_back_and_leaves_elsewhere_has_no_way_forward(visited):
    visited.move(0.0, 10.0, now=0.0)
    visited.go_back(10.0)
    visited.move(0.0, 20.0, now=5.0)
    assert not visited.can_go_forward
    assert visited.go_back(20.0) == 0.0


def test_another_recording_has_other_moments(visited):
    visited.move(0.0, 10.0, now=0.0)
    visited.clear()
    visited.move(0.0, 20.0, now=0.1)
    assert visited.go_back(20.0) == 0.0
    assert not visited.can_go_back


def test_only_so_many_are_kept(visited):
    for number in range(1000):
        visited.move(float(number), number + 1.0, now=0.0, named=True)
    count = 0
    while visited.can_go_back:
        visited.go_back(0.0)
        count += 1
    assert count == 200
