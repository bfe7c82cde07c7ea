"""The map as recordings come and go, and the hero's route: found or dropped; drawn, judged and plotted."""

from dataclasses import replace

import pytest

from tests.analysis.drives import hero, record, straight
from tests.analysis.test_routes import HERE, SCENARIO, route, written
from tests.benchmarks.maps import write_side_by_side
from tests.scenes import street
from tests.ui.drawn import drawn
from tests.ui.person import drop, open_in
from viewer import open_recording
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.indexing.builder import read_index
from viewer.roads import MapFile, map_text
from viewer.signals.series import SeriesKey
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.route_layer import RouteLayer
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.binding import bind
from viewer.ui.state.open_request import PendingRequest
from viewer.ui.state.roads import Roads

pytestmark = pytest.mark.usefixtures("one_window")


class Recording:
    """A recording that is given, and then what lies under it is looked for."""

    index = roads = None

    def open(self, index):
        self.index = index
        self.roads.begin(index)
        self.roads.update()

    def extend(self, index):
        self.index = index
        self.roads.update()


@pytest.fixture
def recording():
    return Recording()


@pytest.fixture
def roads(tasks, recording, changes, settings):
    roads = Roads(tasks, recording, ActorFocus(changes, PendingRequest()), settings, changes, tasks)
    recording.roads = roads
    return roads


def test_what_is_read_again_keeps_its_map_another_does_not(roads, recording, qtbot, tmp_path, tasks):
    told = []
    roads.read.connect(lambda _: told.append(roads.road_map))
    for _ in range(2):
        recording.open(read_index(LogFile(resource("sample.log"))))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert [road_map is not None for road_map in told] == [True, True]
    recording.open(street().index(tmp_path / "street.log"))
    assert roads.road_map is None  # before anybody could look for another one
    qtbot.waitUntil(lambda: tasks.quiet)


@pytest.mark.parametrize(
    ("then", "traced"),
    [
        ({"count": 25, "growing": True}, [20]),
        ({"count": 26, "growing": True}, [20, 26]),  # a quarter longer
        ({"count": 21, "growing": False}, [20, 21]),  # it has ended, and something has come
        ({"count": 20, "growing": False}, [20]),
        ({"count": 30, "complete": False}, [20]),
    ],
)
def test_when_paths_of_a_file_that_grows_are_traced_anew(
    tasks, roads, recording, qtbot, tmp_path, monkeypatch, then, traced
):
    whole, seen = street(30).index(tmp_path / "street.log"), []
    monkeypatch.setattr(
        "viewer.ui.state.roads.driven_paths",
        lambda index, should_continue: seen.append(len(index.frame_starts)) or [],
    )
    for each in ({"count": 20, "growing": True}, then):
        count = each.pop("count")
        recording.extend(replace(whole, frame_starts=whole.frame_starts[:count], **each))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert seen == traced


def test_a_large_map_is_judged_near_the_actors(roads, recording, qtbot, tmp_path, monkeypatch, tasks):
    """Of four towns side by side those with nobody in them are read last, and change nothing."""
    monkeypatch.setattr(map_text, "LARGE", 0)
    write_side_by_side(resource("Sampletown.xodr"), 4, tmp_path / "Sampletown.xodr", first=2)
    roads.wanted = tmp_path / "Sampletown.xodr"
    told = []
    roads.read.connect(lambda road_map: told.append((road_map, roads.drawn.known)))
    recording.open(read_index(LogFile(resource("sample.log"))))
    qtbot.waitUntil(lambda: tasks.quiet)
    ((near, known),) = told
    assert known is None
    assert isinstance(roads.drawn, MapFile)
    assert roads.road_map is near
    assert 3 * len(near.roads) < len(roads.read_so_far.roads)
    assert roads.read_so_far is roads.drawn.known


def test_a_large_map_that_is_broken_is_told(roads, recording, qtbot, tmp_path, monkeypatch, tasks):
    monkeypatch.setattr(map_text, "LARGE", 0)
    text = resource("Sampletown.xodr").read_text(encoding="utf-8")
    path = tmp_path / "Sampletown.xodr"
    path.write_text(text.replace("<lanes>", "<lanes><lane>"), encoding="utf-8")
    roads.wanted = path
    with qtbot.waitSignal(roads.failed) as told, qtbot.assertNotEmitted(roads.read):
        recording.open(read_index(LogFile(resource("sample.log"))))
    assert "line" in told.args[0].line()
    qtbot.waitUntil(lambda: tasks.quiet)
    assert roads.drawn is None


@pytest.fixture
def night(tmp_path):
    """A hero that drives 2 m beside its route, and goes on where it ends."""
    record([hero(straight(0, 2, 10))], 14.0).save(tmp_path / "RouteScenario_4_rep0.log")
    written(tmp_path / "routes.xml", route("4", HERE, more=SCENARIO))
    return tmp_path


def opened(viewer, qtbot, folder):
    open_in(viewer, qtbot, folder / "RouteScenario_4_rep0.log")
    qtbot.waitUntil(lambda: viewer.tasks.quiet and not viewer.found_events.searching)


def test_one_beside_the_recording_is_judged_plotted_and_shown(viewer, qtbot, night):
    opened(viewer, qtbot, night)
    (event,) = (each for each in viewer.found_events.all_events if each.kind == "off_route")
    assert event.start == pytest.approx(13.05, abs=0.11)  # 130 m are 30 m behind the end
    key, told = SeriesKey("route_distance", 0), []
    viewer.recording.series.ready.connect(lambda *answer: told.append(answer))
    viewer.recording.series.want("test", [key])
    qtbot.waitUntil(lambda: bool(told))
    assert told[0][1].at(5.0) == pytest.approx(2.0)
    viewer.window.actions_by_id["layer_route"].trigger()
    viewer.window.map_area.map_view.grab()
    assert not viewer.window.map_area.map_view.scene.picture.layers["route"]


def test_one_that_is_dropped_takes_its_place(viewer, qtbot, night):
    (night / "routes.xml").rename(night / "away.txt")
    opened(viewer, qtbot, night)
    (reason,) = (each.reason for each in viewer.found_events.found.not_judged if each.kind == "off_route")
    assert reason == "there is no route"
    found = []
    bind(viewer, viewer.workspace, (lambda now: now.route, found.append))
    found.clear()
    elsewhere = night / "elsewhere"
    elsewhere.mkdir()
    drop(viewer, written(elsewhere / "mine.xml", route("4", HERE)))
    qtbot.waitUntil(lambda: any(each.kind == "off_route" for each in viewer.found_events.all_events))
    assert [each.route.id for each in found] == ["4"]
    broken = elsewhere / "broken.xml"
    broken.write_text("<routes>", encoding="utf-8")
    said = []
    viewer.workspace.message.connect(said.append)
    assert viewer.roads.use_dropped([broken, night / "a.log"]) == [night / "a.log"]
    qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith("broken.xml: the XML is broken")


@pytest.mark.parametrize("scale", [1.0, 6.0])
def test_what_is_drawn_of_it(night, scale):
    with open_recording(night / "RouteScenario_4_rep0.log") as recording:
        planned = recording.route()
    layer = RouteLayer()
    camera = Camera(50.0, 0.0, scale, 900.0, 400.0)
    layer.planned = planned
    layer.prepare(MapPicture(camera=camera))
    shapes = drawn(layer.draw, 900, 400)
    begin, end, trigger = camera.to_screen([(0, 0), (100, 0), (3, 1)]).tolist()
    way, *marks = shapes
    assert (*way.box[:2], way.box[2]) == pytest.approx((*begin, end[0]), abs=1.0)
    middles = [each.middle for each in marks]
    assert any(middle == pytest.approx(begin, abs=0.6) for middle in middles)
    assert any(middle == pytest.approx(trigger, abs=0.6) for middle in middles)
    flags = {"polygon", "path"}  # which of them depends on Qt
    assert any(each.kind in flags and each.box[0] == pytest.approx(end[0], abs=1.0) for each in marks)
    assert [each.text for each in marks if each.text] == ["Cut"] * (scale > 4.0)
    layer.planned = None
    layer.prepare(MapPicture(camera=camera))
    assert drawn(layer.draw, 900, 400) == []
