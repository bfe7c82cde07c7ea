"""Which line shows what."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LATE, LIGHT, OTHER, SIGN, SPECTATOR, WALKER
from viewer.recording.actors import Category
from viewer.ui.actors.lines import FEW, NO_GROUP, Group, arrange, default_order, groups_of


def shown(index, opened, ids=None, heroes=()):
    actors = index.actors
    rows = default_order(actors, heroes)
    rows = rows if ids is None else rows[np.isin(actors.actor_id[rows], ids)]
    lines = arrange(rows, groups_of(actors.category)[rows], opened)
    return [int(actors.actor_id[n]) if n >= 0 else Group(~n) for n in lines.tolist()]


def test_the_hero_then_by_category_then_groups_folded(index):
    assert shown(index, (), heroes=index.actors.hero_rows) == [
        HERO, OTHER, LATE, BICYCLE, WALKER,
        Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.TRAFFIC_SIGNS, Group.PROPS, Group.OTHERS,
    ]  # fmt: skip


def test_an_open_group_shows_its_members_below_its_heading(index):
    assert shown(index, (Group.PROPS, Group.TRAFFIC_SIGNS))[5:] == [
        Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.TRAFFIC_SIGNS, SIGN, Group.PROPS, CONE, Group.OTHERS,
    ]  # fmt: skip


def test_a_group_without_members_that_are_listed_is_not_there(index):
    assert shown(index, (Group.OTHERS,), [CAMERA, WALKER, SPECTATOR, LIGHT]) == [
        WALKER, Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.OTHERS, SPECTATOR
    ]  # fmt: skip


def test_any_actor_can_stand_first(index):
    actors = index.actors
    cyclist = actors.rows_of(BICYCLE)[0]
    assert default_order(actors, (cyclist, *actors.hero_rows))[:2].tolist() == [
        cyclist,
        actors.rows_of(HERO)[0],
    ]


def test_every_category_is_in_the_list_itself_or_in_a_group():
    groups = groups_of(np.array(list(Category), np.uint8))
    alone = [category for category, group in zip(Category, groups.tolist(), strict=True) if group == NO_GROUP]
    assert alone == [Category.VEHICLE, Category.BICYCLE, Category.WALKER]


@pytest.mark.parametrize(("walkers", "folded"), [(FEW, False), (FEW + 1, True)])
def test_many_walkers_are_a_group(walkers, folded):
    categories = np.array([Category.VEHICLE, *[Category.WALKER] * walkers], np.uint8)
    everyone = np.arange(len(categories))
    lines = arrange(everyone, groups_of(categories), ())
    assert lines.tolist() == ([0, ~Group.WALKERS] if folded else everyone.tolist())
