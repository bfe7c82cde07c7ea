"""The text of ``show_recorder_collisions``, its mistakes included, and collisions as they were."""

from __future__ import annotations

import math

import pytest

from tests.scenes import HERO, OTHER, Scene, actor, pose, read, street
from viewer.analysis.carla_text.queries import collisions, find_collisions
from viewer.logfile.enums import SCENERY
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index

HEAD = "Version: 1\nMap: Town01\nDate: 11/23/21 14:08:48\n\n"
TITLES = (
    "    Time  Types     Id Actor 1                                 Id Actor 2                            \n"
)
CAR, WALKER, SIGN, SENSOR = 11, 12, 13, 14
CAST = (
    actor(CAR, "vehicle.audi.tt"),
    actor(WALKER, "walker.pedestrian.0001"),
    actor(SIGN, "traffic.stop"),
    actor(SENSOR, "sensor.other.collision"),
)


def rows(index, types="aa"):
    text = b"".join(collisions(index, types, utc=True)).decode()
    assert text.startswith(HEAD + TITLES)
    return text.removeprefix(HEAD + TITLES)


def row(time, letters, first, first_name, second, second_name):
    return f"{time:>8}   {letters}  {first:>6} {first_name:<35} {second:>6} {second_name:<35}\n"


def test_without_rows_the_duration_is_exact(tmp_path):
    index = Scene().frame(add=CAST).frame(1.25).index(tmp_path / "none.log")
    assert rows(index) == "\nFrames: 2\nDuration: 1.25 seconds\n"


def test_a_pair_is_printed_for_each_record_but_again_only_after_a_frame_without_it(tmp_path):
    hit = (0, CAR, WALKER, True, False)
    scene = Scene().frame(add=CAST)
    for hits in ([hit, hit], [hit], [], [hit], [(1, WALKER, CAR, False, True)]):
        scene.frame(0.5, collisions=hits)
    one = row(0, "v w", CAR, "vehicle.audi.tt", WALKER, "walker.pedestrian.0001")
    two = row(2, "v w", CAR, "vehicle.audi.tt", WALKER, "walker.pedestrian.0001")
    three = row(2, "w v", WALKER, "walker.pedestrian.0001", CAR, "vehicle.audi.tt")
    found = rows(scene.index(tmp_path / "pairs.log"))
    # 0.5 and 2.5 s round to the even second; after a row the duration is a whole one too.
    assert found == one + one + two + three + "\nFrames: 6\nDuration: 2 seconds\n"


@pytest.mark.parametrize(
    ("types", "found"),
    [
        ("aa", 4), ("vw", 1), ("wv", 0), ("va", 4), ("vo", 1), ("ha", 4), ("hw", 1), ("vh", 1), ("ao", 1),
        ("vv", 0), ("vt", 0),
    ],
)  # fmt: skip
def test_letters_choose_the_sides_as_they_are_reported(tmp_path, types, found):
    others = (WALKER, SCENERY, SIGN, SENSOR)
    hits = [(k, CAR, other, True, False) for k, other in enumerate(others)]
    index = Scene().frame(add=CAST, collisions=hits).index(tmp_path / "types.log")
    assert rows(index, types).count("vehicle.audi.tt") == found


def test_a_sign_reads_as_a_hero_and_a_sensor_as_any(tmp_path):
    hits = [(0, CAR, SIGN, False, False), (1, CAR, SENSOR, False, False), (2, CAR, SCENERY, False, False)]
    index = Scene().frame(add=CAST, collisions=hits).index(tmp_path / "sign.log")
    assert rows(index) == (
        row(0, "v h", CAR, "vehicle.audi.tt", SIGN, "traffic.stop")
        + row(0, "v a", CAR, "vehicle.audi.tt", SENSOR, "sensor.other.collision")
        + row(0, "v o", CAR, "vehicle.audi.tt", SCENERY, "")
        + "\nFrames: 1\nDuration: 0 seconds\n"
    )


def test_a_deletion_forgets_who_was_added_last(tmp_path):
    scene = Scene().frame(add=CAST[:2]).frame(remove=[CAR])
    scene.frame(0.5, collisions=[(0, CAR, WALKER, False, False)])
    found = rows(scene.index(tmp_path / "deleted.log"))
    assert found.startswith(row(1, "v o", CAR, "vehicle.audi.tt", WALKER, ""))


def test_the_cut_frame_at_the_end_counts(tmp_path):
    scene = Scene().frame(add=CAST).frame(0.5, collisions=[(0, CAR, WALKER, False, False)])
    index = read(scene.bytes()[:-6], tmp_path / "cut.log")  # without the FrameEnd, and some bytes
    assert len(index.frame_starts) == 1
    found = rows(index)
    assert found.count("vehicle.audi.tt") == 1
    assert found.endswith("\nFrames: 2\nDuration: 0 seconds\n")


def test_the_real_collision(recordings):
    with LogFile(recordings / "town03_carla096_collision.rec") as file:
        text = b"".join(collisions(read_index(file), utc=True)).decode()
    assert text.partition(TITLES)[2] == (
        row(8, "v v", 2763, "vehicle.tesla.model3", 2768, "vehicle.mini.cooperst")
        + "\nFrames: 237\nDuration: 15 seconds\n"
    )


def test_a_type_that_carla_has_no_letter_for_is_something_other(tmp_path):
    cast = [*CAST, actor(20, "vehicle.bus.tt", type=200)]
    hits = [(0, CAR, 20, True, False), (1, CAR, SCENERY, True, False)]
    index = Scene().frame(add=cast, collisions=hits).index(tmp_path / "strange.log")
    assert row(0, "v o", CAR, "vehicle.audi.tt", 20, "vehicle.bus.tt") in rows(index)


HERO_AND_FEW = (actor(CAR, "vehicle.audi.tt", role_name="hero"), *CAST[1:3])


def test_a_contact_lasts_from_its_first_record_to_its_last(tmp_path):
    (found,) = find_collisions(street().index(tmp_path / "street.log"))
    assert (found.contact.actor_id, found.contact.other_id) == (HERO, OTHER)
    assert (found.contact.first_frame, found.contact.last_frame, found.contact.records) == (9, 10, 2)
    assert found.speeds == pytest.approx((10.0, 0.0, 10.0), abs=1e-6)
    assert found.motion.angle == pytest.approx(90.0)


def test_the_hero_comes_first_whoever_reports_it(tmp_path):
    """The walker walks at 2 m/s along y and reports; the hero comes at 20 m/s along x."""
    scene = Scene()
    for k in range(3):
        scene.frame(
            add=HERO_AND_FEW if k == 0 else [],
            poses=[pose(CAR, (float(k), 0, 0)), pose(WALKER, (2.0, 0.1 * k, 0), (0, 90, 0))],
            collisions=[(0, WALKER, CAR, False, True)] if k == 2 else [],
        )
    (found,) = find_collisions(scene.index(tmp_path / "walker.log"))
    contact = found.contact
    assert (contact.actor_id, contact.other_id, contact.reported_by) == (CAR, WALKER, (WALKER,))
    assert found.speeds == pytest.approx((20.0, 2.0, math.hypot(20.0, 2.0)))


@pytest.mark.parametrize(
    ("types", "found"),
    [
        ("aa", {WALKER, SIGN, SCENERY}), ("vw", {WALKER}), ("wv", {WALKER}), ("hw", {WALKER}),
        ("vo", {SIGN, SCENERY}), ("ho", {SIGN, SCENERY}), ("hh", set()), ("vt", set()), ("wo", set()),
    ],
)  # fmt: skip
def test_letters_mean_what_they_say_on_either_side(tmp_path, types, found):
    hits = [(k, CAR, other, True, False) for k, other in enumerate((WALKER, SIGN, SCENERY))]
    index = Scene().frame(add=HERO_AND_FEW, collisions=hits).index(tmp_path / "types.log")
    assert {each.contact.other_id for each in find_collisions(index, types)} == found


def test_one_who_was_destroyed_is_still_who_he_was(tmp_path):
    scene = (
        Scene().frame(add=HERO_AND_FEW).frame(remove=[SIGN]).frame(collisions=[(0, CAR, WALKER, True, False)])
    )
    index = scene.index(tmp_path / "destroyed.log")
    (found,) = find_collisions(index, "hw")
    assert index.actors.descriptions[found.contact.other].type_id == "walker.pedestrian.0001"


def test_what_is_not_known_of_scenery_is_not_made_up(tmp_path):
    scene = Scene()
    for k in range(3):
        hits = [(0, CAR, SCENERY, True, False)] if k == 2 else []
        scene.frame(add=HERO_AND_FEW if k == 0 else [], poses=[pose(CAR, (k, 0, 0))], collisions=hits)
    (found,) = find_collisions(scene.index(tmp_path / "wall.log"))
    assert found.contact.other == -1
    assert math.isnan(found.motion.angle)
    assert found.speeds == pytest.approx((20.0, math.nan, 20.0), nan_ok=True)  # walls stand
