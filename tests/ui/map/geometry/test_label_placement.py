"""Where labels go, judged by shapely: on nobody, across nothing, near their actors."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import affinity

from viewer.ui.map.geometry.label_placement import WantedLabel, place_labels

SCREEN = (1000.0, 800.0)
NOTHING = np.empty((0, 4))
WIDTH, HEIGHT = 90, 24

places = st.tuples(st.integers(0, 500), st.integers(0, 400))  # every other pixel, each but once
shapes = st.tuples(st.floats(4, 40), st.floats(2, 20), st.floats(-math.pi, math.pi))
actors = st.dictionaries(places, shapes, max_size=16).map(
    lambda found: [(2 * x, 2 * y, *shape) for (x, y), shape in found.items()]
)


def want(actors):
    return [
        WantedLabel(row, x, y, heading, length, width, WIDTH, HEIGHT)
        for row, (x, y, length, width, heading) in enumerate(actors)
    ]


def outline(x, y, length, width, heading):
    """The rounded outline of an actor."""
    radius = 0.6 * min(length, width)
    box = shapely.box(-length + radius, -width + radius, length - radius, width - radius).buffer(radius, 32)
    return affinity.translate(affinity.rotate(box, heading, (0, 0), use_radians=True), x, y)


def bodies(actors):
    return np.array([outline(*actor).bounds for actor in actors]).reshape(-1, 4)


def pill(placed):
    return shapely.box(placed.left, placed.top, placed.left + WIDTH, placed.top + HEIGHT)


def leader(placed):
    return shapely.LineString([placed.begin, placed.end])


def inner(shape):
    return shape.buffer(-0.01)


@given(actors)
@settings(max_examples=40)
def test_labels_cover_nobody_and_no_leader_crosses_another_label_or_leader(actors):
    found = place_labels(want(actors), bodies(actors), SCREEN, {})
    placed = list(found.values())
    screen = shapely.box(0, 0, *SCREEN)
    for number, (row, label) in enumerate(found.items()):
        others = actors[:row] + actors[row + 1 :]
        assert not pill(label).intersects(outline(*actors[row]))
        assert screen.contains(pill(label))
        assert not any(inner(pill(label)).intersects(shapely.box(*body)) for body in bodies(others))
        for other in placed[:number]:
            assert not inner(pill(label)).intersects(pill(other))
            assert not leader(label).intersects(inner(pill(other)))
            assert not leader(other).intersects(inner(pill(label)))
            assert not leader(label).crosses(leader(other))


@given(actors)
@example([(50, 64, 40.0, 2.0, 0.19)])
@settings(max_examples=40)
def test_leaders_begin_on_the_outline_and_end_at_the_nearest_edge_or_corner_of_the_label(actors):
    """Where two edges are all but parallel, in their middle: not at the corner that is a little nearer."""
    for row, placed in place_labels(want(actors), bodies(actors), SCREEN, {}).items():
        shape = outline(*actors[row])
        assert shape.boundary.distance(shapely.Point(placed.begin)) < 0.5
        assert pill(placed).boundary.distance(shapely.Point(placed.end)) < 0.01
        assert leader(placed).length <= 61
        assert leader(placed).length <= shape.distance(pill(placed)) + 5


@given(actors)
@settings(max_examples=40)
def test_what_has_been_placed_stays_where_it_is(actors):
    wanted = want(actors)
    first = place_labels(wanted, bodies(actors), SCREEN, {})
    before = {row: label.place for row, label in first.items()}
    assert place_labels(wanted, bodies(actors), SCREEN, before) == first


def alone(taken=NOTHING, before=None, heading=0.0):
    return place_labels(want([(500, 400, 20, 10, heading)]), taken, SCREEN, before or {}).get(0)


def side(label):
    """Where a label is as seen from the actor: right and down are 1."""
    x, y = pill(label).centroid.coords[0]
    beside = (x > 520) - (x < 480), (y > 410) - (y < 390)
    return (0, beside[1]) if abs(x - 500) < 1 else beside


def test_the_places_are_tried_in_their_order():
    """Each that is found is taken by something else for the next turn."""
    taken, found = NOTHING, []
    for _ in range(8):
        label = alone(taken)
        found.append((side(label), leader(label).length))
        x, y = label.end
        taken = np.vstack([taken, (x - 3, y - 3, x + 3, y + 3)])
    order = [(1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)]
    assert [each for each, _ in found] == order
    assert all(length < 20 for _, length in found)


def test_farther_away_only_where_it_must_and_never_beyond_sixty_pixels():
    near = np.array([[440.0, 350.0, 560.0, 388.0], [440.0, 412.0, 560.0, 450.0]])
    near = np.vstack([near, [[440, 350, 478, 450], [522, 350, 560, 450]]])
    assert alone(near) is None  # every leader would cross what is around
    walls = np.array([[x, y, x + 30, y + 10] for x in (455, 515) for y in (355, 435)], float)
    assert leader(alone(walls)).length <= 61


@pytest.mark.parametrize("degrees", range(0, 180, 15))
@pytest.mark.parametrize("size", [(53, 26), (40, 4), (8, 8)])
def test_the_first_places_are_12_pixels_from_the_outline(size, degrees):
    """To the whole pixel that a pill begins at."""
    actor = (500, 400, *size, math.radians(degrees))
    for place in range(4):
        label = place_labels(want([actor]), NOTHING, SCREEN, {0: place})[0]
        assert label.place == place
        assert outline(*actor).distance(pill(label)) == pytest.approx(12.0, abs=0.8)


@pytest.mark.parametrize("radius", [40.0, 60.0, 90.0])
def test_a_label_lies_on_no_ring_but_its_leader_may_cross_one(radius):
    within = shapely.Point(510, 405).buffer(radius)
    rings = np.array([(510, 405, radius)])
    label = place_labels(want([(500, 400, 10, 5, 0)]), NOTHING, SCREEN, {}, rings=rings)[0]
    assert pill(label).distance(within.boundary) >= 3.5
    assert leader(label).intersects(within.boundary) != within.contains(pill(label))


def test_no_place_no_label():
    assert alone(np.array([[0.0, 0.0, 1000.0, 399.0], [0.0, 401.0, 1000.0, 800.0]])) is None


def test_a_leader_does_not_cross_another_actor():
    beside = np.array([[528.0, 375.0, 540.0, 388.0]])  # on the way to the upper right, under no label there
    label = alone(beside)
    assert not leader(label).intersects(shapely.box(*beside[0]))


def test_a_label_moves_only_when_its_place_is_no_longer_allowed():
    before = {0: 3}
    assert side(alone(before=before)) == (-1, 1)
    there = alone(before=before)
    close = np.array([[there.left - 12, there.top, there.left - 1, there.top + 20]])
    assert alone(close, before).place == 3
    under = np.array([[there.left + 10, there.top, there.left + 20, there.top + 20]])
    assert alone(under, before).place == 0


@pytest.mark.parametrize("heading", [0.0, 0.7, math.pi / 2])
def test_the_more_important_label_has_its_place_first(heading):
    pair = [(500, 400, 20, 10, heading), (520, 380, 20, 10, heading)]
    placed = place_labels(want(pair), bodies(pair), SCREEN, {})
    first = place_labels(want(pair[:1]), bodies(pair), SCREEN, {})
    assert placed[0] == first[0]


def test_labels_keep_off_the_edges():
    corner = place_labels(want([(985, 15, 10, 8, 0)]), NOTHING, SCREEN, {})[0]
    assert 4 <= corner.left <= 1000 - 4 - WIDTH
    assert corner.top >= 4


def test_what_is_spared_is_covered_only_where_there_is_no_other_place():
    everywhere = np.array([[0.0, 0.0, 1000.0, 800.0]])
    free = alone()
    there = np.array([[free.left, free.top, free.left + WIDTH, free.top + HEIGHT]])
    want_one = want([(500, 400, 20, 10, 0.0)])
    assert place_labels(want_one, NOTHING, SCREEN, {}, there)[0].place != free.place
    assert place_labels(want_one, NOTHING, SCREEN, {}, everywhere)[0] == free


def test_what_is_avoided_moves_no_label_that_is_there():
    free = alone()
    there = np.array([[free.left, free.top, free.left + WIDTH, free.top + HEIGHT]])
    want_one = want([(500, 400, 20, 10, 0.0)])
    assert place_labels(want_one, NOTHING, SCREEN, {}, avoided=there)[0].place != free.place
    assert place_labels(want_one, NOTHING, SCREEN, {0: free.place}, avoided=there)[0] == free


def test_no_leader_leads_through_who_touches_the_actor():
    below = np.array([[440.0, 405.0, 560.0, 430.0]])  # its box reaches into the actor's
    walls = np.array([[0.0, 0.0, 1000.0, 388.0], [0.0, 388.0, 470.0, 800.0], [530.0, 388.0, 1000.0, 800.0]])
    assert alone(np.vstack([below, walls])) is None


@pytest.mark.parametrize(
    ("heading", "length", "width"),
    [(math.pi / 2, 10.0, 30.0), (math.pi, 30.0, 10.0), (-math.pi / 2, 10.0, 30.0)],
)
def test_where_a_label_stands_follows_from_the_room_that_its_actor_takes_however_it_is_turned(
    heading, length, width
):
    """Turned by a quarter, 10 × 30 pixels take the room of 30 × 10."""
    (as_it_is,), (turned,) = (
        place_labels([WantedLabel(0, 500.0, 400.0, *each, WIDTH, HEIGHT)], NOTHING, SCREEN, {}).values()
        for each in ((0.0, 30.0, 10.0), (heading, length, width))
    )
    assert (turned.left, turned.top) == (as_it_is.left, as_it_is.top)
    assert turned.begin == pytest.approx(as_it_is.begin, abs=0.6)


def barred_and_crossing(label, rectangles):
    """Whether rectangles forbid a place, and whether its leader crosses one, by the words of the rule."""
    barred = crossing = False
    for rectangle in rectangles:
        inside = shapely.box(*rectangle).buffer(-1e-6)
        through = leader(label).intersects(inside)
        x, y = inside.centroid.coords[0]
        way = np.subtract(label.end, label.begin)
        outwards = inside.contains(shapely.Point(label.begin)) and way @ np.subtract(label.begin, (x, y)) >= 0
        barred |= inner(pill(label)).intersects(inside) or (through and not outwards)
        crossing |= through
    return barred, crossing


def beside_each_other(one, other):
    return not (
        inner(pill(one)).intersects(inner(pill(other)))
        or leader(one).intersects(inner(pill(other)))
        or leader(other).intersects(inner(pill(one)))
        or leader(one).intersects(leader(other))
    )


def placed_one_by_one(wanted, taken, before, spared, avoided):
    """Where labels are by the plain rule: each where it was, else at the best place that is left."""
    placed = {}
    for label in wanted:
        row, x, y = label.row, label.x, label.y
        options = [place_labels([label], NOTHING, SCREEN, {row: place}).get(row) for place in range(32)]
        options = [option for place, option in enumerate(options) if option and option.place == place]
        options = [one for one in options if all(beside_each_other(one, other) for other in placed.values())]
        solid = [
            each
            for each in taken
            if math.dist(((each[0] + each[2]) / 2, (each[1] + each[3]) / 2), (x, y)) > 1
        ]
        soft = [*spared, *(() if row in before else avoided)]
        for rectangles in ([*solid, *soft], solid):
            judged = [(option, *barred_and_crossing(option, rectangles)) for option in options]
            possible = [(option, crossing) for option, barred, crossing in judged if not barred]
            there = [option for option, _ in possible if option.place == before.get(row)]
            clear = [option for option, crossing in possible if not crossing]
            best = [*there, *clear, *(option for option, _ in possible)]
            if best:
                placed[row] = best[0]
                break
    return placed


near = st.tuples(st.integers(75, 115), st.integers(75, 105))
crowds = st.dictionaries(near, shapes, max_size=7).map(
    lambda found: [(2 * x, 2 * y, *shape) for (x, y), shape in found.items()]
)
boxes = st.lists(
    st.tuples(st.integers(100, 300), st.integers(100, 300), st.integers(5, 60), st.integers(5, 40)),
    max_size=3,
).map(lambda found: np.array([(x, y, x + w, y + h) for x, y, w, h in found], np.float64).reshape(-1, 4))


@given(crowds, boxes, boxes, boxes, st.dictionaries(st.integers(0, 6), st.integers(0, 31), max_size=7))
@settings(max_examples=25, deadline=None)
def test_labels_in_a_crowd_are_where_the_plain_rule_puts_them_one_by_one(
    crowd, others, spared, avoided, before
):
    taken = np.concatenate([bodies(crowd), others])
    found = place_labels(want(crowd), taken, SCREEN, before, spared, avoided)
    expected = placed_one_by_one(want(crowd), taken, before, spared, avoided)
    assert {row: label.place for row, label in found.items()} == {
        row: label.place for row, label in expected.items()
    }
    for row, label in found.items():
        assert (label.left, label.top, *label.begin, *label.end) == pytest.approx(
            (expected[row].left, expected[row].top, *expected[row].begin, *expected[row].end), abs=1e-6
        )
