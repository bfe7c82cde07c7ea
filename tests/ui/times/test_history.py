"""Which moments one can go back to."""

from __future__ import annotations

import pytest

from viewer.ui.times.visits import MomentHistory

SCRUB = [(step * 0.3, (step + 1) * 0.3, step * 0.05, False) for step in range(100)]


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ([], []),
        ([(0, 10, 0, False), (12, 30, 5, False)], [0, 12]),  # played on to 12 meanwhile
        ([(5, 5.9, 0, False)], []),  # a step aside is no jump
        ([(5, 5.9, 0, False), (5.9, 6, 0.1, True)], [5.9]),  # unless it is named
        ([(5, 5, 0, True)], []),
        (SCRUB, [0]),
        ([(step * 0.3, (step + 1) * 0.3, step * 2.0, False) for step in range(10)], []),
        ([(0, 20, 0, False), (20, 8, 0.1, True), (8, 9.5, 0.2, False)], [0, 20, 8]),
        ([(each, each + 1, 0, True) for each in range(1000)], [*range(800, 1000)]),
    ],
)
def test_what_was_left_by_a_jump(moves, left):
    visited = MomentHistory()
    for before, after, now, named in moves:
        visited.move(before, after, now, named=named)
    assert visited.back == left
    assert not visited.forward


def test_jumps_are_undone_and_done_again_until_one_leaves_elsewhere():
    visited = MomentHistory()
    visited.move(0.0, 10.0, now=0.0)
    visited.move(12.0, 30.0, now=5.0)
    assert [visited.go_back(31.0), visited.go_back(12.5)] == [12.0, 0.0]
    assert [visited.go_forward(0.0), visited.go_forward(12.5)] == [12.5, 31.0]
    assert (visited.back, visited.forward) == ([0.0, 12.5], [])
    visited.go_back(31.0)
    visited.move(12.0, 20.0, now=9.0)
    assert (visited.back, visited.forward) == ([0.0, 12.0], [])
