"""Equal findings are counted; of those alike, the first are told one by one."""

from __future__ import annotations

from viewer.recording.problems import Problem, ProblemList


def collect(*problems):
    found = ProblemList()
    found.extend(problems)
    return list(found)


def damage(what, frame=None, **more):
    return Problem(what, "left out", damage=True, frame=frame, **more)


def test_equal_ones_are_one_with_a_count():
    (problem,) = collect(*(damage("a wheel is missing", frame, offset=100 + frame) for frame in (3, 5, 9)))
    assert (problem.count, problem.frame, problem.last_frame, problem.offset) == (3, 3, 9, 103)


def test_one_alone_has_no_last():
    (problem,) = collect(damage("a wheel is missing", 3))
    assert (problem.count, problem.frame, problem.last_frame) == (1, 3, None)


def test_counts_add_up():
    (problem,) = collect(damage("x", 1, count=4, last_frame=7), damage("x", 8, count=2, last_frame=9))
    assert (problem.count, problem.frame, problem.last_frame) == (6, 1, 9)


def test_a_note_is_not_counted_as_damage():
    note = Problem("a wheel is missing", "left out", damage=False)
    assert [problem.count for problem in collect(damage("a wheel is missing"), note)] == [1, 1]


def test_of_those_that_differ_in_numbers_the_first_are_told():
    problems = collect(*(damage(f"wheel {k:,} is missing", k) for k in range(5000)))
    assert [problem.what for problem in problems[:3]] == [f"wheel {k} is missing" for k in range(3)]
    assert len(problems) < 30
    rest = problems[-1]
    assert "others like it" in rest.what
    assert rest.last_frame == 4999
    assert sum(problem.count for problem in problems) == 5000


def test_one_of_those_told_is_still_counted_by_itself():
    problems = collect(*(damage(f"wheel {k} is missing") for k in range(100)), damage("wheel 1 is missing"))
    assert problems[1].count == 2


def test_lost_frames_are_not_forgotten():
    (problem,) = collect(damage("x"), damage("x", lost_frames=True))
    assert problem.lost_frames
