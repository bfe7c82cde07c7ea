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
    CROSSING,
    FROZEN,
    HERO,
    LATE,
    WALKER,
    found_in_town,
    row_of,
    town,
)
from tests.ui.views import look_at
from viewer.analysis.evidence import evidence_of
from viewer.analysis.stop_lines import governed_stop_lines
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.replay.world.world import world_at
from viewer.resources import resource
from viewer.roads import open_map
from viewer.ui.map import MapView
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.map.options import MapOptions
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.state.map_layers import MapLayers

ALL_USUAL = MapLayers()


@cache
def roads():
    return open_map(resource("Sampletown.xodr"))


@cache
def sample():
    return read_index(LogFile(resource("sample.log")))


@pytest.fixture
def view(put, theme, tasks):
    view = put(MapView(tasks), 400, 300)
    view.set_theme(theme)
    view.set_recording(town())
    view.set_hero(ref(HERO))
    view.set_world(world_at(town(), 5.0))
    return view


def clicked(view, *places):
    """Click points of the ground, in metres."""
    canvas = view.childAt(view.rect().center())
    for place in places:
        x, y = view.camera.to_screen(place).tolist()
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))


def ref(actor_id):
    return ref_of(row_of(town(), actor_id))


def selected(*ids):
    return refs_of(tuple(row_of(town(), each) for each in ids))


@pytest.fixture
def in_town(view):
    """The sample on its roads, at 23 s: the hero comes to a crossing with lights."""

    def show(x, y, scale, layers=ALL_USUAL, elapsed=23.0):
        view.set_recording(sample())
        view.set_hero(ref_of(sample().actors.hero_rows[0]))
        view.set_world(world_at(sample(), elapsed))
        view.scene.set_layers(layers)
        view.scene.set_stop_lines(governed_stop_lines(sample(), roads()))
        view.scene.set_ground(RoadGround(roads(), None, layers))
        look_at(view, (x, y, scale))
        view.scene.finish_ground()
        view.scene.forget()
        return view

    return show


@both
def test_a_crossing_close(in_town, looks):
    looks(in_town(38.0, 0.0, 8.0))


@pytest.mark.parametrize("scale", [2.5, 1.0])
def test_a_crossing_from_far(in_town, looks, scale):
    looks(in_town(0.0, 0.0, scale))


def test_everything_that_can_be_shown_of_roads(in_town, looks):
    layers = replace(MapLayers(), lane_ids=True, signals=True, grid=True, developer=True, labels=False)
    looks(in_town(41.0, 0.0, 10.0, layers))


@both
def test_actors_close(view, looks):
    look_at(view, (46.0, 0.0, 14.0))
    view.set_selected(selected(CROSSING, WALKER))
    view.set_hover(ref(BICYCLE))
    view.scene.forget()
    looks(view)


def test_lamps_and_lights(view, looks):
    view.set_selected(selected(FROZEN))
    look_at(view, (46.0, 0.0, 24.0))
    looks(view)


def test_ways_labels_and_a_measure(view, looks):
    past = np.column_stack([np.linspace(20, 47, 40), np.zeros(40)])
    future = np.column_stack([np.linspace(47, 55, 20), np.linspace(0, 2, 20)])
    view.scene.set_trail(past, future)
    view.set_options(MapOptions(label_role=True, label_blueprint=True, label_speed=True, color_by="speed"))
    view.set_selected(selected(HERO))
    look_at(view, (44.0, 0.0, 10.0))
    view.set_measuring(True)
    clicked(view, (35.0, 8.0), (43.0, 8.0), (43.0, 3.0))
    looks(view)


def test_contacts_a_ghost_and_another_time(view, looks):
    view.set_world(world_at(town(), 10.0))
    view.set_selected(selected(LATE))
    view.scene.set_ghost((36.0, -6.0, 0.0), (0.0, 30.0, 0.0), (2.0, 1.0))
    view.scene.set_contacts(
        [ContactMark(50.0, 0.0, 0.6, 3.0), ContactMark(42.0, 4.0, 0.0, 2.0, strong=False)]
    )
    view.scene.set_preview(world_at(town(), 4.0))
    look_at(view, (44.0, 0.0, 9.0))
    looks(view)


@both
def test_a_collision_as_an_exhibit(view, looks):
    event = next(each for each in found_in_town() if each.kind == "collision")
    evidence = evidence_of(town(), event)
    view.set_world(world_at(town(), event.start))
    view.set_exhibit(evidence)
    x, y = evidence.point
    look_at(view, (x, y, 11.0))
    looks(view)


def test_chips(view, looks):
    view.set_follow(ref(HERO))
    view.set_options(MapOptions(heading_up=True, color_by="speed"))
    hidden = np.zeros(len(town().actors), bool)
    hidden[[row_of(town(), each) for each in (BICYCLE, WALKER)]] = True
    view.set_hidden(hidden)
    view.set_right_inset(40)
    view.viewpoint.drag(QPointF(600.0, 300.0))
    looks(view)
