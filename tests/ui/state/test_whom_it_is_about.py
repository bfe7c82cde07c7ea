"""Who is hidden, selected, followed, pinned and the hero, after any order of wishes, against plain rules."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QSettings

from tests.ui.actors.plain_list import CAST, CATEGORIES, ROWS, scene
from viewer.recording.actor_name import ActorName
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.open_request import OpenRequest, PendingRequest
from viewer.ui.state.settings import Settings
from viewer.ui.state.visibility import Pins, Rule, Visibility, rules_of


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return scene().index(tmp_path_factory.mktemp("cast") / "cast.log")


@pytest.fixture(params=range(4))
def random(request):
    return Random(request.param)


def some(random, things):
    return random.sample(list(things), random.randint(1, 3))


def means(rule, row):
    life = CAST[row]
    return {
        "actor": rule.value in (row, life.carrier),
        "category": rule.value == CATEGORIES.index(life.category),
        "blueprint": rule.value == life.type,
        "role": rule.value == life.role,
    }[rule.kind]


def test_who_is_hidden(changes, told, index, random):
    visibility = Visibility(changes)
    visibility.set_recording(index)
    told()
    hidden, isolated, shown = set(), set(), set()
    before = set()
    for _ in range(150):
        rules = {random.choice(rules_of(index.actors, row)) for row in some(random, ROWS)}
        rows = set(some(random, ROWS))
        match random.randrange(6):
            case 0 | 1:
                visibility.hide(*rules)
                hidden |= rules
                shown -= {row for row in ROWS if any(means(rule, row) for rule in rules)}
            case 2 | 3:
                visibility.show(*rows)
                hidden -= {Rule("actor", row) for row in rows}
                shown |= rows
            case 4:
                visibility.isolate(*rules)
                hidden, isolated, shown = set(), rules, set()
            case 5:
                visibility.show_all()
                hidden, isolated, shown = set(), set(), set()
        now = {row for row in ROWS if any(means(rule, row) for rule in hidden)}
        if isolated:
            now |= {row for row in ROWS if not any(means(rule, row) for rule in isolated)}
        now -= shown
        assert set(np.flatnonzero(visibility.hidden_rows).tolist()) == now
        assert bool(told()) == (now != before)
        before = now


def test_rules_that_mean_an_actor_are_those_it_fits(index):
    for row in ROWS:
        rules = rules_of(index.actors, row)
        assert [rule.kind for rule in rules] == ["actor", "category", "blueprint", "role"][: len(rules)]
        assert all(means(rule, row) for rule in rules)
        assert len(rules) == (4 if CAST[row].role else 3)


def find_hero(focus, index, actor_id):
    focus.choose_hero(actor_id)
    focus.find_hero(index)


def test_who_is_selected_pointed_at_and_followed(changes, told, index, random):
    wishes = PendingRequest()
    focus = ActorFocus(changes, wishes)
    now = {"selected": (), "hover": None, "follow": None, "hero": None}
    for _ in range(150):
        actor, actors = random.choice((None, *ROWS)), tuple(some(random, ROWS))
        alone = (actor,) if actor is not None else ()
        turned = tuple(each for each in now["selected"] if each != actor)
        turned += alone if actor not in now["selected"] else ()
        hero_id, hero = random.choice(((None, 1), (7, 0), (5, 24), (999, 1)))  # 5 was another one before
        do, change, decided = random.choice(
            (
                (partial(focus.select, actor), {"selected": alone}, ["actor"]),
                (partial(focus.select_all, actors), {"selected": actors}, ["actor"]),
                (partial(focus.click, actor, adds=False), {"selected": alone}, ["actor"]),
                (
                    partial(focus.click, actor, adds=True),
                    {"selected": turned},
                    ["actor"] if actor is not None else [],
                ),
                (partial(focus.hover, actor), {"hover": actor}, []),
                (partial(focus.follow, actor), {"follow": actor}, ["follow"]),
                (
                    partial(focus.follow_and_select, actor),
                    {"follow": actor} | ({"selected": alone} if actor is not None else {}),
                    ["actor"] if actor is not None else ["follow"],
                ),
                (partial(find_hero, focus, index, hero_id), {"hero": hero}, []),
                (focus.forget, dict.fromkeys(now) | {"selected": ()}, []),
            )
        )
        before, now = now, now | change
        wishes.request = OpenRequest(actor=ActorName(1), follow=ActorName(1))
        do()
        assert focus.primary == (now["selected"][-1] if now["selected"] else None)
        seen = {"hover": focus.hovered, "follow": focus.followed, "hero": focus.hero}
        assert seen | {"selected": focus.selected} == now
        assert told() or now == before
        assert (wishes.request.actor is None) == ("actor" in decided)
        assert (wishes.request.follow is None) == bool(decided)


def test_who_is_pinned_also_after_the_next_start(changes, told, index, random, tmp_path):
    def begin():
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        pins = Pins(Settings(store), changes)
        pins.restore(index)
        pins.set_recording(index)
        told()
        return pins

    pins, pinned = begin(), []
    for _ in range(60):
        before = list(pinned)
        kind = random.randrange(6)
        if kind == 0:
            pins = begin()
        elif kind == 1:  # the file is being read again
            pins.restore(index)
            pins.toggle(0)
            assert pins.pinned == ()
            assert bool(told()) == bool(pinned)
            pins.set_recording(index)
            assert bool(told()) == bool(pinned)
        else:
            rows = pinned if kind == 2 else list(dict.fromkeys(some(random, [*pinned, *ROWS])))
            pins.toggle(rows[0]) if len(rows) == 1 else pins.toggle_all(tuple(rows))
            left = [row for row in pinned if row not in rows]
            pinned = left if set(rows) <= set(pinned) else [*dict.fromkeys(pinned + rows)]
        assert list(pins.pinned) == pinned
        assert bool(told()) == (pinned != before)
