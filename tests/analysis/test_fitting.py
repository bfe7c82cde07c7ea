"""Whether a road map is that of a recording: both sides of each share."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, record, standing, straight
from tests.roads.maps import TWO_LANES, geometry, lane, road, section, write
from viewer.analysis.inquiry import misfit
from viewer.roads import open_map


def told(folder, movers, *, town="Town01", recorded="Town01", lanes=TWO_LANES, attributes=""):
    path = write(
        folder,
        road(geometry(length=300), length=300, lanes=lanes, attributes=attributes),
        name=f"{town}.xodr",
    )
    return misfit(record(movers, 3, map_name=recorded).index(folder / "a.log"), open_map(path))


def on_the_road(count, total):
    """So many drive in the lane, the others 50 m beside it."""
    return [car(k + 1, straight(9 * k, 1.75 if k < count else 51.75, 8)) for k in range(total)]


@pytest.mark.parametrize(
    ("town", "count", "fits"),
    [("Elsewhere", 8, True), ("Elsewhere", 6, False), ("Town01", 4, True), ("Town01", 2, False)],
)
def test_of_another_name_most_must_drive_on_its_lanes(tmp_path, town, count, fits):
    """7 of 10 of any map, 3 of 10 of the one that has the name of the town."""
    words = told(tmp_path, on_the_road(count, 10), town=town)
    assert words == ("" if fits else words)
    assert (
        f"{count}0% of the places driven at are on its lanes, 100% of these along them" in words
    ) is not fits


@pytest.mark.parametrize(
    ("town", "recorded", "fits"),
    [("Town01", "Town01", True), ("town01", "Town01_Opt", True), ("Town02", "Town01", False)],
)
def test_against_the_lanes_only_its_own_town_is_driven(tmp_path, town, recorded, fits):
    movers = [car(k + 1, straight(9 * k, -1.75, 8)) for k in range(4)]
    words = told(tmp_path, movers, town=town, recorded=recorded)
    assert words == ("" if fits else words)
    assert ("vehicles drive on the left of its roads" in words) is not fits


def test_on_the_right_of_a_map_that_drives_on_the_left_it_is_said_so(tmp_path):
    movers = [car(k + 1, straight(9 * k, 1.75, 8)) for k in range(4)]
    words = told(tmp_path, movers, town="Town02", attributes='rule="LHT"')
    assert "vehicles drive on the right of its roads" in words


def test_across_the_lanes_nobody_drives_on_the_other_side(tmp_path):
    movers = [car(k + 1, straight(9 * k, -1.75, 8) if k < 2 else straight(9 * k, 1.75, 8)) for k in range(4)]
    words = told(tmp_path, movers, town="Town02")
    assert words.endswith("100% of the places driven at are on its lanes, 50% of these along them")


def test_beside_all_lanes_nothing_is_said_of_their_direction(tmp_path):
    words = told(tmp_path, on_the_road(0, 3))
    assert words.endswith("0% of the places driven at are on its lanes")


@pytest.mark.parametrize(("y", "fits"), [(1.75, True), (4.5, True), (40, False)])
def test_where_nobody_drives_somebody_stands_on_some_lane(tmp_path, y, fits):
    lanes = section(lane(1), lane(-1), lane(-2, 2.0, "sidewalk"))
    words = told(tmp_path, [car(1, standing(20, y)), car(2, standing(20, 60))], lanes=lanes)
    assert (words == "") is fits
    assert ("nobody drives" in words) is not fits


def test_without_vehicles_every_map_will_do(tmp_path):
    assert told(tmp_path, [car(1, standing(20, 40), type_id="static.prop.box")]) == ""
