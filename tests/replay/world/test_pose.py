"""Composing, interpolating, and telling a movement from a teleport."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.replay.world.motion import (
    compose,
    interpolate_angles,
    rotation_matrices,
    rotations_of,
    teleported,
)

angles = st.floats(-720.0, 720.0) | st.sampled_from([0.0, 90.0, -90.0, 180.0, -180.0, 89.9999, -90.0001])
rotations = st.tuples(st.floats(-90.0, 90.0) | st.sampled_from([90.0, -90.0]), angles, angles).map(np.array)
places = st.tuples(*[st.floats(-1e4, 1e4)] * 3).map(np.array)


def turned(axis, degrees):
    """Return the matrix of one turn, as Unreal defines it: yaw to the right, pitch up, roll right."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {
        "yaw": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
        "pitch": np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]]),
        "roll": np.array([[1, 0, 0], [0, c, s], [0, -s, c]]),
    }[axis]


@settings(max_examples=100)
@given(rotations)
def test_a_rotation_is_roll_then_pitch_then_yaw(rotation):
    pitch, yaw, roll = rotation
    expected = turned("yaw", yaw) @ turned("pitch", pitch) @ turned("roll", roll)
    assert rotation_matrices(rotation) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("rotation", "forward"),
    [
        ((0, 0, 0), (1, 0, 0)),
        ((0, 90, 0), (0, 1, 0)),  # yaw turns from x to y, which is right
        ((90, 0, 0), (0, 0, 1)),  # pitch looks up
        ((0, 0, 90), (1, 0, 0)),
        ((-30, 180, 0), (-math.cos(math.pi / 6), 0, -0.5)),
    ],
)
def test_where_is_forward(rotation, forward):
    matrix = rotation_matrices(np.array(rotation, float))
    assert matrix[:, 0] == pytest.approx(forward, abs=1e-12)


@settings(max_examples=200)
@given(rotations)
def test_a_matrix_gives_a_rotation_that_gives_the_matrix(rotation):
    matrix = rotation_matrices(rotation)
    assert rotation_matrices(rotations_of(matrix)) == pytest.approx(matrix, abs=2e-4)


@settings(max_examples=200)
@given(places, rotations, places, rotations, rotations)
def test_a_child_moves_with_its_parent(parent_place, parent_rotation, place, rotation, point):
    """A point seen from the child, put into the world in one step or in two."""
    location, turned_by = compose(parent_place, parent_rotation, place, rotation)
    at_once = location + rotation_matrices(turned_by) @ point
    in_parent = place + rotation_matrices(rotation) @ point
    one_by_one = parent_place + rotation_matrices(parent_rotation) @ in_parent
    assert at_once == pytest.approx(one_by_one, abs=0.1)


@pytest.mark.parametrize("yaw", [-170.0, -90.0, 0.0, 30.0, 135.0])
@pytest.mark.parametrize("pitch", [-90.0, 90.0])
def test_a_camera_that_looks_straight_down_turns_with_its_car(yaw, pitch):
    """At this pitch yaw and roll are one turn, and rounding must not decide about it."""
    car = np.array([1e-7, yaw, -1e-7])
    _, rotation = compose(np.zeros(3), car, np.array([0.0, 0.0, 30.0]), np.array([pitch, 0.0, 0.0]))
    assert rotation[0] == pytest.approx(pitch, abs=1e-3)
    assert rotation[2] == pytest.approx(0.0, abs=1e-3)
    assert (rotation[1] - yaw + 180.0) % 360.0 - 180.0 == pytest.approx(0.0, abs=1e-3)


def test_many_are_composed_at_once():
    parents = np.array([[0.0, 0, 0], [0.0, 90, 0]])
    locations, turned_by = compose(np.ones((2, 3)), parents, np.array([1.0, 0, 0]), np.array([0.0, 10, 0]))
    assert locations == pytest.approx(np.array([[2, 1, 1], [1, 2, 1]]))
    assert turned_by == pytest.approx(np.array([[0, 10, 0], [0, 100, 0]]), abs=1e-12)


@settings(max_examples=100)
@given(angles, angles, st.floats(0.0, 1.0))
def test_no_angle_turns_more_than_half_round(start, end, fraction):
    angle = float(interpolate_angles(np.array(start), np.array(end), fraction))
    assert abs(angle - start) <= 180.0 * fraction + 1e-9
    landed = float(interpolate_angles(np.array(start), np.array(end), 1.0))
    assert math.remainder(landed - end, 360.0) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("distance", "seconds", "jump"),
    [(1.9, 0.0, False), (2.1, 0.0, True), (7.9, 0.05, False), (8.1, 0.05, True), (100.0, 1.0, False)],
)
def test_what_is_a_teleport(distance, seconds, jump):
    assert bool(teleported(np.array([0.0, distance, 0.0]), seconds)) is jump
    assert not teleported(np.array([np.nan] * 3), seconds)
