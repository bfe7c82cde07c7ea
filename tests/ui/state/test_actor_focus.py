"""Who is hidden, selected, followed, pinned and the hero: in the window, and against plain rules."""

from functools import partial
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.scenes import BICYCLE, CAMERA, HERO, LIGHT, OTHER, Scene, actor, pose, street
from tests.ui.actors.plain_list import CAST, CATEGORIES, ROWS, scene
from tests.ui.drawn import around, near, picture
from tests.ui.map.gestures import LEFT, look_at
from tests.ui.person import open_in, press, row_of, wait_for_another
from viewer.recording.actor_name import ActorName
from viewer.recording.actors import Category
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.open_request import OpenRequest, PendingRequest
from viewer.ui.state.settings import Settings
from viewer.ui.state.visibility import Pins, Rule, Visibility, rules_of
from viewer.ui.theme import load_theme

pytestmark = pytest.mark.usefixtures("one_window")


def test_ctrl_click_on_the_map_adds_and_outlines(open_street):
    map_view = open_street.map_view
    look_at(map_view, (5.0, 0.0, 10.0))
    mouse = map_view.childAt(map_view.rect().center())
    places = [QPoint(*map(round, map_view.camera.to_screen(each).tolist())) for each in ((0, 4), (12, -5))]
    for place, key in zip(places, ("NoModifier", "ControlModifier"), strict=True):
        QTest.mouseClick(mouse, LEFT, Qt.KeyboardModifier[key], place)
    assert open_street.focus.selected == (row_of(open_street, BICYCLE), row_of(open_street, LIGHT))
    for place in places:
        assert near(around(picture(map_view), place, 40), load_theme("dark").text, 60).any()


def test_all_come_back_when_the_file_is_read_again_also_in_one_that_replaced_it(open_street, qtbot, tmp_path):
    focus, rows = open_street.focus, tuple(row_of(open_street, each) for each in (OTHER, LIGHT, HERO))
    told, before = [], open_street.recording.index
    open_street.workspace.changed.connect(lambda now, _before: told.append(now.selected))
    focus.select_all(rows)
    press(open_street, "F5")
    wait_for_another(open_street, qtbot, before)
    assert focus.selected == told[-1] == rows
    before = open_street.recording.index
    types = {each.actor_id: each.type_id for each in before.actors.descriptions}
    cast = [actor(71, types[HERO], role_name="hero"), actor(72, types[OTHER])]
    poses = [pose(71, (0, 0, 0)), pose(72, (5, 0, 0))]
    Scene().frame(add=cast, poses=poses).frame(poses=poses).save(before.path)
    open_street.workspace.reload()
    wait_for_another(open_street, qtbot, before)
    assert [open_street.recording.index.actors.actor_id[each] for each in focus.selected] == [72, 71]
    open_in(open_street, qtbot, street().save(tmp_path / "other.log"))
    assert focus.selected == ()


def test_what_is_hidden_is_not_seen_nor_picked_and_a_chip_shows_it_again(open_street):
    map_view = open_street.map_view
    look_at(map_view, (5.0, 0.0, 10.0))
    place = QPoint(*map(round, map_view.camera.to_screen((0.0, 4.0)).tolist()))

    def is_seen():
        return bool(near(around(picture(map_view), place, 6), load_theme("dark").bicycle).any())

    def chips():
        buttons = map_view.findChildren(QAbstractButton)
        return [each for each in buttons if "hidden" in each.text() and not each.isHidden()]

    assert (is_seen(), chips()) == (True, [])
    open_street.workspace.visibility.hide(Rule("category", Category.BICYCLE))
    assert not is_seen()
    (chip,) = chips()
    assert chip.text() == "1 hidden · Show all"
    QTest.mouseClick(map_view.childAt(map_view.rect().center()), LEFT, pos=place)
    assert open_street.focus.primary is None
    QTest.mouseClick(chip, LEFT)
    assert (is_seen(), chips()) == (True, [])


def test_the_selected_actors_are_hidden_and_isolated_by_actions(open_street):
    visibility, actions = open_street.workspace.visibility, open_street.window.actions_by_id
    meant = [row_of(open_street, HERO), row_of(open_street, CAMERA)]
    open_street.focus.select(meant[0])
    actions["hide"].trigger()
    assert np.flatnonzero(visibility.hidden_rows).tolist() == meant
    actions["isolate"].trigger()
    assert np.flatnonzero(~visibility.hidden_rows).tolist() == meant


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
