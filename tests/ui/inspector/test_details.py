"""What the inspector says of doors, wheels, physics, light times, bones and the scene."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.details_scene import HERO, LIGHT, OTHER, SIGN, WALKER, detailed_street
from tests.scenes import read
from tests.ui.inspector.conftest import cell, opened_inspector, shown, text, told, unfold
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


def test_a_door_is_open_from_one_change_to_the_next(inspector, sheet, index, select):
    select(HERO)
    told = []
    for elapsed in (0.0, 0.11, 0.26, 0.31):
        inspector.told.set_world(world_at(index, elapsed))
        told.append(shown(sheet)["Doors open"])
    assert told == ["none", "front left", "front left", "none"]


def test_wheels_by_their_place_and_times_and_trigger_volume_of_a_light(inspector, sheet, index, select):
    inspector.told.set_world(world_at(index, 0.21))
    wheels = {"Front left": "steered −3.5 °, turned −400 °", "Back right": "steered 0.0 °, turned −400 °"}
    of_light = {"Green, yellow, red": "10.0, 3.0, 2.0 s", "Centre": "10.00, −4.50, 1.00 m"}
    for actor_id, said, missing in (
        (HERO, wheels, "Centre"),
        (OTHER, {}, "Front left"),
        (LIGHT, of_light, "Front left"),
        (SIGN, {"Centre": "14.00, −4.50, 1.00 m"}, "Green, yellow, red"),
    ):
        select(actor_id)
        rows = shown(sheet)
        assert said.items() <= rows.items()
        assert missing not in rows
    assert text(told(index, LIGHT, 0.0), "trigger_size") == "3.00, 8.00, 1.00 m"


def test_physics_is_folded_and_opens_with_units(sheet, select):
    select(HERO)
    assert shown(sheet)["Physics control"] == "UE4 from 0.9.12"
    for row, said in (
        (
            "Physics control",
            {
                "Max RPM": "5,729.58 1/min",
                "Mass": "1,845 kg",
                "MOI": "1.5 kg·m²",
                "Use gear autobox": "yes",
                "Center of mass": "0.1, 0, −0.25 m",
                "Torque curve": "0: 400 · 1,890: 500 · 5,729.58: 300 1/min: Nm",
                "Forward gears": "4.25 (0.5–0.65) · 2.5 (0.5–0.65)",
                "Steering curve": "0: 1 · 120: 0.5 km/h",
            },
        ),
        ("Wheel 2", {"Radius": "35.5 cm", "Max steer angle": "70 °", "Position": "100, −80, 30 cm"}),
        ("Forward gears", {"2": "2.5 (0.5–0.65)"}),
    ):
        assert not said.keys() & shown(sheet).keys()
        unfold(sheet, row)
        assert said.items() <= shown(sheet).items()
    unfold(sheet, "Physics control")
    assert "Mass" not in shown(sheet)


def test_bones_are_counted_and_open_with_their_names(sheet, select):
    select(WALKER)
    assert shown(sheet)["Bones"] == "2"
    assert "crl_root" not in shown(sheet)
    unfold(sheet, "Bones")
    assert shown(sheet)["crl_hips__C"] == "1.00, 2.00, 93.50 cm"
    assert "10, 20, 30 °" in cell(sheet, "crl_hips__C").data(Qt.ItemDataRole.ToolTipRole)


def test_the_scene_stands_in_the_summary(inspector, sheet, index):
    for elapsed, said in (
        (
            0.21,
            {
                "Platform time": "0.400 s",
                "Visual time": "300.200 s",
                "Real-time factor": "0.50",
                "Street lights": "1 of 1 on",
                "Building lights": "1 of 1 on",
                "Cloudiness": "20 %",
                "Sun altitude angle": "−15.5 °",
                "Fog distance": "0.75 m",
                "Rayleigh scattering scale": "0.0331",
            },
        ),
        (0.3, {"Cloudiness": "0 %", "Street lights": "0 of 1 on", "Building lights": "1 of 1 on"}),
    ):
        inspector.told.set_world(world_at(index, elapsed))
        assert said.items() <= shown(sheet).items()


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
