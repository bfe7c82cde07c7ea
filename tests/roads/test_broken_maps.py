"""A broken file is a map with problems, or an error that says what, where and what to do."""

from __future__ import annotations

import re
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.roads.maps import document, geometry, lane, mark, road, section, write
from viewer.roads import RoadMapError, open_map

BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
THREE = document(*(road(geometry(y=20 * i), road_id=str(i)) for i in range(3)))


def error_of(path):
    with pytest.raises(RoadMapError) as caught:
        open_map(path)
    error = caught.value
    assert str(error) == error.line()
    assert path.name in str(error)
    assert error.advice
    return error


def saved(folder, data, name="map.xodr"):
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.mark.parametrize(
    ("data", "found"), [(b"", "0 bytes"), (b" \n\t ", "blanks only"), (b"\xef\xbb\xbf", "blanks only")]
)
def test_an_empty_file(tmp_path, data, found):
    error = error_of(saved(tmp_path, data))
    assert (error.what, error.found) == ("the file is empty", found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<svg><path/></svg>", "<svg>"),
        ('<?xml version="1.0"?><!-- <OpenDRIVE> --><osm/>', "<osm>"),
        ("<?xml version='1.0'?><!-- nothing else -->", "XML without a root"),
    ],
)
def test_xml_of_another_kind(tmp_path, text, found):
    assert error_of(saved(tmp_path, text)).found == found


def test_folders_and_missing_files(tmp_path):
    assert error_of(tmp_path).what == "this is a folder"
    assert error_of(tmp_path / "nowhere.xodr").what == "there is no such file"


@pytest.mark.parametrize("entities", [BOMB, OUTSIDE, "<!DOCTYPE x [\n<!-- --> <!ENTITY % p 'q'> ]>"])
def test_entities_are_refused(tmp_path, entities):
    text = THREE.replace("<OpenDRIVE>", entities + "<OpenDRIVE>")
    assert error_of(saved(tmp_path, text)).what == "the file defines entities"


def test_a_document_type_alone_is_no_harm(tmp_path):
    text = THREE.replace("<OpenDRIVE>", '<!DOCTYPE OpenDRIVE SYSTEM "nowhere.dtd"><OpenDRIVE>')
    assert len(open_map(saved(tmp_path, text)).roads) == 3


BARE = THREE.partition("?>")[2]
UMLAUT = THREE.replace("UTF-8", "ISO-8859-1").replace('name="r0"', 'name="M\xfcnchen"')
PREFIXED = re.sub("<(/?)(?=[a-zA-Z])", r"<\1odr:", BARE).replace(
    "<odr:OpenDRIVE", '<odr:OpenDRIVE xmlns:odr="x:y"'
)
WRITTEN = {
    "a mark": b"\xef\xbb\xbf" + THREE.encode(),
    "utf-16": THREE.replace("UTF-8", "UTF-16").encode("utf-16"),
    "latin-1": UMLAUT.encode("latin-1"),
    "no declaration": BARE.encode(),
    "a long comment": f"<!-- {'made by hand ' * 30_000} -->{BARE}".encode(),
    "a namespace": BARE.replace("<OpenDRIVE>", '<OpenDRIVE xmlns="http://code.asam.net/opendrive">').encode(),
    "a prefix": PREFIXED.encode(),
    "windows": THREE.replace("UTF-8", "windows-1251").replace('name="r0"', 'name="\u0434"').encode("cp1251"),
    "utf-16 without a mark": THREE.replace("UTF-8", "UTF-16").encode("utf-16-le"),
}


@pytest.mark.parametrize("data", WRITTEN.values(), ids=WRITTEN)
def test_ways_to_write_the_same(tmp_path, data):
    road_map = open_map(saved(tmp_path, data))
    assert [road.id for road in road_map.roads] == ["0", "1", "2"]
    assert road_map.problems == ()
    assert road_map.locate([[50, 1]])["lane"].tolist() == [-1]


@pytest.mark.parametrize(("encoding", "name"), [("UTF-8", "\u9053\u8def"), ("windows-1251", "\u0434")])
def test_names_are_read_in_the_encoding_of_the_file(tmp_path, encoding, name):
    text = THREE.replace("UTF-8", encoding).replace('name="r0"', f'name="{name}"')
    assert open_map(saved(tmp_path, text.encode(encoding))).roads[0].name == name


@pytest.mark.parametrize(
    ("data", "what"),
    [
        *(
            (THREE.encode().replace(b"test", b"t" + byte + b"st"), "not well-formed")
            for byte in (b"\xff", b"\x02")
        ),
        (THREE.replace('id="2"', "id=2").encode(), "not well-formed"),
        (f"<!-- made by hand -->\n{THREE}".encode(), "XML or text declaration not at start"),
    ],
)
def test_broken_xml_is_refused_with_its_place(tmp_path, data, what):
    error = error_of(saved(tmp_path, data))
    assert f"the XML is broken: {what}" in error.what
    assert error.line_number == 2
    assert "column" in error.found


@pytest.mark.parametrize("name", ["klingon", "gbook", "hex", "GB2312"])
def test_an_encoding_that_is_unknown_is_said(tmp_path, name):
    assert "its text cannot be read" in error_of(saved(tmp_path, THREE.replace("UTF-8", name))).what


@given(st.integers(1, len(THREE) - len("</OpenDRIVE>")))
@settings(max_examples=60)
def test_wherever_a_file_is_cut_it_is_refused(tmp_path_factory, end):
    error_of(saved(tmp_path_factory.mktemp("cut"), THREE[:end]))


def test_a_map_without_roads(tmp_path):
    assert error_of(write(tmp_path, '<junction id="1" name="lonely"/>')).found == "none"


def test_missing_optional_parts(tmp_path):
    text = (
        '<OpenDRIVE><road id="a" length="10"><planView><geometry x="0" y="0" length="10"><line/></geometry>'
        '</planView><lanes><laneSection><right><lane id="-1" type="driving"><width a="3"/></lane></right>'
        "</laneSection></lanes></road></OpenDRIVE>"
    )
    road_map = open_map(saved(tmp_path, text))
    assert road_map.problems == ()
    assert road_map.locate([[5, 1]])["lane"].tolist() == [-1]


def test_junctions_are_known_also_when_they_are_not_described(tmp_path):
    content = road(junction="5"), road(geometry(y=50), road_id="2", junction="6"), '<junction id="5"/>'
    places = open_map(write(tmp_path, *content)).locate([[50, 2], [50, -48]])
    assert places["junction"].tolist() == ["5", "6"]


@pytest.mark.parametrize(
    ("broken", "what", "where"),
    [
        (road(lanes=section(lane(-1, inside='<width sOffset="x" a="3"/>'))), 'width: sOffset="x"', "road 1"),
        (road(lanes=section(lane(-1, inside='<width a="nan"/>'))), 'width: a="nan"', "road 1"),
        (road(lanes=section(lane(-1, inside='<width a="1e300"/>'))), 'width: a="1e300"', "road 1"),
        (road(geometry("<helix/>")), "no known shape", "road 1"),
        (
            road(geometry() + geometry('<arc curvature=""/>', s=50)),
            'geometry: "curvature" is missing',
            "road 1",
        ),
        (road(lanes=section(lane(-1, kind="hover"))), 'lane type "hover"', "road 1"),
        (road(lanes=section(lane(-1)).replace('id="-1"', 'id="B"')), 'id "B"', "road 1"),
        (road(lanes=section(lane(-1, inside=mark(color="puce")))), 'colour "puce"', "road 1"),
        (road().replace('length="100"', 'length="?"', 1), "length of a road", "road 1"),
        (road(road_id="9").replace('length="100"', 'length="?"'), 'length="?"', "road 9"),
        (road(lanes=section(lane(-1)).replace('s="0"', 's="?"', 1)), 'laneSection: s="?"', "road 1"),
        (
            road(road_id="9").replace("<planView>", "<x>").replace("</planView>", "</x>"),
            "no geometry",
            "road 9",
        ),
        (road(road_id="9").replace('x="0"', 'x="-"'), 'x="-"', "road 9"),
    ],
)
def test_what_is_wrong_is_left_out_and_said(tmp_path, broken, what, where):
    road_map = open_map(write(tmp_path, broken, road(geometry(y=50), road_id="fine")))
    (problem,) = road_map.problems
    assert what in problem.what
    assert (problem.where, problem.count) == (where, 1)
    assert problem.action
    assert road_map.locate([[50, -49]])["on_lane"].tolist() == [True]
    assert np.isfinite(road_map.bounds).all()


def test_equal_problems_are_counted_and_their_number_is_bounded(tmp_path):
    same = [road(geometry(y=20 * i), road_id=str(i), lanes=section(lane(-1, kind="odd"))) for i in range(5)]
    different = [road(lanes=section(lane(-1, kind=f"odd{i}"))) for i in range(500)]
    (problem,) = open_map(write(tmp_path, *same)).problems
    assert (problem.count, problem.where) == (5, "road 0")
    problems = open_map(write(tmp_path, *different)).problems
    assert len(problems) < 250
    assert sum(problem.count for problem in problems) == 500


def test_a_road_without_sections_or_of_no_length_is_no_harm(tmp_path):
    empty, point = road(lanes="", road_id="2"), road(length=0, road_id="3")
    road_map = open_map(write(tmp_path, empty, road(), point))
    assert len(road_map.roads) == 3
    assert road_map.locate([[50, 1]])["lane"].tolist() == [-1]
    assert error_of(write(tmp_path, empty, point)).what == "there is no road in it"


def test_a_road_may_have_nothing_but_its_middle(tmp_path):
    road_map = open_map(write(tmp_path, road(lanes=section())))
    assert road_map.levels[0].surfaces == {}
    assert not road_map.locate([[50, 0]])["on_lane"].any()


def test_sections_out_of_order_and_on_top_of_each_other(tmp_path):
    lanes = section(lane(-1, 2), s=60) + section(lane(-1, 3), s=0) + section(lane(-1, 4), s=60)
    road_map = open_map(write(tmp_path, road(lanes=lanes)))
    assert road_map.locate([[30, 1], [70, 1]])["width"] == pytest.approx([3, 4])


def test_a_road_ends_with_its_geometry(tmp_path):
    long = road(geometry(length=100), length=1e7, lanes=section(lane(-1)) + section(lane(-1), s=5e6))
    road_map = open_map(write(tmp_path, long))
    (problem,) = road_map.problems
    assert problem.what == "a road is longer than its geometry"
    assert road_map.roads[0].length == 100
    assert road_map.bounds == (0, 0, 100, 3.5)


def test_a_section_that_begins_before_its_road_begins_with_it(tmp_path):
    early = road(lanes=section(lane(-1), s=-1e8) + section(lane(-1, 2), s=60))
    path = write(tmp_path, early)
    tracemalloc.start()
    road_map = open_map(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3_000_000
    (problem,) = road_map.problems
    assert "is before the road" in problem.what
    assert road_map.bounds == (0, 0, 100, 3.5)
    assert road_map.locate([[30, 1], [70, 1]])["width"] == pytest.approx([3.5, 2])


@pytest.mark.parametrize("broken", ['s="-100000000"', 'length="-5"'])
def test_a_geometry_that_is_no_stretch_of_its_road_is_left_out(tmp_path, broken):
    name = broken.partition("=")[0]
    plan = geometry() + re.sub(f'{name}="[^"]*"', broken, geometry(y=50))
    road_map = open_map(write(tmp_path, road(plan)))
    (problem,) = road_map.problems
    assert "is no stretch of a road" in problem.what
    assert road_map.bounds == (0, -3.5, 100, 3.5)


def test_a_side_may_be_written_in_several_elements(tmp_path):
    split = section(lane(2, 2), lane(1, 3), lane(-1)).replace(lane(2, 2), f"{lane(2, 2)}</left><left>")
    road_map = open_map(write(tmp_path, road(lanes=split)))
    assert road_map.locate([[50, -1], [50, -4]])["lane"].tolist() == [1, 2]


def test_memory_does_not_hold_the_text(tmp_path):
    filler = "<userData>" + '<vectorLane sOffset="0.0" laneId="{00000000}"/>' * 2000 + "</userData>"
    path = write(tmp_path, *(road(geometry(y=10 * i), road_id=str(i), more=filler) for i in range(40)))
    tracemalloc.start()
    open_map(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert path.stat().st_size > 3_500_000
    assert peak < 3_000_000


EDGES = ("1e8", "-1e8", "9e8", "1e300", "nan", "-inf", "1e400", "", "five")


def at_an_edge(value: str) -> dict[str, str]:
    """Return a road for each number of it that has this value."""
    return {
        "heights": road(elevations=[(0, value, 0, 0, 0)]),
        "slopes": road(elevations=[(0, 0, value, value, value)]),
        "places": road(geometry(x=value, y=value)),
        "headings": road(geometry(hdg=value)),
        "lengths": road(geometry(length=value), length=value),
        "arcs": road(geometry(f'<arc curvature="{value}"/>')),
        "spirals": road(geometry(f'<spiral curvStart="0" curvEnd="{value}"/>')),
        "polynomials": road(geometry(f'<poly3 a="0" b="{value}" c="{value}" d="0"/>')),
        "widths": road(lanes=section(lane(1, [(0, value, value, 0, 0)]), lane(-1))),
        "offsets": road(offsets=[(0, value, 0, value, 0)]),
    }


@pytest.mark.parametrize("value", EDGES)
@pytest.mark.parametrize("what", at_an_edge("0"))
def test_numbers_at_their_edges_move_the_road_nowhere_absurd(tmp_path, what, value):
    other = road(geometry(y=40), road_id="2")
    road_map = open_map(saved(tmp_path, document(at_an_edge(value)[what], other)))
    assert "2" in [each.id for each in road_map.roads]
    assert np.abs(road_map.bounds).max() <= 1e7
    at = road_map.locate([[50.0, -39.0]])
    assert abs(at["z"][0]) <= 20_000
    for level in road_map.levels:
        for outlines in level.surfaces.values():
            assert np.isfinite(outlines.points).all()
    for level in road_map.merged:
        assert len(level.road.joined) == len(level.road.points)


def test_a_ramp_that_turns_around_itself_is_a_ring_at_once(tmp_path):
    road_map = open_map(write(tmp_path, road(geometry('<arc curvature="0.2"/>', length=300), length=300)))
    (level,) = road_map.merged
    outlines = [level.road.path(row) for row in range(len(level.road))]
    area = sum(abs(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1])) / 2 for x, y in (one.T for one in outlines))
    assert area == pytest.approx(np.pi * (8.5**2 - 1.5**2), rel=0.05)
