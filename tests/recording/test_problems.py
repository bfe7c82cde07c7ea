"""Equal findings are counted; of those alike, the first are told one by one."""

from __future__ import annotations

import pytest

from viewer.recording.problems import Problem, ProblemList


def collect(*problems):
    found = ProblemList()
    found.extend(problems)
    return list(found)


def damage(what, frame=None, **more):
    return Problem(what, "left out", damage=True, frame=frame, **more)


@pytest.mark.parametrize(
    ("problems", "told"),
    [
        ([damage("x", 3, offset=103)], damage("x", 3, offset=103)),
        (
            [damage("x", frame, offset=100 + frame) for frame in (3, 5, 9)],
            damage("x", 3, offset=103, count=3, last_frame=9),
        ),
        (
            [damage("x", 1, count=4, last_frame=7), damage("x", 8, count=2, last_frame=9)],
            damage("x", 1, count=6, last_frame=9),
        ),
        ([damage("x"), damage("x", lost_frames=True)], damage("x", count=2, lost_frames=True)),
    ],
)
def test_equal_ones_are_one_with_a_count(problems, told):
    assert collect(*problems) == [told]


def test_a_note_is_not_counted_as_damage():
    problems = [damage("x"), Problem("x", "left out", damage=False)]
    assert collect(*problems) == problems


def test_of_those_that_differ_in_numbers_the_first_are_told():
    problems = collect(
        *(damage(f"wheel {k:,} is missing", k) for k in range(5000)), damage("wheel 1 is missing")
    )
    assert [problem.what for problem in problems[:3]] == [f"wheel {k} is missing" for k in range(3)]
    assert (len(problems) < 30, problems[1].count) == (True, 2)
    assert ("others like it" in problems[-1].what, problems[-1].last_frame) == (True, 4999)
    assert sum(problem.count for problem in problems) == 5001
