"""Selecting and following by keys, without a window."""

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from tests.scenes import HERO, OTHER, Scene, actor, pose
from tests.ui.commands.conftest import handlers_of
from tests.ui.map.gestures import look_at
from tests.ui.person import open_in, row_of
from viewer.replay.world.world import world_at
from viewer.ui.commands.selection import SelectionCommands, next_mover


@pytest.fixture
def pins(workspace):
    return workspace.pins


@pytest.fixture
def commands(workspace, map_view, widget):
    return SelectionCommands(workspace, map_view, widget)


@pytest.fixture
def do(commands):
    """Do what an action does, by its id."""
    return lambda action_id: handlers_of(selection=commands)[action_id]()


def id_of(workspace, row):
    return None if row is None else int(workspace.recording.index.actors.actor_id[row])


def convoy(*, moving=True):
    """Two heroes and another car, in a row along x; all drive 10 m/s, or stand."""
    scene = Scene()
    roles = {1: "hero", 2: "hero", 3: "autopilot"}
    for k in range(10):
        along = 0.5 * k if moving else 0.0
        add = [actor(each, role_name=role) for each, role in roles.items()] if k == 0 else []
        scene.frame(add=add, poses=[pose(each, (10.0 * each + along, 0.0, 0.0)) for each in roles])
    return scene


def test_the_hero_is_followed_and_of_several_each_press_goes_to_the_next(opened, do, qtbot, tmp_path):
    for _ in range(2):  # there is no other one
        do("hero")
        assert id_of(opened, opened.focus.primary) == id_of(opened, opened.focus.followed) == HERO
    open_in(opened, qtbot, convoy().save(tmp_path / "convoy.log"))
    seen = []
    for _ in range(3):
        do("hero")
        assert opened.focus.followed == opened.focus.primary
        seen.append(id_of(opened, opened.focus.primary))
    assert (sorted(seen[:2]), seen[2]) == ([1, 2], seen[0])


def test_where_nobody_is_the_hero_it_is_told_how_to_choose_one(workspace, qtbot, tmp_path, refusals, do):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))])
    open_in(workspace, qtbot, scene.save(tmp_path / "nobody.log"))
    do("hero")
    assert refusals == ["No hero: right-click a vehicle, Use as hero"]
    assert workspace.focus.primary is None


def test_following_goes_on_to_another_one_and_is_taken_up_again_after_the_map_was_moved(opened, map_view, do):
    for actor_id in (OTHER, HERO):
        opened.focus.select(row_of(opened, actor_id))
        do("follow")
        assert id_of(opened, opened.focus.followed) == actor_id
    opened.focus.select(None)
    opened.flush()
    map_view.viewpoint.center_on(100.0, 100.0)
    assert opened.focus.followed is None
    do("follow")
    assert id_of(opened, opened.focus.followed) == HERO


def test_where_no_vehicle_moves_in_view_that_is_said(workspace, qtbot, tmp_path, map_view, refusals, do):
    open_in(workspace, qtbot, convoy(moving=False).save(tmp_path / "standing.log"))
    workspace.playback.seek(0.2)
    look_at(map_view, (20.0, 0.0, 10.0))
    do("next_actor")
    assert (refusals, workspace.focus.primary) == (["No vehicle moves in view"], None)


def test_the_selected_are_pinned_and_let_go(opened, pins, refusals, do):
    do("pin_actors")
    assert (pins.pinned, refusals) == ((), ["Select actors to pin them"])
    refs = tuple(opened.recording.index.actors.rows_of(HERO))
    pins.set_recording(opened.recording.index)
    opened.focus.select_all(refs)
    do("pin_actors")
    assert pins.pinned == refs
    do("pin_actors")
    assert pins.pinned == ()


@pytest.mark.parametrize("action", ["hide", "isolate"])
def test_without_a_selection_nobody_is_hidden_and_that_is_said(opened, refusals, do, action):
    do(action)
    assert refusals == ["Select actors first"]


def test_the_copied_moment_has_each_angle_under_its_name(workspace, qtbot, tmp_path, do):
    scene = Scene().frame(add=[actor(7)], poses=[pose(7, (3.0, 1.0, 0.5), (3.0, 40.0, -20.0))])
    open_in(workspace, qtbot, scene.save(tmp_path / "leaning.log")).focus.select(0)
    do("copy_moment")
    line = QGuiApplication.clipboard().text()
    assert line.endswith("x=3.000 y=1.000 z=0.500 m, pitch=3.00 yaw=40.00 roll=-20.00 deg")


def test_vehicles_that_move_come_by_their_distance(tmp_path):
    """1 and 5 m to the left, 3 m to the right; one stands, one walks, one is hidden, one creeps."""
    places = {1: (-5, 1.0), 2: (3, 0.12), 3: (-1, 1.0), 4: (2, 0.0), 5: (0.5, 1.0), 6: (4, 1.0), 7: (0, 0.08)}
    scene = Scene()
    for k in range(3):
        scene.frame(
            0.1,
            add=[actor(each, "walker.pedestrian.0001" if each == 5 else "vehicle.audi.tt") for each in places]
            if k == 0
            else [],
            poses=[pose(each, (x, 10 + 0.1 * k * speed, 0)) for each, (x, speed) in places.items()],
        )
    index = scene.index(tmp_path / "x.log")
    world = world_at(index, 0.1)
    ids = index.actors.actor_id
    visible = ids[world.rows] != 6
    order, origin = [3, 2, 1], (0.0, 10.1)
    rows = [index.actors.rows_of(each)[0] for each in order]
    for direction in (1, -1):
        for place, row in enumerate(rows):
            assert next_mover(world, visible, origin, row, direction) == rows[(place + direction) % 3]
    stands = index.actors.rows_of(4)[0]
    for current in (None, stands):
        assert next_mover(world, visible, origin, current, 1) == rows[0]
        assert next_mover(world, visible, origin, current, -1) == rows[-1]
    assert next_mover(world, np.zeros(len(visible), np.bool_), origin, None, 1) is None
