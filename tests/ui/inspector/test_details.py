"""What the inspector says of doors, wheels, physics, light times, bones and the scene."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.details_scene import HERO, LIGHT, OTHER, SIGN, WALKER, detailed_street
from tests.scenes import read
from tests.ui.inspector.sheets import cell, opened_inspector, row_of, shown, text, told, tree_of, unfold
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.indexing.builder import read_index
from viewer.replay.world.world import world_at
from viewer.ui.theme import apply_theme, load_theme


@pytest.fixture(scope="module", params=list(Engine), ids=lambda engine: engine.value)
def index(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("details") / "details.log"
    return read(detailed_street(request.param).bytes(), path)


@pytest.fixture
def inspector(index, qtbot, qapp, alone):
    apply_theme(qapp, load_theme("dark"))
    return opened_inspector(qtbot, alone, index, 0.0)


@pytest.fixture
def sheet(inspector):
    return tree_of(inspector)


def select(inspector, index, actor_id):
    inspector.told.set_selected((row_of(index, actor_id),))


def test_a_door_is_open_from_one_change_to_the_next(inspector, sheet, index):
    select(inspector, index, HERO)
    told = []
    for elapsed in (0.0, 0.11, 0.26, 0.31):
        inspector.told.set_world(world_at(index, elapsed))
        told.append(shown(sheet)["Doors open"])
    assert told == ["none", "front left", "front left", "none"]


def test_wheels_by_their_place(inspector, sheet, index):
    select(inspector, index, HERO)
    inspector.told.set_world(world_at(index, 0.21))
    rows = shown(sheet)
    assert rows["Front left"] == "steered −3.5 °, turned −400 °"
    assert rows["Back right"] == "steered 0.0 °, turned −400 °"
    select(inspector, index, OTHER)
    assert "Front left" not in shown(sheet)


def test_times_and_trigger_volume_of_a_light(inspector, sheet, index):
    select(inspector, index, LIGHT)
    rows = shown(sheet)
    assert rows["Green, yellow, red"] == "10.0, 3.0, 2.0 s"
    assert rows["Centre"] == "10.00, −4.50, 1.00 m"
    assert text(told(index, LIGHT, 0.0), "trigger_size") == "3.00, 8.00, 1.00 m"
    select(inspector, index, SIGN)
    assert "Green, yellow, red" not in shown(sheet)
    assert shown(sheet)["Centre"] == "14.00, −4.50, 1.00 m"


def test_physics_is_folded_and_opens_with_units(inspector, sheet, index):
    select(inspector, index, HERO)
    assert shown(sheet)["Physics control"] == "UE4 from 0.9.12"
    assert "Mass" not in shown(sheet)

    unfold(sheet, "Physics control")

    rows = shown(sheet)
    assert rows["Max RPM"] == "5,729.58 1/min"
    assert rows["Mass"] == "1,845 kg"
    assert rows["MOI"] == "1.5 kg·m²"
    assert rows["Use gear autobox"] == "yes"
    assert rows["Center of mass"] == "0.1, 0, −0.25 m"
    assert rows["Torque curve"] == "0: 400 · 1,890: 500 · 5,729.58: 300 1/min: Nm"
    assert rows["Forward gears"] == "4.25 (0.5–0.65) · 2.5 (0.5–0.65)"
    assert rows["Steering curve"] == "0: 1 · 120: 0.5 km/h"
    assert {"Wheel 1", "Wheel 4"} <= rows.keys()

    unfold(sheet, "Wheel 2")
    rows = shown(sheet)
    assert rows["Radius"] == "35.5 cm"
    assert rows["Max steer angle"] == "70 °"
    assert rows["Position"] == "100, −80, 30 cm"
    unfold(sheet, "Forward gears")
    assert shown(sheet)["2"] == "2.5 (0.5–0.65)"

    unfold(sheet, "Physics control")
    assert "Mass" not in shown(sheet)


def test_bones_are_counted_and_open_with_their_names(inspector, sheet, index):
    select(inspector, index, WALKER)
    assert shown(sheet)["Bones"] == "2"
    assert "crl_root" not in shown(sheet)
    unfold(sheet, "Bones")
    assert shown(sheet)["crl_hips__C"] == "1.00, 2.00, 93.50 cm"
    assert "10, 20, 30 °" in cell(sheet, "crl_hips__C").data(Qt.ItemDataRole.ToolTipRole)


def test_the_scene_stands_in_the_summary(inspector, sheet, index):
    inspector.told.set_world(world_at(index, 0.21))
    rows = shown(sheet)
    assert rows["Platform time"] == "0.400 s"
    assert rows["Visual time"] == "300.200 s"
    assert rows["Real-time factor"] == "0.50"
    assert rows["Street lights"] == "1 of 1 on"
    assert rows["Building lights"] == "1 of 1 on"
    assert rows["Cloudiness"] == "20 %"
    assert rows["Sun altitude angle"] == "−15.5 °"
    assert rows["Fog distance"] == "0.75 m"
    assert rows["Rayleigh scattering scale"] == "0.0331"

    inspector.told.set_world(world_at(index, 0.3))
    rows = shown(sheet)
    assert rows["Cloudiness"] == "0 %"
    assert rows["Street lights"] == "0 of 1 on"
    assert rows["Building lights"] == "1 of 1 on"


@pytest.mark.parametrize(
    ("name", "mass", "lights"),
    [
        ("town01_carla0910_additional_data.log", "2,404 kg", "164 of 164 on"),
        ("town01_carla0913_additional_data.log", "1,696 kg", None),
    ],
)
def test_real_recordings_with_additional_data(recordings, inspector, sheet, name, mass, lights):
    index = read_index(LogFile(recordings / name))
    inspector.told.set_recording(index)
    inspector.told.set_world(world_at(index, 5.0))
    assert shown(sheet).get("Street lights") == lights
    assert shown(sheet)["Platform time"].endswith(" s")
    inspector.told.set_selected((index.actors.hero_rows[0],))
    unfold(sheet, "Physics control")
    assert shown(sheet)["Mass"] == mass
    inspector.told.set_selected((int(np.flatnonzero(index.actors.category == Category.TRAFFIC_LIGHT)[0]),))
    assert shown(sheet)["Green, yellow, red"] == "10.0, 3.0, 2.0 s"
