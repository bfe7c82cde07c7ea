from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.map.geometry.label_placement import WantedLabel, place_labels

SCREEN = (1000.0, 800.0)
NOTHING = np.empty((0, 4))

actors = st.lists(
    st.tuples(st.floats(0, 1000), st.floats(0, 800), st.floats(2, 40), st.floats(2, 40)), max_size=20
)


def want(actors, *, needed=False):
    return [WantedLabel(row, x, y, hw, hh, 90, 20, needed) for row, (x, y, hw, hh) in enumerate(actors)]


def boxes(wanted, placed):
    sizes = {label.row: (label.width, label.height) for label in wanted}
    return np.array(
        [(x, y, x + sizes[row][0], y + sizes[row][1]) for row, (_, x, y) in placed.items()]
    ).reshape(-1, 4)


def bodies(actors):
    return np.array([(x - hw, y - hh, x + hw, y + hh) for x, y, hw, hh in actors]).reshape(-1, 4)


def overlap(a, b):
    return bool(a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1])


@given(actors)
def test_labels_cover_neither_actors_nor_each_other_and_stay_on_the_screen(actors):
    wanted = want(actors)
    labels = boxes(wanted, place_labels(wanted, bodies(actors), SCREEN, {}))
    for number, label in enumerate(labels):
        assert not any(overlap(label, body) for body in bodies(actors))
        assert not any(overlap(label, other) for other in labels[:number])
    assert (labels[:, :2] >= 0).all()
    assert (labels[:, 2:] <= SCREEN).all()


@given(actors)
def test_what_has_been_placed_stays_where_it_is(actors):
    wanted = want(actors)
    first = place_labels(wanted, bodies(actors), SCREEN, {})
    sides = {row: side for row, (side, _, _) in first.items()}
    assert place_labels(wanted, bodies(actors), SCREEN, sides).items() >= first.items()


def test_a_lonely_label_is_above_to_the_right():
    (placed,) = place_labels(want([(500, 400, 20, 10)]), NOTHING, SCREEN, {}).values()
    _, left, top = placed
    assert left > 520
    assert top + 20 < 390


def test_a_label_changes_sides_only_when_it_must():
    wanted = want([(500, 400, 20, 10)])
    (side, left, top) = place_labels(wanted, NOTHING, SCREEN, {})[0]
    beside = np.array([[left + 100, top, left + 120, top + 20]])
    assert place_labels(wanted, beside, SCREEN, {0: side})[0][0] == side
    under = np.array([[left + 10, top, left + 20, top + 20]])
    assert place_labels(wanted, under, SCREEN, {0: side})[0][0] != side


def test_a_label_far_from_its_actor_is_left_out_unless_it_is_needed():
    around = np.array([[436.0, 340.0, 560.0, 460.0]])
    assert place_labels(want([(500, 400, 9, 9)]), around, SCREEN, {}) == {}
    ((side, left, top),) = place_labels(want([(500, 400, 9, 9)], needed=True), around, SCREEN, {}).values()
    assert not overlap((left, top, left + 90, top + 20), around[0])
    assert place_labels(want([(500, 400, 9, 9)]), NOTHING, SCREEN, {0: side})[0][0] != side


def test_without_room_only_what_is_needed_is_shown():
    everywhere = np.array([[0.0, 0.0, 1000.0, 810.0]])
    assert place_labels(want([(500, 400, 9, 9)]), everywhere, SCREEN, {}) == {}
    assert len(place_labels(want([(500, 400, 9, 9)], needed=True), everywhere, SCREEN, {})) == 1


ABOVE_RIGHT, ABOVE_LEFT, BELOW_RIGHT = range(3)


def test_a_label_leaves_the_side_where_it_seems_to_be_another_ones():
    """A long car has come in from the right: a label below right of the upright one is under the long one."""
    upright, long = (500.0, 400.0, 16.0, 30.0), (560.0, 416.0, 40.0, 18.0)
    (label,) = want([upright])
    alone = place_labels([label], bodies([upright]), SCREEN, {0: BELOW_RIGHT})
    assert alone[0][0] == BELOW_RIGHT
    ((side, _, _),) = place_labels([label], bodies([upright, long]), SCREEN, {0: BELOW_RIGHT}).values()
    assert side == ABOVE_RIGHT


def test_a_label_goes_where_it_is_nearest_to_its_actor():
    """The side it would like best is free, but nearer to the car ahead."""
    actor, ahead = (500.0, 400.0, 16.0, 30.0), (640.0, 330.0, 12.0, 8.0)
    (label,) = want([actor])
    ((side, _, _),) = place_labels([label], bodies([actor, ahead]), SCREEN, {}).values()
    assert side == ABOVE_LEFT


def test_a_label_stays_close_to_an_actor_with_outlines():
    actor = (500.0, 400.0, 16.0, 30.0)
    outlined = bodies([actor, (500.0, 400.0, 22.0, 36.0), (500.0, 400.0, 27.0, 41.0)])
    ((side, left, top),) = place_labels(want([actor]), outlined, SCREEN, {}).values()
    assert side == ABOVE_RIGHT
    assert (left, top + 20) == (537.0, 351.0)
