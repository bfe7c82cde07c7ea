"""Sequences of things that are made when they are asked for."""

from __future__ import annotations

import pytest

from viewer.lazy_sequence import LazySequence


def test_it_is_read_as_a_list_is_and_makes_only_what_is_asked_for():
    made = []
    sequence = LazySequence(5, lambda number: made.append(number) or number**2)
    assert (len(sequence), sequence[3], sequence[-1], sequence[1:3]) == (5, 9, 16, [1, 4])
    assert made == [3, 4, 1, 2]
    assert list(reversed(sequence)) == [16, 9, 4, 1, 0]


@pytest.mark.parametrize("number", [3, -4])
def test_beyond_its_ends_there_is_nothing(number):
    with pytest.raises(IndexError):
        LazySequence(3, str)[number]
