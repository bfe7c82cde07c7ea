"""Where an actor is shown that is not alive now, and when it is next."""

from __future__ import annotations

import math

import pytest

from tests.scenes import HERO, LATE, Scene, actor, pose, street
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.footprints import nearest_time_alive, pose_on_map


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """The street: 20 frames of 50 ms, the late one is there in the sixth to the fifteenth."""
    return street().index(tmp_path_factory.mktemp("absent") / "street.log")


@pytest.mark.parametrize(
    ("frame", "time"), [(0, 0.25), (4, 0.25), (5, None), (14, None), (15, 0.7), (19, 0.7)]
)
def test_the_frame_in_which_who_is_not_alive_is_next(index, frame, time):
    found = nearest_time_alive(index, index.actors.rows_of(LATE)[0], frame)
    assert found == (None if time is None else pytest.approx(time))


def test_who_is_always_there_or_nobody_has_no_other_frame(index):
    for row in (-1, index.actors.rows_of(HERO)[0], len(index.actors)):
        assert nearest_time_alive(index, row, 0) is None
    assert nearest_time_alive(index, 0, 10) is None


def test_the_box_of_a_ghost():
    ghost = pose_on_map((3.0, -4.0, 9.0), (10.0, 450.0, 20.0), (2.0, 1.0, 5.0))
    assert (ghost.x, ghost.y, ghost.half_length, ghost.half_width) == (3.0, -4.0, 2.0, 1.0)
    assert ghost.heading == pytest.approx(math.radians(90.0))
    assert pose_on_map((0.0, 0.0), None, (1.0, 1.0)).heading == 0.0


@pytest.mark.parametrize("place", [None, (math.nan, 0.0, 0.0), (0.0, math.inf, 0.0), (1e9, 0.0, 0.0)])
def test_who_is_nowhere_has_no_ghost(place):
    assert pose_on_map(place, None, (1.0, 1.0)) is None


def test_what_is_no_number_counts_as_nothing():
    ghost = pose_on_map((0.0, 0.0, 0.0), (0.0, math.nan, 0.0), (math.nan, -3.0, 0.0))
    assert (ghost.heading, ghost.half_length, ghost.half_width) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("x", "y", "hit"),
    [
        (203, 150, True),
        (205, 150, False),
        (150, 163, True),
        (150, 165, False),
        (97, 150, True),
        (95, 150, False),
    ],
)
def test_a_ghost_is_pointed_at_within_four_pixels(x, y, hit):
    """At 10 px a metre its box of 10 × 2 m reaches 50 and 10 pixels from the middle of the screen."""
    camera = Camera(scale=10.0, width=300.0, height=300.0)
    assert pose_on_map((0.0, 0.0), None, (5.0, 1.0)).is_at(camera, x, y) is hit
    assert pose_on_map((0.0, 0.0), (0.0, 90.0, 0.0), (5.0, 1.0)).is_at(camera, y, x) is hit
    turned = camera.turned(math.radians(90.0))
    assert pose_on_map((0.0, 0.0), None, (5.0, 1.0)).is_at(turned, y, x) is hit


def test_a_ghost_is_never_smaller_than_eight_pixels():
    assert pose_on_map((0.0, 0.0), None, (5.0, 1.0)).halves(0.5) == (4.0, 4.0)
    assert pose_on_map((0.0, 0.0), None, (5.0, 1.0)).halves(10.0) == (50.0, 10.0)


def test_a_ghost_that_lies_aslant_on_ground_that_is_turned():
    """30° and 15° are 45°: its box reaches 50 + 4 pixels down to the right, and 10 + 4 across."""
    camera = Camera(scale=10.0, width=300.0, height=300.0).turned(math.radians(15.0))
    ghost = pose_on_map((0.0, 0.0), (0.0, 30.0, 0.0), (5.0, 1.0))

    def hit(along, across):
        aslant = math.sqrt(0.5)
        return ghost.is_at(camera, 150.0 + (along - across) * aslant, 150.0 + (along + across) * aslant)

    assert [hit(53.0, 0.0), hit(-53.0, 13.0), hit(53.0, -13.0)] == [True] * 3
    assert [hit(55.0, 0.0), hit(0.0, 15.0), hit(0.0, -15.0)] == [False] * 3


def test_the_first_actor_of_a_file_and_one_that_lives_for_no_frame(tmp_path):
    scene = Scene().frame().frame(add=[actor(1)], poses=[pose(1, (0.0, 0.0, 0.0))])
    scene.frame(remove=[1]).frame(add=[actor(2)], remove=[2]).frame()
    index = scene.index(tmp_path / "short.log")
    assert [nearest_time_alive(index, 0, frame) for frame in (0, 1, 2)] == [
        pytest.approx(0.05),
        None,
        pytest.approx(0.05),
    ]
    assert nearest_time_alive(index, 1, 4) is None
