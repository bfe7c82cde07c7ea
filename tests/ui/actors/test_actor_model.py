"""The model keeps Qt's rules while everything about it changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from tests.scenes import BICYCLE, CAMERA, HERO, LATE, OTHER, WALKER, Scene, actor, pose
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import build_index
from viewer.replay.world.world import world_at
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.lines import Group
from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import ActorTableModel


@pytest.fixture
def model(index, qtmodeltester, qapp):
    model = ActorTableModel()
    qtmodeltester.check(model)  # watches the model from now on
    model.set_recording(index)
    model.set_hero(index.actors.hero_rows[0])
    model.set_world(world_at(index, 0.0))
    return model


def texts(model, column):
    cells = (model.index(line, column).data() for line in range(model.rowCount()))
    return [text for text in cells if text is not None]


def ids(model):
    return [int(text) for text in texts(model, Column.ID) if text.isdigit()]


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def test_the_model_keeps_qts_rules_through_all_changes(model, index, qtmodeltester):
    for elapsed, column in ((0.0, Column.SPEED), (0.3, Column.ROLE), (0.9, -1)):
        model.set_world(world_at(index, elapsed))
        for text in ("", "alive=yes", "nobody", "1"):
            model.set_filter(ActorFilter(text))
            model.sort(column, Qt.SortOrder.DescendingOrder)
            model.toggle(~Group.SENSORS)
            model.toggle(~Group.PROPS)
        qtmodeltester.check(model)
    model.set_hero(row_of(index, BICYCLE))
    model.set_recording(None)
    assert model.rowCount() == 0
    qtmodeltester.check(model)


def test_speeds_and_distances_are_those_of_the_moment(model, index):
    model.set_world(world_at(index, 0.2))
    assert texts(model, Column.SPEED) == ["10.0", "0.0", "–", "4.0", "1.4"]
    hero, other = world_at(index, 0.2).locations[:2]
    assert texts(model, Column.DISTANCE)[:2] == ["0.0", f"{((hero - other) ** 2).sum() ** 0.5:.1f}"]


def test_life_is_told_in_words(model, index):
    line = model.lines.line_of(row_of(index, LATE))
    for elapsed, words, tip in (
        (0.0, "not spawned", "Not spawned until 0.250 s"),
        (0.3, "alive", ""),
        (0.9, "destroyed", "Destroyed at 0.750 s"),
    ):
        model.set_world(world_at(index, elapsed))
        cell = model.index(line, Column.STATE)
        assert cell.data() == words
        assert cell.data(Qt.ItemDataRole.ToolTipRole) == "\n".join(
            filter(None, ["vehicle.audi.tt", "autopilot", tip])
        )


def test_time_alone_moves_no_line(model, index):
    model.sort(Column.SPEED, Qt.SortOrder.DescendingOrder)
    before = ids(model)
    model.set_world(world_at(index, 0.3))  # the late one drives now
    assert ids(model) == before
    model.sort_again()
    assert ids(model) == [HERO, LATE, BICYCLE, WALKER, OTHER]


def test_only_the_columns_that_change_are_told_while_nobody_comes_or_goes(model, index, qtbot):
    with qtbot.waitSignal(model.dataChanged) as told:
        model.set_world(world_at(index, 0.05))
    first, last = told.args[:2]
    assert first.column() == Column.SPEED
    assert (first.row(), last.row()) == (0, model.rowCount() - 1)
    with qtbot.waitSignal(model.dataChanged) as told:
        model.set_world(world_at(index, 0.3))
    assert told.args[0].column() == Column.ID


def test_what_points_at_a_line_goes_with_its_actor(model, index):
    pointer = QPersistentModelIndex(model.index(model.lines.line_of(row_of(index, WALKER)), Column.ID))
    model.sort(Column.SPEED, Qt.SortOrder.AscendingOrder)
    assert pointer.data() == str(WALKER)
    model.toggle(~Group.SENSORS)
    assert pointer.data() == str(WALKER)


@pytest.mark.parametrize(
    ("column", "ascending"),
    [
        (Column.ID, [HERO, OTHER, BICYCLE, WALKER, LATE]),
        (Column.BLUEPRINT, [LATE, BICYCLE, HERO, OTHER, WALKER]),
        (Column.ROLE, [OTHER, LATE, HERO, BICYCLE, WALKER]),
        (Column.CATEGORY, [HERO, OTHER, LATE, BICYCLE, WALKER]),
        (Column.SPEED, [OTHER, WALKER, BICYCLE, HERO, LATE]),
        (Column.STATE, [HERO, OTHER, BICYCLE, WALKER, LATE]),
    ],
)
def test_sorting(model, column, ascending):
    model.sort(column, Qt.SortOrder.AscendingOrder)
    assert ids(model) == ascending
    model.sort(-1)
    assert ids(model) == [HERO, OTHER, LATE, BICYCLE, WALKER]


def test_a_hero_chosen_by_hand_stands_first(model, index):
    model.set_hero(row_of(index, BICYCLE))
    assert ids(model)[:2] == [BICYCLE, HERO]


def test_a_filter_opens_the_groups_that_match_and_leaves_the_others_as_they_were(model):
    model.toggle(~Group.PROPS)
    model.set_filter(ActorFilter("traffic"))
    assert texts(model, Column.ID) == ["Traffic lights · 1", "105", "Signs · 1", "106", "Props · 1", "108"]
    model.toggle(~Group.TRAFFIC_LIGHTS)
    assert texts(model, Column.ID)[:2] == ["Traffic lights · 1", "Signs · 1"]
    model.set_filter(ActorFilter(""))
    assert [group for group in Group if model.is_open(~group)] == [Group.PROPS]


def test_while_there_is_a_filter_the_first_actor_of_all_can_be_folded_too(model, index):
    hero = row_of(index, HERO)
    assert hero == 0
    model.set_tree(True)
    model.set_filter(ActorFilter("sensor"))
    assert ids(model) == [HERO, CAMERA]
    model.toggle(hero)
    assert ids(model) == [HERO]
    model.toggle(hero)
    assert ids(model) == [HERO, CAMERA]


def test_a_filter_on_life_follows_the_time(model, index):
    model.set_filter(ActorFilter("vehicle alive=yes"))
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
    model.toggle(~Group.SENSORS)
    model.set_recording(index)
    assert model.is_open(~Group.SENSORS)
    again = list(build_index(LogFile(tmp_path / "growing.log")))[-1]
    model.set_recording(again)
    assert model.is_open(~Group.SENSORS)
    other = list(build_index(LogFile(scene.save(tmp_path / "another.log"))))[-1]
    model.set_recording(other)
    assert not model.is_open(~Group.SENSORS)
