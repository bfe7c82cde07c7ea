from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import viewer
from tests.extras import need
from tests.scenes import BICYCLE, LATE, OTHER, WALKER, Scene, actor, pose
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.replay.time.typed_time import parse_moment


@pytest.fixture(autouse=True)
def _scenariogeneration() -> None:
    need("xosc", "scenariogeneration")


def scenario_of(recording, path, span=("0", "100 %"), actor_ids=None) -> ET.Element:
    begin, end = map(parse_moment, span)
    part = make_selection(recording.index, (begin, end), actor_ids)
    export(part, FORMATS["xosc"], path)
    return ET.parse(path).getroot()  # noqa: S314 - it is our own


def ways(scenario: ET.Element) -> dict[str, np.ndarray]:
    """Return for each entity time, x, y, z, h, p, r of each vertex, shape (K, 7)."""
    found = {}
    for group in scenario.iter("ManeuverGroup"):
        vertices = [
            [
                float(vertex.get("time")),
                *(float(vertex.find(".//WorldPosition").get(name)) for name in "xyzhpr"),
            ]
            for vertex in group.iter("Vertex")
        ]
        found[group.find("Actors/EntityRef").get("entityRef")] = np.array(vertices)
    return found


def test_trajectories_are_those_of_the_api(recording, tmp_path) -> None:
    actors = recording.actors
    hero = actors.hero_rows[0] if actors.hero_rows else int(np.flatnonzero(actors.category == 0)[0])
    actor_id = int(actors.actor_id[hero])
    scenario = scenario_of(recording, tmp_path / "a.xosc", actor_ids=[actor_id])
    ((_, way),) = ways(scenario).items()
    elapsed, locations, rotations = recording.trajectory(actor_id)
    np.testing.assert_array_equal(way[:, 0], elapsed)
    np.testing.assert_array_equal(way[:, 1:4] * (1, -1, 1), locations)
    pitch, yaw, roll = np.radians(rotations).T
    np.testing.assert_allclose(way[:, 4:], np.stack((-yaw, -pitch, roll), axis=1), atol=1e-12)
    assert scenario.find("RoadNetwork/LogicFile").get("filepath") == recording.header.map_name


def test_read_back_by_the_library_that_wrote_it(recording, tmp_path) -> None:
    from scenariogeneration import xosc  # noqa: PLC0415

    scenario_of(recording, tmp_path / "a.xosc", ("0", "1"))
    parsed = xosc.ParseOpenScenario(str(tmp_path / "a.xosc"))
    names = {each.name for each in parsed.entities.scenario_objects}
    moving = np.isin(recording.actors.category, (0, 1, 2)) & (recording.actors.spawn_frame <= 1)
    assert len(names) >= moving.sum()


def test_entities(scene, tmp_path) -> None:
    scenario = scenario_of(scene, tmp_path / "a.xosc", ("0.1", "0.4"))
    entities = {each.get("name"): each for each in scenario.iter("ScenarioObject")}
    assert set(entities) == {
        "hero",
        f"vehicle.tesla.model3_{OTHER}",
        f"vehicle.bh.crossbike_{BICYCLE}",
        f"walker.pedestrian.0001_{WALKER}",
        f"vehicle.audi.tt_{LATE}",
    }
    assert entities[f"vehicle.bh.crossbike_{BICYCLE}"].find("Vehicle").get("vehicleCategory") == "bicycle"
    assert entities[f"walker.pedestrian.0001_{WALKER}"].find("Pedestrian") is not None
    size = entities["hero"].find("Vehicle/BoundingBox/Dimensions").attrib
    assert [float(size[name]) for name in ("length", "width", "height")] == pytest.approx([4.9, 2.12, 1.5])
    axles = [axle for kind in ("FrontAxle", "RearAxle") for axle in entities["hero"].iter(kind)]
    assert len(axles) == 2
    for axle in axles:
        told = {
            name: float(axle.get(name)) for name in ("positionX", "positionZ", "wheelDiameter", "trackWidth")
        }
        assert told["positionZ"] == pytest.approx(told["wheelDiameter"] / 2)  # wheels stand on the ground
        assert 0.4 < told["wheelDiameter"] < 1.0
        assert 1.0 < told["trackWidth"] < 2.12  # within the car
        assert 1.0 < abs(told["positionX"]) < 4.9 / 2
    properties = {each.get("name"): each.get("value") for each in entities["hero"].iter("Property")}
    assert properties["color"] == "10,20,30"


def test_times_begin_with_the_range_and_the_scenario_ends_with_it(scene, tmp_path) -> None:
    scenario = scenario_of(scene, tmp_path / "a.xosc", ("#3", "#9"))
    way = ways(scenario)["hero"]
    np.testing.assert_allclose(way[:, 0], 0.05 * np.arange(7), atol=1e-6)
    np.testing.assert_allclose(way[:, 1], 0.5 * np.arange(2, 9), atol=1e-6)
    late = ways(scenario)[f"vehicle.audi.tt_{LATE}"]
    assert late[0, 0] == pytest.approx(0.15, abs=1e-6)
    (stop,) = scenario.findall("Storyboard/StopTrigger//SimulationTimeCondition")
    assert float(stop.get("value")) == pytest.approx(0.3, abs=1e-6)
    teleport = scenario.find(f".//Private[@entityRef='vehicle.audi.tt_{LATE}']//WorldPosition")
    assert (float(teleport.get("x")), float(teleport.get("y"))) == pytest.approx((20.0, -18.5), abs=1e-5)


def test_texts_that_xml_cannot_hold(tmp_path) -> None:
    odd = actor(1, "vehicle.\x1bodd", role_name="he\x00ro", **{"k\x07": "v\x0b"})
    path = Scene().frame(add=[odd], poses=[pose(1, (0.0, 0.0, 0.0))]).save(tmp_path / "a.log")
    with viewer.open_recording(path) as opened:
        scenario = scenario_of(opened, tmp_path / "a.xosc")
    assert scenario.find(".//ScenarioObject").get("name").startswith("vehicle.\ufffdodd")
    written = {each.get("name"): each.get("value") for each in scenario.iter("Property")}
    assert (written["role_name"], written["k\ufffd"]) == ("he\ufffdro", "v\ufffd")
