"""When events of each kind happen, and going from one to the next."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, hit, street
from viewer.replay.events import (
    EventKind,
    counts_between,
    indexed_times,
    kinds_at,
    merged,
    next_place,
    next_time,
)

S, D, P, C = EventKind.SPAWN, EventKind.DESTROY, EventKind.PARENT, EventKind.COLLISION


@pytest.fixture
def times(tmp_path):
    """Spawns in frames 2 and 5, an attachment in 2, a contact in 9 and 10, a death in 15; 0.05 s each."""
    return indexed_times(street().index(tmp_path / "street.log"))


def test_each_kind_has_its_times(times):
    told = {kind: (each / 0.05).round(6).tolist() for kind, each in times.items()}
    assert told == {S: [2, 5], P: [2], D: [15], C: [9]}


def test_what_the_first_frame_lists_does_not_happen(tmp_path):
    scene = Scene().frame(add=[actor(1), actor(2)], parents=[(2, 1)], collisions=[hit(1, 2)])
    times = indexed_times(scene.index(tmp_path / "first.log"))
    assert {kind: len(each) for kind, each in times.items()} == {S: 0, P: 0, D: 0, C: 1}


@pytest.mark.parametrize("scene", [Scene(), Scene().frame()])
def test_without_events_there_are_no_times(tmp_path, scene):
    times = indexed_times(scene.index(tmp_path / "none.log"))
    assert not any(len(each) for each in times.values())
    assert next_time(merged(times, EventKind), 0.0, 1) is None


@pytest.mark.parametrize(
    ("kinds", "frames"), [(EventKind, [2, 5, 9, 15]), ({D, C}, [9, 15]), ({P}, [2]), ({EventKind.NOTE}, [])]
)
def test_one_after_the_other_and_back(times, kinds, frames):
    chosen = merged(times, kinds)
    for direction, expected, elapsed in ((1, frames, -1.0), (-1, frames[::-1], 99.0)):
        seen, here = [], elapsed
        while (time := next_time(chosen, here, direction)) is not None:
            here = time
            seen.append(round(time / 0.05))
        assert seen == expected


def test_from_between_two_events(times):
    chosen = merged(times, EventKind)
    assert next_time(chosen, 0.3, 1) == pytest.approx(0.45)
    assert next_time(chosen, 0.3, -1) == pytest.approx(0.25)


def test_what_happens_at_a_time_comes_with_what_matters_first(times):
    assert kinds_at(times, float(times[P][0])) == (S, P)
    assert kinds_at(times, 0.12) == ()


def test_counting_includes_both_ends(times):
    start, end = float(times[S][1]), float(times[D][0])
    assert counts_between(times, start, end) == {C: 1, D: 1, S: 1, P: 0}
    assert counts_between({C: np.array([1.0, 1.0, 2.0])}, 1.0, 1.0) == {C: 2}


TIMES = [0.0, 1.0, 1.0, 2.5, 4.0]


@pytest.mark.parametrize("here", [-1.0, 0.0, 0.5, 1.0, 1.7, 2.5, 3.0, 4.0, 9.0])
def test_the_next_moment_is_one_that_differs(here):
    later, earlier = ([each for each in TIMES if each > here], [each for each in TIMES if each < here])
    assert next_place(np.array(TIMES), here, 1) == (TIMES.index(later[0]) if later else None)
    assert next_place(np.array(TIMES), here, -1) == (TIMES.index(earlier[-1]) if earlier else None)
