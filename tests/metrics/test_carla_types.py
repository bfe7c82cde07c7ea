"""The stand-ins behave as the package does, where it is installed; else as its documentation says."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

from tests.extras import need
from viewer.metrics import carla_types
from viewer.metrics.carla_types import carla_package

NAMES = [
    name
    for name, each in inspect.getmembers(carla_types, inspect.isclass)
    if each.__module__ == carla_types.__name__ and not name.startswith("_")
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
            "__add__", "__sub__", "cross", "dot", "distance",
        )),
        *(lambda it, name=name: getattr(it.Vector3D(*A), name)() for name in ("length", "squared_length")),
        lambda it: it.Location(*A) * 2.0, lambda it: 2.0 * it.Location(*B), lambda it: it.Location(*A) / 4.0,
        lambda it: it.Location(*A).make_unit_vector(),
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


def test_places_are_equal_by_their_numbers():
    one, other = carla_types.Location(1.0, 2.0, 2.0), carla_types.Location(1.0, 2.0, 2.0)
    assert one == other
    assert one != carla_types.Location(1.0, 2.0, 3.0)
    assert (one.length(), one.squared_length()) == (3.0, 9.0)


def test_a_folder_of_that_name_is_not_the_package(tmp_path, monkeypatch):
    (tmp_path / "carla").mkdir()
    others = [path for path in sys.path if not (Path(path) / "carla").is_dir()]
    monkeypatch.setattr(sys, "path", [str(tmp_path), *others])
    monkeypatch.delitem(sys.modules, "carla", raising=False)
    assert carla_package() is carla_types
    assert "carla" in sys.modules
