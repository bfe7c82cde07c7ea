"""Actors: lives, parents, boxes, categories, heroes; and the events they come from."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.scenes import BICYCLE, CAMERA, HERO, LATE, Scene, actor, box, hit, pose, read, street
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY
from viewer.logfile.fields import Engine
from viewer.recording.actors import Category
from viewer.recording.recorded_events import EventType

each_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)


def events(index, *kinds):
    """Return events as (frame, kind, actor, other), of some kinds or of all."""
    return [event for event in index.recorded_events.tolist() if not kinds or event[1] in kinds]


@each_engine
def test_what_the_first_frame_says_about_an_actor(scratch, engine):
    index = street(engine=engine).index(scratch)
    row = index.actors.find(HERO, 0)
    description = index.actors.descriptions[row]
    assert (description.actor_id, description.type_id) == (HERO, "vehicle.lincoln.mkz2017")
    assert description.attributes == {"role_name": "hero", "color": "10,20,30"}
    assert description.role_name == "hero"
    assert index.actors.descriptions[index.actors.find(BICYCLE, 0)].role_name == ""
    camera = index.actors.find(CAMERA, 2)
    assert index.actors.location[camera] == pytest.approx([1.5, 0.0, 2.4])
    assert index.actors.rotation[camera] == pytest.approx([-8.0, 0.0, 0.0])


def test_actors_that_are_alike_share_what_is_said_about_them(scratch):
    scene = Scene().frame(add=[actor(1, role_name="autopilot")])
    scene.frame(add=[actor(2, role_name="autopilot"), actor(3, role_name="hero"), actor(4, "walker.a")])
    first, alike, other, walker = scene.index(scratch).actors.descriptions
    assert first.attributes is alike.attributes
    assert (alike.actor_id, other.role_name, walker.type_id) == (2, "hero", "walker.a")
    assert dict(walker.attributes) == {}


# -- parents


def parents(scene, scratch):
    """Return parent ids by child id, of all that are attached."""
    actors = scene.index(scratch).actors
    ids = actors.actor_id.tolist()
    return {ids[row]: ids[parent] for row, parent in enumerate(actors.parent.tolist()) if parent >= 0}


def test_a_child_is_attached_in_the_frame_that_adds_it(scratch):
    scene = Scene().frame(add=[actor(1)])
    scene.frame(add=[actor(2, "sensor.camera.rgb"), actor(3, "sensor.other.imu")], parents=[(2, 1), (3, 2)])
    index = scene.index(scratch)
    assert index.actors.parent.tolist() == [-1, 0, 1]
    assert index.actors.children(0).tolist() == [1]
    assert index.actors.children(1).tolist() == [2]
    assert events(index, EventType.PARENT) == [(1, EventType.PARENT, 1, 0), (1, EventType.PARENT, 2, 1)]


@pytest.mark.parametrize(
    ("pairs", "attached"),
    [
        ([(2, 1)], {2: 1}),
        ([(2, 99)], {}),
        ([(99, 1)], {}),
        ([(1, 1)], {}),
        ([(2, 1), (1, 2)], {2: 1}),
        ([(2, 1), (3, 2), (1, 3)], {2: 1, 3: 2}),
        ([(2, 1), (2, 3)], {2: 3}),
    ],
    ids=["known", "unknown parent", "unknown child", "itself", "circle of two", "circle of three", "twice"],
)
def test_who_is_attached(scratch, pairs, attached):
    scene = Scene().frame(add=[actor(1), actor(2), actor(3)], parents=pairs)
    assert parents(scene, scratch) == attached


def test_only_in_its_spawn_frame_is_a_transform_relative(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)]).frame(parents=[(2, 1)])
    assert parents(scene, scratch) == {}


def test_a_dead_parent_is_no_parent(scratch):
    scene = Scene().frame(add=[actor(1)]).frame(remove=[1], add=[actor(2)], parents=[(2, 1)])
    assert parents(scene, scratch) == {}


def test_the_parent_is_the_life_that_has_the_id_then(scratch):
    scene = Scene().frame(add=[actor(1)]).frame(remove=[1], add=[actor(1), actor(2)], parents=[(2, 1)])
    assert scene.index(scratch).actors.parent.tolist() == [-1, -1, 1]


def deepest(pairs, ids, scratch):
    """Return how many parents above one another the one with the most has."""
    actors = Scene().frame(add=[actor(k) for k in ids], parents=pairs).index(scratch).actors
    depth = 0
    above = actors.parent[actors.parent >= 0]
    while len(above):
        depth += 1
        above = actors.parent[above]
        above = above[above >= 0]
    return depth


def test_endless_chains_of_attachments_are_cut(scratch):
    many = range(1, 2001)
    chain = [(child + 1, child) for child in many[:-1]]
    assert 3 < deepest(chain, many, scratch) < 100
    assert deepest(chain[::-1], many, scratch) < 100


# -- bounding boxes


@each_engine
def test_recorded_boxes_replace_the_usual_ones(scratch, engine):
    scene = Scene(engine).frame(add=[actor(1), actor(2)], boxes=[box(2, (0.1, 0.0, 0.7), (2.0, 1.0, 0.5))])
    actors = scene.index(scratch).actors
    assert actors.box_recorded.tolist() == [False, True]
    assert actors.box_center[1] == pytest.approx([0.1, 0.0, 0.7], rel=1e-6)
    assert actors.box_extent[1] == pytest.approx([2.0, 1.0, 0.5])
    assert actors.box_extent[0] == pytest.approx([2.395, 1.08, 0.745])  # a Tesla


@pytest.mark.parametrize(
    ("center", "extent"),
    [
        ((math.nan,) * 3, (-math.inf,) * 3),
        ((0.0,) * 3, (0.0,) * 3),
        ((0.0,) * 3, (1.0, math.inf, 1.0)),
        ((0.0,) * 3, (1.0, -1.0, 1.0)),
        ((math.inf, 0.0, 0.0), (1.0, 1.0, 1.0)),
        ((0.0,) * 3, (1e30, 1.0, 1.0)),
    ],
)
def test_boxes_that_are_none_are_left_out(scratch, center, extent):
    index = Scene().frame(add=[actor(1, "spectator")], boxes=[box(1, center, extent)]).index(scratch)
    assert index.actors.box_recorded.tolist() == [False]
    assert np.isfinite(index.actors.box_extent).all()
    assert (index.actors.box_extent > 0).all()
    assert index.problems == ()


def test_a_flat_box_is_a_box(scratch):
    index = Scene().frame(add=[actor(1)], boxes=[box(1, (0, 0, 0), (1.0, 1.0, 0.0))]).index(scratch)
    assert index.actors.box_recorded.tolist() == [True]


def test_a_box_belongs_to_one_life(scratch):
    scene = Scene().frame(add=[actor(1)], boxes=[box(1, (0, 0, 0), (3, 2, 1)), box(9, (0, 0, 0), (1, 1, 1))])
    actors = scene.frame(remove=[1], add=[actor(1)]).index(scratch).actors
    assert actors.box_recorded.tolist() == [True, False]
    assert actors.box_extent[0].tolist() == [3.0, 2.0, 1.0]


BLUEPRINTS = [
    ("vehicle.tesla.model3", 1, {}, Category.VEHICLE),
    ("vehicle.harley-davidson.low_rider", 1, {"number_of_wheels": "2"}, Category.VEHICLE),
    ("vehicle.bh.crossbike", 1, {"number_of_wheels": "2"}, Category.BICYCLE),
    ("vehicle.diamondback.century", 1, {}, Category.BICYCLE),
    ("vehicle.gazelle.omafiets", 1, {}, Category.BICYCLE),
    ("vehicle.new.bike", 1, {"base_type": "bicycle"}, Category.BICYCLE),
    ("vehicle.new.motorbike", 1, {"base_type": "motorcycle", "number_of_wheels": "2"}, Category.VEHICLE),
    ("walker.pedestrian.0001", 2, {}, Category.WALKER),
    ("traffic.traffic_light", 3, {}, Category.TRAFFIC_LIGHT),
    ("traffic.speed_limit.30", 4, {}, Category.TRAFFIC_SIGN),
    ("traffic.stop", 0, {}, Category.TRAFFIC_SIGN),  # 0.9.6
    ("sensor.camera.rgb", 5, {}, Category.SENSOR),
    ("sensor.other.collision", 0, {}, Category.SENSOR),  # 0.9.6 to 0.9.10
    ("static.prop.trafficcone01", 0, {}, Category.PROP),
    ("spectator", 0, {}, Category.SPECTATOR),
    ("controller.ai.walker", 0, {}, Category.CONTROLLER),
    ("something.else", 1, {}, Category.VEHICLE),
    ("something.else", 2, {}, Category.WALKER),
    ("something.else", 0, {}, Category.OTHER),
    ("something.else", 200, {}, Category.OTHER),
    ("", 0, {}, Category.OTHER),
]


@pytest.mark.parametrize(("type_id", "kind", "attributes", "category"), BLUEPRINTS)
def test_categories(scratch, type_id, kind, attributes, category):
    actors = Scene().frame(add=[actor(1, type_id, type=kind, **attributes)]).index(scratch).actors
    assert actors.category.tolist() == [category]
    assert (actors.box_extent > 0.05).all()
    assert (actors.box_extent < 10.0).all()


# -- heroes


def heroes(scratch, *roles):
    index = Scene().frame(add=[actor(k, role_name=role) for k, role in enumerate(roles)]).index(scratch)
    return [roles[row] for row in index.actors.hero_rows]


def test_heroes_come_in_order_of_their_likelihood(scratch):
    assert heroes(scratch, "ego2", "autopilot", "hero1", "ego", "ego_vehicle", "hero") == [
        "hero",
        "ego_vehicle",
        "ego",
        "hero1",
        "ego2",
    ]
    assert heroes(scratch, "autopilot", "scenario", "superhero") == []


def test_only_who_moves_can_be_a_hero(scratch):
    scene = Scene().frame(
        add=[
            actor(1, "sensor.camera.rgb", role_name="hero"),
            actor(2, "walker.pedestrian.0001", role_name="hero"),
            actor(3, role_name="hero"),
        ]
    )
    assert scene.index(scratch).actors.hero_rows == (1, 2)


# -- events


def test_all_events_of_the_street(scratch):
    index = street().index(scratch)
    row = {actor_id: index.actors.rows_of(actor_id)[0] for actor_id in index.actors.actor_id.tolist()}
    assert events(index, EventType.SPAWN)[:8] == [(0, EventType.SPAWN, k, -1) for k in range(8)]
    assert events(index)[8:] == [
        (2, EventType.SPAWN, row[CAMERA], -1),
        (2, EventType.PARENT, row[CAMERA], row[HERO]),
        (5, EventType.SPAWN, row[LATE], -1),
        (9, EventType.COLLISION, row[HERO], row[HERO + 1]),
        (10, EventType.COLLISION, row[HERO], row[HERO + 1]),
        (15, EventType.DESTROY, row[LATE], -1),
    ]


def test_several_packets_of_a_kind_in_one_frame_all_count(scratch):
    """Not what CARLA writes, but nothing forbids it."""
    data = Scene().frame(add=[actor(1)]).bytes()
    at = data.index(b"\x02", 34)
    size = 5 + int.from_bytes(data[at + 1 : at + 5], "little")
    again = data[at : at + size].replace(b"\x01\x00\x00\x00\x01", b"\x02\x00\x00\x00\x01")
    index = read(data[: at + size] + again + data[at + size :], scratch)
    assert index.actors.actor_id.tolist() == [1, 2]


def test_a_collision_in_the_last_moment_names_the_actor(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)]).frame(remove=[2], collisions=[hit(1, 2)])
    index = scene.frame(collisions=[hit(1, 2)]).index(scratch)
    assert events(index, EventType.COLLISION) == [
        (1, EventType.COLLISION, 0, 1),
        (2, EventType.COLLISION, 0, -1),
    ]


def test_scenery_has_had_two_numbers(scratch):
    scene = Scene().frame(add=[actor(1)], collisions=[hit(1, SCENERY), hit(1, 0)], poses=[pose(1, (0, 0, 0))])
    index = scene.index(scratch)
    assert [contact.other_id for contact in index.contacts] == [SCENERY]
    assert index.contacts[0].records == 2
    assert index.read_frame(0).records(packets.COLLISION)["actor2_id"].tolist() == [SCENERY, 0]


def test_an_actor_with_the_old_number_of_scenery_is_no_scenery(scratch):
    scene, here = Scene(), [pose(0, (0, 0, 0)), pose(1, (1, 0, 0))]
    for k in range(80):
        scene.frame(add=[] if k else [actor(0), actor(1)], collisions=[hit(1, 0, k)], poses=here)
    index = scene.index(scratch)
    assert [(each.actor_id, each.other_id) for each in index.contacts] == [(1, 0)]
