"""Whether a road map is that of a recording: both sides of each share."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, record, standing, straight
from tests.roads.maps import TWO_LANES, geometry, lane, road, section, write
from viewer.analysis.find_events import why_map_does_not_fit
from viewer.roads import open_map


def told(folder, movers, *, town="Town01", recorded="Town01", lanes=TWO_LANES, attributes=""):
    path = write(
        folder,
        road(geometry(length=300), length=300, lanes=lanes, attributes=attributes),
        name=f"{town}.xodr",
    )
    return why_map_does_not_fit(record(movers, 3, map_name=recorded).index(folder / "a.log"), open_map(path))


def on_the_road(count, total):
    """So many drive in the lane, the others 50 m beside it."""
    return [car(k + 1, straight(9 * k, 1.75 if k < count else 51.75, 8)) for k in range(total)]


def across(count, total):
    """So many drive against the lane."""
    return [car(k + 1, straight(9 * k, -1.75 if k < count else 1.75, 8)) for k in range(total)]


OTHER_SIDE = "vehicles drive on the {} of its roads"
SIDEWALK = {"lanes": section(lane(1), lane(-1), lane(-2, 2.0, "sidewalk"))}


@pytest.mark.parametrize(
    ("movers", "options", "expected"),
    [
        # 7 of 10 of any map, 3 of 10 of the one that has the name of the town.
        (on_the_road(8, 10), {"town": "Elsewhere"}, ""),
        (on_the_road(6, 10), {"town": "Elsewhere"}, "60% of the places driven at are on its lanes"),
        (on_the_road(4, 10), {}, ""),
        (on_the_road(2, 10), {}, "20% of the places driven at are on its lanes, 100% of these along them"),
        (on_the_road(0, 3), {}, "0% of the places driven at are on its lanes"),
        # Against the lanes only its own town is driven.
        (across(4, 4), {}, ""),
        (across(4, 4), {"town": "town01", "recorded": "Town01_Opt"}, ""),
        (across(4, 4), {"town": "Town01_Opt", "recorded": r"C:\Maps\Town01_Opt"}, ""),
        (across(4, 4), {"town": "Town02"}, OTHER_SIDE.format("left")),
        (across(0, 4), {"town": "Town02", "attributes": 'rule="LHT"'}, OTHER_SIDE.format("right")),
        (across(2, 4), {"town": "Town02"}, "100% of the places driven at are on its lanes, 50% of these"),
        # Where nobody drives, somebody stands on some lane.
        *(([car(1, standing(20, y)), car(2, standing(20, 60))], SIDEWALK, words)
          for y, words in ((1.75, ""), (4.5, ""), (40, "nobody drives"))),
        ([car(1, standing(20, 40), type_id="static.prop.box")], {}, ""),
    ],
)  # fmt: skip
def test_whether_a_map_fits(tmp_path, movers, options, expected):
    words = told(tmp_path, movers, **options)
    assert expected in words
    assert bool(words) is bool(expected)
