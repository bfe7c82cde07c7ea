"""The stand-ins behave as the package does, where it is installed; else as its documentation says."""

from __future__ import annotations

import inspect
import math
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.extras import need
from viewer.metrics import carla_types
from viewer.metrics.carla_types import carla_package

NAMES = [
    name
    for name, each in inspect.getmembers(carla_types, inspect.isclass)
    if each.__module__ == carla_types.__name__
]
POSES = [(0.0, 0.0, 0.0), (10.0, 20.0, 30.0), (-80.0, 135.0, -170.0)]


@pytest.fixture
def carla():
    return need("carla", "carla")


@pytest.mark.parametrize("name", NAMES)
def test_names_and_defaults_are_those_of_the_package(carla, name):
    if name in ("TrafficLightState", "VehicleLightState", "LightGroup"):
        theirs = {each: int(value) for each, value in getattr(carla, name).names.items()}
        assert {each: int(value) for each, value in vars(carla_types)[name].__members__.items()} == theirs
        return
    ours, theirs = getattr(carla_types, name)(), getattr(carla, name)()
    fields = set(vars(ours))
    assert fields == {
        each for each in dir(theirs)
        if not each.startswith("_") and not callable(getattr(theirs, each)) and each != "actor_id"
    }  # fmt: skip
    for each in fields:
        value = getattr(ours, each)
        if isinstance(value, float | int):
            assert getattr(theirs, each) == pytest.approx(value)


A, B = (1.0, -2.0, 3.0), (0.5, 4.0, -6.0)


@pytest.mark.parametrize(
    "ask",
    [
        *(lambda it, name=name: getattr(it.Vector3D(*A), name)(it.Vector3D(*B)) for name in (
            "__add__", "__sub__", "cross", "dot", "dot_2d", "distance", "distance_2d", "distance_squared",
            "get_vector_angle",
        )),
        lambda it: it.Location(*A) * 2.0, lambda it: 2.0 * it.Location(*B), lambda it: it.Location(*A) / 4.0,
        lambda it: it.Location(*A).make_unit_vector(), lambda it: abs(it.Vector3D(*A)),
        *(lambda it, turn=turn: it.Transform(it.Location(*A), it.Rotation(*turn)).transform(it.Location(*B))
          for turn in POSES),
        *(lambda it, turn=turn, axis=axis: getattr(it.Transform(it.Location(), it.Rotation(*turn)), axis)()
          for turn in POSES for axis in ("get_forward_vector", "get_right_vector", "get_up_vector")),
    ],
)  # fmt: skip
def test_what_is_calculated_is_what_the_package_calculates(carla, ask):
    ours, theirs = ask(carla_types), ask(carla)
    if isinstance(ours, float):
        assert ours == pytest.approx(theirs)
    else:
        assert type(ours).__name__ == type(theirs).__name__
        assert (ours.x, ours.y, ours.z) == pytest.approx((theirs.x, theirs.y, theirs.z), abs=1e-5)


NUMPYS = {
    "__add__": np.add, "__sub__": np.subtract, "cross": np.cross, "dot": np.dot,
    "dot_2d": lambda a, b: a[:2] @ b[:2],
    "distance": lambda a, b: np.linalg.norm(a - b),
    "distance_2d": lambda a, b: np.linalg.norm((a - b)[:2]),
    "distance_squared": lambda a, b: np.sum((a - b) ** 2),
    "distance_squared_2d": lambda a, b: np.sum((a - b)[:2] ** 2),
    "get_vector_angle": lambda a, b: np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b),
    "__mul__": lambda a, b: a * b[1], "__rmul__": lambda a, b: b[1] * a, "__truediv__": lambda a, b: a / b[1],
    "__abs__": lambda a, _: np.abs(a), "make_unit_vector": lambda a, _: a / np.linalg.norm(a),
    "length": lambda a, _: np.linalg.norm(a), "squared_length": lambda a, _: a @ a,
}  # fmt: skip
"""The same arithmetic of numpy; a number is the second vector's y."""
NUMBER = {"__mul__", "__rmul__", "__truediv__"}
ALONE = {"__abs__", "make_unit_vector", "length", "squared_length"}


@pytest.mark.parametrize("name", NUMPYS)
def test_vectors_are_calculated_as_by_numpy(name):
    a, b = np.array((1.5, -2.0, 3.25)), np.array((0.5, 4.0, -6.0))
    others = () if name in ALONE else (b[1],) if name in NUMBER else (carla_types.Vector3D(*b),)
    told = getattr(carla_types.Vector3D(*a), name)(*others)
    numbers = (told.x, told.y, told.z) if isinstance(told, carla_types.Vector3D) else told
    assert numbers == pytest.approx(NUMPYS[name](a, b))


def turn(begin: int, end: int, degrees: float) -> np.ndarray:
    """Return the matrix that turns one axis towards another."""
    matrix, angle = np.eye(3), np.radians(degrees)
    matrix[[begin, end], [begin, end]] = np.cos(angle)
    matrix[end, begin], matrix[begin, end] = np.sin(angle), -np.sin(angle)
    return matrix


@pytest.mark.parametrize("pose", POSES)
def test_rolled_then_pitched_then_turned(pose):
    """Roll turns right down, pitch lifts what is in front, yaw turns it to the right."""
    pitch, yaw, roll = pose
    expected = turn(0, 1, yaw) @ turn(0, 2, pitch) @ turn(2, 1, roll)
    placed = carla_types.Transform(carla_types.Location(10.0, 20.0, 30.0), carla_types.Rotation(*pose))
    axes = [getattr(placed, f"get_{name}_vector")() for name in ("forward", "right", "up")]
    assert pytest.approx(expected) == np.array([(each.x, each.y, each.z) for each in axes]).T
    point = placed.transform(carla_types.Vector3D(4.0, 5.0, 6.0))
    assert (point.x, point.y, point.z) == pytest.approx((10, 20, 30) + expected @ (4, 5, 6))


def test_places_are_equal_by_their_numbers():
    one, other = carla_types.Location(1.0, 2.0, 2.0), carla_types.Location(1.0, 2.0, 2.0)
    assert one == other
    assert one != carla_types.Location(1.0, 2.0, 3.0)
    assert hash(one) == hash(other)
    assert (one.length(), one.squared_length()) == (3.0, 9.0)
    assert carla_types.Vector2D(3.0, 4.0).length() == 5.0
    assert carla_types.Vector3D().get_vector_angle(one) == 0.0
    assert carla_types.Vector3D(1.0).get_vector_angle(carla_types.Vector3D(0.0, 2.0)) == pytest.approx(
        math.pi / 2
    )


def test_a_folder_of_that_name_is_not_the_package(tmp_path, monkeypatch):
    (tmp_path / "carla").mkdir()
    others = [path for path in sys.path if not (Path(path) / "carla").is_dir()]
    monkeypatch.setattr(sys, "path", [str(tmp_path), *others])
    monkeypatch.delitem(sys.modules, "carla", raising=False)
    assert carla_package() is carla_types
    assert "carla" in sys.modules


@pytest.mark.parametrize("seed", range(5))
def test_angles_of_vectors_that_point_the_same_way_or_apart_are_known_whatever_their_length(seed):
    """Rounding takes their product a little beyond that of their lengths, of which there is no angle."""
    rng = np.random.default_rng(seed)
    for _ in range(50):
        a, factor = rng.normal(size=3), float(rng.choice([-1, 1]) * rng.uniform(0.01, 100))
        angle = carla_types.Vector3D(*a).get_vector_angle(carla_types.Vector3D(*(a * factor)))
        assert angle == pytest.approx(0.0 if factor > 0 else math.pi, abs=1e-6)
