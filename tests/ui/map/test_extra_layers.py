"""Sensors, grid, trigger volumes and the spectator: each shown when its layer is on."""

from __future__ import annotations

from tests.scenes import CAMERA, Scene, actor, pose
from tests.ui.map.gestures import move, only
from tests.ui.map.pixels import around, picture
from tests.ui.views import look_at
from viewer.logfile import packets
from viewer.replay.world.world import world_at
from viewer.ui.map_layers import map_layers

DARK = map_layers(sensors=False)
DEVELOPER = map_layers(sensors=False, developer=True)


def changed(map_view, layers, at=None, reach=10):
    """Return how many pixels around a point differ from a map without extra layers."""
    pictures = []
    for each in (DARK, layers):
        map_view.told.set_layers(each)
        image = picture(map_view)
        pictures.append(image if at is None else around(image, at, reach))
    return int((pictures[0] != pictures[1]).any(axis=2).sum())


def test_sensors_are_marks_on_their_vehicle_when_there_is_room_and_can_be_pointed_at(
    map_view, mouse, asked, pixels_of, row_of
):
    look_at(map_view, (5.0, 0.0, 20.0))
    assert changed(map_view, map_layers(sensors=True), pixels_of(5.5, 0.0)) > 10
    move(mouse, pixels_of(5.5, 0.0))
    assert only(asked, "hover") == [(row_of(CAMERA),)]
    look_at(map_view, (5.0, 0.0, 6.0))
    assert changed(map_view, map_layers(sensors=True)) == 0


def test_trigger_volumes_are_for_developers_and_turn_with_their_actor(map_view, tmp_path, pixels_of):
    scene = Scene().frame(
        add=[actor(1, "traffic.traffic_light", (0.0, 0.0, 0.0), (0.0, 90.0, 0.0)), actor(2)],
        poses=[pose(2, (30.0, 0.0, 0.0))],
        extra={
            packets.TRIGGER_VOLUME: [
                (1, (1000.0, 0.0, 0.0), (500.0, 100.0, 50.0)),
                (2, (1e30, float("nan"), 0.0), (float("inf"), 1e20, 0.0)),
            ]
        },
    )
    index = scene.index(tmp_path / "trigger.log")
    map_view.told.set_recording(index)
    map_view.told.set_world(world_at(index, 0.0))
    look_at(map_view, (10.0, 0.0, 10.0))
    assert changed(map_view, DEVELOPER, pixels_of(10.0, 4.0), 3) > 0
    assert changed(map_view, DEVELOPER, pixels_of(14.0, 0.0), 3) == 0
