from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from tests.extras import need
from tests.scenes import DATE, HERO, LATE, LIGHT, OTHER, SIGN
from viewer.export.boxes import quaternions
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.recording.actors import Category
from viewer.roads import open_map

MOVERS = (Category.VEHICLE, Category.BICYCLE, Category.WALKER)


@pytest.fixture(autouse=True)
def _mcap() -> None:
    need("mcap", "mcap", "mcap_protobuf", "foxglove_schemas_protobuf")


def messages(recording, path, *, actor_ids=None, roads=None):
    """Export, and return the messages of each topic with their times in ns, as mcap's reader reads them."""
    from mcap.reader import make_reader  # noqa: PLC0415
    from mcap_protobuf.decoder import DecoderFactory  # noqa: PLC0415

    part = make_selection(recording.index, actors=actor_ids)
    export(replace(part, roads=roads), FORMATS["mcap"], path)
    found = defaultdict(list)
    with path.open("rb") as stream:
        reader = make_reader(stream, decoder_factories=[DecoderFactory()])
        for schema, channel, message, content in reader.iter_decoded_messages():
            assert schema.name.startswith("foxglove.")
            found[channel.topic].append((message.log_time, content))
    return found


def test_transforms_and_boxes_are_those_of_the_api(recording, tmp_path) -> None:
    found = messages(recording, tmp_path / "a.mcap")
    assert len(found["/tf"]) == len(found["/actors"]) == len(recording.frames)
    start = recording.header.timestamp * 1_000_000_000
    for number in range(0, len(recording.frames), 9):
        elapsed = float(recording.index.elapsed[number])
        world = recording.world_at(elapsed)
        there = np.isin(world.categories, MOVERS) & world.has_pose
        time, content = found["/tf"][number]
        assert time == start + round(elapsed * 1e9)
        names = [each.child_frame_id for each in content.transforms]
        assert names == [f"actor/{each}" for each in world.actor_ids[there].tolist()]
        places = [
            (each.translation.x, -each.translation.y, each.translation.z) for each in content.transforms
        ]
        np.testing.assert_array_equal(np.reshape(places, (-1, 3)), world.locations[there])
        turns = [
            (each.rotation.x, each.rotation.y, each.rotation.z, each.rotation.w)
            for each in content.transforms
        ]
        np.testing.assert_array_equal(np.reshape(turns, (-1, 4)), quaternions(world.rotations[there]))
        boxes = [each.cubes[0] for each in found["/actors"][number][1].entities]
        sizes = [(each.size.x, each.size.y, each.size.z) for each in boxes]
        np.testing.assert_array_equal(np.reshape(sizes, (-1, 3)), 2.0 * world.box_extents[there])


def test_a_box_stands_where_the_actor_and_its_centre_say(scene, tmp_path) -> None:
    found = messages(scene, tmp_path / "a.mcap")
    (hero,) = (each for each in found["/actors"][4][1].entities if each.id == str(HERO))
    position = hero.cubes[0].pose.position
    assert (position.x, position.y, position.z) == pytest.approx((2.0 + 0.05, 0.0, 0.1 + 0.75), abs=1e-5)
    assert {each.key: each.value for each in hero.metadata}["role_name"] == "hero"


def test_who_dies_is_deleted(scene, tmp_path) -> None:
    updates = [content for _, content in messages(scene, tmp_path / "a.mcap")["/actors"]]
    there = [str(LATE) in {each.id for each in update.entities} for update in updates]
    assert there == [5 <= k < 15 for k in range(20)]
    deleted = [[each.id for each in update.deletions] for update in updates]
    assert deleted == [[str(LATE)] if k == 15 else [] for k in range(20)]


def test_lights_are_told_when_they_change(scene, tmp_path) -> None:
    found = messages(scene, tmp_path / "a.mcap")
    lights = [
        (time - DATE * 1_000_000_000, each.id, each.metadata[0].value)
        for time, content in found["/traffic_lights"]
        for each in content.entities
    ]
    changed = round(float(scene.index.elapsed[12]) * 1e9)
    assert lights == [(0, str(LIGHT), "Green"), (changed, str(LIGHT), "Yellow")]
    (standing,) = found["/standing"]
    assert str(SIGN) in {each.id for each in standing[1].entities}


def test_events(scene, tmp_path) -> None:
    found = messages(scene, tmp_path / "a.mcap", actor_ids=[HERO])
    texts = [content.message for _, content in found["/events"]]
    assert texts[0] == f"spawn: {HERO} (vehicle.lincoln.mkz2017)"
    assert sum(text.startswith("collision: ") for text in texts) == 2
    assert all(str(HERO) in text for text in texts)


def test_roads_are_at_the_start_and_colours_are_what_they_are_called(
    recordings, maps, scene, tmp_path
) -> None:
    """Foxglove wants them from 0 to 1. The light is green, then yellow; the hero is yellow, others not."""
    road_map = open_map(maps / "Town03.xodr")
    found = messages(scene, tmp_path / "a.mcap", roads=road_map)
    ((time, roads),) = found["/roads"]
    assert time == DATE * 1_000_000_000
    points = np.array([(each.x, -each.y) for entity in roads.entities for each in entity.lines[0].points])
    left, top, right, bottom = road_map.bounds
    assert points.min(axis=0) == pytest.approx((left, top), abs=5.0)
    assert points.max(axis=0) == pytest.approx((right, bottom), abs=5.0)
    boxes = {each.id: each.cubes[0].color for each in found["/actors"][4][1].entities}
    balls = [each.spheres[0].color for _, content in found["/traffic_lights"] for each in content.entities]
    lines = [each.lines[0].color for _, content in found["/roads"] for each in content.entities]
    for color in (*boxes.values(), *balls, *lines):
        channels = (color.r, color.g, color.b)
        assert color.a == 1.0
        assert min(channels) >= 0.0
        assert 0.3 < max(channels) <= 1.0
    green, yellow = balls
    assert green.g > 1.5 * max(green.r, green.b)
    assert min(yellow.r, yellow.g) > 2 * yellow.b
    assert min(boxes[str(HERO)].r, boxes[str(HERO)].g) > 2 * boxes[str(HERO)].b
    assert boxes[str(OTHER)].b > boxes[str(OTHER)].r
