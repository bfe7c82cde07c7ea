"""Collisions as they were, against scenes whose numbers are known."""

from __future__ import annotations

import math

import pytest

from tests.scenes import HERO, OTHER, Scene, actor, pose, street
from viewer.analysis.carla_text.collisions import find_collisions
from viewer.logfile.enums import SCENERY

CAR, WALKER, SIGN = 11, 12, 13
CAST = (
    actor(CAR, "vehicle.audi.tt", role_name="hero"),
    actor(WALKER, "walker.pedestrian.0001"),
    actor(SIGN, "traffic.stop"),
)


def test_a_contact_lasts_from_its_first_record_to_its_last(tmp_path):
    (found,) = find_collisions(street().index(tmp_path / "street.log"))
    assert (found.actor_id, found.other_id) == (HERO, OTHER)
    assert (found.contact.first_frame, found.contact.last_frame, found.contact.records) == (9, 10, 2)
    assert found.motion.speed == pytest.approx(10.0)
    assert found.motion.relative_speed == pytest.approx(10.0)
    assert found.motion.angle == pytest.approx(90.0)


def test_the_hero_comes_first_whoever_reports_it(tmp_path):
    """The walker walks at 2 m/s along y and reports; the hero comes at 20 m/s along x."""
    scene = Scene()
    for k in range(3):
        scene.frame(
            add=CAST if k == 0 else [],
            poses=[pose(CAR, (float(k), 0, 0)), pose(WALKER, (2.0, 0.1 * k, 0), (0, 90, 0))],
            collisions=[(0, WALKER, CAR, False, True)] if k == 2 else [],
        )
    (found,) = find_collisions(scene.index(tmp_path / "walker.log"))
    assert (found.actor_id, found.other_id, found.contact.reported_by) == (CAR, WALKER, (WALKER,))
    assert (found.motion.speed, found.motion.other_speed) == pytest.approx((20.0, 2.0))
    assert found.motion.relative_speed == pytest.approx(math.hypot(20.0, 2.0))


@pytest.mark.parametrize(
    ("types", "found"),
    [
        ("aa", {WALKER, SIGN, SCENERY}), ("vw", {WALKER}), ("wv", {WALKER}), ("hw", {WALKER}),
        ("vo", {SIGN, SCENERY}), ("ho", {SIGN, SCENERY}), ("hh", set()), ("vt", set()), ("wo", set()),
    ],
)  # fmt: skip
def test_letters_mean_what_they_say_on_either_side(tmp_path, types, found):
    hits = [(k, CAR, other, True, False) for k, other in enumerate((WALKER, SIGN, SCENERY))]
    index = Scene().frame(add=CAST, collisions=hits).index(tmp_path / "types.log")
    assert {each.other_id for each in find_collisions(index, types)} == found


def test_one_who_was_destroyed_is_still_who_he_was(tmp_path):
    scene = Scene().frame(add=CAST).frame(remove=[SIGN]).frame(collisions=[(0, CAR, WALKER, True, False)])
    index = scene.index(tmp_path / "destroyed.log")
    (found,) = find_collisions(index, "hw")
    assert index.actors.descriptions[found.other].type_id == "walker.pedestrian.0001"


def test_what_is_not_known_of_scenery_is_not_made_up(tmp_path):
    scene = Scene()
    for k in range(3):
        hits = [(0, CAR, SCENERY, True, False)] if k == 2 else []
        scene.frame(add=CAST if k == 0 else [], poses=[pose(CAR, (k, 0, 0))], collisions=hits)
    (found,) = find_collisions(scene.index(tmp_path / "wall.log"))
    assert found.other == -1
    assert math.isnan(found.motion.other_speed)
    assert found.motion.relative_speed == pytest.approx(20.0)  # walls stand
