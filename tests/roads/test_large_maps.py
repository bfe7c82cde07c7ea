"""Maps that are large: what is read of them in parts, or near some places, is what the file says."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import shapely

from tests.benchmarks.maps import write_long_road, write_side_by_side, write_with_objects
from tests.roads.maps import document, geometry, ground, lane, mark, road, section
from viewer.roads import MapFile, RoadMapError, map_text, open_map

_LISTS = ("roads", "section_links", "road_links", "junctions", "connections", "signal_words", "references")
_TABLES = (
    "geometries", "elevations", "lane_offsets", "sections", "lanes", "widths", "marks", "speeds",
    "lane_speeds", "objects", "corners", "signals",
)  # fmt: skip


@pytest.fixture
def looked_over(monkeypatch):
    """Have every file looked over, and what is more than 2 kB of a road read in parts."""
    monkeypatch.setattr(map_text, "LARGE", 0)
    monkeypatch.setattr(map_text, "_PART", 2 << 10)
    monkeypatch.setattr(map_text, "_FEW", 100)


@pytest.fixture(scope="session")
def town():
    folder = os.environ.get("CARLA_MAPS")
    if not folder:
        pytest.skip("CARLA_MAPS is not set")
    return Path(folder) / "Town05.xodr"


@pytest.fixture(scope="session")
def three(town, tmp_path_factory):
    """Three towns side by side, of which the second is where the town itself is."""
    path = tmp_path_factory.mktemp("maps") / "three.xodr"
    write_side_by_side(town, 3, path, first=1)
    return path


def assert_same_content(ours, theirs):
    for name in _LISTS:
        assert getattr(ours, name) == getattr(theirs, name), name
    for name in _TABLES:
        np.testing.assert_array_equal(getattr(ours, name).owners, getattr(theirs, name).owners, name)
        np.testing.assert_array_equal(getattr(ours, name).values, getattr(theirs, name).values, name)
    assert ours.found_problems.problems() == theirs.found_problems.problems()


def assert_same_places(ours, theirs):
    for name in ours.dtype.names:
        if ours.dtype[name].kind == "f":
            np.testing.assert_allclose(ours[name], theirs[name], rtol=0.0, atol=1e-9, err_msg=name)
        elif not name.endswith("_row"):
            np.testing.assert_array_equal(ours[name], theirs[name], name)


# -- read in parts


@pytest.fixture
def objects(tmp_path):
    """A road with many sections, and objects of all kinds that are drawn, or not."""
    sections = [section(lane(1), lane(-1, 3 + 0.1 * (at % 3), inside=mark())) for at in range(40)]
    lanes = "".join(each.replace('s="0"', f's="{5 * at}"', 1) for at, each in enumerate(sections))
    things = "".join(
        f'<object id="{at}" type="{kind}" name="n" s="{at}" t="1" width="2" length="4">{inside}</object>'
        for at, kind in enumerate(["pole", "Cross_Walk", "parking", "StopLine", "tree", "parkingSpace"] * 20)
        for inside in ['<outline><cornerLocal u="1" v="1"/><cornerLocal u="2" v="2"/></outline>']
    )
    text = document(
        road(geometry(length=200), length=200, lanes=lanes, more=f"<objects>{things}</objects>"),
        road(geometry(y=50), road_id="2"),
    )
    path = tmp_path / "objects.xodr"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_road_that_is_read_in_parts_is_as_in_one(objects, looked_over, monkeypatch):
    parts = open_map(objects).content
    assert len([*map_text.read_text(objects).parts()]) > 10
    monkeypatch.setattr(map_text, "LARGE", 1 << 40)
    assert_same_content(parts, open_map(objects).content)


@pytest.mark.parametrize("name", ["Town01", "Town03", "Town05"])
def test_a_town_that_is_read_in_parts_is_as_in_one(town, name, looked_over, monkeypatch):
    parts = open_map(town.with_name(f"{name}.xodr")).content
    monkeypatch.setattr(map_text, "LARGE", 1 << 40)
    assert_same_content(parts, open_map(town.with_name(f"{name}.xodr")).content)


def test_of_a_long_road_only_sections_that_are_near_have_lanes(tmp_path, looked_over):
    write_long_road(400, tmp_path / "long.xodr")
    file = MapFile(tmp_path / "long.xodr")
    near = file.near([(480.0, -100.0, 520.0, 100.0)])
    whole = file.whole()
    assert len(near.network.lane_id) < len(whole.network.lane_id) / 3
    points = np.array([(x, y) for x in np.linspace(480, 520, 30) for y in np.linspace(-100, 100, 300)])
    ours, theirs = near.locate(points), whole.locate(points)
    assert theirs["on_lane"].sum() > 300
    assert_same_places(ours, theirs)


def test_details_that_are_not_wanted_are_left_out_and_stop_lines_are_not(objects, looked_over):
    everywhere = [(-1e4, -1e4, 1e4, 1e4)]
    near = MapFile(objects).near(everywhere)
    (level,) = near.levels
    assert (len(near.stop_lines), len(level.crosswalks), len(level.parking_spaces)) == (20, 0, 0)
    (level,) = MapFile(objects).near(everywhere, details=True).levels
    assert (len(level.crosswalks), len(level.parking_spaces)) == (20, 40)


# -- near some places


def test_what_is_near_is_as_in_the_whole(three, looked_over):
    file = MapFile(three)
    near = file.near([(-50.0, -50.0, 50.0, 50.0)])
    whole = MapFile(three).whole()
    assert 0 < len(near.roads) < len(whole.roads) / 3
    rng = np.random.default_rng(0)
    points, headings = rng.uniform(-50, 50, (3_000, 2)), rng.uniform(-180, 180, 3_000)
    ours, theirs = near.locate(points, headings), whole.locate(points, headings)
    assert theirs["on_lane"].sum() > 500
    assert_same_places(ours, theirs)


def test_where_no_road_is_near_the_whole_is_read(three, looked_over):
    assert len(MapFile(three).near([(1e6, 1e6, 1e6 + 1, 1e6 + 1)]).roads) == len(open_map(three).roads)


def test_a_map_that_is_not_large_is_read_as_a_whole(town):
    file = MapFile(town)
    assert not file.is_large
    assert file.near([(0.0, 0.0, 1.0, 1.0)]) is file.whole()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: text.replace("<road ", "<!-- a <road > that is none --><road ", 1), "comment"),
        (lambda text: text.replace("</road>", "</road >", 1), "odd end"),
        (lambda text: "\ufeff" + text, "byte order mark"),
    ],
)
def test_what_is_written_oddly_is_read_as_a_whole(objects, looked_over, change, what):
    plain = open_map(objects).content
    objects.write_text(change(objects.read_text(encoding="utf-8")), encoding="utf-8")
    assert_same_content(open_map(objects).content, plain)


@pytest.mark.parametrize("cut", [0.3, 0.9, 0.9999])
def test_a_large_map_that_is_cut_is_refused_with_its_line(three, looked_over, cut, tmp_path):
    text = three.read_bytes()
    (tmp_path / "cut.xodr").write_bytes(text[: int(len(text) * cut)])
    file = MapFile(tmp_path / "cut.xodr")
    with pytest.raises(RoadMapError, match=r"line [\d,]+"):
        file.near([(0.0, 0.0, 1.0, 1.0)])


def test_a_fault_near_some_places_is_told_with_its_line(objects, looked_over):
    text = objects.read_text(encoding="utf-8").replace("<planView>", "<planView><broken></planView>", 1)
    objects.write_text(text, encoding="utf-8")
    with pytest.raises(RoadMapError, match=r"line 2"):
        MapFile(objects).near([(0.0, -10.0, 10.0, 10.0)])


# -- united sheet by sheet


def test_towns_that_lie_apart_are_united_one_by_one_as_each_is_alone(town, three):
    alone, together = open_map(town), open_map(three)
    assert len(together.tiles) == 3
    assert not any(sheet.cut for sheet in together.tiles)
    x, y, right, bottom = alone.bounds
    (here,) = (each for each in together.tiles if each.box[0] < 0 < each.box[2] and each.box[1] < 0)
    for ours, theirs in zip(here.merged, alone.merged, strict=True):
        for name in ("road", "beside"):
            one, other = ground(getattr(ours, name)), ground(getattr(theirs, name))
            assert shapely.symmetric_difference(one, other).area < 1e-3 * other.area
    assert x < right
    assert y < bottom


def test_what_is_cut_into_sheets_is_the_same_ground_and_has_no_kerbs_along_the_cuts(town, monkeypatch):
    whole = open_map(town)
    monkeypatch.setattr("viewer.roads.map_tiles._TOWN", 1_000)
    monkeypatch.setattr("viewer.roads.map_tiles._PIECE", 4_000)
    cut = open_map(town)
    assert len(cut.tiles) > 3
    assert all(sheet.cut for sheet in cut.tiles)
    for ours, theirs in zip(cut.merged, whole.merged, strict=True):
        for name in ("road", "beside"):
            one, other = ground(getattr(ours, name)), ground(getattr(theirs, name))
            assert shapely.symmetric_difference(one, other).area < 2e-3 * other.area
        for name in ("kerbs", "edges"):
            one, other = (
                sum(float(np.hypot(*np.diff(each.path(row), axis=0).T).sum()) for row in range(len(each)))
                for each in (getattr(ours, name), getattr(theirs, name))
            )
            assert one == pytest.approx(other, rel=0.01)


# -- the makers of large maps


def test_towns_side_by_side_are_linked_within_each(town, three):
    alone, together = open_map(town), open_map(three)
    assert len(together.roads) == 3 * len(alone.roads)
    assert len({each.id for each in together.roads}) == len(together.roads)
    assert len(together.lanes_into_junctions()) == 3 * len(alone.lanes_into_junctions())
    first = {each.id for each in alone.roads}
    assert first < {each.id for each in together.roads}
    for stretch in together.lanes_into_junctions():
        onward = {each.road for each in together.next_lanes(stretch)}
        assert onward
        assert (stretch.road in first) == (onward <= first)


def test_a_town_has_as_many_objects_as_were_asked_for(town, tmp_path):
    write_with_objects(town, 1_000, tmp_path / "made.xodr")
    text = (tmp_path / "made.xodr").read_text(encoding="utf-8")
    assert text.count("<object ") == 1_000
    assert open_map(tmp_path / "made.xodr").problems == ()
