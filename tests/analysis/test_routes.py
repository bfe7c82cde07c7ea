"""Routes of the Leaderboard: read, joined to their recordings, planned along lanes, and left."""

from __future__ import annotations

import gzip
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.analysis.drives import hero, record, straight
from tests.analysis.wandering import wander
from viewer import open_recording
from viewer.analysis.find_events import find_events
from viewer.analysis.route_files import Route, RouteFileError, may_be_routes, read_routes
from viewer.analysis.route_line import PlannedRoute, plan_route
from viewer.analysis.traffic import Traffic
from viewer.signals import read_series

OLD = '<waypoint pitch="0" x="{}" y="{}" z="0.5" yaw="90"/>'
NEW = '<position x="{}" y="{}" z="0.5"/>'
SCENARIO = (
    '<scenarios><scenario name="Cut_1" type="Cut"><trigger_point x="3" y="1" z="0.5" yaw="9"/>'
    "<speed value='3'/></scenario><scenario name='nowhere' type='Cut'/></scenarios>"
)


def route(name, points, town="Town01", form=NEW, more=""):
    inner = "".join(form.format(*point) for point in points)
    if form is NEW:
        inner = f"<weathers><weather route_percentage='0'/></weathers><waypoints>{inner}</waypoints>"
    return f'<route id="{name}" town="{town}">{inner}{more}</route>'


def written(path, *routes):
    path.write_text(
        f"<?xml version='1.0'?>\n<!-- made --><routes>{''.join(routes)}</routes>", encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("coding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("form", [OLD, NEW])
def test_both_forms_are_read(tmp_path, form, coding):
    both = route("7", [(0, 1), (2, 3)], form=form, more=SCENARIO) + route("8", [(1, 1), (2, 2)])
    text = f"<routes>{both}</routes>"
    path = tmp_path / "any.xml"
    path.write_bytes(text.encode(coding))
    first, second = read_routes(path)
    assert (first.id, first.town, second.id) == ("7", "Town01", "8")
    assert first.points == ((0.0, 1.0, 0.5), (2.0, 3.0, 0.5))
    assert [tuple(each) for each in first.triggers] == [("Cut_1", "Cut", (3.0, 1.0, 0.5))]


GOOD = route("7", [(0, 1), (2, 3)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "broken: no element found"),
        (f"<routes>{GOOD}", "broken: no element found"),
        (f"<routes>\n{GOOD}</route>", "broken: mismatched tag (in line 2)"),
        ("<routes/>", "there is no route in it"),
        ("<OpenDRIVE></OpenDRIVE>", "found an OpenDRIVE map"),
        ("<other/>", "found <other>"),
        ("{}", "broken: not well-formed"),
        (f"<routes>{route('7', [(0, 1)])}</routes>", "route 7 has 1 way points"),
        (f"<routes>{route('7', [(0, 1), (0, 1)])}</routes>", "route 7 has 1 way points"),
        (f"<routes>{GOOD}{route('9', [(0, 1), ('a', 2)])}</routes>", "route 9: x='a' of <position> is no"),
        (f"<routes>{route('9', [(0, 1), (1, 'nan')])}</routes>", "y='nan'"),
        (f"<routes>{route('9', [(0, 1), (1, '1e300')])}</routes>", "y='1e300'"),
        (f'<!DOCTYPE r [<!ENTITY a "b">]><routes>{GOOD}</routes>', "defines entities"),
        (None, "there is no such file"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_routes_is_said(tmp_path, text, said):
    path = tmp_path / "routes.xml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(RouteFileError) as error:
        read_routes(path)
    assert error.value.line().startswith("routes.xml: ")
    assert said in error.value.line()


HERE, NEAR, FAR = [(0, 0), (100, 0)], [(2.5, 0), (100, 0)], [(50, 0), (100, 0)]


@pytest.mark.parametrize(
    ("name", "files", "told"),
    [
        ("RouteScenario_1_rep0", {"r": [route("1", FAR), route("2", HERE)]}, "1"),
        ("RouteScenario_3_rep0", {"r": [route("1", FAR), route("2", HERE)]}, "2"),  # by its start
        ("Town01_Route12_Weather3", {"r": [route("12", FAR), route("3", FAR)]}, "12"),
        ("12", {"r": [route("12", FAR), route("1", HERE)]}, "12"),
        ("drive", {"drive": [route("5", FAR)], "other": [route("6", HERE)]}, "5"),
        ("drive", {"r": [route("1", NEAR), route("2", HERE)]}, "2"),
        ("drive", {"r": [route("1", HERE)], "again": [route("1", HERE)]}, "1"),
        ("route_1", {"r": [route("1", FAR)], "s": [route("1", FAR, "Town02")]}, "1"),
        ("drive", {"r": [route("1", HERE, "Carla/Maps/Town01_Opt")]}, "1"),
        ("drive", {"r": [route("1", HERE), route("2", HERE[:1] + FAR)]}, "routes 1, 2 begin where"),
        ("drive", {"r": [route("1", FAR)]}, "the nearest, 1, does 50 m away"),
        ("drive", {"r": [route("1", HERE, "Town02")]}, "no route is in Town01"),
        ("route_1", {"r": [route("1", HERE, "Town02")]}, "route 1 is in Town02, the recording in Town01"),
        ("route_1", {"r": [route("1", HERE)], "s": [route("1", FAR)]}, "2 routes are called 1"),
        ("drive", {"r": ["<route>"]}, "r.xml: the XML is broken"),
        ("drive", {}, "there is no route"),
    ],
)  # fmt: skip
def test_which_route_a_recording_is_of(tmp_path, name, files, told):
    for stem, routes in files.items():
        written(tmp_path / f"{stem}.xml", *routes)
    (tmp_path / "foreign.xml").write_text("<other/>", encoding="utf-8")
    record([hero(straight(0, 0, 10))], 2).save(tmp_path / f"{name}.log")
    with open_recording(tmp_path / f"{name}.log") as recording:
        found = recording.route()
        events = recording.find_events(["off_route"])
    if isinstance(found, PlannedRoute):
        assert (found.route.id, events.route, events.not_judged) == (told, told, ())
    else:
        assert told in found
        assert [each.reason for each in events.not_judged] == [found]


def test_a_file_that_is_given_counts_first(tmp_path):
    written(tmp_path / "beside.xml", route("1", HERE))
    given = written(tmp_path.joinpath("given.routes"), route("2", HERE))
    record([hero(straight(0, 0, 10))], 2).save(tmp_path / "a.log")
    with open_recording(tmp_path / "a.log") as recording:
        assert recording.find_events(["off_route"], routes=[given]).route == "2"
        with pytest.raises(RouteFileError):
            recording.find_events(["off_route"], routes=[tmp_path / "a.log"])


def aside(farthest, begin=2.0, end=1e9, steep=10.0):
    """Drive along x at 10 m/s, and some metres beside it from one time to another."""

    def way(t):
        away = min(max(t - begin, 0.0) * steep, farthest, max(end + farthest / steep - t, 0.0) * steep)
        return 10 * t, away, 0.0, 0.0

    return way


@pytest.mark.parametrize(
    ("way", "span", "value"),
    [
        (aside(0.0), None, None),
        (aside(29.5), (9.5, 20.0), 29.5),  # over more than 30 % of 200 m
        (aside(14.5), None, None),
        (aside(29.5, end=5.0), None, None),
    ],
    ids=["on it", "long beside it", "a little", "short beside it"],
)
def test_off_the_route(scratch, way, span, value):
    planned = plan_route(Route(Path("r.xml"), "4", "Town01", ((0, 0, 0), (200, 0, 0)), ()))
    index = record([hero(way)], 20.0).index(scratch)
    found = find_events(index, kinds=["off_route"], route=planned)
    if span is None:
        assert not found.events
        return
    (event,) = found.events
    assert event.scenario_runner is True
    assert (event.start, event.end) == pytest.approx(span, abs=0.11)
    assert event.value >= value - 0.1
    assert "way points are joined straight, not along lanes" in event.rule


def test_only_the_hero_has_a_route(scratch):
    planned = plan_route(Route(Path("r.xml"), "4", "Town01", ((0, 0, 0), (200, 0, 0)), ()))
    index = record([hero(aside(40.0))], 8).index(scratch)
    assert not find_events(index, kinds=["off_route"], rows=[], route=planned).events
    assert [each.reason for each in find_events(index, kinds=["off_route"]).not_judged] == [
        "there is no route"
    ]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["Town01", "Town03", "Town05"])
def test_as_scenario_runner_counts_it(runner, town, scratch, name, seed):
    """Drive along a route and more or less beside it, in frames of several lengths."""
    criteria, stage = runner
    carla = stage.carla
    package_map, road_map = town(name)
    rng = np.random.default_rng(seed)
    way = wander(package_map, seed, beside=False)
    points = tuple(way(each)[:3] for each in np.sort(rng.uniform(0, 20, 6)).tolist() if each)
    planned = plan_route(Route(Path(name), str(seed), name, points, ()), road_map if seed % 3 else None)
    knots = np.append(0.0, rng.choice([0.0, 10.0, 16.0, 20.0, 29.0, 33.0], 5))

    def driven(t):
        x, y, z, yaw = way(t)
        away = float(np.interp(t, np.linspace(0, 20, 6), knots))
        return x - away * np.sin(np.radians(yaw)), y + away * np.cos(np.radians(yaw)), z, yaw

    index = record([hero(driven)], 20, [0.05, 0.05, 0.1, 0.02, 0.3], map_name=name).index(scratch)
    stage.show(index, Traffic(index), package_map)
    line = [(carla.Transform(carla.Location(*map(float, each))), None) for each in planned.line]
    theirs = stage.judge(lambda played: criteria.InRouteTest(played, line), 0)
    ours = find_events(index, kinds=["off_route"], road_map=road_map, route=planned).events
    assert [each.start for each in ours] == pytest.approx([each.time for each in theirs])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["Town01", "Town03", "Town05"])
def test_way_points_are_joined_along_lanes(town, name, seed):
    """Of a drive along lanes, way points each 24 m and farther tell all of it again."""
    package_map, road_map = town(name)
    way = wander(package_map, seed, beside=False)
    times = np.arange(0.0, 20.0, 3.0)
    points = tuple(way(each)[:3] for each in times.tolist())
    planned = plan_route(Route(Path(name), "1", name, points, ()), road_map)
    assert not planned.note
    steps = np.linalg.norm(np.diff(planned.line, axis=0), axis=1)
    assert steps.max() <= 1.0 + 1e-9
    driven = np.array([way(each)[:2] for each in np.arange(0.0, times[-1], 0.1).tolist()])
    away = np.hypot(*(driven[:, None] - planned.line[None, :, :2]).transpose(2, 0, 1)).min(axis=1)
    assert away.max() < 1.5


@pytest.mark.parametrize("seed", range(3))
def test_the_signal_is_the_distance_to_the_nearest_place_of_the_way(scratch, seed):
    rng = np.random.default_rng(seed)
    points = tuple(map(tuple, rng.uniform(-50, 50, (6, 3)).tolist()))
    planned = plan_route(Route(Path("r.xml"), "4", "Town01", points, ()))
    index = record([hero(straight(-40, 3, 10))], 8).index(scratch)
    (series,) = read_series(index, ["route_distance"], 0, route=planned)
    fine = np.array(points)[:, :2]
    fine = np.concatenate([np.linspace(one, other, 5000) for one, other in pairwise(fine)])
    for time, value in zip(series.elapsed[::20].tolist(), series.values[::20].tolist(), strict=True):
        x = -40 + 10 * (time - index.elapsed[0])
        # A bend is cut by at most half a metre.
        assert value == pytest.approx(np.hypot(*(fine - (x, 3.0)).T).min(), abs=0.51)
    assert not len(read_series(index, ["route_distance"], 0)[0])


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-8-sig"),
        lambda text: f'<?xml version="1.0" encoding="GBK"?>{text}'.encode("gbk"),
        lambda text: f'<?xml version="1.0" encoding="utf-16"?>\r\n{text}'.encode("utf-16"),
        lambda text: gzip.compress(text.encode()),
    ],
)
def test_routes_are_read_in_any_encoding(tmp_path, encode):
    places = '<position x="0" y="0" z="0"/><position x="9" y="0" z="0"/>'
    path = tmp_path / "routes.xml"
    text = f'<routes><route id="路线" town="Town01"><waypoints>{places}</waypoints></route></routes>'
    path.write_bytes(encode(text))
    assert may_be_routes(path)
    assert [route.id for route in read_routes(path)] == ["路线"]
