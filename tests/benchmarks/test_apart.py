"""What something costs in a process of its own."""

from __future__ import annotations

import os

import pytest

from tests.benchmarks.apart import MEMORY_IS_KNOWN, apart

SIZE = 300 << 20


def filling(size):
    return lambda: bytearray(os.urandom(1)) * int(size)


@pytest.mark.skipif(not MEMORY_IS_KNOWN, reason="only known on Linux")
def test_the_memory_is_that_of_the_task_alone():
    kept = bytearray(SIZE)  # what this process has does not count
    little, much = (apart(__name__, "filling", size).peak for size in (1, SIZE))
    assert SIZE * 0.9 < much - little < SIZE * 1.1
    assert little < SIZE
    del kept


def test_nothing_is_measured_of_what_cannot_be_done():
    with pytest.raises(Exception, match="returned non-zero"):
        apart(__name__, "filling", "nothing")
