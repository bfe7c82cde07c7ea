"""What a saved run says, and what is told of another one."""

from __future__ import annotations

import pytest

from tests.benchmarks.report import Row
from tests.benchmarks.stored import Run, worse

STEADY = (1.0, 1.01, 0.99, 1.0, 1.0)


def row(figures=STEADY, reference=(), **more):
    name = "reading plainly" if reference else ""
    return Row("Opening", figures, name, reference, **more)


def times(factor, figures=STEADY):
    return tuple(factor * each for each in figures)


def test_a_saved_run_is_read_as_it_was(tmp_path):
    rows = (row(), row(reference=STEADY, detail="9 µs"), row(times(0.98), unit="exponent"), Row("Nothing"))
    run = Run(0.1, "2 cores — π", rows)
    run.save(tmp_path / "run.json")
    assert Run.load(tmp_path / "run.json") == run


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (row(), row()),
        (row(), row(times(0.5))),  # better
        (row(), row(times(1.04))),  # less than figures move anyhow
        (row((0.5, 1.0, 1.5, 0.7, 1.3)), row(times(1.5))),  # less than the noise there was
        (row(), row((1.0, 2.0, 1.2, 0.9, 1.9))),  # less than the noise there is
        (row(reference=STEADY), row(times(3.0), reference=times(3.0))),  # a slower machine
        (row((1.0,)), row((1.2,))),  # one round: nobody knows the noise
        (row(times(0.01), unit="exponent"), row(times(0.04), unit="exponent")),  # four times nothing
        (row(), Row("Another", times(9.0))),
        (Row("Opening", reference="reading plainly", detail="not installed"), row(reference=STEADY)),
    ],
)
def test_noise_is_not_told(before, now):
    assert list(worse([before], [now])) == []


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (row(), row(times(1.1)), ("1 → 1.1,",)),
        (row(reference=STEADY), row(reference=times(0.5)), ("1 → 2 of reading plainly",)),
        (row((1.0,)), row((1.3,)), ("1 → 1.3",)),
        (row(reference=STEADY), row(times(2.0), reference=(0.0,)), ("1 → 2,",)),  # no ratio to nothing
        (row(times(0.01), unit="exponent"), row(times(0.2), unit="exponent"), ("0.01 → 0.2",)),
    ],
)
def test_what_became_worse_is_told_by_the_ratio_where_there_is_one(before, now, words):
    (told,) = worse([before], [now])
    assert told.startswith("Opening: ")
    assert all(word in told for word in words)
