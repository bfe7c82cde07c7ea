"""Which line shows what."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LATE, LIGHT, OTHER, SIGN, SPECTATOR, WALKER
from viewer.recording.actors import Category
from viewer.ui.actors.lines import (
    MOST_WALKERS,
    NO_GROUP,
    Group,
    arrange,
    default_order,
    groups_of,
    sorted_order,
)


def shown(lines, actors):
    return [int(actors.actor_id[n]) if n >= 0 else Group(~n) for n in lines.numbers.tolist()]


def everybody(index):
    return np.ones(len(index.actors), bool)


def test_the_hero_then_by_category_then_groups_folded(index):
    actors = index.actors
    lines = arrange(default_order(actors, actors.hero_rows), everybody(index), actors.category, ())
    assert shown(lines, actors) == [
        HERO, OTHER, LATE, BICYCLE, WALKER,
        Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.TRAFFIC_SIGNS, Group.PROPS, Group.OTHERS,
    ]  # fmt: skip
    assert lines.counts[Group.SENSORS] == 1


def test_an_open_group_shows_its_members_below_its_heading(index):
    actors = index.actors
    opened = (Group.PROPS, Group.TRAFFIC_SIGNS)
    lines = arrange(default_order(actors, ()), everybody(index), actors.category, opened)
    assert shown(lines, actors)[5:] == [
        Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.TRAFFIC_SIGNS, SIGN, Group.PROPS, CONE, Group.OTHERS,
    ]  # fmt: skip


def test_a_group_without_members_that_pass_is_not_there(index):
    actors = index.actors
    passed = np.isin(actors.actor_id, [CAMERA, WALKER, SPECTATOR, LIGHT])
    lines = arrange(default_order(actors, ()), passed, actors.category, (Group.OTHERS,))
    assert shown(lines, actors) == [
        WALKER, Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.OTHERS, SPECTATOR
    ]  # fmt: skip


def test_any_actor_can_stand_first(index):
    actors = index.actors
    cyclist = actors.rows_of(BICYCLE)[0]
    assert default_order(actors, (cyclist, *actors.hero_rows))[:2].tolist() == [
        cyclist,
        actors.rows_of(HERO)[0],
    ]


@pytest.mark.parametrize("descending", [False, True])
def test_equal_keys_stay_in_the_order_of_ids_and_unknown_ones_come_last(index, descending):
    actors = index.actors
    keys = np.full(len(actors), 1.0)
    keys[actors.actor_id == WALKER] = np.nan
    keys[actors.actor_id == CONE] = 7.0
    ids = actors.actor_id[sorted_order(keys, actors, descending=descending)].tolist()
    equal = [HERO, OTHER, BICYCLE, LIGHT, SIGN, SPECTATOR, CAMERA, LATE]
    assert ids == ([CONE, *equal, WALKER] if descending else [*equal, CONE, WALKER])


def test_every_category_is_in_the_list_itself_or_in_a_group():
    groups = groups_of(np.array(list(Category), np.uint8))
    alone = [category for category, group in zip(Category, groups.tolist(), strict=True) if group == NO_GROUP]
    assert alone == [Category.VEHICLE, Category.BICYCLE, Category.WALKER]


@pytest.mark.parametrize(("walkers", "folded"), [(MOST_WALKERS, False), (MOST_WALKERS + 1, True)])
def test_many_walkers_are_a_group(walkers, folded):
    categories = np.array([Category.VEHICLE, *[Category.WALKER] * walkers], np.uint8)
    everyone = np.arange(len(categories))
    lines = arrange(everyone, np.ones(len(categories), bool), categories, ())
    assert lines.numbers.tolist() == ([0, ~Group.WALKERS] if folded else everyone.tolist())
    assert lines.counts == ({Group.WALKERS: walkers} if folded else {})


def test_a_line_can_be_found_again(index):
    actors = index.actors
    lines = arrange(default_order(actors, ()), everybody(index), actors.category, ())
    for line in range(len(lines)):
        row, group = lines.row_at(line), lines.group_at(line)
        assert (row is None) != (group is None)
        assert lines.line_of(~group if row is None else row) == line
    assert lines.line_of(actors.rows_of(CONE)[0]) is None
    assert lines.first_actor == 0
