"""The map: roads, actors, lights, labels, exhibits, and what floats on it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from tests.pictures.conftest import both
from tests.pictures.recordings import (
    BICYCLE,
    FROZEN,
    HERO,
    LATE,
    WALKER,
    found_in_town,
    row_of,
    sample,
    town,
)
from tests.scenes import Scene, actor, pose
from tests.ui.map.gestures import look_at, map_of, move
from viewer.analysis.event_geometry import geometry_of
from viewer.analysis.find_events import find_events
from viewer.analysis.traffic_lights import governed_stop_lines
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.program import resource
from viewer.replay.world.world import world_at
from viewer.roads import open_map
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.map_layers import MapOptions, map_layers

ALL_USUAL = map_layers()


@cache
def roads():
    return open_map(resource("Sampletown.xodr"))


@pytest.fixture
def view(put, theme, alone):
    view = put(map_of(alone), 400, 300)
    view.told.set_recording(town())
    view.told.set_hero(ref(HERO))
    view.told.set_world(world_at(town(), 5.0))
    return view


def clicked(view, *places):
    """Click points of the ground, in metres."""
    canvas = view.childAt(view.rect().center())
    for place in places:
        x, y = view.camera.to_screen(place).tolist()
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))


def ref(actor_id):
    return row_of(town(), actor_id)


def selected(*ids):
    return tuple(row_of(town(), each) for each in ids)


@pytest.fixture
def in_town(view):
    """The sample on its roads, at 23 s: the hero comes to a crossing with lights."""

    def show(x, y, scale, layers=ALL_USUAL, elapsed=23.0):
        view.told.set_recording(sample())
        view.told.set_hero(sample().actors.hero_rows[0])
        view.told.set_world(world_at(sample(), elapsed))
        view.told.set_layers(layers)
        view.told.show(stop_lines=governed_stop_lines(sample(), roads()))
        view.scene.update(ground=RoadGround(roads(), None, layers))
        look_at(view, (x, y, scale))
        view.scene.finish_ground()
        view.scene.forget()
        return view

    return show


@both
def test_a_crossing_close(in_town, looks):
    looks(in_town(38.0, 0.0, 8.0))


def test_a_crossing_from_far(in_town, looks):
    looks(in_town(0.0, 0.0, 2.5))


def test_everything_that_can_be_shown_of_roads(in_town, looks):
    layers = map_layers(lane_ids=True, signals=True, grid=True, developer=True, labels=False)
    looks(in_town(41.0, 0.0, 10.0, layers))


def test_lamps_and_lights(view, looks):
    view.told.set_selected(selected(FROZEN))
    look_at(view, (46.0, 0.0, 24.0))
    looks(view)


def test_ways_labels_and_a_measure(view, looks):
    past = np.column_stack([np.linspace(20, 47, 40), np.zeros(40)])
    future = np.column_stack([np.linspace(47, 55, 20), np.linspace(0, 2, 20)])
    labels = MapOptions(label_role=True, label_blueprint=True, label_speed=True, color_by="speed")
    view.told.set_options(labels)
    view.told.set_selected(selected(HERO))
    view.scene.update(trail=(past, future))
    look_at(view, (44.0, 0.0, 10.0))
    view.measure.set_on(True)
    clicked(view, (35.0, 8.0), (43.0, 8.0), (43.0, 3.0))
    looks(view)


def test_contacts_a_ghost_and_another_time(view, looks):
    view.told.set_world(world_at(town(), 10.0))
    view.told.set_selected(selected(LATE))
    view.scene.update(last_known_pose=pose_on_map((36.0, -6.0, 0.0), (0.0, 30.0, 0.0), (2.0, 1.0)))
    view.scene.update(
        contacts=[ContactMark(50.0, 0.0, 0.6, 3.0), ContactMark(42.0, 4.0, 0.0, 2.0, strong=False)]
    )
    view.told.show(preview=world_at(town(), 4.0))
    look_at(view, (44.0, 0.0, 9.0))
    looks(view)


def exhibit(view, kind, scale):
    """Show the first event of a kind, at so many pixels a metre."""
    event = next(each for each in found_in_town() if each.kind == kind)
    evidence = geometry_of(town(), event)
    view.told.set_world(world_at(town(), event.start))
    view.set_event_overlay(evidence)
    x, y = evidence.point
    look_at(view, (x, y, scale))


@both
def test_a_collision_as_an_exhibit(view, looks):
    exhibit(view, "collision", 11.0)
    looks(view)


def test_chips(view, looks):
    view.told.set_followed(ref(HERO))
    view.told.set_options(MapOptions(heading_up=True, color_by="speed"))
    hidden = np.zeros(len(town().actors), bool)
    hidden[[row_of(town(), each) for each in (BICYCLE, WALKER)]] = True
    view.told.set_hidden(hidden)
    view.viewpoint.drag(QPointF(600.0, 300.0))
    looks(view)


def point_at(view, x, y):
    px, py = view.camera.to_screen((x, y)).tolist()
    move(view.childAt(view.rect().center()), QPoint(round(px), round(py)))


def test_a_red_light_as_an_exhibit(in_town, looks):
    view = in_town(38.0, 0.0, 8.0)
    found = next(each for each in find_events(sample()).events if each.kind == "harsh_braking")
    event = found._replace(kind="red_light", start=23.0, rows=(sample().actors.hero_rows[0],))
    lane = np.array([[(30.0, 0.2), (40.0, 0.2)], [(30.0, 3.4), (40.0, 3.4)]])
    evidence = replace(geometry_of(sample(), event), point=(41.7, 1.75), light=(41.5, 8.0), lane=lane)
    view.set_event_overlay(evidence)
    view.scene.forget()
    looks(view)


def test_signs_and_a_light_that_counts(view, looks, tmp_path):
    kinds = (
        "traffic.stop",
        "traffic.yield",
        "traffic.speed_limit.30",
        "traffic.speed_limit.120",
        "traffic.other",
    )
    signs = [actor(10 + n, kind, (5.0 * n - 10.0, 5.0, 0.0)) for n, kind in enumerate(kinds)]
    lights = [actor(30 + n, "traffic.traffic_light", (5.0 * n - 10.0, -4.0, 0.0)) for n in range(5)]
    scene = Scene().frame(
        add=[actor(1), *signs, *lights],
        poses=[pose(1, (0.0, 0.0, 0.0))],
        extra={
            packets.TRAFFIC_LIGHT_STATE: [
                (30 + n, n == 1, 2.0, state) for n, state in enumerate(TrafficLightState)
            ],
            packets.TRAFFIC_LIGHT_TIME: [(30 + n, 10.0, 3.0, 12.0) for n in range(5)],
        },
    )
    index = scene.index(tmp_path / "signs.log")
    view.told.set_recording(index)
    view.told.set_hero(None)
    view.told.set_world(world_at(index, 0.0))
    look_at(view, (0.0, 0.0, 14.0))
    looks(view)


LAMPS = (
    VehicleLightState.BRAKE,
    VehicleLightState.REVERSE,
    VehicleLightState.LEFT_BLINKER,
    VehicleLightState.RIGHT_BLINKER,
    VehicleLightState.LOW_BEAM,
    VehicleLightState.HIGH_BEAM,
)


def test_each_lamp_each_door_and_wheels_that_are_turned(view, looks, tmp_path):
    bicycle, cars = 30, [*range(10, 16), *range(20, 26)]
    turned = [
        pose(each, (6.0 * (n % 6) - 16.0, 5.0 * (n // 6) - 4.5, 0.0), (0.0, 8.0 * (n % 6), 0.0))
        for n, each in enumerate(cars)
    ]
    scene = Scene().frame(
        add=[actor(each) for each in cars] + [actor(bicycle, "vehicle.bh.crossbike", number_of_wheels="2")],
        poses=[*turned, pose(bicycle, (-6.0, 4.5, 0.0))],
        extra={
            packets.VEHICLE_LIGHT: [(10 + n, int(lamp)) for n, lamp in enumerate(LAMPS)],
            packets.VEHICLE_DOOR: [
                (20 + int(door), int(door), True) for door in VehicleDoor if door != VehicleDoor.ALL
            ],
            packets.ANIM_VEHICLE_WHEELS: [
                (each, ((0, -30.0, 0.0), (1, 20.0, 0.0))) for each in (15, 25, bicycle)
            ],
        },
    )
    index = scene.index(tmp_path / "lamps.log")
    view.resize(740, 320)
    view.told.set_recording(index)
    view.told.set_hero(None)
    view.told.set_world(world_at(index, 0.0))
    view.told.set_layers(map_layers(labels=False))
    look_at(view, (-1.0, 0.0, 20.0))
    looks(view)
