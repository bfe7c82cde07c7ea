"""Which line shows what when actors stand below those that carry them."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.recording.actors import Category
from viewer.ui.actors.lines import Group, arrange, default_order
from viewer.ui.actors.tree import arrange_tree, carriers_of

CAR, OTHER_CAR, CAMERA, LIDAR, LENS, LONE_CAMERA = range(6)
PARENTS = np.array([-1, -1, CAR, OTHER_CAR, CAMERA, -1], np.int32)
CATEGORIES = np.array([0, 0, *[Category.SENSOR] * 4], np.uint8)


def tree(passed=None, parents=PARENTS, opened=(), pinned=(), order=None, groups=tuple(Group)):
    def flags(rows):
        found = np.zeros(len(PARENTS), bool)
        found[list(rows)] = True
        return found

    return arrange_tree(
        np.arange(len(PARENTS)) if order is None else np.array(order),
        np.ones(len(PARENTS), bool) if passed is None else flags(passed),
        CATEGORIES,
        parents,
        groups,
        flags(opened),
        flags(pinned),
    )


def shown(lines):
    return lines.numbers.tolist()


def test_who_is_carried_is_folded_away_at_first():
    lines = tree(groups=())
    assert shown(lines) == [CAR, OTHER_CAR, ~Group.SENSORS]
    assert lines.carries.tolist() == [True, True, False]
    assert lines.counts == {Group.SENSORS: 1}  # those on cars are not in the group


def test_all_levels_open():
    lines = tree(opened=range(6))
    assert shown(lines) == [CAR, CAMERA, LENS, OTHER_CAR, LIDAR, ~Group.SENSORS, LONE_CAMERA]
    assert lines.depths.tolist() == [0, 1, 2, 0, 1, 0, 0]
    assert lines.carries.tolist() == [True, True, False, True, False, False, False]


def test_what_is_in_something_folded_is_folded_too():
    assert shown(tree(opened=[CAMERA], groups=())) == [CAR, OTHER_CAR, ~Group.SENSORS]


def test_the_carriers_of_who_passes_are_listed_too():
    lines = tree(passed=[LENS], opened=range(6))
    assert shown(lines) == [CAR, CAMERA, LENS]


def test_siblings_keep_the_order_they_are_given_in():
    lines = tree(order=[LIDAR, OTHER_CAR, LENS, LONE_CAMERA, CAMERA, CAR], opened=range(6))
    assert shown(lines)[:5] == [OTHER_CAR, LIDAR, CAR, CAMERA, LENS]


def test_a_pinned_actor_stands_at_the_top_with_all_it_carries():
    lines = tree(opened=range(6), pinned=[CAMERA])
    assert shown(lines)[:4] == [CAMERA, LENS, CAR, OTHER_CAR]


@pytest.mark.parametrize("circle", [{CAR: CAR}, {CAR: CAMERA}, {CAR: LENS}])
def test_actors_that_carry_each_other_stand_alone(circle):
    parents = PARENTS.copy()
    for row, parent in circle.items():
        parents[row] = parent
    lines = tree(parents=parents, opened=range(6))
    assert sorted(number for number in shown(lines) if number >= 0) == list(range(6))
    assert lines.depths.max() == 1
    assert len(carriers_of(LENS, parents)) <= 3


def test_nobody_to_show():
    assert shown(tree(passed=[])) == []


def test_without_carriers_a_tree_is_a_list(index):
    actors = index.actors
    everybody, nobody = np.ones(len(actors), bool), np.zeros(len(actors), bool)
    order = default_order(actors, actors.hero_rows)
    alone = np.full(len(actors), -1, np.int32)
    as_tree = arrange_tree(order, everybody, actors.category, alone, tuple(Group), nobody, nobody)
    as_list = arrange(order, everybody, actors.category, tuple(Group))
    assert as_tree.numbers.tolist() == as_list.numbers.tolist()
    assert as_tree.counts == as_list.counts
