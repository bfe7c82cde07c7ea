"""Usual sizes are those of things on a street, whatever is recorded."""

from __future__ import annotations

import pytest

from viewer.recording.actors import Category
from viewer.recording.usual_boxes import VEHICLE_SIZES, usual_box

CARS = sorted(
    name
    for name in VEHICLE_SIZES
    if not name.startswith(("bh.", "diamondback.", "gazelle.", "harley", "kawasaki.", "vespa.", "yamaha."))
)
TWO_WHEELS = sorted(set(VEHICLE_SIZES) - set(CARS))


def size_of(name: str, category: Category = Category.VEHICLE, **attributes: str) -> list[float]:
    center, extent = usual_box(name, attributes, category)
    assert center[:2] == (0.0, 0.0)
    return [2.0 * half for half in extent]


@pytest.mark.parametrize("name", CARS)
def test_cars_and_trucks_have_the_proportions_of_such(name):
    """They are longer than wide, about as high as wide, and fit onto a road."""
    length, width, height = size_of(f"vehicle.{name}")
    assert 2.0 < length < 12.0
    assert 1.4 < width < 4.0
    assert 0.30 < width / length < 0.70
    assert 0.60 < height / width < 1.45


@pytest.mark.parametrize(("name", "length"), [("bmw.isetta", 2.29), ("micro.microlino", 2.52)])
def test_bubble_cars_are_as_short_as_those_that_were_built(name, length):
    assert size_of(f"vehicle.{name}")[0] == pytest.approx(length, rel=0.15)


@pytest.mark.parametrize("name", TWO_WHEELS)
def test_what_has_two_wheels_is_small_and_narrow(name):
    length, width, height = size_of(f"vehicle.{name}")
    assert 1.3 < length < 2.5
    assert 0.3 < width < 0.95
    assert 0.9 < height < 1.7


@pytest.mark.parametrize(
    ("category", "above"), [(Category.VEHICLE, True), (Category.BICYCLE, True), (Category.WALKER, False)]
)
def test_vehicles_stand_on_their_origin_and_walkers_around_it(category, above):
    center, extent = usual_box("some.thing", {}, category)
    assert center[2] == (extent[2] if above else 0.0)
