"""The model keeps Qt's rules while everything about it changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.scenes import BICYCLE, HERO, LATE, OTHER, WALKER, Scene, actor, pose
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import build_index
from viewer.replay.world.world import world_at
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.lines import Group
from viewer.ui.actors.model import ActorTableModel

GROUPS = (Group.SENSORS, Group.TRAFFIC_LIGHTS, Group.TRAFFIC_SIGNS, Group.PROPS, Group.OTHERS)
"""Those that somebody in the street is in."""


@pytest.fixture
def model(index, qtmodeltester, qapp):
    model = ActorTableModel()
    qtmodeltester.check(model)  # watches the model from now on
    model.set_recording(index)
    model.set_hero(index.actors.hero_rows[0])
    model.set_world(world_at(index, 0.0))
    for group in Group:  # they have few members
        model.toggle(group)
    return model


def texts(model, name):
    cells = (model.index(line, model.number_of[name]).data() for line in range(model.rowCount()))
    return [text for text in cells if text is not None]


def ids(model):
    return [int(text) for text in texts(model, "id") if text.isdigit()]


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def test_the_model_keeps_qts_rules_through_all_changes(model, index, qtmodeltester):
    for elapsed, column in ((0.0, "speed"), (0.3, "role"), (0.9, None)):
        model.set_world(world_at(index, elapsed))
        for text in ("", "alive=yes", "nobody", "1"):
            model.filter_actors(ActorFilter(text))
            model.sort(model.number_of.get(column, -1), Qt.SortOrder.DescendingOrder)
            model.toggle(Group.SENSORS)
            model.toggle(Group.PROPS)
        qtmodeltester.check(model)
    model.set_hero(row_of(index, BICYCLE))
    model.set_recording(None)
    assert model.rowCount() == 0
    qtmodeltester.check(model)


def test_speeds_and_distances_are_those_of_the_moment(model, index):
    model.set_world(world_at(index, 0.2))
    assert texts(model, "speed") == ["10.0", "0.0", "–", "4.0", "1.4"]
    hero, other = world_at(index, 0.2).locations[:2]
    assert texts(model, "distance")[:2] == ["0.0", f"{((hero - other) ** 2).sum() ** 0.5:.1f}"]


def test_life_is_told_in_words(model, index):
    line = model.line_of(row_of(index, LATE))
    for elapsed, words, tip in (
        (0.0, "not spawned", "Not spawned until 0.250 s"),
        (0.3, "alive", ""),
        (0.9, "destroyed", "Destroyed at 0.750 s"),
    ):
        model.set_world(world_at(index, elapsed))
        cell = model.index(line, model.number_of["state"])
        assert cell.data() == words
        assert cell.data(Qt.ItemDataRole.ToolTipRole) == "\n".join(
            filter(None, ["vehicle.audi.tt", "autopilot", tip])
        )


def test_time_alone_moves_no_line(model, index):
    model.sort(model.number_of["speed"], Qt.SortOrder.DescendingOrder)
    before = ids(model)
    model.set_world(world_at(index, 0.3))  # the late one drives now
    assert ids(model) == before
    model.sort_again()
    assert ids(model) == [HERO, LATE, BICYCLE, WALKER, OTHER]


def test_only_the_columns_that_change_are_told_while_nobody_comes_or_goes(model, index, qtbot):
    with qtbot.waitSignal(model.dataChanged) as told:
        model.set_world(world_at(index, 0.05))
    first, last = told.args[:2]
    assert first.column() == model.number_of["speed"]
    assert (first.row(), last.row()) == (0, model.rowCount() - 1)
    with qtbot.waitSignal(model.dataChanged) as told:
        model.set_world(world_at(index, 0.3))
    assert told.args[0].column() == 0


@pytest.mark.parametrize(
    ("column", "ascending"),
    [
        ("id", [HERO, OTHER, BICYCLE, WALKER, LATE]),
        ("blueprint", [LATE, BICYCLE, HERO, OTHER, WALKER]),
        ("role", [OTHER, LATE, HERO, BICYCLE, WALKER]),
        ("category", [HERO, OTHER, LATE, BICYCLE, WALKER]),
        ("speed", [OTHER, WALKER, BICYCLE, HERO, LATE]),
        ("state", [HERO, OTHER, BICYCLE, WALKER, LATE]),
    ],
)
def test_sorting(model, column, ascending):
    model.sort(model.number_of[column], Qt.SortOrder.AscendingOrder)
    assert ids(model) == ascending
    model.sort(-1)
    assert ids(model) == [HERO, OTHER, LATE, BICYCLE, WALKER]


def test_a_hero_chosen_by_hand_stands_first(model, index):
    model.set_hero(row_of(index, BICYCLE))
    assert ids(model)[:2] == [BICYCLE, HERO]


def test_a_filter_opens_the_groups_that_match_and_leaves_the_others_as_they_were(model):
    model.toggle(Group.PROPS)
    model.filter_actors(ActorFilter("traffic"))
    assert texts(model, "id") == ["Traffic lights · 1", "105", "Signs · 1", "106", "Props · 1", "108"]
    model.toggle(Group.TRAFFIC_LIGHTS)
    assert texts(model, "id")[:2] == ["Traffic lights · 1", "Signs · 1"]
    model.filter_actors(ActorFilter(""))
    assert [group for group in GROUPS if model.is_open(group)] == [Group.PROPS]


def test_a_filter_on_life_follows_the_time(model, index):
    model.filter_actors(ActorFilter("vehicle alive=yes"))
    assert LATE not in ids(model)
    model.set_world(world_at(index, 0.3))
    assert LATE in ids(model)


def test_a_recording_that_grows_keeps_what_was_chosen(qapp, tmp_path):
    scene = Scene()
    for number in range(3):
        scene.frame(
            add=[actor(number), actor(10 + number, "sensor.camera.rgb")], poses=[pose(number, (0, 0, 0))]
        )
    index = list(build_index(LogFile(scene.save(tmp_path / "growing.log"))))[-1]
    model = ActorTableModel()
    model.set_recording(index)
    model.toggle(Group.SENSORS)
    model.set_recording(index)
    assert not model.is_open(Group.SENSORS)
    again = list(build_index(LogFile(tmp_path / "growing.log")))[-1]
    model.set_recording(again)
    assert not model.is_open(Group.SENSORS)
    other = list(build_index(LogFile(scene.save(tmp_path / "another.log"))))[-1]
    model.set_recording(other)
    assert model.is_open(Group.SENSORS)
